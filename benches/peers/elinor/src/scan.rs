//! Does the least work that reading a run needs: finds the fields, parses the score, and gives each document of a topic a
//! number. It does not rank documents, read judgments or detect errors. It shows how fast a reader could be at best.
//!
//! ```text
//! scan RUN..        prints the number of lines, the sum of the scores and the sum of the documents' numbers
//! ```

use std::error::Error;
use std::fs::File;
use std::io::Read;

/// The number of slots in the table of a topic. At most half of them are used if the topic has up to 8,192 documents.
const SLOTS: usize = 1 << 14;

/// The documents of a topic. A slot contains a hash, a round and a document's number, and is free if its round is not the
/// current `round`. So the next round begins with an empty table.
struct Table {
    slots: Vec<(u64, u32, u32)>,
    round: u32,
    documents: u32,
}

impl Table {
    fn clear(&mut self) {
        (self.round, self.documents) = (self.round + 1, 0);
    }

    /// Returns the number of the document with this hash. A new document gets the next number.
    fn number(&mut self, hash: u64) -> u32 {
        let mut slot = hash as usize % SLOTS;
        loop {
            let (slot_hash, round, number) = self.slots[slot];
            if round != self.round {
                self.documents += 1;
                self.slots[slot] = (hash, self.round, self.documents);
                return self.documents;
            }
            if slot_hash == hash {
                return number;
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// Returns the field that begins at the byte `start`, and the position of the next field.
fn field(bytes: &[u8], start: usize) -> (&[u8], usize) {
    let mut end = start;
    while bytes[end] > b' ' {
        end += 1;
    }
    (&bytes[start..end], end + 1)
}

fn decimal(text: &[u8]) -> f64 {
    let (mut digits, mut divisor, mut after) = (0_u64, 1_u64, false);
    for &byte in text {
        if byte == b'.' {
            after = true;
        } else {
            digits = digits * 10 + u64::from(byte - b'0');
            divisor *= if after { 10 } else { 1 };
        }
    }
    digits as f64 / divisor as f64
}

fn hashed(text: &[u8]) -> u64 {
    let fnv = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.iter().fold(0xcbf2_9ce4_8422_2325, fnv);
    hash ^ hash >> 32
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut table = Table { slots: vec![(0, 0, 0); SLOTS], round: 1, documents: 0 };
    let mut bytes = Vec::new();
    let (mut lines, mut scores, mut numbers) = (0_u64, 0.0, 0_u64);
    for path in std::env::args().skip(1) {
        bytes.clear();
        File::open(&path)?.read_to_end(&mut bytes)?;
        let (mut line_start, mut topic) = (0, 0..0);
        while line_start < bytes.len() {
            let (name, next) = field(&bytes, line_start);
            if name != &bytes[topic.clone()] {
                topic = line_start..line_start + name.len();
                table.clear();
            }
            let (_, next) = field(&bytes, next);
            let (document, next) = field(&bytes, next);
            let (_, next) = field(&bytes, next);
            let (score, next) = field(&bytes, next);
            let (_, next) = field(&bytes, next);
            numbers += u64::from(table.number(hashed(document)));
            scores += decimal(score);
            lines += 1;
            line_start = next;
        }
    }
    println!("{lines} {scores:.4} {numbers}");
    Ok(())
}
