//! Tests if a group of runs rises more under other judgments than the runs that it is compared with.
//!
//! Scores change with the judge: one that labels sparingly lowers good runs by more than bad ones, and a
//! group of good runs would fall by that alone. So changes are compared at equal scores: the analysis of
//! covariance of R. A. Fisher (W. G. Cochran, Analysis of covariance: its nature and uses, Biometrics 13(3),
//! 1957), with the score before as the covariate.
//!
//! Both the topics and the members of the two groups vary. A resample of the topics shows how far the
//! difference depends on these topics. It does not show if other runs of the group would rise too; the spread
//! of the members shows that. Each contributes to the error.

use crate::scores_above::ScoresAbove;
use crate::{Matrix, Ranking, Resamples, mean, standard_deviation, student_t_critical};

/// Runs in three classes, by the rows of score matrices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunClasses {
    /// The members of the group, each of one run or of several that are nearly one, such as those of one
    /// model. A member counts once.
    pub group: Vec<Vec<usize>>,
    /// The members of the runs for comparison.
    pub comparison: Vec<Vec<usize>>,
    /// Other runs: they determine how changes depend on scores, and they are included in ranks.
    pub rest: Vec<usize>,
}

/// The rise of a value in the group, compared with that in the comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rise {
    /// Mean rise of the members of the group.
    pub group: f64,
    /// Mean rise of the members of the comparison.
    pub comparison: f64,
    /// The rise of the group minus that of the comparison.
    pub more: f64,
    /// Its interval.
    pub interval: [f64; 2],
}

impl Rise {
    /// Returns true if the interval is on one side of 0.
    pub fn differs(&self) -> bool {
        self.interval[0] > 0.0 || self.interval[1] < 0.0
    }
}

/// The rise of a group of runs, by score and by rank; a rise in rank is one towards 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupChange {
    /// The rise of the mean score over topics, beyond that of the comparison at equal scores before.
    pub score: Rise,
    /// The rise of the rank among all runs, beyond the rank without that difference of scores.
    pub rank: Rise,
    /// The change of a score for each unit before, within the classes.
    pub slope: f64,
    /// The standard error of the difference of scores.
    pub error: f64,
}

