//! Notes that a reader needs to interpret the scores, for example on the rules, topics that are missing from
//! a run or from the judgments, topics that are left out, and topics on which a measure is undefined.

use std::fmt::Display;

use super::{Input, PresetRules, RequestedMeasures, Scores};
use crate::topic_choice::unjudged_remark;
use rejudge_collections::{ReadRun, StrayLevel, Unscored};
use rejudge_experiment::spec::{NoRelevant, Rules, TopicRule};
use rejudge_metrics::registry::Relevance;
use rejudge_metrics::{Family, Metric, Value};
use rejudge_names::plural::{counted, few, of_number};

/// The largest number of names in a note on scores, and in a message about the choice of runs or topics. Further names
/// are only counted. Other messages list more ([`MAX_NAMED`](super::scores::MAX_NAMED)).
pub(crate) const MAX_LISTED: usize = 5;

/// Returns a note if a run retrieved documents for topics of the judgments, but none of these documents is in
/// the judgments.
pub(crate) fn without_judgments(input: &Input, run: &ReadRun) -> Option<String> {
    let topics = 0..input.judgments.names().len();
    let retrieves_documents = topics.clone().any(|topic| run.kept.retrieved(topic) > 0);
    let is_unjudged = topics.clone().all(|topic| run.kept.judged(topic) == 0);
    (retrieves_documents && is_unjudged).then(|| {
        format!(
            "none of the documents that {} retrieved is in the judgments: their ids may belong to another collection, or \
             be written in another way",
            run.name
        )
    })
}

/// Returns a note if no document of the run is in the judgments, and a note if the run lacks topics.
fn notes_on_run(input: &Input, run: &ReadRun, rules: &Rules) -> Vec<String> {
    let (name, topics) = (&run.name, input.judgments.names());
    // Topics without a relevant document may be left out, and are then not scored at all.
    let is_missing = |topic: usize| !run.kept.has(topic) && rules.counts_topic(&input.view, topic);
    let without = topics.iter().enumerate().filter(|(topic, _)| is_missing(*topic));
    let missing: Vec<&str> = without.map(|(_, topic)| topic).collect();
    let mut notes: Vec<String> = without_judgments(input, run).into_iter().collect();
    if !missing.is_empty() {
        let effect = match rules.topics {
            TopicRule::Qrels => "scored 0",
            TopicRule::Intersection => "no run is scored there",
            TopicRule::Run => "not counted for it",
        };
        notes.push(missing_topics(name, &missing, &"the qrels", effect));
    }
    notes
}

/// Returns notes on runs that lack topics or have no judged document. Also returns a note if no document is
/// relevant, and a note on the parts of the files that are not scored.
pub fn notes_on_runs(input: &Input, rules: &Rules) -> Vec<String> {
    let nothing_relevant = (input.highest() == 0).then(|| {
        let qrels = input.qrels.display();
        format!(
            "{qrels}: no document is relevant, so every effectiveness score is 0: are judgments and runs swapped?"
        )
    });
    let on_runs = input.runs.iter().flat_map(|run| notes_on_run(input, run, rules));
    nothing_relevant.into_iter().chain(Unscored::line(&input.unscored)).chain(on_runs).collect()
}

/// Returns notes on the scores. Each is a line, and the first has the rules.
pub fn notes(
    input: &Input,
    measures: &RequestedMeasures,
    scores: &Scores,
    preset_rules: &PresetRules,
) -> Vec<String> {
    let (rules, first_topics) = (&preset_rules.rules, scores.counted(0));
    let few_names = |topics: &[usize]| {
        let names: Vec<&str> = topics.iter().map(|&topic| &scores.topics[topic]).collect();
        few(&names, MAX_LISTED, ", ")
    };
    let have_same_topics = (0..scores.runs.len()).all(|run| scores.counted(run) == first_topics);
    let topics = if have_same_topics {
        counted(first_topics.len(), "topic")
    } else {
        "the topics of each run".to_owned()
    };
    let mut notes = vec![format!("rules: {preset_rules}; summaries over {topics}")];
    let dropped: Vec<usize> =
        (0..scores.topics.len()).filter(|&topic| !rules.counts_topic(&input.view, topic)).collect();
    if rules.no_relevant == NoRelevant::Drop && !dropped.is_empty() {
        let (count, names) = (counted(dropped.len(), "topic"), few_names(&dropped));
        notes.push(format!("{count} without a relevant document left out ({names})"));
    }
    notes.extend(Unscored::line(&input.unscored));
    notes.extend(only_intent(input));
    notes.extend(only_relevant_documents(input, measures, rules));
    notes.extend(stray_level(input, measures, rules));
    notes.extend(input.runs.iter().flat_map(|run| notes_on_run(input, run, rules)));
    for (measure, metric) in scores.metrics.iter().enumerate() {
        let undefined: Vec<usize> = scores.undefined(0, measure).collect();
        if !undefined.is_empty() {
            let (count, names) = (counted(undefined.len(), "topic"), few_names(&undefined));
            notes.push(format!(
                "{metric} is undefined on {count} ({names}), usually because no document is relevant: scored 0"
            ));
        }
    }
    notes.extend_from_slice(&measures.notes);
    notes.extend(unjudged_remark(&input.unjudged));
    notes
}

