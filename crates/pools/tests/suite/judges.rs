//! Laws of other judges: runs score with their labels as if these were the collection's own judgments. Also
//! tests judges who fill in labels, budgets, and judges with several passes.

use std::str::FromStr;

use proptest::prelude::*;
use rejudge_metrics::Verdict::{self, Level, Pooled};
use rejudge_metrics::{Gains, Metric, Scorer};
use rejudge_pools::{
    Buffers, Contributions, JoinedRun, Judge, JudgmentRequest, JudgmentSet, Levels, ManipulationError,
    Material, NoLevels, Run, Team, TestCollection, Topic, View,
};

const TOPICS: usize = 2;
const RUNS: usize = 4;

/// Rankings, and for each topic the verdicts of people and of a judge. The judge may label more documents.
#[derive(Clone, Debug)]
struct Case {
    people: Vec<Vec<Verdict>>,
    judge: Vec<Vec<Verdict>>,
    rankings: Vec<Vec<Vec<u32>>>,
}

fn verdict() -> impl Strategy<Value = Verdict> {
    prop_oneof![4 => (0_u8..4).prop_map(Level), 1 => Just(Pooled)]
}

fn case() -> impl Strategy<Value = Case> {
    let topic = (1_usize..9, 0_usize..4).prop_flat_map(|(own, more)| {
        let all = own + more;
        let ranking = Just((0..all as u32 + 4).collect::<Vec<u32>>()).prop_shuffle();
        (
            prop::collection::vec(verdict(), own),
            prop::collection::vec(verdict(), all),
            prop::collection::vec((ranking, 0..all + 5), RUNS),
        )
    });
    prop::collection::vec(topic, TOPICS).prop_map(|topics| {
        let ranking = |run: usize| {
            topics.iter().map(move |(.., rankings)| {
                let (ranking, length) = &rankings[run];
                ranking[..*length.min(&ranking.len())].to_vec()
            })
        };
        Case {
            people: topics.iter().map(|(people, ..)| people.clone()).collect(),
            judge: topics.iter().map(|(_, judge, _)| judge.clone()).collect(),
            rankings: (0..RUNS).map(|run| ranking(run).collect()).collect(),
        }
    })
}

fn collection(verdicts: &[Vec<Verdict>], rankings: Vec<Vec<Vec<u32>>>) -> TestCollection {
    let topic = |(at, verdicts): (usize, &Vec<Verdict>)| Topic {
        name: at.to_string(),
        verdicts: verdicts.clone(),
        documents: 20,
    };
    let run = |at: usize| Run { name: format!("r{at}"), team: at / 2, pooled: at < 3, eligible: true };
    let team = |name: &str| Team { name: name.into(), analysed: true };
    let (topics, runs) = (verdicts.iter().enumerate().map(topic).collect(), (0..RUNS).map(run).collect());
    TestCollection::new(topics, runs, vec![team("a"), team("b")], rankings)
}

impl Case {
    /// Returns the collection with the judge `model`, and with `copy`, who has the same labels as the people.
    fn judged(&self) -> TestCollection {
        let padded = |(people, judge): (&Vec<Verdict>, &Vec<Verdict>)| {
            let mut verdicts = people.clone();
            verdicts.resize(judge.len(), Pooled);
            verdicts
        };
        let verdicts: Vec<Vec<Verdict>> = self.people.iter().zip(&self.judge).map(padded).collect();
        let judge = |name: &str, levels: &Vec<Vec<Verdict>>| {
            Judge::new(name.into(), Levels::new(levels.clone(), None))
        };
        let judges = vec![judge("copy", &verdicts), judge("model", &self.judge)];
        let own = self.people.iter().map(Vec::len).collect();
        collection(&verdicts, self.rankings.clone()).with_judges(own, judges)
    }

