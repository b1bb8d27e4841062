//! Draws one topic of a twin: the scores of all candidates in all runs, the rankings and the pool.
//!
//! While scores are drawn, documents `0..R` are the relevant ones. All documents are renumbered at the end,
//! so that a number does not reveal the grade. The effects that a team's runs share are summed once per team.
//! A run then costs one normal number per document, and the selection of its top documents.
//!
//! ```text
//! nonrelevant  s = U_d + kappa [ sig_c F + w sqrt(1-phi) A_g + sqrt(phi w^2 + v^2) E ]
//! relevant     s = mu + nu_r + off + s_R X_d + D_t + q_r (1 + b_q c_d) + (eta_g + eta_r)(1 + b_i c_d)
//!                  + (P_g + zeta_g + xi_r) c_d
//!                  + kappa h_d [ sig_cR F + wr sqrt(1-phiR) A_g + sqrt(phiR wr^2 + vR^2) E ]
//! nu_r = kappa^2 (sig_c^2 + w_r^2 + v^2 [+ sig_x^2]) / 2,  c_d = 2 Phi(X_d) - 1,  h_d = 1 - b_n c_d
//! ```
//! w_r is w, or om w in a monolingual run if the collection also has cross-lingual runs; `sig_x^2` is added only
//! for cross-lingual runs. eta, zeta and xi are drawn for each topic. nu_r makes sure that the oddness of a run does
//! not change its effectiveness: if you add normal noise of variance s^2 to scores with an Exp(1) tail, the tail is
//! shifted by s^2/2.
//!
//! Do not change the order of the draws, because every later random number would change.

use rejudge_metrics::Verdict;
use rejudge_pools::{DocIx, RankedTopic, Topic};
use rejudge_stats::{Draw, normal_cdf};

use super::collection_draws::{CollectionTraits, RunTraits, TeamTraits, TopicTraits};
use super::model::{self, CANDIDATES, RUN_LENGTH};
use super::parameters::{Twin, TwinParameters};
use super::weights::{Weights, weights};

/// Buffers that a worker thread reuses for each topic.
#[derive(Default)]
pub(super) struct Workspace {
    /// The effect of each technology on each document. `translation` has the effects of the translation resources.
    technology: Vec<Vec<f32>>,
    translation: Vec<Vec<f32>>,
    /// The part of each document's score that all runs share: mu + off + s_R X_d + D_t for relevant documents, else
    /// U_d.
    common: Vec<f32>,
    /// c_d of each relevant document. `spread` has kappa h_d.
    easiness: Vec<f32>,
    spread: Vec<f32>,
    /// The part of each document's score that the team's monolingual runs share. `team_cross_lingual` has the
    /// part that its cross-lingual runs share.
    team: Vec<f32>,
    team_cross_lingual: Vec<f32>,
    keys: Vec<u64>,
}

impl Workspace {
    pub fn draw(
        &mut self,
        twin: &Twin<'_>,
        traits: &CollectionTraits,
        number: usize,
        [draw, slopes]: [&mut Draw; 2],
    ) -> RankedTopic {
        let topic = &traits.topics[number];
        let grades = draw_grades(traits, topic.relevant, draw);
        self.draw_common(twin.parameters, traits, topic, &grades, draw);
        let mut pooled = vec![false; CANDIDATES];
        let mut rankings = Vec::with_capacity(traits.runs.len());
        let length = twin.parameters.ranking_length.map_or(RUN_LENGTH, |length| length as usize);
        for (index, team) in traits.teams.iter().enumerate() {
            let first = rankings.len();
            let runs = &traits.runs[first..first + team.runs];
            let weights = weights(twin.parameters, traits, team);
            let any_cross_lingual = runs.iter().any(|run| run.cross_lingual);
            // Slopes have their own stream of random numbers, so that all other draws are the same with and without
            // slopes.
            let tilt = team.tilt + twin.parameters.effects.team_slope * slopes.normal();
            self.draw_team(twin.parameters, index, tilt, team, topic, &weights, any_cross_lingual, draw);
            for run in runs {
                let slope = twin.parameters.effects.run_slope * slopes.normal();
                let mut ranking =
                    self.draw_run(twin.parameters, traits, team, run, slope, topic, &weights, draw);
                ranking.truncate(length);
                let depth = if run.pooled { (twin.pool_depth as usize).min(ranking.len()) } else { 0 };
                ranking[..depth].iter().for_each(|&document| pooled[document as usize] = true);
                rankings.push(ranking);
            }
        }
        let name = format!("{:03}", number + 1);
        renumber(name, &grades, &pooled, rankings, draw)
    }

