//! GitHub: annotations and the job summary of a `check`, the action (action.yml), and the workflow that a
//! fork runs.

use crate::cases::{case, cases};
use crate::snapshots::shown;
use crate::world::{DIFFERENT, Ended, GOOD, NOTHING_CHECKED, USAGE, World, ended, repository};

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
  above: {tiny-twin: holds 2/2}
  below: {tiny-twin: holds 2/2}
gate: {fail-on: [mismatch, not-computed, claim-changed, stale-expectation], at-least: {recomputed-cells: 7}}
";

const TABLE: &str = "\
tables:
  shown: {caption: Topics, where: {judgments: full}, columns: collection, rows: [{label: topics, cell: facts.topics}]}
claims:
  above: {claim: it is <above> 0, holds: {positive: {of: mean}}}
  below: {claim: it is below 0, holds: {negative: {of: mean}}}
";

/// Creates a world with results in which an erratum fails, a claim fails, and too few cells are recomputed.
fn world() -> World {
    let world = World::new();
    world.change("profiles:", &format!("expected: expected.yaml\n{TABLE}profiles:"));
    world.write("experiments/small/expected.yaml", EXPECTED);
    world.line("run small --quiet").code(GOOD);
    world.line("accept small").code(GOOD);
    world
}

#[test]
fn github_shows_failures_at_their_lines() {
    let world = world();
    let rows = [
        case(DIFFERENT, "check small --github").printed(),
        case(USAGE, "check small --github --json").printed(),
        case(DIFFERENT, "check small").printed(),
    ];
    cases("failures_for_github", &world, rows);
    // The experiment is named by an absolute path, but the annotation's path is relative to GITHUB_WORKSPACE.
    let at = world.path("").display().to_string();
    let elsewhere = ["check", &format!("{at}/experiments/small/experiment.yaml"), "--github"];
    let shown = ended(world.command(elsewhere).env("GITHUB_WORKSPACE", &at)).code(DIFFERENT);
    shown.prints("::error file=experiments/small/expected.yaml,line=18,col=51,");
    // Annotations are printed only with the option.
    let plain = ended(world.command(["check", "small"]).env("GITHUB_ACTIONS", "true")).code(DIFFERENT);
    assert!(!plain.stdout.contains("::error"), "{}", plain.stdout);
}

#[test]
fn failures_are_in_the_job_summary() {
    let world = world();
    world.write("summary.md", "what another step wrote\n\n");
    let mut check = world.command(["check", "--all", "--github"]);
    ended(check.env("GITHUB_STEP_SUMMARY", world.path("summary.md"))).code(DIFFERENT);
    shown("the_summary_of_a_job", &world.read("summary.md"));
}

/// Runs `steps recompute`, as action.yml does, with these variables in the world's folder.
fn recompute(world: &World, variables: &[(&str, &str)], code: i32) -> Ended {
    let program = world.command(["eval"]).get_program().to_owned();
    let mut command = std::process::Command::new(repository().join(".github/action/steps"));
    command
        .arg("recompute")
        .current_dir(world.path(""))
        .env("PROGRAM", program)
        .env_remove("GITHUB_WORKSPACE");
    for input in [
        "EXPECT",
        "BASE",
        "ALLOW",
        "SLICES",
        "QRELS",
        "RUNS",
        "NAMES",
        "OPTIONS",
        "EXPERIMENTS",
        "FROM_EMPTY_CACHE",
    ] {
        command.env_remove(input);
    }
    command.envs(variables.iter().copied());
    ended(&mut command).code(code)
}

/// The action prints nothing if the table agrees, and marks a number that moved. It also works without a table.
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
    // Inputs may have several lines.
    world.write("more.txt", "1 Q0 d1 1 2.0 more\n");
    world.write("README.md", format!("{table}| more | 0.50 | 1.00 |\n"));
    let runs = [("EXPECT", "README.md#results"), ("QRELS", "qrels.txt"), ("RUNS", "\nruns\nmore.txt\n")];
    recompute(&world, &runs, GOOD);
    recompute(&world, &[runs[0], runs[1], runs[2], ("OPTIONS", "--ties\nrank")], GOOD);
    // The table has names as people write them, and a row about another system, which is not compared.
    let named = table.replace("| mine |", "| BM25 + PRF † |") + "| Other et al. | 0.10 | 0.20 |\n";
    world.write("README.md", named);
    let names = ("NAMES", "BM25 + PRF=runs/mine.txt\n\n");
    let printed = recompute(&world, &[inputs[0], inputs[1], inputs[2], names], GOOD).stdout;
    let notice =
        "::notice title=not compared::1 run of the table has no file and is not compared: Other et al.\n";
    assert_eq!(printed, notice);
    let experiments = recompute(&world, &[("EXPERIMENTS", "small\nabsent")], USAGE).stdout;
    assert_eq!(experiments.lines().last(), Some("::error title=rejudge::absent failed; the log says why"));
}

