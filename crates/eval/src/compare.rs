//! Comparison of runs with one of them, or of each with each: mean differences over topics, and whether they may be due
//! to chance.

use std::collections::BTreeSet;

use rayon::prelude::*;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_names::plural::counted;
use rejudge_pools::{NoVerdict, check_common_topics, check_judged, check_topics};
use rejudge_stats::{
    ALPHA, Alternative, CONFIDENCE, Correction, Draw, Test, TestResult, pairs, percent, standard_deviation,
    student_t_critical, wins_ties_losses,
};
use rejudge_tables::frame::{Cell, Decimals, Frame, Heading, Sheet, Table, p_value, rounded};

use super::format::best_first;
use super::rules::table_by;
use super::scores::Measure;
use super::{EvalError, Input, PresetRules, Scores, Shown};

/// A comparison as asked for.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The run that every other one is compared with; `None`: every pair of runs is compared.
    pub baseline: Option<&'a str>,
    pub test: Test,
    /// The relation of each run to the baseline that the test looks for; two-sided without a baseline, because the order of
    /// a pair means nothing.
    pub alternative: Alternative,
    /// The correction, within a measure.
    pub correction: Correction,
    /// Seed of the randomised tests and corrections.
    pub seed: u64,
}

/// The result.
struct Compared<'a, M> {
    comparison: Comparison<'a>,
    scores: &'a Scores<M>,
    /// First and second run of each pair; the second is the baseline if there is one.
    pairs: Vec<(usize, usize)>,
    topics: usize,
    /// By measure.
    found: Vec<OfMeasure>,
}

/// The result for a measure.
struct OfMeasure {
    name: String,
    /// By run.
    means: Vec<f64>,
    /// The runs by their means, in descending order.
    order: Vec<usize>,
    /// By pair.
    results: Vec<TestResult>,
    /// By pair, corrected.
    p: Vec<f64>,
    /// By pair, the topics on which the first run is better, as good, and worse.
    outcomes: Vec<[usize; 3]>,
    /// By pair, half the width of the interval of the difference; `None` if there is only one topic.
    half_widths: Vec<Option<f64>>,
}

impl<'a> Comparison<'a> {
    /// Compares the runs of `input`, which have these scores: a row for each measure and pair.
    ///
    /// # Errors
    /// If there is no such run, or nothing to compare, or if test and correction cannot be combined; if nothing that a run
    /// retrieved is judged down to the cutoff of a measure, or two runs have too few topics in common.
    pub fn table(self, input: &Input, scores: &Scores, rules: &PresetRules) -> Result<Table, EvalError> {
        let pairs = self.pairs(scores)?;
        scores.averaged("--compare")?;
        check_pairs(input, scores, &pairs)?;
        self.of_pairs(scores, pairs, rules.fields())
    }

    /// Compares runs by scores that were computed elsewhere.
    ///
    /// # Errors
    /// If there is no such run, or nothing to compare, if test and correction cannot be combined, or if there are too few topics.
    pub fn of_scores<M: Measure + Sync>(self, scores: &Scores<M>) -> Result<Table, EvalError> {
        let pairs = self.pairs(scores)?;
        let topics = scores.averaged("--compare")?.len();
        check_topics(topics).map_err(|why| EvalError::Data(why.to_string()))?;
        self.of_pairs(scores, pairs, Vec::new())
    }

    /// Returns the pairs of runs that are compared.
    fn pairs<M: Measure>(self, scores: &Scores<M>) -> Result<Vec<(usize, usize)>, EvalError> {
        self.correction.check(self.test).map_err(|why| EvalError::Usage(format!("--correction: {why}")))?;
        let refused = |why: &str| EvalError::Usage(format!("--alternative: {why}"));
        self.alternative.check(self.test, self.correction).map_err(refused)?;
        if self.baseline.is_none() && self.alternative != Alternative::TwoSided {
            return Err(refused("one-sided tests need a baseline: --compare RUN"));
        }
        let runs = scores.runs.len();
        let pairs: Vec<(usize, usize)> = match self.baseline {
            None => pairs(runs).collect(),
            Some(name) => {
                let baseline = scores.run("--compare", name)?;
                (0..runs).filter(|&run| run != baseline).map(|run| (run, baseline)).collect()
            }
        };
        if pairs.is_empty() {
            return Err(EvalError::Usage("a comparison needs two runs, found one".to_owned()));
        }
        Ok(pairs)
    }

