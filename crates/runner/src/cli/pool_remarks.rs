//! Remarks of `rejudge pool` on stderr.

use std::path::Path;

use rejudge_collections::TeamRule;
use rejudge_eval::own::{POOLED, TEAMS, unread};
use rejudge_eval::pooling::Difference;
use rejudge_names::plural::{counted, few, of_number};
use rejudge_pools::{JudgmentSet, TestCollection, View};

use super::output::remark;
use super::pool::PoolInput;

/// The number of topics that a remark names.
pub const NAMED: usize = 10;

/// Prints files in the folder that are not read. A table of teams is mentioned only if teams are requested.
pub fn remark_unread(input: &PoolInput, judgments: &Path, asks_for_teams: bool) {
    if input.runs.is_empty() {
        return;
    }
    let asks =
        [(TEAMS, input.files.teams.is_none() && asks_for_teams), (POOLED, input.files.pooled.is_none())];
    let tables = asks.into_iter().filter(|(_, asks)| *asks).map(|(table, _)| table).collect::<Vec<_>>();
    unread(&input.runs, judgments, &tables).iter().for_each(remark);
}

/// Prints the number of teams, and the rule that determined them.
pub fn remark_teams(collection: &TestCollection, rule: TeamRule) {
    let runs = collection.runs();
    let pooled = runs.iter().filter(|run| run.pooled).count();
    remark(format_args!(
        "teams: {} of {}, {pooled} of them pooled: {rule}",
        collection.teams().len(),
        counted(runs.len(), "run")
    ));
}

/// Prints facts that are not in the file: which documents counted as contributed, which no run retrieved, and which
/// topics lost everything.
pub fn remarks(set: &JudgmentSet, contributed: usize, difference: &Difference) {
    if set.rule().is_of_teams() {
        match contributed {
            usize::MAX => {
                remark("each run contributed all documents that it retrieved (--pool-depth K: its top K)")
            }
            1 => remark("each run contributed its first document"),
            depth => remark(format_args!("each run contributed its top {depth} documents")),
        }
    }
    if let Some([before, after]) = difference.brought_by_none
        && before > 0
        && set.is_of_runs()
    {
        let fate = match (after > 0, before) {
            (true, 1) => "it stays",
            (true, _) => "these stay",
            (false, 1) => "it is left out",
            (false, _) => "these are left out",
        };
        remark(format_args!(
            "{} of the judgments {} contributed by no pooled run: {fate}",
            counted(before, "document"),
            of_number(before, "was", "were")
        ));
    }
    let [before, after] = difference.judged;
    remark(format_args!("{after} of {} {} left", counted(before, "judgment"), of_number(after, "is", "are")));
    // Shares are rounded down, so that only these numbers can raise them.
    if let Some(rate) = set.number("rate")
        && set.argument("rounding") == Some("floor")
        && after as f64 > rate * before as f64 + 1e-6
        && let [Some(relevant), Some(nonrelevant)] =
            ["min-relevant", "min-nonrelevant"].map(|name| set.argument(name))
    {
        remark(format_args!(
            "these are more than the rate: each topic keeps at least {relevant} relevant and {nonrelevant} nonrelevant \
             documents (min-relevant, min-nonrelevant)"
        ));
    }
    if set.argument("pool") == Some("kept") {
        remark(
            "lines with grade -1 are in the pool but not in the sample: infAP needs them, and pool=dropped leaves them out",
        );
    }
    remark_topics(difference);
}

/// Prints the topics that lost everything.
fn remark_topics(difference: &Difference) {
    let named = [("judgment", &difference.emptied), ("relevant document", &difference.without_relevant)];
    for (what, topics) in named.into_iter().filter(|(_, topics)| !topics.is_empty()) {
        remark(format_args!("topics left without a {what}: {} ({})", topics.len(), few(topics, NAMED, " ")));
    }
}

/// Prints the number of judgments, and the topics without any.
pub fn remarks_on_levels(view: &View, difference: &Difference) {
    let [before, after] = difference.judged;
    remark(format_args!("{}, {before} by people before", counted(after, "judgment")));
    if view.gains().is_some() {
        remark("the labels are gains, on a scale of their own: to read them again, say labels=gains");
    }
    remark_topics(difference);
}
