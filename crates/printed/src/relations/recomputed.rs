//! Percentages that two scores of the running text give again.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{Address, Site};
use super::super::exact::Ratio;
use super::super::expected::Expected;
use super::super::printed_decimal::PrintedDecimal;
use super::Instance;
use rejudge_spec::yaml::{Spanned, YamlError};

/// The printed change is (to - from) / from, rounded to its digits.
///
/// The scores are taken as printed, not as intervals: the paper gives them to show where the
/// percentage comes from.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recomputed {
    /// Each change, with the scores.
    changes: Vec<Change>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Change {
    /// The printed change.
    cell: Spanned<Address>,
    /// The score before, as printed.
    from: Spanned<String>,
    /// The score after, as printed.
    to: Spanned<String>,
}

impl Recomputed {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let mut instances = Vec::new();
        for change in &self.changes {
            let address = &change.cell.value;
            let missing = || change.cell.error(format!("{address} is not among the printed cells"));
            let cell = expected.cell(address).ok_or_else(missing)?;
            let (from, to) = (score(&change.from)?, score(&change.to)?);
            let percent = cell.value.percent();
            let verdict =
                percent.ok_or_else(|| format!("`{}` is not a percentage", cell.text)).and_then(|percent| {
                    let share = to.checked_sub(from).and_then(|change| change.checked_div(from));
                    let share = share.and_then(|share| share.checked_mul(Ratio::whole(100)));
                    let recomputed = share.and_then(|share| share.rounded_decimal(percent.digits));
                    if recomputed == Some(percent) {
                        return Ok(());
                    }
                    let (from, to) = (&change.from.value, &change.to.value);
                    let Some(recomputed) = recomputed else {
                        return Err(format!("the change from {from} to {to} is too large"));
                    };
                    Err(format!("`{}` is printed, {from} to {to} is {recomputed}%", cell.text))
                });
            instances.push(Instance::new(Site::from(address), &cell.at, vec![cell], Vec::new(), verdict));
        }
        Ok(instances)
    }
}

fn score(text: &Spanned<String>) -> Result<Ratio, YamlError> {
    let score = PrintedDecimal::parse(&text.value)
        .map(PrintedDecimal::ratio)
        .filter(|&score| score > Ratio::whole(0));
    score.ok_or_else(|| text.error(format!("`{}` is not a score above 0", text.value)))
}
