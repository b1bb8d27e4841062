//! The format of judgments: the columns of a line, the levels of grades, and the topics that are read.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rejudge_metrics::Verdict;

use crate::descriptor::files::Format;
use crate::descriptor::judge::LabelKind;
use crate::descriptor::scores::TopicRange;

/// The highest relevance level that a grade may have. If grades are gains, there may be up to 255 levels
/// above 0.
pub const HIGHEST_LEVEL: u8 = 127;

/// Relevance label -> level.
pub type Labels = BTreeMap<String, u8>;

/// The format of judgments, the levels of their grades, and the topics that are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QrelsFormat {
    /// The columns of a line.
    pub format: Format,
    /// Grade or label, as it is written in the file -> its level. If `labels` says that grades are gains, the
    /// map is not used to read them. Otherwise, if it is empty, TREC grades are themselves the levels, and
    /// NTCIR labels have their usual levels. In any case, a negative TREC grade means that the document was
    /// pooled but not judged.
    pub grades: Labels,
    /// The scale of the grades: levels, or gains, which may be fractions. The distinct gains above 0 are
    /// numbered in ascending order, and their numbers are the levels.
    pub labels: LabelKind,
    /// The first and the last topic that are read, in the order of topic names. `None` means all topics.
    pub topics: Option<TopicRange>,
}

impl From<Format> for QrelsFormat {
    fn from(format: Format) -> Self {
        Self { format, ..Self::default() }
    }
}

impl QrelsFormat {
    /// Returns the format of TREC qrels with levels as grades.
    pub fn trec() -> Self {
        Format::Trec.into()
    }

    /// Returns the format of NTCIR's relevance files with the usual labels.
    pub fn ntcir() -> Self {
        Format::Ntcir.into()
    }

    /// Returns true if lines have TREC's columns and `grades` is empty. Judgments by intent may have another
    /// form, such as csv, only in this case.
    pub fn is_plain_trec(&self) -> bool {
        self.format == Format::Trec && self.grades.is_empty()
    }

    /// Returns the level of each grade or label. Returns `None` if `grades` is empty and the format is
    /// TREC's.
    pub(crate) fn label_levels(&self) -> Option<Cow<'_, Labels>> {
        match self.format {
            _ if !self.grades.is_empty() => Some(Cow::Borrowed(&self.grades)),
            Format::Trec => None,
            Format::Ntcir => Some(Cow::Owned(ntcir_labels())),
        }
    }

    /// Returns a line in this format, without a line break. The grade is a level or a label, even if `labels`
    /// says that grades are gains. Returns `None` if the format has no label for the verdict. If a level has
    /// several labels, the first by name is used.
    ///
    /// ```
    /// use rejudge_collections::descriptor::QrelsFormat;
    /// use rejudge_metrics::Verdict;
    /// let grades = [("0", 0), ("1", 1), ("2", 3)].map(|(label, level)| (label.to_owned(), level));
    /// let format = QrelsFormat { grades: grades.into(), ..QrelsFormat::trec() };
    /// assert_eq!(format.line("601", "d", Verdict::Level(3)).as_deref(), Some("601 0 d 2"));
    /// assert_eq!(format.line("601", "d", Verdict::Level(2)), None);
    /// ```
    pub fn line(&self, topic: &str, document: &str, verdict: Verdict) -> Option<String> {
        let grade = match (verdict, self.label_levels()) {
            (Verdict::Pooled, _) => (self.format == Format::Trec).then(|| "-1".to_owned())?,
            (Verdict::Level(level), None) => level.to_string(),
            (Verdict::Level(level), Some(labels)) => {
                labels.iter().find(|&(_, &label_level)| label_level == level)?.0.clone()
            }
        };
        Some(match self.format {
            Format::Trec => format!("{topic} 0 {document} {grade}"),
            Format::Ntcir => format!("{topic} {document} {grade}"),
        })
    }
}

/// Returns the usual labels of NTCIR: `L0`..`L9`, and `S`, `A`, `B`, `C` for the levels 3, 2, 1, 0.
fn ntcir_labels() -> Labels {
    let levels = (0..=9).map(|level| (format!("L{level}"), level));
    let letters = [("S", 3), ("A", 2), ("B", 1), ("C", 0)].map(|(label, level)| (label.to_owned(), level));
    levels.chain(letters).collect()
}
