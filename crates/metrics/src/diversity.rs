//! Diversity measures: a topic has several intents, and documents are judged for each intent.
//!
//! [`IntentTopic`] holds a topic's judgments, and [`Placed`] is a judged document in a ranking.
//! [`IntentScorer`] resolves metrics and prepares topics, then [`PreparedTopic`] scores rankings. Similar
//! families share a module here, and each family has a line in the [`registry`](crate::registry). The page of
//! a family's module has formulas, sources and an example. [`h_measure`], [`qu_score`] and their parts score
//! subtopics, not documents.
//!
//! You can write a single list as an [`IntentRanking`](crate::IntentRanking):
//!
//! ```
//! // Each document's levels for the two intents; the first document is relevant to the more probable intent.
//! let list: rejudge_metrics::IntentRanking = "0.75 0.25: 20 . 01 | 11".parse()?;
//! let log2_3 = 3.0_f64.log2();
//! let d_ndcg = 1.5 / (1.5 + 1.0 / log2_3);
//! assert_eq!(list.score("I-rec@2")?, Some(0.5));
//! assert_eq!(list.score("D-nDCG@2")?, Some(d_ndcg));
//! assert_eq!(list.score("D#-nDCG@2")?, Some(0.5 * 0.5 + 0.5 * d_ndcg));
//! let condensed = (1.5 + 0.25 / log2_3) / (1.5 + 1.0 / log2_3);
//! assert!((list.score("D#-nDCG'@2")?.unwrap() - (0.5 + 0.5 * condensed)).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod d_measure;
pub mod d_sharp;
pub mod din;
mod greedy;
pub mod intent_aware;
pub mod intent_recall;
mod measure;
pub mod novelty;
pub mod p_plus_q;
mod scorer;
mod subtopics;
mod topic;
mod topic_gains;
mod weights;

pub use scorer::{IntentScorer, IntentScratch, PreparedTopic};
pub use subtopics::{VerticalMatch, h_measure, h_score, qu_score, v_score};
pub use topic::{Intent, IntentTopic, Placed};

pub(crate) use topic_gains::TopicGains;
