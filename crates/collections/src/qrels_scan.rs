//! Judgments as they usually are, fast and packed as they come: plain lines of four columns, the lines of a
//! topic in one stretch, each document once.
//!
//! As for runs ([`Scanner`](crate::run_scan::Scanner)), what is odd, right or wrong, is left to who reads
//! whole files.

use rejudge_descriptor::HIGHEST_LEVEL;
use rejudge_metrics::Verdict;

use crate::fields::Span;
use crate::packed_qrels::PackedQrels;
use crate::repeated_ids::RepeatedIds;
use crate::run_order::Entry;
use crate::run_scan::{PIECE, UnusualFile};
use crate::text::{BOM, DecodedStream, Edges, LINE_LIMIT, first_control, same};

/// The judgments of a file of `length` bytes, as it is stored.
pub(crate) fn scan(mut pieces: DecodedStream<'_>, length: usize) -> Result<PackedQrels, UnusualFile> {
    let (mut text, mut filled, mut is_first) = (vec![0; 2 * PIECE], 0, true);
    // What is compressed does not say how long it is.
    let room = if pieces.is_compressed() { 0 } else { length };
    let mut packing = Packing { packed: PackedQrels::with_room(room), ..Packing::default() };
    let mut edges = Edges::default();
    loop {
        if text.len() - filled < PIECE {
            text.resize(text.len() * 2, 0);
        }
        let got = pieces.read(&mut text[filled..][..PIECE]).map_err(|_| UnusualFile::Odd)?;
        filled += got;
        // A byte order mark, or the start of one.
        if is_first && filled > 0 && text[0] == BOM[0] {
            return Err(UnusualFile::Odd);
        }
        is_first &= filled == 0;
        let read = &text[..filled];
        let end = if got == 0 { filled } else { memchr::memrchr(b'\n', read).map_or(0, |feed| feed + 1) };
        packing.piece(&text[..end], &mut edges)?;
        if got == 0 {
            return packing.end();
        }
        text.copy_within(end..filled, 0);
        filled -= end;
        // A line that does not end would be kept whole.
        if filled > LINE_LIMIT + 1 {
            return Err(UnusualFile::Odd);
        }
    }
}

/// What is packed, and the topic that goes on.
#[derive(Default)]
struct Packing {
    packed: PackedQrels,
    topic: Vec<u8>,
    /// The ids of its documents, and where they stand there.
    ids: Vec<u8>,
    documents: Vec<Entry>,
    repeated: RepeatedIds,
}

impl Packing {
    /// Packs the lines of a piece.
    fn piece(&mut self, piece: &[u8], edges: &mut Edges) -> Result<(), UnusualFile> {
        if std::str::from_utf8(piece).is_err() || first_control(piece).is_some() {
            return Err(UnusualFile::Odd);
        }
        let (lines, rest) = edges.of(piece).as_chunks::<8>();
        let feeds = memchr::memchr_iter(b'\n', piece).count();
        // As many lines as line feeds, each after four words: then no line has more or less.
        let is_cut = piece.last().is_some_and(|&last| last != b'\n');
        if !rest.is_empty() || feeds + usize::from(is_cut) != lines.len() {
            return Err(UnusualFile::Odd);
        }
        let mut start = 0;
        for edges in lines {
            let word = |at: usize| &piece[edges[2 * at] as usize..edges[2 * at + 1] as usize];
            let end = edges[7] as usize;
            if piece.get(end).is_some_and(|&byte| byte != b'\n') || end - start > LINE_LIMIT {
                return Err(UnusualFile::Odd);
            }
            start = end + 1;
            let (topic, document, grade) = (word(0), word(2), word(3));
            let grade = grade.strip_suffix(b"\r").unwrap_or(grade);
            if topic[0] == b'#' || topic.starts_with(BOM) {
                return Err(UnusualFile::Odd);
            }
            if !same(topic, &self.topic) {
                self.end_topic()?;
                self.packed.begin(topic);
                self.topic.clear();
                self.topic.extend_from_slice(topic);
            }
            self.packed.push(document, verdict(grade).ok_or(UnusualFile::Odd)?);
            let at = self.ids.len() as u32;
            self.ids.extend_from_slice(document);
            let span = Span { start: at, end: self.ids.len() as u32 };
            self.documents.push(Entry::new(&self.ids, span, 0.0));
        }
        Ok(())
    }

    fn end_topic(&mut self) -> Result<(), UnusualFile> {
        if self.repeated.any(&self.ids, &self.documents) {
            return Err(UnusualFile::Odd);
        }
        self.packed.end();
        self.ids.clear();
        self.documents.clear();
        Ok(())
    }

    fn end(mut self) -> Result<PackedQrels, UnusualFile> {
        self.end_topic()?;
        let is_empty = self.packed.topics() == 0;
        self.packed.in_order().filter(|_| !is_empty).ok_or(UnusualFile::Odd)
    }
}

