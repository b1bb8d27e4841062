//! Maps grades of judgments to verdicts, by the description of the file.

use std::borrow::Cow;
use std::num::IntErrorKind;

use crate::descriptor::{Format, HIGHEST_LEVEL, Labels, QrelsFormat};
use rejudge_metrics::Verdict;

use crate::error::Located;
use crate::fields::Span;
use crate::file_text::FileText;
use crate::forms::Kind;

pub(crate) const TREC: &str = "4 (topic, iteration, document, grade)";
pub(crate) const NTCIR: &str = "3 (topic, document, relevance label)";

/// The mapping of grades to verdicts.
#[derive(Clone, Debug)]
pub(crate) struct Grades {
    /// The level of each label; `None` if grades are levels.
    labels: Option<Labels>,
    /// True if a grade may be negative: the judgment is withheld.
    withholds: bool,
}

impl Grades {
    /// Creates the grades of a format.
    pub fn new(format: &QrelsFormat) -> Self {
        Self { labels: format.labels().map(Cow::into_owned), withholds: format.format == Format::Trec }
    }

    /// Returns the contents of a file of judgments in another form: labels are read as they are written.
    pub(crate) fn kind(&self) -> Kind {
        if self.are_levels() { Kind::Judgments } else { Kind::Labels }
    }

    /// Returns true if a digit is a level.
    pub(crate) fn are_levels(&self) -> bool {
        self.labels.is_none()
    }

    pub fn verdict(&self, grade: &str) -> Result<Verdict, String> {
        match &self.labels {
            Some(labels) if !self.withholds || !grade.starts_with('-') => label(grade, labels),
            _ => integer(grade),
        }
    }

    /// Returns the verdict of a grade, which may not be withheld.
    pub fn level(&self, grade: &str) -> Result<Verdict, String> {
        self.labels.as_ref().map_or_else(|| integer(grade), |labels| label(grade, labels))
    }

    pub(crate) fn of_field(&self, source: &FileText<'_>, grade: Span) -> Result<Verdict, Located> {
        self.verdict(source.get(grade)).map_err(|what| source.error(grade, what))
    }
}

/// Returns the hint for a grade that is a word.
pub(crate) fn hint_for(grade: &str) -> Option<&'static str> {
    let is_word = grade.starts_with(char::is_alphabetic) && grade.chars().all(char::is_alphanumeric);
    is_word.then_some(
        "--grades=E=3,S=2,C=1,I=0 (of eval, audit and pool), or `grades` of a description, gives words their levels",
    )
}

fn integer(grade: &str) -> Result<Verdict, String> {
    let too_high = || Err(format!("grade {grade} is above {HIGHEST_LEVEL}, the highest relevance level"));
    match grade.parse::<i32>() {
        Ok(level) if level < 0 => Ok(Verdict::Pooled),
        Ok(level) if level <= i32::from(HIGHEST_LEVEL) => Ok(Verdict::Level(level as u8)),
        Ok(_) => too_high(),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => too_high(),
        Err(error) if *error.kind() == IntErrorKind::NegOverflow => Ok(Verdict::Pooled),
        Err(_) => Err(format!("grade `{}` is not an integer", grade.escape_debug())),
    }
}

fn label(grade: &str, labels: &Labels) -> Result<Verdict, String> {
    if let Some(&level) = labels.get(grade) {
        return Ok(Verdict::Level(level));
    }
    let known = labels.keys().map(|label| format!("`{label}`")).collect::<Vec<_>>().join(", ");
    Err(format!("unknown relevance label `{}`; expected one of {known}", grade.escape_debug()))
}
