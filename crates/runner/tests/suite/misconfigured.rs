//! Wrong experiments: exit 2, and a first line `error: file:line:column: ..` that says what was found
//! and what was expected, with the nearest name where one is near. One long list of mistakes, kept in
//! one file so that a new one is seen beside its likes.

use std::time::{Duration, Instant};

use crate::snapshots::{refusals, shown};
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, USAGE, World, changed};

const FILE: &str = "experiments/small/experiment.yaml";

/// What `plan` says of this text.
#[track_caller]
fn refused(text: impl AsRef<[u8]>) -> String {
    let world = World::new();
    world.write(FILE, text);
    let started = Instant::now();
    let ended = world.line("plan small").code(USAGE);
    assert!(started.elapsed() < Duration::from_secs(10), "a wrong file is refused at once");
    assert_eq!(ended.stdout, "");
    ended.stderr
}

/// Marks the place that an error must point at.
const HERE: char = '¦';

/// The text without its mark, and `line:column` of the mark.
#[track_caller]
fn marked(text: &str) -> (String, String) {
    let at = text.find(HERE).expect("a mark");
    let line = text[..at].matches('\n').count() + 1;
    let column = text[..at].rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (text.replace(HERE, ""), format!("{line}:{column}"))
}

/// Places `from` -> `to` in the experiment and checks the first line, and the hint where there is one.
#[track_caller]
fn says(from: &str, to: &str, first: &str, help: &str) {
    let (text, place) = match changed(EXPERIMENT, from, to) {
        text if text.contains(HERE) => marked(&text),
        text => (text, String::new()),
    };
    let colon = if place.is_empty() { "" } else { ": " };
    let message = refused(text);
    let expected = format!("error: {FILE}:{place}{colon}{first}");
    assert!(message.lines().next().unwrap_or_default().starts_with(&expected), "{expected}\n{message}");
    assert!(help.is_empty() || message.contains(help), "{help}\n{message}");
    assert_eq!(message.matches("error: ").count(), 1, "one mistake, one error\n{message}");
}

#[test]
fn a_list_in_place_of_a_sweep_shows_the_sweep() {
    says(
        "{each: [5, 1]}",
        "¦[5, 10]",
        "found a list, expected a value: to sweep over several write `{each: [5, 10]}`",
        "",
    );
}

/// The caret stands under what is wrong, and under nothing after it.
#[test]
fn tabs_do_not_move_the_caret() {
    says("seed: 1", "seed:¦\t1", "a tab after `:`, expected a blank", "");
    let (text, _) = marked(&changed(EXPERIMENT, "[AP, nDCG@10]", "[AP,\t¦nDGC@10\t]"));
    let message = refused(text);
    let lines: Vec<&str> = message.lines().collect();
    let shown = lines.iter().position(|line| line.contains("nDGC@10") && line.contains(" | ")).unwrap();
    let (start, caret) = (lines[shown].find("nDGC@10"), lines[shown + 1].find('^'));
    assert_eq!(start, caret, "{message}");
    assert_eq!(lines[shown + 1].matches('^').count(), "nDGC@10".len(), "{message}");
}

