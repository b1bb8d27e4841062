//! Query understanding (NTCIR-12 IMine-2): subtopics, each with the vertical that suits it.
//!
//! Sakai, NTCIR survey, section 2.2.2, Eqs. 11 and 12, and section 4.6.

use std::path::PathBuf;

use rejudge_collections::VerticalProbabilities;
use rejudge_experiment::labels::{UnderstandingRun, UnderstoodTopic};
use rejudge_metrics::Decimal;
use rejudge_metrics::diversity::{qu_score, v_score};

use super::d_sharp::{DSharp, named};
use super::files::{check_stdin, parsed};
use super::{GoldFiles, SubtopicScores};
use crate::EvalError;

#[derive(Clone, Debug)]
pub struct Files {
    /// The subtopics.
    pub gold: GoldFiles,
    /// The table of intents and verticals with their suitability.
    pub verticals: PathBuf,
    pub runs: Vec<PathBuf>,
}

/// The rules that move numbers.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Weight of D♯-nDCG against V-score.
    pub lambda: Decimal,
    /// Weight of intent recall within D♯-nDCG.
    pub gamma: Decimal,
    /// Last rank that is seen, from 1: the `l` of V-score.
    pub cutoff: u32,
}

/// Scores runs: D♯-nDCG@l, V-score@l, QU-score@l.
///
/// # Errors
/// If a file is not of its form, an intent with subtopics has no verticals, or a run has no topic of
/// theirs.
pub fn scores(files: &Files, rules: &Rules) -> Result<SubtopicScores, EvalError> {
    check_stdin(files.gold.paths().chain([&files.verticals]).chain(&files.runs))?;
    let gold = files.gold.read()?;
    let verticals = parsed(&files.verticals, VerticalProbabilities::parse)?;
    gold.check(&verticals)?;
    let Rules { lambda, gamma, cutoff } = rules;
    let d_sharp = DSharp::new(&gold, gamma, Some(*cutoff))?;
    let measures = vec![
        d_sharp.name(),
        named("V-score", &[], Some(*cutoff)),
        named("QU-score", &[("lambda", lambda), ("gamma", gamma)], Some(*cutoff)),
    ];
    let rules =
        vec![("lambda", lambda.to_string()), ("gamma", gamma.to_string()), ("cutoff", cutoff.to_string())];
    let score = |topic: usize, run: &UnderstoodTopic| {
        let d_sharp = d_sharp.score(topic, run.subtopics.iter().map(|(subtopic, _)| subtopic.as_str()));
        let gold = gold.topic(&run.name).expect("topics that the gold standard lacks are not scored");
        let v_score = v_score(&gold.vertical_matches(run, &verticals), *cutoff);
        vec![d_sharp, v_score, qu_score(lambda.value(), d_sharp, v_score)]
    };
    let mut scores = SubtopicScores::new(&files.gold.subtopics, gold.topics(), measures, rules);
    for path in &files.runs {
        let run = parsed(path, UnderstandingRun::parse)?;
        let topics = run.topics.iter().map(|topic| (topic.name.as_str(), topic));
        scores.add(path, run.tag, topics, score)?;
    }
    scores.tell_apart();
    Ok(scores)
}
