//! Known errata: places at which a paper is known to be wrong.
//!
//! If the correct value of a mistaken cell is certain, the erratum gives it (`should-be`), and computed values are
//! compared with it too.

use schemars::JsonSchema;
use serde::Deserialize;

use super::cell::{Address, PrintedCell, ShouldBe};
use super::expected::Expected;
use super::value::Printed;
use super::{CheckOutcome, Failure};
use crate::spec::yaml::{Spanned, YamlError};

/// A mistake of the paper.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Erratum {
    /// Its name in reports.
    pub name: Spanned<String>,
    /// The mistake and the intended meaning.
    pub reason: String,
    /// `false` if no number is mistaken: they follow another rule than the text states. Then no cell has a `should-be`.
    #[serde(default = "yes")]
    pub misprint: bool,
    /// The mistaken cells with their text; a lost mark or a heading beside a table has none.
    #[serde(default)]
    pub printed: Vec<Spanned<PrintedText>>,
}

fn yes() -> bool {
    true
}

/// A cell and its text.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintedText {
    /// The cell, or the number of a heading.
    pub cell: Address,
    /// The printed text.
    pub text: String,
    /// The correct text, in the same form; absent if it is uncertain, or if it is not this cell that is mistaken.
    #[serde(default)]
    pub should_be: Option<Spanned<String>>,
}

impl Erratum {
    /// Returns the correct value of `cell` according to `printed`, or `None` if it gives none. A text of another form
    /// than the printed one, the printed text itself, and a cell that is not compared with a computed value are errors.
    pub(super) fn should_be(
        &self,
        printed: &PrintedText,
        cell: &PrintedCell,
    ) -> Result<Option<ShouldBe>, YamlError> {
        // If the quoted text is no longer printed, the erratum is stale: [`Expected::stale_errata`] reports it.
        let Some(text) = printed.should_be.as_ref().filter(|_| cell.text == printed.text) else {
            return Ok(None);
        };
        if !self.misprint {
            return Err(text.error(format!("erratum `{}` is no misprint", self.name.value)));
        }
        if !cell.kind.is_compared() {
            return Err(text.error(format!("{} is compared with no computed value", cell.address)));
        }
        let value = Printed::parse(&text.value, cell.reading).map_err(|message| text.error(message))?;
        if std::mem::discriminant(&value) != std::mem::discriminant(&cell.value) {
            return Err(text.error(format!("`{}` is no number like the printed `{}`", text.value, cell.text)));
        }
        if value == cell.value {
            return Err(text.error(format!("`{}` is what {} prints", text.value, cell.address)));
        }
        let (erratum, reason) = (self.name.value.clone(), self.reason.clone());
        Ok(Some(ShouldBe { text: text.value.clone(), value, erratum, reason }))
    }
}

impl Expected {
    /// Returns the errata whose quoted text is not printed: the transcription was corrected, and the list of errata must
    /// follow.
    pub fn stale_errata(&self) -> Vec<Failure> {
        let mut failures = Vec::new();
        for erratum in &self.known_errata {
            for Spanned { value: PrintedText { cell, text, .. }, at } in &erratum.printed {
                let found = match self.text_at(cell) {
                    Some(found) if found == text => continue,
                    Some(found) => format!("{cell} prints `{found}`, not `{text}`"),
                    None => format!("{cell} is not among the printed cells"),
                };
                let message = format!("erratum `{}` is stale: {found}", erratum.name.value);
                let outcome = CheckOutcome::StaleExpectation;
                failures.push(Failure::new(outcome, "known errata", at.as_ref(), &message));
            }
        }
        failures
    }
}
