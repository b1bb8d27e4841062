//! One step of the fit compares the statistics of a twin, drawn with the current constants, with the
//! statistics of the original collection, and corrects each constant. Most constants are multiplied by a
//! power of the ratio of the two statistics, and clipped to a range. mu is corrected by adding a number, and
//! gmul has no range.
//!
//! For the bundled twins, w, wr and gmul were fitted with the powers that we use here, and w and wr also with our
//! ranges, if the paper prints their targets. `benches/fit_twins.py` later fitted sig_q, mu, sig_c and Rmul of most
//! bundled twins by another method; the Rsd of bundled twins is the default. Here we fit
//! sig_q to the spread of AP over runs, mu to mean AP, and Rsd to the spread of R.

use super::super::model;
use super::super::parameters::{ByGrade, TwinParameters};
use super::statistics::{Statistics, TeamStatistics, deviation, mean};

/// The range of w. Below this range a team does not differ from others; above it the team's runs are noise.
const ODDNESS_RANGE: [f64; 2] = [0.02, 3.5];
const RELEVANT_ODDNESS_RANGE: [f64; 2] = [0.7, 1.8];
const TECHNOLOGY_RANGE: [f64; 2] = [0.2, 0.9];
/// The range of Rmul. It ends at 5, because a pool of depth 10 may find only a fifth of the relevant documents.
const RELEVANT_FACTOR_RANGE: [f64; 2] = [0.9, 5.0];
const QUALITY_RANGE: [f64; 2] = [0.05, 2.0];
const SEPARATION_RANGE: [f64; 2] = [-2.0, 9.0];
const SPREAD_RANGE: [f64; 2] = [0.1, model::MAX_RELEVANT_SPREAD];
/// The start value of w for a typical team.
const START_ODDNESS: f64 = 0.7;
/// The start value of sig_q.
const START_QUALITY: f64 = 0.5;
/// The number of documents per topic that we add to a team's unique documents, in the target and in the draw, before we
/// divide one by the other, so that small counts do not give an extreme ratio. For unique relevant documents we add
/// half as many.
const ADDED_DOCUMENTS: f64 = 0.1;

/// The constants that are fitted. Lists are in the order of the collection's teams.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Constants {
    /// w.
    oddness: Vec<f64>,
    /// wr. Empty before the first step.
    relevant_oddness: Vec<f64>,
    /// sig_c.
    technology: f64,
    /// Rmul.
    relevant_factor: f64,
    /// gmul.
    grade_factors: [f64; 3],
    /// sig_q.
    quality: f64,
    /// mu.
    separation: f64,
    /// Rsd.
    relevant_spread: f64,
}

pub(super) fn round(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    libm::rint(value * scale) / scale
}

fn clip(value: f64, [low, high]: [f64; 2]) -> f64 {
    value.max(low).min(high)
}

fn ratio(target: f64, drawn: f64, limit: f64) -> f64 {
    if target > 0.0 || drawn > 0.0 { clip(target / drawn, [1.0 / limit, limit]) } else { 1.0 }
}

/// Returns ln(p / (1 - p)), where p is clipped so that it is not too close to 0 or 1.
fn logit(p: f64) -> f64 {
    let p = clip(p, [0.005, 0.995]);
    libm::log(p / (1.0 - p))
}

fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = values.map(libm::log).collect();
    libm::exp(mean(&logs))
}

/// Returns the range of Rmul. Its upper end keeps the twin's largest R within the model's limit.
fn relevant_factor_range(targets: &Statistics) -> [f64; 2] {
    let largest = targets.relevant.iter().copied().fold(0.0, f64::max).min(super::MAX_RELEVANT);
    let max_factor = libm::floor(1000.0 * super::MAX_RELEVANT / largest) / 1000.0;
    [RELEVANT_FACTOR_RANGE[0], RELEVANT_FACTOR_RANGE[1].min(max_factor)]
}