#[test]
fn unknown_names() {
    says(
        "[AP, nDCG@10]",
        "[AP, ¦nDGC@10]",
        "measure `nDGC@10`: `nDGC` is no measure",
        "did you mean `nDCG@10`?",
    );
    says("[AP, nDCG@10]", "[¦AP@x]", "measure `AP@x`, byte 3: the cutoff is `x`", "");
    says(
        "[tiny-twin]",
        "[¦tiny-twn]",
        "unknown collection `tiny-twn` (described in collections; a path ends in `.yaml`)",
        "did you mean `tiny-twin`?",
    );
    says("{each: all}", "¦tow", "`tiny-twin` has no analysed team `tow`", "did you mean `two`?");
    says("seed: 1", "¦seeds: 1", "unknown key `seeds`, expected one of `schema`", "did you mean `seed`?");
    says(
        "{each: [5",
        "{¦eech: [5",
        "unknown key `eech`, expected one of `each`, `range`",
        "did you mean `each`?",
    );
    says(
        "pool-depth:",
        "¦pool-dpth:",
        "unknown name `pool-dpth`, expected one of `full`",
        "did you mean `pool-depth`?",
    );
    says("samples: 50", "¦sample: 50", "unknown key `sample`, expected `samples`", "did you mean `samples`?");
    says("of: dp", "of: ¦dq", "there is no statistic `dq`", "did you mean `dp`?");
    says("of: dp", "of: ¦tau", "`tau` is no discriminative power", "");
    says(
        "versus: full}}\n  change",
        "versus: ful}}\n  change",
        "19:8: `tau` compares with `ful`",
        "did you mean `full`?",
    );
    says("full\n", "¦ful\n", "unknown name `ful`, expected one of `full`", "did you mean `full`?");
    says("experiment/v1", "¦experiment/v2", "the schema is `experiment/v2`, expected `experiment/v1`", "");
    says("draws: 2", "¦evaluaton: {}", "unknown key `evaluaton`", "did you mean `evaluation`?");
    says(
        "{gains: {",
        "{ties: ¦docno-descendin, gains: {",
        "unknown name `docno-descendin`",
        "did you mean `docno-descending`?",
    );
    says("S: 3", "X: 3", "6:21: `X` is no relevance level, expected S, A, B, C or a number", "");
}

#[test]
fn values_out_of_range() {
    let judged = |what: &str| format!("full\n    - {what}\n");
    let sample = |what: &str| judged(&format!("sample: {{{what}}}"));
    says("full\n", &sample("rate: ¦1.5"), "rate `1.5` is not a decimal fraction from 0 to 1", "");
    says("full\n", &sample("rate: ¦-0.5"), "rate `-0.5` is not a decimal fraction from 0 to 1", "");
    says("full\n", &sample("rate: {each: [0.1, ¦x]}"), "rate `x` is not a decimal fraction", "");
    says("full\n", &sample("rate: 0.5, draws: ¦0"), "`draw` is `0`, expected a whole number from 1", "");
    says("samples: 50", "samples: ¦0", "found `0`, expected a whole number from 1 to 1000000", "");
    says("samples: 50", "samples: ¦-1", "found `-1`, expected a whole number", "");
    says("samples: 50", "samples: ¦many", "found `many`, expected a whole number", "");
    says("samples: 50", "samples: ¦\"50\"", "found the text `50`, expected a whole number", "");
    says("alpha: 0.05", "alpha: ¦5", "found `5`, expected a level of significance between 0 and 1", "");
    says("alpha: 0.05", "alpha: ¦0", "found `0`, expected a level of significance between 0 and 1", "");
    says("alpha: 0.05", "alpha: ¦.nan", "found `.nan`, expected a level of significance", "");
    says("[5, 1]", "[5, ¦0]", "`depth` is `0`, expected a whole number from 1", "");
    says("[5, 1]", "[]", "13:27: `each` holds no value", "");
    says("{each: [5, 1]}", "¦{range: {from: 5, to: 1}}", "the range from 5 to 1 by 1 holds no value", "");
    says(
        "{each: [5, 1]}",
        "¦{range: {from: 1, to: 5, step: 0}}",
        "the range from 1 to 5 has a step of 0",
        "",
    );
    says(
        "{each: [5, 1]}",
        "¦{range: {from: 1, to: 5, step: -1}}",
        "the range from 1 to 5 by -1 holds no value",
        "",
    );
    says(
        "{each: [5, 1]}",
        "¦{range: {from: -9223372036854775808, to: 9223372036854775807}}",
        "the range from -9223372036854775808 to 9223372036854775807 by 1 holds more than 1000000 values",
        "",
    );
    says(
        "{each: [5, 1]}",
        "{each: ¦{from: 1, to: 5}}",
        "found a map, expected a list of values (or, in place of `each`, `range: {from: 1, to: 5}`)",
        "",
    );
    says("draws: 2", "draws: ¦0", "found `0`, expected a number of draws from 1", "");
    says("draws: 2", "draws: {simulated: ¦0}", "found `0`, expected a whole number from 1", "");
    says("draws: 2", "draws: ¦two", "found `two`, expected a number of draws from 1", "");
    says("seed: 1", "seed: ¦-1", "found `-1`, expected a whole number from 0", "");
    says("seed: 1", "seed: ¦1e3", "found `1e3`, expected a whole number from 0", "");
    says("{gains: {", "{max-rank: ¦0, gains: {", "found `0`, expected a whole number from 1", "");
    says("{gains: {", "{max-rank: ¦-1, gains: {", "found `-1`, expected a whole number from 1", "");
    says("{gains: {", "{min-rel: ¦0, gains: {", "found `0`, expected a whole number from 1", "");
    says("S: 3", "S: ¦.inf", "found `.inf`, expected a number", "");
    says("S: 3", "S: 1", "6:21: the gain of level 3 is 1, less than 2 of the level below", "");
    says("  measure:", "  min-rel: [1, ¦0]\n  measure:", "found `0`, expected a whole number from 1", "");
    says("  measure:", "  min-rel: [1, ¦1]\n  measure:", "`1` is on the axis `min-rel` already", "");
}

