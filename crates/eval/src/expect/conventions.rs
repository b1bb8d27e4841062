//! The registry of conventions. Two programs may print different numbers under one name because their
//! conventions differ: for example, AP@10 may be divided by R or by min(10, R).

use std::num::{NonZeroU8, NonZeroU32};

use rejudge_experiment::spec::{GainRule, Rules};
use rejudge_metrics::Metric;
use rejudge_metrics::registry::{Entry, Relevance};

use crate::measure_names::condensed;

/// A measure, and the rules by which it is computed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setting {
    pub metric: Metric,
    pub rules: Rules,
    pub divisor: Divisor,
}

/// The divisor of a measure on a topic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Divisor {
    /// The divisor in the measure's definition.
    #[default]
    OfMeasure,
    /// AP is divided by the number of relevant documents that the run retrieved, instead of R. This is AP /
    /// recall.
    RetrievedRelevant,
    /// The ideal list of nDCG@k ends at rank k or where the run ends, whichever comes first. If a run has n
    /// documents and n is below k, this is nDCG@n.
    IdealOfRetrieved,
}

/// The way in which a printed value is compared with a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Comparison {
    /// True if the printed value is the score times 100.
    pub in_hundredths: bool,
    /// True if the score is truncated to the printed digits instead of rounded.
    pub cut_off: bool,
    /// True if the sum over topics is divided by a constant, which is fitted to the values of the column.
    pub over_constant: bool,
}

/// A convention that may differ from the rules of the command line.
#[derive(Debug)]
pub struct Convention {
    /// The name. If an option of `eval` has the same effect, the name is that option.
    pub name: &'static str,
    /// A sentence about the effect, without a full stop.
    pub about: &'static str,
    change: Change,
}

/// The effect of a convention.
#[derive(Debug)]
enum Change {
    /// A rule with its value. It applies to all columns of the printed table.
    All(&'static str, &'static str),
    /// A rule with its value. It may apply to only some of the columns.
    Rule(&'static str, &'static str),
    /// The gain of every relevant document is 1.
    BinaryGains,
    /// The measures of the family (the first name) take the form of another measure (the second name).
    Form(&'static str, &'static str),
    /// Unjudged documents are left out.
    Condensed,
    /// This number is added to the cutoff.
    CutoffBy(i32),
    /// The cutoff is replaced. `None` means that the whole list counts.
    Cutoff(Option<u32>),
    /// P@k is divided by the number of documents retrieved down to rank k.
    OverRetrieved,
    /// AP is divided by the number of relevant documents retrieved.
    OverRetrievedRelevant,
    /// The ideal list of nDCG@k ends at rank k or where the run ends, whichever comes first.
    IdealOfRetrieved,
    /// The sum over topics is divided by a constant number of topics.
    OverConstant,
    /// Printed values are scores times 100, without a percent sign.
    InHundredths,
    /// Printed values are truncated instead of rounded.
    CutOff,
}

use Change::{
    All, BinaryGains, Condensed, CutOff, Cutoff, CutoffBy, Form, IdealOfRetrieved, InHundredths,
    OverConstant, OverRetrieved, OverRetrievedRelevant, Rule,
};

const fn convention(name: &'static str, about: &'static str, change: Change) -> Convention {
    Convention { name, about, change }
}

/// We try [`Divisor::IdealOfRetrieved`] only up to this cutoff, because it needs the scores at all smaller
/// cutoffs.
const MAX_SHORTENED_CUTOFF: u32 = 100;

/// The name of the convention that divides by a constant. The sentence that explains the printed values also
/// gives the constant.
pub(super) const CONSTANT_TOPICS: &str = "constant number of topics";

