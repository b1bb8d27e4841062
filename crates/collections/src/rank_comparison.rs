//! Compares the rank column of a run with its scores.
//!
//! Documents are ordered by their scores. If scores are negated, or swapped with the ranks, the worst documents come
//! first. So we warn if the ranks of all documents of a topic contradict the scores. If only the top of each ranking was
//! reranked, and the other documents kept the higher scores of the first stage, the reranked documents come last. So we
//! also warn if some of the ranks contradict the scores in many topics.

use crate::runs::Entry;
use crate::text::parse_double;

/// The minimum number of documents that a topic must have to be compared.
const MIN_DOCUMENTS: usize = 3;

/// The kind of contradiction between the rank column and the scores of a topic. All but the last kind are about all
/// documents of the topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contradiction {
    ScoresIncrease,
    Swapped,
    SomeScoresIncrease,
}

impl Contradiction {
    const ALL: [Self; 3] = [Self::ScoresIncrease, Self::Swapped, Self::SomeScoresIncrease];

    fn in_words(self) -> &'static str {
        match self {
            Self::ScoresIncrease => {
                "scores increase with the rank: scores decide, so the last document comes first; if smaller is better, `--ties rank` follows the ranks"
            }
            Self::Swapped => {
                "the score column has ranks, and the rank column scores: are columns 4 and 5 swapped?"
            }
            Self::SomeScoresIncrease => {
                "some documents have a higher score than the document before them by rank: scores decide, not ranks; `--ties rank` follows the ranks"
            }
        }
    }
}

/// Counts the topics of a run whose ranks contradict the scores.
#[derive(Debug, Default)]
pub(crate) struct RankComparison {
    /// The number of topics with enough documents.
    topics: usize,
    /// By kind of contradiction: the number of topics, and the name of the first one.
    contradicted: [(usize, String); 3],
}

impl RankComparison {
    /// Adds a topic, with its lines in the order of the file. `ascent` is the index of the first line whose key is lower
    /// than the key of the next line. Usually this parses only the ranks of two lines.
    pub(crate) fn add(&mut self, topic: &str, text: &[u8], lines: &[Entry], ascent: Option<usize>) {
        if lines.len() < MIN_DOCUMENTS {
            return;
        }
        self.topics += 1;
        let of_all = if is_usual(text, lines) { None } else { contradiction(text, lines) };
        if let Some(contradiction) = of_all.or_else(|| contradiction_at(ascent?, text, lines)) {
            let (topics, first) = &mut self.contradicted[contradiction as usize];
            *topics += 1;
            if *topics == 1 {
                topic.clone_into(first);
            }
        }
    }

    /// Returns a sentence on the most frequent contradiction, or `None` if there is none. Contradictions between some of the
    /// ranks and scores are reported only if at least half of the topics have them.
    pub(crate) fn warning(&self) -> Option<String> {
        let by_kind = Contradiction::ALL.into_iter().zip(&self.contradicted);
        let reported = by_kind.filter(|(contradiction, (topics, _))| {
            *contradiction != Contradiction::SomeScoresIncrease || 2 * topics >= self.topics
        });
        let (contradiction, (topics, first)) = reported.rev().max_by_key(|(_, (topics, _))| *topics)?;
        match *topics {
            0 => None,
            topics if topics == self.topics => Some(contradiction.in_words().to_owned()),
            topics => Some(format!(
                "in {topics} of the {} topics with {MIN_DOCUMENTS} documents or more, first in `{}`, {}",
                self.topics,
                first.escape_debug(),
                contradiction.in_words()
            )),
        }
    }
}

/// Returns the word after the docid of a line as a number, or `None` if it is not a number.
fn rank(text: &[u8], line: &Entry) -> Option<f64> {
    let mut words = text[line.document.end as usize..].split(u8::is_ascii_whitespace);
    parse_double(words.find(|word| !word.is_empty())?)
}

/// Returns true if the first two neighbours with different scores look usual, so that we need not compare all lines.
/// They do if the higher score has the lower rank and both ranks are whole, if a rank is not a number, or if the ranks
/// are equal. Swapped columns are not noticed if these two ranks are whole. Also returns true if all scores are equal.
#[inline]
fn is_usual(text: &[u8], lines: &[Entry]) -> bool {
    let Some([a, b]) = lines.array_windows().find(|[a, b]| a.key != b.key) else { return true };
    let Some((rank_a, rank_b)) = rank(text, a).zip(rank(text, b)) else { return true };
    let are_whole = rank_a.fract() == 0.0 && rank_b.fract() == 0.0;
    rank_a == rank_b || (are_whole && (rank_a < rank_b) == (a.key > b.key))
}

