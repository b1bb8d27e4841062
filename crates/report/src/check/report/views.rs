//! The tables of a page: the paper's tables in its order and layout, and other tables of the experiment. A
//! table has several views: the printed values, the computed ones, the simulated ones, and views of
//! collections that the paper prints nothing about. A cell of a view has a value and, below it in italics,
//! the values to compare it with if there are any.

use std::collections::{BTreeMap, BTreeSet};

use crate::table::{FilledCell, FilledTable, Form, distinct, markdown};
use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::{EvaluationPoint, Grid, PARTS};
use rejudge_experiment::printed::{CellKind, CheckOutcome, PrintedCell, PrintedRow};
use rejudge_names::plural::capitalised;
use rejudge_stats::{ALPHA, CONFIDENCE, percent};
use rejudge_tables::frame::Heading;
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, MarkdownTable, inert, plain};
use serde::Serialize;

use super::{drawn, names::title};
use crate::check::central_draws::CentralDraws;
use crate::check::check_row::{CheckRow, CheckedNumber};
use crate::check::verdict::Verdict;

/// A table leaves room for another table next to it only if it has at most this many columns.
const MAX_NARROW_COLUMNS: usize = 5;

/// A table leaves room for another one only if it has at most this many text columns, because words need
/// more room than numbers.
const MAX_NARROW_TEXT_COLUMNS: usize = 2;

/// A table leaves room for another one only if its Markdown lines have at most this many characters.
const MAX_NARROW_LINE: usize = 130;

/// Each panel of a kind of collections has its own view if the paper prints values in the table, the panels are
/// named and not merged, and there are at most this many of them. Otherwise the panels share one view.
const MAX_REAL_VIEWS: usize = 8;

/// Panels are joined into one table only if it has at most this many rows.
const MAX_MERGED_ROWS: usize = 30;

/// A table with its views.
#[derive(Debug, Serialize)]
pub(super) struct TableView {
    /// The title, such as `Table 5`.
    pub(super) title: String,
    caption: String,
    /// True if there is room for another table next to this one.
    half: bool,
    pub(super) views: Vec<View>,
}

/// A table filled with one kind of values.
#[derive(Debug, Serialize)]
pub(super) struct View {
    /// The label of the button that shows this view.
    label: String,
    /// True if the label names the only panel, which then needs no heading.
    names_panel: bool,
    /// `printed`, `real`, `simulated` or `example`.
    kind: &'static str,
    /// A sentence about the values of the view.
    says: String,
    /// True if an earlier view has the same values, but with the upper and lower value of each cell exchanged.
    swapped: bool,
    pub(super) panels: Vec<Panel>,
    /// The signs in the view's cells.
    #[serde(skip)]
    signs: Signs,
    /// The collections of the computed values.
    #[serde(skip)]
    collections: BTreeSet<String>,
}

/// The words and signs in cells that the legend must explain.
#[derive(Clone, Copy, Debug, Default)]
struct Signs {
    /// A correct value from an erratum.
    should_be: bool,
    /// Central draws of real runs.
    real_draws: bool,
    /// The range of the paper's values, below a value of a collection that the paper does not use.
    range: bool,
}

impl Signs {
    fn and(self, other: Self) -> Self {
        Self {
            should_be: self.should_be || other.should_be,
            real_draws: self.real_draws || other.real_draws,
            range: self.range || other.range,
        }
    }
}

/// A panel of a table.
#[derive(Debug, Serialize)]
pub(super) struct Panel {
    /// The panel's name; empty in a table without panels. It is shown above the panel, unless the view's label already shows
    /// it.
    pub(super) name: String,
    /// The table.
    pub(super) text: Markdown,
    /// True if there is room for another table next to this one.
    #[serde(skip)]
    is_narrow: bool,
}

