//! Tests of the diversity measures: mostly laws that are true for every topic and ranking.

use proptest::prelude::*;
use rejudge_metrics::*;
use rejudge_metrics::{Gains, Verdict};

use crate::intents::{IntentCase, LONGEST, case};
use crate::lists::primed;

/// At least one metric of each diversity family, with variants.
const MEASURES: &[&str] = &[
    "I-rec@3",
    "I-rec(rel=2)",
    "StRecall@3",
    "D-nDCG",
    "D-nDCG@3",
    "D-nDCG(dcg='jk', log=2)@10",
    "D-Q",
    "D-Q(beta=10)@3",
    "D#-nDCG@5",
    "D#-nDCG(gamma=0.1, gains='exponential')@5",
    "D#-Q@5",
    "DIN-nDCG@5",
    "DIN#-nDCG@5",
    "P+Q@5",
    "P+Q",
    "alpha_DCG@5",
    "alpha_nDCG@5",
    "alpha_nDCG(alpha=0.9)@10",
    "ERR_IA@5",
    "nERR_IA(alpha=0)@5",
    "gERR_IA",
    "gERR_IA(gains='exponential')@5",
    "NRBP",
    "nNRBP(alpha=0.2, beta=0.9)",
    "AP_IA",
    "AP_IA(rel=2)@4",
    "P_IA@5",
    "nDCG_IA@5",
    "alpha_nDCG(weights='ndeval')@5",
    "AP_IA(weights='ndeval')",
];

/// Returns true if the measure uses a greedy ideal list, which may not be the best.
fn is_greedy(name: &str) -> bool {
    ["alpha_nDCG", "nERR_IA", "nNRBP"].iter().any(|family| name.starts_with(family))
}

/// No document is relevant to an intent of probability .8. The ranking is perfect for the other intent, of
/// probability .2. With ndeval's weights, the intents with a relevant document are equally probable.
#[test]
fn an_intent_without_relevant_documents_takes_its_share() {
    let intents = [0.8, 0.2].map(|probability| Intent { probability, navigational: false }).to_vec();
    let (rows, factors, ranking) = (vec![vec![0, 1]], Vec::new(), vec![Some(0)]);
    let case = IntentCase { intents, assumed: false, rows, factors, id_order: vec![0], ranking };
    for (name, expected) in [
        ("gERR_IA", 0.1),
        ("nNRBP", 1.0),
        ("gERR_IA(weights='ndeval')", 0.5),
        ("nDCG_IA(weights='ndeval')", 1.0),
    ] {
        let found = case.scores(&[name], &Gains::linear(1), 10)[0];
        assert!(close(found, Some(expected)), "{name}: {found:?}");
    }
}

#[test]
fn every_diversity_family_is_under_test() {
    for family in Family::ALL.iter().filter(|family| family.is_by_intent()) {
        let is_family = |name: &&str| name.parse::<Metric>().expect("a name").family() == *family;
        assert!(MEASURES.iter().any(is_family), "{family:?}");
    }
}

#[test]
fn measures_are_refused_by_the_scorer_that_cannot_compute_them() {
    let refused = |name: &str| {
        let metric: Metric = name.parse().expect("a name");
        let by_document = Scorer::new(std::slice::from_ref(&metric), &Gains::linear(1), 1, Some(1000));
        let by_intent = IntentScorer::new(&[metric], &Gains::linear(1), 1, Some(1000));
        (by_document.err().map(|e| e.to_string()), by_intent.err().map(|e| e.to_string()))
    };
    let needs = "D#-nDCG'@10: needs judgments by intent".to_owned();
    assert_eq!(refused("D#-nDCG'@10"), (Some(needs), None));
    let no_measure = "Q is not a measure of judgments by intent".to_owned();
    assert_eq!(refused("Q"), (None, Some(no_measure)));
    let gains = "D-Q(gains={1: 1})".parse().expect("a name");
    let error =
        IntentScorer::new(&[gains], &Gains::linear(2), 1, Some(1000)).expect_err("level 2 has no gain");
    assert_eq!(error.to_string(), "D-Q(gains={1: 1}): levels go to 2, but `gains` ends at level 1");
}

fn close(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-12,
        (a, b) => a == b,
    }
}

