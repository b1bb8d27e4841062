//! Facts about a collection (Sakai, IPSJ 2009, Table 1).
//!
//! Facts do not depend on the compared runs, and for files they are the same in every draw: their keys do not
//! contain the choice, so the computation must not depend on it either.

use std::collections::BTreeSet;

use crate::statistics::{Entry, Inputs, JudgedCollection, Outcome};

/// Topics, R, N, levels, runs, teams of the judgments.
pub static COLLECTION_FACTS: Entry = Entry {
    summary: "Topics, R, N, levels, runs, teams of the judgments; `more-relevant`: topics with R > N, on which bpref divides by N.",
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
    is_of_compared_runs: false,
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
    ..Entry::plain("collection-facts", compute)
};

fn compute(inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    match inputs.counts_of_scores() {
        Some(counts) => Ok(counts),
        None => facts(&inputs.judged()?),
    }
}

/// Topics, judged documents, levels, runs and teams of a judgment set, over the topics that count.
fn facts(judged_collection: &JudgedCollection<'_>) -> Result<Outcome, Outcome> {
    let JudgedCollection { collection, base, coverage, depth, roster, view, rules, topics, .. } =
        judged_collection;
    let took_part = took_part(judged_collection);
    if roster.is_some() && collection.names().is_empty() {
        return Ok(Outcome::new(&took_part));
    }
    let dropped = collection.topics().len() - topics.len();
    if topics.is_empty() {
        return Err(Outcome::undefined("no topic is left"));
    }
    let relevant: Vec<u32> = topics.iter().map(|&t| view.relevant(t, rules.min_rel.get()) as u32).collect();
    // A document of a level below the least relevant one is judged nonrelevant.
    let judged = |&t: &usize| view.judged_nonrelevant(t) + view.ideal(t).len() as u32;
    let nonrelevant: Vec<u32> =
        topics.iter().zip(&relevant).map(|(t, relevant)| judged(t) - relevant).collect();
    let emptied =
        topics.iter().zip(&relevant).filter(|&(&t, &r)| r == 0 && base.relevant(t, rules.min_rel.get()) > 0);
    let average = |counts: &[u32]| counts.iter().sum::<u32>() as f64 / counts.len() as f64;
    let extreme = |found: Option<&u32>| found.map_or(0.0, |&count| f64::from(count));
    let level = |level: u8| {
        let of_topic = |&t: &usize| view.ideal(t).iter().filter(|&&l| l == level).count() as u32;
        average(&topics.iter().map(of_topic).collect::<Vec<_>>())
    };
    let judged: u32 = topics.iter().map(|&t| view.mask(t).count()).sum();
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
    numbers.extend(took_part);
    // bpref divides by min(R, N): on these topics by N, as bpref-N does, and elsewhere by R.
    let more_relevant =
        relevant.iter().zip(&nonrelevant).filter(|(relevant, nonrelevant)| relevant > nonrelevant);
    numbers.push(("more-relevant", more_relevant.count() as f64));
    numbers.extend(depth.map(|depth| ("pool-depth", f64::from(depth))));
    numbers.extend(coverage.map(|share| ("coverage", share)));
    Ok(Outcome::new(&numbers).over_all(topics.len(), collection))
}

/// Counts runs and teams: those with files, or those of the roster, in which every team took part.
fn took_part(JudgedCollection { collection, roster, .. }: &JudgedCollection<'_>) -> [(&'static str, f64); 3] {
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