impl Panel {
    fn new(name: &str, table: &MarkdownTable) -> Self {
        let text = Markdown::from(table);
        let is_short = text.as_str().lines().all(|line| line.chars().count() <= MAX_NARROW_LINE);
        let words = table.columns.iter().filter(|column| !column.is_number).count();
        let is_narrow =
            table.columns.len() <= MAX_NARROW_COLUMNS && words <= MAX_NARROW_TEXT_COLUMNS && is_short;
        Self { name: name.to_owned(), text, is_narrow }
    }
}

/// Returns the line of the legend about repooled collections. The line is empty if `names` is.
pub(super) fn repooled_line(names: &[&str]) -> Markdown {
    if names.is_empty() {
        return Markdown::default();
    }
    markdown!(
        "- **Repooled**: for {}, only the judgments within a pool of the stored runs are kept. A team contributes only documents \
         of its stored runs, even if only one of its runs is stored.\n",
        plain(&names.join(", "))
    )
}

/// Returns a list that explains the words and signs in the cells of `tables`. `are_drawn` is true if printed cells are
/// compared with draws of their own collection.
pub(super) fn legend(grid: &Grid, tables: &[TableView], are_drawn: bool, repooled: &[&str]) -> Markdown {
    let has = |is: fn(&View) -> bool| tables.iter().flat_map(|table| &table.views).any(is);
    let real = markdown!(
        "**Real**: runs and judgments of real collections; the headings of the claims say which collections are the paper's own. {}.",
        inert(&drawn::means(grid, Kind::Open))
    );
    let least_draws = (2.0 / ALPHA).round() - 1.0;
    let simulated = markdown!(
        "**Simulated** (*sim*): the mean over the draws of a simulated collection (a \"twin\"), which was fitted to printed \
         statistics and reproduces nothing. ▲ or ▼ after a value: it is above or below the printed value, and the printed value lies outside the {} prediction interval of \
         the draws (if there are at least {}). If a cell has two numbers, such as the ranks 4→6, the sign refers to the first one that is outside.",
        inert(&percent(CONFIDENCE)),
        least_draws,
    );
    let shows = |name: &str| {
        let mut views = tables.iter().flat_map(|table| &table.views);
        views.any(|view| view.collections.contains(name))
    };
    let track_levels = levels(grid, shows);
    let explanations = [
        (true, "**Printed**: the paper's value.".into()),
        (has(|view| view.signs.should_be), "*Should be*: the value that an erratum below gives instead.".into()),
        (has(|view| view.kind == "real" && !view.swapped), real),
        (
            has(|view| view.signs.range),
            "*Printed .9 to 1* under a value of a collection that the paper does not use: the range of the paper's values over its own collections."
                .into(),
        ),
        (has(|view| view.kind == "simulated"), simulated),
        (
            has(|view| view.signs.real_draws),
            "*Real draws*: the central 99% of the values when real runs of the same collection are drawn at random. This is not a reproduction."
                .into(),
        ),
        (!track_levels.is_empty(), track_levels),
        (
            has(|view| view.label == "computed"),
            "**Computed**: from the same data as the printed value (✓: equal, ≠: not equal).".into(),
        ),
        (
            are_drawn,
            "If runs or judgments are drawn at random, the computed value is the mean of the draws. ∉ 2.1 sd: the printed value is \
             outside the central 99% of the draws, 2.1 standard deviations from their mean; without a sign it is inside."
                .into(),
        ),
    ];
    let lines =
        explanations.into_iter().filter(|(is_there, _)| *is_there).map(|(_, text)| markdown!("- {}\n", text));
    lines.chain([repooled_line(repooled)]).collect()
}

