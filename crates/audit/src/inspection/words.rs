//! What was seen, in words and in a table of the runs.

use std::fmt::{self, Write};

use super::{DEPTHS, InspectedRun, Inspection, Origin};
use crate::natural::natural;
use rejudge_eval::plural::counted;
use rejudge_page::{Cell, Column, MarkdownTable, plain};

/// A mean score that ties move by more than this is not known to the third digit.
const MOVES: f64 = 0.0005;

/// Most pairs of nearly the same runs that are named before any number.
const PAIRS: usize = 5;

/// Something that a user should know before any number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What it is about.
    pub head: String,
    /// What is to be known.
    pub text: String,
}

impl Remark {
    /// The remark `text` about `head`.
    pub fn new(head: impl Into<String>, text: impl Into<String>) -> Self {
        Self { head: head.into(), text: text.into() }
    }

    /// For a report.
    pub fn markdown(&self) -> String {
        format!("**{}** {}", plain(&self.head), plain(&self.text))
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.head, self.text)
    }
}

impl Inspection {
    /// What a user should know before any number.
    pub fn oddities(&self) -> Vec<Remark> {
        let mut out = vec![Remark::new("Which runs formed the pool?", self.pooled_in_words())];
        out.extend(self.order_of_pool());
        for (group, ends) in &self.identical {
            let but = match ends {
                0 => String::new(),
                ends => format!(", but for {} near the ends of rankings", counted(*ends, "document")),
            };
            out.push(Remark::new(
                "Identical runs:",
                format!(
                    "{} hold the same documents in the same places for every topic{but}.",
                    group.join(", ")
                ),
            ));
        }
        if !self.alike.is_empty() {
            let pairs = self.alike.iter().take(PAIRS);
            let pairs = pairs.map(|(a, b, pair)| format!("{a} and {b} ({:.3})", pair.overlap));
            let more = match self.alike.len() {
                ..=PAIRS => String::new(),
                all => format!("; and {} more", counted(all - PAIRS, "pair")),
            };
            out.push(Remark::new(
                "Nearly the same runs:",
                format!(
                    "{}{more} (rank-biased overlap at p = 0.9, which hardly sees what is below rank 20; 1 for the same). By measures of the top they \
                     count more than once in any correlation over runs, like copies.",
                    pairs.collect::<Vec<_>>().join("; ")
                ),
            ));
        }
        let names =
            |topics: &[usize]| topics.iter().map(|&t| self.topics[t].as_str()).collect::<Vec<_>>().join(", ");
        if !self.judgments.none_relevant.is_empty() {
            let text = format!("{}.", names(&self.judgments.none_relevant));
            out.push(Remark::new("No relevant document known:", text));
        }
        if !self.judgments.few_relevant.is_empty() {
            let few = &self.judgments.few_relevant;
            out.push(Remark::new(
                format!("1 to {} relevant documents known:", self.few - 1),
                format!("{} of {} ({}).", few.len(), self.topics.len(), names(few)),
            ));
        }
        let moved =
            self.runs.iter().filter(|run| run.bounds.is_some_and(|(best, worst)| best - worst > MOVES));
        let mut moved: Vec<&InspectedRun> = moved.collect();
        moved.sort_by(|a, b| spread(b).total_cmp(&spread(a)));
        if let Some(most) = moved.first() {
            out.push(Remark::new("Ties that matter:", format!(
                "documents of different levels have equal scores. The order of such documents decides more than {MOVES} of \
                 the mean {} of {}. It decides most of {}, which scores {:.4} to {:.4}.",
                self.main,
                counted(moved.len(), "run"),
                most.name,
                most.bounds.map_or(0.0, |(_, worst)| worst),
                most.bounds.map_or(0.0, |(best, _)| best)
            )));
        }
        let lacking: Vec<&InspectedRun> =
            self.compared().filter(|run| !run.answers.lacks.is_empty()).collect();
        if !lacking.is_empty() {
            let of = lacking.iter().take(5).map(|run| format!("{} ({})", run.name, run.answers.lacks.len()));
            let more =
                if lacking.len() > 5 { format!(" and {} more", lacking.len() - 5) } else { String::new() };
            let text = format!("{}{more}.", of.collect::<Vec<_>>().join(", "));
            out.push(Remark::new("Runs that lack topics, which score 0 there:", text));
        }
        out
    }

