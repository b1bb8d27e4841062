//! The section "How well the simulated collections (twins) fit": printed numbers among the draws of the twins.

use std::fmt::Write;

use crate::table::number;
use rejudge_tables::frame::Heading;
use rejudge_tables::page::{Cell, MarkdownTable};

use super::names::title;
use crate::check::beside::Fit;
use crate::check::fit::{By, FitRow, TwinFit};

/// Significant digits of a number that may be of any size, and the most after the point.
const SIGNIFICANT: i32 = 3;
const MOST_DIGITS: i32 = 4;

/// The section as Markdown; empty if no simulated collection has numbers to compare with printed ones.
pub(super) fn text(fit: &TwinFit) -> String {
    let mut out = String::new();
    if fit.total().is_none() {
        return out;
    }
    let _ = writeln!(
        out,
        "- *Given*: facts from the twin's description, the same in all draws. They are in no table \
         below.\n- *Fitted*: the twin's constants were fitted to these numbers.\n- *Held out*: all \
         others. This is no blind test: the model was designed with the printed tables of IPSJ 2009 in view. \
         docs/twins.md says how many numbers would be inside by chance.\n- *Inside*: the printed number is in the 95% prediction interval of the twin's \
         draws, which contains a further draw with a probability of at least 95%. Half a step of its digits is allowed.\n- *Difference*: the mean of the draws minus the printed number. \
         A percentage counts as a share.\n- *Vary*: numbers whose draws differ.\n- *z*: the \
         difference in standard deviations of the draws, for numbers that vary. If the twin fits, the \
         mean of z is near 0 and its standard deviation near 1.\n- *Interval score*: width of the interval \
         plus 40 times how far the number is outside. Lower is better.\n\nNumbers of several quantities \
         have no common difference and score. `twin-fit.csv` has every table, quantity and twin. `make \
         twin-fit` counts by the same rule.\n"
    );
    let mut uses = MarkdownTable::new(
        [Heading::words("used")]
            .into_iter()
            .chain(["printed numbers", "inside", "share"].map(Heading::numbers)),
    );
    for FitRow { of, fit } in fit.by(&[By::Use]) {
        let share = number(fit.inside as f64 / fit.numbers as f64, 2, false);
        uses.row([Cell::text(&of[By::Use as usize]), fit.numbers.into(), fit.inside.into(), share.into()]);
    }
    let _ = writeln!(out, "{uses}");
    let fit = fit.without_given();
    let Some(total) = fit.total() else { return out };
    for (of, by) in [("quantity", By::Quantity), ("table", By::Table), ("twin", By::Twin)] {
        let heads = [
            "printed numbers",
            "inside",
            "share",
            "difference",
            "vary",
            "mean z",
            "sd of z",
            "interval score",
        ];
        let mut table =
            MarkdownTable::new([Heading::words(of)].into_iter().chain(heads.map(Heading::numbers)));
        for FitRow { of, fit } in &fit.by(&[by]) {
            let name = &of[by as usize];
            table.row(line(&if by == By::Table { title(name) } else { name.clone() }, fit));
        }
        table.row(line("all", &total));
        let _ = writeln!(out, "{table}");
    }
    out
}

fn line(name: &str, fit: &Fit) -> Vec<Cell> {
    let share = fit.inside as f64 / fit.numbers as f64;
    let optional =
        |value: Option<f64>, signed: bool| value.map_or("-".to_owned(), |value| sized(value, signed));
    vec![
        Cell::text(name),
        fit.numbers.into(),
        fit.inside.into(),
        number(share, 2, false).into(),
        optional(fit.difference, true).into(),
        fit.with_z.into(),
        fit.mean_z.map_or("-".to_owned(), |z| number(z, 2, true)).into(),
        fit.sd_z.map_or("-".to_owned(), |z| number(z, 2, false)).into(),
        optional(fit.interval_score, false).into(),
    ]
}

/// Formats a number with digits according to its size: shares and counts of documents share a column.
fn sized(value: f64, signed: bool) -> String {
    let magnitude = if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 };
    number(value, (SIGNIFICANT - 1 - magnitude).clamp(0, MOST_DIGITS) as u8, signed)
}

#[cfg(test)]
mod tests {
    use super::sized;

    #[test]
    fn digits_follow_the_size() {
        let shown = [0.0, 0.012_345, 0.5, -1.234, 45.67, 1234.5].map(|value| sized(value, true));
        assert_eq!(shown, ["0.00", "+0.0123", "+0.500", "-1.23", "+45.7", "+1234"]);
    }
}
