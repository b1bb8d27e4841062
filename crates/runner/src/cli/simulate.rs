//! `rejudge simulate`

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::descriptor::{HIGHEST_LEVEL, LabelKind, QrelsFormat};
use rejudge_collections::{Unscored, write};
use rejudge_eval::left_out_remark;
use rejudge_eval::own_files::{OwnFiles, check_name, name_from};
use rejudge_names::plural::counted;
use rejudge_pools::View;
use rejudge_twins::fit::{FitError, Statistics, fit};
use rejudge_twins::{Twin, generate};

use super::args::Global;
use super::args::files::FileArgs;
use super::data::entry;
use super::output::{Failure, check_new, print};
use super::terminal::steps;
use super::{GOOD, completion};
use crate::audit::like::{Matched, OriginalCollection, TwinDescription, anonymise};

/// `rejudge simulate`
#[derive(Debug, ClapArgs)]
pub struct Simulate {
    /// Name of a simulated collection
    #[arg(
        required_unless_present = "like",
        conflicts_with_all = [
            "like", "teams", "pooled", "qrels_format", "grades", "labels", "extra_columns", "repeated", "exclude_runs", "only_runs", "pool_depth", "id",
            "passes", "check_draws", "keep_names", "no_files",
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

/// Options for simulating your own collection.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Simulate your own collection")]
pub struct LikeArgs {
    /// Simulate a collection with the statistics of this qrels file and these runs (a folder, or a quoted pattern,
    /// 'runs/*.gz'). Writes a description (statistics and constants only) and a draw, and prints how well draws
    /// match
    #[arg(long, num_args = 2, value_names = ["QRELS", "RUNS"])]
    pub like: Option<Vec<PathBuf>>,
    #[command(flatten)]
    pub more: FileArgs,
    /// Pool depth [default: inferred from the judgments, or else 100, at most the length of the longest ranking]
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..))]
    pub pool_depth: Option<u32>,
    /// Name of the simulated collection, which is part of its seed: a-z, 0-9 and `-` [default: the name of the
    /// folder]
    #[arg(long, value_name = "NAME")]
    pub id: Option<String>,
    /// Number of draws to fit the constants with [default: 12]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub passes: Option<u32>,
    /// Number of draws to measure the match with; the fit uses none of them [default: 8]
    #[arg(long, value_name = "DRAWS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub check_draws: Option<u32>,
    /// Keep the names of the teams instead of calling them team01 and so on, in the order of their numbers of
    /// runs and unique contributions
    #[arg(long)]
    pub keep_names: bool,
    /// Write the description, but no draw
    #[arg(long)]
    pub no_files: bool,
}

