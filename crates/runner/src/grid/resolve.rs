//! Wire to grid: names become values, sweeps become lists, errors are collected.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rejudge_collections::analysed_teams;

use super::{
    Collection, EvaluationPoint, Grid, Judgments, Measure, Points, Selector, judgments, lines, statistic,
};
use crate::spec::{
    Catalogue, Entry, Evaluation, EvaluationWire, ExperimentWire, MeasureWire, RunsWire, read_set,
};
use crate::yaml::{Node, OneOrMany, Spanned, YamlError};

pub(super) fn grid(
    mut wire: ExperimentWire,
    resolved: Node,
    folder: PathBuf,
    overrides: Vec<String>,
    catalogue: &Catalogue,
) -> Result<Grid, Vec<YamlError>> {
    let mut errors = Vec::new();
    if wire.schema.value != "experiment/v1" {
        errors.push(wire.schema.error(format!("found `{}`, expected `experiment/v1`", wire.schema.value)));
    }
    if !plain_name(&wire.id.value) {
        errors.push(
            wire.id.error(format!("`{}` is no name: letters, digits, `-` and `_` only", wire.id.value)),
        );
    }
    let mut points = Points::default();
    values_of_linked_and_include(&mut wire, &mut points, &mut errors);
    let measures = measures(&wire.axes.measure, &mut errors);
    let statistics = statistic::resolve(&wire.statistics.0, &mut errors);
    let tables = lines::resolve(&wire.tables.0, &statistics, &mut errors);
    for (name, _) in
        wire.statistics.0.iter().map(|(n, _)| (n, ())).chain(wire.tables.0.iter().map(|(n, _)| (n, ())))
    {
        if !plain_name(&name.value) {
            errors
                .push(name.error(format!("`{}` is no name: letters, digits, `-` and `_` only", name.value)));
        }
    }
    let collections = collections(&wire, catalogue, &mut errors);
    let evaluations = evaluations(&wire, &mut errors);
    for entry in &wire.exclude {
        let mut selector = entry.value.clone();
        selector.0.remove("reason");
        let selector = lines::selector_of(&selector, &mut errors);
        points.exclude.push(Spanned { value: selector, at: entry.at.clone() });
    }
    let runs = if wire.axes.runs.is_empty() { vec![RunsWire::All] } else { wire.axes.runs.clone() };
    let expected = wire.expected.as_ref().map(|file| {
        let from = file.at.as_ref().map_or(folder.as_path(), |at| at.source.folder.as_path());
        from.join(&file.value)
    });
    let grid = Grid {
        id: wire.id.value.clone(),
        title: wire.title,
        paper: wire.paper,
        folder,
        expected,
        seed: wire.seed,
        draws: wire.draws,
        collections,
        runs,
        evaluations,
        measures,
        statistics,
        tables,
        points,
        run: wire.run,
        profiles: wire.profiles,
        resolved,
        overrides,
    };
    if errors.is_empty() {
        check_points(&grid, &mut errors);
    }
    if errors.is_empty() { Ok(grid) } else { Err(errors) }
}

/// Names become file names, so they are held to a plain alphabet.
fn plain_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

fn evaluations(wire: &ExperimentWire, errors: &mut Vec<YamlError>) -> Vec<EvaluationPoint> {
    let or_default = |swept: usize| 0..swept.max(1);
    let mut out = Vec::new();
    for min_rel in or_default(wire.axes.min_rel.len()) {
        for max_rank in or_default(wire.axes.max_rank.len()) {
            let mut swept = Vec::new();
            let mut block = EvaluationWire { ..wire.evaluation.clone() };
            if let Some(&value) = wire.axes.max_rank.get(max_rank) {
                block.max_rank = value;
                swept.push(("max-rank", value.to_string()));
            }
            if let Some(&value) = wire.axes.min_rel.get(min_rel) {
                block.min_rel = value;
                swept.push(("min-rel", value.to_string()));
            }
            match Evaluation::new(&block) {
                Ok(rules) => out.push(EvaluationPoint { swept, rules }),
                Err(error) => errors.push(error),
            }
        }
    }
    out
}

