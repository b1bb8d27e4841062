//! Kendall's tau, tau-AP and rank-biased overlap between rankings of the runs: by two measures, or by the judgments of people and
//! of another judge.

use rejudge_names::plural::counted;
use rejudge_stats::{Ranking, RboTies, kendall_tau_b, pairs, rbo, tau_ap_b};
use rejudge_tables::frame::{Frame, Kind, Table};

use super::compare::check_judged_runs;
use super::rules::table_by;
use super::scores::TableMeasure;
use super::{EvalError, Input, PresetRules, Scores};

/// The option that asks for these tables.
const OPTION: &str = "--tau";

/// p of rank-biased overlap: a reader who goes on with this probability reads ten runs on average.
const PERSISTENCE: f64 = 0.9;

/// The columns of the table of measures, which has a row for each pair.
const OF_MEASURES: [(&str, Kind, &str); 7] = [
    ("measure", Kind::Text, "name of the measure"),
    ("other", Kind::Text, "name of the other measure"),
    ("runs", Kind::Whole, "number of ranked runs"),
    ("topics", Kind::Whole, "number of topics over which the scores are averaged"),
    ("tau-b", Kind::Number, "Kendall's tau-b of the two rankings; empty if a ranking ties all runs"),
    ("tau-ap-b", Kind::Number, "tau-AP,b, the symmetric AP correlation corrected for ties"),
    ("rbo", Kind::Number, "rank-biased overlap RBO^b, corrected for ties, with p = .9"),
];

/// The columns of the table of judges, which has a row for each measure.
const OF_JUDGES: [(&str, Kind, &str); 7] = [
    ("measure", Kind::Text, "name of the measure"),
    ("judge", Kind::Text, "the file of the other judge's labels"),
    ("runs", Kind::Whole, "number of ranked runs"),
    ("topics", Kind::Whole, "number of topics that people and the judge judged"),
    (
        "tau-b",
        Kind::Number,
        "Kendall's tau-b of the rankings by people and by the judge; empty if one ties all runs",
    ),
    ("tau-ap-b", Kind::Number, "tau-AP,b, the symmetric AP correlation corrected for ties"),
    ("rbo", Kind::Number, "rank-biased overlap RBO^b, corrected for ties, with p = .9"),
];

/// For each pair of measures, correlates the two rankings of the runs of `input`. `scores` are the scores of
/// these runs.
///
/// # Errors
/// If there are fewer than two runs or measures, the runs differ in their topics, or a run has no judged
/// document down to a measure's cutoff.
pub fn tau_of_measures(input: &Input, scores: &Scores, rules: &PresetRules) -> Result<Table, EvalError> {
    check_rankings(input, scores, OPTION)?;
    of_measures(scores, rules.fields())
}

/// For each pair of measures, correlates the two rankings of the runs by scores that another program computed.
///
/// # Errors
/// If there are fewer than two runs or measures, or the runs differ in their topics.
pub fn tau_of_ready_scores<M: TableMeasure>(scores: &Scores<M>) -> Result<Table, EvalError> {
    of_measures(scores, Vec::new())
}

fn of_measures<M: TableMeasure>(
    scores: &Scores<M>,
    rules: Vec<(String, String)>,
) -> Result<Table, EvalError> {
    let topics = scores.common_topics(OPTION)?;
    let measures = scores.metrics.len();
    if measures < 2 {
        return Err(EvalError::Usage(format!(
            "{OPTION} correlates rankings by two measures, found {}: name another one, as in -m 'AP nDCG@10', or another \
             judge's labels with --judge",
            counted(measures, "measure")
        )));
    }
    let rankings = rankings(scores, topics)?;
    let names: Vec<String> = scores.metrics.iter().map(ToString::to_string).collect();
    let mut rows = Frame::new(OF_MEASURES);
    for (measure, other) in pairs(measures) {
        let (x, y) = (&rankings[measure], &rankings[other]);
        rows.push([
            (&names[measure]).into(),
            (&names[other]).into(),
            scores.runs.len().into(),
            topics.len().into(),
            kendall_tau_b(x, y).into(),
            tau_ap_b(x, y).into(),
            rbo(x, y, PERSISTENCE, RboTies::B).into(),
        ]);
    }
    Ok(table_by(rules, "rank correlations", rows, ""))
}

