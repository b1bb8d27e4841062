//! Wrong experiments, collections and arguments. Messages have the value found, the value expected, the
//! place, and the nearest name if one is similar. The list is long, so that you see a new mistake next to
//! similar ones.

use crate::cases::{Case, FILE, case, cases, edits, lines};
use crate::world::{BAD_DATA, EXPERIMENT, GOOD, USAGE, World, changed};

const PLAN: &str = "plan small";

/// Makes a page with a case for each text of the experiment that is replaced.
#[track_caller]
fn mistakes(name: &str, rows: &[(&str, &str)]) {
    cases(name, &World::new(), edits(USAGE, PLAN, FILE, rows));
}

/// Returns a case that plans another experiment.
fn plan(text: impl AsRef<[u8]>) -> Case {
    case(USAGE, PLAN).write(FILE, text)
}

#[test]
fn unknown_names() {
    mistakes(
        "unknown_names",
        &[
            ("[AP, nDCG@10]", "[AP, nDGC@10]"),
            ("[AP, nDCG@10]", "[AP@x]"),
            ("[tiny-twin]", "[tiny-twn]"),
            ("{each: all}", "tow"),
            ("seed: 1", "seeds: 1"),
            ("{each: [5", "{eech: [5"),
            ("pool-depth:", "pool-dpth:"),
            ("samples: 50", "sample: 50"),
            ("of: dp", "of: dq"),
            ("of: dp", "of: tau"),
            ("versus: full}}\n  change", "versus: ful}}\n  change"),
            ("full\n", "ful\n"),
            ("experiment/v1", "experiment/v2"),
            ("draws: 2", "evaluaton: {}"),
            ("{gains: {", "{ties: docno-descendin, gains: {"),
            ("S: 3", "X: 3"),
            // The misspelt key explains the error before it.
            ("measure: [AP, nDCG@10]\n", "measure: {append: [RR]}\nextend: tiny\n"),
        ],
    );
}

#[test]
fn values_out_of_range_are_refused() {
    let sample = |what: &str| format!("full\n    - sample: {{{what}}}\n");
    mistakes(
        "values_out_of_range",
        &[
            ("full\n", &sample("rate: 1.5")),
            ("full\n", &sample("rate: -0.5")),
            ("full\n", &sample("rate: {each: [0.1, x]}")),
            ("full\n", &sample("rate: 0.5, draws: 0")),
            ("samples: 50", "samples: 0"),
            ("samples: 50", "samples: -1"),
            ("samples: 50", "samples: many"),
            ("alpha: 0.05", "alpha: 5"),
            ("alpha: 0.05", "alpha: 0"),
            ("alpha: 0.05", "alpha: .nan"),
            ("[5, 1]", "[5, 0]"),
            ("[5, 1]", "[]"),
            ("{each: [5, 1]}", "{range: {from: 5, to: 1}}"),
            ("{each: [5, 1]}", "{range: {from: 1, to: 5, step: 0}}"),
            ("{each: [5, 1]}", "{range: {from: 1, to: 5, step: -1}}"),
            ("{each: [5, 1]}", "{range: {from: -9223372036854775808, to: 9223372036854775807}}"),
            ("{each: [5, 1]}", "{range: {from: 1, to: 6, step: 2}}"),
            ("{each: [5, 1]}", "{range: {from: 2, to: 0, step: -1}}"),
            ("{each: [5, 1]}", "{range: [1, 5, 2]}"),
            ("{each: [5, 1]}", "{each: {from: 1, to: 5}}"),
            ("draws: 2", "draws: 0"),
            ("draws: 2", "draws: {simulated: 0}"),
            ("draws: 2", "draws: two"),
            ("seed: 1", "seed: -1"),
            ("seed: 1", "seed: 1e3"),
            ("seed: 1", "paper: {authors: [A], venue: V, doi: 'https://doi.org/10.1/1'}\nseed: 1"),
            ("{gains: {", "{max-rank: 0, gains: {"),
            ("{gains: {", "{max-rank: -1, gains: {"),
            ("{gains: {", "{min-rel: 0, gains: {"),
            ("S: 3", "S: .inf"),
            ("S: 3", "S: 1"),
            ("  measure:", "  min-rel: [1, 0]\n  measure:"),
            ("  measure:", "  min-rel: [1, 1]\n  measure:"),
        ],
    );
}

