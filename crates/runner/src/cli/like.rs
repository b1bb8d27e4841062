//! `rejudge simulate --like`

use std::path::{Path, PathBuf};

use rejudge_collections::twin::fit::{FitError, Statistics, fit};
use rejudge_collections::twin::{Twin, generate};
use rejudge_collections::{
    Page, Qrels, QrelsFormat, Reading, TeamChoice, TeamFiles, TeamRule, load_by_rank, load_numbered, read,
    run_files, write_with,
};
use rejudge_pools::View;

use super::GOOD;
use super::args::Global;
use super::eval_args::QrelsFormatArg;
use super::output::{Failure, print, remark};
use super::progress::steps;
use super::simulate_args::Simulate;
use crate::like::{Description, Given, Matched, Told, anonymous, id_of, is_id};

/// Draws by which constants are moved, and by which the match is told.
const PASSES: u32 = 12;
const CHECK_DRAWS: u32 = 8;

pub fn main(global: &Global, args: &Simulate, files: &[PathBuf]) -> Result<u8, Failure> {
    let (id, files) = (id(args)?, inputs(args, files)?);
    if args.output.exists() {
        return Err(Failure::data(format!("{} exists already", args.output.display())));
    }
    if !global.quiet {
        told(args, &files);
    }
    let data = |error: FitError| Failure::data(format!("{}: {error}", files.qrels.display()));
    let (mut given, teams) = load(&files, args.fit.pool_depth)?;
    if !global.quiet {
        let (of, statistics) = (given.pool_of, &given.statistics);
        let [topics, runs, count] =
            [statistics.relevant.len(), statistics.average_precision.len(), statistics.teams.len()];
        remark(format_args!("{topics} topics, {runs} runs, {count} teams: {teams}"));
        let pooled: usize = statistics.teams.iter().map(|team| team.pooled).sum();
        let (depth, from) = (statistics.pool_depth, &given.depth_from);
        remark(format_args!("pool of depth {depth} of {pooled} runs, {of}: {from}"));
    }
    if args.fit.keep_names {
        // A team gives its runs their names, which hold no blanks.
        for team in &mut given.statistics.teams {
            team.name = team.name.split_whitespace().collect::<Vec<_>>().join("-");
        }
    } else {
        anonymous(&mut given.statistics);
    }
    let (passes, check_draws) =
        (args.fit.passes.unwrap_or(PASSES), args.fit.check_draws.unwrap_or(CHECK_DRAWS));
    let bar = steps(passes + check_draws, global.quiet);
    bar.set_message("fitting");
    let fitted = fit(&given.statistics, args.seed, passes, |_| bar.inc(1)).map_err(data)?;
    bar.set_message("drawing");
    let pool_depth = given.statistics.pool_depth;
    let twin = Twin { id: &id, pool_depth, parameters: &fitted.parameters };
    let draw = |draw| generate(&twin, args.seed, draw).map_err(|e| Failure::data(e.to_string()));
    let mut drawn = Vec::new();
    for number in 1..=check_draws {
        let collection = draw(number)?;
        drawn.push(Statistics::of(&collection, &View::full(&collection), pool_depth).map_err(data)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let matched = Matched::new(&given.statistics, &drawn);
    let description = Description {
        id: &id,
        given: &given,
        fitted: &fitted,
        matched: &matched,
        keeps_names: args.fit.keep_names,
        seed: args.seed,
        passes,
    };
    let pages = [
        Page { name: format!("{id}.yaml"), text: description.yaml()? },
        Page { name: "matched.md".to_owned(), text: description.page() },
    ];
    let files = if args.fit.no_files { None } else { Some(draw(args.draw)?) };
    write_with(files.as_ref(), &pages, &args.output, &QrelsFormat::trec(), args.seed)
        .map_err(|e| Failure::data(e.to_string()))?;
    if !global.quiet {
        description.unmatched().iter().for_each(|sentence| remark(format_args!("not matched: {sentence}")));
        let folder = args.output.display();
        remark(format_args!(
            "{id}: its description is {folder}/{id}.yaml, how well it matches {folder}/matched.md"
        ));
    }
    print(&matched.tsv())?;
    Ok(GOOD)
}

fn id(args: &Simulate) -> Result<String, Failure> {
    match &args.fit.id {
        Some(id) if is_id(id) => Ok(id.clone()),
        Some(id) => {
            Err(Failure::usage(format!("--id: `{}` is not made of a-z, 0-9 and `-`", id.escape_debug())))
        }
        None => id_of(&args.output).ok_or_else(|| {
            let folder = args.output.display();
            Failure::usage(format!("{folder} gives the twin no name of a-z, 0-9 and `-`: name it with --id"))
        }),
    }
}

/// The files of the collection.
struct Inputs {
    qrels: PathBuf,
    format: QrelsFormat,
    /// A folder, a pattern or a file.
    runs: PathBuf,
    teams: Option<PathBuf>,
    pooled: Option<PathBuf>,
    eligible: Option<PathBuf>,
}

fn inputs(args: &Simulate, files: &[PathBuf]) -> Result<Inputs, Failure> {
    let [qrels, runs] = files else { return Err(Failure::usage("--like takes QRELS and a folder of RUNS")) };
    if qrels.is_dir() {
        let (qrels, runs) = (qrels.display(), runs.display());
        return Err(Failure::usage(format!(
            "--like QRELS RUNS: {qrels} must be a file of judgments and {runs} a folder of runs, or a pattern"
        )));
    }
    let beside = |given: &Option<PathBuf>, name: &str| {
        let there = qrels.parent().unwrap_or(Path::new("")).join(name);
        given.clone().or_else(|| there.is_file().then_some(there))
    };
    Ok(Inputs {
        qrels: qrels.clone(),
        format: args.fit.qrels_format.unwrap_or(QrelsFormatArg::Trec).into(),
        runs: runs.clone(),
        teams: beside(&args.fit.teams, "teams.tsv"),
        pooled: beside(&args.fit.pooled, "pooled.tsv"),
        eligible: beside(&None, "eligible.tsv"),
    })
}

/// The collection's statistics, and how its runs got their teams.
fn load(files: &Inputs, depth: Option<u32>) -> Result<(Given, TeamRule), Failure> {
    fn wrong(error: impl std::fmt::Display) -> Failure {
        Failure::data(error.to_string())
    }
    let Inputs { qrels: path, format, runs, teams, pooled, eligible } = files;
    let bytes = read(path).map_err(wrong)?;
    let qrels = Qrels::parse(path, &bytes, format).map_err(wrong)?;
    let runs = run_files(std::slice::from_ref(runs)).map_err(wrong)?;
    let teams = TeamFiles {
        teams: teams.clone().map_or(TeamChoice::FileNames, TeamChoice::Table),
        pooled: pooled.clone(),
        eligible: eligible.clone(),
    };
    let reading = Reading::default();
    let loaded = load_numbered(&qrels, path, &runs, &teams, &reading).map_err(wrong)?;
    let by_rank = load_by_rank(&qrels, path, &runs, &teams, &reading);
    let told = Told { depth, marked: pooled.is_some() };
    let given = Given::new(loaded.collection, by_rank.as_ref(), told);
    Ok((given.map_err(|error| wrong(format!("{}: {error}", path.display())))?, loaded.teams))
}

/// Which tables are read that nobody named.
fn told(args: &Simulate, files: &Inputs) {
    let unnamed = [
        (args.fit.teams.is_none(), &files.teams),
        (args.fit.pooled.is_none(), &files.pooled),
        (true, &files.eligible),
    ];
    for path in unnamed.into_iter().filter_map(|(unnamed, path)| path.as_ref().filter(|_| unnamed)) {
        remark(format_args!("{} is read too", path.display()));
    }
}
