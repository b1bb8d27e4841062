//! How much is judged of what a measure looks at: where that is little, it is told before any verdict, and
//! the measure is not recommended.

use rejudge_metrics::{Gains, Judged, JudgedList, Metric, Scorer, Verdict};

use super::super::inspection::Inspection;

/// The ranks that stand for those that a measure without a cutoff looks at.
pub const TOP: usize = 10;

/// A measure is not recommended where less of the ranks that it looks at is judged.
pub const LOOKED_AT: f64 = 0.75;

/// Where less of the top ranks than this is judged, what measures make of the rest is said.
const WELL_JUDGED: f64 = 0.95;

/// How much of the tops of the runs is judged, as sentences with a blank before them.
pub fn coverage(files: &Inspection) -> String {
    let Some((mean, least)) = files.judged_to(TOP) else { return String::new() };
    let rest = if least < WELL_JUDGED { " Most measures count the rest as nonrelevant." } else { "" };
    let warning = if mean < LOOKED_AT {
        " So much of what users would see first is unjudged that the answers hold for these judgments, and may not hold for the runs."
    } else {
        ""
    };
    let as_read = files.judged_as_read().map_or_else(String::new, |(mean, least)| {
        format!(
            " As the runs were read for the pool it is {:.1}% on average, {:.1}% at least.",
            100.0 * mean,
            100.0 * least
        )
    });
    format!(
        " Of the top {TOP} of the runs {:.1}% are judged on average, {:.1}% at least.{as_read}{rest}{warning}",
        100.0 * mean,
        100.0 * least
    )
}

/// Why a measure is not recommended; `None` where nothing of that kind is against it. It is where less than
/// three quarters of the ranks to its cutoff are judged, or, without a cutoff, of the top 10.
pub fn against(files: &Inspection, metric: &Metric) -> Option<String> {
    if passes_over_unjudged(metric) {
        return None;
    }
    let ranks = metric.cutoff().map_or(TOP, |cutoff| cutoff as usize);
    let (judged, _) = files.judged_to(ranks).filter(|(judged, _)| *judged < LOOKED_AT)?;
    Some(format!(
        "of the top {ranks} of the runs {:.1}% are judged, and the limit is {:.0}%",
        100.0 * judged,
        100.0 * LOOKED_AT
    ))
}

/// Whether a score stays the same when unjudged documents come first: on condensed lists, and by measures
/// that know judged documents alone.
fn passes_over_unjudged(metric: &Metric) -> bool {
    let pushed = metric.cutoff().unwrap_or(TOP as u32);
    let score = |before: u32| {
        let levels = [(1, 1), (2, 0), (3, 1)];
        let judged = |(rank, level)| Judged { rank: before + rank, verdict: Verdict::Level(level) };
        let (ranking, ideal) = (levels.map(judged), [1, 1, 1]);
        let list = JudgedList {
            ranking: &ranking,
            retrieved: before + 3,
            ideal: &ideal,
            judged_nonrelevant: 2,
            documents: None,
        };
        let scorer =
            Scorer::new(std::slice::from_ref(metric), &Gains::linear(1), 1, Some(pushed + 3)).ok()?;
        let mut scores = [None];
        scorer.score(&list, &list, &mut scores);
        scores[0]
    };
    metric.is_condensed() || score(0).zip(score(pushed)).is_some_and(|(first, second)| first == second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_that_know_judged_documents_alone_pass_over_others() {
        let passes = |name: &str| passes_over_unjudged(&name.parse().expect("a measure"));
        for name in ["Bpref", "AP'", "nDCG'@10", "Bpref(form='N')"] {
            assert!(passes(name), "{name}");
        }
        for name in ["AP", "P@10", "nDCG@10", "RR", "Rprec", "RBP(p=0.8)", "infAP", "ERR@20", "Success@5"] {
            assert!(!passes(name), "{name}");
        }
    }
}
