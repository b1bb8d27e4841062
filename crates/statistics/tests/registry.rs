//! Every statistic is read alike from a map of YAML and from the text that people type, and keys hold all of its
//! parameters.

use std::path::PathBuf;

use rejudge_spec::yaml::{Node, Source, YamlError, call, choices, named, parse};
use rejudge_statistics::{Entry, STATISTICS};
use serde_json::Value;

/// A statistic of each kind, with parameters other than the defaults where it has some.
const TYPED: &[&str] = &[
    "agreement",
    "asl-curve(of=dp, points=50)",
    "bounds",
    "collection-facts",
    "compared-runs",
    "confusion-matrix(of=pairs, versus=full, alpha=0.01, reject=at-most-alpha)",
    "consolidated-labels(scheme=scheme.yaml)",
    "decisions(of=dp, versus=full)",
    "discriminative-power(test=paired-bootstrap(samples=1000), alpha=.05)",
    "discriminative-power(test=wilcoxon(distribution=normal), alpha=0.05, correction=holm)",
    "discriminative-power(test=paired-t, alpha=0.05, correction=randomised-tukey(samples=99))",
    "error-correlation(error=wrong, cut=2)",
    "group-change(versus=full, groups=family, group='neural, new', against=lexical, members=model, samples=200)",
    "kendall-tau(versus=full, ties=a)",
    "kendall-tau(versus={judgments: full, measure: 'nDCG(dcg=jk)@10', topic-sets: all})",
    "mean-score",
    "misses-and-false-alarms(of=dp, versus=pool-depth(depth=10))",
    "pair-tests(test=wilcoxon, pairs=100, pool=of-all-runs, alpha=0.1, reject=at-most-alpha)",
    "power-change(of=dp, versus=full)",
    "printed-tau(measure=map)",
    "rank-overlap(versus=full, p=0.8)",
    "ranking-kept(of=dp, versus=full, top=5, tau=1, new=0, samples=10)",
    "run-changes(versus=full, of=judgments.team)",
    "run-scores",
    "score-change(versus=full, of=judgments.team)",
    "swap-rates(error=0.1, ties=swap)",
    "tau-ap(versus=full, form=symmetric)",
    "team-facts",
    "top-runs(versus=full, top=3)",
    "topic-set-size(alpha=0.05, power=0.8, difference=0.1, runs=10)",
    "utility-by-rank",
    "within-bounds(versus=full)",
];

fn node(text: &str) -> Node {
    let source = Source { name: "typed".to_owned(), folder: PathBuf::new(), text: text.to_owned() };
    parse(source).expect("YAML")
}

/// Name and parameters of what is written.
fn read(written: &Node) -> Result<(&'static Entry, Value), YamlError> {
    let (name, parameters) = named(written)?;
    let entry = Entry::find(&name)?;
    let parameters = parameters.map_or_else(|| node("{}"), std::borrow::Cow::into_owned);
    Ok((entry, (entry.read)(&parameters)?.parameters()))
}

/// Without what is absent, as nobody writes it.
fn given(value: &Value) -> Value {
    match value {
        Value::Object(entries) => {
            let there = entries.iter().filter(|(_, value)| !value.is_null());
            Value::Object(there.map(|(key, value)| (key.clone(), given(value))).collect())
        }
        other => other.clone(),
    }
}

#[test]
fn a_map_and_a_text_are_the_same_statistic_with_the_same_key() {
    for text in TYPED {
        let (entry, parameters) =
            read(&node(&format!("\"{text}\""))).unwrap_or_else(|e| panic!("{text}: {e}"));
        // Of files the key holds the content alone.
        if entry.name == "consolidated-labels" {
            continue;
        }
        let key = call(entry.name, &parameters);
        let as_text = read(&node(&serde_json::to_string(&key).expect("a text")));
        let as_map = read(&node(&serde_json::json!({entry.name: given(&parameters)}).to_string()));
        for again in [as_text, as_map] {
            let (kind, again) = again.unwrap_or_else(|e| panic!("{key}: {e}"));
            assert_eq!((kind.name, &again), (entry.name, &parameters), "{text}");
        }
    }
}

#[test]
fn every_statistic_is_asked() {
    for entry in STATISTICS {
        assert!(TYPED.iter().any(|text| text.split('(').next() == Some(entry.name)), "{}", entry.name);
    }
}

#[test]
fn keys_hold_defaults() {
    let key = |text: &str| {
        let (entry, parameters) = read(&node(text)).expect("a statistic");
        call(entry.name, &parameters)
    };
    assert_eq!(key("tau-ap(versus=full)"), "tau-ap(versus=full, form=agreement)");
    let of_defaults =
        "discriminative-power(test=paired-bootstrap(samples=10000), alpha=0.05, correction=none)";
    assert_eq!(key("discriminative-power(test=paired-bootstrap, alpha=.050)"), of_defaults);
}

#[test]
fn what_is_wrong_has_a_place() {
    let error =
        |text: &str| read(&node(text)).map(|_| String::new()).unwrap_or_else(|error| error.to_string());
    insta::assert_snapshot!(
        [
            "tau-app(versus=full)",
            "{tau-ap: {versus: full, from: symmetric}}",
            "tau-ap(versus=full, form=symetric)",
            "{discriminative-power: {test: paired-bootstrap(samples=0), alpha: 0.05}}",
            "{discriminative-power: {test: paired-t, alpha: 5}}",
            "{discriminative-power: {test: bootstrap, alpha: 0.05}}",
            "{rank-overlap: {versus: full, p: 1}}",
            "rank-overlap(versus=full",
            "[tau-ap]",
            "{topic-set-size: {alpha: 0.05, power: 0.8, difference: 0.1}}",
        ]
        .map(error)
        .join("\n")
    );
}

