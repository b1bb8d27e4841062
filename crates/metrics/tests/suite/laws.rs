//! Laws of the ad hoc measures that are true for every list, and settings that the scorer refuses.

use std::sync::LazyLock;

use crate::lists::{Case, case, primed, score};
use proptest::prelude::*;
use rejudge_metrics::Gains;
use rejudge_metrics::{Family, Metric, Scorer, registry::Relevance};

/// Metrics of most ad hoc families, with variants.
const NAMED: &[&str] = &[
    "AP",
    "AP@5",
    "AP(rel=2)",
    "Q",
    "Q(beta=0.1)",
    "Q(beta=inf)",
    "nDCG",
    "nDCG@5",
    "nDCG(dcg='jk', log=2)@1000",
    "nDCG(dcg='jk', log=10)",
    "RBP",
    "RBP(p=0.95, rel=2)@7",
    "gRBP",
    "Bpref",
    "Bpref(form='R')",
    "Bpref(form='N')",
    "P@5",
    "RR",
    "RR@3",
    "Rprec",
    "R@10",
    "Success@5",
    "AP(norm='min')@5",
    "Q@5",
    "Q(norm='R')@5",
    "NCU(stop='gu')",
    "NCU(stop='gu', weights={1: 5, 2: 1, 3: 2}, beta=0)",
    "NCU(stop='rb', gamma=0.7)",
    "NCU(stop='rb', gamma=0, beta=0)",
    "NCU(beta=inf)",
    "O-measure",
    "O-measure(beta=10)@3",
    "P-measure",
    "P+",
    "P+(beta=inf)",
    "WRR",
    "WRR(betas={1: 9, 2: 1.5, 3: 1.5}, norm='ideal', rel=2)@7",
    "CG@5",
    "nCG@5",
    "DCG@5",
    "DCG(dcg='jk', log=3)",
    "genAP",
    "GAP",
    "GAP(g='uniform')",
    "GAP(g={1: 0.2, 2: 0.5, 3: 0.3})",
    "ERR",
    "ERR@5",
    "ERR(stop='gain')",
    "nERR@5",
    "nERR(stop='gain')",
    "Bpref(form='10')",
    "Rpref(form='N')",
    "Rpref(form='relative2')",
    "GMAP",
    "GMBpref",
    "IPrec@0",
    "IPrec@0.25",
    "IAP",
    "IAP(points='0.2,0.5,0.8', rel=2)",
    "infAP",
    "infAP(rel=2)",
    "RprecMult(mult=0.4)",
    "RprecMult(mult=2)",
    "RelP@5",
    "G",
    "binG",
    "nDCGrel",
    "RnDCG",
    "TopicRBP",
    "SetP",
    "SetRelP",
    "SetR",
    "SetAP",
    "SetF",
    "SetF(beta=0.5)",
    "Accuracy",
    "Accuracy@5",
    "Compat",
    "Compat(p=0.8)",
    "INSQ",
    "INST(T=2)",
    "BPM@10",
    "SDCG@10",
    "SDCG(max_rel=2)@5",
    "NERR8@10",
    "NERR9@10",
    "NERR10(p=0.8)",
    "NERR11",
    "CRS",
    "CRS(stop='first')@7",
    "CRS(rel=2)@7",
];

/// Measures to which a relevant document at rank 1 adds nothing, as in NTCIREVAL. They break some laws.
const WITHOUT_THE_FIRST: &[&str] = &["Bpref(form='relative')", "Rpref(form='relative')"];

/// Returns true if the measure is not normalised, so that scores may exceed 1.
fn may_exceed_1(name: &str) -> bool {
    ["CG@", "DCG"].iter().any(|family| name.starts_with(family)) || name == "WRR"
}

/// The measures of `NAMED`, and one of each ad hoc family that no list contains, so that a new family is
/// tested too.
static EVERY: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let known = |family: Family| {
        let named = NAMED.iter().chain(WITHOUT_THE_FIRST).chain(super::trec_laws::NOT_SCORES);
        named.clone().any(|name| parsed(name).family() == family)
    };
    let new = Family::ALL.iter().filter(|family| !family.is_by_intent() && !known(**family)).map(|family| {
        let name = family.entry().name;
        // Some families need a cutoff or a recall level.
        let forms = [name.to_owned(), format!("{name}@5"), format!("{name}@0.5")];
        let form = forms.into_iter().find(|form| form.parse::<Metric>().is_ok());
        &*form.unwrap_or_else(|| panic!("no form of {name} is a measure: name one in NAMED")).leak()
    });
    NAMED.iter().copied().chain(new).collect()
});

