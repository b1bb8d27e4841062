//! Compares runs with a baseline, or every pair of runs. We compute mean differences over topics, and test
//! whether they could be due to chance.

use std::collections::BTreeSet;

use rayon::prelude::*;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_names::plural::counted;
use rejudge_pools::{NoVerdict, check_common_topics, check_judged, check_topics};
use rejudge_stats::{
    ALPHA, Alternative, CONFIDENCE, Correction, Draw, PairedTest, Test, TestResult, mean, pairs, percent,
    standard_deviation, student_t_critical, wins_ties_losses,
};
use rejudge_tables::frame::{Cell, Decimals, Frame, Heading, Sheet, Table, p_value, rounded};

use super::format::best_first;
use super::rules::table_by;
use super::scores::TableMeasure;
use super::{EvalError, Input, OutputOptions, PresetRules, Scores};

/// The runs to compare, and the test.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The run with which we compare all others; `None` compares every pair of runs.
    pub baseline: Option<&'a str>,
    pub test: Test,
    /// The alternative hypothesis about each run, compared with the baseline. It must be two-sided if there
    /// is no baseline, because the order of a pair is arbitrary.
    pub alternative: Alternative,
    /// The correction for the number of pairs. Each measure is corrected separately.
    pub correction: Correction,
    /// The seed of randomised tests and corrections.
    pub seed: u64,
    /// The number of decimals of means, differences, interval ends and effect sizes in tables for people. If
    /// it is `None`, effect sizes have two, and the others have as many as the standard errors support.
    pub decimals: Option<usize>,
}

/// The compared runs, and the test results for each measure.
struct ComparedRuns<'a, M> {
    comparison: Comparison<'a>,
    scores: &'a Scores<M>,
    /// The two runs of each pair. If there is a baseline, it is the second run.
    pairs: Vec<(usize, usize)>,
    topics: usize,
    by_measure: Vec<MeasureComparison>,
}

/// The comparison of all pairs by one measure.
struct MeasureComparison {
    name: String,
    /// The mean of each run.
    means: Vec<f64>,
    /// The runs, from the highest mean to the lowest.
    order: Vec<usize>,
    /// The test result of each pair.
    results: Vec<TestResult>,
    /// The corrected p value of each pair.
    p: Vec<f64>,
    /// For each pair, the numbers of topics on which the first run's score is higher, equal and lower.
    outcomes: Vec<[usize; 3]>,
    /// For each pair, half the width of the difference's interval; `None` if there is only one topic.
    half_widths: Vec<Option<f64>>,
    /// The effect size of each pair.
    effect_sizes: Vec<Option<f64>>,
}

impl<'a> Comparison<'a> {
    /// Compares the runs of `input`, whose scores are `scores`. The table has a row for each measure and
    /// pair.
    ///
    /// # Errors
    /// If the test, the alternative and the correction cannot be combined, the baseline is missing, there is
    /// only one run, the runs differ in their topics, or a summary is not the arithmetic mean. Also if a run
    /// has no judged document down to a measure's cutoff, if two runs have too few topics in common, or if
    /// the test's samples do not fit into memory.
    pub fn table(self, input: &Input, scores: &Scores, rules: &PresetRules) -> Result<Table, EvalError> {
        let pairs = self.pairs(scores)?;
        scores.averaged_topics("--compare")?;
        check_pairs(input, scores, &pairs)?;
        self.compare_pairs(scores, pairs, rules.fields())
    }

    /// Compares runs by scores that another program computed.
    ///
    /// # Errors
    /// If the test, the alternative and the correction cannot be combined, the baseline is missing, there is
    /// only one run, the runs differ in their topics, a summary is not the arithmetic mean, there are too few
    /// topics, or the test's samples do not fit into memory.
    pub fn of_scores<M: TableMeasure + Sync>(self, scores: &Scores<M>) -> Result<Table, EvalError> {
        let pairs = self.pairs(scores)?;
        let topics = scores.averaged_topics("--compare")?.len();
        check_topics(topics).map_err(|why| EvalError::Data(why.to_string()))?;
        self.compare_pairs(scores, pairs, Vec::new())
    }

