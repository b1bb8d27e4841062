//! Any table of columns for people.

use rejudge_frame::{Column, Values};

use super::columns::text;
use super::{Cell, Decimals, Heading, Sheet, Table, rounded};

/// Columns of p-values; those below the last digit are said to be.
const P: [&str; 2] = ["p", "p-adjusted"];

impl Table {
    /// What people read of it.
    pub(super) fn into_sheets(self) -> Vec<Sheet> {
        if !self.sheets.is_empty() {
            return self.sheets;
        }
        let decimals = self.decimals();
        let heading = |column: &Column| Heading {
            text: column.name.clone(),
            is_number: matches!(column.values, Values::Number(_) | Values::Whole(_)),
        };
        let cell = |column: &Column, at: usize| -> Cell {
            match &column.values {
                Values::Number(of) if P.contains(&column.name.as_str()) => {
                    of[at].map(p_value).unwrap_or_default().into()
                }
                Values::Number(of) => {
                    of[at].map(|number| rounded(number, decimals)).unwrap_or_default().into()
                }
                _ => text(column, at).into(),
            }
        };
        let columns = &self.frame.columns;
        let rows = (0..self.frame.rows()).map(|at| columns.iter().map(|column| cell(column, at)).collect());
        vec![Sheet {
            title: String::new(),
            columns: columns.iter().map(heading).collect(),
            rows: rows.collect(),
            notes: vec!["Numbers are rounded.".to_owned()],
        }]
    }

    /// What its numbers are rounded to: an interval of 95% is four standard errors wide.
    fn decimals(&self) -> Decimals {
        let numbers = |name: &str| match self.frame.column(name) {
            Ok(Values::Number(of)) => of.as_slice(),
            _ => &[],
        };
        let widths = numbers("low").iter().zip(numbers("high"));
        Decimals::of_errors(widths.filter_map(|(low, high)| Some((high.as_ref()? - low.as_ref()?) / 4.0)))
    }
}

/// A p-value of three decimals.
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "<0.001".to_owned() } else { rounded(p, Decimals(3)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rejudge_frame::Frame;

    #[test]
    fn numbers_are_as_sure_as_their_intervals() {
        let frame = Frame::default()
            .with("run", "", Values::Text(vec!["a".into()]))
            .with("low", "", Values::Number(vec![Some(0.123_456)]))
            .with("high", "", Values::Number(vec![Some(0.183_456)]))
            .with("p", "", Values::Number(vec![Some(0.0004)]))
            .with("topics", "", Values::Whole(vec![None]));
        let sheets = Table { frame, ..Table::default() }.into_sheets();
        let texts: Vec<&str> = sheets[0].rows[0].iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(texts, ["a", "0.123", "0.183", "<0.001", ""]);
        assert!(sheets[0].columns[1].is_number && !sheets[0].columns[0].is_number);
    }
}
