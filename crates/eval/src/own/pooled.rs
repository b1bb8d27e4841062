//! Runs that somebody marks as pooled, against those that look it.

use rejudge_pools::TestCollection;
use rejudge_pools::inspect::{ImpliedPool, PoolShape};

use crate::plural::{counted, of_number};

/// Most names that are listed.
const NAMED: usize = 5;

/// Where the marks of a collection and what its judgments imply differ, in words; `None` where they do not,
/// and where the judgments imply nothing.
pub fn marked_against_seen(collection: &TestCollection, implied: &ImpliedPool) -> Option<String> {
    if matches!(implied.shape, PoolShape::All | PoolShape::Part { .. }) {
        return None;
    }
    let of = |is: &dyn Fn(usize) -> bool| -> Vec<usize> {
        (0..collection.runs().len()).filter(|&run| is(run)).collect()
    };
    let marked = |run: usize| collection.runs()[run].pooled;
    let looks = |run: usize| implied.runs[run].looks_pooled;
    let (only_marked, only_looking) =
        (of(&|run| marked(run) && !looks(run)), of(&|run| looks(run) && !marked(run)));
    if only_marked.is_empty() && only_looking.is_empty() {
        return None;
    }
    let names = |runs: &[usize]| match runs {
        [] => "0".to_owned(),
        runs => {
            let names = runs.iter().take(NAMED).map(|&run| collection.runs()[run].name.as_str());
            let more = if runs.len() > NAMED { ", .." } else { "" };
            format!("{} ({}{more})", runs.len(), names.collect::<Vec<_>>().join(", "))
        }
    };
    let (looking, both) = (of(&looks).len(), of(&|run| marked(run) && looks(run)).len());
    Some(format!(
        "--pooled marks {} of {}, and {} {} pooled: {both} {} both, {} only marked, {} only {} it.",
        of(&marked).len(),
        counted(collection.runs().len(), "run"),
        looking,
        of_number(looking, "looks", "look"),
        of_number(both, "is", "are"),
        names(&only_marked),
        names(&only_looking),
        of_number(only_looking.len(), "looks", "look"),
    ))
}