#[test]
fn shapes_that_are_wrong() {
    says("[tiny-twin]", "¦null", "found nothing, expected a list", "");
    says("[tiny-twin]", "¦{a: b}", "found a map, expected a list", "");
    says("[tiny-twin]", "[¦[tiny-twin]]", "found a list, expected a text", "");
    says("[tiny-twin]", "[tiny-twin, ¦tiny-twin]", "the collection `tiny-twin` is there already", "");
    says("[AP, nDCG@10]", "[AP, ¦null]", "found nothing, expected a text", "");
    says("[AP, nDCG@10]", "[map, ¦AP]", "the measure `AP` is there already", "");
    says(
        "[AP, nDCG@10]",
        "{set: ¦nowhere.yaml}",
        "there is no measure set experiments/small/nowhere.yaml",
        "",
    );
    says("seed: 1", "seed: 1\n¦seed: 2", "the key `seed` stands twice, first in line 4", "");
    says(
        "{each: [5, 1]}",
        "¦{each: [5], range: {from: 1, to: 2}}",
        "`range` beside `each` or `range`: one of them, alone",
        "",
    );
    says(
        "[tiny-twin]",
        "[tiny-twin",
        "9:7: ",
        "the `[` in line 8, column 15 is still open: is its end missing?",
    );
    says("  runs:", "\t¦runs:", "", "");
    says("title: A small", "title: [A small", "4:5: ", "the `[` in line 3, column 8 is still open");
    says("id: small", "id: ¦../small", "`../small` is no name: letters, digits, `-` and `_` only", "");
    says("id: small", "id: ¦/small", "`/small` is no name", "");
    says("[tiny-twin]", "[¦../tiny-twin]", "unknown collection `../tiny-twin`", "did you mean `tiny-twin`?");
    says("  tau:", "  ¦../tau:", "`../tau` is no name", "");
    says(
        "profiles:",
        "tables: {¦../x: {caption: x, rows: measure, columns: collection, cell: tau}}\nprofiles:",
        "`../x` is no name",
        "",
    );
}

#[test]
fn tables_that_ask_for_what_is_not_there() {
    let table = |inside: &str| format!("tables: {{x: {{caption: x, {inside}}}}}\nprofiles:");
    let says = |inside: &str, first: &str, help: &str| says("profiles:", &table(inside), first, help);
    says(
        "rows: ¦mesure, columns: collection, cell: tau",
        "`mesure` is no dimension",
        "did you mean `measure`?",
    );
    says(
        "rows: measure, columns: collection, cell: ¦tua",
        "there is no statistic `tua`",
        "did you mean `tau`?",
    );
    says(
        "rows: measure, columns: collection, cell: ¦dp.powr",
        "`dp` has no `powr`, only power, significant",
        "",
    );
    says("rows: measure, columns: collection", "23:10: `x` does not say what stands in its cells", "");
    says(
        "rows: measure, columns: collection, cell: tau, ¦decimls: 2",
        "unknown key `decimls`",
        "did you mean `decimals`?",
    );
    says(
        "where: {judgment: ¦full}, rows: measure, columns: collection, cell: tau",
        "`judgment` is no axis",
        "did you mean `judgments`?",
    );
    says("columns: measure, cell: tau", "23:13: the key `rows` is missing", "");
    let shown =
        "rows: measure, columns: judgments, cell: {change: change.relative, before: change.before}, show: ";
    says(
        &format!("{shown}¦\"{{chnage:+2%}} {{before:1}}\""),
        "`{chnage:+2%}` names no quantity of the cells",
        "did you mean `change`?",
    );
    says(&format!("{shown}¦\"{{change.sd:1}} {{before\""), "`{before` is not closed", "");
}

