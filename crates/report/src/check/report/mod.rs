//! The page of an experiment, report.html, and the same as text, report.md: question, answer, status, claims, tables,
//! figures, and everything else collapsed at the end.
//!
//! Both are filled from one `Page` by templates (`crates/tables/src/page/templates/report.html`, `report.md`). Its
//! [`Markdown`] is written as it is or converted to HTML. Nothing in them changes between equal runs.

mod cells;
mod claims;
mod drawn;
mod index;
mod known;
mod more;
mod names;
mod pictures;
mod views;

pub use index::{Entry, index};
pub use pictures::{figure, pictures, table};

use std::borrow::Cow;
use std::path::Path;

use crate::table::{FilledTable, distinct};
use anyhow::Result;
use minijinja::value::Serde;
use minijinja::{Value, context};
use rejudge_collections::descriptor::{Base, Kind};
use rejudge_experiment::grid::{Collection, Grid, PARTS};
use rejudge_experiment::spec::Paper;
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, fill, fill_markdown, page_of};
use serde::Serialize;

use crate::check::Computed;
use crate::check::verdict::Verdict;
use claims::Claims;
use pictures::FigureView;
use views::{Known, TableView};

/// The files of an experiment that are not part of its results.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Its README: the question, the answer, the results and their reasons, the choices. Its links are those of the
    /// page.
    pub readme: Option<String>,
    /// Its files: a text for each, and its address from the page.
    pub links: Vec<(String, String)>,
    /// The address of the glossary, if the page reaches it.
    pub glossary: Option<String>,
}

/// The values that fill the templates.
#[derive(Serialize)]
struct Page {
    title: String,
    paper: Option<Paper>,
    warnings: Vec<Markdown>,
    question: Markdown,
    answer: Markdown,
    status: Markdown,
    claims: Option<Claims>,
    legend: Markdown,
    tables: Vec<TableView>,
    figures: Vec<FigureView>,
    more: Vec<Part>,
}

/// A collapsed part.
#[derive(Serialize)]
struct Part {
    name: &'static str,
    text: Markdown,
    /// The formats that show it.
    on: On,
}

/// The form that has a part.
#[derive(Serialize)]
enum On {
    Both,
    Html,
    /// As `Html`, but its lines flow.
    Prose,
    Markdown,
}

/// The report of an experiment as Markdown, and its page.
///
/// # Errors
/// For a figure that cannot be drawn.
pub fn report(
    grid: &Grid,
    computed: &Computed,
    verdict: Option<&Verdict<'_>>,
    about: &About,
) -> Result<(String, String)> {
    let page = Page::new(grid, computed, verdict, about);
    let pictures = pictures(&computed.tables, None)?;
    Ok((page.markdown(), page_of(&page.title, "report.html", Serde(&page), pictures)))
}

impl Page {
    fn new(grid: &Grid, computed: &Computed, verdict: Option<&Verdict<'_>>, about: &About) -> Self {
        let kinds = kinds(grid, computed);
        let known = Known { grid, verdict, tables: &computed.tables };
        // Tables come before numbers of the text.
        let in_tables = known.names(|cell| cell.is_in_table());
        let in_text = known.names(|cell| cell.in_text && cell.worked_out_from.is_none());
        let printed = distinct(in_tables.into_iter().chain(in_text));
        let worked_out = known.names(|cell| cell.worked_out_from.is_some());
        let tables = computed.tables.iter().filter(|table| table.plot.is_none());
        let mut others = distinct(worked_out.into_iter().chain(tables.map(|table| table.name.as_str())));
        others.retain(|name| !printed.contains(name));
        // Without a paper's tables and figures, those of the experiment are the main ones.
        let is_printed = !printed.is_empty();
        let (shown, others) = if is_printed { (printed, others) } else { (others, Vec::new()) };
        let plots = computed.tables.iter().filter(|table| table.plot.is_some());
        let (plots, other_plots): (Vec<&FilledTable>, Vec<_>) =
            plots.partition(|plot| !is_printed || plot.name.starts_with("figure-"));
        let mut others = fill_markdown("tables.md", context! { tables => Serde(known.tables_of(others)) });
        others += more::figures(grid, &other_plots);
        let readme = about.readme.as_deref().unwrap_or_default();
        let is_changed = !(grid.overrides.is_empty() && computed.manifest().only.is_empty());
        let claims = verdict.and_then(|verdict| claims::claims(grid, verdict, about.glossary.as_deref()));
        let has_answer = !is_changed && !paragraph(readme, ANSWER).is_empty();
        let above = if has_answer { &[QUESTION, ANSWER, HOW][..] } else { &[QUESTION, ANSWER] };
        let mut more = vec![Part::new(On::Prose, README, Markdown::written(without(readme, above)))];
        more.extend(
            claims.as_ref().map(|claims| Part::new(On::Markdown, "Claims in detail", claims.details())),
        );
        more.extend(more_parts(&known, computed, &kinds, others));
        let has_print = verdict.is_some_and(|verdict| !verdict.rows.is_empty());
        more.push(Part::new(On::Html, "Files", more::files(&about.links, has_print)));
        more.retain(|part| !part.text.as_str().trim().is_empty());
        let are_drawn = verdict.is_some_and(|verdict| verdict.tally.draws != [0, 0]);
        let tables = known.tables_of(shown);
        Self {
            title: format!("{}: {}", grid.id, grid.title),
            paper: grid.paper.clone(),
            warnings: warnings(grid, computed, &kinds),
            question: Markdown::written(paragraph(readme, QUESTION)),
            // The answer belongs to the written experiment, not to a changed run.
            answer: if is_changed { Markdown::default() } else { Markdown::written(answer(readme)) },
            status: verdict.map_or_else(Markdown::default, |verdict| known::status(grid, computed, verdict)),
            claims,
            legend: if is_printed { views::legend(grid, &tables, are_drawn) } else { Markdown::default() },
            tables,
            figures: plots.into_iter().filter_map(|plot| pictures::view(&captioned(grid, plot))).collect(),
            more,
        }
    }

