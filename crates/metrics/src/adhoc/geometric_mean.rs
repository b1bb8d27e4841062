//! Measures with a geometric mean over topics, in which topics with low scores count more.
//!
//! For a topic, GMAP is [`AP`](super::ap) and GMBpref is [`Bpref`](super::bpref). A run's score is the geometric mean
//! over topics, where scores below 0.00001 count as 0.00001.
//!
//! Robertson, CIKM 2006; trec_eval, `gm_map` and `gm_bpref`.
//!
//! ```
//! use rejudge_metrics::Summary;
//! let list: rejudge_metrics::JudgedRanking = "2.01|1".parse()?;
//! assert_eq!(list.score("GMAP")?, list.score("AP")?);
//! assert_eq!(list.score("GMBpref")?, list.score("Bpref")?);
//! let metric: rejudge_metrics::Metric = "GMAP".parse()?;
//! assert_eq!(metric.summary(), Summary::GeometricMean);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::ap::average_precision;
use crate::adhoc::bpref::{BprefForm, bpref};
use crate::adhoc::measure::*;

pub(crate) const GMAP: Entry = Entry {
    name: "GMAP",
    title: "geometric mean average precision",
    formula: "exp of the mean over topics of log max(AP, 0.00001)",
    summary: Summary::GeometricMean,
    source: "Robertson, CIKM 2006; trec_eval, gm_map",
    kernel: Plain(|seen| average_precision(seen, LAST_RANK)),
    ..Entry::BINARY
};

pub(crate) const GM_BPREF: Entry = Entry {
    name: "GMBpref",
    title: "geometric mean binary preference",
    formula: "exp of the mean over topics of log max(bpref, 0.00001)",
    summary: Summary::GeometricMean,
    source: "trec_eval, gm_bpref",
    kernel: Plain(|seen| bpref(seen, BprefForm::Min)),
    ..Entry::BINARY
};
