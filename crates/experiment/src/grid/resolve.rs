//! Turns an experiment as it is written into a grid: names become values, sweeps become lists, and errors are
//! collected.

use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroU8;
use std::path::PathBuf;

use rejudge_collections::descriptor::place;
use rejudge_pools::TopicSets;

use super::resolve_collections::{collections, set_paper_collections, set_repeated, set_repooled};
use super::rules::axis_values;
use super::{
    Collection, EvaluationPoint, Grid, Measure, Points, Selector, figures, lines, linked_values, passes,
    runs, statistic, tables, track_level, whole,
};
use crate::spec::yaml::{Node, Spanned, YamlError};
use crate::spec::{Catalogue, Excluded, Experiment, MeasureAxis, Rules, Tasks, TopicRule, read_set};

/// The largest number of errors that are reported for one experiment, because a million wrong values of a sweep are
/// one mistake.
pub(super) const MAX_ERRORS: usize = 100;

/// The largest length of a name. File names contain names, and have at most 255 bytes.
const MAX_NAME_LENGTH: usize = 100;

/// The hint for a grid that is too large.
pub(super) const RAISE_MAX_CELLS: &str = "raise `run.max-cells` if you want that many";

pub(super) fn grid(
    mut experiment: Experiment,
    resolved: Node,
    folder: PathBuf,
    overrides: Vec<String>,
    catalogue: &Catalogue,
) -> Result<Grid, Vec<YamlError>> {
    let mut errors = Vec::new();
    errors.extend(wrong_name(&experiment.id));
    let mut points = Points::default();
    linked_values::add_linked_and_included_values(&mut experiment, &mut points, &mut errors);
    let max_cells = u64::from(experiment.run.max_cells.get());
    let measures = measures(&experiment.axes.measure, max_cells, &mut errors);
    let has_measure_axis = resolved.get("axes").is_some_and(|axes| axes.get("measure").is_some());
    let statistics = statistic::resolve(&experiment.statistics.0, &measures, has_measure_axis, &mut errors);
    check_names(&experiment, &mut errors);
    let mut tables = Vec::new();
    if let Some(statistics) = &statistics {
        tables.extend(tables::resolve(std::mem::take(&mut experiment.tables), statistics, &mut errors));
        // Only figures are drawn, so the plot of a table has no effect.
        tables.iter_mut().for_each(|table| table.plot = None);
        tables.extend(figures::resolve(std::mem::take(&mut experiment.figures), statistics, &mut errors));
        // After an error a quantity may have no statistic, so its coefficient is unknown.
        if errors.is_empty() {
            tables.iter_mut().for_each(|table| tables::name_coefficients(table, statistics));
        }
    }
    let mut judgment_errors = Vec::new();
    let mut collections = collections(&experiment, catalogue, &mut errors, &mut judgment_errors);
    let has_judgments = judgment_errors.is_empty();
    errors.append(&mut judgment_errors);
    set_repooled(&mut collections, &experiment.repooled, catalogue, &mut errors);
    set_repeated(&mut collections, &experiment.repeated, &mut errors);
    set_paper_collections(&mut collections, &experiment.own, catalogue, &mut errors);
    errors.extend(topics_of_each_run(&experiment, &resolved));
    let chooses_level = resolved.get("evaluation").is_some_and(|rules| rules.get("min-rel").is_some());
    let levels = if chooses_level { BTreeSet::new() } else { track_levels(&collections) };
    let evaluations = evaluations(&mut experiment, &levels, &mut errors);
    for Spanned { value: Excluded { selector, .. }, at: position } in &experiment.exclude {
        points.exclude.push(Spanned { value: selector.clone(), at: position.clone() });
    }
    let runs = runs::resolve(&experiment.axes.runs, max_cells, &mut errors);
    let topic_sets = axis_values("topic-sets", &experiment.axes.topic_sets, max_cells, &mut errors);
    let mut topic_sets: Vec<TopicSets> = topic_sets.into_iter().map(|(sets, _)| sets).collect();
    // Tables that do not mention sets of topics show all topics.
    if topic_sets.iter().any(TopicSets::is_one) && !topic_sets.iter().any(TopicSets::is_all) {
        topic_sets.insert(0, TopicSets::all_topics());
    }
    if collections.is_empty() && errors.is_empty() {
        let axis = resolved.get("axes").and_then(|axes| axes.get("collection"));
        errors.push(YamlError::new(axis.map(|axis| axis.at.clone()), "the axis `collection` is empty"));
    }
    // A measure set may be empty, or `remove` may remove all measures.
    if let Some(axis) = resolved.get("axes").and_then(|axes| axes.get("measure"))
        && measures.is_empty()
        && errors.is_empty()
    {
        errors.push(YamlError::at_node(axis, "the axis `measure` is empty"));
    }
    let expected = experiment.expected.as_ref().map(|file| {
        let base = file.at.as_ref().map_or(folder.as_path(), |position| position.source.folder.as_path());
        place(base, &file.value)
    });
    let mut grid = Grid {
        id: experiment.id.value.clone(),
        title: experiment.title.split_whitespace().collect::<Vec<_>>().join(" "),
        paper: experiment.paper,
        folder,
        expected,
        seed: experiment.seed,
        draws: experiment.draws,
        collections,
        runs,
        topic_sets,
        evaluations,
        measures,
        statistics: statistics.unwrap_or_default(),
        tables,
        claims: experiment.claims,
        points,
        excluded: experiment.exclude.into_iter().map(|entry| entry.value).collect(),
        run: experiment.run,
        profiles: experiment.profiles,
        resolved,
        overrides,
        exclusions_without_points: Vec::new(),
    };
    lines::expand_lines(&mut grid);
    // After an error in the axis `judgments`, judgment sets may be missing from it. We skip the check of
    // comparisons, which would report these sets as well.
    if has_judgments {
        whole::check_comparisons(&grid, &mut errors);
    }
    if errors.is_empty() {
        passes::name_passes(&mut grid);
        grid.exclusions_without_points = whole::check_points(&grid, &mut errors);
    }
    if errors.is_empty() {
        return Ok(grid);
    }
    Err(sorted_and_deduplicated(errors))
}

