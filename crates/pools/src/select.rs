//! Which run stands for a team.

use rejudge_draws::Draw;

use crate::{RunIx, TestCollection};

/// One random run of every analysed team (Sakai, IPSJ 2009, section 4: "we randomly selected one
/// monolingual run per team"), in the order of the teams. Only runs that are `eligible` and pooled
/// are drawn from: the papers' runs formed the pools. A team without such a run is left out.
///
/// Each team has a draw of its own under `seed` and `key`, so that no team's choice depends on which
/// other teams there are.
pub fn one_run_per_team(collection: &TestCollection, seed: u64, key: &[&str]) -> Vec<RunIx> {
    let of_team = |(team, info): (usize, &crate::Team)| {
        let may_stand = |&r: &RunIx| {
            let run = &collection.runs()[r];
            run.team == team && run.eligible && run.pooled
        };
        let runs: Vec<RunIx> = (0..collection.runs().len()).filter(may_stand).collect();
        if !info.analysed || runs.is_empty() {
            return None;
        }
        let mut parts = vec!["one-per-team"];
        parts.extend(key);
        parts.push(&info.name);
        Some(runs[Draw::new(seed, &parts).below(runs.len() as u32) as usize])
    };
    collection.teams().iter().enumerate().filter_map(of_team).collect()
}
