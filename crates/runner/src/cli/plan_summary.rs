//! The summary of a plan: lines for people, one JSON object for machines; both from the same counts.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::plan_part::PlanPart;
use super::resolved_value::ResolvedValue;
use crate::session::Planned;
use rejudge_experiment::exec::shard::{identity, units};
use rejudge_experiment::grid::Grid;
use rejudge_experiment::grid::plan::{Group, Plan};
use rejudge_names::plural::counted;
use rejudge_report::table::base::{Bases, base_sentence, bases};
use rejudge_report::table::results::{MissingReasons, Results};
use rejudge_report::table::{Gap, kind_word};

/// A plan in numbers.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlanSummary<'a> {
    experiment: &'a str,
    title: &'a str,
    file: &'a str,
    axes: Axes<'a>,
    cells: usize,
    score_matrices: usize,
    cached: usize,
    to_run: usize,
    /// The parts that add up to these sums.
    parts: Vec<PlanPart>,
    /// Cells of collections whose data are not available, which are not included in the other counts.
    waiting: usize,
    /// The identity of the plan, which all its shards share.
    identity: String,
    /// Draws of collections that shards share.
    shares: usize,
    why: MissingReasons,
    collections: Vec<CollectionSummary<'a>>,
    no_data: Vec<NoData<'a>>,
    /// Tables, and lines of them, that cannot be filled.
    stays_empty: &'a [Gap],
    /// Remarks on the experiment and its collections.
    remarks: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<Vec<MissingCell>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved: Option<Vec<ResolvedValue<'a>>>,
}

/// The number of values of each axis.
#[derive(Serialize)]
struct Axes<'a> {
    collection: usize,
    runs: usize,
    judgments: BTreeMap<&'a str, usize>,
    #[serde(rename = "topic-sets", skip_serializing_if = "Option::is_none")]
    topic_sets: Option<usize>,
    measure: usize,
    rules: usize,
}

/// The counts of a collection.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct CollectionSummary<'a> {
    name: &'a str,
    kind: &'static str,
    /// A description of the judgments, if they are not as judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<String>,
    cached: usize,
    to_run: usize,
}

/// A collection whose cells need missing data.
#[derive(Serialize)]
struct NoData<'a> {
    collection: &'a str,
    cells: usize,
}

/// A missing computation.
#[derive(Serialize)]
struct MissingCell {
    address: String,
    /// The draw; `None` for scores of files, which all draws share.
    draw: Option<u32>,
}

impl<'a> PlanSummary<'a> {
    /// Counts the computations; `results` are those of the last run, which give the reasons why some are missing.
    pub fn new(planned: &'a Planned, results: &Results) -> Self {
        let Planned { grid, plan, gaps, .. } = planned;
        let judgments = grid.collections.iter().map(|c| (c.name.as_str(), c.judgments.len())).collect();
        let no_data = plan.no_data.iter();
        let bases = bases(grid, &plan.cache_inputs, results.manifest().ok().as_ref());
        let collections = of_collections(grid, plan, &bases);
        Self {
            experiment: &grid.id,
            title: &grid.title,
            file: &grid.resolved.at.source.name,
            axes: Axes {
                collection: grid.collections.len(),
                runs: grid.runs.len(),
                judgments,
                topic_sets: (!grid.topic_sets.is_empty()).then_some(grid.topic_sets.len()),
                measure: grid.measures.len(),
                rules: grid.evaluations.len(),
            },
            cells: plan.cells(),
            score_matrices: plan.score_matrices(),
            cached: collections.iter().map(|of| of.cached).sum(),
            to_run: collections.iter().map(|of| of.to_run).sum(),
            parts: PlanPart::all(plan).to_vec(),
            waiting: plan.no_data.iter().map(|(_, cells)| cells).sum(),
            identity: identity(grid, plan),
            shares: units(plan).len(),
            why: MissingReasons::new(grid, plan, results),
            collections,
            no_data: no_data
                .map(|&(at, cells)| NoData { collection: &grid.collections[at as usize].name, cells })
                .collect(),
            stays_empty: gaps,
            remarks: grid.all_remarks().collect(),
            missing: None,
            resolved: None,
        }
    }

    /// Lists the missing computations.
    pub fn list_missing(&mut self, planned: &Planned) {
        self.missing =
            Some(planned.plan.groups.iter().flat_map(|group| missing(&planned.grid, group)).collect());
    }

