//! The rules that move numbers (design, section 5), as presets and single choices.

use std::fmt;

use super::in_line;
use rejudge_spec::{GainRule, NoRelevant, ScoreTypeWire, TiesWire};

/// A named set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Preset {
    /// As trec_eval 10 with -c: double precision, equal scores by docno descending, all topics of the qrels
    Trec10,
    /// As trec_eval 9 and pytrec_eval: single precision, only the topics that a run has (interpolated
    /// precision is that of trec_eval 10)
    Trec9,
    /// As NTCIREVAL: order of the file, 1000 documents, topics without relevant documents left out, AP@l
    /// over min(l, R)
    Ntcir,
}

/// Which topics a run's score is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum TopicRule {
    /// All of the qrels; one that a run lacks scores 0 (trec_eval -c)
    Qrels,
    /// Those of the qrels that every run has
    Intersection,
    /// Those of the qrels that the run itself has (trec_eval 9 without -c)
    Run,
}

/// The rules in force.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The preset that single choices started from.
    pub preset: Preset,
    /// Order of equal scores.
    pub ties: TiesWire,
    /// Precision of scores.
    pub score_type: ScoreTypeWire,
    /// Topics of a run's score.
    pub topics: TopicRule,
    /// Topics without a relevant document.
    pub no_relevant: NoRelevant,
    /// Documents after this rank do not exist; `None`: all do.
    pub max_rank: Option<u32>,
    /// Level from which a document is relevant for binary measures.
    pub min_rel: u8,
    /// Levels to gains.
    pub gains: GainRule,
    /// The same as it was given.
    pub gains_text: String,
    /// Whether average precision at a cutoff is divided by min(cutoff, R) where its name does not say.
    pub min_norm: bool,
}

impl Rules {
    /// The rules of a preset.
    pub fn of(preset: Preset) -> Self {
        let trec10 = Self {
            preset,
            ties: TiesWire::DocnoDescending,
            score_type: ScoreTypeWire::F64,
            topics: TopicRule::Qrels,
            no_relevant: NoRelevant::Zero,
            max_rank: None,
            min_rel: 1,
            gains: GainRule::Linear,
            gains_text: "linear".to_owned(),
            min_norm: false,
        };
        match preset {
            Preset::Trec10 => trec10,
            Preset::Trec9 => Self { score_type: ScoreTypeWire::F32, topics: TopicRule::Run, ..trec10 },
            Preset::Ntcir => Self {
                ties: TiesWire::FileOrder,
                no_relevant: NoRelevant::Drop,
                max_rank: Some(1000),
                min_norm: true,
                ..trec10
            },
        }
    }

    /// The last rank that exists.
    pub fn last_rank(&self) -> u32 {
        self.max_rank.unwrap_or(u32::MAX)
    }

    /// Field and value of each rule, as on the command line.
    pub fn fields(&self) -> [(&'static str, String); 8] {
        [
            ("preset", name_of(self.preset)),
            ("ties", name_of(self.ties)),
            ("score-type", name_of(self.score_type)),
            ("topics", name_of(self.topics)),
            ("no-relevant", name_of(self.no_relevant)),
            ("max-rank", self.max_rank.map_or("all".to_owned(), |rank| rank.to_string())),
            ("min-rel", self.min_rel.to_string()),
            ("gains", self.gains_text.clone()),
        ]
    }
}

/// The name of a choice on the command line.
pub fn name_of(choice: impl clap::ValueEnum) -> String {
    choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_line(&self.fields()))
    }
}
