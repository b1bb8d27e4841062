//! `rejudge measures`

use std::fmt::Write;
use std::path::Path;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::has_judgments;
use rejudge_eval::{Preset, RequestedMeasures, worked_example};
use rejudge_metrics::registry::{Entry, Relevance};
use rejudge_metrics::{
    AMBIGUOUS, ANSWERS, Family, Metric, NameError, Summary, ambiguous, answer, synonyms, trec_eval,
};
use rejudge_names::meant;

use super::args::Global;
use super::output::{Failure, print};
use super::{GOOD, completion};

/// `rejudge measures`
#[derive(Debug, ClapArgs)]
pub struct Measures {
    /// Measure to explain: formula, parameters, source and a worked example
    #[arg(add = ArgValueCompleter::new(completion::measures))]
    pub measure: Option<String>,
}

pub fn main(_: &Global, args: &Measures) -> Result<u8, Failure> {
    let text = match &args.measure {
        None => list(),
        Some(name) => explain(name)?,
    };
    print(&text)?;
    Ok(GOOD)
}

type GroupFilter = fn(Family) -> bool;

/// The groups of families in the list of measures: title and filter.
const GROUPS: [(&str, GroupFilter); 4] = [
    ("Binary: relevant at or above a level (--min-rel, or rel=2 in the name)", |family| {
        reads_documents(family, Relevance::Binary)
    }),
    ("Graded: by gain (--gains, or gains={1: 1, 2: 3} in the name)", |family| {
        reads_documents(family, Relevance::Graded)
    }),
    ("Completeness of judgments", |family| reads_documents(family, Relevance::Any)),
    ("Diversity: judgments by intent (--by-intent)", Family::is_by_intent),
];

/// Returns true if a family uses judgments of documents (not of intents), with this kind of relevance.
fn reads_documents(family: Family, relevance: Relevance) -> bool {
    !family.is_by_intent() && family.entry().relevance == relevance
}

/// Returns a list of all families, one on each line, and of names that do not mean one measure.
fn list() -> String {
    let mut text =
        String::from("With a prime (AP', or judged_only=True) a measure looks at the condensed list.\n");
    for (heading, is_in_group) in GROUPS {
        let _ = writeln!(text, "\n{heading}");
        let entries = Family::ALL.iter().filter(|&&family| is_in_group(family));
        let rows: Vec<(String, &Entry)> =
            entries.map(|family| (form(family.entry()), family.entry())).collect();
        // A few forms are much wider than the others. They do not widen the column.
        let widths = rows.iter().map(|(form, _)| form.chars().count());
        let width = widths.filter(|&width| width <= MAX_FORM_WIDTH).max().unwrap_or(0);
        for (form, entry) in &rows {
            let _ = writeln!(text, "  {form:<width$}  {}: {} [{}]", entry.title, entry.formula, entry.source);
        }
    }
    text.push_str("\nNames in papers that are not a single measure\n");
    for (names, answer) in ANSWERS {
        let _ = writeln!(text, "  {}: {answer}", names.join(", "));
    }
    text.push_str("\nNames with different meanings in different tools; `eval` refuses them (k: digits)\n");
    for (names, meanings) in AMBIGUOUS {
        let _ =
            writeln!(text, "  {}: {}", names.join(", ").replace("{k}", "k"), meanings.replace("{k}", "k"));
    }
    text.push_str("\n`rejudge measures NAME` explains one measure, with a worked example.\n");
    text
}

/// A wider form does not widen the column.
const MAX_FORM_WIDTH: usize = 32;

/// Returns the form of a family's names: with the default of each parameter, and with a mark if they may have a cutoff. For
/// example, `RBP(p=0.8)[@k]`.
fn form(entry: &Entry) -> String {
    format!("{}{}", entry.form(), entry.cutoff.mark())
}

