//! Cells that the running text quotes.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{Address, Site};
use super::super::expected::Expected;
use super::super::printed::{Printed, Reading};
use super::Instance;
use rejudge_spec::yaml::{Spanned, YamlError};

/// Each quoted cell says what the text says of it; `8` in the text is `8.00` in the table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Spoken {
    /// What the text says of which cell.
    quotes: Vec<Quote>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Quote {
    /// Section of the paper.
    section: u32,
    /// The cell.
    cell: Spanned<Address>,
    /// What the text says of it.
    says: Spanned<String>,
}

impl Spoken {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let mut instances = Vec::new();
        for quote in &self.quotes {
            let address = &quote.cell.value;
            let missing = || quote.cell.error(format!("{address} is not among the printed cells"));
            let cell = expected.cell(address).ok_or_else(missing)?;
            let said =
                Printed::parse(&quote.says.value, Reading::default()).map_err(|e| quote.says.error(e))?;
            let verdict = match cell.value.says_the_same(&said) {
                true => Ok(()),
                false => {
                    let (section, says) = (quote.section, &quote.says.value);
                    Err(format!("the table prints `{}`, section {section} says `{says}`", cell.text))
                }
            };
            instances.push(Instance::new(Site::from(address), &cell.at, vec![cell], Vec::new(), verdict));
        }
        Ok(instances)
    }
}
