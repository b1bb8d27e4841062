//! `rejudge eval`

pub mod args;
mod at_least;
mod expect;
mod gate;
pub mod named_files;
mod ready;

use std::collections::HashMap;
use std::num::NonZeroU8;

use rejudge_collections::KeptDocuments;
use rejudge_eval::estimate::Estimates;
use rejudge_eval::own_files::check_read_again;
use rejudge_eval::{
    BoundedScores, BoundsOf, EvalError, Input, InputFiles, Preset, PresetRules, RequestedMeasures, Scores,
    TopicChoice, Zscores, notes, reproduction, tau_of_judges, tau_of_measures, trec_eval_lines,
};
use rejudge_experiment::spec::TopicRule;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_tables::frame::{Format, Frame, Table, no_trec_eval};

use super::GOOD;
use super::args::Global;
use super::output::Failure;
use super::terminal::use_threads;
pub use args::Eval;
use args::{RuleArgs, Topics, low_confidence};
use at_least::Minimums;
use named_files::{NamedFiles, baseline, compared_run, inputs, judgments};

pub fn main(global: &Global, args: &Eval) -> Result<u8, Failure> {
    use_threads(None)?;
    global.remarks(low_confidence(args.comparison.confidence));
    if args.comparison.compare.is_some() {
        // Wrong options are refused before files are read.
        args.topic_differences(None)?;
        args.comparison_with(None)?;
    }
    if !args.scores.is_empty() {
        return ready::main(global, args);
    }
    let named = NamedFiles::of_eval(global, args)?;
    let (topics, rules) = topics_and_rules(global, &args.rules, named.min_rel())?;
    let NamedFiles { mut files, measures: names, .. } = named;
    files.topics = topics;
    let form = &args.output.table.form;
    let is_trec_eval = form.format() == Format::TrecEval;
    if let Some(option) = args.other_table().filter(|_| is_trec_eval) {
        return Err(Failure::usage(no_trec_eval(&format!("the table of {option}"))));
    }
    args.check_digits()?;
    let unsorted = args.other_table().filter(|option| ["--reproduces", "--tau", "--expect"].contains(option));
    if let Some(option) = unsorted.filter(|_| args.output.sort.is_some()) {
        return Err(Failure::usage(format!(
            "--sort orders runs, and has no effect on the table of {option}"
        )));
    }
    if let Some(table) = &args.expect {
        return expect::main(global, args, table, &files, (&names, &rules));
    }
    if !args.allow.is_empty() {
        return gate::main(global, args, &files, (&names, &rules));
    }
    let measures = measures(args, &names, rules.preset)?;
    args.output.table.check(inputs(args, &files))?;
    if args.output.zscores.is_some() && !is_trec_eval {
        return Err(Failure::usage("--zscores requires --format trec_eval"));
    }
    if measures.metrics.is_empty() && !is_trec_eval {
        return Err(Failure::usage(
            "runid and num_q are printed by --format trec_eval only, and no measure is named",
        ));
    }
    if let (Some(option), Some(path), None) = (args.other_table(), &form.output, form.format)
        && form.format() == Format::Svg
    {
        return Err(Failure::usage(format!(
            "-o {}: a figure shows scores, not the table of {option}: name a .csv, .tex, .md or .html file",
            path.display()
        )));
    }
    if args.bounds.is_some() && args.output.table.no_summary {
        return Err(Failure::usage("--bounds prints the bounds of means too, so -n would have no effect"));
    }
    if args.bounds == Some(BoundsOf::Pairs) && (args.judge.is_some() || args.output.table.per_topic) {
        return Err(Failure::usage(
            "--bounds=pairs prints no scores of runs, so --judge and -q would have no effect",
        ));
    }
    // With --judge, or with original runs that are scored by the same judgments, we read the judgments a second
    // time.
    if args.judge.is_some() || (!args.reproduces.is_empty() && args.original_qrels.is_none()) {
        check_read_again(inputs(args, &files).map(AsRef::as_ref))?;
    }
    if !args.reproduces.is_empty() {
        let original = args.original_qrels.clone().map(|qrels| judgments(&args.more, qrels));
        let (table, notes) = reproduction(&files, &args.reproduces, original, &measures, &rules)?;
        global.remarks(notes);
        args.output.table.write(table)?;
        return Ok(GOOD);
    }
    global.remarks(args.seed_without_effect());
    let minimums = Minimums::read(&args.at_least, &measures, rules.preset)?;
    let zscores = args.output.zscores.as_deref().map(Zscores::read).transpose()?;
    let input = match args.bounds {
        // The other tables need all judged documents, even if the scores need fewer.
        None if args.other_table().is_some() => Input::load(&files, &rules.rules, KeptDocuments::Judged)?,
        None => Input::load(&files, &rules.rules, measures.documents())?,
        Some(_) => Input::load_numbered(&files, None, &rules.rules)?,
    };
    input.check(&measures, &rules.rules, is_trec_eval)?;
    let mut scores = Scores::compute(&input, &measures, &rules.rules)?;
    global.remarks(notes(&input, &measures, &scores, &rules));
    let sort_key = args.output.sort.as_deref();
    if let Some(key) = sort_key.filter(|_| args.other_table().is_none()) {
        sort(&mut scores, key, args, rules.preset)?;
    }
    let mut table = match zscores {
        None => table(global, args, (&files, &input), &measures, &rules, &scores)?,
        zscores => score_table(args, &measures, &rules, &scores, zscores.as_ref())?,
    };
    // The other tables pair `scores` with the runs of `input`, so we sort their rows instead of the scores.
    if let Some((key, option)) = sort_key.zip(args.other_table()) {
        let input_order = scores.runs.clone();
        sort(&mut scores, "", args, rules.preset)?;
        let by_first_measure = scores.runs.clone();
        sort(&mut scores, key, args, rules.preset)?;
        let runs = if key == "input" { &input_order } else { &scores.runs };
        if table.sheets.is_some() && form.format().is_for_people() && *runs != by_first_measure {
            let advice = match key {
                "run" | "name" | "input" => "choose --format csv",
                _ => "name that measure first in -m, or choose --format csv",
            };
            return Err(Failure::usage(format!(
                "--sort {key}: tables of {option} for people list the runs by the first measure: {advice}"
            )));
        }
        sort_rows(&mut table.rows, runs);
    }
    args.output.table.write(table)?;
    Ok(minimums.check(&scores))
}

