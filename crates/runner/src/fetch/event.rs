//! Events of downloads.

use crate::fetch::error::FetchError;
use crate::fetch::item::Item;

/// Something that whoever watches may want to see.
#[derive(Debug)]
pub enum Event<'a> {
    /// The file begins to come, or goes on.
    Started(&'a Item),
    /// The number of bytes received.
    Came(u64),
    /// The number of received bytes that are discarded.
    Lost(u64),
    /// The next attempt follows, because of this.
    Again(&'a Item, &'a FetchError),
    /// The file is downloaded and correct.
    Done(&'a Item),
}
