//! The values of a parameter: one value, a list, or a range.

use rejudge_pools::joined;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use crate::spec::yaml::{Node, OneOrMany, Position, Shaped, Spanned, Value, YamlError, from_node, relayed};

/// The values of a parameter: one value, or several to sweep over (`[..]`, `{each: [..]}`, `{range: {from, to, step}}`).
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Shaped<Spanned<String>, Vec<Spanned<String>>, Swept>")]
pub enum Sweep {
    One(Spanned<String>),
    /// One value if the parameter takes several names, and a sweep otherwise.
    List(Vec<Spanned<String>>),
    Each(Vec<Spanned<String>>),
    /// `(from + i * step) / 10^places`, for each `i` from 0 to `last`. A range is expanded only when the values are needed,
    /// because a few words can describe a million values.
    Range {
        from: i64,
        step: i64,
        last: i64,
        places: i32,
        /// The positions of the first and of the last value.
        ends: [Option<Position>; 2],
    },
}

impl Sweep {
    /// Returns the values as texts, in order.
    pub fn values(&self) -> impl Iterator<Item = Spanned<String>> {
        let (listed, range) = match self {
            Self::One(one) => (std::slice::from_ref(one), None),
            Self::List(listed) | Self::Each(listed) => (listed.as_slice(), None),
            Self::Range { from, step, last, places, ends } => {
                // An error in a value is shown at the end of the range, unless the first value is wrong.
                let value = move |i: i64| Spanned {
                    value: decimal(from + i * step, *places),
                    at: ends[usize::from(i > 0)].clone(),
                };
                (&[][..], Some((0..=*last).map(value)))
            }
        };
        listed.iter().cloned().chain(range.into_iter().flatten())
    }
}

/// Several values.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Swept {
    /// Each of these values
    Each(OneOrMany<EachItem>),
    /// The values from `from` to `to` in steps of `step`, including both ends
    #[serde(deserialize_with = "range_of_values")]
    Range(#[schemars(with = "Range")] Sweep),
}

/// Reads a range, which must have at least one value, and at most [`Range::MAX_VALUES`].
fn range_of_values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Sweep, D::Error> {
    let node = Node::deserialize(deserializer)?;
    if !matches!(node.value, Value::Map(_)) {
        let message = format!("found {}, expected `{{from: .., to: .., step: ..}}`", node.kind());
        return Err(relayed(YamlError::at_node(&node, message)));
    }
    from_node::<Range>(&node).and_then(|range| range.sweep()).map_err(relayed)
}

impl From<Shaped<Spanned<String>, Vec<Spanned<String>>, Swept>> for Sweep {
    fn from(written: Shaped<Spanned<String>, Vec<Spanned<String>>, Swept>) -> Self {
        match written {
            Shaped::Scalar(one) => Self::One(one),
            Shaped::List(values) => Self::List(values),
            Shaped::Map(Swept::Each(OneOrMany(items))) => {
                Self::Each(items.into_iter().map(|EachItem(value)| value).collect())
            }
            Shaped::Map(Swept::Range(range)) => range,
        }
    }
}

/// A range of values, including both ends: `{range: {from, to, step}}`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    /// The first value.
    #[schemars(with = "f64")]
    from: Spanned<String>,
    /// The last value, which the steps must meet.
    #[schemars(with = "f64")]
    to: Spanned<String>,
    /// The difference between a value and the next one. It may be negative.
    #[serde(default = "one")]
    #[schemars(with = "f64")]
    step: String,
}

fn one() -> String {
    "1".to_owned()
}