#[test]
fn wrong_shapes_are_refused() {
    mistakes(
        "wrong_shapes",
        &[
            ("{each: [5, 1]}", "[]"),
            ("seed: 1", "seed:\t1"),
            ("[AP, nDCG@10]", "[AP,\tnDGC@10\t]"),
            ("[tiny-twin]", "null"),
            ("[tiny-twin]", "{a: b}"),
            ("[tiny-twin]", "[[tiny-twin]]"),
            ("[tiny-twin]", "[tiny-twin, tiny-twin]"),
            ("[AP, nDCG@10]", "[AP, null]"),
            ("[AP, nDCG@10]", "[map, AP]"),
            ("[AP, nDCG@10]", "{set: nowhere.yaml}"),
            ("seed: 1", "seed: 1\nseed: 2"),
            ("{each: [5, 1]}", "{each: [5], range: {from: 1, to: 2}}"),
            ("[tiny-twin]", "[tiny-twin"),
            ("  runs:", "\truns:"),
            ("title: A small", "title: [A small"),
            ("id: small", "id: ../small"),
            ("id: small", "id: /small"),
            ("[tiny-twin]", "[../tiny-twin]"),
            ("  tau:", "  ../tau:"),
            (
                "profiles:",
                "tables: {../x: {caption: x, rows: measure, columns: collection, cell: tau}}\nprofiles:",
            ),
            ("title: A small", "title: !weird A small"),
            ("draws: 2", "draws: !!int 2"),
            ("axes:\n", "axes: !sweep\n"),
            ("[AP, nDCG@10]", "!few [AP, nDCG@10]"),
        ],
    );
}

#[test]
fn wrong_tables_are_refused() {
    let knee = |above: &str| {
        format!(
            "\ntables:\n  t:\n    caption: c\n    columns: measure\n    rows:\n      - {{label: a, cell: tau, over: judgments.rate, take: {{knee: {{above: {above}}}}}}}\n"
        )
    };
    let shown =
        "rows: measure, columns: judgments, cell: {change: change.relative, before: change.before}, show: ";
    let inside = [
        "rows: mesure, columns: collection, cell: tau",
        "rows: measure, columns: collection, cell: tua",
        "rows: mesure, columns: colection, cell: tua",
        "rows: measure, columns: collection, cell: dp.powr",
        "rows: measure, columns: collection, cell: dp.",
        "rows: measure, columns: collection",
        "rows: measure, columns: collection, cell: tau, decimls: 2",
        "where: {judgment: full}, rows: measure, columns: collection, cell: tau",
        "columns: measure, cell: tau",
        &format!("{shown}\"{{change:x}} {{before:1%%}}\""),
        &format!("{shown}\"{{change:300}} {{before:.2}}\""),
        &format!("{shown}\"{{chnage:+2%}} {{before:1}}\""),
        &format!("{shown}\"{{change.sd:1}} {{before\""),
    ];
    let table = |inside: &str| format!("tables: {{x: {{caption: x, {inside}}}}}\nprofiles:");
    let tables = inside.map(|inside| case(USAGE, PLAN).edit(FILE, "profiles:", table(inside)));
    // A judgment set agrees with itself with a tau of 1, so no curve can be above 1. All curves are above -1.
    let knees = ["99", "1", "-1.5", ".nan"]
        .map(|above| case(USAGE, PLAN).edit(FILE, "\nprofiles:\n  smoke: [draws=1]\n", knee(above)));
    cases("wrong_tables", &World::new(), tables.into_iter().chain(knees));
}

/// A claim that compares nothing would always hold.
#[test]
fn wrong_claims_are_refused() {
    let conditions = [
        "{all: []}",
        "{falling: []}",
        "{falling: [{of: mean}]}",
        "{positive: {of: mean, only: {relevant-for: 10}}}",
    ];
    let claim = |holds| format!("claims: {{f: {{claim: a claim, holds: {holds}}}}}\nprofiles:");
    let rows = conditions.map(|holds| case(USAGE, PLAN).edit(FILE, "profiles:", claim(holds)));
    // A claim is counted on a twin if it is about the collection that the twin simulates.
    let about = ["tiny-twin", "[tiny, tiney]"].map(|collections| {
        let claim = format!("{{claim: a claim, of: {collections}, holds: {{positive: {{of: mean}}}}}}");
        case(USAGE, PLAN).edit(FILE, "profiles:", format!("claims: {{f: {claim}}}\nprofiles:"))
    });
    cases("wrong_claims", &World::new(), rows.into_iter().chain(about));
}

