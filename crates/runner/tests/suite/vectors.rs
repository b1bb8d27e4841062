//! The conformance vectors in `vectors/`. Other evaluators can run them as well. Each case is valid under the schema, and
//! the command prints its value or refuses its files.

use std::collections::{BTreeMap, BTreeSet};

use boon::{Compiler, Schemas};
use serde_json::Value;

use crate::world::{BAD_DATA, GOOD, World, repository};

/// Returns the files of cases by name.
fn files() -> BTreeMap<String, Value> {
    let folder = repository().join("vectors/cases");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .map(|path| {
            let cases = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            (path.file_name().unwrap().to_string_lossy().into_owned(), cases)
        })
        .collect()
}

/// Returns the lines of a file in a case.
fn lines(case: &Value, file: &str) -> String {
    case[file].as_array().unwrap().iter().map(|line| format!("{}\n", line.as_str().unwrap())).collect()
}

/// Returns the options for the rules of a case.
fn options(rules: &BTreeMap<String, Value>) -> Vec<String> {
    let mut options = Vec::new();
    for (rule, value) in rules {
        match value {
            Value::Bool(false) => {}
            Value::Bool(true) => options.push(format!("--{rule}")),
            Value::String(word) => options.extend([format!("--{rule}"), word.clone()]),
            number => options.extend([format!("--{rule}"), number.to_string()]),
        }
    }
    options
}

/// Scores the files of a world by a measure. If the outcome differs from what the case expects, returns the difference.
fn difference(
    world: &World,
    expected: &Value,
    measure: &str,
    rules: &BTreeMap<String, Value>,
) -> Option<String> {
    let fixed = ["eval", "qrels", "run", "--quiet", "--format", "tsv", "-m", measure].map(str::to_owned);
    let ended = world.rejudge(fixed.into_iter().chain(options(rules)));
    if expected["refused"] == true {
        return (ended.code != BAD_DATA).then(|| format!("exit code {}: {}", ended.code, ended.stdout));
    }
    if ended.code != GOOD {
        return Some(ended.stderr);
    }
    let printed: f64 = ended.cells()[0].last().unwrap().parse().unwrap();
    let value = expected["value"].as_f64().unwrap();
    // A relative difference of up to four machine epsilons is allowed, because sums are rounded at each step.
    // 0 must be exact.
    let is_equal = (printed - value).abs() <= 4.0 * f64::EPSILON * value.abs();
    (!is_equal).then(|| format!("{printed}, expected {value}"))
}

#[test]
fn every_file_fits_the_schema() {
    let schema = std::fs::read_to_string(repository().join("vectors/schema.json")).unwrap();
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("schema.json", serde_json::from_str(&schema).unwrap()).unwrap();
    let index = compiler.compile("schema.json", &mut schemas).unwrap();
    let mut ids = BTreeSet::new();
    for (name, cases) in files() {
        schemas.validate(&cases, index).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        for case in cases.as_array().unwrap() {
            assert!(ids.insert(case["id"].to_string()), "{name}: {} twice", case["id"]);
        }
    }
    assert!(ids.len() >= 200, "{} cases", ids.len());
}

#[test]
fn every_case_has_its_value() {
    let world = World::new();
    let mut differences = Vec::new();
    for case in files().values().flat_map(|cases| cases.as_array().unwrap()) {
        world.write("qrels", lines(case, "qrels"));
        world.write("run", lines(case, "run"));
        let rules: BTreeMap<String, Value> = case
            .get("parameters")
            .map(|rules| serde_json::from_value(rules.clone()).unwrap())
            .unwrap_or_default();
        let mut compare = |expected: &Value| {
            let measure = expected.get("measure").unwrap_or(&case["measure"]).as_str().unwrap();
            let changed = expected.get("parameters").and_then(Value::as_object).into_iter().flatten();
            let mut rules = rules.clone();
            rules.extend(changed.map(|(rule, value)| (rule.clone(), value.clone())));
            if let Some(words) = difference(&world, expected, measure, &rules) {
                differences.push(format!("{} ({}): {words}", case["id"], expected["rule"]));
            }
        };
        compare(case);
        case.get("otherwise").and_then(Value::as_array).into_iter().flatten().for_each(&mut compare);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
