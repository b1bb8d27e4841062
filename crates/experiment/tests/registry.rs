//! Tests that every statistic is read in the same way from a map in YAML and from typed text, and that its
//! key contains all parameters. Also compares docs/statistics.md with the page that is made from the
//! registry.

use std::path::PathBuf;

use rejudge_experiment::spec::yaml::{Node, Source, YamlError, call, name_and_parameters, parse};
use rejudge_experiment::statistics::{STATISTICS, StatisticEntry};
use serde_json::Value;

/// At least one statistic of each kind. Most parameters differ from their defaults.
const TYPED: &[&str] = &[
    "agreement",
    "asl-curve(of=dp, points=50)",
    "bounds",
    "collection-facts",
    "compared-runs",
    "confusion-matrix(of=pairs, versus=full, alpha=0.01, reject=at-most-alpha)",
    "consolidated-labels(scheme=scheme.yaml)",
    "decisions(of='a, b', versus=\"null\")",
    "discriminative-power(test=paired-bootstrap(samples=1000), alpha=.05)",
    "discriminative-power(test=wilcoxon(distribution=normal), alpha=0.05, correction=holm)",
    "discriminative-power(test=paired-t, alpha=0.05, correction=randomised-tukey(samples=99))",
    "error-correlation(error=wrong, cut=2)",
    "group-change(versus=full, groups=family, group='neural, new', against=lexical, members=model, samples=200)",
    "judged-share(depth=10)",
    "kendall-tau(versus=full, ties=a)",
    "kendall-tau(versus={judgments: full, measure: 'nDCG(dcg=jk)@10', topic-sets: all})",
    "mean-score",
    "misses-and-false-alarms(of=dp, versus=pool-depth(depth=10))",
    "pair-tests(test=wilcoxon, pairs=100, pool=of-all-runs, alpha=0.1, reject=at-most-alpha)",
    "passes(of=dp, versus=full)",
    "pool-ranks",
    "power-change(of=dp, versus=full)",
    "printed-tau(measure=map)",
    "rank-overlap(versus=full, p=0.8, ties=b)",
    "ranking-kept(of=dp, versus=full, top=5, tau=1, new=0, samples=10)",
    "removed-documents(versus=full)",
    "rise-beyond-fall(versus=full, of=judgments.team, fall={\"AP'\": AP})",
    "run-changes(versus=full, of=judgments.team)",
    "run-scores",
    "score-change(versus=full, of=judgments.team)",
    "spearman-rho(versus=full)",
    "swap-rates(error=0.1, ties=swap)",
    "tau-ap(versus='take-one-team(team=\"A, B\")', form=symmetric)",
    "team-change(versus=full, of=judgments.team, change=0.05, ranks=0.1)",
    "team-facts",
    "top-runs(versus=full, top=3)",
    "topic-set-size(alpha=0.05, power=0.8, difference=0.1, runs=10)",
    "utility-by-rank",
    "within-bounds(versus=full)",
];

fn node(text: &str) -> Node {
    let source = Source { name: "typed".to_owned(), folder: PathBuf::new(), text: text.to_owned() };
    parse(source).expect("the text is YAML")
}

/// Reads a statistic. Returns the entry of its kind, and its parameters as they are in keys.
fn read(statistic: &Node) -> Result<(&'static StatisticEntry, Value), YamlError> {
    let (name, parameters) = name_and_parameters(statistic)?;
    let entry = StatisticEntry::find(&name)?;
    let parameters = parameters.map_or_else(|| node("{}"), std::borrow::Cow::into_owned);
    Ok((entry, entry.read(&parameters)?.parameters()))
}

/// Removes parameters that are null, because users do not write them.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(entries) => {
            let present = entries.iter().filter(|(_, value)| !value.is_null());
            Value::Object(present.map(|(key, value)| (key.clone(), without_nulls(value))).collect())
        }
        other => other.clone(),
    }
}

#[test]
fn a_map_and_a_text_are_the_same_statistic_with_the_same_key() {
    for text in TYPED {
        let (entry, parameters) = read(&node(&serde_json::to_string(text).expect("a text is JSON")))
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        // The key contains a hash of the files instead of their paths, so the key cannot be read back as a statistic.
        if entry.name == "consolidated-labels" {
            continue;
        }
        let key = call(entry.name, &parameters);
        let as_text = read(&node(&serde_json::to_string(&key).expect("a text is JSON")));
        let as_map = read(&node(&serde_json::json!({entry.name: without_nulls(&parameters)}).to_string()));
        for statistic in [as_text, as_map] {
            let (kind, read_back) = statistic.unwrap_or_else(|error| panic!("{key}: {error}"));
            assert_eq!((kind.name, &read_back), (entry.name, &parameters), "{text}");
        }
    }
}

