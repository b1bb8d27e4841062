//! The rules of an evaluation, as typed.

use rejudge_eval::{PresetRules, TopicChoice};
use rejudge_experiment::spec::TopicRule;
use rejudge_experiment::spec::yaml::to_compact;

use super::args::{RuleArgs, Topics};
use crate::cli::output::Failure;

/// The preset with the single choices on top.
pub(super) fn rules(args: &RuleArgs) -> Result<PresetRules, Failure> {
    let named = args.topics.iter().filter_map(|topics| match topics {
        Topics::By(rule) => Some(*rule),
        Topics::Of(_) => None,
    });
    let by: Vec<TopicRule> = args.complete.then_some(TopicRule::Qrels).into_iter().chain(named).collect();
    if by.len() > 1 {
        return Err(Failure::usage(
            "--topics is given twice, or with -c: choose one of qrels (-c), intersection, run",
        ));
    }
    let mut choices = args.chosen.0.clone();
    if let [topics] = by[..] {
        choices.choose("topics", &to_compact(&topics)).expect("a rule of topics is one");
    }
    Ok(PresetRules::new(args.preset, &choices))
}

/// The choice of topics that `--topics` makes.
pub(super) fn topic_choice(args: &RuleArgs) -> Result<Option<TopicChoice>, Failure> {
    let typed: Vec<&str> = args
        .topics
        .iter()
        .filter_map(|topics| match topics {
            Topics::Of(text) => Some(text.as_str()),
            Topics::By(_) => None,
        })
        .collect();
    match typed.as_slice() {
        [] => Ok(None),
        [typed] => Ok(Some(TopicChoice::read(typed)?)),
        _ => Err(Failure::usage(
            "--topics: topics are given twice: name all of them in one list, as in 1-25,30",
        )),
    }
}