    /// Checks that the test, the alternative and the correction can be combined, and returns the pairs to compare.
    fn pairs<M: TableMeasure>(self, scores: &Scores<M>) -> Result<Vec<(usize, usize)>, EvalError> {
        self.correction.check(self.test).map_err(|why| EvalError::Usage(format!("--correction: {why}")))?;
        let refuse = |why: &str| EvalError::Usage(format!("--alternative: {why}"));
        self.alternative.check(self.test, self.correction).map_err(refuse)?;
        if self.baseline.is_none() && self.alternative != Alternative::TwoSided {
            return Err(refuse("one-sided tests need a baseline: --compare RUN"));
        }
        compared_pairs(scores, self.baseline)
    }

    /// Compares `pairs`. `rules` has the names and values of the scoring rules, for the table.
    fn compare_pairs<M: TableMeasure + Sync>(
        self,
        scores: &Scores<M>,
        pairs: Vec<(usize, usize)>,
        rules: Vec<(String, String)>,
    ) -> Result<Table, EvalError> {
        let Self { test, alternative, correction, seed, .. } = self;
        let topics = scores.averaged_topics("--compare")?.len();
        test.check_room(topics).map_err(EvalError::samples)?;
        let prepared = test.prepared(topics, |purpose| self.draw(purpose));
        let by_measure: Vec<Result<MeasureComparison, EvalError>> = (0..scores.metrics.len())
            .into_par_iter()
            .map(|metric| self.compare_by(scores, metric, &pairs, &prepared))
            .collect();
        let by_measure = by_measure.into_iter().collect::<Result<_, _>>()?;
        let compared = ComparedRuns { comparison: self, scores, topics, pairs, by_measure };
        let is_random = test.samples().or(correction.samples()).is_some();
        let seed = if is_random { format!(", seed {seed}") } else { String::new() };
        let [test, correction, alternative] =
            [to_compact(&test), to_compact(&correction), to_compact(&alternative)];
        let settings = format!("; test {test}; alternative {alternative}; correction {correction}{seed}");
        let sheets = Some(compared.sheets(&rules));
        let table =
            table_by(rules, "comparisons", compared.frame(&test, &correction, &alternative), &settings);
        Ok(Table { sheets, ..table })
    }

    /// Compares `pairs` by one measure.
    fn compare_by<M: TableMeasure>(
        self,
        scores: &Scores<M>,
        metric: usize,
        pairs: &[(usize, usize)],
        prepared: &PairedTest,
    ) -> Result<MeasureComparison, EvalError> {
        let name = scores.metrics[metric].to_string();
        let failed = |error: &dyn std::fmt::Display| EvalError::Data(format!("{name}: {error}"));
        let matrix = scores.matrix(metric)?;
        let results = prepared.results(&matrix, pairs, self.alternative).map_err(|e| failed(&e))?;
        let adjusted = self.correction.adjusted(&matrix, pairs, &results, |purpose| self.draw(purpose));
        let adjusted = adjusted.map_err(|e| failed(&e))?;
        let half_widths = match adjusted.half_width {
            Some(half) => vec![Some(half); pairs.len()],
            None => pairs.iter().map(|&(x, y)| half_width(matrix.row(x), matrix.row(y))).collect(),
        };
        let effect_sizes = pairs.iter().map(|&(x, y)| effect_size(matrix.row(x), matrix.row(y))).collect();
        let outcomes = pairs.iter().map(|&(x, y)| wins_ties_losses(matrix.row(x), matrix.row(y))).collect();
        let means = matrix.row_means();
        let order = best_first(&means, &scores.runs);
        let p = adjusted.p;
        Ok(MeasureComparison { name, means, order, results, p, outcomes, half_widths, effect_sizes })
    }

