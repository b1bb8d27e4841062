//! The fast ways make of a run what the careful one makes of it, or nothing.

use proptest::prelude::*;
use rejudge_pools::Tied;

use rejudge_descriptor::ExtraColumns;

use super::*;
use crate::reading::ScoreType;
use crate::text::LINE_LIMIT;

/// All that is handed on of a topic.
#[derive(Debug, PartialEq)]
struct Topic {
    name: String,
    /// Document, key and hash.
    lines: Vec<(String, f64, u64)>,
    documents: usize,
    tied: Vec<Tied>,
}

#[derive(Debug, Default, PartialEq)]
struct Everything(Vec<Topic>);

impl Rankings for Everything {
    fn restart(&mut self) {
        self.0.clear();
    }

    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), UnusualFile> {
        if self.0.iter().any(|topic| topic.name == ranking.name) {
            return Err(UnusualFile::Mixed);
        }
        let line = |line| (ranking.id(line).to_owned(), line.key, line.hash);
        let (name, lines) = (ranking.name.to_owned(), ranking.lines.iter().map(line).collect());
        self.0.push(Topic { name, lines, documents: ranking.documents().len(), tied: ranking.tied() });
        Ok(())
    }
}

/// What the fast way makes of a text, and the other.
fn both(bytes: &[u8], reading: &Reading) -> [Option<(String, Everything)>; 2] {
    let (mut fast, mut careful) = (Everything::default(), Everything::default());
    let scanned = Scanner::default().scan(DecodedStream::of(bytes), reading, &mut fast).ok();
    let tag = whole(Path::new("r"), bytes, reading, &mut careful).ok();
    [scanned.map(|tag| (tag, fast)), tag.map(|tag| (tag, careful))]
}

/// What parting by topics makes of a text, by name of topic, and the careful way.
fn both_mixed(bytes: &[u8], reading: &Reading) -> [Option<(String, Everything)>; 2] {
    let (mut parted, mut careful) = (Everything::default(), Everything::default());
    let tag = scan_mixed(DecodedStream::of(bytes), &mut Scanner::default(), reading, &mut parted).ok();
    let whole = whole(Path::new("r"), bytes, reading, &mut careful).ok();
    if tag.is_some() && whole.is_some() {
        assert_eq!(parted.0[0].name, careful.0[0].name, "the first topic comes first");
    }
    [tag.map(|tag| (tag, parted)), whole.map(|tag| (tag, careful))].map(|read| {
        read.map(|(tag, mut everything)| {
            everything.0.sort_by(|a, b| a.name.cmp(&b.name));
            (tag, everything)
        })
    })
}

fn readings() -> impl Strategy<Value = Reading> {
    let ties = [Ties::DocnoDescending, Ties::DocnoAscending, Ties::FileOrder, Ties::Rank];
    let score_type = prop::sample::select(vec![ScoreType::F64, ScoreType::F32]);
    let extra_columns = prop::sample::select(vec![ExtraColumns::Refused, ExtraColumns::Ignored]);
    let ties = prop::sample::select(ties.to_vec());
    let reading = |(ties, score_type, max_rank, extra_columns)| Reading {
        ties,
        score_type,
        max_rank,
        extra_columns,
        ..Reading::default()
    };
    (ties, score_type, prop::sample::select(vec![1, 3, usize::MAX]), extra_columns).prop_map(reading)
}

