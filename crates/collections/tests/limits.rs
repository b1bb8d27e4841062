//! Tests that truncated and corrupt files, decompression bombs and endless lines are refused early, with bounded
//! memory.

#![allow(clippy::panic, reason = "helpers of tests, too, say what must be")]
#![expect(unsafe_code, reason = "an allocator that counts is one")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rejudge_collections::{
    LINE_LIMIT, LoadError, ReadError, Reading, TeamFiles, decoded, load_rankings, read,
};
use rejudge_tables::frame::growth::RATIO;

/// Counts the allocated bytes, and their maximum since [`measured`] began.
struct Counting;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(ALLOCATED.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Tests take this lock, because they share the counts.
static LOCK: Mutex<()> = Mutex::new(());

const MIB: usize = 1 << 20;

/// Returns the result of `work`, and the maximum number of bytes that it had allocated at one time.
fn measured<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATED.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = work();
    (result, PEAK.load(Relaxed) - before)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).expect("into memory");
    encoder.finish().expect("into memory")
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    encoder.write_all(bytes).expect("into memory");
    encoder.finish().expect("into memory")
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 6);
    encoder.write_all(bytes).expect("into memory");
    encoder.finish().expect("into memory")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).expect("into memory")
}

type Pack = fn(&[u8]) -> Vec<u8>;

const PACKS: [(&str, Pack); 4] = [("gzip", gzip), ("bzip2", bzip2), ("xz", xz), ("zstd", zstd)];

/// Returns a compressed gigabyte of equal bytes, as consecutive members of 16 MiB.
fn gigabyte(byte: u8, pack: Pack) -> Vec<u8> {
    pack(&vec![byte; 16 * MIB]).repeat(64)
}

/// A compression is recognised by the content, not by the name, and a truncated or changed file is an error.
#[test]
fn files_are_decoded_whole_or_not_at_all() {
    let _lock = LOCK.lock();
    let text = b"1 Q0 d1 1 9.5 tag\n1 Q0 d2 2 8.5 tag\n".as_slice();
    let folder = tempfile::tempdir().expect("a folder");
    for (name, pack) in PACKS {
        let packed = pack(text);
        let path = folder.path().join("run.txt");
        std::fs::write(&path, &packed).expect("written");
        assert_eq!(read(&path).expect(name), text);
        assert_eq!(decoded(Path::new("a"), packed.repeat(2)).expect(name), text.repeat(2));
        // Fewer than eight bytes may not be enough to recognise a compression.
        for length in 8..packed.len() {
            let error = decoded(Path::new("a"), packed[..length].to_vec()).expect_err(name).to_string();
            assert!(
                error.starts_with(&format!("a: truncated or corrupt {name}")),
                "cut to {length}: {error}"
            );
        }
    }
    let mut changed = gzip(text);
    let checksum = changed.len() - 6;
    changed[checksum] ^= 1;
    let error = decoded(Path::new("a"), changed).expect_err("another checksum").to_string();
    assert!(error.starts_with("a: truncated or corrupt gzip"), "{error}");
    for plain in [text, b"BZh1 Q0 d 1 1 t"] {
        assert_eq!(decoded(Path::new("misnamed.gz"), plain.to_vec()).expect("plain"), plain);
    }
    let missing = read(&folder.path().join("none")).expect_err("no such file");
    assert!(missing.is_missing && missing.to_string().contains("cannot be read"), "{missing}");
    assert!(!read(folder.path()).expect_err("a folder is no file").is_missing);
}

#[test]
fn a_gigabyte_of_zeros_ends_early() {
    let _lock = LOCK.lock();
    for (name, pack) in PACKS {
        let bomb = gigabyte(0, pack);
        assert!(bomb.len() < 2 * MIB, "{name}: {} bytes", bomb.len());
        let path = Path::new("bomb");
        let (result, needed) = measured(|| decoded(path, bomb));
        let error = result.expect_err(name).to_string();
        assert_eq!(
            error,
            format!("bomb:1:1: a line has more than {LINE_LIMIT} bytes, which is the limit"),
            "{name}"
        );
        assert!(needed < 16 * MIB, "{name} needed {needed} bytes");
    }
}

#[test]
fn the_line_that_does_not_end_is_named() {
    let _lock = LOCK.lock();
    let text = [b"1 0 a 1\n1 0 b 1\n".as_slice(), &vec![b'x'; 8 * MIB]].concat();
    for (name, pack) in PACKS {
        let error = decoded(Path::new("f"), pack(&text)).expect_err(name).to_string();
        assert!(error.starts_with("f:3:1: a line has more than"), "{name}: {error}");
    }
    // A line of exactly the maximum length is decoded.
    let fits = [vec![b'x'; LINE_LIMIT], b"\r\n".to_vec()].concat().repeat(3);
    for (name, pack) in PACKS {
        assert_eq!(decoded(Path::new("f"), pack(&fits)).expect(name), fits);
    }
}

#[test]
fn a_gigabyte_of_empty_lines_ends_at_the_ratio() {
    let _lock = LOCK.lock();
    for (name, pack) in [PACKS[0], PACKS[3]] {
        let bomb = gigabyte(b'\n', pack);
        let size = bomb.len();
        let (result, needed) = measured(|| decoded(Path::new("bomb"), bomb));
        let error = result.expect_err(name).to_string();
        assert!(error.ends_with("more than 500 times their size, the limit for one file"), "{error}");
        // While a buffer grows, its old and its new memory exist together.
        let limit = 3 * (RATIO * size).max(64 * MIB) + 16 * MIB;
        assert!(needed < limit, "{name} needed {needed} bytes of {limit}");
    }
}