#[test]
fn rules_that_match_nothing() {
    says(
        "statistics:",
        "exclude: [¦{measure: \"RR*\", reason: no}]\nstatistics:",
        "this `exclude` matches nothing: no point has all of measure=RR*",
        "",
    );
    says(
        "statistics:",
        "exclude: [{mesure: ¦AP}]\nstatistics:",
        "`mesure` is no axis",
        "did you mean `measure`?",
    );
    says(
        "statistics:",
        "include: [¦{judgments: nothing}]\nstatistics:",
        "this `include` matches nothing",
        "",
    );
    says(
        "statistics:",
        "linked: [{axes: [collection, judgments], rows: [[¦tiny-twin, ful]]}]\nstatistics:",
        "this row of `linked` matches nothing: no point has all of collection=tiny-twin, judgments=ful",
        "",
    );
    says(
        "statistics:",
        "linked: [{axes: [collection, min-rel], rows: [[¦tiny-twin]]}]\nstatistics:",
        "a row of 1 where `axes` has 2: expected one value for each of collection, min-rel",
        "",
    );
    says(
        "statistics:",
        "linked: [{axes: [¦colection, min-rel], rows: [[tiny-twin, 1]]}]\nstatistics:",
        "`colection` cannot be linked or included",
        "did you mean `collection`?",
    );
    // An axis, and none to be linked: not its own name is what helps.
    let runs = "linked: [{axes: [runs, min-rel], rows: [[all, 1]]}]\nstatistics:";
    let message = refused(changed(EXPERIMENT, "statistics:", runs));
    assert!(message.contains("`runs` cannot be linked or included"), "{message}");
    assert!(!message.contains("did you mean"), "{message}");
    says(
        "statistics:",
        "linked: [{axes: [collection, min-rel], rows: [[tiny-twin, ¦high]]}]\nstatistics:",
        "found `high`, expected a relevance level from 1",
        "",
    );
}

/// Whatever the way from file to file, a message names the shortest.
#[test]
fn paths_in_messages_are_plain() {
    let world = World::with_files();
    let mine = "schema: collection/v1\nid: mine\ntitle: Mine\nkind: own\nfiles: {folder: ., qrels: ./../tiny/qrels.txt, \
                runs: \"./../tiny/./runs/*\", teams: ../tiny/teams.tsv}\n";
    world.write("data/own/mine.yaml", mine);
    world.write(FILE, changed(EXPERIMENT, "[tiny-twin]", "[./../../data/own/mine.yaml]"));
    world.write("data/tiny/qrels.txt", "1 0 a1 high\n");
    let bad = world.line("run small").code(BAD_DATA).stderr;
    assert!(bad.contains(": data/tiny/qrels.txt:1:8: grade `high` is not an integer"), "{bad}");
    let refused = |text: &str, said: &str| {
        world.write("sweeps/one.yaml", text);
        let told = world.line("plan sweeps/one.yaml").code(USAGE).stderr;
        assert!(told.lines().next().unwrap().ends_with(said), "{told}");
    };
    refused(
        "id: one\nextends: ./../none/../nowhere.yaml\n",
        "sweeps/one.yaml:2:10: there is no file nowhere.yaml",
    );
    refused(
        "id: one\nextends: ./../experiments/./small/experiment.yaml\naxes: {collection: [../data/none/./mine.yaml]}\n",
        "sweeps/one.yaml:3:21: there is no description data/none/mine.yaml",
    );
    world.write(FILE, changed(EXPERIMENT, "[AP, nDCG@10]", "[AP, nDGC@10]"));
    let told = world.line("plan sweeps/one.yaml").code(USAGE).stderr;
    assert!(told.contains(&format!("error: {FILE}:14:17: measure `nDGC@10`")), "{told}");
}

