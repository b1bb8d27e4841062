//! What a reader of the numbers must know and the numbers do not say: the rules, and topics that one side
//! lacks.

use super::{Input, Preset, Rules, Scores, TopicRule, Wanted};
use crate::spec::NoRelevant;

/// How many names a note lists before it counts the rest.
const LISTED: usize = 5;

/// Notes on the scores, a line each; the first holds the rules in force.
pub fn notes(input: &Input, wanted: &Wanted, scores: &Scores, rules: &Rules) -> Vec<String> {
    let counted = scores.counted(0);
    let same = (0..scores.runs.len()).all(|run| scores.counted(run) == counted);
    let over = if same { topics_of(counted.len()) } else { "the topics of each run".to_owned() };
    let mut notes = vec![format!("rules: {rules}; summaries over {over}")];
    if rules.no_relevant == NoRelevant::Drop {
        let without = |&topic: &usize| input.view.relevant(topic, rules.min_rel) == 0;
        let dropped: Vec<usize> = (0..scores.topics.len()).filter(without).collect();
        let (count, named) = (topics_of(dropped.len()), named(scores, &dropped));
        notes.push(format!("{count} without a relevant document left out{named}"));
    }
    for (run, name) in scores.runs.iter().enumerate() {
        let lacks = |&topic: &usize| input.collection.ranking(run, topic).is_empty();
        let missing: Vec<usize> = (0..scores.topics.len()).filter(lacks).collect();
        if missing.is_empty() {
            continue;
        }
        let become_of = match rules.topics {
            TopicRule::Qrels => "scored 0",
            TopicRule::Intersection => "no run is scored on them",
            TopicRule::Run => "not counted for it",
        };
        let (count, named) = (topics_of(missing.len()), named(scores, &missing));
        notes.push(format!("run {name} lacks {count} of the qrels{named}: {become_of}"));
    }
    for (at, metric) in scores.metrics.iter().enumerate() {
        let is_undefined = |&topic: &usize| scores.defined(0, topic, at).is_none();
        let undefined: Vec<usize> = counted.iter().copied().filter(is_undefined).collect();
        if !undefined.is_empty() {
            let (count, named) = (topics_of(undefined.len()), named(scores, &undefined));
            notes.push(format!(
                "{metric} is undefined on {count}{named}, where nothing is relevant: scored 0"
            ));
        }
    }
    if rules.preset == Preset::Ntcir {
        let differs =
            wanted.named().filter_map(|(metric, typed)| Some((metric, typed, in_ntcireval(typed)?)));
        notes.extend(differs.map(|(metric, typed, theirs)| {
            format!("{typed} is read as {metric}, which is not NTCIREVAL's of that name: that is {theirs}")
        }));
    }
    notes
}

/// What NTCIREVAL computes under a name that means something else here. With a cutoff of four digits that begin
/// with 0 (`nDCG@0010`) a name is read as NTCIREVAL's.
fn in_ntcireval(typed: &str) -> Option<&'static str> {
    let (family, cutoff) = typed.split_once('@').unwrap_or((typed, ""));
    match family {
        _ if cutoff.starts_with('0') => None,
        "nDCG" => Some("nDCG(dcg='jk', log=2)"),
        "ERR" => Some("ERR(stop='gain')"),
        "nERR" => Some("nERR(stop='gain')"),
        "RBP" => Some("gRBP"),
        _ => None,
    }
}

fn topics_of(count: usize) -> String {
    if count == 1 { "1 topic".to_owned() } else { format!("{count} topics") }
}

/// The first names, in parentheses.
fn named(scores: &Scores, topics: &[usize]) -> String {
    if topics.is_empty() {
        return String::new();
    }
    let listed: Vec<&str> = topics.iter().take(LISTED).map(|&topic| scores.topics[topic].as_str()).collect();
    let more = if topics.len() > LISTED { ", .." } else { "" };
    format!(" ({}{more})", listed.join(", "))
}