    /// Returns a collection with the judge's labels as its own judgments. The labelled documents come first.
    fn of_judge(&self) -> TestCollection {
        let (mut verdicts, mut rankings) = (Vec::new(), self.rankings.clone());
        for (topic, judge) in self.judge.iter().enumerate() {
            let is_labelled = |&doc: &u32| judge.get(doc as usize).is_some_and(|v| *v != Pooled);
            let mut order: Vec<u32> = (0..20).collect();
            order.sort_by_key(|doc| !is_labelled(doc));
            verdicts
                .push(order.iter().filter(|doc| is_labelled(doc)).map(|&doc| judge[doc as usize]).collect());
            for run in &mut rankings {
                let number = |doc: &u32| order.iter().position(|other| other == doc).expect("there") as u32;
                run[topic] = run[topic].iter().map(number).collect();
            }
        }
        collection(&verdicts, rankings)
    }
}

/// Returns the scores of all runs on all topics, by measures that need different lists.
fn scores(collection: &TestCollection, view: &View) -> Vec<Option<f64>> {
    let names =
        ["AP", "nDCG@5", "P@3", "bpref", "infAP", "Q", "AP'", "nDCG'", "RBP(p=0.8)", "ERR", "RR", "Compat"];
    let metrics: Vec<Metric> = names.iter().map(|name| name.parse().expect("a measure")).collect();
    let scorer = Scorer::new(&metrics, &Gains::linear(3), 1, Some(1000)).expect("a scorer");
    let mut buffers = Buffers::default();
    let mut out = Vec::new();
    for run in 0..RUNS {
        let joined = JoinedRun::new(collection, run, 1000);
        for topic in 0..TOPICS {
            let mut row = vec![None; metrics.len()];
            buffers.score(&scorer, view.judgments(topic), &joined, topic, &mut row);
            out.extend(row);
        }
    }
    out
}

fn view(collection: &TestCollection, set: &str) -> Result<View, ManipulationError> {
    view_of_draw(collection, set, 1)
}

fn view_of_draw(collection: &TestCollection, set: &str, draw: u32) -> Result<View, ManipulationError> {
    let base = View::full(collection);
    let contributions = Contributions::new(collection, &base, 3);
    let (key, collection, base, contributions) = (Material::KEY_OF_FILES, collection, &base, &contributions);
    let set: JudgmentSet = set.parse().expect(set);
    set.view(&Material { collection, base, contributions, seed: 7, key, draw })
}

proptest! {
    #[test]
    fn labels_of_a_judge_score_as_own_judgments(case in case()) {
        let (judged, own) = (case.judged(), case.of_judge());
        let by_judge = view(&judged, "full(judge=model)").expect("a judge");
        prop_assert_eq!(scores(&judged, &by_judge), scores(&own, &View::full(&own)));
        for set in ["leave-one-team-out(team=a", "pool-depth(depth=2", "take-one-team(team=b"] {
            let by_judge = view(&judged, &format!("{set},judge=model)")).expect("a judge");
            let alone = view(&own, &format!("{set})")).expect("a set");
            prop_assert_eq!(scores(&judged, &by_judge), scores(&own, &alone), "{}", set);
        }
    }

    #[test]
    fn judges_do_not_change_the_judgments_of_people(case in case()) {
        let (judged, alone) = (case.judged(), collection(&case.people, case.rankings.clone()));
        for set in ["full", "leave-one-team-out(team=a)", "pool-depth(depth=2)", "sample(rate=0.5,draw=1)"] {
            let (with, without) = (view(&judged, set).expect("a set"), view(&alone, set).expect("a set"));
            prop_assert_eq!(scores(&judged, &with), scores(&alone, &without), "{}", set);
        }
        let by_copy = view(&judged, "leave-one-team-out(team=a,judge=copy)").expect("a set");
        let by_people = view(&judged, "leave-one-team-out(team=a)").expect("a set");
        for topic in 0..TOPICS {
            prop_assert_eq!(by_copy.mask(topic), by_people.mask(topic));
            prop_assert_eq!(by_copy.ideal(topic), by_people.ideal(topic));
        }
    }

    #[test]
    fn filling_with_the_same_labels_restores_all_judgments(case in case()) {
        let judged = case.judged();
        let full = view(&judged, "full").expect("a set");
        for set in ["leave-one-team-out(team=b", "leave-one-team-out(team=b,depth=1", "pool-depth(depth=1", "budget(share=0.4,draw=1", "sample(rate=0.2,draw=1"] {
            let filled = view(&judged, &format!("{set},fill=copy)")).expect("a set");
            // A judge also fills in labels below the depth. The pools are not compared: they differ by documents
            // that the people withhold, and only infAP uses them.
            for topic in 0..TOPICS {
                prop_assert_eq!(filled.mask(topic), full.mask(topic), "{}", set);
                prop_assert_eq!(filled.ideal(topic), full.ideal(topic), "{}", set);
            }
        }
        // No judgment of the people is left, so all are the judge's.
        let none = view(&judged, "budget(share=0,draw=1,fill=model)").expect("a set");
        let model = view(&judged, "full(judge=model)").expect("a set");
        for topic in 0..TOPICS {
            prop_assert_eq!(none.mask(topic), model.mask(topic));
            prop_assert_eq!(none.ideal(topic), model.ideal(topic));
        }
    }

    #[test]
    fn budgets_are_nested_and_have_their_size(case in case(), share in 0_u32..=10) {
        let judged = case.judged();
        let full = view(&judged, "full").expect("a set");
        let all: u32 = (0..TOPICS).map(|topic| full.mask(topic).count()).sum();
        for order in ["random", "pool", "topics", "disagreement"] {
            let of = |share: u32| {
                let share = f64::from(share) / 10.0;
                view(&judged, &format!("budget(share={share},order={order},draw=1)")).expect("a set")
            };
            let (less, more) = (of(share), of((share + 1).min(10)));
            let count: u32 = (0..TOPICS).map(|topic| less.mask(topic).count()).sum();
            prop_assert_eq!(count, share * all / 10, "{}", order);
            prop_assert!((0..TOPICS).all(|topic| less.mask(topic).is_subset(more.mask(topic))), "{}", order);
        }
        prop_assert_eq!(view(&judged, "budget(share=1,draw=1)").expect("a set"), full);
    }
}

