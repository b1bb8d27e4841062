//! The table of verdicts: verdicts.yaml, answered from the tables of the experiment.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use minijinja::value::{Serde, ValueKind};
use minijinja::{Environment, UndefinedBehavior, Value};
use rejudge_collections::JudgeCounts;
use rejudge_metrics::Metric;
use rejudge_names::plural::{capitalised, counted};
use rejudge_pools::{LEAST_RUNS, LEAST_TOPICS};
use rejudge_tables::figures::sketch;
use rejudge_tables::page::{Card, Markdown};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_yaml::Mapping;

use crate::audit::inputs::DESCRIBED;
use crate::audit::inspect::Inspected;
use crate::audit::measures::{Criterion, growth, leading, means, order, steady};
use crate::audit::other_judge::OtherJudge;
use crate::audit::pictures::Picture;
use crate::audit::pools_like_it::pools_like_it;
use crate::audit::report::Audited;
use crate::audit::tables::{Tables, greatest, least};

/// The verdict on a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Unconditionally.
    Yes,
    /// In part, or not for all.
    Partly,
    No,
    /// These files cannot tell.
    #[default]
    CannotSay,
    /// The question does not arise.
    NotAsked,
}

/// The file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct VerdictTable {
    /// The sign and the word of each verdict.
    signs: BTreeMap<Verdict, [String; 2]>,
    tentative: String,
    unless: Vec<Case>,
    summary: Vec<Case>,
    questions: Vec<Question>,
}

/// A question: the numbers that it reads, and the cases that lead to each verdict.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Question {
    id: String,
    asks: String,
    /// Its inputs besides scores.
    of: Option<Needs>,
    /// The tables and figures that show its numbers.
    shows: Vec<String>,
    picture: Option<Picture>,
    #[serde(default)]
    unless: Vec<Case>,
    numbers: Mapping,
    cases: Vec<Case>,
    /// A text beside each answer that is a verdict.
    advice: Option<Help>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Needs {
    Judgments,
    Judges,
    NewRuns,
}

/// An answer with the condition under which it holds. Texts are templates.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Case {
    when: String,
    #[serde(default)]
    verdict: Verdict,
    sentence: String,
    #[serde(default)]
    number: String,
    #[serde(default)]
    number_is: String,
    #[serde(default)]
    why: String,
    #[serde(default)]
    assumes: String,
    #[serde(default)]
    helps: Vec<Help>,
}

/// A text that is shown if its condition holds: advice beside an answer, or if a question cannot be answered.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Help {
    #[serde(default)]
    when: Option<String>,
    text: String,
}

/// An answered question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its name.
    pub id: String,
    pub verdict: Verdict,
    /// True if there are few topics or runs.
    pub is_tentative: bool,
    /// The question and its answer as the page shows them, without the evidence.
    pub card: Card,
    /// The numbers that the question reads.
    pub numbers: serde_json::Value,
    /// The tables and figures that show its numbers.
    pub shows: Vec<String>,
    /// The place of the new run that it is about, from 1.
    pub new_run: Option<usize>,
}

fn verdict_table() -> Result<VerdictTable> {
    serde_yaml::from_str(include_str!("verdicts.yaml")).context("verdicts.yaml")
}

/// The answers to all questions that can be asked, and a sentence over them, which is empty for score matrices.
///
/// # Errors
/// If verdicts.yaml is wrong.
pub fn answers(of: &Audited<'_>) -> Result<(String, Vec<Answer>)> {
    let table = verdict_table()?;
    let mut out = ask(of, &table, None)?;
    let mut names = context(of);
    let verdicts: BTreeMap<&str, Verdict> =
        out.iter().map(|answer| (answer.id.as_str(), answer.verdict)).collect();
    names.insert("verdict".to_owned(), Value::from(Serde(verdicts)));
    let environment = environment(&[], of.looked);
    names.insert("tentative".to_owned(), holds(&environment, &table.tentative, &names)?.into());
    let case = first(&environment, table.summary.iter(), &names)?;
    let case = case.context("verdicts.yaml: no summary holds")?;
    let summary = text_of(&environment, &case.sentence, &names)?;
    for new_run in 1..=of.looked.new_runs.len() {
        let tables = of.tables_of(Some(new_run));
        out.extend(ask(&Audited { tables: &tables, ..*of }, &table, Some(new_run))?);
    }
    Ok((summary, out))
}

