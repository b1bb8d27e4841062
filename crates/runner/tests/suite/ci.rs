//! `check` as CI shows it: JUnit XML, GitHub's annotations and summary, and the workflow that a fork runs.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};
use serde_json::Value;

use crate::world::{DIFFERENT, Ended, GOOD, NOTHING_CHECKED, World, changed, ended, repository};

const EXPECTED: &str = "\
schema: expected/v1
experiment: small
tables:
  table-1/paper:
    kind: needs-licensed-data
    then: exact
    cells: |
      measure | a    | b
      AP      | .51  | .52
      nDCG    | .53  | .54
  shown:
    kind: needs-licensed-data
    then: exact
    cells: |
      statistic | paper
      topics    | 3
relations:
  - {name: falling, says: from row to row values do not rise, equations: {for-each: panel, in: {table: table-1, column: b}, binds: {all: {row: all}}, holds: all is descending(all)}}
  - {name: equal, says: the same, equations: {for-each: cell, in: {table: table-1, column: a}, binds: {same: {table: table-1}}, holds: cell is same}}
recorded:
  above: {tiny-twin: 2/2}
  below: {tiny-twin: 2/2}
gate: {fail-on: [mismatch, not-computed, claim-changed, relation-fails, transcription-differs], at-least: {recomputed-cells: 7}}
";

const TABLE: &str = "\
tables:
  shown: {caption: Topics, where: {judgments: full}, columns: collection, rows: [{label: topics, cell: facts.topics}]}
claims:
  above: {claim: it is <above> 0, holds: {positive: {of: mean}}}
  below: {claim: it is below 0, holds: {negative: {of: mean}}}
";

/// A world with results in which two checks fail: a relation and a claim; and too little is recomputed.
fn world() -> World {
    let world = World::new();
    world.change("profiles:", &format!("expected: expected.yaml\n{TABLE}profiles:"));
    world.write("experiments/small/expected.yaml", EXPECTED);
    world.line("run small --quiet").code(GOOD);
    world.line("accept small").code(GOOD);
    world.line("accept small --transcription").code(GOOD);
    world
}

/// The test cases of a report, by class and name.
fn cases<'a>(xml: &'a Document<'_>) -> BTreeMap<String, Node<'a, 'a>> {
    let cases = xml.descendants().filter(|node| node.has_tag_name("testcase"));
    let mut found = BTreeMap::new();
    for case in cases {
        let name = format!("{} {}", case.attribute("classname").unwrap(), case.attribute("name").unwrap());
        assert!(found.insert(name.clone(), case).is_none(), "{name} stands twice");
    }
    found
}

fn state(case: Node<'_, '_>) -> &'static str {
    let is = |tag| case.children().any(|child| child.has_tag_name(tag));
    match (is("failure"), is("skipped")) {
        (true, false) => "failed",
        (false, true) => "skipped",
        (false, false) => "passed",
        _ => panic!("both"),
    }
}

#[test]
fn junit_has_a_case_for_each_table_relation_finding_and_golden_table() {
    let world = world();
    world.line("check small --junit new/junit.xml").code(DIFFERENT);
    let text = std::fs::read_to_string(world.path("new/junit.xml")).unwrap();
    let xml = Document::parse(&text).unwrap();
    let cases = cases(&xml);
    let states: Vec<(&str, &str)> = cases.iter().map(|(name, case)| (name.as_str(), state(*case))).collect();
    assert_eq!(
        states,
        [
            ("small.claims above on tiny-twin", "passed"),
            ("small.claims below on tiny-twin", "failed"),
            ("small.golden scores", "passed"),
            ("small.golden shown", "passed"),
            ("small.relations equal", "passed"),
            ("small.relations falling", "failed"),
            ("small.results gate", "failed"),
            ("small.tables shown", "skipped"),
            ("small.tables table-1", "skipped"),
            ("small.transcription expected.lock", "passed"),
        ]
    );
    let root = xml.root_element();
    assert_eq!([root.attribute("tests"), root.attribute("failures")], [Some("10"), Some("3")], "{text}");
    // A failure is on the line of the printed cell.
    let falling = cases["small.relations falling"];
    let file = "experiments/small/expected.yaml";
    assert_eq!([falling.attribute("file"), falling.attribute("line")], [Some(file), Some("9")], "{text}");
    let failure = falling.children().find(|child| child.has_tag_name("failure")).unwrap();
    assert_eq!(failure.attribute("type"), Some("relation-fails"));
    let message = failure.attribute("message").unwrap();
    assert!(
        message.starts_with(&format!("{file}:9:"))
            && message.contains("`all is descending(all)`: 0.52 is not 0.54"),
        "{message}"
    );
    assert!(failure.text().unwrap().contains(message));
    // What is not compared does not look as if it were.
    let skipped =
        cases["small.tables table-1"].children().find(|child| child.has_tag_name("skipped")).unwrap();
    assert_eq!(
        skipped.attribute("message"),
        Some("no cell is compared with a computed value here (cells: 4 skipped-data)")
    );
    // Equal checks, equal bytes.
    world.line("check small --junit again.xml").code(DIFFERENT);
    assert_eq!(std::fs::read_to_string(world.path("again.xml")).unwrap(), text);
    // Failures and failed cases are those of check.json.
    let check: Value =
        serde_json::from_slice(&std::fs::read(world.path("results/small/check.json")).unwrap()).unwrap();
    assert_eq!(check["failures"].as_array().unwrap().len(), 3, "{check}");
}

