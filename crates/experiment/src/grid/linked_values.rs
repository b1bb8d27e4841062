//! Adds to the axes the values that `linked` and `include` name.

use std::collections::HashSet;

use rejudge_names::plural::counted;

use super::resolve::as_printed;
use super::{Points, Selector};
use crate::spec::yaml::{Spanned, YamlError};
use crate::spec::{Axis, Experiment, read_set};

/// Adds to the axes the collections, measures and values of rules that `linked` and `include` name, because the axes
/// need not list them. Judgment sets and sets of topics are not added, so their axes must list them. The rows of
/// `linked` and `include` are moved to `points`, which restricts the grid to the combinations that the experiment
/// names.
pub(super) fn add_linked_and_included_values(
    experiment: &mut Experiment,
    points: &mut Points,
    errors: &mut Vec<YamlError>,
) {
    let mut on_axes = values_on_axes(experiment);
    for linked in std::mem::take(&mut experiment.linked) {
        let mut rows = Vec::new();
        for row in &linked.rows {
            if row.len() != linked.axes.len() {
                let axes: Vec<&str> = linked.axes.iter().map(|axis| axis.value.as_str()).collect();
                let message = format!(
                    "found {} in this row, expected one for each of {}",
                    counted(row.len(), "value"),
                    axes.join(", ")
                );
                let first = row.first().or(linked.axes.first());
                let first = first.expect("row and axes differ in length, so one of them has a value");
                errors.push(first.error(message));
                continue;
            }
            let mut parts = Vec::new();
            for (axis, value) in linked.axes.iter().zip(row) {
                let text = add_value(experiment, &mut on_axes, axis, value, errors).0;
                parts.push((axis.value.clone(), vec![text]));
            }
            let position = row.first().and_then(|value| value.at.clone());
            rows.push(Spanned { value: Selector { parts }, at: position });
        }
        points.linked.push(rows);
    }
    for include in std::mem::take(&mut experiment.include) {
        let mut parts = Vec::new();
        for (axis, value) in &include.value.0 {
            let axis = Spanned { value: axis.clone(), at: value.at.clone() };
            let (text, is_new) = add_value(experiment, &mut on_axes, &axis, value, errors);
            if is_new {
                let parts = vec![(axis.value.clone(), vec![text.clone()])];
                points.only_included.push(Spanned { value: Selector { parts }, at: value.at.clone() });
            }
            parts.push((axis.value, vec![text]));
        }
        points.include.push(Spanned { value: Selector { parts }, at: include.at });
    }
}

/// The values on the axes, each with its axis. They are in a set because there may be thousands of rows, and each row
/// looks its values up.
type AxisValues = HashSet<(&'static str, String)>;

fn values_on_axes(experiment: &mut Experiment) -> AxisValues {
    let collections = experiment.axes.collection.iter().map(|name| ("collection", name.value.clone()));
    let mut on_axes: AxisValues = collections.collect();
    // A set that cannot be read is reported when the axis is resolved.
    let measure_set =
        experiment.axes.measure.set.as_ref().and_then(|set| read_set(set).ok()).unwrap_or_default();
    for name in experiment.axes.measure.names.iter().chain(measure_set.iter().map(|(_, full)| full)) {
        on_axes.insert(("measure", full_name(&name.value)));
    }
    on_axes.extend(measure_set.into_iter().map(|(label, _)| ("measure", label)));
    for (rule, values) in experiment.axes.rules() {
        on_axes.extend(values.iter().map(|value| (rule, as_printed(rule, &value.value))));
    }
    on_axes
}

/// Returns a measure's full name; a text that is not a measure is returned unchanged.
fn full_name(text: &str) -> String {
    text.parse::<rejudge_metrics::Metric>().map_or_else(|_| text.to_owned(), |metric| metric.to_string())
}

/// Adds `value` to `axis` unless the axis has it already. Returns the value's text, and true if it is new.
fn add_value(
    experiment: &mut Experiment,
    on_axes: &mut AxisValues,
    axis: &Spanned<String>,
    value: &Spanned<String>,
    errors: &mut Vec<YamlError>,
) -> (String, bool) {
    let value_text = value.value.clone();
    let (name, values, text) = match axis.value.as_str() {
        "collection" => ("collection", &mut experiment.axes.collection, value_text.clone()),
        "measure" => ("measure", &mut experiment.axes.measure.names, full_name(&value_text)),
        "judgments" | "topic-sets" => return (value_text, false),
        axis_name => match experiment.axes.rules().into_iter().find(|(name, _)| *name == axis_name) {
            Some((name, values)) => (name, values, as_printed(name, &value_text)),
            None => {
                let error = axis.error(format!("`{axis_name}` cannot be linked or included"));
                // `runs` is an axis too, but cannot be linked.
                let linkable = Axis::all_names().filter(|name| *name != "runs");
                errors.push(error.suggesting(axis_name, linkable));
                return (value_text, false);
            }
        },
    };
    // A measure may be named by its label.
    let is_new = !on_axes.contains(&(name, value_text)) && on_axes.insert((name, text.clone()));
    if is_new {
        values.push(value.clone());
    }
    (text, is_new)
}
