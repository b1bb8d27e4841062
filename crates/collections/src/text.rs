//! Handles the bytes of text files: reads and decompresses a file as a whole ([`read`]) or piece by piece ([`open`]),
//! finds words ([`Edges`]) and invalid characters, parses numbers, and compares ids as machine words. Other modules
//! interpret the lines.

mod bytes;
mod compression;
mod control_characters;
mod edges;
mod id_words;
mod parse_double;
mod read_error;
mod stamp;

pub(crate) use bytes::{FILE_LIMIT, check_ordinary, open, read_stored};
pub use bytes::{decoded, read};
pub use compression::uncompressed;
pub(crate) use control_characters::first_control;
pub use edges::Edges;
pub(crate) use edges::{BLOCK, any_of};
pub(crate) use id_words::is_graphic;
pub use id_words::{hash, same, words};
pub(crate) use parse_double::parse_double;
pub use read_error::{ReadError, nearest_in_folder};
pub(crate) use stamp::Stamp;
pub use stamp::Stamps;

/// The maximum length of a line, in bytes, except in JSON, which may be one long line. Even ids of web collections are
/// shorter than 1 KiB.
pub const LINE_LIMIT: usize = 1 << 20;

/// The byte order mark of UTF-8.
pub(crate) const BOM: &[u8] = b"\xef\xbb\xbf";
