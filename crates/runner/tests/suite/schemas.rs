//! The JSON Schemas of the files that people write. The committed schemas equal the schemas of the code, and bundled files
//! are valid. If a schema refuses a file, `rejudge` refuses it too. The file is long because of its two lists of good and
//! bad files, with one file on each line.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use boon::{Compiler, SchemaIndex, Schemas};
use clap::ValueEnum;
use rejudge::schemas::{FileKind, schema_of};
use rejudge_experiment::labels::find_scheme;
use rejudge_experiment::printed::Expected;
use rejudge_experiment::spec::yaml::{Position, Source, Spanned};
use rejudge_experiment::spec::{Axis, Catalogue, Tasks, read_set};
use rejudge_report::check::claims;
use serde_json::Value;

use crate::world::{EXPERIMENT, GOOD, TINY, TINY_TWIN, World, changed, paths, repository};

/// Returns the name of a kind of file. It is the name of the schema's file, and the argument of `rejudge schema`.
fn word(kind: FileKind) -> String {
    kind.to_possible_value().unwrap().get_name().to_owned()
}

/// A schema that can validate files.
#[derive(Clone)]
struct Checker {
    schemas: Arc<Schemas>,
    index: SchemaIndex,
}

impl Checker {
    fn new(kind: FileKind) -> Self {
        static MADE: Mutex<BTreeMap<String, Checker>> = Mutex::new(BTreeMap::new());
        let make = || {
            let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
            compiler.add_resource("schema.json", schema_of(kind)).unwrap();
            let index = compiler.compile("schema.json", &mut schemas).unwrap();
            Self { schemas: Arc::new(schemas), index }
        };
        MADE.lock().unwrap().entry(word(kind)).or_insert_with(make).clone()
    }

    /// Validates a text, which is parsed as an editor parses it.
    fn check(&self, text: &str) -> Result<(), String> {
        let file: Value = serde_yaml::from_str(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        self.schemas.validate(&file, self.index).map_err(|error| format!("{error:#}"))
    }
}

#[test]
fn the_committed_schemas_equal_the_code() {
    let world = World::new();
    for kind in FileKind::value_variants() {
        let name = word(*kind);
        let printed = world.line(&format!("schema {name}")).code(GOOD).stdout;
        let path = repository().join(format!("schemas/{name}.json"));
        let committed = std::fs::read_to_string(&path).unwrap();
        assert!(
            committed == printed,
            "schemas/{name}.json is old: rejudge schema {name} > schemas/{name}.json"
        );
    }
    let files = std::fs::read_dir(repository().join("schemas")).unwrap().count();
    assert_eq!(files, FileKind::value_variants().len(), "a schema without a kind of file");
}

#[test]
fn every_bundled_file_fits() {
    // Relations between printed cells are read only by a test script.
    let is_for_people =
        |path: &PathBuf| path.extension().is_some_and(|e| e == "yaml") && !path.ends_with("relations.yaml");
    let files = ["experiments", "configs"].into_iter().flat_map(|folder| paths(&repository().join(folder)));
    let files: Vec<PathBuf> = files.filter(is_for_people).collect();
    let mut seen = BTreeSet::new();
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap();
        let schema = text.lines().find_map(|line| line.strip_prefix("schema: ")).expect("a schema");
        let kind = schema.split('/').next().unwrap();
        let kind = FileKind::from_str(kind, false).unwrap_or_else(|_| panic!("{}: {schema}", path.display()));
        let checked = Checker::new(kind).check(&text);
        checked.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        seen.insert(word(kind));
        if let Some(target) = text.strip_prefix("# yaml-language-server: $schema=") {
            let target = path.parent().unwrap().join(target.lines().next().unwrap()).canonicalize();
            let own = repository().join(format!("schemas/{}.json", word(kind)));
            assert_eq!(target.ok(), Some(own), "{}", path.display());
        }
    }
    assert_eq!(seen.len(), FileKind::value_variants().len(), "{seen:?}");
    assert!(files.len() > 70, "{} files", files.len());
}

