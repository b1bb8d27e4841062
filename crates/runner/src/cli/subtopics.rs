//! `rejudge subtopics mining` and `rejudge subtopics understanding`

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use rejudge_eval::EvalError;
use rejudge_eval::subtopics::{GoldFiles, SubtopicScores, mining, understanding};
use rejudge_metrics::registry::Domain;
use rejudge_metrics::{Decimal, Value};
use rejudge_tables::frame::{Format, no_trec_eval};

use super::GOOD;
use super::args::Global;
use super::args::files::run_list;
use super::args::table::TableArgs;
use super::output::{Failure, remark};

/// The runs of a task.
#[derive(Debug, ClapArgs)]
pub struct RunArgs {
    /// Runs: files, folders, or quoted patterns; `-` is standard input
    #[arg(value_name = "RUN", required_unless_present = "named")]
    pub files: Vec<PathBuf>,
    /// Runs, if they are not the first arguments. May be repeated
    #[arg(id = "named", long = "runs", value_name = "DIR", num_args = 1.., help_heading = "Input")]
    pub named: Vec<PathBuf>,
}

impl RunArgs {
    /// As they were named, folders among them.
    pub fn given(&self) -> impl Iterator<Item = &PathBuf> {
        self.named.iter().chain(&self.files)
    }
}

/// `rejudge subtopics`
#[derive(Debug, ClapArgs)]
pub struct Subtopics {
    #[command(subcommand)]
    pub verb: SubtopicsVerb,
}

/// The verbs of `rejudge subtopics`.
#[derive(Debug, Subcommand)]
pub enum SubtopicsVerb {
    /// Two levels of subtopics: Hscore, D#-nDCG of each level, H-measure (NTCIR-11 IMine)
    Mining(Mining),
    /// Subtopics with verticals: D#-nDCG, V-score, QU-score (NTCIR-12 IMine-2)
    Understanding(Understanding),
}

/// `rejudge subtopics mining`
#[derive(Debug, ClapArgs)]
#[command(after_help = "A line of a run: topic;0;subtopic;rank;score;0;subtopic;rank;score;run")]
pub struct Mining {
    #[command(flatten)]
    pub runs: RunArgs,
    /// First-level subtopics: topic;intent;subtopic
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub first: PathBuf,
    /// Second-level subtopics: topic;intent;subtopic
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub second: PathBuf,
    /// Hierarchy of the intents: topic, second-level intent, first-level intent
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub hierarchy: PathBuf,
    /// Probabilities of the first-level intents: topic, intent, probability [default: equal]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub first_probabilities: Option<PathBuf>,
    /// Probabilities of the second-level intents: topic, intent, probability [default: equal]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub second_probabilities: Option<PathBuf>,
    /// Weight of the first level in the H-measure; the second level has 1 - ALPHA
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    pub alpha: Decimal,
    /// Weight of intent recall in D#-nDCG
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    pub gamma: Decimal,
    /// Cutoff of D#-nDCG [default: none]
    #[arg(long, value_name = "RANK", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Rules")]
    pub cutoff: Option<u32>,
    #[command(flatten)]
    pub output: TableArgs,
}

/// `rejudge subtopics understanding`
#[derive(Debug, ClapArgs)]
#[command(after_help = "A line of a run: topic;0;subtopic;vertical;rank;score;run")]
pub struct Understanding {
    #[command(flatten)]
    pub runs: RunArgs,
    /// Subtopics: topic;intent;subtopic
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub gold: PathBuf,
    /// Suitability of verticals for intents: topic, intent, vertical, probability
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub verticals: PathBuf,
    /// Probabilities of the intents: topic, intent, probability [default: equal]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub intent_probabilities: Option<PathBuf>,
    /// Weight of D#-nDCG in the QU-score; the V-score has 1 - LAMBDA
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    pub lambda: Decimal,
    /// Weight of intent recall in D#-nDCG
    #[arg(long, default_value = "0.5", value_parser = share, help_heading = "Rules")]
    pub gamma: Decimal,
    /// Cutoff
    #[arg(long, value_name = "RANK", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Rules")]
    pub cutoff: u32,
    #[command(flatten)]
    pub output: TableArgs,
}

fn share(text: &str) -> Result<Decimal, String> {
    match Domain::Share.read(text) {
        Some(Value::Decimal(share)) => Ok(share),
        _ => Err(format!("expected {}", Domain::Share.expected())),
    }
}

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
