//! The format of a line of judgments, and the verdict of its grade.

use std::collections::BTreeMap;

use rejudge_metrics::Verdict;

/// Highest relevance level.
pub const HIGHEST_LEVEL: u8 = 127;

/// Relevance label -> level.
pub type Labels = BTreeMap<String, u8>;

/// The format of judgments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QrelsFormat {
    /// `topic iteration document grade`. The grade is an integer, or one of the labels if there are any.
    Trec {
        /// Grade as written -> level; empty: the grade is the level. Negative grades keep their meaning.
        grades: Labels,
    },
    /// `topic document label`.
    Ntcir {
        /// Label -> level; empty: `ntcir_labels`.
        grades: Labels,
    },
}

impl QrelsFormat {
    /// TREC qrels whose grades are the levels.
    pub fn trec() -> Self {
        Self::Trec { grades: Labels::new() }
    }

    /// Returns a line in this format, without its end, or `None` if the format has no label for the verdict.
    /// If a level has several labels, the first by name is used.
    ///
    /// ```
    /// use rejudge_collections::descriptor::QrelsFormat;
    /// use rejudge_metrics::Verdict;
    /// let grades = [("0", 0), ("1", 1), ("2", 3)].map(|(label, level)| (label.to_owned(), level));
    /// let format = QrelsFormat::Trec { grades: grades.into() };
    /// assert_eq!(format.line("601", "d", Verdict::Level(3)).as_deref(), Some("601 0 d 2"));
    /// assert_eq!(format.line("601", "d", Verdict::Level(2)), None);
    /// ```
    pub fn line(&self, topic: &str, document: &str, verdict: Verdict) -> Option<String> {
        let label = |grades: &Labels, level| {
            grades.iter().find(|&(_, &other)| other == level).map(|(label, _)| label.clone())
        };
        match (self, verdict) {
            (Self::Trec { .. }, Verdict::Pooled) => Some(format!("{topic} 0 {document} -1")),
            (Self::Trec { grades }, Verdict::Level(level)) if grades.is_empty() => {
                Some(format!("{topic} 0 {document} {level}"))
            }
            (Self::Trec { grades }, Verdict::Level(level)) => {
                Some(format!("{topic} 0 {document} {}", label(grades, level)?))
            }
            (Self::Ntcir { .. }, Verdict::Pooled) => None,
            (Self::Ntcir { grades }, Verdict::Level(level)) => {
                let defaults = ntcir_labels();
                let grades = if grades.is_empty() { &defaults } else { grades };
                Some(format!("{topic} {document} {}", label(grades, level)?))
            }
        }
    }
}

/// Returns the default labels of NTCIR, for a collection without its own: `L0`..`L9`, and `S`, `A`, `B`, `C` for 3,
/// 2, 1, 0.
pub(crate) fn ntcir_labels() -> Labels {
    let levels = (0..=9).map(|level| (format!("L{level}"), level));
    let letters = [("S", 3), ("A", 2), ("B", 1), ("C", 0)].map(|(label, level)| (label.to_owned(), level));
    levels.chain(letters).collect()
}
