//! Finds documents that a file lists twice for a topic, by comparing their ids.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::docids::bit;
use crate::runs::Entry;
use crate::text::same;

/// The treatment of a document that a run has twice for a topic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum RepeatedDocuments {
    /// Stop with an error.
    #[default]
    Refuse,
    /// Keep the occurrence that ranks first; documents below a removed one move up.
    First,
}

/// The largest number of documents for which the filter of bits is used. With more, too many documents share a bit.
const MAX_FILTERED: usize = 2048;

/// Finds documents that a ranking lists twice. The tables are reused from ranking to ranking.
#[derive(Clone, Debug, Default)]
pub(crate) struct RepeatedIds {
    /// The hash and the position + 1 of a document. In a free slot, the second number is 0.
    slots: Vec<(u64, u32)>,
    /// A Bloom filter with at least 128 bits for each document.
    bits: Vec<u64>,
    /// The positions of documents with a bit that an earlier document had already set.
    suspects: Vec<u32>,
}

impl RepeatedIds {
    /// Returns true if a document is listed twice. This is faster than [`first`](Self::first), because for most documents
    /// it only sets a bit, and no branch depends on a document.
    pub fn any(&mut self, text: &[u8], lines: &[Entry]) -> bool {
        if lines.len() > MAX_FILTERED {
            return self.first(text, lines).is_some();
        }
        let size = (lines.len() * 2).next_power_of_two();
        self.bits.clear();
        self.bits.resize(size, 0);
        self.suspects.resize(MAX_FILTERED, 0);
        let mut count = 0;
        for (position, line) in (0..).zip(lines) {
            let (word, bit) = bit(line.hash, size - 1);
            self.suspects[count] = position;
            count += usize::from(self.bits[word] & bit != 0);
            self.bits[word] |= bit;
        }
        let is_repeated_hash = |&position: &u32| {
            let (before, rest) = lines.split_at(position as usize);
            before.iter().any(|line| line.hash == rest[0].hash)
        };
        self.suspects[..count].iter().any(is_repeated_hash) && self.first(text, lines).is_some()
    }

    /// Returns the two positions of the document that is repeated first, or `None` if no document is
    /// repeated.
    pub fn first(&mut self, text: &[u8], lines: &[Entry]) -> Option<(usize, usize)> {
        let size = (lines.len() * 2).next_power_of_two().max(16);
        self.slots.clear();
        self.slots.resize(size, (0, 0));
        for (position, line) in lines.iter().enumerate() {
            let mut slot = line.hash as usize & (size - 1);
            while let (hash, place @ 1..) = self.slots[slot] {
                let earlier = place as usize - 1;
                if hash == line.hash && same(lines[earlier].document.slice(text), line.document.slice(text)) {
                    return Some((earlier, position));
                }
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = (line.hash, position as u32 + 1);
        }
        None
    }
}
