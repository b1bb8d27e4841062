//! Significance tests of random pairs of runs, and their confusion matrix. Half of this file computes the expected values:
//! the pool of each pair, average precision, and the signed ranks over all signs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use rejudge_experiment::exec::{Outcome, RunOptions, run};
use rejudge_experiment::grid::Grid;
use rejudge_experiment::spec::OnCellError;
use rejudge_metrics::Verdict;
use rejudge_pools::{SampleRule, TestCollection, Topic, View, sample};
use rejudge_store::cache::{Cache, lock_ignoring_poison};

use crate::cases::{FILE, cases, edits};
use crate::world::{USAGE, World, changed, plan};

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
seed: 7
draws: 2
axes:
  collection: [tiny]
  judgments:
    - full
    - sample: {rate: {each: [0.3, 0.6]}, min-relevant: 1, min-nonrelevant: 2}
  measure: [AP, P@5]
statistics:
  tests: {pair-tests: {test: {wilcoxon: {distribution: exact}}, pairs: 300}}
  confusion: {confusion-matrix: {of: tests, versus: full, alpha: 0.25}}
";

const TOPICS: usize = 8;
const DOCUMENTS: u32 = 24;
const RUNS: [&str; 5] = ["alpha", "beta", "delta", "epsilon", "gamma"];

/// Returns noise that is the same in every run of the tests.
fn noise(topic: usize, run: usize, doc: u32) -> u64 {
    let mut state = (topic as u64 + 1) << 40 | (run as u64 + 1) << 20 | u64::from(doc + 1);
    for _ in 0..3 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^= state >> 29;
    }
    state
}

/// Returns the judgment of a document. About a third of the judged documents are relevant, and three
/// documents of each topic have no judgment.
fn verdict(topic: usize, doc: u32) -> Option<u8> {
    (doc < DOCUMENTS - 3).then(|| u8::from(noise(topic, 99, doc).is_multiple_of(3)))
}

/// Returns the documents of a run by rank. The higher the number of the run, the better the ranks of its
/// relevant documents. A run retrieves nine documents of each topic.
fn ranking(topic: usize, run: usize) -> Vec<u32> {
    let score = |doc: &u32| {
        let lift = if verdict(topic, *doc) == Some(1) { 150 * run as u64 } else { 0 };
        noise(topic, run, *doc) % 1000 + lift
    };
    let mut docs: Vec<u32> = (0..DOCUMENTS).collect();
    docs.sort_by_key(|doc| (std::cmp::Reverse(score(doc)), *doc));
    docs.truncate(9);
    docs
}

fn world() -> World {
    let world = World::with_files();
    for run in ["alpha", "alpha2", "beta", "gamma"] {
        std::fs::remove_file(world.path(format!("data/tiny/runs/{run}.txt"))).unwrap();
    }
    let mut qrels = String::new();
    let mut teams = String::new();
    for topic in 0..TOPICS {
        for doc in 0..DOCUMENTS {
            if let Some(level) = verdict(topic, doc) {
                writeln!(qrels, "{topic} 0 d{doc:02} {level}").unwrap();
            }
        }
    }
    for (run, name) in RUNS.iter().enumerate() {
        let of_topic =
            |topic| (topic, ranking(topic, run).into_iter().map(|document| format!("d{document:02}")));
        world.run(&format!("data/tiny/runs/{name}.txt"), name, (0..TOPICS).map(of_topic));
        writeln!(teams, "{name}\t{name}").unwrap();
    }
    world.write("data/tiny/qrels.txt", qrels);
    world.write("data/tiny/teams.tsv", teams);

    world.write(FILE, EXPERIMENT);
    world
}

/// The computed values by statistic, judgments, measure and draw.
type Computed = BTreeMap<(String, String, String, u32), Outcome>;

fn grid(world: &World, text: &str) -> Grid {
    world.write(FILE, text);
    world.grid().unwrap()
}

