//! Values that `linked` and `include` add to the axes.

use std::collections::HashSet;

use super::resolve::as_printed;
use super::{Points, Selector};
use crate::spec::yaml::{Spanned, YamlError};
use crate::spec::{Axis, Experiment, read_set};

/// `linked` and `include` may name values that no axis lists: they are added to the axes, and the points
/// contain only the intended combinations.
pub(super) fn values_of_linked_and_include(
    experiment: &mut Experiment,
    points: &mut Points,
    errors: &mut Vec<YamlError>,
) {
    let mut known = known_values(experiment);
    for linked in std::mem::take(&mut experiment.linked) {
        let mut rows = Vec::new();
        for row in &linked.rows {
            if row.len() != linked.axes.len() {
                let axes: Vec<&str> = linked.axes.iter().map(|axis| axis.value.as_str()).collect();
                let message = format!(
                    "a row of {} where `axes` has {}: expected one value for each of {}",
                    row.len(),
                    axes.len(),
                    axes.join(", ")
                );
                let at = row.first().or(linked.axes.first());
                let at = at.expect("row and axes differ in length, so one of them has a value");
                errors.push(at.error(message));
                continue;
            }
            let mut parts = Vec::new();
            for (axis, value) in linked.axes.iter().zip(row) {
                let text = add_value(experiment, &mut known, axis, value, errors).0;
                parts.push((axis.value.clone(), vec![text]));
            }
            let at = row.first().and_then(|value| value.at.clone());
            rows.push(Spanned { value: Selector { parts }, at });
        }
        points.linked.push(rows);
    }
    for include in std::mem::take(&mut experiment.include) {
        let mut parts = Vec::new();
        for (axis, value) in &include.value.0 {
            let axis = Spanned { value: axis.clone(), at: value.at.clone() };
            let (text, new) = add_value(experiment, &mut known, &axis, value, errors);
            if new {
                let parts = vec![(axis.value.clone(), vec![text.clone()])];
                points.only_included.push(Spanned { value: Selector { parts }, at: value.at.clone() });
            }
            parts.push((axis.value, vec![text]));
        }
        points.include.push(Spanned { value: Selector { parts }, at: include.at });
    }
}

/// The values already on the axes, by axis and name. Both rows and values may be thousands, so they are looked up.
type Known = HashSet<(&'static str, String)>;

fn known_values(experiment: &mut Experiment) -> Known {
    let collections = experiment.axes.collection.iter().map(|of| ("collection", of.value.clone()));
    let mut known: Known = collections.collect();
    // A set that cannot be read is reported when the axis is resolved.
    let set = experiment.axes.measure.set.as_ref().and_then(|set| read_set(set).ok()).unwrap_or_default();
    for name in experiment.axes.measure.names.iter().chain(set.iter().map(|(_, full)| full)) {
        known.insert(("measure", full_name(&name.value)));
    }
    known.extend(set.into_iter().map(|(label, _)| ("measure", label)));
    for (rule, values) in experiment.axes.rules() {
        known.extend(values.iter().map(|value| (rule, as_printed(rule, &value.value))));
    }
    known
}

/// Returns the full name of a measure, as it prints itself; another text is returned unchanged.
fn full_name(text: &str) -> String {
    text.parse::<rejudge_metrics::Metric>().map_or_else(|_| text.to_owned(), |metric| metric.to_string())
}

/// Adds `value` to `axis` unless it is there already; returns its text and true if it is new.
fn add_value(
    experiment: &mut Experiment,
    known: &mut Known,
    axis: &Spanned<String>,
    value: &Spanned<String>,
    errors: &mut Vec<YamlError>,
) -> (String, bool) {
    let typed = value.value.clone();
    let (name, values, text) = match axis.value.as_str() {
        "collection" => ("collection", &mut experiment.axes.collection, typed.clone()),
        "measure" => ("measure", &mut experiment.axes.measure.names, full_name(&typed)),
        "judgments" | "topic-sets" => return (typed, false),
        other => match experiment.axes.rules().into_iter().find(|(name, _)| *name == other) {
            Some((name, values)) => (name, values, as_printed(name, &typed)),
            None => {
                let error = axis.error(format!("`{other}` cannot be linked or included"));
                // `runs` is an axis too, and no name to suggest.
                let joined = Axis::all_names().filter(|axis| *axis != "runs");
                errors.push(error.suggesting(other, joined));
                return (typed, false);
            }
        },
    };
    // A measure may be named by its label.
    let new = !known.contains(&(name, typed)) && known.insert((name, text.clone()));
    if new {
        values.push(value.clone());
    }
    (text, new)
}
