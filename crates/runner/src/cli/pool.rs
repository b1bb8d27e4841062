//! `rejudge pool`: judgments with fewer judgments. What is built without any is in `pool_build`.

use std::path::{Path, PathBuf};

use rejudge_audit::judges_named;
use rejudge_collections::{
    JudgeBytes, QrelsLines, TeamChoice, TeamFiles, WriteError, load_runs_with_teams, read_judgments,
    run_files,
};
use rejudge_descriptor::QrelsFormat;
use rejudge_names::{meant, nearest};
use rejudge_pools::{
    Contributions, JudgmentSet, LEAVE_ONE_TEAM_OUT, Material, POOL_DEPTH, SAMPLE, TAKE_ONE_TEAM, TAKE_TEAMS,
    TestCollection, View,
};

use super::GOOD;
use super::args::Global;
use super::args::pool::{Pool, PoolInput, PoolVerb};
use super::output::{Failure, check_target, print, remark, write_target};
use super::pool_build::build;
use super::pool_remarks::{NAMED, remark_teams, remark_unread, remarks, remarks_on_levels};
use rejudge_eval::own::check_each_once;
use rejudge_eval::pooling::{Difference, level_lines};
use rejudge_eval::{wrong_judgments, wrong_runs};

pub fn main(global: &Global, args: &Pool) -> Result<u8, Failure> {
    if let (Some(one), Some(other)) = (&args.qrels, &args.input.judgments) {
        let (one, other) = (one.display(), other.display());
        return Err(Failure::usage(format!("judgments are named twice: {one}, and {other} by --qrels")));
    }
    match (&args.verb, args.qrels.as_ref().or(args.input.judgments.as_ref())) {
        (verb, _) if !args.input.also.is_empty() && !verb.is_written() => Err(Failure::usage(format!(
            "{} asks no other judge: a set does, as in set 'full(judge=NAME)'",
            verb.name()
        ))),
        (PoolVerb::Build(wanted), None) => build(global, args, wanted),
        (PoolVerb::Build(_), Some(qrels)) => Err(Failure::usage(format!(
            "build makes a pool from runs, not from {}: name judgments that you already have with \
             --judged",
            qrels.display()
        ))),
        (verb, None) => Err(Failure::usage(format!(
            "{} takes judgments away, and none are named: rejudge pool QRELS .. {}",
            verb.name(),
            verb.name()
        ))),
        (_, Some(qrels)) => manipulate(global, args, qrels),
    }
}

impl PoolVerb {
    /// As it is typed.
    pub fn name(&self) -> &'static str {
        match self {
            Self::LeaveOneTeamOut { .. } => "leave-one-team-out",
            Self::TakeOneTeam { .. } => "take-one-team",
            Self::TakeTeams { .. } => "take-teams",
            Self::Depth { .. } => "depth",
            Self::Sample(_) => "sample",
            Self::Set(_) => "set",
            Self::Build(_) => "build",
        }
    }

    /// Whether it is a set that is written out, which may name other judges.
    fn is_written(&self) -> bool {
        matches!(self, Self::Set(_))
    }

    /// Whether it asks for teams.
    pub fn is_of_teams(&self) -> bool {
        match self {
            Self::LeaveOneTeamOut { .. } | Self::TakeOneTeam { .. } | Self::TakeTeams { .. } => true,
            Self::Set(written) => written.set.rule().is_of_teams(),
            Self::Depth { .. } | Self::Sample(_) | Self::Build(_) => false,
        }
    }

    /// Seed and draw of what is drawn.
    fn drawn(&self) -> (u64, u32) {
        match self {
            Self::Sample(args) => (args.seed, args.draw),
            Self::Set(written) => (written.seed, written.draw),
            _ => (1, 1),
        }
    }

    /// Whether it goes by what runs retrieved.
    pub fn needs_runs(&self) -> bool {
        match self {
            Self::Sample(_) => false,
            Self::Set(written) => written.set.is_of_runs(),
            _ => true,
        }
    }

    /// To which depth a run contributes.
    pub fn contributed(&self) -> usize {
        let depth = match self {
            Self::LeaveOneTeamOut { contributed, .. }
            | Self::TakeOneTeam { contributed, .. }
            | Self::TakeTeams { contributed, .. } => contributed.pool_depth,
            Self::Depth { depth } => Some(*depth),
            Self::Set(written) => {
                let depth = written.set.argument("depth").and_then(|depth| depth.parse().ok());
                written.contributed.pool_depth.or(depth)
            }
            Self::Sample(_) | Self::Build(_) => None,
        };
        depth.map_or(usize::MAX, |depth| depth as usize)
    }
}

