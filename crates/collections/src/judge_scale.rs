//! The valid labels of a judge, and the numbers that they denote.

use crate::descriptor::{JudgeFile, LabelKind, Outside};

use crate::error::Located;
use crate::fields::Span;
use crate::file_text::FileText;
use crate::text::parse_double;

/// The valid labels.
pub(crate) struct JudgeScale<'a> {
    /// The judge's description.
    pub judge: &'a JudgeFile,
    /// The highest level.
    pub highest: u8,
}

impl JudgeScale<'_> {
    /// Returns the number that a label denotes, or `None` if the label is dropped.
    pub fn read(
        &self,
        source: &FileText<'_>,
        span: Span,
        outside: &mut usize,
    ) -> Result<Option<f64>, Located> {
        let text = source.get(span);
        let label = text.escape_debug();
        let wrong = |what: String| source.error(span.start as usize, what);
        let (number, is_inside) = if self.judge.levels.is_empty() {
            let number = parse_double(text.as_bytes()).filter(|number| number.is_finite());
            let number = number.ok_or_else(|| {
                wrong(format!("label `{label}` is not a number: map it to a level in the judge's `levels`"))
            })?;
            let is_inside = match self.judge.labels {
                LabelKind::Levels => (0.0..=f64::from(self.highest)).contains(&number),
                LabelKind::Gains => number >= 0.0,
            };
            (number, is_inside)
        } else {
            match self.judge.levels.get(text) {
                Some(&level) => return Ok(Some(f64::from(level))),
                None => (0.0, false),
            }
        };
        if is_inside {
            if self.judge.labels == LabelKind::Levels && number.fract() != 0.0 {
                return Err(wrong(format!(
                    "label `{label}` is a fraction: set the judge's `labels` to `gains`, or map it to a level in `levels`"
                )));
            }
            // No label is -0.
            return Ok(Some(number + 0.0));
        }
        *outside += 1;
        match self.judge.outside {
            Outside::Refuse => {
                let expected = self.expected();
                Err(wrong(format!(
                    "label `{label}` is outside the scale, expected {expected}; set the judge's `outside` to `drop` or `clamp`"
                )))
            }
            Outside::Clamp => Ok(Some(if number < 0.0 { 0.0 } else { f64::from(self.highest) })),
            Outside::Drop => Ok(None),
        }
    }

    fn expected(&self) -> String {
        if !self.judge.levels.is_empty() {
            let known: Vec<String> = self.judge.levels.keys().map(|label| format!("`{label}`")).collect();
            return known.join(", ");
        }
        match self.judge.labels {
            LabelKind::Levels => format!("0 to {}", self.highest),
            LabelKind::Gains => "a number from 0".to_owned(),
        }
    }
}
