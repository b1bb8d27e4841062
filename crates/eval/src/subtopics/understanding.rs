//! Query understanding (NTCIR-12 IMine-2): subtopics, each with the vertical that suits it.
//!
//! Sakai, NTCIR survey, section 2.2.2, Eqs. 11 and 12, and section 4.6.

use std::path::PathBuf;

use rejudge_collections::{VerticalProbabilities, read_as};
use rejudge_experiment::labels::{UnderstandingRun, UnderstoodTopic};
use rejudge_metrics::Decimal;
use rejudge_metrics::diversity::{qu_score, v_score};

use super::{DSharp, SubtopicScores, gold, named, share};
use crate::EvalError;
use crate::own::check_stdin;

/// Subtopics with verticals, and the weights of their scores.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "A line of a run: topic;0;subtopic;vertical;rank;score;run")]
pub struct Understanding {
    /// Subtopics: topic;intent;subtopic
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    gold: PathBuf,
    /// Suitability of verticals for intents: topic, intent, vertical, probability
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    verticals: PathBuf,
    /// Probabilities of the intents: topic, intent, probability [default: equal]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    intent_probabilities: Option<PathBuf>,
    /// Weight of D#-nDCG in the QU-score; the V-score has 1 - LAMBDA
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    lambda: Decimal,
    /// Weight of intent recall in D#-nDCG
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    gamma: Decimal,
    /// Cutoff
    #[arg(long, value_name = "RANK", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Rules")]
    cutoff: u32,
}

impl Understanding {
    /// The files of the gold standard.
    pub fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.gold, &self.verticals].into_iter().chain(&self.intent_probabilities)
    }

    /// Scores runs: D♯-nDCG@l, V-score@l, QU-score@l.
    ///
    /// # Errors
    /// If a file is not of its form, an intent with subtopics has no verticals, or a run has no topic of
    /// theirs.
    pub fn scores(&self, runs: &[PathBuf]) -> Result<SubtopicScores, EvalError> {
        check_stdin(self.inputs().chain(runs))?;
        let gold = gold(&self.gold, self.intent_probabilities.as_ref())?;
        let verticals = read_as(&self.verticals, VerticalProbabilities::parse)?;
        gold.check(&verticals)?;
        let Self { lambda, gamma, cutoff, .. } = self;
        let d_sharp = DSharp::new(&gold, gamma, Some(*cutoff))?;
        let measures = vec![
            d_sharp.name(),
            named("V-score", &[], Some(*cutoff)),
            named("QU-score", &[("lambda", lambda), ("gamma", gamma)], Some(*cutoff)),
        ];
        let rules = vec![
            ("lambda", lambda.to_string()),
            ("gamma", gamma.to_string()),
            ("cutoff", cutoff.to_string()),
        ];
        let score = |topic: usize, run: &UnderstoodTopic| {
            let d_sharp = d_sharp.score(topic, run.subtopics.iter().map(|(subtopic, _)| subtopic.as_str()));
            let gold = gold.topic(&run.name).expect("topics that the gold standard lacks are not scored");
            let v_score = v_score(&gold.vertical_matches(run, &verticals), *cutoff);
            vec![d_sharp, v_score, qu_score(lambda.value(), d_sharp, v_score)]
        };
        let mut scores = SubtopicScores::new(&self.gold, gold.topics(), measures, rules);
        for path in runs {
            let run = read_as(path, UnderstandingRun::parse)?;
            let topics = run.topics.iter().map(|topic| (topic.name.as_str(), topic));
            scores.add(path, run.tag, topics, score)?;
        }
        scores.tell_apart();
        Ok(scores)
    }
}
