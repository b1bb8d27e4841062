//! A worked example of a measure: one small ranking, and the score as it grows.

use std::fmt::Write;

use rejudge_metrics::{Gains, Judged, JudgedList, Metric, Scorer, ScorerError, Verdict};

/// The ranking: levels by rank, `None` for a document nobody judged.
const RANKING: [Option<u8>; 6] = [Some(0), Some(3), None, Some(2), Some(0), Some(1)];
/// The judged relevant documents of the topic, of which half are retrieved.
const IDEAL: [u8; 6] = [3, 3, 2, 2, 1, 1];
/// The judged nonrelevant documents of the topic.
const NONRELEVANT: u32 = 4;

/// The ranking as a table: at each rank what a formula may need, and the score of the list down to there.
///
/// # Errors
/// When the metric does not fit levels 1 to 3.
pub fn worked(metric: &Metric) -> Result<String, ScorerError> {
    let gains = Gains::linear(3);
    let scorer = Scorer::new(std::slice::from_ref(metric), &gains, 1, 1000)?;
    let mut text = format!(
        "A topic with relevant documents of the levels {} and {NONRELEVANT} judged nonrelevant ones; gain = level:\n",
        IDEAL.map(|level| level.to_string()).join(" "),
    );
    let _ = writeln!(text, "  rank  level  C(r)  cg(r)  cg_I(r)  {metric} of the list down to here");
    let (mut raw, mut condensed) = (Vec::new(), Vec::new());
    let (mut count, mut gain, mut ideal_gain) = (0, 0.0, 0.0);
    for ((rank, level), ideal) in (1..).zip(RANKING).zip(IDEAL) {
        if let Some(level) = level {
            let verdict = Verdict::Level(level);
            raw.push(Judged { rank, verdict });
            condensed.push(Judged { rank: condensed.len() as u32 + 1, verdict });
            count += u32::from(level > 0);
            gain += gains.gain(level);
        }
        ideal_gain += gains.gain(ideal);
        let list = |ranking, retrieved| JudgedList {
            ranking,
            retrieved,
            ideal: &IDEAL,
            judged_nonrelevant: NONRELEVANT,
        };
        let (raw, condensed) = (list(&raw[..], rank), list(&condensed[..], condensed.len() as u32));
        let mut score = [None];
        scorer.score(&raw, &condensed, &mut score);
        let level = level.map_or("-".to_owned(), |level| level.to_string());
        let score = score[0].map_or("undefined".to_owned(), |score| format!("{score:.4}"));
        let _ = writeln!(text, "  {rank:>4}  {level:>5}  {count:>4}  {gain:>5}  {ideal_gain:>7}  {score}");
    }
    Ok(text)
}
