//! `rejudge subtopics`: a topic of each task is worked by hand. The order of lines and similar differences
//! between inputs do not matter. Snapshots show the messages.

use std::collections::BTreeMap;

use crate::cases::{cases, lines};
use crate::world::{Ended, GOOD, USAGE, World};

/// The intents of subtopics, the first-level intents of second-level intents, and a run that lacks topic 2.
pub const FIRST: &str = "1;A;apple fruit\n1;A;apple tree\n1;B;apple inc\n2;X;jaguar car\n";
const FIRST_PROBABILITIES: &str = "1 A 0.25\n1 B 0.75\n2 X 1\n";
pub const SECOND: &str = "1;a;apple pie\n1;b;ipad\n1;b;ipod\n1;c;imac\n2;x;jaguar xk\n";
pub const HIERARCHY: &str = "1 a A\n1 b B\n1 c B\n2 x X\n";
pub const MINED: &str = "\
1;0;apple fruit;1;0.9;0;apple pie;1;0.9;me
1;0;apple fruit;1;0.9;0;ipod;2;0.8;me
1;0;apple ii;2;0.8;0;mac;3;0.7;me
1;0;apple inc;3;0.7;0;imac;4;0.6;me
";
const MINING: &str = "subtopics mining --first f --second s --hierarchy h --first-probabilities fp";

/// The gold standard and the probabilities for query understanding.
const GOLD: &str = "1;i;iPhone 6 photo\n1;j;iPhone 6 review\n1;j;iPhone 6 test\n2;k;jaguar\n";
const PROBABILITIES: &str = "1 i 0.75\n1 j 0.25\n2 k 1\n";
const VERTICALS: &str = "1 i Image 0.5\n1 i Web 0.25\n1 i News 0.25\n1 j Web 0.8\n1 j News 0.2\n2 k Web 1\n";
const UNDERSTOOD: &str = "\
1;0;iPhone 6 photo;Web;1;0.9;me
1;0;iPhone;Web;2;0.8;me
1;0;iPhone 6 review;Web;3;0.7;me
1;0;iPhone 6 test;News;4;0.6;me
";
const UNDERSTANDING: &str = "subtopics understanding --gold g --verticals v --intent-probabilities p";

/// Creates a world with all the files above.
fn world() -> World {
    let world = World::new();
    for (path, text) in [("f", FIRST), ("fp", FIRST_PROBABILITIES), ("s", SECOND), ("h", HIERARCHY)] {
        world.write(path, text);
    }
    for (path, text) in [("g", GOLD), ("p", PROBABILITIES), ("v", VERTICALS)] {
        world.write(path, text);
    }
    world.write("mined", MINED);
    world.write("understood", UNDERSTOOD);
    world
}

/// Returns the values of the only run by topic and measure.
fn values(ended: &Ended) -> BTreeMap<(String, String), f64> {
    let row = |row: Vec<&str>| {
        let ["me", topic, measure, value] = row[..] else { panic!("{row:?}") };
        ((topic.to_owned(), measure.to_owned()), value.parse().unwrap())
    };
    ended.cells().into_iter().map(row).collect()
}

#[track_caller]
fn assert_values(ended: &Ended, expected: &[(&str, &str, f64)]) {
    let found = values(ended);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for &(topic, measure, value) in expected {
        let found = found[&(topic.to_owned(), measure.to_owned())];
        assert!((found - value).abs() < 1e-15, "{topic} {measure}: {found}, by hand {value}");
    }
}

fn log2(x: f64) -> f64 {
    x.log2()
}

