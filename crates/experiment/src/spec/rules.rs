//! The rules that can change a number. Each rule is a field of [`Rules`], a key of `evaluation` in an
//! experiment, an option of `eval` and `audit`, and a keyword in Python. But only experiments have
//! `emptied-topics`, and `audit` has no `topics`. The key, the option and the keyword are made from the field's
//! name, type and doc comment. The exception is `--topics` of `eval`, which also takes a list of topics.

use std::collections::BTreeMap;
use std::fmt;
use std::num::{NonZeroU8, NonZeroU32};

use rejudge_collections::{Reading, ScoreType, Ties};
use rejudge_metrics::Metric;
use rejudge_pools::{NoLevels, TopicIx, View};
use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::gains::GainRule;
use crate::spec::yaml::{from_fields, names_of, read_scalar};

/// The rules that can change a number. The defaults are the defaults of an experiment.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Rules {
    /// How ties are broken, or how all documents are ordered.
    pub ties: Ties,
    /// Precision in which scores are compared.
    pub score_type: ScoreType,
    /// Topics to average over.
    pub topics: TopicRule,
    /// How to treat a topic without a document of level `min-rel` or above in the full judgments.
    pub no_relevant: NoRelevant,
    /// How to treat a topic on which a measure is defined in the full judgments, but not in a judgment set.
    pub emptied_topics: EmptiedTopics,
    /// Ignore documents below this rank; `all` keeps every document.
    #[serde(with = "last_rank")]
    #[schemars(with = "LastRank")]
    pub max_rank: Option<NonZeroU32>,
    /// Lowest level that is relevant for binary measures.
    pub min_rel: NonZeroU8,
    /// Gains of the levels: `linear` (the level itself), `exponential` (2^level - 1), or a gain for each level, as in `1=1,2=3` or `{S: 3, A: 2, B: 1}`.
    pub gains: GainRule,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            ties: Ties::DocnoDescending,
            score_type: ScoreType::F64,
            topics: TopicRule::Qrels,
            no_relevant: NoRelevant::Zero,
            emptied_topics: EmptiedTopics::Zero,
            max_rank: const { NonZeroU32::new(1000) },
            min_rel: NonZeroU8::MIN,
            gains: GainRule::Linear,
        }
    }
}

/// The schema of a last rank: a number, or `all`.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "only its schema is used")]
pub(crate) enum LastRank {
    Rank(NonZeroU32),
    #[schemars(extend("const" = "all"))]
    All(String),
}

/// Reads and writes a last rank as users type it: a number, or `all`.
mod last_rank {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        rank: &Option<NonZeroU32>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match rank {
            Some(rank) => rank.serialize(serializer),
            None => serializer.serialize_str("all"),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NonZeroU32>, D::Error> {
        read_scalar(deserializer, "a rank from 1, or `all`", |text| match text {
            "all" => Some(None),
            rank => rank.parse().ok().map(Some),
        })
    }
}

/// The topics over which a mean is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TopicRule {
    /// All topics of the qrels; a topic that is missing from a run scores 0 (trec_eval -c).
    Qrels,
    /// Topics of the qrels that every run has.
    Intersection,
    /// Topics of the qrels that the run itself has (trec_eval 9 without -c). Not allowed in experiments, which compare
    /// runs on the same topics.
    Run,
}

/// The treatment of a topic without a relevant document in the full judgments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoRelevant {
    /// The topic counts; a measure that is undefined on it scores 0.
    Zero,
    /// The topic is left out.
    Drop,
}

/// The treatment of an emptied topic: a measure is defined on it in the full judgments, but not in the manipulated ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmptiedTopics {
    /// The topic scores 0, so that all judgment sets have the same topics.
    Zero,
    /// The topic is left out. A comparison leaves it out of both sides.
    DropInBoth,
    /// The topic scores 0. But a topic on which the set's other judges labelled no document is left out, even
    /// if it has relevant documents. A comparison leaves it out of both sides.
    DropUnlabelled,
}

/// The description of a rule for help and completion.
#[derive(Clone, Debug)]
pub struct RuleDescription {
    /// The name of the rule.
    pub name: String,
    /// The doc comment of the rule.
    pub about: String,
    /// The possible values with their meanings, if they can be listed.
    pub values: Vec<(String, String)>,
}

impl Rules {
    /// The name of the rule about topics that a judgment set emptied. Only experiments have this rule.
    pub const EMPTIED_TOPICS: &str = "emptied-topics";

    /// Returns the rules by which runs are read. Settings that are not rules are taken from `other`.
    pub fn reading(&self, other: Reading) -> Reading {
        Reading { ties: self.ties, score_type: self.score_type, max_rank: self.depth(), ..other }
    }

    /// Returns the largest number of documents of a ranking that are used.
    pub fn depth(&self) -> usize {
        self.max_rank.map_or(usize::MAX, |rank| rank.get() as usize)
    }

    /// Returns true if the topic is scored. With `no-relevant: drop`, a topic without a relevant document in the full
    /// judgments is left out.
    pub fn counts_topic(&self, full: &View, topic: TopicIx) -> bool {
        self.no_relevant == NoRelevant::Zero || full.relevant(topic, self.min_rel.get()) > 0
    }

    /// Refuses everything that needs levels if the labels of `view` are gains: a `min-rel` above 1, and
    /// measures that refer to levels, such as `P(rel=2)@10`. The rule `gains` is refused only if the labels
    /// are people's. If the labels are another judge's, `gains` may be meant for the levels that people gave.
    ///
    /// # Errors
    /// If the labels are gains, and something needs levels.
    pub fn refuse_levels(&self, metrics: &[Metric], view: &View) -> Result<(), NoLevels> {
        let are_from_people = view.levels().is_none() && view.gains().is_some();
        if are_from_people && self.gains != Self::default().gains {
            return Err(NoLevels::Gains);
        }
        NoLevels::check(metrics, self.min_rel.get(), view)
    }

