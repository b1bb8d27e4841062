//! The inspection of real collections against a count in Python (`inspected.py` makes the tables), and of
//! pools that are known: those that were documented, and those that are made here of chosen runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rejudge_collections::{Qrels, Reading, TeamChoice, TeamFiles, Ties, load_numbered, read, run_files};
use rejudge_descriptor::{DATA_VARIABLE, Descriptor, QrelsFormat};
use rejudge_metrics::{Gains, Scorer, Verdict};
use rejudge_pools::inspect::{
    ALIKE, PoolShape, TieOrder, alike_runs, answers, identical_runs, implied_pool, judged_at, ties,
    with_ties, with_ties_reversed,
};
use rejudge_pools::{Buffers, JoinedRun, RunIx, TestCollection, Topic, View};
use rejudge_stats::Draw;

/// The files of a real collection; `None`, said aloud, where they are not there.
fn folder(collection: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(DATA_VARIABLE).map(|root| Path::new(&root).join(collection));
    let there = folder.filter(|folder| folder.is_dir());
    if there.is_none() {
        eprintln!("skipped: {collection} is not under {DATA_VARIABLE}");
    }
    there
}

fn load(folder: &Path, ties: Ties) -> TestCollection {
    let runs = run_files(&[folder.join("runs")]).expect("a folder");
    let path = folder.join("qrels.txt");
    let bytes = read(&path).expect("readable");
    let qrels = Qrels::parse(&path, &bytes, &QrelsFormat::trec()).expect("good judgments");
    let (teams, reading) = (
        TeamFiles { teams: TeamChoice::OneEach, ..TeamFiles::default() },
        Reading { ties, ..Reading::default() },
    );
    load_numbered(&qrels, &path, &runs, &teams, &reading).expect("good files").collection
}

fn orders(folder: &Path) -> [TestCollection; 2] {
    [Ties::DocnoDescending, Ties::Rank].map(|ties| load(folder, ties))
}

fn rows<'a>(table: &'a str, collection: &str) -> Vec<Vec<&'a str>> {
    let rows = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[0] == collection).collect()
}

fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(field: &str) -> T {
    field.parse().expect("a number")
}

fn mean_ap(collection: &TestCollection, run: RunIx) -> f64 {
    let (full, joined, mut buffers) =
        (View::full(collection), JoinedRun::new(collection, run, 1000), Buffers::default());
    let ap = ["AP".parse().expect("a measure")];
    let scorer = Scorer::new(&ap, &Gains::linear(1), 1, None).expect("good settings");
    let of = |topic| {
        let (lists, mut scores) = (buffers.lists(collection, &full, &joined, topic), [None]);
        scorer.score(&lists.raw, &lists.condensed, &mut scores);
        scores[0]
    };
    let scores: Vec<f64> = (0..collection.topics().len()).filter_map(of).collect();
    scores.iter().sum::<f64>() / scores.len() as f64
}

#[test]
fn real_collections_are_as_counted() {
    for name in ["clef_ehealth_2015", "trec8_robust_runs", "clef_tar_2017"] {
        let Some(folder) = folder(name) else { continue };
        let [by_score, by_rank] = orders(&folder);
        let by_name: BTreeMap<_, _> =
            (0..).zip(by_score.runs()).map(|(number, run)| (run.name.as_str(), number)).collect();
        let pool = implied_pool(&[&by_score, &by_rank]);
        assert_eq!(pool.depth, 10);
        let [best, worst] =
            [TieOrder::Best, TieOrder::Worst].map(|order| with_ties(&by_score, order).expect("read"));
        let expected = rows(include_str!("runs.tsv"), name);
        assert_eq!(expected.len(), by_name.len());
        for row in expected {
            let run: RunIx = by_name[row[1]];
            let (described, tied) = (&pool.runs[run], ties(&by_score, run, usize::MAX).expect("read"));
            let judged = judged_at(&by_score, run, &[10]).expect("answers")[0];
            assert!((judged - number::<f64>(row[3])).abs() < 1e-12, "{}: {judged}", row[1]);
            let found = [described.answered, described.order as u32, described.complete, described.lost];
            assert_eq!(found, [2, 4, 5, 6].map(|column| number::<u32>(row[column])), "{}", row[1]);
            let found = [tied.documents, tied.tied, tied.groups, tied.mattering];
            assert_eq!(found, [7, 8, 9, 10].map(|column| number::<usize>(row[column])), "{}", row[1]);
            for (bound, column) in [(&best, 11), (&worst, 12)] {
                let (found, expected) = (mean_ap(bound, run), number::<f64>(row[column]));
                assert!((found - expected).abs() < 1e-12, "{}: {found} against {expected}", row[1]);
            }
            let answers = answers(&by_score, run);
            assert_eq!(by_score.topics().len() - answers.lacks.len(), number::<usize>(row[2]));
        }
        let mut found: Vec<_> = alike_runs(&by_score, ALIKE);
        let names = |runs: [RunIx; 2]| {
            let mut names = runs.map(|run| by_score.runs()[run].name.as_str());
            names.sort_unstable();
            names
        };
        found.sort_by_key(|pair| names(pair.runs));
        let expected = rows(include_str!("alike.tsv"), name);
        assert_eq!(found.len(), expected.len());
        for (pair, row) in found.iter().zip(&expected) {
            assert_eq!((names(pair.runs), pair.same), ([row[1], row[2]], number(row[4])));
            assert!((pair.overlap - number::<f64>(row[3])).abs() < 1e-12);
        }
        // Those that are equal document by document are among those that are the same but for ties.
        let groups: Vec<Vec<String>> = identical_runs(&by_score)
            .iter()
            .map(|group| group.runs.iter().map(|&run| by_score.runs()[run].name.clone()).collect())
            .collect();
        let together = |row: &Vec<&str>| {
            groups.iter().any(|g| [row[1], row[2]].iter().all(|run| g.iter().any(|r| r == run)))
        };
        assert!(expected.iter().filter(|row| row[4] == row[5]).all(together), "{name}");
        let said =
            identical_runs(&by_score).iter().map(|group| (group.runs.len(), group.ends)).collect::<Vec<_>>();
        // jass and jassv2 differ in three documents of equal scores, where two topics end.
        let known: &[(usize, usize)] = match name {
            "clef_ehealth_2015" => &[(2, 0), (3, 0), (2, 0)],
            "trec8_robust_runs" => &[(2, 3)],
            _ => &[],
        };
        assert_eq!(said, known, "{name}");
    }
}

