//! Tables as written, with their names resolved against the statistics.

use super::lines::{Cells, Dimension, Line, Lines, Quantity, Selection, Table};
use super::{Axis, Statistic, tasks};
use crate::spec::yaml::{Spanned, YamlError};
use crate::spec::{CellsWire, LineWire, LinesWire, TableWire, Tasks};
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

/// Returns the parameters that a table may run over, for messages.
fn parameters_of_axes() -> String {
    let name = |(axis, parameter): (Axis, &str)| format!("{}.{parameter}", axis.name());
    of_axes().into_iter().map(name).collect::<Vec<_>>().join(", ")
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
            LinesWire::Axis(name) => Lines::Axis(self.dimension(name)),
            LinesWire::Tasks(file) => Lines::Listed(match Tasks::load(file) {
                Ok(tasks) => tasks::lines(&tasks, self.errors),
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
                (None, Some(name)) => Some(self.dimension_or_draw(name)),
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
        let dimension = self.dimension(name);
        let has_values = matches!(dimension, Dimension::Axis(_) | Dimension::Parameter(..));
        let message = if !has_values {
            format!(
                "`{}` is no axis: a line follows `collection`, `measure`, `judgments` or {}",
                name.value,
                parameters_of_axes()
            )
        } else if !wire.label.contains(Line::VALUE) && !wire.quantity.contains(Line::VALUE) {
            format!(
                "the lines of all values are called `{}`: write `{{}}` in the place of the value",
                wire.label
            )
        } else {
            return dimension;
        };
        self.errors.push(name.error(message));
        dimension
    }

    fn dimension_or_draw(&mut self, name: &Spanned<String>) -> Dimension {
        if name.value == "draw" { Dimension::Draw } else { self.dimension(name) }
    }

    /// Returns the dimension over which cells are averaged.
    fn averaged(&mut self, name: &Spanned<String>) -> Dimension {
        let dimension = self.dimension_or_draw(name);
        // Runs, teams and ranks are no cells of their own.
        if let Dimension::Team | Dimension::Run | Dimension::Rank | Dimension::Item = dimension {
            let message = format!(
                "`over: {}` fits no cells, expected `draw`, `collection`, `measure`, `judgments` or {}",
                name.value,
                parameters_of_axes()
            );
            self.errors.push(name.error(message));
        }
        dimension
    }

    fn dimension(&mut self, name: &Spanned<String>) -> Dimension {
        let found = match name.value.split_once('.') {
            None => DIMENSIONS.iter().find(|(known, _)| *known == name.value).map(|(_, known)| known.clone()),
            Some((axis, parameter)) => {
                let known =
                    of_axes().into_iter().find(|(of, known)| of.name() == axis && *known == parameter);
                known.map(|(axis, parameter)| Dimension::Parameter(axis, parameter))
            }
        };
        found.unwrap_or_else(|| {
            let (own, parameters) = (DIMENSIONS.map(|(name, _)| name), parameters_of_axes());
            let message = format!(
                "`{}` is no dimension, expected one of {}, or {parameters}",
                name.value,
                own.join(", ")
            );
            let known = own.into_iter().chain(parameters.split(", "));
            self.errors.push(name.error(message).suggesting(&name.value, known));
            Dimension::Axis(Axis::Judgments)
        })
    }
}

/// The dimensions that have a name of their own.
const DIMENSIONS: [(&str, Dimension); 7] = [
    ("collection", Dimension::Axis(Axis::Collection)),
    ("measure", Dimension::Axis(Axis::Measure)),
    ("judgments", Dimension::Axis(Axis::Judgments)),
    ("team", Dimension::Team),
    ("run", Dimension::Run),
    ("rank", Dimension::Rank),
    ("item", Dimension::Item),
];

/// Returns the parameters of values of axes.
fn of_axes() -> Vec<(Axis, &'static str)> {
    let judgments = Manipulation::parameter_names().into_iter().map(|name| (Axis::Judgments, name));
    let sets = TopicSetRule::parameter_names().into_iter().map(|name| (Axis::TopicSets, name));
    judgments.chain(sets).collect()
}