    /// Draws the effects that do not depend on the team or the run.
    fn draw_common(
        &mut self,
        p: &TwinParameters,
        traits: &CollectionTraits,
        topic: &TopicTraits,
        grades: &[u8],
        draw: &mut Draw,
    ) {
        let normals = |effects: &mut Vec<Vec<f32>>, count: usize, draw: &mut Draw| {
            effects.resize_with(count, || vec![0.0; CANDIDATES]);
            effects.iter_mut().flatten().for_each(|effect| *effect = draw.normal() as f32);
        };
        normals(&mut self.technology, model::TECHNOLOGIES, draw);
        normals(&mut self.translation, if traits.cross_lingual { model::TRANSLATIONS } else { 0 }, draw);
        self.common.clear();
        self.easiness.clear();
        self.spread.clear();
        for (document, &grade) in grades.iter().enumerate() {
            let z = draw.normal();
            let x = if document == 0 { z.max(model::MIN_FIRST_EASINESS) } else { z };
            let c = 2.0 * normal_cdf(x) - 1.0;
            let offset = traits.offsets[usize::from(grade) - 1];
            self.common.push((p.separation + offset + model::EASINESS * x + topic.difficulty) as f32);
            self.easiness.push(c as f32);
            self.spread.push((topic.disagreement * (1.0 - model::AGREEMENT_BY_EASINESS * c)) as f32);
        }
        self.common.extend((grades.len()..CANDIDATES).map(|_| draw.exponential() as f32));
    }

    /// Draws the part of the scores that a team's runs share. Call [`draw_common`](Self::draw_common) before it.
    #[expect(
        clippy::too_many_arguments,
        reason = "a team's part of a score is the sum of what collection, team and topic contribute"
    )]
    fn draw_team(
        &mut self,
        p: &TwinParameters,
        index: usize,
        tilt: f64,
        team: &TeamTraits,
        topic: &TopicTraits,
        [nonrelevant, relevant]: &[Weights; 2],
        cross_lingual: bool,
        draw: &mut Draw,
    ) {
        let (tilt, kappa) = (tilt as f32, topic.disagreement as f32);
        let by_easiness = p.effects.interaction_by_easiness as f32;
        let interaction = (p.effects.team_topic * draw.normal()) as f32;
        let normal_part = libm::sqrt(1.0 - model::EXPONENTIAL_WEIGHT * model::EXPONENTIAL_WEIGHT);
        let technology = &self.technology[team.technology];
        let count = self.easiness.len();
        self.team.clear();
        let relevant_documents =
            self.common.iter().zip(technology).zip(self.easiness.iter().zip(&self.spread));
        for ((common, technology), (c, spread)) in relevant_documents {
            let own_effect =
                normal_part * draw.normal() + model::EXPONENTIAL_WEIGHT * (draw.exponential() - 1.0);
            let shift = tilt * c + interaction * (1.0 + by_easiness * c);
            let effect = relevant.technology * technology + relevant.team * own_effect as f32;
            self.team.push(common + shift + spread * effect);
        }
        for (common, technology) in self.common.iter().zip(technology).skip(count) {
            let effect = nonrelevant.technology * technology + nonrelevant.team * draw.normal() as f32;
            self.team.push(common + kappa * effect);
        }
        self.team_cross_lingual.clear();
        if cross_lingual {
            let resource = &self.translation[index % model::TRANSLATIONS];
            // Relevant documents have the first numbers, so their scales come first.
            let scales = self.spread.iter().map(|&spread| (relevant, spread));
            let scales = scales.chain(std::iter::repeat((nonrelevant, kappa)));
            for ((team, resource), (weights, scale)) in self.team.iter().zip(resource).zip(scales) {
                let effect = weights.translated * draw.normal() as f32 + model::TRANSLATION as f32 * resource;
                self.team_cross_lingual.push(team + scale * effect);
            }
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a run's score is the sum of what collection, team, run and topic contribute"
    )]
    fn draw_run(
        &mut self,
        p: &TwinParameters,
        traits: &CollectionTraits,
        team: &TeamTraits,
        run: &RunTraits,
        slope: f64,
        topic: &TopicTraits,
        [nonrelevant, relevant]: &[Weights; 2],
        draw: &mut Draw,
    ) -> Vec<DocIx> {
        let translated = run.cross_lingual;
        let oddness = if translated || !traits.cross_lingual {
            team.oddness
        } else {
            team.oddness * model::MONOLINGUAL
        };
        let square = |x: f64| x * x;
        let translation = if translated { square(model::TRANSLATION) } else { 0.0 };
        let variance = square(p.technology) + square(oddness) + square(model::RUN_NOISE) + translation;
        let shift = (0.5 * square(topic.disagreement) * variance) as f32;
        let interaction = (p.effects.run_topic * draw.normal()) as f32;
        let quality = run.quality as f32;
        // `q (1 + b_q c) + eta (1 + b_i c) + xi c + nu` is linear in c, so we need only its value at 0 and its slope.
        let level_part = shift + quality + interaction;
        let slope = quality * p.effects.quality_by_easiness as f32
            + interaction * p.effects.interaction_by_easiness as f32
            + slope as f32;
        let base = if translated { &self.team_cross_lingual } else { &self.team };
        let (count, kind) = (self.easiness.len(), usize::from(translated));
        self.keys.clear();
        let relevant_documents = base.iter().zip(self.easiness.iter().zip(&self.spread));
        for (document, (base, (c, spread))) in relevant_documents.enumerate() {
            let noise = spread * relevant.run[kind] * draw.normal() as f32;
            self.keys.push(key(base + level_part + slope * c + noise, document));
        }
        let scale = topic.disagreement as f32 * nonrelevant.run[kind];
        for (document, &base) in base.iter().enumerate().skip(count) {
            self.keys.push(key(base + scale * draw.normal() as f32, document));
        }
        top(&mut self.keys)
    }
}