/// The reader that reads runs piece by piece has the same limits and error messages as [`decoded`].
#[test]
fn runs_that_do_not_end() {
    let _lock = LOCK.lock();
    let folder = tempfile::tempdir().expect("a folder");
    for (name, pack) in PACKS {
        let path = folder.path().join(name);
        std::fs::write(&path, gigabyte(0, pack)).expect("written");
        let read = || load_rankings(std::slice::from_ref(&path), &TeamFiles::default(), &Reading::default());
        let (result, needed) = measured(read);
        assert!(
            matches!(result, Err(LoadError::Read(ReadError { line: Some(1), .. }))),
            "{name}: {result:?}"
        );
        assert!(needed < 24 * MIB, "{name} needed {needed} bytes");
    }
    let path = folder.path().join("plain");
    std::fs::write(&path, vec![b'x'; 32 * MIB]).expect("written");
    let result = load_rankings(std::slice::from_ref(&path), &TeamFiles::default(), &Reading::default());
    let error = result.expect_err("a line").to_string();
    assert!(error.ends_with("plain:1:1: a line has more than 1048576 bytes, which is the limit"), "{error}");
}

/// The header of an xz file may ask for a dictionary of 1 GiB. A file of a few bytes must not make the
/// decoder allocate this memory.
#[test]
fn the_memory_of_decoders_is_limited() {
    let _lock = LOCK.lock();
    let mut packed = xz(b"1 0 a 1\n");
    // The stream header has 12 bytes. The block header follows it: size, flags, filter id, size of its properties,
    // dictionary size, padding, CRC32.
    let length = (usize::from(packed[12]) + 1) * 4;
    let header = &mut packed[12..12 + length];
    assert_eq!(&header[2..4], [0x21, 1], "one LZMA2 filter");
    header[4] = 36; // 2 << 29 bytes
    let mut crc = flate2::Crc::new();
    crc.update(&header[..length - 4]);
    header[length - 4..].copy_from_slice(&crc.sum().to_le_bytes());
    let error = decoded(Path::new("f"), packed).expect_err("too much memory").to_string();
    assert_eq!(error, "f: the xz decoder needs more than 268435456 bytes of memory, which is the limit");

    // A zstd frame with a window of 2^28 bytes and an empty block.
    let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 18 << 3, 0x01, 0x00, 0x00];
    let error = decoded(Path::new("f"), frame.to_vec()).expect_err("too large a window").to_string();
    assert_eq!(error, "f: the zstd decoder needs more than 134217728 bytes of memory, which is the limit");
    let smaller = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x01, 0x00, 0x00];
    assert_eq!(decoded(Path::new("f"), smaller.to_vec()).expect("within the limit"), b"");
}

/// The end of an uncompressed file may never come, so the length of lines is checked while it is read.
#[test]
fn plain_lines_that_do_not_end_are_refused_while_they_are_read() {
    let _lock = LOCK.lock();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run");
    let mut file = std::fs::File::create(&path).expect("a file");
    file.write_all(b"1 Q0 d1 1 9 t\n").expect("written");
    (0..64).for_each(|_| file.write_all(&[b'a'; MIB]).expect("written"));
    let (result, needed) = measured(|| read(&path));
    assert!(matches!(result, Err(ReadError { line: Some(2), .. })), "{result:?}");
    // Memory for a file of known size is reserved at once, but the reader stops early.
    assert!(needed < 80 * MIB, "{needed} bytes for 64 MiB");
    // A file of 4 GiB is too large even if it consists only of a hole.
    let holes = std::fs::File::create(&path).expect("a file");
    holes.set_len(1 << 32).expect("a sparse file");
    let error = read(&path).expect_err("too large").to_string();
    assert!(error.ends_with(": the file has more than 4294967295 bytes, which is the limit"), "{error}");
    // Then put a text at the start of each MiB, so that no chunk consists only of zeros.
    holes.set_len(4095 << 20).expect("a sparse file");
    for number in 0..4095 {
        std::os::unix::fs::FileExt::write_all_at(&holes, b"1 Q0 d 1 9 t", number << 20).expect("written");
    }
    assert!(matches!(read(&path), Err(ReadError { line: Some(1), .. })));
}

/// pytrec_eval's dictionaries are written as one line of JSON, which may have any length, compressed or not.
#[test]
fn json_may_be_one_line() {
    let _lock = LOCK.lock();
    let documents: Vec<String> = (0..300_000).map(|number| format!("\"document-{number}\": 1")).collect();
    let text = format!(" {{\"1\": {{{}}}}}", documents.join(", "));
    assert!(text.len() > 4 * MIB);
    let folder = tempfile::tempdir().expect("a folder");
    for bytes in [text.clone().into_bytes(), gzip(text.as_bytes())] {
        let path = folder.path().join("qrels.json");
        std::fs::write(&path, bytes).expect("written");
        assert_eq!(read(&path).expect("a file").len(), text.len());
    }
}
