//! Agreement of two sets of judgments, computed over pairs of a topic and a document.

use std::collections::BTreeSet;

use rejudge_collections::Qrels;
use rejudge_metrics::Verdict;
use rejudge_stats::{Agreement, Coincidences, Distance, Weights};
use rejudge_tables::frame::Frame;

/// The agreement of people's labels with the labels of another judge.
#[derive(Clone, Debug)]
pub struct LabelAgreement {
    /// For each pair of labels, the number of documents to which people and the judge gave these labels.
    /// Labels are levels, or with a cut 1 (relevant) and 0. Also the number of documents that only one of
    /// them labelled.
    pub counts: Agreement,
    /// Krippendorff's alpha with ordinal distances; `None` if it is undefined.
    pub alpha: Option<f64>,
}

impl LabelAgreement {
    /// Compares the labels on the topics that people judged. If `cut` is given, the comparison is binary: labels from this
    /// level on are relevant.
    pub fn new(people: &Qrels, judge: &Qrels, cut: Option<u8>) -> Self {
        let labels = labels(people, judge, cut);
        let [people, judge] = &labels;
        let counts = Agreement::new(people, judge);
        let [people, judge] =
            labels.map(|labels| labels.into_iter().map(|label| label.map(f64::from)).collect::<Vec<_>>());
        Self { counts, alpha: Coincidences::new(&[&people, &judge]).alpha(Distance::Ordinal) }
    }
}

/// Returns people's and the judge's label of each document that at least one of them labelled, on the topics
/// that people judged.
fn labels(people: &Qrels, judge: &Qrels, cut: Option<u8>) -> [Vec<Option<u8>>; 2] {
    let label = |verdict: Option<Verdict>| match (verdict, cut) {
        (Some(Verdict::Level(level)), Some(cut)) => Some(u8::from(level >= cut)),
        (Some(Verdict::Level(level)), None) => Some(level),
        _ => None,
    };
    let mut labels = [Vec::new(), Vec::new()];
    for topic in people.topics() {
        let judge_topic = judge.topic(topic.name());
        let documents: BTreeSet<&str> = topic
            .judgments()
            .chain(judge_topic.iter().flat_map(|topic| topic.judgments()))
            .map(|(document, _)| document)
            .collect();
        for document in documents {
            let pair = [Some(topic), judge_topic]
                .map(|topic| label(topic.and_then(|topic| topic.verdict(document))));
            if pair.iter().any(Option::is_some) {
                labels.iter_mut().zip(pair).for_each(|(labels, label)| labels.push(label));
            }
        }
    }
    labels
}

/// Returns a table with a row for each judge.
pub fn agreement_rows<'a>(judges: impl IntoIterator<Item = (&'a str, LabelAgreement)>) -> Frame {
    let mut rows = Frame::default();
    for (name, LabelAgreement { counts, alpha }) in judges {
        rows.add([
            ("judge", "name of the other judge", name.into()),
            ("pairs", "pairs of topic and document that both label", (counts.items() as usize).into()),
            ("by-one", "pairs that only one of the two labels", (counts.left_out() as usize).into()),
            ("observed", "share of the pairs with equal labels", counts.observed().into()),
            ("kappa", "Cohen's kappa", counts.kappa().into()),
            ("linear-kappa", "kappa with linear weights", counts.weighted_kappa(Weights::Linear).into()),
            (
                "quadratic-kappa",
                "kappa with quadratic weights",
                counts.weighted_kappa(Weights::Quadratic).into(),
            ),
            ("alpha", "Krippendorff's alpha with ordinal distances", alpha.into()),
        ]);
    }
    rows
}