/// Returns at most [`MAX_ERRORS`] errors, sorted by position. Each error is returned once, although an error in an axis
/// is found again for each collection.
fn sorted_and_deduplicated(mut errors: Vec<YamlError>) -> Vec<YamlError> {
    let mut seen = HashSet::new();
    errors.retain(|error| seen.insert(error.to_string()));
    errors.sort_by_key(|error| {
        let position = error.at.as_ref()?;
        Some((position.source.name.clone(), position.line, position.column))
    });
    errors.truncate(MAX_ERRORS);
    errors
}

/// Reports names of statistics, tables and figures that cannot be file names, and figures that have the name of a
/// table.
fn check_names(experiment: &Experiment, errors: &mut Vec<YamlError>) {
    let tables = experiment.tables.0.iter().map(|(name, _)| name);
    let figures = experiment.figures.0.iter().map(|(name, _)| name);
    for name in figures.clone() {
        // Expected and golden values refer to tables and figures only by name, so no figure may have a table's name.
        if tables.clone().any(|table| table.value == name.value) {
            let message =
                format!("`{}` is also the name of a table: choose another name for the figure", name.value);
            errors.push(name.error(message));
        }
    }
    let statistics = experiment.statistics.0.iter().map(|(name, _)| name);
    for name in statistics.chain(tables).chain(figures) {
        errors.extend(wrong_name(name));
    }
}

/// Returns an error if a name cannot be part of a file name. Only ASCII letters, digits, `-` and `_` are
/// allowed, and the length is limited.
fn wrong_name(name: &Spanned<String>) -> Option<YamlError> {
    let text = &name.value;
    let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    match text.len() {
        _ if !is_plain || text.is_empty() => {
            Some(name.error(format!("`{text}` is not a valid name: use letters, digits, `-` and `_`")))
        }
        length if length > MAX_NAME_LENGTH => {
            Some(name.error(format!("a name of {length} characters, expected at most {MAX_NAME_LENGTH}")))
        }
        _ => None,
    }
}

