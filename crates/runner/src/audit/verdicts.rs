//! Answers the questions in verdicts.yaml from the tables of the experiment.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use minijinja::value::{Serde, ValueKind};
use minijinja::{Environment, UndefinedBehavior, Value};
use rejudge_collections::JudgeCounts;
use rejudge_collections::descriptor::Repeated;
use rejudge_metrics::Metric;
use rejudge_names::plural::{capitalised, counted};
use rejudge_pools::{MIN_RUNS, MIN_TOPICS};
use rejudge_report::table::{FilledCell, FilledTable};
use rejudge_tables::figures::sketch;
use rejudge_tables::page::{Card, Markdown};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_yaml::Mapping;

use crate::audit::inputs::DEPTH_FROM_DESCRIPTION;
use crate::audit::inspect::Inspected;
use crate::audit::measures::{
    Criterion, column_means, growth, leading_measures, order_measures, steady_measures,
};
use crate::audit::other_judge::OtherJudge;
use crate::audit::pictures::Picture;
use crate::audit::pools_like_it::pools_like_it;
use crate::audit::report::Audited;
use crate::audit::tables::{Tables, greatest, least};

/// The verdict of an audit on one question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuditVerdict {
    Yes,
    /// Yes, but only under a condition, or only for some runs or measures.
    Partly,
    No,
    /// The files are not enough to answer the question.
    #[default]
    CannotSay,
    /// The question does not arise, for example because there is only one measure.
    NotAsked,
}

/// The content of verdicts.yaml.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct VerdictTable {
    /// The sign and the word for each verdict.
    signs: BTreeMap<AuditVerdict, [String; 2]>,
    /// If this condition holds, the verdicts yes, partly and no are tentative.
    tentative: String,
    /// Cases in which no question can be answered.
    unless: Vec<Case>,
    /// Cases with the sentence that sums up the answers about the collection.
    summary: Vec<Case>,
    questions: Vec<Question>,
}

/// A question, the numbers that it reads, and the cases that decide its verdict.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Question {
    id: String,
    asks: String,
    /// The inputs that the question needs. `None` if scores are enough.
    of: Option<Needs>,
    /// The names of the tables and figures that show the question's numbers.
    shows: Vec<String>,
    picture: Option<Picture>,
    /// Cases in which this question cannot be answered.
    #[serde(default)]
    unless: Vec<Case>,
    numbers: Mapping,
    cases: Vec<Case>,
    /// A text below every answer that is yes, partly or no, if the text's condition holds.
    advice: Option<Help>,
}

/// The inputs that a question needs besides scores.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Needs {
    /// Judgments and runs.
    Judgments,
    /// A judge other than people, such as a model.
    Judges,
    /// A run of `--new-run`. The question is asked once for each of these runs.
    NewRuns,
}

/// An answer, and the condition under which it is given. Texts are templates.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Case {
    when: String,
    #[serde(default)]
    verdict: AuditVerdict,
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

/// A text that is shown if its condition holds, or always if it has no condition. It is advice, or says which
/// files or options would help.
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
    /// The id of the question.
    pub id: String,
    pub verdict: AuditVerdict,
    /// True if the verdict is tentative, because there are few topics or runs.
    pub is_tentative: bool,
    /// The question and its answer as the page shows them, without tables and figures.
    pub card: Card,
    /// The numbers that the answer uses.
    pub numbers: serde_json::Value,
    /// The names of the tables and figures that show these numbers.
    pub shows: Vec<String>,
    /// The new run that the question is about, counted from 1. `None` if it is about the collection.
    pub new_run: Option<usize>,
}

fn verdict_table() -> Result<VerdictTable> {
    serde_yaml::from_str(include_str!("verdicts.yaml")).context("verdicts.yaml")
}