/// A wrong measure in a table of tasks is reported once, even if the experiment names the table several times.
#[test]
fn wrong_measures_of_other_files_are_reported_once() {
    let world = World::new();
    world.write("experiments/small/set.yaml", "schema: measures/v1\nmeasures: {AP: AP}\n");
    let task = "{id: one, section: \"1\", levels: 4, on: tiny-twin, gains: linear, measures: [{printed: Q, ours: [Qq]}]}";
    world.write("experiments/small/tasks.yaml", format!("schema: tasks/v1\ntables: {{t: [{task}]}}\n"));
    let table = "tables: {t: {caption: c, where: {judgments: full}, rows: {tasks: tasks.yaml}, columns: [{label: mean, cell: mean}]}}\nprofiles:";
    let shown = case(USAGE, PLAN).edit(FILE, "profiles:", table);
    let both = shown.clone().edit(FILE, "[AP, nDCG@10]", "{tasks: tasks.yaml}");
    let none = case(USAGE, PLAN).edit(FILE, "[AP, nDCG@10]", "{set: set.yaml, remove: [AP]}");
    cases("wrong_measures_of_other_files", &world, [shown, both, none]);
}

#[test]
fn rules_that_match_nothing_are_refused() {
    mistakes(
        "rules_that_match_nothing",
        &[
            ("statistics:", "exclude: [{measure: \"RR*\", reason: no}]\nstatistics:"),
            ("statistics:", "exclude: [{mesure: AP}]\nstatistics:"),
            ("statistics:", "include: [{judgments: nothing}]\nstatistics:"),
            (
                "statistics:",
                "linked: [{axes: [collection, judgments], rows: [[tiny-twin, ful]]}]\nstatistics:",
            ),
            ("statistics:", "linked: [{axes: [collection, min-rel], rows: [[tiny-twin]]}]\nstatistics:"),
            ("statistics:", "linked: [{axes: [colection, min-rel], rows: [[tiny-twin, 1]]}]\nstatistics:"),
            (
                "statistics:",
                "linked: [{axes: [collection, min-rel], rows: [[tiny-twin, high]]}]\nstatistics:",
            ),
            // This axis exists but cannot be linked, so suggesting its name would not help.
            ("statistics:", "linked: [{axes: [runs, min-rel], rows: [[all, 1]]}]\nstatistics:"),
        ],
    );
}

/// Messages have the shortest path to a file, whatever path an experiment or a description uses.
#[test]
fn paths_in_messages_are_plain() {
    let world = World::with_files();
    let mine = "schema: collection/v1\nid: mine\ntitle: Mine\nkind: own\nfiles: {folder: ., qrels: ./../tiny/qrels.txt, \
                runs: \"./../tiny/./runs/*\", teams: ../tiny/teams.tsv}\n";
    world.write("data/own/mine.yaml", mine);
    let extends = "id: one\nextends: ./../experiments/./small/experiment.yaml\n";
    let sweep = |text: &str| case(USAGE, "plan sweeps/one.yaml").write("sweeps/one.yaml", text);
    cases(
        "paths_in_messages",
        &world,
        [
            case(BAD_DATA, "run small")
                .edit(FILE, "[tiny-twin]", "[./../../data/own/mine.yaml]")
                .write("data/tiny/qrels.txt", "1 0 a1 high\n"),
            sweep("id: one\nextends: ./../none/../nowhere.yaml\n"),
            sweep(&format!("{extends}axes: {{collection: [../data/none/./mine.yaml]}}\n")),
            sweep(extends).edit(FILE, "[AP, nDCG@10]", "[AP, nDGC@10]"),
            sweep(&format!("{extends}expected: ../data/./../gone.yaml\n")),
        ],
    );
}

/// If you narrow or extend an experiment, you need not drop its exclusions that match nothing any more.
#[test]
fn an_inherited_exclusion_may_match_nothing() {
    let world = World::with_files();
    let excluded = "exclude: [{collection: tiny, measure: AP, reason: no}]\n";
    world.experiment(&[
        ("[tiny-twin]", "[tiny-twin, tiny]"),
        ("statistics:", &format!("{excluded}statistics:")),
    ]);
    let sweep =
        format!("schema: experiment/v1\nid: one\nextends: ./../{FILE}\naxes: {{collection: [tiny-twin]}}\n");
    cases(
        "inherited_exclusions",
        &world,
        [
            case(GOOD, PLAN).printed_with("remark: "),
            case(GOOD, "plan small -s axes.collection=[tiny-twin]").printed_with("remark: "),
            case(GOOD, "run small -s axes.collection=[tiny-twin]").said_with("exclude"),
            case(GOOD, "plan sweeps/one.yaml").write("sweeps/one.yaml", sweep).printed_with("remark: "),
            // An exclusion that is typed, or that is in the file itself, must match something.
            case(USAGE, "plan small -s 'exclude=[{measure: RR*, reason: no}]'"),
        ],
    );
}