impl GroupChange {
    /// From the scores `before` and `after`, with an interval of confidence `1 - alpha`.
    ///
    /// With x a run's score before and d its change, in the classes group, comparison and rest:
    ///
    /// ```text
    /// slope = sum (x - x_class) (d - d_class) / sum (x - x_class)^2   over all runs; _class: mean of a class
    /// z     = d - slope x                                             of a member the mean of its runs
    /// more  = mean of z over the group's members - mean of z over the comparison's
    /// V     = M + max(0, T - I)                                       interval: more -+ t(f) sqrt V
    /// ```
    ///
    /// M is the variance of the members' z divided by their number, summed over both groups. T is the
    /// variance of `more` over the resamples of the topics, with the slope fitted anew, and I the part of it
    /// that M contains already, because members differ by topics too: M of the resampled z, each less its own
    /// mean. With n topics both are multiplied by n / (n - 1). f is Satterthwaite's number of degrees of
    /// freedom.
    ///
    /// Ranks are dense in some places and end at 1, so that equal differences of scores correspond to
    /// different numbers of ranks. A difference of scores is converted to ranks as the group's mean rank with
    /// all its scores lowered by that difference, minus its mean rank as it is, among the other runs on these
    /// topics; between two runs it is a fraction of a rank (`scores_above`). This conversion is monotonic, so
    /// that the interval of scores converted to ranks has the same confidence. It is on one side of 0 if the
    /// interval of scores is, unless the whole group is beyond all others both with and without the
    /// difference. Whole ranks would give 0 whenever no run is passed. In the plain rises tied runs share the
    /// mean of their ranks.
    ///
    /// Returns `None` below 2 members of a group, 2 topics or 2 resamples. If no class has runs of different
    /// values, the slope is 0.
    ///
    /// ```
    /// use rejudge_stats::{Draw, GroupChange, Matrix, Resamples, RunClasses};
    /// let before = Matrix::new(5, 2, vec![0.6, 0.7, 0.5, 0.6, 0.5, 0.5, 0.4, 0.5, 0.1, 0.3])?;
    /// let after = Matrix::new(5, 2, vec![0.8, 0.9, 0.7, 0.8, 0.5, 0.5, 0.4, 0.5, 0.1, 0.3])?;
    /// let resamples = Resamples::draw(100, 2, &mut Draw::new(1, &["bootstrap"]));
    /// let (group, comparison) = (vec![vec![0], vec![1]], vec![vec![2], vec![3]]);
    /// let runs = RunClasses { group, comparison, rest: vec![4] };
    /// let change = GroupChange::new(&before, &after, &runs, &resamples, 0.05).expect("2 members each");
    /// assert!((change.score.more - 0.2).abs() < 1e-12 && change.score.differs());
    /// # Ok::<(), rejudge_stats::StatsError>(())
    /// ```
    ///
    /// # Panics
    /// If the matrices or resamples do not fit each other, a row is not there, or a member has no run.
    pub fn new(
        before: &Matrix,
        after: &Matrix,
        runs: &RunClasses,
        resamples: &Resamples,
        alpha: f64,
    ) -> Option<Self> {
        let topics = before.cols();
        assert_eq!((before.rows(), topics), (after.rows(), after.cols()), "scores of other runs or topics");
        assert_eq!(topics, resamples.topics(), "resamples of other topics");
        if runs.group.len().min(runs.comparison.len()).min(topics).min(resamples.samples()) < 2 {
            return None;
        }
        let means = [before.row_means(), after.row_means()];
        let scores = Observed::scores(&means[0], &means[1]);
        let mut spread = Spread::new(runs, topics);
        for sample in 0..resamples.samples() {
            let counts = resamples.counts(sample);
            let scores = Observed::scores(&resampled(before, counts), &resampled(after, counts));
            spread.add(&scores.members(runs, scores.slope(runs)));
        }
        let slope = scores.slope(runs);
        let members = scores.members(runs, slope);
        let (error, reach) = spread.error_and_reach(&members, alpha);
        let more = more(&members);
        let ranks = |of: &[f64]| -> Vec<f64> {
            let ranking = Ranking::new(of);
            (0..of.len()).map(|run| ranking.mean_rank(run)).collect()
        };
        let (first, second) = (ranks(&means[0]), ranks(&means[1]));
        // The group's runs keep their places among one another.
        let others = runs.comparison.iter().flatten().chain(&runs.rest);
        let others = ScoresAbove::new(&others.map(|&run| means[1][run]).collect::<Vec<f64>>());
        let worth = |difference: f64| {
            let lost = |run: usize| others.at(means[1][run] - difference) - others.at(means[1][run]);
            mean(&means_of(&runs.group, lost)).unwrap_or(0.0)
        };
        let interval = [more - reach, more + reach];
        let plain = |of: &dyn Fn(usize) -> f64| {
            [&runs.group, &runs.comparison].map(|members| mean(&means_of(members, of)).unwrap_or(0.0))
        };
        let rise = |[group, comparison]: [f64; 2], more, interval| Rise { group, comparison, more, interval };
        Some(Self {
            score: rise(plain(&|run| scores.change[run]), more, interval),
            rank: rise(plain(&|run| first[run] - second[run]), worth(more), interval.map(worth)),
            slope,
            error,
        })
    }
}

/// The score before, and its change, of each run.
struct Observed {
    before: Vec<f64>,
    change: Vec<f64>,
}

impl Observed {
    fn scores(before: &[f64], after: &[f64]) -> Self {
        let change = before.iter().zip(after).map(|(before, after)| after - before).collect();
        Self { before: before.to_vec(), change }
    }