#[test]
fn every_statistic_is_tested() {
    for entry in STATISTICS {
        assert!(TYPED.iter().any(|text| text.split('(').next() == Some(entry.name)), "{}", entry.name);
    }
}

#[test]
fn keys_contain_defaults() {
    let key = |text: &str| {
        let (entry, parameters) = read(&node(text)).expect("the text is a statistic");
        call(entry.name, &parameters)
    };
    assert_eq!(key("tau-ap(versus=full)"), "tau-ap(versus=full, form=agreement)");
    let with_defaults =
        "discriminative-power(test=paired-bootstrap(samples=10000), alpha=0.05, correction=none)";
    assert_eq!(key("discriminative-power(test=paired-bootstrap, alpha=.050)"), with_defaults);
}

#[test]
fn null_is_the_default_and_numbers_may_be_in_quotes() {
    let key = |text: &str| {
        let (entry, parameters) = read(&node(text)).expect("the text is a statistic");
        call(entry.name, &parameters)
    };
    for (text, equivalent) in [
        ("{tau-ap: {versus: full, form: ~}}", "tau-ap(versus=full)"),
        ("{rank-overlap: {versus: full, p: '.8'}}", "rank-overlap(versus=full, p=.8)"),
        (
            "{discriminative-power: {test: {paired-bootstrap: {samples: ~}}, alpha: null}}",
            "discriminative-power(test=paired-bootstrap)",
        ),
    ] {
        assert_eq!(key(text), key(equivalent), "{text}");
    }
}

#[test]
fn errors_have_positions() {
    let error =
        |text: &str| read(&node(text)).map(|_| String::new()).unwrap_or_else(|error| error.to_string());
    insta::assert_snapshot!(
        [
            "tau-app(versus=full)",
            "{tau-ap: {versus: full, from: symmetric}}",
            "tau-ap(versus=full, form=symetric)",
            "{discriminative-power: {test: paired-bootstrap(samples=0), alpha: 0.05}}",
            "{discriminative-power: {test: paired-t, alpha: 5}}",
            "{discriminative-power: {test: bootstrapped, alpha: 0.05}}",
            "{rank-overlap: {versus: full, p: 1}}",
            "rank-overlap(versus=full",
            "rank-overlap(versus=~)",
            "'rank-overlap(versus=full, p=[.5'",
            "'tau-ap(versus=full, form)'",
            "{tau-ap: {versus: full, from: ~}}",
            "[tau-ap]",
            "{topic-set-size: {alpha: 0.05, power: 0.8, difference: 0.1}}",
        ]
        .map(error)
        .join("\n")
    );
}

/// Returns the schema to which the reference in `schema` leads, or `schema` itself if it is not a reference.
fn resolved<'a>(schema: &'a Value, definitions: &'a Value) -> &'a Value {
    let target = schema["$ref"].as_str().or(schema["allOf"][0]["$ref"].as_str());
    match target.and_then(|target| target.rsplit('/').next()) {
        Some(name) => resolved(&definitions[name], definitions),
        None => schema,
    }
}

/// Returns the forms of a choice.
fn forms<'a>(schema: &'a Value, definitions: &'a Value) -> impl Iterator<Item = &'a Value> {
    let schema = resolved(schema, definitions);
    ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten()
}

/// Returns the name and the parameters of a form, if it has parameters.
fn call_of<'a>(form: &'a Value, definitions: &'a Value) -> Option<(&'a str, &'a Value)> {
    let is_call = form["required"].as_array().is_some_and(|required| required.len() == 1);
    let (name, parameters) = form["properties"].as_object().filter(|_| is_call)?.iter().next()?;
    Some((name, resolved(parameters, definitions)))
}

fn is_required(name: &str, parameters: &Value) -> bool {
    parameters["required"].as_array().is_some_and(|keys| keys.iter().any(|key| key == name))
}

/// Returns a description in one line.
fn in_one_line(text: &Value) -> String {
    text.as_str().unwrap_or_default().replace('\n', " ")
}

