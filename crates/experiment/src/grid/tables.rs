//! Tables as written, with their names resolved against the statistics.

use super::lines::{Cells, Dimension, Line, Lines, Quantity, Selection, Table};
use super::{Axis, Measure, Selector, Statistic};
use crate::spec::yaml::{Spanned, YamlError};
use crate::spec::{CellsWire, LineWire, LinesWire, Link, TableWire, Task, Tasks};
use crate::statistics::TEAM_FACTS;
use rejudge_pools::{Manipulation, Rule, TopicSetRule};

/// Resolves names against the statistics; errors are collected.
struct Resolver<'a> {
    statistics: &'a [Statistic],
    errors: &'a mut Vec<YamlError>,
    at: &'a Spanned<TableWire>,
}

/// Resolves the tables of an experiment.
pub(super) fn resolve(
    wires: &[(Spanned<String>, Spanned<TableWire>)],
    statistics: &[Statistic],
    errors: &mut Vec<YamlError>,
) -> Vec<Table> {
    let table = |(name, at): &(Spanned<String>, Spanned<TableWire>)| {
        let wire = &at.value;
        let mut resolver = Resolver { statistics, errors, at };
        let cells = wire.cell.as_ref().map(|cells| resolver.cells(cells));
        let selector = wire.r#where.clone();
        let over = wire.over.as_ref().map(|name| resolver.averaged(name));
        let decimals = Some(wire.decimals);
        let common = Selection { selector, cells, over, decimals, ..Selection::default() };
        let table = Table {
            name: name.value.clone(),
            caption: wire.caption.clone(),
            common,
            panels: wire.panels.as_ref().map(|lines| resolver.lines(lines)),
            rows: resolver.lines(&wire.rows),
            columns: resolver.lines(&wire.columns),
            show: wire.show.as_ref().map(|show| show.value.clone()),
            plot: None,
        };
        let listed_cells = |lines: &Lines| matches!(lines, Lines::Listed(l) if l.iter().all(|l| l.selection.cells.is_some()));
        if table.common.cells.is_none() && !listed_cells(&table.rows) && !listed_cells(&table.columns) {
            errors.push(
                name.error(format!("`{}` has no `cell:`, which says what its cells contain", name.value)),
            );
        }
        if let Some(show) = &wire.show {
            check_show(show, &table, errors);
        }
        table
    };
    wires.iter().map(table).collect()
}

/// The quantities that `show` names must be those of the cells.
fn check_show(show: &Spanned<String>, table: &Table, errors: &mut Vec<YamlError>) {
    let cells = table.selections().filter_map(|of| of.cells.as_ref());
    let known: Vec<&str> = cells.flatten().map(|of| of.name.as_str()).collect();
    for part in show.value.split('{').skip(1) {
        let Some((inside, _)) = part.split_once('}') else {
            errors.push(show.error(format!(
                "`{{{part}` is not closed: expected {{name}}, {{name:2}} or {{name.sd:+1%}}"
            )));
            continue;
        };
        let (name, form) = inside.split_once(':').unwrap_or((inside, ""));
        if !is_form(form) {
            errors.push(show.error(format!(
                "`{{{inside}}}`: `{form}` is no form; expected the digits after the point, `+` before them to show \
                 the sign, `%` behind them for a percentage: {{name:2}}, {{name:+1%}}"
            )));
        }
        let name = name.strip_suffix(".sd").unwrap_or(name);
        if !known.contains(&name) {
            let error = show.error(format!("`{{{inside}}}` names no quantity of the cells"));
            errors.push(error.suggesting(name, known.iter().copied()));
        }
    }
}

/// Returns true if `form` is a format for a number of `show`: `+1%`, each part of which is optional.
fn is_form(form: &str) -> bool {
    let digits = form.strip_prefix('+').unwrap_or(form);
    let digits = digits.strip_suffix('%').unwrap_or(digits);
    digits.is_empty() || (digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse::<u8>().is_ok())
}

