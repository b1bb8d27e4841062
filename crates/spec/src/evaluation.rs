//! The rules that move numbers (design, section 5), each a named field and part of every cache key.

use std::collections::BTreeMap;
use std::num::{NonZeroU8, NonZeroU32};

use rejudge_collections::{ScoreType, Ties};
use rejudge_metrics::Gains;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gains::{GainRule, GainsWire};
use crate::yaml::{Spanned, YamlError};

/// The `evaluation` block as written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct EvaluationWire {
    /// How equal scores are ordered.
    pub ties: TiesWire,
    /// Which topics the mean is over.
    pub topics: TopicRule,
    /// Topics without a relevant document in the full judgments.
    pub no_relevant: NoRelevant,
    /// Topics that a manipulation leaves without a relevant document.
    pub emptied_topics: EmptiedTopics,
    /// Width of the scores.
    pub score_type: ScoreTypeWire,
    /// Documents after this rank do not exist.
    pub max_rank: NonZeroU32,
    /// Level from which a document is relevant for binary measures.
    pub min_rel: NonZeroU8,
    /// Levels to gains; linear when it is not there.
    pub gains: Option<Spanned<GainsWire>>,
}

impl Default for EvaluationWire {
    fn default() -> Self {
        Self {
            ties: TiesWire::DocnoDescending,
            topics: TopicRule::Qrels,
            no_relevant: NoRelevant::Zero,
            emptied_topics: EmptiedTopics::Zero,
            score_type: ScoreTypeWire::F64,
            max_rank: const { NonZeroU32::new(1000).expect("1000 is not 0") },
            min_rel: NonZeroU8::MIN,
            gains: None,
        }
    }
}

/// Order of equal scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum TiesWire {
    /// Greater docno first (trec_eval).
    DocnoDescending,
    /// Smaller docno first.
    DocnoAscending,
    /// As in the file; scores are not read for the order.
    FileOrder,
    /// By the rank column (NTCIR).
    Rank,
}

/// Which topics the mean is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TopicRule {
    /// All topics of the qrels; one that a run lacks scores 0 (trec_eval -c).
    Qrels,
    /// Topics that every run has.
    Intersection,
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
}

/// Width of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreTypeWire {
    /// Double precision (trec_eval 10).
    F64,
    /// Single precision (trec_eval 9).
    F32,
}

/// The rules in force.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Order of equal scores.
    pub ties: Ties,
    /// Which topics the mean is over.
    pub topics: TopicRule,
    /// Topics without relevant documents.
    pub no_relevant: NoRelevant,
    /// Emptied topics.
    pub emptied_topics: EmptiedTopics,
    /// Width of scores.
    pub score_type: ScoreType,
    /// Greatest rank.
    pub max_rank: u32,
    /// Least relevant level.
    pub min_rel: u8,
    /// Levels to gains.
    pub gains: GainRule,
    /// The same as canonical JSON, for cache keys and headers.
    pub canonical: String,
}

impl Evaluation {
    /// Checks the block.
    pub fn new(wire: &EvaluationWire) -> Result<Self, YamlError> {
        // Linear gains are null there, as they were before there was a word for them: keys stay what they
        // are.
        let (gains, listed) = match &wire.gains {
            None => (GainRule::Linear, serde_json::Value::Null),
            Some(written) => match &written.value {
                GainsWire::Linear => (GainRule::Linear, serde_json::Value::Null),
                GainsWire::Exponential => (GainRule::Exponential, "exponential".into()),
                GainsWire::Map(map) => {
                    let levels: Result<BTreeMap<u8, f64>, YamlError> =
                        map.iter().map(|(label, &gain)| Ok((level(label, written)?, gain))).collect();
                    let levels = levels?;
                    let gains = Gains::new(levels.iter().map(|(&level, &gain)| (level, gain)));
                    let gains = gains.map_err(|e| written.error(e.to_string()))?;
                    (GainRule::Map(gains), serde_json::json!(levels))
                }
            },
        };
        let canonical = serde_json::json!({
            "emptied-topics": wire.emptied_topics,
            "gains": listed,
            "max-rank": wire.max_rank,
            "min-rel": wire.min_rel,
            "no-relevant": wire.no_relevant,
            "score-type": wire.score_type,
            "ties": wire.ties,
            "topics": wire.topics,
        });
        Ok(Self {
            ties: wire.ties.into(),
            topics: wire.topics,
            no_relevant: wire.no_relevant,
            emptied_topics: wire.emptied_topics,
            score_type: wire.score_type.into(),
            max_rank: wire.max_rank.get(),
            min_rel: wire.min_rel.get(),
            gains,
            canonical: canonical.to_string(),
        })
    }
}

impl From<TiesWire> for Ties {
    fn from(wire: TiesWire) -> Self {
        match wire {
            TiesWire::DocnoDescending => Self::DocnoDescending,
            TiesWire::DocnoAscending => Self::DocnoAscending,
            TiesWire::FileOrder => Self::FileOrder,
            TiesWire::Rank => Self::Rank,
        }
    }
}

impl From<ScoreTypeWire> for ScoreType {
    fn from(wire: ScoreTypeWire) -> Self {
        match wire {
            ScoreTypeWire::F64 => Self::F64,
            ScoreTypeWire::F32 => Self::F32,
        }
    }
}

/// NTCIR's letters, or a number.
fn level(label: &str, map: &Spanned<GainsWire>) -> Result<u8, YamlError> {
    match label {
        "S" => Ok(3),
        "A" => Ok(2),
        "B" => Ok(1),
        "C" => Ok(0),
        _ => label.parse().map_err(|_| {
            map.error(format!(
                "`{label}` is no relevance level, expected S, A, B, C or a number from 0 to 255"
            ))
        }),
    }
}
