//! From files to what is known of them: the description that the experiment starts from, and what was seen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use rejudge_collections::{
    Descriptor, FormatError, FormatKind, LoadError, Qrels, QrelsFormat, Reading, RunNames, TeamChoice,
    TeamFiles, Ties, load_all_with_teams, load_scores, read,
};
use rejudge_metrics::Metric;
use rejudge_pools::TestCollection;

use super::base::Base;
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
    /// Whether two teams or more pooled.
    pub teams: bool,
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
    };
    let load = |ties: Ties| {
        let reading =
            Reading { ties, score_type: rules.score_type, max_rank: usize::MAX, ..Reading::default() };
        load_all_with_teams(&qrels, path, runs, &files, &reading).map_err(|error| match error {
            LoadError::Format(error) => swapped(error, 4, "qrels"),
            error => data(error),
        })
    };
    let (collection, rule, names) = load(rules.ties)?;
    // A pool may have been formed by the ranks that were submitted, which scores need not agree with. Ranks that are no
    // numbers formed none.
    let by_rank = if rules.ties == Ties::Rank { None } else { load(Ties::Rank).ok() };
    let by_rank = by_rank.map(|(collection, ..)| collection);
    let others: Vec<&TestCollection> = by_rank.iter().collect();
    let inspection = Inspection::new(&collection, &others, main, rules).map_err(data)?;
    let base = Base::of(depth, pooled.is_some(), inspection.pool());
    let is_pooled = |at: usize| match base.by_looks {
        true => inspection.pool().runs[at].looks_pooled,
        false => collection.runs()[at].pooled,
    };
    let all = || collection.runs().iter().enumerate();
    let of_pooled = all().filter(|(at, _)| is_pooled(*at)).map(|(_, run)| run.team);
    let team = |team: usize| collection.teams()[team].name.as_str();
    let mark = |at: usize| if is_pooled(at) { "1" } else { "0" };
    let some_pooled = !all().all(|(at, _)| is_pooled(at));
    let mut tables =
        vec![(TEAMS, table(["run", "team"], all().map(|(_, run)| (run.name.as_str(), team(run.team)))))];
    if some_pooled {
        tables.push((POOLED, table(["run", "pooled"], all().map(|(at, run)| (run.name.as_str(), mark(at))))));
    }
    let assumed = vec![
        format!("{} runs of {} teams: {rule}.", collection.runs().len(), collection.teams().len()),
        base.assumed.clone(),
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
        teams: of_pooled.collect::<BTreeSet<_>>().len() > 1,
        seen: Seen::Files(Box::new(inspection)),
        tables,
        assumed,
    })
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
        teams: false,
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
