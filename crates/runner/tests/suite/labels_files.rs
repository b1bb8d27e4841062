//! `rejudge labels`: the forms of tables of labels, schemes of one's own, and what is wrong with either.

use std::io::Write as _;
use std::process::Stdio;

use crate::labels::labels;
use crate::world::{BAD_DATA, GOOD, USAGE, World, ended, repository};

const TABLE: &str = "\
topic\tdocid\tassessor\tlabel
1\ta\tann\trelevant
1\ta\tbob\thighly-relevant
1\tb\tann\tnonrelevant
1\tb\tbob\terror
2\ta\tbob\trelevant
2\ta\tann\tnonrelevant
";
const QRELS: &str = "1 0 a 3\n1 0 b 0\n2 0 a 1\n";

/// Compression, standard input, blanks for tabs, the order of columns; where the results go.
#[test]
fn the_form_of_a_table_moves_no_level() {
    let world = World::new();
    world.write("labels.tsv", TABLE);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(TABLE.as_bytes()).unwrap();
    world.write("labels.gz", gzip.finish().unwrap());
    world.write(
        "blanks.txt",
        format!("\u{feff}# by hand\r\n{}", TABLE.replace('\t', "  ").replace('\n', "\r\n")),
    );
    let turned = |line: &str| line.split('\t').rev().collect::<Vec<_>>().join("\t") + "\n";
    world.write("turned.tsv", TABLE.lines().map(turned).collect::<String>());
    for file in ["labels.tsv", "labels.gz", "blanks.txt", "turned.tsv"] {
        let ended = labels(&world, &format!("consolidate {file} --scheme www13-english")).code(GOOD);
        assert_eq!(
            (ended.stdout.as_str(), ended.stderr.as_str()),
            (QRELS, "gains: 1=1,2=2,3=3,4=4\n"),
            "{file}"
        );
    }
    let quiet =
        labels(&world, "consolidate labels.tsv --scheme www13-english --quiet -o deep/out").code(GOOD);
    assert_eq!((quiet.stdout, quiet.stderr), (String::new(), String::new()));
    assert_eq!(std::fs::read_to_string(world.path("deep/out")).unwrap(), QRELS);
    let mut command = world.command(["labels", "consolidate", "-"]);
    command.args(["--scheme", "www13-english", "--schemes"]).arg(repository().join("configs/labels"));
    command.stdin(Stdio::from(std::fs::File::open(world.path("labels.gz")).unwrap()));
    assert_eq!(ended(&mut command).code(GOOD).stdout, QRELS);
}

#[test]
fn mistakes_in_tables() {
    let world = World::new();
    let says = |from: &str, to: &str, expected: &str| {
        world.write("labels.tsv", crate::world::changed(TABLE, from, to));
        let ended =
            labels(&world, "consolidate labels.tsv --scheme www13-english -o out.qrels").code(BAD_DATA);
        assert_eq!(ended.stderr, format!("error: labels.tsv{expected}\n"));
        assert!(!world.path("out.qrels").exists(), "nothing is written");
    };
    says(
        "highly-relevant",
        "higly-relevant",
        ":3:9: label `higly-relevant` is none of `highly-relevant`, `relevant`, `nonrelevant`, `error` (did you mean `highly-relevant`?)",
    );
    says("assessor", "judge", ":1:13: `judge` is none of the columns `topic`, `docid`, `assessor`, `label`");
    says(
        "docid",
        "doc-id",
        ":1:7: `doc-id` is none of the columns `topic`, `docid`, `assessor`, `label` (did you mean `docid`?)",
    );
    says(
        "1\ta\tbob",
        "1\ta\tann",
        ":3:5: topic `1`, document `a`: assessor `ann` labelled it already (line 2)",
    );
    says("ann\tnon", "ann\textra\tnon", ":4:1: 5 columns, expected 4 (topic, docid, assessor, label)");
    let hint = "(--missing says what else may become of it)";
    says(
        "1\tb\tbob\terror\n",
        "",
        &format!(": topic `1`, document `b`: labels of 1 assessor, expected 2 {hint}"),
    );
    says(
        "1\tb\tbob\terror\n",
        "1\tb\tbob\terror\n1\tb\tcat\terror\n",
        ": topic `1`, document `b`: labels of 3 assessors, expected 2",
    );
    let ended = labels(&world, "consolidate nothing.tsv --scheme www13-english").code(BAD_DATA);
    assert!(ended.stderr.starts_with("error: nothing.tsv: cannot be read: "), "{}", ended.stderr);
}

