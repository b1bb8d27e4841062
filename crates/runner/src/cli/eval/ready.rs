//! `rejudge eval --scores`: scores that were computed elsewhere.

use rejudge_eval::compare::Comparison;
use rejudge_eval::intervals::Intervals;
use rejudge_eval::own_files::check_stdin;
use rejudge_eval::{EvalError, Scores, tau_of_ready_scores};
use rejudge_tables::frame::{Format, Table, no_trec_eval};

use super::GOOD;
use super::args::{ComparisonArgs, Eval};
use super::named_files::ALL;
use crate::cli::output::Failure;

pub fn main(args: &Eval) -> Result<u8, Failure> {
    let form = &args.output.table.form;
    if form.format() == Format::TrecEval {
        return Err(Failure::usage(no_trec_eval("table of --scores")));
    }
    if let Some(option) = args.other_table().filter(|_| args.output.table.digits.is_some()) {
        return Err(Failure::usage(format!("--digits rounds scores, not the table of {option}")));
    }
    if let Some((rule, _)) = args.rules.chosen.0.iter().next() {
        return Err(Failure::usage(format!(
            "--{rule} cannot be used with --scores: the runs are already scored"
        )));
    }
    let files = || args.scores.iter().map(|(_, file)| file);
    args.output.table.check(files())?;
    check_stdin(files())?;
    let scores = Scores::read(&args.scores)?;
    form.write(&table(args, &scores)?)?;
    Ok(GOOD)
}

fn table(args: &Eval, scores: &Scores<String>) -> Result<Table, EvalError> {
    let (options, drawn) = (&args.comparison, &args.drawn);
    if let Some(name) = &options.compare {
        let baseline = match (name.as_str(), scores.runs.as_slice()) {
            (ALL, _) => None,
            ("", [first, _]) => Some(first.as_str()),
            ("", runs) => {
                return Err(EvalError::Usage(format!(
                    "--compare without a run needs two runs, found {}: name the baseline, or `all`",
                    runs.len()
                )));
            }
            (name, _) => Some(name),
        };
        let ComparisonArgs { test, alternative, correction, .. } = *options;
        let comparison = Comparison { baseline, test, alternative, correction, seed: drawn.seed };
        return comparison.of_scores(scores);
    }
    if args.tau {
        return tau_of_ready_scores(scores);
    }
    if let Some(kind) = options.intervals {
        let (confidence, samples, seed) = (options.confidence, drawn.samples, drawn.seed);
        return Intervals { kind, confidence, samples, seed }.of_scores(scores);
    }
    scores.rows(Vec::new(), args.output.table.options()).table(args.output.table.form.format())
}