/// Measures that skip unjudged documents, besides the measures on condensed lists.
const SKIP_UNJUDGED: [Family; 4] =
    [Family::Bpref, Family::OldBpref, Family::GeometricMeanBpref, Family::Rpref];

/// Returns a note if measures skip unjudged documents, and every judged document is relevant. Bpref and AP', for example, are
/// then the recall of a run, because they see no document that is not relevant.
fn only_relevant_documents(input: &Input, measures: &RequestedMeasures, rules: &Rules) -> Option<String> {
    let topics = 0..input.judgments.names().len();
    if topics.clone().any(|topic| input.view.judged_nonrelevant(topic) > 0) {
        return None;
    }
    let lowest = topics.filter_map(|topic| input.view.ideal(topic).last().copied()).min()?;
    let gains = input.gains(measures, rules).ok()?;
    let sees_only_relevant = |metric: &&Metric| {
        let skips_unjudged = metric.is_condensed() || SKIP_UNJUDGED.contains(&metric.family());
        skips_unjudged
            && match metric.family().entry().relevance {
                Relevance::Binary => metric.rel().unwrap_or(rules.min_rel.get()) <= lowest,
                Relevance::Graded => metric.gains_over(&gains).is_ok_and(|gains| gains.gain(lowest) > 0.0),
                Relevance::Any => false,
            }
    };
    let names: Vec<String> =
        measures.metrics.iter().filter(sees_only_relevant).map(ToString::to_string).collect();
    (!names.is_empty()).then(|| {
        let (qrels, measures) = (input.qrels.display(), few(&names, MAX_LISTED, ", "));
        let [skip, see] =
            [("skips", "skip"), ("sees", "see")].map(|(one, many)| of_number(names.len(), one, many));
        format!(
            "{qrels}: every judged document of these topics is relevant: {measures} {skip} unjudged documents, and so {see} only \
             relevant ones"
        )
    })
}

/// Returns a note if the highest level is probably a typing error, and measures derive gains from levels.
fn stray_level(input: &Input, measures: &RequestedMeasures, rules: &Rules) -> Option<String> {
    // If the labels are gains, the levels only number them.
    if input.view.gains().is_some() {
        return None;
    }
    let has_map = rules.gains.top_level().is_some();
    let derives_gains = |metric: &&Metric| {
        metric.family().entry().relevance == Relevance::Graded
            && metric.gains().map_or(!has_map, |gains| !matches!(gains, Value::ByLevel(_)))
    };
    let names: Vec<String> = measures.metrics.iter().filter(derives_gains).map(ToString::to_string).collect();
    if names.is_empty() {
        return None;
    }
    let topics = 0..input.judgments.names().len();
    let stray = StrayLevel::find(topics.flat_map(|topic| input.view.ideal(topic).iter().copied()))?;
    let (qrels, measures) = (input.qrels.display(), few(&names, MAX_LISTED, ", "));
    let depend = of_number(names.len(), "depends", "depend");
    Some(format!("{qrels}: {stray}: is it a typing error? {measures} {depend} on its gain"))
}

/// Returns a note if all judgments have the same intent. This happens if ordinary qrels, with the same second
/// column everywhere, are read by intent.
pub(crate) fn only_intent(input: &Input) -> Option<String> {
    let intents = input.intents.as_ref()?;
    let mut names = (0..input.judgments.topics().len()).flat_map(|topic| intents.names(topic));
    let first = names.next()?;
    names.all(|name| name == first).then(|| {
        let (qrels, first) = (input.qrels.display(), first.escape_debug());
        format!("{qrels}: every line has the intent `{first}`: are these judgments by intent?")
    })
}

/// Returns a note that `run` lacks topics of `origin` (for example, the qrels), with the effect on its score.
pub(crate) fn missing_topics(run: &str, missing: &[&str], origin: &dyn Display, effect: &str) -> String {
    let (count, names) = (counted(missing.len(), "topic"), few(missing, MAX_LISTED, ", "));
    format!("run {run} lacks {count} of {origin} ({names}): {effect}")
}
