//! Compares the scanner, which reads files in pieces, with a simple reference reader, which holds the whole text and
//! splits each line separately. (The fuzz targets `runs` and `qrels` do the same with arbitrary bytes; the tests of
//! the command replay their corpus.)

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use rejudge_collections::descriptor::{ExtraColumns, QrelsFormat, RepeatedDocuments};
use rejudge_collections::forms::{FileKind, as_trec};
use rejudge_collections::{
    KeptDocuments, LINE_LIMIT, LoadError, Qrels, Reading, ScoreType, TeamFiles, Ties, join_runs,
    load_numbered, ranked_runs,
};
use rejudge_metrics::Verdict;
use rejudge_pools::JoinedRun;
use rejudge_tables::frame::{Frame, Values, parquet};

/// The tag of a run, and its topics in the order of the file. Each topic has its documents, from the first rank on.
type Ranked = (String, Vec<(String, Vec<String>)>);

fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), bytes).expect("written");
    file
}

fn scanned(path: &Path, reading: &Reading) -> Result<Ranked, LoadError> {
    let run = ranked_runs(&[path.to_owned()], reading)?.remove(0);
    let topics = run.kept.iter().map(|(name, ids)| (name.clone(), ids.iter().map(str::to_owned).collect()));
    Ok((run.name, topics.collect()))
}

/// Returns the words of each line that is not blank or a comment. Returns `None` if there is no such line, if
/// one does not have `columns` words (or more, if `may_be_more`), or if the text is invalid.
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
fn by_reference(bytes: &[u8], reading: &Reading) -> Option<Ranked> {
    let lines = words(bytes, 6, reading.extra_columns == ExtraColumns::Ignored)?;
    let mut topics: Vec<(String, Vec<(f64, String)>)> = Vec::new();
    for line in &lines {
        let score: f64 = line[4].parse().ok()?;
        let score = if reading.score_type == ScoreType::F32 { f64::from(score as f32) } else { score };
        let key = match reading.ties {
            _ if !score.is_finite() => return None,
            Ties::FileOrder => 0.0,
            Ties::Rank => -f64::from(line[3].parse::<i32>().ok()?),
            Ties::DocnoAscending | Ties::DocnoDescending | Ties::ScoreThenFile => score,
        };
        let topic = topics.iter().position(|(name, _)| name == line[0]).unwrap_or_else(|| {
            topics.push((line[0].to_owned(), Vec::new()));
            topics.len() - 1
        });
        topics[topic].1.push((key, line[2].to_owned()));
    }
    let mut ranked = Vec::new();
    for (name, mut documents) in topics {
        documents.sort_by(|(a, first), (b, second)| {
            b.partial_cmp(a).expect("finite").then_with(|| match reading.ties {
                Ties::DocnoAscending => first.cmp(second),
                Ties::DocnoDescending => second.cmp(first),
                Ties::FileOrder | Ties::Rank | Ties::ScoreThenFile => std::cmp::Ordering::Equal,
            })
        });
        let mut once: Vec<String> = Vec::new();
        for (_, document) in documents {
            match once.contains(&document) {
                false => once.push(document),
                true if reading.repeated == RepeatedDocuments::First => {}
                true => return None,
            }
        }
        once.truncate(reading.max_rank);
        ranked.push((name, once));
    }
    Some((lines[0][5].to_owned(), ranked))
}

