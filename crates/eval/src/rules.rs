//! Presets of the rules that move numbers.

use std::fmt;
use std::num::NonZeroU32;

use rejudge_collections::{ScoreType, Ties};
use rejudge_spec::{NoRelevant, RuleChoices, Rules, TopicRule};

use super::{TopicChoice, in_line};

/// A named set of rules. The default is that of the command and of Python.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Preset {
    /// As trec_eval 10 with -c: double precision, equal scores by docno descending, all topics of the qrels
    #[default]
    Trec10,
    /// As trec_eval 9 and pytrec_eval: single precision, only the topics that a run has (interpolated
    /// precision is that of trec_eval 10)
    Trec9,
    /// As NTCIREVAL: order of the file, 1000 documents, topics without relevant documents left out, AP@l
    /// over min(l, R)
    Ntcir,
}

/// The rules in force, and the preset that they started from.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetRules {
    /// The preset.
    pub preset: Preset,
    /// The rules.
    pub rules: Rules,
    /// The choice of topics, as typed, where not all are scored.
    pub only_topics: Option<String>,
}

impl Preset {
    /// Its rules.
    pub fn rules(self) -> Rules {
        let trec10 = Rules { max_rank: None, ..Rules::default() };
        match self {
            Self::Trec10 => trec10,
            Self::Trec9 => Rules { score_type: ScoreType::F32, topics: TopicRule::Run, ..trec10 },
            Self::Ntcir => Rules {
                ties: Ties::FileOrder,
                no_relevant: NoRelevant::Drop,
                max_rank: const { NonZeroU32::new(1000) },
                ..trec10
            },
        }
    }
}

impl PresetRules {
    /// A preset with single choices on top.
    pub fn new(preset: Preset, choices: RuleChoices) -> Self {
        Self { preset, rules: choices.over(preset.rules()), only_topics: None }
    }

    /// The same, for the topics of a choice.
    #[must_use]
    pub fn for_topics(self, choice: Option<&TopicChoice>) -> Self {
        Self { only_topics: choice.map(ToString::to_string), ..self }
    }

    /// Field and value of each rule, as on the command line.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let Rules { ties, topics, no_relevant, score_type, max_rank, min_rel, gains, .. } = &self.rules;
        let mut fields = vec![
            ("preset", name_of(self.preset)),
            ("ties", name_of(*ties)),
            ("score-type", name_of(*score_type)),
            ("topics", name_of(*topics)),
            ("no-relevant", name_of(*no_relevant)),
            ("max-rank", max_rank.map_or("all".to_owned(), |rank| rank.to_string())),
            ("min-rel", min_rel.to_string()),
            ("gains", gains.to_string()),
        ];
        fields.extend(self.only_topics.iter().map(|typed| ("only-topics", typed.clone())));
        fields
    }
}

/// The name of a choice on the command line.
pub fn name_of(choice: impl clap::ValueEnum) -> String {
    choice.to_possible_value().expect("no choice is hidden").get_name().to_owned()
}

impl fmt::Display for PresetRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_line(&self.fields()))
    }
}
