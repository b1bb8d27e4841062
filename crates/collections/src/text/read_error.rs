//! What can be wrong with a file before a line of it is looked at.

use std::path::PathBuf;

use rejudge_names::visible;

use crate::text::LINE_LIMIT;
use rejudge_frame::growth::RATIO;

use crate::text::bytes::LIMIT;

/// A file that could not be read, or not be decompressed.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The operating system refused.
    #[error("{}: cannot be read: {cause}", visible::path(path))]
    Io {
        /// The file (`-` for standard input).
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// A file that somebody wrote to meanwhile: neither what it was nor what it is was read.
    #[error("{}: changed while it was read: read it again when nobody writes to it", visible::path(path))]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A compressed file that ends too early or does not decode.
    #[error("{}: truncated or corrupt {container}: {cause}", visible::path(path))]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The compression, recognised by content.
        container: &'static str,
        /// What the decoder said.
        cause: std::io::Error,
    },
    /// A compressed file whose decoder would take more memory than it may.
    #[error("{}: its {container} decoder asks for more than {most} bytes, the limit", visible::path(path))]
    Decoder {
        /// The file.
        path: PathBuf,
        /// The compression.
        container: &'static str,
        /// The limit.
        most: u64,
    },
    /// More bytes than the limit on (decompressed) size allows.
    #[error("{}: more than {LIMIT} bytes, the limit for one file after decompression", visible::path(path))]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// A device, or a file that nobody wrote to.
    #[error("{}: nothing but zeros from byte {at} on, which is no text", visible::path(path))]
    Zeros {
        /// The file.
        path: PathBuf,
        /// Where they begin.
        at: usize,
    },
    /// A line that does not end where every line should: nothing behind it is looked at.
    #[error("{}:{line}:1: a line of more than {LINE_LIMIT} bytes, the limit", visible::path(path))]
    LongLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A compressed file that grows out of proportion.
    #[error(
        "{}: {compressed} bytes of {container} decompress to more than {RATIO} times their size, the limit for one file",
        visible::path(path)
    )]
    Ratio {
        /// The file.
        path: PathBuf,
        /// The compression.
        container: &'static str,
        /// Size of the compressed file.
        compressed: usize,
    },
}
