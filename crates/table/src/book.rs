//! The cells of a run, and cells.parquet.

use std::collections::{BTreeSet, HashMap, HashSet};

use anyhow::{Context, Result, bail};
use rejudge_descriptor::Kind;

use super::blank::Blank;
use rejudge_exec::{GroupResult, Number, Status, Subject};
use rejudge_frame::{Frame, Shared, Values};
use rejudge_grid::{Grid, Point};
use rejudge_statistics::TEAM_FACTS;

/// One draw of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Which draw, from 1.
    pub draw: u32,
    /// How it ended.
    pub status: Status,
    /// Why, unless it ended well.
    pub note: String,
    /// Topics that it is over.
    pub topics: u32,
    /// Runs that it is over.
    pub runs: u32,
    /// Its numbers.
    pub numbers: Vec<Number>,
}

impl Drawn {
    /// The number called `component` of a subject.
    pub fn number(&self, component: &str, of: &Subject) -> Option<f64> {
        let meant = |n: &&Number| n.component == component && n.of == *of;
        // The numbers of a curve stand by rank: thousands of them need no search.
        let by_rank = of.rank().and_then(|rank| self.numbers.get((rank as usize).checked_sub(1)?));
        by_rank.filter(meant).or_else(|| self.numbers.iter().find(meant)).map(|n| n.value)
    }
}

/// The cells of a run.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// Draws by statistic and point, in the order of the plan.
    order: Vec<(u32, Point)>,
    cells: HashMap<(u32, Point), Vec<Drawn>>,
    /// The teams, runs and items that numbers of a cell are of, in any of its draws.
    named: HashMap<(u32, Point), HashSet<Subject>>,
    /// Points by statistic, collection and measure.
    pub(super) index: HashMap<(u32, u32, Option<u32>), Vec<Point>>,
    /// What stands for every cell before anything is computed.
    pub(super) blank: Option<Box<Blank>>,
}

/// The kinds of collections, as columns describe them.
pub const KINDS: &str = "simulated, worked-example, made-up, open, licensed or own";

/// The word for a kind of collection in every result.
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

/// The subjects of the rows of cells.parquet.
pub fn subjects(frame: &Frame) -> Result<Vec<Subject>> {
    let [team, run, item] = ["team", "run", "item"].map(|name| frame.text(name));
    let (team, run, item, rank) = (team?, run?, item?, frame.whole("rank")?);
    let subject =
        |row: usize| {
            Ok(match (rank[row], team[row].as_str(), run[row].as_str(), item[row].as_str()) {
                (Some(rank), ..) => Subject::Rank(u32::try_from(rank).with_context(|| {
                    format!("cells.parquet: `rank` of row {} is {rank}: run again", row + 1)
                })?),
                (None, "", "", "") => Subject::Whole,
                (None, "", "", item) => Subject::Item(item.to_owned()),
                (None, "", run, _) => Subject::Run(run.to_owned()),
                (None, team, ..) => Subject::Team(team.to_owned()),
            })
        };
    (0..frame.rows()).map(subject).collect()
}

impl Book {
    /// The cells of the groups of a run.
    pub fn of_run(groups: &[GroupResult]) -> Self {
        let mut book = Self::default();
        for cell in groups.iter().flat_map(|group| &group.cells) {
            let outcome = &cell.outcome;
            let drawn = Drawn {
                draw: cell.task.draw,
                status: outcome.status,
                note: outcome.note.clone(),
                topics: outcome.topics,
                runs: outcome.runs,
                numbers: outcome.numbers.clone(),
            };
            book.add(cell.task.statistic, cell.task.point, drawn);
        }
        book
    }

    fn add(&mut self, statistic: u32, point: Point, drawn: Drawn) {
        self.name(statistic, point, &drawn.numbers);
        let draws = self.cells.entry((statistic, point)).or_insert_with(|| {
            self.order.push((statistic, point));
            self.index.entry((statistic, point.collection, point.measure)).or_default().push(point);
            Vec::new()
        });
        draws.push(drawn);
    }

    /// Notes what numbers of a cell are of.
    fn name(&mut self, statistic: u32, point: Point, numbers: &[Number]) {
        for Number { of, .. } in numbers.iter().filter(|number| is_named(&number.of)) {
            let named = self.named.entry((statistic, point)).or_default();
            if !named.contains(of) {
                named.insert(of.clone());
            }
        }
    }

