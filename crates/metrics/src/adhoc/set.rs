//! Measures of the retrieved set, which ignore the order of the documents.
//!
//! n documents are retrieved, C(n) of them relevant. Documents of level `rel` or above are relevant; unjudged
//! documents count as nonrelevant. All are `None` if R = 0, and 0 for an empty set.
//!
//! | | |
//! |--|--|
//! | SetP = C(n) / n | precision: trec_eval, `set_P` |
//! | SetRelP = C(n) / min(n, R) | precision in proportion to the best of its size: trec_eval, `set_relative_P` |
//! | SetR = C(n) / R | recall: trec_eval, `set_recall` |
//! | SetAP = C(n)² / (n R) | each relevant document of the set having its precision: trec_eval, `set_map` |
//! | SetF = (β + 1) P R / (R + β P) | F measure of its precision P and recall R: trec_eval, `set_F` |
//!
//! In SetF β itself, not its square, is the weight of recall, as in trec_eval and ir_measures.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "10..|1".parse()?;
//! assert_eq!(list.score("SetP")?, Some(0.25));
//! assert_eq!(list.score("SetRelP")?, Some(0.5));
//! assert_eq!(list.score("SetR")?, Some(0.5));
//! assert_eq!(list.score("SetAP")?, Some(0.125));
//! assert_eq!(list.score("SetF")?, Some(1.0 / 3.0));
//! assert_eq!(list.score("SetP(rel=2)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

/// Returns the relevant documents of the set, the documents of the set, and R; `None` if R = 0.
#[inline]
fn counts(
    list: &JudgedList<'_>,
    hits: impl Iterator<Item = Hit>,
    rel: u8,
    last_rank: u32,
) -> Option<(f64, f64, f64)> {
    let (relevant, retrieved) = (list.relevant(rel), list.retrieved_to(last_rank));
    let found = f64::from(hits::count(hits, rel, retrieved));
    (relevant > 0).then(|| (found, f64::from(retrieved), f64::from(relevant)))
}

/// Returns a quotient that is 0 if nothing was found, because the divisor may then be 0 as well.
#[inline]
fn share(found: f64, of: f64) -> f64 {
    if found == 0.0 { 0.0 } else { found / of }
}

/// Defines a measure of the set from its entry and a function of C(n), n and R.
macro_rules! of_counts {
    ($($kernel:ident: $name:literal, $title:literal, $formula:literal, $source:literal,
       |$found:ident, $retrieved:pat_param, $relevant:pat_param| $score:expr;)+) => { $(
        #[derive(Clone, Debug)]
        pub(crate) struct $kernel {
            rel: u8,
            last_rank: u32,
        }

        impl Measure for $kernel {
            const ENTRY: Entry =
                Entry { name: $name, title: $title, formula: $formula, source: $source, ..Entry::BINARY };

            fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
                Ok(Self { rel: setting.rel(metric), last_rank: setting.last_rank(metric) })
            }

            #[inline]
            fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
                let ($found, $retrieved, $relevant) = counts(list, hits, self.rel, self.last_rank)?;
                Some($score)
            }
        }
    )+ };
}

of_counts! {
    SetPrecision: "SetP", "precision of the set", "C(n) / n; n retrieved", "trec_eval, set_P",
        |found, retrieved, _| share(found, retrieved);
    SetRelativePrecision: "SetRelP", "relative precision of the set", "C(n) / min(n, R); n retrieved",
        "trec_eval, set_relative_P", |found, retrieved, relevant| share(found, retrieved.min(relevant));
    SetRecall: "SetR", "recall of the set", "C(n) / R; n retrieved", "trec_eval, set_recall",
        |found, _, relevant| found / relevant;
    SetAveragePrecision: "SetAP", "average precision of the set", "C(n)² / (n R); n retrieved", "trec_eval, set_map",
        |found, retrieved, relevant| share(found * found, retrieved * relevant);
}

#[derive(Clone, Debug)]
pub(crate) struct SetF {
    rel: u8,
    beta: f64,
    last_rank: u32,
}

impl Measure for SetF {
    const ENTRY: Entry = Entry {
        parameters: &[Parameter::new(
            "beta",
            "weight of recall against precision, not squared",
            Domain::Positive,
            Some("1"),
        )],
        name: "SetF",
        title: "F measure of the set",
        formula: "(β + 1) P R / (R + β P) of the set",
        source: "trec_eval, set_F",
        ..Entry::BINARY
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        let (beta, last_rank) = (metric.number("beta"), setting.last_rank(metric));
        Ok(Self { rel: setting.rel(metric), beta, last_rank })
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        let (found, retrieved, relevant) = counts(list, hits, self.rel, self.last_rank)?;
        let (precision, recall) = (share(found, retrieved), found / relevant);
        Some(share((self.beta + 1.0) * precision * recall, recall + self.beta * precision))
    }
}