/// 30 of the 68 stored runs of CLEF eHealth 2015 were pooled to depth 10, says its overview.
#[test]
fn the_documented_pool_is_found() {
    let Some(folder) = folder("clef_ehealth_2015") else { return };
    let [by_score, by_rank] = orders(&folder);
    let marks = std::fs::read_to_string(folder.join("pooled.tsv")).expect("marks");
    let pooled: BTreeSet<&str> = marks.lines().filter_map(|line| line.strip_suffix("\t1")).collect();
    let wrong = |orders: &[&TestCollection]| {
        let pool = implied_pool(orders);
        assert!(matches!(pool.shape, PoolShape::Depth { depth: 10, .. }), "{:?}", pool.shape);
        let looking: BTreeSet<&str> =
            pool.looking_pooled().map(|run| by_score.runs()[run].name.as_str()).collect();
        let names = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| (a - b).into_iter().map(str::to_owned).collect();
        [names(&looking, &pooled), names(&pooled, &looking)].map(|names: Vec<String>| names)
    };
    assert_eq!(pooled.len(), 30);
    // Of KUCS 3 the stored file is cut by score, and the ranks that were pooled are partly gone.
    assert_eq!(wrong(&[&by_score, &by_rank]), [vec!["ECNU_EN_Run.4"], vec!["KUCS_EN_Run.3"]]);
    // The pool was formed by rank: read by score alone, six runs do not look it.
    let [more, fewer] = wrong(&[&by_score]);
    assert_eq!((more, fewer.len()), (vec!["ECNU_EN_Run.4".to_owned()], 6));
    // Without the runs that were pooled nothing speaks of a pool, however near to them the others are.
    let others: Vec<RunIx> =
        (0..68).filter(|&run| !pooled.contains(by_score.runs()[run].name.as_str())).collect();
    let [by_score, by_rank] = [&by_score, &by_rank].map(|order| only(order, &others));
    assert_eq!(implied_pool(&[&by_score, &by_rank]).shape, PoolShape::NoRun);
}

fn only(collection: &TestCollection, chosen: &[RunIx]) -> TestCollection {
    let topics = 0..collection.topics().len();
    let of = |&run: &RunIx| topics.clone().map(|topic| collection.ranking(run, topic).to_vec()).collect();
    let rankings = chosen.iter().map(of).collect();
    let runs = chosen.iter().map(|&run| collection.runs()[run].clone()).collect();
    let (topics, teams) = (collection.topics().to_vec(), collection.teams().to_vec());
    TestCollection::new(topics, runs, teams, rankings).expect("fewer runs")
}

/// TREC-8 judgments and runs of later years; and judgments of everything.
#[test]
fn what_was_not_pooled_is_told() {
    if let Some(folder) = folder("trec8_robust_runs") {
        let pool = implied_pool(&[&load(&folder, Ties::DocnoDescending)]);
        assert_eq!((pool.shape, pool.covered_to), (PoolShape::NoRun, 120));
    }
    if let Some(folder) = folder("clef_tar_2017") {
        let pool = implied_pool(&[&load(&folder, Ties::DocnoDescending)]);
        assert_eq!((pool.shape, pool.looking_pooled().count()), (PoolShape::All, 0));
    }
}

