//! The scanner reads the same as a simple reader that has the whole text and looks at each line by itself.
//! Pieces are short in tests, so that lines and topics are cut everywhere.

use std::collections::BTreeMap;
use std::path::Path;

use crate::descriptor::{ExtraColumns, QrelsFormat, RepeatedDocuments};
use crate::forms::{Kind, as_trec};
use proptest::prelude::*;
use rejudge_metrics::Verdict;

use super::Stop;
use crate::qrels::Qrels;
use crate::reading::{Reading, ScoreType, Ties};
use crate::runs::{Ranking, Rankings, read_run};
use crate::text::LINE_LIMIT;

/// Topics with their documents, from the top, and the starts and ends of groups of equal keys.
type Topics = Vec<(String, Vec<String>, Vec<(u32, u32)>)>;

/// Keeps everything that it receives.
#[derive(Debug, Default)]
struct Everything(Topics);

impl Rankings for Everything {
    fn restart(&mut self) {
        self.0.clear();
    }

    fn add(&mut self, ranking: &Ranking<'_>) -> Result<(), Stop> {
        if self.0.iter().any(|(name, ..)| name == ranking.name) {
            return Err(Stop::Returned);
        }
        let documents = ranking.documents().iter().map(|line| ranking.id(line).to_owned());
        let tied = ranking.tied().iter().map(|group| (group.start, group.end)).collect();
        self.0.push((ranking.name.to_owned(), documents.collect(), tied));
        Ok(())
    }
}

/// Returns a file with these bytes.
fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), bytes).expect("written");
    file
}

fn scanned(bytes: &[u8], reading: &Reading) -> Result<(String, Topics), String> {
    let (file, mut rankings) = (file(bytes), Everything::default());
    let tag = read_run(file.path(), reading, &mut rankings);
    tag.map(|tag| (tag, rankings.0)).map_err(|error| error.to_string())
}

/// Returns the words of lines if each line has `columns` of them, or more if `may_be_more`.
fn words(bytes: &[u8], columns: usize, may_be_more: bool) -> Option<Vec<Vec<&str>>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.chars().any(|c| c.is_ascii_control() && c != '\t') {
            return None;
        }
        let words: Vec<&str> = line.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let Some(first) = words.first().filter(|_| !line.starts_with('#')) else { continue };
        let as_many = words.len() == columns || (may_be_more && words.len() > columns);
        if !as_many || first.starts_with(['#', '\u{feff}']) {
            return None;
        }
        lines.push(words);
    }
    Some(lines).filter(|lines| !lines.is_empty())
}

/// Returns the run as the reference reader reads it, or `None` if it is invalid.
fn by_the_book(bytes: &[u8], reading: &Reading) -> Option<(String, Topics)> {
    let lines = words(bytes, 6, reading.extra_columns == ExtraColumns::Ignored)?;
    let mut topics: Vec<(String, Vec<(f64, String)>)> = Vec::new();
    for line in &lines {
        let score: f64 = line[4].parse().ok()?;
        let score = if reading.score_type == ScoreType::F32 { f64::from(score as f32) } else { score };
        let key = match reading.ties {
            _ if !score.is_finite() => return None,
            Ties::FileOrder => 0.0,
            Ties::Rank => -f64::from(line[3].parse::<i32>().ok()?),
            Ties::DocnoAscending | Ties::DocnoDescending => score,
        };
        let at = topics.iter().position(|(name, _)| name == line[0]).unwrap_or_else(|| {
            topics.push((line[0].to_owned(), Vec::new()));
            topics.len() - 1
        });
        topics[at].1.push((key, line[2].to_owned()));
    }
    let mut ranked = Topics::new();
    for (name, mut documents) in topics {
        documents.sort_by(|(a, first), (b, second)| {
            b.partial_cmp(a).expect("finite").then_with(|| match reading.ties {
                Ties::DocnoAscending => first.cmp(second),
                Ties::DocnoDescending => second.cmp(first),
                Ties::FileOrder | Ties::Rank => std::cmp::Ordering::Equal,
            })
        });
        let mut once: Vec<(f64, String)> = Vec::new();
        for (key, document) in documents {
            match once.iter().any(|(_, known)| *known == document) {
                false => once.push((key, document)),
                true if reading.repeated == RepeatedDocuments::First => {}
                true => return None,
            }
        }
        let mut tied = Vec::new();
        for start in 0..once.len().min(reading.max_rank) {
            let end = (start..once.len()).take_while(|&at| once[at].0 == once[start].0).count() + start;
            let begins = start == 0 || once[start - 1].0 != once[start].0;
            if begins && end > start + 1 && reading.ties != Ties::FileOrder {
                tied.push((start as u32, end as u32));
            }
        }
        once.truncate(reading.max_rank);
        ranked.push((name, once.into_iter().map(|(_, document)| document).collect(), tied));
    }
    Some((lines[0][5].to_owned(), ranked))
}

