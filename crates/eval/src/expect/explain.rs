//! The conventions that give every printed value: tried one by one, then in pairs.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rejudge_collections::KeptDocuments;
use rejudge_experiment::spec::Rules;
use rejudge_metrics::Metric;
use rejudge_names::plural::{counted, of_number};
use serde_json::{Value, json};

use super::conventions::{CONSTANT_TOPICS, Comparison, Divisor, Setting};
use super::value::{agrees, constant_topics};
use super::{CONVENTIONS, Cell, Convention, Expected};
use crate::{EvalError, Files, Input, Scores, Wanted};

/// The fewest values that can distinguish conventions.
const ENOUGH: usize = 10;
/// The most explanations listed in sentences.
const LISTED: usize = 20;

/// Conventions that are tried together, and by measure the ways in which its column may have been printed: conventions
/// of the runs and topics apply to all columns, any other to some.
struct Candidate {
    conventions: Vec<&'static Convention>,
    columns: Vec<Vec<Way>>,
    /// The fewest values that its columns miss; 0 until it is judged.
    misses: usize,
}

impl Candidate {
    /// Returns true if a number is fitted to the values.
    fn is_fitted(&self) -> bool {
        self.conventions.iter().any(|convention| convention.name == CONSTANT_TOPICS)
    }
}

/// A way in which a column may have been printed: a place in `Tried::settings`, the comparison, and the conventions
/// that lead to them.
#[derive(Clone, Debug)]
struct Way {
    setting: usize,
    comparison: Comparison,
    by: Vec<&'static Convention>,
    /// The number of values of the column that it does not give, once it is judged.
    missed: Option<usize>,
    /// The constant number of topics that the values give, if the comparison has one.
    constant: Option<u64>,
}

/// Ways are equal if they give the same values, even if they result from different conventions.
impl PartialEq for Way {
    fn eq(&self, other: &Self) -> bool {
        (self.setting, self.comparison) == (other.setting, other.comparison)
    }
}

/// The score of each run, with the number of its topics.
type RunScores = Vec<(f64, usize)>;

/// The settings that are tried, each once.
struct Tried<'a> {
    /// The files, which are read again in other orders.
    files: &'a Files,
    /// The files as read.
    input: &'a Input,
    rules: &'a Rules,
    /// The values of each column.
    cells: Vec<Vec<&'a Cell>>,
    /// Each setting with the score of each run and its number of topics; `None` if it has none.
    settings: Vec<(Setting, Option<RunScores>)>,
    /// The place of each setting, by its rules, measure and divisor.
    places: HashMap<(String, Metric, Divisor), usize>,
    /// The number of settings that have been scored.
    scored: usize,
}