    /// Compares these pairs of runs, with the names and values of the rules of their scores.
    fn of_pairs<M: Measure + Sync>(
        self,
        scores: &Scores<M>,
        pairs: Vec<(usize, usize)>,
        rules: Vec<(String, String)>,
    ) -> Result<Table, EvalError> {
        let Self { test, alternative, correction, seed, .. } = self;
        let topics = scores.averaged("--compare")?.len();
        test.check_room(topics).map_err(EvalError::samples)?;
        let draw = |of| Draw::new(seed, &["eval", of]);
        let prepared = test.prepared(topics, draw);
        let of_measure = |at: usize| {
            let name = scores.metrics[at].to_string();
            let failed = |error: &dyn std::fmt::Display| EvalError::Data(format!("{name}: {error}"));
            let matrix = scores.matrix(at)?;
            let results = prepared.results(&matrix, &pairs, alternative).map_err(|e| failed(&e))?;
            let adjusted = correction.adjusted(&matrix, &pairs, &results, draw).map_err(|e| failed(&e))?;
            let half_widths = match adjusted.half_width {
                Some(half) => vec![Some(half); pairs.len()],
                None => pairs.iter().map(|&(x, y)| half_width(matrix.row(x), matrix.row(y))).collect(),
            };
            let outcomes =
                pairs.iter().map(|&(x, y)| wins_ties_losses(matrix.row(x), matrix.row(y))).collect();
            let means = matrix.row_means();
            let order = best_first(&means, &scores.runs);
            Ok(OfMeasure { name, means, order, results, p: adjusted.p, outcomes, half_widths })
        };
        let found: Vec<Result<OfMeasure, EvalError>> =
            (0..scores.metrics.len()).into_par_iter().map(of_measure).collect();
        let found = found.into_iter().collect::<Result<_, _>>()?;
        let compared = Compared { comparison: self, scores, topics, pairs, found };
        let draws = test.samples().or(correction.samples()).is_some();
        let seed = if draws { format!(", seed {seed}") } else { String::new() };
        let [test, correction, alternative] =
            [to_compact(&test), to_compact(&correction), to_compact(&alternative)];
        let about = format!("; test {test}; alternative {alternative}; correction {correction}{seed}");
        let sheets = Some(compared.sheets(&rules));
        let table = table_by(rules, "comparisons", compared.frame(&test, &correction, &alternative), &about);
        Ok(Table { sheets, ..table })
    }
}

/// Refuses to compare two runs if one has no judged document, or if they share too few topics: the test would take a score of
/// 0 for a measurement, and call the difference significant.
///
/// # Errors
/// For the first such run or pair.
pub fn check_pairs(input: &Input, scores: &Scores, pairs: &[(usize, usize)]) -> Result<(), EvalError> {
    check_judged_runs(input, scores, pairs)?;
    for &pair in pairs {
        if let Some(why) = in_common(input, scores, pair)? {
            return Err(EvalError::Data(why.to_string()));
        }
    }
    Ok(())
}

/// Returns the reason why two runs have too few topics in common for a verdict, or `None` if they have enough.
///
/// # Errors
/// If the runs are averaged over different topics.
pub(crate) fn in_common(
    input: &Input,
    scores: &Scores,
    (one, other): (usize, usize),
) -> Result<Option<NoVerdict>, EvalError> {
    let run = |run: usize| (scores.runs[run].as_str(), &input.runs[run].kept);
    Ok(check_common_topics([run(one), run(other)], scores.common_topics("--compare")?).err())
}

/// Refuses to compare a run without any judged document down to the cutoff of a measure.
///
/// # Errors
/// For the first such run.
pub(crate) fn check_judged_runs(
    input: &Input,
    scores: &Scores,
    pairs: &[(usize, usize)],
) -> Result<(), EvalError> {
    let topics = scores.common_topics("--compare")?;
    let run = |run: usize| (scores.runs[run].as_str(), &input.runs[run].kept);
    let compared: BTreeSet<usize> = pairs.iter().flat_map(|&(one, other)| [one, other]).collect();
    let no_verdict = |why: NoVerdict| EvalError::Data(format!("{why}; leave it out of the comparison"));
    for metric in &scores.metrics {
        let mut compared = compared.iter();
        compared
            .try_for_each(|&at| check_judged(run(at), &input.view, topics, metric))
            .map_err(no_verdict)?;
    }
    Ok(())
}

/// Returns half of Student's interval of the mean difference of two runs: `t sd(z) / sqrt n` with n - 1 degrees of
/// freedom (Student, Biometrika 6(1), 1908).
fn half_width(x: &[f64], y: &[f64]) -> Option<f64> {
    let z: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
    let n = z.len() as f64;
    Some(student_t_critical(ALPHA, (n - 1.0).max(1.0)) * standard_deviation(&z)? / n.sqrt())
}