#[test]
fn documents_with_too_few_assessors() {
    let world = World::new();
    world.write("labels.tsv", crate::world::changed(TABLE, "1\tb\tbob\terror\n", ""));
    let consolidate = "consolidate labels.tsv --scheme www13-english";
    let ended = labels(&world, &format!("{consolidate} --missing leave-out")).code(GOOD);
    assert_eq!(ended.stdout, "1 0 a 3\n2 0 a 1\n");
    assert!(
        ended.stderr.ends_with("labels.tsv: 1 documents with too few assessors left out\n"),
        "{}",
        ended.stderr
    );
    let ended = labels(&world, &format!("{consolidate} --missing withhold")).code(GOOD);
    assert_eq!(ended.stdout, "1 0 a 3\n1 0 b -1\n2 0 a 1\n");
    world.write("labels.tsv", TABLE.to_owned() + "2\ta\tcat\terror\n");
    for missing in ["error", "leave-out", "withhold"] {
        let ended = labels(&world, &format!("{consolidate} --missing {missing}")).code(BAD_DATA);
        assert_eq!(
            ended.stderr,
            "error: labels.tsv: topic `2`, document `a`: labels of 3 assessors, expected 2\n"
        );
    }
}

/// A scheme of one's own, and what is wrong with it at its place.
const SCHEME: &str = "\
schema: labels/v1
id: mine
title: A scheme of my own
assessors: 2-3
criteria: {fluent: [no, yes], context: [0, 1, 2]}
rules:
  - {when: {fluent: yes, context: {at-least: 1}}, score: 2/3}
  - {when: {fluent: yes}, score: 1/3}
  - {score: 0}
combine: mean
levels:
  - {level: 1, at-least: 1/3}
  - {level: 2, at-least: 0.5, gain: 10}
";

#[test]
fn a_scheme_of_ones_own_needs_no_code() {
    let world = World::new();
    world.write("mine.yaml", SCHEME);
    world.write(
        "labels.tsv",
        "topic docid assessor fluent context\n1 a x yes 1\n1 a y yes 0\n1 b x yes 0\n1 b y yes 0\n1 b z yes 0\n1 c x no 2\n1 c y yes 0\n",
    );
    let ended = labels(&world, "consolidate labels.tsv --scheme mine.yaml").code(GOOD);
    assert_eq!(
        (ended.stdout.as_str(), ended.stderr.as_str()),
        ("1 0 a 2\n1 0 b 1\n1 0 c 0\n", "gains: 1=1,2=10\n")
    );
}

