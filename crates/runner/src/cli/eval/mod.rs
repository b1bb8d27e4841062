//! `rejudge eval`

pub mod args;
mod expect;
mod gate;
mod given;
mod ready;

use std::num::NonZeroU8;

use rejudge_eval::compare::Comparison;
use rejudge_eval::estimate::Estimates;
use rejudge_eval::intervals::Intervals;
use rejudge_eval::own::check_read_again;
use rejudge_eval::{
    BoundedScores, BoundsOf, EvalError, Files, Input, PresetRules, Scores, TopicChoice, Wanted, Zscores,
    notes, reproduction, trec_eval_lines,
};
use rejudge_experiment::spec::TopicRule;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_names::located::Located;
use rejudge_tables::frame::{Format, Table, no_trec_eval};

use super::GOOD;
use super::args::Global;
use super::output::Failure;
use super::terminal::use_threads;
pub use args::Eval;
use args::{ComparisonArgs, RuleArgs, Topics};
use given::{ALL, baseline, inputs, judgments};

pub fn main(global: &Global, args: &Eval) -> Result<u8, Failure> {
    use_threads(None)?;
    if !args.scores.is_empty() {
        return ready::main(args);
    }
    let (mut files, measures, min_rel) = given::files(global, args)?;
    let (topics, rules) = topics_and_rules(global, &args.rules, min_rel)?;
    files.topics = topics;
    let form = &args.output.table.form;
    let is_trec_eval = form.format() == Format::TrecEval;
    if let Some(option) = args.other_table().filter(|_| is_trec_eval) {
        return Err(Failure::usage(no_trec_eval(&format!("table of {option}"))));
    }
    if let Some(option) = args.other_table().filter(|_| args.output.table.digits.is_some()) {
        return Err(Failure::usage(format!("--digits rounds scores, not the table of {option}")));
    }
    if let Some(option) = args.other_table().filter(|_| args.output.sort.is_some()) {
        return Err(Failure::usage(format!("--sort orders scores, not the table of {option}")));
    }
    if let Some(table) = &args.expect {
        return expect::main(global, args, table, &files, (&measures, &rules));
    }
    if !args.allow.is_empty() {
        return gate::main(global, args, &files, (&measures, &rules));
    }
    let wanted = wanted(args, &measures, rules.preset)?;
    args.output.table.check(inputs(args, &files))?;
    if args.output.zscores.is_some() && !is_trec_eval {
        return Err(Failure::usage("--zscores requires --format trec_eval"));
    }
    if wanted.metrics.is_empty() && !is_trec_eval {
        return Err(Failure::usage(
            "runid and num_q are printed by --format trec_eval only, and no measure is named",
        ));
    }
    if args.bounds == Some(BoundsOf::Pairs) && (args.judge.is_some() || args.output.table.per_topic) {
        return Err(Failure::usage("--bounds=pairs has no scores of runs, which --judge and -q are about"));
    }
    // The originals are compared by the same judgments, which are read again, or by others.
    if args.judge.is_some() || (!args.reproduces.is_empty() && args.original_qrels.is_none()) {
        check_read_again(inputs(args, &files).map(AsRef::as_ref))?;
    }
    if !args.reproduces.is_empty() {
        let other = args.original_qrels.clone().map(|qrels| judgments(args, qrels)).transpose()?;
        let (table, notes) = reproduction(&files, &args.reproduces, other, &wanted, &rules)?;
        global.remarks(notes);
        form.write(&table)?;
        return Ok(GOOD);
    }
    let zscores = args.output.zscores.as_deref().map(Zscores::read).transpose()?;
    let input = match args.bounds {
        None => Input::load(&files, &rules.rules)?,
        Some(_) => Input::load_numbered(&files, None, &rules.rules)?,
    };
    input.check(&wanted, &rules.rules, is_trec_eval)?;
    let mut scores = Scores::compute(&input, &wanted, &rules.rules)?;
    global.remarks(notes(&input, &wanted, &scores, &rules));
    if let Some(by) = &args.output.sort {
        sort(&mut scores, by, args, rules.preset)?;
    }
    let table = match zscores {
        None => table(global, args, (&files, &input), &wanted, &rules, &scores)?,
        zscores => scores_alone(args, &wanted, &rules, &scores, zscores.as_ref())?,
    };
    form.write(&table)?;
    Ok(GOOD)
}

/// The choice of topics, and the preset with the single choices on top. Documents are relevant from `min_rel` on if no
/// level is chosen, which is said.
fn topics_and_rules(
    global: &Global,
    args: &RuleArgs,
    min_rel: Option<NonZeroU8>,
) -> Result<(Option<TopicChoice>, PresetRules), Failure> {
    let mut by: Option<TopicRule> = args.complete.then_some(TopicRule::Qrels);
    let mut topics = None;
    for given in &args.topics {
        let is_second = match given {
            Topics::By(rule) => by.replace(*rule).is_some(),
            Topics::Of(typed) => topics.replace(TopicChoice::read(typed)?).is_some(),
        };
        if is_second {
            return Err(Failure::usage(
                "--topics is given twice, or with -c: choose one of qrels (-c), intersection, run, and name topics in \
                 one list, as in 1-25,30",
            ));
        }
    }
    let mut choices = args.chosen.0.clone();
    if let Some(rule) = by {
        choices.choose("topics", &to_compact(&rule)).expect("a rule of topics is one");
    }
    if let Some(level) = min_rel.filter(|level| choices.count_from(*level)) {
        global.remark(format_args!(
            "note: documents are relevant from level {level} on, as in the track (-l 1: from level 1)"
        ));
    }
    let only_topics = topics.as_ref().map(ToString::to_string);
    Ok((topics, PresetRules { only_topics, ..PresetRules::new(args.preset, &choices) }))
}

