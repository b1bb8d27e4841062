//! The rules of an evaluation, as typed.

use rejudge_eval::PresetRules;
use rejudge_spec::{GainRule, RuleChoices, TopicRule};

use crate::cli::args::eval::RuleArgs;
use crate::cli::output::Failure;

/// The preset with the single choices on top.
pub(super) fn rules(args: &RuleArgs) -> Result<PresetRules, Failure> {
    let choices = RuleChoices {
        ties: args.ties,
        score_type: args.score_type,
        topics: if args.complete { Some(TopicRule::Qrels) } else { args.topics },
        no_relevant: args.no_relevant,
        max_rank: args.max_rank.map(|given| given.0),
        min_rel: Some(args.min_rel),
        gains: Some(gain_rule(&args.gains)?),
    };
    Ok(PresetRules::new(args.preset, choices))
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
