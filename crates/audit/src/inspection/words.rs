//! What was seen, in words and in a table of the runs.

use std::fmt::{self, Write};

use rejudge_pools::inspect::{FEWEST_RUNS, FEWEST_TOPICS, PoolShape};

use super::{DEPTHS, Inspection, Seen};
use rejudge_eval::counted::{counted, of_number};
use rejudge_table::plain;

/// A mean score that ties move by more than this is not known to the third digit.
const MOVES: f64 = 0.0005;

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
        for (group, ends) in &self.identical {
            let but = match ends {
                0 => String::new(),
                1 => ", but for one at the end of a ranking".to_owned(),
                ends => format!(", but for {ends} at the ends of their rankings"),
            };
            out.push(Remark::new(
                "Identical runs:",
                format!(
                    "{} hold the same documents in the same places for every topic{but}.",
                    group.join(", ")
                ),
            ));
        }
        let names =
            |topics: &[usize]| topics.iter().map(|&t| self.topics[t].as_str()).collect::<Vec<_>>().join(", ");
        if !self.judgments.none_relevant.is_empty() {
            let text = format!("{}.", names(&self.judgments.none_relevant));
            out.push(Remark::new("Topics without a relevant document:", text));
        }
        if !self.judgments.few_relevant.is_empty() {
            let few = &self.judgments.few_relevant;
            out.push(Remark::new(
                format!("Topics with fewer than {} relevant documents:", self.few),
                format!("{} of {} ({}).", few.len(), self.topics.len(), names(few)),
            ));
        }
        let moved =
            self.runs.iter().filter(|run| run.bounds.is_some_and(|(best, worst)| best - worst > MOVES));
        let mut moved: Vec<&Seen> = moved.collect();
        moved.sort_by(|a, b| spread(b).total_cmp(&spread(a)));
        if let Some(most) = moved.first() {
            out.push(Remark::new("Ties that matter:", format!(
                "equal scores stand before documents of different levels, and the order of such \
                 documents decides more than {MOVES} of the mean {} of {}; most of {}, which scores {:.4} to {:.4}.",
                self.main,
                counted(moved.len(), "run"),
                most.name,
                most.bounds.map_or(0.0, |(_, worst)| worst),
                most.bounds.map_or(0.0, |(best, _)| best)
            )));
        }
        let lacking: Vec<&Seen> = self.compared().filter(|run| !run.answers.lacks.is_empty()).collect();
        if !lacking.is_empty() {
            let of = lacking.iter().take(5).map(|run| format!("{} ({})", run.name, run.answers.lacks.len()));
            let more =
                if lacking.len() > 5 { format!(" and {} more", lacking.len() - 5) } else { String::new() };
            let text = format!("{}{more}.", of.collect::<Vec<_>>().join(", "));
            out.push(Remark::new("Runs that lack topics, which score 0 there:", text));
        }
        out
    }

    /// What is said of the pool, and where those who marked its runs know better.
    fn pooled_in_words(&self) -> String {
        let differ = |pooled: bool| -> Vec<&str> {
            let runs = self.runs.iter().zip(&self.pool.runs);
            let differing = runs.filter(|(run, seen)| run.pooled == pooled && seen.looks_pooled != pooled);
            differing.map(|(run, _)| run.name.as_str()).collect()
        };
        let mut out = self.looks_in_words();
        if self.is_marked() && matches!(self.pool.shape, PoolShape::Depth { .. }) {
            for (runs, told) in [
                (differ(true), "Marked as pooled, without looking it"),
                (differ(false), "Looking pooled, without being marked"),
            ] {
                if !runs.is_empty() {
                    out += &format!(" {told}: {}.", runs.join(", "));
                }
            }
        }
        out
    }

    /// What the judgments look like.
    fn looks_in_words(&self) -> String {
        let runs = self.runs.len();
        let unpooled: Vec<&str> = (0..runs)
            .filter(|&run| !self.pool.runs[run].looks_pooled)
            .map(|run| self.runs[run].name.as_str())
            .collect();
        let covered = match self.pool.covered_to {
            0 => "Not even the first documents of the runs are judged to 95%.".to_owned(),
            depth => format!("Down to depth {depth} at least 95% of the runs' documents are judged."),
        };
        match self.pool.shape {
            PoolShape::All => {
                "The documents of most runs are judged to the end: all was judged, or the pool was \
                               deeper than the runs as they are stored."
                    .to_owned()
            }
            // What few topics or one run show is no sign of a pool, and none of another.
            PoolShape::NoRun if self.topics.len() < FEWEST_TOPICS => format!(
                "Cannot be said: {} {} too few to tell a pool by. {covered}",
                counted(self.topics.len(), "topic"),
                of_number(self.topics.len(), "is", "are")
            ),
            PoolShape::NoRun if runs < FEWEST_RUNS => {
                format!("Cannot be said: one run is no sign of a pool. {covered}")
            }
            PoolShape::NoRun if self.different_runs() < FEWEST_RUNS => format!(
                "Cannot be said: the {runs} runs are one ranking, which is no sign of a pool, however many copies there are. \
                 {covered}"
            ),
            PoolShape::NoRun => {
                format!("None of the {runs} runs looks pooled: judgments end at no common depth. {covered}")
            }
            PoolShape::Depth { depth, .. } if unpooled.is_empty() => {
                format!("The judgments look like a pool of depth {depth} of all {runs} runs.")
            }
            PoolShape::Depth { depth, .. } => format!(
                "The judgments look like a pool of depth {depth} of {} of the {runs} runs. {} unpooled: {}.",
                runs - unpooled.len(),
                format_args!("{} {}", unpooled.len(), of_number(unpooled.len(), "looks", "look")),
                unpooled.join(", ")
            ),
        }
    }

    /// Writes the tables of runs and topics.
    pub fn write(&self, out: &mut String) {
        let levels = self.judgments.levels.iter().enumerate();
        let levels: Vec<String> = levels.map(|(level, count)| format!("{count} of level {level}")).collect();
        let _ = writeln!(
            out,
            "{}, {}, {} ({}).",
            counted(self.topics.len(), "topic"),
            counted(self.runs.len(), "run"),
            counted(self.judgments.levels.iter().sum::<usize>(), "judged document"),
            levels.join(", ")
        );
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
             whose top {} documents are all judged, of those the pool did not lose as a whole; ties are documents with the \
             score of another, and those that matter are groups of documents of different levels.\n",
            self.pool.depth
        );
        let _ = write!(out, "| run | team | looks pooled | complete |");
        for depth in DEPTHS {
            let _ = write!(out, " judged@{depth} |");
        }
        let _ = writeln!(out, " documents per topic | topics lacking | ties | ties that matter |");
        let _ = writeln!(out, "|---|---|---|--:|{}--:|--:|--:|--:|", "--:|".repeat(DEPTHS.len()));
        for (seen, pool) in self.runs.iter().zip(&self.pool.runs) {
            let _ = write!(
                out,
                "| {} | {} | {} | {:.2} |",
                plain(&seen.name),
                plain(&seen.team),
                if pool.looks_pooled { "yes" } else { "no" },
                pool.complete_share()
            );
            for at in 0..DEPTHS.len() {
                match &seen.judged {
                    Some(shares) => *out += &format!(" {:.3} |", shares[at]),
                    None => out.push_str(" - |"),
                }
            }
            let ties = seen.ties.unwrap_or_default();
            let _ = writeln!(
                out,
                " {:.1} | {} | {:.1}% | {} |",
                seen.answers.mean.unwrap_or(0.0),
                seen.answers.lacks.len(),
                100.0 * ties.tied as f64 / ties.documents.max(1) as f64,
                ties.mattering
            );
        }
        out.push('\n');
    }
}

/// By how much ties move a run.
fn spread(run: &Seen) -> f64 {
    run.bounds.map_or(0.0, |(best, worst)| best - worst)
}
