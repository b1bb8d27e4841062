//! The output of commands for GitHub: annotations, and the summaries of `rejudge check` and `rejudge eval`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use rejudge_experiment::printed::CheckFailure;
use rejudge_experiment::spec::yaml::{Position, to_compact};
use rejudge_names::located::Located;
use rejudge_names::plural::counted;
use rejudge_tables::frame::{Heading, Sheet};
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, MarkdownTable, inert, plain};

/// Returns a failure as a workflow command. `root` is the folder of the repository.
pub fn annotation(failure: &CheckFailure, root: &Path) -> String {
    let about = failure.about.as_deref().unwrap_or("results");
    let title = format!("{}: {about}", to_compact(&failure.outcome));
    error_at(failure.at.as_ref(), &title, &failure.message, root)
}

/// Returns a notice that nothing was checked, as a workflow command.
pub fn notice(headline: &str) -> String {
    format!("::notice title=nothing checked::{}\n", escaped(headline))
}

/// Returns an error as a workflow command, shown at `at` if that is given. `root` is the folder of the repository.
pub fn error_at(at: Option<&Position>, title: &str, message: &str, root: &Path) -> String {
    let Some(at) = at else { return annotation_without_line("error", title, message) };
    let message = message.strip_prefix(&format!("{at}: ")).unwrap_or(message);
    in_file(Path::new(&at.source.name), [at.line, at.column], title, message, root)
}

/// Returns an error in an argument or in a file as a workflow command. An error in a file is shown at its line.
pub fn error_in(place: Option<&Located>, title: &str, message: &str, root: &Path) -> String {
    match place {
        Some(Located { name, line, column, .. }) if Path::new(name).is_file() => {
            in_file(Path::new(name), [*line, *column], title, message, root)
        }
        Some(Located { name, .. }) => annotation_without_line("error", title, &format!("{name}: {message}")),
        None => annotation_without_line("error", title, message),
    }
}

fn in_file(file: &Path, [line, column]: [usize; 2], title: &str, message: &str, root: &Path) -> String {
    let title = property(title);
    // GitHub needs the path within the repository, whatever the working folder is.
    let real = file.canonicalize().ok().zip(root.canonicalize().ok());
    let inside = real.and_then(|(file, root)| file.strip_prefix(root).ok().map(Path::to_owned));
    let file = property(&inside.as_deref().unwrap_or(file).display().to_string());
    let message = escaped(message);
    format!("::error file={file},line={line},col={column},title={title}::{message}\n")
}

/// Returns an annotation that belongs to no file, as a workflow command. `level` is `error`, `warning` or
/// `notice`.
pub fn annotation_without_line(level: &str, title: &str, message: &str) -> String {
    format!("::{level} title={}::{}\n", property(title), escaped(message))
}

/// Appends Markdown to GitHub's summary of the job, if GITHUB_STEP_SUMMARY names its file.
///
/// # Errors
/// If the file cannot be written.
pub fn append_summary(text: &str) -> anyhow::Result<()> {
    let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) else {
        return Ok(());
    };
    let file = OpenOptions::new().create(true).append(true).open(&path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| anyhow::anyhow!("cannot write {}: {error}", Path::new(&path).display()))
}

/// Returns the verdicts of `rejudge eval --allow` as Markdown.
pub fn verdicts_summary(headline: &str, sheets: &[Sheet]) -> String {
    let mut out = markdown!("## rejudge eval\n\n{}\n", plain(headline));
    for Sheet { columns, rows, notes, .. } in sheets {
        let rows = rows.iter().map(|row| row.iter().map(|cell| plain(&cell.text)).collect()).collect();
        out += markdown!("\n{}", MarkdownTable { columns: columns.clone(), rows });
        out.extend(notes.iter().map(|note| markdown!("\n{}\n", plain(note))));
    }
    out.into()
}

/// Escapes the text of a workflow command, which must fit in one line.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a workflow command's property.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

/// The summary lists at most this many failures of each experiment. check.json has all of them.
const MAX_FAILURES: usize = 50;

/// An experiment that the summary lists.
pub struct Summarised<'a> {
    pub name: &'a str,
    pub headline: &'a str,
    /// The failures that the experiment's gate does not permit; `None` if nothing was checked.
    pub failures: Option<&'a [CheckFailure]>,
}

/// Returns the summary as Markdown: for each experiment its name, number of failures, headline, and failures.
pub fn summary(experiments: &[Summarised<'_>]) -> String {
    let mut out = Markdown::from("## rejudge check\n\n");
    let columns = [Heading::words("experiment"), Heading::numbers("failures"), Heading::words("")];
    let row = |Summarised { name, headline, failures }: &Summarised<'_>| {
        let count = failures.map_or_else(|| "–".into(), |failures| markdown!("{}", failures.len()));
        vec![plain(name), count, plain(headline)]
    };
    let rows = experiments.iter().map(row).collect();
    out += Markdown::from(&MarkdownTable { columns: columns.into(), rows });
    out +=
        "\nPrinted numbers that were not compared with a computed value do not count as reproduced.\n".into();
    for Summarised { name, failures, .. } in experiments {
        let failures = failures.unwrap_or_default();
        if failures.is_empty() {
            continue;
        }
        out += markdown!("\n### {}: {}\n\n", plain(name), inert(&counted(failures.len(), "failure")));
        for failure in failures.iter().take(MAX_FAILURES) {
            out += markdown!("- {}: {}\n", plain(&to_compact(&failure.outcome)), plain(&failure.message));
        }
        if failures.len() > MAX_FAILURES {
            out += markdown!("- and {} more\n", failures.len() - MAX_FAILURES);
        }
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rejudge_experiment::printed::CheckOutcome;

    #[test]
    fn a_property_cannot_end_itself_or_its_line() {
        assert_eq!(property("a,b: 50%\r\nc"), "a%2Cb%3A 50%25%0D%0Ac");
    }

    #[test]
    fn a_summary_has_the_first_of_many_failures() {
        let failure =
            CheckFailure { outcome: CheckOutcome::Mismatch, about: None, at: None, message: "a | b".into() };
        let failures = vec![failure; 60];
        let text = summary(&[Summarised { name: "small", headline: "x", failures: Some(&failures) }]);
        assert!(text.contains("small: 60 failures\n\n- mismatch: a \\| b\n"), "{text}");
        assert!(text.ends_with("- and 10 more\n"), "{text}");
    }
}