/// If a collection's files are missing, its teams are unknown, and a pattern may still match them. If the
/// files exist, a pattern that matches no team is refused.
#[test]
fn teams_of_missing_files_match_nothing_for_now() {
    for (files, team, code) in [(true, "A", GOOD), (false, "A", GOOD), (true, "unknown", USAGE)] {
        let world = World::with_files();
        let excluded = format!(
            "exclude: [{{collection: tiny, judgments: \"take-one-team(team={team})\", reason: no}}]\n"
        );
        world.experiment(&[
            ("[tiny-twin]", "[tiny-twin, tiny]"),
            ("statistics:", &format!("{excluded}statistics:")),
        ]);
        if !files {
            std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
        }
        world.line(PLAN).code(code);
    }
}

#[test]
fn grids_that_are_too_large() {
    mistakes(
        "grids_that_are_too_large",
        &[
            ("profiles:", "run: {max-cells: 11}\nprofiles:"),
            ("{each: [5, 1]}", "{range: {from: 1, to: 1000000}}"),
            ("full\n", "full\n    - sample: {rate: 0.5, draws: 4000000000}\n"),
        ],
    );
    let world = World::new();
    world.change("profiles:", "run: {max-cells: 12}\nprofiles:");
    world.line(PLAN).code(GOOD);
}

/// A repeated value is one point. An address, a table row and a mean would count it twice.
#[test]
fn duplicate_values_are_refused() {
    mistakes(
        "values_twice",
        &[
            ("    - full\n", "    - full\n    - full\n"),
            ("- pool-depth: {depth: {each: [5, 1]}}", "- pool-depth: {depth: {each: [5, 1, 5]}}"),
            ("- take-one-team: {team: {each: all}}", "- take-one-team: {team: {each: [one, one]}}"),
            // Values are compared as numbers, however they are written.
            ("- full\n", "- full\n    - sample: {rate: {each: [0.5, .50]}}\n"),
        ],
    );
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let several = case(USAGE, PLAN)
        .edit(FILE, "[tiny-twin]", "[nowhere, tiny-twin]")
        .edit(FILE, "[AP, nDCG@10]", "[AP, Foo]")
        .edit(FILE, "alpha: 0.05", "alpha: 7")
        .edit(
            FILE,
            "versus: full}}\n  change",
            "versus: full}}\n  tau2: {kendall-tau: {versus: fall}}\n  change",
        );
    cases("all_mistakes_at_once", &World::new(), [several]);
}

#[test]
fn hostile_files_are_refused() {
    let mut rows = Vec::new();
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", ""), ("[", ""), ("? ", "")] {
        let text = format!("{EXPERIMENT}x: {}{}", open.repeat(100_000), close.repeat(100_000));
        rows.push(plan(if open == "- " || open == "? " { open.repeat(100_000) + "x\n" } else { text }));
    }
    rows.push(plan((0..1000).map(|i| format!("{}a:\n", " ".repeat(i))).collect::<String>()));
    let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for i in 1..20 {
        laughs += &format!("a{i}: &a{i} [{}]\n", vec![format!("*a{}", i - 1); 9].join(", "));
    }
    rows.push(plan(laughs));
    rows.push(plan(format!("x: [{}]\n", "1, ".repeat(300_000))));
    rows.push(plan([EXPERIMENT.as_bytes(), b"# caf\xe9\n"].concat()));
    rows.extend(["", "# only a comment\n", "hello\n", "- a\n"].map(plan));
    // Frequent mistakes: a colon in a title, and a text block that is not indented.
    rows.extend(
        ["title: tau: a study\n", "title: |\nask me\n"]
            .map(|text| plan(format!("schema: experiment/v1\n{text}"))),
    );
    rows.extend(
        ["---\na: b\n", "x: *y\n", "x: \0\n", "? [a, b]\n: c\n"]
            .map(|more| plan(format!("{EXPERIMENT}{more}"))),
    );
    cases("hostile_files", &World::new(), rows);
}