    /// Returns the change for a unit before, within the classes.
    fn slope(&self, runs: &RunClasses) -> f64 {
        let (mut products, mut squares) = (0.0, 0.0);
        let classes = [runs.group.concat(), runs.comparison.concat(), runs.rest.clone()];
        for class in classes.iter().filter(|class| !class.is_empty()) {
            let mean_of = |all: &[f64]| class.iter().map(|&run| all[run]).sum::<f64>() / class.len() as f64;
            let (before, change) = (mean_of(&self.before), mean_of(&self.change));
            for &run in class {
                let distance = self.before[run] - before;
                products += distance * (self.change[run] - change);
                squares += distance * distance;
            }
        }
        if squares > 0.0 { products / squares } else { 0.0 }
    }

    /// z of the members of the group, and of the comparison.
    fn members(&self, runs: &RunClasses, slope: f64) -> [Vec<f64>; 2] {
        let z = |run: usize| self.change[run] - slope * self.before[run];
        [means_of(&runs.group, z), means_of(&runs.comparison, z)]
    }
}

/// Returns the mean of the group less that of the comparison.
fn more(members: &[Vec<f64>; 2]) -> f64 {
    let [group, comparison] = members.each_ref().map(|members| mean(members).unwrap_or(0.0));
    group - comparison
}

/// Returns the mean of each row over a sample of the columns.
fn resampled(scores: &Matrix, counts: &[u32]) -> Vec<f64> {
    let of_row = |row: &[f64]| {
        let sum: f64 = row.iter().zip(counts).map(|(score, &count)| score * f64::from(count)).sum();
        sum / counts.len() as f64
    };
    (0..scores.rows()).map(|row| of_row(scores.row(row))).collect()
}

/// Returns the mean of each member's runs.
fn means_of(members: &[Vec<usize>], of: impl Fn(usize) -> f64) -> Vec<f64> {
    members
        .iter()
        .map(|runs| {
            assert!(!runs.is_empty(), "a member without runs");
            runs.iter().map(|&run| of(run)).sum::<f64>() / runs.len() as f64
        })
        .collect()
}

/// The results of the resamples of the topics.
struct Spread {
    topics: f64,
    more: Vec<f64>,
    /// By group and member: its z less the mean of its group's, of each resample.
    members: [Vec<Vec<f64>>; 2],
}

impl Spread {
    fn new(runs: &RunClasses, topics: usize) -> Self {
        let members = [&runs.group, &runs.comparison].map(|members| vec![Vec::new(); members.len()]);
        Self { topics: topics as f64, more: Vec::new(), members }
    }

    fn add(&mut self, members: &[Vec<f64>; 2]) {
        self.more.push(more(members));
        for (kept, members) in self.members.iter_mut().zip(members) {
            let centre = mean(members).unwrap_or(0.0);
            kept.iter_mut().zip(members).for_each(|(kept, z)| kept.push(z - centre));
        }
    }

    /// Returns the standard error of the difference, and how far its interval reaches.
    fn error_and_reach(&self, members: &[Vec<f64>; 2], alpha: f64) -> (f64, f64) {
        let whole = self.topics / (self.topics - 1.0);
        let (mut of_members, mut in_both, mut squared_by_df) = (0.0, 0.0, 0.0);
        for (members, kept) in members.iter().zip(&self.members) {
            let (count, df) = (members.len() as f64, members.len() as f64 - 1.0);
            let own = variance(members) / count;
            of_members += own;
            squared_by_df += own * own / df;
            in_both += whole * kept.iter().map(|kept| variance(kept)).sum::<f64>() / (df * count);
        }
        let of_topics = (whole * variance(&self.more) - in_both).max(0.0);
        squared_by_df += of_topics * of_topics / (self.topics - 1.0);
        let both = of_members + of_topics;
        // Without any spread there is nothing to be unsure of.
        let critical = if both > 0.0 { student_t_critical(alpha, both * both / squared_by_df) } else { 0.0 };
        (both.sqrt(), both.sqrt() * critical)
    }
}

/// Returns the square of the standard deviation; 0 below two values.
fn variance(values: &[f64]) -> f64 {
    standard_deviation(values).map_or(0.0, |deviation| deviation * deviation)
}
