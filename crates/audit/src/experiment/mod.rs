//! The experiment of an audit, as YAML that a user can go on from.
//!
//! The files beside this one are parts of it: what is always asked, and what is asked where teams pooled,
//! where there is a pool, where there are judgments. They are put together as values. A text `$name` in
//! them stands for a value.

use anyhow::{Context, Result};
use rejudge_figures::MOST_CURVES;
use rejudge_metrics::Metric;
use serde_yaml::{Mapping, Value};

const ALWAYS: &str = include_str!("always.yaml");
const TEAMS: &str = include_str!("teams.yaml");
const DEPTH: &str = include_str!("depth.yaml");
const BOUNDS: &str = include_str!("bounds.yaml");
const JUDGED: &str = include_str!("judged.yaml");
const JUDGES: &str = include_str!("judges.yaml");
const SHARES: &str = include_str!("shares.yaml");
const FILLED: &str = include_str!("filled.yaml");

/// What the values do not say of themselves.
const ABOUT: &str = "\
# draws: how often whatever is random is drawn, samples of the judgments and bootstrap samples of the topics.
# corrected: by the t test, since a bootstrap cannot tell levels below one in its number of samples, which a correction for
# thousands of pairs asks for. tau is tau-b, since runs of equal scores would make a ranking disagree with itself.
";

/// What is asked of a collection.
#[derive(Clone, Debug)]
pub struct AuditQuestions {
    /// Name of the experiment.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Root of every draw.
    pub seed: u64,
    /// How often whatever is random is drawn.
    pub draws: u32,
    /// Canonical names of the measures, the main one first.
    pub measures: Vec<String>,
    /// Those of them that are told of where no judgment is withheld, the main one first.
    pub told: Vec<String>,
    /// Rules that differ from the defaults, as YAML: `min-rel: 2`.
    pub rules: Vec<String>,
    /// Depth of the pool that can be made shallower.
    pub depth: Option<u32>,
    /// Where a document of a team must stand to be taken for one that the team brought: `in the top 10 of
    /// its runs`.
    pub tops: String,
    /// The teams that are left out.
    pub teams: Vec<String>,
    /// Whether there are runs without a document for any topic, which are not compared.
    pub sets_aside: bool,
    /// Whether there are judgments, and not only scores.
    pub judged: bool,
    /// The other judges.
    pub judges: Vec<String>,
    /// Those of them whose labels are levels, which can stand beside people's.
    pub fillers: Vec<String>,
}

/// The experiment as text.
///
/// # Errors
/// When a rule is no YAML.
pub fn experiment(asked: &AuditQuestions) -> Result<String> {
    let mut whole = read(ALWAYS)?;
    let parts = [
        (asked.teams.len() > 1, TEAMS),
        (asked.depth.is_some(), DEPTH),
        (asked.judged, JUDGED),
        (asked.judged, BOUNDS),
    ];
    for (_, part) in parts.iter().filter(|(is_asked, _)| *is_asked) {
        add(&mut whole, read(part)?);
    }
    if !asked.judges.is_empty() {
        add(&mut whole, read(JUDGES)?);
    }
    for (nth, judge) in (1..).zip(&asked.fillers) {
        // A judge's name holds nothing that YAML would read otherwise.
        let of_judge = |part: &str| read(&part.replace("$nth", &nth.to_string()).replace("$judge", judge));
        add(&mut whole, of_judge(SHARES)?);
        if asked.teams.len() > 1 {
            add(&mut whole, of_judge(FILLED)?);
        }
    }
    fill(&mut whole, &values(asked)?);
    Ok(ABOUT.to_owned() + &serde_yaml::to_string(&whole)?)
}

/// A part of the experiment, or a rule.
fn read(text: &str) -> Result<Value> {
    serde_yaml::from_str(text).with_context(|| format!("this is no YAML: {text}"))
}

/// What stands for a text `$name`.
fn values(asked: &AuditQuestions) -> Result<Vec<(&'static str, Value)>> {
    let names = |names: &[String]| Value::from(names.to_vec());
    let first = |names: &[String]| Value::from(names[..names.len().min(MOST_CURVES)].to_vec());
    let runs = if asked.sets_aside {
        // Runs with a document for any topic: the others are set aside. A text, which no float is that is
        // written as 1e-7.
        read("complete: {share: '0.0000001'}")?
    } else {
        Value::from("all")
    };
    Ok(vec![
        ("$id", asked.id.as_str().into()),
        ("$title", asked.title.as_str().into()),
        ("$seed", asked.seed.into()),
        ("$draws", asked.draws.into()),
        ("$evaluation", read(&format!("{{{}}}", asked.rules.join(", ")))?),
        ("$runs", runs),
        ("$measures", names(&asked.measures)),
        ("$main", asked.measures.first().map_or("", String::as_str).into()),
        ("$told", names(&asked.told)),
        ("$bounded", bounded(&asked.told)),
        ("$drawn-of-all", first(&asked.measures)),
        ("$drawn", first(&asked.told)),
        ("$teams", names(&asked.teams)),
        ("$judges", names(&asked.judges)),
        ("$depth", asked.depth.unwrap_or_default().into()),
        ("$tops", asked.tops.as_str().into()),
    ])
}

