//! How the judged documents were chosen, as far as anybody knows.

use rejudge_pools::inspect::{EVEN_BANDS, FEWEST_RUNS, FEWEST_TOPICS, Grounds, PoolOf, PoolShape};

use super::Inspection;
use rejudge_eval::plural::{counted, of_number};

/// Where so large a part of the judged documents stands in no stored run and the runs are judged to their
/// ends, all documents of a set were judged, whoever retrieved them.
const COMPLETE: f64 = 0.1;

/// Of what runs that are not stored brought, at least this share stands in no stored one.
const OTHERS_ALONE: f64 = 0.05;

/// Most names that are listed.
const NAMED: usize = 10;

/// How the judged documents were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// By a pool of these runs to a depth: somebody said so, or the judgments show it.
    Pool,
    /// Not at all: everything was judged.
    Complete,
    /// By a pool at least as deep as the stored rankings, or everything was.
    ToTheEnds,
    /// In a way that is not known: by a budget, by other runs, by samples.
    Unknown,
}

impl Inspection {
    /// How the judged documents were chosen.
    pub fn origin(&self) -> Origin {
        let base = self.base.as_ref().map(|base| base.pool);
        let is_marked = base.is_some_and(|base| base.of == PoolOf::Marked);
        match base.map(|base| base.grounds) {
            Some(Grounds::Implied) => Origin::Pool,
            Some(Grounds::Told) => self.origin_of_told(),
            _ if self.pool.shape != PoolShape::All => Origin::Unknown,
            _ if self.unretrieved_share() >= COMPLETE && !is_marked => Origin::Complete,
            _ => Origin::ToTheEnds,
        }
    }

    /// The share of the judged documents that no stored run holds.
    fn unretrieved_share(&self) -> f64 {
        self.unretrieved.judged as f64 / self.judged().0.max(1) as f64
    }

