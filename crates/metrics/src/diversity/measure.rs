//! Common imports for the files of the diversity measures.

pub(crate) use crate::diversity::kernel::{IntentMeasure, seen};
pub(crate) use crate::diversity::topic::Placed;
pub(crate) use crate::diversity::topic_gains::TopicGains;
pub(crate) use crate::diversity::weights::WEIGHTS;
pub(crate) use crate::metric::Metric;
pub(crate) use crate::rank_weights::{Law, RankWeights};
pub(crate) use crate::registry::{Cutoff, Domain, Entry, Parameter, Relevance, Summary};
pub(crate) use crate::scorer::{LAST_RANK, ScorerError, Setting};