/// Returns a sentence about the collections whose tracks count documents as relevant from a level above 1. The text is
/// empty if there are none, for example because the experiment does not follow the tracks.
fn levels(grid: &Grid, is_shown: impl Fn(&str) -> bool) -> Markdown {
    let sentence = |point: &EvaluationPoint| {
        let level = point.track_level.filter(|level| level.get() > 1)?;
        let collections = grid.collections.iter().filter(|collection| is_shown(&collection.name));
        let descriptors = collections.map(|collection| &collection.entry.descriptor);
        let evaluated = descriptors.filter(|descriptor| point.is_for(descriptor));
        let names: Vec<&str> = evaluated.map(|descriptor| descriptor.id.as_str()).collect();
        (!names.is_empty()).then(|| {
            markdown!(
                "**Relevance**: for {}, documents are relevant from level {}, as in their tracks: lower levels are nonrelevant to binary measures, and keep their gains in graded ones.",
                plain(&names.join(", ")),
                u32::from(level.get()),
            )
        })
    };
    let mut sentences: Vec<Markdown> = grid.evaluations.iter().filter_map(sentence).collect();
    sentences.dedup();
    Markdown::joined(sentences, " ")
}

/// Returns the panels, merged into one table if they are short and have the same columns. The first column of
/// the merged table has the names of the panels.
fn merged(panels: Vec<(&str, MarkdownTable)>) -> Vec<Panel> {
    let stacked = (panels.len() > 1).then(|| MarkdownTable::stacked(&panels, MAX_MERGED_ROWS)).flatten();
    match stacked {
        Some(table) => vec![Panel::new("", &table)],
        None => panels.iter().map(|(name, table)| Panel::new(name, table)).collect(),
    }
}

/// The experiment, its check and its tables.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) grid: &'a Grid,
    pub(super) verdict: Option<&'a Verdict<'a>>,
    pub(super) tables: &'a [FilledTable],
}

/// The value on the first line of a cell.
#[derive(Clone, Copy, PartialEq)]
enum Above {
    Printed,
    Computed,
    Simulated,
}

/// The values that a printed field is compared with. A simulated value ends with a sign if the printed value
/// is outside the prediction interval of the twin's draws.
#[derive(Default)]
struct Field {
    computed: Vec<String>,
    simulated: Vec<String>,
    /// The simulated values with their standard deviations.
    drawn: Vec<String>,
    check: String,
    more: Vec<String>,
    signs: Signs,
}

