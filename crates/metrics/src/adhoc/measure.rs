//! Common imports for the files of the measures.

pub(crate) use crate::entry::{Cutoff, Entry, Measure::*, Relevance};
pub(crate) use crate::hits::{self, Hit};
pub(crate) use crate::levels::{Gains, LevelTable, Verdict};
pub(crate) use crate::list::{Judged, JudgedList};
pub(crate) use crate::metric::{Metric, Value};
pub(crate) use crate::parameter::{Domain, HIGHEST, Parameter};
pub(crate) use crate::rank_weights::{Law, RankWeights};
pub(crate) use crate::scorer::{Kernel, LAST_RANK, ScorerError, Seen, Setting, kernel};
pub(crate) use crate::summary::Summary;
