//! `rejudge labels`: formats of label tables, the user's own schemes, and errors in both.

use std::process::Stdio;

use crate::cases::{case, cases, edits};
use crate::labels::labels;
use crate::world::{BAD_DATA, GOOD, USAGE, World, changed, ended, gzip, repository};

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

/// Levels do not depend on compression, standard input, blanks instead of tabs, the order of columns, or the output file.
#[test]
fn the_form_of_a_table_moves_no_level() {
    let world = World::new();
    world.write("labels.tsv", TABLE);
    world.write("labels.gz", gzip(TABLE));
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
        labels(&world, "consolidate labels.tsv --scheme www13-english --quiet -o out.qrels").code(GOOD);
    assert_eq!((quiet.stdout, quiet.stderr), (String::new(), String::new()));
    assert_eq!(world.read("out.qrels"), QRELS);
    let mut command = world.command(["labels", "consolidate", "-"]);
    command.args(["--scheme", "www13-english", "--schemes"]).arg(repository().join("configs/labels"));
    command.stdin(Stdio::from(std::fs::File::open(world.path("labels.gz")).unwrap()));
    assert_eq!(ended(&mut command).code(GOOD).stdout, QRELS);
}

/// Creates a world with one of the bundled schemes, and a table of labels.
fn with_schemes() -> World {
    let world = World::new();
    let name = "www13-english.yaml";
    let scheme = std::fs::read(repository().join("configs/labels").join(name)).unwrap();
    world.write(&format!("configs/labels/{name}"), scheme);
    world.write("labels.tsv", TABLE);
    world
}

const CONSOLIDATE: &str = "labels consolidate labels.tsv --scheme www13-english";

#[test]
fn mistakes_in_tables_are_refused() {
    let world = with_schemes();
    let mut rows = edits(
        BAD_DATA,
        &format!("{CONSOLIDATE} -o out.qrels"),
        "labels.tsv",
        &[
            ("highly-relevant", "higly-relevant"),
            ("assessor", "judge"),
            ("docid", "doc-id"),
            ("1\ta\tbob", "1\ta\tann"),
            ("ann\tnon", "ann\textra\tnon"),
            ("1\tb\tbob\terror\n", ""),
            ("1\tb\tbob\terror\n", "1\tb\tbob\terror\n1\tb\tcat\terror\n"),
        ],
    );
    rows.push(case(BAD_DATA, CONSOLIDATE.replace("labels.tsv", "nothing.tsv")));
    rows.extend(["error", "leave-out", "withhold"].map(|missing| {
        let third = TABLE.to_owned() + "2\ta\tcat\terror\n";
        case(BAD_DATA, format!("{CONSOLIDATE} --missing {missing}")).write("labels.tsv", third)
    }));
    cases("mistakes_in_tables_of_labels", &world, rows);
    assert!(!world.path("out.qrels").exists(), "nothing is written");
}

#[test]
fn documents_with_too_few_assessors_are_left_out_or_withheld() {
    let world = with_schemes();
    let of = |missing: &str| {
        let few = changed(TABLE, "1\tb\tbob\terror\n", "");
        case(GOOD, format!("{CONSOLIDATE} --missing {missing}")).write("labels.tsv", few).printed()
    };
    cases("too_few_assessors", &world, ["leave-out", "withhold"].map(of));
}

/// A user's own scheme.
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
fn own_schemes_need_no_code() {
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
fn missing_schemes_are_refused() {
    let world = World::new();
    world.write("labels.tsv", TABLE);
    world.write("schemes/www13-english.yaml", changed(SCHEME, "id: mine", "id: other"));
    let of =
        |name: &str| case(USAGE, format!("labels consolidate labels.tsv --scheme {name} --schemes schemes"));
    let rows = vec![of("www13-englsh"), of("www13-english"), case(USAGE, "labels schemes")];
    cases("missing_schemes", &world, rows);
}

#[test]
fn a_scheme_is_not_overwritten() {
    let world = with_schemes();
    let text = world.read("configs/labels/www13-english.yaml");
    world.write("mine.yaml", &text);
    let to = |target: &str| case(USAGE, format!("labels consolidate labels.tsv --scheme mine.yaml {target}"));
    cases(
        "schemes_written_over",
        &world,
        ["-o mine.yaml", "--gains mine.yaml", "--gains ./mine.yaml"].map(to),
    );
    assert_eq!(world.read("mine.yaml"), text);
}
