//! `rejudge eval --by-intent`, and units of relevance. The expected numbers are worked by hand.

use crate::cases::{case, cases};
use crate::world::{BAD_DATA, GOOD, USAGE, World, close, has};

/// Returns the score of the only run on the only topic.
pub fn score(world: &World, measure: &str, more: &[&str]) -> f64 {
    let args = [&["eval", "q", "r", "--quiet", "-m", measure], more].concat();
    let ended = world.rejudge(args).code(GOOD);
    let [row] = &ended.cells()[..] else { panic!("{}", ended.stdout) };
    row[3].parse().unwrap()
}

/// Creates a world with three intents: a is relevant to the first two, b to the first, d to the third, and c
/// to none.
pub fn diversity() -> World {
    let world = World::new();
    world.write("q", "1 1 a 1\n1 2 a 2\n1 1 b 1\n1 2 c 0\n1 3 d 1\n");
    world.write("r", "1 Q0 c 1 9 me\n1 Q0 a 2 8 me\n1 Q0 u 3 7 me\n1 Q0 b 4 6 me\n");
    world.write("p", "1 1 0.5\n1 2 0.25\n1 3 0.25\n");
    world
}

#[test]
fn diversity_measures_read_judgments_by_intent() {
    let world = diversity();
    let by_intent = ["--by-intent"];
    close(score(&world, "I-rec@4", &by_intent), 2.0 / 3.0);
    close(score(&world, "strec@1", &by_intent), 0.0);
    // Novelty: a covers two of three intents at rank 2, and b covers the first again at rank 4.
    let d = |rank: f64| 1.0 / (1.0 + rank).log2();
    // The greedy ideal list is a, then d (one new intent), then b (an intent that is already covered).
    let ideal = 2.0 * d(1.0) + d(2.0) + 0.5 * d(3.0);
    close(score(&world, "alpha_nDCG@4", &by_intent), (2.0 * d(2.0) + 0.5 * d(4.0)) / ideal);
    // With probabilities, the global gains are 0.5 + 2/4 = 1 for a, 0.5 for b and 0.25 for d.
    let with = ["--by-intent", "--intent-probabilities", "p"];
    let d_ndcg = (d(2.0) + 0.5 * d(4.0)) / (d(1.0) + 0.5 * d(2.0) + 0.25 * d(3.0));
    close(score(&world, "D-nDCG@4", &with), d_ndcg);
    close(score(&world, "D#-nDCG@0004", &with), 0.5 * (2.0 / 3.0) + 0.5 * d_ndcg);
    // The condensed list does not have u, so b moves up.
    let condensed = (d(2.0) + 0.5 * d(3.0)) / (d(1.0) + 0.5 * d(2.0) + 0.25 * d(3.0));
    close(score(&world, "D-nDCG'@4", &with), condensed);
    // For measures without intents, a document has its highest level.
    close(score(&world, "AP", &by_intent), (1.0 / 2.0 + 2.0 / 4.0) / 3.0);
    close(score(&world, "P(rel=2)@2", &by_intent), 0.5);
}

#[test]
fn a_second_document_of_a_navigational_intent_earns_nothing() {
    let world = diversity();
    world.write("t", "1 1 nav\n1 2 inf\n1 3 inf\n");
    let with = ["--by-intent", "--intent-probabilities", "p", "--intent-types", "t"];
    let d = |rank: f64| 1.0 / (1.0 + rank).log2();
    // b is relevant only to intent 1, which a has already covered.
    close(score(&world, "DIN-nDCG@4", &with), d(2.0) / (d(1.0) + 0.5 * d(2.0) + 0.25 * d(3.0)));
}

#[test]
fn gains_may_be_weighted_by_verticals() {
    let world = diversity();
    world.write("v", "1 1 Web 0.5\n1 1 News 1\n1 2 Web 1\n1 2 News 0\n1 3 Web 1\n1 3 News 0\n");
    world.write("dv", "1 b News\n");
    let with =
        ["--by-intent", "--intent-probabilities", "p", "--verticals", "v", "--document-verticals", "dv"];
    let d = |rank: f64| 1.0 / (1.0 + rank).log2();
    // The gain of a is 0.5 * 0.5 + 0.25 * 2 = 0.75, of b (News) 0.5 * 1 = 0.5, and of d 0.25.
    let ideal = 0.75 * d(1.0) + 0.5 * d(2.0) + 0.25 * d(3.0);
    close(score(&world, "D-nDCG@4", &with), (0.75 * d(2.0) + 0.5 * d(4.0)) / ideal);
    // Documents that the file does not list have the vertical `Web`. Case matters.
    world.write("v", "1 1 web 0.5\n1 2 web 1\n1 3 web 1\n");
    let stderr = world.line("eval q r -m D-nDCG@4 --by-intent --verticals v").code(GOOD).stderr;
    let message = "no intent has a probability for this vertical: its documents gain nothing";
    has(&stderr, message);
    has(&stderr, "vertical \"Web\"");
}

