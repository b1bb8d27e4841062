//! Notes that a reader needs to interpret the scores, for example on the rules, topics that are missing from
//! a run or from the judgments, topics that are left out, and topics on which a measure is undefined.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::num::NonZeroU32;

use super::{Input, PresetRules, RequestedMeasures, Scores};
use crate::topic_choice::unjudged_remark;
use rejudge_collections::{ReadRun, StrayLevel, Unscored};
use rejudge_experiment::spec::{GainRule, NoRelevant, Rules, TopicRule};
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

/// If a ranking has fewer documents than this, or its topic fewer judgments, it may have no judged document by chance.
const MIN_DOCUMENTS: usize = 20;

/// If a run has fewer judged documents than this for many topics, it may have none for some topics by chance.
const MIN_JUDGED: u32 = 10;

/// Returns a note if none of the documents that a run retrieved for some topics is in the judgments, for example because
/// their ids are in lower case. To be sure, we require at least as many topics with judged documents, and that three quarters
/// of them have at least [`MIN_JUDGED`] judged documents. In the official runs of TREC-8 and DL 2019, no run has such topics;
/// in CLEF eHealth 2015, one team's runs have ids with a wrong first letter for eight topics.
fn topics_without_judged_documents(input: &Input, run: &ReadRun) -> Option<String> {
    let (names, kept) = (input.judgments.names(), &run.kept);
    let (mut unjudged_topics, mut judged): (Vec<&str>, Vec<u32>) = (Vec::new(), Vec::new());
    for topic in 0..names.len() {
        let judgments = input.view.verdicts(topic).len();
        if (kept.retrieved(topic) as usize) < MIN_DOCUMENTS || judgments < MIN_DOCUMENTS {
            continue;
        }
        match kept.judged(topic) {
            0 => unjudged_topics.push(&names[topic]),
            count => judged.push(count),
        }
    }
    judged.sort_unstable();
    let has_many = judged.get(judged.len() / 4).is_some_and(|&count| count >= MIN_JUDGED);
    (!unjudged_topics.is_empty() && has_many && judged.len() >= unjudged_topics.len()).then(|| {
        let count = counted(unjudged_topics.len(), "topic");
        format!(
            "none of the documents that {} retrieved for {count} ({}) is in the judgments, unlike for other topics: their ids may \
             be written in another way",
            run.name,
            few(&unjudged_topics, MAX_LISTED, ", ")
        )
    })
}

