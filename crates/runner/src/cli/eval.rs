//! `rejudge eval`. Longer than other files, since all that may be asked of scores parts here.

use std::path::{Path, PathBuf};

use rejudge_collections::{IntentFiles, UnitFiles, VerticalFiles};

use super::GOOD;
use super::args::Global;
use super::args::eval::{ComparisonArgs, Eval, OutputArgs, RuleArgs, USUAL_MEASURES, extra_columns};
use super::output::{Failure, remark};
use super::run_list::run_list;
use super::threads::use_threads;
use rejudge_eval::compare::{Against, Comparison};
use rejudge_eval::estimate::Estimates;
use rejudge_eval::intervals::Intervals;
use rejudge_eval::own::unread;
use rejudge_eval::{
    BoundedScores, BoundsOf, EvalError, Files, Format, Input, Judgments, Preset, PresetRules, ScoreOutput,
    Scores, Summaries, SummaryOutput, Wanted, Zscores, fills_beyond, fills_nothing, load_filled, load_for_bounds,
    load_judge, notes, other_scale,
};
use rejudge_spec::{GainRule, RuleChoices, TopicRule};

pub fn main(global: &Global, args: &Eval) -> Result<u8, Failure> {
    use_threads(None)?;
    let rules = rules(&args.rules)?;
    let (qrels, runs, named) = given(global, args, rules.preset)?;
    let measures =
        if args.measures == [USUAL_MEASURES] && !named.is_empty() { &[][..] } else { &args.measures };
    let mut wanted = Wanted::read(&[measures, &named].concat(), rules.preset)?;
    if args.rules.judged_only {
        wanted.judged_only()?;
    }
    if args.output.judged_report {
        wanted.add_judged_report();
    }
    args.output.table.check(inputs(args, &qrels, &runs))?;
    let format = args.output.table.format();
    check_output(&args.output, &args.comparison, args.bounds, args.judge.is_some(), &wanted)?;
    if args.judge.is_some() && inputs(args, &qrels, &runs).any(|path| path.as_os_str() == "-") {
        return Err(Failure::usage("--judge reads files again, and standard input (`-`) can be read once"));
    }
    let zscores = args.output.zscores.as_deref().map(read_zscores).transpose()?;
    let files = Files {
        judgments: judgments(args, qrels)?,
        runs,
        extra_columns: extra_columns(args.more.extra_columns),
        repeated: args.more.repeated,
    };
    if args.asks_for_summaries()
        && let Some(summaries) = Summaries::of(&files, &wanted, &rules.rules, format)?
    {
        if !global.quiet {
            summaries.notes(&wanted, &rules).into_iter().for_each(remark);
        }
        let written = SummaryOutput { summaries: &summaries, wanted: &wanted, rules: &rules };
        args.output.table.write(format.write_summaries(written)?)?;
        return Ok(GOOD);
    }
    let input = match args.bounds {
        None => Input::load(&files, &rules.rules)?,
        Some(_) => load_for_bounds(&files, &rules.rules)?,
    };
    input.check(&wanted, &rules.rules, format == Format::TREC_EVAL)?;
    input.check_topics(format, args.output.table.per_topic)?;
    let scores = Scores::compute(&input, &wanted, &rules.rules)?;
    if !global.quiet {
        for note in notes(&input, &wanted, &scores, &rules) {
            remark(note);
        }
    }
    if let Some(of) = args.bounds {
        let mut bounded = BoundedScores::of(&input, &wanted, &rules.rules, &scores, of)?;
        if let Some(judge) = &args.judge {
            let filled = load_filled(&files, judge, &rules.rules)?;
            if !global.quiet {
                fills_nothing(&input, &filled).into_iter().for_each(remark);
                fills_beyond(&input, &filled, &rules.rules).into_iter().for_each(remark);
            }
            bounded = bounded.with_filled(Scores::compute(&filled, &wanted, &rules.rules)?);
        }
        if !global.quiet {
            bounded.notes().into_iter().for_each(remark);
        }
        let table = match of {
            BoundsOf::Runs => bounded.runs(&rules, args.output.table.per_topic),
            BoundsOf::Pairs => bounded.pairs(&rules),
        };
        args.output.table.write(format.write_table(table, &rules)?)?;
        return Ok(GOOD);
    }
    let comparison = &args.comparison;
    let content = if let (Some(estimator), Some(judge)) = (comparison.estimate, &args.judge) {
        let judge = load_judge(&files, judge, &rules.rules)?;
        judge.check(&wanted, &rules.rules, false)?;
        if !global.quiet {
            other_scale(&input, judge.highest()).into_iter().for_each(remark);
        }
        let judge = Scores::compute(&judge, &wanted, &rules.rules)?;
        let (confidence, baseline) = (comparison.confidence, comparison.compare.as_deref());
        let estimates = Estimates { estimator, confidence, baseline };
        format.write_table(estimates.of(&scores, &judge, &rules)?, &rules)?
    } else if let Some(against) = &comparison.compare {
        let comparison = Comparison {
            against: Against::named(run_named(against, &files, &input)),
            test: comparison.test,
            correction: comparison.correction,
            samples: args.drawn.samples,
            seed: args.drawn.seed,
        };
        comparison.of(&scores, &rules)?.write(format, &rules)?
    } else if let Some(kind) = comparison.intervals {
        let (samples, seed) = (args.drawn.samples, args.drawn.seed);
        let intervals = Intervals { kind, confidence: comparison.confidence, samples, seed };
        intervals.of(&scores, &rules)?.write(format, &rules)?
    } else {
        format.write(ScoreOutput {
            scores: &scores,
            wanted: &wanted,
            rules: &rules,
            shown: args.output.table.shown(),
            zscores: zscores.as_ref(),
        })?
    };
    args.output.table.write(content)?;
    Ok(GOOD)
}

