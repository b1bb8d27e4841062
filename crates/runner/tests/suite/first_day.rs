//! The first day with the program: mistakes in files that would pass in silence.

use crate::cases::{case, cases};
use crate::world::{GOOD, World};

const TOPICS: std::ops::RangeInclusive<usize> = 1..=6;

/// Six topics with thirty judged documents each, and runs that have ten of them in different orders.
fn world() -> World {
    let world = World::new();
    let judged = |topic| (0..30).map(move |at| format!("{topic} 0 d{at} {}\n", usize::from(at % 3 == 0)));
    world.write("qrels.txt", TOPICS.flat_map(judged).collect::<String>());
    for (at, run) in ["bm25base_p", "bm25base_rm3", "idst_p1", "idst_p2"].into_iter().enumerate() {
        let list =
            |topic| (topic, (0..10).map(move |rank| format!("d{}", (rank * [1, 3, 7, 9][at] + topic) % 10)));
        world.run(&format!("runs/{run}.run"), run, TOPICS.map(list));
    }
    world
}

/// A run in which one column of each line is changed.
fn with_columns(world: &World, path: &str, change: impl Fn([&str; 6]) -> [String; 6]) {
    let text = world.read("runs/idst_p1.run");
    let words = text.lines().map(|line| <[&str; 6]>::try_from(line.split(' ').collect::<Vec<_>>()).unwrap());
    world.write(path, words.map(|words| change(words).join(" ") + "\n").collect::<String>());
}

#[test]
fn ranks_that_contradict_all_scores_are_told() {
    let world = world();
    with_columns(&world, "negated.run", |[t, q, d, rank, score, tag]| {
        [t, q, d, rank, &format!("-{score}"), tag].map(str::to_owned)
    });
    with_columns(&world, "ranks-as-scores.run", |[t, q, d, rank, _, tag]| {
        [t, q, d, rank, rank, tag].map(str::to_owned)
    });
    with_columns(&world, "swapped.run", |[t, q, d, rank, score, tag]| {
        [t, q, d, &format!("{score}.5"), rank, tag].map(str::to_owned)
    });
    // Not a contradiction: equal scores, ranks that are all 0, one topic out of order.
    with_columns(&world, "equal.run", |[t, q, d, rank, _, tag]| [t, q, d, rank, "1", tag].map(str::to_owned));
    with_columns(&world, "zero.run", |[t, q, d, _, score, tag]| {
        [t, q, d, "0", score, tag].map(str::to_owned)
    });
    let files = ["negated", "ranks-as-scores", "swapped", "equal", "zero"];
    let rows =
        files.map(|file| case(GOOD, format!("eval qrels.txt {file}.run -m AP")).said_without("rules:"));
    cases("ranks_against_scores", &world, rows);
    // By rank, the scores do not decide.
    let by_rank = world.line("eval qrels.txt negated.run -m AP --ties rank").code(GOOD);
    assert!(!by_rank.stderr.contains("rank:"), "{}", by_rank.stderr);
}
