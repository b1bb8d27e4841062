//! What a reader of the numbers must know and the numbers do not say: the rules, and topics that one side
//! lacks, that are left out, or on which a measure is undefined.

use std::fmt::Display;

use super::wanted::in_ntcireval;
use super::{Input, Preset, PresetRules, Scores, Wanted};
use crate::plural::counted;
use rejudge_pools::JoinedRun;
use rejudge_spec::{NoRelevant, TopicRule};

/// How many names a note lists before it counts the rest.
const LISTED: usize = 5;

/// Notes on the scores, a line each; the first holds the rules in force.
pub fn notes(input: &Input, wanted: &Wanted, scores: &Scores, by: &PresetRules) -> Vec<String> {
    let names = |topics: &[usize]| -> Vec<&str> {
        topics.iter().map(|&topic| scores.topics[topic].as_str()).collect()
    };
    let scored = scores.counted(0);
    let same = (0..scores.runs.len()).all(|run| scores.counted(run) == scored);
    let over = if same { counted(scored.len(), "topic") } else { "the topics of each run".to_owned() };
    let mut notes = vec![format!("rules: {by}; summaries over {over}")];
    let rules = &by.rules;
    if rules.no_relevant == NoRelevant::Drop {
        let without = |&topic: &usize| !rules.counts(&input.view, topic);
        let dropped: Vec<usize> = (0..scores.topics.len()).filter(without).collect();
        if !dropped.is_empty() {
            let (count, named) = (counted(dropped.len(), "topic"), listed(&names(&dropped)));
            notes.push(format!("{count} without a relevant document left out ({named})"));
        }
    }
    for (run, name) in scores.runs.iter().enumerate() {
        if nothing_judged(&input.runs[run].joined, scores.topics.len()) {
            notes.push(format!(
                "none of the documents that {name} retrieved is in the judgments: their ids may be of another \
                 collection, or written in another way"
            ));
        }
        let lacks = |&topic: &usize| input.runs[run].joined.retrieved(topic) == 0;
        let missing: Vec<usize> = (0..scores.topics.len()).filter(lacks).collect();
        if missing.is_empty() {
            continue;
        }
        let become_of = match rules.topics {
            TopicRule::Qrels => "scored 0",
            TopicRule::Intersection => "no run is scored there",
            TopicRule::Run => "not counted for it",
        };
        notes.push(lacking(name, &names(&missing), &"the qrels", become_of));
    }
    for (at, metric) in scores.metrics.iter().enumerate() {
        let undefined: Vec<usize> = scores.undefined(0, at).collect();
        if !undefined.is_empty() {
            let (count, named) = (counted(undefined.len(), "topic"), listed(&names(&undefined)));
            notes.push(format!(
                "{metric} is undefined on {count} ({named}), where nothing is relevant: scored 0"
            ));
        }
    }
    if by.preset == Preset::Ntcir {
        for (metric, typed) in wanted.named() {
            let (family, cutoff) = typed.split_once('@').unwrap_or((typed, ""));
            if let Some(theirs) = in_ntcireval(family).filter(|_| cutoff.len() < 4) {
                notes.push(format!(
                    "{typed} is read as {metric}; NTCIREVAL means {theirs} by {family}, and so does a cutoff of four digits \
                     here ({family}@0010)"
                ));
            }
        }
    }
    for (typed, ours) in wanted.respelt() {
        let is_of_ranx = typed.to_lowercase().starts_with("rbp.");
        let graded = if is_of_ranx { "; ranx adds levels up where they are graded" } else { "" };
        notes.push(format!("{typed} is read as {ours}{graded}"));
    }
    if wanted.named().any(|(_, typed)| typed == "rbp") {
        let says =
            "rbp is trec_eval's, which is TopicRBP here; ir_measures' and ranx' is RBP(p=0.8), or rbp.8";
        notes.push(says.to_owned());
    }
    if wanted.leaves_out_relstring {
        notes.push("all_trec is without relstring, which is no number".to_owned());
    }
    notes
}

/// Whether a run retrieved something, and nothing that has a judgment.
fn nothing_judged(run: &JoinedRun, topics: usize) -> bool {
    (0..topics).any(|topic| run.retrieved(topic) > 0) && (0..topics).all(|topic| run.seen(topic).0.is_empty())
}

/// The note on a run that lacks topics.
pub fn lacking(run: &str, missing: &[&str], of: &dyn Display, become_of: &str) -> String {
    format!("run {run} lacks {} of {of} ({}): {become_of}", counted(missing.len(), "topic"), listed(missing))
}

/// The first few of some names.
pub fn listed(names: &[&str]) -> String {
    let more = if names.len() > LISTED { ", .." } else { "" };
    format!("{}{more}", names[..names.len().min(LISTED)].join(", "))
}