#[test]
fn slips_in_yaml_are_refused() {
    mistakes(
        "slips_in_yaml",
        &[
            ("seed: 1", "\tseed: 1"),
            ("  measure: [", " measure: ["),
            ("[AP, nDCG@10]", "['AP'', nDCG@10]"),
            ("[AP, nDCG@10]", "AP, nDCG@10"),
            ("- full", "- *pool"),
            ("  measure: [AP", "measure: [AP"),
            ("  measure: [AP", "measures: [AP"),
            ("profiles:", "run:\n  draws: 3\nprofiles:"),
            ("draws: 2", "min-rel: 2"),
            ("seed: 1", "seed:1"),
            ("title: A small", "extends:\"base\"\n# the title\ntitle: A small"),
            ("collection: [", "collection:["),
            ("{versus: full}", "{versus:full}"),
            ("profiles:", "figures:\n  f:\n    rows: measure\n  columns: run\n    cell: tau\nprofiles:"),
            ("seed: 1", "seed: 1\n  draws: 3"),
            ("{kendall-tau: {versus: full}}", "kendall-tau: {versus: full}"),
            ("A small experiment", "A small: experiment: one"),
            ("[AP, nDCG@10]", "[AP, @10]"),
            ("[AP, nDCG@10]", "AP nDCG"),
        ],
    );
}

#[test]
fn valid_forms_are_accepted() {
    let world = World::new();
    let plain = world.line("plan small --cells").code(GOOD).stdout;
    assert_eq!(plain.lines().count(), 146);
    for text in [
        EXPERIMENT.replace('\n', "\r\n"),
        format!("\u{feff}{EXPERIMENT}"),
        EXPERIMENT.trim_end().to_owned(),
        format!("# café\n---\n{EXPERIMENT}...\n"),
    ] {
        world.write(FILE, text);
        assert_eq!(world.line("plan small --cells").code(GOOD).stdout, plain);
    }
}

#[test]
fn wrong_arguments_are_refused() {
    let lines_of = [
        "plan smal",
        "plan small --profile smok",
        "plan small --profile quick",
        "plan small -s seed",
        "plan small -s seed=",
        "plan small -s seed=[1",
        "plan small -s seed=abc",
        "plan small -s axes..measure=AP",
        "plan small -s axes.foo.bar=1",
        "plan small -s statistics.dq.alpha=1",
        "plan small -s seed.x=1",
        "plan small -s axes.foo+=1",
        "plan small -s axes.mesure=[AP]",
        "plan small --only judgments=nothing",
        "plan small --only judgments=fll",
        "plan small --experiments nowhere",
        "plan sm",
        "explain small/tau[collection=tiny-twin,measure=AP]",
        "audit --qrels q --runs r --depth 0",
        "audit --qrels q --runs r --depth ten",
        "diff a b --tolerance x",
        "diff a b --tolerance -1",
        "diff a b --tolerance=NaN",
        "diff a b --tolerance=inf",
        "plan small --only judgment=full",
        "plan small --only full",
        "plan small --only measure=AP,measure=RR",
        "run small --jobs x",
        "explain tau",
        "explain small/tau",
        "simulate tiny-twn -o out",
        "data verify tiny-twn",
        "",
        "''",
        "frobnicate",
        "run",
        "eval",
        "plan small --frobnicate",
    ];
    let mut rows = lines(USAGE, lines_of);
    rows.push(case(BAD_DATA, "audit qrels.txt runs more"));
    // The version of the schema explains the unknown key, also if the file is read for its profiles.
    let other_version = case(USAGE, "plan small --profile smoke");
    rows.push(other_version.edit(FILE, "experiment/v1\nid:", "experiment/v2\nident:"));
    cases("wrong_arguments", &World::new(), rows);
}

#[test]
fn wrong_collections_are_refused() {
    let world = World::with_files();
    world.change("[tiny-twin]", "[tiny]");
    let rows = [
        ("id: tiny", "id: other"),
        ("kind: open", "kind: closed"),
        ("qrels: qrels.txt", "qrels: ../qrels.txt"),
        ("folder: tiny", "folder: /etc"),
        ("licence: none\n", ""),
        ("pool-depth: 3", "pool-depth: 0"),
        ("pool-depth: 3", "pool-deph: 3"),
        ("teams: teams.tsv", "run-names: files, team-before: '-', later-runs: 'later/*'"),
    ];
    cases("wrong_collections", &world, edits(USAGE, PLAN, "collections/tiny.yaml", &rows));
}

