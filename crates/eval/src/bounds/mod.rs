//! The lowest and the highest scores that the judgments allow, of runs and of pairs of runs.

mod tables;

use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rejudge_collections::{Qrels, ReadRun, Reading, TeamChoice, TeamFiles, load_numbered};
use rejudge_experiment::spec::{NoRelevant, Rules};
use rejudge_metrics::Metric;
use rejudge_names::plural::counted;
use rejudge_pools::bounds::{
    Bounding, Bounds, BoundsError, Order, PairBounds, Retrieved, RunBounds, says_nothing,
};
use rejudge_pools::{JoinedRun, Names, Run, RunIx, TopicIx};

use crate::{EvalError, Files, Input, Scores, Wanted};

/// The quantities that can be bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum BoundsOf {
    /// The score of each run
    Runs,
    /// The difference of each pair of runs, and what is shown of their order
    Pairs,
}

/// The error for runs with different topics, whose difference is undefined.
const OTHER_TOPICS: &str = "bounds of pairs need one set of topics, and the runs have others: \
                            --topics qrels or intersection";

/// The error for a single run, which has no pairs.
const ONE_RUN: &str = "bounds of pairs need 2 runs or more, and 1 is given";

/// Bounds of runs, topic by topic, and of pairs.
pub struct BoundedScores {
    runs: Vec<String>,
    topics: Arc<Names>,
    metrics: Vec<Metric>,
    /// For each run, the topics of its summary.
    counted: Vec<Vec<TopicIx>>,
    /// Scores of the condensed lists, by measures that have such a form.
    condensed: Scores,
    /// By measure, its place in `condensed`.
    of_condensed: Vec<Option<usize>>,
    /// Scores with the judgments of another judge for documents that people did not judge.
    filled: Option<Scores>,
    by_run: Vec<RunBounds>,
    pairs: Vec<Vec<PairBounds>>,
}

impl From<BoundsError> for EvalError {
    fn from(error: BoundsError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl BoundedScores {
    /// Computes the bounds of `scores`, from an input whose judgments are a collection with its runs, in which each
    /// document has a number ([`load_for_bounds`]).
    ///
    /// # Errors
    /// If a measure has no bounds, topics may be dropped, or pairs are requested and runs differ in their topics.
    pub fn new(
        input: &Input,
        wanted: &Wanted,
        rules: &Rules,
        scores: &Scores,
        of: BoundsOf,
    ) -> Result<Self, EvalError> {
        if rules.no_relevant == NoRelevant::Drop {
            return Err(BoundsError::topics_dropped().into());
        }
        let gains = &input.gains(wanted, rules)?;
        let (collection, view) = (&input.judgments, &input.view);
        let runs: Vec<RunIx> = (0..input.runs.len()).collect();
        let joined = runs.iter().map(|&run| JoinedRun::new(collection, run, rules.depth()));
        let joined: Vec<JoinedRun> = joined.collect();
        let retrieved = Retrieved::new(collection, rules.max_rank.map(NonZeroU32::get))?;
        let bounding = |metrics: &[Metric]| {
            Bounding::new(metrics, gains, rules.min_rel.get(), collection, view, &retrieved)
        };
        let counted: Vec<Vec<TopicIx>> =
            (0..scores.runs.len()).map(|run| scores.counted(run).to_vec()).collect();
        let of_runs = |bounding: &Bounding<'_>| -> Vec<RunBounds> {
            let of_run = |run: usize| bounding.bounds([&joined[run]], &counted[run]);
            (0..counted.len()).into_par_iter().map(of_run).collect()
        };
        if of == BoundsOf::Pairs && counted.iter().any(|topics| *topics != counted[0]) {
            return Err(EvalError::Usage(OTHER_TOPICS.to_owned()));
        }
        if of == BoundsOf::Pairs && counted.len() == 1 {
            return Err(EvalError::Usage(ONE_RUN.to_owned()));
        }
        let of_pairs = |bounding: &Bounding<'_>| match of {
            BoundsOf::Pairs => bounding.pairs(&runs, &joined, &counted[0], false),
            BoundsOf::Runs => Vec::new(),
        };
        let all = bounding(&wanted.metrics)?;
        let mut condensed = Wanted::default();
        let of_condensed;
        (condensed.metrics, of_condensed) = on_condensed_lists(&wanted.metrics);
        Ok(Self {
            runs: scores.runs.clone(),
            topics: Arc::clone(&scores.topics),
            metrics: wanted.metrics.clone(),
            by_run: of_runs(&all),
            pairs: of_pairs(&all),
            counted: counted.clone(),
            condensed: Scores::of_any(input, &condensed, rules)?,
            of_condensed,
            filled: None,
        })
    }

    /// Adds the scores of the same runs and measures from people's and another judge's judgments together
    /// ([`load_filled`](crate::load_filled)).
    ///
    /// # Panics
    /// If they belong to other runs or measures.
    #[must_use]
    pub fn with_filled(self, filled: Scores) -> Self {
        assert!(filled.runs == self.runs && filled.metrics == self.metrics, "scores of others");
        Self { filled: Some(filled), ..self }
    }

