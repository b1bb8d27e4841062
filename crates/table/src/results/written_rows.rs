//! Rows that an earlier run wrote already: millions of them are not written again to learn that nothing
//! changed.

use rejudge_frame::{Frame, Values};

use super::{Manifest, Results};
use crate::parquet;

/// The results of an earlier run in the same folder.
#[derive(Clone, Debug)]
pub struct Earlier {
    results: Results,
    /// Its manifest.
    pub manifest: Manifest,
}

impl Earlier {
    /// The results that are in the folder; `None` where there are none.
    pub fn of(results: &Results) -> Option<Self> {
        let manifest = results.manifest().ok()?;
        Some(Self { results: results.clone(), manifest })
    }

    /// The hash of the bytes of the file `name`, if it was made of these rows and is still what was written.
    pub(super) fn file_of(&self, name: &str, rows: &str) -> Option<&str> {
        let bytes = self.manifest.files.get(name)?;
        let is_same = self.manifest.rows.get(name).is_some_and(|earlier| earlier == rows);
        (is_same && self.results.has_hash(name, bytes)).then_some(bytes)
    }
}

/// BLAKE3 of all that the bytes of a parquet file are made of: columns, rows, provenance, and how they are
/// written.
pub(super) fn hash(frame: &Frame, provenance: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut text = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    parquet::WRITER.into_iter().for_each(&mut text);
    text(provenance);
    for column in &frame.columns {
        text(&column.name);
        text(&column.about);
    }
    let mut room = Vec::new();
    for column in &frame.columns {
        let kind: u8 = match &column.values {
            Values::Text(values) => {
                for value in values {
                    room.extend((value.len() as u64).to_le_bytes());
                    room.extend(value.as_bytes());
                    flush(&mut hasher, &mut room, MOST);
                }
                0
            }
            Values::Shared(values) => {
                // Numbers are given in the order of first appearance, so that equal rows have equal numbers.
                for name in values.names() {
                    room.extend((name.len() as u64).to_le_bytes());
                    room.extend(name.as_bytes());
                }
                for number in values.numbers() {
                    room.extend(number.to_le_bytes());
                    flush(&mut hasher, &mut room, MOST);
                }
                1
            }
            Values::Number(values) => {
                for value in values {
                    room.push(u8::from(value.is_some()));
                    room.extend(value.unwrap_or(0.0).to_bits().to_le_bytes());
                    flush(&mut hasher, &mut room, MOST);
                }
                2
            }
            Values::Whole(values) => {
                for value in values {
                    room.push(u8::from(value.is_some()));
                    room.extend(value.unwrap_or(0).to_le_bytes());
                    flush(&mut hasher, &mut room, MOST);
                }
                3
            }
        };
        flush(&mut hasher, &mut room, 0);
        hasher.update(&[kind]);
        hasher.update(&(frame.rows() as u64).to_le_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// Bytes that are hashed at once.
const MOST: usize = 1 << 16;

/// Hashes what is in the `room` when it is more than `most`.
fn flush(hasher: &mut blake3::Hasher, room: &mut Vec<u8>, most: usize) {
    if room.len() > most {
        hasher.update(room);
        room.clear();
    }
}

#[cfg(test)]
mod tests {
    use rejudge_frame::Shared;

    use super::*;

    fn frame(names: [&str; 2], score: Option<f64>, draw: Option<i64>) -> Frame {
        let mut shared = Shared::default();
        for name in names {
            let number = shared.number(name);
            shared.push(number);
        }
        Frame::default()
            .with("run", "name", Values::Shared(shared))
            .with("topic", "name", Values::Text(names.map(str::to_owned).to_vec()))
            .with("score", "mean", Values::Number(vec![score, Some(0.5)]))
            .with("draw", "number", Values::Whole(vec![draw, None]))
    }

    #[test]
    fn whatever_changes_a_file_changes_the_hash() {
        let of = |frame: &Frame| hash(frame, "{}");
        let first = frame(["a", "b"], Some(0.25), Some(1));
        assert_eq!(of(&first), of(&first.clone()));
        let mut renamed = first.clone();
        renamed.columns[0].about = "another".to_owned();
        let others = [
            frame(["a", "c"], Some(0.25), Some(1)),
            frame(["b", "a"], Some(0.25), Some(1)),
            frame(["a", "a"], Some(0.25), Some(1)),
            frame(["a", "b"], Some(0.250_000_000_000_000_06), Some(1)),
            frame(["a", "b"], None, Some(1)),
            frame(["a", "b"], Some(0.0), Some(1)),
            frame(["a", "b"], Some(0.25), None),
            frame(["a", "b"], Some(0.25), Some(0)),
            renamed,
        ];
        let mut all: Vec<String> = others.iter().map(of).collect();
        all.extend([of(&first), hash(&first, "{\"seed\":2}")]);
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