/// Returns a text that explains one measure.
fn explain(name: &str) -> Result<String, Failure> {
    if metric(name).is_err()
        && let Some(meanings) = ambiguous(name)
    {
        return Ok(format!("{name} {meanings}.\n"));
    }
    let metric = match (metric(name), trec_eval::expand(name)) {
        (Ok(metric), _) => metric,
        (Err(_), Some(set)) => {
            let names: Vec<String> = set.iter().map(ToString::to_string).collect();
            return Ok(format!("trec_eval's {name}: {}\n", names.join(" ")));
        }
        (Err(error), None) => match (measure_of_other_tool(name), answer(name)) {
            (Some(metric), _) => metric,
            (None, Some(answer)) => return Ok(format!("{name} {answer}.\n")),
            (None, None) if Path::new(name).exists() => {
                let qrels = if has_judgments(Path::new(name)) { name } else { "QRELS" };
                return Err(Failure::usage(format!(
                    "{name}: expected the name of a measure, found a file; `rejudge eval {qrels} RUN.. -m AP` scores runs"
                )));
            }
            (None, None) => {
                let rest = name.split_once(' ').filter(|(word, _)| word.eq_ignore_ascii_case("mean"));
                let measure =
                    rest.and_then(|(_, rest)| metric(rest).ok().or_else(|| measure_of_other_tool(rest)));
                let hint = meant(measure.map(|measure| measure.to_string()).as_deref());
                return Err(Failure::usage(format!("{error}{hint}")));
            }
        },
    };
    let entry = metric.family().entry();
    let mut text = format!("{}: {}\n", form(entry), entry.title);
    if metric.to_string() != name {
        let _ = writeln!(text, "{name} is {metric}");
    }
    text.push('\n');
    let _ = writeln!(text, "  {}\n", entry.formula);
    for parameter in entry.parameters {
        let default = parameter.default.map(|default| format!("; default {default}")).unwrap_or_default();
        let condition = parameter.only_with.map(|(required, word)| format!("; with {required}='{word}'"));
        let (condition, expected) = (condition.unwrap_or_default(), parameter.domain.expected());
        let _ =
            writeln!(text, "  {:<10} {}: {expected}{default}{condition}", parameter.name, parameter.meaning);
    }
    match entry.relevance {
        Relevance::Binary => text.push_str("  rel        level from which a document is relevant; default: --min-rel\n"),
        Relevance::Graded => text.push_str(
            "  gains      'linear', 'exponential' or a gain for each level, as in {1: 1, 2: 3}; default: --gains\n",
        ),
        Relevance::Any => {}
    }
    let summary = match entry.summary {
        Summary::Mean => {
            "arithmetic mean over topics; a topic where the measure is undefined scores 0".to_owned()
        }
        Summary::GeometricMean => {
            let floor = Summary::GEOMETRIC_FLOOR;
            format!("geometric mean over topics; scores below {floor} count as {floor}")
        }
        Summary::Sum => "sum over topics".to_owned(),
    };
    let _ = writeln!(text, "\nRun:     {summary}\nSource:  {}", entry.source);
    if let Some(answer) = answer(name) {
        let _ = writeln!(text, "Others:  {name} {answer}");
    }
    let other_names: Vec<&str> = synonyms()
        .filter(|(_, ours)| {
            ours.strip_prefix(entry.name)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "_-+#".contains(c)))
        })
        .map(|(name, _)| name)
        .collect();
    if !other_names.is_empty() {
        let _ = writeln!(text, "Also:    {}", other_names.join(", "));
    }
    let example = worked_example(&metric).map_err(|error| Failure::usage(error.to_string()))?;
    let _ = writeln!(text, "\n{example}");
    Ok(text)
}

/// Returns the measure called `name`. If the name lacks a cutoff that it needs, we add one, as in P@5 for `P`.
fn metric(name: &str) -> Result<Metric, NameError> {
    let with_cutoff = || ["@5", "@0.5"].into_iter().find_map(|cutoff| format!("{name}{cutoff}").parse().ok());
    name.parse().or_else(|error| with_cutoff().ok_or(error))
}

/// Returns the measure that another tool calls `name`. If the name lacks a cutoff that it needs, we add one.
fn measure_of_other_tool(name: &str) -> Option<Metric> {
    [name.to_owned(), format!("{name}@5")].into_iter().find_map(|name| {
        match RequestedMeasures::read(&[name], Preset::Trec10).ok()?.metrics.as_slice() {
            [metric] => Some(metric.clone()),
            _ => None,
        }
    })
}
