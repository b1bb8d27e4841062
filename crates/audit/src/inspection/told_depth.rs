//! A depth of the pool that somebody told, held against the judgments.

use std::fmt;

use rejudge_pools::inspect::{EXPLAINS, Grounds};

use super::filled::{FILLED, is_filled};
use super::{Inspection, Origin};
use rejudge_eval::plural::{counted, of_number};

/// What the judgments have of the pool of the depth that was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToldDepth {
    /// The depth.
    pub depth: u32,
    /// Different documents of the pool, and the judged ones among them.
    pub documents: usize,
    /// See `documents`.
    pub judged: usize,
    /// All judged documents.
    pub all: usize,
}

impl ToldDepth {
    /// Whether the judgments may be this pool: enough of it is judged, and it holds as large a part of the
    /// judgments as a depth must that is inferred.
    pub fn is_borne_out(&self) -> bool {
        is_filled(self.judged, self.documents) && self.judged as f64 >= EXPLAINS * self.all as f64
    }
}

/// As a sentence.
impl fmt::Display for ToldDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unjudged = self.documents - self.judged;
        write!(
            f,
            "Assumes depth {} (--depth): {:.1}% of the judgments are in that pool, and {unjudged} of its {} {} not judged.",
            self.depth,
            100.0 * self.judged as f64 / self.all.max(1) as f64,
            counted(self.documents, "document"),
            of_number(unjudged, "is", "are")
        )?;
        if !self.is_borne_out() {
            write!(
                f,
                " No verdict rests on a depth of whose pool less than {:.0}% are judged, or which holds less than {:.0}% of the \
                 judgments.",
                100.0 * FILLED,
                100.0 * EXPLAINS
            )?;
        }
        Ok(())
    }
}

impl Inspection {
    /// The depth that somebody told; `None` where it was inferred, or where there is no pool.
    pub fn told_depth(&self) -> Option<ToldDepth> {
        let base = self.base.as_ref().filter(|base| base.pool.grounds == Grounds::Told)?;
        let (depth, whole) = (base.pool.depth?, self.by_rank()?.whole());
        let all = self.judged().0;
        Some(ToldDepth { depth, documents: whole.new, judged: whole.judged, all })
    }

    /// How the judged documents were chosen where somebody told a depth.
    pub(super) fn origin_of_told(&self) -> Origin {
        match self.told_depth() {
            Some(told) if !told.is_borne_out() => Origin::Unknown,
            _ => Origin::Pool,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_told_depth_is_borne_out_by_both_shares() {
        let told = |documents, judged, all| ToldDepth { depth: 10, documents, judged, all };
        // 90% of the pool, half of the judgments: at the limits and below either.
        assert!(told(100, 90, 180).is_borne_out());
        assert!(!told(100, 89, 100).is_borne_out());
        assert!(!told(100, 100, 201).is_borne_out());
        let said = told(100, 97, 2694).to_string();
        assert!(
            said.starts_with("Assumes depth 10 (--depth): 3.6% of the judgments are in that pool, and 3 of its 100 documents are not"),
            "{said}"
        );
        assert!(
            said.ends_with("less than 90% are judged, or which holds less than 50% of the judgments."),
            "{said}"
        );
        assert!(!told(100, 90, 180).to_string().contains("No verdict"));
    }
}
