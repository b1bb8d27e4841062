//! `rejudge eval --at-least MEASURE:MEAN`

use rejudge_eval::gate::Limit;
use rejudge_eval::{EvalError, Preset, RequestedMeasures, Scores, TableMeasure};
use rejudge_names::meant;

use crate::cli::output::remark;
use crate::cli::{CHECK_FAILED, GOOD};

/// The option, for errors.
const OPTION: &str = "--at-least";

/// Returns, as text, the share that a percentage such as 45 means. Returns `None` if the percentage is below 10 or
/// above 100.
fn as_share(percentage: f64) -> Option<String> {
    // Parsing `45e-2` rounds once. A division would round again.
    let share = format!("{percentage}e-2").parse::<f64>().ok()?;
    (percentage >= 10.0 && share <= 1.0).then(|| share.to_string())
}

/// The lowest mean that is accepted, for some of the measures.
pub(super) struct Minimums {
    /// The index of each of these measures, with the lowest accepted mean.
    by_measure: Vec<(usize, f64)>,
}

impl Minimums {
    /// Reads minimums such as `nDCG@10:.45 AP:.2` or `.45`. `measures` are the measures of the table.
    ///
    /// # Errors
    /// If a minimum is not a number, its measure is not in the table, a higher score by this measure is not better, or
    /// no score by this measure can be as high.
    pub fn read(typed: &[String], measures: &RequestedMeasures, preset: Preset) -> Result<Self, EvalError> {
        let mut by_measure = Vec::new();
        for text in typed {
            let wrong = |why: String| EvalError::argument(OPTION, text, why);
            for Limit { measure, number } in Limit::read_all(OPTION, text, preset)? {
                let named = measure.map_or_else(|| measures.metrics.clone(), |(_, metric)| vec![metric]);
                for metric in named {
                    let position = measures.metrics.iter().position(|other| *other == metric);
                    let measure = position.ok_or_else(|| {
                        wrong(format!("{metric} is not in the table: name it with -m as well"))
                    })?;
                    if !metric.higher_is_better() {
                        return Err(wrong(format!("a higher {metric} is not better")));
                    }
                    if number > 1.0 && metric.family().is_at_most_one() {
                        let share = meant(as_share(number).as_deref());
                        return Err(wrong(format!("{metric} is at most 1{share}")));
                    }
                    by_measure.push((measure, number));
                }
            }
        }
        Ok(Self { by_measure })
    }

    /// Prints an error for each mean that is too low, and returns the exit code.
    pub fn check(&self, scores: &Scores) -> u8 {
        let mut code = GOOD;
        for &(measure, least) in &self.by_measure {
            for (run, name) in scores.runs.iter().enumerate() {
                let mean = scores.summary(run, measure);
                // A mean that is not a number is not accepted either.
                if mean.partial_cmp(&least).is_none_or(std::cmp::Ordering::is_lt) {
                    remark(format_args!(
                        "error: {name}: {} is {mean}, expected at least {least}",
                        scores.metrics[measure]
                    ));
                    code = CHECK_FAILED;
                }
            }
        }
        code
    }
}
