//! Agreement of two sets of judgments, computed over pairs of a topic and a document.

use std::collections::BTreeSet;
use std::num::NonZeroU8;

use rejudge_collections::{JudgedTopic, Qrels};
use rejudge_metrics::Verdict;
use rejudge_names::plural::counted;
use rejudge_pools::check_topics;
use rejudge_stats::{
    Agreement, Distance, Draw, Resamples, Samples, Weights, check_room, percentile_interval,
};
use rejudge_tables::frame::{Cell, Decimals, Format, Frame, Heading, Kind, Part, Sheet, Table, Value};

use super::rules::table_by;
use super::{EvalError, OutputOptions, SUMMARY, check_summary_name};

/// The agreement of people's labels with the labels of another judge.
#[derive(Clone, Debug)]
pub struct LabelAgreement {
    /// For each topic that people judged, its name and counts of documents: for each pair of a label by people and a
    /// label by the judge, the documents with these two labels, and the documents that only people or only the judge
    /// labelled. Labels are levels. With a cut, they are 1 (relevant) and 0.
    topics: Vec<(String, Agreement)>,
    /// The number of pairs of topic and document that only people labelled, and the number that only the judge labelled.
    /// The judge's pairs may be on any topic.
    by_one: [u64; 2],
}

impl LabelAgreement {
    /// Compares the labels on the topics that people judged. If `cut` is given, the comparison is binary: labels of
    /// this level or above are relevant.
    pub fn new(people: &Qrels, judge: &Qrels, cut: Option<u8>) -> Self {
        let mut topics = Vec::with_capacity(people.topics().len());
        for topic in people.topics() {
            let judge_topic = judge.topic(topic.name());
            let documents: BTreeSet<&str> = topic
                .judgments()
                .chain(judge_topic.iter().flat_map(|topic| topic.judgments()))
                .map(|(document, _)| document)
                .collect();
            let [mut by_people, mut by_judge] = [Vec::new(), Vec::new()];
            for document in documents {
                let [people_label, judge_label] = [Some(topic), judge_topic]
                    .map(|topic| topic.and_then(|topic| level(topic.verdict(document)?)));
                if people_label.is_some() || judge_label.is_some() {
                    by_people.push(people_label);
                    by_judge.push(judge_label);
                }
            }
            let counts = Agreement::new(&by_people, &by_judge);
            let counts = cut.map_or(counts.clone(), |cut| counts.cut(cut.into()));
            topics.push((topic.name().to_owned(), counts));
        }
        let by_both: u64 = topics.iter().map(|(_, counts)| counts.items()).sum();
        Self { topics, by_one: [people, judge].map(|labels| labelled_pairs(labels) - by_both) }
    }

    /// Returns the counts over all topics.
    pub fn counts(&self) -> Agreement {
        let mut sum = Agreement::default();
        self.topics.iter().for_each(|(_, counts)| sum += counts);
        sum
    }

    /// Returns the counts of the topics with a document that people and the judge both labelled.
    fn labelled_topics(&self) -> Vec<&Agreement> {
        let counts = self.topics.iter().map(|(_, counts)| counts);
        counts.filter(|counts| counts.items() > 0).collect()
    }
}

/// Returns the number of pairs of topic and document with a label.
fn labelled_pairs(labels: &Qrels) -> u64 {
    let verdicts = labels.topics().flat_map(JudgedTopic::verdicts);
    verdicts.filter(|verdict| level(**verdict).is_some()).count() as u64
}

/// Returns a remark if the judge has no label for most of the pairs that people labelled, or people have none for most
/// of the judge's pairs. The coefficients then describe less than half of one of the files.
fn note_on_pairs((judge, agreement): &(String, LabelAgreement)) -> Option<String> {
    let both = agreement.counts().items();
    let [by_people, by_judge] = agreement.by_one;
    (by_people.max(by_judge) > both).then(|| {
        format!(
            "{judge} is compared only on the {} of topic and document that both label: {by_people} of the {} that people judged \
             have no label by {judge}, and {by_judge} of the {} that {judge} labelled have no judgment by people",
            counted(both as usize, "pair"),
            counted((by_people + both) as usize, "pair"),
            counted((by_judge + both) as usize, "pair"),
        )
    })
}