/// Who narrows an experiment, or extends it, need not take its rules along.
#[test]
fn an_exclusion_that_somebody_else_wrote_may_match_nothing() {
    let world = World::with_files();
    let excluded = "exclude: [{collection: tiny, measure: AP, reason: no}]\n";
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny-twin, tiny]");
    world.write(FILE, changed(&text, "statistics:", &format!("{excluded}statistics:")));
    assert!(!world.line("plan small").code(GOOD).stdout.contains("remark: "));
    let said = format!(
        "remark: the `exclude` of {FILE}:15:11 matches nothing: no point has all of collection=tiny, measure=AP\n"
    );
    let narrowed = world.line("plan small -s axes.collection=[tiny-twin]").code(GOOD).stdout;
    assert!(narrowed.contains(&said), "{narrowed}");
    let ran = world.line("run small -s axes.collection=[tiny-twin]").code(GOOD).stderr;
    assert!(ran.contains(&format!("small: {}", &said["remark: ".len()..])), "{ran}");
    world.write(
        "sweeps/one.yaml",
        format!("schema: experiment/v1\nid: one\nextends: ./../{FILE}\naxes: {{collection: [tiny-twin]}}\n"),
    );
    let inherited = world.line("plan sweeps/one.yaml").code(GOOD).stdout;
    assert!(inherited.contains(&said), "{inherited}");
    // What is typed, or stands in the file itself, is meant.
    let typed = ["plan", "small", "-s", "exclude=[{measure: RR*, reason: no}]"];
    let refused = world.rejudge(typed).code(USAGE).stderr;
    assert!(refused.contains("this `exclude` matches nothing: no point has all of measure=RR*"), "{refused}");
}

/// Teams of files that are not here may still match: the same experiment is right where the files are.
#[test]
fn teams_that_nobody_knows_yet_match_nothing_for_now() {
    let plan = |data: bool, team: &str| {
        let world = World::with_files();
        let excluded = format!(
            "exclude: [{{collection: tiny, judgments: \"take-one-team(team={team})\", reason: no}}]\n"
        );
        let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny-twin, tiny]");
        world.write(FILE, changed(&text, "statistics:", &format!("{excluded}statistics:")));
        if !data {
            std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
        }
        world.line("plan small")
    };
    plan(true, "A").code(GOOD);
    plan(false, "A").code(GOOD);
    let nobody = plan(true, "nobody").code(USAGE).stderr;
    assert!(nobody.contains("this `exclude` matches nothing"), "{nobody}");
}

#[test]
fn grids_that_are_too_large() {
    says(
        "profiles:",
        "run: {max-cells: 11}\nprofiles:",
        "8:3: the grid has 12 points, more than max-cells: 11",
        "",
    );
    let world = World::new();
    world.change("profiles:", "run: {max-cells: 12}\nprofiles:");
    world.line("plan small").code(GOOD);
    let sets = "more judgment sets than max-cells: 50000; raise `run.max-cells` if that is meant";
    says("{each: [5, 1]}", "{range: {from: 1, to: 1000000}}", &format!("13:7: {sets}"), "");
    says("full\n", "full\n    - sample: {rate: 0.5, draws: 4000000000}\n", &format!("12:7: {sets}"), "");
}

#[test]
fn all_mistakes_are_told_at_once() {
    let text = changed(EXPERIMENT, "[tiny-twin]", "[nowhere, tiny-twin]");
    let text = changed(&text, "[AP, nDCG@10]", "[AP, Foo]");
    let text = changed(&text, "alpha: 0.05", "alpha: 7");
    let text = changed(
        &text,
        "versus: full}}\n  change",
        "versus: full}}\n  tau2: {kendall-tau: {versus: fall}}\n  change",
    );
    let message = refused(text);
    let firsts: Vec<&str> = message.lines().filter(|line| line.starts_with("error: ")).collect();
    let expected = [
        "8:16: unknown collection",
        "14:17: measure `Foo`",
        "20:9: `tau2` compares with `fall`",
        "22:79: found `7`",
    ];
    assert_eq!(firsts.len(), expected.len(), "{message}");
    for (first, part) in firsts.iter().zip(expected) {
        assert!(first.starts_with(&format!("error: {FILE}:{part}")), "{part}\n{message}");
    }
}

