//! Random values that are drawn once for a collection, for example each team's quality and each topic's difficulty.
//!
//! Stratified normals are the same n normal scores for every seed, but in a different order. So the means
//! of these values over teams and over topics hardly change from one seed to the next.

use rejudge_stats::{Draw, normal_quantile};

use super::model;
use super::parameters::{TwinParameters, TwinTeam};

/// The values that are drawn once for a collection, and values derived from them.
#[derive(Debug)]
pub(super) struct CollectionTraits {
    pub teams: Vec<TeamTraits>,
    /// The runs by team, then by number, in the order of the collection's runs.
    pub runs: Vec<RunTraits>,
    pub topics: Vec<TopicTraits>,
    /// True if the collection has cross-lingual runs.
    pub cross_lingual: bool,
    /// The share of relevant documents at each level, from level 1.
    pub shares: [f64; 3],
    /// The amount that each level, from level 1, adds to a score. The mean of the amounts, weighted by the printed
    /// shares of the levels, is 0.
    pub offsets: [f64; 3],
}

#[derive(Debug)]
pub(super) struct TeamTraits {
    /// c(g): the retrieval technology.
    pub technology: usize,
    /// P_g: how far the team trades recall for precision.
    pub tilt: f64,
    /// w_g: how much the team differs from others on nonrelevant documents.
    pub oddness: f64,
    /// wr_g: how much the team differs from others on relevant documents.
    pub relevant_oddness: f64,
    /// The number of runs.
    pub runs: usize,
}

#[derive(Debug)]
pub(super) struct RunTraits {
    pub cross_lingual: bool,
    /// True if the run contributes to the pool.
    pub pooled: bool,
    /// q_r: the quality of the run.
    pub quality: f64,
}

#[derive(Debug)]
pub(super) struct TopicTraits {
    /// R*_t: the number of relevant documents, including unjudged ones.
    pub relevant: usize,
    /// D_t: the number that is added to the scores of relevant documents, so a higher number means an easier topic.
    pub difficulty: f64,
    /// kappa_t: how much systems disagree about the topic.
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
            // If there are cross-lingual runs, they are the second half of a team's runs, rounded down, or all runs of
            // an unlisted team.
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
        let teams = p.teams.iter().enumerate().map(|(index, team)| TeamTraits {
            technology: technology[index],
            tilt: p.effects.tilt * tilt[index],
            oddness: team.oddness,
            relevant_oddness: relevant_oddness[index],
            runs: team.runs,
        });
        let (shares, offsets) = grades(p);
        let cross_lingual = runs.iter().any(|run| run.cross_lingual);
        Self { teams: teams.collect(), runs, topics: topics(p, draw), cross_lingual, shares, offsets }
    }
}

