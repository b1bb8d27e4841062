//! `rejudge eval --expect`

use std::path::{Path, PathBuf};

use rejudge_collections::{KeptDocuments, LoadError, read};
use rejudge_eval::expect::ExpectedScores;
use rejudge_eval::own_files::check_read_again;
use rejudge_eval::{Input, InputFiles, PresetRules, Scores, notes};
use rejudge_report::check::github::{annotation_without_line, error_at};

use super::args::Eval;
use super::named_files::{inputs, run_named};
use crate::cli::args::Global;
use crate::cli::check::github_root;
use crate::cli::output::{Failure, print, remark};
use crate::cli::{CHECK_FAILED, GOOD};

/// Compares the values of a table with computed ones, and explains the differences.
pub(super) fn main(
    global: &Global,
    args: &Eval,
    table: &str,
    files: &InputFiles,
    (measures, rules): (&[String], &PresetRules),
) -> Result<u8, Failure> {
    // To explain a difference, we read the runs again under other conventions.
    check_read_again(inputs(args, files).map(PathBuf::as_path))?;
    let form = &args.output.table.form;
    let path = PathBuf::from(table.rsplit_once('#').map_or(table, |(path, _)| path));
    form.check(inputs(args, files).chain([&path, &PathBuf::from(table)]))?;
    if !path.exists() && !Path::new(table).exists() {
        read(&path).map_err(LoadError::from)?;
    }
    let mut expected = ExpectedScores::read(table, rules.preset, args.rules.judged_only)?;
    global.remarks(expected.remarks());
    let typed_measures = [args.typed_measures(), measures].concat();
    if !typed_measures.is_empty() {
        expected.keep_measures(&typed_measures)?;
    }
    let input = Input::load(files, &rules.rules, KeptDocuments::Judged)?;
    let absent = expected.find_runs(&input, |text| {
        let file = args.names.iter().find(|(name, _)| name == text).map_or(text, |(_, file)| file);
        run_named(file, files, &input).to_owned()
    })?;
    // Print this even with --quiet, because you need to know which values were not compared.
    absent.iter().for_each(remark);
    if let Some(sentence) = absent.as_ref().filter(|_| args.github) {
        print(&annotation_without_line("notice", "not compared", sentence))?;
    }
    input.check(&expected.measures, &rules.rules, false)?;
    let scores = Scores::compute(&input, &expected.measures, &rules.rules)?;
    global.remarks(notes(&input, &expected.measures, &scores, rules));
    let differences = expected.differences(&scores, files, &input, rules)?;
    let shows_table = !args.github || form.output.is_some();
    // A table for people already contains these sentences.
    if !(shows_table && form.format().is_for_people()) {
        if differences.places.is_empty() {
            global.remarks(&differences.sentences);
        } else {
            differences.sentences.iter().for_each(remark);
        }
    }
    if args.github {
        let root = github_root();
        for (place, sentence) in &differences.places {
            print(&error_at(Some(place), "value differs", sentence, &root))?;
        }
    }
    if shows_table {
        form.write(&differences.table)?;
    }
    Ok(if differences.places.is_empty() { GOOD } else { CHECK_FAILED })
}
