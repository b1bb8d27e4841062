//! The texts of `words.yaml`, and what becomes of them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};
use serde::Deserialize;

use super::{Finding, Help, Question, Verdict};

/// The file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Words {
    verdicts: BTreeMap<String, VerdictWords>,
    /// What follows a verdict where topics or runs are few.
    pub tentatively: String,
    questions: BTreeMap<String, String>,
    /// What would help where nothing can be said.
    helps: BTreeMap<String, String>,
    findings: BTreeMap<String, FindingWords>,
}

/// A verdict for people.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictWords {
    /// For who does not see colours.
    pub sign: String,
    /// In a word.
    pub word: String,
}

/// The templates of a finding; with its values, what is said of it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FindingWords {
    /// What is found.
    pub sentence: String,
    /// The number that carries it; empty where there is none.
    #[serde(default)]
    pub number: String,
    /// What the number is.
    #[serde(default)]
    pub number_is: String,
    /// What the small picture shows.
    #[serde(default)]
    pub picture: String,
    /// The title of the first large picture behind "Why?".
    #[serde(default)]
    pub title: String,
    /// By which rule the verdict goes, where the sentence does not say so.
    #[serde(default)]
    pub rule: String,
}

/// The words of this program.
pub static WORDS: LazyLock<Words> =
    LazyLock::new(|| serde_yaml::from_str(include_str!("words.yaml")).expect("words.yaml"));

impl Words {
    /// A verdict for people.
    pub fn verdict(&self, verdict: Verdict) -> &VerdictWords {
        &self.verdicts[&name(&verdict).0]
    }

    /// A question.
    pub fn question(&self, question: Question) -> &str {
        &self.questions[&name(&question).0]
    }

    /// What would help.
    pub fn help(&self, help: Help) -> &str {
        &self.helps[&name(&help).0]
    }

    /// What is said of a finding.
    pub fn finding(&self, finding: &Finding) -> FindingWords {
        let (name, values) = name(finding);
        let texts = &self.findings[&name];
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.add_filter("capital", |words: &str| capital(words));
        let values = minijinja::Value::from(Serde(values));
        let said = |template: &str| {
            let said = environment.render_str(template, values.clone());
            said.expect("words.yaml").trim().to_owned()
        };
        FindingWords {
            sentence: said(&texts.sentence),
            number: said(&texts.number),
            number_is: said(&texts.number_is),
            picture: said(&texts.picture),
            title: said(&texts.title),
            rule: said(&texts.rule),
        }
    }
}

/// The name that a value is written under, and what is written.
fn name(value: &impl serde::Serialize) -> (String, serde_json::Value) {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => (name, serde_json::Value::Null),
        Ok(serde_json::Value::Object(map)) => map.into_iter().next().unwrap_or_default(),
        // Verdicts, questions and findings are names.
        _ => (String::new(), serde_json::Value::Null),
    }
}

/// Words as the beginning of a sentence. A name that has a letter or sign other than a-z stays as it is.
fn capital(text: &str) -> String {
    let mut words = text.split(' ');
    let first = words.next().unwrap_or_default();
    if first.chars().any(|c| !c.is_ascii_lowercase()) {
        text.to_owned()
    } else {
        crate::answers::sentence(text)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fmt::Write;

    use super::super::examples::examples;
    use super::*;
    use crate::answers::{ENOUGH_DRAWS, ENOUGH_RUNS, FEWEST_RUNS};

    /// Every text as it is said. The file of the snapshot is what a writer reads after an edit.
    #[test]
    fn every_finding_is_said() {
        let mut out = String::new();
        let mut said = BTreeSet::new();
        for example in examples() {
            let found = WORDS.finding(&example);
            let verdict = WORDS.verdict(example.verdict());
            let FindingWords { sentence, number, number_is, picture, title, rule } = found;
            let _ = writeln!(out, "{} {}: {sentence}", verdict.sign, verdict.word);
            let _ = writeln!(out, "  [{number}] {number_is}\n  ({picture})\n  # {title}");
            if !rule.is_empty() {
                let _ = writeln!(out, "  {rule}");
            }
            assert!(sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
            assert!(!picture.is_empty(), "{sentence}: a picture needs words");
            assert_eq!(number.is_empty(), number_is.is_empty(), "{sentence}");
            said.insert(name(&example).0);
        }
        let texts: BTreeSet<String> = WORDS.findings.keys().cloned().collect();
        assert_eq!(said, texts, "a finding without texts, or texts of no finding");
        insta::assert_snapshot!("words", out);
    }

    /// A judge, a team and a measure have the names that a user gave them, wherever they stand.
    #[test]
    fn names_are_kept_as_they_are() {
        let judge = Finding::StandsNotIn {
            judges: 1,
            several: false,
            best: "model".to_owned(),
            tau: "0.700".to_owned(),
            of_topics: None,
        };
        assert!(WORDS.finding(&judge).sentence.starts_with("model does not rank"));
        let why = Finding::CannotSay { why: "one run has a score".to_owned() };
        assert_eq!(WORDS.finding(&why).sentence, "One run has a score.");
    }

    #[test]
    fn every_help_has_a_line_of_its_own() {
        let lines: BTreeSet<&str> = Help::ALL.iter().map(|help| WORDS.help(*help)).collect();
        assert_eq!((lines.len(), WORDS.helps.len()), (Help::ALL.len(), Help::ALL.len()));
        for line in lines {
            assert!(
                line.starts_with("Would help: ") && line.ends_with('.') && !line.contains('\n'),
                "{line}"
            );
        }
        // Numbers in them are those that the answers go by.
        for (help, number) in [
            (Help::Topics, rejudge_pools::inspect::FEWEST_TOPICS),
            (Help::Runs, FEWEST_RUNS),
            (Help::RunsToCompareMeasures, ENOUGH_RUNS),
            (Help::Draws, ENOUGH_DRAWS),
        ] {
            assert!(WORDS.help(help).contains(&format!("{number} or more")), "{}", WORDS.help(help));
        }
    }

    #[test]
    fn every_verdict_and_question_has_words() {
        use Verdict::{CannotSay, No, NotAsked, Partly, Yes};
        let signs: BTreeSet<&str> = [Yes, Partly, No, CannotSay, NotAsked]
            .iter()
            .map(|of| WORDS.verdict(*of).sign.as_str())
            .collect();
        assert_eq!(signs.len(), WORDS.verdicts.len(), "verdicts are told apart without colours");
        let asked: BTreeSet<&str> = Question::ALL.iter().map(|of| WORDS.question(*of)).collect();
        assert_eq!(asked.len(), WORDS.questions.len());
        assert!(asked.iter().all(|question| question.ends_with('?')));
    }
}