impl<'a> Known<'a> {
    /// Returns the names of the tables that have a cell for which `is_taken` returns true, in the paper's order.
    pub(super) fn names(&self, is_taken: fn(&PrintedCell) -> bool) -> Vec<&'a str> {
        let cells = self.verdict.into_iter().flat_map(|verdict| &verdict.expected.cells);
        distinct(cells.filter(|cell| is_taken(cell)).map(|cell| cell.address.table.as_str()))
    }

    /// Returns the tables with these names.
    pub(super) fn tables_of(&self, names: Vec<&str>) -> Vec<TableView> {
        names.into_iter().filter_map(|name| self.table(name)).collect()
    }

    /// Returns the table called `name` with all its views.
    fn table(&self, name: &str) -> Option<TableView> {
        let filled = self.tables.iter().find(|table| table.name == name);
        let views: Vec<View> =
            self.printed_views(name, filled).into_iter().chain(self.other_views(filled)).collect();
        let printed_caption = self.verdict.and_then(|verdict| verdict.expected.captions.get(name));
        let caption = filled
            .map(|table| table.caption.clone())
            .or_else(|| printed_caption.cloned())
            .unwrap_or_default();
        let is_narrow = |view: &View| matches!(view.panels.as_slice(), [panel] if panel.is_narrow);
        let half = views.iter().all(is_narrow);
        (!views.is_empty()).then(|| TableView { title: title(name), caption, half, views })
    }

    /// Returns the views of the printed table: one with the printed value at the top of each cell, one with
    /// the computed value at the top (if there are computed values), and one with the simulated value at the
    /// top (if there are simulated values).
    fn printed_views(&self, name: &str, filled: Option<&FilledTable>) -> Vec<View> {
        let Some(verdict) = self.verdict else { return Vec::new() };
        let mut cells: BTreeMap<_, Vec<&CheckRow<'_>>> = BTreeMap::new();
        for row in verdict.rows.iter().filter(|row| row.cell.address.table == name) {
            let address = &row.cell.address;
            let place = (&address.panel, address.row.as_str(), address.column.as_str());
            cells.entry(place).or_default().push(row);
        }
        let show = filled.and_then(|table| table.show.as_deref());
        // Each printed line, with the values to compare its fields with.
        let mut lines: Vec<(&PrintedRow, Vec<Field>)> = Vec::new();
        let mut head: &[String] = &[];
        for line in verdict.expected.rows.iter().filter(|line| line.table == name) {
            let Some(label) = &line.label else {
                head = &line.fields;
                lines.push((line, Vec::new()));
                continue;
            };
            let quantity = quantity_at(head).map(|column| line.fields[column].as_str());
            let is_of_line = |row: &&&CheckRow<'_>| {
                let row_quantity = row.cell.address.quantity.as_deref().unwrap_or_default();
                quantity.is_none_or(|quantity| quantity == row_quantity)
            };
            let field_in_column = |column: &String| {
                let cells = cells.get(&(&line.panel, label.as_str(), column.as_str())).into_iter().flatten();
                field(cells.filter(is_of_line).copied(), show)
            };
            lines.push((line, head.iter().map(field_in_column).collect()));
        }
        let panels = |above: Above| {
            let panels = lines.chunk_by(|(a, _), (b, _)| a.panel == b.panel);
            merged(panels.filter_map(|lines| panel(lines, above)).collect())
        };
        let has = |is: fn(&Field) -> bool| lines.iter().flat_map(|(_, beside)| beside).any(is);
        let sources = cells.values().flatten().filter_map(|row| row.cell.worked_out_from.as_deref());
        let sources = distinct(sources);
        let is_exact = cells.values().flatten().all(|row| row.cell.kind == CellKind::Exact);
        let (is_computed, is_simulated) =
            (has(|field| !field.computed.is_empty()), has(|field| !field.simulated.is_empty()));
        let below = match (is_computed, has(|field| field.computed.is_empty() && !field.simulated.is_empty()))
        {
            (true, true) => "; computed or simulated ones below",
            (true, false) => "; computed ones below",
            (false, true) => "; simulated ones below",
            (false, false) => "",
        };
        let (label, printed) = if sources.is_empty() {
            ("printed", format!("The paper's values{below}."))
        } else {
            let sources = sources.join(" and ");
            let origin = format!("Values worked out from the paper's {sources}");
            ("worked out", format!("{origin} by other means than this program{below}."))
        };
        let computed = "Computed from the same data as the paper's values.";
        let simulated = "Simulated collections, means over their draws ± the standard deviation: not the paper's collections.";
        let views = [
            (!lines.is_empty(), Above::Printed, label, "printed", printed.as_str()),
            (is_computed, Above::Computed, "computed", if is_exact { "example" } else { "real" }, computed),
            (is_simulated, Above::Simulated, "simulated", "simulated", simulated),
        ];
        let views = views.into_iter().filter(|(is_there, ..)| *is_there);
        let fields = lines.iter().flat_map(|(_, beside)| beside);
        let signs = fields.fold(Signs::default(), |signs, field| signs.and(field.signs));
        let real = cells.values().flatten().flat_map(|row| &row.numbers).filter_map(|number| number.real);
        let collections: BTreeSet<String> =
            real.flat_map(FilledCell::collections).map(str::to_owned).collect();
        let view = |(_, above, label, kind, says): (bool, Above, &str, &'static str, &str)| View {
            label: label.to_owned(),
            names_panel: false,
            kind,
            says: says.to_owned(),
            swapped: above != Above::Printed,
            panels: panels(above),
            signs,
            collections: collections.clone(),
        };
        views.map(view).collect()
    }

    /// Returns the views of collections for which the paper prints nothing in this table, real collections before
    /// simulated ones.
    fn other_views(&self, filled: Option<&FilledTable>) -> Vec<View> {
        let Some(table) = filled else { return Vec::new() };
        let printed = self.verdict.into_iter().flat_map(|verdict| &verdict.expected.cells);
        let printed: Vec<&PrintedCell> = printed.filter(|cell| cell.address.table == table.name).collect();
        let is_other = |cell: &FilledCell| {
            let original = original(self.grid, &cell.collection);
            let is_of_its_collection = |printed: &&PrintedCell| match printed.kind {
                CellKind::Exact => cell.kind == Kind::WorkedExample,
                _ => original.as_deref() == Some(printed.address.collection()),
            };
            !printed.iter().any(is_of_its_collection)
        };
        let mut views: Vec<View> = Vec::new();
        for kind in PARTS.iter().flat_map(|(kinds, _)| *kinds) {
            let is_of_view = |cell: &FilledCell| cell.kind == *kind && is_other(cell);
            let panels = table.panels(&[*kind]);
            let has_cells =
                |panel: &&str| table.cells.iter().any(|cell| cell.panel == **panel && is_of_view(cell));
            let panels: Vec<&str> = panels.into_iter().filter(has_cells).collect();
            let (class, description) = class_and_description(*kind);
            let description = match kind {
                Kind::Open if self.grid.paper.is_some() => "real collections with public runs",
                _ => description,
            };
            let below = |cell: &FilledCell| (*kind == Kind::Open).then(|| range(&printed, cell)).flatten();
            let view_cells = table.cells.iter().filter(|cell| is_of_view(cell));
            let signs =
                Signs { range: view_cells.clone().any(|cell| below(cell).is_some()), ..Signs::default() };
            let collections: BTreeSet<String> =
                view_cells.flat_map(FilledCell::collections).map(str::to_owned).collect();
            let filled = panels.iter().map(|panel| (*panel, markdown(table, panel, &is_of_view, &below)));
            let filled = merged(filled.collect());
            let is_named = filled.iter().all(|panel| !panel.name.is_empty());
            let description = capitalised(description);
            let view = |label, names_panel, says, panels| View {
                label,
                names_panel,
                kind: class,
                says,
                swapped: false,
                panels,
                signs,
                collections: collections.clone(),
            };
            if !printed.is_empty() && is_named && panels.len() <= MAX_REAL_VIEWS {
                views.extend(filled.into_iter().map(|panel| {
                    let (label, says) =
                        (format!("{} ({class})", panel.name), format!("{description}: {}.", panel.name));
                    view(label, true, says, vec![panel])
                }));
            } else if !filled.is_empty() {
                let says = format!("{description}. {}.", drawn::means(self.grid, *kind));
                views.push(view(self::class_and_description(*kind).1.to_owned(), false, says, filled));
            }
        }
        views
    }
}

