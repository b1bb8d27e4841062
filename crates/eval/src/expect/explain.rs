//! The conventions that give every printed value: tried one by one, then in pairs.

use std::collections::HashMap;

use rejudge_collections::{ScoreType, Ties};
use rejudge_experiment::spec::Rules;
use rejudge_metrics::Metric;
use rejudge_names::plural::{counted, of_number};
use serde_json::{Value, json};

use super::conventions::{Comparison, Setting};
use super::value::agrees;
use super::{CONVENTIONS, Convention, Placed};
use crate::{EvalError, Files, Input, Scores, Wanted};

/// The fewest values that can distinguish conventions.
const ENOUGH: usize = 10;
/// The most explanations listed in sentences.
const LISTED: usize = 20;

/// The conventions that explain a table.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Each gives all printed values.
    explained: Vec<Explained>,
    /// The number of conventions and pairs that were tried.
    tried: usize,
    /// The number of values that separate the explanations from the others: each of the others misses at least this
    /// many. 0 if none explains the table.
    telling: usize,
}

/// A convention, or two together, that give every printed value.
#[derive(Clone, Debug)]
struct Explained {
    /// The conventions, each with the columns that it changes: their measures, as the table names them.
    conventions: Vec<(&'static Convention, Vec<String>)>,
    /// The number of columns.
    columns: usize,
    /// True if a column is printed as the command line asks.
    has_unchanged: bool,
}

/// Conventions that are tried together, and by measure the ways in which its column may have been printed: conventions
/// of the runs and topics apply to all columns, any other to some.
struct Candidate {
    conventions: Vec<&'static Convention>,
    columns: Vec<Vec<Way>>,
}

/// A way in which a column may have been printed: a place in `Tried::settings`, the comparison, and the conventions
/// that lead to them.
#[derive(Clone, Debug)]
struct Way {
    setting: usize,
    comparison: Comparison,
    by: Vec<&'static Convention>,
}

/// Ways are equal if they give the same values, even if they result from different conventions.
impl PartialEq for Way {
    fn eq(&self, other: &Self) -> bool {
        (self.setting, self.comparison) == (other.setting, other.comparison)
    }
}

/// Settings, each once, and their scores.
struct Tried<'a> {
    /// The files, which are read again in other orders.
    files: &'a Files,
    /// The files as read.
    input: &'a Input,
    rules: &'a Rules,
    placed: &'a Placed<'a>,
    /// The values of each column.
    cells: Vec<Vec<usize>>,
    settings: Vec<Setting>,
    places: HashMap<(String, Metric), usize>,
    /// The score of each run by setting; `None` if there is none.
    scores: Vec<Option<Vec<f64>>>,
    /// The number of values that a column, setting and comparison miss.
    missed: HashMap<(usize, usize, Comparison), usize>,
}

impl Explanation {
    /// Searches for the conventions that explain the values of `placed`, some of which differ.
    ///
    /// # Errors
    /// If files cannot be read a second time.
    pub fn new(placed: &Placed<'_>, files: &Files, input: &Input, rules: &Rules) -> Result<Self, EvalError> {
        let expected = placed.expected;
        let metrics = &expected.wanted.metrics;
        let cells =
            |column| (0..expected.cells.len()).filter(|&at| expected.cells[at].measure == column).collect();
        let mut tried = Tried {
            files,
            input,
            rules,
            placed,
            cells: (0..metrics.len()).map(cells).collect(),
            settings: Vec::new(),
            places: HashMap::new(),
            scores: Vec::new(),
            missed: HashMap::new(),
        };
        let as_asked = |metric: &Metric| {
            let setting = tried.place(Setting { metric: metric.clone(), rules: rules.clone() });
            vec![Way { setting, comparison: Comparison::default(), by: Vec::new() }]
        };
        let columns = metrics.iter().map(as_asked).collect();
        let mut candidates = vec![Candidate { conventions: Vec::new(), columns }];
        tried.score()?;
        for convention in &CONVENTIONS {
            tried.add(&mut candidates, 0, convention);
        }
        let mut misses = tried.misses(&mut candidates)?;
        if !misses.contains(&0) {
            for first in 1..candidates.len() {
                let known = candidates[first].conventions[0].name;
                let later = CONVENTIONS.iter().skip_while(|convention| convention.name != known).skip(1);
                later.for_each(|convention| tried.add(&mut candidates, first, convention));
            }
            misses = tried.misses(&mut candidates)?;
        }
        let telling = misses.iter().copied().filter(|&misses| misses > 0).min().unwrap_or(0);
        // Explanations with the same ways are one, with the conventions of the first.
        let mut by_ways: Vec<(Vec<Way>, Explained)> = Vec::new();
        for (candidate, _) in candidates.iter().zip(&misses).filter(|(_, misses)| **misses == 0) {
            let ways = tried.right_ways(candidate);
            if !by_ways.iter().any(|(known, _)| *known == ways) {
                let columns = ways.iter().zip(&expected.names).zip(&tried.cells);
                let filled = columns.filter(|(_, cells)| !cells.is_empty()).map(|(column, _)| column);
                let explained = Explained::by_ways(candidate, &filled.collect::<Vec<_>>());
                by_ways.push((ways, explained));
            }
        }
        let explained: Vec<Explained> = by_ways.into_iter().map(|(_, explained)| explained).collect();
        let telling = if explained.is_empty() { 0 } else { telling };
        Ok(Self { telling, tried: candidates.len() - 1, explained })
    }

