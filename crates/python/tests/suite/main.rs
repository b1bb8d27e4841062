//! Tests of the parts of the package that repeat the registries: signatures in Rust, the stubs, and
//! docstrings.
//!
//! pyo3 takes a signature only as a literal, so the keywords are repeated in the source. These tests make the
//! signatures and the choices of the stubs from the registries (such as rules, tests, corrections and options
//! of a run), and fail if a file is out of date. With `INSTA_UPDATE=always` they write the files. A docstring
//! must name every choice, but nothing writes docstrings.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]
#![expect(clippy::unwrap_used, reason = "tests say what must be by unwrapping it")]

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{Outside, Repeated};
use rejudge_eval::intervals::MeanInterval;
use rejudge_eval::{Preset, evaluation_rules};
use rejudge_experiment::spec::yaml::choices;
use rejudge_pools::{Domain, JudgmentSet, Manipulation, Rule};
use rejudge_session::{OptionKind, RunOption, RunRequest};
use rejudge_stats::{Alternative, CONFIDENCE, Correction, SAMPLES, Test, Weight};

fn package() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a file with its expected text, or writes the text with `INSTA_UPDATE=always`.
fn check(path: &Path, expected: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    if text == expected {
        return;
    }
    assert!(
        std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always"),
        "{} is out of date: INSTA_UPDATE=always cargo test -p rejudge-python --test suite",
        path.display()
    );
    std::fs::write(path, expected).unwrap();
}

/// A keyword of Python's functions.
struct Keyword {
    name: String,
    /// The type of the keyword in the stubs.
    kind: String,
    default: &'static str,
}

impl Keyword {
    /// Makes a keyword that may be `None`, which is also its default.
    fn optional(name: String, kind: &str) -> Self {
        Self { name, kind: format!("{kind} | None"), default: "None" }
    }
}

/// Returns the keywords of `rejudge.run` that come from the registry.
fn options() -> Vec<Keyword> {
    let option = |RunOption { name, kind }| match kind {
        OptionKind::Flag => Keyword { name, kind: "bool".to_owned(), default: "False" },
        OptionKind::Number { .. } => Keyword::optional(name, "int"),
        OptionKind::Texts => Keyword::optional(name, "str | Iterable[str]"),
        OptionKind::Text => {
            let kind = if name == "profile" { "str" } else { "_Path" };
            Keyword::optional(name, kind)
        }
    };
    RunRequest::options().into_iter().map(option).collect()
}

/// Returns the keywords that every function with rules has.
fn rules() -> Vec<Keyword> {
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
        Keyword::optional(rule.name.replace('-', "_"), &kind)
    });
    let preset = Keyword::optional("preset".to_owned(), &alias("preset"));
    std::iter::once(preset).chain(rules).collect()
}

/// Returns the name of a choice's type in the stubs, for example `_ScoreType` for `score-type`.
fn alias(name: &str) -> String {
    let words = name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]);
    format!("_{}", words.collect::<String>())
}

/// Returns the name of every choice with its values.
fn all_choices() -> Vec<(String, Vec<String>)> {
    let names = |values: Vec<(String, String)>| values.into_iter().map(|(name, _)| name).collect();
    let rules = evaluation_rules().filter(|rule| !rule.values.is_empty());
    let by = JudgmentSet::full().rule().parameters.iter().find(|parameter| parameter.name == "by");
    let Some(Domain::Words(by_words)) = by.map(|parameter| parameter.domain) else {
        panic!("the parameter `by` of `full` takes a word")
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
            ("by".to_owned(), by_words.iter().map(|(word, _)| (*word).to_owned()).collect()),
        ])
        .collect()
}

/// Returns the path and the text of each Rust file of the package.
fn sources() -> impl Iterator<Item = (PathBuf, String)> {
    let files = std::fs::read_dir(package().join("src")).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (path.clone(), std::fs::read_to_string(&path).unwrap()))
}