impl From<EvalError> for Failure {
    fn from(error: EvalError) -> Self {
        match error {
            EvalError::Usage(message) => Self::usage(message),
            EvalError::Data(message) => Self::data(message),
        }
    }
}

/// The judgments, the files of the runs, and the measures that stand behind them, as ir_measures has them.
fn given(
    global: &Global,
    args: &Eval,
    preset: Preset,
) -> Result<(PathBuf, Vec<PathBuf>, Vec<String>), Failure> {
    let mut files = args.files.iter();
    let qrels = args.qrels.as_ref().or_else(|| files.next());
    let qrels = qrels.ok_or_else(|| Failure::usage("no judgments are named: rejudge eval QRELS RUN.."))?;
    let is_measure = |path: &&PathBuf| {
        let is_name = |name: &str| Wanted::read(&[name.to_owned()], preset).is_ok();
        path.as_os_str() != "-" && !path.exists() && path.to_str().is_some_and(is_name)
    };
    let (measures, files): (Vec<&PathBuf>, Vec<&PathBuf>) = files.partition(is_measure);
    let measures = measures.iter().filter_map(|name| name.to_str()).map(str::to_owned).collect();
    let named: Vec<PathBuf> = args.runs.iter().chain(files).cloned().collect();
    let runs = run_list(named.iter())?;
    if !global.quiet {
        unread(&named, qrels, &[]).into_iter().for_each(remark);
    }
    if runs.is_empty() {
        return Err(Failure::usage("no run is named: rejudge eval QRELS RUN.."));
    }
    Ok((qrels.clone(), runs, measures))
}

/// The name of the run whose file was typed in place of it.
fn run_named<'a>(text: &'a str, files: &Files, input: &'a Input) -> &'a str {
    let is_name = input.runs.iter().any(|run| run.name == text);
    let place = files.runs.iter().position(|path| path.as_os_str() == text).filter(|_| !is_name);
    place.and_then(|place| input.runs.get(place)).map_or(text, |run| run.name.as_str())
}

/// All files that are read.
fn inputs<'a>(args: &'a Eval, qrels: &'a PathBuf, runs: &'a [PathBuf]) -> impl Iterator<Item = &'a PathBuf> {
    let more = &args.more;
    let others = [
        &args.output.zscores,
        &more.duplicates,
        &more.groups,
        &more.intent_probabilities,
        &more.intent_types,
        &more.verticals,
        &more.document_verticals,
    ];
    runs.iter()
        .chain([qrels])
        .chain(args.judge.as_ref().map(|judge| &judge.file))
        .chain(others.into_iter().flatten())
}