#[test]
fn an_empty_axis_is_refused() {
    let axes = ["collection", "measure"];
    let rows = axes.map(|axis| case(USAGE, format!("plan small -s 'axes.{axis}=[]'")));
    cases("empty_axes", &World::new(), rows);
}

/// An experiment cannot extend a list, because it would replace the whole list, and extend nothing. If a
/// copied experiment has a mistake, the message must not say that a file is missing.
#[test]
fn only_a_map_is_extended() {
    let list = case(USAGE, PLAN).write("experiments/small/list.yaml", "- a\n- b\n").edit(
        FILE,
        "id: small",
        "id: small\nextends: list.yaml",
    );
    let table = "tables:\n  t: {caption: c, rows: measure, columns: collection, cell: zzzzzzzz}\nprofiles:";
    let copy =
        case(USAGE, "plan own/copy.yaml").write("own/copy.yaml", changed(EXPERIMENT, "profiles:", table));
    cases("only_a_map_is_extended", &World::new(), [list, copy]);
}

/// Expected values that name another experiment would check nothing here. A sweep may inherit such values.
#[test]
fn expected_values_of_another_experiment_are_refused() {
    let world = World::new();
    world.write("experiments/small/expected.yaml", "schema: expected/v1\nexperiment: large\n");
    world.change("seed: 1", "expected: expected.yaml\nseed: 1");
    cases(
        "expected_of_another",
        &world,
        ["plan", "run", "check"].map(|verb| case(USAGE, format!("{verb} small"))),
    );
    world.write("experiments/small/expected.yaml", "schema: expected/v1\nexperiment: small\n");
    world.write("experiments/sweep/experiment.yaml", "extends: ../small/experiment.yaml\nid: sweep\n");
    world.line("plan sweep").code(GOOD);
}

#[test]
fn a_setting_may_be_given_where_the_file_has_none() {
    let world = World::new();
    world.change("draws: 2\n", "");
    for set in ["draws.simulated=1", "evaluation.max-rank=5", "run.max-cells=10000"] {
        world.rejudge(["plan", "small", "-s", set]).code(GOOD);
    }
    let refused = [
        "evaluation.max-rnk=5",
        "axes.judgments.1.depth=5",
        "axes.judgments.4=full",
        "axes.judgments.pool.depth=5",
        "axes.judgments.pool-depth.deep=5",
        "axes.judgments.take-one-team.team.each.x=5",
        "depths=5",
        "depths=",
        "dept=5",
        "alpha=.01",
    ];
    for (short, full) in [
        ("depth=5", "axes.judgments.pool-depth.depth=5"),
        ("depth=2,5", "axes.judgments.pool-depth.depth={each: [2, 5]}"),
        ("measures=AP", "axes.measure=[AP]"),
        ("collection=tiny-twin", "axes.collection=[tiny-twin]"),
    ] {
        let [short_plan, full_plan] =
            [short, full].map(|set| world.rejudge(["plan", "small", "-s", set]).code(GOOD).stdout);
        assert_eq!(short_plan, full_plan, "{short}");
    }
    cases("wrong_settings", &world, refused.map(|set| case(USAGE, format!("plan small -s {set}"))));
}

/// Files of a catalogue's collection may be downloaded later. If a user's own files are missing, their names are probably
/// misspelt.
#[test]
fn own_files_that_are_missing() {
    let world = World::with_files();
    world.change("[tiny-twin]", "[../../data/tiny/mine.yaml]");
    let refused = |verb: &str, files: &str| {
        let mine = format!("schema: collection/v1\nid: mine\ntitle: Mine\nkind: own\nfiles: {{{files}}}\n");
        case(USAGE, format!("{verb} small")).write("data/tiny/mine.yaml", mine)
    };
    cases(
        "own_files_that_are_missing",
        &world,
        [
            refused("plan", "folder: ., qrels: qrel.txt, runs: runs/*, teams: team.tsv"),
            refused("run", "folder: ., qrels: qrels.txt, runs: run/*, teams: teams.tsv"),
            refused("plan", "folder: ., qrels: qrels.txt, runs: runs/*.gz, teams: teams.tsv"),
            refused("plan", "folder: ../tinny, qrels: qrels.txt, runs: runs/*, teams: teams.tsv"),
            refused("plan", "folder: ., qrels: qrels.txt, runs: runs, teams: teams.tsv"),
            refused("plan", "folder: ., qrels: qrels.txt, runs: runs/*"),
        ],
    );
}
