//! From files to what is known of them: the description that the experiment starts from, and what was seen.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rejudge_collections::{
    Descriptor, FormatError, FormatKind, LoadError, NumberedRuns, Qrels, QrelsFormat, Reading, RunNames,
    TeamChoice, TeamFiles, load_by_rank, load_numbered, load_scores, read, run_files,
};
use rejudge_metrics::Metric;
use rejudge_pools::TestCollection;
use rejudge_pools::inspect::{BasePool, Grounds};

use super::files::{COLLECTION, Description, POOLED, TEAMS, describe, table};
use super::given::JudgedFiles;
use super::inspection::Inspection;
use super::report::Seen;
use super::scored::Scored;
use crate::eval::EvalError;
use crate::spec::Evaluation;
use crate::yaml::{Source, from_node, parse};

/// A collection that was looked at, and what was assumed of it.
pub struct Looked {
    /// What the experiment starts from.
    pub description: Description,
    /// What was seen.
    pub seen: Seen,
    /// teams.tsv and pooled.tsv, where there are runs.
    pub tables: Vec<(&'static str, String)>,
    /// What was assumed that the user did not say.
    pub assumed: Vec<String>,
}

/// Loads a collection and looks at it.
pub fn look(
    files: &JudgedFiles,
    depth: Option<u32>,
    id: &str,
    main: &Metric,
    rules: &Evaluation,
) -> Result<Looked, EvalError> {
    let JudgedFiles { qrels: path, runs, teams, pooled } = files;
    let bytes = read(path).map_err(data)?;
    let qrels = Qrels::parse(path, &bytes, &QrelsFormat::Trec { grades: Default::default() });
    let qrels = qrels.map_err(|error| swapped(error, 6, "runs"))?;
    let files = TeamFiles {
        teams: teams.clone().map_or(TeamChoice::FileNames, TeamChoice::Table),
        pooled: pooled.clone(),
        eligible: None,
    };
    let reading = Reading {
        ties: rules.ties,
        score_type: rules.score_type,
        max_rank: usize::MAX,
        ..Reading::default()
    };
    let run_files = run_files(std::slice::from_ref(runs)).map_err(data)?;
    let loaded = load_numbered(&qrels, path, &run_files, &files, &reading).map_err(|error| match error {
        LoadError::Format(error) => swapped(error, 4, "qrels"),
        error => data(error),
    });
    let NumberedRuns { collection, teams: rule, names } = loaded?;
    let by_rank = load_by_rank(&qrels, path, &run_files, &files, &reading);
    let others: Vec<&TestCollection> = by_rank.iter().collect();
    let inspection = Inspection::new(&collection, &others, main, rules).map_err(data)?;
    let base = BasePool::of(depth, pooled.is_some(), inspection.pool());
    let is_pooled = base.pooled(&collection, inspection.pool());
    let inspection = inspection.with_base(&collection, base, &is_pooled, rules.min_rel);
    let all = || collection.runs().iter().enumerate();
    let team = |team: usize| collection.teams()[team].name.as_str();
    let mark = |at: usize| if is_pooled[at] { "1" } else { "0" };
    let some_pooled = is_pooled.contains(&false);
    let mut tables =
        vec![(TEAMS, table(["run", "team"], all().map(|(_, run)| (run.name.as_str(), team(run.team)))))];
    if some_pooled {
        tables.push((POOLED, table(["run", "pooled"], all().map(|(at, run)| (run.name.as_str(), mark(at))))));
    }
    let assumed = vec![
        format!("{} runs of {} teams: {rule}.", collection.runs().len(), collection.teams().len()),
        assumed(base),
    ];
    Ok(Looked {
        description: Description {
            id: id.to_owned(),
            title: format!("{id}, as its user has it"),
            qrels: Some(path.clone()),
            runs: runs.clone(),
            by_file: names == RunNames::Files,
            some_pooled,
            depth: base.depth,
            ..Description::default()
        },
        seen: Seen::Files(Box::new(inspection)),
        tables,
        assumed,
    })
}

/// What was assumed of the judgments, for people.
fn assumed(base: BasePool) -> String {
    let BasePool { depth, of, grounds } = base;
    match (depth, grounds) {
        (None, _) => format!("There is no pool whose depth could be varied: {grounds}."),
        (Some(depth), Grounds::Told) => {
            format!("The pool whose depth is varied is that of depth {depth} (--depth) of {of}.")
        }
        (Some(depth), _) => {
            format!("The pool whose depth is varied is that of depth {depth} of {of}: {grounds}.")
        }
    }
}

/// Reads score matrices and looks at them.
pub fn look_at_scores(files: &BTreeMap<String, PathBuf>, id: &str) -> Result<Looked, EvalError> {
    let description = Description {
        id: id.to_owned(),
        title: format!("{id}, as its user has it"),
        scores: files.clone(),
        ..Description::default()
    };
    let home = std::env::current_dir().map_err(data)?;
    let text = describe(&description, &home).map_err(data)?;
    let source = Source { name: COLLECTION.to_owned(), folder: home.clone(), text };
    let descriptor: Descriptor = parse(source).and_then(|node| from_node(&node)).map_err(data)?;
    let measures: Vec<&str> = files.keys().map(String::as_str).collect();
    let matrices = load_scores(&descriptor, &home, &measures).map_err(data)?;
    Ok(Looked {
        description,
        seen: Seen::Scores(Scored::new(&matrices)),
        tables: Vec::new(),
        assumed: vec![format!("Scores by {}, as they were given.", measures.join(", "))],
    })
}

/// A wrong file, which may be of the other kind: that has so many columns.
fn swapped(error: FormatError, columns: usize, other: &str) -> EvalError {
    match *error.kind {
        FormatKind::Columns { found, .. } if found == columns => {
            data(format!("{error}; {other} have {columns}: are --qrels and --runs swapped?"))
        }
        _ => data(error),
    }
}

fn data(error: impl std::fmt::Display) -> EvalError {
    EvalError::Data(error.to_string())
}