/// Returns a note if no document of the run is in the judgments, for all topics or for some, and a note if the run lacks
/// topics.
fn notes_on_run(input: &Input, run: &ReadRun, rules: &Rules) -> Vec<String> {
    let (name, topics) = (&run.name, input.judgments.names());
    // Topics without a relevant document may be left out, and are then not scored at all.
    let is_missing = |topic: usize| !run.kept.has(topic) && rules.counts_topic(&input.view, topic);
    let without = topics.iter().enumerate().filter(|(topic, _)| is_missing(*topic));
    let missing: Vec<&str> = without.map(|(_, topic)| topic).collect();
    let mut notes: Vec<String> = without_judgments(input, run).into_iter().collect();
    notes.extend(topics_without_judged_documents(input, run));
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
    notes.extend(cutoffs_beyond_max_rank(measures, rules));
    notes.extend(cutoffs_beyond_rankings(input, measures, rules));
    notes.extend(min_rel_without_effect(input, measures, preset_rules));
    notes.extend(gains_without_effect(measures, rules));
    // Both notes may say that a judged document that is not relevant is missing.
    let on_levels = only_relevant_documents(input, measures, rules);
    notes.extend(on_levels.or_else(|| lowest_level_counts(input, measures, rules)));
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

/// Returns a note if the rules ignore some of the ranks within a measure's cutoff, as `-M 10` does for P@20.
fn cutoffs_beyond_max_rank(measures: &RequestedMeasures, rules: &Rules) -> Option<String> {
    let max_rank = rules.max_rank?.get();
    let is_cut = |metric: &&Metric| metric.cutoff().is_some_and(|cutoff| cutoff > max_rank);
    let names: Vec<String> = measures.metrics.iter().filter(is_cut).map(ToString::to_string).collect();
    (!names.is_empty()).then(|| {
        let (measures, see) = (few(&names, MAX_LISTED, ", "), of_number(names.len(), "sees", "see"));
        format!("max-rank {max_rank}: documents below this rank are ignored, so {measures} {see} only the first {max_rank}")
    })
}

/// Returns a note if the rules change the lowest relevant level, and the measures only depend on gains. RnDCG is 0 without a
/// relevant document. If topics without a relevant document are dropped, the level decides which topics count.
fn min_rel_without_effect(
    input: &Input,
    measures: &RequestedMeasures,
    preset_rules: &PresetRules,
) -> Option<String> {
    let rules = &preset_rules.rules;
    let depends_on_gains = |metric: &Metric| {
        metric.family().entry().relevance == Relevance::Graded && metric.family() != Family::NdcgAtLevels
    };
    let min_rel = rules.min_rel.get();
    let has_effect = min_rel == Rules::default().min_rel.get()
        || preset_rules.collection_min_rel == Some(rules.min_rel)
        || rules.no_relevant == NoRelevant::Drop
        || !measures.metrics.iter().all(depends_on_gains);
    (!has_effect).then(|| {
        let names: Vec<String> = measures.metrics.iter().map(ToString::to_string).collect();
        let (measures, depend) = (few(&names, MAX_LISTED, ", "), of_number(names.len(), "depends", "depend"));
        let highest = input.highest();
        let advice = if rules.gains == GainRule::Linear && highest >= min_rel {
            let gain = |level: u8| format!("{level}={}", if level < min_rel { 0 } else { level });
            let gains: Vec<String> = (1..=highest).map(gain).collect();
            format!("; gains {} leave lower levels out", gains.join(","))
        } else {
            String::new()
        };
        format!(
            "min-rel {min_rel} changes no score: {measures} {depend} on gains, not on the lowest relevant level{advice}"
        )
    })
}

/// If all rankings are shorter than this, cutoffs beyond them are not noted, because such runs are mostly examples.
const MIN_LONGEST_RANKING: u32 = 10;

/// Returns a note if measures that were requested by name have cutoffs beyond the longest ranking of all runs. Cutoffs beyond
/// the rules' max-rank have a note of their own ([`cutoffs_beyond_max_rank`]).
fn cutoffs_beyond_rankings(input: &Input, measures: &RequestedMeasures, rules: &Rules) -> Option<String> {
    let topics = 0..input.judgments.names().len();
    let lengths =
        input.runs.iter().flat_map(|run| topics.clone().map(move |topic| run.kept.retrieved(topic)));
    let longest = lengths.max().filter(|&longest| longest >= MIN_LONGEST_RANKING)?;
    let max_rank = rules.max_rank.map_or(u32::MAX, NonZeroU32::get);
    let is_beyond = |metric: &&Metric| {
        metric.cutoff().is_some_and(|cutoff| cutoff > longest && cutoff <= max_rank)
            && measures.named().any(|(named, _)| named == *metric)
    };
    let names: Vec<String> = measures.metrics.iter().filter(is_beyond).map(ToString::to_string).collect();
    (!names.is_empty()).then(|| {
        let (measures, see) = (few(&names, MAX_LISTED, ", "), of_number(names.len(), "sees", "see"));
        format!("no run has more than {longest} documents for a topic, so {measures} {see} at most {longest}")
    })
}

/// Returns a note if the rules change the gains, and each measure has gains of its own or depends on none.
fn gains_without_effect(measures: &RequestedMeasures, rules: &Rules) -> Option<String> {
    let uses_rule =
        |metric: &Metric| metric.family().entry().relevance == Relevance::Graded && metric.gains().is_none();
    if rules.gains == Rules::default().gains || measures.metrics.iter().any(uses_rule) {
        return None;
    }
    let names: Vec<String> = measures.metrics.iter().map(ToString::to_string).collect();
    let (gains, measures_named) = (&rules.gains, few(&names, MAX_LISTED, ", "));
    let do_not = of_number(names.len(), "does not", "do not");
    let uses_min_rel =
        |metric: &Metric| metric.family().entry().relevance == Relevance::Binary && metric.rel().is_none();
    let advice = if measures.metrics.iter().any(uses_min_rel) {
        "; to leave lower levels out, raise min-rel"
    } else {
        ""
    };
    Some(format!("gains {gains} change no score: {measures_named} {do_not} use them{advice}"))
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

/// A scale with this number of levels may have one for documents that are not relevant. With fewer levels, the judgments
/// probably contain only the relevant documents.
const MIN_LEVELS: usize = 3;

/// Returns a note if level 1 is the lowest of several levels and counts as relevant, because on scales such as 1 to 4 it
/// usually means that a document is not relevant.
fn lowest_level_counts(input: &Input, measures: &RequestedMeasures, rules: &Rules) -> Option<String> {
    let (topics, view) = (0..input.judgments.names().len(), &input.view);
    let has_nonrelevant = view.withholds() || topics.clone().any(|topic| view.judged_nonrelevant(topic) > 0);
    // If the labels are gains, the levels only number them.
    if has_nonrelevant || view.gains().is_some() {
        return None;
    }
    let levels: BTreeSet<u8> = topics.flat_map(|topic| view.ideal(topic).iter().copied()).collect();
    let (lowest, highest) = (*levels.first()?, *levels.last()?);
    if lowest != 1 || levels.len() < MIN_LEVELS {
        return None;
    }
    let counts_lowest = |metric: &&Metric| {
        metric.family().entry().relevance == Relevance::Binary
            && metric.rel().unwrap_or(rules.min_rel.get()) <= lowest
    };
    let names: Vec<String> = measures.metrics.iter().filter(counts_lowest).map(ToString::to_string).collect();
    (!names.is_empty()).then(|| {
        let (qrels, measures) = (input.qrels.display(), few(&names, MAX_LISTED, ", "));
        let count = of_number(names.len(), "counts", "count");
        format!(
            "{qrels}: the levels are 1 to {highest}, and no document has level 0, so {measures} {count} every judged document as \
             relevant: if level 1 means not relevant, set min-rel to 2"
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
