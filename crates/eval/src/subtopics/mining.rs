//! Subtopic mining (NTCIR-11 IMine): two levels of subtopics, and the first-level subtopic of each second-level one.
//!
//! Sakai, NTCIR survey, section 2.2.2, Eq. 10, and section 4.6.

use std::path::PathBuf;

use rejudge_experiment::labels::{IntentHierarchy, MinedTopic, SubtopicRun};
use rejudge_metrics::Decimal;
use rejudge_metrics::diversity::{h_measure, h_score};

use super::d_sharp::{DSharp, named};
use super::files::{check_stdin, parsed};
use super::{GoldFiles, SubtopicScores};
use crate::EvalError;

#[derive(Clone, Debug)]
pub struct Files {
    /// First-level subtopics.
    pub first: GoldFiles,
    /// Second-level subtopics.
    pub second: GoldFiles,
    /// The table of second-level intents and their first-level intents.
    pub hierarchy: PathBuf,
    pub runs: Vec<PathBuf>,
}

/// The rules that move numbers.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Weight of the first level against the second.
    pub alpha: Decimal,
    /// Weight of intent recall within D♯-nDCG.
    pub gamma: Decimal,
    /// Last rank that D♯-nDCG takes into account, on both levels; `None`: all.
    pub cutoff: Option<u32>,
}

/// Scores runs: Hscore, D♯-nDCG of each level (`D1#-nDCG`, `D2#-nDCG`), H-measure. Hscore counts all second-level
/// subtopics for any cutoff.
///
/// # Errors
/// If a file is not of its form, the files do not agree on topics and intents, or a run has no topic of
/// theirs.
pub fn scores(files: &Files, rules: &Rules) -> Result<SubtopicScores, EvalError> {
    let gold_files = files.first.paths().chain(files.second.paths());
    check_stdin(gold_files.chain([&files.hierarchy]).chain(&files.runs))?;
    let (first, second) = (files.first.read()?, files.second.read()?);
    let hierarchy = parsed(&files.hierarchy, IntentHierarchy::parse)?;
    hierarchy.check(&first, &second)?;
    let Rules { alpha, gamma, cutoff } = rules;
    let first_level = DSharp::new(&first, gamma, *cutoff)?;
    let second_level = DSharp::new(&second, gamma, *cutoff)?;
    let measures = vec![
        "Hscore".to_owned(),
        named("D1#-nDCG", &[("gamma", gamma)], *cutoff),
        named("D2#-nDCG", &[("gamma", gamma)], *cutoff),
        named("H-measure", &[("alpha", alpha), ("gamma", gamma)], *cutoff),
    ];
    let rules = vec![
        ("alpha", alpha.to_string()),
        ("gamma", gamma.to_string()),
        ("cutoff", cutoff.map_or("all".to_owned(), |cutoff| cutoff.to_string())),
    ];
    let score = |topic: usize, run: &MinedTopic| {
        let h_score = h_score(&hierarchy.pairs(run, &first, &second)).unwrap_or(0.0);
        let first = first_level.score(topic, run.first.iter().map(String::as_str));
        let second = second_level.score(topic, run.second.iter().map(|(subtopic, _)| subtopic.as_str()));
        vec![h_score, first, second, h_measure(alpha.value(), h_score, first, second)]
    };
    let mut scores = SubtopicScores::new(&files.first.subtopics, first.topics(), measures, rules);
    for path in &files.runs {
        let run = parsed(path, SubtopicRun::parse)?;
        let topics = run.topics.iter().map(|topic| (topic.name.as_str(), topic));
        scores.add(path, run.tag, topics, score)?;
    }
    scores.tell_apart();
    Ok(scores)
}
