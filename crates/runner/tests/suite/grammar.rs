//! The grammar of experiments: which points each construct makes from the axes.

use std::collections::{BTreeMap, BTreeSet};

use rejudge_experiment::grid::load;
use rejudge_experiment::spec::Catalogue;

use crate::cases::{FILE, Page, case, cases};
use crate::world::{EXPERIMENT, GOOD, USAGE, World, changed, repository};

/// Returns the values of `keys` in the addresses of a statistic's cells that `plan` lists. `more` has options such as `-s`.
fn values(world: &World, statistic: &str, keys: &[&str], more: &[&str]) -> Vec<String> {
    let args = [&["plan", "small", "--cells"], more].concat();
    let ended = world.rejudge(args).code(GOOD);
    let of_statistic =
        |line: &&str| line.starts_with(&format!("small/{statistic}[")) && !line.ends_with("draw 2");
    let picked = |line: &str| {
        let inside = line.split_once('[').unwrap().1.rsplit_once(']').unwrap().0.to_owned();
        let parts = rejudge_names::arguments(&inside);
        let value = |key: &&str| {
            let found = parts.iter().find_map(|part| part.strip_prefix(&format!("{key}=")));
            found.unwrap_or_else(|| panic!("no {key} in {line}")).to_owned()
        };
        keys.iter().map(value).collect::<Vec<_>>().join(" ")
    };
    let mut seen = BTreeSet::new();
    ended.stdout.lines().filter(of_statistic).map(picked).filter(|value| seen.insert(value.clone())).collect()
}

fn judgments(world: &World, more: &[&str]) -> Vec<String> {
    values(world, "mean", &["judgments"], more)
}

fn measures(world: &World, more: &[&str]) -> Vec<String> {
    values(world, "mean", &["measure"], more)
}

/// Makes a world with this experiment.
fn world_of(text: impl AsRef<[u8]>) -> World {
    let world = World::new();
    world.write(FILE, text);
    world
}

/// Returns the pool depths that are planned.
fn depths(world: &World, more: &[&str]) -> String {
    let found = judgments(world, &[&["--only", "judgments=pool-depth(*)"], more].concat());
    let depth = |set: &String| set.replace("pool-depth(depth=", "").replace(')', "");
    found.iter().map(depth).collect::<Vec<_>>().join(" ")
}

/// `-s` changes an item of a list by its key or by its number.
#[test]
fn a_setting_reaches_into_a_list() {
    let world = World::new();
    for (set, expected) in [
        ("pool-depth.depth=7", "7"),
        ("pool-depth.depth={each: [2, 3]}", "2 3"),
        ("pool-depth.depth=[2, 3]", "2 3"),
        ("pool-depth.depth.each+=2", "5 1 2"),
        ("3.pool-depth.depth=7", "7"),
        ("pool-depth={depth: 9}", "9"),
        ("3={pool-depth: {depth: 9}}", "9"),
        ("3='pool-depth(depth={each: [2, 3]})'", "2 3"),
    ] {
        assert_eq!(depths(&world, &["-s", &format!("axes.judgments.{set}")]), expected, "{set}");
    }
    assert_eq!(measures(&world, &["-s", "axes.measure.2=P@5"]), ["AP", "P@5"]);
    let twice = changed(EXPERIMENT, "    - full\n", "    - full\n    - pool-depth: {depth: 3}\n");
    let row = case(USAGE, "plan small -s axes.judgments.pool-depth.depth=7").write(FILE, &twice);
    cases("an_item_that_is_not_the_only_one", &World::new(), [row]);
    assert_eq!(depths(&world_of(twice), &["-s", "axes.judgments.2.pool-depth.depth=7"]), "7 5 1");
}

