//! The strength of qualities, interactions and slopes in one collection.
//!
//! Discriminative power and the required difference separate these effects: the required difference measures
//! the variation of a pair of runs from topic to topic, power adds the distance of the runs, and the change
//! of both from shallow to recall-oriented measures shows the effect of the easiness of documents.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model;

/// Effects of a collection of its own. What is absent is the constant of the model that all twins share;
/// twins without any are drawn as ever.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema, Serialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Effects {
    /// sig_D: standard deviation of the difficulty of topics. It spreads scores over topics, alike
    /// for all runs.
    pub difficulty: f64,
    /// k: weight of the left tail in the quality of teams, from 0 to 1. It gathers good teams and sets bad
    /// ones far apart: what rank correlations feel, and the standard deviation of scores alone does not
    /// tell.
    pub left_tail: f64,
    /// The weight of that tail, from .25 to 4: the power of an exponential number. Above 1, few bad teams are
    /// far behind and the others closer together, as the MAP of real runs is.
    pub tail_power: f64,
    /// sig_qr: standard deviation of quality between runs of a team. It keeps a team's runs from
    /// being copies.
    pub run_quality: f64,
    /// b_q: how much more quality counts on easy relevant documents than on middling ones, from -1 to 1;
    /// negative: on hard ones. It moves the power of shallow measures against that of recall-oriented ones.
    pub quality_by_easiness: f64,
    /// sig_int: standard deviation of team x topic interaction. It raises the difference required.
    pub team_topic: f64,
    /// sig_intr: standard deviation of run x topic interaction: what sets a team's runs apart on a topic.
    pub run_topic: f64,
    /// b_i: how much more interaction counts on easy relevant documents, from -1 to 1. It moves the
    /// difference required of shallow measures against that of recall-oriented ones.
    pub interaction_by_easiness: f64,
    /// sig_p: standard deviation of a team's trade-off between precision and recall, on all topics. It ranks
    /// runs differently by shallow and by recall-oriented measures.
    pub tilt: f64,
    /// sig_sl: standard deviation of a team's slope of easiness on a topic. It lets that trade-off vary
    /// from topic to topic, so that measures of the top differ more from topic to topic than measures of
    /// the whole ranking.
    pub team_slope: f64,
    /// sig_slr: the same of a run.
    pub run_slope: f64,
}

impl Default for Effects {
    /// Those of the model that all twins share, without slopes.
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

/// Most that a standard deviation may be: beyond, an effect alone carries documents past all others.
const MOST_DEVIATION: f64 = 10.0;
/// Below the least value all teams but one are equal, above the most only one team differs.
const TAIL_POWERS: [f64; 2] = [0.25, 4.0];

impl Effects {
    /// Returns true if they are those that all twins share.
    #[must_use]
    pub(crate) fn is_shared(&self) -> bool {
        *self == Self::default()
    }

    /// Returns each with its name in descriptions and its range. The last two depend on easiness: beyond -1 and
    /// 1 their sign would change among the documents of a topic.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, f64, [f64; 2])> {
        const DEVIATION: [f64; 2] = [0.0, MOST_DEVIATION];
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
