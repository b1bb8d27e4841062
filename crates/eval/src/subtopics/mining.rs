//! Subtopic mining (NTCIR-11 IMine): two levels of subtopics, and the first-level subtopic of each second-level one.
//!
//! Sakai, NTCIR survey, section 2.2.2, Eq. 10, and section 4.6.

use std::path::PathBuf;

use rejudge_collections::read_as;
use rejudge_experiment::labels::{IntentHierarchy, MinedTopic, SubtopicRun};
use rejudge_metrics::Decimal;
use rejudge_metrics::diversity::{h_measure, h_score};

use super::{DSharp, SubtopicScores, gold, named, share};
use crate::EvalError;
use crate::own::check_stdin;

/// Two levels of subtopics, and the weights of their scores.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "A line of a run: topic;0;subtopic;rank;score;0;subtopic;rank;score;run")]
pub struct Mining {
    /// First-level subtopics: topic;intent;subtopic
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    first: PathBuf,
    /// Second-level subtopics: topic;intent;subtopic
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    second: PathBuf,
    /// Hierarchy of the intents: topic, second-level intent, first-level intent
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    hierarchy: PathBuf,
    /// Probabilities of the first-level intents: topic, intent, probability [default: equal]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    first_probabilities: Option<PathBuf>,
    /// Probabilities of the second-level intents: topic, intent, probability [default: equal]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    second_probabilities: Option<PathBuf>,
    /// Weight of the first level in the H-measure; the second level has 1 - ALPHA
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    alpha: Decimal,
    /// Weight of intent recall in D#-nDCG
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    gamma: Decimal,
    /// Cutoff of D#-nDCG [default: none]
    #[arg(long, value_name = "RANK", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Rules")]
    cutoff: Option<u32>,
}

impl Mining {
    /// The files of the gold standard.
    pub fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        let probabilities = self.first_probabilities.iter().chain(&self.second_probabilities);
        [&self.first, &self.second, &self.hierarchy].into_iter().chain(probabilities)
    }

    /// Scores runs: Hscore, D♯-nDCG of each level (`D1#-nDCG`, `D2#-nDCG`), H-measure. Hscore counts all second-level
    /// subtopics for any cutoff.
    ///
    /// # Errors
    /// If a file is not of its form, the files do not agree on topics and intents, or a run has no topic of
    /// theirs.
    pub fn scores(&self, runs: &[PathBuf]) -> Result<SubtopicScores, EvalError> {
        check_stdin(self.inputs().chain(runs))?;
        let first = gold(&self.first, self.first_probabilities.as_ref())?;
        let second = gold(&self.second, self.second_probabilities.as_ref())?;
        let hierarchy = read_as(&self.hierarchy, IntentHierarchy::parse)?;
        hierarchy.check(&first, &second)?;
        let Self { alpha, gamma, cutoff, .. } = self;
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
        let mut scores = SubtopicScores::new(&self.first, first.topics(), measures, rules);
        for path in runs {
            let run = read_as(path, SubtopicRun::parse)?;
            let topics = run.topics.iter().map(|topic| (topic.name.as_str(), topic));
            scores.add(path, run.tag, topics, score)?;
        }
        scores.tell_apart();
        Ok(scores)
    }
}
