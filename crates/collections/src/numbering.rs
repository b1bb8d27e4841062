//! Numbers for the documents of a collection: here document ids end.
//!
//! Judged documents have the numbers `0..J` of their topic in the order of the qrels; the others follow in
//! the order of runs and ranks. Topics have theirs already, by name.

use std::collections::HashMap;

use rayon::prelude::*;
use rejudge_pools::{AsRead, DocIx, Names, Run, Team, TestCollection, Topic, UNINTERNED};

use crate::qrels::{JudgedTopic, Qrels};
use crate::read_runs::LoadedRun;

/// Returns the collection of runs that are read.
pub(crate) fn assembled(
    qrels: &Qrels,
    runs: Vec<Run>,
    teams: Vec<Team>,
    mut loaded: Vec<LoadedRun>,
) -> TestCollection {
    let tied = loaded.iter_mut().map(|run| std::mem::take(&mut run.kept.tied)).collect();
    let by_id = qrels.topics().map(by_id).collect();
    let as_read = AsRead { tied, by_id, groups: None };
    let (topics, rankings) = number_unjudged(qrels, loaded);
    TestCollection::new(topics, runs, teams, rankings).with_as_read(as_read)
}

/// Returns the judged documents of a topic in the order of their ids.
fn by_id(topic: JudgedTopic<'_>) -> Vec<DocIx> {
    let mut order: Vec<DocIx> = (0..topic.verdicts().len() as DocIx).collect();
    order.sort_unstable_by_key(|&doc| topic.document(doc));
    order
}

type Rankings = Vec<Vec<Vec<DocIx>>>;

/// Numbers the documents without a verdict, topic by topic: by run, then by rank.
fn number_unjudged(qrels: &Qrels, mut loaded: Vec<LoadedRun>) -> (Vec<Topic>, Rankings) {
    let mut by_topic: Vec<Vec<(Vec<DocIx>, Names)>> = qrels.topics().map(|_| Vec::new()).collect();
    for run in &mut loaded {
        for ((topic, ranking), ids) in
            by_topic.iter_mut().zip(run.kept.rankings.drain(..)).zip(run.kept.unjudged.drain(..))
        {
            topic.push((ranking, ids));
        }
    }
    let topics: Vec<JudgedTopic<'_>> = qrels.topics().collect();
    let numbered = topics.into_par_iter().zip(by_topic).map(|(judged, mut runs)| {
        let verdicts = judged.verdicts().to_vec();
        let first = verdicts.len() as u32;
        let mut others = HashMap::new();
        let mut rankings = Vec::with_capacity(runs.len());
        for (ranking, ids) in &mut runs {
            let free = ranking.iter_mut().filter(|number| **number == UNINTERNED);
            for (number, id) in free.zip(ids.iter()) {
                let next = first + others.len() as u32;
                *number = *others.entry(id).or_insert(next);
            }
            rankings.push(std::mem::take(ranking));
        }
        let documents = first + others.len() as u32;
        let topic = Topic { name: judged.name().to_owned(), verdicts, documents };
        (topic, rankings)
    });
    let (mut topics, mut rankings) = (Vec::new(), vec![Vec::new(); loaded.len()]);
    for (topic, by_run) in numbered.collect::<Vec<_>>() {
        topics.push(topic);
        for (run, ranking) in rankings.iter_mut().zip(by_run) {
            run.push(ranking);
        }
    }
    (topics, rankings)
}