fn computed(world: &World, text: &str) -> Computed {
    let grid = grid(world, text);
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    let plan = plan(&grid, &[], &cache);
    let (events, stop) = (|_| (), AtomicBool::new(false));
    let found = Mutex::new(Vec::new());
    let options = RunOptions {
        cache: &cache,
        events: &events,
        cells: &|cells| lock_ignoring_poison(&found).extend(cells),
        stop: &stop,
        on_cell_error: OnCellError::Continue,
        keep_scores: false,
        cached_only: false,
    };
    let report = run(&grid, &plan, options).unwrap();
    assert_eq!(report.failed, []);
    let mut out = Computed::new();
    for (task, outcome) in found.into_inner().unwrap() {
        let judgments = grid.set_name(&task.point).unwrap();
        let measure = &grid.measure(&task.point).unwrap().name;
        let statistic = &grid.statistics[task.statistic as usize].name;
        let key = (statistic.clone(), judgments.to_owned(), measure.clone(), task.draw);
        // Pairs are in the cache and not in the outcome, because with hundreds of runs they would fill the memory.
        assert!(outcome.pairs.is_empty(), "{key:?}");
        let kept: Outcome = cache.load(&task.key).expect("a computed cell is in the cache");
        assert_eq!(kept.clone().without_pairs(), outcome, "{key:?}");
        assert!(out.insert(key, kept).is_none(), "each cell is planned once");
    }
    out
}

fn at(computed: &Computed, statistic: &str, judgments: &str, measure: &str, draw: u32) -> Outcome {
    computed[&(statistic.to_owned(), judgments.to_owned(), measure.to_owned(), draw)].clone()
}

fn number(outcome: &Outcome, component: &str) -> Option<f64> {
    outcome.numbers.iter().find(|number| number.component == component).map(|number| number.value)
}

/// The judged documents of each topic.
type Judged = Vec<BTreeSet<u32>>;

fn all_judged() -> Judged {
    (0..TOPICS).map(|topic| (0..DOCUMENTS).filter(|&doc| verdict(topic, doc).is_some()).collect()).collect()
}

/// Returns the judged documents that at least one of the two runs retrieved.
fn pool_of(a: usize, b: usize) -> Judged {
    let of_topic = |(topic, judged): (usize, BTreeSet<u32>)| {
        let pool: BTreeSet<u32> = ranking(topic, a).into_iter().chain(ranking(topic, b)).collect();
        &judged & &pool
    };
    all_judged().into_iter().enumerate().map(of_topic).collect()
}

/// Returns a sample of `pool`. It depends on the pair, the draw and the collection.
fn sampled(pool: &Judged, a: usize, b: usize, draw: u32, rate: &str) -> Judged {
    let topic = |(name, judged): (usize, &BTreeSet<u32>)| {
        // Documents outside of the pool keep their numbers and become unjudged.
        let verdict = |doc| match verdict(name, doc) {
            Some(level) if judged.contains(&doc) => Verdict::Level(level),
            _ => Verdict::Pooled,
        };
        let verdicts: Vec<Verdict> = (0..DOCUMENTS - 3).map(verdict).collect();
        Topic { name: name.to_string(), verdicts, documents: DOCUMENTS }
    };
    let collection =
        TestCollection::new(pool.iter().enumerate().map(topic).collect(), vec![], vec![], vec![]);
    let rule = SampleRule::new(rate.parse().unwrap(), 1, 2);
    let key = ["pair", "tiny", &draw.to_string(), "1", RUNS[a.min(b)], RUNS[a.max(b)]];
    let view = sample(&collection, &View::full(&collection), rule, 7, &key);
    (0..TOPICS).map(|topic| view.mask(topic).iter().collect()).collect()
}

fn score(measure: &str, topic: usize, run: usize, judged: &BTreeSet<u32>) -> f64 {
    let is_relevant = |doc: &u32| judged.contains(doc) && verdict(topic, *doc) == Some(1);
    let found: Vec<bool> = ranking(topic, run).iter().map(is_relevant).collect();
    let above = |rank: usize| found[..rank].iter().filter(|&&f| f).count() as f64;
    match (measure, judged.iter().filter(|doc| is_relevant(doc)).count()) {
        (_, 0) => 0.0,
        ("AP", relevant) => {
            let ranks = (1..=found.len()).filter(|&rank| found[rank - 1]);
            ranks.map(|rank| above(rank) / rank as f64).sum::<f64>() / relevant as f64
        }
        _ => above(5) / 5.0,
    }
}

