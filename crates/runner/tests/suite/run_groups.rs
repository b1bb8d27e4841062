//! Groups of runs, and runs that were made later: what is wrong with their tables is told, and what they
//! change.

use crate::world::{BAD_DATA, GOOD, TINY, USAGE, World, changed};

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Groups of runs
seed: 3
draws: 1
axes:
  collection: [tiny]
  judgments:
    - full
    - full: {judge: {each: all}}
    - leave-one-team-out: {team: {each: all}}
  measure: [nDCG@3]
statistics:
  score: {run-scores: {}}
  facts: {team-facts: {}}
  rises: {group-change: {versus: full, groups: family, group: llm, against: neural, members: model, samples: 20}}
";

const GROUPS: &str = "\
run\tfamily\tmodel
late1\tllm\tone
late2\tllm\tone
late3\tllm\ttwo
late4\tneural\t-
late5\tneural\t-
";

/// The small collection with five later runs, of two teams, in two groups.
fn world() -> World {
    let world = World::with_files();
    let files = "teams: teams.tsv, judges: {good: good.txt}, later-runs: \"later/*\", run-groups: groups.tsv";
    world.write("collections/tiny.yaml", changed(TINY, "teams: teams.tsv", files));
    world.write(
        "data/tiny/good.txt",
        "1 0 a1 2\n1 0 b1 2\n1 0 x1 1\n2 0 a1 1\n2 0 x2 2\n3 0 a1 0\n3 0 b3 1\n",
    );
    world.write("data/tiny/groups.tsv", GROUPS);
    let best =
        [["b1", "b2", "b3"], ["a1", "x2", "a1"], ["x1", "a1", "zz"], ["zz", "b2", "a1"], ["a2", "zz", "b3"]];
    for (number, best) in (1..).zip(best) {
        let team = if number < 3 { "new" } else { "newer" };
        let line = |(topic, doc): (usize, &str)| format!("{topic} Q0 {doc} 1 1 late{number}\n");
        let lines: String = (1..).zip(best).map(line).collect();
        world.write(&format!("data/tiny/later/{team}__late{number}"), lines);
    }
    world.write("experiments/small/experiment.yaml", EXPERIMENT);
    world
}

/// The value of a component of `rises` under the judge's labels.
fn rises(world: &World, component: &str) -> Option<f64> {
    let frame = world.frame("r/cells.parquet");
    let (statistics, components) = (frame.text("statistic").unwrap(), frame.text("component").unwrap());
    let (sets, values) = (frame.text("judgments").unwrap(), frame.number("value").unwrap());
    let is_it = |&row: &usize| {
        statistics[row] == "rises" && components[row] == component && sets[row] == "full(judge=good)"
    };
    (0..frame.rows()).find(is_it).and_then(|row| values[row])
}

#[test]
fn later_runs_are_scored_and_neither_pool_nor_are_left_out() {
    let world = world();
    world.line("run small --results r").code(GOOD);
    let frame = world.frame("r/scores.parquet");
    let runs = frame.text("run").unwrap();
    assert!((1..=5).all(|number| runs.contains(&format!("late{number}"))));
    let cells = world.frame("r/cells.parquet");
    assert!(
        cells.text("judgments").unwrap().iter().all(|set| !set.contains("new")),
        "they have no team to leave out"
    );
    assert!(cells.text("team").unwrap().iter().all(|team| !team.contains("new")), "and contributed nothing");
    assert_eq!((rises(&world, "members"), rises(&world, "members-of-others")), (Some(2.0), Some(2.0)));
    let [low, more, high] = ["more-low", "more", "more-high"].map(|part| rises(&world, part).unwrap());
    assert!(low <= more && more <= high);
}

#[test]
fn a_judge_that_is_the_people_again_raises_nobody() {
    let world = world();
    world.write("data/tiny/good.txt", crate::world::QRELS);
    world.line("run small --results r").code(GOOD);
    for part in ["more", "more-low", "more-high", "differs", "rise", "rank-rise", "rank-more", "slope"] {
        assert_eq!(rises(&world, part), Some(0.0), "{part}");
    }
}

#[test]
fn slips_in_the_table_of_groups_are_told_with_their_place() {
    for (old, new, message) in [
        ("late5\t", "lat5\t", "groups.tsv:6:1: run `lat5` is none of the run files (did you mean `late5`?)"),
        (
            "late5\tneural\t-\n",
            "late5\tneural\n",
            "groups.tsv:6:1: 2 columns, expected 3 (run, family, model)",
        ),
        ("late5\t", "late4\t", "groups.tsv:6:1: run `late4` is listed already (line 5)"),
    ] {
        let world = world();
        world.write("data/tiny/groups.tsv", changed(GROUPS, old, new));
        let ended = world.line("run small --results r").code(BAD_DATA);
        assert!(ended.stderr.contains(message), "{}", ended.stderr);
    }
}

