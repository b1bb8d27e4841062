//! Searches for the conventions that reproduce every printed value. The search tries each convention, and
//! pairs of conventions if no single convention reproduces every value.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rejudge_collections::KeptDocuments;
use rejudge_experiment::spec::Rules;
use rejudge_metrics::Metric;
use rejudge_names::plural::{counted, of_number};
use serde_json::{Value, json};

use super::conventions::{CONSTANT_TOPICS, Comparison, Divisor, Setting};
use super::value::{agrees, constant_topics};
use super::{CONVENTIONS, Cell, Convention, ExpectedScores};
use crate::{EvalError, Input, InputFiles, RequestedMeasures, Scores};

/// At least this many values must separate conventions before we say that the values decide between them.
const MIN_DECIDING_VALUES: usize = 10;
/// At most this many explanations become sentences. The JSON has all of them.
const MAX_LISTED: usize = 20;

/// Conventions that are tried together.
struct Candidate {
    conventions: Vec<&'static Convention>,
    /// The ways in which each measure's column may have been printed. Conventions about runs and topics apply
    /// to all columns. Other conventions may apply to only some of the columns, so a column also keeps its
    /// ways without these conventions.
    columns: Vec<Vec<Way>>,
    /// The number of values that are not reproduced if each column is printed in its best way. It is 0 before
    /// the candidate is evaluated.
    misses: usize,
}

impl Candidate {
    /// Returns true if one of the conventions divides by a constant that is fitted to the values.
    fn is_fitted(&self) -> bool {
        self.conventions.iter().any(|convention| convention.name == CONSTANT_TOPICS)
    }
}

/// A way in which a column may have been printed.
#[derive(Clone, Debug)]
struct Way {
    /// An index in `Search::settings`.
    setting: usize,
    comparison: Comparison,
    /// The conventions that lead to this setting and comparison.
    conventions: Vec<&'static Convention>,
    /// The number of values of the column that the way does not reproduce. `None` before it is evaluated.
    missed: Option<usize>,
    /// The fitted number of topics, if the sums are divided by a constant.
    constant: Option<u64>,
}

/// Ways are equal if they give the same values, even if different conventions lead to them.
impl PartialEq for Way {
    fn eq(&self, other: &Self) -> bool {
        (self.setting, self.comparison) == (other.setting, other.comparison)
    }
}

/// The score of each run over its topics, and the number of these topics.
type RunScores = Vec<(f64, usize)>;

/// The search for conventions. It scores each setting only once.
struct Search<'a> {
    /// The files, which we read again if a convention changes the order of documents.
    files: &'a InputFiles,
    /// The contents of the files, read by the rules of the command line.
    input: &'a Input,
    rules: &'a Rules,
    /// The printed values of each column.
    cells: Vec<Vec<&'a Cell>>,
    /// The settings with their scores. A setting has no scores before it is scored, or if its rules do not
    /// fit its measure, the judgments or the run files.
    settings: Vec<(Setting, Option<RunScores>)>,
    /// The index of each setting, by its rules, measure and divisor.
    indices: HashMap<(String, Metric, Divisor), usize>,
    /// The number of settings that [`Self::score`] has tried to score. They are the first in `settings`.
    scored: usize,
}

