//! The page of an experiment, as report.html and as Markdown in report.md: question, answer, status, claims, tables and
//! figures. Everything else is at the end and collapsed.
//!
//! One `Page` fills both templates (`crates/tables/src/page/templates/report.html` and `report.md`). The [`Markdown`]
//! in it is written unchanged, or converted to HTML. The page has the same bytes whenever the run is the same.

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

use std::path::Path;

use crate::table::base::is_repooled;
use crate::table::{FilledTable, distinct};
use anyhow::Result;
use minijinja::value::Serde;
use minijinja::{Value, context};
use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::{Collection, Grid, PARTS};
use rejudge_experiment::spec::Paper;
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, fill, fill_markdown, page_from_template};
use serde::Serialize;

use crate::check::Computed;
use crate::check::verdict::Verdict;
use claims::Claims;
use pictures::FigureView;
use views::{Known, TableView};

/// The texts and files about an experiment that are not part of its results.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The experiment's README, with links relative to the page. It has the question, the answer, the results with reasons,
    /// and the choices.
    pub readme: Option<String>,
    /// Links to the experiment's files: the text of each link, and the address relative to the page.
    pub links: Vec<(String, String)>,
    /// The address of the glossary, if the page can link to it.
    pub glossary: Option<String>,
}

/// The values that fill the templates.
#[derive(Serialize)]
struct Page {
    title: String,
    paper: Option<Paper>,
    warnings: Vec<Markdown>,
    question: Markdown,
    /// A warning if the answer has numbers from collections that this run did not compute; otherwise empty.
    answer_of_other_run: Markdown,
    answer: Markdown,
    status: Markdown,
    claims: Option<Claims>,
    legend: Markdown,
    tables: Vec<TableView>,
    figures: Vec<FigureView>,
    more: Vec<Part>,
}

/// A collapsed part of the page.
#[derive(Serialize)]
struct Part {
    name: &'static str,
    text: Markdown,
    /// The output formats that show this part.
    on: On,
}

/// The output formats that show a part.
#[derive(Serialize)]
enum On {
    Both,
    Html,
    /// As `Html`, but line breaks become blanks.
    Prose,
    Markdown,
}

/// Returns the report of an experiment: first as Markdown, then as HTML.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn report(
    grid: &Grid,
    computed: &Computed,
    verdict: Option<&Verdict<'_>>,
    about: &About,
) -> Result<(String, String)> {
    let page = Page::new(grid, computed, verdict, about);
    let pictures = pictures(&computed.tables, None)?;
    Ok((page.markdown(), page_from_template(&page.title, "report.html", Serde(&page), pictures)))
}