/// Returns the two-sided p value of the signed-rank test, over all assignments of signs.
fn signed_ranks(x: &[f64], y: &[f64]) -> f64 {
    let z: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).filter(|z| z.abs() > 1e-9).collect();
    let rank = |z: &f64, all: &[f64]| {
        let smaller = all.iter().filter(|other| other.abs() < z.abs() - 1e-9).count();
        let equal = all.iter().filter(|other| (other.abs() - z.abs()).abs() <= 1e-9).count();
        smaller as f64 + (equal as f64 + 1.0) / 2.0
    };
    let ranks: Vec<f64> = z.iter().map(|one| rank(one, &z)).collect();
    let half = ranks.iter().sum::<f64>() / 2.0;
    let found: f64 = ranks.iter().zip(&z).filter(|(_, z)| **z > 0.0).map(|(rank, _)| rank).sum();
    let sum =
        |signs: u32| -> f64 { (0..z.len()).filter(|&at| signs >> at & 1 == 1).map(|at| ranks[at]).sum() };
    let as_far = (0..1 << z.len()).filter(|&signs| (sum(signs) - half).abs() >= (found - half).abs() - 1e-9);
    as_far.count() as f64 / f64::from(1 << z.len())
}

/// Returns the p values of all pairs. They are sorted, because the seed decides the order of the pairs.
fn expected(measure: &str, judged: impl Fn(usize, usize) -> Judged) -> Vec<f64> {
    let mut all = Vec::new();
    for a in 0..RUNS.len() {
        for b in a + 1..RUNS.len() {
            let judged = judged(a, b);
            let scores = |run: usize| -> Vec<f64> {
                (0..TOPICS).map(|topic| score(measure, topic, run, &judged[topic])).collect()
            };
            all.push(signed_ranks(&scores(a), &scores(b)));
        }
    }
    all.sort_by(f64::total_cmp);
    all
}

fn sorted(outcome: &Outcome) -> Vec<f64> {
    let mut p = outcome.pairs.clone();
    p.sort_by(f64::total_cmp);
    p
}

#[track_caller]
fn assert_close(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let off = found.iter().zip(expected).map(|(f, e)| (f - e).abs()).fold(0.0, f64::max);
    assert!(off < 1e-12, "{what}: {found:?} against {expected:?}");
}

#[test]
fn p_values_use_the_pool_of_each_pair() {
    let computed = computed(&world(), EXPERIMENT);
    assert_eq!(computed.len(), 2 * 3 * 2 * 2);
    for measure in ["AP", "P@5"] {
        for draw in [1, 2] {
            let full = at(&computed, "tests", "full", measure, draw);
            assert_close(&sorted(&full), &expected(measure, pool_of), measure);
            assert_eq!((number(&full, "pairs"), full.topics, full.runs), (Some(10.0), TOPICS as u32, 5));
            for rate in ["0.3", "0.6"] {
                let name = format!("sample(draw=1,min-nonrelevant=2,min-relevant=1,rate={rate})");
                let found = sorted(&at(&computed, "tests", &name, measure, draw));
                let by_hand = expected(measure, |a, b| sampled(&pool_of(a, b), a, b, draw, rate));
                assert_close(&found, &by_hand, &format!("{measure} at {rate}, draw {draw}"));
            }
        }
    }
    // The runs, pools and draws do differ. Otherwise the checks above would prove little.
    let p = |judgments: &str, measure, draw| at(&computed, "tests", judgments, measure, draw);
    assert!(sorted(&p("full", "AP", 1))[0] < 0.05 && sorted(&p("full", "AP", 1))[9] > 0.2);
    let small = "sample(draw=1,min-nonrelevant=2,min-relevant=1,rate=0.3)";
    assert_ne!(sorted(&p(small, "AP", 1)), sorted(&p(small, "AP", 2)));
    assert_ne!(p("full", "AP", 1).pairs, p("full", "AP", 2).pairs, "the order of the pairs is drawn");
}

#[test]
fn the_pool_of_all_runs_is_an_option() {
    let world = world();
    let computed = computed(&world, &changed(EXPERIMENT, "pairs: 300", "pairs: 300, pool: of-all-runs"));
    let full = sorted(&at(&computed, "tests", "full", "AP", 1));
    assert_close(&full, &expected("AP", |_, _| all_judged()), "the whole pool");
    assert!(full.iter().zip(expected("AP", pool_of)).any(|(a, b)| (a - b).abs() > 1e-3));
}