/// The order by disagreement uses the labels of the draw, which are one pass of each judge.
#[test]
fn disagreement_uses_the_labels_of_the_draw() {
    let people = vec![vec![Level(0); 2]; TOPICS];
    let labels = |labels: [u8; 2]| Levels::new(vec![labels.map(Level).to_vec(); TOPICS], None);
    let noisy = Judge::with_passes("noisy".into(), vec![labels([1, 0]), labels([0, 1])]);
    let steady = Judge::new("steady".into(), labels([1, 1]));
    let judged = collection(&people, vec![vec![vec![0], vec![1]]; RUNS])
        .with_judges(vec![2; TOPICS], vec![noisy, steady]);
    for (draw, judged_first) in [(1, 1), (2, 0)] {
        let view = view_of_draw(&judged, "budget(share=0.5,order=disagreement)", draw).expect("a set");
        for topic in 0..TOPICS {
            assert_eq!(view.mask(topic).iter().collect::<Vec<_>>(), [judged_first], "draw {draw}");
        }
    }
}

/// The first draws are the passes. In later draws each document has the label of a random pass, which differs from
/// document to document.
#[test]
fn a_draw_is_a_pass_or_dealt_from_all() {
    let people = vec![vec![Level(0); 20]; TOPICS];
    let pass = |level: u8| Levels::new(vec![vec![Level(level); 20]; TOPICS], None);
    let judge = Judge::with_passes("model".into(), vec![pass(1), pass(2), pass(3)]);
    let rankings = vec![vec![vec![0], vec![1]]; RUNS];
    let judged = collection(&people, rankings).with_judges(vec![20; TOPICS], vec![judge]);
    let labels = |set: &str, draw: u32| {
        let view = view_of_draw(&judged, set, draw).expect("a set");
        (0..TOPICS).flat_map(|topic| view.verdicts(topic).to_vec()).collect::<Vec<_>>()
    };
    for draw in 1..=3 {
        assert_eq!(labels("full(judge=model)", draw), vec![Level(draw as u8); 20 * TOPICS]);
        assert_eq!(labels("budget(share=0,fill=model)", draw), vec![Level(draw as u8); 20 * TOPICS]);
    }
    let dealt = labels("full(judge=model)", 4);
    assert_eq!(dealt, labels("full(judge=model)", 4));
    assert_ne!(dealt, labels("full(judge=model)", 5));
    for level in 1..=3 {
        let count = dealt.iter().filter(|&&verdict| verdict == Level(level)).count();
        assert!(count > 0, "no label of pass {level}");
    }
    let request = |set: &str, draw| {
        let request = JudgmentRequest { draw, ..set.parse::<JudgmentSet>().expect(set).into() };
        assert_eq!(request.ignored_option(), None);
        let base = View::full(&judged);
        request.view(&judged, [&base, &base], &request.contributions(&judged, &base))
    };
    assert_eq!(request("full(judge=model)", Some(2)).expect("a draw").verdicts(0)[0], Level(2));
    let once = collection(&people, vec![vec![vec![0], vec![1]]; RUNS])
        .with_judges(vec![20; TOPICS], vec![Judge::new("once".into(), pass(1))]);
    let request =
        JudgmentRequest { draw: Some(2), ..JudgmentSet::from_str("full(judge=once)").unwrap().into() };
    let base = View::full(&once);
    let refused =
        request.view(&once, [&base, &base], &request.contributions(&once, &base)).unwrap_err().to_string();
    assert_eq!(
        refused,
        "draw: would have no effect: full(judge=once) is not random, and its judges have one pass"
    );
}

