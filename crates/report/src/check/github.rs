//! The output of a check for GitHub: annotations on the lines of expected.yaml, and a summary of the job.

use std::fmt::Write;
use std::path::Path;

use rejudge_experiment::printed::Failure;
use rejudge_experiment::spec::yaml::{Position, to_compact};
use rejudge_names::plural::counted;
use rejudge_tables::frame::Heading;
use rejudge_tables::page::{Cell, MarkdownTable, plain};

/// A failure as a workflow command; `root` is the folder of the repository.
pub fn annotation(failure: &Failure, root: &Path) -> String {
    let about = failure.about.as_deref().unwrap_or("results");
    let title = format!("{}: {about}", to_compact(&failure.kind));
    error_at(failure.at.as_ref(), &title, &failure.message, root)
}

/// An error as a workflow command, with its place if it has one; `root` is the folder of the repository.
pub fn error_at(at: Option<&Position>, title: &str, message: &str, root: &Path) -> String {
    let title = property(title);
    let Some(at) = at else {
        return format!("::error title={title}::{}\n", data(message));
    };
    let file = Path::new(&at.source.name);
    // The path within the repository, regardless of the working folder of the check.
    let real = file.canonicalize().ok().zip(root.canonicalize().ok());
    let inside = real.and_then(|(file, root)| file.strip_prefix(root).ok().map(Path::to_owned));
    let file = property(&inside.as_deref().unwrap_or(file).display().to_string());
    let place = format!("{at}: ");
    let message = data(message.strip_prefix(&place).unwrap_or(message));
    format!("::error file={file},line={},col={},title={title}::{message}\n", at.line, at.column)
}

/// The text of a command, in one line.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of one of its properties.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Failures of an experiment that the summary shows; check.json has all.
const SHOWN: usize = 50;

/// The summary as Markdown: of each experiment the name, the headline, and the failures that its gate counts.
pub fn summary(experiments: &[(&str, &str, &[Failure])]) -> String {
    let mut out = String::from("## rejudge check\n\n");
    let columns = [Heading::words("experiment"), Heading::numbers("failures"), Heading::words("")];
    let mut table = MarkdownTable::new(columns);
    for (name, headline, failures) in experiments {
        table.row([Cell::text(name), failures.len().into(), Cell::text(headline)]);
    }
    out += &table.to_string();
    out += "\nWhat was not compared with a computed value is not reproduced.\n";
    for (name, _, failures) in experiments {
        if failures.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n### {}: {}\n", plain(name), counted(failures.len(), "failure"));
        for failure in failures.iter().take(SHOWN) {
            let _ = writeln!(out, "- {}: {}", to_compact(&failure.kind), plain(&failure.message));
        }
        if failures.len() > SHOWN {
            let _ = writeln!(out, "- and {} more", failures.len() - SHOWN);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use rejudge_experiment::printed::FailOn;
    use rejudge_experiment::spec::yaml::Source;

    #[test]
    fn commands_are_one_line_whatever_they_say() {
        let source = Source { name: "a,b/expected.yaml".into(), folder: "".into(), text: String::new() };
        let at = Position { source: Arc::new(source), line: 7, column: 3 };
        let failure = |at: Option<Position>, message: &str| Failure {
            kind: FailOn::Mismatch,
            about: Some("table-1".into()),
            at,
            message: message.into(),
        };
        let placed = failure(Some(at), "a,b/expected.yaml:7:3: 50%\nof 2: b");
        assert_eq!(
            annotation(&placed, Path::new("/nowhere")),
            "::error file=a%2Cb/expected.yaml,line=7,col=3,title=mismatch%3A table-1::50%25%0Aof 2: b\n"
        );
        assert_eq!(
            annotation(&failure(None, "golden x\r"), Path::new("/nowhere")),
            "::error title=mismatch%3A table-1::golden x%0D\n"
        );
    }

    #[test]
    fn a_summary_cannot_be_broken_by_its_words() {
        let failure =
            Failure { kind: FailOn::Mismatch, about: None, at: None, message: "a | b <script> `c`".into() };
        let failures = vec![failure; 60];
        let text = summary(&[("a|b", "x", &failures)]);
        assert!(text.contains("| a\\|b | 60 | x |\n"), "{text}");
        assert!(text.contains("### a\\|b: 60 failures\n\n- mismatch: a \\| b "), "{text}");
        assert!(text.contains(" \\<script> \\`c\\`\n") && text.ends_with("- and 10 more\n"), "{text}");
    }
}
