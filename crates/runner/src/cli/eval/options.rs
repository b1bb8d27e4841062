//! Combinations of options of `rejudge eval`.

use rejudge_eval::{BoundsOf, Wanted};
use rejudge_tables::frame::{Format, no_trec_eval};

use super::args::Eval;
use crate::cli::output::Failure;

/// Refuses options that do not go together.
pub(super) fn check(args: &Eval, wanted: &Wanted) -> Result<(), Failure> {
    let Eval { output, comparison, bounds, judge, .. } = args;
    let (bounds, has_judge) = (*bounds, judge.is_some());
    let format = output.table.form.format();
    if output.zscores.is_some() && format != Format::TREC_EVAL {
        return Err(Failure::usage("--zscores requires --format trec_eval"));
    }
    if wanted.metrics.is_empty() && format != Format::TREC_EVAL {
        return Err(Failure::usage(
            "runid and num_q are printed by --format trec_eval only, and no measure is named",
        ));
    }
    let has_no = |table: &str| Err(Failure::usage(no_trec_eval(table)));
    if bounds.is_some() && format == Format::TREC_EVAL {
        return has_no("bounds");
    }
    if !args.reproduces.is_empty() && format == Format::TREC_EVAL {
        return has_no("reproductions");
    }
    if bounds == Some(BoundsOf::Pairs) && output.table.per_topic {
        return Err(Failure::usage(
            "--bounds=pairs prints one line for each pair and measure: -q adds nothing",
        ));
    }
    if has_judge && bounds.is_none() && comparison.estimate.is_none() {
        return Err(Failure::usage("--judge requires --bounds or --estimate"));
    }
    if bounds == Some(BoundsOf::Pairs) && has_judge {
        return Err(Failure::usage("--judge adds scores of runs, and --bounds=pairs has none"));
    }
    let (option, does, table) = match (&comparison.compare, comparison.intervals) {
        _ if comparison.estimate.is_some() => ("--estimate", "uses scores", "estimates"),
        (Some(_), _) => ("--compare", "tests scores", "comparison of runs"),
        (None, Some(_)) => ("--intervals", "use scores", "intervals"),
        (None, None) => return Ok(()),
    };
    if output.table.per_topic {
        return Err(Failure::usage(format!(
            "{option} prints one line for each run and measure: -q adds nothing"
        )));
    }
    if output.judged_report {
        let message = format!("{option} {does}, not the shares of --judged-report");
        return Err(Failure::usage(message));
    }
    if format == Format::TREC_EVAL { has_no(table) } else { Ok(()) }
}