/// The registry. If two conventions are combined, the first in this order is applied first.
#[rustfmt::skip]
pub(crate) static CONVENTIONS: [Convention; 52] = [
    convention("--topics qrels", "a topic that is missing from a run scores 0", All("topics", "qrels")),
    convention("--topics run", "the mean of a run is over the topics that it has", All("topics", "run")),
    convention("--topics intersection", "the mean is over the topics that all runs have", All("topics", "intersection")),
    convention("--no-relevant zero", "a topic without a relevant document scores 0", All("no-relevant", "zero")),
    convention("--no-relevant drop", "a topic without a relevant document does not count", All("no-relevant", "drop")),
    convention("--ties docno-descending", "equal scores are ordered by document id, the greater one first", All("ties", "docno-descending")),
    convention("--ties docno-ascending", "equal scores are ordered by document id, the smaller one first", All("ties", "docno-ascending")),
    convention("--ties file-order", "documents are ordered as in the file", All("ties", "file-order")),
    convention("--ties rank", "documents are ordered by the rank column", All("ties", "rank")),
    convention("--score-type f64", "scores are compared in double precision", All("score-type", "f64")),
    convention("--score-type f32", "scores are compared in single precision", All("score-type", "f32")),
    convention("--min-rel 1", "a document is relevant at level 1 or above", Rule("min-rel", "1")),
    convention("--min-rel 2", "a document is relevant at level 2 or above", Rule("min-rel", "2")),
    convention("--min-rel 3", "a document is relevant at level 3 or above", Rule("min-rel", "3")),
    convention("--min-rel 4", "a document is relevant at level 4 or above", Rule("min-rel", "4")),
    convention("--gains linear", "the gain of a document is its level", Rule("gains", "linear")),
    convention("--gains exponential", "the gain of a document is 2^level - 1", Rule("gains", "exponential")),
    convention("binary gains", "the gain of a relevant document is 1, whatever its level, as in sentence-transformers", BinaryGains),
    convention("nDCG(dcg='log2')", "gains are divided by log2(rank + 1)", Form("nDCG", "nDCG")),
    convention("nDCG(dcg='jk', log=2)", "gains are divided by log2(rank) from rank 2 (Järvelin and Kekäläinen)", Form("nDCG", "nDCG(dcg='jk', log=2)")),
    convention("nDCG(dcg='jk', log=10)", "gains are divided by log10(rank) from rank 10 (Järvelin and Kekäläinen)", Form("nDCG", "nDCG(dcg='jk', log=10)")),
    convention("AP(norm='min')", "AP@k is divided by min(k, R) instead of R", Form("AP", "AP(norm='min')")),
    convention("AP(norm='R')", "AP@k is divided by R instead of min(k, R)", Form("AP", "AP")),
    convention("R over min(k, R)", "recall is divided by min(k, R) instead of R", Form("R", "RelP@1")),
    convention("P over min(k, R)", "P@k is divided by min(k, R) instead of k", Form("P", "RelP@1")),
    convention("RelP over R", "RelP@k is divided by R instead of min(k, R)", Form("RelP", "R@1")),
    convention("RelP over k", "RelP@k is divided by k instead of min(k, R)", Form("RelP", "P@1")),
    convention("--judged-only", "unjudged documents are left out", Condensed),
    convention("--max-rank 100", "runs are cut at rank 100", Rule("max-rank", "100")),
    convention("--max-rank 1000", "runs are cut at rank 1000", Rule("max-rank", "1000")),
    convention("cutoff k - 1", "the cutoff is one less", CutoffBy(-1)),
    convention("cutoff k + 1", "the cutoff is one more", CutoffBy(1)),
    convention("cutoff 1", "the cutoff is 1", Cutoff(Some(1))),
    convention("cutoff 3", "the cutoff is 3", Cutoff(Some(3))),
    convention("cutoff 5", "the cutoff is 5", Cutoff(Some(5))),
    convention("cutoff 10", "the cutoff is 10", Cutoff(Some(10))),
    convention("cutoff 15", "the cutoff is 15", Cutoff(Some(15))),
    convention("cutoff 20", "the cutoff is 20", Cutoff(Some(20))),
    convention("cutoff 25", "the cutoff is 25", Cutoff(Some(25))),
    convention("cutoff 30", "the cutoff is 30", Cutoff(Some(30))),
    convention("cutoff 50", "the cutoff is 50", Cutoff(Some(50))),
    convention("cutoff 100", "the cutoff is 100", Cutoff(Some(100))),
    convention("cutoff 200", "the cutoff is 200", Cutoff(Some(200))),
    convention("cutoff 500", "the cutoff is 500", Cutoff(Some(500))),
    convention("cutoff 1000", "the cutoff is 1000", Cutoff(Some(1000))),
    convention("no cutoff", "the whole list counts", Cutoff(None)),
    convention("P over retrieved", "P@k is divided by the number of documents retrieved, if it is less than k", OverRetrieved),
    convention("AP over retrieved relevant", "AP is divided by the number of relevant documents retrieved instead of R, as in haystack before its PR 12255", OverRetrievedRelevant),
    convention("ideal list of retrieved", "the ideal list of nDCG@k has as many documents as were retrieved, if they are fewer than k, as in Elasticsearch before its PR 154362", IdealOfRetrieved),
    convention(CONSTANT_TOPICS, "the sum over topics is divided by a constant number of topics, which is fitted to the values", OverConstant),
    convention("values x 100", "values are percentages without a percent sign", InHundredths),
    convention("digits cut off", "values are truncated instead of rounded", CutOff),
];

impl Convention {
    /// Returns true if the convention is about runs or topics, so that it applies to all measures.
    pub(super) fn applies_to_all(&self) -> bool {
        matches!(self.change, All(..))
    }

    /// Returns the comparison under this convention, or `None` if the convention is not about the comparison.
    pub(super) fn compare(&self, comparison: Comparison) -> Option<Comparison> {
        match self.change {
            InHundredths => Some(Comparison { in_hundredths: true, ..comparison }),
            CutOff => Some(Comparison { cut_off: true, ..comparison }),
            OverConstant => Some(Comparison { over_constant: true, ..comparison }),
            _ => None,
        }
    }