/// Searches for the conventions that explain the values of `expected`, some of which differ. Adds sentences: each
/// explanation, and whether the values are enough to decide. Returns the explanations as JSON.
///
/// # Errors
/// If files cannot be read a second time.
pub(super) fn explain(
    expected: &Expected,
    files: &Files,
    input: &Input,
    rules: &Rules,
    sentences: &mut Vec<String>,
) -> Result<Value, EvalError> {
    let metrics = &expected.wanted.metrics;
    let cells = |column| expected.cells.iter().filter(|cell| cell.measure == column).collect();
    let cells = (0..metrics.len()).map(cells).collect();
    let mut tried =
        Tried { files, input, rules, cells, settings: Vec::new(), places: HashMap::new(), scored: 0 };
    let as_asked = |metric: &Metric| {
        let (metric, rules, divisor) = (metric.clone(), rules.clone(), Divisor::default());
        let setting = tried.place(Setting { metric, rules, divisor });
        vec![Way { setting, comparison: Comparison::default(), by: Vec::new(), missed: None, constant: None }]
    };
    let columns = metrics.iter().map(as_asked).collect();
    let mut candidates = tried.judged(vec![Candidate { conventions: Vec::new(), columns, misses: 0 }])?;
    for convention in &CONVENTIONS {
        candidates.push(tried.with(&candidates[0], convention));
    }
    candidates = tried.judged(candidates)?;
    let is_pairs = !candidates.iter().any(|candidate| candidate.misses == 0);
    if is_pairs {
        for first in 1..candidates.len() {
            let known = candidates[first].conventions[0].name;
            for convention in CONVENTIONS.iter().skip_while(|convention| convention.name != known).skip(1) {
                candidates.push(tried.with(&candidates[first], convention));
            }
        }
        candidates = tried.judged(candidates)?;
    }
    let explains = |candidate: &&Candidate| candidate.misses == 0;
    // A constant is fitted, so it gives the values of `--topics qrels`, too.
    let has_unfitted = candidates.iter().filter(explains).any(|candidate| !candidate.is_fitted());
    let is_named = |candidate: &&Candidate| !(has_unfitted && candidate.is_fitted());
    // Explanations with the same ways are one, with the conventions of the first.
    let (mut known, mut says, mut by): (Vec<Vec<Way>>, _, Vec<Value>) = (Vec::new(), Vec::new(), Vec::new());
    for candidate in candidates.iter().filter(explains).filter(is_named) {
        // The way in which a column was printed has the fewest conventions.
        let right = |ways: &Vec<Way>| ways.iter().find(|way| way.missed == Some(0)).cloned();
        let ways: Option<Vec<Way>> = candidate.columns.iter().map(right).collect();
        let ways = ways.expect("the candidate misses no value");
        if !known.contains(&ways) {
            let columns = ways.iter().zip(&expected.names).zip(&tried.cells);
            let filled = columns.filter(|(_, cells)| !cells.is_empty()).map(|(column, _)| column);
            let (sentence, json) = explanation(candidate, &filled.collect::<Vec<_>>());
            says.push(sentence);
            by.push(json);
            known.push(ways);
        }
    }
    // Each of the other candidates misses at least this many values.
    let others = candidates.iter().map(|candidate| candidate.misses).filter(|&misses| misses > 0).min();
    let (telling, tried) = (others.filter(|_| !by.is_empty()).unwrap_or(0), candidates.len() - 1);
    let of = if is_pairs { "conventions and pairs of them" } else { "conventions" };
    if by.is_empty() {
        sentences.push(format!("none of the {tried} {of} tried gives all printed values"));
    } else {
        let more = says.len().saturating_sub(LISTED);
        sentences.extend(says.into_iter().take(LISTED));
        if more > 0 {
            sentences.push(format!("or of {more} more, which --format json lists"));
        }
        let (values, separate) = (counted(telling, "value"), of_number(telling, "separates", "separate"));
        let them = of_number(by.len(), "it", "them");
        sentences.push(match telling < ENOUGH {
            true => {
                format!(
                    "only {values} {separate} {them} from the other {of} ({tried} tried): too few to decide"
                )
            }
            false => {
                format!("at least {values} {separate} {them} from each of the other {of} ({tried} tried)")
            }
        });
    }
    Ok(json!({ "by": by, "tried": tried, "telling": telling, "can-tell": telling >= ENOUGH }))
}

/// Returns a sentence on a candidate that gives all values, and its conventions as JSON, each with the columns whose way
/// it leads to. `columns` are the ways of the columns, and their measures.
fn explanation(candidate: &Candidate, columns: &[(&Way, &String)]) -> (String, Value) {
    let (mut conventions, mut json) = (Vec::new(), Vec::new());
    for Convention { name, about, .. } in &candidate.conventions {
        let leads = |way: &Way| way.by.iter().any(|by| by.name == *name);
        let measures: Vec<&str> =
            columns.iter().filter(|(way, _)| leads(way)).map(|(_, name)| name.as_str()).collect();
        let is_everywhere = measures.len() == columns.len();
        let of = if is_everywhere { String::new() } else { format!(" for {}", measures.join(", ")) };
        let constants: BTreeSet<u64> =
            columns.iter().filter(|(way, _)| leads(way)).filter_map(|(way, _)| way.constant).collect();
        let is_constant = *name == CONSTANT_TOPICS && !constants.is_empty();
        let topics = constants.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let topics = if is_constant { format!(": {topics}") } else { String::new() };
        conventions.push(format!("`{name}` ({about}{topics}){of}"));
        json.push(json!({ "name": name, "about": about, "measures": measures }));
        if is_constant {
            json[conventions.len() - 1]["topics"] = json!(constants);
        }
    }
    let has_unchanged = columns.iter().any(|(way, _)| way.by.is_empty());
    let others = if has_unchanged { "; the other columns as asked" } else { "" };
    (format!("all printed values are those of {}{others}", conventions.join(" with ")), json.into())
}