fn measures(wire: &MeasureWire, errors: &mut Vec<YamlError>) -> Vec<Measure> {
    let mut named: Vec<(Option<String>, Spanned<String>)> = Vec::new();
    if let Some(set) = &wire.set {
        match read_set(set) {
            Ok(measures) => named.extend(measures.into_iter().map(|(label, full)| (Some(label), full))),
            Err(error) => errors.push(error),
        }
    }
    named.extend(wire.names.iter().map(|name| (None, name.clone())));
    let mut out: Vec<Measure> = Vec::new();
    for (label, full) in named {
        match full.value.parse::<rejudge_metrics::Metric>() {
            Ok(metric) => {
                let name = metric.to_string();
                if out.iter().any(|m| m.name == name) {
                    errors.push(full.error(format!("the measure `{name}` is there already")));
                }
                out.push(Measure { label: label.unwrap_or_else(|| name.clone()), metric, name });
            }
            Err(error) => errors.push(full.error(error.to_string())),
        }
    }
    for gone in &wire.remove {
        let before = out.len();
        out.retain(|m| m.label != gone.value && m.name != gone.value);
        if out.len() == before {
            let error = gone.error(format!("removes `{}`, which is not among the measures", gone.value));
            errors.push(error.suggesting(&gone.value, out.iter().map(|m| m.label.as_str())));
        }
    }
    out
}