    fn markdown(&self) -> String {
        let tables_text = fill_markdown("tables.md", Serde(self));
        let filled = fill("report.md", context! { tables_text, ..Value::from(Serde(self)) });
        // Templates leave more blank lines than Markdown needs.
        let mut out = String::with_capacity(filled.len());
        for line in filled.lines().map(str::trim_end) {
            if !(line.is_empty() && (out.is_empty() || out.ends_with("\n\n"))) {
                out.push_str(line);
                out.push('\n');
            }
        }
        out.trim_end().to_owned() + "\n"
    }
}

impl Part {
    fn new(on: On, name: &'static str, text: Markdown) -> Self {
        Self { name, text, on }
    }
}

/// The kinds of collections that have cells, real ones before simulated ones.
fn kinds(grid: &Grid, computed: &Computed) -> Vec<Kind> {
    let collections = grid.collections.iter().enumerate();
    let here = collections.filter(|(at, _)| computed.cell_table.has_collection(*at as u32));
    let here: Vec<Kind> = here.map(|(_, collection)| collection.entry.descriptor.kind).collect();
    PARTS.iter().flat_map(|(kinds, _)| *kinds).copied().filter(|kind| here.contains(kind)).collect()
}

/// The collapsed parts about the numbers: errata, draws, further tables and figures, the method, and each cell.
fn more_parts(known: &Known<'_>, computed: &Computed, kinds: &[Kind], others: Markdown) -> Vec<Part> {
    let grid = known.grid;
    let others = Part::new(On::Both, "Other tables and figures", others);
    let method = Part::new(On::Both, "How it was computed", more::method(grid, computed, kinds));
    let Some(verdict) = known.verdict else { return vec![others, method] };
    vec![
        Part::new(On::Both, "Errata", more::errata(verdict)),
        Part::new(On::Both, "Printed numbers among draws", more::draws(verdict)),
        others,
        method,
        Part::new(On::Html, "Cell by cell", cells::text(verdict)),
    ]
}

/// The part that holds the README.
const README: &str = "What is found, and what was chosen";

/// The paragraphs of a README that a page takes from it.
const QUESTION: &str = "**The question.**";
const ANSWER: &str = "**The answer.**";
const HOW: &str = "**How.**";

/// Returns the answer of a README and, below it, how it was found.
fn answer(readme: &str) -> String {
    match [ANSWER, HOW].map(|lead| paragraph(readme, lead)) {
        [answer, how] if answer.is_empty() || how.is_empty() => answer,
        [answer, how] => format!("{answer}\n\n{HOW} {how}"),
    }
}

/// Returns the paragraph of `readme` that begins with `lead`, without the lead, and the list below it if the paragraph
/// ends in a colon or has nothing else in it.
fn paragraph(readme: &str, lead: &str) -> String {
    let mut paragraphs = readme.split("\n\n").map(str::trim);
    let found = paragraphs.find_map(|paragraph| paragraph.strip_prefix(lead)).unwrap_or_default().trim();
    match (found, paragraphs.next()) {
        // A list begins below its lead.
        (found, Some(list)) if found.is_empty() || found.trim_end_matches('*').ends_with(':') => {
            format!("{found}\n\n{list}")
        }
        (found, _) => found.to_owned(),
    }
}

