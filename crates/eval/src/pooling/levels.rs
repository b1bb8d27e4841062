//! Judgments as lines, by the current judges of a set.

use rejudge_collections::Qrels;
use rejudge_collections::descriptor::QrelsFormat;
use rejudge_metrics::Verdict;
use rejudge_pools::View;

/// Returns a line for each document in the pool of `view`, a view of a collection with the documents of `qrels`: topics
/// in their order, documents in the order of their first occurrence in the files. The level is that of the current
/// judge; if labels are gains, it is the gain, in TREC's format. A document without a judgment has a negative grade.
///
/// # Errors
/// A level for which the format has no label.
pub fn level_lines(qrels: &Qrels, view: &View, format: &QrelsFormat) -> Result<String, Verdict> {
    let mut text = String::new();
    for (at, topic) in qrels.topics().enumerate() {
        let verdicts = view.verdicts(at);
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