/// The answers to the questions about a new run, or to all others.
fn ask(of: &Audited<'_>, table: &VerdictTable, new_run: Option<usize>) -> Result<Vec<Answer>> {
    let mut names = context(of);
    names.extend(new_run.map(|at| ("new".to_owned(), Value::from(Serde(about(of.looked, at))))));
    let environment = environment(of.tables, of.looked);
    let mut answers = Vec::new();
    for question in &table.questions {
        let can_be_asked = match question.of {
            Some(Needs::NewRuns) => new_run.is_some(),
            _ if new_run.is_some() => false,
            None => true,
            Some(Needs::Judgments) => of.looked.is_judged(),
            Some(Needs::Judges) => of.looked.asks_judges(),
        };
        if can_be_asked {
            let answer = answer(table, question, &environment, names.clone(), of);
            let answer = answer.with_context(|| format!("verdicts.yaml, {}", question.id))?;
            answers.push(Answer { new_run, ..answer });
        }
    }
    Ok(answers)
}

/// A new run as expressions name it.
fn about(looked: &Inspected, at: usize) -> serde_json::Value {
    let run = &looked.new_runs[at - 1];
    json!({
        "run": run.name,
        "unjudged": run.unjudged(),
        "answered": run.answered,
        "list": run.list(),
        "depth": looked.last_rank,
        "is_of_top": looked.is_of_top,
    })
}

fn answer(
    table: &VerdictTable,
    question: &Question,
    words: &Environment<'_>,
    mut names: BTreeMap<String, Value>,
    of: &Audited<'_>,
) -> Result<Answer> {
    let mut case = first(words, table.unless.iter().chain(&question.unless), &names)?;
    let mut numbers = serde_json::Map::new();
    if case.is_none() {
        let missing = compute(question, words, &mut names, &mut numbers)?;
        case = match missing {
            Some(name) => Some(Case {
                sentence: format!("This cannot be computed from these files: `{name}` has no value."),
                ..Case::default()
            }),
            None => first(words, question.cases.iter(), &names)?,
        };
    }
    let case = case.context("no case holds")?;
    let is_a_verdict = matches!(case.verdict, Verdict::Yes | Verdict::Partly | Verdict::No);
    let is_tentative = holds(words, &table.tentative, &names)? && is_a_verdict;
    let text = |template: &str| text_of(words, template, &names);
    let mut small_print = Vec::new();
    for line in [&case.why, &case.assumes] {
        small_print.extend(Some(text(line)?).filter(|line| !line.is_empty()));
    }
    for help in &case.helps {
        if help.when.as_ref().map_or(Ok(true), |when| holds(words, when, &names))? {
            small_print.push(format!("Would help: {}.", text(&help.text)?));
        }
    }
    if let Some(advice) = question.advice.as_ref().filter(|_| is_a_verdict)
        && advice.when.as_ref().map_or(Ok(true), |when| holds(words, when, &names))?
    {
        small_print.push(text(&advice.text)?);
    }
    let [sign, word] = &table.signs[&case.verdict];
    let at = question.picture.as_ref().and_then(|picture| Some(names.get(picture.at()?)?.clone()));
    let at = at.and_then(|at| f64::try_from(at).ok()).filter(|_| case.verdict != Verdict::CannotSay);
    let own = names.get("run").and_then(Value::as_str);
    let main = &of.grid.measures[0].label;
    let picture =
        question.picture.as_ref().and_then(|of_table| of_table.sketch(Tables(of.tables), main, at, own));
    let class = match case.verdict {
        Verdict::Yes => "yes",
        Verdict::Partly => "partly",
        Verdict::No => "no",
        Verdict::CannotSay | Verdict::NotAsked => "unsaid",
    };
    let card = Card {
        question: text(&question.asks)?,
        class: class.to_owned(),
        sign: sign.clone(),
        word: format!("{word}{}", if is_tentative { ", tentatively" } else { "" }),
        sentence: text(&case.sentence)?,
        number: text(&case.number)?,
        number_is: text(&case.number_is)?,
        small_print,
        picture: picture.as_ref().map_or_else(String::new, sketch),
        evidence: Markdown::default(),
    };
    let (id, verdict, shows) = (question.id.clone(), case.verdict, question.shows.clone());
    Ok(Answer { id, verdict, is_tentative, card, numbers: numbers.into(), shows, new_run: None })
}