#[test]
fn mining_scores_are_as_worked_by_hand() {
    let world = world();
    // The first level: the ranking has A, nothing, B, with the gains 0.25, 0, 0.75. Both intents are covered. The gains of
    // the ideal list are 0.75, 0.25, 0.25.
    //   D-nDCG = (0.25 + 0.75 / 2) / (0.75 + 0.25 / 1.58496 + 0.25 / 2) = 0.625 / 1.03273 = 0.60519
    //   D#-nDCG = 0.5 + 0.5 * 0.60519 = 0.80260
    let ideal = 0.75 + 0.25 / log2(3.0) + 0.25 / 2.0;
    let d1 = 0.5 * 1.0 + 0.5 * (0.25 + 0.75 / 2.0) / ideal;
    // The second level: the ranking has a, b, nothing, c. All intents are equally probable, all three are covered, and four
    // subtopics are ideal.
    //   D-nDCG = (1 + 1 / 1.58496 + 1 / 2.32193) / (1 + 1 / 1.58496 + 1 / 2 + 1 / 2.32193) = 0.80481
    //   D#-nDCG = 0.5 + 0.5 * 0.80481 = 0.90240
    let dcg = 1.0 + 1.0 / log2(3.0) + 1.0 / log2(5.0);
    let d2 = 0.5 + 0.5 * dcg / (dcg + 0.5);
    // The pie is below a fruit (A) and belongs to a, which is below A: right. The iPod is below a fruit and belongs below B:
    // wrong. The mac is unknown. The iMac is below the company (B), and so is c: right. So 2 of 4 are right.
    let h = 0.5 * (0.5 * d1 + 0.5 * d2); // 0.42625
    assert!((d1 - 0.80260).abs() < 5e-6 && (d2 - 0.90240).abs() < 5e-6 && (h - 0.42625).abs() < 5e-6);
    let ended = world.line(&format!("{MINING} mined -q")).code(GOOD);
    let of_topic = [("Hscore", 0.5), ("D1#-nDCG", d1), ("D2#-nDCG", d2), ("H-measure", h)];
    let expected: Vec<(&str, &str, f64)> = of_topic
        .iter()
        .flat_map(|&(name, value)| [("1", name, value), ("2", name, 0.0), ("all", name, value / 2.0)])
        .collect();
    assert_values(&ended, &expected);
    let order: Vec<&str> = ended.stdout.lines().map(|line| line.rsplit_once('\t').unwrap().0).collect();
    assert_eq!(order[3..6], ["me\t1\tH-measure", "me\t2\tHscore", "me\t2\tD1#-nDCG"]);
    assert_eq!(
        ended.stderr,
        "rules: alpha 0.5, gamma 0.5, cutoff all; summaries over 2 topics\n\
         run me lacks 1 topic of f (2): scored 0\n"
    );

    // Down to rank 2, the first level covers one of two intents, and D-nDCG is 0.25 / (0.75 + 0.25 / 1.58496) = 0.27544. The
    // second level covers two of three intents, and everything that two ranks can gain. Hscore does not change.
    let d1 = 0.25 * 0.5 + 0.75 * 0.25 / (0.75 + 0.25 / log2(3.0));
    let d2 = 0.25 * 2.0 / 3.0 + 0.75 * 1.0;
    let cut = world.line(&format!("{MINING} mined --cutoff 2 --alpha 0.10 --gamma .25")).code(GOOD);
    assert_values(
        &cut,
        &[
            ("all", "Hscore", 0.25),
            ("all", "D1#-nDCG(gamma=0.25)@2", d1 / 2.0),
            ("all", "D2#-nDCG(gamma=0.25)@2", d2 / 2.0),
            ("all", "H-measure(alpha=0.1, gamma=0.25)@2", 0.5 * (0.1 * d1 + 0.9 * d2) / 2.0),
        ],
    );
    assert!(cut.stderr.starts_with("rules: alpha 0.1, gamma 0.25, cutoff 2; "), "{}", cut.stderr);
    // Without probabilities, all intents are equal, so A is worth as much as B.
    let ended = world.line("subtopics mining --first f --second s --hierarchy h mined -q").code(GOOD);
    let d1 = 0.5 + 0.5 * (1.0 + 0.5) / (1.0 + 1.0 / log2(3.0) + 0.5);
    assert!((values(&ended)[&("1".to_owned(), "D1#-nDCG".to_owned())] - d1).abs() < 1e-15);
    // If a topic has no probabilities, its intents are equal, and there is a remark.
    world.write("fp", "1 A 0.25\n1 B 0.75\n");
    let one_less = world.line(&format!("{MINING} mined --cutoff 2 --alpha 0.10 --gamma .25")).code(GOOD);
    assert_eq!(one_less.stdout, cut.stdout);
    assert!(
        one_less.stderr.contains("the intents have no probabilities: equal ones are assumed (topic \"2\"")
    );
    // The second level may have probabilities too.
    world.write("sp", "1 a 0\n1 b 1\n1 c 0\n2 x 1\n");
    let ended = world.line(&format!("{MINING} --second-probabilities sp mined -q --gamma 0")).code(GOOD);
    let d2 = (1.0 / log2(3.0)) / (1.0 + 1.0 / log2(3.0));
    assert!((values(&ended)[&("1".to_owned(), "D2#-nDCG(gamma=0)".to_owned())] - d2).abs() < 1e-15);
}

