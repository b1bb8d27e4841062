//! Laws of NTCIR's measures and of a few others, settings that they refuse, and cases in which they are
//! undefined.

use crate::laws::raw;
use crate::lists::{Case, case, score};
use proptest::prelude::*;
use rejudge_metrics::{Gains, Metric, Scorer, Verdict};

proptest! {
    #[test]
    fn weighted_reciprocal_rank_is_the_largest_value_of_any_document(case in case(40)) {
        let weighted = |(rank, document): (u32, &Option<Verdict>)| match document {
            Some(Verdict::Level(level @ 1..)) => 1.0 / (f64::from(rank) - 1.0 / f64::from(5 - level)),
            _ => 0.0,
        };
        let largest = (1..).zip(&case.ranking).map(weighted).fold(0.0, f64::max);
        let defined = raw(&case, "WRR").is_some();
        prop_assert_eq!(raw(&case, "WRR"), defined.then_some(largest));
    }

    #[test]
    fn gains_in_a_name_are_the_gains_of_the_evaluation(case in case(40)) {
        let steep = Gains::new([(1, 0.0), (2, 4.0), (3, 9.0)]).expect("not decreasing");
        for (family, rest) in [("Q", "@5"), ("NCU", ""), ("O-measure", ""), ("P-measure", ""), ("P+", "@4"), ("CG", "@5"),
                               ("nCG", "@5"), ("DCG", "@5"), ("genAP", ""), ("GAP", "")] {
            let named = raw(&case, &format!("{family}(gains={{1: 0, 2: 4, 3: 9}}){rest}"));
            prop_assert_eq!(named, score(&case, &format!("{family}{rest}"), &steep, 1, 1000), "{}", family);
        }
        for (family, parameter) in [("ERR", "stop='gain'"), ("nERR", "stop='gain'"), ("NCU", "stop='gu'"),
                                    ("Rpref", "form='N'"), ("Rpref", "form='relative2'")] {
            let named = raw(&case, &format!("{family}({parameter}, gains={{1: 0, 2: 4, 3: 9}})"));
            let evaluated = score(&case, &format!("{family}({parameter})"), &steep, 1, 1000);
            prop_assert_eq!(named, evaluated, "{}", family);
        }
    }
}

#[test]
fn a_relevant_document_at_rank_1_adds_nothing_to_the_relative_forms() {
    for name in ["Bpref(form='relative')", "Rpref(form='relative')"] {
        assert_eq!(raw(&Case::parse("30", ""), name), Some(0.0), "{name}");
        assert_eq!(raw(&Case::parse("33", ""), name), Some(0.5), "{name}");
    }
}

#[test]
fn settings_that_a_measure_does_not_fit_are_refused() {
    let refused = |name: &str, gains: &Gains| {
        let metric: Metric = name.parse().unwrap_or_else(|error| panic!("{error}"));
        Scorer::new(&[metric], gains, 1, Some(1000)).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let (three, five) = (Gains::linear(3), Gains::linear(5));
    for (name, gains, message) in [
        ("ERR@20", &five, "ERR@20: levels go to 5, but `max_rel` ends at level 4"),
        ("nERR(max_rel=2)", &three, "nERR(max_rel=2): levels go to 3, but `max_rel` ends at level 2"),
        (
            "ERR(gains='linear')",
            &three,
            "ERR(gains='linear'): `gains` has no effect, because stop='exp' uses levels",
        ),
        (
            "GAP(g='uniform', gains='linear')",
            &three,
            "GAP(g='uniform', gains='linear'): `gains` has no effect, because the thresholds are levels",
        ),
        (
            "NCU(stop='gu', weights={1: 1, 2: 2})",
            &three,
            "NCU(stop='gu', weights={1: 1, 2: 2}): levels go to 3, but `weights` ends at level 2",
        ),
        ("GAP(g={1: 1})", &three, "GAP(g={1: 1}): levels go to 3, but `g` ends at level 1"),
        (
            "WRR(betas={1: 2, 2: 2, 3: 1})",
            &three,
            "WRR(betas={1: 2, 2: 2, 3: 1}): `betas` of level 3 is 1, expected a number above 1",
        ),
        (
            "WRR(betas={1: 2, 2: 3, 3: 2})",
            &three,
            "WRR(betas={1: 2, 2: 3, 3: 2}): `betas` of level 2 is 3, expected at most 2, the beta of the level below",
        ),
        (
            "INSQ(max_rel=2, gains='linear')",
            &three,
            "INSQ(max_rel=2, gains='linear'): `gains` and `max_rel` both give the gains",
        ),
        ("ERR(max_rel=5)@20", &five, ""),
        ("ERR(stop='gain')", &five, ""),
    ] {
        assert_eq!(refused(name, gains), message);
    }
}

#[test]
fn a_measure_is_undefined_if_no_user_stops() {
    let case = Case::parse("101", "1");
    assert_eq!(raw(&case, "NCU(stop='gu', weights={1: 0, 2: 1, 3: 1})"), None);
    assert_eq!(raw(&case, "GAP(g={1: 0, 2: 1, 3: 1})"), None);
}