/// Answers all questions that apply. Returns a sentence that sums up the answers about the collection
/// (empty if there are only score matrices), and all answers.
///
/// # Errors
/// If verdicts.yaml is wrong.
pub fn answers(audited: &Audited<'_>) -> Result<(String, Vec<Answer>)> {
    let table = verdict_table()?;
    let mut out = answer_questions(audited, &table, None)?;
    let mut names = context(audited);
    let verdicts: BTreeMap<&str, AuditVerdict> =
        out.iter().map(|answer| (answer.id.as_str(), answer.verdict)).collect();
    names.insert("verdict".to_owned(), Value::from(Serde(verdicts)));
    let environment = environment(&[], audited.inspected);
    names.insert("tentative".to_owned(), holds(&environment, &table.tentative, &names)?.into());
    let case = first_case(&environment, table.summary.iter(), &names)?;
    let case = case.context("verdicts.yaml: no summary holds")?;
    let summary = render(&environment, &case.sentence, &names)?;
    for new_run in 1..=audited.inspected.new_runs.len() {
        let tables = audited.tables_of_run(Some(new_run));
        out.extend(answer_questions(&Audited { tables: &tables, ..*audited }, &table, Some(new_run))?);
    }
    Ok((summary, out))
}

/// Answers the questions about one new run. If `new_run` is `None`, answers the questions about the collection.
fn answer_questions(
    audited: &Audited<'_>,
    table: &VerdictTable,
    new_run: Option<usize>,
) -> Result<Vec<Answer>> {
    let inspected = audited.inspected;
    let mut names = context(audited);
    if let Some(number) = new_run {
        names.insert("new".to_owned(), Value::from(Serde(facts_on_new_run(inspected, number))));
    }
    let environment = environment(audited.tables, inspected);
    let mut answers = Vec::new();
    for question in &table.questions {
        let can_be_asked = match question.of {
            Some(Needs::NewRuns) => new_run.is_some(),
            _ if new_run.is_some() => false,
            None => true,
            Some(Needs::Judgments) => inspected.is_judged(),
            Some(Needs::Judges) => inspected.asks_judges(),
        };
        if can_be_asked {
            let answer = answer(table, question, &environment, names.clone(), audited);
            let answer = answer.with_context(|| format!("verdicts.yaml, {}", question.id))?;
            answers.push(Answer { new_run, ..answer });
        }
    }
    Ok(answers)
}

/// Returns the facts about a new run that expressions may use. `number` is counted from 1.
fn facts_on_new_run(inspected: &Inspected, number: usize) -> serde_json::Value {
    let run = &inspected.new_runs[number - 1];
    json!({
        "run": run.name,
        "unjudged": run.unjudged(),
        "answered": run.answered,
        "list": run.list(),
        "depth": inspected.last_rank,
        "is_of_top": inspected.depends_only_on_top,
    })
}

