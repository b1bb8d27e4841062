//! Weighted reciprocal rank.
//!
//! r1 is the rank of the first relevant document, x is its level, and β_x > 1 is the beta of level x, at most the
//! beta of the level below:
//!
//! WRR = 1 / (r1 - 1/β_x), 0 if no relevant document is retrieved
//!
//! The NTCIR-3 Web task takes the largest 1 / (r - 1/β) of all relevant documents. This is always the value of the
//! first one, because the value at rank r is between 1/r and 1/(r - 1), whatever the level. β = ∞ would give RR.
//!
//! Documents of level `rel` or above are relevant. In the task these are the documents with weight δ = 1. Unjudged
//! documents count as nonrelevant. The score is 0 if the first relevant document is below the cutoff. The best
//! value, β / (β - 1), is above 1. `norm='ideal'` divides by the best value of level M, the topic's highest judged
//! level. This gives NWRR, (1 - 1/β_M) / (r1 - 1/β_x). `None` if R = 0.
//!
//! Eguchi et al., Overview of the Web Retrieval Task at the Third NTCIR Workshop, 2003; NWRR: Sakai, IPSJ Digital
//! Courier 3 (2007), 643-660. The task's betas are not known. Ours are 2 for the collection's highest level, and 1 more
//! for each level below.
//!
//! ```
//! // β is 4, 3 and 2 for levels 1, 2 and 3.
//! let list: rejudge_metrics::JudgedRanking = "013".parse()?;
//! assert_eq!(list.score("WRR")?, Some(1.0 / (2.0 - 0.25)));
//! assert_eq!(list.score("WRR(rel=2)")?, Some(1.0 / (3.0 - 0.5)));
//! assert_eq!(list.score("WRR(norm='ideal')")?, Some((1.0 - 0.5) / (2.0 - 0.25)));
//! assert_eq!(list.score("WRR@1")?, Some(0.0));
//! assert_eq!(list.score("WRR(rel=4)")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

/// Checks that each β is above 1 and not above the β of the level below.
fn check(betas: &LevelTable, top_level: u8, metric: &Metric) -> Result<(), ScorerError> {
    let mut below = f64::INFINITY;
    for level in 1..=top_level {
        let beta = betas.at(level);
        let expected = match beta {
            beta if beta <= 1.0 => "a number above 1".to_owned(),
            beta if beta > below => format!("at most {below}, the beta of the level below"),
            _ => {
                below = beta;
                continue;
            }
        };
        let fault = format!("{metric}: `betas` of level {level} is {beta}, expected {expected}");
        return Err(ScorerError(fault));
    }
    Ok(())
}

pub(crate) const WRR: Entry = Entry {
    name: "WRR",
    title: "weighted reciprocal rank",
    formula: "1 / (r - 1/β) of the first relevant document, else 0; ideal: times 1 - 1/β of the topic's highest level",
    parameters: &[
        Parameter::new(
            "betas",
            "β of each level, at most the β of the level below: given, or 2, 3, .. from the top level down",
            Domain::ByLevelOr(&["top"]),
            Some("top"),
        ),
        Parameter::new(
            "norm",
            "whether the score is divided by the score of the ideal list",
            Domain::Words(&["none", "ideal"]),
            Some("none"),
        ),
    ],
    cutoff: Cutoff::Optional,
    counts_levels: true,
    source: "Eguchi et al., NTCIR-3 (2003); Sakai, IPSJ Digital Courier 3 (2007), 643-660",
    kernel: Resolved(|metric, setting| {
        let top_level = setting.gains.top_level();
        let from_top = |level: u8| 2.0 + f64::from(top_level - level);
        let betas = setting.table(metric, "betas", |_| LevelTable::new((1..=top_level).map(from_top)))?;
        check(&betas, top_level, metric)?;
        let divides_by_ideal = metric.word("norm") == "ideal";
        kernel(move |seen| {
            seen.relevant()?;
            let effort = |rank: u32, level: u8| f64::from(rank) - 1.0 / betas.at(level);
            let best = if divides_by_ideal { effort(1, seen.list.ideal[0]) } else { 1.0 };
            Some(seen.relevant_hits().next().map_or(0.0, |hit| best / effort(hit.rank, hit.level)))
        })
    }),
    ..Entry::BINARY
};
