//! Makes the report of an audit: Markdown and a page with cards for people, and JSON with the verdicts for programs.

use anyhow::Result;
use rejudge_experiment::grid::Grid;
use rejudge_names::plural::counted;
use rejudge_report::check::report::{figure, pictures, table};
use rejudge_report::table::FilledTable;
use rejudge_tables::frame::Heading;
use rejudge_tables::markdown;
use rejudge_tables::page::{Card, Markdown, MarkdownTable, Section, inert, page, plain};

use crate::audit::inspect::Inspected;
use crate::audit::new_run::NewRun;
use crate::audit::tables::Tables;
use crate::audit::verdicts::Answer;

/// The width and height of the plot area of a figure that is as wide as the page.
const PAGE_PLOT_AREA: (f64, f64) = (860.0, 320.0);

/// The file name of the report as Markdown.
pub const REPORT: &str = "report.md";
/// The file name of the report as a page.
pub const PAGE: &str = "report.html";

/// The file name of the verdicts.
pub const VERDICTS: &str = "verdicts.json";

/// Tables that no question shows. The page shows them below the cards.
const TABLES_BELOW_CARDS: [&str; 3] = ["scores", "compared", "facts"];

/// A remark about the files: its subject and its text.
pub type Remark = (String, String);

/// An audit after its experiment was run.
pub struct Audited<'a> {
    /// The experiment.
    pub grid: &'a Grid,
    /// The tables and figures.
    pub tables: &'a [FilledTable],
    /// The facts about the files.
    pub inspected: &'a Inspected,
}

impl Audited<'_> {
    /// Returns all tables and figures, without the panels of new runs other than `new_run`. If `new_run` is `None`, no
    /// panel is removed.
    pub(crate) fn tables_of_run(&self, new_run: Option<usize>) -> Vec<FilledTable> {
        let other_panels: Vec<String> = (1..=self.inspected.new_runs.len())
            .filter(|number| new_run.is_some_and(|new_run| new_run != *number))
            .map(|number| self.inspected.with_new_run(number).id)
            .collect();
        let mut tables = self.tables.to_vec();
        tables.iter_mut().for_each(|table| table.cells.retain(|cell| !other_panels.contains(&cell.panel)));
        tables
    }
}

/// Returns the names and bytes of all files of the report.
///
/// # Errors
/// If a picture cannot be drawn.
pub fn report_files(
    audited: &Audited<'_>,
    summary: &str,
    answers: &[Answer],
) -> Result<Vec<(String, Vec<u8>)>> {
    let pictures = pictures(audited.tables, Some(PAGE_PLOT_AREA))?;
    let cards: Vec<Card> = answers.iter().map(|answer| card(audited, answer)).collect();
    let (introduction, details) = (introduction(audited, summary), details(audited));
    let (open, folded) = details.split_at(1);
    let mut sections = vec![Section::Text("", &introduction), Section::Cards(&cards)];
    sections.extend(open.iter().map(|(name, text)| Section::Text(name, text)));
    sections.extend(folded.iter().map(|(name, text)| Section::Folded(name, text)));
    let html = page(&title(audited), &sections, pictures);
    let text = String::from(markdown_page(audited, &introduction, &cards, &details));
    let verdicts = serde_json::to_string_pretty(&verdicts(audited, summary, answers))? + "\n";
    let lists = audited.inspected.new_runs.iter().filter_map(NewRun::list_file);
    let report = [(REPORT, text), (PAGE, html), (VERDICTS, verdicts)];
    Ok(report.map(|(name, text)| (name.to_owned(), text.into_bytes())).into_iter().chain(lists).collect())
}

/// Returns the card of an answer, with the tables and figures that show its numbers.
fn card(audited: &Audited<'_>, answer: &Answer) -> Card {
    let mut evidence = Markdown::default();
    let tables = audited.tables_of_run(answer.new_run);
    answer.shows.iter().for_each(|name| show(&mut evidence, &tables, name));
    Card { evidence, ..answer.card.clone() }
}