/// Returns `units / 10^places` without zeros at the end of the decimals. We compute with integers, because
/// six steps of 0.01 in binary fractions are 0.060000000000000005.
fn decimal(units: i64, places: i32) -> String {
    let text = format!("{:.digits$}", units as f64 / 10_f64.powi(places), digits = places as usize);
    if places == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

impl Range {
    /// The largest number of values of a range, so that a typing error does not fill the memory.
    const MAX_VALUES: i64 = 1_000_000;
    /// The largest number of digits after the point. Further digits are rounded.
    const MAX_DECIMALS: usize = 9;

    fn sweep(&self) -> Result<Sweep, YamlError> {
        let error = |message: String| Err(YamlError::without_position(message));
        let (from, to, step) = (self.from.value.as_str(), self.to.value.as_str(), self.step.as_str());
        let texts = [from, to, step];
        let places = texts.map(|text| text.split_once('.').map_or(0, |(_, digits)| digits.len()));
        let places = places.into_iter().max().unwrap_or(0).min(Self::MAX_DECIMALS) as i32;
        let mut units = [0_i64; 3];
        for (units, text) in units.iter_mut().zip(texts) {
            let number = text.parse::<f64>().ok().map(|number| number * 10_f64.powi(places));
            // Below this limit, every whole number can be represented as a floating point number.
            let number = number.filter(|number| number.abs() < 9e15);
            let Some(number) = number else {
                return error(format!("found `{text}`, expected a number such as 5 or 0.05"));
            };
            *units = number.round() as i64;
        }
        let [first, end, step_units] = units;
        let values = format!("the range from {from} to {to} by {step}");
        if step_units == 0 {
            return error(format!("{values} has a step of 0"));
        }
        if (end - first).signum() == -step_units.signum() {
            return error(format!("{values} has no value"));
        }
        let last = (end - first) / step_units;
        if last >= Self::MAX_VALUES {
            return error(format!("{values} has more than {} values", Self::MAX_VALUES));
        }
        let last_value = first + last * step_units;
        if last_value != end {
            let [inside, outside] = [last_value, last_value + step_units].map(|units| decimal(units, places));
            let message =
                format!("steps of {step} from {from} do not meet `{to}`, expected `{inside}` or `{outside}`");
            return Err(self.to.error(message));
        }
        let ends = [self.from.at.clone(), self.to.at.clone()];
        Ok(Sweep::Range { from: first, step: step_units, last, places, ends })
    }
}

/// A value of `each`. A list of names is one value, so that `{each: [[a, b], [b, c]]}` has two sets of teams.
#[derive(Deserialize, JsonSchema)]
#[serde(from = "OneOrMany<Spanned<String>>")]
pub(super) struct EachItem(Spanned<String>);

impl From<OneOrMany<Spanned<String>>> for EachItem {
    fn from(OneOrMany(names): OneOrMany<Spanned<String>>) -> Self {
        let position = names.first().and_then(|name| name.at.clone());
        let names = names.into_iter().map(|name| name.value).collect();
        Self(Spanned { value: joined(names).unwrap_or_default(), at: position })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(from: &str, to: &str, step: &str) -> Result<Vec<String>, YamlError> {
        let [from, to] = [from, to].map(|value| Spanned { value: value.to_owned(), at: None });
        let sweep = Range { from, to, step: step.to_owned() }.sweep()?;
        Ok(sweep.values().map(|value| value.value).collect())
    }

    #[test]
    fn a_range_of_decimals_is_exact_and_contains_both_ends() {
        let percent: Vec<String> =
            (1..=99).map(|p| format!("0.{p:02}").trim_end_matches('0').to_owned()).collect();
        assert_eq!(values("0.01", "0.99", "0.01").unwrap(), percent);
        for (from, to, step, expected) in [
            ("5", "25", "10", &["5", "15", "25"][..]),
            ("0.10", "0.5", "0.2", &["0.1", "0.3", "0.5"]),
            ("0", "0.8", "0.4", &["0", "0.4", "0.8"]),
            ("1", "0", "-0.5", &["1", "0.5", "0"]),
            ("-0.5", "0.5", "0.5", &["-0.5", "0", "0.5"]),
            ("0.05", "0.05", "0.01", &["0.05"]),
        ] {
            assert_eq!(values(from, to, step).unwrap(), expected, "{from} to {to} by {step}");
        }
    }

    #[test]
    fn wrong_ranges_are_refused() {
        for (from, to, step, end_of_message) in [
            ("0.1", "0.5", "0.3", "expected `0.4` or `0.7`"),
            ("5", "1", "-3", "expected `2` or `-1`"),
            ("0", "1", "0.4", "expected `0.8` or `1.2`"),
            ("0.1", "0.5", "0", "has a step of 0"),
            ("0.1", "0.5", "0.0", "has a step of 0"),
            ("0.5", "0.1", "0.1", "has no value"),
            ("0.1", "0.5", "-0.1", "has no value"),
            ("0", "1", "0.0000001", "has more than 1000000 values"),
            ("0", "9000000000000000000", "0.001", "expected a number such as 5 or 0.05"),
            ("0.1", "x", "0.1", "expected a number such as 5 or 0.05"),
            ("0.0000000000000001", "1", "0.0000000000000001", "has a step of 0"),
        ] {
            let error = values(from, to, step).unwrap_err();
            assert!(error.message.ends_with(end_of_message), "{from} to {to} by {step}: {error}");
        }
    }
}
