//! Runs: six columns (`topic Q0 document rank score tag`), one run a file.
//!
//! What a ranking *is* depends on rules that move numbers, so they are arguments ([`Reading`]): how
//! equal scores are ordered ([`Ties`]), whether scores are compared in single precision
//! ([`ScoreType`]), and how deep a ranking goes. Lines may come in any order, topics mixed. Scores
//! must be finite numbers whatever the rule; a document twice in a topic is an error.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use rejudge_descriptor::{ExtraColumns, RepeatedDocuments};

use crate::error::{FormatError, FormatKind};
use crate::fields::Span;
use crate::file_text::FileText;
use crate::reading::{Reading, ScoreType};
use crate::repeated_ids::RepeatedIds;
use crate::run_key::{WrongKey, key};
use crate::run_order::{Entry, rank};

const RUN: &str = "6 (topic, Q0, document, rank, score, tag)";

/// The rankings of one run file; ids are slices of it.
#[derive(Clone, Debug)]
pub(crate) struct RunFile<'a> {
    source: FileText<'a>,
    /// The tag of the first line, which names the run.
    pub tag: &'a str,
    /// The topics, in order of first appearance.
    pub topics: Vec<RankedTopic<'a>>,
}

/// A topic of a run, lines by rank.
#[derive(Clone, Debug)]
pub(crate) struct RankedTopic<'a> {
    pub name: &'a str,
    /// All of its lines, also those after the last rank.
    pub lines: Vec<Entry>,
}

impl<'a> RunFile<'a> {
    /// Reads a run; `path` is for messages.
    pub fn parse(path: &'a Path, bytes: &'a [u8], reading: &Reading) -> Result<Self, FormatError> {
        let source = FileText::new(path, bytes)?;
        let text = source.bytes();
        let (mut topics, mut numbers): (Vec<RankedTopic<'_>>, HashMap<&str, usize>) = Default::default();
        let (mut last, mut tag, mut other_tag) = (0, None, None);
        for line in source.lines() {
            let [topic, _, document, rank, score, line_tag] = match reading.extra_columns {
                ExtraColumns::Refused => source.fields(line, RUN)?,
                ExtraColumns::Ignored => source.first_fields(line, RUN)?,
            };
            let name = source.get(topic);
            if topics.get(last).is_none_or(|topic| topic.name != name) {
                last = *numbers.entry(name).or_insert_with(|| {
                    topics.push(RankedTopic { name, lines: Vec::new() });
                    topics.len() - 1
                });
            }
            let key = key(score.of(text), rank.of(text), reading)
                .map_err(|wrong| wrong_key(&source, wrong, score, rank, reading.score_type))?;
            topics[last].lines.push(Entry::new(text, document, key));
            let line_tag = source.get(line_tag);
            if *tag.get_or_insert(line_tag) != line_tag {
                other_tag.get_or_insert(line_tag);
            }
        }
        let Some(tag) = tag else { return Err(source.empty(RUN)) };
        if let Some(other) = other_tag {
            tracing::warn!(path = %path.display(), tag, other, "more than one run tag: the first names the run");
        }
        let mut repeated_ids = RepeatedIds::default();
        for RankedTopic { name, lines } in &mut topics {
            rank(text, lines, reading.ties);
            if reading.repeated == RepeatedDocuments::First {
                let mut seen = HashSet::new();
                lines.retain(|line| seen.insert(line.document.of(text)));
            }
            if let Some((first, second)) = repeated_ids.first(text, lines) {
                return Err(repeated(&source, name, lines[first].document, lines[second].document));
            }
        }
        Ok(Self { source, tag, topics })
    }

    /// What its lines are spans of.
    pub fn text(&self) -> &'a [u8] {
        self.source.bytes()
    }
}