fn collections(wire: &ExperimentWire, catalogue: &Catalogue, errors: &mut Vec<YamlError>) -> Vec<Collection> {
    let mut out: Vec<Collection> = Vec::new();
    for name in &wire.axes.collection {
        if out.iter().any(|c| c.name == name.value) {
            errors.push(name.error(format!("the collection `{}` is there already", name.value)));
            continue;
        }
        let entry = match catalogue.entry(name) {
            Ok(entry) => entry,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        let teams = match teams(&entry) {
            Ok(teams) => teams,
            Err(message) => {
                errors.push(name.error(message));
                continue;
            }
        };
        let mut sets: Vec<Judgments> = Vec::new();
        for judged in &wire.axes.judgments {
            for set in judgments::expand(judged, &teams, &name.value, errors) {
                if !sets.contains(&set) {
                    sets.push(set);
                }
            }
        }
        if wire.axes.judgments.is_empty() {
            sets.push(Judgments::Full);
        }
        let judgment_names = sets.iter().map(ToString::to_string).collect();
        out.push(Collection { name: name.value.clone(), entry, teams, judgments: sets, judgment_names });
    }
    out
}

/// The analysed teams of a collection, sorted, as far as they are known without reading its runs.
fn teams(entry: &Entry) -> Result<Vec<String>, String> {
    let descriptor = &entry.descriptor;
    let mut teams: Vec<String> = match (descriptor.as_twin(), &entry.root, &descriptor.files) {
        (Some(twin), ..) => twin.analysed_teams().map(str::to_owned).collect(),
        (None, Some(root), Some(files)) => analysed_teams(files, root).map_err(|e| e.to_string())?,
        _ => descriptor.published.iter().flat_map(|p| p.teams.iter().map(|team| team.name.clone())).collect(),
    };
    teams.sort();
    teams.dedup();
    Ok(teams)
}

/// `linked` and `include` may name values that no axis lists: they are put on the axes, and the
/// points say which combinations are meant.
fn values_of_linked_and_include(wire: &mut ExperimentWire, points: &mut Points, errors: &mut Vec<YamlError>) {
    for linked in std::mem::take(&mut wire.linked) {
        let mut rows = Vec::new();
        for row in &linked.rows {
            if row.len() != linked.axes.len() {
                let message = format!("{} values for {} linked axes", row.len(), linked.axes.len());
                errors.push(row.first().map_or(YamlError::nowhere(message.clone()), |v| v.error(message)));
                continue;
            }
            let mut parts = Vec::new();
            for (axis, value) in linked.axes.iter().zip(row) {
                let text = add_value(wire, axis, value, errors).0;
                parts.push((axis.value.clone(), vec![text]));
            }
            rows.push(Selector { parts });
        }
        points.linked.push(rows);
    }
    for include in std::mem::take(&mut wire.include) {
        let mut parts = Vec::new();
        for (axis, value) in &include.value.0 {
            let axis = Spanned { value: axis.clone(), at: value.at.clone() };
            let (text, new) = add_value(wire, &axis, value, errors);
            if new {
                points.only_included.push((axis.value.clone(), text.clone()));
            }
            parts.push((axis.value, vec![text]));
        }
        points.include.push(Spanned { value: Selector { parts }, at: include.at });
    }
}

/// Puts `value` on `axis` unless it is there; returns its text and whether it is new.
fn add_value(
    wire: &mut ExperimentWire,
    axis: &Spanned<String>,
    value: &Spanned<String>,
    errors: &mut Vec<YamlError>,
) -> (String, bool) {
    let text = value.value.clone();
    let mut number =
        |expected: &str| errors.push(value.error(format!("found `{text}`, expected {expected}")));
    match axis.value.as_str() {
        "collection" => {
            let there = wire.axes.collection.iter().any(|c| c.value == text);
            if !there {
                wire.axes.collection.push(value.clone());
            }
            (text, !there)
        }
        "measure" => {
            let name = text.parse::<rejudge_metrics::Metric>().map_or(text.clone(), |m| m.to_string());
            let same = |m: &Spanned<String>| {
                m.value.parse::<rejudge_metrics::Metric>().is_ok_and(|m| m.to_string() == name)
            };
            let in_set = |set: &Spanned<String>| {
                read_set(set).is_ok_and(|all| all.iter().any(|(label, full)| *label == text || same(full)))
            };
            let there = wire.axes.measure.names.iter().any(same)
                || wire.axes.measure.set.as_ref().is_some_and(in_set);
            if !there {
                wire.axes.measure.names.push(value.clone());
            }
            (name, !there)
        }
        "min-rel" => match text.parse() {
            Ok(level) => {
                let there = wire.axes.min_rel.contains(&level);
                if !there {
                    wire.axes.min_rel.push(level);
                }
                (text, !there)
            }
            Err(_) => {
                number("a relevance level");
                (text, false)
            }
        },
        "max-rank" => match text.parse() {
            Ok(rank) => {
                let there = wire.axes.max_rank.contains(&rank);
                if !there {
                    wire.axes.max_rank.push(rank);
                }
                (text, !there)
            }
            Err(_) => {
                number("a rank");
                (text, false)
            }
        },
        "judgments" => (text, false),
        other => {
            let error = axis.error(format!("`{other}` cannot be linked or included"));
            errors.push(error.suggesting(other, Selector::AXES));
            (text, false)
        }
    }
}

/// What only the whole grid can tell: selectors that match nothing, judgments that nothing is
/// compared with, a grid that is too large.
fn check_points(grid: &Grid, errors: &mut Vec<YamlError>) {
    let mut product: u64 = 0;
    for collection in &grid.collections {
        let sizes =
            [grid.runs.len(), grid.evaluations.len(), collection.judgments.len(), grid.measures.len()];
        let size = sizes.iter().try_fold(1_u64, |n, &s| n.checked_mul(s as u64)).unwrap_or(u64::MAX);
        product = product.saturating_add(size);
    }
    if product > grid.run.max_cells {
        let message = format!(
            "the grid has {product} points, more than max-cells: {}; raise `run.max-cells` if that is meant",
            grid.run.max_cells
        );
        let at = grid.resolved.get("axes").map(|axes| axes.at.clone());
        errors.push(YamlError { at, message, help: None });
        return;
    }
    let axes_only = Grid { points: Points::default(), ..grid.clone() };
    let all = if grid.points.exclude.is_empty() { Vec::new() } else { axes_only.all_points() };
    for selector in &grid.points.exclude {
        let fit = selector.value.on(&axes_only);
        if !all.iter().any(|point| fit.fits(point)) {
            errors.push(selector.error("this `exclude` matches nothing"));
        }
    }
    for (at, statistic) in grid.statistics.iter().enumerate() {
        let Some(versus) = statistic.kind.versus() else { continue };
        let known = |c: &Collection| c.judgment_names.iter().any(|name| name == versus);
        if let Some(collection) = grid.collections.iter().find(|c| !known(c)) {
            let node = grid.resolved.get("statistics").and_then(|s| s.get(&grid.statistics[at].name));
            let message = format!(
                "`{}` compares with `{versus}`, which is not on the axis `judgments`",
                statistic.name
            );
            let error = YamlError { at: node.map(|n| n.at.clone()), message, help: None };
            errors.push(error.suggesting(versus, collection.judgment_names.iter().map(String::as_str)));
        }
    }
}

/// A selector from the command line: `judgments=pool-depth(*),measure=AP`.
pub fn parse_selector(text: &str) -> Result<Selector, YamlError> {
    let mut parts = BTreeMap::new();
    for part in super::top_level_split(text) {
        let Some((axis, pattern)) = part.split_once('=') else {
            return Err(YamlError::nowhere(format!("`{part}` is no selector, expected axis=pattern")));
        };
        let pattern = Spanned { value: pattern.to_owned(), at: None };
        parts.insert(axis.trim().to_owned(), OneOrMany(vec![pattern]));
    }
    let mut errors = Vec::new();
    let selector = lines::selector_of(&crate::spec::Where(parts), &mut errors);
    errors.into_iter().next().map_or(Ok(selector), Err)
}
