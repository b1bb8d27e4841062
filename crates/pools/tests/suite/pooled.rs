//! Collections with a known pool: the tops of the chosen runs are judged, with exceptions that a test
//! chooses.

use rejudge_metrics::Verdict;
use rejudge_pools::{DocIx, Run, RunIx, Team, TestCollection, Topic};
use rejudge_stats::Draw;

pub const TOPICS: usize = 40;
const DOCUMENTS: u32 = 400;
const LENGTH: usize = 60;

/// Returns rankings by run and topic. Documents with low numbers tend to be at the top. Rankings of later
/// runs are noisier.
pub fn rankings(runs: usize, seed: u64) -> Vec<Vec<Vec<DocIx>>> {
    let mut stream = Draw::new(seed, &["rankings"]);
    let mut ranking = |noise: f64| {
        let score = |doc: u32| (f64::from(doc) + 1.0).ln() + noise * stream.unit();
        let mut documents: Vec<_> = (0..DOCUMENTS).map(score).zip(0..).collect();
        documents.sort_by(|a, b| a.0.total_cmp(&b.0));
        documents.into_iter().map(|(_, doc)| doc).take(LENGTH).collect::<Vec<DocIx>>()
    };
    (0..runs)
        .map(|run| (0..TOPICS).map(|_| ranking(1.0 + run as f64 / runs as f64 * 2.0)).collect())
        .collect()
}

/// Returns a collection in which the top `depth` of each run in `chosen` is judged, except the documents for
/// which `lost` returns true.
pub fn judged_from(
    rankings: &[Vec<Vec<DocIx>>],
    chosen: &[RunIx],
    depth: usize,
    mut lost: impl FnMut() -> bool,
) -> TestCollection {
    judged_where(rankings, chosen, depth, |in_pool| {
        let lost = lost();
        in_pool && !lost
    })
}

/// Returns a collection in which the documents for which `is_judged` returns true are judged. Its argument is
/// true if a document is in the top `depth` of a run in `chosen`.
pub fn judged_where(
    rankings: &[Vec<Vec<DocIx>>],
    chosen: &[RunIx],
    depth: usize,
    mut is_judged: impl FnMut(bool) -> bool,
) -> TestCollection {
    let mut renumbered = vec![Vec::new(); rankings.len()];
    let mut topics = Vec::new();
    for topic in 0..TOPICS {
        let mut judged = vec![false; DOCUMENTS as usize];
        for &run in chosen {
            rankings[run][topic].iter().take(depth).for_each(|&doc| judged[doc as usize] = true);
        }
        judged.iter_mut().for_each(|judged| *judged = is_judged(*judged));
        let (first, rest): (Vec<u32>, Vec<u32>) = (0..DOCUMENTS).partition(|&doc| judged[doc as usize]);
        let mut number = vec![0; DOCUMENTS as usize];
        (0..).zip(first.iter().chain(&rest)).for_each(|(new, &doc)| number[doc as usize] = new);
        for (run, rankings) in renumbered.iter_mut().zip(rankings) {
            run.push(rankings[topic].iter().map(|&doc| number[doc as usize]).collect());
        }
        let verdicts = vec![Verdict::Level(0); first.len()];
        topics.push(Topic { name: topic.to_string(), verdicts, documents: DOCUMENTS });
    }
    let run = |run: usize| Run { name: run.to_string(), team: 0, pooled: true, eligible: true };
    let teams = vec![Team { name: "all".into(), analysed: true }];
    TestCollection::new(topics, (0..rankings.len()).map(run).collect(), teams, renumbered)
}
