//! The written form of a number in a table: its digits, its sign, and percentages.

use super::filled::FilledCell;
use super::text::number;

/// The format of a number in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The number of digits after the point.
    pub decimals: u8,
    /// True if positive numbers get a plus sign.
    pub signed: bool,
    /// True if a share is written as a percentage.
    pub percent: bool,
}

impl Form {
    /// Parses the part after the colon of `{change:+2%}`. If it has no number of digits, `default_decimals` is used.
    pub(crate) fn parse(form: &str, default_decimals: u8) -> Self {
        let digits = form.trim_start_matches('+').trim_end_matches('%');
        let decimals = match digits {
            "" => default_decimals,
            digits => digits.parse().expect("a `show` with wrong forms was refused when the table was read"),
        };
        Self { decimals, signed: form.starts_with('+'), percent: form.ends_with('%') }
    }

    /// Returns the format of `cell`: the one that the table's format string `show` gives for the cell's quantity, if
    /// there is one.
    pub fn new(cell: &FilledCell, show: Option<&str>) -> Self {
        let fields = show.into_iter().flat_map(|show| show.split('{').skip(1));
        let mut named_forms = fields.filter_map(|part| part.split('}').next()?.split_once(':'));
        match named_forms.find(|(name, _)| !cell.quantity.is_empty() && *name == cell.quantity) {
            Some((_, form)) => Self::parse(form, cell.decimals),
            None => Self { decimals: cell.decimals, signed: false, percent: cell.percent },
        }
    }

    /// Returns `value` in this format.
    pub fn shown(self, value: f64) -> String {
        let (factor, sign) = if self.percent { (100.0, "%") } else { (1.0, "") };
        format!("{}{sign}", number(factor * value, self.decimals, self.signed))
    }

    /// Returns the mean of a cell, followed by the standard deviation of its draws if they vary. Returns
    /// `None` if there are no draws.
    pub(crate) fn with_deviation(self, cell: &FilledCell) -> Option<String> {
        let mean = self.shown(cell.mean()?);
        Some(match cell.sd().filter(|_| cell.varies()) {
            Some(sd) => {
                let sd = if self.percent { 100.0 * sd } else { sd };
                format!("{mean} ±{}", number(sd, self.decimals, false))
            }
            None => mean,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantity_is_shown_as_the_table_says() {
        let cell = |quantity: &str| FilledCell {
            quantity: quantity.to_owned(),
            decimals: 3,
            percent: false,
            ..FilledCell::default()
        };
        let show = Some("{change:+2%} ±{change.sd:1%} {before:1}");
        let shown = |quantity| Form::new(&cell(quantity), show).shown(0.12345);
        assert_eq!([shown("change"), shown("before"), shown("after")], ["+12.35%", "0.1", "0.123"]);
        let power = FilledCell { percent: true, decimals: 1, ..FilledCell::default() };
        assert_eq!(Form::new(&power, None).shown(0.5), "50.0%");
    }
}
