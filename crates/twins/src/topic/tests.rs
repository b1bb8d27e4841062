use super::super::tests::small;
use super::*;

#[test]
fn keys_order_as_scores_do() {
    let mut scores = [1.5, -2.0, 0.0, -0.5, 3e-9, 7.0, -3e-9, f32::MAX, f32::MIN];
    let mut keys: Vec<_> = scores.iter().enumerate().map(|(document, &score)| key(score, document)).collect();
    let order = scores;
    keys.sort_unstable();
    scores.sort_by(|a, b| b.total_cmp(a));
    assert_eq!(keys.iter().map(|&key| order[key as u32 as usize]).collect::<Vec<_>>(), scores);
    assert!(key(1.0, 3) < key(1.0, 4));
}

#[test]
fn the_top_is_that_of_a_full_sort() {
    let mut draw = Draw::new(1, &["top"]);
    let mut keys: Vec<_> = (0..CANDIDATES).map(|document| key(draw.normal() as f32, document)).collect();
    let mut sorted = keys.clone();
    sorted.sort_unstable();
    let expected: Vec<_> = sorted[..RUN_LENGTH].iter().map(|&key| key as u32).collect();
    assert_eq!(top(&mut keys), expected);
}

/// The mean share of a grade over topics is its share in the collection, and its variance between
/// topics that of Dirichlet(c share): p (1 - p) / (1 + c).
#[test]
fn shares_of_grades_are_those_of_the_dirichlet_distribution() {
    let (topics, relevant) = (20_000, 50);
    let shares = [0.3417, 0.6236, 0.0347];
    let traits =
        CollectionTraits { shares, ..CollectionTraits::draw(&small(), &mut Draw::new(1, &["none"])) };
    let mut draw = Draw::new(7, &["grades"]);
    let mut drawn = vec![[0.0; 3]; topics];
    for share in &mut drawn {
        for grade in draw_grades(&traits, relevant, &mut draw) {
            share[usize::from(grade) - 1] += 1.0 / relevant as f64;
        }
    }
    for (index, p) in shares.into_iter().enumerate() {
        let mean = drawn.iter().map(|share| share[index]).sum::<f64>() / topics as f64;
        let variance = drawn.iter().map(|share| (share[index] - mean).powi(2)).sum::<f64>() / topics as f64;
        // The categorical draw of 50 grades adds its own variance.
        let between = p * (1.0 - p) / (1.0 + model::GRADE_CONCENTRATION);
        let expected = between + (p * (1.0 - p) - between) / relevant as f64;
        assert!((mean - p).abs() < 4.0 * (expected / topics as f64).sqrt(), "mean {mean} of {p}");
        assert!((variance / expected - 1.0).abs() < 0.08, "variance {variance}, expected {expected}");
    }
}