    /// Returns the source of random numbers for a test or a correction.
    fn draw(self, purpose: &str) -> Draw {
        Draw::new(self.seed, &["eval", purpose])
    }
}

/// Returns the pairs to compare. If there is a baseline, it is the second run of each pair, and each other run
/// is the first run of one pair. Otherwise, returns every pair of runs.
///
/// # Errors
/// If the baseline is missing, or there is only one run.
pub(crate) fn compared_pairs<M: TableMeasure>(
    scores: &Scores<M>,
    baseline: Option<&str>,
) -> Result<Vec<(usize, usize)>, EvalError> {
    let runs = scores.runs.len();
    let pairs: Vec<(usize, usize)> = match baseline {
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

/// Returns the pairs in the order of the tables for people, each with its index in `pairs`. `order` has the runs
/// from the highest mean to the lowest. The run with the higher mean comes first in a pair, unless there is a
/// baseline, which stays second.
pub(crate) fn listed_pairs(
    pairs: &[(usize, usize)],
    order: &[usize],
    have_baseline: bool,
) -> Vec<(usize, (usize, usize))> {
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &run)| places[run] = place);
    let better_first =
        |&(x, y): &(usize, usize)| if !have_baseline && places[x] > places[y] { (y, x) } else { (x, y) };
    let mut listed: Vec<_> = pairs.iter().map(better_first).enumerate().collect();
    listed.sort_by_key(|&(_, (x, y))| (places[x], places[y]));
    listed
}

/// Refuses to compare two runs if one has no judged document down to the cutoff of a measure, or if they share too
/// few topics. A test would treat the resulting scores of 0 as measured ones, and call the difference significant.
///
/// # Errors
/// If a run or a pair is refused. The message is about the first refused one.
pub fn check_pairs(input: &Input, scores: &Scores, pairs: &[(usize, usize)]) -> Result<(), EvalError> {
    check_judged_runs(input, scores, pairs)?;
    for &pair in pairs {
        if let Some(why) = too_few_common_topics(input, scores, pair)? {
            return Err(EvalError::Data(why.to_string()));
        }
    }
    Ok(())
}

/// Returns the reason why two runs have too few topics in common for a verdict, or `None` if they have
/// enough.
///
/// # Errors
/// If the runs are averaged over different topics.
pub(crate) fn too_few_common_topics(
    input: &Input,
    scores: &Scores,
    (first, second): (usize, usize),
) -> Result<Option<NoVerdict>, EvalError> {
    let runs = [first, second].map(|run| (scores.runs[run].as_str(), &input.runs[run].kept));
    Ok(check_common_topics(runs, scores.common_topics("--compare")?).err())
}

/// Refuses to compare a run without any judged document down to the cutoff of a measure.
///
/// # Errors
/// If a run is refused. The message is about the first one.
pub(crate) fn check_judged_runs(
    input: &Input,
    scores: &Scores,
    pairs: &[(usize, usize)],
) -> Result<(), EvalError> {
    let topics = scores.common_topics("--compare")?;
    let compared_runs: BTreeSet<usize> = pairs.iter().flat_map(|&(first, second)| [first, second]).collect();
    for metric in &scores.metrics {
        for &run in &compared_runs {
            let named_run = (scores.runs[run].as_str(), &input.runs[run].kept);
            check_judged(named_run, &input.view, topics, metric).map_err(|why: NoVerdict| {
                EvalError::Data(format!("{why}; leave it out of the comparison"))
            })?;
        }
    }
    Ok(())
}

/// Returns half the width of Student's interval of the mean difference of two runs: `t sd(z) / sqrt n`, where
/// z are the n differences and t has n - 1 degrees of freedom (Student, Biometrika 6(1), 1908).
fn half_width(x: &[f64], y: &[f64]) -> Option<f64> {
    let z: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
    let n = z.len() as f64;
    Some(student_t_critical(ALPHA, (n - 1.0).max(1.0)) * standard_deviation(&z)? / n.sqrt())
}

