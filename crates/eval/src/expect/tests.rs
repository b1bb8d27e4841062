use std::collections::HashSet;

use rejudge_experiment::spec::Rules;

use super::conventions::{Divisor, Setting};
use super::*;

#[test]
fn conventions_have_unique_names_and_sentences() {
    let names: HashSet<&str> = CONVENTIONS.iter().map(|convention| convention.name).collect();
    assert_eq!(names.len(), CONVENTIONS.len());
    for Convention { about, .. } in &CONVENTIONS {
        assert!(about.starts_with(char::is_alphabetic) && !about.ends_with('.'), "{about}");
    }
}

#[test]
fn a_convention_changes_the_measure_or_the_rules() {
    let apply = |name: &str, metric: &str| {
        let setting = Setting {
            metric: metric.parse().expect(metric),
            rules: Preset::Trec10.rules(),
            divisor: Divisor::default(),
        };
        let convention = CONVENTIONS.iter().find(|convention| convention.name == name).expect(name);
        convention.apply(&setting, 3).map(|changed| {
            let changed_rules =
                changed.rules.typed().into_iter().filter(|rule| !setting.rules.typed().contains(rule));
            let rules: Vec<String> = changed_rules.map(|(name, value)| format!(", {name} {value}")).collect();
            format!("{}{}", changed.metric, rules.concat())
        })
    };
    for (name, metric, changed) in [
        ("cutoff 15", "P@10", Some("P@15")),
        ("cutoff 15", "AP", Some("AP@15")),
        ("cutoff 15", "Bpref", None),
        ("cutoff k - 1", "P@1", None),
        ("cutoff k - 1", "nDCG@10", Some("nDCG@9")),
        ("no cutoff", "P@10", None),
        ("no cutoff", "RR@10", Some("RR")),
        ("P over retrieved", "P(rel=2)@10", Some("SetP, max-rank 10, min-rel 2")),
        ("P over retrieved", "AP", None),
        ("AP over retrieved relevant", "AP(norm='min')@10", Some("AP@10")),
        ("AP over retrieved relevant", "nDCG", None),
        ("ideal list of retrieved", "nDCG@10", Some("nDCG@10")),
        ("ideal list of retrieved", "nDCG", None),
        ("P over min(k, R)", "P@10", Some("RelP@10")),
        ("R over min(k, R)", "P@10", None),
        ("--min-rel 2", "AP(rel=3)", Some("AP, min-rel 2")),
        ("--gains exponential", "nDCG(gains='linear')", Some("nDCG, gains exponential")),
        ("--min-rel 2", "nDCG(gains='exponential')", Some("nDCG(gains='exponential'), min-rel 2")),
        ("--min-rel 3", "AP(rel=3)", None),
        ("--min-rel 1", "AP", None),
        ("--min-rel 2", "Judged@10", None),
        ("--gains exponential", "AP(rel=2)", None),
        ("--gains linear", "nDCG(gains='linear')", None),
        ("--gains exponential", "Judged@10", None),
        ("binary gains", "P(rel=2)@10", None),
        ("--max-rank 100", "AP(rel=2)", Some("AP(rel=2), max-rank 100")),
        ("values x 100", "AP", None),
        ("binary gains", "nDCG", Some("nDCG, gains 0=0,1=1,2=1,3=1")),
        ("nDCG(dcg='jk', log=2)", "nDCG@10", Some("nDCG(dcg='jk', log=2)@10")),
        ("--judged-only", "AP@10", Some("AP'@10")),
        ("--judged-only", "AP'@10", None),
        ("--topics run", "AP", Some("AP, topics run")),
    ] {
        assert_eq!(apply(name, metric).as_deref(), changed, "{name} of {metric}");
    }
}

#[test]
fn max_rank_is_only_lowered() {
    let convention = CONVENTIONS
        .iter()
        .find(|convention| convention.name == "--max-rank 1000")
        .expect("a line of the registry");
    for (last, applies) in [("all", true), ("1001", true), ("1000", false), ("10", false)] {
        let rules = Rules::default().with("max-rank", last).expect("a rank");
        let setting =
            Setting { metric: "AP".parse().expect("a measure"), rules, divisor: Divisor::default() };
        assert_eq!(convention.apply(&setting, 1).is_some(), applies, "{last}");
    }
}

/// Digits beyond the ninth are not compared.
#[test]
fn values_are_compared_as_printed_in_hundredths_and_cut_off() {
    let [plain, hundredths, cut, both] = [(false, false), (true, false), (false, true), (true, true)]
        .map(|(in_hundredths, cut_off)| Comparison { in_hundredths, cut_off, over_constant: false });
    for (text, score, comparison, agrees) in [
        ("0.25", 0.2549, plain, true),
        ("0.25", 0.2551, plain, false),
        ("25.00%", 0.25, plain, true),
        ("0.333333333333", 0.333_333_333_4, plain, true),
        ("0.333333333", 0.333_333_334, plain, false),
        ("1e-05", 1e-5, plain, true),
        ("7", 7.0, plain, true),
        // The score is below 1 only because of the order of a sum. Programs print 1 for 1.0.
        ("1", 1.0 - f64::EPSILON, plain, true),
        ("1", 1.0 - f64::EPSILON, cut, true),
        ("1", 0.999_999_9, plain, false),
        ("7", 6.7, plain, false),
        ("50.0", 0.5, plain, false),
        ("50.0", 0.5, hundredths, true),
        ("50", 0.504, hundredths, true),
        ("50", 0.506, hundredths, false),
        ("50.0%", 0.5, hundredths, true),
        ("0.57", 0.5763, plain, false),
        ("0.57", 0.5763, cut, true),
        ("0.58", 0.5763, cut, false),
        ("57%", 0.5763, cut, true),
        ("-0.2", -0.25, cut, true),
        ("0.3", 0.3, cut, true),
        ("0", 0.7, cut, false),
        ("57.6", 0.576_99, both, true),
        ("57.7", 0.576_99, both, false),
    ] {
        let value = printed(text).expect(text);
        assert_eq!(super::agrees(&value, score, comparison), agrees, "{text} {score} {comparison:?}");
    }
}

/// Two rounded values are not enough, because some constant often reproduces two values by chance.
#[test]
fn a_constant_is_fitted_to_three_values() {
    let cells = [("0.1000", 0.2), ("0.2000", 0.4), ("0.1500", 0.3)]
        .map(|(text, mean)| (super::value::printed(text).expect("a number"), (mean, 25)));
    let fitted = |count: usize| {
        let values = cells[..count].iter().map(|(printed, score)| (printed, *score));
        super::value::constant_topics(values, Comparison::default())
    };
    assert_eq!((fitted(2), fitted(3)), (None, Some(50)));
}