/// Returns the class of a view and the words that describe it, by the kind of its collections.
pub(super) fn class_and_description(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Open => ("real", "real collections"),
        Kind::Licensed => ("real", "licensed collections"),
        Kind::Own => ("real", "own collection"),
        Kind::Simulated => ("simulated", "simulated collections"),
        Kind::WorkedExample => ("example", "worked example"),
        Kind::MadeUp => ("example", "made-up data, which say nothing about real systems"),
    }
}

/// Returns the values that the cells of a printed field are compared with.
fn field<'c>(cells: impl Iterator<Item = &'c CheckRow<'c>>, show: Option<&str>) -> Field {
    let mut field = Field::default();
    for row in cells {
        let printed = &row.cell.text;
        let shown =
            |filled: &FilledCell| Some(as_printed(printed, Form::new(filled, show).shown(filled.mean()?)));
        let drawn =
            |filled: &FilledCell| Some(as_printed(printed, Form::new(filled, show).with_deviation(filled)?));
        let texts = |text: &dyn Fn(&CheckedNumber<'_>) -> Option<String>| {
            let texts = row.measured().filter_map(|number| Some((number.part, text(number)?)));
            joined(&texts.collect::<Vec<_>>())
        };
        let marks = row.numbers.iter().map(|number| number.mark(row.cell));
        let mark = marks.filter(|mark| !mark.is_empty()).map(|mark| format!("\u{a0}{mark}")).next();
        let mark = mark.unwrap_or_default();
        field.computed.extend(texts(&|number| shown(number.real?)));
        field.simulated.extend(texts(&|number| shown(number.twin?)).map(|text| text + &mark));
        field.drawn.extend(texts(&|number| drawn(number.twin?)).map(|text| text + &mark));
        match row.outcome {
            CheckOutcome::Match => field.check = "\u{a0}✓".to_owned(),
            CheckOutcome::Mismatch | CheckOutcome::UnexpectedMatch => field.check = "\u{a0}≠".to_owned(),
            // A printed value outside the draws is shown, but it is not an error.
            CheckOutcome::Outside => {
                let distance = row.own_place().map(CentralDraws::distance_shown).unwrap_or_default();
                field.check = format!("\u{a0}∉ {distance}").replace(' ', "\u{a0}");
            }
            _ => {}
        }
        field.more.extend(row.cell.should_be.as_ref().map(|correct| format!("should be {}", correct.text)));
        field.more.extend(row.place().map(|place| format!("real draws {}", place.shown)));
        let signs = Signs {
            should_be: row.cell.should_be.is_some(),
            real_draws: row.place().is_some(),
            range: false,
        };
        field.signs = field.signs.and(signs);
    }
    field
}

