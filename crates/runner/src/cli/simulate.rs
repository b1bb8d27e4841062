//! `rejudge simulate`

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::write;
use rejudge_experiment::spec::yaml::Spanned;
use rejudge_names::plural::counted;

use super::args::Global;
use super::args::files::FileArgs;
use super::output::{Failure, check_new};
use super::{GOOD, completion, like};

/// `rejudge simulate`
#[derive(Debug, ClapArgs)]
pub struct Simulate {
    /// Name of a simulated collection
    #[arg(
        required_unless_present = "like",
        conflicts_with_all = [
            "like", "teams", "pooled", "qrels_format", "extra_columns", "repeated", "pool_depth", "id", "passes",
            "check_draws", "keep_names", "no_files",
        ],
        add = ArgValueCompleter::new(completion::collections)
    )]
    pub collection: Option<String>,
    /// Folder to create; it must not exist yet
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Write grades as in the files of this collection (`trec03-twin --as trec03`), so that the folder can replace
    /// it
    #[arg(long = "as", value_name = "COLLECTION", conflicts_with = "like", add = ArgValueCompleter::new(completion::collections))]
    pub grades_of: Option<String>,
    /// Root seed
    #[arg(long, default_value_t = 20_090_107)]
    pub seed: u64,
    /// Number of the draw
    #[arg(long, default_value_t = 1)]
    pub draw: u32,
    #[command(flatten)]
    pub fit: LikeArgs,
}

/// A twin of a collection at hand.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Simulate your own collection")]
pub struct LikeArgs {
    /// Simulate a collection with the statistics of this qrels file and these runs (a folder, or a quoted pattern,
    /// 'runs/*.gz'). Writes a description, which contains only statistics and constants, a draw, and how well it
    /// matches
    #[arg(long, num_args = 2, value_names = ["QRELS", "RUNS"])]
    pub like: Option<Vec<PathBuf>>,
    #[command(flatten)]
    pub more: FileArgs,
    /// Pool depth [default: inferred from the judgments, or a depth to which 95% are judged, at most 100]
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..))]
    pub pool_depth: Option<u32>,
    /// Name of the simulated collection, which is part of its seed: a-z, 0-9 and `-` [default: the name of the
    /// folder]
    #[arg(long, value_name = "NAME")]
    pub id: Option<String>,
    /// Number of draws to fit the constants with [default: 12]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub passes: Option<u32>,
    /// Number of draws to measure the match with, none of which is used for the fit [default: 8]
    #[arg(long, value_name = "DRAWS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub check_draws: Option<u32>,
    /// Keep the names of the teams instead of calling them team01 and so on, by number of runs and unique
    /// contributions
    #[arg(long)]
    pub keep_names: bool,
    /// Write the description and how well it matches, but no draw
    #[arg(long)]
    pub no_files: bool,
}

pub fn main(global: &Global, args: &Simulate) -> Result<u8, Failure> {
    if let Some(files) = &args.fit.like {
        return like::main(global, args, files);
    }
    let Some(id) = &args.collection else { return Err(Failure::usage("no collection is named")) };
    let entry = global.catalogue().entry(&Spanned { value: id.clone(), at: None })?;
    check_new(&args.output)?;
    let Some(parameters) = entry.descriptor.as_twin() else {
        return Err(Failure::usage(format!("`{id}` is not a simulated collection")));
    };
    let format = match &args.grades_of {
        None => QrelsFormat::trec(),
        Some(name) => {
            let like = global.catalogue().entry(&Spanned { value: name.clone(), at: None })?;
            let files = like.descriptor.files.as_ref();
            let files =
                files.ok_or_else(|| Failure::usage(format!("`{name}` is not a collection of files")))?;
            files.qrels_format()
        }
    };
    let collection = rejudge_twins::generate(&parameters, args.seed, args.draw);
    write(&collection, &args.output, &format, args.seed).map_err(|e| Failure::data(e.to_string()))?;
    global.remark(format_args!(
        "{id}: draw {} of seed {}: {}, {}, {} in {}",
        args.draw,
        args.seed,
        counted(collection.topics().len(), "topic"),
        counted(collection.runs().len(), "run"),
        counted(collection.teams().len(), "team"),
        args.output.display(),
    ));
    Ok(GOOD)
}
