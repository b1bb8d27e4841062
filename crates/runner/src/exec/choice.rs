//! Which runs of a collection a choice takes, and which are scored for it.

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use rejudge_metrics::{Metric, Scorer};
use rejudge_pools::{
    Buffers, JoinedRun, RunIx, best_run_per_team, complete_runs, one_run_per_team, random_runs, top_runs,
};

use super::instance::Instance;
use super::scores::highest_level;
use crate::grid::Runs;
use crate::spec::Evaluation;

impl Instance {
    /// Every run.
    pub fn all_runs(&self) -> Vec<RunIx> {
        (0..self.collection.runs().len()).collect()
    }

    /// The runs whose scores are kept for a choice of runs, ascending: the chosen ones, but of files all
    /// where other draws choose others. The keys of scores say the same, so this must not depend on which
    /// other choices the grid has.
    pub fn scored(&self, rules: &Evaluation, runs: &Runs) -> Result<Vec<RunIx>> {
        let draw = match (runs, self.draw) {
            (Runs::All | Runs::Pinned(_), _) | (Runs::OnePerTeam | Runs::Random { .. }, None) => {
                return Ok(self.all_runs());
            }
            (_, draw) => draw.unwrap_or(1),
        };
        let mut chosen = self.chosen(rules, runs, draw)?;
        chosen.sort_unstable();
        Ok(chosen)
    }

    /// The runs that `draw` compares. What counts for a choice are the full judgments and the topics that
    /// count where all runs are compared.
    pub fn chosen(&self, rules: &Evaluation, runs: &Runs, draw: u32) -> Result<Vec<RunIx>> {
        let (data, draw) = (&self.collection, draw.to_string());
        let key = [self.name.as_str(), draw.as_str()];
        let there = data.runs().len();
        if let Runs::Top { runs: wanted, .. } | Runs::Random { runs: wanted, .. } = runs {
            ensure!(*wanted as usize <= there, "`{runs}` of `{}`, which has {there} runs", self.name);
        }
        Ok(match runs {
            Runs::All => self.all_runs(),
            Runs::OnePerTeam => one_run_per_team(data, self.seed, &key),
            Runs::Pinned(file) => self.pinned(&file.path())?,
            Runs::Complete { share, .. } => {
                let topics = self.topics(rules, &self.all_runs());
                complete_runs(data, &topics, rules.max_rank as usize, *share)
            }
            Runs::Top { runs, by } => top_runs(data, &self.summaries(rules, by)?, *runs as usize),
            Runs::BestOfEachTeam { by } => best_run_per_team(data, &self.summaries(rules, by)?),
            Runs::Random { runs, .. } => random_runs(data, *runs as usize, self.seed, &key),
        })
    }

    /// The runs named in the first column of a TSV file.
    fn pinned(&self, path: &std::path::Path) -> Result<Vec<RunIx>> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
        let named = |(at, line): (usize, &str)| {
            let name = line.split('\t').next().unwrap_or(line).trim();
            let found = self.collection.runs().iter().position(|run| run.name == name);
            found.with_context(|| {
                format!("{}:{}: `{}` has no run `{name}`", path.display(), at + 1, self.name)
            })
        };
        lines.map(named).collect()
    }

    /// The score of each run under the full judgments, as the measure summarises topics; 0 for a topic
    /// that it is not defined on.
    fn summaries(&self, rules: &Evaluation, by: &Metric) -> Result<Vec<f64>> {
        let topics = self.topics(rules, &self.all_runs());
        ensure!(!topics.is_empty(), "no topic of `{}` is left to choose runs by {by}", self.name);
        let gains = rules.gains.of(highest_level(self));
        let scorer = Scorer::new(std::slice::from_ref(by), &gains, rules.min_rel, rules.max_rank)
            .with_context(|| format!("runs are chosen by {by}"))?;
        let summary = |buffers: &mut Buffers, &run: &RunIx| {
            let joined = JoinedRun::new(&self.collection, run, rules.max_rank as usize);
            let score = |&topic: &usize| {
                let lists = buffers.lists(&self.collection, &self.base, &joined, topic);
                let mut score = [None];
                scorer.score(&lists.raw, &lists.condensed, &mut score);
                score[0].unwrap_or(0.0)
            };
            let scores: Vec<f64> = topics.iter().map(score).collect();
            by.summary().of(scores.into_iter())
        };
        Ok(self.all_runs().par_iter().map_init(Buffers::default, summary).collect())
    }
}