/// The files of the judgments.
fn judgments(args: &Eval, qrels: PathBuf) -> Result<Judgments, Failure> {
    let more = &args.more;
    let format = more.qrels_format.into();
    let units = UnitFiles { duplicates: more.duplicates.clone(), groups: more.groups.clone() };
    if !more.by_intent {
        return Ok(Judgments::Plain { qrels, format, units });
    }
    if units != UnitFiles::default() {
        return Err(Failure::usage("--duplicates and --groups do not go with --by-intent"));
    }
    let vertical_files = |probabilities: &PathBuf| VerticalFiles {
        probabilities: probabilities.clone(),
        documents: more.document_verticals.clone(),
        level: more.vertical_level,
    };
    Ok(Judgments::ByIntent(IntentFiles {
        qrels,
        format,
        probabilities: more.intent_probabilities.clone(),
        kinds: more.intent_types.clone(),
        verticals: more.verticals.as_ref().map(vertical_files),
    }))
}

/// The preset with the single choices on top.
fn rules(args: &RuleArgs) -> Result<PresetRules, Failure> {
    let choices = RuleChoices {
        ties: args.ties,
        score_type: args.score_type,
        topics: if args.complete { Some(TopicRule::Qrels) } else { args.topics },
        no_relevant: args.no_relevant,
        max_rank: args.max_rank.map(|given| given.0),
        min_rel: Some(args.min_rel),
        gains: Some(gain_rule(&args.gains)?),
    };
    Ok(PresetRules::new(args.preset, choices))
}

/// What `--gains` says.
pub fn gain_rule(text: &str) -> Result<GainRule, Failure> {
    Ok(match text {
        "linear" => GainRule::Linear,
        "exponential" => GainRule::Exponential,
        map => gains(map)?,
    })
}

fn gains(text: &str) -> Result<GainRule, Failure> {
    let wrong = |part: &str| {
        Failure::usage(format!(
            "--gains: `{part}` is not LEVEL=GAIN (nor is all of it linear or exponential)"
        ))
    };
    let mut levels = Vec::new();
    for part in text.split(',') {
        let (level, gain) = part.split_once('=').ok_or_else(|| wrong(part))?;
        levels.push((
            level.trim().parse().map_err(|_| wrong(part))?,
            gain.trim().parse().map_err(|_| wrong(part))?,
        ));
    }
    GainRule::map(levels).map_err(|e| Failure::usage(format!("--gains: {e}")))
}

/// Which options go together.
fn check_output(
    output: &OutputArgs,
    comparison: &ComparisonArgs,
    bounds: Option<BoundsOf>,
    has_judge: bool,
    wanted: &Wanted,
) -> Result<(), Failure> {
    let format = output.table.format();
    if output.zscores.is_some() && format != Format::TREC_EVAL {
        return Err(Failure::usage("--zscores is trec_eval's: it needs --format trec_eval"));
    }
    if wanted.metrics.is_empty() && format != Format::TREC_EVAL {
        return Err(Failure::usage(
            "runid and num_q are printed by --format trec_eval only, and no measure is named",
        ));
    }
    if bounds.is_some() && format == Format::TREC_EVAL {
        return Err(Failure::usage("trec_eval has no bounds: ask for another --format"));
    }
    if bounds == Some(BoundsOf::Pairs) && output.table.per_topic {
        return Err(Failure::usage(
            "--bounds=pairs prints one line a pair and measure: -q has nothing to add",
        ));
    }
    if has_judge && bounds.is_none() && comparison.estimate.is_none() {
        return Err(Failure::usage(
            "--judge needs --bounds or --estimate: no other table has a place for it",
        ));
    }
    if bounds == Some(BoundsOf::Pairs) && has_judge {
        return Err(Failure::usage("--judge adds scores of runs, and --bounds=pairs has none"));
    }
    let (option, does, table) = match (&comparison.compare, comparison.intervals) {
        _ if comparison.estimate.is_some() => ("--estimate", "is of scores", "estimates"),
        (Some(_), _) => ("--compare", "tests scores", "comparison of runs"),
        (None, Some(_)) => ("--intervals", "are of scores", "intervals"),
        (None, None) => return Ok(()),
    };
    if output.table.per_topic {
        return Err(Failure::usage(format!(
            "{option} prints one line a run and measure: -q has nothing to add"
        )));
    }
    if output.judged_report {
        let message = format!("{option} {does}, and --judged-report adds shares that are none");
        return Err(Failure::usage(message));
    }
    if format == Format::TREC_EVAL {
        return Err(Failure::usage(format!("trec_eval has no {table}: ask for another --format")));
    }
    Ok(())
}

fn read_zscores(path: &Path) -> Result<Zscores, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|e| Failure::data(format!("{}: {e}", path.display())))?;
    Ok(Zscores::parse(path, &text)?)
}