/// NIST pooled the Deep Learning track to depth 10 and had much more judged, by a classifier; TREC-COVID's
/// runs to depth 7.
#[test]
fn a_depth_is_named_where_it_explains_the_judgments() {
    for (name, depth, judged, explained, is_named) in [
        ("trec_dl_2019_passage", 10, 9_260, 2_495, false),
        ("trec_dl_2020_passage", 10, 11_386, 4_664, false),
        ("trec_dl_2021_passage", 10, 10_828, 7_229, true),
        ("trec_covid_round1", 7, 8_691, 6_960, true),
    ] {
        let Some(folder) = folder(name) else { continue };
        let [by_score, by_rank] = orders(&folder);
        let reversed = with_ties_reversed(&by_score).expect("ties");
        assert_eq!(
            by_score.topics().iter().map(|topic| topic.verdicts.len()).sum::<usize>(),
            judged,
            "{name}"
        );
        let pool = implied_pool(&[&by_score, &by_rank, &reversed]);
        let found = match pool.shape {
            PoolShape::Depth { depth, explained, .. } => (depth, explained, true),
            PoolShape::Part { depth, explained, .. } => (depth, explained, false),
            shape => panic!("{name}: {shape:?}"),
        };
        assert_eq!(found, (depth, explained, is_named), "{name}");
    }
}

/// The collection as if nothing but the top `depth` of the runs `chosen` were judged.
fn judged_from(collection: &TestCollection, chosen: &[RunIx], depth: usize) -> TestCollection {
    let (mut topics, mut rankings) = (Vec::new(), vec![Vec::new(); collection.runs().len()]);
    for (at, topic) in collection.topics().iter().enumerate() {
        let tops = chosen.iter().flat_map(|&run| collection.ranking(run, at).iter().take(depth));
        let pool: BTreeSet<u32> = tops.copied().collect();
        let rest = (0..topic.documents).filter(|doc| !pool.contains(doc));
        let mut number = vec![0; topic.documents as usize];
        (0..).zip(pool.iter().copied().chain(rest)).for_each(|(new, doc)| number[doc as usize] = new);
        for (run, by_topic) in rankings.iter_mut().enumerate() {
            by_topic.push(collection.ranking(run, at).iter().map(|&doc| number[doc as usize]).collect());
        }
        topics.push(Topic { verdicts: vec![Verdict::Level(0); pool.len()], ..topic.clone() });
    }
    let (runs, teams) = (collection.runs().to_vec(), collection.teams().to_vec());
    TestCollection::new(topics, runs, teams, rankings).expect("the same documents")
}

/// Makes pools of random runs, and says which share of the runs that look pooled were, after it has seen
/// that the depth is found and no pooled run is missed.
fn precision(collection: &TestCollection, depths: &[usize], counts: &[usize], draws: usize) -> f64 {
    let mut stream = Draw::new(1, &["pools"]);
    let (mut looking, mut right) = (0, 0);
    for &depth in depths {
        for &count in counts {
            for _ in 0..draws {
                let mut runs: Vec<RunIx> = (0..collection.runs().len()).collect();
                stream.shuffle(&mut runs);
                let chosen = &runs[..count];
                let pool = implied_pool(&[&judged_from(collection, chosen, depth)]);
                let PoolShape::Depth { depth: found, .. } = pool.shape else {
                    panic!("{count} runs to {depth}: {:?}", pool.shape)
                };
                assert_eq!(found, depth, "{count} runs");
                assert!(chosen.iter().all(|&run| pool.runs[run].looks_pooled), "{count} runs to {depth}");
                looking += pool.looking_pooled().count();
                right += count;
            }
        }
    }
    right as f64 / looking as f64
}

/// Whichever runs of CLEF eHealth 2015 form the pool, the depth is found and no run missed. Others look
/// pooled too, as many are copies or near-copies of one another, and a shallow top is soon complete.
#[test]
fn pools_of_real_runs_are_found() {
    let Some(folder) = folder("clef_ehealth_2015") else { return };
    let collection = load(&folder, Ties::Rank);
    let counts = [3, 8, 20, 40];
    let [shallow, deep] =
        [vec![1, 2, 3], vec![5, 7, 10]].map(|depths| precision(&collection, &depths, &counts, 5));
    println!("precision {shallow} to depth 3, {deep} from depth 5");
    assert!(shallow > 0.75 && deep > 0.85, "{shallow} {deep}");
}

#[test]
fn pools_of_twins_are_found() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/collections/ntcir5-c-twin.yaml");
    let text = std::fs::read_to_string(path).expect("shipped");
    let descriptor: Descriptor = serde_yaml::from_str(&text).expect("valid");
    let collection = rejudge_twins::generate(&descriptor.as_twin().expect("a twin"), 1, 0).expect("drawn");
    let pool = implied_pool(&[&collection]);
    assert!(matches!(pool.shape, PoolShape::Depth { depth: 100, .. }), "{:?}", pool.shape);
    assert_eq!(pool.looking_pooled().count(), collection.runs().len());
    let precision = precision(&collection, &[5, 20, 100], &[3, 10, 25], 3);
    println!("precision {precision}");
    assert!(precision > 0.95, "{precision}");
}