/// Returns the case with only one of its intents, which has the probability 1 and is navigational or not.
fn only(case: &IntentCase, intent: usize, navigational: bool) -> IntentCase {
    let count = case.intents.len();
    IntentCase {
        intents: vec![Intent { probability: 1.0, navigational }],
        rows: case.rows.iter().map(|row| vec![row[intent]]).collect(),
        factors: case.factors.iter().copied().skip(intent).step_by(count).collect(),
        ..case.clone()
    }
}

fn with_kinds(case: &IntentCase, navigational: bool) -> IntentCase {
    let intents = case.intents.iter().map(|intent| Intent { navigational, ..*intent }).collect();
    IntentCase { intents, ..case.clone() }
}

/// Returns the scores of a case with one intent by an ad hoc measure, on the raw and on the condensed list.
fn ad_hoc(case: &IntentCase, name: &str) -> [Option<f64>; 2] {
    let judged = |placed: &Placed| Judged {
        rank: placed.rank,
        verdict: Verdict::Level(case.rows[placed.row as usize][0]),
    };
    let raw: Vec<Judged> = case.raw().iter().map(judged).collect();
    let condensed: Vec<Judged> = case.condensed().iter().map(judged).collect();
    let mut ideal: Vec<u8> = case.rows.iter().map(|row| row[0]).filter(|&level| level > 0).collect();
    ideal.sort_by(|a, b| b.cmp(a));
    let judged_nonrelevant = (case.rows.len() - ideal.len()) as u32;
    let list = |ranking| JudgedList { ranking, ideal: &ideal, judged_nonrelevant, ..JudgedList::default() };
    let metrics = [name, &primed(name)].map(|name| name.parse().expect("a name"));
    let scorer = Scorer::new(&metrics, &Gains::linear(3), 1, Some(LONGEST)).expect("settings are good");
    let mut scores = [None; 2];
    scorer.score(&list(&raw), &list(&condensed), &mut scores);
    scores
}