/// Returns the text of a README with `address` of each relative link, or with the words of the link alone if that
/// returns `None`.
pub fn relinked(readme: &str, address: &dyn Fn(&str) -> Option<String>) -> String {
    let mut parts = readme.split("](");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (written, rest) = part.split_at(part.find(')').unwrap_or(part.len()));
        let is_relative = !written.contains("://") && !written.starts_with('#');
        let leads = if is_relative { address(written) } else { Some(written.to_owned()) };
        match (leads, out.rfind('[')) {
            (None, Some(bracket)) => {
                out.remove(bracket);
                out.push_str(rest.strip_prefix(')').unwrap_or(rest));
            }
            (leads, _) => out.extend(["](", leads.as_deref().unwrap_or(written), rest]),
        }
    }
    out
}

/// `readme` without the paragraphs with these leads.
fn without(readme: &str, leads: &[&str]) -> String {
    let mut rest = readme.to_owned();
    for lead in leads {
        rest = rest.replacen(lead, "", 1).replacen(&paragraph(readme, lead), "", 1);
    }
    rest
}

/// Returns warnings that come before any number.
fn warnings(grid: &Grid, computed: &Computed, kinds: &[Kind]) -> Vec<Markdown> {
    let mut out = Vec::new();
    if kinds.contains(&Kind::Licensed) {
        out.push(
            "**This report has numbers of licensed collections: do not pass it on unless the licence allows it.**"
                .into(),
        );
    }
    let overrides = grid.overrides.iter().map(|change| format!("-s {change}"));
    let only = computed.manifest().only.iter().map(|selector| format!("--only {selector}"));
    let changes: Vec<Markdown> = overrides.chain(only).map(|change| Markdown::code(&change)).collect();
    if !changes.is_empty() {
        let changes = Markdown::joined(changes, ", ");
        out.push(markdown!("**A changed run, not the experiment itself**: {}.", changes));
    }
    out
}

/// Returns a table whose caption names its repooled collections; the end of the report describes the judgments that
/// they keep.
fn captioned<'t>(grid: &Grid, table: &'t FilledTable) -> Cow<'t, FilledTable> {
    let is_repooled = |collection: &&Collection| {
        matches!(collection.entry.descriptor.base, Base::Repooled { .. })
            && table.cells.iter().any(|cell| cell.collections().any(|name| name == collection.name))
    };
    let names: Vec<&str> =
        grid.collections.iter().filter(is_repooled).map(|collection| collection.name.as_str()).collect();
    if names.is_empty() {
        return Cow::Borrowed(table);
    }
    let caption = format!("{} (repooled here: {})", table.caption, names.join(", "));
    Cow::Owned(FilledTable { caption, ..table.clone() })
}

/// Returns the name of an experiment for a command line: that of its folder, or of its file if that is not an
/// `experiment.yaml` in a folder of its name.
pub fn typed(grid: &Grid) -> &str {
    let file = grid.resolved.at.source.name.as_str();
    let is_in_folder = Path::new(file).ends_with(Path::new(&grid.id).join("experiment.yaml"));
    if is_in_folder || !file.ends_with(".yaml") { &grid.id } else { file }
}

#[cfg(test)]
mod tests {
    use super::{ANSWER, HOW, QUESTION, answer, paragraph, without};

    #[test]
    fn question_and_answer_are_taken_from_the_readme() {
        let readme =
            "# x\n\n**The question.** Is it\nso?\n\n**How.** y\n\n**The answer.**\n\n- yes\n- no\n\nz\n";
        assert_eq!(paragraph(readme, QUESTION), "Is it\nso?");
        assert_eq!(answer(readme), "\n\n- yes\n- no\n\n**How.** y");
        let links = "[a](../b/README.md) [c](gone) [e](golden/) [f](https://g/) [h](#i)";
        let address = |path: &str| (path != "gone").then(|| format!("x/{path}"));
        let from_results = "[a](x/../b/README.md) c [e](x/golden/) [f](https://g/) [h](#i)";
        assert_eq!(super::relinked(links, &address), from_results);
        let rest = without(readme, &[QUESTION, ANSWER, HOW]);
        assert_eq!(rest.split_whitespace().collect::<Vec<_>>(), ["#", "x", "z"]);
        assert_eq!((paragraph("", ANSWER), without("a", &[ANSWER])), (String::new(), "a".to_owned()));
        assert_eq!(answer("**How.** y"), "", "how nothing was found");
    }
}
