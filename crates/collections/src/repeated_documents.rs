//! Documents that a topic of a run file lists twice: what becomes of them, and how they are found by their ids.
//! (`rejudge-pools` finds those of rankings of numbers.)

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
    /// Keep the first occurrence; documents below a removed one move up.
    First,
}

/// With more documents, too many would share a bit.
const FEW: usize = 2048;

/// Finds documents that a ranking lists twice; the tables are kept from ranking to ranking.
#[derive(Clone, Debug, Default)]
pub(crate) struct RepeatedIds {
    /// Hash and position + 1; 0 marks a free slot.
    slots: Vec<(u64, u32)>,
    /// Bits of hashes, 128 a document or more.
    bits: Vec<u64>,
    /// Positions of documents whose bit was set before.
    suspects: Vec<u32>,
}

impl RepeatedIds {
    /// Returns true if a document is listed twice. As [`RepeatedIds::first`], but mostly with no more than a bit a
    /// document, and without a branch that depends on one.
    pub fn any(&mut self, text: &[u8], lines: &[Entry]) -> bool {
        if lines.len() > FEW {
            return self.first(text, lines).is_some();
        }
        let size = (lines.len() * 2).next_power_of_two();
        self.bits.clear();
        self.bits.resize(size, 0);
        self.suspects.resize(FEW, 0);
        let mut count = 0;
        for (position, line) in (0..).zip(lines) {
            let (word, bit) = bit(line.hash, size - 1);
            self.suspects[count] = position;
            count += usize::from(self.bits[word] & bit != 0);
            self.bits[word] |= bit;
        }
        let is_there = |&later: &u32| {
            let (before, rest) = lines.split_at(later as usize);
            before.iter().any(|line| line.hash == rest[0].hash)
        };
        self.suspects[..count].iter().any(is_there) && self.first(text, lines).is_some()
    }

    /// The first two positions that hold the same document, the later one last.
    pub fn first(&mut self, text: &[u8], lines: &[Entry]) -> Option<(usize, usize)> {
        let size = (lines.len() * 2).next_power_of_two().max(16);
        self.slots.clear();
        self.slots.resize(size, (0, 0));
        for (position, line) in lines.iter().enumerate() {
            let mut at = line.hash as usize & (size - 1);
            loop {
                let (hash, other) = self.slots[at];
                if other == 0 {
                    break;
                }
                let other = other as usize - 1;
                if hash == line.hash && same(lines[other].document.slice(text), line.document.slice(text)) {
                    return Some((other, position));
                }
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = (line.hash, position as u32 + 1);
        }
        None
    }
}
