//! Labels of several assessors as cells: the level and the gain of each item.

use rejudge_collections::{AssessorLabels, LabelledTopic, read};
use rejudge_labels::{Scheme, to_f64};

use super::outcome::{Number, Outcome, Subject};
use rejudge_grid::Consolidation;
use rejudge_spec::find_scheme;

/// How many levels the scheme has, level 0 included; of the labels' only topic how many items it has, and the
/// level and gain of each. An item without a level, since assessors are missing, has no numbers.
pub fn consolidated(of: &Consolidation) -> Result<Outcome, Outcome> {
    let folder = of.scheme.parent().unwrap_or(&of.scheme);
    let scheme =
        find_scheme(&of.scheme.to_string_lossy(), folder).map_err(|e| Outcome::failed(e.to_string()))?.scheme;
    let mut outcome = Outcome::of(&[("levels", (scheme.gains().len() + 1) as f64)]);
    if let Some(path) = &of.labels {
        let bytes = read(path).map_err(|e| Outcome::failed(e.to_string()))?;
        let labels =
            AssessorLabels::parse(path, &bytes, &scheme).map_err(|e| Outcome::failed(e.to_string()))?;
        let mut topics = labels.topics();
        let (Some(topic), None) = (topics.next(), topics.next()) else {
            return Err(Outcome::failed(format!("{}: expected one topic", path.display())));
        };
        outcome.numbers.extend(numbers(&scheme, topic));
    }
    if !of.is_unchanged() {
        let scheme = of.scheme.display();
        return Err(Outcome::failed(format!("{scheme} or its labels changed meanwhile: run again")));
    }
    Ok(outcome)
}

fn numbers(scheme: &Scheme, topic: &LabelledTopic<'_>) -> Vec<Number> {
    let gain = |level: u8| {
        let found = scheme.gains().iter().find(|(known, _)| *known == level);
        found.map_or(0.0, |(_, gain)| to_f64(gain))
    };
    let number = |component: &str, of: Subject, value| Number { component: component.to_owned(), of, value };
    let items = topic.documents();
    let mut numbers = vec![number("items", Subject::Whole, items.len() as f64)];
    let levels = scheme.consolidate(items.len(), topic.votes(), topic.best());
    for (item, level) in items.iter().zip(levels) {
        let Ok(level) = level else { continue };
        let of = Subject::Item((*item).to_owned());
        numbers.push(number("gain", of.clone(), gain(level)));
        numbers.push(number("level", of, f64::from(level)));
    }
    numbers
}