#[test]
fn a_run_of_the_table_of_groups_may_have_no_file() {
    let world = world();
    world.write("data/tiny/groups.tsv", format!("{GROUPS}elsewhere\tneural\t-\n"));
    let ended = world.line("run small --results r").code(GOOD);
    let said = "runs of the table that have no file";
    assert!(ended.stderr.contains(said) && ended.stderr.contains("absent=elsewhere"), "{}", ended.stderr);
    assert_eq!(rises(&world, "members-of-others"), Some(2.0));
}

#[test]
fn later_runs_are_named_alike_and_marked_nowhere() {
    let world = world();
    let files = "teams: teams.tsv, pooled: pooled.tsv";
    let described = std::fs::read_to_string(world.path("collections/tiny.yaml")).unwrap();
    world.write("collections/tiny.yaml", changed(&described, "teams: teams.tsv", files));
    let marks = "run\tpooled\nalpha\t1\nalpha2\t1\nbeta\t1\ngamma\t0\n";
    world.write("data/tiny/pooled.tsv", marks);
    world.line("run small --results r").code(GOOD);
    world.write("data/tiny/pooled.tsv", format!("{marks}late2\t0\n"));
    let ended = world.line("run small --results r").code(BAD_DATA);
    assert!(
        ended.stderr.contains("is one of the later runs, of which none formed the pool"),
        "{}",
        ended.stderr
    );
    world.write("data/tiny/pooled.tsv", marks);
    let later = world.path("data/tiny/later");
    std::fs::rename(later.join("newer__late5"), later.join("late5")).unwrap();
    let ended = world.line("run small --results r").code(BAD_DATA);
    let remedy = "of the later runs the names of all files say a team, or of none";
    assert!(ended.stderr.contains(remedy), "{}", ended.stderr);
}

#[test]
fn groups_that_there_are_not_are_told_at_plan() {
    for (old, new, message) in [
        (
            "groups: family",
            "groups: famly",
            "its runs have no groups by `famly`, only by `family`, `model` (did you mean `family`?)",
        ),
        ("members: model", "members: modell", "its runs have no groups by `modell`"),
        ("group: llm", "group: lmm", "no run is of the family `lmm` (did you mean `llm`?)"),
        ("against: neural", "against: llm", "`llm` is compared with itself"),
        ("samples: 20", "samples: 1", "found `1`, expected a whole number from 2 to 100000"),
    ] {
        let world = world();
        world.write("experiments/small/experiment.yaml", changed(EXPERIMENT, old, new));
        let ended = world.line("plan small").code(USAGE);
        assert!(ended.stderr.contains(message), "{}", ended.stderr);
        assert!(ended.stderr.contains("experiment.yaml:1"), "it has a place: {}", ended.stderr);
    }
    let world = world();
    world.write("collections/tiny.yaml", TINY);
    let without_judges = changed(EXPERIMENT, "    - full: {judge: {each: all}}\n", "");
    world.write("experiments/small/experiment.yaml", without_judges);
    let ended = world.line("plan small").code(USAGE);
    let message = "`rises` cannot be computed of `tiny`: no table says of what groups its runs are";
    assert!(ended.stderr.contains(message), "{}", ended.stderr);
}

#[test]
fn a_later_run_of_a_team_that_took_part_is_refused() {
    let world = world();
    world.write("data/tiny/later/new__late1", "1 Q0 b1 1 1 alpha\n");
    let ended = world.line("run small --results r").code(BAD_DATA);
    assert!(ended.stderr.contains("both hold run `alpha`"), "{}", ended.stderr);
    let teams = std::fs::read_to_string(world.path("data/tiny/teams.tsv")).unwrap();
    world.write("data/tiny/later/new__late1", "1 Q0 b1 1 1 late1\n");
    world.write("data/tiny/teams.tsv", format!("{teams}late1\tA\n"));
    let ended = world.line("run small --results r").code(BAD_DATA);
    assert!(ended.stderr.contains("is one of the later runs, of no team that took part"), "{}", ended.stderr);
    // Nor may a new run join a team of the table.
    world.write("data/tiny/teams.tsv", teams);
    std::fs::rename(world.path("data/tiny/later/new__late1"), world.path("data/tiny/later/A__late1"))
        .unwrap();
    let ended = world.line("run small --results r").code(BAD_DATA);
    assert!(ended.stderr.contains("is one of the later runs, of no team that took part"), "{}", ended.stderr);
}

#[test]
fn what_a_later_run_or_a_group_is_belongs_to_the_numbers() {
    let world = world();
    world.line("run small --results r").code(GOOD);
    let again = world.line("run small --results r").code(GOOD);
    assert!(again.stderr.contains(" 0 computed"), "{}", again.stderr);
    world.write("data/tiny/groups.tsv", changed(GROUPS, "late3\tllm\ttwo", "late3\tllm\tone"));
    let other = world.line("run small --results r").code(GOOD);
    assert!(!other.stderr.contains(" 0 computed"), "{}", other.stderr);
    assert_eq!(rises(&world, "more"), None, "one member has no spread");
}
