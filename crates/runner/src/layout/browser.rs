//! Reads the TREC browser's Markdown pages, which have each run's team, its address, and the scores that NIST
//! printed.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Error, Result, bail};
use rejudge_collections::descriptor::origin::{BrowserTeams, Scores};
use rejudge_names::Mistyped;
use rejudge_names::plural::counted;

use crate::layout::at_line;
use crate::layout::tables::{first_column, tab_separated};

/// The heading of a run begins with this.
const RUN_HEADING: &str = "#### ";

/// Makes a table of runs and their teams from the page `runs.md`. The table has the runs of the task in `rule`, or all runs
/// if the page has no tasks.
pub(crate) fn teams(rule: &BrowserTeams, source: &[u8]) -> Result<Vec<u8>> {
    let text = String::from_utf8_lossy(source);
    let (mut rows, mut teams) = (Vec::new(), BTreeSet::new());
    for section in sections_of_task(rule, &text)? {
        let team = section.required_value("Participant")?;
        let name = rule.words.get(&team).unwrap_or(&team).clone();
        rows.push(vec![section.required_value("Run ID")?, name]);
        teams.insert(team);
    }
    match rule.words.keys().find(|team| !teams.contains(*team)) {
        Some(team) => Err(unknown(&teams, "participant", team)),
        None => Ok(tab_separated(&[], rows)),
    }
}

/// Returns the address of each run that [`teams`] lists.
pub(crate) fn addresses(rule: &BrowserTeams, source: &[u8]) -> Result<BTreeMap<String, String>> {
    let text = String::from_utf8_lossy(source);
    let mut addresses = BTreeMap::new();
    for section in sections_of_task(rule, &text)? {
        let run = section.required_value("Run ID")?;
        // A file gets the name of its run, and a name such as `../a` would be a path to another folder.
        if run.is_empty() || run.starts_with('.') || run.contains(|c: char| c == '/' || c.is_control()) {
            return Err(at_line(section.number, format!("`{run}` is not a valid file name")));
        }
        let mut links =
            section.lines.iter().filter_map(|line| line.split_once("[**`Input`**](")?.1.split_once(')'));
        let (address, _) = links.next().ok_or_else(|| at_line(section.number, "the run has no `Input`"))?;
        if addresses.insert(run, address.to_owned()).is_some() {
            return Err(at_line(section.number, "duplicate run"));
        }
    }
    Ok(addresses)
}

/// Returns the sections for the runs of a task, or all sections if neither the rule nor the page has a task.
fn sections_of_task<'a>(rule: &BrowserTeams, text: &'a str) -> Result<Vec<Section<'a>>> {
    let (mut chosen_sections, mut tasks) = (Vec::new(), BTreeSet::new());
    for section in sections(text) {
        let task = match (&rule.task, section.value("Task")) {
            (None, None) => None,
            (None, Some(task)) => {
                let reason = format!("the run belongs to the task `{task}`: add `task` to the description");
                return Err(at_line(section.number, reason));
            }
            (Some(_), _) => Some(section.required_value("Task")?),
        };
        if task == rule.task {
            chosen_sections.push(section);
        }
        tasks.extend(task);
    }
    match &rule.task {
        Some(task) if chosen_sections.is_empty() => Err(unknown(&tasks, "task", task)),
        None if chosen_sections.is_empty() => bail!("the page has no run"),
        _ => Ok(chosen_sections),
    }
}

fn unknown(names: &BTreeSet<String>, kind: &str, name: &str) -> Error {
    Mistyped::unknown(kind, name, &names.iter().map(String::as_str).collect::<Vec<_>>()).into()
}

/// Makes a table of printed scores from the page `results.md`, for the runs in the first column of the table `runs`.
pub(crate) fn scores(rule: &Scores, source: &[u8], runs: &[u8]) -> Result<Vec<u8>> {
    let text = String::from_utf8_lossy(source);
    let mut missing = first_column(runs)?;
    let mut rows = Vec::new();
    for section in sections(&text) {
        if !missing.remove(section.run) {
            continue;
        }
        let (mut count, mut summary) = (0, "");
        for (line, number) in section.lines.iter().zip(section.number + 1..) {
            if let Some((name, _)) = line.split_once("\"summary (").and_then(|(_, rest)| rest.split_once(')'))
            {
                summary = name;
            }
            let fields: Vec<&str> = line.split_whitespace().collect();
            let (Some(measures), [measure, "all", value]) = (rule.summaries.get(summary), &fields[..]) else {
                continue;
            };
            if measures.iter().any(|name| name == measure) {
                if value.parse::<f64>().is_err() {
                    return Err(at_line(number, format!("`{value}` is not a number")));
                }
                count += 1;
                rows.push([section.run, measure, value, summary].map(str::to_owned).to_vec());
            }
        }
        let expected: usize = rule.summaries.values().map(Vec::len).sum();
        if count != expected {
            let reason =
                format!("the run `{}` has {}, expected {expected}", section.run, counted(count, "score"));
            return Err(at_line(section.number, reason));
        }
    }
    match missing.first() {
        Some(run) => bail!("the page has no run `{run}`"),
        None => Ok(tab_separated(&["run", "measure", "value", "summary"].map(str::to_owned), rows)),
    }
}

/// The section of a run on a page.
struct Section<'a> {
    run: &'a str,
    /// The line number of the heading, from 1.
    number: usize,
    /// The lines after the heading.
    lines: Vec<&'a str>,
}

