//! Output for programs: one JSON object on stdout, with the keys that `--help` lists, and ir-metadata.yml.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::cases::{FILE, Page, case};
use crate::world::{ABOVE, DIFFERENT, Ended, GOOD, NOTHING_CHECKED, World, changed, edited};

/// Returns the only JSON object on stdout.
#[track_caller]
fn object(ended: &Ended) -> Value {
    assert!(ended.stdout.starts_with('{') && ended.stdout.ends_with("}\n"), "{}", ended.stdout);
    ended.json()
}

/// Collects the keys of `value` and of nested objects. The keys within `judgments` (names from the data) and
/// within `check` are left out.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                found.insert(key.clone());
                if !["judgments", "check"].contains(&key.as_str()) {
                    keys(value, found);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => {}
    }
}

/// Checks that the help page of the verb lists every key of the objects.
#[track_caller]
fn are_told(world: &World, verb: &str, objects: &[&Value]) {
    let help = world.line(&format!("{verb} --help")).code(GOOD).stdout;
    let mut found = BTreeSet::new();
    objects.iter().for_each(|object| keys(object, &mut found));
    let untold: Vec<&String> = found.iter().filter(|key| !help.contains(&format!("`{key}`"))).collect();
    assert!(untold.is_empty(), "{untold:?}\n{help}");
}

#[test]
fn experiments_and_what_they_show() {
    let world = World::new();
    let all = object(&world.line("list --json").code(GOOD));
    assert_eq!(
        all,
        json!({"experiments": [{"id": "small", "title": "A small experiment", "file": FILE}]}),
        "{all}"
    );
    world.change(
        "profiles:",
        "tables: {one: {caption: One, rows: measure, columns: collection, cell: facts.topics}}\nprofiles:",
    );
    let one = object(&world.line("list small --json").code(GOOD));
    assert_eq!(
        one["collections"],
        json!([{"name": "tiny-twin", "title": "A small twin", "kind": "simulated", "available": true}])
    );
    assert_eq!(one["measures"][1], json!({"label": "nDCG@10", "name": "nDCG@10"}));
    assert_eq!(
        one["statistics"][5],
        json!({"name": "dp", "components": ["power", "significant", "pairs", "difference"]})
    );
    assert_eq!(one["tables"], json!([{"name": "one", "caption": "One"}]));
    assert_eq!(one["figures"], json!([]));
    assert_eq!(one["profiles"], json!([{"name": "smoke", "settings": ["draws=1"]}]));
    are_told(&world, "list", &[&all, &one]);
}

/// Reads plans before a run, after it, and after changes. The page shows the reasons that `plan` prints
/// without `--json`.
#[test]
fn plans_say_why_cells_are_computed() {
    let world = World::with_files();
    world.change("[tiny-twin]", "[tiny, tiny-twin]");
    let plan = |more: &str| object(&world.line(format!("plan small --json {more}").trim_end()).code(GOOD));
    let mut page = Page::default();
    let mut shown = |more: &str| {
        page.case(&world, case(GOOD, format!("plan small{more}")).printed_with(" cells were "));
    };
    shown("");
    let before = plan("");
    assert_eq!(before["experiment"], "small");
    assert_eq!(before["file"], FILE);
    assert_eq!(before["axes"]["judgments"], json!({"tiny": 6, "tiny-twin": 6}));
    assert_eq!((&before["cached"], &before["no-data"]), (&json!(0), &json!([])));
    let parts = before["parts"].as_array().unwrap();
    for part in parts {
        let of = |key: &str| part[key].as_u64().unwrap();
        assert_eq!(of("all"), of("cached") + of("to-run") + of("in-common"), "{part}");
    }
    assert_eq!((&parts[0]["all"], &parts[1]["all"]), (&before["cells"], &before["score-matrices"]));
    let to_run = before["collections"].as_array().unwrap().iter().map(|of| of["to-run"].as_u64().unwrap());
    assert_eq!(to_run.sum::<u64>(), before["to-run"].as_u64().unwrap());
    assert_eq!(before["why"]["has-earlier-run"], false);
    assert_eq!(before["why"]["never-computed"], before["cells"], "each cell has a key of its own here");

    world.line("run small --quiet").code(GOOD);
    shown("");
    let after = plan("");
    assert_eq!((&after["to-run"], &after["cached"]), (&json!(0), &before["to-run"]));
    assert_eq!(
        after["why"],
        json!({"never-computed": 0, "computed-otherwise": 0, "has-earlier-run": true, "changed": []})
    );

    // With another seed, cells with random numbers are computed again. Cells of another measure are new. All
    // other cells are cached.
    let text = world.read(FILE);
    world.write(FILE, edited(&text, &[("seed: 1", "seed: 2"), ("nDCG@10]", "nDCG@10, RR]")]));
    shown("");
    let other = plan("--cells");
    let moved = &other["why"];
    let missing = other["missing"].as_array().unwrap();
    let of = |wanted: bool| {
        let is_score = |task: &&Value| task["address"].as_str().unwrap().starts_with("small/scores[");
        let is_new = |task: &&Value| task["address"].as_str().unwrap().contains("measure=RR");
        missing.iter().filter(|task| !is_score(task)).filter(|task| is_new(task) == wanted).count()
    };
    assert_eq!([&moved["never-computed"], &moved["computed-otherwise"]], [of(true), of(false)]);
    assert!(of(true) > 0 && of(false) > 0, "{moved}");
    assert_eq!(moved["changed"][0]["setting"], "measures");
    assert_eq!(moved["changed"][1], json!({"setting": "seed", "before": "1", "now": "2"}));
    // The settings are the same, but another cache does not have the cells.
    world.write(FILE, &text);
    shown(" --cache other");
    page.shown("why_cells_are_computed");

    let resolved = plan("--resolved");
    let seed = resolved["resolved"].as_array().unwrap().iter().find(|value| value["path"] == "seed").unwrap();
    assert_eq!(*seed, json!({"path": "seed", "value": "1", "file": FILE, "line": 4}));
    std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
    let without = plan("");
    assert_eq!(without["no-data"][0]["collection"], "tiny");
    are_told(&world, "plan", &[&before, &other, &resolved, &without]);
}

