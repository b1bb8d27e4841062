//! The columns of check rows. checks.parquet, the cells of a page and the paper's tables are views of this one list.

use std::borrow::Cow;

use super::check_row::{CheckRow, CheckedNumber, ends};
use super::computed::half_step;
use super::verdict::Verdict;
use crate::table::FilledCell;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_tables::frame::{Frame, Values};

/// A view of check rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// checks.parquet: an entry for each row.
    Checks,
    /// The cells of a page, as words.
    Page,
    /// The same, as numbers.
    PageNumbers,
    /// A table of the paper: an entry for each number of a row, or for a row without any.
    Paper,
}

/// A row with one of its numbers, if the view is of numbers and it has any.
#[derive(Clone, Copy)]
pub(super) struct Entry<'r> {
    pub row: &'r CheckRow<'r>,
    pub number: Option<&'r CheckedNumber<'r>>,
}

impl<'r> Entry<'r> {
    /// The entry of a whole row.
    pub fn whole(row: &'r CheckRow<'r>) -> Self {
        Self { row, number: None }
    }

    /// Returns the cell of the simulated collection, if it has draws.
    pub fn twin(self) -> Option<&'r FilledCell> {
        self.number?.twin.filter(|like| !like.draws.is_empty())
    }

    pub fn panel(self) -> &'r str {
        self.row.cell.address.panel.as_deref().unwrap_or_default()
    }

    pub fn quantity(self) -> &'r str {
        self.row.cell.address.quantity.as_deref().unwrap_or_default()
    }
}

