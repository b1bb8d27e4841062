//! A worked example of a measure: one small ranking, and the score as it grows.

use std::fmt::Write;

use rejudge_metrics::{
    Gains, Intent, IntentScorer, IntentScratch, IntentTopic, Judged, JudgedList, Metric, Placed, Scorer,
    ScorerError, Verdict,
};

/// The ranking: levels by rank, `None` for an unjudged document.
const RANKING: [Option<u8>; 6] = [Some(0), Some(3), None, Some(2), Some(0), Some(1)];
/// The judged relevant documents of the topic, half of which are retrieved.
const IDEAL: [u8; 6] = [3, 3, 2, 2, 1, 1];
/// The judged nonrelevant documents of the topic.
const NONRELEVANT: u32 = 4;

/// The probabilities of the two intents of a topic, and whether they are navigational.
const INTENTS: [(f64, bool); 2] = [(0.75, false), (0.25, true)];
/// Levels of the judged documents for the two intents; the first five of them are ranked in this order, with an
/// unjudged document after the second.
const LEVELS: [[u8; 2]; 6] = [[1, 0], [0, 2], [2, 1], [0, 0], [1, 1], [2, 0]];

/// Returns one ranking, with the values that a formula may need at each rank, and the score of the list down to there.
///
/// # Errors
/// If the metric does not fit levels 1 to 3.
pub fn worked(metric: &Metric) -> Result<String, ScorerError> {
    if metric.family().is_by_intent() { by_intent(metric) } else { by_document(metric) }
}

fn by_intent(metric: &Metric) -> Result<String, ScorerError> {
    let gains = Gains::linear(3);
    let scorer = IntentScorer::new(std::slice::from_ref(metric), &gains, 1, Some(1000))?;
    let intents = INTENTS.map(|(probability, navigational)| Intent { probability, navigational });
    let levels: Vec<u8> = LEVELS.concat();
    let topic =
        IntentTopic { intents: &intents, assumed: false, levels: &levels, factors: &[], id_order: &[] };
    let prepared = scorer.prepare(&topic, 0..LEVELS.len() as u32);
    let [(p1, _), (p2, _)] = INTENTS;
    let mut text = format!(
        "A topic with an informational intent i1 (probability {p1}) and a navigational one i2 ({p2}); gain = level.\n\
         Judged documents by level for i1, i2: {}; the last one is not retrieved:\n",
        LEVELS.map(|[i1, i2]| format!("({i1}, {i2})")).join(" "),
    );
    let _ = writeln!(text, "  rank  i1  i2  global gain  {metric} of the list down to here");
    let (mut raw, mut condensed, mut scratch) = (Vec::new(), Vec::new(), IntentScratch::default());
    let rows = [Some(0), Some(1), None, Some(2), Some(3), Some(4_u32)];
    for (rank, row) in (1..).zip(rows) {
        let mut shown = ["-".to_owned(), "-".to_owned(), "-".to_owned()];
        if let Some(row) = row {
            raw.push(Placed { rank, row });
            condensed.push(Placed { rank: condensed.len() as u32 + 1, row });
            let [i1, i2] = LEVELS[row as usize];
            let global = p1 * f64::from(i1) + p2 * f64::from(i2);
            shown = [i1.to_string(), i2.to_string(), global.to_string()];
        }
        let mut score = [None];
        prepared.score(&raw, &condensed, &mut scratch, &mut score);
        let [i1, i2, global] = shown;
        let _ = writeln!(text, "  {rank:>4}  {i1:>2}  {i2:>2}  {global:>11}  {}", printed(score[0]));
    }
    Ok(text)
}

fn printed(score: Option<f64>) -> String {
    score.map_or("undefined".to_owned(), |score| format!("{score:.4}"))
}

/// Returns the ranking as a table: at each rank the values that a formula may need, and the score of the list down to
/// there.
fn by_document(metric: &Metric) -> Result<String, ScorerError> {
    let gains = Gains::linear(3);
    let scorer = Scorer::new(std::slice::from_ref(metric), &gains, 1, Some(1000))?;
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
            ..JudgedList::default()
        };
        let (raw, condensed) = (list(&raw[..], rank), list(&condensed[..], condensed.len() as u32));
        let mut score = [None];
        scorer.score(&raw, &condensed, &mut score);
        let level = level.map_or("-".to_owned(), |level| level.to_string());
        let score = printed(score[0]);
        let _ = writeln!(text, "  {rank:>4}  {level:>5}  {count:>4}  {gain:>5}  {ideal_gain:>7}  {score}");
    }
    Ok(text)
}
