//! Files of the subtopic tasks, and the errors for invalid ones.

use std::path::Path;

use proptest::prelude::*;
use rejudge_collections::{IntentTable, VerticalProbabilities};
use rejudge_experiment::labels::{IntentHierarchy, SubtopicGold, SubtopicRun};
use rejudge_metrics::diversity::v_score;
use rejudge_metrics::{Gains, IntentScorer, IntentScratch};

/// The gain of a subtopic is the probability of its intent, and a subtopic that the gold file lacks leaves a
/// gap in the ranking.
#[test]
fn a_ranking_of_subtopics_is_scored_by_intents() {
    let table = IntentTable::parse(Path::new("Iprob"), b"1 a 0.75\n1 b 0.25\n").expect("the file is valid");
    let text = b"1;a;harry shum jr\n1;a;harry shum glee\n1;b;harry shum microsoft\n";
    let gold = SubtopicGold::parse(Path::new("gold"), text, Some(&table)).expect("the file is valid");
    let topic = gold.topic("1").expect("the topic exists");
    let ranking = topic.place(["harry shum microsoft", "shum", "harry shum jr"]);
    let measure = ["D#-nDCG@3".parse().expect("the name is a measure")];
    let scorer =
        IntentScorer::new(&measure, &Gains::linear(1), 1, Some(1000)).expect("the settings are valid");
    let prepared = scorer.prepare(&topic.judgments(), 0..topic.rows());
    let mut scores = [None];
    prepared.score(&ranking, &ranking, &mut IntentScratch::default(), &mut scores);
    let d_ndcg = (0.25 + 0.75 / 2.0) / (0.75 + 0.75 / 3.0_f64.log2() + 0.25 / 2.0);
    assert!((scores[0].expect("the score is defined") - (0.5 + 0.5 * d_ndcg)).abs() < 1e-15);
}

#[test]
fn verticals_match_the_intents_of_subtopics() {
    let text = b"1;a;iPhone photo\n1;b;iPhone review\n";
    let gold = SubtopicGold::parse(Path::new("gold"), text, None).expect("the file is valid");
    let verticals =
        |text: &[u8]| VerticalProbabilities::parse(Path::new("vprob"), text).expect("the file is valid");
    let both = verticals(b"1 a Web 0.25\n1 a Image 0.75\n1 b Web 1\n");
    let text = b"1;0;iPhone photo;Web;1;9;me\n1;0;iPhone;Web;2;8;me\n1;0;iPhone review;Web;3;7;me\n";
    let run = SubtopicRun::parse_understood(Path::new("run"), text).expect("the file is valid");
    let matches = gold.topic("1").expect("the topic exists").vertical_matches(&run.topics[0], &both);
    assert_eq!(v_score(&matches, 3), (0.25 / 0.75 + 0.0 + 1.0) / 3.0);
    assert_eq!(gold.check(&both), Ok(()));
    let message = gold.check(&verticals(b"1 a Image 1\n")).expect_err("b has none").to_string();
    assert_eq!(message, "gold:2:3: intent `b` of topic `1` is not in vprob");
}

#[test]
fn two_levels_of_subtopics_have_the_same_topics() {
    let gold =
        |name: &str, text: &str| SubtopicGold::parse(Path::new(name), text.as_bytes(), None).expect(text);
    let hierarchy = IntentHierarchy::parse(Path::new("h"), b"1 a A\n2 b B\n").expect("the file is valid");
    let (one, both) = (gold("one", "1;A;x\n"), gold("both", "1;a;x\n 2;b;y\n2;b;z\n"));
    let message = hierarchy.check(&one, &both).expect_err("no 2").to_string();
    assert_eq!(message, "both:2:2: topic `2` is not in one");
    let (one, both) = (gold("one", "1;a;x\n"), gold("both", "2;B;y\n1;A;x\n"));
    let message = hierarchy.check(&both, &one).expect_err("no 2").to_string();
    assert_eq!(message, "both:1:1: topic `2` is not in one");
    // An intent without subtopics may be missing from the hierarchy, but an intent that the hierarchy names must exist.
    let with = |text: &str, probabilities: &[u8]| {
        let table = IntentTable::parse(Path::new("Iprob"), probabilities).expect("the file is valid");
        SubtopicGold::parse(Path::new("g"), text.as_bytes(), Some(&table)).expect(text)
    };
    let (second, first) = (with("1;a;x\n", b"1 a 0.5\n1 c 0.5\n"), with("1;B;x\n", b"1 A 0.5\n1 B 0.5\n"));
    assert_eq!(hierarchy.check(&first, &second), Ok(()));
    let message = hierarchy.check(&gold("g1", "1;B;x\n"), &second).expect_err("no A").to_string();
    assert_eq!(message, "h:1:5: intent `A` of topic `1` is not in g1");
}

#[test]
fn each_bad_line_of_the_subtopic_tasks_is_named() {
    let path = Path::new("f");
    let mined = |text: &str| SubtopicRun::parse_mined(path, text.as_bytes()).expect_err(text).to_string();
    assert_eq!(
        mined("1;0;a;1;1;0;b;1;1\n"),
        "f:1:1: 9 columns, expected 10 (topic;0;subtopic;rank;score;0;subtopic;rank;score;run)"
    );
    assert_eq!(
        mined("1;0;a;1;1;0;b;1;1;me\n1;0;a;2;1;0;c;2;1;me\n"),
        "f:2:7: subtopic `a` of topic `1` has rank 2 here and rank 1 on line 1"
    );
    assert_eq!(
        mined("1;0;a;1;1;0;b c;1;1;me\n1;0;d;2;1;0; b c ;2;1;me\n"),
        "f:2:14: second-level subtopic `b c` is already in topic `1` (line 1)"
    );
    assert!(mined("# nothing\n").contains("the file holds no rows"));
    let understood =
        |text: &str| SubtopicRun::parse_understood(path, text.as_bytes()).expect_err(text).to_string();
    assert_eq!(
        understood("1;0;a;Web;1;1;me\n1;0;a;News;2;1;me\n"),
        "f:2:5: subtopic `a` is already in topic `1` (line 1)"
    );
    assert_eq!(understood("1;0;a;Web;1.5;1;me\n"), "f:1:11: rank `1.5` is not an integer");
    let table = IntentTable::parse(Path::new("Iprob"), b"1 a 1\n").expect("the file is valid");
    let gold =
        |text: &str| SubtopicGold::parse(path, text.as_bytes(), Some(&table)).expect_err(text).to_string();
    assert_eq!(gold("1;a;x\n1;b;y\n"), "f:2:3: intent `b` of topic `1` is not in Iprob");
    assert_eq!(gold("1;a;x\n1;a;x\n"), "f:2:5: subtopic `x` is already in topic `1` (line 1)");
    let hierarchy = |text: &str| IntentHierarchy::parse(path, text.as_bytes()).expect_err(text).to_string();
    assert_eq!(
        hierarchy("1 a A\n1 a B\n"),
        "f:2:3: second-level intent `a` is already in topic `1` (line 1)"
    );
}

proptest! {
    #[test]
    fn readers_do_not_panic_on_any_bytes(bytes in prop::collection::vec(prop::sample::select(b"1 a;.\n\t\xe9nav0".to_vec()), 0..120)) {
        let path = Path::new("f");
        let _ = SubtopicRun::parse_mined(path, &bytes);
        let _ = SubtopicRun::parse_understood(path, &bytes);
        let _ = SubtopicGold::parse(path, &bytes, None);
        let _ = IntentHierarchy::parse(path, &bytes);
    }
}
