//! Graded average precision: average precision for users who differ in the lowest level that they call relevant.
//!
//! g_j is the share of users for whom documents are relevant from level `j` up, and i_n is the level of the document at
//! rank `n`:
//!
//! GAP = Σ_n (1/n) Σ_{m ≤ n} Σ_{j ≤ min(i_m, i_n)} g_j / Σ_i R_i Σ_{j ≤ i} g_j
//!
//! The sum over `n` is over relevant documents, and R_i counts the documents judged at level `i`. Only the
//! ratios of g_1, g_2, .. matter. Unjudged documents count as nonrelevant. With one level this is AP. `None`
//! if no judged document is relevant to any user.
//!
//! Robertson, Kanoulas and Yilmaz, SIGIR 2010, section 3. In a measure's name `g` is a map, 'uniform', or
//! 'gains'. Our default 'gains' makes g_j proportional to the gain of level `j`; with linear gains this is
//! NTCIREVAL's `-gap`.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "12".parse()?;
//! // At rank 1 half of the users see a relevant document; at rank 2 all see one, and half see a second one.
//! assert_eq!(list.score("GAP(g={1: 0.5, 2: 0.5})")?, Some((0.5 / 1.0 + (1.0 + 0.5) / 2.0) / (1.0 + 0.5)));
//! assert_eq!(list.score("GAP(g={1: 1, 2: 0})")?, Some(1.0));
//! assert_eq!(list.score("GAP(g={1: 0, 2: 1})")?, Some(0.5));
//! assert_eq!(list.score("GAP(g={1: 0, 2: 0, 3: 1})")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const GAP: Entry = Entry {
    name: "GAP",
    title: "graded average precision",
    formula: "Σ_n (1/n) Σ_{m ≤ n} Σ_{j ≤ min(i_m, i_n)} g_j / Σ_i R_i Σ_{j ≤ i} g_j",
    parameters: &[Parameter::new(
        "g",
        "share of users with each level as their threshold: proportional to the gains, equal, or given",
        Domain::ByLevelOr(&["gains", "uniform"]),
        Some("gains"),
    )],
    counts_levels: true,
    source: "Robertson, Kanoulas and Yilmaz, SIGIR 2010, section 3; NTCIREVAL, -gap",
    kernel: Resolved(|metric, setting| {
        let gains: Gains = setting.gains(metric)?;
        if metric.gains().is_some() && metric.value("g").is_none_or(|g| g.to_string() != "'gains'") {
            return Err(ScorerError::unused_gains(metric, "the thresholds are levels"));
        }
        let thresholds = setting.table(metric, "g", |word| match word {
            "uniform" => LevelTable::new([1.0]),
            _ => LevelTable::from(&gains),
        })?;
        // For each level, the share of users to whom a document of this level is relevant, up to a common
        // factor.
        let users = thresholds.cumulative(setting.gains.top_level());
        kernel(move |seen| {
            let ideal = seen.list.ideal;
            let best: f64 = ideal.iter().map(|&level| users.at(level)).sum();
            if best <= 0.0 {
                return None;
            }
            let mut hits_by_level = [0_u32; 256];
            let top_level = ideal.first().copied().unwrap_or(0);
            let mut sum = 0.0;
            for hit in seen.hits {
                hits_by_level[usize::from(hit.level)] += 1;
                let mut agreed = 0.0;
                for level in 1..=top_level {
                    agreed += f64::from(hits_by_level[usize::from(level)]) * users.at(level.min(hit.level));
                }
                sum += agreed / f64::from(hit.rank);
            }
            Some(sum / best)
        })
    }),
    ..Entry::GRADED
};