/// Returns the contradiction that holds for all lines of a topic.
#[cold]
fn contradiction(text: &[u8], lines: &[Entry]) -> Option<Contradiction> {
    let ranked: Option<Vec<(f64, f64)>> =
        lines.iter().map(|line| Some((rank(text, line)?, line.key))).collect();
    let mut ranked = ranked?;
    ranked.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    if !ranked.is_sorted_by(|(a, _), (b, _)| a < b) {
        return None;
    }
    let is_increasing = ranked.is_sorted_by(|(_, a), (_, b)| a <= b);
    if is_increasing && ranked.first().map(|first| first.1) < ranked.last().map(|last| last.1) {
        return Some(Contradiction::ScoresIncrease);
    }
    // If the columns are swapped, the scores are n, n - 1, .., 1 in ascending order of the ranks, and some
    // ranks are fractions.
    let are_ranks = ranked.iter().rev().zip(1..).all(|((_, score), rank)| *score == f64::from(rank));
    let has_fractions = ranked.iter().any(|(rank, _)| rank.fract() != 0.0);
    (has_fractions && are_ranks).then_some(Contradiction::Swapped)
}

/// Returns a contradiction if the ranks increase at `ascent`, where the keys do. We look at no other lines, because nearly
/// all files have their lines in the order of the ranks or of the scores. In the order of the scores, there is no ascent, so
/// wrong ranks are not noticed.
#[cold]
fn contradiction_at(ascent: usize, text: &[u8], lines: &[Entry]) -> Option<Contradiction> {
    let (upper, lower) = rank(text, &lines[ascent]).zip(rank(text, &lines[ascent + 1]))?;
    (upper < lower).then_some(Contradiction::SomeScoresIncrease)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Span;
    use crate::runs::first_ascent;

    /// Returns the warning about topics with lines of these ranks and scores.
    fn warning(topics: &[&[(&str, f64)]]) -> Option<String> {
        let mut comparison = RankComparison::default();
        for (number, lines) in topics.iter().enumerate() {
            let (mut text, mut entries) = (Vec::new(), Vec::new());
            for (rank, score) in *lines {
                let start = text.len() as u32;
                text.extend_from_slice(format!("d {rank} ..\n").as_bytes());
                entries.push(Entry::new(&text, Span { start, end: start + 1 }, *score));
            }
            comparison.add(&format!("t{number}"), &text, &entries, first_ascent(&entries));
        }
        comparison.warning()
    }

    #[test]
    fn all_topics_are_compared() {
        let usual: &[_] = &[("1", 9.0), ("2", 8.0), ("3", 7.0)];
        let reversed: &[_] = &[("1", 7.0), ("2", 8.0), ("3", 9.0)];
        let reversed_in_file: &[_] = &[("3", 9.0), ("2", 8.0), ("1", 7.0)];
        let swapped: &[_] = &[("9.5", 1.0), ("8.5", 2.0), ("7.5", 3.0)];
        // Only the first two documents were reranked.
        let reranked: &[_] = &[("1", 2.0), ("2", 1.0), ("3", 9.0), ("4", 8.0)];
        // These are not contradictions: two lines out of order, equal scores, equal ranks, words as ranks, only two
        // documents, lines in another order.
        let others: [&[_]; 6] = [
            &[("2", 9.0), ("1", 8.0), ("3", 7.0)],
            &[("1", 7.0), ("2", 7.0), ("3", 7.0)],
            &[("0", 7.0), ("0", 8.0), ("0", 9.0)],
            &[("x", 7.0), ("y", 8.0), ("z", 9.0)],
            &[("1", 7.0), ("2", 8.0)],
            &[("3", 7.0), ("1", 9.0), ("2", 8.0)],
        ];
        for other in others {
            assert_eq!(warning(&[other]), None, "{other:?}");
            assert_eq!(warning(&[usual, other]), None, "{other:?}");
        }
        let increase = Contradiction::ScoresIncrease.in_words();
        assert_eq!(warning(&[reversed]).as_deref(), Some(increase));
        assert_eq!(warning(&[reversed_in_file, reversed, others[4]]).as_deref(), Some(increase));
        assert_eq!(warning(&[swapped]).as_deref(), Some(Contradiction::Swapped.in_words()));
        let in_part = |topics: &str| Some(format!("in {topics} {increase}"));
        assert_eq!(
            warning(&[reversed, usual, usual]),
            in_part("1 of the 3 topics with 3 documents or more, first in `t0`,")
        );
        assert_eq!(
            warning(&[usual, reversed, reversed_in_file, others[4]]),
            in_part("2 of the 3 topics with 3 documents or more, first in `t1`,")
        );
        let some_increase = Contradiction::SomeScoresIncrease.in_words();
        assert_eq!(warning(&[reranked, reranked]).as_deref(), Some(some_increase));
        assert_eq!(
            warning(&[usual, reranked]),
            Some(format!("in 1 of the 2 topics with 3 documents or more, first in `t1`, {some_increase}"))
        );
        assert_eq!(warning(&[reranked, usual, usual]), None);
        assert_eq!(
            warning(&[reversed, reranked, usual, usual, usual]),
            in_part("1 of the 5 topics with 3 documents or more, first in `t0`,")
        );
    }
}