/// Accepted numbers that moved, a digit that was changed, and no results: each fails its own case.
#[test]
fn each_failure_has_its_case() {
    let failed = |world: &World, code: i32| -> Vec<String> {
        world.line("check small --junit junit.xml --quiet").code(code);
        let text = std::fs::read_to_string(world.path("junit.xml")).unwrap();
        let xml = Document::parse(&text).unwrap();
        cases(&xml).into_iter().filter(|(_, case)| state(*case) == "failed").map(|(name, _)| name).collect()
    };
    let always = ["small.claims below on tiny-twin", "small.relations falling", "small.results gate"];
    let with = |more: &str| {
        let mut all: Vec<String> =
            always.iter().map(|name| (*name).to_owned()).chain([more.to_owned()]).collect();
        all.sort();
        all
    };
    let world = world();
    assert_eq!(failed(&world, DIFFERENT), always);
    let golden = std::fs::read_to_string(world.path("experiments/small/golden/small/tables.csv")).unwrap();
    let moved = golden.replace(",6\n", ",7\n");
    assert_ne!(moved, golden);
    world.write("experiments/small/golden/small/tables.csv", &moved);
    assert_eq!(failed(&world, DIFFERENT), with("small.golden shown"));
    world.write("experiments/small/golden/small/tables.csv", &golden);
    world.write("experiments/small/expected.yaml", changed(EXPECTED, ".51", ".61"));
    assert_eq!(failed(&world, DIFFERENT), with("small.transcription expected.lock"));
    world.write("experiments/small/expected.yaml", EXPECTED);
    std::fs::remove_dir_all(world.path("results")).unwrap();
    let without = failed(&world, DIFFERENT);
    assert_eq!(without, ["small.relations falling", "small.results gate", "small.results results"]);
    // Nothing that could be checked is no success.
    world.write(
        "experiments/small/expected.yaml",
        "schema: expected/v1\nexperiment: small\ngate: {fail-on: [not-computed]}\n",
    );
    std::fs::remove_file(world.path("experiments/small/expected.lock")).unwrap();
    assert_eq!(failed(&world, NOTHING_CHECKED), ["small.results results"]);
}

/// Runs `check --github` in the world, with these variables.
fn github(world: &World, words: &str, variables: &[(&str, String)], code: i32) -> Ended {
    let mut command = world.command(words.split(' '));
    command.env_remove("GITHUB_STEP_SUMMARY").env_remove("GITHUB_WORKSPACE").env_remove("GITHUB_ACTIONS");
    for (name, value) in variables {
        command.env(name, value);
    }
    ended(&mut command).code(code)
}

