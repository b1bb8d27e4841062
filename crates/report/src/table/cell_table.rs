//! The computed cells of a run, and the file cells.parquet.

use std::collections::{BTreeSet, HashMap, HashSet};

use anyhow::{Context, Result, bail};
use indexmap::{IndexMap, IndexSet};
use rejudge_collections::descriptor::Kind;

use super::parameter_columns::ParameterColumn;
use super::parquet::{ROW_GROUP, write_groups};
use rejudge_experiment::exec::{Outcome, Status, Subject};
use rejudge_experiment::grid::plan::{CellTask, Plan};
use rejudge_experiment::grid::{Axis, Fit, Grid, Point, Table, parse_selector};
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_experiment::statistics::TEAM_FACTS;
use rejudge_tables::frame::{Frame, Kind as ColumnKind, Texts, Value};

/// One draw of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CellDraw {
    /// The number of the draw, from 1.
    pub draw: u32,
    pub status: Status,
    /// The reason why there is no number; empty if there is one.
    pub note: String,
    /// The number of topics.
    pub topics: u32,
    /// The number of runs.
    pub runs: u32,
    pub(super) numbers: Vec<ShortNumber>,
}

/// A number of a cell. A table has millions of numbers, but few components and subjects, so these are indices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShortNumber {
    component: u32,
    subject: u32,
    value: f64,
}

/// The computed cells of a run.
#[derive(Clone, Debug, Default)]
pub struct CellTable {
    /// The draws of each cell, by statistic and point, in the order of the plan.
    cells: IndexMap<(u32, Point), Vec<CellDraw>>,
    components: IndexSet<String>,
    subjects: IndexSet<Subject>,
    /// The subjects with a name (teams, runs and items) for which a cell has numbers, in any of its draws.
    named_subjects: HashMap<(u32, Point), HashSet<u32>>,
    /// Points by statistic, collection and measure.
    index: HashMap<(u32, u32, Option<u32>), Vec<Point>>,
    /// Points of the cells that `--only` left out, by statistic and collection.
    left_out: HashMap<(u32, u32), BTreeSet<Point>>,
    /// True if nothing was computed, so that every cell is a placeholder.
    is_blank: bool,
}

/// The kinds of collections, for the description of a column.
pub const KINDS: &str = "simulated, worked-example, made-up, open, licensed or own";

/// Returns the name of a kind of collection in results.
pub fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Simulated => "simulated",
        Kind::WorkedExample => "worked-example",
        Kind::MadeUp => "made-up",
        Kind::Open => "open",
        Kind::Licensed => "licensed",
        Kind::Own => "own",
    }
}

/// The subject columns of cells.parquet: what each row's number is about.
pub struct Subjects<'a> {
    team: &'a Texts,
    run: &'a Texts,
    item: &'a Texts,
    rank: &'a [Option<i64>],
}

/// Reads the subject columns of cells.parquet.
///
/// # Errors
/// If a column is missing, or a rank is negative or too large.
pub fn subjects(frame: &Frame) -> Result<Subjects<'_>> {
    let rank = frame.whole("rank")?;
    // `frame` may have only some of the rows, so the message cannot give the number of the row in the file.
    if let Some(rank) = rank.iter().flatten().find(|rank| u32::try_from(**rank).is_err()) {
        bail!("cells.parquet: {rank} is not a rank: run again");
    }
    Ok(Subjects { team: frame.text("team")?, run: frame.text("run")?, item: frame.text("item")?, rank })
}

impl Subjects<'_> {
    /// Returns numbers that together identify the subject of a row within this frame.
    fn numbers(&self, row: usize) -> ([u32; 3], Option<i64>) {
        ([self.team, self.run, self.item].map(|texts| texts.numbers()[row]), self.rank[row])
    }

    /// Returns the subject of a row.
    pub fn subject(&self, row: usize) -> Subject {
        match (self.rank[row], &self.team[row], &self.run[row], &self.item[row]) {
            (Some(rank), ..) => Subject::Rank(u32::try_from(rank).expect("`subjects` checked the ranks")),
            (None, "", "", "") => Subject::Whole,
            (None, "", "", item) => Subject::Item(item.to_owned()),
            (None, "", run, _) => Subject::Run(run.to_owned()),
            (None, team, ..) => Subject::Team(team.to_owned()),
        }
    }
}