    /// Whether a cell may have a number of this subject; where a draw failed, it might have had one.
    pub(super) fn may_tell_of(&self, statistic: u32, point: &Point, of: &Subject) -> bool {
        let named = || self.named.get(&(statistic, *point)).is_some_and(|named| named.contains(of));
        let has_failed = || self.draws(statistic, point).iter().any(|drawn| drawn.status == Status::Failed);
        self.blank.is_some() || !is_named(of) || named() || has_failed()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Draws of a cell.
    pub fn draws(&self, statistic: u32, point: &Point) -> &[Drawn] {
        match &self.blank {
            Some(blank) => &blank.draws,
            None => self.cells.get(&(statistic, *point)).map_or(&[], Vec::as_slice),
        }
    }

    /// The number called `component` of a subject, in one of the draws.
    pub fn number(&self, drawn: &Drawn, component: &str, of: &Subject) -> Option<f64> {
        if self.blank.is_some() { Some(1.0) } else { drawn.number(component, of) }
    }

    /// Points of a statistic in a collection, for a measure, or none.
    pub fn points(&self, statistic: u32, collection: u32, measure: Option<u32>) -> &[Point] {
        self.index.get(&(statistic, collection, measure)).map_or(&[], Vec::as_slice)
    }

    /// Returns true if the team that a judgment set is about brought a relevant document for the share
    /// `relevant_for` of the topics. Sets that are about no team always count.
    ///
    /// # Errors
    /// The reason why nothing is known of the teams in this draw. A mean without them would pass for a mean
    /// over the eligible teams.
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
        let facts = grid.statistics.iter().position(|s| s.kind.is(&TEAM_FACTS));
        let facts = facts.expect("`relevant-for` without team facts is refused where it is read") as u32;
        let drawn = self.draws(facts, &point.of_runs()).iter().find(|d| d.draw == draw);
        let drawn = drawn.ok_or("the team facts of this draw were not computed")?;
        if drawn.status == Status::Failed {
            return Err(&drawn.note);
        }
        let team = Subject::Team(team.to_owned());
        Ok(self.number(drawn, "relevant-for", &team).is_some_and(|found| found >= share))
    }

    /// Whether any cell of `collection` is there.
    pub fn has_collection(&self, collection: u32) -> bool {
        self.index.keys().any(|(_, c, _)| *c == collection)
    }

    /// What the numbers of some statistics of some collections are of, in the order of the cells, as far as
    /// `wanted`.
    pub fn subjects(
        &self,
        statistics: &[u32],
        collections: &[u32],
        wanted: impl Fn(&Subject) -> bool,
    ) -> Vec<&Subject> {
        if let Some(blank) = &self.blank {
            return blank.subjects.iter().filter(|of| wanted(of)).collect();
        }
        let (mut out, mut known) = (Vec::new(), BTreeSet::new());
        let here = self.order.iter().filter(|(statistic, point)| {
            statistics.contains(statistic) && collections.contains(&point.collection)
        });
        for number in
            here.flat_map(|(statistic, point)| self.draws(*statistic, point)).flat_map(|d| &d.numbers)
        {
            if wanted(&number.of) && known.insert(&number.of) {
                out.push(&number.of);
            }
        }
        out
    }

    /// All cells that failed: address, draw and reason.
    pub fn failures<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = (String, u32, &'a str)> {
        self.order.iter().flat_map(move |(statistic, point)| {
            let failed = self.draws(*statistic, point).iter().filter(|d| d.status == Status::Failed);
            failed.map(move |d| {
                (grid.address(&grid.statistics[*statistic as usize].name, point), d.draw, d.note.as_str())
            })
        })
    }

