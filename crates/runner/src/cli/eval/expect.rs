//! `rejudge eval --expect`

use std::path::PathBuf;

use rejudge_eval::expect::{Expected, Explanation};
use rejudge_eval::{Input, PresetRules, Scores, TopicChoice, notes};
use rejudge_report::check::github::error_at;
use rejudge_tables::frame::{Format, no_trec_eval};

use super::args::Eval;
use super::given::{Given, run_named};
use crate::cli::args::Global;
use crate::cli::check::github_root;
use crate::cli::output::{Failure, print, remark};
use crate::cli::{CHECK_FAILED, GOOD};

/// Compares the values of `table` with computed ones, and explains those that differ.
pub(super) fn main(
    global: &Global,
    args: &Eval,
    table: &str,
    given: Given,
    (topics, rules): (Option<TopicChoice>, &PresetRules),
) -> Result<u8, Failure> {
    given.for_expected(args)?;
    let form = &args.output.table.form;
    if form.format() == Format::TREC_EVAL {
        return Err(Failure::usage(no_trec_eval("values that differ")));
    }
    let path = PathBuf::from(table.rsplit_once('#').map_or(table, |(path, _)| path));
    form.check(given.inputs(args).chain([&path, &PathBuf::from(table)]))?;
    let expected = Expected::read(table, rules.preset, args.rules.judged_only)?;
    if !global.quiet {
        expected.remarks().for_each(remark);
    }
    let files = given.files(args, topics);
    let input = Input::load(&files, &rules.rules)?;
    let placed = expected.among(&input, |text| run_named(text, &files, &input).to_owned())?;
    input.check(&expected.wanted, &rules.rules, false)?;
    let scores = Scores::compute(&input, &expected.wanted, &rules.rules)?;
    if !global.quiet {
        notes(&input, &expected.wanted, &scores, rules).into_iter().for_each(remark);
    }
    let differing = placed.compare(&scores);
    let explanation = match differing.is_empty() {
        true => None,
        false => Some(Explanation::new(&placed, &files, &input, &rules.rules)?),
    };
    let outcome = placed.outcome(&differing, explanation, rules);
    let shows_table = !args.github || form.output.is_some();
    // A table for people has these sentences.
    let are_shown = shows_table && form.format().is_for_people();
    if !global.quiet && !are_shown {
        outcome.sentences.iter().for_each(remark);
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
    Ok(if differing.is_empty() { GOOD } else { CHECK_FAILED })
}