/// The draw of every cell if nothing was computed. [`CellTable::number`] then returns a number for every cell, so that
/// a filled table shows which of its cells can be filled.
static BLANK_DRAWS: [CellDraw; 1] =
    [CellDraw { draw: 1, status: Status::Ok, note: String::new(), topics: 0, runs: 0, numbers: Vec::new() }];

impl CellTable {
    /// Creates placeholder cells for the statistics that `table` uses, on collections for which `is_here`
    /// returns true. [`Self::number`] returns a number for every component and subject of these cells.
    pub fn blank(grid: &Grid, table: &Table, is_here: &dyn Fn(usize) -> bool) -> Self {
        let subjects = [Subject::Run(String::new()), Subject::Rank(1), Subject::Item(String::new())];
        let mut cell_table = Self { is_blank: true, subjects: subjects.into(), ..Self::default() };
        let statistics: BTreeSet<usize> =
            table.demands(grid).into_iter().map(|(statistic, _)| statistic).collect();
        let mut seen = HashSet::new();
        for point in grid.all_points().into_iter().filter(|point| is_here(point.collection as usize)) {
            for &statistic in &statistics {
                let about = &grid.statistics[statistic];
                let is_there = (grid.set(&point).is_some_and(|set| set.team().is_some())
                    || !about.entry.needs_team)
                    && (grid.reason_without_scores(&point).is_none() || !about.needs_scores());
                let Some(own_point) = about.own_point(&point, grid) else { continue };
                let statistic = statistic as u32;
                if is_there && seen.insert((statistic, own_point)) {
                    let key = (statistic, own_point.collection, own_point.measure);
                    cell_table.index.entry(key).or_default().push(own_point);
                }
            }
        }
        cell_table
    }

    /// Adds cells in any order. Call [`Self::in_order_of`] when all are added.
    pub fn add(&mut self, cells: Vec<(CellTask, Outcome)>) {
        for (task, outcome) in cells {
            let mut numbers = Vec::with_capacity(outcome.numbers.len());
            for number in &outcome.numbers {
                let component = self.components.get_index_of(&number.component);
                let component = component
                    .unwrap_or_else(|| self.components.insert_full(number.component.clone()).0)
                    as u32;
                let subject = self.subject((task.statistic, task.point), &number.of);
                numbers.push(ShortNumber { component, subject, value: number.value });
            }
            let drawn = CellDraw {
                draw: task.draw,
                status: outcome.status,
                note: outcome.note,
                topics: outcome.topics,
                runs: outcome.runs,
                numbers,
            };
            self.cells.entry((task.statistic, task.point)).or_default().push(drawn);
        }
    }

    /// Sorts the cells into the order of `plan`, and drops cells that are not in it.
    #[must_use]
    pub fn in_order_of(mut self, plan: &Plan) -> Self {
        let mut unordered = std::mem::take(&mut self.cells);
        // A cell has one task for each of its draws.
        for task in plan.groups.iter().flat_map(|group| &group.cells) {
            let cell = (task.statistic, task.point);
            if let Some(draws) = unordered.swap_remove(&cell) {
                self.cells.insert(cell, draws);
            }
        }
        self.indexed()
    }

    /// Sorts the draws of each cell, and builds the index of points.
    fn indexed(mut self) -> Self {
        for ((statistic, point), draws) in &mut self.cells {
            draws.sort_by_key(|drawn| drawn.draw);
            self.index.entry((*statistic, point.collection, point.measure)).or_default().push(*point);
        }
        self
    }

