//! Graded rank-biased precision in units of the topic's highest gain.
//!
//! The gains are divided by g_I(1), the highest gain among the topic's judged documents. (gRBP divides by the
//! highest gain in the table of gains instead.)
//!
//! TopicRBP = (1 - p) / g_I(1) Σ g(r) p^(r-1)
//!
//! With one level this is RBP. Unjudged documents gain 0. `None` if no judged document has a gain.
//!
//! trec_eval, `rbp`, which takes levels as gains.
//!
//! ```
//! // The table of gains has a level 4, which no document of this topic has.
//! let list: rejudge_metrics::JudgedRanking = "1.2".parse()?;
//! assert_eq!(list.score("TopicRBP(p=0.5, gains={1: 1, 2: 2, 3: 3, 4: 4})")?, Some(0.5 / 2.0 * (1.0 + 2.0 * 0.25)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::rbp::{graded, persistence};
use crate::adhoc::measure::*;

pub(crate) const TOPIC_RBP: Entry = Entry {
    name: "TopicRBP",
    title: "graded rank-biased precision in units of the topic's highest gain",
    formula: "(1 - p) / g_I(1) Σ g(r) p^(r-1)",
    parameters: &[persistence("0.9")],
    source: "trec_eval, rbp",
    kernel: Resolved(|metric, setting| graded(metric, setting, |seen| seen.gain(seen.list.ideal[0]))),
    ..Entry::GRADED
};
