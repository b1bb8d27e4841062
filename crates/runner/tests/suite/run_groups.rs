//! Groups of runs, and later runs: their effects, and errors in their tables.

use crate::cases::{FILE, Page, case, cases, edits};
use crate::world::{BAD_DATA, GOOD, TINY, World, changed, counts};

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

/// Creates a world with the small collection and five later runs of two teams, in two groups.
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
        let topics = (1..).zip(best.map(|document| [document]));
        world.run(&format!("data/tiny/later/{team}__late{number}"), &format!("late{number}"), topics);
    }
    world.write(FILE, EXPERIMENT);
    world
}

const RUN: &str = "run small --results r --quiet";

/// Returns the value of a component of `rises` under the judge's labels.
fn rises(world: &World, component: &str) -> Option<f64> {
    let of = [("statistic", "rises"), ("component", component), ("judgments", "full(judge=good)")];
    world.rows("r/cells.parquet").with(&of).texts("value").first()?.parse().ok()
}

/// Types of runs, such as automatic and manual runs, can be used as a choice of runs.
#[test]
fn runs_of_a_group_are_a_choice() {
    let world = world();
    let chosen = |kind: &str, group: &str| {
        format!(
            "schema: experiment/v1\nid: small\ntitle: Runs of a group\nseed: 1\naxes:\n  collection: [tiny]\n  judgments: [full]\n  \
             measure: [nDCG@3]\n  runs: [{{of-group: {{kind: {kind}, group: {group}}}}}]\nstatistics:\n  score: {{run-scores: {{}}}}\n"
        )
    };
    world.write(FILE, chosen("family", "llm"));
    world.line("run small --results r --quiet").code(GOOD);
    let cells = world.rows("r/cells.parquet");
    assert_eq!(cells.texts("run"), ["late1", "late2", "late3"]);
    let refused = [("famly", "llm"), ("family", "lmm")].map(|(kind, group)| {
        case(BAD_DATA, "run small --results r --quiet").write(FILE, chosen(kind, group))
    });
    cases("runs_of_no_group", &world, refused);
}

#[test]
fn later_runs_are_scored_and_neither_pool_nor_are_left_out() {
    let world = world();
    world.line("run small --results r").code(GOOD);
    let scores = world.rows("r/scores.parquet");
    let runs = scores.texts("run");
    assert!((1..=5).all(|number| runs.contains(&format!("late{number}").as_str())));
    let cells = world.rows("r/cells.parquet");
    assert!(
        cells.texts("judgments").iter().all(|set| !set.contains("new")),
        "they have no team to leave out"
    );
    assert!(cells.texts("team").iter().all(|team| !team.contains("new")), "and contributed nothing");
    assert_eq!((rises(&world, "members"), rises(&world, "members-of-others")), (Some(2.0), Some(2.0)));
    let [low, more, high] = ["more-low", "more", "more-high"].map(|part| rises(&world, part).unwrap());
    assert!(low <= more && more <= high);
}

#[test]
fn a_copy_of_peoples_labels_raises_no_run() {
    let world = world();
    world.write("data/tiny/good.txt", crate::world::QRELS);
    world.line("run small --results r").code(GOOD);
    for part in ["more", "more-low", "more-high", "differs", "rise", "rank-rise", "rank-more", "slope"] {
        assert_eq!(rises(&world, part), Some(0.0), "{part}");
    }
}

#[test]
fn mistakes_in_groups_are_refused() {
    let table = [
        ("late5\t", "lat5\t"),
        ("late5\tneural\t-\n", "late5\tneural\n"),
        ("late5\t", "late4\t"),
        ("\tmodel\n", "\trun\n"),
    ];
    let experiment = [("groups: family", "groups: famly"), ("against: neural", "against: nural")];
    let rows = edits(BAD_DATA, RUN, "data/tiny/groups.tsv", &table);
    cases("mistakes_in_groups", &world(), [rows, edits(BAD_DATA, RUN, FILE, &experiment)].concat());
}

/// An empty cell of csv means the same as `-`.
#[test]
fn groups_are_read_from_csv() {
    let world = world();
    world.line("run small --results r").code(GOOD);
    let csv = changed(&GROUPS.replace('\t', ","), "late4,neural,-\n", "late4,neural,\n");
    world.write("data/tiny/groups.csv", csv);
    let described = world.read("collections/tiny.yaml");
    world.write("collections/tiny.yaml", changed(&described, "groups.tsv", "groups.csv"));
    world.line("run small --results s").code(GOOD);
    let values = |folder: &str| -> Vec<String> {
        let cells = world.rows(&format!("{folder}/cells.parquet")).with(&[("statistic", "rises")]);
        cells.texts("value").into_iter().map(str::to_owned).collect()
    };
    assert_eq!(values("s"), values("r"));
}

#[test]
fn a_run_of_the_table_of_groups_may_have_no_file() {
    let world = world();
    world.write("data/tiny/groups.tsv", format!("{GROUPS}elsewhere\tneural\t-\n"));
    let run = case(GOOD, "run small --results r").said_with("not scored");
    cases("groups_of_absent_runs", &world, [run]);
    assert_eq!(rises(&world, "members-of-others"), Some(2.0));
}

#[test]
fn later_runs_are_named_like_the_others() {
    let world = world();
    let files = "teams: teams.tsv, pooled: pooled.tsv";
    let described = world.read("collections/tiny.yaml");
    world.write("collections/tiny.yaml", changed(&described, "teams: teams.tsv", files));
    let marks = "run\tpooled\nalpha\t1\nalpha2\t1\nbeta\t1\ngamma\t0\n";
    world.write("data/tiny/pooled.tsv", marks);
    world.line("run small --results r").code(GOOD);
    let mut page = Page::default();
    let later = world.path("data/tiny/later");
    std::fs::rename(later.join("newer__late5"), later.join("late5")).unwrap();
    page.case(&world, case(BAD_DATA, RUN));
    page.shown("names_of_later_runs");
}

#[test]
fn a_later_run_of_a_team_that_took_part_is_refused() {
    let world = world();
    world.write("data/tiny/later/new__late1", "1 Q0 b1 1 1 late1\n");
    let late = "data/tiny/later/new__late1";
    let mut page = Page::default();
    page.case(&world, case(BAD_DATA, RUN).edit(late, "late1", "alpha"));
    page.case(&world, case(BAD_DATA, RUN).edit("data/tiny/teams.tsv", "gamma\tC\n", "gamma\tC\nlate1\tA\n"));
    // A new run must not join a team of the table either.
    std::fs::rename(world.path(late), world.path("data/tiny/later/A__late1")).unwrap();
    page.case(&world, case(BAD_DATA, RUN));
    page.shown("later_runs_of_a_team");
}

#[test]
fn later_runs_and_groups_are_part_of_the_keys() {
    let world = world();
    world.line("run small --results r").code(GOOD);
    assert_eq!(counts(&world.line("run small --results r").code(GOOD))[0], 0);
    world.write("data/tiny/groups.tsv", changed(GROUPS, "late3\tllm\ttwo", "late3\tllm\tone"));
    assert!(counts(&world.line("run small --results r").code(GOOD))[0] > 0);
    assert_eq!(rises(&world, "more"), None, "one member has no spread");
}
