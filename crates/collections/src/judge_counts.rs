//! Counts of a judge's labels.

use std::collections::HashMap;
use std::fmt;

use rejudge_metrics::Verdict;
use rejudge_names::plural::counted;
use rejudge_pools::DocIx;

use crate::qrels::Qrels;

/// The numbers of a judge's labels, and of the labels that were left out or changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JudgeCounts {
    /// The judge.
    pub name: String,
    /// Lines of the file, including the lines that are left out.
    pub lines: usize,
    /// Pairs of topic and document with a label.
    pub pairs: usize,
    /// Lines of topics without judgments, which are left out.
    pub other_topics: usize,
    /// Lines with an iteration other than the chosen one, which are left out.
    pub other_iterations: usize,
    /// Lines that label a pair again.
    pub repeated: usize,
    /// Pairs with different labels.
    pub differing: usize,
    /// Passes over all pairs: 1, unless each label of a pair counts.
    pub passes: usize,
    /// Labels outside the scale, which are clamped or dropped, and dropped labels that are not numbers.
    pub outside: usize,
    /// Judged pairs without a label. They are unjudged for this judge.
    pub missing: usize,
    /// Judged topics without a label.
    pub unlabelled_topics: usize,
    /// Labelled pairs that people's judgments lack. A pair whose judgment is withheld is not counted.
    pub added: usize,
    /// True if the labels of the first pass are equal to people's judgments, with no label different, missing or added.
    pub equals_judgments: bool,
}

impl JudgeCounts {
    /// Returns true if the judge labels all pairs that people judged, every label is on the scale, no pair has
    /// different labels, and there are no other topics.
    pub fn is_complete(&self) -> bool {
        [self.missing, self.outside, self.differing, self.other_topics].iter().all(|&count| count == 0)
    }

    /// Compares the labelled pairs with people's judgments and counts them. `judged_counts` has the number of documents of
    /// each topic in people's judgments; later documents of `qrels` were added for judges.
    pub(crate) fn compare(&mut self, labels: &[HashMap<DocIx, f64>], qrels: &Qrels, judged_counts: &[usize]) {
        self.equals_judgments = true;
        let grade = |level: u8| qrels.gains().map_or(f64::from(level), |gains| gains.gain(level));
        for ((labels, topic), &judged_count) in labels.iter().zip(qrels.topics()).zip(judged_counts) {
            self.pairs += labels.len();
            self.added += labels.keys().filter(|&&doc| doc as usize >= judged_count).count();
            self.unlabelled_topics += usize::from(labels.is_empty());
            for (doc, verdict) in (0..).zip(topic.verdicts()) {
                let label = labels.get(&doc);
                self.equals_judgments &= match verdict {
                    Verdict::Level(level) => label.is_some_and(|&label| label == grade(*level)),
                    Verdict::Pooled => label.is_none(),
                };
                self.missing += usize::from(label.is_none() && matches!(verdict, Verdict::Level(_)));
            }
        }
    }
}

impl fmt::Display for JudgeCounts {
    /// Writes the numbers of pairs and lines, and most other counts if they are not 0. The number of passes
    /// is written only if there are several, and topics without a label are not written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", counted(self.pairs, "pair"), counted(self.lines, "line"))?;
        let repeats = if self.repeated == 1 { "that repeats a pair" } else { "that repeat a pair" };
        for (count, noun, what) in [
            (self.missing, "judged pair", "without a label"),
            (self.added, "labelled pair", "that people did not judge"),
            (self.repeated, "line", repeats),
            (self.differing, "pair", "with different labels"),
            (if self.passes > 1 { self.passes } else { 0 }, "label", "of each pair as passes"),
            (self.outside, "label", "outside the scale"),
            (self.other_topics, "line", "of other topics"),
            (self.other_iterations, "line", "of other iterations"),
        ] {
            if count > 0 {
                write!(f, "; {} {what}", counted(count, noun))?;
            }
        }
        if self.equals_judgments { f.write_str("; the labels are the judgments themselves") } else { Ok(()) }
    }
}
