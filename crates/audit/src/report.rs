//! The audit in words, as Markdown: the answers first, then what each rests on, then how it was done.

use std::fmt::Write;

use rejudge_descriptor::Kind;
use rejudge_pools::inspect::{COMPLETE, EVEN, EXPLAINS, NEARLY_ALL};

use super::answers::{AGREE, Answer, AnswerTable, DRY, ENOUGH_DRAWS, FAIR, LEADS, LOOKED_AT, NEARLY};
use super::inspection::{Inspection, Remark};
use super::other_judge::SeenJudge;
use super::scored::Scored;
use rejudge_check::report::{figure, table};
use rejudge_eval::plural::counted;
use rejudge_grid::Grid;
use rejudge_page::{Cell, Column, MarkdownTable, plain};
use rejudge_table::FilledTable;

/// What was seen before anything was computed.
pub enum AuditSubject {
    /// Of judgments and runs.
    Files(Box<Inspection>),
    /// Of score matrices.
    Scores(Scored),
}

impl AuditSubject {
    /// The teams that are left out, one by one.
    pub fn left_out_teams(&self) -> Vec<String> {
        match self {
            Self::Files(inspection) => inspection.left_out_teams(),
            Self::Scores(_) => Vec::new(),
        }
    }

    /// Whether there are runs without a document for any topic.
    pub fn sets_aside(&self) -> bool {
        matches!(self, Self::Files(inspection) if !inspection.set_aside().is_empty())
    }

    /// Whether judgments are withheld, or it is not known.
    pub fn withholds(&self) -> bool {
        match self {
            Self::Files(inspection) => inspection.withholds(),
            Self::Scores(_) => true,
        }
    }

    /// Names of the other judges that `of` takes.
    pub fn judges(&self, of: impl Fn(&SeenJudge) -> bool) -> Vec<String> {
        match self {
            Self::Files(inspection) => {
                let judges = inspection.judges().iter().filter(|judge| of(judge));
                judges.map(|judge| judge.counts.name.clone()).collect()
            }
            Self::Scores(_) => Vec::new(),
        }
    }

    /// Depth of the pool that can be made shallower.
    pub fn depth(&self) -> Option<u32> {
        match self {
            Self::Files(inspection) => inspection.depth(),
            Self::Scores(_) => None,
        }
    }

    /// Where a document of a team must stand to be taken for one that the team brought.
    pub fn tops(&self) -> String {
        match self {
            Self::Files(inspection) => inspection.tops(),
            Self::Scores(_) => String::new(),
        }
    }

    /// What a user should know before any number.
    pub fn oddities(&self) -> Vec<Remark> {
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
    pub seen: &'a AuditSubject,
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
        "Made by `rejudge audit`; seed {}, {} of whatever is random. `rejudge run experiment.yaml` in this folder \
         gives the same numbers. These are the numbers of files that a user gave; nobody has checked where they come from.\n",
        grid.seed,
        counted(grid.draws_of(0) as usize, "draw")
    );
    for assumed in of.assumed {
        let _ = writeln!(out, "- {assumed}");
    }
    let _ = writeln!(out, "\n## In short\n");
    for answer in of.answers {
        let _ = writeln!(out, "- **{}** {}", answer.question, plain(&answer.short));
    }
    for odd in of.seen.oddities() {
        let _ = writeln!(out, "- {}", odd.markdown());
    }
    out.push('\n');
    if let AuditSubject::Files(inspection) = of.seen {
        let _ = writeln!(out, "## The files\n");
        inspection.write(&mut out);
    }
    let _ = writeln!(out, "## Scores\n");
    show(&mut out, of, "scores");
    show(&mut out, of, "compared");
    for answer in of.answers {
        let _ = writeln!(out, "## {}\n\n{}\n", answer.question, plain(&answer.short));
        for line in &answer.figures {
            let _ = writeln!(out, "- {}", plain(line));
        }
        if !answer.figures.is_empty() {
            out.push('\n');
        }
        if let Some(table) = &answer.table {
            text_table(&mut out, table);
        }
        answer.shown.iter().for_each(|name| show(&mut out, of, name));
    }
    method(&mut out, of);
    out
}