proptest! {
    /// The fast way takes what is usual, and makes the same of it, wherever pieces end.
    #[test]
    fn usual_runs_are_read_fast(
        topics in prop::collection::vec(prop::collection::btree_map("[a-z\u{e9}#-]{1,30}", -9_i32..9, 1..40), 1..5),
        blank in prop::sample::select(vec![" ", "\t", " \t  "]),
        end in prop::sample::select(vec!["\n", "\r\n"]),
        has_end in any::<bool>(),
        reading in readings(),
    ) {
        let line = |topic: usize, (document, score): (&String, &i32)| {
            let (topic, score) = (topic.to_string(), format!("{score}.50"));
            [topic.as_str(), "Q0", document, "7", &score, "tag"].join(blank)
        };
        let lines: Vec<_> = topics.iter().enumerate()
            .flat_map(|(topic, documents)| documents.iter().map(move |document| line(topic, document)))
            .collect();
        let text = lines.join(end) + if has_end { end } else { "" };
        let [fast, careful] = both(text.as_bytes(), &reading);
        prop_assert!(fast.is_some(), "left to the careful way");
        prop_assert_eq!(fast, careful);
    }

    /// Of what is odd the fast way makes the same, or nothing.
    #[test]
    fn odd_runs_are_read_as_by_the_careful_way(
        words in prop::collection::vec((
            prop::sample::select(vec![
                "1", "1", "2", "Q0", "d", "e", "f#", "#", "g\u{3042}", "0", "7", "-3", "1e3", "nan", "inf", "x", "t", "t", "\r", "\u{feff}", "\u{b}", "\0",
            ]),
            prop::sample::select(vec![" ", " ", " ", " ", "\t", "  ", "\n", "\n", "\r\n", " \n", "\n\n", "\r"]),
        ), 0..40),
        reading in readings(),
    ) {
        let text: String = words.iter().flat_map(|&(word, blank)| [word, blank]).collect();
        let [fast, careful] = both(text.as_bytes(), &reading);
        prop_assert!(fast.is_none() || fast == careful, "{fast:?} {careful:?}");
    }

    /// So it does where a usual run is spoilt somewhere.
    #[test]
    fn spoilt_runs_are_read_as_by_the_careful_way(
        lines in prop::collection::vec(("[12]", "[a-f]{1,2}", "-?[0-9]{1,2}(\\.[0-9]{1,3})?"), 1..12),
        at in any::<prop::sample::Index>(),
        spoilt in prop::sample::select(b" \t\n\r#0e.-\xff\xc3\0".to_vec()),
        inserted in any::<bool>(),
        reading in readings(),
    ) {
        let mut text: Vec<u8> =
            lines.iter().flat_map(|(topic, document, score)| format!("{topic} Q0 {document} 1 {score} t\n").into_bytes()).collect();
        let at = at.index(text.len());
        if inserted { text.insert(at, spoilt) } else { text[at] = spoilt }
        let [fast, careful] = both(&text, &reading);
        prop_assert!(fast.is_none() || fast == careful, "{fast:?} {careful:?}");
    }

    /// Runs whose topics are mixed are read in parts, and the same is made of them.
    #[test]
    fn mixed_runs_are_read_in_parts(
        lines in prop::collection::btree_map(("[0-9]{1,2}", "[a-z\u{e9}]{1,9}"), (-9_i32..9, any::<u32>()), 1..60),
        blank in prop::sample::select(vec![" ", "\t", " \t  "]),
        end in prop::sample::select(vec!["\n", "\r\n"]),
        has_end in any::<bool>(),
        reading in readings(),
    ) {
        let mut lines: Vec<_> = lines.iter().collect();
        lines.sort_by_key(|(_, (_, place))| *place);
        let line = |((topic, document), (score, _)): &(&(String, String), &(i32, u32))| {
            [topic.as_str(), "Q0", document, "7", &score.to_string(), "tag"].join(blank)
        };
        let text = lines.iter().map(line).collect::<Vec<_>>().join(end) + if has_end { end } else { "" };
        let [parted, careful] = both_mixed(text.as_bytes(), &reading);
        prop_assert!(parted.is_some(), "left to the careful way");
        prop_assert_eq!(parted, careful);
    }

    /// Of odd ones the same is made, or nothing.
    #[test]
    fn odd_mixed_runs_are_read_as_by_the_careful_way(
        lines in prop::collection::vec(("[123]", "[a-f]{1,2}", "-?[0-9]{1,2}", "[tu]?t"), 1..12),
        at in any::<prop::sample::Index>(),
        spoilt in prop::sample::select(b" \t\n\r#0e.-\xff\xc3\0".to_vec()),
        is_spoilt in any::<bool>(),
        reading in readings(),
    ) {
        let line = |(topic, document, score, tag): &(String, String, String, String)| {
            format!("{topic} Q0 {document} 1 {score} {tag}\n").into_bytes()
        };
        let mut text: Vec<u8> = lines.iter().flat_map(line).collect();
        let at = at.index(text.len());
        if is_spoilt { text[at] = spoilt }
        let [parted, careful] = both_mixed(&text, &reading);
        prop_assert!(parted.is_none() || parted == careful, "{parted:?} {careful:?}");
    }

    #[test]
    fn any_bytes_are_read_as_by_the_careful_way(bytes in prop::collection::vec(any::<u8>(), 0..200), reading in readings()) {
        let [fast, careful] = both(&bytes, &reading);
        prop_assert!(fast.is_none() || fast == careful, "{fast:?} {careful:?}");
    }
}

