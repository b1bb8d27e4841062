//! Compares group changes with NumPy and SciPy. With `--nocapture` the test prints the largest difference.

use rejudge_stats::{GroupChange, Matrix, Resamples, RunClasses};

use super::{number, numbers, rows};

/// Returns the members of a class. `field` has the number of runs of each member, and `next` is the first free row.
fn members(field: &str, next: &mut usize) -> Vec<Vec<usize>> {
    let member = |size: f64| {
        *next += size as usize;
        (*next - size as usize..*next).collect()
    };
    numbers(field).into_iter().map(member).collect()
}

#[test]
fn rises_agree() {
    let (mut values, mut largest) = (0, 0.0_f64);
    for row in rows(include_str!("group_change.tsv")) {
        let (mut next, sizes) = (0, row[0].split(';').collect::<Vec<_>>());
        let [group, comparison, rest] = [0, 1, 2].map(|class| members(sizes[class], &mut next));
        let runs = RunClasses { group, comparison, rest: rest.concat() };
        let [before, after] = [row[1], row[2]].map(|field| {
            let data = numbers(field);
            Matrix::new(next, data.len() / next, data).expect("scores")
        });
        let counts = numbers(row[3]).into_iter().map(|count| count as u32).collect();
        let resamples = Resamples::from_counts(before.cols(), counts).expect("samples");
        let found = GroupChange::new(&before, &after, &runs, &resamples, 0.05).expect("two members each");
        let GroupChange { score, rank, slope, error } = found;
        let [low, high] = score.interval;
        let [rank_low, rank_high] = rank.interval;
        let found = [
            score.excess,
            low,
            high,
            rank.excess,
            rank_low,
            rank_high,
            score.group,
            score.comparison,
            rank.group,
            rank.comparison,
            slope,
            error,
        ];
        assert_eq!(row.len(), 4 + found.len());
        for (found, expected) in found.into_iter().zip(&row[4..]) {
            let off = (found - number(expected)).abs();
            assert!(off <= 1e-11, "{found} against {expected}, off by {off:e}: {}", row[0]);
            (values, largest) = (values + 1, largest.max(off));
        }
    }
    println!("rises of groups: {values} values, largest difference {largest:e}");
    assert!(values >= 400, "{values} values");
}