/// Converts the arguments of a pyo3 signature to Python's syntax, with `"` escaped.
fn in_python(arguments: &str) -> String {
    let argument_in_python = |argument: &str| {
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
    let arguments: Vec<String> =
        arguments.split(", ").map(|argument| argument_in_python(argument.trim())).collect();
    arguments.join(", ")
}

/// Rewrites the text signature of each function whose Rust signature ends with `ending`, with `keywords` in place of `ending`.
/// Returns the new text and the number of these functions.
fn with_signatures(text: &str, ending: &str, keywords: &[Keyword]) -> (String, usize) {
    const TEXT: &str = "text_signature = \"";
    let (mut expected, mut rest, mut count) = (String::new(), text, 0);
    while let Some(end) = rest.find(ending) {
        let start = rest[..end].rfind("signature = (").expect("a signature") + "signature = (".len();
        let arguments = in_python(&rest[start..end]);
        let after = end + ending.len();
        let text_start = after + rest[after..].find(TEXT).expect("a text_signature follows") + TEXT.len();
        let text_end = text_start + rest[text_start..].find(")\"").expect("the text_signature ends");
        // A function keeps its own default of `topics`.
        let has_qrels_topics = rest[text_start..text_end].contains("topics=\\\"qrels\\\"");
        let keywords = keywords.iter().map(|Keyword { name, default, .. }| {
            let default = if has_qrels_topics && name == "topics" { "\\\"qrels\\\"" } else { default };
            format!("{name}={default}")
        });
        let star = if arguments.contains("*,") { "" } else { "*, " };
        expected += &rest[..text_start];
        expected += &format!("({arguments}, {star}{}", keywords.collect::<Vec<_>>().join(", "));
        rest = &rest[text_end..];
        count += 1;
    }
    (expected + rest, count)
}

#[test]
fn signatures_in_rust_match_the_registry() {
    let (mut with_rules, mut with_options) = (0, 0);
    for (path, text) in sources() {
        let (text, count) = with_signatures(&text, ", **rules)", &rules());
        with_rules += count;
        let (text, count) = with_signatures(&text, ", **request)", &options());
        with_options += count;
        check(&path, &text);
    }
    assert!(with_rules >= 7, "{with_rules} functions with rules");
    assert_eq!(with_options, 1, "functions that run an experiment");
}

#[test]
fn stubs_match_the_registry() {
    const BEGIN: &str = "# The test tests/suite writes these choices, and the keywords of rules and of `run`, from the registries.\n";
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
    let after = with_keywords(after, &rules());
    check(&path, &(expected + &with_keywords(&after, &options())));
}

/// Rewrites every list of these keywords in the stubs. A list goes from the first keyword to the last.
fn with_keywords(stubs: &str, keywords: &[Keyword]) -> String {
    let begins =
        |line: &str, keyword: &Keyword| line.trim_start().starts_with(&format!("{}: ", keyword.name));
    let (first, last) = (keywords.first().unwrap(), keywords.last().unwrap());
    let (mut lines, mut written) = (stubs.split_inclusive('\n'), String::new());
    while let Some(line) = lines.next() {
        if !begins(line, first) {
            written += line;
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        // We call `count`, because `any` would not consume the rest of the list.
        let other_lines = lines.by_ref().take_while(|line| !begins(line, last));
        let has_qrels_topics = other_lines
            .filter(|line| line.trim_start().starts_with("topics: ") && line.contains("\"qrels\""))
            .count()
            > 0;
        for Keyword { name, kind, default } in keywords {
            written += &if has_qrels_topics && name == "topics" {
                format!("{indent}{name}: {} = \"qrels\",\n", kind.trim_end_matches(" | None"))
            } else {
                format!("{indent}{name}: {kind} = {default},\n")
            };
        }
    }
    written
}

/// The docstrings name every value of a choice, every option of a run, and every manipulation except
/// `leave-own-team-out`.
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
    // `leave-own-team-out` makes different judgments for each team.
    let manipulations =
        Manipulation::all().iter().filter(|manipulation| manipulation.for_each_team.is_none());
    let manipulations =
        manipulations.map(|manipulation| ("judgments".to_owned(), format!("``{}``", manipulation.name)));
    let missing: Vec<(String, String)> =
        choices.chain(manipulations).filter(|(_, value)| !docs.contains(value)).collect();
    assert!(missing.is_empty(), "not in a docstring: {missing:?}");
    // A line can explain several arguments: `///     draws, seed: short for ..`.
    let explained: Vec<&str> = docs
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("///     ")?.split_once(": "))
        .flat_map(|(names, _)| names.split(", "))
        .collect();
    let missing: Vec<String> = options()
        .into_iter()
        .map(|option| option.name)
        .filter(|name| !explained.contains(&name.as_str()))
        .collect();
    assert!(missing.is_empty(), "not in the docstring of `run`: {missing:?}");
}
