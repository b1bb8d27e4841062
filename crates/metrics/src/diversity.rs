//! Measures of diversity: a topic has several intents, and documents are judged for each.
//!
//! [`IntentTopic`] is what the judgments say of a topic, [`Placed`] a document of a ranking;
//! [`IntentScorer`] resolves names and prepares topics, [`PreparedTopic`] scores rankings. A family is a
//! file here (or a part of one, where families share a formula) and a line of the
//! [`registry`](crate::registry). The functions are the same measures one at a time.
//!
//! ```
//! use rejudge_metrics::{Intent, IntentScorer, IntentScratch, IntentTopic, Metric, Placed};
//! use rejudge_levels::Gains;
//! // Two intents and three judged documents, levels by document: the first is good for the likelier intent.
//! let intents = [0.75, 0.25].map(|probability| Intent { probability, navigational: false });
//! let topic = IntentTopic {
//!     intents: &intents,
//!     assumed: false,
//!     levels: &[2, 0, 1, 1, 0, 1],
//!     factors: &[],
//!     id_order: &[0, 1, 2],
//! };
//! let metrics: Vec<Metric> =
//!     ["I-rec@2", "D-nDCG@2", "D#-nDCG@2", "D#-nDCG'@2"].map(|m| m.parse().unwrap()).to_vec();
//! let scorer = IntentScorer::new(&metrics, &Gains::linear(2), 1, Some(1000))?;
//! let prepared = scorer.prepare(&topic, 0..3);
//!
//! // The run has the first document, one without a judgment, and the last document.
//! let raw = [Placed { rank: 1, row: 0 }, Placed { rank: 3, row: 2 }];
//! let condensed = [Placed { rank: 1, row: 0 }, Placed { rank: 2, row: 2 }];
//! let (mut scratch, mut scores) = (IntentScratch::default(), [None; 4]);
//! prepared.score(&raw, &condensed, &mut scratch, &mut scores);
//! let log2_3 = 3.0_f64.log2();
//! let d_ndcg = 1.5 / (1.5 + 1.0 / log2_3);
//! assert_eq!(scores[..3], [Some(0.5), Some(d_ndcg), Some(0.5 * 0.5 + 0.5 * d_ndcg)]);
//! let condensed = (1.5 + 0.25 / log2_3) / (1.5 + 1.0 / log2_3);
//! assert!((scores[3].unwrap() - (0.5 + 0.5 * condensed)).abs() < 1e-15);
//! # Ok::<(), rejudge_metrics::ScorerError>(())
//! ```

pub(crate) mod d_measure;
pub(crate) mod d_sharp;
pub(crate) mod din;
mod greedy;
pub(crate) mod intent_aware;
pub(crate) mod intent_recall;
mod kernel;
pub(crate) mod novelty;
pub(crate) mod novelty_forms;
pub(crate) mod p_plus_q;
mod scorer;
mod subtopics;
mod topic;
mod topic_gains;
mod weights;

pub use d_measure::{d_ndcg, d_q};
pub use d_sharp::d_sharp;
pub use din::din_ndcg;
pub use intent_aware::{average_precision_ia, graded_err_ia, ndcg_ia, precision_ia};
pub use intent_recall::{intent_recall, subtopic_recall};
pub use novelty::{alpha_dcg, alpha_ndcg, err_ia, nerr_ia, nnrbp, nrbp};
pub use p_plus_q::p_plus_q;
pub use scorer::{IntentScorer, IntentScratch, PreparedTopic};
pub use subtopics::{VerticalMatch, h_measure, h_score, qu_score, v_score};
pub use topic::{Intent, IntentTopic, Placed};

pub(crate) use kernel::IntentMeasure;
pub(crate) use topic_gains::TopicGains;
