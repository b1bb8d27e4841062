//! Reads files into memory and decompresses them. Compression (gzip, bzip2, xz, zstd) is recognised by the content of
//! the file, not by its name. The path `-` is standard input.
//!
//! A truncated compressed file is an error, and is never read as a shorter file. Three limits on the *output* of a decoder
//! keep a small malicious file from filling the memory: [`FILE_LIMIT`], [`RATIO`] and, unless the output is JSON or looks
//! like a binary file, [`LINE_LIMIT`]. The decoder's own memory is limited, too.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rejudge_tables::frame::growth::RATIO;

use crate::forms::is_parquet;
use crate::text::compression::{Container, unreadable_form};
use crate::text::stamp::Stamp;
use crate::text::{BOM, LINE_LIMIT, ReadError};

/// The size of the largest file, after decompression: 4 GiB minus one byte, so that positions fit in 32 bits.
pub(crate) const FILE_LIMIT: usize = u32::MAX as usize;

/// The number of bytes that are read between two checks of the limits.
const CHUNK: usize = 1 << 20;

/// Returns the bytes of a file (`-`: standard input), decompressed.
pub fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    decoded(path, stored(path)?)
}

/// Reads a file as [`read`] does, but refuses a pipe. This is for files that are read more than once, such as
/// the files of a description, because a pipe would be empty the second time.
pub(crate) fn read_stored(path: &Path) -> Result<Vec<u8>, ReadError> {
    check_ordinary(path)?;
    read(path)
}

/// Returns an error for a pipe or a device, because reading it may never end. The function that opens the file reports a
/// missing file or a folder.
pub(crate) fn check_ordinary(path: &Path) -> Result<(), ReadError> {
    match path.metadata() {
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
            let cause = io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file");
            Err(ReadError::io(path, &cause))
        }
        _ => Ok(()),
    }
}

/// Decompresses bytes that are already in memory. Bytes that are not compressed are returned unchanged.
///
/// # Errors
/// If the bytes cannot be decompressed, or are of a binary form that we cannot read, such as a zip archive.
pub fn decoded(path: &Path, raw: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    let bytes = decompressed(path, raw)?;
    match unreadable_form(&bytes) {
        Some(form) => Err(ReadError::new(path, format!("not read: {form}"))),
        None => Ok(bytes),
    }
}

fn decompressed(path: &Path, raw: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    let Some(container) = Container::detect(&raw) else { return Ok(raw) };
    let name = container.name();
    let corrupt = |cause: io::Error| {
        let why = match container.exceeded_memory_limit(&cause) {
            Some(limit) => {
                format!("the {name} decoder needs more than {limit} bytes of memory, which is the limit")
            }
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
    if let Some(bundled) = crate::bundled::bundled_file(path) {
        return Ok(bundled.to_vec());
    }
    let file = File::open(path).map_err(io)?;
    let before = file.metadata().map_err(io)?;
    let expected = usize::try_from(before.len()).ok().filter(|length| *length <= FILE_LIMIT);
    let bytes = fill(path, &file, expected.ok_or_else(|| ReadError::too_large(path))?, io)?;
    if before.is_file() && Stamp::from(&file.metadata().map_err(io)?) != Stamp::from(&before) {
        return Err(ReadError::changed(path));
    }
    Ok(bytes)
}

/// The number of bytes that suffice to recognise how a file is compressed.
const SIGNATURE_BYTES: u64 = 8;

/// Opens a file that is read piece by piece. Returns a reader of the decompressed contents, and their length,
/// or 0 if the length is unknown. `raw` gets the first bytes of the file, or all bytes if the file is
/// compressed. Errors come from the operating system or the decoder. To report a better error, read the whole
/// file with [`read`].
pub(crate) fn open<'a>(path: &Path, raw: &'a mut Vec<u8>) -> io::Result<(Box<dyn Read + 'a>, usize)> {
    if let Some(bundled) = crate::bundled::bundled_file(path) {
        return Ok((Box::new(bundled), bundled.len()));
    }
    let mut file = File::open(path)?;
    let length = file.metadata()?.len() as usize;
    file.by_ref().take(SIGNATURE_BYTES).read_to_end(raw)?;
    let Some(container) = Container::detect(raw) else {
        return Ok((Box::new(raw.as_slice().chain(file)), length));
    };
    file.take(FILE_LIMIT as u64).read_to_end(raw)?;
    Ok((Box::new(container.decoder(raw)?), 0))
}

/// Reads `source` to the end. We check the length of lines while we are still reading, because otherwise a
/// device, a sparse file or a decompression bomb would fill the memory before its first line is parsed.
/// `expected` is the expected number of bytes, or 0 if it is unknown.
fn fill(
    path: &Path,
    mut source: impl Read,
    expected: usize,
    error: impl Fn(io::Error) -> ReadError,
) -> Result<Vec<u8>, ReadError> {
    // `line_start` is the start of the line that has not ended yet.
    let (mut bytes, mut line_start) = (Vec::with_capacity((expected + 1).min(CHUNK)), 0);
    loop {
        let length_before = bytes.len();
        if length_before == CHUNK {
            // The first chunk passed the checks below, so we trust the declared size of the file.
            let missing = (expected + 1).saturating_sub(length_before);
            bytes.try_reserve_exact(missing).map_err(|_| error(io::ErrorKind::OutOfMemory.into()))?;
        }
        let read = source.by_ref().take(CHUNK as u64).read_to_end(&mut bytes).map_err(&error)?;
        line_start = memchr::memrchr(b'\n', &bytes[length_before..])
            .map_or(line_start, |feed| length_before + feed + 1);
        // If a line is only a little too long, the reader of lines reports it, with its length.
        let is_long = bytes.len() - line_start > LINE_LIMIT + CHUNK + 1;
        if is_long && !may_have_long_lines(&bytes) {
            let line = memchr::memchr_iter(b'\n', &bytes[..line_start]).count() + 1;
            return Err(ReadError::long_line(path, line));
        }
        if bytes.len() > FILE_LIMIT {
            return Err(ReadError::too_large(path));
        }
        if read == 0 {
            return Ok(bytes);
        }
    }
}

/// Returns true if the bytes begin like a binary file, or like JSON, which may be one long line.
fn may_have_long_lines(bytes: &[u8]) -> bool {
    if is_parquet(bytes) || Container::detect(bytes).is_some() || unreadable_form(bytes).is_some() {
        return true;
    }
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
    matches!(text.iter().find(|byte| !byte.is_ascii_whitespace()), Some(b'{' | b'['))
}