fn check(bytes: &[u8], reading: &Reading) -> Result<(), TestCaseError> {
    if matches!(as_trec(Kind::Run, false, Path::new("r"), bytes), Ok(None)) {
        let (found, expected) = (scanned(bytes, reading), by_the_book(bytes, reading));
        prop_assert_eq!(found.as_ref().ok(), expected.as_ref(), "{:?}", found);
    }
    Ok(())
}

fn readings() -> impl Strategy<Value = Reading> {
    let ties = vec![Ties::DocnoDescending, Ties::DocnoAscending, Ties::FileOrder, Ties::Rank];
    let (ties, max_rank) = (prop::sample::select(ties), prop::sample::select(vec![1, 3, usize::MAX]));
    (ties, max_rank, any::<[bool; 3]>()).prop_map(|(ties, max_rank, [single, more, first])| Reading {
        ties,
        max_rank,
        score_type: if single { ScoreType::F32 } else { ScoreType::F64 },
        extra_columns: if more { ExtraColumns::Ignored } else { ExtraColumns::Refused },
        repeated: if first { RepeatedDocuments::First } else { RepeatedDocuments::Refuse },
        ..Reading::default()
    })
}

/// Lines with their topics mixed or not, and something that may spoil one of them.
fn lines(columns: usize) -> impl Strategy<Value = Vec<u8>> {
    let rows =
        prop::collection::btree_map(("[0-9]{1,2}", "[a-z\u{e9}#-]{1,30}"), (-9_i32..9, any::<u32>()), 1..60);
    let (blank, end) =
        (prop::sample::select(vec![" ", "\t", " \t  "]), prop::sample::select(vec!["\n", "\r\n"]));
    let spoilt = prop::option::of((
        any::<prop::sample::Index>(),
        prop::sample::select(b" \t\n\r#0e.-\xff\xc3\0".to_vec()),
    ));
    (rows, blank, end, any::<[bool; 3]>(), spoilt).prop_map(
        move |(rows, blank, end, [is_mixed, ends, twice], spoilt)| {
            let mut rows: Vec<_> = rows.into_iter().collect();
            if is_mixed {
                rows.sort_by_key(|(_, (_, place))| *place);
            }
            if twice {
                rows.push(rows[0].clone());
            }
            let line = |((topic, document), (number, _)): &((String, String), (i32, u32))| {
                let number = number.to_string();
                let words = [topic.as_str(), "Q0", document, "7", &number, "tag"];
                if columns == 6 { words.join(blank) } else { [topic, "0", document, &number].join(blank) }
            };
            let text = rows.iter().map(line).collect::<Vec<_>>().join(end) + if ends { end } else { "" };
            let mut bytes = text.into_bytes();
            if let Some((at, byte)) = spoilt {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            bytes
        },
    )
}

/// Words of all kinds in any order.
fn odd() -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(vec![
        "1",
        "1",
        "2",
        "Q0",
        "d",
        "e",
        "f#",
        "#",
        "g\u{3042}",
        "0",
        "7",
        "-3",
        "1e3",
        "nan",
        "inf",
        "x",
        "t",
        "t",
        "\r",
        "\u{feff}",
        "\u{b}",
        "\0",
        "128",
        "1.5",
        "+1",
    ]);
    let blank =
        prop::sample::select(vec![" ", " ", " ", " ", "\t", "  ", "\n", "\n", "\r\n", " \n", "\n\n", "\r"]);
    let text = prop::collection::vec((word, blank), 0..40);
    text.prop_map(|words| {
        words.iter().flat_map(|&(word, blank)| [word, blank]).collect::<String>().into_bytes()
    })
}