impl Tried<'_> {
    /// The place of a setting.
    fn place(&mut self, setting: Setting) -> usize {
        let key = (setting.rules.canonical(), setting.metric.clone(), setting.divisor);
        let settings = &mut self.settings;
        *self.places.entry(key).or_insert_with(|| {
            settings.push((setting, None));
            settings.len() - 1
        })
    }

    /// Returns the candidate `below`, whose ways have scores, with one more convention.
    fn with(&mut self, below: &Candidate, convention: &'static Convention) -> Candidate {
        let mut columns = Vec::with_capacity(below.columns.len());
        for known in &below.columns {
            // A convention of a measure has nothing to explain in a column without errors.
            let is_right = known.iter().any(|way| way.missed == Some(0));
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
        let conventions = below.conventions.iter().copied().chain([convention]).collect();
        Candidate { conventions, columns, misses: 0 }
    }

    /// Returns a way under one more convention; unchanged if the convention has no effect.
    fn changed(&mut self, way: &Way, convention: &'static Convention) -> Way {
        let mut changed = way.clone();
        if let Some(comparison) = convention.compare(way.comparison) {
            changed.comparison = comparison;
        }
        let highest = self.input.highest();
        if let Some(setting) = convention.apply(&self.settings[way.setting].0, highest) {
            changed.setting = self.place(setting);
        }
        if changed != *way {
            changed.by.push(convention);
            changed.missed = None;
        }
        changed
    }

    /// Returns the candidates without ways that have no scores, each once, with the number of values that each misses.
    fn judged(&mut self, candidates: Vec<Candidate>) -> Result<Vec<Candidate>, EvalError> {
        self.score()?;
        let mut judged = Vec::<Candidate>::with_capacity(candidates.len());
        for mut candidate in candidates {
            for (ways, cells) in candidate.columns.iter_mut().zip(&self.cells) {
                ways.retain_mut(|way| {
                    let Some(scores) = &self.settings[way.setting].1 else { return false };
                    if way.comparison.over_constant && way.missed.is_none() {
                        let values = cells.iter().map(|&cell| (&cell.printed, scores[cell.place]));
                        way.constant = constant_topics(values, way.comparison);
                    }
                    let is_missed = |cell: &&&Cell| {
                        let (mean, topics) = scores[cell.place];
                        let score = match way.constant {
                            Some(constant) => mean * topics as f64 / constant as f64,
                            // No number gives all values.
                            None if way.comparison.over_constant => return true,
                            None => mean,
                        };
                        !agrees(&cell.printed, score, way.comparison)
                    };
                    let missed = way.missed.unwrap_or_else(|| cells.iter().filter(is_missed).count());
                    way.missed = Some(missed);
                    true
                });
            }
            let fewest = candidate.columns.iter().map(|ways| ways.iter().filter_map(|way| way.missed).min());
            if let Some(misses) = fewest.sum()
                && !judged.iter().any(|other| other.columns == candidate.columns)
            {
                judged.push(Candidate { misses, ..candidate });
            }
        }
        Ok(judged)
    }

    /// Scores the settings that have no scores yet: runs are read once for each order, and scored once for each set of
    /// rules.
    fn score(&mut self) -> Result<(), EvalError> {
        let mut orders = BTreeMap::<String, (Rules, BTreeMap<String, Vec<usize>>)>::new();
        for (at, (Setting { rules, .. }, _)) in self.settings.iter().enumerate().skip(self.scored) {
            let read = Rules { ties: rules.ties, score_type: rules.score_type, ..self.rules.clone() };
            let (_, by_rules) = orders.entry(read.canonical()).or_insert_with(|| (read, BTreeMap::new()));
            by_rules.entry(rules.canonical()).or_default().push(at);
        }
        self.scored = self.settings.len();
        for (read, by_rules) in orders.into_values() {
            let again;
            let input = if read == *self.rules {
                self.input
            } else {
                again = match Input::load(self.files, &read, KeptDocuments::Judged) {
                    Ok(input) => input,
                    // No file has the other order, for example if there are no ranks.
                    Err(EvalError::Located(_)) => continue,
                    Err(error) => return Err(error),
                };
                &again
            };
            for settings in by_rules.into_values() {
                let rules = &self.settings[settings[0]].0.rules;
                let measures: Vec<(&Metric, Divisor)> = settings
                    .iter()
                    .map(|&at| (&self.settings[at].0.metric, self.settings[at].0.divisor))
                    .collect();
                let scored = scored(input, &measures, rules);
                settings.iter().zip(scored).for_each(|(&at, scores)| self.settings[at].1 = scores);
            }
        }
        Ok(())
    }
}