impl EvaluationPoint {
    fn new(mut swept: Vec<(&'static str, String)>, rules: Rules) -> Self {
        // Addresses have the rules in this order.
        swept.sort_unstable();
        Self { swept, track_level: None, canonical: rules.canonical(), rules }
    }
}

/// Returns the lowest relevant level of each collection's track.
fn track_levels(collections: &[Collection]) -> BTreeSet<NonZeroU8> {
    collections.iter().map(|collection| track_level(&collection.entry.descriptor)).collect()
}

/// Returns the combinations of the swept rules. `levels` are the lowest relevant levels of the tracks; empty if
/// the experiment chooses the level itself. Each of `levels` has its own combinations, unless `min-rel` is swept.
fn evaluations(
    experiment: &mut Experiment,
    levels: &BTreeSet<NonZeroU8>,
    errors: &mut Vec<YamlError>,
) -> Vec<EvaluationPoint> {
    let chosen = EvaluationPoint::new(Vec::new(), experiment.evaluation.clone());
    let mut out = Vec::new();
    if experiment.axes.min_rel.is_empty() {
        for &level in levels {
            let rules = Rules { min_rel: level, ..chosen.rules.clone() };
            out.push(EvaluationPoint { track_level: Some(level), ..EvaluationPoint::new(Vec::new(), rules) });
        }
    }
    if out.is_empty() {
        out.push(chosen);
    }
    for (name, values) in experiment.axes.rules() {
        values.iter_mut().for_each(|value| value.value = as_printed(name, &value.value));
        check_repeated(name, values, errors);
        if values.is_empty() {
            continue;
        }
        let mut points = Vec::new();
        for point in &out {
            for value in values.iter() {
                match point.rules.with(name, &value.value) {
                    Ok(rules) => {
                        let mut swept = point.swept.clone();
                        swept.push((name, value.value.clone()));
                        let track_level = point.track_level;
                        points.push(EvaluationPoint { track_level, ..EvaluationPoint::new(swept, rules) });
                    }
                    Err(reason) => errors.push(value.error(reason)),
                }
            }
        }
        out = points;
    }
    out
}

/// Returns the value of a rule as it is written in addresses: `01` becomes `1`. A wrong value is returned unchanged,
/// because it is reported when it is read.
pub(super) fn as_printed(rule: &str, value: &str) -> String {
    Rules::default().with(rule, value).map_or_else(|_| value.to_owned(), |rules| rules.value(rule))
}

/// Reports values that occur twice, because two points would have the same address.
fn check_repeated(axis: &str, values: &[Spanned<String>], errors: &mut Vec<YamlError>) {
    for (place, value) in values.iter().enumerate() {
        if values[..place].iter().any(|other| other.value == value.value) {
            errors.push(value.error(format!("`{}` is on the axis `{axis}` already", value.value)));
        }
    }
}

/// Returns an error if each run would be scored on its own topics, because an experiment compares runs on the same
/// topics.
fn topics_of_each_run(experiment: &Experiment, resolved: &Node) -> Option<YamlError> {
    let node = resolved.get("evaluation").and_then(|rules| rules.get("topics"));
    let message = "`topics: run` scores each run on its own topics; use `qrels` or `intersection`, because an experiment compares runs on \
                   the same topics";
    (experiment.evaluation.topics == TopicRule::Run)
        .then(|| YamlError::new(node.map(|node| node.at.clone()), message))
}

fn measures(axis: &MeasureAxis, max_cells: u64, errors: &mut Vec<YamlError>) -> Vec<Measure> {
    let mut listed: Vec<(Option<String>, Spanned<String>)> = Vec::new();
    if let Some(set) = &axis.set {
        match read_set(set) {
            Ok(measures) => listed.extend(measures.into_iter().map(|(label, full)| (Some(label), full))),
            Err(error) => errors.push(error),
        }
    }
    let mut out: Vec<Measure> = Vec::new();
    match axis.tasks.as_ref().map(Tasks::load) {
        Some(Ok(tasks)) => out.extend(tables::measures_of_tasks(&tasks, errors)),
        Some(Err(error)) => errors.push(error),
        None => {}
    }
    listed.extend(axis.names.iter().map(|name| (None, name.clone())));
    let mut seen: HashSet<String> = out.iter().map(|measure| measure.name.clone()).collect();
    for (label, full) in listed {
        if out.len() as u64 > max_cells || errors.len() >= MAX_ERRORS {
            let message = format!("more measures than max-cells: {max_cells}; {RAISE_MAX_CELLS}");
            errors.extend((out.len() as u64 > max_cells).then(|| full.error(message)));
            break;
        }
        match full.value.parse::<rejudge_metrics::Metric>() {
            Ok(metric) => {
                let name = metric.to_string();
                if !seen.insert(name.clone()) {
                    errors.push(full.error(format!("duplicate measure `{name}`")));
                }
                out.push(Measure { label: label.unwrap_or_else(|| name.clone()), metric, name });
            }
            Err(error) => errors.push(full.error(error.to_string())),
        }
    }
    for removed in &axis.remove {
        let before = out.len();
        out.retain(|measure| measure.label != removed.value && measure.name != removed.value);
        if out.len() == before {
            let message = format!("cannot remove `{}`, which is not among the measures", removed.value);
            let labels = out.iter().map(|measure| measure.label.as_str());
            errors.push(removed.error(message).suggesting(&removed.value, labels));
        }
    }
    out
}

/// Reads a selector from the command line: `judgments=pool-depth(*),measure=AP`. Several patterns are written in
/// brackets, and a name with a comma in double quotes: `measure=["u, beta=0",AP]`.
pub fn parse_selector(text: &str) -> Result<Selector, YamlError> {
    let mut parts: Vec<(Spanned<String>, Vec<String>)> = Vec::new();
    for part in rejudge_names::arguments(text) {
        let Some((axis, pattern)) = part.split_once('=') else {
            return Err(YamlError::without_position(format!(
                "`{part}` is not a selector, expected axis=pattern"
            )));
        };
        let axis = axis.trim();
        if parts.iter().any(|(earlier, _)| earlier.value == axis) {
            let message = format!(
                "`{text}` names `{axis}` twice; to select what matches either pattern, repeat the option"
            );
            return Err(YamlError::without_position(message));
        }
        let list = pattern.trim().strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
        let without_quotes = |name: &str| {
            let name = name.trim();
            name.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).unwrap_or(name).to_owned()
        };
        let patterns = list.map_or_else(|| vec![pattern], rejudge_names::arguments);
        let axis = Spanned { value: axis.to_owned(), at: None };
        parts.push((axis, patterns.into_iter().map(without_quotes).collect()));
    }
    Selector::new(parts)
}
