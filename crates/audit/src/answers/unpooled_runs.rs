//! How the runs fare that did not pool: a new team's runs are like those of teams that did not.

use super::super::inspection::{Inspection, Origin, Standing};
use super::super::left_out::size;
use super::new_team::shares;
use super::team_effect::Effect;
use rejudge_eval::plural::{counted, of_number};

/// How the runs fare that did not pool: those of teams that did not are what a new team's runs are. Who
/// pooled is known where somebody marked it; else it is how runs look.
pub(super) fn as_new_runs(files: &Inspection) -> String {
    let Some(pooled) = files.judged_at_ten(Standing::Pooled) else { return String::new() };
    let (of_new, of_pooled) = (files.number_of(Standing::NewTeam), files.number_of(Standing::PooledTeam));
    if of_new + of_pooled == 0 {
        return String::new();
    }
    if files.origin() == Origin::ToTheEnds {
        return "Most runs are judged to their ends, pooled or not. ".to_owned();
    }
    let all = of_new + of_pooled;
    let mut out = format!("{} {}.", counted(all, "stored run"), did_not_pool(files, all));
    let pooled_run = if files.is_marked() { "a stored run that pooled" } else { "a run that looks pooled" };
    for (runs, standing, team) in [
        (of_new, Standing::NewTeam, format!("without {pooled_run}")),
        (of_pooled, Standing::PooledTeam, format!("with {pooled_run}, so no new team's")),
    ] {
        if let Some(found) = files.judged_at_ten(standing).filter(|_| runs > 0) {
            let subject = match runs {
                runs if runs == all && all > 1 => "All are".to_owned(),
                runs => format!("{runs} {}", of_number(runs, "is", "are")),
            };
            let [of, its] = if runs == 1 { ["of a team", "its"] } else { ["of teams", "their"] };
            out += &format!(" {subject} {of} {team}: {its} top 10 are judged to {}.", shares(found));
        }
    }
    format!("{out} Those of the pooled runs are judged to {}. ", shares(pooled))
}

/// That runs, so many, did not pool, or look so.
fn did_not_pool(files: &Inspection, runs: usize) -> &'static str {
    if files.is_marked() { "did not pool" } else { of_number(runs, "looks unpooled", "look unpooled") }
}

/// Where none of the runs looks pooled they may be new themselves, as a sentence with a blank before it.
pub(super) fn as_if_new(files: &Inspection) -> String {
    let found = files.judged_at_ten(Standing::Pooled).filter(|_| files.none_looks_pooled());
    found.map_or_else(String::new, |found| {
        format!(
            " No stored run looks pooled. If none pooled, they are what a new team's runs would be, and their top 10 are judged to {}.",
            shares(found)
        )
    })
}

/// What happens to the runs of a team that is left out which had not pooled.
pub(super) fn unpooled(effect: &Effect, files: &Inspection) -> String {
    let others = || effect.teams.iter().flat_map(|team| &team.others);
    let size = size(others());
    size.map_or_else(String::new, |size| {
        format!(
            " Their {} that {} {} by {:.2}%.",
            counted(others().count(), "run"),
            did_not_pool(files, others().count()),
            of_number(others().count(), "changes", "change"),
            100.0 * size
        )
    })
}
