//! Laws of the measures of NTCIR: the conditions under which some of them are equal or differ.

use crate::laws::{both, close, condensed, raw};
use crate::lists::{Case, case, score};
use proptest::prelude::*;
use rejudge_metrics::{Gains, Metric, Scorer, Verdict};

proptest! {
    #[test]
    fn uniform_stopping_is_q_and_average_precision(case in case(40)) {
        prop_assert_eq!(both(&case, "NCU"), both(&case, "Q"));
        prop_assert_eq!(both(&case, "NCU(beta=0)"), both(&case, "AP"));
        for beta in ["0", "1", "2.5", "inf"] {
            let uniform = both(&case, &format!("NCU(beta={beta})"));
            for stop in ["stop='rb', gamma=1", "stop='gu', weights={1: 0.5, 2: 0.5, 3: 0.5}"] {
                prop_assert_eq!(both(&case, &format!("NCU({stop}, beta={beta})")), uniform, "{}", stop);
            }
        }
    }

    #[test]
    fn who_stops_at_the_first_relevant_document_sees_o_measure(case in case(40)) {
        prop_assert_eq!(both(&case, "NCU(stop='rb', gamma=0)"), both(&case, "O-measure"));
        prop_assert_eq!(both(&case, "O-measure(beta=0)"), both(&case, "RR"));
    }

    #[test]
    fn weights_are_the_gains_unless_given(case in case(40)) {
        prop_assert_eq!(both(&case, "NCU(stop='gu', weights={1: 1, 2: 2, 3: 3})"), both(&case, "NCU(stop='gu')"));
    }

    #[test]
    fn with_one_relevant_document_p_plus_is_p_and_o(mut case in case(40), at in any::<prop::sample::Index>()) {
        let mut relevant_seen = 0;
        let keep = at.index(40);
        for index in 0..case.ranking.len() {
            if case.is_relevant(index) {
                if relevant_seen != keep % 3 {
                    case.ranking[index] = Some(Verdict::Level(0));
                }
                relevant_seen += 1;
            }
        }
        let p = both(&case, "P-measure");
        prop_assert_eq!(both(&case, "P+"), p);
        prop_assert_eq!(both(&case, "O-measure"), p);
    }

    #[test]
    fn with_equal_gains_users_stop_at_the_first_relevant_document(case in case(40)) {
        let flat = Gains::new([(1, 2.0), (2, 2.0), (3, 2.0)]).expect("equal gains do not decrease");
        let of = |name| score(&case, name, &flat, 1, 1000);
        prop_assert_eq!(of("P-measure"), of("O-measure"));
        prop_assert_eq!(of("P+"), of("O-measure"));
        prop_assert!(close(of("genAP"), of("AP")));
    }

    #[test]
    fn at_rank_1_gain_is_neither_cumulated_nor_discounted(case in case(40)) {
        prop_assert_eq!(both(&case, "nCG@1"), both(&case, "nDCG@1"));
        prop_assert_eq!(both(&case, "CG@1"), both(&case, "DCG@1"));
    }

    #[test]
    fn a_base_beyond_the_cutoff_discounts_nothing(case in case(40)) {
        prop_assert!(close(raw(&case, "DCG(dcg='jk', log=50)@40"), raw(&case, "CG@40")));
        prop_assert!(close(raw(&case, "nDCG(dcg='jk', log=50)@40"), raw(&case, "nCG@40")));
    }

    #[test]
    fn weighted_reciprocal_rank_is_that_of_the_best_document(case in case(40)) {
        let weighted = |(rank, document): (u32, &Option<Verdict>)| match document {
            Some(Verdict::Level(level @ 1..)) => 1.0 / (f64::from(rank) - 1.0 / f64::from(5 - level)),
            _ => 0.0,
        };
        let largest = (1..).zip(&case.ranking).map(weighted).fold(0.0, f64::max);
        let defined = raw(&case, "WRR").is_some();
        prop_assert_eq!(raw(&case, "WRR"), defined.then_some(largest));
    }

    #[test]
    fn graded_average_precision_of_one_threshold_is_average_precision(case in case(40)) {
        for (g, rel) in [("{1: 1, 2: 0, 3: 0}", 1), ("{1: 0, 2: 3, 3: 0}", 2), ("{1: 0, 2: 0, 3: 0.5}", 3)] {
            let (gap, ap) = (both(&case, &format!("GAP(g={g})")), both(&case, &format!("AP(rel={rel})")));
            prop_assert!(close(gap[0], ap[0]) && close(gap[1], ap[1]), "{}: {:?} {:?}", g, gap, ap);
        }
    }

    #[test]
    fn normalised_err_is_err_over_that_of_the_ideal_list(case in case(40)) {
        for (name, normalised) in [("ERR@5", "nERR@5"), ("ERR(stop='gain')", "nERR(stop='gain')")] {
            let ideal = raw(&case.in_ideal_order(), name);
            prop_assert_eq!(raw(&case, normalised), raw(&case, name).map(|err| err / ideal.expect("defined for both")));
        }
    }

    #[test]
    fn preferences_see_judged_documents_only(case in case(40)) {
        for name in ["Bpref(form='10')", "Bpref(form='relative')", "Rpref(form='N')", "Rpref(form='relative')",
                     "Rpref(form='relative2')"] {
            prop_assert_eq!(raw(&case, name), condensed(&case, name), "{}", name);
        }
    }

    #[test]
    fn rpref_relative_lacks_the_first_document_alone(case in case(40)) {
        // With one level the penalty is n(r), so that bpref_relative and rpref_relative are one measure.
        let flat = Gains::new([(1, 2.0), (2, 2.0), (3, 2.0)]).expect("equal gains do not decrease");
        let of = |name| score(&case, name, &flat, 1, 1000);
        prop_assert!(close(of("Rpref(form='relative')"), of("Bpref(form='relative')")));
        prop_assert!(close(of("Rpref(form='N')"), of("Bpref(form='N')")));
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

    #[test]
    fn relevant_documents_in_order_of_gain_score_no_less(case in case(20)) {
        // Swapping two neighbours so that the better one comes first.
        let level = |at: usize| match case.ranking[at] { Some(Verdict::Level(level)) => level, _ => 0 };
        for at in (1..case.ranking.len()).filter(|&at| level(at) > level(at - 1)) {
            let mut swapped = case.clone();
            swapped.ranking.swap(at - 1, at);
            for name in ["Q", "Q@5", "nCG@5", "CG@3", "DCG@7", "genAP", "GAP", "GAP(g='uniform')",
                         "ERR", "nERR@5", "ERR(stop='gain')", "WRR", "Rpref(form='N')", "Rpref(form='relative2')"] {
                let (before, after) = (raw(&case, name), raw(&swapped, name));
                prop_assert!(after >= before.map(|score| score - 1e-12), "{}: {:?} -> {:?}", name, before, after);
            }
        }
    }

    #[test]
    fn stopping_probabilities_of_the_whole_ideal_list_sum_to_1(case in case(40)) {
        use rejudge_metrics::{LevelTable, Stopping, blended_ratios, stopping_probabilities};
        let (ideal, gains) = (case.in_ideal_order(), Gains::linear(3));
        prop_assume!(!ideal.ideal().is_empty());
        let (ideal, seen) = (ideal.lists(), case.lists());
        let (ideal, seen) = (ideal.raw(), seen.raw());
        let weights = LevelTable::new([5.0, 1.0, 2.0]);
        for (stopping, name) in [
            (Stopping::Uniform, "NCU"),
            (Stopping::RankBiased { gamma: 0.7 }, "NCU(stop='rb', gamma=0.7)"),
            (Stopping::GradedUniform { weights }, "NCU(stop='gu', weights={1: 5, 2: 1, 3: 2})"),
        ] {
            let all: f64 = stopping_probabilities(&ideal, &gains, stopping.clone()).map(|(_, p)| p).sum();
            prop_assert!((all - 1.0).abs() < 1e-12);
            let ratios = blended_ratios(&seen, &gains, 1.0);
            let expected: f64 =
                stopping_probabilities(&seen, &gains, stopping.clone()).zip(ratios).map(|((_, p), br)| p * br.ratio).sum();
            prop_assert!(close(raw(&case, name), Some(expected)), "{}", name);
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
fn graded_stopping_may_prefer_the_lesser_document_first() {
    // Most users stop at the document of level 2, and there BR rises with the rank.
    let [lesser_first, better_first] =
        ["..12", "..21"].map(|ranking| raw(&Case::parse(ranking, ""), "NCU(stop='gu')"));
    assert!(lesser_first > better_first, "{lesser_first:?} {better_first:?}");
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
            "ERR(gains='linear'): `gains` says nothing here, stop='exp' goes by level",
        ),
        (
            "GAP(g='uniform', gains='linear')",
            &three,
            "GAP(g='uniform', gains='linear'): `gains` says nothing here, the thresholds go by level",
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
            "WRR(betas={1: 2, 2: 3, 3: 2}): `betas` of level 2 is 3, expected at most 2, that of the level below",
        ),
        ("ERR(max_rel=5)@20", &five, ""),
        ("ERR(stop='gain')", &five, ""),
    ] {
        assert_eq!(refused(name, gains), message);
    }
}

#[test]
fn nobody_who_stops_is_no_score() {
    let case = Case::parse("101", "1");
    assert_eq!(raw(&case, "NCU(stop='gu', weights={1: 0, 2: 1, 3: 1})"), None);
    assert_eq!(raw(&case, "GAP(g={1: 0, 2: 1, 3: 1})"), None);
}
