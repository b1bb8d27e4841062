//! Lines that follow an axis: `{each: judgments.depth, label: "pd={}", ..}` becomes a line for each depth that is there.

use super::{Dimension, Fit, Grid, Line, Lines, Selector};

/// Writes out the lines that follow an axis. Neighbours that follow the same one alternate: all of them for its
/// first value, then all for the second.
pub(super) fn write_out(grid: &mut Grid) {
    let mut tables = std::mem::take(&mut grid.tables);
    for table in &mut tables {
        let common = table.common.selector.clone();
        let lines = [table.panels.as_mut(), Some(&mut table.rows), Some(&mut table.columns)];
        for lines in lines.into_iter().flatten() {
            if let Lines::Listed(lines) = lines {
                *lines = written_out(grid, lines, &common);
            }
        }
    }
    grid.tables = tables;
}

fn written_out(grid: &Grid, lines: &[Line], common: &Selector) -> Vec<Line> {
    let mut out = Vec::new();
    for group in lines.chunk_by(|one, next| one.each.is_some() && one.each == next.each) {
        let Some(dimension) = &group[0].each else {
            out.extend(group.iter().cloned());
            continue;
        };
        let before = out.len();
        for (value, selector) in values(grid, dimension) {
            let of_value = group.iter().map(|line| line.of_value(&value, &selector));
            out.extend(of_value.filter(|line| common.and(&line.selection.selector).on(grid).takes_a_point()));
        }
        if out.len() == before {
            // A line that nothing fits, so that it is named as one that stays empty.
            let nothing = dimension.pattern();
            out.extend(group.iter().map(|line| line.of_value("*", &nothing)));
        }
    }
    out
}

/// The values of a dimension in the order of its axis, each with what selects it.
fn values(grid: &Grid, dimension: &Dimension) -> Vec<(String, Selector)> {
    let mut out: Vec<(String, Selector)> = Vec::new();
    let mut add =
        |value: &str, axis: &str, name: String| match out.iter_mut().find(|(known, _)| known == value) {
            Some((_, selector)) => selector.parts[0].1.push(name),
            None => out.push((value.to_owned(), Selector { parts: vec![(axis.to_owned(), vec![name])] })),
        };
    for sets in &grid.topic_sets {
        if let Dimension::OfTopicSets(parameter) = dimension
            && let Some(value) = sets.argument(parameter)
        {
            add(value, "topic-sets", sets.to_string());
        }
    }
    for collection in &grid.collections {
        if *dimension == Dimension::Collection {
            add(&collection.name, "collection", collection.name.clone());
        }
        for (set, name) in collection.judgments.iter().zip(&collection.judgment_names) {
            match dimension {
                Dimension::Judgments => add(name, "judgments", name.clone()),
                Dimension::Parameter(parameter) => {
                    if let Some(value) = set.argument(parameter) {
                        add(value, "judgments", name.clone());
                    }
                }
                _ => {}
            }
        }
    }
    for measure in grid.measures.iter().filter(|_| *dimension == Dimension::Measure) {
        add(&measure.label, "measure", measure.name.clone());
    }
    out
}

impl Line {
    /// The mark in a label that the value takes the place of.
    pub(super) const VALUE: &str = "{}";

    /// The line of one value of the axis that it follows.
    fn of_value(&self, value: &str, selector: &Selector) -> Self {
        let mut selection = self.selection.clone();
        selection.selector = selection.selector.and(selector);
        Self {
            label: self.label.replace(Self::VALUE, value),
            quantity: self.quantity.replace(Self::VALUE, value),
            selection,
            each: None,
            ..self.clone()
        }
    }
}

impl Dimension {
    /// Selects what has a value of it: `judgments=*depth=*`.
    fn pattern(&self) -> Selector {
        let part = |axis: &str, pattern: String| Selector { parts: vec![(axis.to_owned(), vec![pattern])] };
        match self {
            Self::Parameter(name) => part("judgments", format!("*{name}=*")),
            Self::OfTopicSets(name) => part("topic-sets", format!("*{name}=*")),
            _ => Selector::default(),
        }
    }
}

impl Fit {
    /// Returns true if some value of every axis fits.
    fn takes_a_point(&self) -> bool {
        let is_any = |taken: &[bool]| taken.is_empty() || taken.contains(&true);
        let has_judgments = self.collection.iter().zip(&self.judgments).any(|(&is, sets)| is && is_any(sets));
        has_judgments
            && [&self.measure, &self.runs, &self.topic_sets, &self.evaluation]
                .into_iter()
                .all(|taken| is_any(taken))
    }
}