proptest! {
    #[test]
    fn with_one_intent_diversity_measures_are_ad_hoc_measures(case in case(1..2)) {
        // Scores are equal bit by bit, because the formulas are the same. All factors are 1, because ad hoc
        // measures have no factors.
        let case = IntentCase { factors: Vec::new(), ..only(&case, 0, false) };
        for (diversity, name) in [
            ("D-nDCG", "nDCG"),
            ("D-nDCG@3", "nDCG@3"),
            ("D-nDCG(dcg='jk', log=2)@10", "nDCG(dcg='jk', log=2)@10"),
            ("D-Q", "Q"),
            ("D-Q@3", "Q@3"),
            ("P+Q(beta=3)@5", "Q(beta=3)@5"),
            ("D-Q(beta=inf)", "Q(beta=inf)"),
            ("DIN-nDCG@5", "nDCG@5"),
            ("P+Q", "Q"),
            ("nDCG_IA@5", "nDCG@5"),
            ("gERR_IA", "ERR(stop='gain')"),
            ("gERR_IA@5", "ERR(stop='gain')@5"),
            ("gERR_IA(gains='exponential')@5", "ERR(max_rel=3)@5"),
            ("AP_IA", "AP"),
            ("AP_IA(rel=2)@4", "AP(rel=2)@4"),
            ("P_IA@5", "P@5"),
            ("I-rec@3", "Success@3"),
            ("StRecall(rel=2)@3", "Success(rel=2)@3"),
        ] {
            let ours = [case.score(diversity), case.score(&primed(diversity))];
            prop_assert_eq!(ours, ad_hoc(&case, name), "{}", diversity);
        }
        for (diversity, name) in [("P+Q@5", "P+@5"), ("P+Q(beta=inf)", "P+(beta=inf)")] {
            prop_assert_eq!(with_kinds(&case, true).score(diversity), ad_hoc(&case, name)[0]);
        }
        // No document loses worth if alpha is 0, and the ideal list is as for nDCG with gains 0 and 1.
        let flat = ad_hoc(&case, "nDCG(gains={1: 1, 2: 1, 3: 1})@5");
        prop_assert!(close(case.score("alpha_nDCG(alpha=0)@5"), flat[0]));
        // Only the first relevant document counts when alpha is 1.
        prop_assert!(close(case.score("ERR_IA(alpha=1)@10"), ad_hoc(&case, "RR@10")[0]));
        prop_assert!(close(case.score("NRBP(alpha=0, beta=0.8)"), ad_hoc(&case, "RBP")[0]));
    }

    #[test]
    fn scores_are_from_0_to_1(case in case(1..6)) {
        for name in MEASURES {
            for score in [case.score(name), case.score(&primed(name))].into_iter().flatten() {
                // The greedy list reaches at least 1 - 1/e of the best.
                let most = if is_greedy(name) { 1.582 } else { 1.0 + 1e-12 };
                prop_assert!((0.0..=most).contains(&score), "{} = {}", name, score);
            }
        }
    }

    #[test]
    fn undefined_means_that_nothing_is_relevant(case in case(1..6)) {
        for name in MEASURES {
            let rel = if name.contains("rel=2") { 2 } else { 1 };
            let factor = |cell: usize| case.factors.get(cell).copied().unwrap_or(1.0);
            let nothing = case.rows.concat().iter().enumerate().all(|(cell, &l)| l < rel || factor(cell) == 0.0);
            prop_assert_eq!(case.score(name).is_none(), nothing, "{}", name);
            prop_assert_eq!(case.score(&primed(name)).is_none(), nothing, "{}", name);
        }
    }

    #[test]
    fn condensed_is_raw_when_all_is_judged(case in case(1..6)) {
        let judged = IntentCase { ranking: case.ranking.iter().copied().flatten().map(Some).collect(), ..case };
        for name in MEASURES {
            prop_assert_eq!(judged.score(name), judged.score(&primed(name)), "{}", name);
        }
    }

    #[test]
    fn an_empty_list_scores_0(case in case(1..6)) {
        let empty = IntentCase { ranking: Vec::new(), ..case };
        for name in MEASURES {
            // Scores are compared as bits, because -0 would be printed with its sign.
            let bits = empty.score(name).map(f64::to_bits);
            prop_assert!(bits.is_none_or(|bits| bits == 0), "{}", name);
        }
    }

    #[test]
    fn documents_below_the_maximal_rank_are_not_seen(case in case(1..6), max_rank in 1_u32..25) {
        let cut = IntentCase { ranking: case.ranking.iter().copied().take(max_rank as usize).collect(), ..case.clone() };
        let raw: Vec<&str> = MEASURES.to_vec();
        let gains = Gains::linear(3);
        prop_assert_eq!(case.scores(&raw, &gains, max_rank), cut.scores(&raw, &gains, LONGEST));
    }

    #[test]
    fn scores_do_not_depend_on_other_measures(case in case(1..6)) {
        let names: Vec<String> = MEASURES.iter().flat_map(|name| [(*name).to_owned(), primed(name)]).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let together = case.scores(&names, &Gains::linear(3), LONGEST);
        for (name, together) in names.iter().zip(together) {
            prop_assert_eq!(together, case.score(name), "{}", name);
        }
    }

    #[test]
    fn only_kept_judgments_count(case in case(1..6), kept in prop::collection::vec(any::<bool>(), 20)) {
        let metrics: Vec<Metric> = MEASURES.iter().map(|name| name.parse().expect("a name")).collect();
        let scorer = IntentScorer::new(&metrics, &Gains::linear(3), 1, Some(LONGEST)).expect("settings are good");
        let levels = case.rows.concat();
        let rows = (0..case.rows.len() as u32).filter(|&row| kept[row as usize]);
        let prepared = scorer.prepare(&case.topic(&levels), rows);
        let ranking: Vec<Placed> = case.raw().into_iter().filter(|placed| kept[placed.row as usize]).collect();
        let mut scores = vec![None; metrics.len()];
        prepared.score(&ranking, &ranking, &mut IntentScratch::default(), &mut scores);

        let mut fewer = case.clone();
        for (row, _) in fewer.rows.iter_mut().zip(&kept).filter(|(_, kept)| !**kept) {
            row.fill(0);
        }
        for (name, score) in MEASURES.iter().zip(scores) {
            prop_assert!(close(score, fewer.score(name)), "{}", name);
        }
    }
}