/// A column of some views.
pub(super) struct Column {
    pub name: &'static str,
    /// A description.
    about: &'static str,
    views: &'static [View],
    values: fn(&[Entry<'_>]) -> Values,
}

/// The columns, each with its views and its values.
static COLUMNS: &[Column] = {
    use View::{Checks, Page, PageNumbers, Paper};
    &[
        Column {
            name: "table",
            about: "name of the table",
            views: &[Checks],
            values: |rows| texts(rows, |of| of.row.cell.address.table.as_str().into()),
        },
        Column {
            name: "panel",
            about: "panel of the table; empty without panels",
            views: &[Checks, Page, Paper],
            values: |rows| texts(rows, |of| of.panel().into()),
        },
        Column {
            name: "row",
            about: "label of the row",
            views: &[Checks, Page],
            values: |rows| texts(rows, |of| of.row.cell.address.row.as_str().into()),
        },
        Column {
            name: "row",
            about: "label of the row; numbers where all are",
            views: &[Paper],
            values: |rows| labels(rows, |of| &of.row.cell.address.row),
        },
        Column {
            name: "column",
            about: "label of the column",
            views: &[Checks, Page],
            values: |rows| texts(rows, |of| of.row.cell.address.column.as_str().into()),
        },
        Column {
            name: "quantity",
            about: "what is printed, where a cell or row holds several",
            views: &[Checks, Page, Paper],
            values: |rows| texts(rows, |of| of.quantity().into()),
        },
        Column {
            name: "column",
            about: "label of the column; numbers where all are",
            views: &[Paper],
            values: |rows| labels(rows, |of| &of.row.cell.address.column),
        },
        Column {
            name: "part",
            about: "which number of a cell that holds several: low, high, before, after, ..",
            views: &[Paper],
            values: |rows| texts(rows, |of| of.number.map_or("", |number| number.part).into()),
        },
        Column {
            name: "printed",
            about: "as printed; a dash or nothing where no number is",
            views: &[Checks, PageNumbers, Paper],
            values: |rows| texts(rows, |of| text_if(of, of.row.cell.worked_out_from.is_none())),
        },
        Column {
            name: "worked_out",
            about: "the number expected where none is printed",
            views: &[Checks, PageNumbers],
            values: |rows| texts(rows, |of| text_if(of, of.row.cell.worked_out_from.is_some())),
        },
        Column {
            name: "worked_out_from",
            about: "what that was worked out from",
            views: &[Checks],
            values: |rows| {
                texts(rows, |of| of.row.cell.worked_out_from.as_deref().unwrap_or_default().into())
            },
        },
        Column {
            name: "should_be",
            about: "what a known erratum says that should be printed; empty where none does",
            views: &[Checks],
            values: |rows| {
                texts(rows, |of| of.row.cell.should_be.as_ref().map_or("", |meant| &meant.text).into())
            },
        },
        Column {
            name: "value",
            about: "the printed number; a percentage is a share",
            views: &[Paper],
            values: |rows| numbers(rows, |of| Some(of.number?.printed)),
        },
        Column {
            name: "meant",
            about: "the same; of a known misprint what it should be",
            views: &[Paper],
            values: |rows| numbers(rows, |of| Some(of.number?.meant)),
        },
        Column {
            name: "kind",
            about: "what the cell needs to be reproduced",
            views: &[Checks],
            values: |rows| texts(rows, |of| to_compact(&of.row.cell.kind).into()),
        },
        Column {
            name: "standing",
            about: "what is known of it: recomputed, recomputed-otherwise, real-drawn, waiting, transcribed, not-computed, left-out or differs",
            views: &[Checks, Page],
            values: |rows| texts(rows, |of| of.row.outcome.standing().name.into()),
        },
        Column {
            name: "computed",
            about: "computed value, or the mean of the draws",
            views: &[Checks, PageNumbers],
            values: |rows| numbers(rows, |of| Some(of.row.computed.as_ref()?.value)),
        },
        Column {
            name: "diff",
            about: "computed minus printed",
            views: &[Checks],
            values: |rows| numbers(rows, |of| Some(of.row.computed.as_ref()?.diff)),
        },
        Column {
            name: "percentile",
            about: "percentile of the printed value among the draws",
            views: &[Checks],
            values: |rows| numbers(rows, |of| of.row.computed.as_ref()?.percentile),
        },
        Column {
            name: "central_low",
            about: "smallest of the central 99% of the draws, of the cell's farthest number",
            views: &[Checks],
            values: |rows| numbers(rows, |of| Some(of.row.own_place()?.central[0])),
        },
        Column {
            name: "central_high",
            about: "largest of them",
            views: &[Checks],
            values: |rows| numbers(rows, |of| Some(of.row.own_place()?.central[1])),
        },
        Column {
            name: "distance",
            about: "that number minus the mean of its draws, in their standard deviations; infinite if all draws are equal",
            views: &[Checks],
            values: |rows| numbers(rows, |of| Some(of.row.own_place()?.distance)),
        },
        Column {
            name: "outcome",
            about: "what became of it with the data that are here",
            views: &[Checks],
            values: |rows| texts(rows, |of| to_compact(&of.row.outcome).into()),
        },
        Column {
            name: "line",
            about: "line of expected.yaml; of real runs that of the collection's file",
            views: &[Checks],
            values: |rows| whole(rows, |of| Some(of.row.cell.at.line as i64)),
        },
        Column {
            name: "twin",
            about: "mean over the draws of the twin",
            views: &[Paper],
            values: |rows| numbers(rows, |of| of.twin()?.mean()),
        },
        Column {
            name: "lo",
            about: "lower end of the prediction interval of the twin's draws",
            views: &[Paper],
            values: |rows| numbers(rows, |of| Some(ends(of.twin()?)?.0)),
        },
        Column {
            name: "hi",
            about: "upper end of the prediction interval of the twin's draws",
            views: &[Paper],
            values: |rows| numbers(rows, |of| Some(ends(of.twin()?)?.1)),
        },
        Column {
            name: "sd",
            about: "standard deviation over the draws of the twin",
            views: &[Paper],
            values: |rows| numbers(rows, |of| of.twin()?.sd()),
        },
        Column {
            name: "half_step",
            about: "half of the step between printed numbers of this form; 0 where it is exact",
            views: &[Paper],
            values: |rows| numbers(rows, |of| of.twin().map(|_| half_step(of.row.cell.value))),
        },
        Column {
            name: "used",
            about: "what was done with the number: given to the twin, fitted, held out; empty without a twin",
            views: &[Paper],
            values: |rows| {
                texts(rows, |of| of.number.and_then(|number| number.used).unwrap_or_default().into())
            },
        },
        Column {
            name: "draws",
            about: "draws of the twin",
            views: &[Paper],
            values: |rows| whole(rows, |of| Some(of.twin()?.draws.len() as i64)),
        },
        Column {
            name: "real",
            about: "computed of what the paper's numbers are of, where it is here: its data, or a worked example",
            views: &[Paper],
            values: |rows| numbers(rows, |of| of.number?.real?.mean()),
        },
        Column {
            name: "collection",
            about: "the paper's collection; empty where the table is of none",
            views: &[Paper],
            values: |rows| {
                texts(rows, |of| match of.row.cell.kind.needs_data() {
                    true => of.row.cell.address.collection().into(),
                    false => "".into(),
                })
            },
        },
        Column {
            name: "simulated_by",
            about: "its twin, as `collection` of the other files of results names it",
            views: &[Paper],
            values: |rows| texts(rows, |of| of.twin().map_or("", |like| &like.collection).into()),
        },
    ]
};

fn text_if(of: Entry<'_>, is_shown: bool) -> Cow<'_, str> {
    if is_shown { of.row.cell.text.as_str().into() } else { "".into() }
}

fn texts(rows: &[Entry<'_>], text: impl for<'r> Fn(Entry<'r>) -> Cow<'r, str>) -> Values {
    rows.iter().map(|of| text(*of)).collect()
}

fn numbers(rows: &[Entry<'_>], number: impl Fn(Entry<'_>) -> Option<f64>) -> Values {
    Values::Number(rows.iter().map(|of| number(*of)).collect())
}

fn whole(rows: &[Entry<'_>], number: impl Fn(Entry<'_>) -> Option<i64>) -> Values {
    Values::Whole(rows.iter().map(|of| number(*of)).collect())
}

/// Returns the labels of an axis: numbers if each of them is one.
fn labels(rows: &[Entry<'_>], label: impl for<'r> Fn(Entry<'r>) -> &'r String) -> Values {
    let numbers = rows.iter().map(|of| label(*of).parse().ok().filter(|number: &f64| number.is_finite()));
    match numbers.collect::<Option<Vec<f64>>>() {
        Some(numbers) if numbers.iter().all(|number| number.fract() == 0.0) => {
            Values::Whole(numbers.into_iter().map(|number| Some(number as i64)).collect())
        }
        Some(numbers) => Values::Number(numbers.into_iter().map(Some).collect()),
        None => rows.iter().map(|of| label(*of)).collect(),
    }
}

/// Returns the columns of some views, in their order.
pub(super) fn columns(views: &[View]) -> impl Iterator<Item = &'static Column> {
    COLUMNS.iter().filter(move |column| views.iter().any(|view| column.views.contains(view)))
}

impl Column {
    /// Returns true if a view has it.
    pub fn is_in(&self, view: View) -> bool {
        self.views.contains(&view)
    }

    /// Returns its values.
    pub fn values(&self, rows: &[Entry<'_>]) -> Values {
        (self.values)(rows)
    }
}

/// Returns a view of rows.
pub(super) fn frame(view: View, rows: &[Entry<'_>]) -> Frame {
    let views = [view];
    columns(&views).fold(Frame::default(), |frame, of| frame.with(of.name, of.about, of.values(rows)))
}

impl Verdict<'_> {
    /// The rows of checks.parquet: one a printed cell, or one that was worked out instead.
    pub fn frame(&self) -> Frame {
        frame(View::Checks, &self.all().map(Entry::whole).collect::<Vec<_>>())
    }
}
