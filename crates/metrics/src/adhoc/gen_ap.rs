//! Generalised average precision (genAveP).
//!
//! cg(r) and cg_I(r) sum the gains in the top r of the list and of the ideal list, and I(r) is 1 if the document at
//! rank r is relevant, else 0:
//!
//! genAP = Σ I(r) cg(r)/r / Σ_{r ≤ R} cg_I(r)/r
//!
//! Documents with a gain above 0 are relevant. Unjudged documents count as nonrelevant. With equal gains this is AP.
//! `None` if no judged document has a gain.
//!
//! Kishida, NII Technical Report NII-2005-014E; Sakai, Controlling the penalty on late arrival of relevant
//! documents, Eq. 5.
//!
//! ```
//! let list: rejudge_metrics::JudgedRanking = "1..3".parse()?;
//! assert_eq!(list.score("genAP")?, Some((1.0 / 1.0 + 4.0 / 4.0) / (3.0 / 1.0 + 4.0 / 2.0)));
//! assert_eq!("0".parse::<rejudge_metrics::JudgedRanking>()?.score("genAP")?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::adhoc::measure::*;

pub(crate) const GEN_AP: Entry = Entry {
    name: "genAP",
    title: "generalised average precision",
    formula: "Σ I(r) cg(r)/r / Σ_{r ≤ R} cg_I(r)/r",
    source: "Kishida, NII-2005-014E; Sakai, Controlling the penalty on late arrival of relevant documents, Eq. 5",
    kernel: Plain(|seen| {
        let ideal = sum(seen, (1..).zip(seen.list.ideal.iter().copied()));
        (ideal > 0.0).then(|| sum(seen, seen.hits.iter().map(|hit| (hit.rank, hit.level))) / ideal)
    }),
    ..Entry::GRADED
};

fn sum(seen: &Seen<'_>, documents: impl Iterator<Item = (u32, u8)>) -> f64 {
    let (mut gain, mut sum) = (0.0, 0.0);
    for (rank, level) in documents.filter(|&(_, level)| level >= seen.rel) {
        gain += seen.gain(level);
        sum += gain / f64::from(rank);
    }
    sum
}
