//! The parts of the package that repeat the registries: signatures in Rust, the stubs, and docstrings.
//!
//! pyo3 takes a signature only as a literal, so that each is written in the source. This test makes them from the registries
//! of rules, tests, corrections and manipulations, and says what is old; with `INSTA_UPDATE=always` it writes them.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]
#![expect(clippy::unwrap_used, reason = "tests say what must be by unwrapping it")]

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{Outside, Repeated};
use rejudge_eval::intervals::MeanInterval;
use rejudge_eval::{Preset, evaluation_rules};
use rejudge_experiment::spec::yaml::choices;
use rejudge_pools::{Domain, JudgmentSet, Manipulation, Rule};
use rejudge_stats::{Alternative, CONFIDENCE, Correction, SAMPLES, Test, Weight};

fn package() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a file with what it should be, or writes it.
fn check(path: &Path, expected: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    if text == expected {
        return;
    }
    assert!(
        std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always"),
        "{} is old: INSTA_UPDATE=always cargo test -p rejudge-python --test suite",
        path.display()
    );
    std::fs::write(path, expected).unwrap();
}

/// A keyword that every function with rules has.
struct Keyword {
    name: String,
    /// Its type in the stubs, without `None`.
    kind: String,
}

fn keywords() -> Vec<Keyword> {
    let rules = evaluation_rules().map(|rule| {
        let kind = match rule.name.as_str() {
            "max-rank" => "int | Literal[\"all\"]".to_owned(),
            "min-rel" => "int".to_owned(),
            "gains" => "_Gains".to_owned(),
            name => {
                assert!(!rule.values.is_empty(), "the type of `{name}` in the stubs is unknown: add it here");
                alias(name)
            }
        };
        Keyword { name: rule.name.replace('-', "_"), kind }
    });
    let preset = Keyword { name: "preset".to_owned(), kind: alias("preset") };
    std::iter::once(preset).chain(rules).collect()
}

/// Returns the name of a type of the stubs: `score-type` is `_ScoreType`.
fn alias(name: &str) -> String {
    let words = name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]);
    format!("_{}", words.collect::<String>())
}

/// Returns every choice with its values.
fn all_choices() -> Vec<(String, Vec<String>)> {
    let names = |values: Vec<(String, String)>| values.into_iter().map(|(name, _)| name).collect();
    let rules = evaluation_rules().filter(|rule| !rule.values.is_empty());
    let merging = JudgmentSet::full().rule().parameters.iter().find(|parameter| parameter.name == "by");
    let Some(Domain::Words(words)) = merging.map(|parameter| parameter.domain) else {
        panic!("several judges are merged by a word")
    };
    [("preset", choices::<Preset>())]
        .into_iter()
        .map(|(name, values)| (name.to_owned(), names(values)))
        .chain(rules.map(|rule| (rule.name, names(rule.values))))
        .chain([
            ("test".to_owned(), names(choices::<Test>())),
            ("alternative".to_owned(), names(choices::<Alternative>())),
            ("correction".to_owned(), names(choices::<Correction>())),
            ("interval".to_owned(), names(choices::<MeanInterval>())),
            ("estimator".to_owned(), names(choices::<Weight>())),
            ("repeated".to_owned(), names(choices::<Repeated>())),
            ("outside".to_owned(), names(choices::<Outside>())),
            ("by".to_owned(), words.iter().map(|(word, _)| (*word).to_owned()).collect()),
        ])
        .collect()
}

/// Returns the Rust sources of the package with their paths.
fn sources() -> impl Iterator<Item = (PathBuf, String)> {
    let files = std::fs::read_dir(package().join("src")).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (path.clone(), std::fs::read_to_string(&path).unwrap()))
}

/// Returns the arguments of a pyo3 signature as Python has them, with `"` escaped.
fn in_python(arguments: &str) -> String {
    let argument = |argument: &str| {
        let Some((name, default)) = argument.split_once(" = ") else { return argument.to_owned() };
        let default = match default {
            "true" => "True".to_owned(),
            "false" => "False".to_owned(),
            "CONFIDENCE" => CONFIDENCE.to_string(),
            "SAMPLES" => SAMPLES.to_string(),
            other => other.replace('"', "\\\""),
        };
        format!("{name}={default}")
    };
    arguments.split(", ").map(|text| argument(text.trim())).collect::<Vec<_>>().join(", ")
}

