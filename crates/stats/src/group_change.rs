//! Tests whether other judgments raise the scores of a group of runs by more than the scores of a comparison group.
//!
//! A judge who finds fewer documents relevant lowers the scores of good runs more than the scores of bad
//! runs, so that a group can lose more than the comparison group merely because its runs are better. We
//! therefore compare changes at equal scores, by analysis of covariance (R. A. Fisher; W. G. Cochran,
//! Analysis of covariance: its nature and uses, Biometrics 13(3), 1957) with the score before the
//! change as the covariate.
//!
//! Two things are uncertain. Would the difference be the same on other topics? Resamples of the topics answer this.
//! Would other runs of the same kind change in the same way? The spread of the members answers this. Both contribute to
//! the error.

use crate::scores_above::ScoresAbove;
use crate::{Matrix, Ranking, Resamples, mean, standard_deviation, student_t_critical};

/// Runs in three classes, as rows of score matrices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunClasses {
    /// The members of the group. A member is a run, or several runs that are nearly the same, for example because one
    /// model made them. Such runs count as one member.
    pub group: Vec<Vec<usize>>,
    /// The members of the comparison group.
    pub comparison: Vec<Vec<usize>>,
    /// All other runs. They have ranks too, and help to estimate how changes depend on scores.
    pub rest: Vec<usize>,
}

/// The rise of a value in the group and in the comparison group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rise {
    /// The mean rise of the group's members.
    pub group: f64,
    /// The mean rise of the comparison group's members.
    pub comparison: f64,
    /// The group's rise in excess of the comparison group's rise, adjusted as the fields of [`GroupChange`]
    /// describe.
    pub excess: f64,
    /// The interval for `excess`.
    pub interval: [f64; 2],
}

impl Rise {
    /// Returns true if the interval does not contain 0.
    pub fn differs(&self) -> bool {
        self.interval[0] > 0.0 || self.interval[1] < 0.0
    }
}

/// The rise of a group of runs, by score and by rank. A rank rises if it comes closer to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupChange {
    /// The rise of the mean score. `excess` is adjusted for the scores in `before`: it compares members at equal
    /// scores.
    pub score: Rise,
    /// The rise of the rank among all runs. `excess` is the number of ranks that the group gains by the score's
    /// `excess`.
    pub rank: Rise,
    /// The change of a score for each unit of the score in `before`, within the classes.
    pub slope: f64,
    /// The standard error of the score's `excess`.
    pub error: f64,
}

