//! Compares judgment sets with published ones. A NIST researcher pooled all runs of TREC-8 to depth 100 and
//! to depth 10, left out each of the 41 teams in turn, and published the resulting sets. We compare the
//! hashes of the sets.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{DATA_VARIABLE, QrelsFormat};
use rejudge_collections::{
    NumberedRuns, Qrels, Reading, TeamChoice, TeamFiles, Ties, load_numbered, load_rankings, run_files,
};
use rejudge_metrics::Verdict;
use rejudge_pools::{Contributions, JudgmentSet, Material, TestCollection, Topic, TopicIx, View};
use sha2::{Digest, Sha256};

use crate::bundled::skipped;

/// The depth of the larger of the two pools.
const DEPTH: usize = 100;

/// Returns the folder of the data, or `None` if it is missing.
fn folder() -> Option<PathBuf> {
    let root = std::env::var_os(DATA_VARIABLE).map(PathBuf::from);
    let folder = root.map(|root| root.join("trec8_adhoc")).filter(|folder| folder.is_dir());
    if folder.is_none() {
        skipped(&format!("trec8_adhoc is not under {DATA_VARIABLE}"));
    }
    folder
}

/// Returns the judgments of the pool, with withheld judgments for unjudged documents, and the collection of the
/// pooled runs.
fn pooled(folder: &Path) -> (Qrels, TestCollection) {
    let runs = run_files(&[folder.join("runs")]).expect("runs");
    let teams = TeamFiles { teams: TeamChoice::Table(folder.join("teams.tsv")), ..TeamFiles::default() };
    let reading = Reading { ties: Ties::ScoreThenFile, max_rank: DEPTH, ..Reading::default() };
    let judged = Qrels::read(&folder.join("qrels.txt"), &QrelsFormat::trec()).expect("judgments");
    let pool = load_rankings(&runs, &teams, &reading).expect("runs");
    let mut lines = String::new();
    for (topic, ids) in pool.collection.topics().zip(&pool.documents) {
        for id in ids {
            let grade = match judged.verdict(topic.name, id) {
                Some(Verdict::Level(level)) => i32::from(level),
                Some(Verdict::Pooled) | None => -1,
            };
            lines += &format!("{} 0 {id} {grade}\n", topic.name);
        }
    }
    let qrels = Qrels::parse(Path::new("pool"), lines.as_bytes(), &QrelsFormat::trec()).expect("lines");
    let NumberedRuns { collection, .. } =
        load_numbered(&qrels, Path::new("pool"), &runs, &teams, &reading).expect("runs");
    (qrels, collection)
}

/// Returns the names of the sets with hashes that differ from the published ones.
fn differing_sets(folder: &Path, qrels: &Qrels, collection: &TestCollection) -> BTreeSet<String> {
    let full = View::full(collection);
    let contributions = Contributions::new(collection, &full, DEPTH);
    let material = Material {
        collection,
        base: &full,
        contributions: &contributions,
        seed: 1,
        key: Material::KEY_OF_FILES,
        draw: 1,
    };
    let table = std::fs::read_to_string(folder.join("qrels_without.tsv")).expect("a table");
    let differs = |row: &str| {
        let columns: Vec<&str> = row.split('\t').collect();
        let [_, team, depth, .., published] = columns[..] else { panic!("a row of the table: {row}") };
        let name = match depth.parse() == Ok(DEPTH) {
            true => format!("leave-one-team-out(team={team})"),
            false => format!("leave-one-team-out(depth={depth},team={team})"),
        };
        let view = name.parse::<JudgmentSet>().expect("a set").view(&material).expect("a view");
        let mut lines = Vec::new();
        for (number, topic) in qrels.topics().enumerate() {
            for (doc, (id, verdict)) in (0..).zip(topic.judgments()) {
                let grade = match verdict {
                    Verdict::Level(level) => i32::from(level),
                    Verdict::Pooled => -1,
                };
                lines.extend(
                    view.pool(number).contains(doc).then(|| format!("{} {id} {grade}\n", topic.name())),
                );
            }
        }
        lines.sort_unstable();
        (format!("{:x}", Sha256::digest(lines.concat())) != published).then_some(name)
    };
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!(rows.len(), 82);
    rows.into_iter().filter_map(differs).collect()
}

/// Takes a document that only one team contributed, and puts it at the last rank of the pool in a run of another team.
/// Returns the changed collection, and the names of the two teams.
fn with_a_moved_document(collection: &TestCollection) -> (TestCollection, [String; 2]) {
    let contributions = Contributions::new(collection, &View::full(collection), DEPTH);
    let (topic, team): (TopicIx, usize) = (0, 0);
    let moved_doc = contributions.unique(team, topic).iter().next().expect("a document of its own");
    let other_run =
        (0..collection.runs().len()).find(|&run| collection.runs()[run].team != team).expect("a run");
    let rankings = (0..collection.runs().len()).map(|run| {
        let of_topic = |topic_ix: TopicIx| {
            let mut ranking = collection.ranking(run, topic_ix).to_vec();
            if (run, topic_ix) == (other_run, topic) {
                ranking[DEPTH - 1] = moved_doc;
            }
            ranking
        };
        (0..collection.topics().len()).map(of_topic).collect()
    });
    let topics: Vec<Topic> = collection.topics().map(|topic| topic.into_owned()).collect();
    let (runs, teams) = (collection.runs().to_vec(), collection.teams().to_vec());
    let names = [team, collection.runs()[other_run].team].map(|team| collection.teams()[team].name.clone());
    (TestCollection::new(topics, runs, teams, rankings.collect()), names)
}

#[test]
fn the_sets_without_each_team_are_the_published_ones() {
    let Some(folder) = folder() else { return };
    let (qrels, collection) = pooled(&folder);
    let documents: BTreeMap<bool, usize> = qrels.topics().flat_map(|topic| topic.verdicts().to_vec()).fold(
        BTreeMap::new(),
        |mut counts, verdict| {
            *counts.entry(verdict == Verdict::Pooled).or_default() += 1;
            counts
        },
    );
    assert_eq!(documents, BTreeMap::from([(false, 84_600), (true, 24_053)]));
    assert_eq!(differing_sets(&folder, &qrels, &collection), BTreeSet::new());
    let (collection, [team, _]) = with_a_moved_document(&collection);
    let differing = differing_sets(&folder, &qrels, &collection);
    assert!(differing.contains(&format!("leave-one-team-out(team={team})")), "{differing:?}");
}