#[test]
fn hostile_files() {
    let first = |text: &[u8]| refused(text).lines().next().unwrap_or_default().to_owned();
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", ""), ("[", ""), ("? ", "")] {
        let text = format!("{EXPERIMENT}x: {}{}", open.repeat(100_000), close.repeat(100_000));
        let text = if open == "- " || open == "? " { open.repeat(100_000) + "x\n" } else { text };
        let message = first(text.as_bytes());
        assert!(message.ends_with("nested deeper than 64 levels"), "{open}: {message}");
    }
    let block: String = (0..1000).map(|i| format!("{}a:\n", " ".repeat(i))).collect();
    assert!(first(block.as_bytes()).ends_with(":65:65: nested deeper than 64 levels"));
    let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for i in 1..20 {
        laughs += &format!("a{i}: &a{i} [{}]\n", vec![format!("*a{}", i - 1); 9].join(", "));
    }
    assert!(first(laughs.as_bytes()).ends_with("more than 250000 values in one file"));
    let wide = format!("x: [{}]\n", "1, ".repeat(300_000));
    assert!(first(wide.as_bytes()).ends_with("more than 250000 values in one file"));
    let latin = [EXPERIMENT.as_bytes(), b"# caf\xe9\n"].concat();
    assert_eq!(first(&latin), format!("error: {FILE}:25:6: byte 0xe9 is not UTF-8"));
    assert_eq!(first(b""), format!("error: {FILE}: the file is empty"));
    assert_eq!(first(b"# only a comment\n"), format!("error: {FILE}: the file is empty"));
    // What people forget most is said in words that are not the grammar's.
    let unquoted = refused(b"schema: experiment/v1\ntitle: tau: a study\n");
    assert!(unquoted.contains("help: a text that holds `: ` stands in quotes"), "{unquoted}");
    let outdented = refused(b"schema: experiment/v1\ntitle: |\nask me\n");
    assert!(outdented.starts_with(&format!("error: {FILE}:3:1: expected `key: value`\n")), "{outdented}");
    assert!(outdented.contains("indented more than its key"), "{outdented}");
    assert_eq!(first(b"hello\n"), format!("error: {FILE}:1:1: found `hello`, expected a map"));
    assert_eq!(first(b"- a\n"), format!("error: {FILE}:1:1: found a list, expected a map"));
    let twice = format!("{EXPERIMENT}---\na: b\n");
    assert_eq!(first(twice.as_bytes()), format!("error: {FILE}:25:1: a second document; one was expected"));
    assert!(first(format!("{EXPERIMENT}x: *y\n").as_bytes()).contains(":25:4: "));
    assert!(first(format!("{EXPERIMENT}x: \0\n").as_bytes()).contains(":25:4: "));
    assert!(
        first(format!("{EXPERIMENT}? [a, b]\n: c\n").as_bytes())
            .contains(":25:3: a key must be a word, found a list")
    );
}

#[test]
fn forms_that_are_fine() {
    let world = World::new();
    let plain = world.line("plan small --cells").code(GOOD).stdout;
    assert_eq!(plain.lines().count(), 146);
    for text in [
        EXPERIMENT.replace('\n', "\r\n"),
        format!("\u{feff}{EXPERIMENT}"),
        EXPERIMENT.trim_end().to_owned(),
        format!("# café\n---\n{EXPERIMENT}...\n"),
    ] {
        world.write(FILE, text);
        assert_eq!(world.line("plan small --cells").code(GOOD).stdout, plain);
    }
}

#[test]
fn wrong_arguments() {
    let lines = [
        "plan smal",
        "plan small --profile smok",
        "plan small --profile quick",
        "plan small -s seed",
        "plan small -s seed=",
        "plan small -s seed=[1",
        "plan small -s seed=abc",
        "plan small -s axes..measure=AP",
        "plan small -s axes.foo.bar=1",
        "plan small -s statistics.dq.alpha=1",
        "plan small -s seed.x=1",
        "plan small -s axes.foo+=1",
        "plan small -s axes.mesure=[AP]",
        "plan small --only judgments=nothing",
        "plan small --only judgments=fll",
        "plan small --experiments nowhere",
        "plan sm",
        "explain small/tau[collection=tiny-twin,measure=AP]",
        "audit qrels.txt runs more",
        "audit --qrels q --runs r --depth 0",
        "audit --qrels q --runs r --depth ten",
        "diff a b --tolerance x",
        "diff a b --tolerance -1",
        "diff a b --tolerance=NaN",
        "diff a b --tolerance=inf",
        "plan small --only judgment=full",
        "plan small --only full",
        "plan small --only measure=AP,measure=RR",
        "run small --jobs x",
        "explain tau",
        "explain small/tau",
        "simulate tiny-twn -o out",
        "data verify tiny-twn",
        "",
        "frobnicate",
        "run",
        "eval",
        "plan small --frobnicate",
    ];
    let said = refusals(&World::new(), "", lines);
    assert_eq!(said.matches(&format!("exit code {USAGE}\n")).count(), lines.len(), "{said}");
    shown("wrong_arguments", &said);
}