    /// How many topics, runs and judged documents there are.
    pub fn in_a_line(&self) -> String {
        format!(
            "{}, {}, {}",
            counted(self.topics.len(), "topic"),
            counted(self.runs.len(), "run"),
            counted(self.judgments.levels.iter().sum::<usize>(), "judged document")
        )
    }

    /// Writes the tables of runs and topics.
    pub fn write(&self, out: &mut String) {
        let levels = self.judgments.levels.iter().enumerate();
        let levels: Vec<String> = levels.map(|(level, count)| format!("{count} of level {level}")).collect();
        let _ = writeln!(out, "{} ({}).", self.in_a_line(), levels.join(", "));
        let range = |found: Option<(usize, usize)>| {
            found.map_or_else(String::new, |(low, high)| format!("{low} to {high}"))
        };
        let _ = writeln!(
            out,
            "Relevant documents per topic: {}; nonrelevant: {}.\n",
            range(self.judgments.relevant()),
            range(self.judgments.nonrelevant())
        );
        for (first, second, pair) in &self.alike {
            let _ = writeln!(
                out,
                "- {} and {} are nearly the same: rank-biased overlap {:.3}, {} of {} equal",
                plain(first),
                plain(second),
                pair.overlap,
                pair.same,
                counted(pair.topics, "topic")
            );
        }
        if !self.alike.is_empty() {
            out.push('\n');
        }
        let _ = writeln!(
            out,
            "### Runs: how far each is judged\n\nUnjudged documents are the rest. \"Complete\" is the share of the topics \
             whose top {} documents are all judged, of those that have a judged one there, as runs were read for the pool; judged@k \
             is as they are scored. Ties are documents \
             with the score of another, and those that matter are groups of documents of different levels.\n",
            self.pool.depth
        );
        let judged = DEPTHS.map(|depth| Column::numbers(&format!("judged@{depth}")));
        let rest = ["documents per topic", "topics lacking", "ties", "ties that matter"].map(Column::numbers);
        let mut table = MarkdownTable::new(
            ["run", "team", "looks pooled"]
                .map(Column::words)
                .into_iter()
                .chain([Column::numbers("complete")])
                .chain(judged)
                .chain(rest),
        );
        let mut rows: Vec<_> = self.runs.iter().zip(&self.pool.runs).collect();
        rows.sort_by(|(a, _), (b, _)| natural(&a.name, &b.name));
        for (seen, pool) in rows {
            // Where no depth explains the judgments, how a run looks says nothing.
            let pooled = match (self.origin(), pool.looks_pooled) {
                (Origin::Unknown, _) => "-",
                (_, true) => "yes",
                (_, false) => "no",
            };
            let share = |depth: usize| {
                seen.judged.as_ref().map_or("-".to_owned(), |shares| format!("{:.3}", shares[depth - 1]))
            };
            let ties = seen.ties.unwrap_or_default();
            let mut row: Vec<Cell> =
                vec![seen.name.as_str().into(), seen.team.as_str().into(), pooled.into()];
            row.push(format!("{:.2}", pool.complete_share()).into());
            row.extend(DEPTHS.map(|depth| share(depth).into()));
            row.push(format!("{:.1}", seen.answers.mean.unwrap_or(0.0)).into());
            row.push(seen.answers.lacks.len().into());
            row.push(format!("{:.1}%", 100.0 * ties.tied as f64 / ties.documents.max(1) as f64).into());
            row.push(ties.mattering.into());
            table.row(row);
        }
        let _ = writeln!(out, "{table}");
    }
}

/// By how much ties move a run.
fn spread(run: &InspectedRun) -> f64 {
    run.bounds.map_or(0.0, |(best, worst)| best - worst)
}