/// The measures whose bounds are asked for: the main one, and one that looks at the top alone, of which
/// bounds say something at depths where others say nothing. Pairs of runs take their time.
fn bounded(told: &[String]) -> Value {
    let has_cutoff = |name: &&String| name.parse::<Metric>().is_ok_and(|metric| metric.cutoff().is_some());
    let mut out: Vec<String> = told.iter().take(1).cloned().collect();
    out.extend(told.iter().skip(1).find(has_cutoff).cloned());
    Value::from(out)
}

/// Adds a part: entries of maps to maps, items of lists to lists.
fn add(whole: &mut Value, part: Value) {
    match (whole, part) {
        (Value::Mapping(whole), Value::Mapping(part)) => {
            for (key, value) in part {
                match whole.get_mut(&key) {
                    Some(known) => add(known, value),
                    None => {
                        whole.insert(key, value);
                    }
                }
            }
        }
        (Value::Sequence(whole), Value::Sequence(part)) => whole.extend(part),
        (whole, part) => *whole = part,
    }
}

/// Puts values in the places of texts: alone as they are, within a longer text as text.
fn fill(of: &mut Value, values: &[(&str, Value)]) {
    match of {
        Value::Mapping(map) => Mapping::values_mut(map).for_each(|value| fill(value, values)),
        Value::Sequence(list) => list.iter_mut().for_each(|value| fill(value, values)),
        Value::String(text) => {
            if let Some((_, value)) = values.iter().find(|(name, _)| name == text) {
                *of = value.clone();
                return;
            }
            for (name, value) in values {
                match value {
                    Value::String(value) => *text = text.replace(name, value),
                    Value::Number(value) => *text = text.replace(name, &value.to_string()),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> AuditQuestions {
        AuditQuestions {
            id: "audit-x".to_owned(),
            title: "Audit of x".to_owned(),
            seed: u64::MAX,
            draws: 3,
            measures: ["AP", "infAP", "nDCG@10"].map(str::to_owned).to_vec(),
            told: ["AP", "nDCG@10"].map(str::to_owned).to_vec(),
            rules: vec!["min-rel: 2".to_owned()],
            depth: Some(20),
            tops: "in the top 20 of its runs".to_owned(),
            teams: ["a: b", "true"].map(str::to_owned).to_vec(),
            sets_aside: true,
            judged: true,
            judges: ["gpt-4o", "1e5", "nuggets"].map(str::to_owned).to_vec(),
            fillers: ["gpt-4o", "1e5"].map(str::to_owned).to_vec(),
        }
    }

    fn written(asked: &AuditQuestions) -> Value {
        read(&experiment(asked).expect("YAML")).expect("YAML")
    }

    /// All parts and each alone.
    fn all() -> Vec<AuditQuestions> {
        let none = AuditQuestions {
            depth: None,
            teams: Vec::new(),
            judged: false,
            sets_aside: false,
            judges: Vec::new(),
            fillers: Vec::new(),
            ..asked()
        };
        vec![
            asked(),
            AuditQuestions { depth: Some(1), ..none.clone() },
            AuditQuestions { teams: asked().teams, ..none.clone() },
            AuditQuestions { judged: true, ..none.clone() },
            none,
        ]
    }

    #[test]
    fn every_place_is_filled() {
        for asked in all() {
            let text = experiment(&asked).expect("YAML");
            assert!(!text.contains('$'), "{text}");
            for (name, value) in values(&asked).expect("YAML") {
                let is_there = [ALWAYS, TEAMS, DEPTH, JUDGED, BOUNDS, JUDGES, SHARES, FILLED]
                    .iter()
                    .any(|part| part.contains(name));
                assert!(is_there && !value.is_null(), "{name}");
            }
        }
    }

    #[test]
    fn names_of_users_stay_what_they_are() {
        let odd = AuditQuestions { title: "$depth: {x} \"y\" #".to_owned(), ..asked() };
        let whole = written(&odd);
        assert_eq!(whole["title"], Value::from("$depth: {x} \"y\" #"));
        assert_eq!(whole["seed"], Value::from(u64::MAX));
        let teams = &whole["axes"]["judgments"][1]["leave-one-team-out"]["team"]["each"];
        assert_eq!(teams, &Value::from(vec!["a: b", "true"]));
    }

    #[test]
    fn only_samples_tell_of_every_measure() {
        let whole = written(&asked());
        for (of, name) in [("tables", "scores"), ("tables", "left-out"), ("figures", "depth")] {
            assert_eq!(whole[of][name]["where"]["measure"], Value::from(vec!["AP", "nDCG@10"]), "{name}");
        }
        assert_eq!(whole["figures"]["rate"]["where"]["measure"], Value::from(asked().measures));
        assert!(whole["tables"]["rates"]["where"].get("measure").is_none());
    }
}