/// A printed field with this mark repeats the field above it.
const DITTO: &str = "〃";

/// Returns true if at least a quarter of a column's nonempty fields contain a word. A word has at least two
/// letters: `4 per assessor` contains words, `77/120=64.2%` does not.
fn are_words<'a>(fields: impl Iterator<Item = &'a str>) -> bool {
    let has_word =
        |field: &str| field.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 1);
    let (mut words, mut all) = (0, 0);
    for field in fields.filter(|field| !field.is_empty()) {
        all += 1;
        words += usize::from(has_word(field));
    }
    words > 0 && 4 * words >= all
}

/// Returns the index of the column that names quantities, if there is one.
fn quantity_at(head: &[String]) -> Option<usize> {
    (1..head.len()).find(|column| head[*column] == "quantity")
}

/// Returns a panel in the layout of its lines, with the values to compare each field with. Returns `None` if it has no rows.
fn panel<'a>(lines: &[(&'a PrintedRow, Vec<Field>)], above: Above) -> Option<(&'a str, MarkdownTable)> {
    let (head, _) = lines.iter().find(|(line, _)| line.label.is_none())?;
    let quantity = quantity_at(&head.fields);
    let columns = head.fields.iter().enumerate().filter(|(column, name)| *column == 0 || *name != "flags");
    let rows: Vec<&(&PrintedRow, Vec<Field>)> =
        lines.iter().filter(|(line, _)| line.label.is_some()).collect();
    let heading = |(column, name): (usize, &String)| {
        let fields = rows.iter().map(|(line, _)| line.fields[column].as_str());
        if column == 0 || Some(column) == quantity || are_words(fields) {
            Heading::words(name)
        } else {
            Heading::numbers(name)
        }
    };
    rows.first()?;
    let (mut last, mut shown) = ("", Vec::new());
    // Few fonts have the ditto mark, so we write the value above it instead.
    let mut fields: Vec<&str> = vec![""; head.fields.len()];
    for (line, beside) in &rows {
        let written = line.fields.iter().zip(&fields);
        fields = written.map(|(field, last)| if field == DITTO { *last } else { field.as_str() }).collect();
        let label = line.label.as_deref().unwrap_or_default();
        let cells = columns.clone().map(|(column, _)| match column {
            0 if quantity.is_some() && label == last => Markdown::default(),
            0 => plain(format!("{label} {}", line.flags).trim()),
            column if Some(column) == quantity => plain(fields[column]),
            column => cell(fields[column], above, &beside[column]),
        });
        shown.push(cells.collect());
        last = label;
    }
    let table = MarkdownTable { columns: columns.clone().map(heading).collect(), rows: shown };
    Some((head.panel.as_deref().unwrap_or_default(), table))
}