#[test]
fn mistakes_in_schemes() {
    let world = World::new();
    world.write("labels.tsv", "topic docid assessor fluent context\n1 a x yes 1\n1 a y yes 0\n");
    let says = |from: &str, to: &str, expected: &str| {
        let text = crate::world::changed(SCHEME, from, to);
        // Without a mark the whole file is meant.
        let at = text.find('¦').unwrap_or(0);
        let (line, column) = (
            text[..at].matches('\n').count() + 1,
            text[..at].rsplit('\n').next().unwrap().chars().count() + 1,
        );
        world.write("mine.yaml", text.replace('¦', ""));
        let ended = labels(&world, "consolidate labels.tsv --scheme mine.yaml").code(USAGE);
        let expected = format!("error: mine.yaml:{line}:{column}: {expected}");
        assert!(ended.stderr.starts_with(&expected), "{expected}\n{}", ended.stderr);
        assert_eq!(ended.stdout, "");
    };
    says("labels/v1", "¦labels/v2", "the schema is `labels/v2`, expected `labels/v1`");
    says("combine: mean", "¦combin: mean", "unknown key `combin`, expected one of");
    says("combine: mean", "combine: ¦maen", "unknown name `maen`, expected one of `sum`, `mean`");
    says(
        "schema: labels/v1",
        "¦schema: labels/v1\nlabels: {A: 1}",
        "either `labels`, or `criteria` with `rules`",
    );
    says("combine: mean\n", "", "the key `combine` is missing");
    says("2-3", "¦two", "found `two`, expected a number (`3`), a range (`1-4`) or `2-`");
    says("2-3", "¦3-2", "found 3-2 assessors, expected from 1 to 1000, the lower number first");
    says("2/3}", "¦2:3}", "found `2:3`, expected a number: `2`, `0.5` or `2/3`");
    says("context: {at", "¦contxt: {at", "`contxt` is no criterion, expected one of `fluent`, `context`");
    says("fluent: yes}", "fluent: ¦maybe}", "fluent `maybe` is none of `no`, `yes`");
    says("at-least: 1}}", "¦at-lest: 1}}", "unknown key `at-lest`, expected one of `at-least`, `at-most`");
    says(
        "- {when: {fluent: yes, context: {at-least: 1}}, score: 2/3}\n  - {when: {fluent: yes}, score: 1/3}\n  - {score: 0}",
        "¦- {when: {fluent: yes}, score: 1/3}",
        "no rule matches fluent no, context 0",
    );
    says("{score: 0}", "{score: 0}\n  - ¦{score: 1}", "this rule is never used");
    says("{level: 2, at-least: 0.5", "¦{level: 3, at-least: 0.5", "levels are 1, 2, .. up to 127");
    says(
        "{level: 2, at-least: 0.5",
        "¦{level: 2, at-least: 0.7",
        "no item reaches level 2: the highest score is 2/3",
    );
    says(
        "mean",
        "{majority: {otherwise: ¦lowst}}",
        "found `lowst`, expected `lowest`, `highest`, `median`, `mean` or a number",
    );
    says(
        "mean",
        "{patterns: ¦{scores: {}}}",
        "a pattern is made of labels, but these assessors answer by criteria",
    );
}

#[test]
fn schemes_that_are_not_there() {
    let world = World::new();
    world.write("labels.tsv", TABLE);
    let mut command = world.command(["labels", "consolidate", "labels.tsv", "--scheme", "www13-englsh"]);
    command.args(["--schemes", "schemes"]);
    world.write("schemes/www13-english.yaml", crate::world::changed(SCHEME, "id: mine", "id: other"));
    let said = ended(&mut command).code(USAGE).stderr;
    assert_eq!(
        said,
        "error: there is no scheme `www13-englsh`: neither a YAML file nor one of those in schemes (did you mean `www13-english`?)\n"
    );
    let mut command = world.command(["labels", "consolidate", "labels.tsv", "--scheme", "www13-english"]);
    let said = ended(command.args(["--schemes", "schemes"])).code(USAGE).stderr;
    let expected = "error: schemes/www13-english.yaml:2:5: the id is `other`, but the file is named schemes/www13-english.yaml";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn a_scheme_is_not_written_over() {
    let world = World::new();
    world.write("labels.tsv", TABLE);
    let scheme = repository().join("configs/labels/www13-english.yaml");
    let text = std::fs::read_to_string(scheme).unwrap();
    world.write("mine.yaml", &text);
    for target in ["-o mine.yaml", "--gains mine.yaml", "--gains ./mine.yaml"] {
        let words = format!("consolidate labels.tsv --scheme mine.yaml {target}");
        let refused = labels(&world, &words).code(USAGE);
        assert!(
            refused.stderr.contains("mine.yaml is read, and would be written over"),
            "{}",
            refused.stderr
        );
        assert_eq!(std::fs::read_to_string(world.path("mine.yaml")).unwrap(), text);
    }
}