#[test]
fn a_sweep_has_a_point_for_each_value() {
    for (to, expected) in [
        ("{each: [5, 1]}", "5 1"),
        ("[5, 1]", "5 1"),
        ("7", "7"),
        ("{each: 7}", "7"),
        ("{range: {from: 1, to: 3}}", "1 2 3"),
        ("{range: {from: 1, to: 5, step: 2}}", "1 3 5"),
        ("{range: {from: 5, to: 2, step: -3}}", "5 2"),
        ("{range: {from: 4, to: 4}}", "4"),
    ] {
        assert_eq!(depths(&world_of(changed(EXPERIMENT, "{each: [5, 1]}", to)), &[]), expected, "{to}");
    }
    let sample = changed(
        EXPERIMENT,
        "full\n",
        "full\n    - sample: {rate: {each: [0.1, 0.30]}, draws: 2}\n    - sample: {rate: 0.1, min-relevant: 3}\n",
    );
    assert_eq!(
        judgments(&world_of(sample), &["--only", "judgments=sample(*)"]),
        [
            "sample(draw=1,rate=0.1)",
            "sample(draw=2,rate=0.1)",
            "sample(draw=1,rate=0.30)",
            "sample(draw=2,rate=0.30)",
            "sample(draw=1,min-nonrelevant=10,min-relevant=3,rate=0.1)",
        ]
    );
    let teams = changed(
        EXPERIMENT,
        "full\n",
        "full\n    - take-teams: {teams: [two, one, two]}\n    - leave-one-team-out: {team: three}\n",
    );
    assert_eq!(
        judgments(&world_of(teams), &["--only", "judgments=*team*"]),
        [
            "take-teams(teams=one+two)",
            "leave-one-team-out(team=three)",
            "take-one-team(team=one)",
            "take-one-team(team=three)",
            "take-one-team(team=two)",
        ]
    );
}

/// Maps are merged, scalars and lists are replaced, `append` and `remove` edit lists, and `drop` deletes paths.
#[test]
fn extends_merges_maps_and_replaces_lists() {
    let world = World::new();
    world.write("experiments/base/experiment.yaml", changed(EXPERIMENT, "id: small", "id: base"));
    let says = |text: &str| world.write(FILE, format!("extends: ../base/experiment.yaml\nid: small\n{text}"));
    says("axes: {measure: [RR]}\n");
    assert_eq!(measures(&world, &[]), ["RR"]);
    assert_eq!(judgments(&world, &[]).len(), 6, "the other axes stay");
    says("axes: {measure: {append: [RR, Bpref], remove: [AP]}}\n");
    assert_eq!(measures(&world, &[]), ["nDCG@10", "RR", "Bpref"]);
    says("axes: {measure: {append: [RR]}, judgments: {remove: [{pool-depth: {depth: {each: [5, 1]}}}]}}\n");
    assert_eq!(measures(&world, &[]), ["AP", "nDCG@10", "RR"]);
    assert_eq!(judgments(&world, &[]).len(), 4);
    let mut page = Page::default();
    let mut shows = |text: &str, line: &str| {
        let text = format!("extends: ../base/experiment.yaml\nid: small\n{text}");
        page.case(&world, case(GOOD, line).write(FILE, text).printed());
    };
    shows("drop: [statistics.errors, statistics.dp]\n", "list small");
    shows("evaluation: {ties: rank}\n", "plan small --resolved");
    says("");
    // The third file extends the second, and the second extends the first, which has the profile.
    let third = |code: i32, text: &str, line: &str| {
        let text = format!("extends: small/experiment.yaml\n{text}");
        case(code, line).write("experiments/third.yaml", text)
    };
    let resolved = "plan experiments/third.yaml --resolved --profile smoke";
    page.case(&world, third(GOOD, "id: third\ndraws: 7\n", resolved).printed());
    // An experiment without an id of its own would overwrite the results of the experiment that it extends.
    page.case(&world, third(USAGE, "draws: 7\n", "plan experiments/third.yaml"));
    let removed = "extends: ../base/experiment.yaml\nid: small\naxes: {judgments: {remove: pool-depth}}\n";
    page.case(&world, case(USAGE, "plan small").write(FILE, removed));
    page.shown("extends");
}

/// `measure: {append: [..], remove: [..]}` edits an inherited `{set: ..}`.
#[test]
fn measure_sets_are_edited() {
    let world = World::new();
    world.write(
        "experiments/base/set.yaml",
        "schema: measures/v1\nmeasures:\n  MAP: AP\n  graded: nDCG@10\n  first: RR\n",
    );
    let base = changed(EXPERIMENT, "id: small", "id: base");
    world.write("experiments/base/experiment.yaml", changed(&base, "[AP, nDCG@10]", "{set: set.yaml}"));
    let says = |text: &str| world.write(FILE, format!("extends: ../base/experiment.yaml\nid: small\n{text}"));
    says("");
    assert_eq!(measures(&world, &[]), ["AP", "nDCG@10", "RR"]);
    says("axes: {measure: {append: [\"P@5\"], remove: [graded]}}\n");
    assert_eq!(measures(&world, &[]), ["AP", "RR", "P@5"], "by label");
    says("axes: {measure: {remove: [nDCG@10, RR]}}\n");
    assert_eq!(measures(&world, &[]), ["AP"], "by name");
    assert_eq!(
        measures(&world, &["-s", "axes.measure+=RBP(p=0.9)", "-s", "axes.measure+=P@5"]),
        ["AP", "RBP(p=0.9)", "P@5"]
    );
    // Selectors accept labels and names.
    assert_eq!(measures(&world, &["--only", "measure=MAP"]), ["AP"]);
    says("axes: {measure: {remove: [grade]}}\n");
    cases("measures_to_remove", &world, [case(USAGE, "plan small")]);
}

