//! The original collection: the statistics that its twin is fitted to, and properties that no twin has.

use rejudge_pools::inspect::implied_depth;
use rejudge_pools::{TestCollection, View, repooled};
use rejudge_twins::fit::{FitError, Statistics};
use rejudge_twins::model;

use rejudge_collections::NumberedRuns;
use rejudge_names::plural::{counted, of_number};

/// If no pool depth is stated and the judgments imply none, we assume this depth, or the length of the
/// longest ranking if that is smaller.
const DEFAULT_DEPTH: u32 = 100;

/// The original collection: its statistics, where its pool comes from, and its properties that no twin has.
#[derive(Clone, Debug)]
pub struct OriginalCollection {
    /// The statistics that the simulation is fitted to.
    pub statistics: Statistics,
    /// The runs that formed the pool, as a phrase for a remark.
    pub pooled_runs: String,
    /// The origin of the pool depth, as a phrase for a remark.
    pub depth_from: &'static str,
    /// Properties that the model does not have, one sentence for each.
    pub unmatched: Vec<String>,
}

impl OriginalCollection {
    /// Measures a collection. We assume that its judgments come from a pool of its pooled runs, down to the stated
    /// depth. If no depth is stated, we take the depth that the judgments imply, or else `DEFAULT_DEPTH`. The depth
    /// is at most the length of the longest ranking. `is_marked` is true if a table says which runs were pooled.
    pub fn new(loaded: NumberedRuns, stated: Option<u32>, is_marked: bool) -> Result<Self, FitError> {
        let longest = loaded.collection.longest();
        let collection = loaded.collection;
        let (depth, depth_from) = match (stated, implied_depth(&collection)) {
            (Some(stated), _) if stated > longest => {
                (longest, "the longest ranking, which is shorter than the given depth")
            }
            (Some(stated), _) => (stated, "as given"),
            (None, Some(depth)) => (depth, "the judgments imply it"),
            // We need some depth, because a simulated collection always has a pool.
            (None, None) => (
                longest.min(DEFAULT_DEPTH),
                "the judgments imply no depth; this is the default, or the longest ranking if that is shorter",
            ),
        };
        let (base, share) = repooled(&collection, depth as usize);
        let statistics = Statistics::new(&collection, &base, depth)?;
        let pooled: usize = statistics.teams.iter().map(|team| team.pooled).sum();
        let pooled_runs = if is_marked {
            format!("the {} marked as pooled", counted(pooled, "run"))
        } else {
            format!("all {}", counted(pooled, "run"))
        };
        let unmatched = unmatched(&collection, &base, share, &statistics);
        Ok(Self { statistics, pooled_runs, depth_from, unmatched })
    }
}

/// Returns the length of every ranking of every run.
fn lengths(collection: &TestCollection) -> impl Iterator<Item = usize> {
    (0..collection.runs().len()).flat_map(|run| collection.lengths(run))
}

/// Adds sentences about properties of the judgments that a twin cannot have. `base` has the judgments within the pool,
/// `full` all judgments, and `share` is the share of the pool that is judged.
fn remark_on_judgments(
    [base, full]: [&View; 2],
    share: Option<f64>,
    statistics: &Statistics,
    out: &mut Vec<String>,
) {
    let depth = statistics.pool_depth;
    let judged =
        |view: &View| (0..view.topics()).map(|topic| u64::from(view.mask(topic).count())).sum::<u64>();
    let (in_pool, all) = (judged(base), judged(full));
    if let Some(share) = share.filter(|&share| share < 0.9995) {
        out.push(format!(
            "{:.1}% of the documents in the pool of depth {depth} are judged; in the twin all are. N counts only judged \
             documents, and |U_t| counts unjudged ones too",
            100.0 * share
        ));
    }
    if in_pool < all {
        let per_topic = |view: &View, relevant: bool| {
            let count = |topic| {
                if relevant { view.relevant(topic, 1) as u32 } else { view.judged_nonrelevant(topic) }
            };
            (0..view.topics()).map(count).map(f64::from).sum::<f64>() / view.topics().max(1) as f64
        };
        let mut text = format!(
            "{:.1}% of the judgments are in the pool of depth {depth} of these runs. The twin represents only these judgments. \
             With the other judgments, R is {:.1} and N is {:.1} a topic; without them, R is {:.1} and N is {:.1}",
            100.0 * in_pool as f64 / all as f64,
            per_topic(full, true),
            per_topic(full, false),
            per_topic(base, true),
            per_topic(base, false),
        );
        if (in_pool as f64) < 0.9 * all as f64 {
            text += ". So the judgments were not made from a pool of these runs to this depth. If they were made from no \
                     pool, the twin's pool has no counterpart in the collection";
        }
        out.push(text);
    }
    let withheld = |topic| base.pool(topic).count() - base.mask(topic).count();
    let withheld: u32 = (0..base.topics()).map(withheld).sum();
    if withheld > 0 {
        out.push(format!(
            "{} {} withheld; the twin withholds none",
            counted(withheld as usize, "document"),
            of_number(
                withheld as usize,
                "is in the pool with its judgment",
                "are in the pool with their judgments"
            )
        ));
    }
}

