//! `rejudge eval --compare BASE --allow MEASURE:BUDGET`

use std::path::PathBuf;

use rejudge_collections::{KeptDocuments, TopicGroups, read_as};
use rejudge_eval::gate::{Budgets, GateVerdict, Limit, RunGate, headline};
use rejudge_eval::own_files::check_read_again;
use rejudge_eval::{Input, InputFiles, Preset, PresetRules, RequestedMeasures, Scores, notes};
use rejudge_report::check::github::{annotation_without_line, append_summary, verdicts_summary};

use super::args::Eval;
use super::named_files::{ALL, baseline, inputs};
use crate::cli::args::Global;
use crate::cli::output::{Failure, print};
use crate::cli::{CHECK_FAILED, GOOD, NOTHING_CHECKED};

/// Returns the measures with their budgets. A budget without a measure is for each measure that `-m` names, and for each
/// of `names`, which the user typed after the runs.
fn allowed(args: &Eval, names: &[String], preset: Preset) -> Result<Vec<String>, Failure> {
    let option = args.typed_measures();
    let named = [option, names].concat();
    let is_number = |text: &str| text.parse::<f64>().is_ok();
    match (args.allow.as_slice(), named.first()) {
        ([budget], Some(_)) if is_number(budget) => {
            let measures = RequestedMeasures::read(&named, preset)?.metrics;
            Ok(measures.iter().map(|measure| format!("{measure}:{budget}")).collect())
        }
        (budgets, Some(measure)) => {
            let mut limits = Vec::new();
            for text in budgets {
                limits.extend(Limit::read_all("--allow", text, preset)?);
            }
            let typed = budgets.join(" ");
            let error = if limits.iter().any(|limit| limit.measure.is_some()) {
                format!(
                    "--allow {typed}: these budgets name their measures, so leave out `{measure}`; one number is a budget for all \
                     measures, as in --allow .01"
                )
            } else {
                format!(
                    "--allow {typed}: expected one budget for all measures, as in --allow .01, or budgets that name their \
                     measures, as in --allow 'nDCG@10:.01 AP:.02', without `{measure}`"
                )
            };
            Err(Failure::usage(error))
        }
        ([budget], None) if is_number(budget) => Err(Failure::usage(format!(
            "--allow {budget}: no measure is named, expected one as in nDCG@10:{budget}"
        ))),
        (budgets, None) => Ok(budgets.to_vec()),
    }
}

/// Judges whether runs are worse than the baseline by more than a budget.
pub(super) fn main(
    global: &Global,
    args: &Eval,
    files: &InputFiles,
    (measures, rules): (&[String], &PresetRules),
) -> Result<u8, Failure> {
    let allowed = allowed(args, measures, rules.preset)?;
    let form = &args.output.table.form;
    form.check(inputs(args, files))?;
    let mut budgets = Budgets::read(&allowed, rules.preset)?;
    if args.rules.judged_only {
        budgets.measures.judged_only()?;
    }
    let slices = args.slices.as_deref().map(|path| read_as(path, TopicGroups::parse)).transpose()?;
    let input = Input::load(files, &rules.rules, KeptDocuments::Judged)?;
    input.check(&budgets.measures, &rules.rules, false)?;
    let scores = Scores::compute(&input, &budgets.measures, &rules.rules)?;
    global.remarks(notes(&input, &budgets.measures, &scores, rules));
    let baseline = baseline(args.comparison.compare.as_deref().unwrap_or_default(), files, &input)?;
    if baseline == ALL {
        return Err(Failure::usage("--allow needs one baseline: name a run with --compare"));
    }
    let gate = RunGate { baseline, budgets: &budgets, slices: slices.as_ref() };
    let load_numbered = || {
        check_read_again(inputs(args, files).map(PathBuf::as_path)).ok()?;
        Input::load_numbered(files, None, &rules.rules).ok()
    };
    let outcome = gate.outcome(&input, &load_numbered, &scores, rules)?;
    global.remark(headline(&outcome));
    if args.github {
        for (verdict, sentence) in &outcome.findings {
            let level = if *verdict == GateVerdict::Worse { "error" } else { "warning" };
            print(&annotation_without_line(level, verdict.words(), sentence))?;
        }
        append_summary(&verdicts_summary(&headline(&outcome), &outcome.table.sheets()))?;
    }
    let shows_table = !args.github || form.output.is_some();
    // A table for people already contains the numbers of these sentences.
    if !args.github && !form.format().is_for_people() {
        global.remarks(outcome.findings.iter().map(|(_, sentence)| sentence));
    }
    if shows_table {
        form.write(&outcome.table)?;
    }
    Ok(match outcome.verdict {
        GateVerdict::NotWorse => GOOD,
        GateVerdict::Worse => CHECK_FAILED,
        GateVerdict::CannotTell => NOTHING_CHECKED,
    })
}
