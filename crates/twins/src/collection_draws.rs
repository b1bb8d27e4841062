//! The draws made once for a collection: the quality and oddness of teams, and the difficulty of each topic.
//!
//! "Stratified" normals are the n normal scores in random order; they keep the collection's means
//! almost constant over seeds.

use rejudge_stats::{Draw, normal_quantile};

use super::model;
use super::parameters::TwinParameters;

/// The draws of a collection.
#[derive(Debug)]
pub(super) struct CollectionTraits {
    pub teams: Vec<TeamTraits>,
    /// By team, then by number: the order of the collection's runs.
    pub runs: Vec<RunTraits>,
    pub topics: Vec<TopicTraits>,
    /// True if the collection has cross-lingual runs.
    pub cross_lingual: bool,
    /// Shares of the grades of true relevant documents, by level from 1.
    pub shares: [f64; 3],
    /// The amount that a grade adds to the score, by level from 1; zero on average.
    pub offsets: [f64; 3],
}

#[derive(Debug)]
pub(super) struct TeamTraits {
    /// c(g): the retrieval technology.
    pub technology: usize,
    /// P_g: precision against recall.
    pub tilt: f64,
    /// w_g.
    pub oddness: f64,
    /// wr_g.
    pub relevant_oddness: f64,
    /// The number of runs.
    pub runs: usize,
}

#[derive(Debug)]
pub(super) struct RunTraits {
    pub cross_lingual: bool,
    /// True if it forms the pool.
    pub pooled: bool,
    /// q_r.
    pub quality: f64,
}

#[derive(Debug)]
pub(super) struct TopicTraits {
    /// R*_t: true relevant documents.
    pub relevant: usize,
    /// D_t: higher is easier.
    pub difficulty: f64,
    /// kappa_t.
    pub disagreement: f64,
}

impl CollectionTraits {
    pub fn draw(p: &TwinParameters, draw: &mut Draw) -> Self {
        let teams = p.teams.len();
        let mut technology: Vec<_> = (0..teams).map(|team| team % model::TECHNOLOGIES).collect();
        draw.shuffle(&mut technology);
        let chance = draw.stratified_normals(teams);
        let quality: Vec<_> = team_quality(p, &chance).into_iter().map(|q| p.quality * q).collect();
        let tilt = draw.stratified_normals(teams);
        let relevant_oddness = relevant_oddness(p);
        let mut runs = Vec::new();
        for (team, &quality) in p.teams.iter().zip(&quality) {
            // The first half is monolingual, rounded up if the number is odd.
            let monolingual = if team.unlisted { 0 } else { team.runs.div_ceil(2) };
            for number in 0..team.runs {
                let cross_lingual = p.cross_lingual && number >= monolingual;
                let loss = if cross_lingual { model::CROSS_LINGUAL_QUALITY } else { 0.0 };
                runs.push(RunTraits {
                    cross_lingual,
                    pooled: number < team.pooled_runs(),
                    quality: quality + p.effects.run_quality * draw.normal() + loss,
                });
            }
        }
        let of_team = |team: usize| TeamTraits {
            technology: technology[team],
            tilt: p.effects.tilt * tilt[team],
            oddness: p.teams[team].oddness,
            relevant_oddness: relevant_oddness[team],
            runs: p.teams[team].runs,
        };
        let (shares, offsets) = grades(p);
        let cross_lingual = runs.iter().any(|run| run.cross_lingual);
        Self {
            teams: (0..teams).map(of_team).collect(),
            runs,
            topics: topics(p, draw),
            cross_lingual,
            shares,
            offsets,
        }
    }
}

