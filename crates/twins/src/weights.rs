//! The weights with which the technology, the team and the run affect a score.

use super::collection_draws::{CollectionTraits, TeamTraits};
use super::model;
use super::parameters::TwinParameters;

/// The weights of the technology, the team and the run in a team's scores, either for relevant or for
/// nonrelevant documents.
pub(super) struct Weights {
    pub technology: f32,
    /// The weight of the effect that all runs of the team share.
    pub team: f32,
    /// The weight of the additional effect that the team's cross-lingual runs share.
    pub translated: f32,
    /// The weight of the effect of a single run: for a monolingual run, and for a cross-lingual run.
    pub run: [f32; 2],
}

impl Weights {
    /// Computes the weights from the effect of the `technology`, the team's `oddness` w, the share `phi` of its
    /// variance that differs between the team's runs, the `noise` v of each run, and the factor `monolingual` on the
    /// oddness of monolingual runs.
    fn new(technology: f64, oddness: f64, phi: f64, noise: f64, monolingual: f64) -> Self {
        let shared = libm::sqrt(1.0 - phi) * oddness;
        let run = |w: f64| libm::sqrt(phi * w * w + noise * noise) as f32;
        Self {
            technology: technology as f32,
            team: (shared * monolingual) as f32,
            translated: (shared * libm::sqrt(1.0 - monolingual * monolingual)) as f32,
            run: [run(oddness * monolingual), run(oddness)],
        }
    }
}

/// Returns the weights for nonrelevant and for relevant documents.
pub(super) fn weights(p: &TwinParameters, traits: &CollectionTraits, team: &TeamTraits) -> [Weights; 2] {
    let [monolingual, monolingual_relevant] =
        if traits.cross_lingual { [model::MONOLINGUAL, model::MONOLINGUAL_RELEVANT] } else { [1.0, 1.0] };
    [
        Weights::new(p.technology, team.oddness, model::RUN_SHARE, model::RUN_NOISE, monolingual),
        Weights::new(
            model::TECHNOLOGY_RELEVANT,
            team.relevant_oddness,
            model::RUN_SHARE_RELEVANT,
            model::RUN_NOISE_RELEVANT,
            monolingual_relevant,
        ),
    ]
}