/// Returns Q_g / sig_q for each team, which is the normal score of its rank mixed with a left tail: `(1 - k) z(rank) +
/// k (Gamma(1 + p) - (-ln u)^p) / rms`, where `u = (rank + .5) / G`, rank 0 is the worst, G is the number of teams, k
/// is `left_tail`, p is `tail_power`, and rms is the root mean square of the tail over the teams. If the paper prints the
/// order of teams, z is the normal score among the teams in this order, and [`model::UNLISTED_QUALITY`] for the other
/// teams.
fn team_quality(p: &TwinParameters, chance: &[f64]) -> Vec<f64> {
    let teams = p.teams.len() as f64;
    let share = |rank: usize| (rank as f64 + 0.5) / teams;
    let mut quality: Vec<f64> = if p.quality_order.is_empty() {
        // Odd teams tend to be bad: the correlation between quality and the logarithm of oddness is -ODDNESS_BY_QUALITY.
        let log_oddness: Vec<_> = p.teams.iter().map(|team| libm::log(team.oddness)).collect();
        let mean = log_oddness.iter().sum::<f64>() / teams;
        let sd = libm::sqrt(log_oddness.iter().map(|w| (w - mean) * (w - mean)).sum::<f64>() / teams);
        let standard = |w: f64| if sd > 1e-9 { (w - mean) / sd } else { 0.0 };
        let chance_weight = libm::sqrt(1.0 - model::ODDNESS_BY_QUALITY * model::ODDNESS_BY_QUALITY);
        let unranked = log_oddness.iter().zip(chance);
        let unranked = unranked.map(|(&w, z)| chance_weight * z - model::ODDNESS_BY_QUALITY * standard(w));
        let unranked: Vec<_> = unranked.collect();
        ranks(&unranked).into_iter().map(|rank| normal_quantile(share(rank))).collect()
    } else {
        let listed_teams = p.quality_order.len() as f64;
        let quality = |team: &TwinTeam| match p.quality_order.iter().position(|name| *name == team.name) {
            Some(place) => normal_quantile(1.0 - (place as f64 + 0.5) / listed_teams),
            None => model::UNLISTED_QUALITY,
        };
        p.teams.iter().map(quality).collect()
    };
    let power = p.effects.tail_power;
    let tail_value = |rank| libm::tgamma(1.0 + power) - libm::pow(-libm::log(share(rank)), power);
    let tail: Vec<_> = ranks(&quality).into_iter().map(tail_value).collect();
    let rms = libm::sqrt(tail.iter().map(|x| x * x).sum::<f64>() / teams);
    for (quality, tail) in quality.iter_mut().zip(tail) {
        *quality = (1.0 - p.effects.left_tail) * *quality + p.effects.left_tail * tail / rms;
    }
    quality
}

/// Returns the rank of each value, where the smallest has rank 0. Among equal values, the first has the smaller rank.
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

/// Draws each topic's number of relevant documents, difficulty and disagreement. The number R*_t is exp(m + Rsd z),
/// clipped to the printed range (with its upper end multiplied by Rmul), scaled so that the mean over topics is the
/// printed mean times Rmul, and rounded, but at least 2. A topic with many relevant documents tends to be harder.
fn topics(p: &TwinParameters, draw: &mut Draw) -> Vec<TopicTraits> {
    let size = draw.stratified_normals(p.topics);
    let ease = draw.stratified_normals(p.topics);
    let disagreement = draw.stratified_normals(p.topics);
    let mean = p.relevant.mean * p.relevant_factor;
    let spread = p.relevant_spread.unwrap_or(model::RELEVANT_SPREAD);
    // The mean of exp(m + spread z) is exp(m + spread^2 / 2).
    let m = libm::log(mean) - spread * spread / 2.0;
    let [low, high] = p.relevant.range.map(f64::from);
    let relevant = size.iter().map(|z| libm::exp(m + spread * z).max(low).min(high * p.relevant_factor));
    let relevant: Vec<_> = relevant.collect();
    let scale = mean / (relevant.iter().sum::<f64>() / p.topics as f64);
    let by_size = model::DIFFICULTY_BY_RELEVANT;
    let topics = (0..p.topics).map(|topic| TopicTraits {
        relevant: libm::rint(relevant[topic] * scale).max(2.0) as usize,
        difficulty: p.effects.difficulty
            * (libm::sqrt(1.0 - by_size * by_size) * ease[topic] - by_size * size[topic]),
        disagreement: libm::exp(model::DISAGREEMENT * disagreement[topic]),
    });
    topics.collect()
}

/// Returns the share of each level, and the amount that each level adds to a score. A share is proportional to the
/// printed share times the fitted factor. The amounts are centred: their mean, weighted by the printed shares, is 0.
fn grades(p: &TwinParameters) -> ([f64; 3], [f64; 3]) {
    let normalised = |x: [f64; 3]| x.map(|value| value / x.iter().sum::<f64>());
    let printed = normalised(p.grades.by_level());
    let factors = p.grade_factors.by_level();
    let shares = normalised(std::array::from_fn(|i| printed[i] * factors[i]));
    let mean: f64 = (0..3).map(|i| printed[i] * model::GRADE_OFFSETS[i]).sum();
    (shares, model::GRADE_OFFSETS.map(|offset| offset - mean))
}