/// Returns a remark if people or a judge gave the same level to all pairs that both label, because kappa and alpha say
/// nothing then, if the levels of one of the two seem to be counted from 1 and those of the other from 0, or if the
/// labels of only one of the two are binary. With a cut, `min_rel` is the lowest relevant level.
fn note_on_levels(judge: &str, agreement: &LabelAgreement, min_rel: Option<NonZeroU8>) -> Option<String> {
    let counts = agreement.counts();
    let used = |counted_by: fn((u64, u64)) -> u64| -> Vec<usize> {
        (0..counts.levels()).filter(|&level| counted_by(counts.label_counts(level)) > 0).collect()
    };
    let labellers = [("people", used(|(people, _)| people)), (judge, used(|(_, judge)| judge))];
    for (labeller, levels) in &labellers {
        if let [level] = levels.as_slice() {
            let level = match (min_rel, level) {
                (None, level) => format!("level {level}"),
                (Some(min_rel), 0) => format!("a level below {min_rel}"),
                (Some(min_rel), _) => format!("level {min_rel} or above"),
            };
            return Some(format!(
                "{labeller} gave {level} to every pair that both label, so kappa and alpha say nothing about agreement"
            ));
        }
    }
    let [people, other] = &labellers;
    let pairs = |[by_people, by_judge]: [usize; 2]| -> u64 {
        (0..counts.levels()).map(|level| counts.count(level + by_people, level + by_judge)).sum()
    };
    let (equal, one_apart, from_1, from_0) = match (people.1.first()?, other.1.first()?) {
        (0, 1) => (pairs([0, 0]), pairs([0, 1]), other.0, people.0),
        (1, 0) => (pairs([0, 0]), pairs([1, 0]), people.0, other.0),
        _ => (0, 0, "", ""),
    };
    if min_rel.is_none() && one_apart > equal {
        return Some(format!(
            "{from_1} gave no level 0, and {from_0} did; on {} the level of {from_1} is higher by 1, on {equal} it is the same: \
             if the levels of {from_1} are counted from 1, subtract 1 from them first",
            counted(one_apart as usize, "pair")
        ));
    }
    let [binary, graded] = if people.1 == [0, 1] { [people, other] } else { [other, people] };
    let highest = graded.1.last()?;
    (binary.1 == [0, 1] && *highest > 1).then(|| {
        format!(
            "the labels of {} are only 0 and 1, those of {} go up to {highest}: `-l 1` compares all of them as relevant or not, and \
             `rejudge pool FILE full -l 2 -o BINARY` first writes the graded ones with 1 for level 2 and above",
            binary.0, graded.0
        )
    })
}

/// Returns the level of a document, or `None` if its judgment is withheld.
fn level(verdict: Verdict) -> Option<u8> {
    match verdict {
        Verdict::Level(level) => Some(level),
        Verdict::Pooled => None,
    }
}

/// A coefficient of agreement: the name of its column, a description, and its computation.
type Coefficient = (&'static str, &'static str, fn(&Agreement) -> Option<f64>);

/// The coefficients, in the order of the columns.
const COEFFICIENTS: [Coefficient; 5] = [
    ("observed", "share of the pairs with equal labels", Agreement::observed),
    ("kappa", "Cohen's kappa", Agreement::kappa),
    ("linear-kappa", "kappa with linear weights", |counts| counts.weighted_kappa(Weights::Linear)),
    ("quadratic-kappa", "kappa with quadratic weights", |counts| counts.weighted_kappa(Weights::Quadratic)),
    ("alpha", "Krippendorff's alpha with ordinal distances", |counts| counts.alpha(Distance::Ordinal)),
];

/// The column with the name of the judge.
const JUDGE: (&str, Kind, &str) = ("judge", Kind::Text, "name of the other judge");

