//! The conventions that give every printed value: tried one by one, then in pairs.

use std::collections::HashMap;

use rejudge_collections::{ScoreType, Ties};
use rejudge_metrics::Metric;
use rejudge_names::plural::{counted, of_number};
use rejudge_printed::Scale;
use rejudge_spec::Rules;
use serde_json::{Value, json};

use super::conventions::Setting;
use super::{CONVENTIONS, Convention, Placed};
use crate::{EvalError, Files, Input, Scores, Wanted};

/// Fewer values than these cannot tell conventions apart.
const ENOUGH: usize = 10;
/// Most explanations that are listed in sentences.
const LISTED: usize = 20;

/// The conventions that explain a table.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Each gives all printed values.
    pub explained: Vec<Explained>,
    /// How many conventions and pairs were tried.
    pub tried: usize,
    /// How many values tell those that explain the table from the rest: each of the rest misses at least so many. 0 if
    /// none explains it.
    pub telling: usize,
}

/// A convention, or two together.
#[derive(Clone, Debug)]
pub struct Explained(pub Vec<&'static Convention>);

/// Conventions that are tried together, and by measure the settings under which its column may have been printed:
/// those of the runs and topics hold for all columns, any other for some.
struct Candidate {
    conventions: Vec<&'static Convention>,
    columns: Vec<Vec<usize>>,
}

/// The files and rules of the command line.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The files, which are read again in other orders.
    pub files: &'a Files,
    /// The files as read.
    pub input: &'a Input,
    /// The rules.
    pub rules: &'a Rules,
}

/// Settings, each once, and what they give.
struct Tried<'a> {
    given: Given<'a>,
    placed: &'a Placed<'a>,
    /// By column the values in it.
    cells: Vec<Vec<usize>>,
    settings: Vec<Setting>,
    places: HashMap<(String, Metric), usize>,
    /// By setting the score of each run; `None` if there is none.
    scores: Vec<Option<Vec<f64>>>,
}

impl Explanation {
    /// The conventions that explain the values of `placed`, some of which differ.
    ///
    /// # Errors
    /// If files that were read cannot be read again.
    pub fn of(placed: &Placed<'_>, given: Given<'_>) -> Result<Self, EvalError> {
        let (expected, rules) = (placed.expected, given.rules);
        let metrics = &expected.wanted.metrics;
        let cells = |column| (0..expected.len()).filter(|&at| expected.cells[at].measure == column).collect();
        let cells = (0..metrics.len()).map(cells).collect();
        let mut tried =
            Tried { given, placed, cells, settings: Vec::new(), places: HashMap::new(), scores: Vec::new() };
        let base = |metric: &Metric| Setting { metric: metric.clone(), rules: rules.clone() };
        let columns = metrics.iter().map(|metric| vec![tried.place(base(metric))]).collect();
        let mut candidates = vec![Candidate { conventions: Vec::new(), columns }];
        for convention in &CONVENTIONS {
            tried.add(&mut candidates, 0, convention);
        }
        let singles = candidates.len();
        let mut misses = tried.misses(&candidates)?;
        if !misses.contains(&0) {
            for first in 1..singles {
                let known = candidates[first].conventions[0].name;
                let later = CONVENTIONS.iter().skip_while(|convention| convention.name != known).skip(1);
                later.for_each(|convention| tried.add(&mut candidates, first, convention));
            }
            misses = tried.misses(&candidates)?;
        }
        let explains = |(candidate, _): (Candidate, _)| Explained(candidate.conventions);
        let telling = misses.iter().copied().filter(|&misses| misses > 0).min().unwrap_or(0);
        let tried = candidates.len() - 1;
        let explained: Vec<Explained> =
            candidates.into_iter().zip(misses).filter(|(_, misses)| *misses == 0).map(explains).collect();
        Ok(Self { telling: if explained.is_empty() { 0 } else { telling }, tried, explained })
    }

    /// What is known, a sentence each.
    pub fn sentences(&self) -> Vec<String> {
        let is_pairs = self.explained.first().is_none_or(|first| first.0.len() > 1);
        let of = if is_pairs { "conventions and pairs of them" } else { "conventions" };
        let tried = format!("the {} {of} tried", self.tried);
        if self.explained.is_empty() {
            return vec![format!("none of {tried} gives all printed values")];
        }
        let mut sentences: Vec<String> =
            self.explained.iter().take(LISTED).map(Explained::sentence).collect();
        let more = self.explained.len().saturating_sub(LISTED);
        if more > 0 {
            sentences.push(format!("and so do {more} more, which --format json lists"));
        }
        let number = self.explained.len();
        let cells = counted(self.telling, "value");
        let tell = of_number(self.telling, "tells", "tell");
        let them = of_number(number, "it", "them");
        sentences.push(match self.telling < ENOUGH {
            true => {
                format!("only {cells} {tell} {them} from the rest of {tried}: these values cannot tell")
            }
            false => format!("at least {cells} {tell} {them} from each of the rest of {tried}"),
        });
        sentences
    }

    /// The same for programs.
    pub(super) fn json(&self) -> Value {
        let conventions = |explained: &Explained| -> Value {
            let of = |convention: &&Convention| json!({ "name": convention.name, "about": convention.about });
            explained.0.iter().map(of).collect()
        };
        let by: Vec<Value> = self.explained.iter().map(conventions).collect();
        json!({ "by": by, "tried": self.tried, "telling": self.telling, "can-tell": self.telling >= ENOUGH })
    }
}

