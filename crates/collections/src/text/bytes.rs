//! Whole files in memory, decompressed: plain, gzip (several members too), bzip2, xz and zstd,
//! recognised by content and not by name; `-` is standard input.
//!
//! A file that is cut short is an error, never a shorter file. Three limits on the *output* of the decoder
//! keep a small malicious file from filling the memory: [`LIMIT`], [`RATIO`] and, because all files here are
//! text, [`LINE_LIMIT`]. The memory of the decoder itself is limited too.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rejudge_tables::frame::growth::RATIO;

use crate::forms::is_parquet;
use crate::text::compression::{Container, unread};
use crate::text::stamp::Stamp;
use crate::text::{BOM, LINE_LIMIT, ReadError};

/// Largest file, after decompression: 4 GiB - 1, so that a position in it fits 32 bits.
pub const LIMIT: usize = u32::MAX as usize;

/// The number of bytes that the decoder returns between two checks of the limits.
const CHUNK: usize = 1 << 20;

/// Returns the bytes of a file (`-`: standard input), decompressed.
pub fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    decoded(path, stored(path)?)
}

/// Like [`read`], for a file that is read more than once, such as one that a description names. It must not be a
/// pipe.
pub(crate) fn read_stored(path: &Path) -> Result<Vec<u8>, ReadError> {
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
pub fn decoded(path: &Path, raw: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    let bytes = decompressed(path, raw)?;
    match unread(&bytes) {
        Some(form) => Err(ReadError::new(path, format!("not read: {form}"))),
        None => Ok(bytes),
    }
}

/// Returns the bytes without their compression.
fn decompressed(path: &Path, raw: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    let Some(container) = Container::detect(&raw) else { return Ok(raw) };
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
    fill(path, container.decoder(&raw).map_err(corrupt)?, 0, corrupt)
}

/// Returns the bytes of a file as they are stored.
fn stored(path: &Path) -> Result<Vec<u8>, ReadError> {
    let io = |cause| ReadError::io(path, &cause);
    if path == Path::new("-") {
        return fill(path, io::stdin().lock(), 0, io);
    }
    if let Some(bundled) = crate::bundled::in_place(path) {
        return Ok(bundled.to_vec());
    }
    let file = File::open(path).map_err(io)?;
    let about = file.metadata().map_err(io)?;
    let expected = usize::try_from(about.len()).ok().filter(|length| *length <= LIMIT);
    let bytes = fill(path, &file, expected.ok_or_else(|| ReadError::too_large(path))?, io)?;
    if about.is_file() && Stamp::from(&file.metadata().map_err(io)?) != Stamp::from(&about) {
        return Err(ReadError::changed(path));
    }
    Ok(bytes)
}

/// The number of bytes by which a compression is recognised.
const HEAD: u64 = 8;

/// Opens a file to be read piece by piece, decompressed; its compressed bytes go to `raw`. Gives the number of its bytes,
/// too, or 0 if it is unknown. Errors and limits are those of the decoder: reading the whole file tells more.
pub(crate) fn open<'a>(path: &Path, raw: &'a mut Vec<u8>) -> io::Result<(Box<dyn Read + 'a>, usize)> {
    if let Some(bundled) = crate::bundled::in_place(path) {
        return Ok((Box::new(bundled), bundled.len()));
    }
    let mut file = File::open(path)?;
    let length = file.metadata()?.len() as usize;
    file.by_ref().take(HEAD).read_to_end(raw)?;
    let Some(container) = Container::detect(raw) else {
        return Ok((Box::new(raw.as_slice().chain(file)), length));
    };
    file.take(LIMIT as u64).read_to_end(raw)?;
    Ok((Box::new(container.decoder(raw)?), 0))
}

/// Reads to the end, or to a line that is too long: a device, a file that was never written or a bomb would fill
/// the memory before its first line is parsed. `expected` is the expected number of bytes.
fn fill(
    path: &Path,
    mut from: impl Read,
    expected: usize,
    error: impl Fn(io::Error) -> ReadError,
) -> Result<Vec<u8>, ReadError> {
    // `begin` is the start of the line whose end has not been read yet.
    let (mut bytes, mut begin) = (Vec::with_capacity((expected + 1).min(CHUNK)), 0);
    loop {
        let known = bytes.len();
        if known == CHUNK {
            // A file that begins as text gets as much room as its declared size.
            let more = (expected + 1).saturating_sub(known);
            bytes.try_reserve_exact(more).map_err(|_| error(io::ErrorKind::OutOfMemory.into()))?;
        }
        let got = from.by_ref().take(CHUNK as u64).read_to_end(&mut bytes).map_err(&error)?;
        begin = memchr::memrchr(b'\n', &bytes[known..]).map_or(begin, |end| known + end + 1);
        // A line that is a little too long is reported with its length by the reader of lines.
        let is_long = bytes.len() - begin > LINE_LIMIT + CHUNK + 1;
        if is_long && !may_have_long_lines(&bytes) {
            let line = memchr::memchr_iter(b'\n', &bytes[..begin]).count() + 1;
            return Err(ReadError::long_line(path, line));
        }
        if bytes.len() > LIMIT {
            return Err(ReadError::too_large(path));
        }
        if got == 0 {
            return Ok(bytes);
        }
    }
}

/// Returns true if bytes begin as a binary form, or as JSON, because a JSON file may be one long line.
fn may_have_long_lines(bytes: &[u8]) -> bool {
    if is_parquet(bytes) || Container::detect(bytes).is_some() || unread(bytes).is_some() {
        return true;
    }
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
    matches!(text.iter().find(|byte| !byte.is_ascii_whitespace()), Some(b'{' | b'['))
}
