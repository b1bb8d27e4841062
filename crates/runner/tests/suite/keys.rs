//! The inputs that cache keys depend on. Fields of experiments and collections, and contents of files, are
//! changed one by one. Exactly the expected keys must change, for a simulated collection and for files.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use rejudge_experiment::exec;
use rejudge_experiment::grid::Selector;
use rejudge_session::{Observer, Places, RunEvent, RunRequest, run};
use rejudge_store::cache::Cache;

use crate::cases::FILE;
use crate::world::{EXPERIMENT, TINY, TINY_TWIN, World, changed, edited, plan};

/// Returns an experiment over both kinds of collections, with five kinds of judgment sets.
fn base() -> String {
    let sets = "full\n    - sample: {rate: 0.5}\n    - take-teams: {fewest-unique: 1}\n";
    let edits =
        [("[tiny-twin]", "[tiny-twin, tiny]"), ("draws: 2", "draws: 1"), ("full\n", sets), ("[5, 1]", "[5]")];
    edited(EXPERIMENT, &edits)
}

/// The sorted keys of all points, by `collection/name`. `name` is a statistic, `scores` or `roster`.
type Keys = BTreeMap<String, Vec<String>>;

fn keys(world: &World) -> Keys {
    let grid = world.grid().unwrap();
    let cache = Cache::open(Path::new("/nonexistent")).unwrap();
    // Plan everything, whatever the tables need.
    let all: Vec<(usize, Selector)> = (0..grid.statistics.len()).map(|s| (s, Selector::default())).collect();
    let plan = plan(&grid, &all, &cache);
    let mut keys = Keys::new();
    for group in &plan.groups {
        let collection = &grid.collections[group.collection as usize].name;
        let mut add =
            |name: &str, key: String| keys.entry(format!("{collection}/{name}")).or_default().push(key);
        group.rosters.values().for_each(|key| add("roster", key.to_string()));
        group.scores.values().for_each(|key| add("scores", key.to_string()));
        for task in &group.cells {
            add(&grid.statistics[task.statistic as usize].name, task.key.to_string());
        }
    }
    keys.values_mut().for_each(|keys| keys.sort_unstable());
    keys
}

