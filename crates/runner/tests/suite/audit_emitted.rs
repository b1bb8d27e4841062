//! `rejudge audit --emit-yaml`: an experiment is written, and never next to a report that it would contradict.

use crate::audit::own_tag;
use crate::audit_folders::{all, audit, world};
use crate::world::{GOOD, USAGE, has};

#[test]
fn an_experiment_is_not_emitted_beside_the_report_of_another() {
    let world = world();
    audit(&world, "-o out").code(GOOD);
    let before = all(&world, "out");
    let refused = audit(&world, "-o out --seed 2 --emit-yaml").code(USAGE);
    assert!(
        refused
            .stderr
            .contains("out holds the report of another experiment, or on files that have changed since"),
        "{}",
        refused.stderr
    );
    assert!(all(&world, "out") == before);
    // The same experiment is in the folder already.
    audit(&world, "-o out --emit-yaml").code(GOOD);
    assert!(all(&world, "out") == before);
    // An experiment without a report may be replaced, and an audit with other arguments replaces the earlier one as a
    // whole.
    audit(&world, "-o yaml --emit-yaml").code(GOOD);
    audit(&world, "-o yaml --seed 2 --emit-yaml").code(GOOD);
    assert!(world.read("yaml/experiment.yaml").contains("seed: 2\n"));
    let one: String = (0..12).map(|run| format!("{}\tone\n", own_tag(run))).collect();
    world.write("one.tsv", one);
    assert!(world.path("out/tables/left-out.csv").exists());
    audit(&world, "-o out --teams one.tsv").code(GOOD);
    assert!(!world.path("out/tables/left-out.csv").exists(), "a table of the earlier audit alone");
    audit(&world, "-o fresh --teams one.tsv").code(GOOD);
    assert!(world.results("out") == world.results("fresh"));
}

/// The same experiment on changed files would have another report than the existing one.
#[test]
fn an_experiment_is_not_emitted_beside_a_report_on_other_files() {
    let world = world();
    audit(&world, "-o out").code(GOOD);
    let before = all(&world, "out");
    let said = "or on files that have changed since";
    for name in ["mine/qrels.txt", "mine/runs/team0__run0.txt"] {
        let text = world.read(name);
        // A line less.
        world.write(name, &text[..text.trim_end().rfind('\n').unwrap() + 1]);
        let refused = audit(&world, "-o out --emit-yaml").code(USAGE);
        refused.says(said);
        assert_eq!(refused.stdout, "");
        assert!(all(&world, "out") == before, "{name}");
        world.write(name, &text);
        audit(&world, "-o out --emit-yaml").code(GOOD);
    }
    // So it is where the experiment was run there since, and the report is older than the numbers.
    let text = std::fs::read_to_string(world.path("mine/qrels.txt")).unwrap();
    world.write("mine/qrels.txt", &text[..text.trim_end().rfind('\n').unwrap() + 1]);
    world.line("run out/experiment.yaml --results out").code(GOOD);
    assert!(audit(&world, "-o out --emit-yaml").code(USAGE).stderr.contains(said));
    audit(&world, "-o out").code(GOOD);
    audit(&world, "-o out --emit-yaml").code(GOOD);
}

#[test]
fn a_report_on_scores_that_were_changed_is_another() {
    let world = world();
    let line = "audit --scores AP=ap.csv --draws 1 -o out";
    world.write("ap.csv", "topic,a,b\n1,0.5,0.1\n2,0.5,0.2\n");
    world.line(line).code(GOOD);
    world.line(&format!("{line} --emit-yaml")).code(GOOD);
    world.write("ap.csv", "topic,a,b\n1,0.5,0.1\n2,0.5,0.3\n");
    let refused = world.line(&format!("{line} --emit-yaml")).code(USAGE);
    assert!(refused.stderr.contains("or on files that have changed since"), "{}", refused.stderr);
}

/// The experiment is written as it was changed, so that running it later gives the same numbers.
#[test]
fn an_experiment_is_changed_as_run_changes_it() {
    let world = world();
    let changed = "-o out -s statistics.nearly.team-change.change=0.2 -s tables.scores.decimals=1";
    audit(&world, changed).code(GOOD);
    let experiment = world.read("out/experiment.yaml");
    has(&experiment, "change: 0.2\n");
    has(&experiment, "decimals: 1\n");
    world.line("run out/experiment.yaml --results again").code(GOOD);
    assert_eq!(world.line("diff out again").code(GOOD).stdout.lines().count(), 1);
    audit(&world, "-o out -s axes.measure=[AP]")
        .code(USAGE)
        .says("an audit takes its `axes.measure` from -m");
}
