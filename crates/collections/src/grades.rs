//! The verdict that a grade of judgments stands for, as the description of the file has it.

use rejudge_descriptor::{HIGHEST_LEVEL, Labels, QrelsFormat};
use rejudge_metrics::Verdict;

use crate::error::{FormatError, FormatKind};
use crate::fields::Span;
use crate::file_text::FileText;

pub const TREC: &str = "4 (topic, iteration, document, grade)";
pub const NTCIR: &str = "3 (topic, document, relevance label)";

/// The verdict that a grade stands for; `defaults` are the labels of NTCIR.
pub fn verdict(
    format: &QrelsFormat,
    source: &FileText<'_>,
    grade: Span,
    defaults: &Labels,
) -> Result<Verdict, FormatError> {
    match format {
        QrelsFormat::Trec { grades } if grades.is_empty() || source.get(grade).starts_with('-') => {
            integer(source, grade)
        }
        QrelsFormat::Trec { grades } => label(source, grade, grades),
        QrelsFormat::Ntcir { grades } => {
            label(source, grade, if grades.is_empty() { defaults } else { grades })
        }
    }
}

pub fn integer(source: &FileText<'_>, span: Span) -> Result<Verdict, FormatError> {
    let text = source.get(span);
    let value = || text.to_owned();
    let kind = match text.parse::<i32>() {
        Ok(grade) if grade < 0 => return Ok(Verdict::Pooled),
        Ok(grade) if grade <= i32::from(HIGHEST_LEVEL) => return Ok(Verdict::Level(grade as u8)),
        Ok(_) => FormatKind::GradeRange { value: value() },
        Err(error) => match error.kind() {
            std::num::IntErrorKind::PosOverflow => FormatKind::GradeRange { value: value() },
            _ => FormatKind::Grade { value: value() },
        },
    };
    Err(source.error(span.start as usize, kind))
}

pub fn label(source: &FileText<'_>, span: Span, labels: &Labels) -> Result<Verdict, FormatError> {
    let text = source.get(span);
    if let Some(&level) = labels.get(text) {
        return Ok(Verdict::Level(level));
    }
    let known = labels.keys().map(|label| format!("`{label}`")).collect::<Vec<_>>().join(", ");
    Err(source.error(span.start as usize, FormatKind::Label { value: text.to_owned(), known }))
}