/// Levels of significance, and their stars.
const STARS: [(f64, &str); 3] = [(0.001, "***"), (0.01, "**"), (0.05, "*")];
/// The most pairs of a measure that are listed one by one.
const MOST_PAIRS: usize = 66;
/// The largest number of runs that are labelled with letters; more are numbered.
const LETTERS: usize = 26;

impl<M: Measure> Compared<'_, M> {
    fn frame(&self, test: &str, correction: &str, alternative: &str) -> Frame {
        let names = &self.scores.runs;
        let mut rows = Frame::default();
        for found in &self.found {
            for (at, &(run, baseline)) in self.pairs.iter().enumerate() {
                let TestResult { statistic, p } = found.results[at];
                let [difference, low, high] = found.difference(at, run, baseline);
                let [wins, ties, losses] = found.outcomes[at];
                rows.add([
                    ("measure", "name of the measure", (&found.name).into()),
                    ("run", "name of the run", (&names[run]).into()),
                    ("baseline", "the run it is compared with", (&names[baseline]).into()),
                    ("topics", "topics that are paired", self.topics.into()),
                    ("mean", "mean score of the run", found.means[run].into()),
                    ("baseline-mean", "mean score of the baseline", found.means[baseline].into()),
                    ("difference", "mean less baseline-mean", difference.into()),
                    ("statistic", "statistic of the test", statistic.into()),
                    ("p", "p-value", p.into()),
                    ("p-adjusted", "p-value corrected for the number of pairs", found.p[at].into()),
                    (
                        "low",
                        "lower end of the interval of the difference, whose confidence is 1 less the level of the tests: \
                         Student's of each pair by itself, whatever the test, or of all pairs at once with a \
                         correction of Tukey's",
                        low.into(),
                    ),
                    ("high", "upper end of it", high.into()),
                    ("test", "the test", test.into()),
                    ("correction", "the correction for the number of pairs", correction.into()),
                    ("wins", "topics on which the run is better than the baseline", wins.into()),
                    ("ties", "topics on which both are equal", ties.into()),
                    ("losses", "topics on which it is worse", losses.into()),
                    (
                        "alternative",
                        "what a small p-value shows of the run: a difference, or that it is better (greater) or worse (less)",
                        alternative.into(),
                    ),
                ]);
            }
        }
        rows
    }

    /// Returns the tables for readers: means with marks of significance, and differences with their intervals.
    fn sheets(&self, rules: &[(String, String)]) -> Vec<Sheet> {
        let mut means = self.means(rules);
        if self.comparison.baseline.is_some() || self.pairs.len() <= MOST_PAIRS {
            return vec![means, self.differences()];
        }
        let pairs = self.pairs.len();
        means
            .notes
            .push(format!("For the differences of {pairs} pairs use --format tsv, csv, json or parquet."));
        vec![means]
    }

    /// The means of the runs with their marks, by the first measure from the best run down.
    fn means(&self, rules: &[(String, String)]) -> Sheet {
        let order = &self.found[0].order;
        let labels = labels(order);
        let shown = Shown { per_topic: false, summary: true, decimals: None };
        let mut sheet = self.scores.rows(rules.to_vec(), shown).sheet();
        sheet.notes.insert(0, self.about_marks());
        for (at, found) in (1..).zip(&self.found) {
            let marks = self.marks(found, order, &labels);
            sheet.rows.iter_mut().zip(order).for_each(|(row, &run)| row[at].mark = marks[run].clone());
        }
        let rows = sheet.rows.iter_mut().zip(order);
        if let Some(baseline) = self.comparison.baseline {
            let own = rows.filter(|(_, run)| self.scores.runs[**run] == baseline);
            own.for_each(|(row, _)| row[0].text += " (baseline)");
        } else {
            rows.for_each(|(row, &run)| row.insert(0, labels[run].clone().into()));
            sheet.columns.insert(0, Heading::words(""));
        }
        sheet
    }

    /// Returns the mark of each run: stars against the baseline, or the labels of the runs that it is better than.
    fn marks(&self, found: &OfMeasure, order: &[usize], labels: &[String]) -> Vec<String> {
        let mut marks = vec![String::new(); order.len()];
        if self.comparison.baseline.is_some() {
            for (&(run, _), p) in self.pairs.iter().zip(&found.p) {
                let stars = STARS.iter().find(|(level, _)| p < level);
                marks[run] = stars.map_or(String::new(), |(_, stars)| (*stars).to_owned());
            }
            return marks;
        }
        let mut is_better = vec![vec![false; order.len()]; order.len()];
        for (&(x, y), _) in self.pairs.iter().zip(&found.p).filter(|(_, p)| **p < ALPHA) {
            is_better[x][y] = found.means[y] < found.means[x];
            is_better[y][x] = found.means[x] < found.means[y];
        }
        for (mark, is_better) in marks.iter_mut().zip(is_better) {
            let worse = order.iter().filter(|run| is_better[**run]).map(|run| labels[*run].as_str());
            *mark = worse.collect::<Vec<_>>().join(if order.len() <= LETTERS { "" } else { "," });
        }
        marks
    }

    fn about_marks(&self) -> String {
        let Comparison { baseline, test, alternative, correction, .. } = self.comparison;
        let by = correction.described(test, &format!("{} of a measure", counted(self.pairs.len(), "pair")));
        if let Some(baseline) = baseline {
            let sides = if alternative == Alternative::TwoSided { "" } else { "one-sided " };
            let shown = alternative.shown();
            return format!("*, **, ***: {shown} {baseline}, p below 0.05, 0.01, 0.001 ({sides}{by}).");
        }
        let signs = if self.scores.runs.len() <= LETTERS { "Letters" } else { "Raised numbers" };
        format!("{signs}: the runs that are worse, with p below {ALPHA} ({by}).")
    }

    fn differences(&self) -> Sheet {
        let names = &self.scores.runs;
        let mut columns = vec![Heading::words("measure"), Heading::words("run"), Heading::words("baseline")];
        columns.extend(
            ["difference", "low", "high", "p", "p adjusted", "wins:ties:losses"].map(Heading::numbers),
        );
        let mut rows = Vec::new();
        for found in &self.found {
            let mut places = vec![0; names.len()];
            found.order.iter().enumerate().for_each(|(place, &run)| places[run] = place);
            // An interval of 95% is about four standard errors wide.
            let decimals = Decimals::of_errors(found.half_widths.iter().flatten().map(|half| half / 2.0));
            // Of two runs the better one comes first, unless the other is the baseline.
            let turned = |&(x, y): &(usize, usize)| {
                if self.comparison.baseline.is_none() && places[x] > places[y] { (y, x) } else { (x, y) }
            };
            let mut pairs: Vec<_> = self.pairs.iter().map(turned).enumerate().collect();
            pairs.sort_by_key(|&(_, (x, y))| (places[x], places[y]));
            for (at, (x, y)) in pairs {
                let mut row: Vec<Cell> =
                    [&found.name, &names[x], &names[y]].map(|name| name.clone().into()).into();
                let ends = found.difference(at, x, y);
                row.extend(ends.map(|end| end.map_or_else(String::new, |end| rounded(end, decimals)).into()));
                row.extend([found.results[at].p, found.p[at]].map(|p| p_value(p).into()));
                let mut outcomes = found.outcomes[at];
                if self.pairs[at] != (x, y) {
                    outcomes.reverse();
                }
                row.push(outcomes.map(|topics| topics.to_string()).join(":").into());
                rows.push(row);
            }
        }
        let confidence = percent(CONFIDENCE);
        let hold = match self.comparison.correction.is_of_all_runs() {
            true => format!("{confidence} intervals, which hold for all pairs of a measure together."),
            false => format!("Student's {confidence} interval of each difference by itself."),
        };
        Sheet {
            title: "Differences of means.".to_owned(),
            columns,
            rows,
            notes: vec![format!("{hold} Numbers are rounded.")],
            ..Sheet::default()
        }
    }
}

impl OfMeasure {
    /// Returns the difference of the pair at position `at`, in either order, and the ends of its interval.
    fn difference(&self, at: usize, run: usize, baseline: usize) -> [Option<f64>; 3] {
        let (difference, half) = (self.means[run] - self.means[baseline], self.half_widths[at]);
        [Some(difference), half.map(|half| difference - half), half.map(|half| difference + half)]
    }
}

/// The label of each run, by its place in an order.
fn labels(order: &[usize]) -> Vec<String> {
    let mut labels = vec![String::new(); order.len()];
    for (place, &run) in order.iter().enumerate() {
        labels[run] = match order.len() {
            0..=LETTERS => char::from(b'a' + place as u8).to_string(),
            _ => (place + 1).to_string(),
        };
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_follow_the_order() {
        assert_eq!(labels(&[2, 0, 1]), ["b", "c", "a"]);
        let many: Vec<usize> = (0..30).collect();
        assert_eq!(labels(&many)[29], "30");
    }
}
