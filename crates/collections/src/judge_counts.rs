//! Counts of a judge's labels.

use std::collections::HashMap;
use std::fmt;

use rejudge_metrics::Verdict;
use rejudge_pools::DocIx;

use crate::qrels::{JudgedTopic, Qrels};

/// The contents of a judge's file, and the changes made to its labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JudgeCounts {
    /// The judge.
    pub name: String,
    /// Lines with a label.
    pub lines: usize,
    /// Pairs of topic and document with a label that counts.
    pub pairs: usize,
    /// Lines of topics that the judgments lack: left out.
    pub other_topics: usize,
    /// Lines of another iteration than the one that counts: left out.
    pub other_iterations: usize,
    /// Lines that label a pair once more.
    pub repeated: usize,
    /// Pairs that have different labels.
    pub differing: usize,
    /// Labels outside the scale: clamped or dropped.
    pub outside: usize,
    /// Pairs of the judgments without a label: unjudged.
    pub missing: usize,
    /// Topics of the judgments without any label.
    pub unlabelled_topics: usize,
    /// Labelled pairs that the judgments lack.
    pub more: usize,
    /// True if the labels are those of the judgments themselves, every one.
    pub is_the_same: bool,
}

impl JudgeCounts {
    /// Returns true if the judge labels all pairs that people judged, each once and on the scale.
    pub fn is_whole(&self) -> bool {
        [self.missing, self.outside, self.differing, self.other_topics].iter().all(|&count| count == 0)
    }

    /// Counts the labelled pairs, compared with the judgments.
    pub(crate) fn compare(&mut self, topics: &[HashMap<DocIx, f64>], qrels: &Qrels, own: &[usize]) {
        self.pairs = topics.iter().map(HashMap::len).sum();
        let own_labelled = |(of, own): (&HashMap<DocIx, f64>, &usize)| {
            of.keys().filter(|doc| (**doc as usize) < *own).count()
        };
        self.unlabelled_topics = topics.iter().filter(|of| of.is_empty()).count();
        self.more = self.pairs - topics.iter().zip(own).map(own_labelled).sum::<usize>();
        let unlabelled = |(of, topic): (&HashMap<DocIx, f64>, JudgedTopic<'_>)| {
            let has_level = |(doc, verdict): &(DocIx, &Verdict)| {
                matches!(verdict, Verdict::Level(_)) && !of.contains_key(doc)
            };
            (0..).zip(topic.verdicts()).filter(has_level).count()
        };
        self.missing = topics.iter().zip(qrels.topics()).map(unlabelled).sum();
        let same = |(of, topic): (&HashMap<DocIx, f64>, JudgedTopic<'_>)| {
            let is_equal = |(doc, verdict): (DocIx, &Verdict)| match (of.get(&doc), verdict) {
                (Some(&label), Verdict::Level(level)) => label == f64::from(*level),
                (label, Verdict::Pooled) => label.is_none(),
                (None, Verdict::Level(_)) => false,
            };
            (0..).zip(topic.verdicts()).all(is_equal)
        };
        self.is_the_same = topics.iter().zip(qrels.topics()).all(same);
    }
}

impl fmt::Display for JudgeCounts {
    /// Writes the counts, including those of each irregularity.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: usize, words: [&str; 2]| format!("{count} {}", words[usize::from(count != 1)]);
        let (pairs, lines) = (counted(self.pairs, ["pair", "pairs"]), counted(self.lines, ["line", "lines"]));
        write!(f, "{pairs} of {lines}")?;
        for (count, what) in [
            (self.missing, ["judged pair without a label", "judged pairs without a label"]),
            (
                self.more,
                ["labelled pair that people did not judge", "labelled pairs that people did not judge"],
            ),
            (self.repeated, ["line that repeats a pair", "lines that repeat a pair"]),
            (self.differing, ["pair with different labels", "pairs with different labels"]),
            (self.outside, ["label outside the scale", "labels outside the scale"]),
            (self.other_topics, ["line of other topics", "lines of other topics"]),
            (self.other_iterations, ["line of other iterations", "lines of other iterations"]),
        ] {
            if count > 0 {
                write!(f, "; {}", counted(count, what))?;
            }
        }
        if self.is_the_same { f.write_str("; the labels are the judgments themselves") } else { Ok(()) }
    }
}
