//! Values computed by tools that we did not write, typed in with the command that made them.

use crate::lists::{Case, score};
use rejudge_metrics::Gains;

mod cwl_eval;
mod diversity;
mod gdeval;
mod ir_measures;
mod ntcireval;
mod ntcireval_families;
mod sakai_ncu;
mod trec_eval;
mod trec_eval_pooled;

/// Compares `name=value` pairs with our values. `decimals`: how many the tool printed, the last rounded.
fn compare(case: &Case, gains: &Gains, min_rel: u8, expected: &str, decimals: i32) {
    // A value in full precision may differ by how its sum was rounded.
    let tolerance = if decimals < 15 { 0.5 * 10.0_f64.powi(-decimals) + 1e-9 } else { 1e-13 };
    for pair in expected.split_ascii_whitespace() {
        // Names hold `=` too.
        let (name, value) = pair.rsplit_once('=').expect("a name and a value");
        let value: f64 = value.parse().expect("a number");
        let ours = score(case, name, gains, min_rel, 1000);
        assert!(
            ours.is_some_and(|ours| (ours - value).abs() <= tolerance),
            "{name}: {ours:?}, not {value}\n{case:?}"
        );
    }
}

/// The gains of levels 1, 2, ..
fn gains(by_level: &[f64]) -> Gains {
    Gains::new((1..).zip(by_level.iter().copied())).expect("a good table")
}
