//! Judgments in as little memory as they need: numbers, and one text of all names.
//!
//! What scores topics as they pass wants no more. [`Qrels`] is for everybody else: it tells where a line
//! stands, and takes documents in that nobody judged.

use std::path::Path;

use rejudge_descriptor::QrelsFormat;
use rejudge_metrics::Verdict;
use rejudge_pools::{DocIx, TopicIx, TopicJudgments, topic_order};

use crate::docids::{FEW, Scratch, find};
use crate::id_table::{Many, Names};
use crate::load_error::LoadError;
use crate::other_forms::read_judgments;
use crate::qrels::Qrels;
use crate::qrels_scan::scan;
use crate::run_order::Entry;
use crate::run_scan::UnusualFile;
use crate::text::{DecodedStream, ReadError, Stamp};

/// So many judgments of topics with more than a few have tables that are kept, some 60 bytes each. Of more,
/// a table is made for each ranking of a topic.
const TABLED: usize = 1 << 20;

/// The judgments of a file. Topics go by [`topic_order`], documents by first appearance.
#[derive(Clone, Debug, Default)]
pub struct PackedQrels {
    /// A topic's name and the ids of its documents, topic after topic as they came, end to end.
    text: Vec<u8>,
    /// Where each of these ends.
    ends: Vec<u32>,
    /// By the same places the verdict; of no use for a name.
    verdicts: Vec<Verdict>,
    /// From the place of a topic's first document on: its levels >= 1, the highest first, and zeros.
    levels: Vec<u8>,
    topics: Vec<PackedTopic>,
    /// By topic, those that are kept.
    tables: Vec<(u32, Many)>,
    has_pooled: bool,
}

#[derive(Clone, Copy, Debug)]
struct PackedTopic {
    /// Place of its name.
    name: u32,
    documents: u32,
}

/// The ids of a topic: where the one before the first ends, and each of them.
struct PackedIds<'a> {
    text: &'a [u8],
    ends: &'a [u32],
}

impl Names for PackedIds<'_> {
    fn count(&self) -> usize {
        self.ends.len() - 1
    }

    #[inline]
    fn id(&self, number: DocIx) -> &[u8] {
        &self.text[self.ends[number as usize] as usize..self.ends[number as usize + 1] as usize]
    }
}

impl PackedQrels {
    /// Reads judgments. Usual ones of TREC are packed as they are read; what is odd is read as a whole first.
    ///
    /// ```
    /// use rejudge_collections::PackedQrels;
    /// use rejudge_descriptor::QrelsFormat;
    /// use rejudge_metrics::Verdict::{Level, Pooled};
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("qrels.txt");
    /// std::fs::write(&path, "10 0 a 1\n10 0 b -1\n10 0 c 2\n9 0 a 0\n")?;
    /// let qrels = PackedQrels::read(&path, &QrelsFormat::trec())?;
    /// assert_eq!((qrels.topics(), qrels.name(0), qrels.name(1)), (2, "9", "10"));
    /// let judgments = qrels.judgments(1);
    /// assert_eq!((judgments.verdicts, judgments.ideal), (&[Level(1), Pooled, Level(2)][..], &[2, 1][..]));
    /// assert_eq!((judgments.nonrelevant, qrels.judgments(0).nonrelevant), (0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the file cannot be read, or is not of its form.
    pub fn read(path: &Path, format: &QrelsFormat) -> Result<Self, LoadError> {
        // A pipe cannot be read twice.
        let is_file = path != Path::new("-") && path.metadata().is_ok_and(|about| about.is_file());
        if is_file && *format == QrelsFormat::trec() {
            let (stamp, mut raw) = (Stamp::of(path).ok(), Vec::new());
            let length = path.metadata().map_or(0, |about| about.len()) as usize;
            let pieces = DecodedStream::open(path, &mut raw).map_err(|_| UnusualFile::Odd);
            if let Ok(packed) = pieces.and_then(|pieces| scan(pieces, length)) {
                if Stamp::of(path).ok() != stamp {
                    return Err(ReadError::Changed { path: path.to_owned() }.into());
                }
                return Ok(packed);
            }
        }
        let bytes = read_judgments(path, format)?;
        Ok(Self::of(&Qrels::parse(path, &bytes, format)?))
    }

    /// Nothing yet, and room for what lines of so many bytes can hold. What is not written to takes no memory,
    /// while lists that grow leave holes; where there is no room, they grow.
    pub(crate) fn with_room(bytes: usize) -> Self {
        /// The shortest line: three fields of a byte, and what parts them.
        const LINE: usize = 8;
        let mut packed = Self::default();
        let lines = bytes / LINE + 1;
        let _ = packed.text.try_reserve_exact(bytes);
        let _ = packed.ends.try_reserve_exact(2 * lines);
        let _ = packed.verdicts.try_reserve_exact(2 * lines);
        let _ = packed.levels.try_reserve_exact(2 * lines);
        let _ = packed.topics.try_reserve_exact(lines);
        packed
    }

    /// Judgments that are read.
    pub(crate) fn of(qrels: &Qrels<'_>) -> Self {
        let mut packed = Self::default();
        for topic in qrels.topics() {
            packed.begin(topic.name().as_bytes());
            topic.judgments().for_each(|(id, verdict)| packed.push(id.as_bytes(), verdict));
            packed.end();
        }
        packed.tabled()
    }