#[test]
fn intent_0_is_not_an_intent() {
    let world = World::new();
    world.write("r", "1 Q0 a 1 1 me\n");
    let d = |rank: f64| 1.0 / (1.0 + rank).log2();
    // The two intents are equally probable. a is relevant to one of them, and so is b.
    let d_ndcg = d(1.0) / (d(1.0) + d(2.0));
    for lines in
        ["1 1 a 1\n1 2 b 1\n1 0 c 0\n", "1 0 c 0\n1 1 a 1\n1 2 b 1\n", "1 1 a 1\n1 0 c -1\n1 2 b 1\n"]
    {
        // NTCIREVAL makes intents only from judgments above L0, however the intent 0 is written.
        for zeros in ["0", "00", "000"] {
            world.write("q", lines.replace(" 0 c", &format!(" {zeros} c")));
            close(score(&world, "I-rec", &["--by-intent"]), 0.5);
        }
        world.write("q", format!("{lines}1 00 d 0\n"));
        close(score(&world, "I-rec", &["--by-intent"]), 0.5);
        close(score(&world, "D#-nDCG@10", &["--by-intent"]), 0.5 * 0.5 + 0.5 * d_ndcg);
        close(score(&world, "P+Q", &["--by-intent"]), 0.5);
    }
    // c is also judged. A document that is unjudged for an intent is nonrelevant to this intent.
    world.write("q", "1 1 a 1\n1 2 b 1\n1 0 c 0\n");
    world.write("r", "1 Q0 c 1 2 me\n1 Q0 u 2 1 me\n");
    close(score(&world, "Judged@2", &["--by-intent"]), 0.5);
    // Some files number intents from 0. Intent 0 counts if a document is relevant to it.
    world.write("q", "1 0 a 1\n1 1 b 1\n1 2 c 0\n");
    world.write("r", "1 Q0 a 1 1 me\n");
    close(score(&world, "I-rec", &["--by-intent"]), 1.0 / 3.0);
    world.write("q", "1 1 a 1\n2 0 c 0\n");
    let topics = world.line("eval q r --by-intent -m I-rec -q --quiet").code(GOOD).stdout;
    assert_eq!(topics, "me\t1\tI-rec\t1\nme\t2\tI-rec\t0\nme\tall\tI-rec\t0.5\n");
}

/// NTCIREVAL 190111 printed the expected values for these files, which have the format of its samples: DIN-splitqrels, then
/// D-NTCIR-eval, DIN-NTCIR-eval, D-NTCIR-IAeval and DIN-NTCIR-PQeval at cutoff 10. No document is relevant to intent 1 of
/// topic 2, so I-rec uses only the topic's other intents.
#[test]
fn scores_equal_ntcireval() {
    let world = World::new();
    world.write("Dqrels", "1 1 a L2\n1 2 a L1\n1 0 b L0\n1 2 c L3\n1 0 d L0\n1 3 e L1\n2 0 a L0\n2 2 b L1\n2 0 c L0\n2 2 d L2\n");
    world.write("DINprob", "1 1 0.5 nav\n1 2 0.3 inf\n1 3 0.2 inf\n2 1 0.8 inf\n2 2 0.2 inf\n");
    world.write(
        "r",
        "1 Q0 b 1 9 me\n1 Q0 a 2 8 me\n1 Q0 u 3 7 me\n1 Q0 c 4 6 me\n2 Q0 c 1 9 me\n2 Q0 d 2 8 me\n2 Q0 b 3 7 me\n",
    );
    let mut args =
        vec!["eval", "Dqrels", "r", "--by-intent", "--qrels-format", "ntcir", "--preset", "ntcir", "-q"];
    args.extend(["--quiet", "--intent-probabilities", "DINprob"]);
    args.extend(["-m", "StRecall@10 D-Q@10 D-nDCG@10 DIN-nDCG@10 nDCG_IA@10 P+Q@10"]);
    let ended = world.rejudge(args).code(GOOD);
    let of = |topic: &str| -> Vec<f64> {
        let rows = ended.cells().into_iter().filter(|row| row[1] == topic);
        rows.map(|row| row[3].parse().unwrap()).collect()
    };
    for (topic, expected) in [
        ("1", [0.6667, 0.4013, 0.6138, 0.6138, 0.4743, 0.5375]),
        ("2", [1.0, 0.6303, 0.6697, 0.6697, 0.1339, 0.1433]),
    ] {
        for (found, expected) in of(topic).into_iter().zip(expected) {
            assert!(
                (found - expected).abs() < 0.000_051,
                "{topic}: {found}, not {expected}\n{}",
                ended.stdout
            );
        }
    }
}