/// Searches for the conventions that reproduce all values of `expected`, some of which differ from the
/// scores. Adds the explanations to `sentences`, and then a sentence on how many values decide between
/// conventions. If there is no explanation, adds only a sentence that says so. Returns the explanations as
/// JSON.
///
/// # Errors
/// If files cannot be read a second time.
pub(super) fn explain(
    expected: &ExpectedScores,
    files: &InputFiles,
    input: &Input,
    rules: &Rules,
    sentences: &mut Vec<String>,
) -> Result<Value, EvalError> {
    let mut search = Search::new(expected, files, input, rules);
    let candidates = vec![search.unchanged(expected)];
    let mut candidates = search.evaluate(candidates)?;
    for convention in &CONVENTIONS {
        candidates.push(search.with_convention(&candidates[0], convention));
    }
    candidates = search.evaluate(candidates)?;
    let tries_pairs = !candidates.iter().any(|candidate| candidate.misses == 0);
    if tries_pairs {
        for first in 1..candidates.len() {
            let name = candidates[first].conventions[0].name;
            for convention in CONVENTIONS.iter().skip_while(|convention| convention.name != name).skip(1) {
                candidates.push(search.with_convention(&candidates[first], convention));
            }
        }
        candidates = search.evaluate(candidates)?;
    }
    let is_right = |candidate: &&Candidate| candidate.misses == 0;
    // A fitted constant also reproduces the values of `--topics qrels`. We name it only if nothing else explains the values.
    let has_unfitted = candidates.iter().filter(is_right).any(|candidate| !candidate.is_fitted());
    let is_named = |candidate: &&Candidate| !(has_unfitted && candidate.is_fitted());
    // If several candidates print the columns in the same ways, we name only the first.
    let mut named_ways: Vec<Vec<Way>> = Vec::new();
    let (mut explanations, mut json_explanations): (Vec<String>, Vec<Value>) = (Vec::new(), Vec::new());
    for candidate in candidates.iter().filter(is_right).filter(is_named) {
        // Among the ways of a column that miss no value, the first has the fewest conventions.
        let first_right = |ways: &Vec<Way>| ways.iter().find(|way| way.missed == Some(0)).cloned();
        let ways: Option<Vec<Way>> = candidate.columns.iter().map(first_right).collect();
        let ways = ways.expect("the candidate misses no value");
        if !named_ways.contains(&ways) {
            let columns = ways.iter().zip(&expected.names).zip(&search.cells);
            let with_values = columns.filter(|(_, cells)| !cells.is_empty()).map(|(column, _)| column);
            let (sentence, json) = explanation(candidate, &with_values.collect::<Vec<_>>());
            explanations.push(sentence);
            json_explanations.push(json);
            named_ways.push(ways);
        }
    }
    // Each candidate that is not right misses at least this many values.
    let fewest_misses =
        candidates.iter().map(|candidate| candidate.misses).filter(|&misses| misses > 0).min();
    let deciding_values = fewest_misses.filter(|_| !json_explanations.is_empty()).unwrap_or(0);
    let tried = candidates.len() - 1;
    let conventions = if tries_pairs { "conventions and pairs of conventions" } else { "conventions" };
    if json_explanations.is_empty() {
        sentences
            .push(format!("none of the {tried} {conventions} that were tried reproduces all printed values"));
    } else {
        let unlisted = explanations.len().saturating_sub(MAX_LISTED);
        sentences.extend(explanations.into_iter().take(MAX_LISTED));
        if unlisted > 0 {
            sentences.push(format!("--format json lists {}", counted(unlisted, "more explanation")));
        }
        let values = counted(deciding_values, "value");
        let separate = of_number(deciding_values, "separates", "separate");
        let them = of_number(json_explanations.len(), "it", "them");
        sentences.push(if deciding_values < MIN_DECIDING_VALUES {
            format!(
                "only {values} {separate} {them} from the other {conventions} ({tried} tried): too few to decide"
            )
        } else {
            format!(
                "at least {values} {separate} {them} from each of the other {conventions} ({tried} tried)"
            )
        });
    }
    Ok(json!({
        "by": json_explanations,
        "tried": tried,
        "telling": deciding_values,
        "can-tell": deciding_values >= MIN_DECIDING_VALUES
    }))
}

/// Returns a sentence about a candidate that reproduces all values, and its conventions as JSON, each with the measures to
/// which it applies. `columns` has, for each column, the way in which it was printed and the name of its
/// measure.
fn explanation(candidate: &Candidate, columns: &[(&Way, &String)]) -> (String, Value) {
    let (mut conventions, mut json) = (Vec::new(), Vec::new());
    for Convention { name, about, .. } in &candidate.conventions {
        let applies_to = |way: &Way| way.conventions.iter().any(|convention| convention.name == *name);
        let measures: Vec<&str> =
            columns.iter().filter(|(way, _)| applies_to(way)).map(|(_, name)| name.as_str()).collect();
        let is_everywhere = measures.len() == columns.len();
        let for_measures =
            if is_everywhere { String::new() } else { format!(" for {}", measures.join(", ")) };
        let constants: BTreeSet<u64> =
            columns.iter().filter(|(way, _)| applies_to(way)).filter_map(|(way, _)| way.constant).collect();
        let is_constant = *name == CONSTANT_TOPICS && !constants.is_empty();
        let topics = constants.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let topics = if is_constant { format!(": {topics}") } else { String::new() };
        conventions.push(format!("`{name}` ({about}{topics}){for_measures}"));
        json.push(json!({ "name": name, "about": about, "measures": measures }));
        if is_constant {
            json[conventions.len() - 1]["topics"] = json!(constants);
        }
    }
    let has_unchanged = columns.iter().any(|(way, _)| way.conventions.is_empty());
    let others = if has_unchanged { "; the other columns need no convention" } else { "" };
    (format!("all printed values agree under {}{others}", conventions.join(" with ")), json.into())
}

