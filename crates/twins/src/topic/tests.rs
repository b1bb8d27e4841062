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
fn top_equals_the_top_of_a_full_sort() {
    let mut draw = Draw::new(1, &["top"]);
    let mut keys: Vec<_> = (0..CANDIDATES).map(|document| key(draw.normal() as f32, document)).collect();
    let mut sorted = keys.clone();
    sorted.sort_unstable();
    let expected: Vec<_> = sorted[..RUN_LENGTH].iter().map(|&key| key as u32).collect();
    assert_eq!(top(&mut keys), expected);
}
