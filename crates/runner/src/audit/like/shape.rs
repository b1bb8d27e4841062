//! Computes statistics of a matrix of scores, which has a row for each run and a column for each topic. Also computes
//! each level's share of the relevant documents.

use rejudge_stats::{ALPHA, discriminative_power, mean, pairs, standard_deviation, t_test};
use rejudge_twins::fit::Statistics;

/// Returns the share of one level among the relevant documents. `level` is 0 for level 1, 1 for level 2, and
/// 2 for level 3 and above.
pub(super) fn level(statistics: &Statistics, level: usize) -> Option<f64> {
    Some(statistics.by_level[level] / statistics.by_level.iter().sum::<f64>())
}

/// Returns the mean score of each run.
pub(super) fn row_means(rows: &[Vec<f64>]) -> Vec<f64> {
    rows.iter().filter_map(|row| mean(row)).collect()
}

/// Returns the standard deviation over topics, averaged over runs.
pub(super) fn over_topics(rows: &[Vec<f64>]) -> Option<f64> {
    mean(&rows.iter().filter_map(|row| standard_deviation(row)).collect::<Vec<_>>())
}

/// Returns the shares of the scores' variance that are due to runs, to topics and to their interaction. These are the
/// variance components of a two-way analysis of variance without repetition, with both factors random. Negative components
/// count as 0. Returns `None` for fewer than two runs or topics, or if all scores are equal.
///
/// ```text
/// s2_int = MS_int    s2_run = (MS_run - MS_int) / topics    s2_topic = (MS_topic - MS_int) / runs
/// ```
pub(super) fn variance_shares(rows: &[Vec<f64>]) -> Option<[f64; 3]> {
    let (runs, topics) = (rows.len(), rows.first()?.len());
    if runs < 2 || topics < 2 {
        return None;
    }
    let by_run = row_means(rows);
    let by_topic: Vec<f64> =
        (0..topics).map(|topic| rows.iter().map(|row| row[topic]).sum::<f64>() / runs as f64).collect();
    let grand_mean = mean(&by_run)?;
    let squares = |means: &[f64]| means.iter().map(|x| (x - grand_mean) * (x - grand_mean)).sum::<f64>();
    let mut interaction = 0.0;
    for (row, run) in rows.iter().zip(&by_run) {
        interaction +=
            row.iter().zip(&by_topic).map(|(x, topic)| (x - run - topic + grand_mean).powi(2)).sum::<f64>();
    }
    let interaction = interaction / ((runs - 1) * (topics - 1)) as f64;
    // MS_run is topics * squares / (runs - 1), so (MS_run - MS_int) / topics is squares / (runs - 1) - MS_int / topics.
    let component = |means: &[f64], size_of_other: usize| {
        (squares(means) / (means.len() - 1) as f64 - interaction / size_of_other as f64).max(0.0)
    };
    let parts = [component(&by_run, topics), component(&by_topic, runs), interaction];
    let total: f64 = parts.iter().sum();
    (total > 0.0).then(|| parts.map(|part| part / total))
}

/// Returns the share of pairs of runs with p < .05 in a paired t test over topics. Pairs for which the test is undefined
/// are left out.
pub(super) fn power(rows: &[Vec<f64>]) -> Option<f64> {
    let p: Vec<f64> = pairs(rows.len()).filter_map(|(a, b)| Some(t_test(&rows[a], &rows[b])?.p)).collect();
    discriminative_power(&p, ALPHA).share()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If each score is the sum of one number for the run and one for the topic, there is no interaction. The
    /// components are then the variances (with n - 1) of these numbers: 0, .1, .2 for runs and .2, .5 for
    /// topics.
    #[test]
    fn sums_of_a_run_and_a_topic_have_no_interaction() {
        let rows: Vec<Vec<f64>> =
            [0.0, 0.1, 0.2].iter().map(|run| [0.2, 0.5].iter().map(|topic| run + topic).collect()).collect();
        let [runs, topics, interaction] = variance_shares(&rows).expect("3 runs, 2 topics");
        assert!((runs - 0.01 / 0.055).abs() < 1e-12 && (topics - 0.045 / 0.055).abs() < 1e-12);
        assert!(interaction < 1e-12);
        // All runs and all topics have the same mean, so only the interaction remains.
        let [runs, topics, interaction] =
            variance_shares(&[vec![0.1, 0.3], vec![0.3, 0.1]]).expect("2 runs, 2 topics");
        assert_eq!((runs, topics, interaction), (0.0, 0.0, 1.0));
        assert_eq!(variance_shares(&[vec![0.1, 0.3]]), None);
        assert_eq!(variance_shares(&[vec![0.1, 0.1], vec![0.1, 0.1]]), None);
    }
}