impl<'a> Search<'a> {
    fn new(expected: &'a ExpectedScores, files: &'a InputFiles, input: &'a Input, rules: &'a Rules) -> Self {
        let column = |measure| expected.cells.iter().filter(|cell| cell.measure == measure).collect();
        let cells = (0..expected.measures.metrics.len()).map(column).collect();
        Self { files, input, rules, cells, settings: Vec::new(), indices: HashMap::new(), scored: 0 }
    }

    /// Returns the candidate without conventions, in which every column has the rules of the command line.
    /// The candidate is not evaluated yet.
    fn unchanged(&mut self, expected: &ExpectedScores) -> Candidate {
        let mut columns = Vec::new();
        for metric in &expected.measures.metrics {
            let (metric, rules) = (metric.clone(), self.rules.clone());
            let setting = self.setting(Setting { metric, rules, divisor: Divisor::default() });
            let comparison = Comparison::default();
            columns.push(vec![Way {
                setting,
                comparison,
                conventions: Vec::new(),
                missed: None,
                constant: None,
            }]);
        }
        Candidate { conventions: Vec::new(), columns, misses: 0 }
    }

    /// Returns the index of a setting, which is added if it is new.
    fn setting(&mut self, setting: Setting) -> usize {
        let key = (setting.rules.canonical(), setting.metric.clone(), setting.divisor);
        let settings = &mut self.settings;
        *self.indices.entry(key).or_insert_with(|| {
            settings.push((setting, None));
            settings.len() - 1
        })
    }

