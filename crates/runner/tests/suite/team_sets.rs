//! Judgment sets without several teams, and sets of several teams only, named or drawn at random. Also: sets
//! with a depth, and inferred average precision.

use crate::cases::{FILE, cases, edits};
use crate::world::{EXPERIMENT, GOOD, QRELS, USAGE, World, changed, has};

const TABLES: &str = "tables:
  t: {caption: tau, where: {judgments: \"not full\"}, rows: judgments, columns: measure, cell: tau}
profiles:";

/// Creates a world with the small experiment and these judgments.
fn world(judgments: &str) -> World {
    let world = World::new();
    let text = changed(EXPERIMENT, "    - pool-depth: {depth: {each: [5, 1]}}\n", judgments);
    world.write(FILE, changed(&text, "profiles:", TABLES));
    world
}

/// Returns tau of a judgment set by AP in draw 1.
fn tau(world: &World, judgments: &str) -> Option<f64> {
    let of = [("statistic", "tau"), ("judgments", judgments), ("measure", "AP"), ("draw", "1")];
    world.rows("r/cells.parquet").with(&of).texts("value")[0].parse().ok()
}

#[test]
fn one_team_in_a_list_is_that_team() {
    let world = world(
        "    - leave-one-team-out: {team: {each: all}}
    - leave-teams-out: {random: {each: [1, 2]}, draws: 3}
    - take-teams: {random: 1, draws: 2}
",
    );
    world.line("run small --results r --quiet").code(GOOD);
    let of_teams =
        ["one", "two", "three"].map(|team| tau(&world, &format!("leave-one-team-out(team={team})")));
    // A draw of one team is one of the sets that leave out a single team.
    for draw in 1..=3 {
        assert!(of_teams.contains(&tau(&world, &format!("leave-teams-out(draw={draw},random=1)"))));
    }
    let text = world.read(FILE);
    let random = "leave-teams-out: {random: {each: [1, 2]}, draws: 3}";
    world.write(FILE, changed(&text, random, "leave-teams-out: {teams: {each: [[two]]}}"));
    world.line("run small --results r --quiet").code(GOOD);
    assert_eq!(tau(&world, "leave-teams-out(teams=two)"), of_teams[1]);
}

#[test]
fn wrong_team_sets_are_refused() {
    let rows: [(&str, &str); 7] = [
        ("random: 2, draws: 3", "random: 2"),
        ("random: 2, draws: 3", "draws: 3"),
        ("random: 2, draws: 3", "random: 2, draws: 3, fewest-unique: 1"),
        ("random: 2, draws: 3", "random: 0, draws: 3"),
        ("random: 2, draws: 3", "random: 2, draws: 3, min-unique: 1"),
        ("random: 2, draws: 3", "teams: [nobody], draws: 3"),
        ("random: 2, draws: 3", "teams: {each: [[nobody, noone]]}"),
    ];
    let world = world("    - leave-teams-out: {random: 2, draws: 3}\n");
    cases("mistakes_of_sets_of_teams", &world, edits(USAGE, "plan small", FILE, &rows));
}

#[test]
fn inferred_average_precision_is_refused_without_a_sample() {
    let world = World::new();
    let text = changed(EXPERIMENT, "[AP, nDCG@10]", "[AP, infAP]");
    let depths = "    - pool-depth: {depth: {each: [5, 1]}}\n";
    let refused = || {
        let text = changed(&text, depths, "");
        world.write(FILE, changed(&text, "profiles:", TABLES));
        let refused = world.line("run small --quiet").code(crate::world::BAD_DATA).stderr;
        has(&refused, "infAP needs documents that are pooled but unjudged");
    };
    refused();
    let sampled = changed(&text, depths, "    - sample: {rate: 0.5}\n");
    world.write(FILE, changed(&sampled, "profiles:", TABLES));
    world.line("run small --quiet").code(GOOD);
    // The cache now has infAP under all judgments, because samples are compared with them.
    refused();
}

/// An experiment that leaves out each team of `tiny` in turn, from the complete pool and from a pool of depth
/// 1.
const DEPTHS: &str = "\
schema: experiment/v1
id: small
title: Teams and depths
seed: 1
axes:
  collection: [tiny]
  runs: [all]
  judgments:
    - full
    - pool-depth: {depth: 1}
    - leave-one-team-out: {team: {each: all}}
    - leave-one-team-out: {team: {each: all}, depth: 1}
  measure: [AP]
statistics:
  score: {run-scores: {}}
  change: {score-change: {versus: its-pool, of: judgments.team}}
";

#[test]
fn a_set_with_a_depth_is_compared_with_the_pool_of_that_depth() {
    let world = World::with_files();
    world.write(FILE, DEPTHS);
    // The document `deep` is relevant, and at rank 2 in the only run that has it.
    world.write("data/tiny/qrels.txt", format!("{QRELS}2 0 deep 1\n"));
    let beta = world.read("data/tiny/runs/beta.txt");
    world.write("data/tiny/runs/beta.txt", format!("{beta}2 Q0 deep 2 8.5 beta\n"));
    world.line("run small --results r --cache c").code(GOOD);
    let cells = world.rows("r/cells.parquet");
    let value = |statistic: &str, judgments: &str, component: &str| {
        let mut of = vec![("statistic", statistic), ("judgments", judgments), ("component", component)];
        of.extend((statistic == "score").then_some(("run", "beta")));
        cells.with(&of).texts("value")[0].to_owned()
    };
    let score = |judgments: &str| value("score", judgments, "score");
    let change = |judgments: &str, component: &str| value("change", judgments, component);
    let (deep, shallow) = ("leave-one-team-out(team=B)", "leave-one-team-out(depth=1,team=B)");
    assert_eq!(change(deep, "before"), score("full"));
    assert_eq!(change(shallow, "before"), score("pool-depth(depth=1)"));
    assert_eq!(change(shallow, "after"), score(shallow));
    assert_ne!(score("full"), score("pool-depth(depth=1)"));
    let without_its_pool = DEPTHS.replace("    - pool-depth: {depth: 1}\n", "");
    world.write(FILE, without_its_pool);
    let refused = world.line("plan small --results r --cache c").code(USAGE);
    has(
        &refused.stderr,
        "`change` compares with `pool-depth(depth=1)`, which is not on the axis `judgments`",
    );
    // A depth of 9 exceeds the pool's own depth of 3, so both sets keep the same judgments.
    world.write(FILE, DEPTHS.replace("depth: 1}", "depth: 9}"));
    world.line("run small --results r --cache c").code(GOOD);
    let cells = world.rows("r/cells.parquet");
    let after = |judgments: &str| {
        let of = [("statistic", "change"), ("judgments", judgments), ("component", "after")];
        (cells.with(&of).texts("status")[0].to_owned(), cells.with(&of).texts("value")[0].to_owned())
    };
    let (deep, below) = (after(deep), after("leave-one-team-out(depth=9,team=B)"));
    assert_eq!((below.0.as_str(), below.1), ("ok", deep.1));
}

/// One of three teams is left out. The expected numbers come from its run's scores and from counts of the judgments.
#[test]
fn the_rise_by_one_measure_is_compared_with_the_fall_by_another() {
    let world = World::with_files();
    let statistics = "\
statistics:
  score: {run-scores: {}}
  facts: {collection-facts: {}}
  removed: {removed-documents: {versus: its-pool}}
  excess: {rise-beyond-fall: {versus: its-pool, of: judgments.team, fall: {\"AP'\": AP}}}
";
    let at = DEPTHS.find("statistics:").unwrap();
    let axes = changed(&DEPTHS[..at], "measure: [AP]", "measure: [\"AP'\", AP]");
    let kept = "    - leave-one-team-out: {team: {each: all}, depth: 1, outside: kept}\n  measure";
    let of_teams = "    - pool-depth: {depth: 1, formed-by: teams, size: 2}\n    - leave-one-team-out: {team: {each: all}, depth: 1, formed-by: teams, size: 2}\n";
    let axes = changed(&axes, "  measure", &format!("{of_teams}{kept}"));
    world.write(FILE, format!("{axes}{statistics}"));
    world.line("run small --results r --cache c").code(GOOD);
    let cells = world.rows("r/cells.parquet");
    let value = |of: &[(&str, &str)]| cells.with(of).texts("value")[0].parse::<f64>().ok();
    let score = |judgments: &str, measure: &str, run: &str| {
        let of = [("statistic", "score"), ("judgments", judgments), ("measure", measure), ("run", run)];
        value(&of).unwrap()
    };
    let mut numbers = 0;
    for (set, pool) in [
        ("leave-one-team-out(team=B)", "full"),
        ("leave-one-team-out(depth=1,team=B)", "pool-depth(depth=1)"),
        ("leave-one-team-out(depth=1,outside=kept,team=B)", "full"),
        (
            "leave-one-team-out(depth=1,formed-by=teams,size=2,team=B)",
            "pool-depth(depth=1,formed-by=teams,size=2)",
        ),
    ] {
        let change = |measure: &str| {
            let before = score(pool, measure, "beta");
            (before != 0.0).then(|| (score(set, measure, "beta") - before) / before)
        };
        let expected = change("AP'").zip(change("AP")).filter(|both| *both != (0.0, 0.0));
        let excess = [("statistic", "excess"), ("judgments", set), ("measure", "AP'")];
        assert_eq!(value(&excess), expected.map(|(rise, fall)| rise + fall), "{set}");
        numbers += usize::from(expected.is_some());
        let count = |statistic: &str, judgments: &str, component: &str| {
            value(&[("statistic", statistic), ("judgments", judgments), ("component", component)])
        };
        let facts = |component: &str, judgments: &str| count("facts", judgments, component).unwrap();
        let documents = facts("judged", pool) - facts("judged", set);
        let relevant = facts("relevant", pool) - facts("relevant", set);
        let removed = count("removed", set, "documents").unwrap();
        assert!((removed * facts("topics", pool) - documents).abs() < 1e-9, "{set}");
        assert!((count("removed", set, "relevant").unwrap() - relevant).abs() < 1e-9, "{set}");
        let share = (documents > 0.0).then(|| relevant / removed);
        assert_eq!(count("removed", set, "relevant-share").is_some(), share.is_some(), "{set}");
        // A measure without another measure to compare with has no number.
        assert_eq!(value(&[("statistic", "excess"), ("judgments", set), ("measure", "AP")]), None);
    }
    assert!(numbers > 0);
}
