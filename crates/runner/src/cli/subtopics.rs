//! `rejudge subtopics mining` and `rejudge subtopics understanding`

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use rejudge_eval::EvalError;
use rejudge_eval::subtopics::{Mining, TaskScores, Understanding};
use rejudge_tables::frame::{Format, no_trec_eval};

use super::GOOD;
use super::args::Global;
use super::args::files::run_list;
use super::args::table::TableArgs;
use super::output::Failure;

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
    Mining(Task<Mining>),
    /// Subtopics with verticals: D#-nDCG, V-score, QU-score (NTCIR-12 IMine-2)
    Understanding(Task<Understanding>),
}

/// A task, its runs, and the output.
#[derive(Debug, ClapArgs)]
pub struct Task<T: ClapArgs> {
    /// Runs: files, folders, or quoted patterns; `-` is standard input
    #[arg(value_name = "RUN", required_unless_present = "named")]
    pub files: Vec<PathBuf>,
    /// Runs, if they are not the first arguments. May be repeated
    #[arg(id = "named", long = "runs", value_name = "DIR", num_args = 1.., help_heading = "Input")]
    pub named: Vec<PathBuf>,
    #[command(flatten)]
    pub task: T,
    #[command(flatten)]
    pub output: TableArgs,
}

pub fn main(global: &Global, args: &Subtopics) -> Result<u8, Failure> {
    match &args.verb {
        SubtopicsVerb::Mining(args) => {
            args.write(global, args.task.inputs().collect(), |runs| args.task.scores(runs))
        }
        SubtopicsVerb::Understanding(args) => {
            args.write(global, args.task.inputs().collect(), |runs| args.task.scores(runs))
        }
    }
}

impl<T: ClapArgs> Task<T> {
    /// Computes the scores and writes them. Prints remarks on stderr.
    fn write(
        &self,
        global: &Global,
        gold: Vec<&PathBuf>,
        compute: impl FnOnce(&[PathBuf]) -> Result<TaskScores, EvalError>,
    ) -> Result<u8, Failure> {
        let runs = run_list(self.named.iter().chain(&self.files))?;
        self.output.check(gold.into_iter().chain(&runs))?;
        let format = self.output.form.format();
        if format == Format::TrecEval {
            return Err(Failure::usage(no_trec_eval("subtopic tasks")));
        }
        let (scores, rules, notes) = compute(&runs)?;
        global.remarks(notes);
        self.output.write(scores.rows(rules, self.output.options()).table(format)?)?;
        Ok(GOOD)
    }
}
