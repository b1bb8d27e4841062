//! `rejudge labels consolidate` and `rejudge labels schemes`

use std::fmt::Write;
use std::path::PathBuf;

use rejudge_collections::read;
use rejudge_experiment::labels::{Scheme, WrongCount, find_scheme, read_labels, scheme_names, to_f64};
use rejudge_names::plural::counted;

use super::GOOD;
use super::args::Global;
use super::args::labels::{Consolidate, Labels, LabelsVerb, MissingArg};
use super::columns::print_columns;
use super::output::{Failure, check_target, print, remark, write_target};
use rejudge_collections::bundled::is_dir;

pub fn main(global: &Global, args: &Labels) -> Result<u8, Failure> {
    match &args.verb {
        LabelsVerb::Schemes => schemes(args),
        LabelsVerb::Consolidate(consolidate) => levels(global, args, consolidate),
    }
}

/// name <TAB> assessors <TAB> columns <TAB> gains <TAB> title
fn schemes(args: &Labels) -> Result<u8, Failure> {
    if !is_dir(&args.schemes) {
        let folder = args.schemes.display();
        return Err(Failure::usage(format!("there is no folder {folder} here (--schemes)")));
    }
    let mut text = String::new();
    for name in scheme_names(&args.schemes) {
        let scheme = find_scheme(&name, &args.schemes)?;
        let columns: Vec<&str> = scheme.columns().iter().map(|column| column.name.as_str()).collect();
        let (assessors, gains) = (scheme.assessors(), gains(&scheme));
        let _ = writeln!(text, "{name}\t{assessors}\t{}\t{gains}\t{}", columns.join(" "), scheme.title);
    }
    print_columns(&text, "\t")?;
    Ok(GOOD)
}

fn levels(global: &Global, args: &Labels, consolidate: &Consolidate) -> Result<u8, Failure> {
    let scheme = find_scheme(&consolidate.scheme, &args.schemes)?;
    let path = &consolidate.path().to_owned();
    // A scheme is called by its name or by its file.
    let inputs = [path, &PathBuf::from(&consolidate.scheme)];
    check_target(consolidate.output.as_deref(), inputs)?;
    check_target(consolidate.gains.as_deref(), inputs.into_iter().chain(&consolidate.output))?;
    if consolidate.gains.is_some() && consolidate.gains == consolidate.output {
        return Err(Failure::usage("-o and --gains name one file"));
    }
    let bytes = read(path).map_err(|e| Failure::data(e.to_string()))?;
    let topics = read_labels(path, &bytes, &scheme)?;
    let (mut text, mut missing) = (String::new(), 0);
    for topic in &topics {
        for (document, level) in topic.documents.iter().zip(topic.levels(&scheme)) {
            let topic = topic.name;
            match (level, consolidate.missing) {
                (Ok(level), _) => {
                    let _ = writeln!(text, "{topic} 0 {document} {level}");
                }
                (Err(count), MissingArg::LeaveOut) if count.is_missing() => missing += 1,
                (Err(count), MissingArg::Withhold) if count.is_missing() => {
                    missing += 1;
                    let _ = writeln!(text, "{topic} 0 {document} -1");
                }
                (Err(count), _) => return Err(wrong_count(consolidate, topic, document, count)),
            }
        }
    }
    let gains = gains(&scheme);
    match &consolidate.output {
        Some(path) => write_target(path, text.as_bytes())?,
        None => print(&text)?,
    }
    match &consolidate.gains {
        Some(path) => write_target(path, format!("{gains}\n").as_bytes())?,
        None if !global.quiet => remark(format_args!("gains: {gains}")),
        None => {}
    }
    if missing > 0 && !global.quiet {
        let done = if consolidate.missing == MissingArg::Withhold { "withheld (-1)" } else { "left out" };
        remark(format_args!(
            "{}: {} with too few assessors {done}",
            path.display(),
            counted(missing, "document")
        ));
    }
    Ok(GOOD)
}

fn wrong_count(args: &Consolidate, topic: &str, document: &str, count: WrongCount) -> Failure {
    let (path, topic, document) = (args.path().display(), topic.escape_debug(), document.escape_debug());
    let hint = if count.is_missing() { " (--missing can leave it out or withhold it)" } else { "" };
    Failure::data(format!("{path}: topic `{topic}`, document `{document}`: {count}{hint}"))
}

/// Formats the gains as `rejudge eval --gains` accepts them.
fn gains(scheme: &Scheme) -> String {
    let gains = scheme.gains().iter().map(|(level, gain)| format!("{level}={}", to_f64(gain)));
    gains.collect::<Vec<_>>().join(",")
}
