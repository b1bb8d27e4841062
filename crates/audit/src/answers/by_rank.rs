//! What each rank of the runs brought to a pool, as a table.

use rejudge_pools::inspect::{AtRank, ByRank};

use super::AnswerTable;

/// Ranks that are shown one by one; deeper ones in bands that begin behind them.
const SINGLE: usize = 10;
const BANDS: [usize; 7] = [10, 20, 30, 50, 75, 100, 200];

/// What share of new judged documents is relevant.
pub fn share(at: &AtRank) -> f64 {
    at.relevant as f64 / at.judged.max(1) as f64
}

/// What each rank brought.
pub fn table(found: &ByRank, is_the_pool: bool) -> AnswerTable {
    let depth = found.ranks.len();
    let mut bands: Vec<(usize, usize)> = (1..=depth.min(SINGLE)).map(|rank| (rank, rank)).collect();
    let ends = BANDS.windows(2).map(|ends| (ends[0] + 1, ends[1]));
    let deeper = (BANDS[BANDS.len() - 1] + 1, usize::MAX);
    bands.extend(ends.chain([deeper]).filter(|(first, _)| *first <= depth).map(|(a, b)| (a, b.min(depth))));
    let whole = found.whole().relevant.max(1) as f64;
    let mut so_far = 0;
    let row = |(first, last): (usize, usize)| {
        let sum = found.sum(first, last);
        so_far += sum.relevant;
        let ranks = if first == last { first.to_string() } else { format!("{first} to {last}") };
        let of_judged = if sum.judged == 0 { "-".to_owned() } else { format!("{:.1}%", 100.0 * share(&sum)) };
        let counts = [sum.new, sum.judged, sum.relevant].map(|count| count.to_string());
        let so_far = format!("{:.1}%", 100.0 * so_far as f64 / whole);
        std::iter::once(ranks).chain(counts).chain([of_judged, so_far]).collect()
    };
    AnswerTable {
        caption: if is_the_pool {
            "What each rank of the pooled runs brought to the pool, all topics together".to_owned()
        } else {
            "What each rank of the runs adds to a pool of them, all topics together".to_owned()
        },
        header: vec![
            "rank",
            "new documents",
            "judged",
            "relevant",
            "relevant of the judged",
            "relevant so far, of the pool's",
        ],
        rows: bands.into_iter().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_cover_every_rank_once() {
        for depth in [1, 9, 10, 11, 64, 100, 257] {
            let rows = table(&pool(depth), true).rows;
            let relevant: usize = rows.iter().map(|row| row[3].parse::<usize>().expect("a number")).sum();
            assert_eq!(relevant, depth);
            assert_eq!(rows.last().expect("rows")[5], "100.0%");
        }
    }

    /// A pool to which each rank brought five documents, one of them relevant.
    fn pool(depth: usize) -> ByRank {
        let at = |rank| AtRank { rank, new: 5, judged: 5, relevant: 1 };
        ByRank { ranks: (1..=depth).map(at).collect(), ..ByRank::default() }
    }
}
