//! The rules that move numbers, each a named field: what `evaluation` says in an experiment, options of
//! `eval` and `audit` on the command line, and keywords in Python. `pool` takes the types of the fields
//! alone.

use std::num::{NonZeroU8, NonZeroU32};

use rejudge_collections::{Reading, ScoreType, Ties};
use rejudge_descriptor::ExtraColumns;
use rejudge_pools::{TopicIx, View};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use super::gains::GainRule;

/// The rules that move numbers.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Rules {
    /// How equal scores are ordered.
    pub ties: Ties,
    /// Which topics the mean is over.
    pub topics: TopicRule,
    /// Topics without a relevant document in the full judgments.
    pub no_relevant: NoRelevant,
    /// Topics that a manipulation leaves without a relevant document.
    pub emptied_topics: EmptiedTopics,
    /// Width of the scores.
    pub score_type: ScoreType,
    /// Documents after this rank do not exist.
    #[serde(deserialize_with = "rank")]
    #[schemars(with = "NonZeroU32")]
    pub max_rank: Option<NonZeroU32>,
    /// Level from which a document is relevant for binary measures.
    pub min_rel: NonZeroU8,
    /// Levels to gains; linear when it is not there.
    #[serde(deserialize_with = "gains")]
    pub gains: GainRule,
}

/// Gains that are null are those of who says nothing.
fn gains<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<GainRule, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(GainRule::Linear))
}

impl Default for Rules {
    /// Those of an experiment that says nothing.
    fn default() -> Self {
        Self {
            ties: Ties::DocnoDescending,
            topics: TopicRule::Qrels,
            no_relevant: NoRelevant::Zero,
            emptied_topics: EmptiedTopics::Zero,
            score_type: ScoreType::F64,
            max_rank: const { NonZeroU32::new(1000) },
            min_rel: NonZeroU8::MIN,
            gains: GainRule::Linear,
        }
    }
}

/// An experiment names a rank where it names one at all.
fn rank<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NonZeroU32>, D::Error> {
    NonZeroU32::deserialize(deserializer).map(Some)
}

/// Which topics the mean is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TopicRule {
    /// All of the qrels; one that a run lacks scores 0 (trec_eval -c).
    Qrels,
    /// Those of the qrels that every run has.
    Intersection,
    /// Those of the qrels that the run itself has (trec_eval 9 without -c).
    // Experiments compare runs, which takes one set of topics.
    #[serde(skip_deserializing)]
    Run,
}

/// What becomes of a topic without a relevant document in the full judgments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum NoRelevant {
    /// It scores 0 and counts.
    Zero,
    /// It does not count.
    Drop,
}

/// What becomes of a topic that a manipulation empties: one that a measure is defined on in the full
/// judgments and not in the manipulated ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmptiedTopics {
    /// It stays and scores 0, so that all judgment sets share one topic set.
    Zero,
    /// It leaves both sides of a comparison.
    DropInBoth,
    /// It scores 0, unless it is a topic of which the other judges of the judgment set labelled no document:
    /// such topics leave both sides of a comparison, whatever is relevant for them.
    DropUnlabelled,
}

impl Rules {
    /// How runs are read under these rules.
    pub fn reading(&self, extra_columns: ExtraColumns) -> Reading {
        let (ties, score_type, max_rank) = (self.ties, self.score_type, self.depth());
        Reading { ties, score_type, max_rank, extra_columns, ..Reading::default() }
    }

    /// The same as choices, all of them made. What manipulations leave is no choice.
    pub fn choices(&self) -> RuleChoices {
        let Self { ties, topics, no_relevant, emptied_topics: _, score_type, max_rank, min_rel, gains } =
            self;
        RuleChoices {
            ties: Some(*ties),
            score_type: Some(*score_type),
            topics: Some(*topics),
            no_relevant: Some(*no_relevant),
            max_rank: Some(*max_rank),
            min_rel: Some(*min_rel),
            gains: Some(gains.clone()),
        }
    }

    /// How many documents of a ranking exist at most.
    pub fn depth(&self) -> usize {
        self.max_rank.map_or(usize::MAX, |rank| rank.get() as usize)
    }

    /// Whether a topic of the full judgments counts, as far as what is relevant for it decides.
    pub fn counts(&self, full: &View, topic: TopicIx) -> bool {
        self.no_relevant == NoRelevant::Zero || full.relevant(topic, self.min_rel.get()) > 0
    }

    /// The same as canonical JSON, for cache keys and headers. All fields are taken apart here, so that one
    /// more does not compile until cached numbers hang on it.
    pub fn canonical(&self) -> String {
        let Self { ties, topics, no_relevant, emptied_topics, score_type, max_rank, min_rel, gains } = self;
        let canonical = json!({
            "emptied-topics": emptied_topics,
            "gains": gains.listed(),
            "max-rank": max_rank,
            "min-rel": min_rel,
            "no-relevant": no_relevant,
            "score-type": score_type,
            "ties": ties,
            "topics": topics,
        });
        canonical.to_string()
    }
}