#[test]
fn understanding_scores_are_as_worked_by_hand() {
    let world = world();
    // The ranking has i, nothing, j, j, with the gains 0.75, 0, 0.25, 0.25. Both intents are covered. The ideal gains are
    // 0.75, 0.25, 0.25.
    //   D-nDCG@4 = (0.75 + 0.25 / 2 + 0.25 / 2.32193) / (0.75 + 0.25 / 1.58496 + 0.25 / 2) = 0.95152
    //   D#-nDCG@4 = 0.97576
    let d_ndcg = (0.75 + 0.25 / 2.0 + 0.25 / log2(5.0)) / (0.75 + 0.25 / log2(3.0) + 0.25 / 2.0);
    let d = 0.5 + 0.5 * d_ndcg;
    // V-score is a mean over the four ranks. Web for i, whose best vertical is Image, counts 0.25 / 0.5. The second rank
    // counts 0. Web for j counts 1, and News for j counts 0.2 / 0.8.
    let v = (0.5 + 0.0 + 1.0 + 0.25) / 4.0; // 0.4375
    assert!((d - 0.97576).abs() < 5e-6, "{d}");
    let ended = world.line(&format!("{UNDERSTANDING} understood --cutoff 4 -q")).code(GOOD);
    let of_topic = [("D#-nDCG@4", d), ("V-score@4", v), ("QU-score@4", (d + v) / 2.0)];
    let expected: Vec<(&str, &str, f64)> = of_topic
        .iter()
        .flat_map(|&(name, value)| [("1", name, value), ("2", name, 0.0), ("all", name, value / 2.0)])
        .collect();
    assert_values(&ended, &expected);
    assert_eq!(
        ended.stderr,
        "rules: lambda 0.5, gamma 0.5, cutoff 4; summaries over 2 topics\n\
         run me lacks 1 topic of g (2): scored 0\n"
    );

    // The default cutoff is 10, so V-score divides by 10. With gamma 1, D#-nDCG is the share of intents that
    // are covered.
    let v = 1.75 / 10.0;
    let ended = world.line(&format!("{UNDERSTANDING} understood --lambda 0.2 --gamma 1")).code(GOOD);
    assert_values(
        &ended,
        &[
            ("all", "D#-nDCG(gamma=1)@10", 0.5),
            ("all", "V-score@10", v / 2.0),
            ("all", "QU-score(lambda=0.2, gamma=1)@10", (0.2 + 0.8 * v) / 2.0),
        ],
    );
    // With cutoff 1, V-score is .5, half of the intents are covered, and the gain is the best possible one.
    let ended = world.line(&format!("{UNDERSTANDING} understood --cutoff 1")).code(GOOD);
    let (d, v) = (0.5 * 0.5 + 0.5, 0.5);
    let expected = [("D#-nDCG@1", d), ("V-score@1", v), ("QU-score@1", (d + v) / 2.0)];
    assert_values(&ended, &expected.map(|(name, value)| ("all", name, value / 2.0)));
}

