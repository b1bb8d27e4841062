//! Measures of one ranking of one topic, as pure functions: graded ranked list in, number out.
//!
//! No input or output, no document ids, no randomness, no threads. Read [`JudgedList`] first (what a
//! measure may see), then [`average_precision`] (what a measure looks like), then [`Scorer`] (how many
//! measures are computed together). A family is one file and one line of the [`registry`].
//!
//! ```
//! use rejudge_metrics::{Judged, JudgedList, Metric, Scorer};
//! use rejudge_levels::{Gains, Verdict::Level};
//!
//! // The run retrieves a nonrelevant document, one of level 3, an unjudged one, one of level 2.
//! let raw = [(1, 0), (2, 3), (4, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
//! let condensed =
//!     [(1, 0), (2, 3), (3, 2)].map(|(rank, level)| Judged { rank, verdict: Level(level) });
//! let ideal = [3, 3, 3, 2, 2, 2, 1, 1, 1, 1];
//! let raw = JudgedList {
//!     ranking: &raw,
//!     retrieved: 4,
//!     ideal: &ideal,
//!     judged_nonrelevant: 1,
//!     documents: None,
//! };
//! let condensed = JudgedList { ranking: &condensed, retrieved: 3, ..raw };
//!
//! let metrics: Vec<Metric> = ["AP", "AP'", "RR"].map(|name| name.parse().unwrap()).to_vec();
//! let scorer = Scorer::new(&metrics, &Gains::linear(3), 1, Some(1000))?;
//! let mut scores = [None; 3];
//! scorer.score(&raw, &condensed, &mut scores);
//! assert_eq!(scores[0], Some((1.0 / 2.0 + 2.0 / 4.0) / 10.0));
//! assert_eq!(scores[1], Some((1.0 / 2.0 + 2.0 / 3.0) / 10.0));
//! assert_eq!(scores[2], Some(0.5));
//! # Ok::<(), rejudge_metrics::ScorerError>(())
//! ```

#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod adhoc;
pub mod diversity;
mod entry;
mod hits;
mod list;
mod metric;
mod name;
mod name_error;
mod name_reader;
mod parameter;
mod rank_weights;
pub mod registry;
mod scorer;
mod synonyms;
pub mod trec_eval;

pub use adhoc::*;
pub use diversity::{Intent, IntentScorer, IntentScratch, IntentTopic, Placed, PreparedTopic};
pub use hits::{Hit, HitList};
pub use list::{Judged, JudgedList};
pub use metric::{Metric, NamedGains, Value};
pub use name_error::{NameError, NameErrorKind};
pub use registry::{Family, Summary};
pub use scorer::{Scorer, ScorerError};
pub use synonyms::{ANSWERS, FAMILIES, SYNONYMS, answer};
