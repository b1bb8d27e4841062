//! The audit in words, as Markdown: the answers first, then what each rests on, then how it was done.

use std::fmt::Write;

use rejudge_collections::Kind;

use super::answers::{AGREE, Answer};
use super::inspection::Inspection;
use super::scored::Scored;
use crate::grid::Grid;
use crate::report::{figure, table};
use crate::table::FilledTable;

/// What was seen before anything was computed.
pub enum Seen {
    /// Of judgments and runs.
    Files(Box<Inspection>),
    /// Of score matrices.
    Scores(Scored),
}

impl Seen {
    /// What a user should know before any number: a line each.
    pub fn oddities(&self) -> Vec<String> {
        match self {
            Self::Files(inspection) => inspection.oddities(),
            Self::Scores(scored) => scored.oddities(),
        }
    }
}

/// An audit whose experiment has been run.
pub struct Audited<'a> {
    /// The experiment.
    pub grid: &'a Grid,
    /// Its tables and figures.
    pub tables: &'a [FilledTable],
    /// What was seen of the files.
    pub seen: &'a Seen,
    /// What the cells answer.
    pub answers: &'a [Answer],
    /// What was assumed that the user did not say.
    pub assumed: &'a [String],
}

/// The report.
pub fn report(of: &Audited<'_>) -> String {
    let mut out = String::new();
    let Audited { grid, .. } = of;
    let name = &grid.collections[0].name;
    let _ = writeln!(out, "# Audit of {name}\n");
    let _ = writeln!(
        out,
        "Made by `rejudge audit`; seed {}, {} draws of whatever is random. `rejudge run experiment.yaml` in this folder \
         gives the same numbers. These are the numbers of files that a user gave; nobody has checked where they come from.\n",
        grid.seed,
        grid.draws_of(0)
    );
    for assumed in of.assumed {
        let _ = writeln!(out, "- {assumed}");
    }
    let _ = writeln!(out, "\n## In short\n");
    for answer in of.answers {
        let _ = writeln!(out, "- **{}** {}", answer.question, answer.short);
    }
    for odd in of.seen.oddities() {
        let _ = writeln!(out, "- {odd}");
    }
    out.push('\n');
    if let Seen::Files(inspection) = of.seen {
        let _ = writeln!(out, "## The files\n");
        inspection.write(&mut out);
    }
    show(&mut out, of, "facts");
    for answer in of.answers {
        let _ = writeln!(out, "## {}\n\n{}\n", answer.question, answer.short);
        for line in &answer.figures {
            let _ = writeln!(out, "- {line}");
        }
        if !answer.figures.is_empty() {
            out.push('\n');
        }
        answer.shown.iter().for_each(|name| show(&mut out, of, name));
    }
    let _ = writeln!(out, "## Scores\n");
    show(&mut out, of, "scores");
    method(&mut out, of);
    out
}

/// A table or figure, by name, where the experiment has it.
fn show(out: &mut String, of: &Audited<'_>, name: &str) {
    let Some(filled) = of.tables.iter().find(|table| table.name == name) else { return };
    if filled.plot.is_some() {
        figure(out, filled, &[Kind::Own], "-own");
    } else {
        table(out, of.grid, None, filled, Kind::Own);
    }
}

/// What was computed, and by which rules.
fn method(out: &mut String, of: &Audited<'_>) {
    let _ = writeln!(out, "## How it was done\n");
    if let Seen::Files(_) = of.seen {
        let _ = writeln!(
            out,
            "- A team is left out by taking its unique contributions out of the judgments, and taken alone by keeping \
             nothing but what it brought (Zobel, SIGIR 1998; Sakai, IPSJ 2009). All its runs are then scored again, \
             among all others.\n\
             - A pool of depth k keeps the judgments of the documents that a pooled run has in its top k. It says what a \
             shallower pool would have told, not what a deeper one would.\n\
             - A sample keeps a share of the relevant and of the nonrelevant documents of each topic, at least 1 and 10 \
             (Bompada et al., SIGIR 2007).\n\
             - Two rankings of the runs agree where tau is above {AGREE}; a depth or rate is given from which on all \
             deeper or larger ones do."
        );
    }
    let _ = writeln!(
        out,
        "- Power is the share of the pairs of runs that differ significantly at .05 by the paired bootstrap of 1,000 \
         samples (Sakai, SIGIR 2006); the estimated difference required is the largest that was needed. Holm's correction \
         for the number of pairs is made on p values of the paired t test, since 1,000 samples know no level between 0 \
         and .001."
    );
    for evaluation in &of.grid.evaluations {
        let _ = writeln!(out, "- Rules in force: `{}`.", evaluation.rules.canonical);
    }
}