/// Lists parameters except `versus`, with the default and the possible words of each.
fn parameter_list(parameters: &Value, definitions: &Value) -> String {
    let properties = parameters["properties"].as_object().into_iter().flatten();
    let properties: Vec<_> = properties.filter(|(name, _)| *name != "versus").collect();
    let mut list = if properties.is_empty() { "" } else { "\n" }.to_owned();
    for (name, property) in properties {
        list += &format!("- `{name}`");
        match &property["default"] {
            Value::Null if is_required(name, parameters) => {}
            Value::Null => list += " (optional)",
            Value::String(word) => list += &format!(" (`{word}`)"),
            number => list += &format!(" ({number})"),
        }
        list += &format!(": {}", in_one_line(&property["description"]));
        // Tests and corrections have their own lists.
        let is_listed =
            parameters["properties"].get("test").is_some() && matches!(name.as_str(), "test" | "correction");
        let words = forms(property, definitions)
            .flat_map(|form| [form].into_iter().chain(forms(form, definitions)))
            .filter_map(|form| Some((form["const"].as_str()?, in_one_line(&form["description"]))));
        let words: Vec<(&str, String)> = words.collect();
        if !is_listed && words.len() > 1 {
            list +=
                &words.iter().map(|(word, meaning)| format!("\n  - `{word}`: {meaning}")).collect::<String>();
        }
        list += "\n";
    }
    list
}

/// Lists the tests, or the corrections.
fn choice_list<T: schemars::JsonSchema>(title: &str) -> String {
    let mut generator = schemars::SchemaGenerator::default();
    let schema = generator.root_schema_for::<T>().to_value();
    let definitions = Value::Object(generator.take_definitions(true));
    let mut page = format!("\n## {title}\n\n");
    for form in forms(&schema, &definitions) {
        let description = in_one_line(&form["description"]);
        let Some((name, parameters)) = call_of(form, &definitions) else {
            page += &format!(
                "- `{}`: {description}\n",
                form["const"].as_str().expect("a form is a word or a call")
            );
            continue;
        };
        page += &format!("- `{name}`: {description}");
        for line in parameter_list(parameters, &definitions).lines() {
            page += &if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") };
        }
    }
    page
}

/// Lists the names of quantities. Three or more names that differ only in their numbers are shortened to the first and
/// the last.
fn quantities(names: &[&str]) -> String {
    let stem = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').to_owned();
    let series = names.chunk_by(|one, next| stem(one) == stem(next));
    let texts = series.map(|series| match series {
        [first, .., last] if series.len() > 2 => format!("`{first}` to `{last}`"),
        _ => series.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// Describes the parameter `versus`, which many statistics have, or returns an empty text.
fn versus(parameters: &Value) -> &'static str {
    match parameters["properties"]["versus"]["description"].as_str() {
        Some(text) if text.contains("measure") => " `versus`: judgments or a measure.",
        Some(_) => " `versus`: judgments.",
        None => "",
    }
}

/// Returns the page of all statistics, tests and corrections.
fn page() -> String {
    let mut page = String::from(
        "# Statistics\n\n\
         A statistic with parameters is a map, `tau-ap: {versus: full, form: symmetric}`, or a text,\n\
         `tau-ap(versus=full, form=symmetric)`, in which a value with a comma, a bracket or a quote is quoted.\n\
         [yaml.md](yaml.md#statistics) shows its place in an experiment.\n\n\
         Each entry lists the quantities, the main one first, and the parameters, with the default in parentheses; a parameter\n\
         without a default is required, unless it is optional. `versus` is the reference: a judgment set, or `{judgments: .., measure: .., topic-sets: ..}`.\n\n\
         This page is made from the code by `INSTA_UPDATE=always cargo test -p rejudge-experiment`.\n",
    );
    for entry in STATISTICS {
        let mut generator = schemars::SchemaGenerator::default();
        let schema = (entry.schema)(&mut generator).to_value();
        let definitions = Value::Object(generator.take_definitions(true));
        let parameters = resolved(&schema, &definitions);
        let link = match entry.page.split('#').next().filter(|page| !page.is_empty()) {
            Some(name) => format!(" More: [{name}]({}).", entry.page),
            None => String::new(),
        };
        page += &format!(
            "\n## `{}`\n\n{}{link}\n\nQuantities: {}.{}\n",
            entry.name,
            entry.summary,
            quantities(entry.components),
            versus(parameters)
        );
        page += &parameter_list(parameters, &definitions);
    }
    page += &choice_list::<rejudge_stats::Test>("Tests");
    page + &choice_list::<rejudge_stats::Correction>("Corrections for the number of pairs")
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
