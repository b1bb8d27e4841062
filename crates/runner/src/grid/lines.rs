//! Tables with references resolved: which cells stand in which row, column and panel.

use super::{Grid, Judgments, Plot, Selector, Statistic, StatisticKind, tasks};
use crate::spec::{CellsWire, LineWire, LinesWire, TableWire, Take, Tasks, Where};
use crate::yaml::{Spanned, YamlError};

/// A dimension that a table may run over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Collections.
    Collection,
    /// Measures.
    Measure,
    /// Judgment sets.
    Judgments,
    /// A parameter of the judgment sets, such as `judgments.depth`.
    Parameter(&'static str),
    /// Teams of a collection.
    Team,
    /// Runs of a collection.
    Run,
    /// Ranks of a run.
    Rank,
    /// Items that assessors labelled.
    Item,
    /// Draws of a cell; only `over` may name them.
    Draw,
}

/// Panels, rows or columns.
#[derive(Clone, Debug)]
pub enum Lines {
    /// One line a value.
    Axis(Dimension),
    /// Written out.
    Listed(Vec<Line>),
}

/// A line that is written out.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Its label.
    pub label: String,
    /// The quantity, where several lines share a label.
    pub quantity: String,
    /// What it selects and shows.
    pub selection: Selection,
}

/// What a table, or a line of it, says about its cells.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Which points.
    pub selector: Selector,
    /// Which statistics.
    pub cells: Option<Cells>,
    /// Averaged over this dimension.
    pub over: Option<Dimension>,
    /// What is taken of the cells instead of their mean.
    pub take: Option<Take>,
    /// Only teams that brought a relevant document for this share of the topics.
    pub relevant_for: Option<f64>,
    /// Digits after the point.
    pub decimals: Option<u8>,
    /// Whether a share is shown as a percentage.
    pub percent: bool,
}

/// Quantities of a cell; a single one has no name.
pub type Cells = Vec<Quantity>;

/// A statistic's component, and its name in the cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// The name; empty for a single quantity.
    pub name: String,
    /// Index of the statistic.
    pub statistic: usize,
    /// Its component.
    pub component: &'static str,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// What all cells have in common.
    pub common: Selection,
    /// Panels, where it has any.
    pub panels: Option<Lines>,
    /// Rows.
    pub rows: Lines,
    /// Columns.
    pub columns: Lines,
    /// How several quantities share a cell of the report.
    pub show: Option<String>,
    /// How it is drawn, where it is a figure.
    pub plot: Option<Plot>,
}

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
        let selector = resolver.selector(&wire.r#where);
        let common = Selection { selector, cells, decimals: Some(wire.decimals), ..Selection::default() };
        let table = Table {
            name: name.value.clone(),
            caption: wire.caption.clone(),
            common,
            panels: wire.panels.as_ref().map(|lines| resolver.lines(lines)),
            rows: resolver.lines(&wire.rows),
            columns: resolver.lines(&wire.columns),
            show: wire.show.clone(),
            plot: None,
        };
        let listed_cells = |lines: &Lines| matches!(lines, Lines::Listed(l) if l.iter().all(|l| l.selection.cells.is_some()));
        if table.common.cells.is_none() && !listed_cells(&table.rows) && !listed_cells(&table.columns) {
            errors.push(
                name.error(format!("`{}` does not say what stands in its cells (`cell:`)", name.value)),
            );
        }
        table
    };
    wires.iter().map(table).collect()
}

/// Resolves a selection by patterns.
pub fn selector_of(wire: &Where, errors: &mut Vec<YamlError>) -> Selector {
    let mut parts = Vec::new();
    for (axis, patterns) in &wire.0 {
        if !Selector::AXES.contains(&axis.as_str()) {
            let at = patterns.0.first().and_then(|p| p.at.clone());
            let message = format!("`{axis}` is no axis, expected one of {}", Selector::AXES.join(", "));
            let error = YamlError { at, message, help: None };
            errors.push(error.suggesting(axis, Selector::AXES));
        }
        parts.push((axis.clone(), patterns.0.iter().map(|p| p.value.clone()).collect()));
    }
    Selector { parts }
}