impl Section<'_> {
    /// Returns the text that follows a name in bold, such as `**Task:**`.
    fn value(&self, name: &str) -> Option<String> {
        let mut lines = self.lines.iter().filter_map(|line| line.split_once(&format!("**{name}:**")));
        lines.next().map(|(_, value)| value.trim().to_owned())
    }

    fn required_value(&self, name: &str) -> Result<String> {
        self.value(name).ok_or_else(|| at_line(self.number, format!("the run has no `{name}`")))
    }
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        match line.strip_prefix(RUN_HEADING) {
            Some(run) => sections.push(Section { run: run.trim(), number, lines: Vec::new() }),
            None => sections.iter_mut().last().into_iter().for_each(|section| section.lines.push(line)),
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNS: &str = "# Runs\n\n#### b \n- :x: **Run ID:** b \n- :x: **Participant:** Two T \n- :x: **Task:** docs \n\
        \n---\n#### a \n- :x: **Run ID:** a \n- :x: **Participant:** T1 \n- :x: **Task:** passages \n";
    const RESULTS: &str = "# Results\n#### a \n??? example \"summary (trec_eval)\"\n\t```\n\tmap\t\tall\t0.10\n\
        \tP_10\tall\t0.20\n\t```\n??? example \"summary (passages-eval)\"\n\tmap\tall\t0.30\n---\n#### b\n";

    fn score_rule(summaries: &[(&str, &[&str])]) -> Scores {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let summaries =
            summaries.iter().map(|(name, measures)| ((*name).to_owned(), owned(measures))).collect();
        Scores { runs_of: "teams.tsv".into(), summaries }
    }

    #[test]
    fn a_page_gives_the_teams_of_one_task_or_of_all_runs() {
        let page: String =
            RUNS.lines().filter(|line| !line.contains("Task")).map(|line| format!("{line}\n")).collect();
        let without = page.replace("- :x: **Participant:** T1 \n", "");
        for (page, task, renamed, expected) in [
            (RUNS, Some("passages"), None, Ok("a\tT1\n")),
            (RUNS, Some("docs"), None, Ok("b\tTwo T\n")),
            (
                RUNS,
                Some("passage"),
                None,
                Err("unknown task `passage`, expected one of `docs`, `passages` (did you mean `passages`?)"),
            ),
            (
                RUNS,
                None,
                None,
                Err("line 3: the run belongs to the task `docs`: add `task` to the description"),
            ),
            (&page, None, None, Ok("a\tT1\nb\tTwo T\n")),
            (&page, None, Some(["Two T", "T2"]), Ok("a\tT1\nb\tT2\n")),
            (
                &page,
                None,
                Some(["Two-T", "T2"]),
                Err("unknown participant `Two-T`, expected one of `T1`, `Two T` (did you mean `Two T`?)"),
            ),
            ("# Runs\n", None, None, Err("the page has no run")),
            (&without, None, None, Err("line 8: the run has no `Participant`")),
        ] {
            let words = renamed.iter().map(|[from, to]| ((*from).to_owned(), (*to).to_owned())).collect();
            let table = teams(&BrowserTeams { task: task.map(str::to_owned), words }, page.as_bytes());
            let table = table.map(|bytes| String::from_utf8(bytes).expect("text"));
            let table = table.map_err(|error| error.to_string());
            assert_eq!(table.as_deref().map_err(String::as_str), expected, "{task:?} {renamed:?}");
        }
    }

    #[test]
    fn addresses_are_the_inputs_of_a_task() {
        let linked =
            |run: &str| format!("[**`Results`**](./r.md) | [**`Input`**](https://h/{run}.gz) | [x](y)\n");
        let page = RUNS.replace("#### a \n", &format!("#### a \n{}", linked("a")));
        let read = |page: &str| {
            let rule = BrowserTeams { task: Some("passages".into()), ..BrowserTeams::default() };
            let addresses = addresses(&rule, page.as_bytes()).map_err(|error| error.to_string())?;
            Ok::<_, String>(
                addresses.into_iter().map(|(run, address)| format!("{run} {address}")).collect::<Vec<_>>(),
            )
        };
        assert_eq!(read(&page), Ok(vec!["a https://h/a.gz".to_owned()]));
        assert_eq!(read(RUNS), Err("line 9: the run has no `Input`".to_owned()));
        let evil = page.replace("**Run ID:** a", "**Run ID:** ../a");
        assert_eq!(read(&evil), Err("line 9: `../a` is not a valid file name".to_owned()));
        let last = &page[page.rfind("#### a").expect("the last run")..];
        assert_eq!(read(&format!("{page}\n{last}")), Err("line 15: duplicate run".to_owned()));
    }

    #[test]
    fn scores_come_from_the_named_summaries() {
        let table = |summaries: &[(&str, &[&str])], runs: &str| {
            let bytes = scores(&score_rule(summaries), RESULTS.as_bytes(), runs.as_bytes())?;
            Ok::<_, anyhow::Error>(String::from_utf8_lossy(&bytes).into_owned())
        };
        let summaries: &[(&str, &[&str])] = &[("passages-eval", &["map"]), ("trec_eval", &["P_10"])];
        let heading = "run\tmeasure\tvalue\tsummary\n";
        let expected = format!("{heading}a\tP_10\t0.20\ttrec_eval\na\tmap\t0.30\tpassages-eval\n");
        assert_eq!(table(summaries, "a\tT1\n").expect("scores"), expected);
        let error = table(summaries, "a\tT1\nb\tT2\n").expect_err("no scores").to_string();
        assert_eq!(error, "line 11: the run `b` has 0 scores, expected 2");
        assert_eq!(table(summaries, "c\tT\n").expect_err("no run").to_string(), "the page has no run `c`");
    }
}
