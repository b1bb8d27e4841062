//! Judgments without several teams, or of several: by name, and drawn at random.

use crate::cases::{FILE, cases, edits};
use crate::world::{EXPERIMENT, GOOD, USAGE, World, changed, has};

const TABLES: &str = "tables:
  t: {caption: tau, where: {judgments: \"not full\"}, rows: judgments, columns: measure, cell: tau}
profiles:";

/// The small experiment with these judgments.
fn world(judgments: &str) -> World {
    let world = World::new();
    let text = changed(EXPERIMENT, "    - pool-depth: {depth: {each: [5, 1]}}\n", judgments);
    world.write(FILE, changed(&text, "profiles:", TABLES));
    world
}

/// The value of a judgment set by AP in draw 1.
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
    // A draw of one team is one of those that are left out by themselves.
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
fn mistakes() {
    let rows: [(&str, &str); 6] = [
        ("random: 2, draws: 3", "random: 2"),
        ("random: 2, draws: 3", "draws: 3"),
        ("random: 2, draws: 3", "random: 2, draws: 3, fewest-unique: 1"),
        ("random: 2, draws: 3", "random: 0, draws: 3"),
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
    // The cache now has infAP of all judgments, as the reference of samples.
    refused();
}