#[test]
fn unknown_and_incompatible_judges_are_refused() {
    let topic = vec![Level(1), Level(0)];
    let gains = Gains::new([(1, 0.25), (2, 0.5)]).expect("gains");
    let levels = |gains| Levels::new(vec![vec![Level(2), Level(0)]; TOPICS], gains);
    let judge = |name: &str, gains| Judge::new(name.into(), levels(gains));
    let judges = vec![judge("levels", None), judge("fractions", Some(gains))];
    let rankings = vec![vec![vec![0], vec![1]]; RUNS];
    let judged = collection(&[topic.clone(), topic], rankings).with_judges(vec![2; TOPICS], judges);
    let message = |set: &str| view(&judged, set).expect_err(set).to_string();
    assert_eq!(message("full(judge=gpt)"), "there is no judge `gpt`, the judges are `levels`, `fractions`");
    for set in ["full(judge=levels+fractions)", "budget(share=0.5,fill=fractions)"] {
        assert!(message(set).contains("on a scale of their own"), "{}", message(set));
    }
    let fractions = view(&judged, "full(judge=fractions)").expect("gains");
    assert!(fractions.gains().is_some());
    check_levels_of_gains(&fractions, &view(&judged, "full(judge=levels)").expect("levels"));
    for (set, expected) in [
        (
            "full(judge=levels,by=mean)",
            "`by` combines several judges, but neither `judge` nor `fill` names several with +",
        ),
        ("full(judge=levels,fill=levels)", "`judge` and `fill` are the same: nothing would be filled"),
    ] {
        assert_eq!(set.parse::<JudgmentSet>().expect_err(set).to_string(), expected);
    }
}

/// Checks that `min-rel` and measures cannot refer to levels if labels are gains. Only level 1 is allowed, which
/// means any gain.
fn check_levels_of_gains(gains: &View, levels: &View) {
    let measures = |names: &[&str]| -> Vec<Metric> {
        names.iter().map(|name| name.parse().expect("a measure")).collect()
    };
    let plain = measures(&["AP", "nDCG@10", "P(rel=1)@5"]);
    assert_eq!(NoLevels::check(&plain, 1, gains), Ok(()));
    assert_eq!(NoLevels::check(&plain, 2, gains), Err(NoLevels::MinRel(2)));
    for measure in measures(&["AP(rel=2)", "nDCG(gains={1: 1, 2: 3})@10"]) {
        let asked = [plain[0].clone(), measure.clone()];
        assert_eq!(NoLevels::check(&asked, 1, gains), Err(NoLevels::Measure(measure)));
        assert_eq!(NoLevels::check(&asked, 2, levels), Ok(()));
    }
}