    /// The bounds of a run's summary.
    fn summary(&self, run: usize, metric: usize) -> Bounds {
        mean(&self.metrics[metric], &self.by_run[run], metric)
    }

    fn score(&self, run: usize, metric: usize) -> f64 {
        self.metrics[metric].summary().summarise(self.by_run[run].scores(metric, 0).iter().copied())
    }

    /// Returns true if the bounds of the runs are wider than the runs are apart.
    fn says_nothing(&self, metric: usize) -> bool {
        let scores: Vec<f64> = (0..self.runs.len()).map(|run| self.score(run, metric)).collect();
        let bounds: Vec<Bounds> = (0..self.runs.len()).map(|run| self.summary(run, metric)).collect();
        says_nothing(&scores, &bounds)
    }

    /// Returns remarks that a reader of the bounds needs, a line each: how many pairs they order, and if they are too wide.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (at, metric) in self.metrics.iter().enumerate() {
            if !self.pairs.is_empty() {
                notes.push(format!("{metric}: {}", ordered(&self.pairs, at)));
            }
            if !self.says_nothing(at) {
                continue;
            }
            let widths = (0..self.runs.len()).map(|run| self.summary(run, at).width());
            let width = widths.sum::<f64>() / self.runs.len() as f64;
            notes.push(format!(
                "{metric}: the bounds say nothing at this depth: their mean width, {width:.3}, \
                 exceeds the gap between the best and the worst run"
            ));
        }
        notes
    }
}

/// The summary of the lower and of the upper bounds: topics have no hole in common, so that one filling is at
/// the end of each.
fn mean(metric: &Metric, of: &RunBounds, measure: usize) -> Bounds {
    let (summary, bounds) = (metric.summary(), of.of_run(measure, 0));
    Bounds {
        lower: summary.summarise(bounds.iter().map(|of| of.lower)),
        upper: summary.summarise(bounds.iter().map(|of| of.upper)),
    }
}

/// The measures on condensed lists, as far as there are such, and the place of each measure among them.
fn on_condensed_lists(metrics: &[Metric]) -> (Vec<Metric>, Vec<Option<usize>>) {
    let mut condensed = Vec::new();
    let place = |metric: &Metric| {
        let (text, family) = (metric.on_raw_list().to_string(), metric.family().entry().name);
        let primed = format!("{family}'{}", text.strip_prefix(family)?).parse().ok()?;
        let known = condensed.iter().position(|known| *known == primed);
        Some(known.unwrap_or_else(|| {
            condensed.push(primed);
            condensed.len() - 1
        }))
    };
    let places = metrics.iter().map(place).collect();
    (condensed, places)
}

/// Returns the number of pairs that are ordered, that flip, and the others.
fn ordered(pairs: &[Vec<PairBounds>], measure: usize) -> String {
    let count = |is: fn(Order) -> bool| pairs.iter().filter(|row| is(row[measure].order)).count();
    format!(
        "of {}, {} ordered under every filling, {} flipped by two fillings, {} cannot be said",
        counted(pairs.len(), "pair"),
        count(|order| matches!(order, Order::First | Order::Second)),
        count(|order| order == Order::Flips),
        count(|order| order == Order::Unknown),
    )
}

/// Reads files for bounds: the judgments of the input are a collection that has the runs, in the order of
/// their names.
///
/// # Errors
/// If a file is wrong, or the judgments are of intents or of units.
pub fn load_for_bounds(files: &Files, rules: &Rules) -> Result<Input, EvalError> {
    let (path, format) = files.by_document("--bounds")?;
    files.check()?;
    let mut qrels = Qrels::read(path, format)?;
    files.choose(&mut qrels, &reading(files, rules))?;
    Ok(numbered(&qrels, path, files, rules)?.of_choice(files))
}

/// Returns the settings for reading runs.
pub(crate) fn reading(files: &Files, rules: &Rules) -> Reading {
    let Files { repeated, may_share_tags, run_names, .. } = *files;
    Reading { repeated, may_share_tags, run_names, ..rules.reading(files.extra_columns) }
}

/// The runs of `files` with these judgments, every document with a number.
pub(crate) fn numbered(qrels: &Qrels, path: &Path, files: &Files, rules: &Rules) -> Result<Input, EvalError> {
    let teams = TeamFiles { teams: TeamChoice::OneEach, ..TeamFiles::default() };
    let loaded = load_numbered(qrels, path, &files.runs, &teams, &reading(files, rules))?;
    let collection = loaded.collection;
    let join = |(at, run): (usize, &Run)| {
        ReadRun::new(run.name.clone(), JoinedRun::new(&collection, at, rules.depth()))
    };
    let runs = collection.runs().iter().enumerate().map(join).collect();
    Ok(Input::of_judgments(path.to_owned(), collection).with_runs(runs))
}
