//! A user's own files, as named on the command line: judgments and runs without a descriptor.
//!
//! `audit`, `pool` and `simulate --like` read them by the same rules: `files` loads them, `wrong` reports a file that
//! was mistaken for the other kind, `unread` the files next to them that are not read, `name` makes their names, and
//! `each_once` refuses a duplicate run. Only named files are read.

mod each_once;
mod files;
mod name;
mod unread;

pub use each_once::check_each_once;
pub use files::{Loaded, OwnFiles, check_read_again, check_unchanged};
pub use name::{is_name, name_of};
pub use unread::{UnreadTable, unread};