impl Constants {
    pub fn new(targets: &Statistics) -> Self {
        let defaults = TwinParameters::default();
        // The start value of w is larger if the team contributed more unique documents per run than a typical team.
        let unique_per_run =
            |team: &TeamStatistics| (team.unique + ADDED_DOCUMENTS) / team.runs.max(1) as f64;
        let pooled_teams = targets.teams.iter().filter(|team| team.pooled > 0);
        let typical_unique_per_run = geometric_mean(pooled_teams.map(unique_per_run));
        let oddness = |team: &TeamStatistics| match team.pooled {
            0 => START_ODDNESS,
            _ => clip(
                START_ODDNESS
                    * libm::pow(clip(unique_per_run(team) / typical_unique_per_run, [0.2, 5.0]), 0.35),
                ODDNESS_RANGE,
            ),
        };
        Self {
            oddness: targets.teams.iter().map(oddness).collect(),
            relevant_oddness: Vec::new(),
            technology: defaults.technology,
            relevant_factor: clip(defaults.relevant_factor, relevant_factor_range(targets)),
            grade_factors: [1.0; 3],
            quality: START_QUALITY,
            separation: defaults.separation,
            relevant_spread: model::RELEVANT_SPREAD,
        }
    }

    /// Writes the constants into a twin's parameters.
    pub(crate) fn write_to(&self, parameters: &mut TwinParameters) {
        let [b, a, s] = self.grade_factors;
        for (number, team) in parameters.teams.iter_mut().enumerate() {
            team.oddness = self.oddness[number];
            team.relevant_oddness = self.relevant_oddness.get(number).copied();
        }
        parameters.technology = self.technology;
        parameters.relevant_factor = self.relevant_factor;
        parameters.grade_factors = ByGrade { s, a, b };
        parameters.quality = self.quality;
        parameters.separation = self.separation;
        parameters.relevant_spread = Some(self.relevant_spread);
    }

    /// Corrects the constants by comparing `drawn` with `targets`. `unique_relevant` contains each team's
    /// |U_t^rel| in the last passes, because a single draw has too few unique relevant documents.
    pub fn step(&mut self, targets: &Statistics, drawn: &Statistics, unique_relevant: &[Vec<f64>]) {
        for (w, (target, drawn_team)) in self.oddness.iter_mut().zip(targets.teams.iter().zip(&drawn.teams)) {
            // A team's unique documents come from its pooled runs. If it has no pooled run, we keep the start value.
            if target.pooled > 0 {
                let unique_ratio =
                    ratio(target.unique + ADDED_DOCUMENTS, drawn_team.unique + ADDED_DOCUMENTS, 5.0);
                *w = clip(*w * libm::pow(unique_ratio, 0.35), ODDNESS_RANGE);
            }
        }
        self.step_relevant_oddness(targets, unique_relevant);
        let nonrelevant_ratio = mean(&targets.nonrelevant) / mean(&drawn.nonrelevant).max(0.5);
        self.technology =
            clip(self.technology * libm::pow(clip(nonrelevant_ratio, [0.2, 5.0]), 1.2), TECHNOLOGY_RANGE);
        let relevant_ratio = ratio(mean(&targets.relevant), mean(&drawn.relevant), 5.0);
        let factor_range = relevant_factor_range(targets);
        self.relevant_factor = clip(self.relevant_factor * libm::pow(relevant_ratio, 0.6), factor_range);
        let share = |by_level: &[f64; 3], level: usize| by_level[level] / by_level.iter().sum::<f64>();
        for (level, factor) in self.grade_factors.iter_mut().enumerate() {
            let target = share(&targets.by_level, level);
            if target > 0.0 {
                *factor *= libm::sqrt(target / share(&drawn.by_level, level).max(1e-3));
            }
        }
        let [target_means, drawn_means] = [targets, drawn].map(Statistics::run_means);
        let run_spread = ratio(deviation(&target_means), deviation(&drawn_means), 2.0);
        self.quality = clip(self.quality * libm::pow(run_spread, 0.7), QUALITY_RANGE);
        // The number of relevant documents takes priority over AP: if Rmul is at its limit and the pool still finds too
        // few relevant documents, runs must rank them higher.
        let rise = if self.relevant_factor >= factor_range[1] && relevant_ratio > 1.0 {
            libm::log(relevant_ratio)
        } else {
            clip(logit(mean(&target_means)) - logit(mean(&drawn_means)), [-1.0, 1.0])
        };
        self.separation = clip(self.separation + rise, SEPARATION_RANGE);
        if targets.relevant.len() > 1 {
            let topic_spread = ratio(deviation(&targets.relevant), deviation(&drawn.relevant), 2.0);
            self.relevant_spread = clip(self.relevant_spread * libm::pow(topic_spread, 0.6), SPREAD_RANGE);
        }
    }