proptest! {
    #[test]
    fn runs_are_read_by_the_book(bytes in lines(6), reading in readings()) {
        check(&bytes, &reading)?;
    }

    #[test]
    fn odd_runs_are_read_by_the_book(bytes in odd(), reading in readings()) {
        check(&bytes, &reading)?;
    }

    #[test]
    fn any_bytes_are_read_by_the_book(bytes in prop::collection::vec(any::<u8>(), 0..200), reading in readings()) {
        check(&bytes, &reading)?;
    }

    #[test]
    fn judgments_are_read_by_the_book(bytes in prop_oneof![lines(4), odd()]) {
        if !matches!(as_trec(Kind::Judgments, false, Path::new("q"), &bytes), Ok(None)) {
            return Ok(());
        }
        let by_the_book = || {
            let mut topics: BTreeMap<String, Vec<(String, Verdict)>> = BTreeMap::new();
            for line in words(&bytes, 4, false)? {
                let grade: i32 = line[3].parse().ok().filter(|grade| *grade <= 127)?;
                let verdict = u8::try_from(grade).map_or(Verdict::Pooled, Verdict::Level);
                let topic = topics.entry(line[0].to_owned()).or_default();
                match topic.iter().find(|(document, _)| document == line[2]) {
                    None => topic.push((line[2].to_owned(), verdict)),
                    Some((_, before)) if *before == verdict => {}
                    Some(_) => return None,
                }
            }
            Some(topics)
        };
        let file = file(&bytes);
        let [read, parsed] =
            [Qrels::read(file.path(), &QrelsFormat::trec()), Qrels::parse(Path::new("q"), &bytes, &QrelsFormat::trec())];
        let all = |qrels: Qrels| {
            let documents = |(document, verdict): (&str, Verdict)| (document.to_owned(), verdict);
            let topics = qrels.topics().map(|topic| {
                assert!(topic.judgments().all(|(document, verdict)| topic.verdict(document) == Some(verdict)));
                (topic.name().to_owned(), topic.judgments().map(documents).collect::<Vec<_>>())
            });
            topics.collect::<BTreeMap<_, _>>()
        };
        let expected = by_the_book();
        prop_assert_eq!(read.map(all).ok(), expected.clone());
        prop_assert_eq!(parsed.map(all).ok(), expected);
    }
}

#[test]
fn wrong_lines_are_named_wherever_they_stand() {
    let message = |text: &str| {
        let error = scanned(text.as_bytes(), &Reading::default()).expect_err(text);
        error.split_once(':').expect("a path").1.to_owned()
    };
    let usual: String = (1..=50).map(|n| format!("{} Q0 d{n} 1 {n} t\n", n / 20)).collect();
    for (wrong, place) in [
        ("9 Q0 \u{3042} 1 x t\n", "51:10: score `x` is not a number"),
        ("9 Q0 d 1 2\n", "51:1: 5 columns"),
        ("\n # x\n", "52:2: `#` after blanks"),
        ("# c\n2 Q0 d41 1 2 t\n", "52:6: document `d41` is already in topic `2` of this run (line 41)"),
        ("0 Q0 d1 1 2 t\n", "51:6: document `d1` is already in topic `0` of this run (line 1)"),
        (
            "0 Q0 e 1 2 t\n1 Q0 d20 1 2 t",
            "52:6: document `d20` is already in topic `1` of this run (line 20)",
        ),
    ] {
        let found = message(&format!("{usual}{wrong}"));
        assert!(found.starts_with(place), "{found}");
    }
}

#[test]
fn long_lines_and_topics() {
    let blanks = " ".repeat(LINE_LIMIT - "1Q0 d 1 2 t".len());
    for (more, is_read) in [("", true), (" ", false)] {
        let text = format!("0 Q0 d 1 2 t\n1{blanks}{more}Q0 d 1 2 t\n");
        assert_eq!(scanned(text.as_bytes(), &Reading::default()).is_ok(), is_read);
    }
    let lines = |topic| (0..30_000).map(move |n| format!("{topic} Q0 d{n} 1 {} t\n", n % 7));
    let text: String = lines(1).chain(lines(2)).collect();
    let reading = Reading { max_rank: 9, ..Reading::default() };
    let (tag, topics) = scanned(text.as_bytes(), &reading).expect("good");
    assert_eq!((tag.as_str(), topics.len(), topics[1].1[0].as_str()), ("t", 2, "d9995"));
}

#[test]
fn compressed_files() {
    let text = "1 Q0 a 1 9 t\n2 Q0 b 1 9 t\n1 Q0 c 1 8 t\n";
    let packed = zstd::encode_all(text.as_bytes(), 3).expect("into memory");
    let usual = scanned(text.as_bytes(), &Reading::default()).expect("good");
    let topics = [("1".into(), vec!["a".into(), "c".into()], vec![]), ("2".into(), vec!["b".into()], vec![])];
    assert_eq!(usual.1, topics);
    assert_eq!(scanned(&packed, &Reading::default()).expect("good"), usual);
    let error = scanned(&packed[..packed.len() - 1], &Reading::default()).expect_err("cut short");
    assert!(error.contains("truncated or corrupt zstd"), "{error}");
    let missing = read_run(Path::new("/none"), &Reading::default(), &mut Everything::default());
    assert!(missing.expect_err("no such file").to_string().contains("cannot be read"));
}
