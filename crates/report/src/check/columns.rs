//! The columns of check rows. checks.parquet, the list of cells on a page, and the paper's tables each have some of these
//! columns.

use std::borrow::Cow;

use super::check_row::{CheckRow, CheckedNumber, ends};
use super::computed::half_step;
use super::verdict::Verdict;
use crate::table::FilledCell;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_tables::frame::{Frame, Values};

/// A form in which check rows are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// checks.parquet: one entry for each row.
    Checks,
    /// The cells on a page, as text.
    Page,
    /// The columns on pages that are aligned as numbers. They may have text, such as printed values.
    PageNumbers,
    /// A table of the paper: one entry for each number of a row, or one entry if the row has no number or
    /// only a bound such as `<.001`.
    Paper,
}

/// A row, or one of its numbers together with the row.
#[derive(Clone, Copy)]
pub(super) struct Entry<'r> {
    pub row: &'r CheckRow<'r>,
    pub number: Option<&'r CheckedNumber<'r>>,
}

impl<'r> Entry<'r> {
    /// Creates the entry of a row without choosing one of its numbers.
    pub(crate) fn of_row(row: &'r CheckRow<'r>) -> Self {
        Self { row, number: None }
    }

    /// Returns the corresponding cell of the simulated collection, if it has draws.
    pub fn twin(self) -> Option<&'r FilledCell> {
        self.number?.twin.filter(|twin| !twin.draws.is_empty())
    }

    pub fn panel(self) -> &'r str {
        self.row.cell.address.panel.as_deref().unwrap_or_default()
    }

    pub fn quantity(self) -> &'r str {
        self.row.cell.address.quantity.as_deref().unwrap_or_default()
    }
}

