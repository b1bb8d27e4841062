//! Agreement of two sets of judgments, over pairs of topic and document.

use std::collections::BTreeSet;

use rejudge_collections::Qrels;
use rejudge_metrics::Verdict;
use rejudge_stats::{Agreement, Coincidences, Distance, Weights};
use rejudge_tables::frame::Frame;

/// The labels that people and another judge gave to the same documents.
#[derive(Clone, Debug)]
pub struct LabelAgreement {
    /// The levels of the pairs that both label.
    pub counts: Agreement,
    /// Krippendorff's alpha with ordinal distances; `None` if it is undefined.
    pub alpha: Option<f64>,
}

impl LabelAgreement {
    /// Compares the labels of the topics of `people`: as relevant or not if there is a `cut`, the level from which a document
    /// is relevant.
    pub fn new(people: &Qrels, judge: &Qrels, cut: Option<u8>) -> Self {
        let (one, other) = labels(people, judge, cut);
        let counts = Agreement::new(&one, &other);
        let numbers = |labels: Vec<Option<u8>>| {
            labels.into_iter().map(|label| label.map(f64::from)).collect::<Vec<_>>()
        };
        let (one, other) = (numbers(one), numbers(other));
        Self { counts, alpha: Coincidences::new(&[&one, &other]).alpha(Distance::Ordinal) }
    }
}

/// Returns the labels of both for each pair that at least one of them labels.
fn labels(people: &Qrels, judge: &Qrels, cut: Option<u8>) -> (Vec<Option<u8>>, Vec<Option<u8>>) {
    let label = |verdict: Option<Verdict>| match (verdict, cut) {
        (Some(Verdict::Level(level)), Some(cut)) => Some(u8::from(level >= cut)),
        (Some(Verdict::Level(level)), None) => Some(level),
        _ => None,
    };
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for topic in people.topics() {
        let of_judge = judge.topic(topic.name());
        let documents: BTreeSet<&str> = topic
            .judgments()
            .chain(of_judge.iter().flat_map(|topic| topic.judgments()))
            .map(|(document, _)| document)
            .collect();
        for document in documents {
            let both = [Some(topic), of_judge].map(|of| label(of.and_then(|of| of.verdict(document))));
            if both.iter().any(Option::is_some) {
                one.push(both[0]);
                other.push(both[1]);
            }
        }
    }
    (one, other)
}

/// Returns a row for each judge.
pub fn agreement_rows<'a>(judges: impl IntoIterator<Item = (&'a str, LabelAgreement)>) -> Frame {
    let mut rows = Frame::default();
    for (name, LabelAgreement { counts, alpha }) in judges {
        rows.add([
            ("judge", "name of the other judge", name.into()),
            ("pairs", "pairs of topic and document that both label", (counts.items() as usize).into()),
            ("by-one", "pairs that only one of them labels", (counts.left_out() as usize).into()),
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