/// Rules that are chosen one by one, on top of others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleChoices {
    /// How equal scores are ordered.
    pub ties: Option<Ties>,
    /// Width of the scores.
    pub score_type: Option<ScoreType>,
    /// Which topics the mean is over.
    pub topics: Option<TopicRule>,
    /// Topics without a relevant document.
    pub no_relevant: Option<NoRelevant>,
    /// The last rank that exists; `Some(None)`: all do.
    pub max_rank: Option<Option<NonZeroU32>>,
    /// Level from which a document is relevant for binary measures.
    pub min_rel: Option<NonZeroU8>,
    /// Levels to gains.
    pub gains: Option<GainRule>,
}

impl RuleChoices {
    /// These rules, and `others` where none is chosen.
    #[must_use]
    pub fn over(self, others: Rules) -> Rules {
        Rules {
            ties: self.ties.unwrap_or(others.ties),
            score_type: self.score_type.unwrap_or(others.score_type),
            topics: self.topics.unwrap_or(others.topics),
            no_relevant: self.no_relevant.unwrap_or(others.no_relevant),
            max_rank: self.max_rank.unwrap_or(others.max_rank),
            min_rel: self.min_rel.unwrap_or(others.min_rel),
            gains: self.gains.unwrap_or(others.gains),
            ..others
        }
    }

    /// Their names: keys of an `evaluation`, options of the command, and (with `_`) keywords of Python.
    pub const NAMES: [&str; 7] =
        ["ties", "score-type", "topics", "no-relevant", "max-rank", "min-rel", "gains"];

    /// Those that are chosen, by [`NAMES`](Self::NAMES). All of them are taken apart here, so that one more
    /// does not compile until it is handed on.
    fn named(&self) -> impl Iterator<Item = (&'static str, String)> {
        let Self { ties, score_type, topics, no_relevant, max_rank, min_rel, gains } = self;
        let word = |choice: Value| choice.as_str().map_or_else(|| choice.to_string(), str::to_owned);
        let chosen = [
            ties.map(|ties| word(json!(ties))),
            score_type.map(|width| word(json!(width))),
            topics.map(|rule| word(json!(rule))),
            no_relevant.map(|rule| word(json!(rule))),
            max_rank.flatten().map(|rank| rank.to_string()),
            min_rel.map(|level| level.to_string()),
            gains.as_ref().map(ToString::to_string),
        ];
        Self::NAMES.into_iter().zip(chosen).filter_map(|(rule, value)| Some((rule, value?)))
    }

    /// Those that are chosen, as options of the command: name and value.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        self.named().collect()
    }

    /// Those that are chosen, as lines of an `evaluation`.
    pub fn yaml(&self) -> Vec<String> {
        let gains = self.gains.as_ref().map(GainRule::yaml);
        let written = |rule, value| match &gains {
            Some(gains) if rule == "gains" => format!("gains: {gains}"),
            _ => format!("{rule}: {value}"),
        };
        self.named().map(|(rule, value)| written(rule, value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Rules none of which is as usual, but for what no choice says.
    fn unusual() -> Rules {
        Rules {
            ties: Ties::FileOrder,
            topics: TopicRule::Intersection,
            no_relevant: NoRelevant::Drop,
            emptied_topics: EmptiedTopics::Zero,
            score_type: ScoreType::F32,
            max_rank: NonZeroU32::new(7),
            min_rel: const { NonZeroU8::new(2).unwrap() },
            gains: GainRule::Exponential,
        }
    }

    #[test]
    fn every_rule_is_handed_on() {
        let rules = unusual();
        assert_eq!(rules.choices().over(Rules::default()), rules);
        let options = rules.choices().options();
        assert_eq!(options.iter().map(|(name, _)| *name).collect::<Vec<_>>(), RuleChoices::NAMES);
        let usual = Rules::default().choices().options();
        for ((name, value), (_, usual)) in options.iter().zip(&usual) {
            assert_ne!(value, usual, "{name} is not handed on");
        }
        assert_eq!(RuleChoices::default().options(), []);
    }

    /// A rule that `Rules` gains must be one of these, or said here to be none that is chosen by itself.
    #[test]
    fn every_key_of_an_evaluation_can_be_chosen() {
        let schema = serde_json::to_value(schemars::schema_for!(Rules)).expect("a schema is JSON");
        let keys = schema["properties"].as_object().expect("an object").keys().map(String::as_str);
        let chosen: BTreeSet<&str> = RuleChoices::NAMES.into_iter().collect();
        // Nobody takes judgments away where rules are chosen one by one.
        let not_chosen = BTreeSet::from(["emptied-topics"]);
        assert_eq!(keys.collect::<BTreeSet<_>>(), &chosen | &not_chosen);
    }
}
