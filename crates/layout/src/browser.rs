//! Pages of the TREC browser (Markdown): which team a run is of, and the scores that NIST printed of it.

use std::collections::BTreeSet;

use rejudge_descriptor::origin::Scores;

use crate::error::{Lacks, no_such};
use crate::tables::{first_column, written};

/// The heading of a run.
const RUN: &str = "#### ";

/// Runs of a task with their teams, from `runs.md`.
pub(crate) fn teams(task: &str, source: &[u8]) -> Result<Vec<u8>, Lacks> {
    let text = String::from_utf8_lossy(source);
    let (mut rows, mut tasks) = (Vec::new(), BTreeSet::new());
    for section in sections(&text) {
        let field = |name: &str| {
            let lines = section.lines.iter().filter_map(|line| line.split_once(&format!("**{name}:**")));
            let value = lines.map(|(_, value)| value.trim().to_owned()).next();
            let missing = || Lacks::line(section.number, format!("the run has no `{name}`"));
            value.ok_or_else(missing)
        };
        let of = field("Task")?;
        if of == task {
            rows.push(vec![field("Run ID")?, field("Participant")?]);
        }
        tasks.insert(of);
    }
    if rows.is_empty() {
        let tasks: Vec<&str> = tasks.iter().map(String::as_str).collect();
        return Err(Lacks::whole(no_such("task", task, &tasks)));
    }
    Ok(written(&[], rows))
}

/// Printed scores of the runs of a table, from `results.md`.
pub(crate) fn scores(wanted: &Scores, source: &[u8], runs: &[u8]) -> Result<Vec<u8>, Lacks> {
    let text = String::from_utf8_lossy(source);
    let mut missing = first_column(runs)?;
    let mut rows = Vec::new();
    for section in sections(&text) {
        if !missing.remove(section.run) {
            continue;
        }
        let mut found = 0;
        let mut summary = "";
        for (line, number) in section.lines.iter().zip(section.number + 1..) {
            if let Some(name) = line.split_once("\"summary (").and_then(|(_, rest)| rest.split_once(')')) {
                summary = name.0;
            }
            let fields: Vec<&str> = line.split_whitespace().collect();
            let (Some(measures), [measure, "all", value]) = (wanted.summaries.get(summary), &fields[..])
            else {
                continue;
            };
            if measures.iter().any(|wanted| wanted == measure) {
                if value.parse::<f64>().is_err() {
                    return Err(Lacks::line(number, format!("`{value}` is not a number")));
                }
                found += 1;
                rows.push([section.run, measure, value, summary].map(str::to_owned).to_vec());
            }
        }
        let expected: usize = wanted.summaries.values().map(Vec::len).sum();
        if found != expected {
            let reason = format!("the run `{}` has {found} scores, expected {expected}", section.run);
            return Err(Lacks::line(section.number, reason));
        }
    }
    match missing.first() {
        Some(run) => Err(Lacks::whole(format!("there is no run `{run}`"))),
        None => Ok(written(&["run", "measure", "value", "summary"].map(str::to_owned), rows)),
    }
}

/// What a page says of a run.
struct Section<'a> {
    run: &'a str,
    /// Its heading's line, from 1.
    number: usize,
    /// The lines after the heading.
    lines: Vec<&'a str>,
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        match line.strip_prefix(RUN) {
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

    fn wanted(summaries: &[(&str, &[&str])]) -> Scores {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let summaries = summaries.iter().map(|(name, of)| ((*name).to_owned(), owned(of))).collect();
        Scores { runs_of: "teams.tsv".into(), summaries }
    }

    #[test]
    fn teams_are_those_of_a_task() {
        assert_eq!(teams("passages", RUNS.as_bytes()).expect("teams"), b"a\tT1\n");
        assert_eq!(teams("docs", RUNS.as_bytes()).expect("teams"), b"b\tTwo T\n");
        let error = teams("passage", RUNS.as_bytes()).expect_err("no task").reason;
        assert_eq!(error, "there is no task `passage`, did you mean `passages`?");
    }

    #[test]
    fn scores_are_those_of_a_summary() {
        let made = |summaries: &[(&str, &[&str])], runs: &str| {
            let bytes = scores(&wanted(summaries), RESULTS.as_bytes(), runs.as_bytes())?;
            Ok::<_, Lacks>(String::from_utf8_lossy(&bytes).into_owned())
        };
        let both: &[(&str, &[&str])] = &[("passages-eval", &["map"]), ("trec_eval", &["P_10"])];
        let heading = "run\tmeasure\tvalue\tsummary\n";
        let expected = format!("{heading}a\tP_10\t0.20\ttrec_eval\na\tmap\t0.30\tpassages-eval\n");
        assert_eq!(made(both, "a\tT1\n").expect("scores"), expected);
        let error = made(both, "a\tT1\nb\tT2\n").expect_err("no scores");
        assert_eq!((error.line, error.reason.as_str()), (Some(11), "the run `b` has 0 scores, expected 2"));
        assert_eq!(made(both, "c\tT\n").expect_err("no run").reason, "there is no run `c`");
    }
}