    /// Returns sentences: each explanation, and whether the values are enough to decide.
    pub fn sentences(&self) -> Vec<String> {
        let is_pairs = self.explained.first().is_none_or(|first| first.conventions.len() > 1);
        let of = if is_pairs { "conventions and pairs of them" } else { "conventions" };
        let tried = self.tried;
        if self.explained.is_empty() {
            return vec![format!("none of the {tried} {of} tried gives all printed values")];
        }
        let mut sentences: Vec<String> =
            self.explained.iter().take(LISTED).map(Explained::sentence).collect();
        let more = self.explained.len().saturating_sub(LISTED);
        if more > 0 {
            sentences.push(format!("or of {more} more, which --format json lists"));
        }
        let values = counted(self.telling, "value");
        let separate = of_number(self.telling, "separates", "separate");
        let them = of_number(self.explained.len(), "it", "them");
        sentences.push(match self.telling < ENOUGH {
            true => {
                format!(
                    "only {values} {separate} {them} from the other {of} ({tried} tried): too few to decide"
                )
            }
            false => {
                format!("at least {values} {separate} {them} from each of the other {of} ({tried} tried)")
            }
        });
        sentences
    }

    /// Returns the explanations as JSON.
    pub(super) fn json(&self) -> Value {
        let used = |(Convention { name, about, .. }, measures): &(&Convention, Vec<String>)| json!({ "name": name, "about": about, "measures": measures });
        let by: Vec<Value> =
            self.explained.iter().map(|explained| explained.conventions.iter().map(used).collect()).collect();
        json!({ "by": by, "tried": self.tried, "telling": self.telling, "can-tell": self.telling >= ENOUGH })
    }
}