/// A column that some of the views have.
pub(super) struct Column {
    pub name: &'static str,
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
            values: |rows| texts(rows, |entry| entry.row.cell.address.table.as_str().into()),
        },
        Column {
            name: "panel",
            about: "panel of the table; empty without panels",
            views: &[Checks, Page, Paper],
            values: |rows| texts(rows, |entry| entry.panel().into()),
        },
        Column {
            name: "row",
            about: "label of the row",
            views: &[Checks, Page],
            values: |rows| texts(rows, |entry| entry.row.cell.address.row.as_str().into()),
        },
        Column {
            name: "row",
            about: "label of the row; a numeric column if all labels are numbers",
            views: &[Paper],
            values: |rows| labels(rows, |entry| &entry.row.cell.address.row),
        },
        Column {
            name: "column",
            about: "label of the column",
            views: &[Checks, Page],
            values: |rows| texts(rows, |entry| entry.row.cell.address.column.as_str().into()),
        },
        Column {
            name: "quantity",
            about: "name of the printed quantity, if a cell or a row contains several quantities",
            views: &[Checks, Page, Paper],
            values: |rows| texts(rows, |entry| entry.quantity().into()),
        },
        Column {
            name: "column",
            about: "label of the column; a numeric column if all labels are numbers",
            views: &[Paper],
            values: |rows| labels(rows, |entry| &entry.row.cell.address.column),
        },
        Column {
            name: "part",
            about: "name of the number if the cell contains several: low, high, before, after, ..",
            views: &[Paper],
            values: |rows| texts(rows, |entry| entry.number.map_or("", |number| number.part).into()),
        },
        Column {
            name: "printed",
            about: "text as printed; a dash or empty if no number is printed",
            views: &[Checks, PageNumbers, Paper],
            values: |rows| texts(rows, |entry| text_if(entry, entry.row.cell.worked_out_from.is_none())),
        },
        Column {
            name: "worked_out",
            about: "number that we worked out, if the paper does not print it",
            views: &[Checks, PageNumbers],
            values: |rows| texts(rows, |entry| text_if(entry, entry.row.cell.worked_out_from.is_some())),
        },
        Column {
            name: "worked_out_from",
            about: "source of the number in `worked_out`, such as a table or an equation",
            views: &[Checks],
            values: |rows| {
                texts(rows, |entry| entry.row.cell.worked_out_from.as_deref().unwrap_or_default().into())
            },
        },
        Column {
            name: "should_be",
            about: "correct text according to a known erratum; empty without an erratum",
            views: &[Checks],
            values: |rows| {
                texts(rows, |entry| entry.row.cell.should_be.as_ref().map_or("", |meant| &meant.text).into())
            },
        },
        Column {
            name: "value",
            about: "printed number; percentages are divided by 100",
            views: &[Paper],
            values: |rows| numbers(rows, |entry| Some(entry.number?.printed)),
        },
        Column {
            name: "meant",
            about: "printed number, or the correct number if it is a known misprint",
            views: &[Paper],
            values: |rows| numbers(rows, |entry| Some(entry.number?.meant)),
        },
        Column {
            name: "kind",
            about: "data that the printed value is compared with",
            views: &[Checks],
            values: |rows| texts(rows, |entry| to_compact(&entry.row.cell.kind).into()),
        },
        Column {
            name: "standing",
            about: "group of the outcome: recomputed, recomputed-otherwise, real-drawn, waiting, transcribed, not-computed, left-out or differs",
            views: &[Checks, Page],
            values: |rows| texts(rows, |entry| entry.row.outcome.group().name.into()),
        },
        Column {
            name: "computed",
            about: "computed value, or the mean of the draws",
            views: &[Checks, PageNumbers],
            values: |rows| numbers(rows, |entry| Some(entry.row.computed.as_ref()?.value)),
        },
        Column {
            name: "diff",
            about: "computed minus printed",
            views: &[Checks],
            values: |rows| numbers(rows, |entry| Some(entry.row.computed.as_ref()?.diff)),
        },
        Column {
            name: "percentile",
            about: "percentile of the printed value among the draws",
            views: &[Checks],
            values: |rows| numbers(rows, |entry| entry.row.computed.as_ref()?.percentile),
        },
        Column {
            name: "central_low",
            about: "smallest of the central 99% of the draws, for the number of the cell that is farthest from its draws; a number \
                    outside its central draws counts as farther than one inside",
            views: &[Checks],
            values: |rows| numbers(rows, |entry| Some(entry.row.own_place()?.central[0])),
        },
        Column {
            name: "central_high",
            about: "largest of the central 99% of the draws, for the same number as `central_low`",
            views: &[Checks],
            values: |rows| numbers(rows, |entry| Some(entry.row.own_place()?.central[1])),
        },
        Column {
            name: "distance",
            about: "printed number (the same as for `central_low`) minus the mean of its draws, in standard deviations of the draws; if \
                    all draws are equal, 0 if they equal the number and infinite otherwise",
            views: &[Checks],
            values: |rows| numbers(rows, |entry| Some(entry.row.own_place()?.distance)),
        },
        Column {
            name: "outcome",
            about: "outcome of the check with the available data",
            views: &[Checks],
            values: |rows| texts(rows, |entry| to_compact(&entry.row.outcome).into()),
        },
        Column {
            name: "line",
            about: "line of the cell in expected.yaml; for an official score, its line in the collection's file",
            views: &[Checks],
            values: |rows| whole_numbers(rows, |entry| Some(entry.row.cell.at.line as i64)),
        },
        Column {
            name: "twin",
            about: "mean over the draws of the twin",
            views: &[Paper],
            values: |rows| numbers(rows, |entry| entry.twin()?.mean()),
        },
        Column {
            name: "lo",
            about: "lower end of the prediction interval of the twin's draws",
            views: &[Paper],
            values: |rows| numbers(rows, |entry| Some(ends(entry.twin()?)?.0)),
        },
        Column {
            name: "hi",
            about: "upper end of the prediction interval of the twin's draws",
            views: &[Paper],
            values: |rows| numbers(rows, |entry| Some(ends(entry.twin()?)?.1)),
        },
        Column {
            name: "sd",
            about: "standard deviation over the draws of the twin",
            views: &[Paper],
            values: |rows| numbers(rows, |entry| entry.twin()?.sd()),
        },
        Column {
            name: "half_step",
            about: "half of the step of the last printed digit; 0 for counts, fractions and bounds; empty without a twin",
            views: &[Paper],
            values: |rows| numbers(rows, |entry| entry.twin().map(|_| half_step(entry.row.cell.value))),
        },
        Column {
            name: "used",
            about: "use of the number for the twin: `given`, `fitted` or `held out`; empty without a twin",
            views: &[Paper],
            values: |rows| {
                texts(rows, |entry| entry.number.and_then(|number| number.used).unwrap_or_default().into())
            },
        },
        Column {
            name: "draws",
            about: "number of draws of the twin",
            views: &[Paper],
            values: |rows| whole_numbers(rows, |entry| Some(entry.twin()?.draws.len() as i64)),
        },
        Column {
            name: "real",
            about: "value computed on the paper's own collection or worked example, if it is available",
            views: &[Paper],
            values: |rows| numbers(rows, |entry| entry.number?.real?.mean()),
        },
        Column {
            name: "collection",
            about: "collection of the paper; empty if the cell needs no data of a collection",
            views: &[Paper],
            values: |rows| {
                texts(rows, |entry| {
                    if entry.row.cell.kind.needs_data() {
                        entry.row.cell.address.collection().into()
                    } else {
                        "".into()
                    }
                })
            },
        },
        Column {
            name: "simulated_by",
            about: "simulated collection (\"twin\"), named as in the `collection` column of the other result files",
            views: &[Paper],
            values: |rows| texts(rows, |entry| entry.twin().map_or("", |twin| &twin.collection).into()),
        },
    ]
};