    /// Returns `candidate`, which must be evaluated, with one more convention. The new candidate is not evaluated yet.
    fn with_convention(&mut self, candidate: &Candidate, convention: &'static Convention) -> Candidate {
        let mut columns = Vec::with_capacity(candidate.columns.len());
        for old_ways in &candidate.columns {
            // A column needs no more conventions if all of its values are reproduced. Only a convention that
            // applies to all columns still changes it.
            let is_right = old_ways.iter().any(|way| way.missed == Some(0));
            if is_right && !convention.applies_to_all() {
                columns.push(old_ways.clone());
                continue;
            }
            let mut ways = if convention.applies_to_all() { Vec::new() } else { old_ways.clone() };
            for way in old_ways {
                let way = self.changed(way, convention);
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
            columns.push(ways);
        }
        let conventions = candidate.conventions.iter().copied().chain([convention]).collect();
        Candidate { conventions, columns, misses: 0 }
    }

    /// Returns `way` with one more convention, or `way` unchanged if the convention has no effect on it.
    fn changed(&mut self, way: &Way, convention: &'static Convention) -> Way {
        let mut changed = way.clone();
        if let Some(comparison) = convention.compare(way.comparison) {
            changed.comparison = comparison;
        }
        let highest = self.input.highest();
        if let Some(setting) = convention.apply(&self.settings[way.setting].0, highest) {
            changed.setting = self.setting(setting);
        }
        if changed != *way {
            changed.conventions.push(convention);
            changed.missed = None;
        }
        changed
    }

    /// Counts the values that each candidate misses. Removes ways without scores, candidates in which a column has no way
    /// left, and candidates with the same ways as an earlier one.
    fn evaluate(&mut self, candidates: Vec<Candidate>) -> Result<Vec<Candidate>, EvalError> {
        self.score()?;
        let mut evaluated = Vec::<Candidate>::with_capacity(candidates.len());
        for mut candidate in candidates {
            for (ways, cells) in candidate.columns.iter_mut().zip(&self.cells) {
                ways.retain_mut(|way| {
                    let Some(scores) = &self.settings[way.setting].1 else { return false };
                    if way.missed.is_none() {
                        count_misses(way, cells, scores);
                    }
                    true
                });
            }
            let fewest = candidate.columns.iter().map(|ways| ways.iter().filter_map(|way| way.missed).min());
            if let Some(misses) = fewest.sum()
                && !evaluated.iter().any(|other| other.columns == candidate.columns)
            {
                evaluated.push(Candidate { misses, ..candidate });
            }
        }
        Ok(evaluated)
    }

    /// Scores the settings that have no scores yet. We read runs once for each order of documents, and score them once for
    /// each set of rules.
    fn score(&mut self) -> Result<(), EvalError> {
        let mut orders = BTreeMap::<String, (Rules, BTreeMap<String, Vec<usize>>)>::new();
        for (index, (Setting { rules, .. }, _)) in self.settings.iter().enumerate().skip(self.scored) {
            let reading = Rules { ties: rules.ties, score_type: rules.score_type, ..self.rules.clone() };
            let (_, by_rules) =
                orders.entry(reading.canonical()).or_insert_with(|| (reading, BTreeMap::new()));
            by_rules.entry(rules.canonical()).or_default().push(index);
        }
        self.scored = self.settings.len();
        for (reading, by_rules) in orders.into_values() {
            let reordered;
            let input = if reading == *self.rules {
                self.input
            } else {
                reordered = match Input::load(self.files, &reading, KeptDocuments::Judged) {
                    Ok(input) => input,
                    // The files lack what the order needs, for example ranks.
                    Err(EvalError::Located(_)) => continue,
                    Err(error) => return Err(error),
                };
                &reordered
            };
            for indices in by_rules.into_values() {
                let settings: Vec<&Setting> = indices.iter().map(|&index| &self.settings[index].0).collect();
                let scores = score_settings(input, &settings);
                for (index, run_scores) in indices.into_iter().zip(scores) {
                    self.settings[index].1 = run_scores;
                }
            }
        }
        Ok(())
    }
}

/// Counts the printed values of a column that a way does not reproduce. First fits the constant if the way has one.
fn count_misses(way: &mut Way, cells: &[&Cell], scores: &RunScores) {
    if way.comparison.over_constant {
        let values = cells.iter().map(|&cell| (&cell.printed, scores[cell.run_index]));
        way.constant = constant_topics(values, way.comparison);
    }
    let misses = cells.iter().filter(|cell| is_missed(cell, way, scores)).count();
    way.missed = Some(misses);
}

fn is_missed(cell: &Cell, way: &Way, scores: &RunScores) -> bool {
    let (mean, topics) = scores[cell.run_index];
    let score = match way.constant {
        Some(constant) => mean * topics as f64 / constant as f64,
        // No constant could be fitted.
        None if way.comparison.over_constant => return true,
        None => mean,
    };
    !agrees(&cell.printed, score, way.comparison)
}

/// Returns the scores for each setting. All settings have the same rules. A setting has no scores if these rules do not fit
/// the measure or the judgments.
fn score_settings(input: &Input, settings: &[&Setting]) -> Vec<Option<RunScores>> {
    let rules = &settings[0].rules;
    let mut measures = RequestedMeasures::default();
    for setting in settings {
        for part in parts(&setting.metric, setting.divisor) {
            measures.add(part);
        }
    }
    let checked = input.check(&measures, rules, false);
    match checked.and_then(|()| Scores::compute(input, &measures, rules)) {
        Ok(scores) => {
            let run_scores = |setting: &&Setting| {
                let parts: Vec<usize> = parts(&setting.metric, setting.divisor)
                    .iter()
                    .map(|part| {
                        measures.metrics.iter().position(|metric| metric == part).expect("added above")
                    })
                    .collect();
                let score = |run| {
                    let summary = divided(input, &scores, run, &parts, setting.divisor, rules);
                    (summary, scores.counted(run).len())
                };
                Some((0..scores.runs.len()).map(score).collect())
            };
            settings.iter().map(run_scores).collect()
        }
        // If one setting does not fit, the other settings still get scores.
        Err(_) if settings.len() > 1 => {
            settings.iter().flat_map(|setting| score_settings(input, &[*setting])).collect()
        }
        Err(_) => vec![None],
    }
}

/// Returns the measures that [`divided`] needs to compute `metric` with this divisor.
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
            let cutoff = metric.cutoff().expect("the convention applies only to measures with a cutoff");
            (1..=cutoff).map(|cutoff| metric.with_cutoff(Some(cutoff)).expect("nDCG has cutoffs")).collect()
        }
    }
}

/// Returns the summary of a run's scores by a measure with this `divisor`. `parts` are the indices, in
/// `scores`, of the measures that the function [`parts`] returns.
fn divided(
    input: &Input,
    scores: &Scores,
    run: usize,
    parts: &[usize],
    divisor: Divisor,
    rules: &Rules,
) -> f64 {
    let last = parts.len() - 1;
    let by_topic = scores.counted(run).iter().enumerate().map(|(index, &topic)| match divisor {
        Divisor::OfMeasure => scores.of_run(run, parts[0])[index],
        Divisor::RetrievedRelevant => match scores.of_run(run, parts[1])[index] {
            0.0 => 0.0,
            recall => scores.of_run(run, parts[0])[index] / recall,
        },
        Divisor::IdealOfRetrieved => {
            let retrieved = (input.runs[run].kept.retrieved(topic) as usize).min(rules.depth());
            scores.of_run(run, parts[retrieved.saturating_sub(1).min(last)])[index]
        }
    });
    scores.metrics[parts[0]].summary().summarise(by_topic)
}