fn parsed(name: &str) -> Metric {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the score, with the levels as gains and relevance from level 1. It is the score on the raw list,
/// or on the condensed list if the name has a prime.
pub fn raw(case: &Case, name: &str) -> Option<f64> {
    score(case, name, &Gains::linear(3), 1, 1000)
}

/// Returns the score on the condensed list.
pub fn condensed(case: &Case, name: &str) -> Option<f64> {
    raw(case, &primed(name))
}

/// Returns the scores on the raw and on the condensed list.
pub fn both(case: &Case, name: &str) -> [Option<f64>; 2] {
    [raw(case, name), condensed(case, name)]
}

pub fn close(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-12,
        (a, b) => a == b,
    }
}

proptest! {
    #[test]
    fn scores_are_from_0_to_1(case in case(40)) {
        for name in EVERY.iter().chain(WITHOUT_THE_FIRST) {
            for score in both(&case, name).into_iter().flatten() {
                if may_exceed_1(name) {
                    prop_assert!(score >= 0.0, "{} = {}", name, score);
                    continue;
                }
                // Sums of reordered terms may exceed 1 by a rounding error.
                prop_assert!((0.0..=1.0 + 1e-12).contains(&score), "{} = {}", name, score);
            }
        }
    }

    #[test]
    fn undefined_means_that_nothing_is_relevant(case in case(40)) {
        for name in EVERY.iter().chain(WITHOUT_THE_FIRST) {
            let metric = parsed(name);
            let binary = metric.family().entry().relevance == Relevance::Binary;
            let rel = if binary { metric.rel().unwrap_or(1) } else { 1 };
            let nothing = case.ideal().iter().all(|&level| level < rel);
            prop_assert!(both(&case, name).iter().all(|score| score.is_none() == nothing), "{}", name);
        }
    }

    #[test]
    fn the_ideal_order_scores_1(case in case(40)) {
        let ideal = case.in_ideal_order();
        let relevant = ideal.ideal().len();
        prop_assume!(relevant > 0);
        for name in ["AP", "Q", "Q(beta=0.1)", "Q(beta=inf)", "nDCG", "nDCG@5", "nDCG(dcg='jk', log=2)@1000",
                     "nDCG(dcg='jk', log=10)", "Bpref", "Bpref(form='R')", "Bpref(form='N')", "RR", "Rprec",
                     "R@1000", "Success@5"] {
            prop_assert_eq!(both(&ideal, name), [Some(1.0); 2], "{}", name);
        }
        // These are 1 except for the rounding errors of their sums.
        for name in ["AP(norm='min')@5", "Q@5", "NCU", "NCU(stop='rb', gamma=0.7)", "NCU(stop='gu')", "O-measure",
                     "NCU(stop='gu', weights={1: 5, 2: 1, 3: 2})", "P-measure", "P+", "P-measure@2", "nCG@5", "genAP",
                     "GAP", "GAP(g='uniform')", "nERR", "nERR@5", "nERR(stop='gain')", "WRR(norm='ideal')",
                     "Bpref(form='10')", "Rpref(form='N')", "Rpref(form='relative2')"] {
            prop_assert!(both(&ideal, name).iter().all(|&score| close(score, Some(1.0))), "{}", name);
        }
        // RBP does not divide by its ideal score, which is 1 - p^R.
        prop_assert!(close(raw(&ideal, "RBP(p=0.5)"), Some(1.0 - 0.5_f64.powi(relevant as i32))));
    }

    #[test]
    fn an_empty_list_scores_0(case in case(40)) {
        let empty = Case { ranking: Vec::new(), ..case };
        prop_assume!(empty.ideal().iter().any(|&level| level >= 2));
        for name in EVERY.iter().chain(WITHOUT_THE_FIRST) {
            // Scores are compared as bits, because -0 would be printed with its sign.
            prop_assert!(both(&empty, name).iter().all(|s| s.map(f64::to_bits) == Some(0)), "{}", name);
        }
    }

    #[test]
    fn condensed_is_raw_when_all_is_judged(case in case(40)) {
        let judged = case.all_judged();
        for name in EVERY.iter().chain(WITHOUT_THE_FIRST) {
            prop_assert_eq!(raw(&judged, name), condensed(&judged, name), "{}", name);
        }
    }

    #[test]
    fn condensing_never_lowers_a_score(case in case(40)) {
        // Condensing only moves documents up, so that more of them may be above a cutoff.
        for name in EVERY.iter().filter(|name| !super::trec_laws::MAY_FALL_WHEN_CONDENSED.contains(*name)) {
            let [raw, condensed] = both(&case, name);
            prop_assert!(condensed >= raw.map(|score| score - 1e-12), "{}: {:?} {:?}", name, raw, condensed);
        }
    }

    #[test]
    fn raising_a_relevant_document_never_lowers_a_score(case in case(20)) {
        let raisable = |at: &usize| case.is_relevant(*at) && !case.is_relevant(at - 1);
        for at in (1..case.ranking.len()).filter(raisable) {
            let mut raised = case.clone();
            raised.ranking.swap(at - 1, at);
            for name in EVERY.iter().filter(|name| !super::trec_laws::MAY_FALL_WHEN_RAISED.contains(*name)) {
                for (before, after) in both(&case, name).into_iter().zip(both(&raised, name)) {
                    let close = before.map(|score| score - 1e-12);
                    prop_assert!(after >= close, "{}: {:?} -> {:?}", name, before, after);
                }
            }
        }
    }

    #[test]
    fn a_combination_scan_to_the_first_unit_is_reciprocal_rank(case in case(40)) {
        prop_assert_eq!(both(&case, "CRS(stop='first')@9"), both(&case, "RR@9"));
    }

    #[test]
    fn a_combination_scan_of_the_ideal_order_averages_reciprocal_ranks(case in case(40)) {
        let ideal = case.in_ideal_order();
        let relevant = ideal.ideal().len();
        prop_assume!(relevant > 0);
        let expected = (1..=relevant).map(|rank| 1.0 / rank as f64).sum::<f64>() / relevant as f64;
        prop_assert!(close(raw(&ideal, "CRS"), Some(expected)));
    }

    #[test]
    fn documents_below_the_maximal_rank_are_not_seen(case in case(40), max_rank in 1_u32..50) {
        let cut = Case { ranking: case.ranking.iter().copied().take(max_rank as usize).collect(), ..case.clone() };
        let gains = Gains::linear(3);
        for name in EVERY.iter().chain(WITHOUT_THE_FIRST) {
            let whole = score(&case, name, &gains, 1, max_rank);
            prop_assert_eq!(whole, score(&cut.with_judgments_of(&case), name, &gains, 1, 1000), "{}", name);
        }
    }
}

// These lists are long and take more time to score, so there are fewer cases.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn scores_do_not_depend_on_other_measures(case in case(700)) {
        let names: Vec<String> = EVERY.iter().flat_map(|name| [(*name).to_owned(), primed(name)]).collect();
        let metrics: Vec<Metric> = names.iter().map(|name| parsed(name)).collect();
        let scorer = Scorer::new(&metrics, &Gains::linear(3), 1, Some(1000)).expect("settings are good");
        let mut scores = vec![None; metrics.len()];
        let lists = case.lists();
        scorer.score(&lists.raw(), &lists.condensed(), &mut scores);
        for (name, together) in names.iter().zip(scores) {
            prop_assert_eq!(together, raw(&case, name), "{}", name);
        }
    }

}

#[test]
fn settings_without_meaning_are_refused() {
    let refused = |min_rel, max_rank| {
        Scorer::new(&[], &Gains::linear(1), min_rel, Some(max_rank)).err().map(|e| e.to_string())
    };
    assert_eq!(refused(0, 1000).as_deref(), Some("min-rel is 0, expected a level of at least 1"));
    assert_eq!(refused(1, 0).as_deref(), Some("max-rank is 0, expected a rank of at least 1"));
    assert_eq!(refused(1, u32::MAX), None);
}
