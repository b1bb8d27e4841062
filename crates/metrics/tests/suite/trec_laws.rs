//! Laws of some measures of trec_eval and ir_measures, and lists of the measures that break the laws in
//! `laws`.

use crate::laws::{both, close, raw};
use crate::lists::{Case, case, score};
use proptest::prelude::*;
use rejudge_metrics::{Gains, Verdict};

/// Measures with values that are not scores from 0 to 1, or need not be high for a good run, such as counts
/// and shares of judged documents. These measures are defined for every topic.
pub const NOT_SCORES: &[&str] = &[
    "NumRet",
    "NumRet(rel=2)",
    "NumRel",
    "NumRelRet",
    "NumNonrelRet",
    "Judged",
    "Judged@5",
    "Unjudged@5",
    "RBPresidual",
    "Utility",
    "Utility(a=2, c=-0.5)",
];

/// Measures that also depend on nonrelevant documents or on the number of retrieved documents, so that
/// condensing may lower a score.
pub const MAY_FALL_WHEN_CONDENSED: &[&str] = &["Accuracy", "Accuracy@5", "Compat", "Compat(p=0.8)", "RnDCG"];

/// Measures that may fall when a relevant document moves up. With a cutoff, a relevant document that is
/// raised above the cutoff adds wrong pairs to Accuracy, because it is the last document above the cutoff. A
/// relevant document that changes places with a pooled document has one pooled document fewer above it, and
/// infAP counts pooled documents as relevant in part.
pub const MAY_FALL_WHEN_RAISED: &[&str] = &["Accuracy@5", "infAP", "infAP(rel=2)"];

#[test]
fn a_topic_without_a_document_of_the_lowest_relevant_level_has_no_rndcg() {
    let case = Case::parse(".2", "1");
    let scores = [2, 3].map(|min_rel| score(&case, "RnDCG", &Gains::linear(2), min_rel, 1000).is_some());
    assert_eq!(scores, [true, false]);
}

fn is_relevant(case: &Case) -> bool {
    !case.ideal().is_empty()
}

/// Returns compatibility by its definition, with sets of documents at each rank.
fn overlap_with_nearest_ideal(case: &Case, p: f64) -> f64 {
    let level = |index: usize| match case.ranking[index] {
        Some(Verdict::Level(level)) => level,
        _ => 0,
    };
    let retrieved = case.ranking.len();
    let mut ideal: Vec<(u8, usize)> = (0..retrieved).map(|index| (level(index), index)).collect();
    ideal.extend(case.missed.iter().zip(retrieved..).map(|(&level, index)| (level, index)));
    ideal.retain(|&(level, _)| level > 0);
    ideal.sort_by_key(|&(level, index)| (std::cmp::Reverse(level), index));
    let (mut sum, mut best) = (0.0, 0.0);
    for depth in 1..=retrieved.max(ideal.len()) {
        let common = ideal.iter().take(depth).filter(|&&(_, index)| index < retrieved.min(depth)).count();
        let weight = p.powi(depth as i32 - 1) / depth as f64;
        sum += weight * common as f64;
        best += weight * ideal.len().min(depth) as f64;
    }
    sum / best
}

proptest! {
    #[test]
    fn values_that_are_not_scores_are_always_defined(case in case(40), max_rank in 1_u32..50) {
        let cut = Case { ranking: case.ranking.iter().copied().take(max_rank as usize).collect(), ..case.clone() };
        for name in NOT_SCORES {
            prop_assert!(both(&case, name).iter().all(Option::is_some), "{}", name);
            let whole = score(&case, name, &Gains::linear(3), 1, max_rank);
            prop_assert_eq!(whole, raw(&cut.with_judgments_of(&case), name), "{}", name);
        }
    }

    #[test]
    fn inferred_ap_is_ap_when_all_is_judged(case in case(40)) {
        let judged = case.all_judged();
        match (raw(&judged, "infAP"), raw(&judged, "AP")) {
            (Some(inferred), Some(exact)) => prop_assert!((inferred - exact).abs() <= 1e-5),
            (inferred, exact) => prop_assert_eq!(inferred, exact),
        }
    }

    #[test]
    fn compatibility_is_the_overlap_with_the_nearest_ideal(case in case(40)) {
        prop_assume!(is_relevant(&case));
        for p in [0.5, 0.8, 0.95] {
            let expected = overlap_with_nearest_ideal(&case, p);
            prop_assert!(close(raw(&case, &format!("Compat(p={p})")), Some(expected)), "{}", p);
        }
    }
}
