//! `rejudge eval --expect`

use std::path::PathBuf;

use rejudge_eval::expect::Expected;
use rejudge_eval::own::check_read_again;
use rejudge_eval::{Files, Input, PresetRules, Scores, notes};
use rejudge_experiment::spec::yaml::YamlError;
use rejudge_report::check::github::{at_no_line, error_at};

use super::args::Eval;
use super::given::{inputs, run_named};
use crate::cli::args::Global;
use crate::cli::check::github_root;
use crate::cli::output::{Failure, print, remark};
use crate::cli::{CHECK_FAILED, GOOD};

/// Compares the values of `table` with computed ones, and explains those that differ.
pub(super) fn main(
    global: &Global,
    args: &Eval,
    table: &str,
    files: &Files,
    (measures, rules): (&[String], &PresetRules),
) -> Result<u8, Failure> {
    if let Some(measure) = measures.first() {
        return Err(Failure::usage(format!(
            "--expect: the table names the measures, found `{measure}` beside it"
        )));
    }
    // Explaining a table reads the runs again, in other orders.
    check_read_again(inputs(args, files).map(PathBuf::as_path))?;
    let form = &args.output.table.form;
    let path = PathBuf::from(table.rsplit_once('#').map_or(table, |(path, _)| path));
    form.check(inputs(args, files).chain([&path, &PathBuf::from(table)]))?;
    // A mistake in the table is marked on its line, like a value that differs.
    let annotated = |error: YamlError| -> Failure {
        if let Some(at) = error.at.as_ref().filter(|_| args.github) {
            let _ = print(&error_at(Some(at), "table", &error.message, &github_root()));
        }
        error.into()
    };
    let mut expected = Expected::read(table, rules.preset, args.rules.judged_only).map_err(annotated)?;
    global.remarks(expected.remarks());
    let input = Input::load(files, &rules.rules)?;
    let run_of = |text: &str| {
        let file = args.names.iter().find(|(name, _)| name == text).map_or(text, |(_, file)| file);
        run_named(file, files, &input).to_owned()
    };
    let absent = expected.find_runs(&input, run_of).map_err(annotated)?;
    // Even with --quiet people need to know which values were not compared, and why others differ.
    absent.iter().for_each(remark);
    if let Some(says) = absent.as_ref().filter(|_| args.github) {
        print(&at_no_line("notice", "not compared", says))?;
    }
    input.check(&expected.wanted, &rules.rules, false)?;
    let scores = Scores::compute(&input, &expected.wanted, &rules.rules)?;
    global.remarks(notes(&input, &expected.wanted, &scores, rules));
    let outcome = expected.outcome(&scores, files, &input, rules)?;
    let shows_table = !args.github || form.output.is_some();
    // A table for people has these sentences.
    if !(shows_table && form.format().is_for_people()) {
        match outcome.places.is_empty() {
            true => global.remarks(&outcome.sentences),
            false => outcome.sentences.iter().for_each(remark),
        }
    }
    if args.github {
        let root = github_root();
        for (at, says) in &outcome.places {
            print(&error_at(Some(at), "value differs", says, &root))?;
        }
    }
    if shows_table {
        form.write(&outcome.table)?;
    }
    Ok(if outcome.places.is_empty() { GOOD } else { CHECK_FAILED })
}
