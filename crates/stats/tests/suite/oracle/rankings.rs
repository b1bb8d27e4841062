//! Spearman's rho against SciPy, rank-biased overlap against two programs. With `--nocapture` each prints its
//! largest difference.

use rejudge_stats::{Draw, Ranking, RboTies, rbo, rbo_of_lists, spearman_rho};

use super::{Compared, number, rows};

#[test]
fn rho_agrees() {
    let mut compared = Compared::default();
    for row in rows(include_str!("rho.tsv")) {
        let ranking = |field: &str| Ranking::new(&field.split(',').map(number).collect::<Vec<_>>());
        compared.one(spearman_rho(&ranking(row[0]), &ranking(row[1])), row[2], row[0]);
    }
    compared.say("rho by SciPy", 190);
}

#[test]
fn overlap_agrees() {
    let [mut without_ties, mut with_ties] = <[Compared; 2]>::default();
    for row in rows(include_str!("overlap.tsv")) {
        let ranking = |field: &str| {
            let mut scores: Vec<f64> = field.split(',').map(number).collect();
            // Values that are equal by exact arithmetic may differ in their last bits.
            let mut draw = Draw::new(1, &["rounding"]);
            scores.iter_mut().for_each(|score| *score *= 1.0 + 1e-15 * draw.normal());
            Ranking::new(&scores)
        };
        let found =
            rbo(&ranking(row[0]), &ranking(row[1]), number(row[2]), RboTies::W).map(|rbo| rbo.extrapolated);
        with_ties.one(found, row[4], "Corsi and Urbano");
        if row[3] != "-" {
            without_ties.one(found, row[3], "rbo");
        }
    }
    without_ties.say("overlap by rbo", 50);
    with_ties.say("overlap by Corsi and Urbano", 100);
}

#[test]
fn overlap_of_lists_with_ties_agrees() {
    let mut all = <[Compared; 3]>::default();
    for row in rows(include_str!("rbo.tsv")) {
        let [x, y] = [row[0], row[1]].map(|list| -> Vec<Vec<&str>> {
            list.split(' ').map(|group| group.split('=').collect()).collect()
        });
        let found = [RboTies::W, RboTies::A, RboTies::B]
            .map(|ties| rbo_of_lists(&x, &y, number(row[2]), ties).expect("items"))
            .map(|rbo| [rbo.extrapolated, rbo.lower, rbo.upper]);
        for (at, found) in found.as_flattened().iter().enumerate() {
            all[at % 3].one(Some(*found), row[3 + at], row[0]);
        }
    }
    for (compared, what) in all.iter().zip(["extrapolated", "lower", "upper"]) {
        compared.say(&format!("{what} overlap by Corsi and Urbano"), 600);
    }
}
