//! The audit for people, as Markdown and as a page of cards, and its verdicts as JSON for programs.

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

/// Width and height of the field of a figure that is as wide as the page.
const WIDE: (f64, f64) = (860.0, 320.0);

/// The report as Markdown.
const REPORT: &str = "report.md";
/// The report in a browser.
pub const PAGE: &str = "report.html";

/// The verdicts for programs.
pub const VERDICTS: &str = "verdicts.json";

/// Tables that no question shows, open below the cards.
const SCORES: [&str; 3] = ["scores", "compared", "facts"];

/// A remark on the files: the subject, and what is known of it.
pub type Remark = (String, String);

/// An audit whose experiment has been run.
pub struct Audited<'a> {
    /// The experiment.
    pub grid: &'a Grid,
    /// Its tables and figures.
    pub tables: &'a [FilledTable],
    /// The known facts about the files.
    pub looked: &'a Inspected,
}

impl Audited<'_> {
    /// Returns the tables and figures without the cells of other new runs.
    pub(crate) fn tables_of(&self, new_run: Option<usize>) -> Vec<FilledTable> {
        let others: Vec<String> = (1..=self.looked.new_runs.len())
            .filter(|at| new_run.is_some_and(|new_run| new_run != *at))
            .map(|at| self.looked.with_new_run(at).id)
            .collect();
        let mut tables = self.tables.to_vec();
        tables.iter_mut().for_each(|table| table.cells.retain(|cell| !others.contains(&cell.panel)));
        tables
    }
}

/// The report in all forms: names and bytes.
///
/// # Errors
/// If a picture cannot be drawn.
pub fn report_files(of: &Audited<'_>, summary: &str, answers: &[Answer]) -> Result<Vec<(String, Vec<u8>)>> {
    let pictures = pictures(of.tables, Some(WIDE))?;
    let cards: Vec<Card> = answers.iter().map(|answer| card(of, answer)).collect();
    let (line, rest) = (in_a_line(of, summary), rest(of));
    let (open, folded) = rest.split_at(1);
    let mut sections = vec![Section::Text("", &line), Section::Cards(&cards)];
    sections.extend(open.iter().map(|(name, text)| Section::Text(name, text)));
    sections.extend(folded.iter().map(|(name, text)| Section::Folded(name, text)));
    let html = page(&title(of), &sections, pictures);
    let text = String::from(text(of, &line, &cards, &rest));
    let verdicts = serde_json::to_string_pretty(&verdicts(of, summary, answers))? + "\n";
    let lists = of.looked.new_runs.iter().filter_map(NewRun::list_file);
    let report = [(REPORT, text), (PAGE, html), (VERDICTS, verdicts)];
    Ok(report.map(|(name, text)| (name.to_owned(), text.into_bytes())).into_iter().chain(lists).collect())
}

/// The card of an answer with its evidence.
fn card(of: &Audited<'_>, answer: &Answer) -> Card {
    let mut evidence = Markdown::default();
    let tables = of.tables_of(answer.new_run);
    let of = &Audited { tables: &tables, ..*of };
    answer.shows.iter().for_each(|name| show(&mut evidence, of, name));
    Card { evidence, ..answer.card.clone() }
}

/// The report as Markdown: the verdicts, then the tables that each reads, then the rest.
fn text(of: &Audited<'_>, line: &Markdown, cards: &[Card], rest: &[(&'static str, Markdown)]) -> Markdown {
    let mut out = markdown!("# {}\n\n{}\n", plain(&title(of)), line);
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
    for (name, text) in rest {
        out += markdown!("## {}\n\n{}\n\n", name, text.trimmed());
    }
    out
}

/// The answers as JSON, with every number that they read.
fn verdicts(of: &Audited<'_>, summary: &str, answers: &[Answer]) -> serde_json::Value {
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
    let remark = |(of, known): &Remark| serde_json::json!({ "of": of, "known": known });
    serde_json::json!({
        "measure": of.grid.measures[0].label,
        "why-measure": of.looked.why_measure,
        "depth": of.looked.description.depth,
        "summary": summary,
        "answers": answers.iter().map(answer).collect::<Vec<_>>(),
        "remarks": of.looked.remarks.iter().map(remark).collect::<Vec<_>>(),
    })
}

fn title(of: &Audited<'_>) -> String {
    format!("Audit of {}", of.grid.collections[0].name)
}

/// Returns a sentence that summarises all cards, the audited collection and the measure.
fn in_a_line(of: &Audited<'_>, summary: &str) -> Markdown {
    let things = [
        ("facts", "topics", "topic"),
        ("compared", "runs", "run"),
        ("facts", "judged documents, all topics", "judged document"),
    ];
    let count = |(table, row, thing)| Some(counted(Tables(of.tables).fact(table, row)? as usize, thing));
    let counts: Vec<String> = things.into_iter().filter_map(count).collect();
    let summary = match summary {
        "" => Markdown::default(),
        summary => markdown!("**{}**\n\n", plain(summary)),
    };
    markdown!("{}{}. {}\n", summary, inert(&counts.join(", ")), plain(&of.looked.why_measure))
}

/// Returns the other sections: name and text of each, the scores first.
fn rest(of: &Audited<'_>) -> Vec<(&'static str, Markdown)> {
    let mut scores = Markdown::default();
    SCORES.iter().for_each(|name| show(&mut scores, of, name));
    let mut out = vec![("Scores", scores)];
    let remark = |(of, known): &Remark| markdown!("- **{}:** {}\n", plain(of), plain(known));
    let remarks: Markdown = of.looked.remarks.iter().map(remark).collect();
    if !remarks.is_empty() {
        out.push(("Notes on your files", remarks));
    }
    let mut done = markdown!(
        "Made by `rejudge audit`; seed {}, {} of samples and bootstraps. `rejudge run experiment.yaml` in this folder gives \
         the same numbers.\n\n",
        of.grid.seed,
        inert(&counted(of.grid.draws_of(0) as usize, "draw"))
    );
    of.looked
        .assumed
        .iter()
        .chain([&of.looked.why_measure])
        .for_each(|assumed| done += markdown!("- {}\n", plain(assumed)));
    for evaluation in &of.grid.evaluations {
        done += markdown!("- Rules in force: {}.\n", inert(&evaluation.rules.to_string()));
    }
    out.push(("How it was done", done));
    out
}

/// Writes a table or figure, if the experiment has it.
fn show(out: &mut Markdown, of: &Audited<'_>, name: &str) {
    let Some(filled) = Tables(of.tables).named(name) else { return };
    if filled.plot.is_some() {
        figure(out, filled);
    } else {
        table(out, filled);
    }
}
