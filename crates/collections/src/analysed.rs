//! Which teams an experiment can name, known without reading a run.

use std::path::Path;

use crate::descriptor::Files;
use crate::load_error::LoadError;
use crate::{parse_marks, parse_teams, read};

/// The teams of the table that have a run which may stand for them, sorted.
pub fn analysed_teams(files: &Files, root: &Path) -> Result<Vec<String>, LoadError> {
    let folder = root.join(&files.folder);
    let path = folder.join(&files.teams);
    let team_of = parse_teams(&path, &read(&path)?)?;
    let eligible = match &files.eligible {
        None => None,
        Some(table) => {
            let path = folder.join(table);
            Some(parse_marks(&path, &read(&path)?, "eligible")?)
        }
    };
    let may_stand =
        |run: &String| eligible.as_ref().is_none_or(|marks| marks.get(run).copied().unwrap_or(false));
    let mut teams: Vec<String> =
        team_of.into_iter().filter(|(run, _)| may_stand(run)).map(|(_, team)| team).collect();
    teams.sort();
    teams.dedup();
    Ok(teams)
}