/// Checks the files that `rejudge` writes for people to edit.
#[test]
fn files_written_for_people_are_valid() {
    let world = World::with_files();
    let audited = "audit --qrels data/tiny/qrels.txt --runs data/tiny/runs --teams data/tiny/teams.tsv --draws 1 -m P@3 -m RR -o out";
    world.line(audited).code(GOOD);
    for (kind, file) in [(FileKind::Experiment, "experiment"), (FileKind::Collection, "collection")] {
        let text = world.read(format!("out/{file}.yaml"));
        Checker::new(kind).check(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    let resolved = world.line("plan small --resolved").code(GOOD).stdout;
    assert!(!resolved.is_empty());
}

/// Every key has a description that an editor can show.
#[test]
fn every_key_is_described() {
    fn look(schema: &Value, root: &Value, path: &str, silent: &mut Vec<String>) {
        match schema {
            Value::Object(keys) => {
                if let Some(Value::Object(properties)) = keys.get("properties") {
                    for (name, property) in properties {
                        // A key that must not exist needs no description.
                        let absent = property["type"] == "null" || property.get("const").is_some();
                        let condition = property.get("enum").is_some();
                        if property.get("description").is_none() && !absent && !condition {
                            let target = property["$ref"].as_str().and_then(|r| root.pointer(&r[1..]));
                            if target.is_none_or(|target| target.get("description").is_none()) {
                                silent.push(format!("{path}/{name}"));
                            }
                        }
                    }
                }
                keys.iter().for_each(|(key, value)| look(value, root, &format!("{path}/{key}"), silent));
            }
            Value::Array(items) => items.iter().for_each(|item| look(item, root, path, silent)),
            _ => {}
        }
    }
    for kind in FileKind::value_variants() {
        let (schema, mut silent) = (schema_of(*kind), Vec::new());
        look(&schema, &schema, "", &mut silent);
        // The description of the whole condition also covers `at-least` and `at-most`.
        silent.retain(|path| !path.ends_with("/at-least") && !path.ends_with("/at-most"));
        assert!(silent.is_empty(), "{}: {silent:#?}", word(*kind));
        let text = schema.to_string();
        assert!(!text.contains("[`") && !text.contains("`]("), "a link of the code's documentation");
    }
}

/// The axes of selections are listed in the schema for editors. They are the axes that `plan` knows.
#[test]
fn selections_name_the_axes() {
    let schema = schema_of(FileKind::Experiment);
    for (name, more) in [("Where", None), ("Included", None), ("Excluded", Some("reason"))] {
        let properties = schema["definitions"][name]["properties"].as_object().unwrap();
        let named: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
        assert_eq!(named, Axis::all_names().chain(more).collect::<BTreeSet<_>>(), "{name}");
    }
}

fn spanned(path: &Path) -> Spanned<String> {
    Spanned { value: path.to_str().unwrap().to_owned(), at: None::<Position> }
}

/// Reads a file in the same way as `rejudge`. If the file is refused, returns the error message.
fn read(kind: FileKind, text: &str) -> Result<(), String> {
    let world = World::with_files();
    let written = |path: &str| {
        world.write(path, text);
        world.path(path)
    };
    match kind {
        FileKind::Experiment => {
            world.write("experiments/base/experiment.yaml", changed(EXPERIMENT, "id: small", "id: base"));
            written("experiments/small/experiment.yaml");
            claims::claims(&world.grid()?).map(drop).map_err(|errors| errors[0].to_string())
        }
        FileKind::Expected => {
            let source =
                Source { name: "expected.yaml".into(), folder: PathBuf::new(), text: text.to_owned() };
            Expected::parse(source).map(drop).map_err(|error| error.to_string())
        }
        FileKind::Collection => {
            let path = written("mine.yaml");
            let catalogue = Catalogue::open(&world.path("collections"), None);
            catalogue.entry(&spanned(&path)).map(drop).map_err(|error| error.to_string())
        }
        FileKind::Measures => {
            let path = written("set.yaml");
            read_set(&spanned(&path)).map(drop).map_err(|error| error.to_string())
        }
        FileKind::Labels => {
            let path = written("scheme.yaml");
            let scheme = find_scheme(path.to_str().unwrap(), Path::new(""));
            scheme.map(drop).map_err(|error| error.to_string())
        }
        FileKind::Tasks => {
            let path = written("tasks.yaml");
            Tasks::load(&spanned(&path)).map(drop).map_err(|error| error.to_string())
        }
    }
}

const EXPECTED: &str = "\
schema: expected/v1
experiment: small
tables:
  table-1/trec03:
    kind: exact
    cells: |
      measure | a   | b
      AP      | .51 | .52
known-errata:
  - {name: wrong, reason: who knows, printed: [{cell: {table: table-1, panel: trec03, row: AP, column: a}, text: \".51\"}]}
recorded:
  above: {tiny-twin: holds 2/2}
gate: {fail-on: [mismatch], at-least: {recomputed-cells: 1}}
";

const CLAIMS: &str = "claims:\n  above: {claim: it is above 0, holds: {positive: {of: mean, take: min}}}\n";

const LABELS: &str = "\
schema: labels/v1
id: two
assessors: 2
labels: {good: 2, bad: 0}
combine: {majority: {otherwise: median}}
levels:
  - {level: 1, at-least: 2/3}
";

const RULES: &str = "\
schema: labels/v1
id: asked
assessors: 1
criteria: {fluent: [0, 1], context: [0, 1, 2]}
rules:
  - {when: {fluent: 1, context: {at-least: 1}}, score: 1}
  - {score: 0}
";

const SET: &str = "schema: measures/v1\ntitle: two\nmeasures:\n  MAP: AP\n  2: nDCG@10\n";

const TASKS: &str = "\
schema: tasks/v1
tables:
  table-1:
    - {id: adhoc, levels: 4, on: tiny, gains: linear, section: 3.1, measures: [{printed: MAP, ours: [AP]}]}
";

const OVER: &str = "extends: ../base/experiment.yaml\nid: small\n";

/// Reads a good file of each kind, and files with other accepted forms.
#[test]
fn what_rejudge_reads_is_accepted() {
    use FileKind::{Collection, Expected, Experiment, Labels, Measures, Tasks};
    let claims = format!("{CLAIMS}profiles:");
    let quantile = changed(&claims, "take: min", "take: {quantile: 0.25}");
    let edits = [
        ("seed: 1", "seed: 1"),
        ("full\n", "full\n    - sample: {rate: {each: 0.5}, draws: 2, rounding: half-up, pool: dropped}\n"),
        ("full\n", "full\n    - sample: {rate: 0.5, draws: ~, rounding: ~}\n"),
        ("{samples: 50}", "{samples: ~}"),
        ("{versus: full}}\n  change", "{versus: full, ties: ~}}\n  change"),
        ("{each: [5, 1]}", "{range: {from: 5, to: 1, step: -2}}"),
        ("draws: 2", "draws: {simulated: 2, own: 7}"),
        ("{gains: {S: 3, A: 2, B: 1}}", "{gains: exponential, ties: rank}"),
        ("{gains: {S: 3, A: 2, B: 1}}", "{gains: {0: 0, 1: 0.5, 2: 2}}"),
        ("title: A small experiment", "title: 2009\nexpected:"),
        ("{versus: full}}\n  change", "{versus: {measure: AP}, ties: b}}\n  change"),
        ("profiles:", &claims),
        ("profiles:", &quantile),
    ];
    let mut good: Vec<_> = edits.map(|(from, to)| (Experiment, changed(EXPERIMENT, from, to))).into();
    let columns = "{label: a, cell: {x: tau}, where: {judgments: \"pool-depth(*)\"}, over: judgments.depth, take: {knee: {above: 0.9}}}";
    let more = [
        "exclude:\n  - {measure: [\"n*\"], judgments: full, reason: none}\n".to_owned(),
        format!("tables:\n  one: {{caption: 1, rows: measure, columns: [{columns}]}}\n"),
        "tables:\n  two: {caption: b, rows: {axis: judgments.depth}, columns: measure, cell: tau}\n"
            .to_owned(),
        "linked:\n  - {axes: [collection, min-rel], rows: [[tiny-twin, 2], [tiny, 1]]}\n".to_owned(),
        "include:\n  - {collection: tiny-twin, measure: RR}\n".to_owned(),
    ];
    good.extend(more.map(|more| (Experiment, format!("{EXPERIMENT}{more}"))));
    let over = [
        "",
        "axes: {measure: {append: [RR], remove: [AP]}, judgments: {append: [pool-depth: {depth: 3}]}}\n",
        "statistics: {tau: {kendall-tau: {ties: b}}, new: {mean-score: {}}}\n",
        "drop: [statistics.errors, statistics.dp]\n",
        "evaluation: {ties: rank}\nprofiles: {smoke: {append: [seed=3]}}\n",
    ];
    good.extend(over.map(|changes| (Experiment, format!("{OVER}{changes}"))));
    good.extend([
        (Expected, EXPECTED.to_owned()),
        (Expected, changed(EXPECTED, "kind: exact", "kind: needs-licensed-data\n    then: within-draws")),
        (Expected, changed(EXPECTED, "kind: exact", "kind: exact\n    worked-out-from: the text")),
        (Collection, TINY.to_owned()),
        (Collection, TINY_TWIN.to_owned()),
        (Collection, changed(TINY, "pool-depth: 3", "pool-depth: 3\nbase: {repooled: {depth: 2}}")),
        (Collection, changed(TINY, "title: A few lines", "title: 12")),
        (Measures, SET.to_owned()),
        (Labels, LABELS.to_owned()),
        (Labels, RULES.to_owned()),
        (Labels, changed(LABELS, "{majority: {otherwise: median}}", "sum")),
        (Labels, changed(LABELS, "median", "1/2")),
        (Labels, changed(RULES, "assessors: 1", "assessors: 1-4\ncombine: mean")),
        (Tasks, TASKS.to_owned()),
    ]);
    for (kind, text) in &good {
        read(*kind, text).unwrap_or_else(|error| panic!("rejudge: {error}\n{text}"));
        Checker::new(*kind).check(text).unwrap_or_else(|error| panic!("schema: {error}\n{text}"));
    }
}

/// An editor underlines mistakes in the structure of a file, and `rejudge` refuses them.
#[test]
fn what_the_schemas_refuse_is_refused() {
    use FileKind::{Collection, Expected, Experiment, Labels, Measures, Tasks};
    let with_claims = changed(EXPERIMENT, "profiles:", &format!("{CLAIMS}profiles:"));
    let bad = [
        (Experiment, EXPERIMENT, "schema: experiment/v1", "schema: experiment/v2"),
        (Experiment, EXPERIMENT, "seed: 1", "seeds: 1"),
        (Experiment, EXPERIMENT, "seed: 1", "seed: -1"),
        (Experiment, EXPERIMENT, "seed: 1\n", ""),
        (Experiment, EXPERIMENT, "draws: 2", "draws: 0"),
        (Experiment, EXPERIMENT, "draws: 2", "draws: {simulatd: 2}"),
        (Experiment, EXPERIMENT, "{gains: {S: 3, A: 2, B: 1}}", "{ties: random}"),
        (Experiment, EXPERIMENT, "{gains: {S: 3, A: 2, B: 1}}", "{max-rank: 0}"),
        (Experiment, EXPERIMENT, "[tiny-twin]", "tiny-twin"),
        (Experiment, EXPERIMENT, "{each: [5, 1]}", "{each: [5, 1], range: {from: 1, to: 2}}"),
        (Experiment, EXPERIMENT, "pool-depth:", "pool-dpth:"),
        (Experiment, EXPERIMENT, "pool-depth: {depth: {each: [5, 1]}}", "pool-depth: {rate: 5}"),
        (Experiment, EXPERIMENT, "{collection-facts: {}}", "collection-fact"),
        (Experiment, EXPERIMENT, "{mean-score: {}}", "{mean-score: {}, team-facts: {}}"),
        (Experiment, EXPERIMENT, "{versus: full}}\n", "{versus: full, ties: c}}\n"),
        (Experiment, EXPERIMENT, "{samples: 50}", "{samples: many}"),
        (
            Experiment,
            EXPERIMENT,
            "profiles:",
            "tables: {one: {caption: a, rows: measure, columns: measure, cell: mean, where: {measures: AP}}}\nprofiles:",
        ),
        (
            Experiment,
            EXPERIMENT,
            "profiles:",
            "tables: {one: {caption: a, rows: [{label: a, take: {knee: {above: 1}}}], columns: measure, cell: tau}}\nprofiles:",
        ),
        (Experiment, EXPERIMENT, "profiles:", "run: {on-cell-error: shrug}\nprofiles:"),
        (Experiment, EXPERIMENT, "[AP, nDCG@10]", "{append: [AP], removes: [RR]}"),
        (Experiment, OVER, "id: small", "id: small\nseeds: 1"),
        (Experiment, OVER, "extends: ../base/experiment.yaml", "extends: {}"),
        (Experiment, OVER, "id: small", "id: small\ndrop: axes"),
        (Experiment, OVER, "id: small", "id: small\nstatistics: {new: {mean-scores: {}}}"),
        (Expected, EXPECTED, "tables:", "tabels:"),
        (Expected, EXPECTED, "    kind: exact\n", ""),
        (Expected, EXPECTED, "kind: exact", "kind: exactly"),
        (Experiment, &with_claims, "positive:", "greater:"),
        (Expected, EXPECTED, "{tiny-twin: holds 2/2}", "holds 2/2"),
        (Expected, EXPECTED, "row: AP, ", ""),
        (Collection, TINY, "kind: open", "kind: opened"),
        (Collection, TINY, "licence: none\n", ""),
        (Collection, TINY, ", teams: teams.tsv", ""),
        (Collection, TINY, "pool-depth: 3", "pool-depth: 3\ncounts: {topic: 3}"),
        (Collection, TINY_TWIN, "kind: simulated", "kind: open"),
        (Collection, TINY_TWIN, "  quality: 0.7\n", ""),
        (Collection, TINY_TWIN, "relevant: {mean: 12, range: [3, 30]}", "relevant: {mean: 12, range: [3]}"),
        (Measures, SET, "title:", "titel:"),
        (Labels, LABELS, "assessors: 2", "assessors: two"),
        (Labels, LABELS, "otherwise: median", "otherwise: middle"),
        (Labels, LABELS, "majority: {otherwise: median}", "majorities: {otherwise: median}"),
        (Labels, LABELS, "at-least: 2/3", "at-least: 2/0"),
        (Labels, RULES, "{at-least: 1}", "{at-least: 1, at-most: 2}"),
        (Tasks, TASKS, "levels: 4, ", ""),
        (Tasks, TASKS, "printed: MAP, ", ""),
    ];
    for (kind, text, from, to) in bad {
        let text = changed(text, from, to);
        assert!(Checker::new(kind).check(&text).is_err(), "the schema accepts `{to}` for `{from}`");
        assert!(read(kind, &text).is_err(), "rejudge accepts `{to}` for `{from}`");
    }
}
