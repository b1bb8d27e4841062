//! Whole files in memory, decompressed: plain, gzip (several members too), bzip2, xz and zstd,
//! recognised by content and not by name; `-` is standard input.
//!
//! A file that is cut short is an error, never a shorter file. Three limits on the *output* of the decoder
//! keep a small malicious file from filling the memory: [`LIMIT`], [`RATIO`] and, because all files here are
//! text, [`LINE_LIMIT`]. The memory of the decoder itself is limited too.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::rc::Rc;

use liblzma::stream::{CONCATENATED, Stream};
use rejudge_tables::frame::growth::{RATIO, exceeds_ratio};

use crate::text::lines_given::LinesGiven;
use crate::text::stamp::Stamp;
use crate::text::{LINE_LIMIT, ReadError};

/// Largest file, after decompression: 4 GiB - 1, so that a position in it fits 32 bits.
pub const LIMIT: usize = u32::MAX as usize;

/// The number of bytes that the decoder returns between two checks of the limits.
const CHUNK: usize = 1 << 20;

/// Window of a zstd frame: at most 2^27 bytes, the limit of the format's own tool.
const ZSTD_WINDOW_LOG: u32 = 27;

/// Memory of an xz decoder. The highest preset of the format's own tool takes 65 MiB; a header may ask for
/// 4 GiB.
const XZ_MEMORY: u64 = 256 << 20;

/// Returns the bytes of a file (`-`: standard input), decompressed.
pub fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    read_into(path, &mut bytes)?;
    Ok(bytes)
}

/// Like [`read`], into a buffer that a caller reuses; its contents are lost.
pub(crate) fn read_into(path: &Path, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
    read_raw(path, bytes)?;
    if let Some(container) = Container::new(bytes) {
        let raw = std::mem::take(bytes);
        decompress(path, container, &raw, bytes, LIMIT)?;
    }
    Ok(())
}

/// Like [`read`], for a file that is read more than once, such as one that a description names. It must not be a
/// pipe.
pub fn read_stored(path: &Path) -> Result<Vec<u8>, ReadError> {
    check_ordinary(path)?;
    read(path)
}

/// Returns an error for a pipe or a device, because reading it may never end. A missing file or a folder is
/// left to the function that opens it.
pub(crate) fn check_ordinary(path: &Path) -> Result<(), ReadError> {
    match path.metadata() {
        Ok(about) if !about.is_file() && !about.is_dir() => {
            let cause = io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file");
            Err(ReadError::io(path, &cause))
        }
        _ => Ok(()),
    }
}

/// Decompresses bytes that are in memory already; plain bytes come back as they are.
///
/// ```
/// use std::{io::Write, path::Path};
/// let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
/// gzip.write_all(b"1 0 d1 1\n")?;
/// let gzip = gzip.finish()?;
/// assert_eq!(rejudge_collections::decoded(Path::new("qrels"), gzip.clone())?, b"1 0 d1 1\n");
/// assert_eq!(rejudge_collections::decoded(Path::new("qrels"), b"plain".to_vec())?, b"plain");
/// let cut = gzip[..gzip.len() - 3].to_vec();
/// let error = rejudge_collections::decoded(Path::new("qrels"), cut).expect_err("cut short");
/// assert!(error.to_string().starts_with("qrels: truncated or corrupt gzip"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decoded(path: &Path, raw: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    let Some(container) = Container::new(&raw) else { return Ok(raw) };
    let mut bytes = Vec::new();
    decompress(path, container, &raw, &mut bytes, LIMIT)?;
    Ok(bytes)
}

/// Returns the bytes of a file as they are stored.
pub(crate) fn read_raw(path: &Path, bytes: &mut Vec<u8>) -> Result<(), ReadError> {
    bytes.clear();
    let io = |cause| ReadError::io(path, &cause);
    // One byte more than the limit distinguishes a file that is too large from one that just fits.
    let most = LIMIT as u64 + 1;
    if path == Path::new("-") {
        read_text(path, io::stdin().lock().take(most), bytes, 0)?;
    } else if let Some(bundled) = crate::shipped::in_place(path) {
        bytes.extend_from_slice(bundled);
    } else {
        let file = File::open(path).map_err(io)?;
        let about = file.metadata().map_err(io)?;
        read_text(path, (&file).take(most), bytes, usize::try_from(about.len().min(most)).unwrap_or(0))?;
        if about.is_file() && Stamp::from(&file.metadata().map_err(io)?) != Stamp::from(&about) {
            return Err(ReadError::changed(path));
        }
    }
    if bytes.len() > LIMIT { Err(ReadError::too_large(path)) } else { Ok(()) }
}

