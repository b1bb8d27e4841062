//! Facts about a collection (Sakai, IPSJ 2009, Table 1).
//!
//! The cache keys of facts do not contain the choice of runs (except with `topics: intersection`), so the computation
//! must not depend on the choice either. Facts of a collection that is read from files are the same in every draw,
//! unless the judgment set is drawn.

use std::collections::BTreeSet;

use crate::statistics::{Inputs, JudgedCollection, Outcome, StatisticEntry};

/// Facts about a judgment set and its collection: the numbers of topics, documents (judged, relevant and
/// nonrelevant), runs and teams; the pool depth; and the judged share of the pool.
pub static COLLECTION_FACTS: StatisticEntry = StatisticEntry {
    summary: "Numbers of topics, runs, teams and documents (judged, relevant, nonrelevant, and at each level). \
              `more-relevant` counts the topics with more relevant than nonrelevant documents (R > N), on which \
              bpref divides by N.",
    version: 5,
    components: &[
        "topics",
        "dropped-topics",
        "emptied-topics",
        "pool-depth",
        "coverage",
        "judged",
        "nonrelevant",
        "nonrelevant-min",
        "nonrelevant-max",
        "relevant",
        "relevant-min",
        "relevant-max",
        "level-3",
        "level-2",
        "level-1",
        "runs",
        "teams",
        "all-teams",
        "more-relevant",
    ],
    has_measure: false,
    uses_compared_runs: false,
    needs_collection: true,
    units: &[
        ("topics", "topics"),
        ("dropped-topics", "topics"),
        ("emptied-topics", "topics"),
        ("more-relevant", "topics"),
        ("pool-depth", "ranks"),
        ("coverage", "share of the pool"),
        ("runs", "runs"),
        ("teams", "teams"),
        ("all-teams", "teams"),
        ("", "documents"),
    ],
    ..StatisticEntry::plain("collection-facts", compute)
};

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    match inputs.published_facts() {
        Some(counts) => Ok(counts),
        None => facts(&inputs.judged_collection()?),
    }
}

/// Returns the facts of a judgment set, over the topics that count.
fn facts(judged_collection: &JudgedCollection<'_>) -> Result<Outcome, Outcome> {
    let JudgedCollection { collection, base, coverage, depth, roster, view, rules, topics, .. } =
        judged_collection;
    let participants = participants(judged_collection);
    if roster.is_some() && collection.names().is_empty() {
        return Ok(Outcome::new(&participants));
    }
    let dropped = collection.topics().len() - topics.len();
    if topics.is_empty() {
        return Err(Outcome::undefined("no topic is left"));
    }
    let min_rel = rules.min_rel.get();
    let relevant: Vec<u32> = topics.iter().map(|&topic| view.relevant(topic, min_rel) as u32).collect();
    // A document below the lowest relevant level counts as judged nonrelevant.
    let judged_count = |&topic: &usize| view.judged_nonrelevant(topic) + view.ideal(topic).len() as u32;
    let nonrelevant: Vec<u32> =
        topics.iter().zip(&relevant).map(|(topic, relevant)| judged_count(topic) - relevant).collect();
    let emptied = topics
        .iter()
        .zip(&relevant)
        .filter(|&(&topic, &relevant)| relevant == 0 && base.relevant(topic, min_rel) > 0);
    let average = |counts: &[u32]| counts.iter().sum::<u32>() as f64 / counts.len() as f64;
    let extreme = |count: Option<&u32>| count.map_or(0.0, |&count| f64::from(count));
    let level = |level: u8| {
        let documents = |&topic: &usize| {
            view.ideal(topic).iter().filter(|&&document_level| document_level == level).count() as u32
        };
        average(&topics.iter().map(documents).collect::<Vec<_>>())
    };
    let judged: u32 = topics.iter().map(|&topic| view.mask(topic).count()).sum();
    let mut numbers = vec![
        ("topics", topics.len() as f64),
        ("dropped-topics", dropped as f64),
        ("emptied-topics", emptied.count() as f64),
        ("judged", f64::from(judged)),
        ("nonrelevant", average(&nonrelevant)),
        ("nonrelevant-min", extreme(nonrelevant.iter().min())),
        ("nonrelevant-max", extreme(nonrelevant.iter().max())),
        ("relevant", average(&relevant)),
        ("relevant-min", extreme(relevant.iter().min())),
        ("relevant-max", extreme(relevant.iter().max())),
        ("level-3", level(3)),
        ("level-2", level(2)),
        ("level-1", level(1)),
    ];
    numbers.extend(participants);
    // bpref divides by min(R, N), which is N on these topics, as in bpref-N, and R on all other topics.
    let more_relevant =
        relevant.iter().zip(&nonrelevant).filter(|(relevant, nonrelevant)| relevant > nonrelevant);
    numbers.push(("more-relevant", more_relevant.count() as f64));
    numbers.extend(depth.map(|depth| ("pool-depth", f64::from(depth))));
    numbers.extend(coverage.map(|share| ("coverage", share)));
    Ok(Outcome::new(&numbers).over_all(topics.len(), collection))
}

/// Counts the runs and teams of the files, or of the roster if only a roster is available. In a roster every team
/// counts as analysed.
fn participants(
    JudgedCollection { collection, roster, .. }: &JudgedCollection<'_>,
) -> [(&'static str, f64); 3] {
    let teams = collection.teams();
    let analysed = teams.iter().filter(|team| team.analysed).count();
    let [runs, analysed, all] = match roster {
        None => [collection.runs().len(), analysed, teams.len()],
        Some(roster) => {
            let teams = roster.values().collect::<BTreeSet<_>>().len();
            [roster.len(), teams, teams]
        }
    };
    [("runs", runs as f64), ("teams", analysed as f64), ("all-teams", all as f64)]
}
