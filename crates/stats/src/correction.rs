//! P values adjusted for the number of tests made, so that alpha bounds the probability of one or
//! more false rejections among all of them (the family-wise error rate).

/// Bonferroni's adjusted p values of m tests, in the order given: `min(1, m p)`. Empty for no test.
///
/// O. J. Dunn, Multiple comparisons among means, JASA 56, 1961.
///
/// ```
/// assert_eq!(rejudge_stats::bonferroni(&[0.25, 0.125, 0.5]), [0.75, 0.375, 1.0]);
/// ```
///
/// # Panics
/// When a p value is outside [0, 1] or NaN.
pub fn bonferroni(p: &[f64]) -> Vec<f64> {
    check(p);
    p.iter().map(|one| (p.len() as f64 * one).min(1.0)).collect()
}

/// Holm's adjusted p values of m tests, in the order given. With p(1) <= p(2) <= .. <= p(m)
///
/// ```text
/// adjusted p(k) = min(1, max over j <= k of (m - j + 1) p(j))
/// ```
///
/// which is never above Bonferroni's, keeps the order, and gives equal p values equal ones. Empty for
/// no test.
///
/// S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
/// Statistics 6(2), 1979.
///
/// ```
/// assert_eq!(rejudge_stats::holm(&[0.25, 0.125, 0.375]), [0.5, 0.375, 0.5]);
/// ```
///
/// # Panics
/// When a p value is outside [0, 1] or NaN.
pub fn holm(p: &[f64]) -> Vec<f64> {
    check(p);
    let mut by_p: Vec<usize> = (0..p.len()).collect();
    by_p.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let (mut adjusted, mut largest) = (vec![0.0; p.len()], 0.0_f64);
    for (before, test) in by_p.into_iter().enumerate() {
        largest = largest.max((p.len() - before) as f64 * p[test]).min(1.0);
        adjusted[test] = largest;
    }
    adjusted
}

fn check(p: &[f64]) {
    assert!(p.iter().all(|p| (0.0..=1.0).contains(p)), "p values outside [0, 1]");
}