pub fn main(global: &Global, args: &Simulate) -> Result<u8, Failure> {
    if let Some(files) = &args.fit.like {
        return like(global, args, files);
    }
    let Some(id) = &args.collection else { return Err(Failure::usage("no collection is named")) };
    let collection = entry(&global.places().catalogue(), id)?;
    check_new(&args.output)?;
    let Some(parameters) = collection.descriptor.as_twin() else {
        return Err(Failure::usage(format!("`{id}` is not a simulated collection")));
    };
    let mut format = match &args.grades_of {
        None => QrelsFormat::trec(),
        Some(name) => {
            let described = entry(&global.places().catalogue(), name)?.descriptor;
            let files = described.files.as_ref();
            let files =
                files.ok_or_else(|| Failure::usage(format!("`{name}` is not a collection of files")))?;
            files.qrels_format()
        }
    };
    let have_gains = format.labels == LabelKind::Gains;
    if have_gains {
        // Labels such as NTCIR's cannot be read as gains.
        format.grades = (0..=HIGHEST_LEVEL).map(|level| (level.to_string(), level)).collect();
    }
    let collection = rejudge_twins::generate(&parameters, args.seed, args.draw);
    write(Some(&collection), &[], &args.output, &format, args.seed)
        .map_err(|e| Failure::data(e.to_string()))?;
    if let (true, Some(name)) = (have_gains, &args.grades_of) {
        global.remark(format_args!(
            "the judgments of {name} are gains, but {id} has levels: level 2 is written as the gain 2, and so \
             on, whatever gains {name} has"
        ));
    }
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

/// The default number of draws for fitting the constants.
const PASSES: u32 = 12;
/// The default number of draws for measuring how well the twin matches.
const CHECK_DRAWS: u32 = 8;

/// `rejudge simulate --like`
fn like(global: &Global, args: &Simulate, files: &[PathBuf]) -> Result<u8, Failure> {
    let (id, files) = (twin_id(args)?, original_files(args, files)?);
    check_new(&args.output)?;
    let data = |error: FitError| Failure::data(format!("{}: {error}", files.qrels.display()));
    let loaded = files.load(&files.reading)?;
    let (teams, loaded_runs) = (loaded.teams.to_string(), loaded.collection.runs().len());
    global.remarks(Unscored::line(&loaded.unscored));
    let is_marked = files.pooled.is_some();
    let mut original = OriginalCollection::new(loaded, args.fit.pool_depth, is_marked).map_err(data)?;
    global.remarks(files.unread());
    global.remarks(left_out_remark(files.left_out.iter().map(|run| &*run.name), loaded_runs));
    let statistics = &original.statistics;
    global.remark(format_args!(
        "{}, {}, {}: {teams}",
        counted(statistics.relevant.len(), "topic"),
        counted(statistics.average_precision.len(), "run"),
        counted(statistics.teams.len(), "team")
    ));
    let (depth, runs) = (statistics.pool_depth, &original.pooled_runs);
    global.remark(format_args!("pool of depth {depth} of {runs}: {}", original.depth_from));
    if args.fit.keep_names {
        // Runs are named after their teams, and names of runs must not contain spaces.
        for team in &mut original.statistics.teams {
            team.name = team.name.split_whitespace().collect::<Vec<_>>().join("-");
        }
    } else {
        anonymise(&mut original.statistics);
    }
    let (passes, check_draws) =
        (args.fit.passes.unwrap_or(PASSES), args.fit.check_draws.unwrap_or(CHECK_DRAWS));
    let bar = steps(passes + check_draws, global.quiet);
    bar.set_message("fitting");
    let fitted = fit(&original.statistics, args.seed, passes, |_| bar.inc(1)).map_err(data)?;
    bar.set_message("drawing");
    let pool_depth = original.statistics.pool_depth;
    let twin = Twin { id: &id, pool_depth, parameters: &fitted.parameters };
    let draw = |draw| generate(&twin, args.seed, draw);
    let mut drawn = Vec::new();
    for number in 1..=check_draws {
        let collection = draw(number);
        drawn.push(Statistics::new(&collection, &View::full(&collection), pool_depth).map_err(data)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let matched = Matched::new(&original.statistics, &drawn);
    let description = TwinDescription {
        id: &id,
        original: &original,
        fitted: &fitted,
        matched: &matched,
        keeps_names: args.fit.keep_names,
        seed: args.seed,
        passes,
    };
    let pages = [(format!("{id}.yaml"), description.yaml()?)];
    let collection = (!args.fit.no_files).then(|| draw(args.draw));
    write(collection.as_ref(), &pages, &args.output, &QrelsFormat::trec(), args.seed)
        .map_err(|e| Failure::data(e.to_string()))?;
    global.remarks(description.unmatched().iter().map(|sentence| format!("not matched: {sentence}")));
    global.remark(format_args!("{id}: its description is {}/{id}.yaml", args.output.display()));
    print(&matched.tsv())?;
    Ok(GOOD)
}

/// Returns the name of the twin. It is the value of `--id`, or is made from the name of the output folder.
fn twin_id(args: &Simulate) -> Result<String, Failure> {
    if let Some(id) = &args.fit.id {
        check_name("the twin's name (--id)", id)?;
        return Ok(id.clone());
    }
    let folder = args.output.file_name().unwrap_or_default().to_string_lossy();
    name_from(&folder).ok_or_else(|| {
        let folder = args.output.display();
        Failure::usage(format!(
            "the twin's name cannot be made from {folder}: name it with --id (a-z, 0-9 and `-`)"
        ))
    })
}

/// Returns the files of the original collection.
fn original_files(args: &Simulate, files: &[PathBuf]) -> Result<OwnFiles, Failure> {
    let [qrels, runs] = files else { return Err(Failure::usage("--like takes QRELS and a folder of RUNS")) };
    if qrels.is_dir() {
        let (qrels, runs) = (qrels.display(), runs.display());
        return Err(Failure::usage(format!(
            "--like QRELS RUNS: expected a file of judgments, then a folder or a pattern of runs, found {qrels} and {runs}"
        )));
    }
    args.fit.more.own_files(qrels, runs)
}