    /// What is said of the pool, and where those who marked its runs know better.
    pub(super) fn pooled_in_words(&self) -> String {
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
                    out += &format!(" {told}: {}.", some(&runs));
                }
            }
            let copies = differ(false).into_iter().filter(|name| self.copies_a_pooled_run(name)).count();
            if copies > 0 {
                out += &format!(
                    " {} of these {} the same as a marked run, which makes {} look so.",
                    copies,
                    of_number(copies, "is", "are"),
                    of_number(copies, "it", "them")
                );
            }
        }
        out
    }

    /// Whether a run that is marked as pooled holds the same documents in the same places.
    fn copies_a_pooled_run(&self, name: &str) -> bool {
        let is_pooled = |other: &String| self.pooled(other);
        self.identical
            .iter()
            .any(|(group, _)| group.iter().any(|run| run == name) && group.iter().any(is_pooled))
    }

    /// What the judgments look like.
    fn looks_in_words(&self) -> String {
        let runs = self.runs.len();
        let covered = match self.pool.covered_to {
            0 => "On average over the runs fewer than 95% of the first documents are judged.".to_owned(),
            depth => {
                format!("On average over the runs at least 95% of the top {depth} are judged.")
            }
        };
        match self.pool.shape {
            PoolShape::All if self.origin() == Origin::Complete => format!(
                "None had to: the documents of most runs are judged to the end, and {} judged besides that no stored run \
                 holds. So all documents of a set seem to have been judged, whoever retrieved them; what a run has outside of that set is not.",
                of_number(self.unretrieved.judged, "1 is", &format!("{} are", self.unretrieved.judged))
            ),
            PoolShape::All => {
                "The documents of most runs are judged to the end: all of a set was judged, or the pool was \
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
            PoolShape::NoRun if let Some([top, .., deep]) = self.sampled() => format!(
                "None of the {runs} runs looks pooled: about the same share of their documents is judged at ranks {} to {} ({:.1}%) as at \
                 ranks {} to {} ({:.1}%). So these look like a sample of wider judgments, drawn at one rate \
                 for all ranks. Whether it was at one rate for all levels nobody can tell from them. A topic may have more relevant \
                 documents than are known here.",
                EVEN_BANDS[0].0,
                EVEN_BANDS[0].1,
                100.0 * top,
                EVEN_BANDS[EVEN_BANDS.len() - 1].0,
                EVEN_BANDS[EVEN_BANDS.len() - 1].1,
                100.0 * deep
            ),
            PoolShape::NoRun => format!(
                "None of the {runs} runs looks pooled: judged documents end at no depth that runs have in common. They were \
                 chosen {}{}. {covered}",
                self.other_ways(),
                self.or_for_others(self.judged().0)
            ),
            PoolShape::Part { depth, explained, runs: complete, .. } => format!(
                "Cannot be said, as no depth explains the judgments. {} {depth} of {} judged, for nearly all topics or all; these are \
                 {}. The other documents were chosen {}{}. {covered}",
                if self.pool_order.is_some() {
                    "As the runs were read for the pool, the top"
                } else {
                    "The top"
                },
                if complete == runs {
                    format!("all {runs} runs are")
                } else {
                    format!("{complete} of the {runs} runs {}", of_number(complete, "is", "are"))
                },
                self.of_judged(explained),
                self.other_ways(),
                self.or_for_others(self.judged().0 - explained)
            ),
            PoolShape::Depth { depth, explained, .. } => self.depth_in_words(depth, explained),
        }
    }

    /// The runs that look unpooled, in the order of the runs.
    fn look_unpooled(&self) -> Vec<&str> {
        let runs = self.runs.iter().zip(&self.pool.runs);
        runs.filter(|(_, seen)| !seen.looks_pooled).map(|(run, _)| run.name.as_str()).collect()
    }

    /// The same where a sentence only counts them.
    pub fn many_unpooled(&self) -> Vec<&str> {
        let counts = matches!(self.pool.shape, PoolShape::Depth { .. });
        self.look_unpooled().into_iter().filter(|_| counts && self.look_unpooled().len() > NAMED).collect()
    }

    /// A pool of a depth, with the share of the judgments that it explains.
    fn depth_in_words(&self, depth: usize, explained: usize) -> String {
        let runs = self.runs.len();
        let unpooled = self.look_unpooled();
        let of = match unpooled.len() {
            0 => format!("all {runs} runs"),
            some => format!("{} of the {runs} runs", runs - some),
        };
        let (judged, _) = self.judged();
        let explains = if explained == judged {
            ", which explains all judgments".to_owned()
        } else {
            format!(
                ". It explains {}. The others were chosen in another way{}",
                self.of_judged(explained),
                self.or_for_others(judged - explained)
            )
        };
        let unpooled = match unpooled.len() {
            0 => String::new(),
            1 => format!(" 1 looks unpooled: {}.", unpooled[0]),
            count if count > NAMED => format!(" {count} look unpooled (the table of runs marks them)."),
            count => format!(" {count} look unpooled: {}.", unpooled.join(", ")),
        };
        let nearly_same: Vec<String> = self.alike_that_look_pooled();
        let copies = match nearly_same.as_slice() {
            [] => String::new(),
            pairs => format!(
                " Nearly the same runs look pooled together, whether both were or one: {}.",
                pairs.join(", ")
            ),
        };
        format!("The judgments look like a pool of depth {depth} of {of}{explains}.{unpooled}{copies}")
    }

    /// Pairs of nearly the same runs that look pooled both.
    fn alike_that_look_pooled(&self) -> Vec<String> {
        let looks_pooled = |name: &String| {
            let mut runs = self.runs.iter().zip(&self.pool.runs);
            runs.any(|(run, seen)| run.name == *name && seen.looks_pooled)
        };
        let pairs = self.alike.iter().filter(|(a, b, _)| looks_pooled(a) && looks_pooled(b));
        pairs.map(|(a, b, _)| format!("{a} with {b}")).collect()
    }

    /// `2494 of the 9260 judged documents (26.9%)`.
    pub(super) fn of_judged(&self, count: usize) -> String {
        let (judged, _) = self.judged();
        format!(
            "{count} of the {} ({:.1}%)",
            counted(judged, "judged document"),
            100.0 * count as f64 / judged.max(1) as f64
        )
    }

    /// The judged shares of the bands of ranks, where they look like those of a random sample.
    fn sampled(&self) -> Option<[f64; EVEN_BANDS.len()]> {
        self.even.filter(|_| self.judgments.budget().is_none())
    }

    /// Whether so many judged documents are most of all.
    pub fn is_most(&self, documents: usize) -> bool {
        2 * documents > self.judged().0
    }

    /// That most of what the pool is held against is the pool itself, as a sentence with a blank before it.
    pub fn made_of_pool_in_words(&self) -> String {
        match self.by_rank().map(|found| found.whole().judged) {
            Some(own) if own == self.judged().0 => format!(
                " But all {} are the pool's own: what deeper judging would change, they cannot tell.",
                counted(own, "judged document")
            ),
            Some(own) if self.is_most(own) => format!(
                " But {} are the pool's own: what deeper judging would change, they cannot tell.",
                self.of_judged(own)
            ),
            _ => String::new(),
        }
    }

    /// That documents, so many in all, may be judged on account of other runs, where some of them stand in no
    /// stored one: other runs would have brought such.
    pub fn or_for_others(&self, documents: usize) -> &'static str {
        let are_some = self.unretrieved.judged as f64 > OTHERS_ALONE * documents as f64;
        if are_some { ", or for runs that are not stored" } else { "" }
    }

    /// By which ways other than by depth documents may have been chosen.
    fn other_ways(&self) -> &'static str {
        if self.judgments.budget().is_some() {
            "by a budget a topic, it seems"
        } else {
            "in another way (in the order of a method, by samples)"
        }
    }
}

/// Some names, and how many more.
fn some(names: &[&str]) -> String {
    match names.len() {
        ..=NAMED => names.join(", "),
        all => {
            format!("{} and {} more (the table of runs marks them)", names[..NAMED].join(", "), all - NAMED)
        }
    }
}