/// A wrong description of a collection is told with its own file and line.
#[test]
fn wrong_collections() {
    let world = World::with_files();
    let says = |from: &str, to: &str, expected: &str| {
        let (text, place) = match changed(crate::world::TINY, from, to) {
            text if text.contains(HERE) => marked(&text),
            text => (text, String::new()),
        };
        let place = if place.is_empty() { place } else { format!("{place}: ") };
        world.write("collections/tiny.yaml", text);
        world.change("[tiny-twin]", "[tiny]");
        let ended = world.line("plan small").code(USAGE);
        let expected = format!("error: collections/tiny.yaml:{place}{expected}");
        assert!(ended.stderr.starts_with(&expected), "{expected}\n{}", ended.stderr);
    };
    says("id: tiny", "id: ¦other", "the id is `other`, but the file is named collections/tiny.yaml");
    says(
        "kind: open",
        "kind: ¦closed",
        "unknown name `closed`, expected one of `simulated`, `worked-example`, `made-up`, `open`, `licensed`",
    );
    says(
        "qrels: qrels.txt",
        "qrels: ¦../qrels.txt",
        "files.qrels: `../qrels.txt` does not stay inside its folder",
    );
    says("folder: tiny", "folder: ¦/etc", "files.folder: `/etc` does not stay inside its folder");
    says("licence: none\n", "", "1:1: licence: must be said of a collection of files");
    says("pool-depth: 3", "pool-depth: ¦0", "pool-depth: 0, expected at least 1");
    says("pool-depth: 3", "¦pool-deph: 3", "unknown key `pool-deph`");
}

/// What is not written has a value of its own; an empty list has none.
#[test]
fn an_empty_axis_is_no_axis() {
    let world = World::new();
    for axis in ["collection", "runs", "judgments", "measure"] {
        let ended = world.rejudge(["plan", "small", "-s", &format!("axes.{axis}=[]")]).code(USAGE);
        let expected = format!("the axis `{axis}` is empty");
        assert!(ended.stderr.contains(&expected), "{}", ended.stderr);
    }
}

/// All judgments agree with themselves by 1, so that no curve can be above more; and all are above -1.
#[test]
fn a_knee_has_a_threshold_that_a_coefficient_can_reach() {
    for above in ["99", "1", "-1.5", ".nan"] {
        let world = World::new();
        let table = format!(
            "tables:\n  t:\n    caption: c\n    columns: measure\n    rows:\n      \
             - {{label: a, cell: tau, over: judgments.rate, take: {{knee: {{above: {above}}}}}}}\n"
        );
        world.write(FILE, format!("{EXPERIMENT}{table}"));
        let ended = world.line("plan small").code(USAGE);
        assert!(ended.stderr.contains(":30:74: found "), "{}", ended.stderr);
    }
}

/// A value that stands twice is one point, which an address, a row of a table and a mean would count as two.
#[test]
fn values_that_stand_twice() {
    let twice = |set: &str| format!("`{set}` is on the axis `judgments` already");
    says("    - full\n", "    - full\n    - ¦full\n", &twice("full"), "");
    let depth = twice("pool-depth(depth=5)");
    says("- pool-depth: {depth: {each: [5, 1]}}", "- ¦pool-depth: {depth: {each: [5, 1, 5]}}", &depth, "");
    let team = twice("take-one-team(team=one)");
    says("- take-one-team: {team: {each: all}}", "- ¦take-one-team: {team: {each: [one, one]}}", &team, "");
    // As numbers, however they are written.
    let rate = "- full\n    - ¦sample: {rate: {each: [0.5, .50]}}\n";
    says("- full\n", rate, &twice("sample(draw=1,rate=.50)"), "");
}