    /// Lists the experiment's values after merging.
    pub fn list_resolved(&mut self, grid: &'a Grid) {
        let mut values = Vec::new();
        ResolvedValue::all_of(&grid.resolved, String::new(), &mut values);
        self.resolved = Some(values);
    }

    /// Returns the summary as one JSON object.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Returns lines for people: the requested list, or the counts.
    pub fn text(&self) -> String {
        match (&self.resolved, &self.missing) {
            (Some(values), _) => values.iter().fold(String::new(), |mut text, value| {
                let _ = writeln!(text, "{}: {}  # {}:{}", value.path, value.written, value.file, value.line);
                text
            }),
            (None, Some(missing)) => missing.iter().fold(String::new(), |mut text, task| {
                let draw = task.draw.map_or(String::new(), |draw| format!(" draw {draw}"));
                let _ = writeln!(text, "{}{draw}", task.address);
                text
            }),
            (None, None) => self.counts(),
        }
    }

    fn counts(&self) -> String {
        let mut text = format!("{}: {}\n", self.experiment, self.title);
        let _ = writeln!(text, "axis collection: {}", self.axes.collection);
        let _ = writeln!(text, "axis runs: {}", self.axes.runs);
        for collection in &self.collections {
            let sets = self.axes.judgments.get(collection.name).copied().unwrap_or_default();
            let _ = writeln!(text, "axis judgments of {}: {sets}", collection.name);
        }
        for CollectionSummary { name, base, .. } in &self.collections {
            base.iter().for_each(|base| text += &format!("base of {name}: {base}\n"));
        }
        self.axes.topic_sets.iter().for_each(|sets| text += &format!("axis topic-sets: {sets}\n"));
        let _ = writeln!(text, "axis measure: {}", self.axes.measure);
        if self.axes.rules > 1 {
            let _ = writeln!(text, "swept rules: {}", self.axes.rules);
        }
        for part in &self.parts {
            let _ = writeln!(text, "{}: {}", part.of, part.sum());
        }
        let all = self.cached + self.to_run;
        let _ = writeln!(text, "together: {all} = {} cached + {} to compute", self.cached, self.to_run);
        let _ = writeln!(
            text,
            "identity: {} ({} of collections for shards to share)",
            self.identity,
            counted(self.shares, "draw")
        );
        let why = self.why.to_string();
        if !why.is_empty() {
            let _ = writeln!(text, "why: {why}");
        }
        match self.waiting {
            0 => text += "waiting: 0\n",
            more => {
                text += &format!("waiting: {} more, whose data are not available\n", counted(more, "cell"))
            }
        }
        for NoData { collection: name, cells } in &self.no_data {
            let _ = writeln!(
                text,
                "  {name}: {} (`rejudge data verify {name}` says how to get it)",
                counted(*cells, "cell")
            );
        }
        if !self.stays_empty.is_empty() {
            let _ = writeln!(text, "stays empty: {}", self.stays_empty.len());
        }
        for gap in self.stays_empty {
            let (Gap { table, line, .. }, why) = (gap, gap.reason());
            let line = line.as_ref().map_or(String::new(), |line| format!(", {line}"));
            let _ = writeln!(text, "  {table}{line}: {why}");
        }
        for remark in &self.remarks {
            let _ = writeln!(text, "remark: {remark}");
        }
        text
    }
}

/// The keys of each collection, in the order of the axis.
fn of_collections<'a>(grid: &'a Grid, plan: &Plan, bases: &Bases) -> Vec<CollectionSummary<'a>> {
    let collections = grid.collections.iter().enumerate().map(|(at, collection)| {
        let groups = || plan.groups.iter().filter(|group| group.collection as usize == at);
        let to_run = groups().map(|group| group.missing.len()).sum();
        let keys: usize = groups().map(|group| group.keys).sum();
        let kind = kind_word(collection.entry.descriptor.kind);
        let base = base_sentence(collection, bases);
        CollectionSummary { name: &collection.name, kind, base, cached: keys - to_run, to_run }
    });
    collections.collect()
}

/// Returns the missing computations of a group.
fn missing(grid: &Grid, group: &Group) -> Vec<MissingCell> {
    let scores = group.scores.iter().filter(|task| group.missing.contains(&task.key));
    let cells = group.cells.iter().filter(|task| group.missing.contains(&task.key));
    let scores =
        scores.map(|task| MissingCell { address: grid.address("scores", &task.point), draw: group.instance });
    let cells = cells.map(|task| MissingCell {
        address: grid.address(&grid.statistics[task.statistic as usize].name, &task.point),
        draw: Some(task.draw),
    });
    scores.chain(cells).collect()
}