/// The columns of the confusion matrices, which have a row for each judge and pair of levels.
const CONFUSION: [(&str, Kind, &str); 4] = [
    JUDGE,
    ("people-level", Kind::Whole, "level that people gave"),
    ("judge-level", Kind::Whole, "level that the judge gave"),
    ("pairs", Kind::Whole, "pairs of topic and document with these two levels"),
];

/// The columns of the intervals, which have a row for each judge and coefficient.
const INTERVALS: [(&str, Kind, &str); 7] = [
    JUDGE,
    ("coefficient", Kind::Text, "name of the coefficient"),
    ("topics", Kind::Whole, "topics with a document that people and the judge both label"),
    ("value", Kind::Number, "the coefficient over all topics; empty if it is undefined"),
    (
        "low",
        Kind::Number,
        "lower end of the percentile bootstrap interval over topics, which holds for each row separately, not for all \
         rows at once",
    ),
    ("high", Kind::Number, "upper end of the interval"),
    ("undefined", Kind::Whole, "samples of topics in which the coefficient is undefined, which are left out"),
];

/// Percentile bootstrap intervals of the coefficients. Topics are drawn with replacement, each with all of its documents,
/// because the documents of a topic are not independent (C. A. Field and A. H. Welsh, Bootstrapping clustered data,
/// Journal of the Royal Statistical Society B 69(3), 2007).
#[derive(Clone, Copy, Debug)]
pub struct AgreementIntervals {
    /// The confidence level, between 0 and 1.
    pub confidence: f64,
    /// The number of samples of the topics.
    pub samples: u32,
    /// The seed of the samples.
    pub seed: u64,
}

/// A table of the agreement of judges with people.
#[derive(Clone, Debug)]
pub struct AgreementTable<'a> {
    /// The judges, each with a name. Each has labelled at least one document that people labelled too.
    pub judges: &'a [(String, LabelAgreement)],
    /// The lowest relevant level, if the comparison is binary.
    pub min_rel: Option<NonZeroU8>,
    /// True if the confusion matrices are shown.
    pub confusion: bool,
    /// The intervals to compute instead of the usual columns, if any.
    pub intervals: Option<AgreementIntervals>,
    /// The rows and the decimals that are shown.
    pub output: OutputOptions,
}

