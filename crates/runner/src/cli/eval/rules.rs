//! The rules of an evaluation, as typed.

use rejudge_eval::{PresetRules, TopicChoice};
use rejudge_spec::{GainRule, RuleChoices, TopicRule};

use crate::cli::args::eval::{RuleArgs, Topics};
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
            "the topics of a score are said twice: expected one of --topics qrels (which is -c), intersection and run",
        ));
    }
    let choices = RuleChoices {
        ties: args.ties,
        score_type: args.score_type,
        topics: by.first().copied(),
        no_relevant: args.no_relevant,
        max_rank: args.max_rank.map(|given| given.0),
        min_rel: Some(args.min_rel),
        gains: Some(gain_rule(&args.gains)?),
    };
    Ok(PresetRules::new(args.preset, choices))
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
            "--topics: topics are chosen twice: name all of them in one list, as in 1-25,30",
        )),
    }
}

/// What `--gains` says.
pub fn gain_rule(text: &str) -> Result<GainRule, Failure> {
    Ok(match text {
        "linear" => GainRule::Linear,
        "exponential" => GainRule::Exponential,
        map => gains(map)?,
    })
}

fn gains(text: &str) -> Result<GainRule, Failure> {
    let wrong = |part: &str| {
        Failure::usage(format!(
            "--gains: `{part}` is not LEVEL=GAIN (nor is all of it linear or exponential)"
        ))
    };
    let mut levels = Vec::new();
    for part in text.split(',') {
        let (level, gain) = part.split_once('=').ok_or_else(|| wrong(part))?;
        levels.push((
            level.trim().parse().map_err(|_| wrong(part))?,
            gain.trim().parse().map_err(|_| wrong(part))?,
        ));
    }
    GainRule::map(levels).map_err(|e| Failure::usage(format!("--gains: {e}")))
}
