//! `rejudge subtopics mining` and `rejudge subtopics understanding`

use std::path::PathBuf;

use super::GOOD;
use super::args::Global;
use super::args::subtopics::{Mining, Subtopics, SubtopicsVerb, Understanding};
use super::args::table::TableArgs;
use super::output::{Failure, remark};
use super::run_list::run_list;
use rejudge_eval::EvalError;
use rejudge_eval::subtopics::{GoldFiles, SubtopicScores, mining, understanding};
use rejudge_tables::frame::{Format, no_trec_eval};

pub fn main(global: &Global, args: &Subtopics) -> Result<u8, Failure> {
    match &args.verb {
        SubtopicsVerb::Mining(args) => {
            let gold = [&args.first, &args.second, &args.hierarchy];
            let others = [&args.first_probabilities, &args.second_probabilities];
            let runs = run_list(args.runs.given())?;
            let inputs = runs.iter().chain(gold).chain(others.into_iter().flatten());
            write(global, &args.output, inputs, || mine(args, &runs))
        }
        SubtopicsVerb::Understanding(args) => {
            let gold = [&args.gold, &args.verticals];
            let runs = run_list(args.runs.given())?;
            let inputs = runs.iter().chain(gold).chain(&args.intent_probabilities);
            write(global, &args.output, inputs, || understand(args, &runs))
        }
    }
}

fn mine(args: &Mining, runs: &[PathBuf]) -> Result<SubtopicScores, EvalError> {
    let files = mining::Files {
        first: GoldFiles { subtopics: args.first.clone(), probabilities: args.first_probabilities.clone() },
        second: GoldFiles {
            subtopics: args.second.clone(),
            probabilities: args.second_probabilities.clone(),
        },
        hierarchy: args.hierarchy.clone(),
        runs: runs.to_vec(),
    };
    let rules = mining::Rules { alpha: args.alpha.clone(), gamma: args.gamma.clone(), cutoff: args.cutoff };
    mining::scores(&files, &rules)
}

fn understand(args: &Understanding, runs: &[PathBuf]) -> Result<SubtopicScores, EvalError> {
    let files = understanding::Files {
        gold: GoldFiles { subtopics: args.gold.clone(), probabilities: args.intent_probabilities.clone() },
        verticals: args.verticals.clone(),
        runs: runs.to_vec(),
    };
    let (lambda, gamma) = (args.lambda.clone(), args.gamma.clone());
    understanding::scores(&files, &understanding::Rules { lambda, gamma, cutoff: args.cutoff })
}

/// Computes scores, prints remarks on stderr, and writes the scores.
fn write<'a>(
    global: &Global,
    output: &TableArgs,
    inputs: impl Iterator<Item = &'a PathBuf>,
    compute: impl FnOnce() -> Result<SubtopicScores, EvalError>,
) -> Result<u8, Failure> {
    output.form.check(inputs)?;
    let format = output.form.format();
    if format == Format::TREC_EVAL {
        return Err(Failure::usage(no_trec_eval("subtopic tasks")));
    }
    let scores = compute()?;
    if !global.quiet {
        for note in scores.notes() {
            remark(note);
        }
    }
    output.form.write(&scores.table(output.shown(), format)?)?;
    Ok(GOOD)
}