impl AgreementTable<'_> {
    /// Returns the table, and remarks on it. With intervals, the table has a row for each judge and coefficient.
    /// Otherwise it has a row for each judge and topic if `per_topic` is set, and a row for each judge over all topics
    /// if `summary` is set. In tables for people and in JSON, confusion matrices are added. Other formats have only one
    /// table, so there the confusion matrices replace the coefficients.
    ///
    /// # Errors
    /// If a format with one table would need two, a topic has the name of the summary, there are too few topics or
    /// samples for the intervals, or the samples do not fit into memory.
    pub fn table(&self, format: Format) -> Result<(Table, Vec<String>), EvalError> {
        let mut notes = self.notes_on_topics();
        notes.extend(self.judges.iter().filter_map(note_on_pairs));
        let on_levels = self
            .judges
            .iter()
            .filter_map(|(judge, agreement)| note_on_levels(judge, agreement, self.min_rel));
        notes.extend(on_levels);
        let has_one_table = !matches!(format.part(), Part::Sheets | Part::Json);
        if self.confusion && has_one_table {
            if self.intervals.is_some() || self.output.per_topic {
                let option = if self.output.per_topic { "-q" } else { "--intervals" };
                return Err(EvalError::Usage(format!(
                    "--confusion and {option} are two tables: leave one out, or add --format wide, markdown, latex, html or json"
                )));
            }
            return Ok((self.as_table("confusion", self.confusion_rows(), ""), notes));
        }
        let mut table = match &self.intervals {
            Some(intervals) => {
                let settings = intervals.settings();
                self.as_table("intervals", self.interval_rows(intervals, &mut notes)?, &settings)
            }
            None => self.as_table("agreement", self.rows()?, ""),
        };
        let decimals = self.output.decimals.map(Decimals);
        let mut sheet = Sheet::from_rows(&table.rows, decimals);
        if let Some(intervals) = &self.intervals {
            sheet.notes.push(intervals.note());
        }
        let mut sheets = vec![sheet];
        if self.confusion {
            sheets.extend(self.judges.iter().map(|(judge, agreement)| matrix(judge, &agreement.counts())));
            let mut json = table.json();
            json["confusion"] =
                self.as_table("confusion", self.confusion_rows(), "").json()["confusion"].take();
            table.json = Some(json);
        }
        Ok((Table { sheets: Some(sheets), ..table }, notes))
    }

    fn as_table(&self, name: &str, rows: Frame, settings: &str) -> Table {
        let rules = self.min_rel.iter().map(|level| ("min-rel".to_owned(), level.to_string())).collect();
        table_by(rules, name, rows, settings)
    }

    /// Returns a remark for each judge that labels documents on only some of the topics.
    fn notes_on_topics(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (judge, agreement) in self.judges {
            let (labelled, topics) = (agreement.labelled_topics().len(), agreement.topics.len());
            if labelled < topics {
                notes.push(format!(
                    "{judge} is compared on {labelled} of the {}: on the others people and {judge} label no document in common",
                    counted(topics, "judged topic")
                ));
            }
        }
        notes
    }

    /// Returns rows of coefficients: for each judge, a row for each topic if `per_topic` is set, and then a row
    /// over all topics if `summary` is set.
    fn rows(&self) -> Result<Frame, EvalError> {
        let OutputOptions { per_topic, summary, .. } = self.output;
        let mut rows = Frame::default();
        for (judge, agreement) in self.judges {
            if per_topic && summary {
                let topics = agreement.topics.iter().map(|(topic, _)| topic.as_str());
                check_summary_name(topics, "give it another name, leave out -q, or add -n")?;
            }
            let all = agreement.counts();
            let topics = agreement.topics.iter().map(|(topic, counts)| (topic.as_str(), counts));
            let topics = topics.filter(|_| per_topic).chain(summary.then_some((SUMMARY, &all)));
            for (topic, counts) in topics {
                let mut row: Vec<(&str, &str, Value<'_>)> = vec![(JUDGE.0, JUDGE.2, judge.into())];
                let about_topic = "name of the topic; all: over all topics";
                row.extend(per_topic.then_some(("topic", about_topic, topic.into())));
                let (both, one) = (counts.items() as usize, counts.left_out() as usize);
                row.push((
                    "pairs",
                    "pairs of topic and document that people and the judge both label",
                    both.into(),
                ));
                row.push(("by-one", "pairs that only people or only the judge labelled", one.into()));
                row.extend(COEFFICIENTS.map(|(name, about, compute)| (name, about, compute(counts).into())));
                rows.add(row);
            }
        }
        Ok(rows)
    }

    fn confusion_rows(&self) -> Frame {
        let mut rows = Frame::new(CONFUSION);
        for (judge, agreement) in self.judges {
            let counts = agreement.counts();
            for people_level in 0..counts.levels() {
                for judge_level in 0..counts.levels() {
                    let pairs = counts.count(people_level, judge_level) as usize;
                    rows.push([judge.into(), people_level.into(), judge_level.into(), pairs.into()]);
                }
            }
        }
        rows
    }

    /// Computes the intervals. Adds a remark for each coefficient that is undefined in some samples.
    fn interval_rows(
        &self,
        intervals: &AgreementIntervals,
        notes: &mut Vec<String>,
    ) -> Result<Frame, EvalError> {
        let mut rows = Frame::new(INTERVALS);
        for (judge, agreement) in self.judges {
            let topics = agreement.labelled_topics();
            check_topics(topics.len()).map_err(|why| EvalError::Data(format!("{judge}: {why}")))?;
            let samples = intervals.coefficients(&topics)?;
            let all = agreement.counts();
            for (place, (name, _, compute)) in COEFFICIENTS.into_iter().enumerate() {
                let values: Vec<f64> = samples.iter().filter_map(|sample| sample[place]).collect();
                let undefined = samples.len() - values.len();
                if undefined > 0 {
                    notes.push(format!(
                        "{judge}: {name} is undefined in {undefined} of {}, which are left out",
                        counted(samples.len(), "sample")
                    ));
                }
                let interval = percentile_interval(values, 1.0 - intervals.confidence);
                if interval.is_none() && undefined == 0 {
                    return Err(EvalError::Usage(format!(
                        "samples: {} are too few for a bootstrap interval of confidence {}",
                        intervals.samples, intervals.confidence
                    )));
                }
                rows.push([
                    judge.into(),
                    name.into(),
                    topics.len().into(),
                    compute(&all).into(),
                    interval.map(|[low, _]| low).into(),
                    interval.map(|[_, high]| high).into(),
                    undefined.into(),
                ]);
            }
        }
        Ok(rows)
    }
}