/// One intent has probability .8 and no relevant document. The other has probability .2, and the run is perfect for it.
#[test]
fn probabilities_are_not_rescaled() {
    let world = World::new();
    world.write("q", "1 2 b 1\n");
    world.write("p", "1 1 0.8\n1 2 0.2\n");
    world.write("r", "1 Q0 b 1 1 me\n");
    let with = ["--by-intent", "--intent-probabilities", "p"];
    for (measure, expected) in
        [("AP_IA", 0.2), ("gERR_IA", 0.1), ("nDCG_IA", 0.2), ("P_IA@1", 0.2), ("NRBP", 0.15)]
    {
        close(score(&world, measure, &with), expected);
    }
    // `weights='ndeval'` selects ndeval's rule. ndeval's own names of measures, such as MAP-IA, mean this rule too.
    for (measure, expected) in
        [("AP_IA(weights='ndeval')", 1.0), ("MAP-IA", 1.0), ("P-IA@1", 1.0), ("NRBP(weights='ndeval')", 0.75)]
    {
        close(score(&world, measure, &with), expected);
    }
    let measures = ["measures MAP-IA", "measures AP_IA"].map(|line| case(GOOD, line).printed());
    cases("measures_by_intent", &world, measures);
}

#[test]
fn wrong_intents_are_refused() {
    let by_intent = "eval q r -m I-rec@4 --by-intent --intent-probabilities p";
    let rows = [
        case(BAD_DATA, by_intent).write("p", "1 1 0.5\n1 2 0.25\n1 3 0.5\n"),
        case(BAD_DATA, by_intent).write("p", "1 1 0.5\n1 2 0.5\n"),
        case(USAGE, "eval q r -m I-rec@4 --intent-probabilities p").write("p", "1 1 0.5\n1 2 0.5\n"),
        case(USAGE, "eval q r -m AP --by-intent --duplicates q"),
    ];
    cases("wrong_intents", &diversity(), rows);
}

/// b is a duplicate of a. c and d are relevant only together.
#[test]
fn duplicates_and_groups_are_units_of_relevance() {
    let world = World::new();
    world.write("q", "1 0 a 2\n1 0 b 1\n1 0 c 0\n1 0 d 0\n");
    world.write("r", "1 Q0 b 1 9 me\n1 Q0 a 2 8 me\n1 Q0 c 3 7 me\n1 Q0 d 4 6 me\n");
    close(score(&world, "AP", &[]), 1.0);
    world.write("classes", "1 x a\n1 x b\n");
    // There is one relevant unit, and it is retrieved at rank 1.
    close(score(&world, "AP", &["--duplicates", "classes"]), 1.0);
    close(score(&world, "P@2", &["--duplicates", "classes"]), 0.5);
    world.write("groups", "1 g c 3\n1 g d 3\n");
    // There are two units. One is at rank 1, and the pair is complete at rank 4.
    let both = ["--duplicates", "classes", "--groups", "groups"];
    close(score(&world, "AP", &both), (1.0 + 2.0 / 4.0) / 2.0);
    close(score(&world, "CRS", &both), (1.0 + 1.0 / 4.0) / 2.0);
    // The group has level 3, so its gain is 3, and the cumulated gains of the ideal list are 3 and 5.
    close(score(&world, "Q", &both), ((1.0 + 1.0) / (1.0 + 3.0) + (2.0 + 4.0) / (4.0 + 5.0)) / 2.0);
    world.write("groups", "1 g c 3\n1 g e 3\n");
    let row = case(BAD_DATA, "eval q r -m AP --groups groups");
    cases("a_group_of_unjudged_documents", &world, [row]);
}