impl Resolver<'_> {
    fn cells(&mut self, wire: &CellsWire) -> Cells {
        wire.0.iter().filter_map(|(name, reference)| self.quantity(name, reference)).collect()
    }

    fn quantity(&mut self, name: &str, reference: &Spanned<String>) -> Option<Quantity> {
        let (statistic, component) = match reference.value.split_once('.') {
            Some((statistic, component)) => (statistic, Some(component)),
            None => (reference.value.as_str(), None),
        };
        let Some(index) = self.statistics.iter().position(|s| s.name == statistic) else {
            let names = self.statistics.iter().map(|s| s.name.as_str());
            let error = reference.error(format!("there is no statistic `{statistic}`"));
            self.errors.push(error.suggesting(&reference.value, names));
            return None;
        };
        let components = self.statistics[index].entry.components;
        let found = match component {
            None => components.first(),
            Some(component) => components.iter().find(|c| **c == component),
        };
        let Some(found) = found else {
            let component = component.expect("every statistic has a component");
            let message = format!("`{statistic}` has no `{component}`, only {}", components.join(", "));
            self.errors.push(reference.error(message).suggesting(component, components.iter().copied()));
            return None;
        };
        Some(Quantity { name: name.to_owned(), statistic: index, component: found })
    }

    fn lines(&mut self, wire: &LinesWire) -> Lines {
        match wire {
            LinesWire::Axis(name) => Lines::Axis(self.dimension(name, |of| *of != Dimension::Draw)),
            LinesWire::Tasks(file) => Lines::Listed(match Tasks::load(file) {
                Ok(tasks) => lines_of_tasks(&tasks, self.errors),
                Err(error) => {
                    self.errors.push(error);
                    Vec::new()
                }
            }),
            LinesWire::Listed(lines) => {
                let line = |(written, line)| Line { written, ..self.line(line) };
                Lines::Listed(lines.iter().enumerate().map(line).collect())
            }
        }
    }

    fn line(&mut self, wire: &LineWire) -> Line {
        let selection = Selection {
            selector: wire.r#where.clone(),
            cells: wire.cell.as_ref().map(|cells| self.cells(cells)),
            over: wire.over.as_ref().map(|name| self.averaged(name)),
            take: wire.take.as_ref().map(|take| take.value),
            relevant_for: wire.only.as_ref().map(|only| only.relevant_for),
            decimals: wire.decimals,
            percent: wire.percent.unwrap_or(false),
        };
        if let Some(share) = selection.relevant_for.filter(|share| !(0.0..=1.0).contains(share)) {
            self.errors.push(self.at.error(format!("relevant-for: {share} is no share from 0 to 1")));
        }
        if let Some(take) = &wire.take {
            // A line without its own setting has that of the table.
            let over = match (&selection.over, &self.at.value.over) {
                (None, Some(name)) => Some(self.averaged(name)),
                (over, _) => over.clone(),
            };
            let message = match (&over, take.value.curve()) {
                (None, _) => Some("`take` reduces the cells that `over` ranges over: give `over:` too"),
                (Some(Dimension::Parameter(axis, name)), Some((over, _)))
                    if over.contains(&format!("{}.{name}", axis.name()).as_str()) =>
                {
                    None
                }
                (Some(_), Some((_, message))) => Some(message),
                (Some(_), None) => None,
            };
            self.errors.extend(message.map(|message| take.error(message)));
        }
        if selection.relevant_for.is_some() && !self.statistics.iter().any(|s| s.is(&TEAM_FACTS)) {
            let message = "`only: {relevant-for: ..}` needs a statistic `team-facts: {}` to know the teams";
            self.errors.push(self.at.error(message));
        }
        let each = wire.each.as_ref().map(|name| self.followed(name, wire));
        Line { label: wire.label.clone(), quantity: wire.quantity.clone(), selection, each, written: 0 }
    }

    /// The axis that a line follows.
    fn followed(&mut self, name: &Spanned<String>, wire: &LineWire) -> Dimension {
        if !wire.label.contains(Line::VALUE) && !wire.quantity.contains(Line::VALUE) {
            self.errors.push(name.error(format!(
                "the lines of all values are called `{}`: write `{{}}` in the place of the value",
                wire.label
            )));
        }
        self.dimension(name, |of| matches!(of, Dimension::Axis(_) | Dimension::Parameter(..)))
    }

    /// Returns the dimension over which cells are averaged: runs, teams and ranks are no cells of their own.
    fn averaged(&mut self, name: &Spanned<String>) -> Dimension {
        self.dimension(name, |of| {
            matches!(of, Dimension::Axis(_) | Dimension::Parameter(..) | Dimension::Draw)
        })
    }

    /// Returns the dimension with a name, one of those that fit its place.
    fn dimension(&mut self, name: &Spanned<String>, fits: fn(&Dimension) -> bool) -> Dimension {
        let known: Vec<(String, Dimension)> = dimensions().filter(|(_, of)| fits(of)).collect();
        if let Some((_, found)) = known.iter().find(|(known, _)| *known == name.value) {
            return found.clone();
        }
        let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
        let message = format!("`{}` is no dimension here, expected one of {}", name.value, names.join(", "));
        self.errors.push(name.error(message).suggesting(&name.value, names));
        Dimension::Axis(Axis::Judgments)
    }
}

/// Returns the dimensions by their names: axes, parameters of their values, and the subjects of numbers.
fn dimensions() -> impl Iterator<Item = (String, Dimension)> {
    let own = [
        ("collection", Dimension::Axis(Axis::Collection)),
        ("measure", Dimension::Axis(Axis::Measure)),
        ("judgments", Dimension::Axis(Axis::Judgments)),
        ("team", Dimension::Team),
        ("run", Dimension::Run),
        ("rank", Dimension::Rank),
        ("item", Dimension::Item),
        ("draw", Dimension::Draw),
    ];
    let judgments = Manipulation::parameter_names().into_iter().map(|name| (Axis::Judgments, name));
    let sets = TopicSetRule::parameter_names().into_iter().map(|name| (Axis::TopicSets, name));
    let parameter =
        |(axis, name): (Axis, _)| (format!("{}.{name}", axis.name()), Dimension::Parameter(axis, name));
    own.map(|(name, of)| (name.to_owned(), of)).into_iter().chain(judgments.chain(sets).map(parameter))
}