fn manipulate(global: &Global, args: &Pool, path: &Path) -> Result<u8, Failure> {
    let (verb, input) = (&args.verb, &args.input);
    if input.runs.is_empty() && verb.needs_runs() {
        let name = verb.name();
        return Err(Failure::usage(format!(
            "{name} goes by what runs retrieved: name their folder with --runs"
        )));
    }
    let runs = inputs(input, args.output.as_deref(), &path.to_owned())?;
    let judges = judges_named(&input.also, &[])?;
    check_target(args.output.as_deref(), judges.iter().map(|judge| &judge.file.file))?;
    let format: QrelsFormat = input.qrels_format.into();
    let bytes = read_judgments(path, &format).map_err(|e| Failure::data(e.to_string()))?;
    let lines = QrelsLines::parse(path, &bytes, &format).map_err(wrong_judgments)?;
    let files = team_files(input, verb.is_of_teams());
    let judge_files = judges.iter().map(|judge| (judge.name.as_str(), &judge.file));
    let labels =
        JudgeBytes::of_files(judge_files, Path::new("")).map_err(|e| Failure::data(e.to_string()))?;
    // Documents that a judge alone labels stand behind those of the lines.
    let mut qrels = lines.qrels().clone();
    let labelled = labels.labels(&mut qrels).map_err(|e| Failure::data(e.to_string()))?;
    let loaded = load_runs_with_teams(&qrels, path, &runs, &files, &input.reading(usize::MAX));
    let (collection, rule) = loaded.map_err(wrong_runs)?;
    let (collection, counts) = labelled.of(collection);

    let full = View::full(&collection);
    let contributions = Contributions::new(&collection, &full, verb.contributed());
    let set = judgment_set(verb, &collection)?;
    let (seed, draw) = verb.drawn();
    let material = Material {
        collection: &collection,
        base: &full,
        contributions: &contributions,
        seed,
        key: Material::FILES,
        draw,
    };
    let view = set.of(&material).map_err(|error| Failure::usage(error.to_string()))?;
    // What people alone judged are their lines, as they are.
    let text = match view.levels() {
        None => lines.kept(&view),
        Some(_) => level_lines(&qrels, &collection, &view, &format)
            .map(String::into_bytes)
            .map_err(|verdict| WriteError::Label { verdict }),
    };
    let text = text.map_err(|error| match verb {
        PoolVerb::Sample(_) => {
            Failure::usage(format!("{error}: --withhold needs judgments of --qrels-format trec"))
        }
        _ => Failure::usage(error.to_string()),
    })?;
    let with_teams = verb.is_of_teams() || input.teams.is_some();
    let of_runs = (!runs.is_empty()).then_some(&contributions);
    let difference = Difference::new(&collection, [&full, &view], of_runs, with_teams);
    if (0..view.topics()).all(|topic| view.mask(topic).count() == 0) {
        return Err(Failure::data(format!(
            "{}: no judgment is left, so that nothing is written",
            path.display()
        )));
    }
    write(args, &text)?;
    if !global.quiet {
        remark_unread(input, path, verb.is_of_teams());
        if with_teams {
            remark_teams(&collection, rule);
        }
        counts.iter().for_each(|counts| remark(format_args!("judge {}: {counts}", counts.name)));
        match view.levels() {
            None => remarks(verb, &difference),
            Some(_) => remarks_on_levels(&view, &difference),
        }
    }
    if args.stats { show(args, &difference.text()) } else { Ok(GOOD) }
}

/// The run files, once it is sure that none of the files that are read is read twice or written over.
pub fn inputs(
    input: &PoolInput,
    output: Option<&Path>,
    judgments: &PathBuf,
) -> Result<Vec<PathBuf>, Failure> {
    if input.runs.is_empty() {
        if let Some(table) = input.teams.as_ref().or(input.pooled.as_ref()) {
            return Err(Failure::usage(format!("{} is about runs, and --runs names none", table.display())));
        }
        check_target(output, [judgments])?;
        return Ok(Vec::new());
    }
    let runs = run_files(&input.runs).map_err(|e| Failure::data(e.to_string()))?;
    check_each_once(&runs)?;
    let tables = [&input.teams, &input.pooled].into_iter().flatten();
    let all: Vec<&PathBuf> = runs.iter().chain([judgments]).chain(tables).collect();
    if all.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(Failure::usage("standard input (`-`) can be read once only"));
    }
    check_target(output, all)?;
    Ok(runs)
}