fn text_if(entry: Entry<'_>, is_shown: bool) -> Cow<'_, str> {
    if is_shown { entry.row.cell.text.as_str().into() } else { "".into() }
}

fn texts(rows: &[Entry<'_>], text: impl for<'r> Fn(Entry<'r>) -> Cow<'r, str>) -> Values {
    rows.iter().map(|entry| text(*entry)).collect()
}

fn numbers(rows: &[Entry<'_>], number: impl Fn(Entry<'_>) -> Option<f64>) -> Values {
    Values::Number(rows.iter().map(|entry| number(*entry)).collect())
}

fn whole_numbers(rows: &[Entry<'_>], number: impl Fn(Entry<'_>) -> Option<i64>) -> Values {
    Values::Whole(rows.iter().map(|entry| number(*entry)).collect())
}

/// Returns the labels of an axis: as numbers if all of them are numbers, otherwise as text.
fn labels(rows: &[Entry<'_>], label: impl for<'r> Fn(Entry<'r>) -> &'r String) -> Values {
    let numbers =
        rows.iter().map(|entry| label(*entry).parse().ok().filter(|number: &f64| number.is_finite()));
    match numbers.collect::<Option<Vec<f64>>>() {
        Some(numbers) if numbers.iter().all(|number| number.fract() == 0.0) => {
            Values::Whole(numbers.into_iter().map(|number| Some(number as i64)).collect())
        }
        Some(numbers) => Values::Number(numbers.into_iter().map(Some).collect()),
        None => rows.iter().map(|entry| label(*entry)).collect(),
    }
}

/// Returns the columns that any of these views has, in the order of the list.
pub(super) fn columns(views: &[View]) -> impl Iterator<Item = &'static Column> {
    COLUMNS.iter().filter(move |column| views.iter().any(|view| column.views.contains(view)))
}

impl Column {
    /// Returns true if the column belongs to the view.
    pub fn is_in(&self, view: View) -> bool {
        self.views.contains(&view)
    }

    /// Returns the values of the column.
    pub fn values(&self, rows: &[Entry<'_>]) -> Values {
        (self.values)(rows)
    }
}

/// Returns a table of the rows with the columns of a view.
pub(super) fn frame(view: View, rows: &[Entry<'_>]) -> Frame {
    let views = [view];
    columns(&views)
        .fold(Frame::default(), |frame, column| frame.with(column.name, column.about, column.values(rows)))
}

impl Verdict<'_> {
    /// Returns the rows of checks.parquet: one for each cell that is printed or was worked out, and one for
    /// each official score that is listed. Other official scores are only counted
    /// (`CheckedOfficial::counts`).
    pub fn frame(&self) -> Frame {
        frame(View::Checks, &self.all_rows().map(Entry::of_row).collect::<Vec<_>>())
    }
}