/// Returns the measures of all tasks, each once however many tasks use it.
pub(super) fn measures_of_tasks(tasks: &Tasks, errors: &mut Vec<YamlError>) -> Vec<Measure> {
    let mut out: Vec<Measure> = Vec::new();
    for (_, _, metric) in tasks.all().flat_map(|(_, task)| task.metrics()) {
        match metric {
            Ok(metric) => {
                let name = metric.to_string();
                if out.iter().all(|known| known.name != name) {
                    out.push(Measure { label: name.clone(), metric, name });
                }
            }
            Err(error) => errors.push(error),
        }
    }
    out
}

/// One line a measure of each task, on each of the collections that the task is scored on.
fn lines_of_tasks(tasks: &Tasks, errors: &mut Vec<YamlError>) -> Vec<Line> {
    let mut lines = Vec::new();
    for (_, task) in tasks.all() {
        for (link, _, metric) in task.metrics() {
            match metric {
                Ok(metric) => {
                    let name = metric.to_string();
                    lines.extend(
                        task.collections(link).iter().map(|on| line_of_task(task, link, &on.value, &name)),
                    );
                }
                // The axis `measure` may have reported the same file.
                Err(error) if errors.contains(&error) => {}
                Err(error) => errors.push(error),
            }
        }
    }
    lines
}

fn line_of_task(task: &Task, link: &Link, on: &str, name: &str) -> Line {
    let part = |axis: &str, value: &str| (axis.to_owned(), vec![value.to_owned()]);
    let parts = vec![part("collection", on), part("measure", name)];
    let selection = Selection { selector: Selector { parts }, ..Selection::default() };
    // If a task is scored on several collections, the line names its collections.
    let several = task.on.0.len() > 1 || link.on.is_some();
    let scale = if several { format!(" ({on})") } else { String::new() };
    let quantity = format!("{}: {name}{scale}", link.printed.value);
    Line { label: task.id.value.clone(), quantity, selection, ..Line::default() }
}

/// Adds the names of rank correlation coefficients, because tau-a is not tau-b: those that neither caption nor labels
/// contain to the caption, and to the vertical axis of a figure.
pub(super) fn name_coefficients(table: &mut Table, statistics: &[Statistic]) {
    let found = coefficients(table, statistics);
    let Some(&(_, first)) = found.first() else { return };
    let is_one = found.iter().all(|(_, coefficient)| *coefficient == first);
    let mut missing: Vec<String> = Vec::new();
    for (place, coefficient) in &found {
        if says(&table.caption, coefficient) || says(place, coefficient) {
            continue;
        }
        let said = match place.as_str() {
            place if is_one || place.is_empty() => (*coefficient).to_owned(),
            place => format!("{place}: {coefficient}"),
        };
        if !missing.contains(&said) {
            missing.push(said);
        }
    }
    if !missing.is_empty() {
        table.caption = format!("{} ({})", table.caption, missing.join(", "));
    }
    if let Some(plot) = table.plot.as_mut().filter(|plot| is_one && !says(&plot.y.label, first)) {
        plot.y.label = format!("{} ({first})", plot.y.label);
    }
}

/// Returns the coefficients of a table, each with the names of line and quantity that distinguish its cells.
fn coefficients(table: &Table, statistics: &[Statistic]) -> Vec<(String, &'static str)> {
    let mut out = Vec::new();
    let mut add = |line: &str, cells: &[Quantity]| {
        for of in cells {
            let place = [line, of.name.as_str()].into_iter().filter(|name| !name.is_empty());
            let coefficient = statistics[of.statistic].kind.coefficient();
            out.extend(coefficient.map(|name| (place.collect::<Vec<_>>().join(", "), name)));
        }
    };
    add("", table.common.cells.as_deref().unwrap_or_default());
    for line in table.lines().flat_map(Lines::listed) {
        let label = [line.label.as_str(), line.quantity.as_str()].join(" ");
        add(label.trim(), line.selection.cells.as_deref().unwrap_or_default());
    }
    out
}

/// Returns true if `text` names the coefficient: `tau-AP,b` does not name `tau-AP`.
fn says(text: &str, coefficient: &str) -> bool {
    text.match_indices(coefficient).any(|(at, found)| {
        let after = &text[at + found.len()..];
        !after.starts_with(",b") && !after.starts_with(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_not_a_part_of_another() {
        for (text, coefficient, expected) in [
            ("Kendall's tau-a by depth", "tau-a", true),
            ("Kendall's tau by depth", "tau-a", false),
            ("tau-b, and tau-AP,b in parentheses", "tau-b", true),
            ("tau-b, and tau-AP,b in parentheses", "tau-AP,b", true),
            ("tau-AP,b alone", "tau-AP", false),
            ("tau-AP,b and tau-AP", "tau-AP", true),
            ("tau-bar", "tau-b", false),
        ] {
            assert_eq!(says(text, coefficient), expected, "{text}: {coefficient}");
        }
    }
}
