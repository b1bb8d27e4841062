//! Run files in memory to ranked lists.

use std::error::Error;
use std::path::PathBuf;

use rejudge_collections::{Reading, RunFile, read};

use super::Kernel;
use crate::arguments::Arguments;
use crate::result::Computed;
use crate::threads;
use crate::{drawn, files};

pub fn prepare(arguments: &Arguments) -> Result<Kernel, Box<dyn Error>> {
    let texts: Vec<(PathBuf, Vec<u8>)> = match &arguments.files {
        Some(folder) => {
            let with_bytes = |path: PathBuf| read(&path).map(|bytes| (path, bytes));
            files::runs(folder)?.into_iter().map(with_bytes).collect::<Result<_, _>>()?
        }
        None => drawn::run_texts(arguments).into_iter().map(|(name, text)| (name.into(), text)).collect(),
    };
    for (path, text) in &texts {
        RunFile::parse(path, text, &Reading::default()).map_err(|error| error.to_string())?;
    }
    let threads = arguments.threads;
    Ok(Box::new(move || {
        let of_file = |file: usize| {
            let (path, text) = &texts[file];
            let run = RunFile::parse(path, text, &Reading::default()).expect("was read before");
            // The last of a topic tells whether the order is the same; hashing all of them would be timed too.
            let mut lines = 0;
            let mut words = Vec::new();
            for topic in run.topics() {
                let ranking = run.ranking(topic).expect("a topic of the run");
                lines += ranking.len();
                words.extend(ranking.last().map(last_bytes));
            }
            (lines, words)
        };
        let (mut computed, mut lines) = (Computed::new(), 0);
        for (of_file, words) in threads::map(threads, texts.len(), of_file) {
            lines += of_file;
            words.into_iter().for_each(|word| computed.word(word));
        }
        computed.figure("lines", lines as f64)
    }))
}

/// The end of a document id, as a number.
fn last_bytes(id: &str) -> u64 {
    id.bytes().rev().take(8).fold(0, |word, byte| word << 8 | u64::from(byte))
}