/// The first new run loses nothing, and the second new run is worse on every topic. A single topic cannot
/// decide.
#[test]
fn the_action_judges_a_new_run() {
    let world = World::new();
    let topics = 1..=50;
    world.write(
        "qrels.txt",
        topics.clone().map(|topic| format!("{topic} 0 d1 1\n{topic} 0 d2 0\n")).collect::<String>(),
    );
    let base = |tag: &str, first, second| {
        let list = |topic| (topic, [first, second]);
        world.run(&format!("runs/{tag}.txt"), tag, topics.clone().map(list));
    };
    base("base", "d1", "d2");
    let inputs = |allow| [("QRELS", "qrels.txt"), ("RUNS", "runs"), ("BASE", "base.txt"), ("ALLOW", allow)];
    base("new", "d1", "d2");
    assert_eq!(recompute(&world, &inputs("RR:.02 P@1:.1"), GOOD).stdout, "");
    base("new", "d2", "d1");
    let marked = recompute(&world, &inputs("RR:.02"), DIFFERENT).stdout;
    assert!(marked.starts_with("::error title=worse::RR of new is 0.5"), "{marked}");
    world.write("qrels.txt", "1 0 d1 1\n1 0 d2 0\n");
    let marked = recompute(&world, &inputs("RR:.02"), NOTHING_CHECKED).stdout;
    assert!(marked.starts_with("::warning title=cannot tell::RR of new is"), "{marked}");
}

#[test]
fn the_action_refuses_what_it_cannot_recompute() {
    let world = World::new();
    let table = ("EXPECT", "README.md#results");
    for (inputs, message) in [
        (&[][..], "nothing to recompute: name a table (`expect`), budgets (`allow`) or `experiments`"),
        (
            &[("ALLOW", "AP:.1"), ("QRELS", "q"), ("RUNS", "r")],
            "`base` is missing: name the run that the others are compared with",
        ),
        (&[table, ("RUNS", "runs")], "`qrels` is missing: name the judgments of the table"),
        (&[table, ("QRELS", "qrels.txt")], "`runs` is missing: name the runs of the table"),
        (
            &[table, ("QRELS", "qrels.txt"), ("RUNS", "runs"), ("DATA", "nosuch")],
            "nosuch could not be fetched; the log says why",
        ),
        (&[table, ("PROGRAM", "none")], "there is no program none: build it first, or leave `program` empty"),
    ] {
        assert_eq!(recompute(&world, inputs, USAGE).stdout, format!("::error title=rejudge::{message}\n"));
    }
}

/// A tag can be moved to other code, but a hash cannot. The compiler version is the one in Cargo.toml, and the targets are
/// in the Makefile.
#[test]
fn actions_are_pinned_and_targets_exist() {
    let read = |path: &str| std::fs::read_to_string(repository().join(path)).unwrap();
    let (action, workflow) = (read("action.yml"), read(".github/workflows/ci.yml"));
    let lines = || action.lines().chain(workflow.lines()).map(|line| line.trim().trim_start_matches("- "));
    let used: Vec<&str> = lines().filter_map(|line| line.strip_prefix("uses: ")).collect();
    assert!(used.len() > 4, "{used:?}");
    for action in used {
        let hash = action.split(['@', ' ']).nth(1).unwrap_or_default();
        let is_pinned = hash.len() == 40 && hash.chars().all(|c| c.is_ascii_hexdigit());
        assert!(action == "./" || action.starts_with("actions/") && is_pinned, "{action}");
    }
    for run in action.lines().filter(|line| line.trim().starts_with("run: ")) {
        assert!(run.contains("/.github/action/steps"), "{run}");
    }
    let rust = lines().find_map(|line| line.strip_prefix("RUST: ")).unwrap();
    assert!(read("Cargo.toml").contains(&format!("rust-version = {rust}\n")), "{rust}");
    assert!(workflow.contains("\npermissions:\n  contents: read\n"));
    let jobs = |key: &str| workflow.matches(&format!("\n    {key}: ")).count();
    assert_eq!(jobs("timeout-minutes"), jobs("runs-on"));
    let makefile = read("Makefile");
    for target in lines().filter_map(|line| line.trim_start_matches("run: ").strip_prefix("make ")) {
        assert!(makefile.contains(&format!("\n{target}:")), "no target {target}");
    }
}