/// Q_g / sig_q: normal scores of the teams' ranks, mixed with a left tail:
/// (1 - k) z(rank) + k (Gamma(1 + p) - (-ln u)^p) / rms, u = (rank + .5) / G, rank 0 the worst.
fn team_quality(p: &TwinParameters, chance: &[f64]) -> Vec<f64> {
    let teams = p.teams.len() as f64;
    let share = |rank: usize| (rank as f64 + 0.5) / teams;
    let mut quality: Vec<f64> = if p.quality_order.is_empty() {
        let log: Vec<_> = p.teams.iter().map(|team| libm::log(team.oddness)).collect();
        let mean = log.iter().sum::<f64>() / teams;
        let sd = libm::sqrt(log.iter().map(|w| (w - mean) * (w - mean)).sum::<f64>() / teams);
        let standard = |w: f64| if sd > 1e-9 { (w - mean) / sd } else { 0.0 };
        let apart = libm::sqrt(1.0 - model::ODD_IS_BAD * model::ODD_IS_BAD);
        let raw: Vec<_> =
            log.iter().zip(chance).map(|(&w, z)| apart * z - model::ODD_IS_BAD * standard(w)).collect();
        ranks(&raw).into_iter().map(|rank| normal_quantile(share(rank))).collect()
    } else {
        let listed = p.quality_order.len() as f64;
        let place = |name: &str| p.quality_order.iter().position(|other| other == name);
        let of = |place: usize| normal_quantile(1.0 - (place as f64 + 0.5) / listed);
        p.teams.iter().map(|team| place(&team.name).map_or(model::UNLISTED_QUALITY, of)).collect()
    };
    let power = p.effects.tail_power;
    let of_tail = |rank| libm::tgamma(1.0 + power) - libm::pow(-libm::log(share(rank)), power);
    let tail: Vec<_> = ranks(&quality).into_iter().map(of_tail).collect();
    let rms = libm::sqrt(tail.iter().map(|x| x * x).sum::<f64>() / teams);
    for (quality, tail) in quality.iter_mut().zip(tail) {
        *quality = (1.0 - p.effects.left_tail) * *quality + p.effects.left_tail * tail / rms;
    }
    quality
}

/// Rank of each value, 0 for the smallest; equal values in their order.
fn ranks(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<_> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0; values.len()];
    for (rank, index) in order.into_iter().enumerate() {
        ranks[index] = rank;
    }
    ranks
}

fn relevant_oddness(p: &TwinParameters) -> Vec<f64> {
    let log_mean = p.teams.iter().map(|team| libm::log(team.oddness)).sum::<f64>() / p.teams.len() as f64;
    let power = 1.0 - model::RELEVANT_ODDNESS_DAMPING;
    let formula = |w: f64| model::RELEVANT_ODDNESS * libm::exp(power * (libm::log(w) - log_mean));
    p.teams.iter().map(|team| team.relevant_oddness.unwrap_or_else(|| formula(team.oddness))).collect()
}

/// R*_t = exp(m + Rsd z), clipped to the printed range, scaled to the mean, rounded, at least 2.
fn topics(p: &TwinParameters, draw: &mut Draw) -> Vec<TopicTraits> {
    let size = draw.stratified_normals(p.topics);
    let other = draw.stratified_normals(p.topics);
    let disagreement = draw.stratified_normals(p.topics);
    let mean = p.relevant.mean * p.relevant_factor;
    let spread = p.relevant_spread.unwrap_or(model::RELEVANT_SPREAD);
    let m = libm::log(mean) - spread * spread / 2.0;
    let [low, high] = p.relevant.range.map(f64::from);
    let clip = |r: f64| r.max(low).min(high * p.relevant_factor);
    let relevant: Vec<_> = size.iter().map(|z| clip(libm::exp(m + spread * z))).collect();
    let scale = mean / (relevant.iter().sum::<f64>() / p.topics as f64);
    let by_size = model::DIFFICULTY_BY_RELEVANT;
    let of_topic = |t: usize| TopicTraits {
        relevant: libm::rint(relevant[t] * scale).max(2.0) as usize,
        difficulty: p.effects.difficulty
            * (libm::sqrt(1.0 - by_size * by_size) * other[t] - by_size * size[t]),
        disagreement: libm::exp(model::DISAGREEMENT * disagreement[t]),
    };
    (0..p.topics).map(of_topic).collect()
}

/// Shares of the grades (printed times fitted), and the grades' offsets minus their printed mean.
fn grades(p: &TwinParameters) -> ([f64; 3], [f64; 3]) {
    let normalised = |x: [f64; 3]| x.map(|value| value / x.iter().sum::<f64>());
    let printed = normalised(p.grades.by_level());
    let factors = p.grade_factors.by_level();
    let shares = normalised(std::array::from_fn(|i| printed[i] * factors[i]));
    let mean: f64 = (0..3).map(|i| printed[i] * model::GRADE_OFFSETS[i]).sum();
    (shares, model::GRADE_OFFSETS.map(|offset| offset - mean))
}