/// The measures that are asked for: those of `--measures` first, then those `beside` the runs.
fn wanted(args: &Eval, beside: &[String], preset: rejudge_eval::Preset) -> Result<Wanted, Failure> {
    let usual = args.measures == [args::USUAL_MEASURES] && !beside.is_empty();
    let measures = if usual { &[][..] } else { &args.measures };
    let mut wanted = Wanted::read(&[measures, beside].concat(), preset)?;
    if args.rules.judged_only {
        wanted.judged_only()?;
    }
    if args.output.judged_report {
        wanted.add_judged_report();
    }
    Ok(wanted)
}

/// Puts the runs in the order of `by`: the name of a measure, as typed for `--measures`, or `run` or `input`.
fn sort(scores: &mut Scores, by: &str, args: &Eval, preset: rejudge_eval::Preset) -> Result<(), EvalError> {
    match by {
        "input" => {}
        "run" | "name" => scores.sort_by_name(),
        _ => {
            let of_sort = |error| match error {
                EvalError::Argument(error) => {
                    EvalError::Argument(Box::new(Located { name: "--sort".into(), ..*error }))
                }
                error => error,
            };
            let mut measure = Wanted::read(&[by.to_owned()], preset).map_err(of_sort)?;
            if args.rules.judged_only {
                measure.judged_only()?;
            }
            let [metric] = measure.metrics.as_slice() else {
                return Err(EvalError::argument("--sort", by, "expected one measure, `run` or `input`"));
            };
            scores.sort_by(metric)?;
        }
    }
    Ok(())
}

/// The table that is asked for: bounds, estimates, a comparison, intervals or scores.
fn table(
    global: &Global,
    args: &Eval,
    (files, input): (&Files, &Input),
    wanted: &Wanted,
    by: &PresetRules,
    scores: &Scores,
) -> Result<Table, EvalError> {
    let (asked, drawn, rules) = (&args.comparison, &args.drawn, &by.rules);
    let baseline = || asked.compare.as_deref().map(|name| baseline(name, files, input)).transpose();
    if let Some(of) = args.bounds {
        let mut bounded = BoundedScores::new(input, wanted, by, scores, of)?;
        if let Some(judge) = &args.judge {
            let filled = Input::load_numbered(files, Some(judge), rules)?;
            bounded.filled = Some(Scores::compute(&filled, wanted, rules)?);
        }
        global.remarks(bounded.notes());
        return Ok(match of {
            BoundsOf::Runs => bounded.runs(by, args.output.table.per_topic),
            BoundsOf::Pairs => bounded.pairs(by),
        });
    }
    if let (Some(estimator), Some(judge)) = (asked.estimate, &args.judge) {
        let judge = Input::load_judge(files, judge, rules)?;
        judge.check(wanted, rules, false)?;
        global.remarks(input.other_scale(&judge));
        let judge = Scores::compute(&judge, wanted, rules)?;
        let estimates = Estimates { estimator, confidence: asked.confidence, baseline: baseline()? };
        return estimates.table(scores, &judge, by);
    }
    if let Some(name) = baseline()? {
        let ComparisonArgs { test, alternative, correction, .. } = *asked;
        // A run may also be named by its file, or be the first of two.
        if name == ALL && scores.runs.iter().any(|run| run == ALL) {
            return Err(EvalError::Usage(
                "--compare all compares every pair, and a run is named `all`: give it another name"
                    .to_owned(),
            ));
        }
        let baseline = Some(name).filter(|name| *name != ALL);
        let comparison = Comparison { baseline, test, alternative, correction, seed: drawn.seed };
        return comparison.table(input, scores, by);
    }
    if let Some(kind) = asked.intervals {
        let (confidence, samples, seed) = (asked.confidence, drawn.samples, drawn.seed);
        return Intervals { kind, confidence, samples, seed }.table(input, scores, by);
    }
    scores_alone(args, wanted, by, scores, None)
}

/// The table of scores.
fn scores_alone(
    args: &Eval,
    wanted: &Wanted,
    rules: &PresetRules,
    scores: &Scores,
    zscores: Option<&Zscores>,
) -> Result<Table, EvalError> {
    let (shown, format) = (args.output.table.shown(), args.output.table.form.format());
    let rows = scores.rows(rules.fields(), shown);
    let rows = if args.output.sort.is_some() { rows.in_order() } else { rows };
    let table = rows.table(format)?;
    let is_trec_eval = format == Format::TrecEval;
    let lines = is_trec_eval.then(|| trec_eval_lines(scores, wanted, shown, zscores)).transpose()?;
    Ok(Table { lines, ..table })
}