/// Returns a sentence for each property of the collection that a twin cannot have.
fn unmatched(
    collection: &TestCollection,
    base: &View,
    share: Option<f64>,
    statistics: &Statistics,
) -> Vec<String> {
    let mut out = Vec::new();
    remark_on_judgments([base, &View::full(collection)], share, statistics, &mut out);
    if statistics.empty_topics > 0 {
        let (empty, topics) = (statistics.empty_topics, collection.topics().len());
        out.push(format!(
            "{empty} of {} {} no relevant document in the pool and {} left out; every topic of the twin has one",
            counted(topics, "topic"),
            of_number(empty, "has", "have"),
            of_number(empty, "is", "are")
        ));
    }
    let single = statistics.relevant.iter().filter(|&&relevant| relevant < 2.0).count();
    if single > 0 {
        out.push(format!(
            "{} {} a single relevant document; the twin draws at least 2, and the pool may find only 1 of them",
            counted(single, "topic"),
            of_number(single, "has", "have")
        ));
    }
    if statistics.highest_level > 3 {
        let highest = statistics.highest_level;
        out.push(format!(
            "the twin merges levels 3 to {highest} into level 3: gains of higher levels have no effect"
        ));
    }
    remark_on_rankings(collection, statistics, &mut out);
    let ineligible = collection.runs().iter().filter(|run| !run.eligible).count();
    if ineligible > 0 {
        out.push(format!(
            "{} cannot represent {}; all runs of the twin can",
            counted(ineligible, "run"),
            of_number(ineligible, "its team", "their teams")
        ));
    }
    let documents =
        statistics.relevant.iter().zip(&statistics.nonrelevant).map(|(r, n)| r + n).fold(0.0, f64::max);
    if documents > 0.5 * model::CANDIDATES as f64 {
        let candidates = model::CANDIDATES;
        out.push(format!(
            "a topic has {documents} judged documents; the twin has {candidates} documents a topic, judged or not"
        ));
    }
    out
}

/// Adds sentences about properties of the rankings that a twin cannot have.
fn remark_on_rankings(collection: &TestCollection, statistics: &Statistics, out: &mut Vec<String>) {
    let rankings = lengths(collection).count();
    let missing = lengths(collection).filter(|&length| length == 0).count();
    if missing > 0 {
        out.push(format!(
            "{missing} of {} {}; the twin has them all",
            counted(rankings, "ranking"),
            of_number(missing, "is missing and scores 0", "are missing and score 0")
        ));
    }
    let nonempty = || lengths(collection).filter(|&length| length > 0);
    let (shortest, longest) = (nonempty().min().unwrap_or(0), nonempty().max().unwrap_or(0));
    if shortest < longest {
        let median = statistics.ranking_length;
        out.push(format!(
            "rankings have {shortest} to {longest} documents; all rankings of the twin have {median}, the median"
        ));
    }
    let depth = statistics.pool_depth;
    let short = nonempty().filter(|&length| length < depth as usize).count();
    if short > 0 {
        out.push(format!(
            "{short} of {} {} shorter than the pool depth of {depth}, so {} contributed fewer documents",
            counted(rankings, "ranking"),
            of_number(short, "is", "are"),
            of_number(short, "it", "they")
        ));
    }
}