/// What a grade stands for, if it is one.
fn verdict(grade: &[u8]) -> Option<Verdict> {
    if let [digit @ b'0'..=b'9'] = grade {
        return Some(Verdict::Level(digit - b'0'));
    }
    let grade: i32 = std::str::from_utf8(grade).ok()?.parse().ok()?;
    match u8::try_from(grade) {
        Ok(level) => Some(Verdict::Level(level)).filter(|_| level <= HIGHEST_LEVEL),
        Err(_) => Some(Verdict::Pooled).filter(|_| grade < 0),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;
    use rejudge_descriptor::QrelsFormat;

    use super::*;
    use crate::docids::Scratch;
    use crate::qrels::Qrels;

    /// Topics, their documents, and what a ranking finds of them.
    type Everything = Vec<(String, Vec<Verdict>, Vec<u8>, u32, Vec<(u32, u32)>)>;

    fn everything(packed: &PackedQrels, ids: &[&str]) -> Everything {
        let (mut text, mut lines) = (Vec::new(), Vec::new());
        for id in ids {
            let start = text.len() as u32;
            text.extend_from_slice(id.as_bytes());
            lines.push(Entry::new(&text, Span { start, end: text.len() as u32 }, 0.0));
        }
        let of_topic = |topic: usize| {
            let (judgments, mut found) = (packed.judgments(topic), Vec::new());
            packed.find(topic, &text, &lines, &mut Scratch::default(), |place, doc| found.push((place, doc)));
            assert_eq!(packed.place(packed.name(topic), 0), Some(topic));
            let (verdicts, ideal) = (judgments.verdicts.to_vec(), judgments.ideal.to_vec());
            (packed.name(topic).to_owned(), verdicts, ideal, judgments.nonrelevant, found)
        };
        (0..packed.topics()).map(of_topic).collect()
    }

    /// What is packed as it comes, and what the careful reader makes of the same.
    fn both(text: &[u8], ids: &[&str]) -> [Option<Everything>; 2] {
        let scanned = scan(DecodedStream::of(text), text.len()).ok();
        let whole = Qrels::parse(Path::new("q"), text, &QrelsFormat::trec()).ok().map(|qrels| {
            let found = PackedQrels::of(&qrels);
            for topic in qrels.topics() {
                let place = found.place(topic.name(), 0).expect("there");
                let verdicts: Vec<Verdict> = topic.judgments().map(|(_, verdict)| verdict).collect();
                assert_eq!(found.judgments(place).verdicts, verdicts);
            }
            found
        });
        [scanned, whole].map(|packed| packed.map(|packed| everything(&packed, ids)))
    }

    proptest! {
        /// Usual judgments are packed as they come, whatever the order of their topics.
        #[test]
        fn usual_judgments_are_scanned(
            topics in prop::collection::btree_map("[0-9a-c]{1,3}", prop::collection::btree_map("[a-z\u{e9}]{1,20}", -2_i32..=127, 1..40), 1..8),
            order in any::<prop::sample::Index>(),
            blank in prop::sample::select(vec![" ", "\t", " \t "]),
            end in prop::sample::select(vec!["\n", "\r\n"]),
            has_end in any::<bool>(),
        ) {
            let mut topics: Vec<_> = topics.iter().collect();
            let shift = order.index(topics.len());
            topics.rotate_left(shift);
            let line = |topic: &String, (id, grade): (&String, &i32)| [topic.as_str(), "0", id, &grade.to_string()].join(blank);
            let lines: Vec<String> =
                topics.iter().flat_map(|(name, documents)| documents.iter().map(move |document| line(name, document))).collect();
            let text = lines.join(end) + if has_end { end } else { "" };
            let ids: Vec<&str> = topics.iter().flat_map(|(_, documents)| documents.keys()).map(String::as_str).take(60).collect();
            let [scanned, whole] = both(text.as_bytes(), &ids);
            prop_assert!(scanned.is_some(), "left to the careful reader");
            prop_assert_eq!(scanned, whole);
        }

        /// Of what is odd, mixed or wrong the scan makes the same, or nothing.
        #[test]
        fn odd_judgments_are_those_of_the_careful_reader(
            words in prop::collection::vec((
                prop::sample::select(vec!["1", "2", "1", "0", "a", "b", "#", "c#", "-1", "3", "128", "+1", "-0", "1.5", "\u{feff}", "\u{b}", "\r"]),
                prop::sample::select(vec![" ", " ", " ", " ", "\t", "\n", "\n", "\n", "\r\n", "\n\n", " \n"]),
            ), 0..40),
        ) {
            let text: String = words.iter().flat_map(|&(word, blank)| [word, blank]).collect();
            let [scanned, whole] = both(text.as_bytes(), &["a", "b", "c#"]);
            prop_assert!(scanned.is_none() || scanned == whole, "{scanned:?} {whole:?}");
        }

        #[test]
        fn mixed_judgments_are_those_of_the_careful_reader(
            lines in prop::collection::vec(("[12]", "[a-c]", -1_i32..3), 1..12),
            at in any::<prop::sample::Index>(),
            spoilt in prop::sample::select(b" \t\n\r#0e.-\xff\xc3\0".to_vec()),
            is_spoilt in any::<bool>(),
        ) {
            let line = |(topic, id, grade): &(String, String, i32)| format!("{topic} 0 {id} {grade}\n").into_bytes();
            let mut text: Vec<u8> = lines.iter().flat_map(line).collect();
            let at = at.index(text.len());
            if is_spoilt { text[at] = spoilt }
            let [scanned, whole] = both(&text, &["a", "b"]);
            prop_assert!(scanned.is_none() || scanned == whole, "{scanned:?} {whole:?}");
        }
    }
}