    /// The rows of cells.parquet: one a number.
    pub fn frame(&self, grid: &Grid) -> Frame {
        #[derive(Default)]
        struct Rows {
            text: [Shared; 14],
            rank: Vec<Option<i64>>,
            draw: Vec<Option<i64>>,
            value: Vec<Option<f64>>,
            topics: Vec<Option<i64>>,
            runs: Vec<Option<i64>>,
        }
        // Millions of rows of few different texts: a row holds the number of each.
        let mut rows = Rows::default();
        for (statistic, point) in &self.order {
            let about = &grid.statistics[*statistic as usize];
            let collection = &grid.collections[point.collection as usize];
            let address = grid.address(&about.name, point);
            let judgments = grid.set_name(point).unwrap_or_default();
            let measure = grid.measure(point).map(|measure| measure.name.as_str()).unwrap_or_default();
            let runs = grid.compared(point);
            let topic_sets = grid.topic_sets(point).map(ToString::to_string).unwrap_or_default();
            for drawn in self.draws(*statistic, point) {
                let numbers = drawn.numbers.iter().map(Some);
                // A cell without numbers has a row too.
                for number in numbers.chain(drawn.numbers.is_empty().then_some(None)) {
                    let of = number.map_or(&Subject::Whole, |number| &number.of);
                    let [team, run, item] = of.names();
                    let text: [&str; 14] = [
                        &address,
                        &about.name,
                        number.map_or("", |number| &number.component),
                        &collection.name,
                        kind_word(collection.entry.descriptor.kind),
                        judgments,
                        measure,
                        &runs,
                        &topic_sets,
                        team,
                        run,
                        item,
                        drawn.status.word(),
                        &drawn.note,
                    ];
                    for (column, value) in rows.text.iter_mut().zip(text) {
                        let number = column.number(value);
                        column.push(number);
                    }
                    rows.rank.push(of.rank().map(i64::from));
                    rows.draw.push(Some(i64::from(drawn.draw)));
                    let value = number.map(|number| number.value);
                    // A quotient of nothing is no number.
                    rows.value.push(value.filter(|value| !value.is_nan()));
                    rows.topics.push(Some(i64::from(drawn.topics)));
                    rows.runs.push(Some(i64::from(drawn.runs)));
                }
            }
        }
        let [text @ .., notes] = rows.text;
        let abouts: [(&str, &str); 13] = [
            ("address", "the cell: experiment/statistic[axis=value,..]"),
            ("statistic", "name of the statistic in the experiment"),
            ("component", "quantity of the statistic; empty when the cell has no number"),
            ("collection", "name of the collection"),
            ("kind", KINDS),
            ("judgments", "judgment set; empty where the statistic has none"),
            ("measure", "full name of the measure; empty where the statistic has none"),
            ("runs", "which runs are compared, and the swept rules"),
            ("topic_sets", "sets of topics that are compared; empty where the number is over all topics"),
            ("team", "team that the number is of; empty where it is no team's"),
            ("run", "run that the number is of; empty where it is no run's"),
            ("item", "labels of the item that the number is of; empty where it is no item's"),
            ("status", "ok, undefined or failed"),
        ];
        let mut frame = Frame::default();
        for ((name, about), values) in abouts.into_iter().zip(text) {
            frame = frame.with(name, about, Values::Shared(values));
        }
        frame
            .with("rank", "rank that the number is at; null where it is at none", Values::Whole(rows.rank))
            .with("draw", "draw of the twin or of the choice of runs, from 1", Values::Whole(rows.draw))
            .with("value", "the number; null when undefined or failed", Values::Number(rows.value))
            .with("n_topics", "topics that it is over", Values::Whole(rows.topics))
            .with("n_runs", "runs that it is over", Values::Whole(rows.runs))
            .with("error", "why there is no number", Values::Shared(notes))
    }

    /// Reads the rows of cells.parquet back; every row must belong to `grid`.
    pub fn of_frame(grid: &Grid, frame: &Frame) -> Result<Self> {
        let mut points: HashMap<String, (u32, Point)> = HashMap::new();
        let mut known: HashMap<(u32, Point), ()> = HashMap::new();
        for point in grid.all_points() {
            for (statistic, about) in grid.statistics.iter().enumerate() {
                let Some(own) = about.own_point(&point, grid) else { continue };
                if known.insert((statistic as u32, own), ()).is_none() {
                    points.insert(grid.address(&about.name, &own), (statistic as u32, own));
                }
            }
        }
        let [address, component, status, error] =
            ["address", "component", "status", "error"].map(|name| frame.text(name));
        let (address, component, status, error) = (address?, component?, status?, error?);
        let subjects = subjects(frame)?;
        let collection = frame.text("collection")?;
        let [draw, topics, runs] = ["draw", "n_topics", "n_runs"].map(|name| frame.whole(name));
        let (draw, topics, runs, value) = (draw?, topics?, runs?, frame.number("value")?);
        let mut book = Self::default();
        for row in 0..frame.rows() {
            // Without its data a collection does not know its teams, and so not all of its cells.
            if grid.collections.iter().any(|c| c.name == collection[row] && !c.entry.available()) {
                continue;
            }
            let (statistic, point) = *points.get(&address[row]).with_context(|| {
                format!("the results hold {}, which is no cell of the experiment: run it again", address[row])
            })?;
            let whole = |name: &str, values: &[Option<i64>]| {
                let number = values[row].and_then(|number| u32::try_from(number).ok());
                number.with_context(|| {
                    format!("cells.parquet: `{name}` of row {} is no whole number: run again", row + 1)
                })
            };
            let drawn = Drawn {
                draw: whole("draw", draw)?,
                status: match status[row].as_str() {
                    "ok" => Status::Ok,
                    "undefined" => Status::Undefined,
                    "failed" => Status::Failed,
                    other => bail!("cells.parquet: unknown status `{other}`"),
                },
                note: error[row].clone(),
                topics: whole("n_topics", topics)?,
                runs: whole("n_runs", runs)?,
                numbers: Vec::new(),
            };
            let number = value[row].map(|value| Number {
                component: component[row].clone(),
                of: subjects[row].clone(),
                value,
            });
            let same = book.cells.get_mut(&(statistic, point)).and_then(|draws| draws.last_mut());
            match same.filter(|last| last.draw == drawn.draw) {
                Some(last) => {
                    last.numbers.extend(number.clone());
                    book.name(statistic, point, number.as_slice());
                }
                None => {
                    let numbers = number.into_iter().collect();
                    book.add(statistic, point, Drawn { numbers, ..drawn });
                }
            }
        }
        Ok(book)
    }
}

/// Whether it has a name, of which there may be hundreds in a table.
fn is_named(of: &Subject) -> bool {
    matches!(of, Subject::Team(_) | Subject::Run(_) | Subject::Item(_))
}
