//! Judgments and runs in formats of other tools, which are converted to TREC format. The converted lines must be
//! recognised as TREC format, and reading them must give the same result as reading the original file.

use std::path::Path;

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::forms::{FileKind, as_trec};
use rejudge_collections::{LoadError, Qrels, Reading, decoded, ranked_runs};

use super::{choice, place, scratch};

/// The name of the file. A run whose records do not name it gets this name.
const FILE_NAME: &str = "file";

/// The first byte chooses between judgments and a run.
pub fn check(data: &[u8]) {
    let Some((choice, bytes)) = choice(data) else { return };
    let (kind, columns) = [(FileKind::Judgments, 4), (FileKind::Run, 6)][choice % 2];
    // Compressed files are the job of the target `compressed`.
    if decoded(Path::new(FILE_NAME), bytes.to_vec()).map_or(true, |text| text != bytes) {
        return;
    }
    let expected = read(kind, bytes);
    match as_trec(kind, false, Path::new(FILE_NAME), bytes) {
        Ok(None) => {}
        Err(fault) => {
            place::check_printable(&fault.to_string());
            assert!(fault.line > 0 && fault.column > 0, "{fault}");
            let message = expected.expect_err("a faulty file");
            // We compare the formatted error, in which control characters are escaped.
            assert!(message.ends_with(&fault.to_string()), "{message} for {fault}");
        }
        Ok(Some(lines)) => {
            let text = str::from_utf8(&lines).expect("text");
            for line in text.lines().filter(|line| !line.is_empty()) {
                let words = line.split([' ', '\t']).filter(|word| !word.is_empty()).count();
                assert_eq!(words, columns, "{line:?}");
            }
            assert_eq!(as_trec(kind, false, Path::new(FILE_NAME), &lines), Ok(None), "{text:?}");
            assert_eq!(read(kind, &lines), expected, "{text:?}");
        }
    }
}

/// Writes `bytes` to a file and reads it. Returns all that was read, or the error message.
fn read(kind: FileKind, bytes: &[u8]) -> Result<String, String> {
    scratch::with_file(FILE_NAME, bytes, |folder| {
        let path = folder.join(FILE_NAME);
        let message = |error: LoadError| {
            let text = error.to_string();
            place::check_printable(&text);
            text
        };
        match kind {
            FileKind::Run => {
                let run = ranked_runs(&[path], &Reading::default()).map_err(message)?.remove(0);
                Ok(format!("{:?} {:?}", run.name, run.kept))
            }
            _ => {
                let qrels = Qrels::read(&path, &QrelsFormat::trec()).map_err(message)?;
                let topics =
                    qrels.topics().map(|topic| (topic.name(), topic.judgments().collect::<Vec<_>>()));
                Ok(format!("{:?}", topics.collect::<Vec<_>>()))
            }
        }
    })
}