/// Returns the chosen topics, and the preset with the chosen rules. If `min_rel` is given, and the user chose
/// no lowest relevant level, `min_rel` becomes that level, and a remark says so.
pub fn topics_and_rules(
    global: &Global,
    args: &RuleArgs,
    min_rel: Option<NonZeroU8>,
) -> Result<(Option<TopicChoice>, PresetRules), Failure> {
    let mut topic_rule: Option<TopicRule> = args.complete.then_some(TopicRule::Qrels);
    let mut topics = None;
    for value in &args.topics {
        let is_second = match value {
            Topics::Rule(rule) => topic_rule.replace(*rule).is_some(),
            Topics::Choice(typed) => topics.replace(TopicChoice::read(typed)?).is_some(),
        };
        if is_second {
            return Err(Failure::usage(
                "--topics is given twice, or with -c: choose one of qrels (-c), intersection, run, and name topics in \
                 one list, as in 1-25,30",
            ));
        }
    }
    let mut choices = args.chosen.0.clone();
    if let Some(rule) = topic_rule {
        choices.choose("topics", &to_compact(&rule)).expect("a topic rule is a value of `topics`");
    }
    let collection_min_rel = min_rel.filter(|level| choices.choose_min_rel(*level));
    if let Some(level) = collection_min_rel {
        global.remark(format_args!(
            "note: documents are relevant from level {level} on, as in the track (-l 1: from level 1)"
        ));
    }
    let only_topics = topics.as_ref().map(ToString::to_string);
    Ok((topics, PresetRules { only_topics, collection_min_rel, ..PresetRules::new(args.preset, &choices) }))
}

/// Returns the names of the measures: first those of `--measures`, then `names`, which the user typed after the
/// runs. If there are `names`, the default `usual` of `--measures` is left out.
pub fn measure_names(option: &[String], usual: &str, names: &[String]) -> Vec<String> {
    let is_default = option == [usual] && !names.is_empty();
    [if is_default { &[] } else { option }, names].concat()
}

/// Returns the measures. `names` are those that the user typed after the runs.
fn measures(args: &Eval, names: &[String], preset: Preset) -> Result<RequestedMeasures, Failure> {
    let typed = measure_names(&args.measures, args::USUAL_MEASURES, names);
    let mut measures = RequestedMeasures::read(&typed, preset)?;
    if args.rules.judged_only {
        measures.judged_only()?;
    }
    if args.output.judged_report {
        measures.add_judged_report();
    }
    Ok(measures)
}

/// Sorts the runs by `key`: the name of a measure, `run` or `input`. An empty key is the first measure.
fn sort(scores: &mut Scores, key: &str, args: &Eval, preset: Preset) -> Result<(), EvalError> {
    match key {
        "input" => {}
        "run" | "name" => scores.sort_by_name(),
        "" => {
            let first = scores.metrics.first().cloned().expect("scores have a measure");
            scores.sort_by(&first)?;
        }
        _ => {
            let mut measure =
                RequestedMeasures::read(&[key.to_owned()], preset).map_err(|error| match error {
                    EvalError::Argument { value, message, .. } => {
                        EvalError::argument("--sort", &value, message)
                    }
                    error => error,
                })?;
            if args.rules.judged_only {
                measure.judged_only()?;
            }
            let [metric] = measure.metrics.as_slice() else {
                return Err(EvalError::argument("--sort", key, "expected one measure, `run` or `input`"));
            };
            scores.sort_by(metric)?;
        }
    }
    Ok(())
}