#[test]
fn linked_axes_move_together() {
    let world = World::with_files();
    let text = changed(
        EXPERIMENT,
        "statistics:",
        "linked:\n  - {axes: [collection, min-rel], rows: [[tiny, 2], [tiny-twin, 1]]}\nstatistics:",
    );
    world.write(FILE, &text);
    let pairs = |world: &World, statistic| values(world, statistic, &["collection", "min-rel"], &[]);
    assert_eq!(pairs(&world, "tau"), ["tiny-twin 1", "tiny 2"]);
    assert_eq!(pairs(&world, "facts"), ["tiny-twin 1", "tiny 2"]);
    // An axis may list more values than the rows use. The rows decide the points.
    world.write(FILE, changed(&text, "  measure:", "  min-rel: [1, 2, 3]\n  measure:"));
    assert_eq!(pairs(&world, "tau"), ["tiny-twin 1", "tiny 2"]);
    // Two links are combined: each row of one with each row of the other.
    let two = changed(
        &text,
        "linked:\n",
        "linked:\n  - {axes: [measure, max-rank], rows: [[AP, 1000], [nDCG@10, 10]]}\n",
    );
    world.write(FILE, two);
    assert_eq!(
        values(&world, "tau", &["collection", "max-rank", "measure", "min-rel"], &[]),
        ["tiny-twin 1000 AP 1", "tiny-twin 10 nDCG@10 1", "tiny 1000 AP 2", "tiny 10 nDCG@10 2"]
    );
}

#[test]
fn rules_are_swept() {
    let text = changed(EXPERIMENT, "  measure:", "  min-rel: [1, 2]\n  max-rank: [5, 1000]\n  measure:");
    let world = world_of(changed(&text, "draws: 2", "draws: 1"));
    assert_eq!(values(&world, "tau", &["max-rank", "min-rel"], &[]), ["5 1", "1000 1", "5 2", "1000 2"]);
    assert_eq!(values(&world, "tau", &["max-rank", "min-rel"], &["--only", "min-rel=2,max-rank=5"]), ["5 2"]);
    // Each number must equal the number of an experiment with only these two values.
    world.line("run small --results swept").code(GOOD);
    let swept = means(&world, "swept");
    for min_rel in [1, 2] {
        for max_rank in [5, 1000] {
            let one = changed(EXPERIMENT, "draws: 2", "draws: 1");
            let rules = format!("{{min-rel: {min_rel}, max-rank: {max_rank}, gains");
            world.write(FILE, changed(&one, "{gains", &rules));
            world.line("run small --results one --cache other").code(GOOD);
            for (address, value) in means(&world, "one") {
                let rules = format!(",max-rank={max_rank},min-rel={min_rel},measure=");
                assert_eq!(swept[&address.replace(",measure=", &rules)], value, "{address}");
            }
        }
    }
}

fn means(world: &World, results: &str) -> BTreeMap<String, f64> {
    let cells = world.rows(&format!("{results}/cells.parquet")).with(&[("component", "mean")]);
    cells.by(["address"], "value").into_iter().map(|([address], mean)| (address.to_owned(), mean)).collect()
}

#[test]
fn exclude_and_include_select_points() {
    let points = |world: &World| values(world, "mean", &["judgments", "measure"], &[]);
    let all = points(&world_of(EXPERIMENT));
    assert_eq!(all.len(), 12);
    let excluded = world_of(changed(
        EXPERIMENT,
        "statistics:",
        "exclude:\n  - {judgments: \"pool-depth(*)\", measure: AP, reason: slow}\n  - {judgments: [take-one-team(team=one), full], measure: \"n*\"}\nstatistics:",
    ));
    let gone = [
        "pool-depth(depth=5) AP",
        "pool-depth(depth=1) AP",
        "take-one-team(team=one) nDCG@10",
        "full nDCG@10",
    ];
    let expected: Vec<_> = all.iter().filter(|point| !gone.contains(&point.as_str())).cloned().collect();
    assert_eq!(points(&excluded), expected);
    // `include` is applied last. It restores excluded points, and adds values that no axis has.
    let text = "exclude: [{judgments: full, measure: AP}]\ninclude: [{judgments: full, measure: AP}, {judgments: full, measure: RR}]\nstatistics:";
    let found = points(&world_of(changed(EXPERIMENT, "statistics:", text)));
    let mut expected: BTreeSet<String> = all.into_iter().collect();
    expected.insert("full RR".to_owned());
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    // The inputs of comparisons are planned even if their own point is excluded.
    let text = "exclude: [{judgments: full}]\nstatistics:";
    let world = world_of(changed(EXPERIMENT, "statistics:", text));
    world.line("run small --results r").code(GOOD);
}