impl GroupChange {
    /// Compares the scores `before` and `after`, with intervals of confidence `1 - alpha`.
    ///
    /// x is a run's score in `before`, and d is the change of this score. The classes are the group, the comparison
    /// group and the rest:
    ///
    /// ```text
    /// slope  = sum (x - x_class) (d - d_class) / sum (x - x_class)^2   over all runs; _class: mean of a class
    /// z      = d - slope x                                             z of a member: mean of its runs' z
    /// excess = mean of z over the group's members - mean of z over the comparison's
    /// V      = M + max(0, T - I)                                       interval: excess -+ t(f) sqrt V
    /// ```
    ///
    /// M is the variance of the members' z divided by the number of members, summed over the group and the
    /// comparison group. T is the variance of `excess` over the resamples of the topics; each resample fits
    /// the slope again. I is the part of T that is already in M, because members differ on topics too. To
    /// compute I, we subtract the group's mean z from each member's z in each resample; the variance of this
    /// difference over the resamples replaces the member's squared deviation in M. With n topics, T and I are
    /// multiplied by n / (n - 1). f is Satterthwaite's number of degrees of freedom.
    ///
    /// The same difference of scores is worth more ranks where runs are close together, and none far above
    /// the best run. To convert a difference to ranks, we lower the `after` score of each run in the group by
    /// this difference, and take the change of the group's mean rank among the other runs. Between two runs
    /// we count fractions of a rank (`scores_above`), because whole ranks would give 0 whenever the group
    /// passes no run. The conversion is monotonic, so the converted interval has the same confidence. If the
    /// interval of scores excludes 0, so does the converted interval, unless the end nearer to 0 changes no
    /// rank, for example because the whole group is far above all other runs. For the ranks of `group` and
    /// `comparison`, tied runs share the mean of their ranks.
    ///
    /// Returns `None` if the group or the comparison group has fewer than 2 members, or if there are fewer than 2
    /// topics or resamples. The slope is 0 if all runs of each class have the same score in `before`.
    ///
    /// ```
    /// use rejudge_stats::{Draw, GroupChange, Matrix, Resamples, RunClasses};
    /// let before = Matrix::new(5, 2, vec![0.6, 0.7, 0.5, 0.6, 0.5, 0.5, 0.4, 0.5, 0.1, 0.3])?;
    /// let after = Matrix::new(5, 2, vec![0.8, 0.9, 0.7, 0.8, 0.5, 0.5, 0.4, 0.5, 0.1, 0.3])?;
    /// let resamples = Resamples::draw(100, 2, &mut Draw::new(1, &["bootstrap"]));
    /// let (group, comparison) = (vec![vec![0], vec![1]], vec![vec![2], vec![3]]);
    /// let runs = RunClasses { group, comparison, rest: vec![4] };
    /// let change = GroupChange::new(&before, &after, &runs, &resamples, 0.05).expect("2 members each");
    /// assert!((change.score.excess - 0.2).abs() < 1e-12 && change.score.differs());
    /// # Ok::<(), rejudge_stats::StatsError>(())
    /// ```
    ///
    /// # Panics
    /// If the matrices have different shapes, matrices and resamples have different numbers of topics, a row does not
    /// exist, a member has no run, or `alpha` is not between 0 and 1.
    pub fn new(
        before: &Matrix,
        after: &Matrix,
        runs: &RunClasses,
        resamples: &Resamples,
        alpha: f64,
    ) -> Option<Self> {
        let topics = before.cols();
        assert_eq!(
            (before.rows(), topics),
            (after.rows(), after.cols()),
            "the matrices have different shapes"
        );
        assert_eq!(
            topics,
            resamples.topics(),
            "the scores and the resamples have different numbers of topics"
        );
        if runs.group.len().min(runs.comparison.len()).min(topics).min(resamples.samples()) < 2 {
            return None;
        }
        let means = [before.row_means(), after.row_means()];
        let scores = Observed::from_scores(&means[0], &means[1]);
        let mut spread = Spread::new(runs, topics);
        for sample in 0..resamples.samples() {
            let counts = resamples.counts(sample);
            let scores = Observed::from_scores(&resampled(before, counts), &resampled(after, counts));
            spread.add(&scores.members(runs, scores.slope(runs)));
        }
        let slope = scores.slope(runs);
        let members = scores.members(runs, slope);
        let (error, half_width) = spread.error_and_half_width(&members, alpha);
        let excess = difference_of_means(&members);
        let mean_ranks = |scores: &[f64]| -> Vec<f64> {
            let ranking = Ranking::new(scores);
            (0..scores.len()).map(|run| ranking.mean_rank(run)).collect()
        };
        let (ranks_before, ranks_after) = (mean_ranks(&means[0]), mean_ranks(&means[1]));
        // The group's own runs are not counted: all their scores fall by the same difference, so they keep their order.
        let other_runs = runs.comparison.iter().flatten().chain(&runs.rest);
        let other_scores = ScoresAbove::new(&other_runs.map(|&run| means[1][run]).collect::<Vec<f64>>());
        let in_ranks = |difference: f64| {
            let ranks_lost =
                |run: usize| other_scores.at(means[1][run] - difference) - other_scores.at(means[1][run]);
            mean(&member_means(&runs.group, ranks_lost)).unwrap_or(0.0)
        };
        let interval = [excess - half_width, excess + half_width];
        let class_means = |value: &dyn Fn(usize) -> f64| {
            [&runs.group, &runs.comparison].map(|members| mean(&member_means(members, value)).unwrap_or(0.0))
        };
        let [group, comparison] = class_means(&|run| scores.change[run]);
        let score = Rise { group, comparison, excess, interval };
        let [group, comparison] = class_means(&|run| ranks_before[run] - ranks_after[run]);
        let rank = Rise { group, comparison, excess: in_ranks(excess), interval: interval.map(in_ranks) };
        Some(Self { score, rank, slope, error })
    }
}

/// Each run's score before the judgments changed, and the change of its score.
struct Observed {
    before: Vec<f64>,
    change: Vec<f64>,
}

impl Observed {
    fn from_scores(before: &[f64], after: &[f64]) -> Self {
        let change = before.iter().zip(after).map(|(before, after)| after - before).collect();
        Self { before: before.to_vec(), change }
    }