/// A table of an answer.
fn text_table(out: &mut String, table: &AnswerTable) {
    let _ = writeln!(out, "### {}\n", plain(&table.caption));
    let (label, numbers) = table.header.split_at(1);
    let label = label.iter().map(|head| Column::words(head));
    let mut written = MarkdownTable::new(label.chain(numbers.iter().map(|head| Column::numbers(head))));
    table.rows.iter().for_each(|row| written.row(row.iter().map(|text| Cell::text(text))));
    let _ = writeln!(out, "{written}");
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
    if let AuditSubject::Files(_) = of.seen {
        let _ = writeln!(
            out,
            "- A team is left out by taking out of the judgments what only its runs have in their tops (its pooled ones, where not \
             all pooled), down to the depth of the pool; what nobody's runs have there cannot be anybody's, and stays. It is taken \
             alone by keeping nothing but what it has there (Zobel, SIGIR 1998; Sakai, IPSJ 2009). All runs are then scored again. A \
             team is treated fairly where the scores of these runs change by at most {:.0}% on average, up or down, and none of \
             them moves by more than {:.0}% of the ranks (one is always allowed), nearly so to {:.0}% and {:.0}%. These limits are \
             this report's, not the literature's.\n\
             - A pool of depth k keeps the judgments of the documents that one of its runs has in its top k. Its ranking of the runs is \
             compared with that by all judgments, however these were made. It says what a shallower pool would have told, not what \
             deeper judgments would; that is for the relevant documents that the last ranks still brought (Zobel, SIGIR 1998): more \
             than {:.0}% of the new judged ones, and the pool is not exhausted.\n\
             - A measure is not recommended where less than {:.0}% of the ranks to its cutoff are judged, or, if it has none, of the top \
             10; one that passes over unjudged documents may always be. This limit is this report's.\n\
             - A depth is inferred where at least two runs are judged to it for {:.0}% of the topics, and break there, and the tops of \
             these runs hold at least {:.0}% of the judged documents. A sample at one rate for all ranks is inferred where no depth is, topics have \
             unequally many judged documents, less than {:.0}% of any of the ranks 1 to 5, 6 to 10, 11 to 20 and 21 to 50 are judged, \
             and the share of each differs by at most {:.0}% of it from that of all. These limits, too, are this report's.\n\
             - A sample keeps a share of the relevant and of the nonrelevant documents of each topic, at least 1 and 10 \
             (Bompada et al., SIGIR 2007).\n\
             - Rankings are compared by tau-b, which allows for runs of equal scores, and by tau-AP,b (Urbano and Marrero, ICTIR 2017), \
             which does so and weighs the top more: both are 1 for equal rankings, ties or not. Two rankings agree where they are \
             above {AGREE} (Voorhees, SIGIR 1998); a depth or rate is given from which on all deeper or larger ones do. A judgment set \
             under which all runs score alike agrees with none.",
            100.0 * FAIR.0,
            100.0 * FAIR.1,
            100.0 * NEARLY.0,
            100.0 * NEARLY.1,
            100.0 * DRY,
            100.0 * LOOKED_AT,
            100.0 * COMPLETE,
            100.0 * EXPLAINS,
            100.0 * NEARLY_ALL,
            100.0 * EVEN
        );
    }
    let _ = writeln!(
        out,
        "- Power is the share of the pairs of runs that differ significantly at .05 by the paired bootstrap of 1,000 \
         samples (Sakai, SIGIR 2006); the estimated difference required is the largest that was needed. Holm's correction \
         for the number of pairs is made on p values of the paired t test, since 1,000 samples know no level between 0 \
         and .001."
    );
    let _ = writeln!(
        out,
        "- Measures are ranked by each criterion, in each draw of whatever is random, and come first in a draw by the mean of \
         their ranks. One leads that comes first, alone or level with others, in at least {:.0}% of the draws; else none is \
         named, nor is any of fewer than {ENOUGH_DRAWS} draws. These limits too are this report's.",
        100.0 * LEADS
    );
    for evaluation in &of.grid.evaluations {
        let _ = writeln!(out, "- Rules in force: `{}`.", evaluation.canonical);
    }
}
