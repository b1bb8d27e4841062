//! What readers of runs hand on, topic by topic, while the text is there.

use rejudge_pools::Tied;

use crate::reading::Reading;
use crate::run_order::{Entry, tied};
use crate::run_scan::UnusualFile;

/// The ranking of a topic.
pub(crate) struct Ranking<'a> {
    /// The topic.
    pub name: &'a str,
    /// What the lines are spans of.
    pub text: &'a [u8],
    /// All lines by rank, also those after the last rank.
    pub lines: &'a [Entry],
    pub reading: &'a Reading,
}

impl<'a> Ranking<'a> {
    /// The documents down to the last rank.
    pub fn documents(&self) -> &'a [Entry] {
        &self.lines[..self.lines.len().min(self.reading.max_rank)]
    }

    /// The id of a document.
    pub fn id(&self, document: &Entry) -> &'a str {
        std::str::from_utf8(document.document.of(self.text)).expect("a field of a text")
    }

    /// What the file does not order, the rule for ties does. None in the order of the lines, which orders
    /// all.
    pub fn tied(&self) -> Vec<Tied> {
        tied(self.lines, self.reading)
    }
}

/// What takes rankings in.
pub(crate) trait Rankings {
    /// Forgets what was added: the run is read anew.
    fn restart(&mut self);

    /// Takes in the next topic of the run. Where it was there before, or should have been, nothing more can be
    /// taken in before a restart.
    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), UnusualFile>;
}