impl Page {
    fn new(grid: &Grid, computed: &Computed, verdict: Option<&Verdict<'_>>, about: &About) -> Self {
        let kinds = kinds(grid, computed);
        let known = Known { grid, verdict, tables: &computed.tables };
        // Tables come before numbers that the paper has in its text.
        let in_tables = known.names(|cell| cell.is_in_table());
        let in_text = known.names(|cell| cell.in_text && cell.worked_out_from.is_none());
        let printed = distinct(in_tables.into_iter().chain(in_text));
        let worked_out = known.names(|cell| cell.worked_out_from.is_some());
        let tables = computed.tables.iter().filter(|table| table.plot.is_none());
        let mut others = distinct(worked_out.into_iter().chain(tables.map(|table| table.name.as_str())));
        others.retain(|name| !printed.contains(name));
        // If there are no printed values to compare with, the page shows the experiment's own tables and
        // figures in their place.
        let is_printed = !printed.is_empty();
        let (shown, others) = if is_printed { (printed, others) } else { (others, Vec::new()) };
        let plots = computed.tables.iter().filter(|table| table.plot.is_some());
        let (plots, other_plots): (Vec<&FilledTable>, Vec<_>) =
            plots.partition(|plot| !is_printed || plot.name.starts_with("figure-"));
        let mut others = fill_markdown("tables.md", context! { tables => Serde(known.tables_of(others)) });
        others += more::figures(&other_plots);
        let readme = about.readme.as_deref().unwrap_or_default();
        let is_changed = !(grid.overrides.is_empty() && computed.manifest().only.is_empty());
        let claims = verdict.and_then(|verdict| claims::claims(grid, verdict, about.glossary.as_deref()));
        let has_answer = !is_changed && !paragraph(readme, ANSWER_LEAD).is_empty();
        let above = if has_answer {
            &[QUESTION_LEAD, ANSWER_LEAD, HOW_LEAD][..]
        } else {
            &[QUESTION_LEAD, ANSWER_LEAD]
        };
        let mut more =
            vec![Part::new(On::Prose, README_HEADING, Markdown::written(without_leads(readme, above)))];
        more.extend(
            claims.as_ref().map(|claims| Part::new(On::Markdown, "Claims in detail", claims.details())),
        );
        more.extend(more_parts(&known, computed, &kinds, others));
        let has_print = verdict.is_some_and(|verdict| !verdict.rows.is_empty());
        more.push(Part::new(On::Html, "Files", more::files(&about.links, has_print)));
        more.retain(|part| !part.text.as_str().trim().is_empty());
        let are_drawn = verdict.is_some_and(|verdict| verdict.tally.draws != [0, 0]);
        let tables = known.tables_of(shown);
        let repooled = with_cells(grid, computed).filter(|collection| is_repooled(collection));
        let repooled: Vec<&str> = repooled.map(|collection| collection.name.as_str()).collect();
        let legend = if is_printed {
            views::legend(grid, &tables, are_drawn, &repooled)
        } else {
            views::repooled_line(&repooled)
        };
        Self {
            title: format!("{}: {}", grid.id, grid.title),
            paper: grid.paper.clone(),
            warnings: warnings(grid, computed, &kinds),
            question: Markdown::written(paragraph(readme, QUESTION_LEAD)),
            answer_of_other_run: if has_answer {
                other_run_warning(grid, computed)
            } else {
                Markdown::default()
            },
            // The answer in the README belongs to the experiment as it was written, not to a changed run.
            answer: if is_changed { Markdown::default() } else { Markdown::written(answer(readme)) },
            status: verdict.map_or_else(Markdown::default, |verdict| known::status(grid, computed, verdict)),
            claims,
            legend,
            tables,
            figures: plots.into_iter().filter_map(pictures::view).collect(),
            more,
        }
    }

