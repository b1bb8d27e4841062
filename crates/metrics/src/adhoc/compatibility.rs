//! Compatibility: rank-biased overlap with the ideal ranking that is nearest to the run.
//!
//! The persistence `p` is above 0 and below 1. The ideal ranking holds the documents with a gain, higher
//! levels first. Within a level it has the retrieved documents in the run's order, then the documents that
//! are not retrieved. O(i) counts the documents that are in the first i of both the run and the ideal
//! ranking. If n documents are retrieved, and R documents have a gain:
//!
//! Compat = Σ_{i ≤ D} p^(i-1) O(i)/i / Σ_{i ≤ D} p^(i-1) min(i, R)/i
//!
//! D is the parameter `depth`, or by default max(n, R), the length of the longer ranking.
//!
//! The divisor is the overlap of the ideal ranking with itself, so an ideal run scores 1. Levels, not gains,
//! order the ideal ranking; gains decide only which documents are in it. Unjudged documents are not in it. `None`
//! if no judged document has a gain.
//!
//! Clarke, Vtyurina and Smucker, TOIS 2021. Their compatibility.py always sums to D = 1000. It also gives documents
//! that are not retrieved a score of 0, which matters only if a run has negative scores.
//!
//! ```
//! // The ideal ranking is the document at rank 3, then the one at rank 1.
//! let list: rejudge_metrics::JudgedRanking = "1.2".parse()?;
//! let overlap = 0.0 + 0.5 * (1.0 / 2.0) + 0.25 * (2.0 / 3.0);
//! let best = 1.0 + 0.5 * (2.0 / 2.0) + 0.25 * (2.0 / 3.0);
//! assert!((list.score("Compat(p=0.5)")?.unwrap() - overlap / best).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

/// The documents of one level: the number of documents above them in the ideal ranking, and the number of
/// them that the run has retrieved so far.
#[derive(Clone, Copy)]
struct Level {
    start: u32,
    hits: u32,
}

pub(crate) const COMPAT: Entry = Entry {
    name: "Compat",
    title: "compatibility",
    formula: "Σ p^(i-1) O(i)/i / Σ p^(i-1) min(i, R)/i over i ≤ depth, by default max(n, R); O(i): overlap with the nearest ideal ranking",
    parameters: &[
        Parameter::new(
            "p",
            "persistence: weight of a rank, relative to the rank above",
            Domain::Proportion,
            Some("0.95"),
        ),
        Parameter::new(
            "depth",
            "last rank of the sums: this rank, or the end of the longer list",
            Domain::RankOr("lists"),
            Some("lists"),
        ),
    ],
    source: "Clarke, Vtyurina and Smucker, TOIS 2021; their program, compatibility.py, is Compat(depth=1000)",
    kernel: Resolved(|metric, _| {
        let depth = match metric.value("depth") {
            Some(Value::Decimal(depth)) => Some(depth.value() as u32),
            _ => None,
        };
        let p = metric.number("p");
        kernel(move |seen| compatibility(seen, p, depth))
    }),
    ..Entry::GRADED
};

fn compatibility(seen: &Seen<'_>, p: f64, depth: Option<u32>) -> Option<f64> {
    let relevant = seen.relevant()?;
    let ideal = &seen.list.ideal[..relevant as usize];
    let mut levels = [Level { start: 0, hits: 0 }; 256];
    for (place, &level) in (0..relevant).zip(ideal).rev() {
        levels[usize::from(level)].start = place;
    }
    let hits = seen.hits.iter().filter(|hit| hit.level > 0);
    let mut run_hits = seen.relevant_hits();
    let mut next_run_hit = run_hits.next();
    let mut level_hits = None;
    let (mut weight, mut overlap, mut sum, mut best) = (1.0, 0_u32, 0.0, 0.0);
    let end = depth.unwrap_or_else(|| seen.retrieved().max(relevant));
    for depth in 1..=end {
        // The run's document at this rank counts if the ideal ranking has it at this rank or above.
        while let Some(hit) = next_run_hit.filter(|hit| hit.rank == depth) {
            next_run_hit = run_hits.next();
            let level = &mut levels[usize::from(hit.level)];
            level.hits += 1;
            overlap += u32::from(level.start + level.hits <= depth);
        }
        // The ideal ranking's document at this rank counts if the run has it at a smaller rank. If the run
        // has it at the same rank, the loop above has already counted it.
        if let Some(&level) = ideal.get(depth as usize - 1) {
            if depth == levels[usize::from(level)].start + 1 {
                level_hits = Some(hits.clone().filter(move |hit| hit.level == level));
            }
            let retrieved = level_hits.as_mut().and_then(Iterator::next);
            overlap += u32::from(retrieved.is_some_and(|hit| hit.rank < depth));
        }
        sum += weight * f64::from(overlap) / f64::from(depth);
        best += weight * f64::from(depth.min(relevant)) / f64::from(depth);
        weight *= p;
        if sum + 2.0 * weight == sum {
            break;
        }
    }
    Some(sum / best)
}
