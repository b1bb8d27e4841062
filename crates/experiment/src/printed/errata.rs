//! Known errata: places where a paper is wrong.
//!
//! If the correct value of a wrong cell is certain, the erratum gives it as `should-be`, and computed values are compared
//! with it too.

use schemars::JsonSchema;
use serde::Deserialize;

use super::cell::{Address, PrintedCell, ShouldBe};
use super::expected::Expected;
use super::value::Printed;
use super::{CheckFailure, CheckOutcome};
use crate::spec::yaml::{Spanned, YamlError};

/// A mistake in the paper.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Erratum {
    /// The erratum's name in reports.
    pub name: Spanned<String>,
    /// The mistake and the intended meaning.
    pub reason: String,
    /// `false` if no number is wrong, because the numbers follow another rule than the text states. No cell has a
    /// `should-be` then.
    #[serde(default = "yes")]
    pub misprint: bool,
    /// The wrong cells with their text. Empty if the mistake is not in a cell, such as a mark that was lost.
    #[serde(default)]
    pub printed: Vec<Spanned<PrintedText>>,
}

fn yes() -> bool {
    true
}

/// A cell with its printed text.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintedText {
    /// The cell, or the number of a heading.
    pub cell: Address,
    /// The printed text.
    pub text: String,
    /// The correct text in the same form. Leave it out if it is uncertain, or if another cell is the wrong one.
    #[serde(default)]
    pub should_be: Option<Spanned<String>>,
}

impl Erratum {
    /// Returns the correct value of `cell`, or `None` if `printed` does not give the value or quotes another text than
    /// the cell's.
    ///
    /// # Errors
    /// If the erratum is not a misprint, if the correct text has another form than the printed text or has the same
    /// value, or if the cell is not compared with a computed value.
    pub(super) fn should_be(
        &self,
        printed: &PrintedText,
        cell: &PrintedCell,
    ) -> Result<Option<ShouldBe>, YamlError> {
        // If the cell's text has changed, the erratum is stale, which [`Expected::stale_errata`] reports.
        let Some(text) = printed.should_be.as_ref().filter(|_| cell.text == printed.text) else {
            return Ok(None);
        };
        if !self.misprint {
            return Err(text.error(format!("erratum `{}` is not a misprint", self.name.value)));
        }
        if !cell.kind.is_compared() {
            return Err(text.error(format!("{} is not compared with a computed value", cell.address)));
        }
        let value = Printed::parse(&text.value, cell.reading).map_err(|message| text.error(message))?;
        if std::mem::discriminant(&value) != std::mem::discriminant(&cell.value) {
            let message =
                format!("`{}` is not a number of the same form as the printed `{}`", text.value, cell.text);
            return Err(text.error(message));
        }
        if value == cell.value {
            return Err(
                text.error(format!("`{}` is already the printed value of {}", text.value, cell.address))
            );
        }
        let (erratum, reason) = (self.name.value.clone(), self.reason.clone());
        Ok(Some(ShouldBe { text: text.value.clone(), value, erratum, reason }))
    }
}

impl Expected {
    /// Returns a failure for each text that an erratum quotes but that is not the transcribed text. The
    /// transcription was corrected, so the erratum must be corrected too.
    pub fn stale_errata(&self) -> Vec<CheckFailure> {
        let mut failures = Vec::new();
        for erratum in &self.known_errata {
            for Spanned { value: PrintedText { cell, text, .. }, at } in &erratum.printed {
                let difference = match self.text_at(cell) {
                    Some(transcribed) if transcribed == text => continue,
                    Some(transcribed) => format!("{cell} prints `{transcribed}`, not `{text}`"),
                    None => format!("{cell} is not among the printed cells"),
                };
                let message = format!("erratum `{}` is stale: {difference}", erratum.name.value);
                let outcome = CheckOutcome::StaleExpectation;
                failures.push(CheckFailure::new(outcome, "known errata", at.as_ref(), &message));
            }
        }
        failures
    }
}