    /// Returns the setting under this convention, or `None` if the convention does not change it. `highest`
    /// is the highest level of the judgments.
    pub(super) fn apply(&self, setting: &Setting, highest: u8) -> Option<Setting> {
        self.applied(setting, highest).filter(|changed| changed != setting)
    }

    fn applied(&self, setting: &Setting, highest: u8) -> Option<Setting> {
        let Setting { metric, rules, divisor } = setting;
        let with_metric = |metric: Metric| Setting { metric, rules: rules.clone(), divisor: *divisor };
        let with_rules = |rules: Rules| Setting { metric: metric.clone(), rules, divisor: *divisor };
        let divided = |divisor: Divisor, metric: Metric| Setting { metric, rules: rules.clone(), divisor };
        let Entry { name: family, relevance, .. } = *metric.family().entry();
        match self.change {
            All(name, value) => rules.with(name, value).ok().map(with_rules),
            Rule("max-rank", value) => {
                // The runs were read only down to the max-rank of the command line, so it cannot grow.
                let cut = rules.with("max-rank", value).ok()?;
                (cut.depth() < rules.depth()).then(|| with_rules(cut))
            }
            Rule("min-rel", value) => {
                let rules = rules.with("min-rel", value).ok()?;
                let is_same = metric.rel() == Some(rules.min_rel.get());
                match relevance {
                    // A binary measure may have its own level (`P(rel=2)`), which the rule then replaces.
                    Relevance::Binary if !is_same => {
                        Some(Setting { metric: metric.without_own_levels(), rules, divisor: *divisor })
                    }
                    // Graded measures depend on min-rel too: some have a relevance level, and min-rel decides
                    // which topics have no relevant document and may be dropped.
                    Relevance::Graded => Some(with_rules(rules)),
                    Relevance::Binary | Relevance::Any => None,
                }
            }
            Rule(name, value) => with_gains(setting, rules.with(name, value).ok()?, highest),
            BinaryGains => {
                let min_rel = rules.min_rel.get();
                let gains = (0..=highest.max(1)).map(|level| (level, f64::from(u8::from(level >= min_rel))));
                let gains = GainRule::map(gains.collect()).ok()?;
                with_gains(setting, Rules { gains, ..rules.clone() }, highest)
            }
            // The forms of AP differ only in the divisor, which `RetrievedRelevant` replaces.
            Form("AP", _) if *divisor == Divisor::RetrievedRelevant => None,
            Form(changed_family, form) if changed_family == family => {
                Some(with_metric(metric.in_form(&form.parse().expect("the registry holds measures"))))
            }
            Form(..) => None,
            Condensed => condensed(metric).map(with_metric),
            CutoffBy(more) => {
                metric.with_cutoff(Some(metric.cutoff()?.checked_add_signed(more)?)).map(with_metric)
            }
            Cutoff(cutoff) => metric.with_cutoff(cutoff).map(with_metric),
            OverRetrieved if family == "P" && !metric.is_condensed() => {
                let last = metric.cutoff().filter(|&cutoff| cutoff as usize <= rules.depth())?;
                let min_rel = metric.rel().and_then(NonZeroU8::new).unwrap_or(rules.min_rel);
                let rules = Rules { max_rank: NonZeroU32::new(last), min_rel, ..rules.clone() };
                Some(Setting {
                    metric: "SetP".parse().expect("a family without parameters"),
                    rules,
                    divisor: *divisor,
                })
            }
            OverRetrievedRelevant if family == "AP" && !metric.is_condensed() => {
                let plain = metric.in_form(&"AP".parse().expect("a measure"));
                Some(divided(Divisor::RetrievedRelevant, plain))
            }
            IdealOfRetrieved if family == "nDCG" && !metric.is_condensed() => {
                metric.cutoff().filter(|cutoff| *cutoff <= MAX_SHORTENED_CUTOFF)?;
                Some(divided(Divisor::IdealOfRetrieved, metric.clone()))
            }
            OverRetrieved
            | OverRetrievedRelevant
            | IdealOfRetrieved
            | OverConstant
            | InHundredths
            | CutOff => None,
        }
    }
}

/// Returns the setting with the gains of `rules`, or `None` if its measure is not graded or has these gains
/// already.
fn with_gains(setting: &Setting, rules: Rules, highest: u8) -> Option<Setting> {
    let Setting { metric, rules: old_rules, divisor } = setting;
    let is_graded = metric.family().entry().relevance == Relevance::Graded;
    let gains = rules.gains.up_to(highest);
    // A graded measure may have its own gains, as in `nDCG(gains='linear')`.
    let is_same =
        metric.gains_over(&old_rules.gains.up_to(highest)).is_ok_and(|old_gains| old_gains == gains);
    (is_graded && !is_same).then(|| Setting { metric: metric.without_own_levels(), rules, divisor: *divisor })
}