/// Another line would be a row of `list`, and a heading of the report.
#[test]
fn a_title_is_one_line() {
    says("title: A small experiment", "title: ¦\"A\\n# small\"", "a title of 2 lines, expected one", "");
    says("title: A small experiment", "title: |\n  ¦A small\n  experiment", "a title of 2 lines", "");
    let world = World::new();
    world.write(FILE, changed(EXPERIMENT, "title: A small experiment", "title: >\n  A small\n  experiment"));
    assert_eq!(world.line("list").code(GOOD).stdout, "small\tA small experiment\n");
}

/// A tag says what a value is, which nothing here asks: it would be passed over.
#[test]
fn tags_of_yaml() {
    let tag = |tag: &str| format!("found the tag `{tag}`, expected a value without one");
    says("title: A small", "title: ¦!weird A small", &tag("!weird"), "");
    says("draws: 2", "draws: ¦!!int 2", &tag("tag:yaml.org,2002:int"), "");
    says("axes:\n", "axes: ¦!sweep\n", &tag("!sweep"), "");
    says("[AP, nDCG@10]", "¦!few [AP, nDCG@10]", &tag("!few"), "");
}

/// Nothing can be laid over a list: the file above would replace it, and count as an experiment of its own.
#[test]
fn what_is_no_map_is_not_extended() {
    let world = World::new();
    world.write("experiments/small/list.yaml", "- a\n- b\n");
    let text = changed(EXPERIMENT, "id: small", "id: small\nextends: list.yaml");
    world.write(FILE, text);
    let stderr = world.line("plan small").code(USAGE).stderr;
    let said = "experiment.yaml:3:10: experiments/small/list.yaml is a list, expected a map";
    assert!(stderr.contains(said), "{stderr}");
}

/// Expected values that name another experiment check nothing of this one; what a sweep inherits is not its
/// own, and may.
#[test]
fn expected_values_of_another_experiment() {
    let world = World::new();
    world.write("experiments/small/expected.yaml", "schema: expected/v1\nexperiment: large\n");
    world.write(FILE, changed(EXPERIMENT, "seed: 1", "expected: expected.yaml\nseed: 1"));
    for verb in ["plan", "run", "check"] {
        let stderr = world.line(&format!("{verb} small")).code(USAGE).stderr;
        let said = "experiment.yaml:4:11: its values are expected of `large`, not of `small`";
        assert!(stderr.contains(said), "{stderr}");
    }
    world.write("experiments/small/expected.yaml", "schema: expected/v1\nexperiment: small\n");
    world.write("experiments/sweep/experiment.yaml", "extends: ../small/experiment.yaml\nid: sweep\n");
    world.line("plan sweep").code(GOOD);
}

/// No collection has as many topics: of each cell it would be said, when all is computed.
#[test]
fn sets_of_more_topics_than_there_are() {
    let axes = "measure: [AP, nDCG@10]\n  topic-sets:\n    - ¦disjoint-pairs: {size: 4, pairs: 3}";
    let why = "`disjoint-pairs(pairs=3,size=4)` needs 8 topics, and no collection here has more than 6";
    says("measure: [AP, nDCG@10]", axes, why, "");
}

#[test]
fn a_setting_may_be_given_where_the_file_has_none() {
    let world = World::new();
    world.change("draws: 2\n", "");
    for set in ["draws.simulated=1", "evaluation.max-rank=5", "run.max-cells=10000"] {
        world.rejudge(["plan", "small", "-s", set]).code(GOOD);
    }
    let ended = world.rejudge(["plan", "small", "-s", "evaluation.max-rnk=5"]).code(USAGE);
    assert!(ended.stderr.contains("did you mean `evaluation.max-rank`?"), "{}", ended.stderr);
    let ended = world.rejudge(["plan", "small", "-s", "axes.judgments.1.depth=5"]).code(USAGE);
    let says = "`axes.judgments` is a list: replace it whole (`axes.judgments=[..]`), or add to it (`axes.judgments+=..`)";
    assert!(ended.stderr.contains(says), "{}", ended.stderr);
}
