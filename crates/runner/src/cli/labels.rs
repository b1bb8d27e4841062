//! `rejudge labels consolidate` and `rejudge labels schemes`

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand};
use rejudge_collections::read;
use rejudge_experiment::labels::{Scheme, WrongCount, find_scheme, read_labels, scheme_names, to_f64};
use rejudge_names::plural::counted;

use super::GOOD;
use super::args::Global;
use super::output::{Failure, check_folder, check_target, print, print_columns, write_target};

/// `rejudge labels`
#[derive(Debug, ClapArgs)]
pub struct Labels {
    #[command(subcommand)]
    pub verb: LabelsVerb,
    /// Folder of schemes
    #[arg(long, global = true, value_name = "DIR", default_value = "configs/labels")]
    pub schemes: PathBuf,
}

/// The verbs of `rejudge labels`.
#[derive(Debug, Subcommand)]
pub enum LabelsVerb {
    /// Write a qrels file from a table of labels
    Consolidate(Consolidate),
    /// List the schemes: name, assessors, columns, gains of the levels, title
    Schemes,
}

/// `rejudge labels consolidate`
#[derive(Debug, ClapArgs)]
pub struct Consolidate {
    /// Table (tsv or csv) with the columns topic, docid, assessor and label, or with a column for each criterion
    /// instead of label (`-` for standard input)
    #[arg(value_name = "LABELS", required_unless_present = "table")]
    pub labels: Option<PathBuf>,
    /// The table, if it is not the first argument
    // clap identifies arguments by field name, and `labels` is the field of the first argument.
    #[arg(long = "labels", value_name = "FILE", conflicts_with = "labels")]
    pub table: Option<PathBuf>,
    /// Name of a scheme (`rejudge labels schemes`), or the path of a YAML file
    #[arg(long, value_name = "SCHEME")]
    pub scheme: String,
    /// Write the qrels to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the gains of the levels, in the form of `eval --gains`, to this file instead of stderr
    #[arg(long, value_name = "FILE")]
    pub gains: Option<PathBuf>,
    /// How to treat documents with fewer assessors than the scheme requires
    #[arg(long, default_value = "error")]
    pub missing: MissingArg,
}

impl Consolidate {
    /// Returns the path of the table, which is the first argument or the value of `--labels`.
    pub fn path(&self) -> &Path {
        self.labels.as_deref().or(self.table.as_deref()).unwrap_or(Path::new("-"))
    }
}

/// The treatment of documents with too few assessors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum MissingArg {
    /// Stop with an error
    Error,
    /// Leave them out of the qrels
    LeaveOut,
    /// Write grade -1: in the pool, judgment withheld
    Withhold,
}

pub fn main(global: &Global, args: &Labels) -> Result<u8, Failure> {
    match &args.verb {
        LabelsVerb::Schemes => schemes(args),
        LabelsVerb::Consolidate(consolidate) => write_levels(global, args, consolidate),
    }
}

/// Lists the schemes as tab-separated lines: name, assessors, columns, gains and title.
fn schemes(args: &Labels) -> Result<u8, Failure> {
    check_folder(&args.schemes, "--schemes")?;
    let mut text = String::new();
    for name in scheme_names(&args.schemes) {
        let scheme = find_scheme(&name, &args.schemes)?;
        let columns: Vec<&str> = scheme.columns().iter().map(|column| column.name.as_str()).collect();
        let (assessors, gains) = (scheme.assessors(), gains(&scheme));
        let _ = writeln!(text, "{name}\t{assessors}\t{}\t{gains}\t{}", columns.join(" "), scheme.title);
    }
    print_columns(&text, "\t")?;
    Ok(GOOD)
}

/// Merges the labels of each document into one level, and writes the levels as qrels.
fn write_levels(global: &Global, args: &Labels, consolidate: &Consolidate) -> Result<u8, Failure> {
    let scheme = find_scheme(&consolidate.scheme, &args.schemes)?;
    let path = &consolidate.path().to_owned();
    // The scheme may be a file. It must not be overwritten either.
    let inputs = [path, &PathBuf::from(&consolidate.scheme)];
    check_target(consolidate.output.as_deref(), inputs)?;
    check_target(consolidate.gains.as_deref(), inputs.into_iter().chain(&consolidate.output))?;
    if consolidate.gains.is_some() && consolidate.gains == consolidate.output {
        return Err(Failure::usage("-o and --gains name the same file"));
    }
    let bytes = read(path).map_err(|e| Failure::data(e.to_string()))?;
    let topics = read_labels(path, &bytes, &scheme)?;
    let (mut text, mut missing) = (String::new(), 0);
    for topic in &topics {
        for (document, level) in topic.documents.iter().zip(topic.levels(&scheme)) {
            let topic = &topic.name;
            match (level, consolidate.missing) {
                (Ok(level), _) => {
                    let _ = writeln!(text, "{topic} 0 {document} {level}");
                }
                (Err(count), MissingArg::LeaveOut) if count.is_missing() => missing += 1,
                (Err(count), MissingArg::Withhold) if count.is_missing() => {
                    missing += 1;
                    let _ = writeln!(text, "{topic} 0 {document} -1");
                }
                (Err(count), _) => return Err(wrong_count(consolidate, topic, document, count)),
            }
        }
    }
    let gains = gains(&scheme);
    match &consolidate.output {
        Some(path) => write_target(path, text.as_bytes())?,
        None => print(&text)?,
    }
    match &consolidate.gains {
        Some(path) => write_target(path, format!("{gains}\n").as_bytes())?,
        None => global.remark(format_args!("gains: {gains}")),
    }
    if missing > 0 {
        let treatment =
            if consolidate.missing == MissingArg::Withhold { "withheld (-1)" } else { "left out" };
        global.remark(format_args!(
            "{}: too few assessors: {} {treatment}",
            path.display(),
            counted(missing, "document")
        ));
    }
    Ok(GOOD)
}

fn wrong_count(args: &Consolidate, topic: &str, document: &str, count: WrongCount) -> Failure {
    let (path, topic, document) = (args.path().display(), topic.escape_debug(), document.escape_debug());
    let hint = if count.is_missing() { " (--missing can leave it out or withhold it)" } else { "" };
    Failure::data(format!("{path}: topic `{topic}`, document `{document}`: {count}{hint}"))
}

/// Formats the gains so that `rejudge eval --gains` can read them.
fn gains(scheme: &Scheme) -> String {
    let gains = scheme.gains().iter().map(|(level, gain)| format!("{level}={}", to_f64(gain)));
    gains.collect::<Vec<_>>().join(",")
}
