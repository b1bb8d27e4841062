//! The contributions of a collection's teams (Sakai, IPSJ 2009, Table 2).

use std::collections::BTreeMap;

use rejudge_pools::fewest_unique;

use crate::statistics::{Inputs, JudgedCollection, Outcome, StatisticEntry, Subject};

/// The runs of each analysed team, its unique contributions per topic, the share of topics on which it
/// contributed a relevant document (out of the topics that have any), and 1 if it is one of the three teams
/// with the fewest unique documents, 0 otherwise. A roster gives only the runs of each team.
pub static TEAM_FACTS: StatisticEntry = StatisticEntry {
    summary: "Runs and unique contributions of each team.",
    version: 3,
    components: &["runs", "unique", "unique-relevant", "relevant-for", "fewest-unique-3"],
    has_measure: false,
    has_judgments: false,
    uses_compared_runs: false,
    needs_collection: true,
    ..StatisticEntry::plain("team-facts", compute)
};

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let JudgedCollection { collection, base, contributions, roster, rules, topics: counted, .. } =
        inputs.judged_collection()?;
    if let Some(roster) = roster {
        return Ok(runs_by_team(roster));
    }
    if counted.is_empty() {
        return Err(Outcome::undefined("no topic is left"));
    }
    let topics = counted.len() as f64;
    let with_fewest_unique = fewest_unique(collection, contributions, 3, 0);
    let mut outcome = Outcome::new(&[]);
    for (index, team) in collection.teams().iter().enumerate().filter(|(_, team)| team.analysed) {
        let min_rel = rules.min_rel.get();
        let unique: u32 = counted.iter().map(|&topic| contributions.unique(index, topic).count()).sum();
        let unique_relevant: u32 =
            counted.iter().map(|&topic| contributions.unique_relevant(base, index, topic, min_rel)).sum();
        let (contributed, relevant_topics) = contributions.topics_with_relevant(base, index, min_rel);
        let runs = collection.runs().iter().filter(|run| run.team == index).count();
        outcome.add(
            &Subject::Team(team.name.clone()),
            [
                ("runs", Some(runs as f64)),
                ("unique", Some(f64::from(unique) / topics)),
                ("unique-relevant", Some(f64::from(unique_relevant) / topics)),
                ("relevant-for", (relevant_topics > 0).then(|| contributed as f64 / relevant_topics as f64)),
                ("fewest-unique-3", Some(f64::from(u8::from(with_fewest_unique.contains(&index))))),
            ]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?))),
        );
    }
    Ok(outcome.over_all(counted.len(), collection))
}

/// Counts only the runs of each team, because their rankings are missing.
fn runs_by_team(roster: &BTreeMap<String, String>) -> Outcome {
    let mut runs: BTreeMap<&String, u32> = BTreeMap::new();
    roster.values().for_each(|team| *runs.entry(team).or_default() += 1);
    let mut outcome = Outcome::new(&[]);
    for (team, runs) in runs {
        outcome.add(&Subject::Team(team.clone()), [("runs", f64::from(runs))]);
    }
    outcome
}
