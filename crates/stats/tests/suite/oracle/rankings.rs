//! Compares Spearman's rho with SciPy, and rank-biased overlap with the package rbo and with the program of
//! Corsi and Urbano. With `--nocapture` each test prints the largest difference.

use rejudge_stats::{Draw, Ranking, RboTies, rbo, spearman_rho};

use super::{Compared, number, numbers, rows};

#[test]
fn rho_agrees() {
    let mut compared = Compared::default();
    for row in rows(include_str!("rho.tsv")) {
        let ranking = |field: &str| Ranking::new(&numbers(field));
        compared.compare(spearman_rho(&ranking(row[0]), &ranking(row[1])), row[2], row[0]);
    }
    compared.finish("rho by SciPy", 190);
}

#[test]
fn overlap_agrees() {
    let [mut without_ties, mut with_ties] = <[Compared; 2]>::default();
    for row in rows(include_str!("overlap.tsv")) {
        let ranking = |field: &str| {
            let mut scores = numbers(field);
            // We add rounding errors, which must not break ties.
            let mut draw = Draw::new(1, &["rounding"]);
            scores.iter_mut().for_each(|score| *score *= 1.0 + 1e-15 * draw.normal());
            Ranking::new(&scores)
        };
        let found = rbo(&ranking(row[0]), &ranking(row[1]), number(row[2]), RboTies::W);
        with_ties.compare(found, row[4], "Corsi and Urbano");
        if row[3] != "-" {
            without_ties.compare(found, row[3], "rbo");
        }
    }
    without_ties.finish("overlap by rbo", 50);
    with_ties.finish("overlap by Corsi and Urbano", 100);
}

#[test]
fn every_treatment_of_ties_agrees() {
    let mut compared = Compared::default();
    for row in rows(include_str!("rbo.tsv")) {
        let [x, y] = [row[0], row[1]].map(|list| {
            let mut scores = vec![0.0; list.split(['=', ' ']).count()];
            for (place, group) in list.split(' ').enumerate() {
                group.split('=').for_each(|item| scores[number(&item[1..]) as usize] = -(place as f64));
            }
            Ranking::new(&scores)
        });
        for (ties, expected) in [RboTies::W, RboTies::A, RboTies::B].into_iter().zip(&row[3..]) {
            compared.compare(rbo(&x, &y, number(row[2]), ties), expected, row[0]);
        }
    }
    compared.finish("overlap with ties by Corsi and Urbano", 600);
}
