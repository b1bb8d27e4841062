//! Maps the grades of judgments to verdicts or gains, by the rules of the file's format.

use std::num::IntErrorKind;

use crate::descriptor::{Format, HIGHEST_LEVEL, LabelKind, Labels, QrelsFormat};
use rejudge_metrics::{Gains, Verdict};

use crate::error::Located;
use crate::fields::Span;
use crate::file_text::FileText;
use crate::forms::FileKind;
use crate::text::parse_double;

pub(crate) const TREC: &str = "4 (topic, iteration, document, grade)";
pub(crate) const NTCIR: &str = "3 (topic, document, relevance label)";

/// The error if a grade must be a level, such as the grade of a group, but the grades of the collection are
/// gains.
const NO_LEVELS: &str = "the grades are gains, but this one must be a level";

/// The mapping of grades to verdicts or gains.
#[derive(Clone, Debug)]
pub(crate) struct Grades {
    scale: Scale,
    /// True if a negative grade withholds the judgment. In NTCIR's format, a negative grade is an error,
    /// unless it is one of the labels.
    withholds: bool,
}

#[derive(Clone, Debug)]
enum Scale {
    /// A grade is a level.
    Levels,
    /// A grade is a label. The map has the level of each label.
    Labels(Labels),
    /// A grade is a gain.
    Gains,
}

impl Grades {
    pub fn new(format: &QrelsFormat) -> Self {
        let scale = match (format.labels, format.label_levels()) {
            (LabelKind::Gains, _) => Scale::Gains,
            (LabelKind::Levels, Some(labels)) => Scale::Labels(labels.into_owned()),
            (LabelKind::Levels, None) => Scale::Levels,
        };
        Self { scale, withholds: format.format == Format::Trec }
    }

    /// Returns the kind of contents that csv, JSON and so on are expected to have. If grades are levels,
    /// fractions are rounded. Labels and gains stay as they are written, except that a whole number
    /// loses its decimals and its exponent: `2.0` becomes `2`.
    pub(crate) fn kind(&self) -> FileKind {
        if self.are_levels() { FileKind::Judgments } else { FileKind::Labels }
    }

    pub(crate) fn are_levels(&self) -> bool {
        matches!(self.scale, Scale::Levels)
    }

    pub(crate) fn are_gains(&self) -> bool {
        matches!(self.scale, Scale::Gains)
    }

    /// Returns the level or the gain of a grade, or `None` if the judgment is withheld.
    pub(crate) fn number(&self, grade: &str) -> Result<Option<f64>, String> {
        if self.are_gains() {
            return self.gain(grade);
        }
        Ok(match self.verdict(grade)? {
            Verdict::Level(level) => Some(f64::from(level)),
            Verdict::Pooled => None,
        })
    }

    fn gain(&self, grade: &str) -> Result<Option<f64>, String> {
        match parse_double(grade.as_bytes()).filter(|gain| gain.is_finite()) {
            // Adding 0.0 turns -0.0 into 0.0, so that equal gains compare equal bit by bit.
            Some(gain) if (0.0..=Gains::MAX_GAIN).contains(&gain) => Ok(Some(gain + 0.0)),
            Some(gain) if gain > 0.0 => {
                let gain = grade.escape_debug();
                Err(format!("gain `{gain}` is too large, expected a number from 0 to 1e100"))
            }
            Some(_) if self.withholds => Ok(None),
            Some(_) => Err(format!("gain {grade} is below 0")),
            None => Err(format!("gain `{}` is not a number", grade.escape_debug())),
        }
    }

    /// Returns the verdict of a grade. If grades are gains, returns an error, because a gain has no verdict.
    pub fn verdict(&self, grade: &str) -> Result<Verdict, String> {
        match &self.scale {
            Scale::Labels(labels) if !self.withholds || !grade.starts_with('-') => label(grade, labels),
            Scale::Labels(_) | Scale::Levels => integer(grade),
            Scale::Gains => Err(NO_LEVELS.to_owned()),
        }
    }

    /// Returns the verdict of a group's grade. Unlike a judgment, a group cannot be withheld. So if grades
    /// are labels, a negative grade is looked up like any other label. If grades are levels, it becomes
    /// [`Verdict::Pooled`], which the caller refuses.
    pub fn level(&self, grade: &str) -> Result<Verdict, String> {
        match &self.scale {
            Scale::Labels(labels) => label(grade, labels),
            Scale::Levels => integer(grade),
            Scale::Gains => Err(NO_LEVELS.to_owned()),
        }
    }

    pub(crate) fn verdict_at(&self, source: &FileText<'_>, grade: Span) -> Result<Verdict, Located> {
        self.verdict(source.get(grade)).map_err(|what| source.error(grade, what))
    }
}

/// Returns a hint if the grade is a word.
pub(crate) fn hint_for(grade: &str) -> Option<&'static str> {
    let is_word = grade.starts_with(char::is_alphabetic) && grade.chars().all(char::is_alphanumeric);
    is_word.then_some("--grades=E=3,S=2,C=1,I=0, or `grades` of a description, gives words their levels")
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
    let expected = labels.keys().map(|label| format!("`{label}`")).collect::<Vec<_>>().join(", ");
    Err(format!("unknown relevance label `{}`; expected one of {expected}", grade.escape_debug()))
}