/// Returns the score of each run by measure, with the number of its topics; `None` if the rules do not fit the measure or the
/// judgments.
fn scored(input: &Input, measures: &[(&Metric, Divisor)], rules: &Rules) -> Vec<Option<RunScores>> {
    let mut wanted = Wanted::default();
    for (metric, divisor) in measures {
        for part in parts(metric, *divisor) {
            wanted.add(part);
        }
    }
    let checked = input.check(&wanted, rules, false);
    match checked.and_then(|()| Scores::compute(input, &wanted, rules)) {
        Ok(scores) => {
            let of = |(metric, divisor): &(&Metric, Divisor)| {
                let at: Vec<usize> = parts(metric, *divisor)
                    .iter()
                    .map(|part| wanted.metrics.iter().position(|known| known == part).expect("it was added"))
                    .collect();
                let of_run =
                    |run| (divided(input, &scores, run, &at, *divisor, rules), scores.counted(run).len());
                Some((0..scores.runs.len()).map(of_run).collect())
            };
            measures.iter().map(of).collect()
        }
        Err(_) if measures.len() > 1 => {
            measures.iter().flat_map(|measure| scored(input, &[*measure], rules)).collect()
        }
        Err(_) => vec![None],
    }
}

/// The measures whose scores by topic give those of a measure with another divisor.
fn parts(metric: &Metric, divisor: Divisor) -> Vec<Metric> {
    match divisor {
        Divisor::OfMeasure => vec![metric.clone()],
        Divisor::RetrievedRelevant => {
            let level = metric.rel().map_or(String::new(), |level| format!("(rel={level})"));
            let recall = match metric.cutoff() {
                Some(cutoff) => format!("R{level}@{cutoff}"),
                None => format!("SetR{level}"),
            };
            vec![metric.clone(), recall.parse().expect("a measure of recall")]
        }
        Divisor::IdealOfRetrieved => {
            let cutoff = metric.cutoff().expect("the convention is of measures with a cutoff");
            (1..=cutoff).map(|cutoff| metric.at(Some(cutoff)).expect("nDCG has cutoffs")).collect()
        }
    }
}

/// Returns the summary of a run from the scores of the `parts`, which are at these places.
fn divided(
    input: &Input,
    scores: &Scores,
    run: usize,
    parts: &[usize],
    divisor: Divisor,
    rules: &Rules,
) -> f64 {
    let last = parts.len() - 1;
    let of_topic = |at: usize, topic: usize| match divisor {
        Divisor::OfMeasure => scores.of_run(run, parts[0])[at],
        Divisor::RetrievedRelevant => match scores.of_run(run, parts[1])[at] {
            0.0 => 0.0,
            recall => scores.of_run(run, parts[0])[at] / recall,
        },
        Divisor::IdealOfRetrieved => {
            let retrieved = (input.runs[run].kept.retrieved(topic) as usize).min(rules.depth());
            scores.of_run(run, parts[retrieved.saturating_sub(1).min(last)])[at]
        }
    };
    let by_topic = scores.counted(run).iter().enumerate().map(|(at, &topic)| of_topic(at, topic));
    scores.metrics[parts[0]].summary().summarise(by_topic)
}