/// For each measure, correlates the ranking of the runs by people's judgments with the ranking by another
/// judge's labels. `people` and `judge` are the scores of the same runs by the same measures.
///
/// # Errors
/// If there are fewer than two runs, the runs differ in their topics, a run has no judged document down to a
/// measure's cutoff, or people and the judge have no topic in common.
pub fn tau_of_judges(
    (input, people): (&Input, &Scores),
    (judge_input, judge): (&Input, &Scores),
    rules: &PresetRules,
) -> Result<Table, EvalError> {
    check_rankings(input, people, OPTION)?;
    check_rankings(judge_input, judge, OPTION)?;
    let position_of =
        |name: &str| judge.counted(0).iter().copied().find(|&topic| &judge.topics[topic] == name);
    let common: Vec<(usize, usize)> = people
        .common_topics(OPTION)?
        .iter()
        .filter_map(|&topic| Some((topic, position_of(&people.topics[topic])?)))
        .collect();
    let judge_file = judge_input.qrels.display().to_string();
    if common.is_empty() {
        return Err(EvalError::Data(format!("{judge_file}: the judge labels no topic that people judged")));
    }
    let (topics, judge_topics): (Vec<usize>, Vec<usize>) = common.into_iter().unzip();
    let (by_people, by_judge) = (rankings(people, &topics)?, rankings(judge, &judge_topics)?);
    let mut rows = Frame::new(OF_JUDGES);
    for (measure, (x, y)) in people.metrics.iter().zip(by_people.iter().zip(&by_judge)) {
        rows.push([
            (&measure.to_string()).into(),
            (&judge_file).into(),
            people.runs.len().into(),
            topics.len().into(),
            kendall_tau_b(x, y).into(),
            tau_ap_b(x, y).into(),
            rbo(x, y, PERSISTENCE, RboTies::B).into(),
        ]);
    }
    Ok(rules.table("rank correlations", rows, ""))
}

/// Refuses runs that differ in their topics, and runs without a judged document down to a measure's cutoff.
/// `needed_by` is the option or the command that ranks the runs.
pub(crate) fn check_rankings(input: &Input, scores: &Scores, needed_by: &str) -> Result<(), EvalError> {
    scores.common_topics(needed_by)?;
    check_judged_runs(input, scores, &(0..scores.runs.len()).map(|run| (run, run)).collect::<Vec<_>>())
}

pub(crate) fn check_two_runs<M: TableMeasure>(scores: &Scores<M>, needed_by: &str) -> Result<(), EvalError> {
    match scores.runs.len() {
        2.. => Ok(()),
        runs => Err(EvalError::Usage(format!("{needed_by} needs two runs, found {runs}"))),
    }
}

/// Returns the ranking of the runs by their summaries by `measure`. If a lower score is better, the run with the
/// lowest summary is first.
pub(crate) fn ranking<M: TableMeasure>(measure: &M, summaries: impl Iterator<Item = f64>) -> Ranking {
    let sign = if measure.higher_is_better() { 1.0 } else { -1.0 };
    Ranking::new(&summaries.map(|summary| sign * summary).collect::<Vec<f64>>())
}

/// For each measure, returns the ranking of the runs by their summaries over `topics`.
fn rankings<M: TableMeasure>(scores: &Scores<M>, topics: &[usize]) -> Result<Vec<Ranking>, EvalError> {
    check_two_runs(scores, OPTION)?;
    let by_measure = scores.metrics.iter().enumerate().map(|(index, measure)| {
        let runs = 0..scores.runs.len();
        ranking(measure, runs.map(|run| scores.summary_over(run, index, topics.iter().copied())))
    });
    Ok(by_measure.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// AP ranks A B C, and RR ranks B C A. One of the three pairs of runs (B and C) has the same order in
    /// both, and two pairs have opposite orders, so tau is -1/3. For tau-AP of the list B C A with the gold
    /// standard A B C: C counts 1, because the run above it (B) is above it in the gold standard too, and A
    /// counts -1, because both runs above it are below it there. The mean is 0. For the list A B C with the
    /// gold standard B C A: B counts -1, and C counts 0, because only one of the two runs above it (B) is
    /// above it in the gold standard. The mean is -1/2. The symmetric tau-AP is the mean of 0 and -1/2.
    #[test]
    fn tau_by_hand() {
        let file = std::env::temp_dir().join(format!("rejudge-tau-{}.csv", std::process::id()));
        let rows = "run,topic,measure,value\nA,1,AP,3\nA,1,RR,1\nB,1,AP,2\nB,1,RR,3\nC,1,AP,1\nC,1,RR,2\n";
        std::fs::write(&file, rows).expect("a temporary file");
        let scores = Scores::read(&[(None, file.clone())], &[]);
        std::fs::remove_file(&file).expect("the file exists");
        let (scores, _) = scores.expect("a table of scores");
        let [by_ap, by_rr] =
            <[Ranking; 2]>::try_from(rankings(&scores, &[0]).expect("three runs")).expect("two measures");
        assert_eq!(kendall_tau_b(&by_ap, &by_rr), Some(-1.0 / 3.0));
        assert_eq!(tau_ap_b(&by_ap, &by_rr), Some(-0.25));
    }
}