    /// Returns the index of a subject, and records that the cell has a number for this subject.
    fn subject(&mut self, cell: (u32, Point), subject: &Subject) -> u32 {
        let index = self.subjects.get_index_of(subject);
        let index = index.unwrap_or_else(|| self.subjects.insert_full(subject.clone()).0) as u32;
        if has_name(subject) {
            self.named_subjects.entry(cell).or_default().insert(index);
        }
        index
    }

    /// Returns true if a cell may have a number for this subject. That is also the case if a draw of the cell failed.
    pub(super) fn may_have_number_of(&self, statistic: u32, point: &Point, subject: &Subject) -> bool {
        let index = self.subjects.get_index_of(subject).map(|index| index as u32);
        let has_number = || {
            let subjects = self.named_subjects.get(&(statistic, *point)).zip(index);
            subjects.is_some_and(|(subjects, index)| subjects.contains(&index))
        };
        let has_failed = || self.draws(statistic, point).iter().any(|drawn| drawn.status == Status::Failed);
        self.is_blank || !has_name(subject) || has_number() || has_failed()
    }

    /// Returns true if there is no cell.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns true if there are cells, and all of them failed.
    pub fn all_failed(&self) -> bool {
        !self.is_empty() && self.cells.values().flatten().all(|drawn| drawn.status == Status::Failed)
    }

    /// Returns the draws of a cell. There are none if the cell does not exist.
    pub fn draws(&self, statistic: u32, point: &Point) -> &[CellDraw] {
        if self.is_blank {
            return &BLANK_DRAWS;
        }
        self.cells.get(&(statistic, *point)).map_or(&[], Vec::as_slice)
    }

    /// Returns the draw number `draw` of a cell, or `None` if it is missing.
    pub fn drawn(&self, statistic: u32, point: &Point, draw: u32) -> Option<&CellDraw> {
        draw_of(self.draws(statistic, point), draw)
    }

