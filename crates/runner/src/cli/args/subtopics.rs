//! Arguments of `rejudge subtopics`, as typed.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use rejudge_metrics::registry::Domain;
use rejudge_metrics::{Decimal, Value};

use super::table::TableArgs;

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