/// Sorts the rows of a comparison, of estimates, of intervals or of bounds in the order of `runs`. A measure's rows stay
/// together if the measure is the first column. Pairs of runs are sorted by their first run, then by their second.
fn sort_rows(rows: &mut Frame, runs: &[String]) {
    let places: HashMap<&str, usize> =
        runs.iter().enumerate().map(|(place, run)| (run.as_str(), place)).collect();
    let mut sort_keys = vec![Vec::new(); rows.rows()];
    for column in ["run", "baseline", "other"] {
        // Each of these tables has a column `run`, and at most one of the other two.
        let Ok(names) = rows.text(column) else { continue };
        sort_keys.iter_mut().zip(names.iter()).for_each(|(key, name)| key.push(places[name]));
    }
    let measures: Vec<&str> = match rows.columns.first() {
        Some(first) if first.name == "measure" => {
            rows.text("measure").expect("names of measures are text").iter().collect()
        }
        _ => Vec::new(),
    };
    let mut order: Vec<usize> = (0..rows.rows()).collect();
    for block in order.chunk_by_mut(|&a, &b| measures.get(a) == measures.get(b)) {
        block.sort_by_key(|&row| &sort_keys[row]);
    }
    rows.reorder(&order);
}

/// Returns the table that the options ask for: bounds, estimates, rank correlations, a comparison, intervals
/// or scores.
fn table(
    global: &Global,
    args: &Eval,
    (files, input): (&InputFiles, &Input),
    measures: &RequestedMeasures,
    preset_rules: &PresetRules,
    scores: &Scores,
) -> Result<Table, EvalError> {
    let (options, rules) = (&args.comparison, &preset_rules.rules);
    let baseline = || options.compare.as_deref().map(|name| baseline(name, files, input)).transpose();
    if let Some(kind) = args.bounds {
        let mut bounded = BoundedScores::new(input, measures, preset_rules, scores, kind)?;
        if let Some(judge) = &args.judge {
            let filled = Input::load_numbered(files, Some(judge), rules)?;
            bounded.filled = Some(Scores::compute(&filled, measures, rules)?);
        }
        global.remarks(bounded.notes());
        return Ok(match kind {
            BoundsOf::Runs => bounded.runs(preset_rules, args.output.table.per_topic),
            BoundsOf::Pairs => bounded.pairs(preset_rules),
        });
    }
    if let Some(judge) = &args.judge {
        let judge = Input::load_judge(files, judge, rules)?;
        judge.check(measures, rules, false)?;
        global.remarks(input.other_scale(&judge));
        let judge_scores = Scores::compute(&judge, measures, rules)?;
        // clap accepts --judge only with --bounds, --estimate or --tau.
        let Some(estimator) = options.estimate else {
            return tau_of_judges((input, scores), (&judge, &judge_scores), preset_rules);
        };
        let estimates = Estimates { estimator, confidence: options.confidence, baseline: baseline()? };
        return estimates.table(scores, &judge_scores, preset_rules);
    }
    if args.tau {
        return tau_of_measures(input, scores, preset_rules);
    }
    if let Some(name) = baseline()? {
        let baseline = compared_run(name, &scores.runs)?;
        return match args.topic_differences(baseline)? {
            Some(differences) => differences.table(scores, preset_rules.fields()),
            None => args.comparison_with(baseline)?.table(input, scores, preset_rules),
        };
    }
    if let Some(intervals) = args.intervals() {
        return intervals.table(input, scores, preset_rules);
    }
    score_table(args, measures, preset_rules, scores, None)
}

/// Returns the table of scores.
fn score_table(
    args: &Eval,
    measures: &RequestedMeasures,
    rules: &PresetRules,
    scores: &Scores,
    zscores: Option<&Zscores>,
) -> Result<Table, EvalError> {
    let (options, format) = (args.output.table.options(), args.output.table.form.format());
    let rows = scores.rows(rules.fields(), options);
    let rows = if args.output.sort.is_some() { rows.in_order() } else { rows };
    let table = rows.table(format)?;
    let is_trec_eval = format == Format::TrecEval;
    let lines = is_trec_eval.then(|| trec_eval_lines(scores, measures, options, zscores)).transpose()?;
    Ok(Table { lines, ..table })
}