/// Returns the names whose keys changed. If the keys changed for both collections, the name is written without a collection.
fn moved(before: &Keys, after: &Keys) -> String {
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    let names = ["roster", "scores", "facts", "teams", "mean", "tau", "change", "dp", "errors"];
    let differs = |name: &str| before[name] != after[name];
    let word = |name: &&str| {
        let (twin, files) = (differs(&format!("tiny-twin/{name}")), differs(&format!("tiny/{name}")));
        match (twin, files) {
            (true, true) => (*name).to_owned(),
            (true, false) => format!("twin:{name}"),
            (false, true) => format!("files:{name}"),
            (false, false) => String::new(),
        }
    };
    names.iter().map(word).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

const ALL: &str = "roster scores facts teams mean tau change dp errors";

fn world() -> World {
    let world = World::with_files();
    world.write(
        "collections/tiny.yaml",
        changed(TINY, "teams: teams.tsv}", "teams: teams.tsv, grades: {\"2\": 2, \"1\": 1, \"0\": 0}}"),
    );
    world.write(FILE, base());
    world
}

#[test]
fn fields_of_the_experiment_change_keys() {
    let world = world();
    let before = keys(&world);
    let (rules, tau, sets) =
        ("{gains: {", "tau: {kendall-tau: {versus: full", "scores facts mean tau dp errors");
    let chosen = "roster twin:scores mean tau change dp errors";
    let table = "tables: {x: {caption: x, rows: measure, columns: collection, cell: tau}}\nprofiles:";
    // Each row has the changed field, its new value, and the keys that change.
    let cases = [
        (rules, "{ties: docno-ascending, gains: {", ALL),
        (rules, "{ties: file-order, gains: {", ALL),
        (rules, "{ties: rank, gains: {", ALL),
        (rules, "{topics: intersection, gains: {", ALL),
        (rules, "{no-relevant: drop, gains: {", ALL),
        (rules, "{score-type: f32, gains: {", ALL),
        (rules, "{max-rank: 999, gains: {", ALL),
        (rules, "{min-rel: 2, gains: {", ALL),
        ("{S: 3, A: 2, B: 1}", "{S: 4, A: 2, B: 1}", ALL),
        // The next rows write out default values.
        (rules, "{ties: docno-descending, topics: qrels, no-relevant: zero, gains: {", ""),
        (rules, "{emptied-topics: zero, score-type: f64, max-rank: 1000, min-rel: 1, gains: {", ""),
        ("{S: 3, A: 2, B: 1}", "{\"2\": 2.0, \"3\": 3.0, \"1\": 1}", ""),
        // On files, scores are random only under a sample of judgments.
        ("seed: 1", "seed: 2", "roster scores facts twin:teams mean tau change dp errors"),
        ("[one-per-team: {}]", "[all]", chosen),
        ("[one-per-team: {}]", "[one-per-team: {file: chosen.tsv}]", chosen),
        (tau, "tau: {kendall-tau: {ties: a, versus: full", "tau"),
        (tau, "tau: {kendall-tau: {versus: pool-depth(depth=5)", "tau"),
        (tau, "tau: {kendall-tau: {ties: b, versus: full", ""),
        ("{score-change: {versus: full,", "{score-change: {versus: pool-depth(depth=5),", "change"),
        ("samples: 50", "samples: 51", "dp errors"),
        ("alpha: 0.05", "alpha: 0.06", "dp errors"),
        ("alpha: 0.05", "alpha: 0.050", ""),
        ("{of: dp, versus: full}", "{of: dp, versus: pool-depth(depth=5)}", "errors"),
        ("rate: 0.5", "rate: 0.6", sets),
        ("rate: 0.5", "rate: 0.5, draws: 1", ""),
        ("rate: 0.5", "rate: 0.5, min-relevant: 2", sets),
        ("rate: 0.5", "rate: 0.5, min-nonrelevant: 9", sets),
        ("rate: 0.5", "rate: 0.5, rounding: floor, pool: kept", ""),
        ("rate: 0.5", "rate: 0.5, rounding: half-even", sets),
        ("rate: 0.5", "rate: 0.5, pool: dropped", sets),
        ("{fewest-unique: 1}", "{fewest-unique: 2}", sets),
        ("[AP, nDCG@10]", "[AP@5, nDCG@10]", "scores mean tau change dp errors"),
        ("[AP, nDCG@10]", "[AP', nDCG@10]", "scores mean tau change dp errors"),
        ("[AP, nDCG@10]", "[map, nDCG@10]", ""),
        ("title: A small experiment", "title: Another", ""),
        ("id: small", "id: other", ""),
        ("draws=1", "draws=3", ""),
        ("profiles:", "run: {on-cell-error: stop, max-cells: 1000}\nprofiles:", ""),
        ("profiles:", table, ""),
    ];
    world.write("experiments/small/chosen.tsv", "alpha\tA\nbeta\tB\n");
    for (from, to, expected) in cases {
        world.write(FILE, changed(&base(), from, to));
        assert_eq!(moved(&before, &keys(&world)), expected, "{from} -> {to}");
    }
}

/// An order by disagreement has its own version number, because its numbers changed for judges with passes.
#[test]
fn an_order_by_disagreement_of_passes_has_its_own_version() {
    for (repeated, expected) in [("each", 1), ("mean", 0)] {
        let world = world();
        let judges = format!("judges: {{one: one.txt, two: {{file: two.txt, repeated: {repeated}}}}}}}");
        world.write("collections/tiny.yaml", changed(TINY, "teams.tsv}", &format!("teams.tsv, {judges}")));
        world.write("data/tiny/one.txt", crate::world::QRELS);
        world.write("data/tiny/two.txt", crate::world::QRELS.repeat(2));
        let sets = "full\n    - full: {judge: two}\n    - budget: {share: 0.5, order: {each: [disagreement, random]}}\n";
        let edits = [
            ("[tiny-twin]", "[tiny]"),
            ("draws: 2", "draws: 1"),
            ("full\n", sets),
            ("gains: {S: 3, A: 2, B: 1}", ""),
        ];
        world.write(FILE, edited(EXPERIMENT, &edits));
        let grid = world.grid().unwrap();
        let all: Vec<(usize, Selector)> =
            (0..grid.statistics.len()).map(|s| (s, Selector::default())).collect();
        let plan = plan(&grid, &all, &Cache::open(Path::new("/nonexistent")).unwrap());
        let scores =
            plan.groups.iter().flat_map(|group| group.scores.keys().map(|scored| (group.instance, scored)));
        let versions: std::collections::BTreeSet<String> = scores
            .filter_map(|(instance, (point, sample))| {
                let parts = plan.cache_inputs.scores(&grid, point, instance, *sample);
                let has_version = parts.get("judges")?.ends_with(",disagreement/2");
                has_version.then(|| parts["judgments"].to_string())
            })
            .collect();
        assert_eq!(versions.len(), expected, "{repeated}: {versions:?}");
        assert!(versions.iter().all(|name| name.contains("order=disagreement")), "{versions:?}");
    }
}

/// If several draws share a value, it is computed once and counted once.
#[test]
fn progress_reaches_its_total() {
    let world = World::with_files();
    let own = edited(TINY, &[("folder: tiny", "folder: ."), ("kind: open", "kind: own")]);
    world.write("data/tiny/collection.yaml", own);
    let text = edited(EXPERIMENT, &[("[tiny-twin]", "[collection.yaml]"), ("gains: {S: 3, A: 2, B: 1}", "")]);
    world.write("data/tiny/experiment.yaml", text);
    let request = RunRequest {
        places: Places { experiments: world.path("experiments"), collections: world.path("collections") },
        experiment: world.path("data/tiny/experiment.yaml").display().to_string(),
        cache: Some(world.path("c")),
        results: Some(world.path("r")),
        ..RunRequest::default()
    };
    let (total, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let events = |event: RunEvent| match event {
        RunEvent::Begun { to_compute, .. } => total.store(to_compute, Relaxed),
        RunEvent::Computation(exec::ComputationEvent::CellDone) => drop(done.fetch_add(1, Relaxed)),
        _ => {}
    };
    let ran = run(&request, Observer { events: &events, stop: &AtomicBool::new(false) });
    let ran = ran.unwrap_or_else(|error| panic!("{error:?}"));
    let cells: usize = ran.computed.planned.plan.groups.iter().map(|group| group.cells.len()).sum();
    let total = total.into_inner();
    assert_eq!(done.into_inner(), total);
    assert!(0 < total && total < cells, "{total} keys of {cells} cells: no cells share a key");
}

/// On files, only choices of runs, samples and bootstrap samples are random.
#[test]
fn another_seed_leaves_files_alone() {
    let world = world();
    let all = edited(&base(), &[("    - sample: {rate: 0.5}\n", ""), ("[one-per-team: {}]", "[all]")]);
    world.write(FILE, &all);
    let before = keys(&world);
    world.write(FILE, changed(&all, "seed: 1", "seed: 2"));
    let drawn = "twin:roster twin:scores twin:facts twin:teams twin:mean twin:tau twin:change dp errors";
    assert_eq!(moved(&before, &keys(&world)), drawn);
}

/// Misses and false alarms need all topics, so they are left out here.
#[test]
fn the_rule_for_emptied_topics_changes_keys() {
    let world = world();
    let with =
        |text: &str| changed(text, "  errors: {misses-and-false-alarms: {of: dp, versus: full}}\n", "");
    let keys = |text: String| {
        world.write(FILE, with(&text));
        let mut keys = keys(&world);
        for collection in ["tiny", "tiny-twin"] {
            keys.insert(format!("{collection}/errors"), Vec::new());
        }
        keys
    };
    let before = keys(base());
    let dropped = changed(&base(), "{gains: {", "{emptied-topics: drop-in-both, gains: {");
    assert_eq!(moved(&before, &keys(dropped)), ALL.strip_suffix(" errors").unwrap());
}

#[test]
fn every_constant_of_a_twin_changes_keys() {
    let world = world();
    let before = keys(&world);
    let twin_alone = ALL.split(' ').map(|name| format!("twin:{name}")).collect::<Vec<_>>().join(" ");
    for (from, to) in [
        ("pool-depth: 20", "pool-depth: 19"),
        ("topics: 6", "topics: 5"),
        ("mean: 12", "mean: 13"),
        ("range: [3, 30]", "range: [3, 31]"),
        ("grades: {S: 4,", "grades: {S: 5,"),
        ("quality: 0.7", "quality: 0.71"),
        ("separation: 3.6", "separation: 3.7"),
        ("technology: 0.55", "technology: 0.56"),
        ("relevant-factor: 1.1", "relevant-factor: 1.2"),
        ("grade-factors: {S: 1,", "grade-factors: {S: 1.1,"),
        ("runs: 2, oddness: 0.7", "runs: 3, oddness: 0.7"),
        ("oddness: 0.7", "oddness: 0.8"),
    ] {
        world.write("collections/tiny-twin.yaml", changed(TINY_TWIN, from, to));
        assert_eq!(moved(&before, &keys(&world)), twin_alone, "{from} -> {to}");
    }
    for (from, to) in [("title: A small twin", "title: Another title"), ("oddness: 0.7}", "oddness: 0.70}")] {
        world.write("collections/tiny-twin.yaml", changed(TINY_TWIN, from, to));
        assert_eq!(moved(&before, &keys(&world)), "", "{from} -> {to}");
    }
}

#[test]
fn fields_and_files_of_a_collection_change_keys() {
    let world = world();
    let before = keys(&world);
    let files_alone = ALL.split(' ').map(|name| format!("files:{name}")).collect::<Vec<_>>().join(" ");
    let descriptor = world.read("collections/tiny.yaml");
    for (from, to, moves) in [
        ("pool-depth: 3", "pool-depth: 2", true),
        ("pool-depth: 3", "pool-depth: 3\nbase: {repooled: {depth: 2}}", true),
        ("\"2\": 2", "\"2\": 3", true),
        ("\"2\": 2", "\"2\": 2, \"7\": 2", true),
        ("title: A few lines", "title: Other words", false),
        ("kind: open", "kind: licensed", false),
        ("licence: none", "licence: some", false),
        ("pool-depth: 3", "pool-depth: 3\nbase: as-judged", false),
        ("pool-depth: 3", "pool-depth: 3\ncounts: {topics: 3}", false),
    ] {
        world.write("collections/tiny.yaml", changed(&descriptor, from, to));
        let expected = if moves { files_alone.as_str() } else { "" };
        assert_eq!(moved(&before, &keys(&world)), expected, "{from} -> {to}");
    }
    world.write("collections/tiny.yaml", descriptor);
    for (file, from, to) in [
        ("qrels.txt", "1 0 a1 2", "1 0 a1 1"),
        ("teams.tsv", "gamma\tC", "gamma\tA"),
        ("runs/beta.txt", "b1 1 3 beta", "b1 1 4 beta"),
        ("runs/beta.txt", "beta\n", "beta\n1 Q0 q 9 0 beta\n"),
    ] {
        let path = format!("data/tiny/{file}");
        let whole = world.read(&path);
        world.write(&path, changed(&whole, from, to));
        assert_eq!(moved(&before, &keys(&world)), files_alone, "{file}: {from} -> {to}");
        world.write(&path, whole);
    }
    // A pinned choice depends on the content of its file.
    world.write("experiments/small/chosen.tsv", "alpha\tA\nbeta\tB\n");
    world.write(FILE, changed(&base(), "[one-per-team: {}]", "[one-per-team: {file: chosen.tsv}]"));
    let pinned = keys(&world);
    world.write("experiments/small/chosen.tsv", "alpha2\tA\nbeta\tB\n");
    assert_eq!(moved(&pinned, &keys(&world)), "roster mean tau change dp errors");
    world.write("experiments/small/other.tsv", "alpha\tA\nbeta\tB\n");
    world.write(FILE, changed(&base(), "[one-per-team: {}]", "[one-per-team: {file: other.tsv}]"));
    assert_eq!(moved(&pinned, &keys(&world)), "");
}

#[test]
fn cells_share_a_key_only_if_nothing_distinguishes_them() {
    let world = world();
    for (name, all) in keys(&world) {
        let mut unique = all.clone();
        unique.dedup();
        assert_eq!(unique, all, "{name}");
    }
}