#[test]
fn signatures_in_rust_are_those_of_the_registry() {
    const RULES: &str = ", **rules)";
    const TEXT: &str = "text_signature = \"";
    let mut count = 0;
    for (path, text) in sources() {
        let (mut expected, mut rest) = (String::new(), text.as_str());
        while let Some(end) = rest.find(RULES) {
            let start = rest[..end].rfind("signature = (").expect("a signature") + "signature = (".len();
            let arguments = in_python(&rest[start..end]);
            let after = end + RULES.len();
            let old = after + rest[after..].find(TEXT).expect("a text_signature follows") + TEXT.len();
            let close = old + rest[old..].find(")\"").expect("it ends");
            // The default of `topics` is the function's own.
            let topics =
                if rest[old..close].contains("topics=\\\"qrels\\\"") { "\\\"qrels\\\"" } else { "None" };
            let keywords = keywords().into_iter().map(|Keyword { name, .. }| {
                let default = if name == "topics" { topics } else { "None" };
                format!("{name}={default}")
            });
            let star = if arguments.contains("*,") { "" } else { "*, " };
            expected += &rest[..old];
            expected += &format!("({arguments}, {star}{}", keywords.collect::<Vec<_>>().join(", "));
            rest = &rest[close..];
            count += 1;
        }
        check(&path, &(expected + rest));
    }
    assert!(count >= 7, "{count} functions with rules");
}

#[test]
fn stubs_are_those_of_the_registry() {
    const BEGIN: &str = "# Choices of the registries, and the keywords that begin with `preset`, are written by tests/suite.\n";
    const END: &str = "# End of the choices.\n";
    let path = package().join("python/rejudge/_native.pyi");
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("the stubs have choices");
    let (_, after) = rest.split_once(END).expect("the choices end");
    let mut expected = format!("{before}{BEGIN}");
    for (name, values) in all_choices() {
        let quoted: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
        expected += &format!("{}: TypeAlias = Literal[{}]\n", alias(&name), quoted.join(", "));
    }
    expected += END;
    let mut lines = after.split_inclusive('\n');
    while let Some(line) = lines.next() {
        let name = line.trim_start();
        if !name.starts_with("preset: ") {
            expected += line;
            continue;
        }
        let indent = &line[..line.len() - name.len()];
        let old: Vec<&str> = std::iter::once(line)
            .chain(lines.by_ref().take_while(|line| !line.trim_start().starts_with("gains: ")))
            .collect();
        let is_of_qrels =
            old.iter().any(|line| line.trim_start().starts_with("topics: ") && line.contains("\"qrels\""));
        for Keyword { name, kind } in keywords() {
            expected += &match is_of_qrels && name == "topics" {
                true => format!("{indent}{name}: {kind} = \"qrels\",\n"),
                false => format!("{indent}{name}: {kind} | None = None,\n"),
            };
        }
    }
    check(&path, &expected);
}

/// `help` names every value that a keyword may have, and every manipulation.
#[test]
fn docstrings_name_every_choice() {
    let sources: Vec<String> = sources().map(|(_, text)| text).collect();
    let docs: String = sources
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| line.trim_start().starts_with("///"))
        .collect::<Vec<_>>()
        .join("\n");
    let choices = all_choices().into_iter().flat_map(|(name, values)| {
        values.into_iter().map(move |value| (name.clone(), format!("``\"{value}\"``")))
    });
    // A set for each team's runs cannot be the judgments of one collection.
    let sets = Manipulation::all().iter().filter(|set| set.for_each_team.is_none());
    let sets = sets.map(|set| ("judgments".to_owned(), format!("``{}``", set.name)));
    let missing: Vec<(String, String)> =
        choices.chain(sets).filter(|(_, value)| !docs.contains(value)).collect();
    assert!(missing.is_empty(), "not in a docstring: {missing:?}");
}
