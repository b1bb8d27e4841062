//! What happens while files come.

use crate::error::FetchError;
use crate::item::Item;

/// Something that whoever watches may want to see.
#[derive(Debug)]
pub enum Event<'a> {
    /// The file begins to come, or goes on.
    Started(&'a Item),
    /// So many bytes came.
    Came(u64),
    /// So many bytes that had come are of no use.
    Lost(u64),
    /// The next attempt follows, because of this.
    Again(&'a Item, &'a FetchError),
    /// The file is there, and is what it should be.
    Done(&'a Item),
}