#[test]
fn overrides_replace_or_append_values() {
    let world = World::new();
    assert_eq!(measures(&world, &["-s", "axes.measure=[RR]"]), ["RR"]);
    assert_eq!(measures(&world, &["-s", "axes.measure=RR"]), ["RR"]);
    assert_eq!(
        measures(&world, &["-s", "axes.measure+=RR", "-s", "axes.measure+=P@5"]),
        ["AP", "nDCG@10", "RR", "P@5"]
    );
    assert_eq!(measures(&world, &["-s", "axes.measure=[RR]", "-s", "axes.measure+=P@5"]), ["RR", "P@5"]);
    assert_eq!(
        judgments(&world, &["-s", "axes.judgments=[full, {pool-depth: {depth: 3}}]"]),
        ["full", "pool-depth(depth=3)"]
    );
    assert_eq!(judgments(&world, &["-s", "axes.judgments+={pool-depth: {depth: 3}}"]).len(), 7);
    let draws = |more: &str| {
        world.line(&format!("plan small --cells {more}")).code(GOOD).stdout.matches("draw 2").count()
    };
    assert_eq!(
        (draws("--profile smoke"), draws("--profile smoke -s draws=2"), draws("-s draws=1")),
        (0, 73, 0)
    );
    let twice = world.line("plan small --draws 5 -s draws=3").code(USAGE);
    twice.says("--draws 5 and -s draws=3: give one of them");
    let resolved = "plan small --resolved -s evaluation.ties=rank -s seed=5";
    cases("overrides", &world, [case(GOOD, resolved).printed_with("# -s ")]);
    // A changed experiment never replaces the results of the experiment itself.
    world.line("run small -s seed=5 --quiet").code(GOOD);
    world.line("run small --profile smoke --quiet").code(GOOD);
    world.rejudge(["run", "small", "--only", "judgments=full", "--quiet"]).code(GOOD);
    assert!(!world.path("results/small/cells.parquet").exists());
    assert_eq!(std::fs::read_dir(world.path("results/small/variants")).unwrap().count(), 3);
    // The page of a changed experiment says how it was made.
    world.line("run small -s seed=5 --results r --quiet").code(GOOD);
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    assert!(report.contains("Made by `rejudge run small -s 'seed=5'` and "), "{report}");
    // A value that the experiment already has changes nothing.
    world.line("run small --draws 2 -s seed=1 --quiet").code(GOOD);
    assert!(world.path("results/small/cells.parquet").exists());
}

#[test]
fn only_selects_points() {
    let world = World::new();
    assert_eq!(depths(&world, &[]), "5 1");
    assert_eq!(
        judgments(&world, &["--only", "judgments=full", "--only", "judgments=*depth=1)"]),
        ["full", "pool-depth(depth=1)"]
    );
    let both = values(&world, "mean", &["judgments", "measure"], &["--only", "judgments=full,measure=A*"]);
    assert_eq!(both, ["full AP"]);
    // The inputs of a comparison are planned together with it.
    let scores = values(&world, "scores", &["judgments"], &["--only", "judgments=pool-depth(depth=1)"]);
    assert_eq!(scores, ["full", "pool-depth(depth=1)"]);
}

/// Every bundled experiment resolves, both without a profile and with each of its profiles.
#[test]
fn bundled_experiments_resolve() {
    let catalogue = Catalogue::open(&repository().join("configs/collections"), None);
    let mut profiles = 0;
    for folder in std::fs::read_dir(repository().join("experiments")).unwrap() {
        let file = folder.unwrap().path().join("experiment.yaml");
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let (_, listed) = text.split_once("\nprofiles:\n").unwrap_or_default();
        let named = listed.lines().take_while(|line| line.is_empty() || line.starts_with(' '));
        let named = named.filter_map(|line| line.strip_prefix("  ")?.split_once(':')).map(|(name, _)| name);
        let named = named.filter(|name| !name.starts_with([' ', '#']));
        for profile in [None].into_iter().chain(named.map(Some)) {
            load(&file, profile, &[], &catalogue)
                .unwrap_or_else(|errors| panic!("{}: {errors:?}", file.display()));
            profiles += usize::from(profile.is_some());
        }
    }
    assert!(profiles > 5, "{profiles} profiles");
}
