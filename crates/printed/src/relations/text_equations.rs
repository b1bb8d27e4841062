//! Equations of the running text: both sides are printed, one follows from the other.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::Site;
use super::super::exact::{Interval, Ratio};
use super::super::expected::Expected;
use super::super::formula;
use super::super::printed::{Printed, Reading};
use super::Instance;
use rejudge_spec::yaml::{Spanned, YamlError};

/// Each equation `15*14/2 = 105` or `68/105 = 65%` holds: the left side, worked out exactly, rounds to the
/// right one.
///
/// Binds no cell: what the running text says is no table. The site of an equation is `text`, its section
/// and the equation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Arithmetic {
    /// The equations.
    equations: Vec<Equation>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Equation {
    /// Section of the paper.
    section: String,
    /// The equation: `15*14/2 = 105`.
    says: Spanned<String>,
}

impl Arithmetic {
    pub(super) fn instances<'e>(&self, _: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let instance = |equation: &Equation| {
            let says = &equation.says;
            let verdict = holds(says)?;
            let at = says.at.as_ref().ok_or_else(|| says.error("an equation without a place"))?;
            let site = Site::of_text(&equation.section, &says.value);
            Ok(Instance::new(site, at, Vec::new(), Vec::new(), verdict))
        };
        self.equations.iter().map(instance).collect()
    }
}

/// Whether an equation holds; an error is a text that is none.
fn holds(says: &Spanned<String>) -> Result<Result<(), String>, YamlError> {
    let (left, right) = says.value.rsplit_once('=').ok_or_else(|| says.error("an equation has a `=`"))?;
    let value = formula::value(left).map_err(|e| says.error(e))?;
    let printed = Printed::parse(right, Reading::default()).map_err(|e| says.error(e))?;
    let (interval, value) = match printed {
        Printed::Decimal { number, percent: true } => (number.interval(), value * Ratio::whole(100)),
        Printed::Decimal { number, .. } => (number.interval(), value),
        Printed::Integer(number) => (Interval::point(Ratio::whole(number)), value),
        _ => return Err(says.error(format!("`{}` is not a number", right.trim()))),
    };
    Ok(match interval.contains(value) {
        true => Ok(()),
        false => Err(format!("{} is {value}, not {}", left.trim(), right.trim())),
    })
}
