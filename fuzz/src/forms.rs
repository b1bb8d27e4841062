//! Judgments and runs as other tools write them: what becomes of them are lines of TREC that are recognised
//! as nothing else, and that the readers of files make the same of as of the file itself.

use std::path::Path;

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::forms::{FileKind, as_trec};
use rejudge_collections::{LoadError, Qrels, Reading, decoded, ranked_runs};

use super::{choice, place, scratch};

/// The name of the file, which a run has where its records have none.
const NAME: &str = "file";

/// The first byte chooses the kind.
pub fn check(data: &[u8]) {
    let Some((choice, bytes)) = choice(data) else { return };
    let (kind, columns) = [(FileKind::Judgments, 4), (FileKind::Run, 6)][choice % 2];
    // What is compressed is another target's.
    if decoded(Path::new(NAME), bytes.to_vec()).map_or(true, |text| text != bytes) {
        return;
    }
    let of_file = read(kind, bytes);
    match as_trec(kind, false, Path::new(NAME), bytes) {
        Ok(None) => {}
        Err(fault) => {
            place::printable(&fault.to_string());
            assert!(fault.line > 0 && fault.column > 0, "{fault}");
            let said = of_file.expect_err("what is of a form and wrong");
            // As it is shown: control characters are escaped there.
            assert!(said.ends_with(&fault.to_string()), "{said} for {fault}");
        }
        Ok(Some(lines)) => {
            let text = str::from_utf8(&lines).expect("text");
            for line in text.lines().filter(|line| !line.is_empty()) {
                let words = line.split([' ', '\t']).filter(|word| !word.is_empty()).count();
                assert_eq!(words, columns, "{line:?}");
            }
            assert_eq!(as_trec(kind, false, Path::new(NAME), &lines), Ok(None), "{text:?}");
            assert_eq!(read(kind, &lines), of_file, "{text:?}");
        }
    }
}

/// What the readers of files make of a file that holds `bytes`: all they read of it, or what they say.
fn read(kind: FileKind, bytes: &[u8]) -> Result<String, String> {
    scratch::with(NAME, bytes, |folder| {
        let path = folder.join(NAME);
        let said = |error: LoadError| {
            let text = error.to_string();
            place::printable(&text);
            text
        };
        match kind {
            FileKind::Run => {
                let run = ranked_runs(&[path], &Reading::default()).map_err(said)?.remove(0);
                Ok(format!("{:?} {:?}", run.name, run.kept))
            }
            _ => {
                let qrels = Qrels::read(&path, &QrelsFormat::trec()).map_err(said)?;
                let topics =
                    qrels.topics().map(|topic| (topic.name(), topic.judgments().collect::<Vec<_>>()));
                Ok(format!("{:?}", topics.collect::<Vec<_>>()))
            }
        }
    })
}
