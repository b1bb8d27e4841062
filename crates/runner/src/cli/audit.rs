//! `rejudge audit`

use std::path::{Path, PathBuf};

use super::args::Global;
use super::args::audit::Audit;
use super::args::eval::extra_columns;
use super::data::entry;
use super::output::{Failure, print, remark};
use super::terminal::Terminal;
use super::threads::use_threads;
use super::{GOOD, INTERRUPTED};
use rejudge_audit::{Answer, Card, Inputs, judges_named};
use rejudge_eval::own::OwnFiles;
use rejudge_eval::plural::counted;
use rejudge_session::{AuditReport, AuditRequest, Audited, Ended};
use rejudge_spec::Catalogue;

pub fn main(global: &Global, args: &Audit) -> Result<u8, Failure> {
    use_threads(args.jobs)?;
    let (places, terminal) = (global.places(), Terminal::new(global));
    let prepared = places.prepare_audit(request(args, &places.catalogue())?)?;
    if !global.quiet {
        prepared.assumed().iter().chain(&prepared.unread).for_each(remark);
    }
    if args.emit_yaml {
        print(&format!("{}\n", prepared.write_experiment(&terminal)?.display()))?;
        return Ok(GOOD);
    }
    let folder = prepared.folder().to_owned();
    let Audited { computed, report } = prepared.carry_out(&terminal)?;
    let Some(report) = report else {
        terminal.say(&computed, || format!("nothing is written to {}", folder.display()));
        if computed.ended == Ended::Stopped {
            return Ok(INTERRUPTED);
        }
        let failed = counted(computed.report.failed.len(), "cell");
        return Err(Failure::data(format!("{failed} failed: nothing can be said of the others alone")));
    };
    terminal.say(&computed, || format!("results in {}", folder.display()));
    if report.replaces_another && !global.quiet {
        let folder = folder.display();
        remark(format_args!(
            "the report on other files, or by other options, that was in {folder} is replaced (--output names another folder)"
        ));
    }
    print(&in_short(&report, &report.page))?;
    Ok(GOOD)
}

/// The verdicts, each in a sentence, and where the page is that says why.
fn in_short(report: &AuditReport, page: &Path) -> String {
    let verdict = |answer: &Answer| {
        let Card { sign, word, sentence, number: [number, is], small_print, .. } = answer.card.as_ref()?;
        let number = if number.is_empty() { String::new() } else { format!("\n    {number} {is}") };
        let small: String = small_print.iter().map(|line| format!("\n    {line}")).collect();
        Some(format!("{}\n  {sign} {word}. {sentence}{number}{small}\n", answer.question))
    };
    let remarks = match report.oddities.len() {
        0 => String::new(),
        remarks => format!("The page has {} on the files, and the reasons:\n", counted(remarks, "remark")),
    };
    let page = format!("{}\n", page.display());
    report.answers.iter().filter_map(verdict).chain([remarks, page]).collect()
}

/// What the arguments ask for.
fn request(args: &Audit, catalogue: &Catalogue) -> Result<AuditRequest, Failure> {
    Ok(AuditRequest {
        given: given(args, catalogue)?,
        id: args.id.clone(),
        folder: args.output.clone(),
        measures: args.measures.clone(),
        depth: args.depth.map(Into::into),
        rules: args.rules.0.clone(),
        seed: args.seed,
        draws: args.draws.get(),
        cache: args.cache.clone(),
    })
}

/// What the arguments name.
fn given(args: &Audit, catalogue: &Catalogue) -> Result<Inputs, Failure> {
    if !args.scores.is_empty() {
        if let Some((rule, _)) = args.rules.0.iter().next() {
            return Err(Failure::usage(format!(
                "'--{rule}' cannot be used with '--scores', whose runs are scored already"
            )));
        }
        return Ok(Inputs::scores(&args.scores, args.measures.as_deref())?);
    }
    let mut files = args.files.iter();
    let qrels = args.qrels.as_ref().or_else(|| files.next());
    let runs = args.runs.as_ref().or_else(|| files.next());
    match (qrels, runs, files.next()) {
        (Some(qrels), Some(_), None) if qrels.is_dir() => Err(Failure::usage(format!(
            "{}: a folder, expected a file of judgments (rejudge audit QRELS RUNS): are judgments and runs swapped?",
            qrels.display()
        ))),
        (Some(qrels), Some(runs), None) => {
            let judges = judges_named(&args.also, &args.also_people)?;
            let files = OwnFiles {
                qrels: qrels.clone(),
                format: args.qrels_format.into(),
                runs: runs.clone(),
                teams: args.teams.clone(),
                pooled: args.pooled.clone(),
                eligible: None,
                extra_columns: extra_columns(args.extra_columns),
                repeated: args.repeated.unwrap_or_default(),
            };
            Ok(Inputs::Judged(files, judges))
        }
        (None, ..) => Err(Failure::usage("no judgments are named: rejudge audit QRELS RUNS")),
        (Some(qrels), None, _) => {
            let instead = files_of(qrels, catalogue).unwrap_or_default();
            Err(Failure::usage(format!("no runs are named: rejudge audit QRELS RUNS{instead}")))
        }
        (.., Some(more)) => {
            let more = more.display();
            Err(Failure::usage(format!(
                "{more} is one too many: name a folder of runs, or a pattern in quotes"
            )))
        }
    }
}

/// Where `named` is no file, but a collection of the catalogue: how its files are named.
fn files_of(named: &Path, catalogue: &Catalogue) -> Option<String> {
    let id = named.to_str().filter(|_| !named.exists())?;
    let entry = entry(catalogue, id).ok()?;
    let files = entry.descriptor.files?;
    let folder = entry.folder.unwrap_or_else(|| Path::new("$REJUDGE_DATA").join(&files.folder));
    let file = |path: &Option<PathBuf>| Some(folder.join(path.as_ref()?).display().to_string());
    let (qrels, runs) = (file(&files.qrels)?, file(&files.runs)?);
    let teams = file(&files.teams).map(|teams| format!(" --teams {teams}")).unwrap_or_default();
    Some(format!(" (`{id}` is a collection: rejudge audit {qrels} '{runs}'{teams})"))
}