impl Explained {
    fn sentence(&self) -> String {
        let names: Vec<String> = self.0.iter().map(|of| format!("`{}` ({})", of.name, of.about)).collect();
        format!("all printed values are those of {}", names.join(" with "))
    }
}

impl Tried<'_> {
    /// The place of a setting.
    fn place(&mut self, setting: Setting) -> usize {
        let key = (setting.rules.canonical(), setting.metric.clone());
        let settings = &mut self.settings;
        *self.places.entry(key).or_insert_with(|| {
            settings.push(setting);
            settings.len() - 1
        })
    }

    /// Adds the candidate at `below` with one more convention, unless another one is the same.
    fn add(&mut self, candidates: &mut Vec<Candidate>, below: usize, convention: &'static Convention) {
        let highest = self.given.input.highest();
        let mut columns = Vec::with_capacity(candidates[below].columns.len());
        for known in &candidates[below].columns {
            let mut settings = if convention.is_of_all() { Vec::new() } else { known.clone() };
            for &at in known {
                let applied = convention.apply(&self.settings[at], highest);
                let place = applied.map_or(at, |setting| self.place(setting));
                if !settings.contains(&place) {
                    settings.push(place);
                }
            }
            columns.push(settings);
        }
        if !candidates.iter().any(|other| other.columns == columns) {
            let conventions = candidates[below].conventions.iter().copied().chain([convention]).collect();
            candidates.push(Candidate { conventions, columns });
        }
    }

    /// By candidate the number of values that it does not give.
    fn misses(&mut self, candidates: &[Candidate]) -> Result<Vec<usize>, EvalError> {
        self.score()?;
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        let mut of_column = |(column, settings): (usize, &Vec<usize>)| -> usize {
            let misses = settings.iter().map(|&setting| {
                *known.entry((column, setting)).or_insert_with(|| self.missed(column, setting))
            });
            misses.min().unwrap_or(0)
        };
        Ok(candidates.iter().map(|of| of.columns.iter().enumerate().map(&mut of_column).sum()).collect())
    }

    /// The number of values in a column that a setting does not give.
    fn missed(&self, column: usize, setting: usize) -> usize {
        let Some(scores) = &self.scores[setting] else { return self.cells[column].len() };
        let is_missed = |&&at: &&usize| {
            let (cell, run) = (&self.placed.expected.cells[at], self.placed.runs[at]);
            cell.printed.agrees(scores[run], Scale::Proportion) != Some(true)
        };
        self.cells[column].iter().filter(is_missed).count()
    }

    /// Scores the settings that have no scores yet: runs are read once for each order, and scored once for each set of
    /// rules.
    fn score(&mut self) -> Result<(), EvalError> {
        let mut orders: Vec<((Ties, ScoreType), Vec<usize>)> = Vec::new();
        for at in self.scores.len()..self.settings.len() {
            let rules = &self.settings[at].rules;
            let order = (rules.ties, rules.score_type);
            match orders.iter_mut().find(|(known, _)| *known == order) {
                Some((_, settings)) => settings.push(at),
                None => orders.push((order, vec![at])),
            }
        }
        self.scores.resize(self.settings.len(), None);
        let Given { files, input, rules } = self.given;
        for ((ties, score_type), settings) in orders {
            let read = Rules { ties, score_type, ..rules.clone() };
            let again;
            let input = if read == *rules {
                input
            } else {
                again = match Input::load(files, &read) {
                    Ok(input) => input,
                    // The other order is in no file, as where there are no ranks.
                    Err(EvalError::Located(_)) => continue,
                    Err(error) => return Err(error),
                };
                &again
            };
            let mut rest = settings;
            while let Some(&first) = rest.first() {
                let of = self.settings[first].rules.clone();
                let (now, later): (Vec<usize>, Vec<usize>) =
                    rest.into_iter().partition(|&at| self.settings[at].rules == of);
                let metrics: Vec<&Metric> = now.iter().map(|&at| &self.settings[at].metric).collect();
                let scored = scored(input, &metrics, &of);
                now.into_iter().zip(scored).for_each(|(at, scores)| self.scores[at] = scores);
                rest = later;
            }
        }
        Ok(())
    }
}

/// By measure the score of each run; `None` if the rules do not fit the measure or the judgments.
fn scored(input: &Input, metrics: &[&Metric], rules: &Rules) -> Vec<Option<Vec<f64>>> {
    let mut wanted = Wanted::default();
    for metric in metrics {
        wanted.add((*metric).clone());
    }
    let checked = input.check(&wanted, rules, false);
    match checked.and_then(|()| Scores::compute(input, &wanted, rules)) {
        Ok(scores) => {
            let of = |metric| (0..scores.runs.len()).map(|run| scores.summary(run, metric)).collect();
            (0..metrics.len()).map(|metric| Some(of(metric))).collect()
        }
        Err(_) if metrics.len() > 1 => {
            metrics.iter().flat_map(|metric| scored(input, &[*metric], rules)).collect()
        }
        Err(_) => vec![None],
    }
}
