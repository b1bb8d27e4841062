//! The teams that an experiment can name, known without reading a run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::descriptor::{Files, place};

use crate::error::LoadError;
use crate::load_teams::team_before_mark;
use crate::read_runs::name_by_file;
use crate::text::read_stored;
use crate::{described_runs, parse_marks, parse_teams};

/// Returns the teams of the table with a run that pooled and is eligible, sorted. For a roster these are all
/// teams; without runs there are none.
pub fn analysed_teams(files: &Files, root: &Path) -> Result<Vec<String>, LoadError> {
    let folder = place(root, &files.folder);
    let team_of = match (files.teams.as_ref().or(files.roster.as_ref()), &files.team_before) {
        (Some(teams), _) => {
            let path = place(&folder, teams);
            parse_teams(&path, &read_stored(&path)?)?
        }
        (None, Some(mark)) => {
            let mut team_of = BTreeMap::new();
            for path in described_runs(files, &folder)? {
                let run = name_by_file(files.run_names, &path).expect("the description was checked");
                let team = team_before_mark(&run, mark, &path)?;
                team_of.insert(run, team);
            }
            team_of
        }
        (None, None) => return Ok(Vec::new()),
    };
    let marked = |table: &Option<PathBuf>, column: &'static str| -> Result<_, LoadError> {
        let Some(table) = table else { return Ok(None) };
        let path = place(&folder, table);
        Ok(Some(parse_marks(&path, &read_stored(&path)?, column)?))
    };
    let (pooled, eligible) = (marked(&files.pooled, "pooled")?, marked(&files.eligible, "eligible")?);
    let has = |marks: &Option<BTreeMap<String, bool>>, run: &String| {
        marks.as_ref().is_none_or(|marks| marks.get(run).copied().unwrap_or(false))
    };
    let stands = |run: &String| has(&pooled, run) && has(&eligible, run);
    let mut teams: Vec<String> =
        team_of.into_iter().filter(|(run, _)| stands(run)).map(|(_, team)| team).collect();
    teams.sort();
    teams.dedup();
    Ok(teams)
}
