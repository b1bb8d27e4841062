//! Options for the rules of an evaluation, one for each field of `Rules` except two: `topics`, because
//! `--topics` of `eval` also takes a list of topics, and `emptied-topics`, because only experiments need it.

use clap::{Arg, ArgMatches, Command, Error, FromArgMatches};
use rejudge_eval::{Preset, evaluation_rules};
use rejudge_experiment::spec::{RuleChoices, RuleDescription, Rules};

use super::choice::{Choice, without_full_stop};

/// The rules that options set. They override the rules of a preset if `OVER_PRESET` is true, and otherwise an
/// experiment's defaults.
#[derive(Clone, Debug, Default)]
pub struct ChosenRules<const OVER_PRESET: bool>(pub RuleChoices);

/// Rules that also have a short option, as in trec_eval: the rule, the letter, and the name of the value.
const LETTERS: [(&str, char, &str); 2] = [("max-rank", 'M', "RANK|all"), ("min-rel", 'l', "LEVEL")];

/// Other tools' names for the option `--min-rel`.
pub const OTHER_LEVELS: [&str; 9] = [
    "rel",
    "relevant",
    "threshold",
    "level",
    "relevance-level",
    "relevance_level",
    "relevance-threshold",
    "rel-threshold",
    "level_for_rel",
];

/// Other tools' names for the option `--measures`.
pub const OTHER_MEASURES: [&str; 3] = ["measure", "metric", "metrics"];

/// Rules with the names that their options have in other tools.
const OTHER_NAMES: [(&str, &[&str]); 2] =
    [("min-rel", &OTHER_LEVELS), ("max-rank", &["Max_retrieved_per_topic"])];

fn rules() -> impl Iterator<Item = RuleDescription> {
    evaluation_rules().filter(|rule| rule.name != "topics")
}

/// Returns the default value of a rule, or `None` if it depends on the preset.
fn default(rule: &str, over_preset: bool) -> Option<String> {
    if !over_preset {
        return Some(Rules::default().value(rule));
    }
    let [first, rest @ ..] = Preset::ALL.map(|preset| preset.rules().value(rule));
    rest.iter().all(|value| *value == first).then_some(first)
}

fn option(rule: &RuleDescription, over_preset: bool) -> Arg {
    let default = default(&rule.name, over_preset).unwrap_or_else(|| "set by --preset".to_owned());
    let short = LETTERS.iter().find(|(name, ..)| *name == rule.name);
    let (letter, value) = match short {
        Some((_, letter, value)) => (Some(*letter), (*value).to_owned()),
        None => (None, rule.name.rsplit('-').next().expect("a split has at least one part").to_uppercase()),
    };
    let other_names = OTHER_NAMES.iter().filter(|(name, _)| *name == rule.name).flat_map(|(_, names)| *names);
    Arg::new(rule.name.clone())
        .aliases(other_names.copied())
        .long(rule.name.clone())
        .short(letter)
        .value_name(value)
        .help(format!("{} [default: {default}]", without_full_stop(rule.about.clone())))
        .help_heading("Rules")
        .hide_short_help(letter.is_none())
        .value_parser(Choice::of_rule(rule))
}

impl<const OVER_PRESET: bool> clap::Args for ChosenRules<OVER_PRESET> {
    fn augment_args(command: Command) -> Command {
        command.args(rules().map(|rule| option(&rule, OVER_PRESET)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const OVER_PRESET: bool> FromArgMatches for ChosenRules<OVER_PRESET> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut chosen = Self::default();
        chosen.update_from_arg_matches(matches)?;
        Ok(chosen)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for rule in rules() {
            if let Some(value) = matches.get_one::<String>(&rule.name) {
                self.0.choose(&rule.name, value).expect("the parser accepted the value");
            }
        }
        Ok(())
    }
}