    /// Begins a topic.
    pub(crate) fn begin(&mut self, name: &[u8]) {
        self.topics.push(PackedTopic { name: self.ends.len() as u32, documents: 0 });
        self.add(name, Verdict::Pooled);
    }

    /// Adds a document to the topic that was begun last.
    pub(crate) fn push(&mut self, id: &[u8], verdict: Verdict) {
        self.add(id, verdict);
        self.has_pooled |= verdict == Verdict::Pooled;
        if let Some(topic) = self.topics.last_mut() {
            topic.documents += 1;
        }
    }

    fn add(&mut self, name: &[u8], verdict: Verdict) {
        self.text.extend_from_slice(name);
        self.ends.push(self.text.len() as u32);
        self.verdicts.push(verdict);
        self.levels.push(0);
    }

    /// Ends the topic that was begun last.
    pub(crate) fn end(&mut self) {
        let Some(topic) = self.topics.last() else { return };
        let first = topic.name as usize + 1;
        let mut end = first;
        for verdict in &self.verdicts[first..] {
            if let Verdict::Level(level @ 1..) = *verdict {
                self.levels[end] = level;
                end += 1;
            }
        }
        self.levels[first..end].sort_unstable_by(|a, b| b.cmp(a));
    }

    /// All of it, once it is there; `None` where a topic was begun twice.
    pub(crate) fn in_order(mut self) -> Option<Self> {
        let mut topics = std::mem::take(&mut self.topics);
        let name = |topic: &PackedTopic| self.name_at(topic.name);
        if !topics.is_sorted_by(|a, b| topic_order(name(a), name(b)).is_lt()) {
            topics.sort_unstable_by(|a, b| topic_order(name(a), name(b)));
            if topics.array_windows().any(|[a, b]| name(a) == name(b)) {
                return None;
            }
        }
        Some(Self { topics, ..self }.tabled())
    }

    /// Gives back the room for what did not come, and makes the tables.
    fn tabled(mut self) -> Self {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.verdicts.shrink_to_fit();
        self.levels.shrink_to_fit();
        self.topics.shrink_to_fit();
        let many = || (0..).zip(&self.topics).filter(|(_, topic)| topic.documents as usize > FEW);
        if many().map(|(_, topic)| topic.documents as usize).sum::<usize>() <= TABLED {
            let table = |(at, topic)| (at, Many::of(&self.ids(topic)));
            self.tables = many().map(table).collect();
        }
        self
    }

    fn ids(&self, topic: &PackedTopic) -> PackedIds<'_> {
        let name = topic.name as usize;
        PackedIds { text: &self.text, ends: &self.ends[name..=name + topic.documents as usize] }
    }

    /// The name that stands at a place.
    fn name_at(&self, place: u32) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        let name = &self.text[start as usize..self.ends[place as usize] as usize];
        std::str::from_utf8(name).expect("a field of a text")
    }

    /// Number of topics.
    pub fn topics(&self) -> usize {
        self.topics.len()
    }

    /// The name of a topic.
    ///
    /// # Panics
    /// When `topic` is out of range.
    pub fn name(&self, topic: TopicIx) -> &str {
        self.name_at(self.topics[topic].name)
    }

    /// The judgments of a topic.
    ///
    /// # Panics
    /// When `topic` is out of range.
    pub fn judgments(&self, topic: TopicIx) -> TopicJudgments<'_> {
        let PackedTopic { name, documents } = self.topics[topic];
        let of_topic = name as usize + 1..name as usize + 1 + documents as usize;
        let (verdicts, levels) = (&self.verdicts[of_topic.clone()], &self.levels[of_topic]);
        let ideal = &levels[..levels.partition_point(|&level| level > 0)];
        let nonrelevant = if self.has_pooled {
            verdicts.iter().filter(|&&verdict| verdict == Verdict::Level(0)).count()
        } else {
            verdicts.len() - ideal.len()
        };
        TopicJudgments { verdicts, ideal, nonrelevant: nonrelevant as u32 }
    }

    /// The highest level of a judgment; 0 where nothing is relevant.
    pub fn highest(&self) -> u8 {
        self.levels.iter().copied().max().unwrap_or(0)
    }

    /// Whether a document is in the pool without a judgment.
    pub fn has_pooled(&self) -> bool {
        self.has_pooled
    }

    /// The place of a topic; `expected` is looked at first, since runs have their topics in the same order
    /// most often.
    pub(crate) fn place(&self, name: &str, expected: TopicIx) -> Option<TopicIx> {
        match self.topics.get(expected) {
            Some(topic) if self.name_at(topic.name) == name => Some(expected),
            _ => self.topics.binary_search_by(|topic| topic_order(self.name_at(topic.name), name)).ok(),
        }
    }

    /// The documents of `lines` that a topic's judgments hold: place among the lines and number.
    pub(crate) fn find(
        &self,
        topic: TopicIx,
        text: &[u8],
        lines: &[Entry],
        room: &mut Scratch,
        found: impl FnMut(u32, DocIx),
    ) {
        let table = self.tables.binary_search_by_key(&(topic as u32), |&(of, _)| of);
        let table = table.ok().map(|at| &self.tables[at].1);
        find(&self.ids(&self.topics[topic]), table, text, lines, room, found);
    }
}
