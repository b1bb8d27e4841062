//! `rejudge eval --scores`: scores that were computed elsewhere.

use std::path::PathBuf;

use rejudge_eval::own_files::check_stdin;
use rejudge_eval::{EvalError, Scores, left_out_remark, tau_of_ready_scores};
use rejudge_tables::frame::{Format, Table, no_trec_eval};

use super::GOOD;
use super::args::Eval;
use super::named_files::{compared_run, first_of_two};
use crate::cli::args::Global;
use crate::cli::output::Failure;

pub fn main(global: &Global, args: &Eval) -> Result<u8, Failure> {
    let form = &args.output.table.form;
    if form.format() == Format::TrecEval {
        return Err(Failure::usage(no_trec_eval("the table of --scores")));
    }
    if let Some((rule, _)) = args.rules.chosen.0.iter().next() {
        return Err(Failure::usage(format!(
            "--{rule} cannot be used with --scores: the runs are already scored"
        )));
    }
    let files = || args.scores.iter().map(|(_, file)| file);
    let lists: Vec<PathBuf> = args.more.filter.lists().collect();
    args.output.table.check(files().chain(&lists))?;
    check_stdin(files())?;
    let (mut scores, notes) = Scores::read(&args.scores, &args.measures)?;
    global.remarks(notes);
    let left_out = args.more.filter.choose_scores(&mut scores)?;
    global.remarks(left_out_remark(left_out.iter().map(String::as_str), scores.runs.len()));
    args.output.table.write(table(args, &scores)?)?;
    Ok(GOOD)
}

fn table(args: &Eval, scores: &Scores<String>) -> Result<Table, EvalError> {
    if let Some(name) = &args.comparison.compare {
        let name = if name.is_empty() { first_of_two(scores.runs.iter().map(String::as_str))? } else { name };
        let baseline = compared_run(name, &scores.runs)?;
        return match args.topic_differences(baseline)? {
            Some(differences) => differences.table(scores, Vec::new()),
            None => args.comparison_with(baseline)?.of_scores(scores),
        };
    }
    if args.tau {
        return tau_of_ready_scores(scores);
    }
    if let Some(intervals) = args.intervals() {
        return intervals.of_scores(scores);
    }
    scores.rows(Vec::new(), args.output.table.options()).table(args.output.table.form.format())
}