/// Computes the numbers one after the other. Returns the name of the first required number that is missing.
fn compute(
    question: &Question,
    words: &Environment<'_>,
    names: &mut BTreeMap<String, Value>,
    numbers: &mut serde_json::Map<String, serde_json::Value>,
) -> Result<Option<String>> {
    for (name, expression) in &question.numbers {
        let (name, expression) = (name.as_str().unwrap_or_default(), expression.as_str().unwrap_or_default());
        let (name, may_miss) = name.strip_suffix('?').map_or((name, false), |name| (name, true));
        let value = words.compile_expression(expression)?.eval(&*names)?;
        let value = if value.is_undefined() { Value::from(()) } else { value };
        if value.is_none() && !may_miss {
            return Ok(Some(name.to_owned()));
        }
        numbers.insert(name.to_owned(), serde_json::to_value(&value)?);
        names.insert(name.to_owned(), value);
    }
    Ok(None)
}

/// The first of some cases that holds.
fn first<'c>(
    words: &Environment<'_>,
    cases: impl Iterator<Item = &'c Case>,
    names: &BTreeMap<String, Value>,
) -> Result<Option<Case>> {
    for case in cases {
        if holds(words, &case.when, names)? {
            return Ok(Some(case.clone()));
        }
    }
    Ok(None)
}

fn holds(words: &Environment<'_>, expression: &str, names: &BTreeMap<String, Value>) -> Result<bool> {
    Ok(words.compile_expression(expression)?.eval(names)?.is_true())
}