/// Reads to the end, or to a [`CHUNK`] of zeros only (a device, or a preallocated file that was never
/// written), or to a line that is too long. Either would fill the memory before its first line is parsed.
/// `expected` is the expected number of bytes.
fn read_text(
    path: &Path,
    mut from: impl Read,
    bytes: &mut Vec<u8>,
    expected: usize,
) -> Result<(), ReadError> {
    let io = |cause| ReadError::io(path, &cause);
    let mut lines = LinesGiven::default();
    loop {
        let known = bytes.len();
        if known == CHUNK {
            // A file that begins as text gets as much room as its declared size.
            let more = (expected + 1).saturating_sub(known);
            bytes.try_reserve_exact(more).map_err(|_| io(io::ErrorKind::OutOfMemory.into()))?;
        }
        let got = from.by_ref().take(CHUNK as u64).read_to_end(bytes).map_err(io)?;
        if got == CHUNK && bytes[known..].iter().all(|&byte| byte == 0) {
            return Err(ReadError::new(
                path,
                format!("nothing but zeros from byte {known} on, which is no text"),
            ));
        }
        // A line that is a little too long is reported with its length by the reader of lines.
        if Container::new(bytes).is_none() {
            lines.check(path, bytes, known, LINE_LIMIT + CHUNK)?;
        }
        if got == 0 {
            return Ok(());
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Container {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

impl Container {
    /// The compression that the first bytes announce.
    pub fn new(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            // `BZh`, a digit, and the magic of a block or of an empty stream: plain text may begin `BZh1`.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, ..] => Some(Self::Bzip2),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            // A frame, or a skippable frame before one.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
        }
    }

    pub fn decoder(self, raw: &[u8]) -> io::Result<Decoder<'_>> {
        let taken = Rc::new(Cell::new(0));
        let raw = Taken { rest: raw, count: Rc::clone(&taken) };
        let from: Box<dyn Read + '_> = match self {
            Self::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(raw)),
            Self::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(raw)),
            Self::Xz => {
                let stream = Stream::new_stream_decoder(XZ_MEMORY, CONCATENATED)?;
                Box::new(liblzma::bufread::XzDecoder::new_stream(raw, stream))
            }
            Self::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(raw)?;
                decoder.window_log_max(ZSTD_WINDOW_LOG)?;
                Box::new(decoder)
            }
        };
        Ok(Decoder { from, taken, given: 0 })
    }
}

/// Decompresses, and fails with [`io::ErrorKind::FileTooLarge`] once it has given more bytes than
/// [`exceeds_ratio`] allows for those that it has taken. Compared with the whole file instead, one that grows by
/// 1000 fills 500 times its size before it is refused.
pub(crate) struct Decoder<'a> {
    from: Box<dyn Read + 'a>,
    taken: Rc<Cell<usize>>,
    given: usize,
}

impl Read for Decoder<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let got = self.from.read(room)?;
        self.given += got;
        if exceeds_ratio(self.given, self.taken.get()) {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(got)
    }
}

/// Compressed bytes, counted as they are taken.
struct Taken<'a> {
    rest: &'a [u8],
    count: Rc<Cell<usize>>,
}

impl Read for Taken<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let got = self.rest.read(room)?;
        self.count.update(|count| count + got);
        Ok(got)
    }
}

impl BufRead for Taken<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.rest)
    }

    fn consume(&mut self, amount: usize) {
        self.rest.consume(amount);
        self.count.update(|count| count + amount);
    }
}

impl Container {
    /// Returns the memory limit of its decoder, if the decoder failed because of that limit.
    fn asks_for_too_much(self, error: &io::Error) -> Option<u64> {
        let of_xz = || error.get_ref()?.downcast_ref::<liblzma::stream::Error>();
        match self {
            Self::Xz => matches!(of_xz(), Some(liblzma::stream::Error::MemLimit)).then_some(XZ_MEMORY),
            // Its error has a text and no kind.
            Self::Zstd => error.to_string().contains("too much memory").then_some(1 << ZSTD_WINDOW_LOG),
            Self::Gzip | Self::Bzip2 => None,
        }
    }
}

fn decompress(
    path: &Path,
    container: Container,
    raw: &[u8],
    bytes: &mut Vec<u8>,
    limit: usize,
) -> Result<(), ReadError> {
    let name = container.name();
    let corrupt = |cause: io::Error| {
        let why = match container.asks_for_too_much(&cause) {
            Some(most) => format!("its {name} decoder asks for more than {most} bytes, the limit"),
            None if cause.kind() == io::ErrorKind::FileTooLarge => format!(
                "{} bytes of {name} decompress to more than {RATIO} times their size, the limit for one file",
                raw.len()
            ),
            None => format!("truncated or corrupt {name}: {cause}"),
        };
        ReadError::new(path, why)
    };
    let mut decoder = container.decoder(raw).map_err(corrupt)?;
    let mut lines = LinesGiven::default();
    loop {
        let known = bytes.len();
        let got = decoder.by_ref().take(CHUNK as u64).read_to_end(bytes).map_err(corrupt)?;
        lines.check(path, bytes, known, LINE_LIMIT)?;
        if bytes.len() > limit {
            return Err(ReadError::too_large(path));
        }
        if got == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests;