/// The order of a ranking comes from ranks, not from lines or scores. D#-nDCG of a complete ranking in the
/// best order is 1, and so is V-score of the best verticals.
#[test]
fn the_order_of_lines_does_not_matter_and_a_perfect_run_scores_1() {
    let world = world();
    for (command, file, text) in [(MINING, "mined", MINED), (UNDERSTANDING, "understood", UNDERSTOOD)] {
        let score = || world.line(&format!("{command} {file} -q --quiet")).code(GOOD);
        let expected = score().stdout;
        let backwards: String = text.lines().rev().map(|line| format!("{line}\r\n")).collect();
        world.write(
            file,
            format!("\u{feff}# a comment\n{}", backwards.replace(';', " ; ").replace("0.9", "x")),
        );
        let ended = score();
        assert_eq!((ended.stdout, ended.stderr), (expected, String::new()));
    }
    world.write(
        "mined",
        "1;0;apple inc;1;9;0;apple pie;1;9;me\n2;0;jaguar car;1;9;0;jaguar xk;1;9;me\n\
         1;0;apple fruit;2;9;0;ipad;2;9;me\n1;0;apple tree;3;9;0;ipod;3;9;me\n1;0;apple ;4;9;0;imac;4;9;me\n",
    );
    let ended = world.line(&format!("{MINING} mined")).code(GOOD);
    // All subtopics are found in the best order, but none of topic 1 is below the right one.
    let of_all = [("Hscore", 0.5), ("D1#-nDCG", 1.0), ("D2#-nDCG", 1.0), ("H-measure", 0.5)];
    assert_values(&ended, &of_all.map(|(name, value)| ("all", name, value)));
    assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
    world.write(
        "understood",
        "1;0;iPhone 6 photo;Image;1;9;me\n1;0;iPhone 6 test;Web;2;9;me\n2;0;jaguar;Web;-3;9;me\n",
    );
    let ended = world.line(&format!("{UNDERSTANDING} understood --cutoff 1")).code(GOOD);
    assert_values(
        &ended,
        // One rank covers one of the two intents of topic 1.
        &[("all", "D#-nDCG@1", 0.875), ("all", "V-score@1", 1.0), ("all", "QU-score@1", 0.9375)],
    );
}

#[test]
fn several_runs_are_scored_in_every_form() {
    let world = world();
    world.write("other", MINED.replace(";me", ";you").replace("1;0;apple f", "3;0;apple f"));
    let ended = world.line(&format!("{MINING} mined other")).code(GOOD);
    let runs: Vec<&str> = ended.cells().iter().map(|row| row[0]).collect();
    assert_eq!(runs, ["me", "me", "me", "me", "you", "you", "you", "you"]);
    assert_eq!(
        ended.stderr.lines().skip(1).collect::<Vec<_>>(),
        [
            "run me lacks 1 topic of f (2): scored 0",
            "run you lacks 1 topic of f (2): scored 0",
            "run you has 1 topic that f lacks (3): not scored",
        ]
    );
    std::fs::create_dir(world.path("out")).unwrap();
    let quiet = world.line(&format!("{MINING} mined other --quiet -o out/scores.tsv")).code(GOOD);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
    assert_eq!(world.read("out/scores.tsv"), ended.stdout);
    // Two runs have the same name, so they are named after their files.
    world.write("again", MINED);
    let ended = world.line(&format!("{MINING} mined again")).code(GOOD);
    assert!(ended.lines()[0].starts_with("mined\tall\t") && ended.lines()[4].starts_with("again\tall\t"));
    assert_eq!(ended.stderr.matches("several files have this run tag").count(), 2, "{}", ended.stderr);

    let csv =
        world.line(&format!("{UNDERSTANDING} understood --lambda 0.2 --gamma 0 --format csv")).code(GOOD);
    assert!(csv.lines()[3].starts_with("me,all,\"QU-score(lambda=0.2, gamma=0)@10\","), "{}", csv.stdout);
    let json = world.line(&format!("{UNDERSTANDING} understood -q --format json")).code(GOOD).json();
    assert_eq!(json["rules"], serde_json::json!({"lambda": "0.5", "gamma": "0.5", "cutoff": "10"}));
    assert_eq!(json["runs"][0]["topics-counted"], 2);
    assert_eq!(json["runs"][0]["topics"]["1"]["V-score@10"], 0.175);
    world.line(&format!("{UNDERSTANDING} understood -q --format parquet -o s.parquet")).code(GOOD);
    assert_eq!(world.frame("s.parquet").number("value").unwrap()[1], Some(0.175));
}

#[test]
fn mistakes_of_usage_are_refused() {
    let refused = [
        "subtopics mining --first f --second s mined".to_owned(),
        MINING.to_owned(),
        format!("{MINING} mined --alpha 1.5"),
        format!("{MINING} mined --gamma half"),
        format!("{MINING} mined --lambda 0.5"),
        format!("{MINING} mined --cutoff 0"),
        format!("{MINING} mined --format parquet"),
        format!("{MINING} mined --format trec_eval"),
        format!("{MINING} - -"),
        format!("{UNDERSTANDING} understood --lambda 2"),
        format!("{UNDERSTANDING} understood --cutoff 0"),
        "subtopics understanding --gold - --verticals - understood".to_owned(),
    ];
    cases("wrong_arguments_of_subtopics", &world(), lines(USAGE, refused));
}
