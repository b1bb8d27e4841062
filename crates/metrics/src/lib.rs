//! Measures of one ranking for one topic. Each measure turns a ranked list of graded documents into a number.
//!
//! To score a single list, write it as a [`JudgedRanking`], or as an [`IntentRanking`] for a diversity
//! measure, and call `score` with the name of the measure. The pages in [`adhoc`] and [`diversity`] give, for
//! each family of measures, the formula, the source, what happens if a topic has no relevant document or a
//! document is unjudged, and an example worked by hand. [`Family`] lists the families. Scores have no unit. Most
//! scores range from 0 to 1; if the scores of a measure do not, its page says so. A score is `None` if the
//! measure is undefined; most measures are undefined for a topic without a relevant document.
//!
//! ```
//! use rejudge_metrics::JudgedRanking;
//! // A nonrelevant document, level 3, unjudged, level 2; eight relevant documents are not retrieved.
//! let list: JudgedRanking = "03.2 | 33221111".parse()?;
//! assert_eq!(list.score("AP")?, Some((1.0 / 2.0 + 2.0 / 4.0) / 10.0));
//! assert_eq!(list.score("AP'")?, Some((1.0 / 2.0 + 2.0 / 3.0) / 10.0));
//! assert_eq!(list.score("RR(rel=2)")?, Some(0.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To score many lists with many measures, use a [`Scorer`]. It resolves each [`Metric`] (a measure with its
//! parameters) once, and finds the [hits](Hit) of each list once for all metrics. It takes each ranking as two
//! [`JudgedList`]s, raw and condensed, which hold everything that a measure may see. This crate has no input or
//! output, no document ids, no randomness and no threads. To add a family of measures, write its
//! [`Entry`](registry::Entry) in a file of its own, and add a line to the [`registry`].

#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod adhoc;
pub mod diversity;
mod entry;
mod hits;
mod levels;
mod list;
mod metric;
mod name;
mod name_error;
mod name_reader;
mod parameter;
mod rank_weights;
mod ranking;
pub mod registry;
mod scorer;
mod summary;
mod synonyms;
pub mod trec_eval;

pub use adhoc::{Blended, Stopping, blended_ratios, stopping_probabilities};
pub use diversity::{Intent, IntentScorer, IntentScratch, IntentTopic, Placed, PreparedTopic};
pub use hits::Hit;
pub use levels::{ByLevel, Decimal, Gains, LevelTable, Verdict};
pub use list::{Judged, JudgedList};
pub use metric::{Metric, Value};
pub use name_error::NameError;
pub use ranking::{IntentRanking, JudgedRanking};
pub use registry::{Family, Summary};
pub use scorer::{Scorer, ScorerError};
pub use synonyms::{AMBIGUOUS, ANSWERS, FAMILIES, ambiguous, answer, synonyms};