const EXPECTED: &str = "\
schema: expected/v1
experiment: small
recorded:
  above: {tiny-twin: holds 4/4}
gate: {fail-on: [claim-changed, not-computed]}
";

#[test]
fn a_check_is_an_object_of_json() {
    let world = World::new();
    let nothing = world.line("check small --json").code(NOTHING_CHECKED);
    let nothing = object(&nothing);
    assert_eq!(
        [&nothing["code"], &nothing["experiments"][0]["check"]],
        [&json!(NOTHING_CHECKED), &Value::Null]
    );
    world.change("profiles:", &format!("expected: expected.yaml\n{ABOVE}profiles:"));
    world.write("experiments/small/expected.yaml", changed(EXPECTED, "4/4", "2/2"));
    world.line("run small --quiet").code(GOOD);
    world.line("accept small").code(GOOD);
    let good = world.line("check --all --json").code(GOOD);
    assert_eq!(good.stderr, "");
    let good = object(&good);
    assert_eq!(good["code"], 0);
    let of_one = &good["experiments"][0];
    let found = ["experiment", "code", "claims-as-recorded"].map(|key| of_one[key].clone());
    assert_eq!(found, [json!("small"), json!(0), json!(1)]);
    let written = world.json("results/small/check.json");
    assert_eq!(of_one["check"], written);
    assert_eq!(written["verdict"], "good");
    world.write("experiments/small/expected.yaml", EXPECTED);
    let bad = world.line("check small --json").code(DIFFERENT);
    let bad = object(&bad);
    assert_eq!((&bad["code"], &bad["experiments"][0]["code"]), (&json!(DIFFERENT), &json!(DIFFERENT)));
    let failure = &bad["experiments"][0]["check"]["failures"][0];
    assert_eq!((&failure["line"], &failure["column"]), (&json!(4), &json!(22)), "{failure}");
    are_told(&world, "check", &[&nothing, &good, &bad]);
}

/// ir-metadata.yml uses the terms of its schema, and adds `kind` to each collection. It names the collections
/// of the experiment whose data are available.
#[test]
fn the_results_describe_where_they_come_from() {
    let world = World::with_files();
    world.line("run small --quiet -s draws=1 --only measure=AP --results out").code(GOOD);
    let text = world.read("out/ir-metadata.yml");
    let metadata: serde_yaml::Value = serde_yaml::from_str(&text).unwrap();
    assert_eq!(metadata["schema version"].as_f64(), Some(0.1));
    let evaluation = &metadata["research goal"]["evaluation"];
    assert_eq!(evaluation["reported measures"][1].as_str(), Some("nDCG@10"));
    assert_eq!(evaluation["significance test"][0]["name"].as_str(), Some("paired bootstrap test"));
    assert_eq!(
        metadata["implementation"]["executable"]["cmd"].as_str(),
        Some("rejudge run small -s 'draws=1' --only 'measure=AP'")
    );
    let collections = metadata["data"]["test collection"].as_sequence().unwrap();
    assert_eq!(collections.len(), 1);
    assert_eq!(collections[0]["kind"].as_str(), Some("simulated"), "{text}");
}