    /// Returns the numbers of a draw, each with its component and subject.
    pub fn numbers<'a>(&'a self, drawn: &'a CellDraw) -> impl Iterator<Item = (&'a str, &'a Subject, f64)> {
        drawn.numbers.iter().map(|number| {
            let component = &self.components[number.component as usize];
            (component.as_str(), &self.subjects[number.subject as usize], number.value)
        })
    }

    /// Returns a subject's number called `component` in a draw.
    pub fn number(&self, drawn: &CellDraw, component: &str, subject: &Subject) -> Option<f64> {
        if self.is_blank {
            return Some(1.0);
        }
        let component = self.components.get_index_of(component)? as u32;
        let index = self.subjects.get_index_of(subject)? as u32;
        let is_requested = |number: &&ShortNumber| number.component == component && number.subject == index;
        // A curve's numbers are sorted by rank, so we can index them instead of searching thousands.
        let by_rank = subject.rank().and_then(|rank| drawn.numbers.get((rank as usize).checked_sub(1)?));
        by_rank
            .filter(is_requested)
            .or_else(|| drawn.numbers.iter().find(is_requested))
            .map(|number| number.value)
    }

    /// Returns the points that `fit` selects among those of one statistic and collection.
    pub fn fitting<'s>(
        &'s self,
        grid: &Grid,
        statistic: u32,
        collection: u32,
        fit: &Fit,
    ) -> impl Iterator<Item = &'s Point> {
        // Most points belong to measures that are not selected, so skip all points of such a measure at once.
        let measures: Vec<Option<u32>> = if grid.statistics[statistic as usize].entry.has_measure {
            let measures = 0..grid.measures.len() as u32;
            measures.filter(|measure| fit.takes(Axis::Measure, *measure)).map(Some).collect()
        } else {
            vec![None]
        };
        let points =
            measures.into_iter().filter_map(move |measure| self.index.get(&(statistic, collection, measure)));
        points.flatten().filter(|point| fit.fits(point))
    }

    /// Returns true if the team of a judgment set contributed a relevant document for at least the share `relevant_for`
    /// of the topics. Always returns true if `relevant_for` is `None` or the set is not about a team.
    ///
    /// # Errors
    /// Returns the reason if it is unknown which teams are eligible in this draw. We do not return false,
    /// because a mean without this team would then look like a mean over the eligible teams.
    pub fn eligible(
        &self,
        grid: &Grid,
        point: &Point,
        relevant_for: Option<f64>,
        draw: u32,
    ) -> Result<bool, &str> {
        let team = grid.set(point).and_then(|set| set.team());
        let (Some(share), Some(team)) = (relevant_for, team) else {
            return Ok(true);
        };
        let facts = grid.statistics.iter().position(|s| s.is(&TEAM_FACTS));
        let facts = facts.expect("`relevant-for` without team facts is refused where it is read") as u32;
        let drawn = self.drawn(facts, &point.roster_point(), draw);
        let drawn = drawn.ok_or("the team facts of this draw were not computed")?;
        if drawn.status == Status::Failed {
            return Err(&drawn.note);
        }
        let team = Subject::Team(team.to_owned());
        Ok(self.number(drawn, "relevant-for", &team).is_some_and(|relevant_for| relevant_for >= share))
    }

    /// Records the cells that the selectors `only` leave out. Without selectors, no cell is left out.
    ///
    /// # Errors
    /// If a selector cannot be read.
    pub fn leaving_out(mut self, grid: &Grid, only: &[String]) -> Result<Self, YamlError> {
        if only.is_empty() {
            return Ok(self);
        }
        let selected: Vec<Fit> =
            only.iter().map(|text| Ok(parse_selector(text)?.on(grid))).collect::<Result<_, YamlError>>()?;
        // A statistic that does not use an axis has one cell for all points of the axis. It is computed if one of these
        // points is selected.
        let (mut computed, mut others) = (HashSet::new(), HashSet::new());
        for point in grid.all_points() {
            let is_selected = selected.iter().any(|fit| fit.fits(&point));
            let cells = if is_selected { &mut computed } else { &mut others };
            for (statistic, about) in (0_u32..).zip(&grid.statistics) {
                cells.extend(about.own_point(&point, grid).map(|own_point| (statistic, own_point)));
            }
        }
        for &(statistic, point) in others.difference(&computed) {
            self.left_out.entry((statistic, point.collection)).or_default().insert(point);
        }
        Ok(self)
    }

    /// Returns the cells that `--only` left out, as statistics and points.
    pub(crate) fn left_out(&self) -> impl Iterator<Item = (u32, &Point)> {
        self.left_out
            .iter()
            .flat_map(|((statistic, _), points)| points.iter().map(|point| (*statistic, point)))
    }

    /// Returns true if `--only` left out this cell.
    pub(crate) fn is_left_out(&self, statistic: u32, point: &Point) -> bool {
        self.left_out.get(&(statistic, point.collection)).is_some_and(|points| points.contains(point))
    }

    /// Returns true if `fit` selects a cell of this statistic and collection that `--only` left out.
    pub(crate) fn leaves_out_any(&self, statistic: u32, collection: u32, fit: &Fit) -> bool {
        let points = self.left_out.get(&(statistic, collection));
        points.is_some_and(|points| points.iter().any(|point| fit.fits(point)))
    }

    /// Returns true if there is a cell of `collection`.
    pub fn has_collection(&self, collection: u32) -> bool {
        self.index.keys().any(|(_, c, _)| *c == collection)
    }

    /// Returns, for each collection, the largest numbers of topics and runs that any cell compares; `None` if no cell
    /// compares runs.
    pub(crate) fn most_compared(&self, grid: &Grid) -> Vec<Option<(usize, usize)>> {
        let mut largest_counts = vec![None; grid.collections.len()];
        for ((statistic, point), draws) in &self.cells {
            if grid.statistics[*statistic as usize].entry.uses_compared_runs {
                for drawn in draws.iter().filter(|drawn| drawn.status == Status::Ok) {
                    let (topics, runs) = largest_counts[point.collection as usize].unwrap_or((0, 0));
                    let largest = (topics.max(drawn.topics as usize), runs.max(drawn.runs as usize));
                    largest_counts[point.collection as usize] = Some(largest);
                }
            }
        }
        largest_counts
    }

    /// Returns the subjects for which `is_wanted` returns true and for which these statistics have numbers on
    /// these collections. Subjects are in the order of the cells.
    pub fn subjects(
        &self,
        statistics: &[u32],
        collections: &[u32],
        is_wanted: impl Fn(&Subject) -> bool,
    ) -> Vec<&Subject> {
        if self.is_blank {
            return self.subjects.iter().filter(|subject| is_wanted(subject)).collect();
        }
        let cells = self.cells.keys().filter(|(statistic, point)| {
            statistics.contains(statistic) && collections.contains(&point.collection)
        });
        let draws = cells.flat_map(|(statistic, point)| self.draws(*statistic, point));
        let numbers = draws.flat_map(|drawn| &drawn.numbers);
        let indices: IndexSet<u32> = numbers.map(|number| number.subject).collect();
        let subjects = indices.into_iter().map(|index| &self.subjects[index as usize]);
        subjects.filter(|subject| is_wanted(subject)).collect()
    }

    /// Returns each draw that failed: the address of its cell, the number of the draw, and the reason.
    pub fn failures<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = (String, u32, &'a str)> {
        self.cells.keys().flat_map(move |(statistic, point)| {
            let failed = self.draws(*statistic, point).iter().filter(|d| d.status == Status::Failed);
            failed.map(move |d| {
                (grid.address(&grid.statistics[*statistic as usize].name, point), d.draw, d.note.as_str())
            })
        })
    }

    /// Returns the bytes of cells.parquet, which has one row for each number, and one for each draw without numbers.
    pub(crate) fn parquet(&self, grid: &Grid, provenance: &str) -> Result<Vec<u8>> {
        let parameters = ParameterColumn::all(grid);
        let parameter_columns =
            parameters.iter().map(|column| (column.name.as_str(), column.kind, column.about.as_str()));
        let empty = Frame::new(COLUMNS.into_iter().chain(parameter_columns));
        write_groups(&empty, provenance, |add| {
            let mut rows = empty.clone();
            for (statistic, point) in self.cells.keys() {
                let about = &grid.statistics[*statistic as usize];
                let collection = &grid.collections[point.collection as usize];
                let address = grid.address(&about.name, point);
                let measure = grid.measure(point).map(|measure| measure.name.as_str()).unwrap_or_default();
                let runs = grid.runs_and_rules(point);
                let topic_sets = grid.topic_sets(point).map(ToString::to_string).unwrap_or_default();
                let parameter_values: Vec<Value<'_>> =
                    parameters.iter().map(|column| column.value(grid, point)).collect();
                for drawn in self.draws(*statistic, point) {
                    // A draw without numbers has a row too.
                    let none = drawn.numbers.is_empty().then_some(("", &Subject::Whole, f64::NAN));
                    for (component, subject, value) in self.numbers(drawn).chain(none) {
                        let [team, run, item] = subject.names();
                        let row: [Value<'_>; COLUMNS.len()] = [
                            (&address).into(),
                            (&about.name).into(),
                            component.into(),
                            (&collection.name).into(),
                            kind_word(collection.entry.descriptor.kind).into(),
                            grid.set_name(point).unwrap_or_default().into(),
                            measure.into(),
                            (&runs).into(),
                            (&topic_sets).into(),
                            team.into(),
                            run.into(),
                            item.into(),
                            drawn.status.word().into(),
                            subject.rank().into(),
                            drawn.draw.into(),
                            // The row of a draw without numbers has NaN, and 0 divided by 0 gives NaN too.
                            // Both are stored as missing values.
                            Some(value).filter(|value| !value.is_nan()).into(),
                            drawn.topics.into(),
                            drawn.runs.into(),
                            (&drawn.note).into(),
                        ];
                        rows.push(row.into_iter().chain(parameter_values.iter().copied()));
                        if rows.rows() == ROW_GROUP {
                            add(&std::mem::replace(&mut rows, empty.clone()))?;
                        }
                    }
                }
            }
            add(&rows)
        })
    }

    /// Reads the rows of cells.parquet. `for_each_frame` delivers some rows at a time, because all rows together would
    /// fill the memory. Rows of collections whose data are missing are skipped. All other rows must belong to `grid`.
    ///
    /// # Errors
    /// If a row that is not skipped does not belong to `grid`, if a row is damaged, if a column is missing,
    /// or if `for_each_frame` fails.
    pub fn read(
        grid: &Grid,
        for_each_frame: impl FnOnce(&mut dyn FnMut(&Frame) -> Result<()>) -> Result<()>,
    ) -> Result<Self> {
        let mut points: HashMap<String, (u32, Point)> = HashMap::new();
        let mut seen: HashSet<(u32, Point)> = HashSet::new();
        for point in grid.all_points() {
            for (statistic, about) in grid.statistics.iter().enumerate() {
                let Some(own_point) = about.own_point(&point, grid) else { continue };
                let cell = (statistic as u32, own_point);
                if seen.insert(cell) {
                    points.insert(grid.address(&about.name, &own_point), cell);
                }
            }
        }
        let (mut cell_table, mut rows) = (Self::default(), 0);
        for_each_frame(&mut |frame| {
            cell_table.add_rows(grid, &points, frame, rows)?;
            rows += frame.rows();
            Ok(())
        })?;
        Ok(cell_table.indexed())
    }

    /// Adds the rows of `frame`, a part of cells.parquet. `earlier_rows` is the number of rows in the parts
    /// before it. `points` has the cells by address.
    fn add_rows(
        &mut self,
        grid: &Grid,
        points: &HashMap<String, (u32, Point)>,
        frame: &Frame,
        earlier_rows: usize,
    ) -> Result<()> {
        let [address, component, status, error] =
            ["address", "component", "status", "error"].map(|name| frame.text(name));
        let (address, component, status, error) = (address?, component?, status?, error?);
        let subjects = subjects(frame)?;
        let collection = frame.text("collection")?;
        let [draw, topics, runs] = ["draw", "n_topics", "n_runs"].map(|name| frame.whole(name));
        let (draw, topics, runs, value) = (draw?, topics?, runs?, frame.number("value")?);
        // Millions of rows have few distinct texts, so each text is looked up only once.
        let cells: Vec<Option<(u32, Point)>> =
            address.stored().map(|name| points.get(name).copied()).collect();
        let components: Vec<u32> =
            component.stored().map(|name| self.components.insert_full(name.to_owned()).0 as u32).collect();
        let statuses: Vec<Status> = status.stored().map(status_of).collect::<Result<_>>()?;
        // If a collection's data are missing, its teams are unknown, and its cells about teams cannot be recognised.
        let is_unavailable =
            |name| grid.collections.iter().any(|c| c.name == name && !c.entry.is_available());
        let unavailable: Vec<bool> = collection.stored().map(is_unavailable).collect();
        let mut known_subjects = HashMap::new();
        // The number of the previous row's address, and the index of its cell.
        let mut last: Option<(u32, usize)> = None;
        for row in 0..frame.rows() {
            if unavailable[collection.numbers()[row] as usize] {
                continue;
            }
            let address_number = address.numbers()[row];
            let cell = cells[address_number as usize].with_context(|| {
                format!(
                    "the results contain {}, which is not a cell of the experiment: run it again",
                    &address[row]
                )
            })?;
            let place = match last {
                Some((last_address, place)) if last_address == address_number => place,
                _ => {
                    let entry = self.cells.entry(cell);
                    let place = entry.index();
                    entry.or_default();
                    place
                }
            };
            last = Some((address_number, place));
            let whole_number = |name: &str, values: &[Option<i64>]| {
                let number = values[row].and_then(|number| u32::try_from(number).ok());
                let row = earlier_rows + row + 1;
                number.with_context(|| {
                    format!("cells.parquet: `{name}` of row {row} is not a whole number: run again")
                })
            };
            let (draw, topics, runs) = (
                whole_number("draw", draw)?,
                whole_number("n_topics", topics)?,
                whole_number("n_runs", runs)?,
            );
            if self.cells[place].last().is_none_or(|last| last.draw != draw) {
                let drawn = CellDraw {
                    draw,
                    status: statuses[status.numbers()[row] as usize],
                    note: error[row].to_owned(),
                    topics,
                    runs,
                    numbers: Vec::new(),
                };
                self.cells[place].push(drawn);
            }
            if let Some(value) = value[row] {
                let component = components[component.numbers()[row] as usize];
                let subject = *known_subjects
                    .entry(subjects.numbers(row))
                    .or_insert_with(|| self.subjects.insert_full(subjects.subject(row)).0 as u32);
                if has_name(&self.subjects[subject as usize]) {
                    self.named_subjects.entry(cell).or_default().insert(subject);
                }
                let draws = &mut self.cells[place];
                let last = draws.last_mut().expect("a draw was added if there was none");
                last.numbers.push(ShortNumber { component, subject, value });
            }
        }
        Ok(())
    }
}

