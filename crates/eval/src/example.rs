//! A worked example of a measure: the scores of a small ranking down to each rank.

use std::fmt::Write;

use rejudge_metrics::{
    Gains, Intent, IntentScorer, IntentScratch, IntentTopic, Judged, JudgedList, Metric, Placed, Scorer,
    ScorerError, Verdict,
};

/// The level of the document at each rank. `None` is an unjudged document.
const RANKING: [Option<u8>; 6] = [Some(0), Some(3), None, Some(2), Some(0), Some(1)];
/// The levels of the topic's relevant documents. The run retrieves only half of them.
const IDEAL: [u8; 6] = [3, 3, 2, 2, 1, 1];
/// The number of documents of the topic that are judged nonrelevant.
const NONRELEVANT: u32 = 4;

/// The probability of each of the topic's intents, and true if the intent is navigational.
const INTENTS: [(f64, bool); 2] = [(0.75, false), (0.25, true)];
/// The levels of each judged document for the two intents. The run ranks the first five documents in this order, with an
/// unjudged document after the second.
const LEVELS: [[u8; 2]; 6] = [[1, 0], [0, 2], [2, 1], [0, 0], [1, 1], [2, 0]];

/// Returns a ranking as a table. Each line has the values at one rank that a formula may need, and the score of the ranking
/// down to this rank.
///
/// # Errors
/// If the metric cannot use levels 1 to 3.
pub fn worked_example(metric: &Metric) -> Result<String, ScorerError> {
    if metric.family().is_by_intent() { table_by_intent(metric) } else { table_by_document(metric) }
}

fn table_by_intent(metric: &Metric) -> Result<String, ScorerError> {
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
         Levels of the judged documents for (i1, i2): {}; the last document is not retrieved:\n",
        LEVELS.map(|[i1, i2]| format!("({i1}, {i2})")).join(" "),
    );
    let _ = writeln!(text, "  rank  i1  i2  global gain  {metric} of the list down to here");
    let (mut raw, mut condensed, mut scratch) = (Vec::new(), Vec::new(), IntentScratch::default());
    let rows = [Some(0), Some(1), None, Some(2), Some(3), Some(4_u32)];
    for (rank, row) in (1..).zip(rows) {
        let mut cells = ["-".to_owned(), "-".to_owned(), "-".to_owned()];
        if let Some(row) = row {
            raw.push(Placed { rank, row });
            condensed.push(Placed { rank: condensed.len() as u32 + 1, row });
            let [i1, i2] = LEVELS[row as usize];
            let global_gain = p1 * f64::from(i1) + p2 * f64::from(i2);
            cells = [i1.to_string(), i2.to_string(), global_gain.to_string()];
        }
        let mut score = [None];
        prepared.score(&raw, &condensed, &mut scratch, &mut score);
        let [i1, i2, global_gain] = cells;
        let _ = writeln!(text, "  {rank:>4}  {i1:>2}  {i2:>2}  {global_gain:>11}  {}", formatted(score[0]));
    }
    Ok(text)
}

fn formatted(score: Option<f64>) -> String {
    score.map_or("undefined".to_owned(), |score| format!("{score:.4}"))
}

fn table_by_document(metric: &Metric) -> Result<String, ScorerError> {
    let gains = Gains::linear(3);
    let scorer = Scorer::new(std::slice::from_ref(metric), &gains, 1, Some(1000))?;
    let mut text = format!(
        "A topic with {NONRELEVANT} judged nonrelevant documents, and relevant documents of the levels {}; gain = level:\n",
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
        let score = formatted(score[0]);
        let _ = writeln!(text, "  {rank:>4}  {level:>5}  {count:>4}  {gain:>5}  {ideal_gain:>7}  {score}");
    }
    Ok(text)
}
