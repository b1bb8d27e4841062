//! What a collection and its teams are like (Sakai, IPSJ 2009, Tables 1 and 2).
//!
//! Facts are the same whichever runs are compared, and of files the same in every draw: their keys say
//! nothing of the choice, so neither must what is computed here. How many runs are compared is said apart.

use std::collections::BTreeSet;

use rejudge_metrics::Verdict;
use rejudge_pools::fewest_unique;

use super::instance::Instance;
use super::outcome::{Number, Outcome, Roster, Subject};
use super::source::Source;
use rejudge_grid::{Grid, Point};

/// Topics, judged documents, levels, runs and teams of a judgment set, over the topics that count.
pub fn collection(grid: &Grid, instance: &Instance, point: &Point, sample: Option<u32>) -> Outcome {
    let rules = &grid.evaluations[point.evaluation as usize].rules;
    let set = &grid.collections[point.collection as usize].judgments[point.judgments as usize];
    let view = match instance.view(set, sample) {
        Ok(view) => view,
        Err(error) => return Outcome::failed(format!("{error:#}")),
    };
    let topics = instance.topics(rules, &instance.all_runs());
    let dropped = instance.collection.topics().len() - topics.len();
    if topics.is_empty() {
        return Outcome::undefined("no topic is left");
    }
    let nonrelevant: Vec<u32> = topics.iter().map(|&t| view.judged_nonrelevant(t)).collect();
    let relevant: Vec<u32> = topics.iter().map(|&t| view.relevant(t, rules.min_rel) as u32).collect();
    let emptied = topics
        .iter()
        .zip(&relevant)
        .filter(|&(&t, &r)| r == 0 && instance.base.relevant(t, rules.min_rel) > 0);
    let average = |counts: &[u32]| counts.iter().sum::<u32>() as f64 / counts.len() as f64;
    let extreme = |found: Option<&u32>| found.map_or(0.0, |&count| f64::from(count));
    let level = |level: u8| {
        let of_topic = |&t: &usize| view.ideal(t).iter().filter(|&&l| l == level).count() as u32;
        average(&topics.iter().map(of_topic).collect::<Vec<_>>())
    };
    let teams = instance.collection.teams();
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
        ("runs", instance.collection.runs().len() as f64),
        ("teams", teams.iter().filter(|team| team.analysed).count() as f64),
        ("all-teams", teams.len() as f64),
    ];
    numbers.extend(instance.depth.map(|depth| ("pool-depth", f64::from(depth))));
    numbers.extend(instance.coverage.map(|share| ("coverage", share)));
    over(topics.len(), instance, Outcome::of(&numbers))
}

/// Facts are over all runs, whichever are compared.
fn over(topics: usize, instance: &Instance, outcome: Outcome) -> Outcome {
    Outcome { topics: topics as u32, runs: instance.collection.runs().len() as u32, ..outcome }
}

/// How many runs are compared, and of how many teams.
pub fn compared(roster: &Roster) -> Outcome {
    let teams: BTreeSet<&String> = roster.rows().into_iter().map(|row| &roster.teams[row]).collect();
    Outcome::of(&[("runs", roster.chosen.len() as f64), ("teams", teams.len() as f64)])
}

/// Runs and unique contributions of each analysed team, a topic on average.
pub fn teams(grid: &Grid, instance: &Instance, point: &Point) -> Outcome {
    let rules = &grid.evaluations[point.evaluation as usize].rules;
    let counted = instance.topics(rules, &instance.all_runs());
    if counted.is_empty() {
        return Outcome::undefined("no topic is left");
    }
    let topics = counted.len() as f64;
    let ordinary = fewest_unique(&instance.collection, &instance.contributions, 3);
    let mut outcome = Outcome::of(&[]);
    for (at, team) in instance.collection.teams().iter().enumerate().filter(|(_, team)| team.analysed) {
        let contributions = &instance.contributions;
        let unique = counted.iter().map(|&t| contributions.unique(at, t).count()).sum::<u32>();
        let is_relevant = |t: usize, doc: u32| {
            let verdict = instance.collection.topics()[t].verdicts[doc as usize];
            matches!(verdict, Verdict::Level(level) if level >= rules.min_rel.max(1))
        };
        let relevant_of =
            |&t: &usize| contributions.unique(at, t).iter().filter(|&doc| is_relevant(t, doc)).count();
        let unique_relevant = counted.iter().map(relevant_of).sum::<usize>();
        let (with, of) =
            contributions.topics_with_relevant(&instance.collection, &instance.base, at, rules.min_rel);
        let runs = instance.collection.runs().iter().filter(|run| run.team == at).count();
        let mut push = |component: &str, value: f64| {
            let (component, of) = (component.to_owned(), Subject::Team(team.name.clone()));
            outcome.numbers.push(Number { component, of, value });
        };
        push("runs", runs as f64);
        push("unique", f64::from(unique) / topics);
        push("unique-relevant", unique_relevant as f64 / topics);
        if of > 0 {
            push("relevant-for", with as f64 / of as f64);
        }
        push("fewest-unique-3", f64::from(u8::from(ordinary.contains(&at))));
    }
    over(counted.len(), instance, outcome)
}
