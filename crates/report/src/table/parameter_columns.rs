//! Columns of cells.parquet for the parameters that an experiment sets, such as `depth` for `pool-depth(depth=10)`, and
//! for swept rules.

use std::collections::BTreeSet;

use rejudge_experiment::grid::{Axis, Grid, Point};
use rejudge_pools::{Domain, Parameter, Rule, WithArguments};
use rejudge_tables::frame::{Kind, Value};

use super::cell_table::COLUMNS;

/// A column for a parameter of judgment sets or topic sets, or for a rule that is swept.
#[derive(Debug)]
pub(super) struct ParameterColumn {
    /// The name of the parameter or the swept rule, with underscores instead of hyphens. If another column already has
    /// this name, it gets a prefix: the axis, as in `judgments_team`, or `rule` for a swept rule.
    pub name: String,
    /// The kind of the column's values.
    pub kind: Kind,
    /// The description of the column.
    pub about: String,
    /// The axis, and the name of the parameter or the swept rule.
    source: (Axis, &'static str),
}

impl ParameterColumn {
    /// Returns the columns of an experiment, in the order of its axes.
    pub fn all(grid: &Grid) -> Vec<Self> {
        let mut columns = Vec::new();
        let judgments = grid.collections.iter().flat_map(|collection| &collection.judgments);
        add_parameters(&mut columns, Axis::Judgments, judgments);
        add_parameters(&mut columns, Axis::TopicSets, grid.topic_sets.iter());
        for (rule, value) in grid.evaluations.iter().flat_map(|point| &point.swept) {
            let kind = if value.parse::<i64>().is_ok() { Kind::Whole } else { Kind::Text };
            let about = format!("value of the swept rule `{rule}`");
            add(&mut columns, (Axis::Evaluation, *rule), about, kind);
        }
        columns
    }

    /// Returns the parameter's value at a point. If there is none, returns null or an empty text.
    pub fn value<'g>(&self, grid: &'g Grid, point: &Point) -> Value<'g> {
        let text = grid.argument(point, self.source.0, self.source.1);
        match self.kind {
            Kind::Text => Value::Text(text.unwrap_or_default()),
            Kind::Number => Value::Number(text.and_then(|text| text.parse().ok())),
            Kind::Whole => Value::Whole(text.and_then(|text| text.parse().ok())),
        }
    }
}

fn add_parameters<'a, R: Rule>(
    columns: &mut Vec<ParameterColumn>,
    axis: Axis,
    sets: impl Iterator<Item = &'a WithArguments<R>> + Clone,
) {
    let differs_from_default = |set: &WithArguments<R>, parameter: &Parameter| {
        set.argument(parameter.name).filter(|value| parameter.absent.default() != Some(*value)).is_some()
    };
    // A parameter that keeps its default everywhere needs no column.
    let shown: BTreeSet<&str> = sets
        .clone()
        .flat_map(|set| {
            set.rule().parameters().iter().filter(move |parameter| differs_from_default(set, parameter))
        })
        .map(|parameter| parameter.name)
        .collect();
    for set in sets {
        for parameter in set.rule().parameters().iter().filter(|parameter| shown.contains(parameter.name)) {
            if set.argument(parameter.name).is_some() {
                let about = format!("`{}` of `{}`: {}", parameter.name, set.name(), parameter.meaning);
                let kind = match parameter.domain {
                    Domain::Positive | Domain::Count | Domain::Draw => Kind::Whole,
                    Domain::Rate => Kind::Number,
                    _ => Kind::Text,
                };
                add(columns, (axis, parameter.name), about, kind);
            }
        }
    }
}

/// Adds the column of a parameter or a swept rule. Several judgment sets may share a column, even if their values have
/// different kinds. The same applies to topic sets and to the values of a rule.
fn add(columns: &mut Vec<ParameterColumn>, source: (Axis, &'static str), about: String, kind: Kind) {
    if let Some(column) = columns.iter_mut().find(|column| column.source == source) {
        column.kind = match (column.kind, kind) {
            (Kind::Text, _) | (_, Kind::Text) => Kind::Text,
            (Kind::Whole, Kind::Whole) => Kind::Whole,
            _ => Kind::Number,
        };
        return;
    }
    let name = source.1.replace('-', "_");
    let is_taken = |name: &str| {
        COLUMNS.iter().any(|(column, ..)| *column == name) || columns.iter().any(|column| column.name == name)
    };
    let prefix = if source.0 == Axis::Evaluation { "rule" } else { source.0.name() };
    let name = if is_taken(&name) { format!("{}_{name}", prefix.replace('-', "_")) } else { name };
    debug_assert!(!is_taken(&name), "{name}");
    columns.push(ParameterColumn { name, kind, about, source });
}
