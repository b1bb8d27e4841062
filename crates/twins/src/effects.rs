//! The strengths of the model's effects (quality, interactions, slopes) in one collection.
//!
//! The effects can be estimated separately, because they change different statistics. The required difference
//! depends on how much the difference of two runs varies from topic to topic. Discriminative power also
//! depends on the mean difference. The effects of the documents' easiness show in how these two statistics
//! change from shallow to recall-oriented measures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model;

/// The effects of one collection. An effect that a description leaves out has the value that all simulated
/// collections (twins) share.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema, Serialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Effects {
    /// sig_D: standard deviation of topics' difficulty. It moves the scores of all runs on a topic together.
    pub difficulty: f64,
    /// k: weight of the left tail in teams' quality, from 0 to 1. With a larger tail good teams are closer together
    /// and bad ones farther apart, which changes rank correlations even if scores keep their standard deviation.
    pub left_tail: f64,
    /// The shape of that tail, from .25 to 4: the power to which an exponentially distributed number is raised. Above
    /// 1, a few bad teams are far behind and the others are close together, as real runs are by MAP.
    pub tail_power: f64,
    /// sig_qr: standard deviation of quality between a team's runs, so that they are not copies of each other.
    pub run_quality: f64,
    /// b_q: how much more strongly quality counts on easy relevant documents than on middling ones, from -1 to 1. If
    /// it is negative, quality counts more on hard ones. A positive value gives shallow measures more power than
    /// recall-oriented ones, a negative value less.
    pub quality_by_easiness: f64,
    /// sig_int: standard deviation of team x topic interaction. It raises the required difference.
    pub team_topic: f64,
    /// sig_intr: standard deviation of run x topic interaction, by which a team's runs differ on a topic.
    pub run_topic: f64,
    /// b_i: how much more strongly interaction counts on easy relevant documents, from -1 to 1. A positive
    /// value raises the required difference more for shallow measures than for recall-oriented ones.
    pub interaction_by_easiness: f64,
    /// sig_p: standard deviation of a team's trade-off between precision and recall, on all topics. It
    /// makes shallow measures rank the runs differently than recall-oriented ones do.
    pub tilt: f64,
    /// sig_sl: standard deviation of a team's slope of easiness on a topic. It lets the trade-off between precision and
    /// recall vary from topic to topic, so that shallow measures vary more over topics than recall-oriented ones.
    pub team_slope: f64,
    /// sig_slr: standard deviation of a run's slope of easiness on a topic.
    pub run_slope: f64,
}

impl Default for Effects {
    /// Returns the effects that all twins share. Slopes are 0.
    fn default() -> Self {
        Self {
            difficulty: model::DIFFICULTY,
            left_tail: model::LEFT_TAIL,
            tail_power: 1.0,
            run_quality: model::RUN_QUALITY,
            quality_by_easiness: model::QUALITY_BY_EASINESS,
            team_topic: model::TEAM_TOPIC,
            run_topic: model::RUN_TOPIC,
            interaction_by_easiness: model::INTERACTION_BY_EASINESS,
            tilt: model::TILT,
            team_slope: 0.0,
            run_slope: 0.0,
        }
    }
}

/// The largest standard deviation. With a larger one, a single effect would determine the whole ranking.
const MAX_DEVIATION: f64 = 10.0;
/// The range of the tail's power. With a larger power, all teams but one would have nearly the same quality. With a
/// smaller one, the long tail would be on the side of the good teams.
const TAIL_POWERS: [f64; 2] = [0.25, 4.0];

impl Effects {
    /// Returns true if all effects are the constants that all twins share.
    #[must_use]
    pub(crate) fn is_shared(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the name in descriptions, the value and the range of each effect. The last two effects in the list
    /// multiply easiness: outside of -1 to 1, quality or interaction would count with the opposite sign on some
    /// documents of a topic.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, f64, [f64; 2])> {
        const DEVIATION: [f64; 2] = [0.0, MAX_DEVIATION];
        [
            ("difficulty", self.difficulty, DEVIATION),
            ("run-quality", self.run_quality, DEVIATION),
            ("team-topic", self.team_topic, DEVIATION),
            ("run-topic", self.run_topic, DEVIATION),
            ("tilt", self.tilt, DEVIATION),
            ("team-slope", self.team_slope, DEVIATION),
            ("run-slope", self.run_slope, DEVIATION),
            ("left-tail", self.left_tail, [0.0, 1.0]),
            ("tail-power", self.tail_power, TAIL_POWERS),
            ("quality-by-easiness", self.quality_by_easiness, [-1.0, 1.0]),
            ("interaction-by-easiness", self.interaction_by_easiness, [-1.0, 1.0]),
        ]
        .into_iter()
    }
}
