//! `check` as CI shows it: GitHub's annotations and summary, and the workflow that a fork runs.

use serde_json::Value;

use crate::world::{DIFFERENT, Ended, GOOD, USAGE, World, ended, has, repository};

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
known-errata:
  - {name: gone, reason: it was mended, printed: [{cell: {table: table-1, panel: paper, row: AP, column: b}, text: \".53\"}]}
recorded:
  above: {tiny-twin: 2/2}
  below: {tiny-twin: 2/2}
gate: {fail-on: [mismatch, not-computed, claim-changed, stale-expectation], at-least: {recomputed-cells: 7}}
";

const TABLE: &str = "\
tables:
  shown: {caption: Topics, where: {judgments: full}, columns: collection, rows: [{label: topics, cell: facts.topics}]}
claims:
  above: {claim: it is <above> 0, holds: {positive: {of: mean}}}
  below: {claim: it is below 0, holds: {negative: {of: mean}}}
";

/// A world with results in which two checks fail: an erratum and a claim; and too little is recomputed.
fn world() -> World {
    let world = World::new();
    world.change("profiles:", &format!("expected: expected.yaml\n{TABLE}profiles:"));
    world.write("experiments/small/expected.yaml", EXPECTED);
    world.line("run small --quiet").code(GOOD);
    world.line("accept small").code(GOOD);
    world
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
            "::error {file},line=18,col=51,title=stale-expectation%3A known errata::erratum `gone` is stale: "
        ),
        format!(
            "::error {file},line=21,col=22,title=claim-changed%3A below on tiny-twin::claim `below` on tiny-twin: "
        ),
        "::error title=not-computed%3A gate::found 0 recomputed cells, ".to_owned(),
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
    ended(&mut command).code(DIFFERENT).prints(format!("::error {file},line=18,col=51,"));
    // It is asked for by its flag alone.
    let plain = github(&world, "check small", &[("GITHUB_ACTIONS", "true".to_owned())], DIFFERENT);
    assert!(!plain.stdout.contains("::error") && plain.stderr.contains("error: "), "{}", plain.stdout);
    github(&world, "check small --github --json", &[], USAGE);
}

#[test]
fn the_summary_of_the_job() {
    let world = world();
    world.write("summary.md", "what another step wrote\n\n");
    let file = ("GITHUB_STEP_SUMMARY", world.path("summary.md").display().to_string());
    github(&world, "check --all --github", &[file], DIFFERENT);
    let text = world.read("summary.md");
    assert!(
        text.starts_with("what another step wrote\n\n## rejudge check\n\n| experiment | failures |"),
        "{text}"
    );
    let row = text.lines().find(|line| line.starts_with("| small |")).unwrap();
    assert!(row.starts_with("| small | 3 | small: "), "{row}");
    has(&text, "\n### small: 3 failures\n\n- stale-expectation: experiments/small/expected.yaml:18:51: ");
    assert!(text.contains("is not reproduced"), "{text}");
}

/// Returns true if an action of GitHub's is named by a hash: a tag may be moved to other code, a hash may not.
fn is_pinned(action: &str) -> bool {
    let hash = action.split_once('@').map_or("", |(_, hash)| hash);
    action.starts_with("actions/") && hash.len() == 40 && hash.chars().all(|c| c.is_ascii_hexdigit())
}

/// The steps of action.yml, as `steps recompute` with these variables in the world.
fn recompute(world: &World, variables: &[(&str, &str)], code: i32) -> Ended {
    let program = world.command(["eval"]).get_program().to_owned();
    let mut command = std::process::Command::new(repository().join(".github/action/steps"));
    command
        .arg("recompute")
        .current_dir(world.path(""))
        .env("PROGRAM", program)
        .env_remove("GITHUB_WORKSPACE");
    for input in ["EXPECT", "QRELS", "RUNS", "OPTIONS", "EXPERIMENTS", "FROM_EMPTY_CACHE"] {
        command.env_remove(input);
    }
    command.envs(variables.iter().copied());
    ended(&mut command).code(code)
}

/// A table that holds, the same with a number that moved, and nothing to do.
#[test]
fn the_action_marks_a_number_that_moved() {
    let world = World::new();
    world.write("qrels.txt", "1 0 d1 1\n1 0 d2 0\n");
    world.write("runs/mine.txt", "1 Q0 d1 1 2.0 mine\n1 Q0 d2 2 1.0 mine\n");
    let table = "# Mine\n\n## Results\n\n| run | P@2 | AP |\n|---|---|---|\n| mine | 0.50 | 1.00 |\n";
    world.write("README.md", table);
    let inputs = [("EXPECT", "README.md#results"), ("QRELS", "qrels.txt"), ("RUNS", "runs")];
    assert_eq!(recompute(&world, &inputs, GOOD).stdout, "");
    world.write("README.md", table.replace("0.50", "0.60"));
    let marked = recompute(&world, &inputs, DIFFERENT).stdout;
    let expected =
        "::error file=README.md,line=7,col=10,title=value differs::P@2 of mine is 0.5, and 0.60 is printed\n";
    assert_eq!(marked, expected);
    // Inputs of several lines.
    world.write("more.txt", "1 Q0 d1 1 2.0 more\n");
    world.write("README.md", format!("{table}| more | 0.50 | 1.00 |\n"));
    let runs = [("EXPECT", "README.md#results"), ("QRELS", "qrels.txt"), ("RUNS", "\nruns\nmore.txt\n")];
    recompute(&world, &runs, GOOD);
    recompute(&world, &[runs[0], runs[1], runs[2], ("OPTIONS", "--ties\nrank")], GOOD);
    let experiments = recompute(&world, &[("EXPERIMENTS", "small\nabsent")], USAGE).stdout;
    assert_eq!(experiments.lines().last(), Some("::error title=rejudge::absent failed; the log says why"));
}

#[test]
fn the_action_refuses_what_it_cannot_recompute() {
    let world = World::new();
    let table = ("EXPECT", "README.md#results");
    for (inputs, said) in [
        (&[][..], "nothing to recompute: name a table (`expect`) or `experiments`"),
        (&[table, ("RUNS", "runs")], "`qrels` is missing: name the judgments of the table"),
        (&[table, ("QRELS", "qrels.txt")], "`runs` is missing: name the runs of the table"),
        (&[table, ("PROGRAM", "none")], "there is no program none: build it first, or leave `program` empty"),
    ] {
        assert_eq!(recompute(&world, inputs, USAGE).stdout, format!("::error title=rejudge::{said}\n"));
    }
}

#[test]
fn the_action_names_pinned_actions_and_its_own_steps() {
    let path = repository().join("action.yml");
    let action: Value = serde_yaml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(action["runs"]["using"], "composite");
    for step in action["runs"]["steps"].as_array().unwrap() {
        match step["uses"].as_str() {
            Some(uses) => assert!(is_pinned(uses), "{uses}"),
            None => assert!(step["run"].as_str().unwrap().contains("/.github/action/steps"), "{step}"),
        }
    }
}

/// The workflow is YAML with existing names: the compiler of Cargo.toml, and targets of the Makefile.
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
                    assert!(action == "./" || is_pinned(action), "{action}");
                }
                (Value::Null, Value::String(run)) => commands.push(run.as_str()),
                _ => panic!("{name}: {step}"),
            }
        }
    }
    for target in
        commands.iter().flat_map(|run| run.lines()).filter_map(|line| line.trim().strip_prefix("make "))
    {
        assert!(makefile.contains(&format!("\n{target}:")), "no target {target}");
    }
}