/// Where teams come from; only who asks for teams looks at file names.
pub fn team_files(input: &PoolInput, asks_for_teams: bool) -> TeamFiles {
    let teams = match &input.teams {
        Some(table) => TeamChoice::Table(table.clone()),
        None if asks_for_teams => TeamChoice::FileNames,
        None => TeamChoice::OneEach,
    };
    TeamFiles { teams, pooled: input.pooled.clone(), eligible: None }
}

/// The judgment set that is asked for.
fn judgment_set(verb: &PoolVerb, collection: &TestCollection) -> Result<JudgmentSet, Failure> {
    let made = match verb {
        PoolVerb::LeaveOneTeamOut { team, .. } => {
            JudgmentSet::with(&LEAVE_ONE_TEAM_OUT, &[("team", pooling_team(collection, team)?)])
        }
        PoolVerb::TakeOneTeam { team, .. } => {
            JudgmentSet::with(&TAKE_ONE_TEAM, &[("team", pooling_team(collection, team)?)])
        }
        PoolVerb::TakeTeams { names, .. } => {
            let is_team = |name: &str| collection.teams().iter().any(|team| team.name == name);
            // A comma may also belong to a name.
            let parts = names.iter().flat_map(|name| match is_team(name) {
                true => vec![name.as_str()],
                false => name.split(',').collect(),
            });
            let teams: Vec<&str> =
                parts.map(|team| pooling_team(collection, team)).collect::<Result<_, _>>()?;
            JudgmentSet::with(&TAKE_TEAMS, &[("teams", &teams.join("+"))])
        }
        PoolVerb::Depth { depth } => JudgmentSet::with(&POOL_DEPTH, &[("depth", &depth.to_string())]),
        PoolVerb::Sample(args) => JudgmentSet::with(
            &SAMPLE,
            &[
                ("rate", &args.rate),
                ("draw", &args.sample_draw.to_string()),
                ("rounding", &args.rounding),
                ("strata", &args.strata),
                ("min-relevant", &args.min_relevant.to_string()),
                ("min-nonrelevant", &args.min_nonrelevant.to_string()),
                ("pool", if args.withhold { "kept" } else { "dropped" }),
            ],
        ),
        PoolVerb::Set(written) => Ok(written.set.clone()),
        PoolVerb::Build(_) => Ok(JudgmentSet::full()),
    };
    made.map_err(|error| Failure::usage(error.to_string()))
}

/// The team of this name, which must have formed the pool: another has nothing that could be taken or left
/// out.
fn pooling_team<'a>(collection: &TestCollection, name: &'a str) -> Result<&'a str, Failure> {
    let teams = collection.teams();
    let Some(number) = teams.iter().position(|team| team.name == name) else {
        let known = match nearest(name, teams.iter().map(|team| team.name.as_str())) {
            Some(near) => meant(Some(near)),
            None if teams.len() <= NAMED => {
                let names: Vec<&str> = teams.iter().map(|team| team.name.as_str()).collect();
                format!(", only {}", names.join(", "))
            }
            None => format!(" among the {} teams of the runs", teams.len()),
        };
        return Err(Failure::usage(format!("there is no team `{}`{known}", name.escape_debug())));
    };
    if collection.runs().iter().any(|run| run.team == number && run.pooled) {
        Ok(name)
    } else {
        Err(Failure::usage(format!("no run of team `{name}` formed the pool (--pooled)")))
    }
}

/// Writes the result.
pub fn write(args: &Pool, bytes: &[u8]) -> Result<(), Failure> {
    write_target(args.output.as_deref().unwrap_or(Path::new("-")), bytes)
}

/// Shows a table where the result is not.
pub fn show(args: &Pool, table: &str) -> Result<u8, Failure> {
    match args.output.as_deref() {
        Some(path) if path != Path::new("-") => print(table)?,
        _ => remark(table.trim_end()),
    }
    Ok(GOOD)
}