impl Explained {
    /// The conventions of a candidate, with the columns whose way they lead to. `columns` are the ways of the columns,
    /// and their measures.
    fn by_ways(candidate: &Candidate, columns: &[(&Way, &String)]) -> Self {
        let used = |&convention: &&'static Convention| {
            let leads = |way: &Way| way.by.iter().any(|by| by.name == convention.name);
            let measures: Vec<String> =
                columns.iter().filter(|(way, _)| leads(way)).map(|(_, name)| (*name).clone()).collect();
            (convention, measures)
        };
        Self {
            columns: columns.len(),
            conventions: candidate.conventions.iter().map(used).collect(),
            has_unchanged: columns.iter().any(|(way, _)| way.by.is_empty()),
        }
    }

    fn sentence(&self) -> String {
        let conventions = self.conventions.iter().map(|(Convention { name, about, .. }, measures)| {
            let is_everywhere = measures.len() == self.columns;
            let columns = if is_everywhere { String::new() } else { format!(" for {}", measures.join(", ")) };
            format!("`{name}` ({about}){columns}")
        });
        let conventions = conventions.collect::<Vec<_>>().join(" with ");
        let others = if self.has_unchanged { "; the other columns as asked" } else { "" };
        format!("all printed values are those of {conventions}{others}")
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

    /// Adds the candidate at `below` with one more convention, unless another candidate is equal. The ways of `below`
    /// have scores.
    fn add(&mut self, candidates: &mut Vec<Candidate>, below: usize, convention: &'static Convention) {
        let mut columns = Vec::with_capacity(candidates[below].columns.len());
        for (column, known) in candidates[below].columns.iter().enumerate() {
            // A convention of a measure has nothing to explain in a column without errors.
            let is_right = known.iter().any(|way| self.missed(column, way) == 0);
            if is_right && !convention.is_of_all() {
                columns.push(known.clone());
                continue;
            }
            let mut ways = if convention.is_of_all() { Vec::new() } else { known.clone() };
            for way in known {
                let way = self.changed(way, convention);
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
            columns.push(ways);
        }
        if !candidates.iter().any(|other| other.columns == columns) {
            let conventions = candidates[below].conventions.iter().copied().chain([convention]).collect();
            candidates.push(Candidate { conventions, columns });
        }
    }

    /// Returns a way under one more convention; unchanged if the convention has no effect.
    fn changed(&mut self, way: &Way, convention: &'static Convention) -> Way {
        let mut changed = way.clone();
        if let Some(comparison) = convention.compare(way.comparison) {
            changed.comparison = comparison;
        }
        let highest = self.input.highest();
        if let Some(setting) = convention.apply(&self.settings[way.setting], highest) {
            changed.setting = self.place(setting);
        }
        if changed != *way {
            changed.by.push(convention);
        }
        changed
    }

    /// Returns the number of values that each candidate misses. Removes ways that have no scores, and candidates that
    /// others equal without them.
    fn misses(&mut self, candidates: &mut Vec<Candidate>) -> Result<Vec<usize>, EvalError> {
        self.score()?;
        let mut computed: Vec<Candidate> = Vec::with_capacity(candidates.len());
        for mut candidate in candidates.drain(..) {
            for ways in &mut candidate.columns {
                ways.retain(|way| self.scores[way.setting].is_some());
            }
            let is_known = computed.iter().any(|other| other.columns == candidate.columns);
            if !is_known && !candidate.columns.iter().any(Vec::is_empty) {
                computed.push(candidate);
            }
        }
        *candidates = computed;
        let mut misses = Vec::with_capacity(candidates.len());
        for candidate in &*candidates {
            let columns = candidate.columns.iter().enumerate();
            let fewest = columns.map(|(column, ways)| {
                ways.iter().map(|way| self.missed(column, way)).min().expect("a column has a way")
            });
            misses.push(fewest.sum());
        }
        Ok(misses)
    }

    /// Returns the way in which each column was printed, with the fewest conventions, for a candidate that gives all
    /// values.
    fn right_ways(&mut self, candidate: &Candidate) -> Vec<Way> {
        let columns = candidate.columns.iter().enumerate();
        let right = columns.map(|(column, ways)| {
            let right = ways.iter().find(|way| self.missed(column, way) == 0);
            right.expect("the candidate misses no value").clone()
        });
        right.collect()
    }

    /// The number of values in a column that a way does not give. The way has scores.
    fn missed(&mut self, column: usize, way: &Way) -> usize {
        let Self { placed, cells, scores, missed, .. } = self;
        *missed.entry((column, way.setting, way.comparison)).or_insert_with(|| {
            let scores = scores[way.setting].as_ref().expect("ways without scores are removed");
            let is_missed = |&&at: &&usize| {
                let (cell, run) = (&placed.expected.cells[at], placed.runs[at]);
                !agrees(&cell.printed, scores[run], way.comparison)
            };
            cells[column].iter().filter(is_missed).count()
        })
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
        let Self { files, input, rules, .. } = *self;
        for ((ties, score_type), settings) in orders {
            let read = Rules { ties, score_type, ..rules.clone() };
            let again;
            let input = if read == *rules {
                input
            } else {
                again = match Input::load(files, &read) {
                    Ok(input) => input,
                    // No file has the other order, for example if there are no ranks.
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

/// Returns the score of each run by measure; `None` if the rules do not fit the measure or the judgments.
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