impl Resolver<'_> {
    fn selector(&mut self, wire: &Where) -> Selector {
        selector_of(wire, self.errors)
    }

    fn fail(&mut self, value: &Spanned<String>, message: String, near: Option<&[&str]>) {
        let at = value.at.clone().or_else(|| self.at.at.clone());
        let mut error = YamlError { at, message, help: None };
        if let Some(names) = near {
            error = error.suggesting(&value.value, names.iter().copied());
        }
        self.errors.push(error);
    }

    fn cells(&mut self, wire: &CellsWire) -> Cells {
        wire.0.iter().filter_map(|(name, reference)| self.quantity(name, reference)).collect()
    }

    fn quantity(&mut self, name: &str, reference: &Spanned<String>) -> Option<Quantity> {
        let (statistic, component) = match reference.value.split_once('.') {
            Some((statistic, component)) => (statistic, Some(component)),
            None => (reference.value.as_str(), None),
        };
        let Some(index) = self.statistics.iter().position(|s| s.name == statistic) else {
            let names: Vec<&str> = self.statistics.iter().map(|s| s.name.as_str()).collect();
            self.fail(reference, format!("there is no statistic `{statistic}`"), Some(&names));
            return None;
        };
        let components = self.statistics[index].kind.components();
        let found = match component {
            None => components.first(),
            Some(component) => components.iter().find(|c| **c == component),
        };
        if found.is_none() {
            let message =
                format!("`{statistic}` has no `{}`, only {}", component.unwrap_or(""), components.join(", "));
            self.fail(reference, message, None);
        }
        Some(Quantity { name: name.to_owned(), statistic: index, component: found? })
    }

    fn lines(&mut self, wire: &LinesWire) -> Lines {
        match wire {
            LinesWire::Axis(name) => Lines::Axis(self.dimension(name)),
            LinesWire::Tasks(file) => Lines::Listed(match Tasks::load(file) {
                Ok(tasks) => tasks::lines(&tasks),
                Err(error) => {
                    self.errors.push(error);
                    Vec::new()
                }
            }),
            LinesWire::Listed(lines) => Lines::Listed(lines.iter().map(|line| self.line(line)).collect()),
        }
    }

    fn line(&mut self, wire: &LineWire) -> Line {
        let selection = Selection {
            selector: self.selector(&wire.r#where),
            cells: wire.cell.as_ref().map(|cells| self.cells(cells)),
            over: wire.over.as_ref().map(|name| match name.value.as_str() {
                "draw" => Dimension::Draw,
                _ => self.dimension(name),
            }),
            take: wire.take.as_ref().map(|take| take.value),
            relevant_for: wire.only.as_ref().map(|only| only.relevant_for),
            decimals: wire.decimals,
            percent: wire.percent.unwrap_or(false),
        };
        if let Some(share) = selection.relevant_for.filter(|share| !(0.0..=1.0).contains(share)) {
            self.errors.push(self.at.error(format!("relevant-for: {share} is no share from 0 to 1")));
        }
        if let Some(take) = &wire.take {
            let rates = selection.over == Some(Dimension::Parameter("rate"));
            let message = match (&selection.over, take.value) {
                (None, _) => {
                    Some("`take` says what becomes of the cells that `over` runs over: say `over:` too")
                }
                (_, Take::Quantile(share)) if !(0.0..=1.0).contains(&share) => {
                    Some("a quantile is a share from 0 to 1")
                }
                (Some(_), Take::Knee(_)) if !rates => {
                    Some("a knee is a sampling rate: say `over: judgments.rate`")
                }
                _ => None,
            };
            self.errors.extend(message.map(|message| take.error(message)));
        }
        let team_facts = |s: &Statistic| s.kind == StatisticKind::TeamFacts;
        if selection.relevant_for.is_some() && !self.statistics.iter().any(team_facts) {
            let message = "`only: {relevant-for: ..}` needs a statistic `team-facts: {}` to know the teams";
            self.errors.push(self.at.error(message));
        }
        Line { label: wire.label.clone(), quantity: wire.quantity.clone(), selection }
    }

    fn dimension(&mut self, name: &Spanned<String>) -> Dimension {
        let known = ["collection", "measure", "judgments", "team", "run", "rank", "item"];
        match name.value.as_str() {
            "collection" => Dimension::Collection,
            "measure" => Dimension::Measure,
            "judgments" => Dimension::Judgments,
            "team" => Dimension::Team,
            "run" => Dimension::Run,
            "rank" => Dimension::Rank,
            "item" => Dimension::Item,
            other => {
                let parameter = other.strip_prefix("judgments.");
                let found =
                    parameter.and_then(|p| Judgments::PARAMETERS.into_iter().find(|known| *known == p));
                found.map(Dimension::Parameter).unwrap_or_else(|| {
                    let message = format!(
                        "`{other}` is no dimension, expected one of {}, or judgments.{}",
                        known.join(", "),
                        Judgments::PARAMETERS.join(", judgments.")
                    );
                    self.fail(name, message, Some(&known));
                    Dimension::Judgments
                })
            }
        }
    }
}

impl Selection {
    /// This selection, with what a line says laid over it.
    #[must_use]
    pub fn refined(&self, line: &Selection) -> Selection {
        Selection {
            selector: self.selector.and(&line.selector),
            cells: line.cells.clone().or_else(|| self.cells.clone()),
            over: line.over.clone().or_else(|| self.over.clone()),
            take: line.take.or(self.take),
            relevant_for: line.relevant_for.or(self.relevant_for),
            decimals: line.decimals.or(self.decimals),
            percent: line.percent || self.percent,
        }
    }
}

impl Lines {
    /// The selections of the lines; an axis selects nothing by itself.
    fn selections(&self) -> Vec<Selection> {
        match self {
            Lines::Axis(_) => vec![Selection::default()],
            Lines::Listed(lines) => lines.iter().map(|line| line.selection.clone()).collect(),
        }
    }
}

impl Table {
    /// Which statistics are asked for at which points.
    pub fn demands(&self, grid: &Grid) -> Vec<(usize, Selector)> {
        let mut out = Vec::new();
        let panels = self.panels.as_ref().map_or_else(|| vec![Selection::default()], Lines::selections);
        for panel in &panels {
            for row in &self.rows.selections() {
                for column in &self.columns.selections() {
                    let cell = self.common.refined(panel).refined(row).refined(column);
                    for quantity in cell.cells.iter().flatten() {
                        out.push((quantity.statistic, cell.selector.clone()));
                    }
                    if cell.relevant_for.is_some() {
                        let facts = grid.statistics.iter().position(|s| s.kind == StatisticKind::TeamFacts);
                        out.extend(facts.map(|facts| (facts, cell.selector.clone())));
                    }
                }
            }
        }
        out
    }
}
