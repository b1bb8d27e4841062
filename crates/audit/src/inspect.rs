//! From files to what is known of them: the description that the experiment starts from, and what was seen.

use std::path::PathBuf;

use rejudge_collections::{LoadError, Reading, ScoreMatrices, ScoreTable, read, run_pattern};
use rejudge_descriptor::{ExtraColumns, RunNames};
use rejudge_metrics::Metric;
use rejudge_pools::inspect::{BasePool, Grounds};

use super::files::{Description, POOLED, ScoreFile, TEAMS, table};
use super::inspection::{InferredFacts, Inspection, PoolReading};
use super::matrix::as_csv;
use super::other_judge::OtherJudge;
use super::report::AuditSubject;
use super::scored::Scored;
use rejudge_eval::EvalError;
use rejudge_eval::own::{OwnFiles, check_read_again, marked_against_seen};
use rejudge_eval::plural::counted;
use rejudge_spec::Rules;

/// A collection that was looked at, and what was assumed of it.
pub struct InspectedCollection {
    /// What the experiment starts from.
    pub description: Description,
    /// What was seen.
    pub seen: AuditSubject,
    /// What the description names and lies beside it: teams.tsv and pooled.tsv, or score matrices that were
    /// no CSV.
    pub tables: Vec<(String, String)>,
    /// What was assumed that the user did not say.
    pub assumed: Vec<String>,
}

/// Loads a collection and looks at it.
pub fn inspect(
    files: &OwnFiles,
    judges: &[OtherJudge],
    depth: Option<u32>,
    id: &str,
    main: &Metric,
    rules: &Rules,
) -> Result<InspectedCollection, EvalError> {
    let reading = Reading { max_rank: usize::MAX, ..rules.reading(ExtraColumns::default()) };
    let loaded = files.load(&reading)?;
    let collection = &loaded.collection;
    let order = PoolReading::new(collection, loaded.by_rank.as_ref(), rules.ties, loaded.depth(depth));
    let inspection = Inspection::new(collection, &order, main, rules).map_err(data)?;
    let base = BasePool::of(loaded.depth(depth), files.pooled.is_some(), inspection.pool());
    let is_pooled = base.pooled(collection, inspection.pool());
    let inferred =
        InferredFacts { depth: depth.is_none(), runs: files.pooled.is_none(), teams: loaded.teams };
    check_read_again(judges.iter().map(|judge| judge.file.file.as_path()))?;
    let seen = judges.iter().map(|judge| judge.seen(&files.qrels, &files.format));
    let inspection = inspection
        .with_judges(seen.collect::<Result<_, _>>()?)
        .with_base(order.read(), base, &is_pooled, rules.min_rel.get())
        .with_assumptions(collection, &order, inferred, rules)
        .map_err(data)?;
    let all = || collection.runs().iter().enumerate();
    let team = |team: usize| collection.teams()[team].name.as_str();
    let mark = |at: usize| if is_pooled[at] { "1" } else { "0" };
    let some_pooled = is_pooled.contains(&false);
    let mut tables = vec![(
        TEAMS.to_owned(),
        table(["run", "team"], all().map(|(_, run)| (run.name.as_str(), team(run.team)))),
    )];
    if some_pooled {
        tables.push((
            POOLED.to_owned(),
            table(["run", "pooled"], all().map(|(at, run)| (run.name.as_str(), mark(at)))),
        ));
    }
    let mut assumed = vec![
        format!(
            "{} of {}: {}.",
            counted(collection.runs().len(), "run"),
            counted(collection.teams().len(), "team"),
            loaded.teams
        ),
        assumed(base, depth, &inspection),
    ];
    assumed.extend(files.pooled.as_ref().and_then(|_| marked_against_seen(collection, inspection.pool())));
    Ok(InspectedCollection {
        description: Description {
            id: id.to_owned(),
            title: format!("{id}, as its user has it"),
            qrels: Some((files.qrels.clone(), files.format.clone())),
            runs: run_pattern(&files.runs),
            by_file: loaded.names == RunNames::Files,
            extra_columns: files.extra_columns,
            repeated: files.repeated,
            some_pooled,
            depth: base.depth,
            pool_order: order.order(),
            judges: judges.to_vec(),
            ..Description::default()
        },
        seen: AuditSubject::Files(Box::new(inspection)),
        tables,
        assumed,
    })
}

/// What was assumed of the judgments, for people; `told` is the depth as the user said it.
fn assumed(base: BasePool, told: Option<u32>, inspection: &Inspection) -> String {
    let BasePool { depth, of, grounds } = base;
    match (depth, grounds) {
        (None, _) => format!("There is no pool whose depth could be varied: {grounds}."),
        (Some(_), _) if inspection.depth().is_none() => {
            format!("There is no pool whose depth could be varied: {}.", inspection.without_depth())
        }
        (Some(depth), Grounds::Told) if told != Some(depth) => format!(
            "The pool whose depth is varied is that of depth {depth} of {of}: the longest ranking, which is less than was told (--depth)."
        ),
        (Some(depth), Grounds::Told) => {
            format!("The pool whose depth is varied is that of depth {depth} (--depth) of {of}.")
        }
        (Some(depth), _) => {
            format!("The pool whose depth is varied is that of depth {depth} of {of}: {grounds}.")
        }
    }
}

/// Reads score matrices and looks at them.
pub fn inspect_scores(files: &[(String, PathBuf)], id: &str) -> Result<InspectedCollection, EvalError> {
    check_read_again(files.iter().map(|(_, file)| file.as_path()))?;
    let mut description = Description {
        id: id.to_owned(),
        title: format!("{id}, as its user has it"),
        ..Description::default()
    };
    let (mut tables, mut written) = (Vec::new(), Vec::new());
    for (measure, file) in files {
        let bytes = read(file).map_err(LoadError::from)?;
        let text = as_csv(file, &bytes).map_err(|error| data(format!("{error:#}")))?;
        let bytes = text.as_ref().map_or(bytes.as_slice(), |text| text.as_bytes());
        tables.push((measure.clone(), ScoreTable::parse(file, bytes)?, file.clone()));
        let at = match text {
            None => ScoreFile::There(file.clone()),
            Some(text) => {
                let name = format!("scores-{}.csv", written.len() + 1);
                written.push((name.clone(), text));
                ScoreFile::Beside(name)
            }
        };
        description.scores.insert(measure.clone(), at);
    }
    let topics = tables.first().map_or(&[][..], |(_, table, _)| &table.topics);
    let matrices = ScoreMatrices::of(&tables, topics)?;
    let measures: Vec<&str> = files.iter().map(|(measure, _)| measure.as_str()).collect();
    Ok(InspectedCollection {
        description,
        seen: AuditSubject::Scores(Scored::new(&matrices)),
        tables: written,
        assumed: vec![format!("Scores by {}, as they were given.", measures.join(", "))],
    })
}

fn data(error: impl std::fmt::Display) -> EvalError {
    EvalError::Data(error.to_string())
}