#[test]
fn long_lines_and_topics_are_read_fast() {
    let blanks = " ".repeat(LINE_LIMIT - "1Q0 d 1 2 t".len());
    for (more, is_read) in [("", true), (" ", false)] {
        let text = format!("0 Q0 d 1 2 t\n1{blanks}{more}Q0 d 1 2 t\n");
        let [fast, careful] = both(text.as_bytes(), &Reading::default());
        assert!(fast == careful && fast.is_some() == is_read);
    }
    let lines = |topic| (0..30_000).map(move |n| format!("{topic} Q0 d{n} 1 {} t\n", n % 7));
    let text: String = lines(1).chain(lines(2)).collect();
    let [fast, careful] = both(text.as_bytes(), &Reading::default());
    assert!(fast == careful && fast.is_some());
}

#[test]
fn files_are_read_again_where_they_are_odd() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut reader = RunReader::default();
    let mut read = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        let mut everything = Everything::default();
        let tag = reader.read(&path, &Reading::default(), &mut everything);
        tag.map(|tag| (tag, everything)).map_err(|error| error.to_string())
    };
    let text = "1 Q0 a 1 9 t\n2 Q0 b 1 9 t\n";
    let packed = zstd::encode_all(text.as_bytes(), 3).expect("into memory");
    let usual = read("usual", text.as_bytes()).expect("good");
    assert_eq!(usual.1.0.len(), 2);
    assert_eq!(read("packed", &packed).expect("good"), usual);
    assert_eq!(read("odd", format!("\u{feff}{text}\n").as_bytes()).expect("good"), usual);
    let mixed = read("mixed", format!("{text}1 Q0 b 1 9 u\n").as_bytes()).expect("good");
    assert_eq!((mixed.0.as_str(), mixed.1.0[0].lines.len()), ("t", 2));
    let text = "1 Q0 a 1 9 t\n2 Q0 b 1 9 t\n1 Q0 c 1 9 t\n";
    let mixed = read("parted", text.as_bytes()).expect("good");
    assert_eq!((mixed.0.as_str(), mixed.1.0[0].lines.len(), mixed.1.0.len()), ("t", 2, 2));
    let text = "1 Q0 a 1 9 t\n2 Q0 b 1 9 t\n";
    let error = read("wrong", format!("{text}1 Q0 c 1 9\n").as_bytes()).expect_err("a column less");
    assert!(
        error.ends_with("wrong:3:1: 5 columns, expected 6 (topic, Q0, document, rank, score, tag)"),
        "{error}"
    );
    let error = read("cut", &packed[..packed.len() - 1]).expect_err("cut short");
    assert!(error.contains("truncated or corrupt zstd"), "{error}");
    let missing = reader.read(Path::new("/none"), &Reading::default(), &mut Everything::default());
    assert!(missing.expect_err("no such file").to_string().contains("cannot be read"));
}