/// Returns a value, followed by lines in italics with the values to compare it with.
fn cell(printed: &str, above: Above, field: &Field) -> Markdown {
    let (computed, simulated) = (field.computed.join(" "), field.simulated.join(" "));
    let or_nothing = |text: &str| if text.is_empty() { "–".into() } else { plain(text) };
    let (value, mut below) = match above {
        Above::Printed => {
            let below = match (computed.is_empty(), simulated.is_empty()) {
                (false, _) => vec![format!("computed {computed}{}", field.check)],
                (true, false) => vec![format!("sim {simulated}")],
                (true, true) => Vec::new(),
            };
            (plain(printed), below)
        }
        Above::Computed => (or_nothing(&computed), vec![format!("printed {printed}{}", field.check)]),
        Above::Simulated => {
            let drawn = field.drawn.join(" ");
            (or_nothing(&drawn), vec![format!("printed {printed}")])
        }
    };
    below.splice(0..0, field.more.iter().cloned());
    below.retain(|_| !printed.is_empty());
    let below = below.iter().map(|line| markdown!(" <br>*{}*", plain(line)));
    std::iter::once(value).chain(below).collect()
}

/// Returns `shown`, but without the zero before the point if `printed` has none, as in `.95`.
fn as_printed(printed: &str, shown: String) -> String {
    match shown.strip_prefix('0').filter(|rest| rest.starts_with('.') && printed.starts_with('.')) {
        Some(rest) => rest.to_owned(),
        None => shown,
    }
}

/// Joins the numbers of a cell: `[4, 115]`, `6→8`, `10 (12)`.
fn joined(parts: &[(&str, String)]) -> Option<String> {
    let texts: Vec<&str> = parts.iter().map(|(_, text)| text.as_str()).collect();
    match (parts.first()?.0, texts.as_slice()) {
        (_, [one]) => Some((*one).to_owned()),
        ("low", [low, high]) => Some(format!("[{low}, {high}]")),
        ("before", [before, after]) => Some(format!("{before}→{after}")),
        ("value", [value, above, below]) => Some(format!("{above}/{below}={value}")),
        ("used", [used, all]) => Some(format!("{used} ({all})")),
        (_, all) => Some(all.join(", ")),
    }
}

/// Returns the range of the values that the paper prints for its collections in the row and column of
/// `filled`. Returns `None` if it prints none, or if the values are counts or above 1, because such values
/// depend on the number of runs of a collection and cannot be compared.
fn range(printed: &[&PrintedCell], filled: &FilledCell) -> Option<Markdown> {
    let in_column = printed.iter().filter(|cell| {
        let address = &cell.address;
        let quantity = address.quantity.as_ref().filter(|_| !filled.row_quantity.is_empty());
        let is_in_column =
            address.column == filled.column && quantity.is_none_or(|name| *name == filled.row_quantity);
        is_in_column && address.panel.is_some() && !cell.in_text && cell.worked_out_from.is_none()
    });
    let number = |cell: &PrintedCell| {
        let (_, part) = cell.value.parts().into_iter().find(|(_, part)| !part.is_bound())?;
        part.number()
    };
    // A printed 1 may be a share or a count. The other rows of the column decide.
    let are_shares = in_column.clone().any(|cell| cell.text.contains(['.', '%']))
        && in_column.clone().filter_map(|cell| number(cell)).all(|number| number.abs() <= 1.0);
    // From `77/120=64.2%` we take the share.
    let text = |cell: &'_ PrintedCell| {
        cell.text.rsplit_once('=').map_or(cell.text.clone(), |(_, share)| share.to_owned())
    };
    let in_cell = in_column.filter(|cell| cell.address.row == filled.row);
    let mut numbers: Vec<(f64, String)> =
        in_cell.filter_map(|cell| Some((number(cell)?, text(cell)))).collect();
    let is_count = !are_shares && !numbers.iter().any(|(_, text)| text.contains(['.', '%']));
    if is_count || numbers.iter().any(|(number, _)| number.abs() > 1.0) {
        return None;
    }
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let ((_, smallest), (_, largest)) = (numbers.first()?, numbers.last()?);
    Some(if smallest == largest {
        markdown!("*printed {}*", plain(smallest))
    } else {
        markdown!("*printed {} to {}*", plain(smallest), plain(largest))
    })
}