    fn markdown(&self) -> String {
        let tables_text = fill_markdown("tables.md", Serde(self));
        let filled = fill("report.md", context! { tables_text, ..Value::from(Serde(self)) });
        // The templates leave more blank lines than Markdown needs.
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

/// Returns the kinds of collections that have cells, real ones before simulated ones.
fn kinds(grid: &Grid, computed: &Computed) -> Vec<Kind> {
    let computed_kinds: Vec<Kind> =
        with_cells(grid, computed).map(|collection| collection.entry.descriptor.kind).collect();
    let all = PARTS.iter().flat_map(|(kinds, _)| *kinds).copied();
    all.filter(|kind| computed_kinds.contains(kind)).collect()
}

/// Returns the collections that have computed cells.
fn with_cells<'g>(grid: &'g Grid, computed: &'g Computed) -> impl Iterator<Item = &'g Collection> {
    let collections = (0..).zip(&grid.collections);
    let has_cells = move |(index, _): &(u32, _)| computed.cell_table.has_collection(*index);
    collections.filter(has_cells).map(|(_, collection)| collection)
}

/// Returns a warning above the answer if this run did not compute all real collections with public data. The answer in the
/// README has numbers from a run with all of them. The warning is empty if none is missing.
fn other_run_warning(grid: &Grid, computed: &Computed) -> Markdown {
    let is_public = |collection: &&Collection| collection.entry.descriptor.kind == Kind::Open;
    let all = grid.collections.iter().filter(is_public).count();
    let computed_here = with_cells(grid, computed).filter(is_public).count();
    if computed_here == all {
        return Markdown::default();
    }
    markdown!(
        "**This answer is from a run with all data. Of the {} public real collections, this run computed {}**, so the page does not show \
         the others' numbers.",
        all,
        computed_here
    )
}

/// Returns the collapsed parts about the numbers: errata, draws, further tables and figures, the method, and every printed
/// cell.
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

/// The heading of the part that contains the README.
const README_HEADING: &str = "What was found, and what was chosen";

/// The paragraphs that a page takes from a README begin like this.
const QUESTION_LEAD: &str = "**The question.**";
const ANSWER_LEAD: &str = "**The answer.**";
const HOW_LEAD: &str = "**How.**";

/// Returns the answer in a README, followed by the paragraph that explains how it was found.
fn answer(readme: &str) -> String {
    match [ANSWER_LEAD, HOW_LEAD].map(|lead| paragraph(readme, lead)) {
        [answer, how] if answer.is_empty() || how.is_empty() => answer,
        [answer, how] => format!("{answer}\n\n{HOW_LEAD} {how}"),
    }
}

/// Returns the paragraph of `readme` that begins with `lead`, without the lead. If it ends with a colon or is empty, the
/// list below it is included.
fn paragraph(readme: &str, lead: &str) -> String {
    let mut paragraphs = readme.split("\n\n").map(str::trim);
    let text = paragraphs.find_map(|paragraph| paragraph.strip_prefix(lead)).unwrap_or_default().trim();
    let has_list = text.is_empty() || text.trim_end_matches('*').ends_with(':');
    match paragraphs.next() {
        Some(list) if has_list => format!("{text}\n\n{list}"),
        _ => text.to_owned(),
    }
}

/// Returns the text of a README. Each relative link points to the result of `address`. If `address` returns
/// `None`, only the text of the link stays.
pub fn relinked(readme: &str, address: &dyn Fn(&str) -> Option<String>) -> String {
    let mut parts = readme.split("](");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (written, rest) = part.split_at(part.find(')').unwrap_or(part.len()));
        let is_relative = !written.contains("://") && !written.starts_with('#');
        let target = if is_relative { address(written) } else { Some(written.to_owned()) };
        match (target, out.rfind('[')) {
            (None, Some(bracket)) => {
                out.remove(bracket);
                out.push_str(rest.strip_prefix(')').unwrap_or(rest));
            }
            (target, _) => out.extend(["](", target.as_deref().unwrap_or(written), rest]),
        }
    }
    out
}

/// Returns `readme` without the paragraphs that begin with one of these leads.
fn without_leads(readme: &str, leads: &[&str]) -> String {
    let mut rest = readme.to_owned();
    for lead in leads {
        rest = rest.replacen(lead, "", 1).replacen(&paragraph(readme, lead), "", 1);
    }
    rest
}

/// Returns the warnings that the page shows before any number.
fn warnings(grid: &Grid, computed: &Computed, kinds: &[Kind]) -> Vec<Markdown> {
    let mut out = Vec::new();
    if kinds.contains(&Kind::Licensed) {
        out.push(
            "**This report has numbers from licensed collections: do not pass it on unless the licence allows it.**"
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

/// Returns the name that you type for an experiment on the command line. This is the id if the file is
/// `experiment.yaml` in a folder that is named like the id, or if the file's name does not end with `.yaml`.
/// Otherwise it is the file's name.
pub fn name_to_type(grid: &Grid) -> &str {
    let file = grid.resolved.at.source.name.as_str();
    let is_in_folder = Path::new(file).ends_with(Path::new(&grid.id).join("experiment.yaml"));
    if is_in_folder || !file.ends_with(".yaml") { &grid.id } else { file }
}

#[cfg(test)]
mod tests {
    use super::{ANSWER_LEAD, HOW_LEAD, QUESTION_LEAD, answer, paragraph, without_leads};

    #[test]
    fn question_and_answer_are_taken_from_the_readme() {
        let readme =
            "# x\n\n**The question.** Is it\nso?\n\n**How.** y\n\n**The answer.**\n\n- yes\n- no\n\nz\n";
        assert_eq!(paragraph(readme, QUESTION_LEAD), "Is it\nso?");
        assert_eq!(answer(readme), "\n\n- yes\n- no\n\n**How.** y");
        let links = "[a](../b/README.md) [c](gone) [e](golden/) [f](https://g/) [h](#i)";
        let address = |path: &str| (path != "gone").then(|| format!("x/{path}"));
        let from_results = "[a](x/../b/README.md) c [e](x/golden/) [f](https://g/) [h](#i)";
        assert_eq!(super::relinked(links, &address), from_results);
        let rest = without_leads(readme, &[QUESTION_LEAD, ANSWER_LEAD, HOW_LEAD]);
        assert_eq!(rest.split_whitespace().collect::<Vec<_>>(), ["#", "x", "z"]);
        assert_eq!(
            (paragraph("", ANSWER_LEAD), without_leads("a", &[ANSWER_LEAD])),
            (String::new(), "a".to_owned())
        );
        assert_eq!(answer("**How.** y"), "", "without an answer, its explanation is left out");
    }
}
