//! Common imports for the files of the measures.

pub(crate) use crate::hits::{self, Hit};
pub(crate) use crate::levels::{Gains, LevelTable, Verdict};
pub(crate) use crate::list::{Judged, JudgedList};
pub(crate) use crate::metric::{Metric, Value};
pub(crate) use crate::rank_weights::{Law, RankWeights};
pub(crate) use crate::registry::{Cutoff, Domain, Entry, HIGHEST, Measure, Parameter, Relevance, Summary};
pub(crate) use crate::scorer::{LAST_RANK, ScorerError, Setting};
