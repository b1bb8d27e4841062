//! Compressed streams: arbitrary bytes, and valid streams that are cut or changed.

use std::io::Write;
use std::path::Path;

use rejudge_collections::{decoded, read};

use super::{choice, place, scratch};

/// The first byte chooses between two checks: the other bytes are read as a file, or they are compressed, and the
/// stream is read whole, cut and changed.
pub fn check(data: &[u8]) {
    let Some((choice, bytes)) = choice(data) else { return };
    match choice % 5 {
        0 => check_plain_bytes(bytes),
        container => check_streams(container - 1, bytes),
    }
}

fn check_plain_bytes(bytes: &[u8]) {
    let path = Path::new("packed");
    let found = decoded(path, bytes.to_vec()).map_err(|error| error.to_string());
    if let Err(message) = &found {
        place::check_printable(message);
        assert!(message.starts_with("packed"), "another file: {message}");
    }
    // The same bytes in a file with another name give the same result.
    let from_file = scratch::with_file("plain.txt", bytes, |folder| read(&folder.join("plain.txt")));
    assert_eq!(from_file.ok(), found.ok());
}

fn check_streams(container: usize, bytes: &[u8]) {
    // The first three bytes say where the stream is cut, which byte is changed, and how.
    let ([cut, at, change], bytes) = match bytes {
        [cut, at, change, bytes @ ..] => ([*cut, *at, *change], bytes),
        _ => return,
    };
    let path = Path::new("packed");
    let whole = pack(container, bytes);
    assert_eq!(decoded(path, whole.clone()).expect("a good stream"), bytes);
    let half = bytes.len() / 2;
    let members = [pack(container, &bytes[..half]), pack((container + 1) % 4, &bytes[half..])];
    let same = [members[0].clone(), pack(container, &bytes[half..])].concat();
    assert_eq!(decoded(path, same).expect("two members"), bytes);
    // If a stream is followed by a stream of another format, the file must be refused.
    if let Ok(found) = decoded(path, members.concat()) {
        panic!("a stream of another kind was read as {} bytes", found.len());
    }
    let length = usize::from(cut) * whole.len() / 256;
    // Fewer than eight bytes might not be recognised as compressed, and are then read as text.
    if (8..whole.len()).contains(&length) {
        assert!(decoded(path, whole[..length].to_vec()).is_err(), "cut to {length} of {} bytes", whole.len());
    }
    let mut changed = whole;
    let at = usize::from(at) * changed.len() / 256;
    changed[at] ^= change;
    // Reading must not panic. It may succeed, because not all formats have checksums for all bytes.
    let _ = decoded(path, changed);
}

fn pack(container: usize, bytes: &[u8]) -> Vec<u8> {
    let packed = match container {
        0 => {
            let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            gzip.write_all(bytes).and_then(|()| gzip.finish())
        }
        1 => {
            let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            bzip2.write_all(bytes).and_then(|()| bzip2.finish())
        }
        2 => {
            let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 0);
            xz.write_all(bytes).and_then(|()| xz.finish())
        }
        _ => zstd::encode_all(bytes, 1),
    };
    packed.expect("into memory")
}
