//! What a reader of the numbers must know and the numbers do not say: the rules, and topics that one side
//! lacks.

use std::fmt::Display;

use super::{Input, Rules, Scores, TopicRule};

/// How many names a note lists before it counts the rest.
const LISTED: usize = 5;

/// Notes on the scores, a line each; the first holds the rules in force.
pub fn notes(input: &Input, scores: &Scores, rules: &Rules) -> Vec<String> {
    let topics = input.collection.topics();
    let mut notes = Vec::new();
    let over = scores.counted(0).len();
    let same = (0..scores.runs.len()).all(|run| scores.counted(run) == scores.counted(0));
    let over = if same { format!("over {over} topics") } else { "over the topics of each run".to_owned() };
    notes.push(format!("rules: {rules}; summaries {over}"));
    for (run, name) in scores.runs.iter().enumerate() {
        let lacks = |&topic: &usize| input.collection.ranking(run, topic).is_empty();
        let missing: Vec<usize> = (0..topics.len()).filter(lacks).collect();
        if missing.is_empty() {
            continue;
        }
        let missing: Vec<&str> = missing.iter().map(|&topic| topics[topic].name.as_str()).collect();
        let become_of = match rules.topics {
            TopicRule::Qrels => "they score 0",
            TopicRule::Intersection => "no run is scored on them",
            TopicRule::Run => "they do not count for it",
        };
        notes.push(lacking(name, &missing, &"the qrels", become_of));
    }
    notes
}

/// The note on a run that lacks topics.
pub fn lacking(run: &str, missing: &[&str], of: &dyn Display, become_of: &str) -> String {
    format!("run {run} lacks {} topics of {of} ({}): {become_of}", missing.len(), listed(missing))
}

/// The first few of some names.
pub fn listed(names: &[&str]) -> String {
    let more = if names.len() > LISTED { ", .." } else { "" };
    format!("{}{more}", names[..names.len().min(LISTED)].join(", "))
}
