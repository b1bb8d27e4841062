//! Judgments as lines, by whoever judges in a set.

use rejudge_collections::Qrels;
use rejudge_descriptor::QrelsFormat;
use rejudge_metrics::Verdict;
use rejudge_pools::{TestCollection, View};

/// A line for each document in the pool of `view`, a view of `collection` with the documents of `qrels`:
/// topics in their order, documents as their files first name them. The level is that of whoever judges;
/// where labels are gains it is the gain, in TREC's form. A document without a judgment has a negative
/// grade.
///
/// # Errors
/// What the format has no label for.
pub fn level_lines(
    qrels: &Qrels,
    collection: &TestCollection,
    view: &View,
    format: &QrelsFormat,
) -> Result<String, Verdict> {
    let mut text = String::new();
    for (at, topic) in qrels.topics().enumerate() {
        let verdicts = view.verdicts(collection, at);
        for (number, (document, _)) in (0..).zip(topic.judgments()) {
            if !view.pool(at).contains(number) {
                continue;
            }
            let verdict = if view.keeps(at, number) { verdicts[number as usize] } else { Verdict::Pooled };
            let line = match (verdict, view.gains()) {
                (Verdict::Level(level), Some(gains)) => {
                    format!("{} 0 {document} {}", topic.name(), gains.gain(level))
                }
                _ => format.line(topic.name(), document, verdict).ok_or(verdict)?,
            };
            text += &line;
            text.push('\n');
        }
    }
    Ok(text)
}