#[test]
fn fewer_pairs_are_the_first_of_them() {
    let world = world();
    let all = computed(&world, EXPERIMENT);
    let some = computed(&world, &changed(EXPERIMENT, "pairs: 300", "pairs: 4"));
    for (key, outcome) in some.iter().filter(|(key, _)| key.0 == "tests") {
        assert_eq!(outcome.pairs, all[key].pairs[..4], "{key:?}");
        assert_eq!(number(outcome, "pairs"), Some(4.0));
    }
}

/// The two rules differ at a level that is equal to a p value.
#[test]
fn the_confusion_matrix_counts_decisions() {
    let world = world();
    let levels = sorted(&at(&computed(&world, EXPERIMENT), "tests", "full", "AP", 1));
    let level = levels[levels.len() / 2];
    for (reject, at_most) in [("below", false), ("at-most-alpha", true)] {
        let text = changed(EXPERIMENT, "alpha: 0.25", &format!("alpha: {level}, reject: {reject}"));
        let computed = computed(&world, &text);
        let rejects = |p: f64| if at_most { p <= level } else { p < level };
        for (key, found) in computed.iter().filter(|(key, _)| key.0 == "confusion") {
            let p = |judgments: &str| at(&computed, "tests", judgments, &key.2, key.3).pairs.clone();
            let decisions: Vec<(bool, bool)> =
                p("full").into_iter().map(rejects).zip(p(&key.1).into_iter().map(rejects)).collect();
            let count = |kind| decisions.iter().filter(|&&decision| decision == kind).count() as f64;
            let cells = [(false, false), (false, true), (true, false), (true, true)].map(count);
            let components = ["c11", "c12", "c21", "c22"].map(|component| number(found, component).unwrap());
            assert_eq!(components, cells, "{key:?}");
            let [c11, c12, c21, c22] = cells;
            let share = |part: f64, whole: f64| (whole > 0.0).then(|| part / whole);
            let (tp, p) = (share(c11, c11 + c12), share(c11, c11 + c21));
            assert_eq!(number(found, "accuracy"), share(c11 + c22, 10.0));
            assert_eq!(
                (number(found, "true-positive-rate"), number(found, "predicted-positive-rate")),
                (tp, p)
            );
            assert_eq!(number(found, "g-mean"), tp.zip(p).map(|(tp, p)| (tp * p).sqrt()));
            assert_eq!(number(found, "lost-significance"), share(c21, c21 + c22));
            if key.1 == "full" {
                assert_eq!((c12, c21), (0.0, 0.0));
            }
        }
        let significant = levels.iter().filter(|&&p| rejects(p)).count() as f64;
        let full = at(&computed, "confusion", "full", "AP", 1);
        assert_eq!(number(&full, "c22"), Some(significant), "{reject}");
    }
}

/// The confusion matrix uses the level of its tests, unless it sets another level.
#[test]
fn the_level_is_written_once() {
    let world = world();
    let text = changed(EXPERIMENT, "pairs: 300", "pairs: 300, alpha: 0.25, reject: at-most-alpha");
    let once = changed(&text, ", alpha: 0.25}}", "}}");
    let twice = changed(&text, "alpha: 0.25}}\n", "alpha: 0.25, reject: at-most-alpha}}\n");
    let (once, twice) = (computed(&world, &once), computed(&world, &twice));
    assert_eq!(once, twice);
    for (key, outcome) in once.iter().filter(|(key, _)| key.0 == "tests") {
        let rejected = outcome.pairs.iter().filter(|&&p| p <= 0.25).count() as f64;
        assert_eq!(number(outcome, "significant"), Some(rejected), "{key:?}");
    }
}

#[test]
fn wrong_pair_tests_are_refused() {
    let rows = [
        ("of: tests", "of: confusion"),
        ("of: tests", "of: test"),
        ("pairs: 300", "pairs: 0"),
        ("alpha: 0.25", "alpha: 1.5"),
        ("pairs: 300", "pairs: 300, alpha: none"),
        ("versus: full", "versus: fool"),
        ("draws: 2\n", "draws: 2\nevaluation: {emptied-topics: drop-in-both}\n"),
    ];
    let world = world();
    world.write(FILE, EXPERIMENT);
    cases("mistakes_of_pair_tests", &world, edits(USAGE, "plan small", FILE, &rows));
}
