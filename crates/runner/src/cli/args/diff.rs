//! The arguments of `rejudge diff`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::table::FormArgs;

/// `rejudge diff`
#[derive(Debug, ClapArgs)]
pub struct Diff {
    /// Folder of results
    pub before: PathBuf,
    /// Folder of results to compare it with
    pub after: PathBuf,
    /// Largest relative difference at which two numbers count as equal
    #[arg(long, default_value_t = 1e-12, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    #[command(flatten)]
    pub form: FormArgs,
}

/// A relative difference that numbers may have: of one below 0 no number equals itself, of one that is
/// endless all do.
fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a finite number from 0".to_owned())
}