/// Returns the report as Markdown: the introduction, a table of the verdicts, the cards with their tables, and the details.
fn markdown_page(
    audited: &Audited<'_>,
    introduction: &Markdown,
    cards: &[Card],
    details: &[(&'static str, Markdown)],
) -> Markdown {
    let mut out = markdown!("# {}\n\n{}\n", plain(&title(audited)), introduction);
    let row = |card: &Card| {
        let number = match card.number.as_str() {
            "" => Markdown::default(),
            number => markdown!("**{}** {}", plain(number), plain(&card.number_is)),
        };
        let verdict = markdown!("{} **{}**", plain(&card.sign), plain(&card.word));
        vec![plain(&card.question), verdict, plain(&card.sentence), number]
    };
    let columns = vec![Heading::words(""); 4];
    let table = MarkdownTable { columns, rows: cards.iter().map(row).collect() };
    out += markdown!("{}\n", table);
    for card in cards {
        let (sign, word, sentence) = (plain(&card.sign), plain(&card.word), plain(&card.sentence));
        out += markdown!("## {}\n\n{} **{}** {}\n\n", plain(&card.question), sign, word, sentence);
        out.extend(card.small_print.iter().map(|line| markdown!("- {}\n", plain(line))));
        out += markdown!("\n{}\n\n", card.evidence.trimmed());
    }
    for (name, text) in details {
        out += markdown!("## {}\n\n{}\n\n", name, text.trimmed());
    }
    out
}

/// Returns the content of verdicts.json: the first measure and the reason for its choice, the pool depth, the summary,
/// the answers with all numbers that they use, and the remarks.
fn verdicts(audited: &Audited<'_>, summary: &str, answers: &[Answer]) -> serde_json::Value {
    let answer = |answer: &Answer| {
        serde_json::json!({
            "question": answer.id,
            "asked": answer.card.question,
            "verdict": answer.verdict,
            "tentative": answer.is_tentative,
            "sentence": answer.card.sentence,
            "number": answer.card.number,
            "number-is": answer.card.number_is,
            "small-print": answer.card.small_print,
            "numbers": answer.numbers,
        })
    };
    let remark = |(subject, fact): &Remark| serde_json::json!({ "of": subject, "known": fact });
    serde_json::json!({
        "measure": audited.grid.measures[0].label,
        "why-measure": audited.inspected.why_measure,
        "depth": audited.inspected.description.depth,
        "summary": summary,
        "answers": answers.iter().map(answer).collect::<Vec<_>>(),
        "remarks": audited.inspected.remarks.iter().map(remark).collect::<Vec<_>>(),
    })
}

fn title(audited: &Audited<'_>) -> String {
    format!("Audit of {}", audited.grid.collections[0].name)
}

/// Returns the beginning of the report: the summary, the size of the collection, and the reason for the choice of measure.
fn introduction(audited: &Audited<'_>, summary: &str) -> Markdown {
    let facts = [
        ("facts", "topics", "topic"),
        ("compared", "runs", "run"),
        ("facts", "judged documents, all topics", "judged document"),
    ];
    let tables = Tables(audited.tables);
    let counts: Vec<String> = facts
        .into_iter()
        .filter_map(|(table, row, thing)| Some(counted(tables.fact(table, row)? as usize, thing)))
        .collect();
    let summary = match summary {
        "" => Markdown::default(),
        summary => markdown!("**{}**\n\n", plain(summary)),
    };
    markdown!("{}{}. {}\n", summary, inert(&counts.join(", ")), plain(&audited.inspected.why_measure))
}

/// Returns the sections below the cards, as names and texts. The scores come first.
fn details(audited: &Audited<'_>) -> Vec<(&'static str, Markdown)> {
    let inspected = audited.inspected;
    let mut scores = Markdown::default();
    TABLES_BELOW_CARDS.iter().for_each(|name| show(&mut scores, audited.tables, name));
    let mut out = vec![("Scores", scores)];
    let remark = |(subject, fact): &Remark| markdown!("- **{}:** {}\n", plain(subject), plain(fact));
    let remarks: Markdown = inspected.remarks.iter().map(remark).collect();
    if !remarks.is_empty() {
        out.push(("Notes on your files", remarks));
    }
    let mut method = markdown!(
        "Made by `rejudge audit`; seed {}, {} of samples and bootstraps. `rejudge run experiment.yaml` in this folder gives \
         the same numbers.\n\n",
        audited.grid.seed,
        inert(&counted(audited.grid.draws_of(0) as usize, "draw"))
    );
    for sentence in inspected.assumed.iter().chain([&inspected.why_measure]) {
        method += markdown!("- {}\n", plain(sentence));
    }
    for evaluation in &audited.grid.evaluations {
        method += markdown!("- Rules in force: {}.\n", inert(&evaluation.rules.to_string()));
    }
    out.push(("How it was done", method));
    out
}

/// Adds a table or figure to the text, if the experiment has it.
fn show(out: &mut Markdown, tables: &[FilledTable], name: &str) {
    let Some(filled) = Tables(tables).named(name) else { return };
    if filled.plot.is_some() {
        figure(out, filled);
    } else {
        table(out, filled);
    }
}