impl AgreementIntervals {
    /// Returns the coefficients of each sample of the topics, in the order of [`COEFFICIENTS`].
    fn coefficients(&self, topics: &[&Agreement]) -> Result<Vec<Vec<Option<f64>>>, EvalError> {
        let samples = self.samples as usize;
        check_room(samples, topics.len(), Samples::Counts).map_err(EvalError::samples)?;
        let mut draw = Draw::new(self.seed, &["agreement", "intervals"]);
        let resamples = Resamples::draw(samples, topics.len(), &mut draw);
        let sample = |number: usize| {
            let mut sum = Agreement::default();
            for (counts, &times) in topics.iter().zip(resamples.counts(number)) {
                sum.add(counts, times);
            }
            // Only the coefficients are kept, because the counts of many levels would take gigabytes.
            COEFFICIENTS.iter().map(|(_, _, compute)| compute(&sum)).collect()
        };
        Ok((0..samples).map(sample).collect())
    }

    /// Returns the method and its settings in the form that descriptions of tables use.
    fn settings(&self) -> String {
        let samples = counted(self.samples as usize, "sample");
        format!(
            "; percentile bootstrap intervals over topics; confidence {}; {samples}, seed {}",
            self.confidence, self.seed
        )
    }

    /// Returns the note on the intervals in tables for people.
    fn note(&self) -> String {
        format!(
            "low and high: percentile bootstrap interval over topics, confidence {}, {}, seed {}.",
            self.confidence,
            counted(self.samples as usize, "sample"),
            self.seed
        )
    }
}

/// Returns the confusion matrix of a judge as a table for people, with the sums of its rows and columns.
fn matrix(judge: &str, counts: &Agreement) -> Sheet {
    let levels = 0..counts.levels();
    let mut columns = vec![Heading::words("people")];
    columns.extend(levels.clone().map(|level| Heading::numbers(&format!("{judge} {level}"))));
    columns.push(Heading::numbers(SUMMARY));
    let row = |name: String, numbers: &mut dyn Iterator<Item = u64>| -> Vec<Cell> {
        std::iter::once(name).chain(numbers.map(|number| number.to_string())).map(Cell::from).collect()
    };
    let mut rows = Vec::with_capacity(counts.levels() + 1);
    for people_level in levels.clone() {
        let by_judge = levels.clone().map(|judge_level| counts.count(people_level, judge_level));
        let (sum, _) = counts.label_counts(people_level);
        rows.push(row(people_level.to_string(), &mut by_judge.chain([sum])));
    }
    let sums = levels.map(|level| counts.label_counts(level).1).chain([counts.items()]);
    rows.push(row(SUMMARY.to_owned(), &mut { sums }));
    Sheet {
        title: format!("Confusion matrix: levels by people and by {judge}."),
        columns,
        rows,
        notes: vec!["Pairs of topic and document that both label.".to_owned()],
        ..Sheet::default()
    }
}