/// What stands behind a reference.
fn resolved<'a>(schema: &'a Value, definitions: &'a Value) -> &'a Value {
    let target = schema["$ref"].as_str().or(schema["allOf"][0]["$ref"].as_str());
    match target.and_then(|target| target.rsplit('/').next()) {
        Some(name) => &definitions[name],
        None => schema,
    }
}

/// The values that a parameter takes, in words.
fn values(schema: &Value, definitions: &Value) -> String {
    let schema = resolved(schema, definitions);
    if schema["anyOf"][1]["properties"].get("topic-sets").is_some() {
        return "a judgment set, or `{judgments: .., measure: .., topic-sets: ..}`".to_owned();
    }
    let forms = ["oneOf", "anyOf"].into_iter().filter_map(|of| schema[of].as_array()).flatten();
    let mut said: Vec<String> = Vec::new();
    for form in forms {
        let keys = form["properties"].as_object().into_iter().flatten();
        match form["const"].as_str() {
            Some(word) => said.push(format!("`{word}`")),
            None if form["type"] == "null" => {}
            None if form["required"].as_array().is_some_and(|required| required.len() == 1) => {
                for (name, parameters) in keys {
                    let parameters = resolved(parameters, definitions);
                    let inner: Vec<&str> = match parameters["properties"].as_object() {
                        Some(parameters) => parameters.keys().map(String::as_str).collect(),
                        None => Vec::new(),
                    };
                    said.push(match inner.is_empty() {
                        true => format!("`{name}`"),
                        false => format!(
                            "`{name}({})`",
                            inner.iter().map(|key| format!("{key}=..")).collect::<Vec<_>>().join(", ")
                        ),
                    });
                }
            }
            None => said.push(values(form, definitions)),
        }
    }
    said.extend(
        schema["enum"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(|word| format!("`{word}`")),
    );
    if !said.is_empty() {
        return said.join(", ");
    }
    if let Some(word) = schema["const"].as_str() {
        return format!("`{word}`");
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[0].as_str(),
        kind => kind.as_str(),
    };
    let bound = |name: &str| schema[name].as_f64().filter(|bound| *bound < f64::from(u32::MAX));
    match (kind, bound("minimum"), bound("maximum"), bound("exclusiveMinimum")) {
        (Some("integer"), Some(least), Some(most), _) => format!("a whole number from {least} to {most}"),
        (Some("integer"), least, ..) => format!("a whole number from {}", least.unwrap_or(0.0)),
        (Some("number"), _, _, Some(_)) => "a number above 0 and below 1".to_owned(),
        (Some("number"), Some(_), Some(_), _) => "a number from 0 to 1".to_owned(),
        (Some("number"), ..) => "a number".to_owned(),
        (Some("string"), ..) => "a text".to_owned(),
        other => format!("{other:?} of {schema}"),
    }
}

/// A text of the code's documentation in one line of a table.
fn told(text: &Value) -> String {
    text.as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

/// The page of every statistic, test and correction.
fn page() -> String {
    use std::fmt::Write;
    let mut page = String::from(
        "# Statistics\n\n\
         Made from the code (`INSTA_UPDATE=always cargo test -p rejudge-statistics` writes it). Where a statistic stands in\n\
         an experiment: [yaml.md](yaml.md#statistics). A parameter without a default must be given. What has parameters is\n\
         written as a map, `tau-ap: {versus: full, form: symmetric}`, or as a text, `tau-ap(versus=full, form=symmetric)`.\n",
    );
    for entry in STATISTICS {
        let mut generator = schemars::SchemaGenerator::default();
        let schema = (entry.schema)(&mut generator).to_value();
        let definitions = Value::Object(generator.take_definitions(true));
        let quantities: Vec<String> = entry.components.iter().map(|name| format!("`{name}`")).collect();
        let _ = write!(
            page,
            "\n## `{}`\n\n{}\n\nQuantities: {}.\n",
            entry.name,
            entry.summary,
            quantities.join(", ")
        );
        let parameters = resolved(&schema, &definitions);
        let Some(properties) = parameters["properties"].as_object().filter(|keys| !keys.is_empty()) else {
            continue;
        };
        page += "\n| parameter | default | values | meaning |\n|---|---|---|---|\n";
        for (name, about) in properties {
            let must = parameters["required"]
                .as_array()
                .is_some_and(|keys| keys.iter().any(|key| key == name.as_str()));
            let default = match &about["default"] {
                Value::Null if must => String::new(),
                Value::Null => "none".to_owned(),
                Value::String(word) => format!("`{word}`"),
                number => number.to_string(),
            };
            let _ = writeln!(
                page,
                "| `{name}` | {default} | {} | {} |",
                values(about, &definitions),
                told(&about["description"])
            );
        }
    }
    for (title, choices) in [
        ("Tests", choices::<rejudge_stats::Test>()),
        ("Corrections for the number of pairs", choices::<rejudge_stats::Correction>()),
    ] {
        let _ = write!(page, "\n## {title}\n\n| name | meaning |\n|---|---|\n");
        for (name, says) in choices {
            let _ = writeln!(page, "| `{name}` | {says} |");
        }
    }
    page
}

#[test]
fn the_page_of_the_docs_is_made_from_the_registry() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/statistics.md");
    let page = page();
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &page).expect("docs can be written");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), page, "{}", path.display());
}