fn answer(
    table: &VerdictTable,
    question: &Question,
    environment: &Environment<'_>,
    mut names: BTreeMap<String, Value>,
    audited: &Audited<'_>,
) -> Result<Answer> {
    let mut case = first_case(environment, table.unless.iter().chain(&question.unless), &names)?;
    let mut numbers = serde_json::Map::new();
    if case.is_none() {
        let missing = compute_numbers(question, environment, &mut names, &mut numbers)?;
        case = match missing {
            Some(name) => Some(Case {
                sentence: format!("This cannot be computed from these files: `{name}` has no value."),
                ..Case::default()
            }),
            None => first_case(environment, question.cases.iter(), &names)?,
        };
    }
    let case = case.context("no case holds")?;
    let is_decided = matches!(case.verdict, AuditVerdict::Yes | AuditVerdict::Partly | AuditVerdict::No);
    let is_tentative = holds(environment, &table.tentative, &names)? && is_decided;
    let text = |template: &str| render(environment, template, &names);
    let mut small_print = Vec::new();
    for line in [&case.why, &case.assumes] {
        small_print.extend(Some(text(line)?).filter(|line| !line.is_empty()));
    }
    for help in &case.helps {
        if help.when.as_ref().map_or(Ok(true), |when| holds(environment, when, &names))? {
            small_print.push(format!("Would help: {}.", text(&help.text)?));
        }
    }
    if let Some(advice) = question.advice.as_ref().filter(|_| is_decided)
        && advice.when.as_ref().map_or(Ok(true), |when| holds(environment, when, &names))?
    {
        small_print.push(text(&advice.text)?);
    }
    let [sign, word] = &table.signs[&case.verdict];
    let picture = question.picture.as_ref();
    let marked = picture.and_then(|picture| names.get(picture.marked_number()?));
    let marked = marked.and_then(|number| f64::try_from(number.clone()).ok());
    let marked = marked.filter(|_| case.verdict != AuditVerdict::CannotSay);
    let new_run = names.get("run").and_then(Value::as_str);
    let main = &audited.grid.measures[0].label;
    let picture = picture.and_then(|picture| picture.sketch(Tables(audited.tables), main, marked, new_run));
    let class = match case.verdict {
        AuditVerdict::Yes => "yes",
        AuditVerdict::Partly => "partly",
        AuditVerdict::No => "no",
        AuditVerdict::CannotSay | AuditVerdict::NotAsked => "unsaid",
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

/// Computes the numbers of a question in their order, because later ones may use earlier ones. A number may
/// be missing if its name ends with `?`. If any other number is missing, we stop there and return its name.
fn compute_numbers(
    question: &Question,
    environment: &Environment<'_>,
    names: &mut BTreeMap<String, Value>,
    numbers: &mut serde_json::Map<String, serde_json::Value>,
) -> Result<Option<String>> {
    for (name, expression) in &question.numbers {
        let (name, expression) = (name.as_str().unwrap_or_default(), expression.as_str().unwrap_or_default());
        let (name, is_optional) = name.strip_suffix('?').map_or((name, false), |name| (name, true));
        let value = environment.compile_expression(expression)?.eval(&*names)?;
        let value = if value.is_undefined() { Value::from(()) } else { value };
        if value.is_none() && !is_optional {
            return Ok(Some(name.to_owned()));
        }
        numbers.insert(name.to_owned(), serde_json::to_value(&value)?);
        names.insert(name.to_owned(), value);
    }
    Ok(None)
}

/// Returns the first case whose condition holds.
fn first_case<'c>(
    environment: &Environment<'_>,
    cases: impl Iterator<Item = &'c Case>,
    names: &BTreeMap<String, Value>,
) -> Result<Option<Case>> {
    for case in cases {
        if holds(environment, &case.when, names)? {
            return Ok(Some(case.clone()));
        }
    }
    Ok(None)
}

fn holds(environment: &Environment<'_>, condition: &str, names: &BTreeMap<String, Value>) -> Result<bool> {
    Ok(environment.compile_expression(condition)?.eval(names)?.is_true())
}

/// Fills in a template, and replaces each stretch of white space with one space.
fn render(environment: &Environment<'_>, template: &str, names: &BTreeMap<String, Value>) -> Result<String> {
    Ok(environment.render_str(template, names)?.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns the names that expressions may use, with their values.
fn context(audited: &Audited<'_>) -> BTreeMap<String, Value> {
    let tables = Tables(audited.tables);
    let Audited { grid, inspected, .. } = *audited;
    let main = grid.measures[0].label.as_str();
    let names: Vec<&str> = grid.measures.iter().map(|measure| measure.label.as_str()).collect();
    let topics = tables.fact("facts", "topics").unwrap_or(0.0) as usize;
    let has_means = |(judge, counts): &&(OtherJudge, JudgeCounts)| {
        judge.file.repeated == Repeated::Mean && counts.repeated > 0
    };
    let with_means = inspected.description.judges.iter().filter(has_means);
    let mean_labels: Vec<&str> = with_means.map(|(judge, _)| judge.name.as_str()).collect();
    let mut facts = json!({
        "topics": topics,
        "runs": tables.fact("compared", "runs").unwrap_or(0.0) as usize,
        "least": {"topics": MIN_TOPICS, "runs": MIN_RUNS},
        "unjudged": inspected.unjudged.as_ref().map(ToString::to_string),
        "teams": inspected.teams.len(),
        "draws": grid.draws_of(0),
        "measures": names.len(),
        "names": names,
        "depth": inspected.description.depth,
        "depth_from": inspected.depth_from,
        "is_described": inspected.depth_from == DEPTH_FROM_DESCRIPTION,
        "is_marked": inspected.description.some_pooled,
        "pooled": inspected.pooled.keys().collect::<Vec<_>>(),
        "drops_topics": inspected.drops_topics,
        "mean_labels": mean_labels,
        "is_cut": grid.measures.iter().any(|measure| is_cut(&measure.name)),
    });
    for statistic in ["fairly", "nearly"] {
        let parameters =
            grid.resolved.get("statistics").and_then(|node| node.get(statistic)?.get("team-change"));
        let limit = |name: &str| parameters?.get(name)?.text()?.parse::<f64>().ok();
        facts[statistic] = json!({"change": limit("change"), "ranks": limit("ranks")});
    }
    let rows = tables.rows(FilledCell::mean);
    let judges = judges(inspected, &rows, topics);
    let json = |value: serde_json::Value| Value::from(Serde(value));
    [
        ("main", Value::from(main)),
        ("known", json(facts)),
        ("t", Value::from(Serde(tables.cells()))),
        ("low", json(tables.rows(least))),
        ("high", json(tables.rows(greatest))),
        ("judges", json(judges.into())),
        ("rows", json(rows)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

/// Returns true if this is the name of a measure with a cutoff.
fn is_cut(measure: &str) -> bool {
    measure.parse::<Metric>().is_ok_and(|metric| metric.cutoff().is_some())
}

/// Returns the rows of the table `judges` about judges that are not people, each with the number of topics
/// that the judge labelled. We leave out a judge without a tau-b, and a judge that gave the same labels as
/// the judgments, because such a judge ranks the runs as the judgments do.
fn judges(inspected: &Inspected, rows: &serde_json::Value, topics: usize) -> Vec<serde_json::Value> {
    let judges = inspected.description.judges.iter();
    judges.filter_map(|(judge, counts)| row_of_judge(judge, counts, rows, topics)).collect()
}

fn row_of_judge(
    judge: &OtherJudge,
    counts: &JudgeCounts,
    rows: &serde_json::Value,
    topics: usize,
) -> Option<serde_json::Value> {
    let mut row = rows["judges"].as_array()?.iter().find(|row| row["row"] == judge.name)?.clone();
    row.get("tau-b").filter(|_| !judge.file.people && !counts.equals_judgments)?;
    row["topics"] = topics.saturating_sub(counts.unlabelled_topics).into();
    Some(row)
}

/// Returns the environment for expressions and texts, with its functions and filters.
fn environment<'a>(tables: &'a [FilledTable], inspected: &Inspected) -> Environment<'a> {
    let mut out = Environment::new();
    out.set_undefined_behavior(UndefinedBehavior::Chainable);
    let tables = std::sync::Arc::new(tables.to_vec());
    let shared = tables.clone();
    out.add_function("column", move |table: &str, column: &str, rows: Option<Vec<String>>| -> Vec<f64> {
        let is_selected = |row: &String| rows.as_ref().is_none_or(|rows| rows.contains(row));
        let cells = Tables(&shared).column(table, column).filter(|cell| is_selected(&cell.row));
        cells.filter_map(FilledCell::mean).collect()
    });
    let shared = tables.clone();
    out.add_function("having", move |table: &str, column: &str| -> Vec<String> {
        Tables(&shared).column(table, column).map(|cell| cell.row.clone()).collect()
    });
    let shared = tables.clone();
    out.add_function("means", move |table: &str, rows: Vec<String>| {
        Value::from(Serde(column_means(Tables(&shared), table, &rows)))
    });
    let shared = tables.clone();
    out.add_function("steady", move |measures: Vec<String>, runs: Vec<String>, limit: f64| {
        steady_measures(Tables(&shared), &measures, &runs, limit)
    });
    let (shared, teams) = (tables.clone(), inspected.pooled.clone());
    out.add_function("growth_of_left_out", move |measure: &str| {
        growth(Tables(&shared), measure, &teams).map(|growth| Value::from(Serde(growth)))
    });
    let pooled = inspected.pooled.clone();
    out.add_filter("teams", move |runs: Vec<String>| {
        let teams = runs.iter().filter_map(|run| pooled.get(run).cloned());
        teams.collect::<BTreeSet<String>>().into_iter().collect::<Vec<_>>()
    });
    out.add_filter("signed", |share: f64| format!("{:+.1}%", 100.0 * share));
    let shared = tables.clone();
    out.add_function("pools_like_it", move |depth: u32| {
        pools_like_it(Tables(&shared), depth).map(|pools| Value::from(Serde(pools)))
    });
    let shared = tables.clone();
    out.add_function("order", move |table: &str, column: &str, fewest_draws: usize| {
        order_measures(Tables(&shared), table, column, fewest_draws).map(|order| Value::from(Serde(order)))
    });
    out.add_function(
        "leading",
        move |measures: Vec<String>, criteria: Value, least_share: f64, fewest_draws: usize| {
            let criteria =
                serde_json::to_value(&criteria).ok().and_then(|json| serde_json::from_value(json).ok());
            let criteria: Vec<Criterion> = criteria
                .ok_or_else(|| invalid_operation("expected [[table, column, lower is better], ..]"))?;
            let leading = leading_measures(Tables(&tables), &measures, &criteria, least_share, fewest_draws);
            Ok::<_, minijinja::Error>(leading.map(|leading| Value::from(Serde(leading))))
        },
    );
    out.add_filter("percent", |share: f64| match format!("{:.1}%", 100.0 * share) {
        // 99.97% would be rounded to 100.0%, and a reader would think that it is all.
        text if share < 1.0 && text == "100.0%" => "nearly all".to_owned(),
        text => text,
    });
    // Round first, because in floating point 100 * 0.07 is 7.000000000000001.
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
        // Ranks and counts are floats in tables. Show them without a decimal point.
        match f64::try_from(value.clone()) {
            Ok(number) if value.kind() == ValueKind::Number && number.fract() == 0.0 => {
                minijinja::escape_formatter(out, state, &Value::from(number as i64))
            }
            _ => minijinja::escape_formatter(out, state, value),
        }
    });
    out
}

/// Joins names as in a sentence: `A, B and C`.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => "none".to_owned(),
        [name] => name.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

fn invalid_operation(why: &'static str) -> minijinja::Error {
    minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the expressions and texts of all cases are valid Jinja, that the sentence of a case ends
    /// with a full stop or a placeholder, that a case says what would help if and only if its verdict is
    /// *cannot say*, and that the experiments have all tables that are shown.
    #[test]
    fn the_table_is_well_formed() {
        let (table, inspected) = (verdict_table().expect("YAML"), Inspected::default());
        let environment = environment(&[], &inspected);
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
            assert_eq!(case.verdict == AuditVerdict::CannotSay, !case.helps.is_empty(), "{}", case.sentence);
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

    /// Checks that an audit of scores has no summary, and that every combination of the verdicts on `deep` and `fair` has
    /// one.
    #[test]
    fn every_combination_of_verdicts_has_a_summary() {
        let (table, environment) = (verdict_table().expect("YAML"), environment(&[], &Inspected::default()));
        let summary = |verdicts: serde_json::Value| {
            let names = [("verdict", Value::from(Serde(verdicts))), ("tentative", true.into())];
            let names = names.map(|(name, value)| (name.to_owned(), value)).into();
            let case =
                first_case(&environment, table.summary.iter(), &names).expect("conditions").expect("a case");
            render(&environment, &case.sentence, &names).expect("a template")
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