/// Returns the draw with the number `draw`, or `None` if it is missing.
pub(crate) fn draw_of(draws: &[CellDraw], draw: u32) -> Option<&CellDraw> {
    draws.binary_search_by_key(&draw, |drawn| drawn.draw).ok().map(|index| &draws[index])
}

fn status_of(word: &str) -> Result<Status> {
    Ok(match word {
        "ok" => Status::Ok,
        "undefined" => Status::Undefined,
        "failed" => Status::Failed,
        other => bail!("cells.parquet: unknown status `{other}`"),
    })
}

/// The columns that cells.parquet has in every experiment. The columns for parameters and swept rules follow them.
pub(crate) const COLUMNS: [(&str, ColumnKind, &str); 19] = {
    use ColumnKind::{Number, Text, Whole};
    [
        ("address", Text, "the cell: experiment/statistic[axis=value,..]"),
        ("statistic", Text, "name of the statistic in the experiment"),
        ("component", Text, "quantity of the statistic; empty when the cell has no number"),
        ("collection", Text, "name of the collection"),
        ("kind", Text, KINDS),
        ("judgments", Text, "judgment set; empty where the statistic has none"),
        ("measure", Text, "full name of the measure; empty where the statistic has none"),
        ("runs", Text, "which runs are compared, and the swept rules"),
        ("topic_sets", Text, "sets of topics that are compared; empty where the number is over all topics"),
        ("team", Text, "team that the number is about; empty if it is not about a team"),
        ("run", Text, "run that the number is about; empty if it is not about a run"),
        ("item", Text, "labels of the item that the number is about; empty if it is not about an item"),
        ("status", Text, "ok, undefined or failed"),
        ("rank", Whole, "rank that the number belongs to; null if it belongs to none"),
        ("draw", Whole, "number of the draw, from 1: of the twin, or of random runs, judgments or topics"),
        ("value", Number, "the number; null when undefined or failed"),
        ("n_topics", Whole, "number of topics from which it was computed"),
        ("n_runs", Whole, "number of runs from which it was computed"),
        ("error", Text, "why there is no number"),
    ]
};

/// The columns that [`CellTable::read`] reads. The address determines all other columns.
pub(crate) const READ_COLUMNS: [&str; 13] = [
    "address",
    "component",
    "collection",
    "team",
    "run",
    "item",
    "status",
    "rank",
    "draw",
    "value",
    "n_topics",
    "n_runs",
    "error",
];

/// Returns true for subjects with a name, which a table may have hundreds of.
fn has_name(subject: &Subject) -> bool {
    matches!(subject, Subject::Team(_) | Subject::Run(_) | Subject::Item(_))
}
