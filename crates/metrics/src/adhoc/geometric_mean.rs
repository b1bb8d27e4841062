//! Measures whose topics are summarised by the geometric mean: poor topics count.

use crate::adhoc::ap::AveragePrecision;
use crate::adhoc::bpref::Bpref;
use crate::hits::Hit;
use crate::list::JudgedList;
use crate::metric::Metric;
use crate::registry::{Cutoff, Entry, Measure, Relevance, Summary};
use crate::scorer::{ScorerError, Setting};

/// Average precision of a topic; the score of a run is the geometric mean, scores below 0.00001 counting
/// as that (Robertson, CIKM 2006; trec_eval's `gm_map`).
#[derive(Clone, Debug)]
pub(crate) struct GeometricMeanAp(AveragePrecision);

impl Measure for GeometricMeanAp {
    const ENTRY: Entry = Entry {
        name: "GMAP",
        title: "geometric mean average precision",
        formula: "exp of the mean over topics of log max(AP, 0.00001)",
        parameters: &[],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::GeometricMean,
        source: "Robertson, CIKM 2006; trec_eval, gm_map",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self(AveragePrecision::of_whole_list(setting.rel(metric), setting.last_rank(metric))))
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        self.0.score(list, hits)
    }
}

/// Binary preference of a topic; the score of a run is the geometric mean (trec_eval's `gm_bpref`).
#[derive(Clone, Debug)]
pub(crate) struct GeometricMeanBpref(Bpref);

impl Measure for GeometricMeanBpref {
    const ENTRY: Entry = Entry {
        name: "GMBpref",
        title: "geometric mean binary preference",
        formula: "exp of the mean over topics of log max(bpref, 0.00001)",
        parameters: &[],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::GeometricMean,
        source: "trec_eval, gm_bpref",
    };

    fn resolve(metric: &Metric, setting: &Setting<'_>) -> Result<Self, ScorerError> {
        Ok(Self(Bpref::of_trec_eval(setting.rel(metric), setting.last_rank(metric))))
    }

    #[inline]
    fn score(&self, list: &JudgedList<'_>, hits: impl Iterator<Item = Hit> + Clone) -> Option<f64> {
        self.0.score(list, hits)
    }
}