    /// Corrects the wr of each team with a pooled run by comparing |U_t^rel|, the number of relevant documents that
    /// only this team contributed, with the target. Only ratios between teams matter, because we then scale all
    /// wr so that the geometric mean of the pooled teams' wr is lamR.
    fn step_relevant_oddness(&mut self, targets: &Statistics, unique_relevant: &[Vec<f64>]) {
        if self.relevant_oddness.is_empty() {
            let centre = geometric_mean(self.oddness.iter().copied());
            let power = 1.0 - model::RELEVANT_ODDNESS_DAMPING;
            self.relevant_oddness =
                self.oddness.iter().map(|w| model::RELEVANT_ODDNESS * libm::pow(w / centre, power)).collect();
        }
        let pooled: Vec<usize> =
            (0..targets.teams.len()).filter(|&team| targets.teams[team].pooled > 0).collect();
        let mut ratios = Vec::with_capacity(pooled.len());
        for &team in &pooled {
            let drawn_counts: Vec<f64> = unique_relevant.iter().map(|by_team| by_team[team]).collect();
            ratios.push(
                (targets.teams[team].unique_relevant + ADDED_DOCUMENTS / 2.0)
                    / (mean(&drawn_counts) + ADDED_DOCUMENTS / 2.0),
            );
        }
        let centre = geometric_mean(ratios.iter().copied());
        for (&team, ratio) in pooled.iter().zip(ratios) {
            self.relevant_oddness[team] *= libm::pow(clip(ratio / centre, [0.4, 2.5]), 0.2);
        }
        let mean_wr = geometric_mean(pooled.iter().map(|&team| self.relevant_oddness[team]));
        for wr in &mut self.relevant_oddness {
            *wr = clip(*wr * model::RELEVANT_ODDNESS / mean_wr, RELEVANT_ODDNESS_RANGE);
        }
    }

    /// Returns the mean of each constant, rounded to three decimals. The upper end of Rmul's range has three decimals
    /// too, so rounding does not move the largest R above the model's limit.
    pub fn mean(passes: &[Self]) -> Self {
        let average =
            |value: &dyn Fn(&Self) -> f64| round(mean(&passes.iter().map(value).collect::<Vec<_>>()), 3);
        let teams = passes.first().map_or(0, |first| first.oddness.len());
        Self {
            oddness: (0..teams).map(|team| average(&|c| c.oddness[team])).collect(),
            relevant_oddness: (0..teams).map(|team| average(&|c| c.relevant_oddness[team])).collect(),
            technology: average(&|c| c.technology),
            relevant_factor: average(&|c| c.relevant_factor),
            grade_factors: std::array::from_fn(|level| average(&|c| c.grade_factors[level])),
            quality: average(&|c| c.quality),
            separation: average(&|c| c.separation),
            relevant_spread: average(&|c| c.relevant_spread),
        }
    }

    /// Returns the names and values of the fitted constants that are at a limit of their range. wr is not reported,
    /// because it is often at a limit by design. The w of a team without a pooled run is not fitted.
    pub fn at_limit(&self, targets: &Statistics) -> Vec<(String, f64)> {
        let pooled = targets.teams.iter().zip(&self.oddness).filter(|(team, _)| team.pooled > 0);
        let oddness = pooled.map(|(team, &w)| (format!("oddness of {}", team.name), w, ODDNESS_RANGE));
        let shared_constants = [
            ("technology", self.technology, TECHNOLOGY_RANGE),
            ("relevant-factor", self.relevant_factor, relevant_factor_range(targets)),
            ("quality", self.quality, QUALITY_RANGE),
            ("separation", self.separation, SEPARATION_RANGE),
            ("relevant-spread", self.relevant_spread, SPREAD_RANGE),
        ];
        let shared_constants = shared_constants.map(|(name, value, range)| (name.to_owned(), value, range));
        let mut at_limit = Vec::new();
        for (name, value, [low, high]) in shared_constants.into_iter().chain(oddness) {
            if value <= low || value >= high {
                at_limit.push((name, value));
            }
        }
        at_limit
    }
}