fn readings() -> impl Strategy<Value = Reading> {
    let ties =
        vec![Ties::DocnoDescending, Ties::DocnoAscending, Ties::FileOrder, Ties::Rank, Ties::ScoreThenFile];
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

/// The numbers of bytes that are scanned and read at a time: `PIECE` and `BLOCK` of `src/scan.rs`.
const PIECE: usize = 32 << 10;
const BLOCK: usize = 8 * PIECE;

/// Returns lines with topics that may be mixed, and one byte that may be wrong. Most texts begin with a long
/// comment, or a long line of another topic. The length of this first line is chosen so that the first block,
/// which is only a piece, or the second block may end at any byte of the lines after it.
fn lines(columns: usize) -> impl Strategy<Value = Vec<u8>> {
    let rows = prop::collection::btree_map(("[1-3]", "[ab\u{e9}#-]{1,18}"), (-9_i32..9, any::<u32>()), 1..90);
    let (blank, end) =
        (prop::sample::select(vec![" ", "\t", " \t  "]), prop::sample::select(vec!["\n", "\r\n"]));
    let longer = prop::sample::select(vec![0, 0, 0, 245, 1500]);
    let spoilt = prop::option::of((
        any::<prop::sample::Index>(),
        prop::sample::select(b" \t\n\r#0e.-\xff\xc3\0\x0b\x7f".to_vec()),
    ));
    let of_document = if columns == 6 { ("0 Q0 x", " 7 0 tag\n") } else { ("0 0 x", " 1\n") };
    let before = prop::option::weighted(0.9, prop::sample::select(vec![("#", "\n"), of_document]));
    let before = (before, prop::sample::select(vec![PIECE, PIECE + BLOCK]), any::<prop::sample::Index>());
    (rows, blank, end, longer, any::<[bool; 3]>(), spoilt, before).prop_map(
        move |(rows, blank, end, longer, [is_mixed, ends, twice], spoilt, (before, read, block_end))| {
            let mut rows: Vec<_> = rows.into_iter().collect();
            if is_mixed {
                rows.sort_by_key(|(_, (_, place))| *place);
            }
            if twice {
                rows.push(rows[0].clone());
            }
            let line = |((topic, document), (number, _)): &((String, String), (i32, u32))| {
                let (number, document) = (number.to_string(), "x".repeat(longer) + document);
                let words = [topic.as_str(), "Q0", &document, "7", &number, "tag"];
                if columns == 6 { words.join(blank) } else { [topic, "0", &document, &number].join(blank) }
            };
            let text = rows.iter().map(line).collect::<Vec<_>>().join(end) + if ends { end } else { "" };
            let mut bytes = text.into_bytes();
            if let Some((place, byte)) = spoilt {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            if let Some((head, tail)) = before {
                let length = read - block_end.index(bytes.len()) % PIECE;
                let filling = "x".repeat(length.saturating_sub(head.len() + tail.len()));
                bytes.splice(..0, [head, &filling, tail].concat().into_bytes());
            }
            bytes
        },
    )
}

proptest! {
    #[test]
    fn runs_are_read_and_joined_as_by_the_reference(bytes in lines(6), reading in readings()) {
        if !matches!(as_trec(FileKind::Run, false, Path::new("r"), &bytes), Ok(None)) {
            return Ok(());
        }
        let (file, expected) = (file(&bytes), by_reference(&bytes, &reading));
        let read_run = scanned(file.path(), &reading);
        prop_assert_eq!(read_run.as_ref().ok(), expected.as_ref(), "{:?}", read_run);
        let Some((_, topics)) = expected else { return Ok(()) };
        // Every second document is judged, and judgments are in reverse order.
        let judged = |(topic, ids): &(String, Vec<String>)| -> String {
            ids.iter().step_by(2).rev().map(|id| format!("{topic} 0 {id} 1\n")).collect()
        };
        let judgments: String = topics.iter().map(judged).collect();
        let qrels = Qrels::parse(Path::new("q"), judgments.as_bytes(), &QrelsFormat::trec()).expect("good");
        let mut expected_join = JoinedRun::default();
        for (topic, ids) in &topics {
            let topic_ix = qrels.topics().position(|judged| judged.name() == topic).expect("judged");
            let number = |id: &String| qrels.topic_at(topic_ix).documents().position(|doc_id| doc_id == id);
            let seen: Vec<(u32, u32)> =
                (1..).zip(ids).filter_map(|(rank, id)| Some((rank, number(id)? as u32))).collect();
            expected_join.add(topic_ix, &seen, ids.len() as u32);
        }
        let joined = join_runs(&qrels, &[file.path().to_owned()], &reading, KeptDocuments::Judged).expect("read before").0;
        prop_assert_eq!(&joined[0].kept, &expected_join);
    }

    #[test]
    fn judgments_are_read_as_by_the_reference(bytes in lines(4)) {
        if !matches!(as_trec(FileKind::Judgments, false, Path::new("q"), &bytes), Ok(None)) {
            return Ok(());
        }
        let by_reference = || {
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
        let (file, expected) = (file(&bytes), by_reference());
        for read in [
            Qrels::read(file.path(), &QrelsFormat::trec()),
            Qrels::parse(Path::new("q"), &bytes, &QrelsFormat::trec()),
        ] {
            let found = read.ok().map(|qrels| {
                let documents = |(document, verdict): (&str, Verdict)| (document.to_owned(), verdict);
                let topics = qrels.topics().map(|topic| {
                    assert!(topic.judgments().all(|(document, verdict)| topic.verdict(document) == Some(verdict)));
                    (topic.name().to_owned(), topic.judgments().map(documents).collect::<Vec<_>>())
                });
                topics.collect::<BTreeMap<_, _>>()
            });
            prop_assert_eq!(&found, &expected);
        }
    }

    #[test]
    fn scores_are_parsed_as_by_the_standard_library(text in "-?[0-9]{0,12}\\.?[0-9]{1,12}(e-?[0-9])?|[-+.0-9eE]{1,6}") {
        prop_assert!(is_parsed_as_by_std(&text), "{text}");
    }
}

/// Returns a run as csv, tsv or parquet. Some of its cells cannot be written in a line of TREC, or mean something
/// else there.
fn tables() -> impl Strategy<Value = Vec<u8>> {
    let cells = |usual: &'static str, odd: &'static [&'static str]| {
        let odd = prop::sample::select(odd).prop_map(str::to_owned);
        prop_oneof![60 => usual, 1 => odd]
    };
    let row = (
        cells("[12]", &["", "#1", "\u{feff}1", "a b", "\u{85}", "\u{e9}"]),
        cells("[a-z]{2}", &["", "#d", "\u{feff}d", "a\u{7f}", "a\u{3000}b", "\u{e9}", "d\"e"]),
        cells("-?[0-9]{1,3}(\\.[0-9]{1,4})?", &["", "nan", "inf", "1e300", "-0", " 7 ", "+5", "1e-400", "x"]),
        cells("[0-9]{1,2}", &["", "1.0", "-0", "1.5", "2147483648", "1e300", "inf", "x"]),
        cells("t", &["", "u", " t ", "t\u{a0}t", "t\u{1}", "\u{feff}"]),
    );
    let heads = vec!["qid docno", "qid docno score", "rank docno qid", "qid docno score rank run"];
    let forms = if cfg!(feature = "parquet") { vec![",", "\t", "parquet"] } else { vec![",", "\t"] };
    let (heads, forms) = (prop::sample::select(heads), prop::sample::select(forms));
    let is_sorted = prop::bool::weighted(0.8);
    (prop::collection::vec(row, 0..12), heads, forms, is_sorted).prop_map(
        |(mut rows, head, form, is_sorted)| {
            if is_sorted {
                rows.sort_by(|a, b| a.0.cmp(&b.0));
            }
            let columns = head.split(' ').map(|name| {
                let cells = rows.iter().map(|(topic, document, score, rank, tag)| match name {
                    "qid" => topic.as_str(),
                    "docno" => document,
                    "score" => score,
                    "rank" => rank,
                    _ => tag,
                });
                (name, cells.collect())
            });
            let columns: Vec<(&str, Vec<&str>)> = columns.collect();
            if form == "parquet" {
                return parquet_of(&columns);
            }
            let line =
                |row: usize| columns.iter().map(|(_, cells)| cells[row]).collect::<Vec<_>>().join(form);
            let lines: String = (0..rows.len()).map(|row| line(row) + "\n").collect();
            (head.replace(' ', form) + "\n" + &lines).into_bytes()
        },
    )
}

/// Returns columns as parquet. If all cells of a column are whole numbers, or all are floats, the column has this
/// type, and an empty cell becomes a null.
fn parquet_of(columns: &[(&str, Vec<&str>)]) -> Vec<u8> {
    fn numbers<T: std::str::FromStr>(cells: &[&str]) -> Option<Vec<Option<T>>> {
        cells
            .iter()
            .map(|cell| if cell.is_empty() { Some(None) } else { cell.parse().ok().map(Some) })
            .collect()
    }
    let frame = columns.iter().fold(Frame::default(), |frame, (name, cells)| {
        let values = match (numbers(cells), numbers(cells)) {
            (Some(wholes), _) => Values::Whole(wholes),
            (None, Some(floats)) => Values::Number(floats),
            (None, None) => cells.iter().collect(),
        };
        frame.with(name, "", values)
    });
    parquet::write(&frame, "{}").expect("written")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Rows are read without being rewritten as lines, but must give the same result.
    #[test]
    fn rows_of_a_table_are_read_as_their_lines(table in tables(), reading in readings()) {
        let folder = tempfile::tempdir().expect("a folder");
        let [table_path, lines_path] = ["table", "lines"].map(|name| folder.path().join(name).join("run.csv"));
        let write = |path: &Path, bytes: &[u8]| {
            std::fs::create_dir(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, bytes).expect("written");
        };
        write(&table_path, &table);
        let found = scanned(&table_path, &reading);
        match as_trec(FileKind::Run, reading.ties == Ties::Rank, &table_path, &table) {
            Err(error) => prop_assert_eq!(found.expect_err("a wrong row").to_string(), error.to_string()),
            Ok(None) => prop_assert!(found.is_err(), "no form"),
            Ok(Some(lines)) => {
                write(&lines_path, &lines);
                let shown = |read: Result<Ranked, LoadError>| {
                    read.map_err(|error| error.to_string().replace("/lines/", "/table/"))
                };
                prop_assert_eq!(shown(found), shown(scanned(&lines_path, &reading)));
            }
        }
    }
}

#[test]
fn odd_scores_are_parsed_as_by_the_standard_library() {
    for text in
        "- . -. .. 1. .1 -.5 +1.5 1e3 1E-3 --1 1- 0 -0 -0.0 nan inf 1_0 0x10 9007199254740993 9007199254740992 \
         9007199254740993.0 123456789012345678 1234567890123456789 0.1234567890123456 0.30000000000000004 \
         18446744073709551616.5 \u{ff11}"
            .split(' ')
    {
        assert!(is_parsed_as_by_std(text), "{text}");
    }
}

/// Returns true if a score is read as by `str::parse`: either both refuse it, or it ties with the same number in
/// another notation.
fn is_parsed_as_by_std(text: &str) -> bool {
    let score = text.parse::<f64>().ok().filter(|score| score.is_finite());
    let file = file(format!("1 Q0 a 1 {text} t\n1 Q0 b 2 {:e} t\n", score.unwrap_or_default()).as_bytes());
    let (path, reading) = (Path::new("q"), Reading::default());
    let qrels = Qrels::parse(path, b"1 0 a 1\n", &QrelsFormat::trec()).expect("good");
    let runs = [file.path().to_owned()];
    let loaded = load_numbered(&qrels, path, &runs, &TeamFiles::default(), &reading).ok();
    let tied = loaded.map(|loaded| loaded.collection.file_facts().expect("files").tied[0][0].len());
    tied == score.map(|_| 1)
}

#[test]
fn errors_name_the_line() {
    let usual: String = (1..=50).map(|n| format!("{} Q0 d{n} 1 {n} t\n", n / 20)).collect();
    for (wrong, place) in [
        ("9 Q0 \u{3042} 1 x t\n", "51:10: score `x` is not a number"),
        ("9 Q0 d 1 2\n", "51:1: 5 columns"),
        ("\n # x\n", "52:2: `#` after blanks"),
        ("\u{feff}9 Q0 d 1 2 t\n", "51:1: a byte order mark within the file"),
        ("9 Q0 d\u{85} 1 2 t\n9 Q0 d\r 1 2 t\n", "52:7: control character U+000D"),
        ("# c\n2 Q0 d41 1 2 t\n", "52:6: document `d41` is already in topic `2` of this run (line 41)"),
        ("0 Q0 d1 1 2 t\n", "51:6: document `d1` is already in topic `0` of this run (line 1)"),
        (
            "0 Q0 e 1 2 t\n1 Q0 d20 1 2 t",
            "52:6: document `d20` is already in topic `1` of this run (line 20)",
        ),
    ] {
        let file = file(format!("{usual}{wrong}").as_bytes());
        let error = scanned(file.path(), &Reading::default()).expect_err(wrong).to_string();
        let message = &error[file.path().as_os_str().len() + 1..];
        assert!(message.starts_with(place), "{message}");
    }
}

#[test]
fn long_lines_and_topics() {
    let blanks = " ".repeat(LINE_LIMIT - "1Q0 d 1 2 t".len());
    for (more, is_read) in [("", true), (" ", false)] {
        let file = file(format!("0 Q0 d 1 2 t\n1{blanks}{more}Q0 d 1 2 t\n").as_bytes());
        assert_eq!(scanned(file.path(), &Reading::default()).is_ok(), is_read);
    }
    let lines = |topic| (0..30_000).map(move |n| format!("{topic} Q0 d{n} 1 {} t\n", n % 7));
    let text: String = lines(1).chain(lines(2)).collect();
    let reading = Reading { max_rank: 9, ..Reading::default() };
    let (tag, topics) = scanned(file(text.as_bytes()).path(), &reading).expect("good");
    assert_eq!((tag.as_str(), topics.len(), topics[1].1[0].as_str()), ("t", 2, "d9995"));
    // A repeated document is also found in a topic of this length.
    let twice = file((text + "2 Q0 d0 1 0 t\n").as_bytes());
    let error = scanned(twice.path(), &reading).expect_err("twice").to_string();
    let expected = ":60001:6: document `d0` is already in topic `2` of this run (line 30001)";
    assert!(error.contains(expected), "{error}");
}

/// With more than a million judgments, tables are not made in advance, and each ranking gets a temporary table.
#[test]
fn many_judgments() {
    let of_topic: String = (0..1500).map(|n| format!("T 0 d{n} {}\n", n % 2)).collect();
    let text: String = (0..700).map(|topic| of_topic.replace('T', &topic.to_string())).collect();
    let qrels = Qrels::parse(Path::new("q"), text.as_bytes(), &QrelsFormat::trec()).expect("good");
    let run: String = (0..2000).rev().step_by(3).map(|n| format!("7 Q0 d{n} 1 {n} t\n")).collect();
    let file = file(run.as_bytes());
    let runs: [PathBuf; 1] = [file.path().to_owned()];
    let join = |documents| join_runs(&qrels, &runs, &Reading::default(), documents).expect("good").0;
    let joined = join(KeptDocuments::Judged);
    let expected: Vec<u32> = (0..2000).rev().step_by(3).filter(|n| *n < 1500).collect();
    let topic = qrels.topics().position(|topic| topic.name() == "7").expect("a topic");
    assert_eq!(joined[0].kept.seen(topic).1, expected);
    let relevant_only = &join(KeptDocuments::Relevant)[0].kept;
    assert_eq!((relevant_only.judged(topic), relevant_only.retrieved(topic)), (500, 667));
    assert_eq!(qrels.verdict("7", "d1499"), Some(Verdict::Level(1)));
}