/// Returns the paper's collection that the collection `name` is compared with. For a twin, this is the
/// collection that it simulates. For a licensed or open collection, it is the collection itself. Other kinds
/// have none.
fn original(grid: &Grid, name: &str) -> Option<String> {
    let collection = grid.collections.iter().find(|c| c.name == name)?;
    match collection.entry.descriptor.kind {
        Kind::Simulated => name.strip_suffix("-twin").map(str::to_owned),
        Kind::Licensed | Kind::Open => Some(name.to_owned()),
        Kind::WorkedExample | Kind::MadeUp | Kind::Own => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field() -> Field {
        Field {
            computed: vec![".951".to_owned()],
            simulated: vec![".957\u{a0}▲".to_owned()],
            drawn: vec![".957 ±.027\u{a0}▲".to_owned()],
            check: "\u{a0}≠".to_owned(),
            ..Field::default()
        }
    }

    #[test]
    fn every_value_except_the_printed_one_has_a_label() {
        let cell = |printed: &str, above, field: &Field| String::from(cell(printed, above, field));
        let simulated = Field { computed: Vec::new(), ..field() };
        assert_eq!(cell(".950", Above::Printed, &field()), ".950 <br>*computed .951\u{a0}≠*");
        assert_eq!(cell(".950", Above::Printed, &simulated), ".950 <br>*sim .957\u{a0}▲*");
        assert_eq!(cell(".950", Above::Computed, &field()), ".951 <br>*printed .950\u{a0}≠*");
        assert_eq!(cell(".950", Above::Simulated, &field()), ".957 ±.027\u{a0}▲ <br>*printed .950*");
        assert_eq!(cell(".950", Above::Printed, &Field::default()), ".950");
        // If there is no simulated value, the printed value must not move up to its line.
        assert_eq!(cell(".950", Above::Simulated, &Field::default()), "– <br>*printed .950*");
        let should_be = Field { more: vec!["should be .960".to_owned()], ..simulated };
        assert_eq!(
            cell(".950", Above::Printed, &should_be),
            ".950 <br>*should be .960* <br>*sim .957\u{a0}▲*"
        );
    }

    #[test]
    fn columns_of_words_differ_from_columns_of_numbers() {
        let columns = [&["3", "4 per assessor", "A,B", "5"][..], &["77/120=64.2%", "-", "1 (1999)", ""], &[]];
        assert_eq!(columns.map(|column| are_words(column.iter().copied())), [true, false, false]);
    }

    #[test]
    fn several_numbers_are_joined_as_in_the_paper() {
        let texts = |parts: [&'static str; 2]| parts.map(|part| (part, "7".to_owned()));
        let shown = [["low", "high"], ["before", "after"], ["used", "all"]];
        assert_eq!(shown.map(|parts| joined(&texts(parts)).unwrap_or_default()), ["[7, 7]", "7→7", "7 (7)"]);
        assert_eq!(as_printed(".95", "0.957".to_owned()), ".957");
        assert_eq!(as_printed("0.95", "0.957".to_owned()), "0.957");
    }
}
