//! Decompresses files: gzip (also with several members), bzip2, xz and zstd. The first bytes of a file show its
//! compression.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use liblzma::stream::{CONCATENATED, Stream};
use rejudge_tables::frame::growth::exceeds_ratio;

/// The base-2 logarithm of the largest window, in bytes, that a zstd frame may have. The `zstd` command has
/// the same limit.
const ZSTD_WINDOW_LOG: u32 = 27;

/// The maximum memory of an xz decoder. A file that the highest preset of the `xz` command wrote needs 65
/// MiB, but the header of a malicious file may ask for 4 GiB.
const MAX_XZ_MEMORY: u64 = 256 << 20;

/// The extensions of compressed files.
const COMPRESSED_EXTENSIONS: [&str; 4] = [".gz", ".bz2", ".xz", ".zst"];

/// Returns the name of a file without an extension that shows its compression, such as `.gz`.
///
/// ```
/// use rejudge_collections::uncompressed;
/// assert_eq!(["bm25.txt.gz", "bm25.txt"].map(uncompressed), ["bm25.txt"; 2]);
/// ```
pub fn uncompressed(name: &str) -> &str {
    COMPRESSED_EXTENSIONS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

/// The first bytes of binary forms that we cannot read, with the name of the form and advice, for the error.
const UNREADABLE: &[(&[u8], &str)] = &[
    (&[0x04, 0x22, 0x4d, 0x18], "an lz4 frame: decompress it; ranx writes JSON by run.save(\"run.json\")"),
    (b"PK\x03\x04", "a zip archive or a spreadsheet: unpack it, or save it as csv"),
    (b"\xff\x06\x00\x00sNaPpY", "snappy: decompress it"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it"),
    (b"ARROW1\x00\x00", "an Arrow or Feather file: write parquet or csv"),
    (b"\x93NUMPY", "an array of NumPy: write csv or TREC format"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file: write parquet or csv"),
    (b"SQLite format 3\x00", "an SQLite database: write csv"),
    (b"\x80\x04\x95", "a pickle of Python: write JSON or csv"),
    (b"\x80\x05\x95", "a pickle of Python: write JSON or csv"),
];

/// The position of `ustar` in the first header of a tar archive.
const TAR_MAGIC_POSITION: usize = 257;

/// If the bytes have a binary form that we cannot read, returns the name of the form, with advice.
pub(crate) fn unreadable_form(bytes: &[u8]) -> Option<&'static str> {
    if let Some((_, form)) = UNREADABLE.iter().find(|(first_bytes, _)| bytes.starts_with(first_bytes)) {
        return Some(form);
    }
    let is_tar = bytes.get(TAR_MAGIC_POSITION..).is_some_and(|rest| rest.starts_with(b"ustar"))
        && bytes[..TAR_MAGIC_POSITION].contains(&0);
    is_tar.then_some("a tar archive: unpack it")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Container {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

impl Container {
    /// Returns the compression that the first bytes announce, or `None` if they look uncompressed.
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            // `BZh` and a digit are not enough, because a text may begin with `BZh1`. So the first bytes of a
            // block or of an empty stream must follow.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, ..] => Some(Self::Bzip2),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            // A frame, or a skippable frame before one.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
        }
    }

    pub fn decoder(self, raw: &[u8]) -> io::Result<Decoder<'_>> {
        let input_count = Rc::new(Cell::new(0));
        let raw = Counted { rest: raw, count: Rc::clone(&input_count) };
        let decoder: Box<dyn Read + '_> = match self {
            Self::Gzip => Box::new(flate2::read::MultiGzDecoder::new(raw)),
            Self::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(raw)),
            Self::Xz => {
                let stream = Stream::new_stream_decoder(MAX_XZ_MEMORY, CONCATENATED)?;
                Box::new(liblzma::read::XzDecoder::new_stream(raw, stream))
            }
            Self::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::new(raw)?;
                decoder.window_log_max(ZSTD_WINDOW_LOG)?;
                Box::new(decoder)
            }
        };
        Ok(Decoder { decoder, input_count, output_count: 0 })
    }

    /// Returns the memory limit of the decoder if the decoder failed because of it.
    pub(crate) fn exceeded_memory_limit(self, error: &io::Error) -> Option<u64> {
        match self {
            Self::Xz => {
                let source =
                    error.get_ref().and_then(|source| source.downcast_ref::<liblzma::stream::Error>());
                matches!(source, Some(liblzma::stream::Error::MemLimit)).then_some(MAX_XZ_MEMORY)
            }
            // Errors of zstd have no kind, only a text.
            Self::Zstd => error.to_string().contains("too much memory").then_some(1 << ZSTD_WINDOW_LOG),
            Self::Gzip | Self::Bzip2 => None,
        }
    }
}

/// Decompresses, and fails with [`io::ErrorKind::FileTooLarge`] as soon as its output is larger than
/// [`exceeds_ratio`] allows for the input so far. If we compared with the size of the whole file instead, a
/// file that decompresses to 1000 times its size would take up 500 times its size in memory before we refused it.
pub struct Decoder<'a> {
    decoder: Box<dyn Read + 'a>,
    input_count: Rc<Cell<usize>>,
    output_count: usize,
}

impl Read for Decoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.decoder.read(buffer)?;
        self.output_count += count;
        if exceeds_ratio(self.output_count, self.input_count.get()) {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(count)
    }
}

/// Compressed bytes, which are counted as the decoder reads them.
struct Counted<'a> {
    rest: &'a [u8],
    count: Rc<Cell<usize>>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.rest.read(buffer)?;
        self.count.update(|count| count + read);
        Ok(read)
    }
}