/// Returns the effect size of the differences of two runs: `mean(z) / sd(z)`, where z are the n differences and the
/// standard deviation has n - 1 degrees of freedom (Sakai, SIGIR Forum 48(1), 2014). Student's t is `sqrt n` times as large.
/// Returns `None` if there is only one topic, or if all differences are equal.
fn effect_size(x: &[f64], y: &[f64]) -> Option<f64> {
    let z: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
    let deviation = standard_deviation(&z).filter(|deviation| *deviation > 0.0)?;
    Some(mean(&z)? / deviation)
}

/// Significance levels and their stars, beginning with the strictest.
const STARS: [(f64, &str); 3] = [(0.001, "***"), (0.01, "**"), (0.05, "*")];
/// Without a baseline, the tables for people list differences only if there are at most this many pairs.
const MAX_LISTED_PAIRS: usize = 66;
/// Up to this many runs are labelled with letters. More runs are labelled with numbers.
const MAX_LETTERED_RUNS: usize = 26;

impl<M: TableMeasure> ComparedRuns<'_, M> {
    fn frame(&self, test: &str, correction: &str, alternative: &str) -> Frame {
        let names = &self.scores.runs;
        let mut rows = Frame::default();
        for comparison in &self.by_measure {
            for (pair, &(run, baseline)) in self.pairs.iter().enumerate() {
                let TestResult { statistic, p } = comparison.results[pair];
                let [difference, low, high] = comparison.difference(pair, run, baseline);
                let [wins, ties, losses] = comparison.outcomes[pair];
                rows.add([
                    ("measure", "name of the measure", (&comparison.name).into()),
                    ("run", "name of the run", (&names[run]).into()),
                    (
                        "baseline",
                        "name of the baseline; without one, name of the pair's second run",
                        (&names[baseline]).into(),
                    ),
                    ("topics", "number of paired topics", self.topics.into()),
                    ("mean", "mean score of the run", comparison.means[run].into()),
                    ("baseline-mean", "mean score of `baseline`", comparison.means[baseline].into()),
                    ("difference", "mean minus baseline-mean", difference.into()),
                    ("statistic", "statistic of the test", statistic.into()),
                    ("p", "p-value", p.into()),
                    ("p-adjusted", "p-value corrected for the number of pairs", comparison.p[pair].into()),
                    (
                        "low",
                        "lower end of the difference's 95% interval: with a Tukey correction, an interval that holds for all pairs at \
                         once; otherwise Student's interval for this pair only, whatever the test",
                        low.into(),
                    ),
                    ("high", "upper end of the interval", high.into()),
                    ("test", "name of the test", test.into()),
                    ("correction", "correction for the number of pairs", correction.into()),
                    ("wins", "topics on which the run's score is higher than that of `baseline`", wins.into()),
                    ("ties", "topics on which both have the same score", ties.into()),
                    ("losses", "topics on which the run's score is lower", losses.into()),
                    (
                        "alternative",
                        "what a small p-value shows: that the runs differ, or that the run's mean is higher (greater) or lower (less)",
                        alternative.into(),
                    ),
                    (
                        "effect-size",
                        "difference divided by the standard deviation of the differences by topic; empty if these are all equal",
                        comparison.effect_sizes[pair].into(),
                    ),
                ]);
            }
        }
        rows
    }

    /// Returns the tables for readers: means with marks of significance, and differences with their
    /// intervals.
    fn sheets(&self, rules: &[(String, String)]) -> Vec<Sheet> {
        let mut means = self.means(rules);
        if self.comparison.baseline.is_some() || self.pairs.len() <= MAX_LISTED_PAIRS {
            return vec![means, self.differences()];
        }
        let pairs = self.pairs.len();
        means
            .notes
            .push(format!("For the differences of {pairs} pairs use --format tsv, csv, json or parquet."));
        vec![means]
    }

    /// Returns the means of the runs with their marks, ordered by the first measure.
    fn means(&self, rules: &[(String, String)]) -> Sheet {
        let order = &self.by_measure[0].order;
        let labels = labels(order);
        let options = OutputOptions { per_topic: false, summary: true, decimals: self.comparison.decimals };
        let mut sheet = self.scores.rows(rules.to_vec(), options).sheet();
        sheet.notes.insert(0, self.about_marks());
        for (column, comparison) in (1..).zip(&self.by_measure) {
            let marks = self.marks(comparison, order, &labels);
            sheet.rows.iter_mut().zip(order).for_each(|(row, &run)| row[column].mark = marks[run].clone());
        }
        let rows = sheet.rows.iter_mut().zip(order);
        if let Some(baseline) = self.comparison.baseline {
            for (row, _) in rows.filter(|(_, run)| self.scores.runs[**run] == baseline) {
                row[0].text += " (baseline)";
            }
        } else {
            sheet.notes.insert(1, self.discriminative_power());
            rows.for_each(|(row, &run)| row.insert(0, labels[run].clone().into()));
            sheet.columns.insert(0, Heading::words(""));
        }
        sheet
    }

    /// Returns each run's mark: stars against the baseline, or the labels of the runs whose means are
    /// significantly lower.
    fn marks(&self, comparison: &MeasureComparison, order: &[usize], labels: &[String]) -> Vec<String> {
        let mut marks = vec![String::new(); order.len()];
        if self.comparison.baseline.is_some() {
            for (&(run, _), p) in self.pairs.iter().zip(&comparison.p) {
                let stars = STARS.iter().find(|(level, _)| p < level);
                marks[run] = stars.map_or(String::new(), |(_, stars)| (*stars).to_owned());
            }
            return marks;
        }
        let mut is_better = vec![vec![false; order.len()]; order.len()];
        for (&(x, y), _) in self.pairs.iter().zip(&comparison.p).filter(|(_, p)| **p < ALPHA) {
            is_better[x][y] = comparison.means[y] < comparison.means[x];
            is_better[y][x] = comparison.means[x] < comparison.means[y];
        }
        for (mark, is_better) in marks.iter_mut().zip(is_better) {
            let worse = order.iter().filter(|run| is_better[**run]).map(|run| labels[*run].as_str());
            *mark = worse.collect::<Vec<_>>().join(if order.len() <= MAX_LETTERED_RUNS { "" } else { "," });
        }
        marks
    }

    /// Returns a sentence with the discriminative power of each measure: the share of all pairs of runs whose difference has
    /// an uncorrected p value below [`ALPHA`] (Sakai, SIGIR 2006).
    fn discriminative_power(&self) -> String {
        let pairs = self.pairs.len();
        let share = |comparison: &MeasureComparison| {
            let significant = comparison.results.iter().filter(|result| result.p < ALPHA).count();
            format!(
                "{} {significant} of {pairs} ({})",
                comparison.name,
                percent(significant as f64 / pairs as f64)
            )
        };
        let shares: Vec<String> = self.by_measure.iter().map(share).collect();
        format!(
            "Discriminative power, the share of pairs with an uncorrected p below {ALPHA}: {}.",
            shares.join(", ")
        )
    }

    /// Returns true if a higher score is better by every measure. A higher residual of RBP, for example, is not better.
    /// If one measure is like that, the note must not call a lower score worse, because the note is about all columns.
    fn is_higher_better(&self) -> bool {
        self.scores.metrics.iter().all(M::higher_is_better)
    }

    fn about_marks(&self) -> String {
        let Comparison { baseline, test, alternative, correction, .. } = self.comparison;
        let method =
            correction.describe(test, &format!("{} of a measure", counted(self.pairs.len(), "pair")));
        if let Some(baseline) = baseline {
            let sides = if alternative == Alternative::TwoSided { "" } else { "one-sided " };
            let shown = alternative.relation(self.is_higher_better());
            return format!("*, **, ***: {shown} {baseline}, p below 0.05, 0.01, 0.001 ({sides}{method}).");
        }
        let signs = if self.scores.runs.len() <= MAX_LETTERED_RUNS { "Letters" } else { "Raised numbers" };
        let relation = if self.is_higher_better() { "that are worse" } else { "with a lower mean" };
        format!("{signs}: the runs {relation}, with p below {ALPHA} ({method}).")
    }

    fn differences(&self) -> Sheet {
        let names = &self.scores.runs;
        let mut columns = vec![Heading::words("measure"), Heading::words("run"), Heading::words("baseline")];
        columns.extend(
            ["difference", "low", "high", "effect size", "p", "p adjusted", "wins:ties:losses"]
                .map(Heading::numbers),
        );
        let mut rows = Vec::new();
        for comparison in &self.by_measure {
            // A 95% interval is about four standard errors wide, so one standard error is half of the half
            // width.
            let standard_errors = comparison.half_widths.iter().flatten().map(|half| half / 2.0);
            let decimals =
                self.comparison.decimals.map_or_else(|| Decimals::from_errors(standard_errors), Decimals);
            let have_baseline = self.comparison.baseline.is_some();
            for (pair, (x, y)) in listed_pairs(&self.pairs, &comparison.order, have_baseline) {
                let mut row: Vec<Cell> =
                    [&comparison.name, &names[x], &names[y]].map(|name| name.clone().into()).into();
                let numbers = comparison.difference(pair, x, y);
                row.extend(numbers.map(|number| {
                    Cell::from(number.map_or_else(String::new, |number| rounded(number, decimals)))
                }));
                let is_reversed = self.pairs[pair] != (x, y);
                let effect_size =
                    comparison.effect_sizes[pair].map(|size| if is_reversed { -size } else { size });
                let effect_decimals = Decimals(self.comparison.decimals.unwrap_or(2));
                row.push(effect_size.map_or_else(String::new, |size| rounded(size, effect_decimals)).into());
                row.extend([comparison.results[pair].p, comparison.p[pair]].map(|p| p_value(p).into()));
                let mut outcomes = comparison.outcomes[pair];
                if is_reversed {
                    outcomes.reverse();
                }
                row.push(outcomes.map(|topics| topics.to_string()).join(":").into());
                rows.push(row);
            }
        }
        let confidence = percent(CONFIDENCE);
        let intervals = if self.comparison.correction.tests_all_runs() {
            format!("{confidence} intervals, which hold for all pairs of a measure together.")
        } else {
            format!("Student's {confidence} interval for each difference separately.")
        };
        Sheet {
            title: "Differences of means.".to_owned(),
            columns,
            rows,
            notes: vec![format!(
                "{intervals} Effect size: difference / standard deviation of the differences. Numbers are rounded."
            )],
            ..Sheet::default()
        }
    }
}

impl MeasureComparison {
    /// Returns the mean of `run` minus the mean of `baseline`, and the ends of the interval. `pair` is the
    /// index of this pair.
    fn difference(&self, pair: usize, run: usize, baseline: usize) -> [Option<f64>; 3] {
        let (difference, half) = (self.means[run] - self.means[baseline], self.half_widths[pair]);
        [Some(difference), half.map(|half| difference - half), half.map(|half| difference + half)]
    }
}

/// Returns the label of each run: a letter or a number that gives its place in `order`.
fn labels(order: &[usize]) -> Vec<String> {
    let mut labels = vec![String::new(); order.len()];
    for (place, &run) in order.iter().enumerate() {
        labels[run] = match order.len() {
            0..=MAX_LETTERED_RUNS => char::from(b'a' + place as u8).to_string(),
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
