//! The file of a pack: a magic, the entries, an index of them with a checksum each, and the checksum of the
//! index.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::Key;

/// What a pack begins with.
pub const MAGIC: &[u8; 16] = b"rejudge-pack/1\n\n";
/// What the magic of every version begins with.
pub const KIND: usize = b"rejudge-pack/".len();
/// Index offset, index length, hash of the index.
const FOOTER: usize = 8 + 8 + 32;

/// Where an entry stands in its pack.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Slot {
    /// Its key.
    pub key: Key,
    offset: u64,
    // Written as before there were longer ones: numbers of postcard have no width.
    length: u64,
    hash: [u8; 16],
}

impl Slot {
    /// The bytes of the entry; `None` when they are not those that were written.
    pub fn bytes(&self, file: &File) -> Option<Vec<u8>> {
        let mut bytes = vec![0; self.length as usize];
        file.read_exact_at(&mut bytes, self.offset).ok()?;
        (checksum(&bytes) == self.hash).then_some(bytes)
    }
}

fn checksum(bytes: &[u8]) -> [u8; 16] {
    let mut short = [0; 16];
    short.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
    short
}

/// Why a pack is not used.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// It cannot be read.
    #[error(transparent)]
    Unread(#[from] io::Error),
    /// Another rejudge wrote it.
    #[error("it is of another version")]
    Version,
    /// It is not what was written.
    #[error("{0}")]
    Damaged(String),
}

/// The bytes of a pack.
pub fn packed(entries: &[(Key, Vec<u8>)]) -> Result<Vec<u8>> {
    let mut bytes = MAGIC.to_vec();
    let mut slots = Vec::with_capacity(entries.len());
    for (key, body) in entries {
        let (offset, length) = (bytes.len() as u64, body.len() as u64);
        slots.push(Slot { key: *key, offset, length, hash: checksum(body) });
        bytes.extend(body);
    }
    let index = postcard::to_stdvec(&slots)?;
    let offset = bytes.len() as u64;
    bytes.extend(&index);
    bytes.extend(offset.to_le_bytes());
    bytes.extend((index.len() as u64).to_le_bytes());
    bytes.extend(blake3::hash(&index).as_bytes());
    Ok(bytes)
}

/// The entries of a pack.
pub fn slots(file: &File) -> Result<Vec<Slot>, Unusable> {
    let damaged = |why: &str| Err(Unusable::Damaged(why.to_owned()));
    let length = file.metadata()?.len();
    let Some(end) = length.checked_sub(FOOTER as u64).filter(|end| *end >= MAGIC.len() as u64) else {
        return damaged("it is too short");
    };
    let (mut magic, mut footer) = ([0; MAGIC.len()], [0; FOOTER]);
    file.read_exact_at(&mut magic, 0)?;
    if magic != *MAGIC {
        return match magic[..KIND] == MAGIC[..KIND] {
            true => Err(Unusable::Version),
            false => damaged("it does not begin as cache files do"),
        };
    }
    file.read_exact_at(&mut footer, end)?;
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |n, &b| n << 8 | u64::from(b));
    let (offset, size) = (number(&footer[..8]), number(&footer[8..16]));
    // So the index is not larger than the file.
    if offset.checked_add(size) != Some(end) {
        return damaged("its end is not where it should be");
    }
    let mut index = vec![0; size as usize];
    file.read_exact_at(&mut index, offset)?;
    if blake3::hash(&index).as_bytes()[..] != footer[16..] {
        return damaged("its index has another checksum");
    }
    let slots: Vec<Slot> = postcard::from_bytes(&index).map_err(|_| Unusable::Version)?;
    // Whoever made the index: room is made for what it says, so that it may say no more than is there.
    let is_within = |slot: &Slot| slot.offset.checked_add(slot.length).is_some_and(|end| end <= offset);
    if slots.iter().all(is_within) {
        Ok(slots)
    } else {
        damaged("its index names bytes that it does not have")
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, SeekFrom, Write};

    use super::*;

    /// A pack with room for `room` bytes of entries, a hole, and an index of one of `length`.
    fn with_index_of(room: u64, length: u64) -> File {
        let slot = Slot { key: Key::of(b"a"), offset: MAGIC.len() as u64, length, hash: [0; 16] };
        let index = postcard::to_stdvec(&vec![slot]).unwrap();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(MAGIC).unwrap();
        let offset = MAGIC.len() as u64 + room;
        file.seek(SeekFrom::Start(offset)).unwrap();
        file.write_all(&index).unwrap();
        file.write_all(&offset.to_le_bytes()).unwrap();
        file.write_all(&(index.len() as u64).to_le_bytes()).unwrap();
        file.write_all(blake3::hash(&index).as_bytes()).unwrap();
        file
    }

    #[test]
    fn entries_may_be_longer_than_32_bits_tell() {
        let length = 5 << 30;
        assert_eq!(slots(&with_index_of(length, length)).unwrap()[0].length, length);
    }

    /// Room is made for an entry before it is read.
    #[test]
    fn an_index_names_no_more_than_is_there() {
        assert_eq!(slots(&with_index_of(10, 10)).unwrap().len(), 1);
        for length in [11, u64::MAX - 3, u64::MAX] {
            assert!(matches!(slots(&with_index_of(10, length)), Err(Unusable::Damaged(_))), "{length}");
        }
    }

    #[test]
    fn the_length_is_written_as_32_bits_were() {
        let slot = Slot { key: Key::of(b"a"), offset: 16, length: 300, hash: [7; 16] };
        let before = (slot.key, slot.offset, 300_u32, slot.hash);
        assert_eq!(postcard::to_stdvec(&slot).unwrap(), postcard::to_stdvec(&before).unwrap());
    }
}