    /// Returns the slope of the change over the score in `before`, within the classes.
    fn slope(&self, runs: &RunClasses) -> f64 {
        let (mut products, mut squares) = (0.0, 0.0);
        let classes = [runs.group.concat(), runs.comparison.concat(), runs.rest.clone()];
        for class in classes.iter().filter(|class| !class.is_empty()) {
            let class_mean =
                |values: &[f64]| class.iter().map(|&run| values[run]).sum::<f64>() / class.len() as f64;
            let (before, change) = (class_mean(&self.before), class_mean(&self.change));
            for &run in class {
                let distance = self.before[run] - before;
                products += distance * (self.change[run] - change);
                squares += distance * distance;
            }
        }
        if squares > 0.0 { products / squares } else { 0.0 }
    }

    /// Returns z of each member of the group, and of each member of the comparison group.
    fn members(&self, runs: &RunClasses, slope: f64) -> [Vec<f64>; 2] {
        let z = |run: usize| self.change[run] - slope * self.before[run];
        [member_means(&runs.group, z), member_means(&runs.comparison, z)]
    }
}

/// Returns the mean of the group minus the mean of the comparison group.
fn difference_of_means(members: &[Vec<f64>; 2]) -> f64 {
    let [group, comparison] = members.each_ref().map(|members| mean(members).unwrap_or(0.0));
    group - comparison
}

/// Returns the mean of each row over a sample of the columns.
fn resampled(scores: &Matrix, counts: &[u32]) -> Vec<f64> {
    let mut means = Vec::with_capacity(scores.rows());
    for row in 0..scores.rows() {
        let terms = scores.row(row).iter().zip(counts).map(|(score, &count)| score * f64::from(count));
        means.push(terms.sum::<f64>() / counts.len() as f64);
    }
    means
}

/// Returns, for each member, the mean of `value` over the member's runs.
fn member_means(members: &[Vec<usize>], value: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut means = Vec::with_capacity(members.len());
    for runs in members {
        assert!(!runs.is_empty(), "a member has no runs");
        means.push(runs.iter().map(|&run| value(run)).sum::<f64>() / runs.len() as f64);
    }
    means
}

/// The excess, and each member's z minus the mean z of its group, on each resample of the topics.
struct Spread {
    topics: f64,
    excess: Vec<f64>,
    /// For each member of the group and of the comparison group: z minus the mean z of the members of that group, on
    /// each resample.
    members: [Vec<Vec<f64>>; 2],
}

impl Spread {
    fn new(runs: &RunClasses, topics: usize) -> Self {
        let members = [&runs.group, &runs.comparison].map(|members| vec![Vec::new(); members.len()]);
        Self { topics: topics as f64, excess: Vec::new(), members }
    }

    fn add(&mut self, members: &[Vec<f64>; 2]) {
        self.excess.push(difference_of_means(members));
        for (group, members) in self.members.iter_mut().zip(members) {
            let centre = mean(members).unwrap_or(0.0);
            group.iter_mut().zip(members).for_each(|(centred, z)| centred.push(z - centre));
        }
    }

    /// Returns the standard error of the excess, and half the width of its interval.
    fn error_and_half_width(&self, members: &[Vec<f64>; 2], alpha: f64) -> (f64, f64) {
        let correction = self.topics / (self.topics - 1.0);
        let (mut member_variance, mut in_both, mut squared_by_df) = (0.0, 0.0, 0.0);
        for (members, centred) in members.iter().zip(&self.members) {
            let (count, df) = (members.len() as f64, members.len() as f64 - 1.0);
            let group_variance = variance(members) / count;
            member_variance += group_variance;
            squared_by_df += group_variance * group_variance / df;
            in_both +=
                correction * centred.iter().map(|centred| variance(centred)).sum::<f64>() / (df * count);
        }
        let topic_variance = (correction * variance(&self.excess) - in_both).max(0.0);
        squared_by_df += topic_variance * topic_variance / (self.topics - 1.0);
        let total = member_variance + topic_variance;
        // If nothing varies, the interval has no width, and the division below would give NaN.
        let critical =
            if total > 0.0 { student_t_critical(alpha, total * total / squared_by_df) } else { 0.0 };
        (total.sqrt(), total.sqrt() * critical)
    }
}

/// Returns the square of the standard deviation, or 0 for fewer than two values.
fn variance(values: &[f64]) -> f64 {
    standard_deviation(values).map_or(0.0, |deviation| deviation * deviation)
}
