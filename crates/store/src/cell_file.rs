//! A file of finished cells: a magic number, the cells, an index, and a footer. The footer has the number of
//! entries in the index, and a checksum of the index and this number.
//!
//! Each cell begins with a checksum of its key and value, so that damage to one cell costs only that cell.
//! All numbers are little-endian.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use crate::cache::Key;

/// The ending of the file's name.
pub const CELLS: &str = "cells";

/// The file's first bytes.
pub const MAGIC: &[u8; 16] = b"rejudge-cells/1\n";
/// The length of a checksum in bytes.
const CHECKSUM_LENGTH: usize = 16;
/// The length of an entry of the index in bytes: key, offset, length.
const ENTRY_LENGTH: usize = 16 + 8 + 8;
/// The length of the footer in bytes: the number of entries in the index, and the checksum of the index and
/// this number.
const FOOTER_LENGTH: usize = 8 + CHECKSUM_LENGTH;

/// The place of a cell in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The offset of its checksum, which precedes its value.
    pub offset: u64,
    /// The length of its value in bytes.
    pub length: u64,
}

/// Returns the bytes of a file with these cells, and each cell's place in it.
pub fn encoded(cells: &BTreeMap<Key, Vec<u8>>) -> (Vec<u8>, Vec<(Key, Slot)>) {
    let (mut bytes, mut slots) = (MAGIC.to_vec(), Vec::with_capacity(cells.len()));
    for (key, value) in cells {
        slots.push((*key, Slot { offset: bytes.len() as u64, length: value.len() as u64 }));
        bytes.extend(checksum(key, value));
        bytes.extend(value);
    }
    bytes.extend(index(&slots));
    (bytes, slots)
}

/// Returns the index of a file with these cells, followed by the footer.
fn index(slots: &[(Key, Slot)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(slots.len() * ENTRY_LENGTH + FOOTER_LENGTH);
    for (key, slot) in slots {
        bytes.extend(key.bytes());
        bytes.extend(slot.offset.to_le_bytes());
        bytes.extend(slot.length.to_le_bytes());
    }
    bytes.extend((slots.len() as u64).to_le_bytes());
    let sum = first_bytes(blake3::hash(&bytes));
    bytes.extend(sum);
    bytes
}

/// Returns the places of the cells in a file, or an error if the file does not contain cells or its index is
/// damaged.
pub fn slots(file: &File) -> io::Result<Vec<(Key, Slot)>> {
    let damaged = |fault: &str| io::Error::new(io::ErrorKind::InvalidData, fault);
    let length = file.metadata()?.len();
    let min_length = MAGIC.len() as u64;
    let end = length.checked_sub(FOOTER_LENGTH as u64).filter(|end| *end >= min_length);
    let end = end.ok_or_else(|| damaged("it ends too early"))?;
    let mut magic = [0; MAGIC.len()];
    file.read_exact_at(&mut magic, 0)?;
    if magic != *MAGIC {
        return Err(damaged("another version of rejudge, or another program, wrote it"));
    }
    let mut footer = [0; FOOTER_LENGTH];
    file.read_exact_at(&mut footer, end)?;
    let (count, sum) = footer.split_at(8);
    // A forged count must not make us allocate more than the file's size.
    let begin = read_number(count).checked_mul(ENTRY_LENGTH as u64).and_then(|size| end.checked_sub(size));
    let begin = begin.filter(|begin| *begin >= min_length).ok_or_else(|| damaged("it ends too early"))?;
    let mut index = vec![0; (end - begin) as usize + count.len()];
    file.read_exact_at(&mut index, begin)?;
    if first_bytes(blake3::hash(&index)) != *sum {
        return Err(damaged("the checksum of its index is wrong"));
    }
    let slots = index.chunks_exact(ENTRY_LENGTH).map(|entry| {
        let (key, rest) = entry.split_first_chunk().expect("an entry begins with a key");
        let slot = Slot { offset: read_number(&rest[..8]), length: read_number(&rest[8..]) };
        // Memory for a value is allocated before it is read, so its length must not be greater than the
        // file's.
        let value =
            slot.offset.checked_add(CHECKSUM_LENGTH as u64).and_then(|from| from.checked_add(slot.length));
        if value.is_none_or(|end| end > begin) {
            return Err(damaged("its index refers to bytes beyond the cells"));
        }
        Ok((Key::from_bytes(*key), slot))
    });
    slots.collect()
}

/// Returns the value at a place, or `None` if the checksum of key and value is wrong, or the place cannot be
/// read.
pub fn read(file: &File, key: &Key, slot: Slot) -> Option<Vec<u8>> {
    let mut bytes = vec![0; CHECKSUM_LENGTH + slot.length as usize];
    file.read_exact_at(&mut bytes, slot.offset).ok()?;
    let value = bytes.split_off(CHECKSUM_LENGTH);
    (checksum(key, &value)[..] == bytes).then_some(value)
}

fn checksum(key: &Key, value: &[u8]) -> [u8; CHECKSUM_LENGTH] {
    first_bytes(blake3::Hasher::new().update(key.bytes()).update(value).finalize())
}

fn first_bytes(hash: blake3::Hash) -> [u8; CHECKSUM_LENGTH] {
    *hash.as_bytes().first_chunk().expect("a hash is longer")
}

fn read_number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// An index may contain any length that is within the file, even above 32 bits.
    #[test]
    fn an_index_beyond_the_end_of_the_cells_is_refused() {
        let (space, begin) = (5_u64 << 30, MAGIC.len() as u64);
        for (length, is_within) in
            [(space, true), (space + 1, false), (u64::MAX - 20, false), (u64::MAX, false)]
        {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(MAGIC).unwrap();
            let end = index(&[(Key::new(b"a"), Slot { offset: begin, length })]);
            file.write_all_at(&end, begin + CHECKSUM_LENGTH as u64 + space).unwrap();
            let indexed_length = slots(&file).map(|slots| slots[0].1.length).ok();
            assert_eq!(indexed_length, is_within.then_some(length));
        }
    }

    /// If a byte of the file changes, one value or the whole file cannot be read. If the end of the file is
    /// missing, the whole file cannot be read.
    #[test]
    fn damage_to_any_byte_is_detected() {
        let cells = BTreeMap::from([b"a", b"b"].map(|key| (Key::new(key), b"value".to_vec())));
        let (bytes, _) = encoded(&cells);
        let read_all = |bytes: &[u8]| -> io::Result<Vec<Option<Vec<u8>>>> {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(bytes).unwrap();
            Ok(slots(&file)?.iter().map(|(key, slot)| read(&file, key, *slot)).collect())
        };
        assert_eq!(read_all(&bytes).unwrap(), [Some(b"value".to_vec()), Some(b"value".to_vec())]);
        for position in 0..bytes.len() {
            assert!(read_all(&bytes[..position]).is_err(), "cut at {position}");
            let mut damaged = bytes.clone();
            damaged[position] ^= 1;
            let index = bytes.len() - FOOTER_LENGTH - cells.len() * ENTRY_LENGTH;
            match read_all(&damaged) {
                Ok(values) => {
                    assert!((MAGIC.len()..index).contains(&position));
                    assert_eq!(values.iter().flatten().count(), 1, "byte {position} costs one value");
                }
                Err(_) => assert!(position < MAGIC.len() || position >= index),
            }
        }
    }
}
