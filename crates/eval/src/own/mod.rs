//! A user's own files, as they are named on the command line: judgments and runs that no descriptor
//! describes.
//!
//! `audit`, `pool` and `simulate --like` read them by the same rules: `files` loads them, `wrong` says
//! which of two kinds was taken for the other, `unread` what lies there and is not read, `name` what they
//! are called, `each_once` refuses a run that is there twice. Nothing is read that nobody named.

mod each_once;
mod files;
mod name;
mod unread;

pub use each_once::check_each_once;
pub use files::{Loaded, OwnFiles, check_read_again, check_unchanged};
pub use name::{is_name, name_of};
pub use unread::{UnreadTable, unread};
