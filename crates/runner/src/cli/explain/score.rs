//! `rejudge explain QRELS RUN`: shows how the scores of a run on topics came about, document by document.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::Ties;
use rejudge_collections::descriptor::RepeatedDocuments;
use rejudge_eval::{ExplainedScores, InputFiles, PresetRules, RequestedMeasures};
use rejudge_names::plural::few;

use crate::cli::args::Global;
use crate::cli::args::rules::OTHER_MEASURES;
use crate::cli::args::table::FormArgs;
use crate::cli::eval::args::{InputArgs, RuleArgs, USUAL_MEASURES};
use crate::cli::eval::named_files::NamedFiles;
use crate::cli::eval::topics_and_rules;
use crate::cli::output::Failure;
use crate::cli::{GOOD, completion};

/// The order of the arguments, for messages.
const ORDER: &str = "rejudge explain QRELS RUN -m MEASURE --topic TOPIC";

/// An error names at most this many runs.
const MAX_NAMED: usize = 10;

/// Options for the score of a run.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("topics", |topics| {
    let help = "Topic on which the score is explained, or several of them, as in --topics of eval: a list (301,305), a range (1-3), \
        or FILE";
    topics.short('q').visible_alias("topic").value_name("TOPIC").help(help)
}))]
pub struct ScoreArgs {
    /// Measures to explain, as in eval [default: AP]
    #[arg(
        short,
        long,
        aliases = OTHER_MEASURES,
        value_name = "MEASURES",
        add = ArgValueCompleter::new(completion::measures)
    )]
    pub measures: Vec<String>,
    /// Last rank to show [default: the last rank that changes the score, but at least the measure's cutoff, or 10 if
    /// it has none]
    #[arg(long, aliases = ["rank", "rows", "top", "depth"], value_name = "RANK")]
    pub ranks: Option<NonZeroU32>,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub form: FormArgs,
}

pub fn main(global: &Global, paths: &[PathBuf], args: &ScoreArgs) -> Result<u8, Failure> {
    let named = NamedFiles::find(global, paths, &args.input, args.rules.preset, false, ORDER)?;
    let (topics, rules) = topics_and_rules(global, &args.rules, named.min_rel())?;
    // All topics are read, because some measures depend on the highest level of all topics. So the printed
    // rules must not say that only the topics to explain were read.
    let rules = PresetRules { only_topics: None, ..rules };
    let has_other_order = matches!(rules.rules.ties, Ties::Rank | Ties::FileOrder);
    if args.input.reading.repeated == Some(RepeatedDocuments::First) && has_other_order {
        return Err(Failure::usage(
            "--repeated=first keeps the line that comes first, but explain shows the greatest score of a repeated document: leave \
             out --ties or --preset, so that scores order the documents",
        ));
    }
    let NamedFiles { files, measures: names, .. } = named;
    let measures = measures(args, &names)?;
    let Some(topics) = topics else {
        return Err(Failure::usage(
            "no topic is named: add --topic TOPIC; the same command with `eval` instead of `explain`, and with -q, prints the \
             score of each topic",
        ));
    };
    check_one_run(&files)?;
    let inputs = files.runs.iter().chain(&files.choice_files).chain(files.judgments.paths());
    args.form.check(inputs.chain(topics.file()))?;
    let explained = ExplainedScores::compute(&files, &topics, &measures, &rules, args.ranks)?;
    global.remarks(&explained.remarks);
    // A table for people already contains these sentences.
    if !args.form.format().is_for_people() {
        global.remarks(explained.sentences());
    }
    args.form.write(&explained.table(&rules))?;
    Ok(GOOD)
}

/// Returns the measures of `-m`, and then `names`, which were typed after the run. If there are none, returns
/// the first default measure of `eval`.
fn measures(args: &ScoreArgs, names: &[String]) -> Result<RequestedMeasures, Failure> {
    let mut requested = [&args.measures, names].concat();
    if requested.is_empty() {
        requested.extend(USUAL_MEASURES.split(' ').take(1).map(str::to_owned));
    }
    let mut measures = RequestedMeasures::read(&requested, args.rules.preset)?;
    if measures.metrics.is_empty() {
        return Err(Failure::usage("runid and num_q have no ranks to explain: name a measure, as in -m AP"));
    }
    if args.rules.judged_only {
        measures.judged_only()?;
    }
    Ok(measures)
}

/// Refuses several runs.
fn check_one_run(files: &InputFiles) -> Result<(), Failure> {
    if let [_, _, ..] = files.runs.as_slice() {
        let names = files.runs.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy()));
        let (names, count) = (names.collect::<Vec<_>>(), files.runs.len());
        let names = few(&names, MAX_NAMED, ", ");
        return Err(Failure::usage(format!(
            "expected one run to explain, found {count}: name one of {names}"
        )));
    }
    Ok(())
}
