//! Tables as the experiment asks for them.
//!
//! More than 300 lines: the one walk from rows, columns and lines of a table to the values in its cells.

use rejudge_descriptor::Base;

use super::aggregate::{AggregatedCell, taken};
use super::book::{Book, kind_word};
use super::filled::{Asked, Filled, FilledCell, FilledTable};
use rejudge_exec::{GroupResult, Status, Subject};
use rejudge_grid::{Collection, Dimension, Grid, Lines, Point, Quantity, Selection, Table};
use rejudge_spec::Take;

/// A line of a table with one value of its dimension.
#[derive(Clone, Debug, Default)]
struct Bound {
    label: String,
    quantity: String,
    selection: Selection,
    collection: Option<u32>,
    measure: Option<u32>,
    judgments: Option<String>,
    /// Of the judgments: rows may run over one, and columns over another.
    parameters: Vec<(&'static str, String)>,
    /// The same of the sets of topics.
    of_topic_sets: Vec<(&'static str, String)>,
    of: Subject,
}

/// The cells of a run with every table.
#[derive(Clone, Debug)]
pub struct FilledBook {
    /// The cells.
    pub book: Book,
    /// The tables that are made of them.
    pub tables: Filled,
}

impl FilledBook {
    /// The cells of the groups of a run. What the tables' cells are made of is not told: of hundreds of runs
    /// and teams that would take most of the memory.
    pub fn of_run(grid: &Grid, groups: &[GroupResult]) -> Self {
        let book = Book::of_run(groups);
        let tables = grid.tables.iter().map(|table| filled(grid, &book, table, false)).collect();
        Self { book, tables }
    }
}

/// Fills every table.
pub fn fill_all(grid: &Grid, book: &Book) -> Filled {
    grid.tables.iter().map(|table| fill(grid, book, table)).collect()
}

/// Fills one table.
pub fn fill(grid: &Grid, book: &Book, table: &Table) -> FilledTable {
    filled(grid, book, table, true)
}

/// Fills one table; with what each cell is made of, where that is `told`.
fn filled(grid: &Grid, book: &Book, table: &Table, told: bool) -> FilledTable {
    let mut cells = Vec::new();
    let asked: Vec<u32> = table.demands(grid).into_iter().map(|(statistic, _)| statistic as u32).collect();
    let outer = Bound { selection: table.common.clone(), ..Bound::default() };
    let panels = match &table.panels {
        Some(lines) => bind(grid, book, &asked, lines, &outer),
        None => vec![outer.clone()],
    };
    for panel in &panels {
        for row in bind(grid, book, &asked, &table.rows, panel) {
            for column in bind(grid, book, &asked, &table.columns, &row) {
                for quantity in column.selection.cells.clone().unwrap_or_default() {
                    let labels = [&panel.label, &row.label, &column.label].map(Clone::clone);
                    let mut cell = cell(grid, book, &column, &quantity, labels, row.quantity.clone());
                    if !told {
                        cell.asked = Asked::default();
                    }
                    cells.push(cell);
                }
            }
        }
    }
    let (name, caption, show, plot) =
        (table.name.clone(), table.caption.clone(), table.show.clone(), table.plot.clone());
    FilledTable { name, caption, show, plot, cells }
}

/// The lines within an outer line: each is the outer one, narrowed. Runs, ranks and items are those of the
/// statistics that the table asks for.
fn bind(grid: &Grid, book: &Book, asked: &[u32], lines: &Lines, outer: &Bound) -> Vec<Bound> {
    let inner = |label: &str| Bound { label: label.to_owned(), ..outer.clone() };
    match lines {
        Lines::Listed(lines) => lines
            .iter()
            .map(|line| Bound {
                quantity: line.quantity.clone(),
                selection: outer.selection.refined(&line.selection),
                ..inner(&line.label)
            })
            // A line that is meant for other collections has no place in this panel.
            .filter(|bound| {
                let fit = bound.selection.selector.on(grid);
                bound.collection.is_none_or(|collection| fit.takes_collection(collection))
            })
            .collect(),
        Lines::Axis(dimension) => {
            let fit = outer.selection.selector.on(grid);
            let collections: Vec<u32> = match outer.collection {
                Some(collection) => vec![collection],
                None => (0..grid.collections.len() as u32)
                    .filter(|&collection| fit.takes_collection(collection) && book.has_collection(collection))
                    .collect(),
            };
            match dimension {
                Dimension::Collection => collections
                    .into_iter()
                    .map(|c| Bound { collection: Some(c), ..inner(&grid.collections[c as usize].name) })
                    .collect(),
                Dimension::Measure => (0..grid.measures.len() as u32)
                    .filter(|&measure| fit.takes_measure(measure))
                    .filter(|_| collections.iter().any(|&collection| fit.takes_collection(collection)))
                    .map(|m| Bound { measure: Some(m), ..inner(&grid.measures[m as usize].label) })
                    .collect(),
                Dimension::Team => {
                    let mut teams: Vec<&String> =
                        collections.iter().flat_map(|&c| &grid.collections[c as usize].teams).collect();
                    teams.dedup();
                    teams.into_iter().map(|t| Bound { of: Subject::Team(t.clone()), ..inner(t) }).collect()
                }
                // Draws are no lines of a table.
                Dimension::Draw => Vec::new(),
                Dimension::Run | Dimension::Rank | Dimension::Item => {
                    let wanted = |of: &Subject| match of {
                        Subject::Run(_) => *dimension == Dimension::Run,
                        Subject::Rank(_) => *dimension == Dimension::Rank,
                        Subject::Item(_) => *dimension == Dimension::Item,
                        Subject::Whole | Subject::Team(_) => false,
                    };
                    let label = |of: &Subject| match of {
                        Subject::Rank(rank) => rank.to_string(),
                        of => of.names().concat(),
                    };
                    let subjects = book.subjects(asked, &collections, wanted).into_iter();
                    subjects.map(|of| Bound { of: of.clone(), ..inner(&label(of)) }).collect()
                }
                Dimension::OfTopicSets(name) => {
                    let taken = (0..grid.topic_sets.len()).filter(|&sets| fit.takes_topic_sets(sets as u32));
                    let mut out: Vec<Bound> = Vec::new();
                    for value in taken.filter_map(|sets| grid.topic_sets[sets].argument(name)) {
                        if out.iter().all(|known| known.label != value) {
                            let mut bound = inner(value);
                            bound.of_topic_sets.push((*name, value.to_owned()));
                            out.push(bound);
                        }
                    }
                    out
                }
                Dimension::Judgments | Dimension::Parameter(_) => {
                    let mut out: Vec<Bound> = Vec::new();
                    for &collection in &collections {
                        let at = &grid.collections[collection as usize];
                        for (judgments, set) in at.judgments.iter().enumerate() {
                            let takes = fit.takes_collection(collection)
                                && fit.takes_judgments(collection, judgments as u32);
                            if !takes {
                                continue;
                            }
                            let bound = match dimension {
                                Dimension::Parameter(name) => set.argument(name).map(|value| {
                                    let mut bound = inner(value);
                                    bound.parameters.push((*name, value.to_owned()));
                                    bound
                                }),
                                _ => Some(Bound {
                                    judgments: Some(at.judgment_names[judgments].clone()),
                                    ..inner(&at.judgment_names[judgments])
                                }),
                            };
                            out.extend(bound.filter(|b| out.iter().all(|known| known.label != b.label)));
                        }
                    }
                    out
                }
            }
        }
    }
}

fn cell(
    grid: &Grid,
    book: &Book,
    bound: &Bound,
    quantity: &Quantity,
    [panel, row, column]: [String; 3],
    row_quantity: String,
) -> FilledCell {
    let fit = bound.selection.selector.on(grid);
    let meant: Vec<u32> = match bound.collection {
        Some(collection) => vec![collection],
        None => (0..grid.collections.len() as u32)
            .filter(|&collection| fit.takes_collection(collection) && book.has_collection(collection))
            .collect(),
    };
    let collection = meant.first().copied().unwrap_or(0);
    let at = &grid.collections[collection as usize];
    let mut filled = FilledCell {
        panel,
        collection: at.name.clone(),
        kind: kind_word(at.entry.descriptor.kind),
        row,
        row_quantity,
        column,
        quantity: quantity.name.clone(),
        coefficient: grid.statistics[quantity.statistic].kind.coefficient().unwrap_or_default(),
        draws: Vec::new(),
        averaged: 0.0,
        note: String::new(),
        decimals: bound.selection.decimals.unwrap_or(3),
        percent: bound.selection.percent,
        asked: Asked::default(),
    };
    let statistic = quantity.statistic as u32;
    let has_measure = grid.statistics[quantity.statistic].kind.entry().has_measure;
    // A line may select its measure instead of running over them.
    let measures = match bound.measure {
        _ if !has_measure => vec![None],
        Some(measure) => vec![Some(measure)],
        None => (0..grid.measures.len() as u32).map(Some).collect(),
    };
    let takes = |measure: &Option<u32>| measure.is_none_or(|measure| fit.takes_measure(measure));
    let asked_for = fit.takes_collection(collection) && measures.iter().any(takes);
    if meant.len() > 1 {
        let note = format!("{} collections fit; say `panels: collection`", meant.len());
        return FilledCell { note, ..filled };
    }
    let of_judgments = |point: &&Point| {
        let (Some(set), Some(name)) = (grid.set(point), grid.set_name(point)) else { return true };
        bound.judgments.as_ref().is_none_or(|wanted| wanted == name)
            && bound.parameters.iter().all(|(p, value)| set.argument(p) == Some(value.as_str()))
    };
    let of_topic_sets = |point: &&Point| {
        // What is not of sets of topics is of no size of them.
        let Some(sets) = grid.topic_sets(point) else { return bound.of_topic_sets.is_empty() };
        bound.of_topic_sets.iter().all(|(p, value)| sets.argument(p) == Some(value.as_str()))
    };
    let mut points: Vec<&Point> = measures
        .into_iter()
        .flat_map(|measure| book.points(statistic, collection, measure))
        .filter(|p| fit.fits(p))
        .filter(of_judgments)
        .filter(of_topic_sets)
        .collect();
    let over_draws = bound.selection.over == Some(Dimension::Draw);
    if !over_draws {
        filled.asked = Asked {
            statistic,
            component: quantity.component,
            points: points.iter().map(|point| **point).collect(),
            of: bound.of.clone(),
            take: bound.selection.over.as_ref().map(|_| bound.selection.take.unwrap_or_default()),
            relevant_for: bound.selection.relevant_for,
        };
    }
    let Some(over) = bound.selection.over.as_ref().filter(|_| !over_draws) else {
        return match points.as_slice() {
            // A row and a column that no measure is of both ask for nothing, so that nothing is missing.
            [] if !asked_for => filled,
            [] => FilledCell { note: "no such cell".to_owned(), ..filled },
            [point] => {
                for drawn in book.draws(statistic, point) {
                    match book.number(drawn, quantity.component, &bound.of) {
                        Some(value) => filled.draws.push((drawn.draw, value)),
                        None => filled.note = drawn.note.clone(),
                    }
                }
                filled.averaged = 1.0;
                if over_draws { one_of_draws(filled, bound.selection.take) } else { filled }
            }
            many => {
                let note = format!("{} cells fit; say `over:` to average them", many.len());
                FilledCell { note, ..filled }
            }
        };
    };
    let take = bound.selection.take.unwrap_or_default();
    let place = |point: &Point| over.place_of(grid, point);
    let whole = whole(over, at);
    if take.is_of_a_curve() {
        points.retain(|point| place(point).is_some());
    }
    if !differ_only_in(&points, over, grid) {
        let note = format!("{} cells fit that differ in more than what `over` names", points.len());
        return FilledCell { note, ..filled };
    }
    let draws = points.first().map_or(1, |point| grid.draws_at(collection as usize, point.runs));
    // Of hundreds of teams, one has anything to say of a run. A knee minds what is missing.
    if !matches!(take, Take::Knee(_)) {
        points.retain(|point| book.may_tell_of(statistic, point, &bound.of));
    }
    let mut averaged = 0;
    'draws: for draw in 1..=draws {
        let mut cells = Vec::new();
        for point in &points {
            let drawn = book.draws(statistic, point).iter().find(|d| d.draw == draw);
            let Some(drawn) = drawn else { continue };
            if drawn.status == Status::Failed {
                // A mean over the others would pass for a mean over all.
                filled.note = format!("failed: {}", drawn.note);
                continue 'draws;
            }
            if book.eligible(grid, point, bound.selection.relevant_for, draw) {
                let value = book.number(drawn, quantity.component, &bound.of);
                if value.is_none() && matches!(take, Take::Knee(_)) {
                    filled.note = drawn.note.clone();
                }
                cells.push(AggregatedCell { at: place(point), value });
            }
        }
        averaged += cells.iter().filter(|cell| cell.value.is_some()).count();
        filled.draws.extend(taken(take, &cells, whole).map(|value| (draw, value)));
    }
    filled.averaged = averaged as f64 / f64::from(draws.max(1));
    if filled.draws.is_empty() && filled.note.is_empty() {
        filled.note = match (over, bound.selection.relevant_for) {
            (Dimension::Parameter("team"), Some(_)) => "no eligible team".to_owned(),
            _ => "no such cell".to_owned(),
        };
    }
    filled
}

/// A cell whose draws become one number.
fn one_of_draws(filled: FilledCell, take: Option<Take>) -> FilledCell {
    let of_draw = |&(_, value): &(u32, f64)| AggregatedCell { at: None, value: Some(value) };
    let cells: Vec<AggregatedCell> = filled.draws.iter().map(of_draw).collect();
    let draws = taken(take.unwrap_or_default(), &cells, None).map(|value| (1, value));
    FilledCell { draws: draws.into_iter().collect(), averaged: cells.len() as f64, ..filled }
}

/// Where on a curve over `dimension` nothing is left out: the rate 1, or the depth of the collection's pool.
fn whole(dimension: &Dimension, at: &Collection) -> Option<f64> {
    let descriptor = &at.entry.descriptor;
    match (dimension, descriptor.base) {
        (Dimension::Parameter("depth"), Base::Repooled { depth }) => Some(depth.into()),
        (Dimension::Parameter("depth"), Base::AsJudged) => descriptor.pool_depth.map(f64::from),
        _ => Some(1.0),
    }
}

/// Whether `points` differ in the dimension that they are averaged over and in nothing else.
fn differ_only_in(points: &[&Point], over: &Dimension, grid: &Grid) -> bool {
    let rest = |point: &&Point| {
        let name = grid.set_name(point).unwrap_or_default().to_owned();
        let set = grid.set(point);
        let judgments = match over {
            Dimension::Judgments => String::new(),
            Dimension::Parameter(parameter) => match set.and_then(|set| set.argument(parameter)) {
                Some(value) => name.replacen(&format!("{parameter}={value}"), parameter, 1),
                None => name,
            },
            _ => name,
        };
        let sets = grid.topic_sets(point).map(|sets| match over {
            Dimension::OfTopicSets(parameter) => sets.without(parameter),
            _ => sets.clone(),
        });
        (point.runs, point.evaluation, judgments, sets)
    };
    points.windows(2).all(|pair| rest(&pair[0]) == rest(&pair[1]))
}