/// Draws the grade of each relevant document. The shares of the grades on the topic are themselves drawn from a
/// Dirichlet distribution.
fn draw_grades(traits: &CollectionTraits, relevant: usize, draw: &mut Draw) -> Vec<u8> {
    let present: Vec<_> = (1_u8..).zip(traits.shares).filter(|&(_, share)| share > 0.0).collect();
    let weights: Vec<_> = present.iter().map(|(_, share)| model::GRADE_CONCENTRATION * share).collect();
    let shares = draw.dirichlet(&weights);
    let mut grades = Vec::with_capacity(relevant);
    for _ in 0..relevant {
        let mut remainder = draw.unit();
        let chosen = shares.iter().position(|share| {
            remainder -= share;
            remainder < 0.0
        });
        // After rounding, the shares may sum to a little less than 1. A number beyond the sum gets the last grade.
        grades.push(present[chosen.unwrap_or(present.len() - 1)].0);
    }
    grades
}

/// Returns a key that sorts documents by descending score, and documents with equal scores by their number.
#[inline]
fn key(score: f32, document: usize) -> u64 {
    let bits = score.to_bits();
    let ascending = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
    u64::from(!ascending) << 32 | document as u64
}

/// Returns the [`RUN_LENGTH`] documents with the smallest keys, sorted by key.
fn top(keys: &mut [u64]) -> Vec<DocIx> {
    let (first, _, _) = keys.select_nth_unstable(RUN_LENGTH);
    first.sort_unstable();
    first.iter().map(|&key| key as u32).collect()
}

/// Gives the pooled documents the lowest numbers and the other documents the numbers after these, both in
/// random order, so that a number does not reveal the grade.
fn renumber(
    name: String,
    grades: &[u8],
    pooled: &[bool],
    mut rankings: Vec<Vec<DocIx>>,
    draw: &mut Draw,
) -> RankedTopic {
    let (mut judged, mut unjudged): (Vec<usize>, Vec<usize>) =
        (0..CANDIDATES).partition(|&document| pooled[document]);
    draw.shuffle(&mut judged);
    draw.shuffle(&mut unjudged);
    let mut numbers = vec![0; CANDIDATES];
    for (number, &document) in judged.iter().chain(&unjudged).enumerate() {
        numbers[document] = number as DocIx;
    }
    rankings.iter_mut().flatten().for_each(|document| *document = numbers[*document as usize]);
    let verdicts =
        judged.iter().map(|&document| Verdict::Level(grades.get(document).copied().unwrap_or(0))).collect();
    (Topic { name, verdicts, documents: CANDIDATES as u32 }, rankings)
}

#[cfg(test)]
mod tests;
