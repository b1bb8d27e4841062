//! `rejudge audit`

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use rejudge_collections::run_pattern;
use rejudge_metrics::Metric;
use rejudge_page::Part;

use super::GOOD;
use super::args::{Experiment, Global};
use super::audit_args::Audit;
use super::output::{Failure, print, remark};
use super::plan::{Planned, planned};
use super::run::{How, carry_out, use_threads};
use crate::audit::{
    self, Asked, Audited, COLLECTION, EXPERIMENT, Given, JudgedFiles, Looked, Seen, describe, plain,
};
use crate::eval::{Preset, Rules, Wanted, name_of};
use crate::frame::write_whole;
use crate::report::pictures;
use crate::results::Results;
use crate::spec::{Evaluation, EvaluationWire};
use crate::table::{Book, fill_all};
use crate::yaml::{Source, from_node, parse};

/// The report in a browser.
const PAGE: &str = "report.html";

/// The measures of an audit that names none: the usual ones, at depth and at the top, and what was made for few judgments.
const MEASURES: &str = "AP nDCG nDCG@10 P@10 Q RBP RR Bpref infAP AP' nDCG' Q'";

pub fn main(global: &Global, args: &Audit) -> Result<u8, Failure> {
    use_threads(args.jobs)?;
    let given = given(args)?;
    let id = args.id.clone().unwrap_or_else(|| given.name());
    if id != plain(&id) {
        return Err(Failure::usage(format!("--id {id}: expected a-z, 0-9 and `-`, such as {}", plain(&id))));
    }
    let home = args.output.clone().unwrap_or_else(|| PathBuf::from("audit").join(&id));
    let rules = rules(args);
    let (measures, looked) = match &given {
        Given::Judged(files) => {
            let names = args.measures.clone().unwrap_or_else(|| vec![MEASURES.to_owned()]);
            let measures = Wanted::read(&names, &Rules::of(Preset::Trec10))?.metrics;
            let looked =
                audit::look(files, args.depth.map(NonZeroU32::get), &id, &measures[0], &evaluation(&rules)?)?;
            (measures.iter().map(Metric::to_string).collect(), looked)
        }
        Given::Scores(named) => {
            let csv = named
                .iter()
                .enumerate()
                .map(|(at, (measure, file))| Ok((measure.clone(), audit::as_csv(file, &home, at + 1)?)));
            let files = csv.collect::<anyhow::Result<BTreeMap<_, _>>>()?;
            (named.iter().map(|(measure, _)| measure.clone()).collect(), audit::look_at_scores(&files, &id)?)
        }
    };
    for assumed in looked.assumed.iter().filter(|_| !global.quiet) {
        remark(assumed);
    }
    let asked = Asked {
        id: format!("audit-{id}"),
        title: format!("Audit of {id}"),
        seed: args.seed,
        draws: args.draws.get(),
        measures,
        rules,
        depth: looked.seen.depth(),
        teams: looked.seen.pooled_teams(),
        sets_aside: looked.seen.sets_aside(),
        judged: matches!(looked.seen, Seen::Files(_)),
    };
    write(&home, &asked, &looked)?;
    if args.emit_yaml {
        print(&format!("{}\n", home.join(EXPERIMENT).display()))?;
        return Ok(GOOD);
    }
    compute(global, args, &home, &looked)
}

/// Writes the experiment with the collection that it is about.
fn write(home: &Path, asked: &Asked, looked: &Looked) -> Result<(), Failure> {
    let made = std::fs::create_dir_all(home);
    made.map_err(|error| Failure::usage(format!("cannot make the folder {}: {error}", home.display())))?;
    let own = [(COLLECTION, describe(&looked.description, home)?), (EXPERIMENT, audit::experiment(asked))];
    for (name, text) in
        looked.tables.iter().map(|(name, text)| (*name, text)).chain(own.iter().map(|(n, t)| (*n, t)))
    {
        audit::write(home, name, text).map_err(|error| Failure::usage(format!("{error:#}")))?;
    }
    Ok(())
}

/// Runs the experiment that was written, and reports.
fn compute(global: &Global, args: &Audit, home: &Path, looked: &Looked) -> Result<u8, Failure> {
    let experiment = Experiment {
        experiment: home.join(EXPERIMENT).to_string_lossy().into_owned(),
        set: Vec::new(),
        profile: None,
        only: Vec::new(),
        cache: args.cache.clone(),
        results: Some(home.to_owned()),
    };
    let planned = planned(global, &experiment)?;
    let results = Results::new(home);
    let (code, run) = carry_out(global, &planned, &results, How::default())?;
    let Planned { grid, .. } = &planned;
    let book = Book::of_run(&run.groups);
    let (tables, answers) = (fill_all(grid, &book), audit::answers(grid, &book, &looked.seen));
    let audited =
        Audited { grid, tables: &tables, seen: &looked.seen, answers: &answers, assumed: &looked.assumed };
    let text = audit::report(&audited);
    if let Seen::Files(inspection) = &looked.seen {
        for (name, frame) in inspection.frames() {
            let bytes = frame.to_parquet(&format!("{{\"experiment\":\"{}\"}}", grid.id))?;
            write_whole(&home.join(name), &bytes)?;
        }
    }
    write_whole(&home.join("report.md"), text.as_bytes())?;
    let pictures = pictures(grid, None, &tables)?;
    let page =
        rejudge_page::page(&grid.title, &[Part::whole(&text)], &|address| pictures.get(address).cloned());
    write_whole(&home.join(PAGE), page.as_bytes())?;
    let mut short = String::new();
    for answer in &answers {
        short += &format!("{}\n  {}\n", answer.question, answer.short);
    }
    for odd in looked.seen.oddities() {
        short += &format!("{odd}\n");
    }
    print(&format!("{short}{}\n", home.join(PAGE).display()))?;
    Ok(code)
}

/// What the arguments name.
fn given(args: &Audit) -> Result<Given, Failure> {
    match (&args.qrels, &args.runs) {
        (Some(qrels), Some(runs)) => Ok(Given::Judged(JudgedFiles {
            qrels: qrels.clone(),
            runs: run_pattern(runs),
            teams: args.teams.clone(),
            pooled: args.pooled.clone(),
        })),
        _ => Ok(Given::scores(&args.scores, args.measures.as_deref())?),
    }
}

/// The rules that were chosen, as YAML.
fn rules(args: &Audit) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(args.ties.map(|ties| format!("ties: {}", name_of(ties))));
    out.extend(args.no_relevant.map(|rule| format!("no-relevant: {}", name_of(rule))));
    out.extend(args.min_rel.map(|level| format!("min-rel: {level}")));
    out.extend(args.gains.as_ref().map(|gains| match gains.as_str() {
        "linear" | "exponential" => format!("gains: {gains}"),
        map => format!("gains: {{{}}}", map.replace('=', ": ").replace(',', ", ")),
    }));
    out
}

/// The same as the experiment will read them.
fn evaluation(rules: &[String]) -> Result<Evaluation, Failure> {
    let text = format!("{{{}}}", rules.join(", "));
    let source = Source { name: "the arguments".to_owned(), folder: PathBuf::new(), text };
    let wire: EvaluationWire = from_node(&parse(source)?)?;
    Ok(Evaluation::new(&wire)?)
}