    /// Returns the rules as canonical JSON, for cache keys, for the settings in manifest.json, and to compare
    /// rules.
    pub fn canonical(&self) -> String {
        serde_json::to_string(self).expect("rules are words and numbers")
    }

    /// Returns the name and the value of each rule as users type them, in the order of the fields. The order is kept because
    /// serde_json has the feature `preserve_order`.
    pub fn typed(&self) -> Vec<(String, String)> {
        let Ok(Value::Object(rules)) = serde_json::to_value(self) else { unreachable!("rules are a map") };
        let typed = |value: Value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        rules.into_iter().map(|(name, value)| (name, typed(value))).collect()
    }

    /// Returns the value of a rule as users type it.
    ///
    /// # Panics
    /// If there is no such rule.
    pub fn value(&self, name: &str) -> String {
        let rule = self.typed().into_iter().find(|(other, _)| other == name);
        rule.expect("`name` is the name of a rule").1
    }

    /// Returns the rules with the rule `name` changed. `value` is the text that a user typed.
    ///
    /// # Errors
    /// If there is no such rule or it has no such value.
    pub fn with(&self, name: &str, value: &str) -> Result<Self, String> {
        let mut fields = self.typed();
        match fields.iter_mut().find(|(other, _)| other == name) {
            Some((_, old_value)) => *old_value = value.to_owned(),
            None => fields.push((name.to_owned(), value.to_owned())),
        }
        from_fields(&fields)
    }

    /// Returns a description of each rule, in the order of the fields.
    pub fn descriptions() -> Vec<RuleDescription> {
        let mut generator = SchemaGenerator::default();
        let schema = Self::json_schema(&mut generator).to_value();
        let descriptions = Self::default().typed().into_iter().map(|(name, _)| {
            let property = &schema["properties"][&name];
            let definition = property["$ref"].as_str().and_then(|path| path.rsplit('/').next());
            RuleDescription {
                about: property["description"].as_str().expect("every rule has a doc comment").to_owned(),
                values: definition
                    .map(|definition| names_of(&generator.definitions()[definition]))
                    .unwrap_or_default(),
                name,
            }
        });
        descriptions.collect()
    }
}

/// Writes all rules in one line: `ties docno-descending, score-type f64, ..`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules: Vec<String> = self.typed().iter().map(|(name, value)| format!("{name} {value}")).collect();
        f.write_str(&rules.join(", "))
    }
}

/// Rules that are chosen one by one, by name and value, and override other rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleChoices(BTreeMap<String, String>);

impl RuleChoices {
    /// Chooses a rule.
    ///
    /// # Errors
    /// If there is no such rule or it has no such value.
    pub fn choose(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.0.insert(name.to_owned(), Rules::default().with(name, value)?.value(name));
        Ok(())
    }

    /// Chooses the lowest relevant level, unless it is chosen already. Returns true if the level was chosen now.
    pub fn choose_min_rel(&mut self, level: NonZeroU8) -> bool {
        let is_new = !self.0.contains_key("min-rel");
        if is_new {
            self.0.insert("min-rel".to_owned(), level.to_string());
        }
        is_new
    }

    /// Returns the rules with these choices. Rules that are not chosen are taken from `others`.
    #[must_use]
    pub fn over(&self, others: Rules) -> Rules {
        let choices = self.iter();
        choices
            .fold(others, |rules, (name, value)| rules.with(name, value).expect("`choose` checked the value"))
    }

    /// Returns the name and the value of each chosen rule.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rules that all differ from the default.
    fn unusual() -> Rules {
        Rules {
            ties: Ties::FileOrder,
            score_type: ScoreType::F32,
            topics: TopicRule::Intersection,
            no_relevant: NoRelevant::Drop,
            emptied_topics: EmptiedTopics::DropInBoth,
            max_rank: None,
            min_rel: const { NonZeroU8::new(2).unwrap() },
            gains: GainRule::map(vec![(0, 0.0), (1, 1e-9), (2, 0.1)]).unwrap(),
        }
    }

    #[test]
    fn a_chosen_level_overrides_the_level_of_a_track() {
        let (mut choices, two) = (RuleChoices::default(), const { NonZeroU8::new(2).unwrap() });
        assert!(choices.choose_min_rel(two));
        assert_eq!(choices.over(Rules::default()).min_rel, two);
        choices.choose("min-rel", "1").unwrap();
        assert!(!choices.choose_min_rel(two));
        assert_eq!(choices.over(Rules::default()).min_rel.get(), 1);
    }

    #[test]
    fn rules_are_read_back_as_typed() {
        let (rules, usual) = (unusual(), Rules::default());
        let mut choices = RuleChoices::default();
        for ((name, value), (_, usual)) in rules.typed().iter().zip(usual.typed()) {
            assert_ne!(*value, usual, "{name}");
            choices.choose(name, value).unwrap();
        }
        assert_eq!(choices.over(usual.clone()), rules);
        assert_eq!(RuleChoices::default().over(usual.clone()), usual);
        assert_ne!(rules.canonical(), usual.canonical());
    }

    #[test]
    fn wrong_rules_are_refused() {
        let wrong = [
            ("tie", "rank"),
            ("ties", "docno"),
            ("min-rel", "0"),
            ("max-rank", "none"),
            ("gains", "1=x"),
            ("gains", "cubic"),
            ("gains", "1=2,2=1,1=3"),
        ];
        let messages = wrong.map(|(name, value)| {
            format!("{name}={value}: {}", Rules::default().with(name, value).unwrap_err())
        });
        insta::assert_snapshot!(messages.join("\n"));
    }
}