fn text_of(words: &Environment<'_>, template: &str, names: &BTreeMap<String, Value>) -> Result<String> {
    Ok(words.render_str(template, names)?.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns the names that expressions may use.
fn context(of: &Audited<'_>) -> BTreeMap<String, Value> {
    let tables = Tables(of.tables);
    let (looked, main) = (of.looked, of.grid.measures[0].label.as_str());
    let names: Vec<&str> = of.grid.measures.iter().map(|measure| measure.label.as_str()).collect();
    let is_cut = |name: &str| name.parse::<Metric>().is_ok_and(|metric| metric.cutoff().is_some());
    let topics = tables.fact("facts", "topics").unwrap_or(0.0) as usize;
    let mut known = json!({
        "topics": topics,
        "runs": tables.fact("compared", "runs").unwrap_or(0.0) as usize,
        "least": {"topics": LEAST_TOPICS, "runs": LEAST_RUNS},
        "unjudged": looked.unjudged.as_ref().map(ToString::to_string),
        "teams": looked.teams.len(),
        "draws": of.grid.draws_of(0),
        "measures": names.len(),
        "names": names,
        "depth": looked.description.depth,
        "depth_from": looked.depth_from,
        "is_described": looked.depth_from == DESCRIBED,
        "is_marked": looked.description.some_pooled,
        "pooled": looked.pooled.keys().collect::<Vec<_>>(),
        "drops_topics": looked.drops_topics,
        "is_cut": of.grid.measures.iter().any(|measure| is_cut(&measure.name)),
    });
    for statistic in ["fairly", "nearly"] {
        let parameters =
            of.grid.resolved.get("statistics").and_then(|all| all.get(statistic)?.get("team-change"));
        let limit = |name: &str| parameters?.get(name)?.text()?.parse::<f64>().ok();
        known[statistic] = json!({"change": limit("change"), "ranks": limit("ranks")});
    }
    let rows = tables.rows(rejudge_report::table::FilledCell::mean);
    let judges = judges(looked, &rows, topics);
    let json = |value: serde_json::Value| Value::from(Serde(value));
    [
        ("main", Value::from(main)),
        ("known", json(known)),
        ("t", Value::from(Serde(tables.cells()))),
        ("low", json(tables.rows(least))),
        ("high", json(tables.rows(greatest))),
        ("judges", json(judges.into())),
        ("rows", json(rows)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

/// Returns the rows of the judges that may stand in for people and give another ranking, each with the number of topics that
/// it labelled.
fn judges(looked: &Inspected, rows: &serde_json::Value, topics: usize) -> Vec<serde_json::Value> {
    let of = |(judge, counts): &(OtherJudge, JudgeCounts)| {
        let mut row = rows["judges"].as_array()?.iter().find(|row| row["row"] == judge.name)?.clone();
        row.get("tau-b").filter(|_| !judge.is_people && !counts.is_the_same)?;
        row["topics"] = topics.saturating_sub(counts.unlabelled_topics).into();
        Some(row)
    };
    looked.description.judges.iter().filter_map(of).collect()
}

/// The functions and filters of expressions and texts.
fn environment<'a>(tables: &'a [rejudge_report::table::FilledTable], looked: &Inspected) -> Environment<'a> {
    let mut out = Environment::new();
    out.set_undefined_behavior(UndefinedBehavior::Chainable);
    let tables = std::sync::Arc::new(tables.to_vec());
    let all = tables.clone();
    out.add_function("column", move |table: &str, column: &str, rows: Option<Vec<String>>| -> Vec<f64> {
        let is_wanted = |row: &String| rows.as_ref().is_none_or(|rows| rows.contains(row));
        let cells = Tables(&all).column(table, column).filter(|cell| is_wanted(&cell.row));
        cells.filter_map(rejudge_report::table::FilledCell::mean).collect()
    });
    let all = tables.clone();
    out.add_function("having", move |table: &str, column: &str| -> Vec<String> {
        Tables(&all).column(table, column).map(|cell| cell.row.clone()).collect()
    });
    let all = tables.clone();
    out.add_function("means", move |table: &str, rows: Vec<String>| {
        Value::from(Serde(means(Tables(&all), table, &rows)))
    });
    let all = tables.clone();
    out.add_function("steady", move |named: Vec<String>, rows: Vec<String>, limit: f64| {
        steady(Tables(&all), &named, &rows, limit)
    });
    let (all, teams) = (tables.clone(), looked.pooled.clone());
    out.add_function("growth_of_left_out", move |measure: &str| {
        growth(Tables(&all), measure, &teams).map(|growth| Value::from(Serde(growth)))
    });
    let pooled = looked.pooled.clone();
    out.add_filter("teams", move |runs: Vec<String>| {
        let teams = runs.iter().filter_map(|run| pooled.get(run).cloned());
        teams.collect::<std::collections::BTreeSet<String>>().into_iter().collect::<Vec<_>>()
    });
    out.add_filter("signed", |share: f64| format!("{:+.1}%", 100.0 * share));
    let all = tables.clone();
    out.add_function("pools_like_it", move |depth: u32| {
        pools_like_it(Tables(&all), depth).map(|pools| Value::from(Serde(pools)))
    });
    let all = tables.clone();
    out.add_function("order", move |table: &str, column: &str, enough: usize| {
        order(Tables(&all), table, column, enough).map(|found| Value::from(Serde(found)))
    });
    out.add_function("leading", move |named: Vec<String>, criteria: Value, leads: f64, enough: usize| {
        let criteria = serde_json::to_value(&criteria).ok().and_then(|of| serde_json::from_value(of).ok());
        let criteria: Vec<Criterion> =
            criteria.ok_or_else(|| wrong("expected [[table, column, is small], ..]"))?;
        Ok::<_, minijinja::Error>(
            leading(Tables(&tables), &named, &criteria, leads, enough).map(|found| Value::from(Serde(found))),
        )
    });
    out.add_filter("percent", |share: f64| match format!("{:.1}%", 100.0 * share) {
        // A rounded 100% that is not exactly all.
        all if share < 1.0 && all == "100.0%" => "nearly all".to_owned(),
        other => other,
    });
    // 100 * 0.07 is not 7.
    out.add_filter("whole", |share: f64| format!("{}%", (1e4 * share).round() / 100.0));
    out.add_filter("rounded", |share: f64| format!("{:.0}%", 100.0 * share));
    out.add_filter("fixed", |number: f64, digits: usize| format!("{number:.digits$}"));
    out.add_filter("counted", |count: usize, thing: &str| match thing {
        "criterion" if count != 1 => format!("{count} criteria"),
        _ => counted(count, thing),
    });
    out.add_filter("capital", |text: &str| capitalised(text));
    out.add_filter("listed", |names: Vec<String>| listed(&names));
    out.set_formatter(|out, state, value| {
        // Ranks and counts in tables are floats.
        match f64::try_from(value.clone()) {
            Ok(number) if value.kind() == ValueKind::Number && number.fract() == 0.0 => {
                minijinja::escape_formatter(out, state, &Value::from(number as i64))
            }
            _ => minijinja::escape_formatter(out, state, value),
        }
    });
    out
}

/// Returns names as a sentence has them: `A, B and C`.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => "none".to_owned(),
        [one] => one.as_ref().to_owned(),
        [others @ .., last] => {
            let others: Vec<&str> = others.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", others.join(", "), last.as_ref())
        }
    }
}

fn wrong(why: &'static str) -> minijinja::Error {
    minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every expression and text is valid Jinja, every sentence ends, a question that cannot be answered gives advice,
    /// and the tables shown are those of the experiment.
    #[test]
    fn the_table_is_well_formed() {
        let (table, looked) = (verdict_table().expect("YAML"), Inspected::default());
        let environment = environment(&[], &looked);
        let experiments = [
            include_str!("../../experiments/audit/experiment.yaml"),
            include_str!("../../experiments/audit-judges/experiment.yaml"),
            include_str!("../../experiments/audit-new-run/experiment.yaml"),
        ];
        let has_table = |name: &str| experiments.iter().any(|text| text.contains(&format!("\n  {name}:\n")));
        let check = |case: &Case| {
            let texts = [&case.sentence, &case.number, &case.number_is, &case.why, &case.assumes];
            for text in texts.into_iter().chain(case.helps.iter().map(|help| &help.text)) {
                environment.template_from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            }
            for expression in case.helps.iter().filter_map(|help| help.when.as_ref()).chain([&case.when]) {
                let compiled = environment.compile_expression(expression);
                compiled.unwrap_or_else(|error| panic!("{expression}: {error}"));
            }
            assert!(case.sentence.ends_with(['.', '}']), "{}", case.sentence);
            assert_eq!(case.verdict == Verdict::CannotSay, !case.helps.is_empty(), "{}", case.sentence);
            assert_eq!(case.number.is_empty(), case.number_is.is_empty(), "{}", case.sentence);
        };
        table.unless.iter().for_each(check);
        for case in &table.summary {
            environment.template_from_str(&case.sentence).expect("a sentence");
            environment.compile_expression(&case.when).expect("a condition");
        }
        for question in &table.questions {
            question.unless.iter().chain(&question.cases).for_each(check);
            if let Some(advice) = &question.advice {
                environment.template_from_str(&advice.text).expect("a text");
                environment
                    .compile_expression(advice.when.as_deref().unwrap_or("true"))
                    .expect("a condition");
            }
            assert!(question.shows.iter().all(|name| has_table(name)), "{:?}", question.shows);
            let last = question.cases.last().expect("a case");
            assert_eq!(last.when, "true", "{}: a case that always holds comes last", question.id);
            for expression in question.numbers.values().filter_map(serde_yaml::Value::as_str) {
                environment
                    .compile_expression(expression)
                    .unwrap_or_else(|error| panic!("{expression}: {error}"));
            }
        }
        assert_eq!(table.signs.len(), 5);
    }

    /// Each combination of verdicts has a summary, except for audits of scores alone.
    #[test]
    fn every_combination_of_verdicts_has_a_summary() {
        let (table, environment) = (verdict_table().expect("YAML"), environment(&[], &Inspected::default()));
        let summary = |verdicts: serde_json::Value| {
            let names = [("verdict", Value::from(Serde(verdicts))), ("tentative", true.into())];
            let names = names.map(|(name, value)| (name.to_owned(), value)).into();
            let case =
                first(&environment, table.summary.iter(), &names).expect("conditions").expect("a case");
            text_of(&environment, &case.sentence, &names).expect("a template")
        };
        for deep in ["yes", "partly", "no", "cannot-say"] {
            for fair in ["yes", "partly", "no", "cannot-say"] {
                let text = summary(json!({"deep": deep, "fair": fair, "topics": "no"}));
                assert!(text.ends_with('.') && !text.contains(" ,") && !text.contains(" ;"), "{text}");
            }
        }
        assert_eq!(summary(json!({"topics": "yes"})), "");
        assert_eq!(
            summary(json!({"deep": "partly", "fair": "no", "topics": "no"})),
            "Tentatively: fine for comparing these runs, but not for a new team whose documents are unjudged. \
             The topics are too few to detect a difference of .1."
        );
    }
}