#[cold]
fn wrong_key(
    source: &FileText<'_>,
    wrong: WrongKey,
    score: Span,
    rank: Span,
    score_type: ScoreType,
) -> FormatError {
    let value = |span| source.get(span).to_owned();
    let (at, kind) = match wrong {
        WrongKey::Score => (score, FormatKind::Score { value: value(score) }),
        WrongKey::NotFinite => (score, FormatKind::NotFinite { value: value(score) }),
        WrongKey::TooLarge => {
            (score, FormatKind::TooLarge { value: value(score), precision: score_type.name() })
        }
        WrongKey::Rank => (rank, FormatKind::Rank { value: value(rank) }),
    };
    source.error(at.start as usize, kind)
}

#[cold]
fn repeated(source: &FileText<'_>, topic: &str, one: Span, other: Span) -> FormatError {
    let (first, second) = if one.start < other.start { (one, other) } else { (other, one) };
    let kind = FormatKind::RepeatedDocument {
        topic: topic.to_owned(),
        doc: source.get(second).to_owned(),
        first: source.line_of(first.start as usize),
    };
    source.error(second.start as usize, kind)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ranking::Ranking;
    use crate::reading::Ties;

    /// The documents of a topic by rank; none where the run lacks it.
    fn ranked(run: &RunFile<'_>, topic: &str, reading: &Reading) -> Vec<String> {
        let Some(topic) = run.topics.iter().find(|ranked| ranked.name == topic) else { return Vec::new() };
        let ranking = Ranking { name: topic.name, text: run.text(), lines: &topic.lines, reading };
        ranking.documents().iter().map(|line| ranking.id(line).to_owned()).collect()
    }

    fn ranking(text: &str, reading: &Reading) -> Vec<String> {
        let run = RunFile::parse(Path::new("r"), text.as_bytes(), reading).expect(text);
        ranked(&run, "1", reading)
    }

    fn message(text: &str) -> String {
        RunFile::parse(Path::new("r"), text.as_bytes(), &Reading::default()).expect_err(text).to_string()
    }

    #[test]
    fn each_bad_line_is_named() {
        let columns = "columns, expected 6 (topic, Q0, document, rank, score, tag)";
        assert_eq!(message("1 Q0 d 1 2 t\n1 Q0 d 1 2\n"), format!("r:2:1: 5 {columns}"));
        assert_eq!(message("1 Q0 d 1 2 t x\n"), format!("r:1:1: 7 {columns}"));
        let ignored = Reading { extra_columns: ExtraColumns::Ignored, ..Reading::default() };
        let with_more = RunFile::parse(Path::new("r"), b"1 Q0 d 1 2 t x y\n", &ignored);
        assert_eq!(with_more.expect("columns after the tag are not read").tag, "t");
        let error =
            RunFile::parse(Path::new("r"), b"1 Q0 d 1 2\n", &ignored).expect_err("a column is missing");
        assert_eq!(error.to_string(), format!("r:1:1: 5 {columns}"));
        for score in ["abc", "8,0", "0x1p4", "None", "1_0", "\u{ff11}"] {
            assert_eq!(
                message(&format!("1 Q0 d 1 {score} t")),
                format!("r:1:10: score `{score}` is not a number")
            );
        }
        for score in ["1e400", "-1e999"] {
            assert_eq!(
                message(&format!("1 Q0 d 1 {score} t")),
                format!("r:1:10: score `{score}` is too large for double precision")
            );
        }
        for score in ["nan", "NaN", "inf", "-inf", "Infinity"] {
            assert_eq!(
                message(&format!("1 Q0 d 1 {score} t")),
                format!("r:1:10: score `{score}` is not finite")
            );
        }
        assert_eq!(
            message("1 Q0 d 1 1 t\n2 Q0 d 1 1 t\n1 Q0 e 2 5 t\n1 Q0 d 3 9 t\n"),
            "r:4:6: document `d` is already in topic `1` of this run (line 1)"
        );
        assert!(message("").contains("the file is empty"));
        assert!(message("\u{feff}\r\n").contains("the file is empty"));
        let by_rank = Reading { ties: Ties::Rank, ..Reading::default() };
        let error = RunFile::parse(Path::new("r"), b"1 Q0 d first 1 t", &by_rank).expect_err("a word");
        assert_eq!(error.to_string(), "r:1:8: rank `first` is not an integer");
        let single = Reading { score_type: ScoreType::F32, ..Reading::default() };
        let error = RunFile::parse(Path::new("r"), b"1 Q0 d 1 1e39 t", &single).expect_err("no finite f32");
        assert_eq!(error.to_string(), "r:1:10: score `1e39` is too large for single precision");
        let error = RunFile::parse(Path::new("r"), b"1 Q0 d 1 inf t", &single).expect_err("infinite");
        assert_eq!(error.to_string(), "r:1:10: score `inf` is not finite");
    }

    #[test]
    fn rules_of_order() {
        let text = "1 Q0 b 2 1.0 t\n1 Q0 c 0 1.000000001 t\n1 Q0 a 1 1.0 t\n1 Q0 d 2 -0 t\n1 Q0 e 9 0 t\n";
        let with = |ties| ranking(text, &Reading { ties, ..Reading::default() }).concat();
        assert_eq!(with(Ties::DocnoDescending), "cbaed");
        assert_eq!(with(Ties::DocnoAscending), "cabde");
        assert_eq!(with(Ties::FileOrder), "bcade");
        assert_eq!(with(Ties::Rank), "cabde");
        let single = Reading { score_type: ScoreType::F32, ..Reading::default() };
        assert_eq!(ranking("1 Q0 b 2 1.0 t\n1 Q0 a 0 1.000000001 t\n", &single).concat(), "ba");
        assert_eq!(ranking("1 Q0 b 2 1.0 t\n1 Q0 a 0 1.000000001 t\n", &Reading::default()).concat(), "ab");
        assert_eq!(ranking(text, &Reading { max_rank: 2, ..Reading::default() }).concat(), "cb");
        // Ids compare as bytes: lower case after upper case, and a prefix first.
        assert_eq!(
            ranking("1 Q0 a 1 1 t\n1 Q0 B 1 1 t\n1 Q0 ab 1 1 t\n", &Reading::default()),
            ["ab", "a", "B"]
        );
    }

    #[test]
    fn a_repetition_beyond_the_cut_is_found() {
        let cut = Reading { max_rank: 1, ..Reading::default() };
        let text = b"1 Q0 a 1 9 t\n1 Q0 b 2 8 t\n1 Q0 b 3 7 t\n";
        assert!(RunFile::parse(Path::new("r"), text, &cut).is_err());
    }

    proptest! {
        /// Order follows the scores, whatever the order of the lines, blanks, line ends and mark.
        #[test]
        fn round_trip(
            documents in prop::collection::hash_map(("[12]", "[a-z\u{e9}#]{1,18}"), -4_i32..4, 1..60),
            blank in prop::sample::select(vec![" ", "\t", " \t  "]),
            end in prop::sample::select(vec!["\n", "\r\n", "\n\n"]),
            mark in prop::sample::select(vec!["", "\u{feff}"]),
        ) {
            let lines: Vec<_> = documents.iter()
                .map(|((topic, document), score)| [topic.as_str(), "Q0", document, "0", &format!("{score}e-1"), "t"].join(blank))
                .collect();
            let text = format!("{mark}{}", lines.join(end));
            let run = RunFile::parse(Path::new("r"), text.as_bytes(), &Reading::default()).expect("valid");
            for topic in ["1", "2"] {
                let mut expected: Vec<_> =
                    documents.iter().filter(|((t, _), _)| t == topic).map(|((_, d), score)| (*score, d.as_str())).collect();
                expected.sort_unstable_by(|a, b| b.cmp(a));
                let expected: Vec<_> = expected.into_iter().map(|(_, document)| document).collect();
                prop_assert_eq!(ranked(&run, topic, &Reading::default()), expected);
            }
        }

        /// No bytes at all make the reader panic.
        #[test]
        fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = RunFile::parse(Path::new("r"), &bytes, &Reading::default());
        }
    }
}
