//! Notes that a reader needs to interpret the numbers: the rules, and topics that one side lacks, that are left out, or
//! on which a measure is undefined.

use std::fmt::Display;

use super::{Input, PresetRules, Scores, Wanted};
use crate::topic_choice::unjudged_remark;
use rejudge_collections::{ReadRun, Unscored};
use rejudge_experiment::spec::{NoRelevant, Rules, TopicRule};
use rejudge_names::plural::{counted, few};

/// The number of names that a note lists before it counts the rest.
pub(crate) const LISTED: usize = 5;

/// Returns remarks on a run that a reader needs before trusting its scores.
fn notes_on_run(input: &Input, run: &ReadRun, rules: &Rules) -> Vec<String> {
    let (name, topics) = (&run.name, input.judgments.names());
    // Topics without a relevant document may be left out, and are then not scored at all.
    let is_missing = |topic: usize| !run.kept.has(topic) && rules.counts(&input.view, topic);
    let without = topics.iter().enumerate().filter(|(topic, _)| is_missing(*topic));
    let missing: Vec<&str> = without.map(|(_, topic)| topic).collect();
    let mut notes = Vec::new();
    let all = || 0..topics.len();
    if all().any(|topic| run.kept.retrieved(topic) > 0) && all().all(|topic| run.kept.judged(topic) == 0) {
        notes.push(format!(
            "none of the documents that {name} retrieved is in the judgments: their ids may be of another \
             collection, or written in another way"
        ));
    }
    if !missing.is_empty() {
        let become_of = match rules.topics {
            TopicRule::Qrels => "scored 0",
            TopicRule::Intersection => "no run is scored there",
            TopicRule::Run => "not counted for it",
        };
        notes.push(lacking(name, &missing, &"the qrels", become_of));
    }
    notes
}

/// Returns notes on the runs: if one lacks topics or has no judged document, or if no document is relevant.
pub fn notes_on_runs(input: &Input, rules: &Rules) -> Vec<String> {
    let nothing = (input.highest() == 0).then(|| {
        let qrels = input.qrels.display();
        format!("{qrels}: no document is relevant, so that all effectiveness is 0: are judgments and runs swapped?")
    });
    let of_runs = input.runs.iter().flat_map(|run| notes_on_run(input, run, rules));
    nothing.into_iter().chain(Unscored::line(&input.unscored)).chain(of_runs).collect()
}

/// Returns notes on the scores, a line each; the first contains the rules in force.
pub fn notes(input: &Input, wanted: &Wanted, scores: &Scores, by: &PresetRules) -> Vec<String> {
    let (rules, scored) = (&by.rules, scores.counted(0));
    let named = |topics: &[usize]| {
        let names: Vec<&str> = topics.iter().map(|&topic| &scores.topics[topic]).collect();
        few(&names, LISTED, ", ")
    };
    let same = (0..scores.runs.len()).all(|run| scores.counted(run) == scored);
    let over = if same { counted(scored.len(), "topic") } else { "the topics of each run".to_owned() };
    let mut notes = vec![format!("rules: {by}; summaries over {over}")];
    let dropped: Vec<usize> =
        (0..scores.topics.len()).filter(|&topic| !rules.counts(&input.view, topic)).collect();
    if rules.no_relevant == NoRelevant::Drop && !dropped.is_empty() {
        let (count, named) = (counted(dropped.len(), "topic"), named(&dropped));
        notes.push(format!("{count} without a relevant document left out ({named})"));
    }
    notes.extend(Unscored::line(&input.unscored));
    notes.extend(only_intent(input));
    notes.extend(input.runs.iter().flat_map(|run| notes_on_run(input, run, rules)));
    for (at, metric) in scores.metrics.iter().enumerate() {
        let undefined: Vec<usize> = scores.undefined(0, at).collect();
        if !undefined.is_empty() {
            let (count, named) = (counted(undefined.len(), "topic"), named(&undefined));
            notes.push(format!(
                "{metric} is undefined on {count} ({named}), where nothing is relevant: scored 0"
            ));
        }
    }
    notes.extend_from_slice(&wanted.notes);
    notes.extend(unjudged_remark(&input.unjudged));
    notes
}

/// Returns a note if all judgments by intent have the same intent, as if the second column of ordinary qrels were read as one.
fn only_intent(input: &Input) -> Option<String> {
    let intents = input.intents.as_ref()?;
    let mut names = (0..input.judgments.topics().len()).flat_map(|topic| intents.names(topic));
    let first = names.next()?;
    names.all(|name| name == first).then(|| {
        let (qrels, first) = (input.qrels.display(), first.escape_debug());
        format!("{qrels}: every line has the intent `{first}`: are these judgments by intent?")
    })
}

/// The note on a run that lacks topics.
pub(crate) fn lacking(run: &str, missing: &[&str], of: &dyn Display, become_of: &str) -> String {
    let (count, named) = (counted(missing.len(), "topic"), few(missing, LISTED, ", "));
    format!("run {run} lacks {count} of {of} ({named}): {become_of}")
}
