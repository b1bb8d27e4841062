//! Laws of the measures of trec_eval, cwl_eval and ir_measures, and relations between them.

use crate::laws::{both, close, condensed, parsed, raw};
use crate::lists::{Case, case, score};
use proptest::prelude::*;
use rejudge_metrics::{Gains, Verdict};

/// Measures whose values are no scores: counts, shares that a good run may have low, any number. They are
/// defined for every topic.
pub const NO_SCORES: &[&str] = &[
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

/// Scores that look at the documents behind the relevant ones, which condensing takes away.
pub const MAY_FALL_WHEN_CONDENSED: &[&str] = &["Accuracy", "Accuracy@5", "Compat", "Compat(p=0.8)", "RnDCG"];

/// A relevant document that comes in at the cutoff is one that is ranked last; and one that changes places
/// with a pooled document loses a document above that infAP took for relevant in part.
pub const MAY_FALL_WHEN_RAISED: &[&str] = &["Accuracy@5", "infAP", "infAP(rel=2)"];

/// Returns a value that is defined.
fn value(case: &Case, name: &str) -> f64 {
    raw(case, name).unwrap_or_else(|| panic!("{name} is not defined"))
}

#[test]
fn a_topic_without_a_document_of_the_lowest_relevant_level_has_no_rndcg() {
    let case = Case::parse(".2", "1");
    let scores = [2, 3].map(|min_rel| score(&case, "RnDCG", &Gains::linear(2), min_rel, 1000).is_some());
    assert_eq!(scores, [true, false]);
}

/// The score with the gain 1 for each level.
fn flat(case: &Case, name: &str) -> Option<f64> {
    let gains = Gains::new([(1, 1.0), (2, 1.0), (3, 1.0)]).expect("equal gains do not decrease");
    score(case, name, &gains, 1, 1000)
}

fn is_relevant(case: &Case) -> bool {
    !case.ideal().is_empty()
}

/// Compatibility as it is defined: sets of documents, rank by rank.
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
    fn what_is_no_score_is_always_defined(case in case(40), max_rank in 1_u32..50) {
        let cut = Case { ranking: case.ranking.iter().copied().take(max_rank as usize).collect(), ..case.clone() };
        for name in NO_SCORES {
            prop_assert!(both(&case, name).iter().all(Option::is_some), "{}", name);
            let whole = score(&case, name, &Gains::linear(3), 1, max_rank);
            prop_assert_eq!(whole, raw(&cut.with_judgments_of(&case), name), "{}", name);
        }
    }

    #[test]
    fn counts_add_up(case in case(40)) {
        let of = |name| value(&case, name);
        prop_assert_eq!(of("NumRet"), case.ranking.len() as f64);
        prop_assert_eq!(of("NumRel"), case.ideal().len() as f64);
        prop_assert_eq!(of("NumRet(rel=2)"), of("NumRelRet(rel=2)"));
        prop_assert_eq!(of("NumRet(rel=1)"), of("NumRelRet"));
        prop_assert_eq!(of("NumRelRet") + of("NumNonrelRet"), of("NumRelRet(rel=2)") + of("NumNonrelRet(rel=2)"));
        prop_assert_eq!(of("Utility"), 2.0 * of("NumRelRet") - of("NumRet"));
        prop_assert_eq!(of("Utility(a=0, b=0, c=0, d=1, N=100)"),
            100.0 + of("NumRelRet") - of("NumRet") - of("NumRel"));
        let judged = of("NumRelRet") + of("NumNonrelRet");
        prop_assert!((of("Judged") * of("NumRet") - judged).abs() < 1e-9);
        prop_assert_eq!(condensed(&case, "NumRet"), Some(judged));
        let seen = case.ranking.len().min(5) as f64;
        prop_assert!((of("Judged@5") * seen - (seen - 5.0 * of("Unjudged@5"))).abs() < 1e-9);
    }

    #[test]
    fn the_residual_is_what_precision_leaves(case in case(40)) {
        let residual = value(&case, "RBPresidual(p=0.7)");
        prop_assert!(residual + raw(&case, "RBP(p=0.7)").unwrap_or(0.0) <= 1.0 + 1e-12);
        // If every unjudged document were relevant, the sum would grow by the residual, except for the part
        // after the list.
        let with = |document: &Option<Verdict>| match document {
            Some(Verdict::Level(level)) => Some(Verdict::Level(*level)),
            _ => Some(Verdict::Level(1)),
        };
        let best = Case { ranking: case.ranking.iter().map(with).collect(), missed: vec![1] };
        let unjudged = case.ranking.iter().any(|document| !matches!(document, Some(Verdict::Level(_))));
        let behind = if unjudged { 0.7_f64.powi(case.ranking.len() as i32) } else { 0.0 };
        let lower = score(&Case { missed: vec![1], ..case }, "RBP(p=0.7)", &Gains::linear(3), 1, 1000);
        let upper = value(&best, "RBP(p=0.7)");
        prop_assert!(close(Some(residual), lower.map(|lower| upper - lower + behind)));
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
    fn inferred_ap_is_at_least_ap(case in case(40)) {
        // A pooled document counts as partly relevant. ε moves a share up or down by less than itself.
        prop_assert!(raw(&case, "infAP") >= raw(&case, "AP").map(|score| score - 1e-5));
    }

    #[test]
    fn interpolated_precision_falls_with_recall(case in case(40)) {
        let curve: Vec<Option<f64>> = (0..=10).map(|n| raw(&case, &format!("IPrec@{}", f64::from(n) / 10.0))).collect();
        prop_assert!(curve.windows(2).all(|pair| pair[0] >= pair[1]), "{:?}", curve);
        let mean = curve.iter().copied().sum::<Option<f64>>().map(|sum| sum / 11.0);
        prop_assert!(close(raw(&case, "IAP"), mean));
        let best = (1..=40).filter_map(|k| raw(&case, &format!("P@{k}"))).reduce(f64::max);
        prop_assert_eq!(curve[0], best);
    }

    #[test]
    fn relative_precision_is_the_better_of_precision_and_recall(case in case(40), k in 1_u32..50) {
        let of = |family| raw(&case, &format!("{family}@{k}"));
        prop_assert_eq!(of("RelP"), of("P").zip(of("R")).map(|(precision, recall)| precision.max(recall)));
    }

    #[test]
    fn set_measures_are_precision_and_recall(case in case(40)) {
        prop_assert_eq!(both(&case, "SetR"), both(&case, "R@1000"));
        prop_assert_eq!(both(&case, "RprecMult(mult=1)"), both(&case, "Rprec"));
        prop_assert_eq!([both(&case, "GMAP"), both(&case, "GMBpref")], [both(&case, "AP"), both(&case, "Bpref")]);
        prop_assume!(is_relevant(&case) && !case.ranking.is_empty());
        let [p, r, ap, f, relative] = ["SetP", "SetR", "SetAP", "SetF", "SetRelP"].map(|name| value(&case, name));
        prop_assert_eq!(Some(p), raw(&case, &format!("P@{}", case.ranking.len())));
        prop_assert!(close(Some(ap), Some(p * r)));
        prop_assert!(close(Some(relative), Some(p.max(r))));
        if p > 0.0 {
            prop_assert!(close(Some(f), Some(2.0 / (1.0 / p + 1.0 / r))));
        }
    }

    #[test]
    fn gain_measures_with_equal_gains_are_binary(case in case(40)) {
        prop_assert!(close(flat(&case, "G"), raw(&case, "binG")));
        prop_assert!(close(flat(&case, "TopicRBP(p=0.8)"), raw(&case, "RBP")));
        prop_assert!(close(flat(&case, "NERR8@10"), raw(&case, "RR@10")));
        prop_assert!(close(flat(&case, "BPM(T=1000)@10"), raw(&case, "P@10")));
        let named = raw(&case, "SDCG(gains={1: 1, 2: 1, 3: 1})@5");
        prop_assert!(close(flat(&case, "SDCG@5"), named));
        prop_assert!(close(raw(&case, "INSQ(max_rel=3)"), raw(&case, "INSQ")));
        prop_assert!(close(raw(&case, "INSQ(max_rel=1)"), flat(&case, "INSQ")));
    }

    #[test]
    fn the_unit_of_gain_is_that_of_the_topic(case in case(40)) {
        // The table's unit is the topic's where the topic has its highest level.
        let with_best = Case { missed: [&case.missed[..], &[3]].concat(), ..case };
        prop_assert!(close(raw(&with_best, "TopicRBP(p=0.95)"), raw(&with_best, "gRBP")));
    }

    #[test]
    fn one_boundary_is_the_ndcg_at_r(case in case(40)) {
        prop_assume!(is_relevant(&case));
        let relevant = case.ideal().len();
        let at_r = flat(&case, &format!("nDCG@{relevant}"));
        let whole = flat(&case, "nDCG");
        let longer = case.ranking.len() > relevant + 1;
        let expected = at_r.zip(whole).map(|(at_r, whole)| if longer { (at_r + whole) / 2.0 } else { at_r });
        prop_assert!(close(flat(&case, "RnDCG"), expected));
    }

    #[test]
    fn scaled_dcg_is_at_most_ndcg(case in case(40), k in 1_u32..50) {
        let of = |family| raw(&case, &format!("{family}@{k}"));
        prop_assert!(of("SDCG") <= of("nDCG").map(|score| score + 1e-12));
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

#[test]
fn two_ways_to_give_the_gains_are_refused() {
    let metrics = [parsed("INSQ(max_rel=2, gains='linear')")];
    let refused = rejudge_metrics::Scorer::new(&metrics, &Gains::linear(3), 1, Some(1000));
    let message = refused.map_err(|error| error.to_string()).map(drop);
    assert_eq!(
        message,
        Err("INSQ(max_rel=2, gains='linear'): `gains` and `max_rel` both give the gains".to_owned())
    );
}