#[test]
fn github_shows_failures_where_they_stand() {
    let world = world();
    let shown = github(&world, "check small --github", &[], DIFFERENT);
    assert_eq!(shown.stderr, "", "an annotation is said once");
    let annotations: Vec<&str> = shown.stdout.lines().filter(|line| line.starts_with("::error ")).collect();
    assert_eq!(annotations.len(), 3, "{}", shown.stdout);
    let file = "file=experiments/small/expected.yaml";
    let starts = [
        format!(
            "::error {file},line=9,col=24,title=relation-fails%3A falling::relation `falling` fails at table-1/paper[b]: "
        ),
        format!(
            "::error {file},line=22,col=22,title=claim-changed%3A below on tiny-twin::claim `below` on tiny-twin: recorded 2/2, now 0/2"
        ),
        "::error title=not-computed%3A gate::0 cells are recomputed, ".to_owned(),
    ];
    for (annotation, start) in annotations.iter().zip(&starts) {
        assert!(annotation.starts_with(start.as_str()), "{start}\n{annotation}");
    }
    // From another folder, by a path that is not the repository's.
    let at = world.path("").display().to_string();
    let elsewhere =
        ["check".to_owned(), format!("{at}/experiments/small/experiment.yaml"), "--github".to_owned()];
    let mut command = world.command(elsewhere);
    command.env("GITHUB_WORKSPACE", &at).env_remove("GITHUB_STEP_SUMMARY");
    let seen = ended(&mut command).code(DIFFERENT).stdout;
    assert!(seen.contains(&format!("::error {file},line=9,col=24,")), "{seen}");
    // It is asked for by its flag alone.
    let plain = github(&world, "check small", &[("GITHUB_ACTIONS", "true".to_owned())], DIFFERENT);
    assert!(!plain.stdout.contains("::error") && plain.stderr.contains("error: "), "{}", plain.stdout);
    github(&world, "check small --github --json", &[], crate::world::USAGE);
}

#[test]
fn the_summary_of_the_job() {
    let world = world();
    world.write("summary.md", "what another step wrote\n\n");
    let file = ("GITHUB_STEP_SUMMARY", world.path("summary.md").display().to_string());
    github(&world, "check --all --github", &[file], DIFFERENT);
    let text = std::fs::read_to_string(world.path("summary.md")).unwrap();
    assert!(
        text.starts_with("what another step wrote\n\n## rejudge check\n\n| experiment | checks |"),
        "{text}"
    );
    let row = text.lines().find(|line| line.starts_with("| small |")).unwrap();
    assert!(row.starts_with("| small | 10 | 5 | 3 | 2 | small: "), "{row}");
    assert!(
        text.contains("\n### small: 3 failures\n\n- relation-fails: experiments/small/expected.yaml:9:24: "),
        "{text}"
    );
    assert!(text.contains("it is not reproduced"), "{text}");
}

/// The workflow is YAML that names what there is: the compiler of Cargo.toml, targets of the Makefile,
/// flags of `rejudge`.
#[test]
fn the_workflow_of_a_fork() {
    let path = repository().join(".github/workflows/ci.yml");
    let workflow: Value = serde_yaml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cargo = std::fs::read_to_string(repository().join("Cargo.toml")).unwrap();
    let makefile = std::fs::read_to_string(repository().join("Makefile")).unwrap();
    let rust = workflow["env"]["RUST"].as_str().unwrap();
    assert!(cargo.contains(&format!("rust-version = \"{rust}\"")), "{rust}");
    assert_eq!(workflow["permissions"], serde_json::json!({"contents": "read"}));
    let jobs = workflow["jobs"].as_object().unwrap();
    assert_eq!(jobs.keys().collect::<Vec<_>>(), ["test", "papers"]);
    let mut commands = Vec::new();
    for (name, job) in jobs {
        assert!(job["runs-on"].is_string() && job["timeout-minutes"].is_u64(), "{name}");
        for step in job["steps"].as_array().unwrap() {
            match (&step["uses"], &step["run"]) {
                (Value::String(action), Value::Null) => {
                    // A tag may be moved to other code, a hash may not.
                    let hash = action.split_once('@').map(|(_, hash)| hash).unwrap();
                    let is_hash = hash.len() == 40 && hash.chars().all(|c| c.is_ascii_hexdigit());
                    assert!(action.starts_with("actions/") && is_hash, "{action}");
                }
                (Value::Null, Value::String(run)) => commands.push(run.as_str()),
                _ => panic!("{name}: {step}"),
            }
        }
    }
    let world = World::new();
    let mut verbs = 0;
    for command in commands {
        let parsed = std::process::Command::new("bash").args(["-n", "-c", command]).status().unwrap();
        assert!(parsed.success(), "{command}");
        for line in command.lines() {
            if let Some(target) = line.trim().strip_prefix("make ") {
                assert!(makefile.contains(&format!("\n{target}:")), "no target {target}");
            }
            let Some((_, words)) = line.split_once("target/release/rejudge ") else { continue };
            let verb = words.split(' ').next().unwrap();
            let help = world.line(&format!("{verb} --help")).code(GOOD).stdout;
            for flag in words.split(' ').filter(|word| word.starts_with("--")) {
                assert!(
                    help.contains(&format!("{flag}\n")) || help.contains(&format!("{flag} <")),
                    "{verb} {flag}"
                );
            }
            verbs += 1;
        }
    }
    assert_eq!(verbs, 3, "run, report, check");
}
