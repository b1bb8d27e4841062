//! Comparisons for people: means with marks of significance, then differences with their intervals.

use rejudge_pools::topic_order;

use super::{Against, Compared, OfMeasure};
use rejudge_names::plural::counted;
use rejudge_tables::frame::{Cell, Decimals, Heading, Sheet, best_of, p_value, rounded};

/// Levels of significance, and their stars.
const STARS: [(f64, &str); 3] = [(0.001, "***"), (0.01, "**"), (0.05, "*")];
/// The level at which runs have the letters of others.
const LEVEL: f64 = 0.05;
/// The most pairs of a measure that are listed one by one.
const MOST_PAIRS: usize = 66;

impl Compared<'_> {
    /// Returns the tables for readers: one of means and one of differences.
    pub(super) fn sheets(&self) -> Vec<Sheet> {
        let mut sheets = vec![self.means()];
        if self.comparison.against != Against::EachOther || self.pairs.len() <= MOST_PAIRS {
            sheets.push(self.differences());
        } else {
            let pairs = self.pairs.len();
            sheets[0].notes.push(format!(
                "For the differences of {pairs} pairs use --format tsv, csv, json or parquet."
            ));
        }
        sheets
    }

    /// Returns the runs by their mean of a measure, in descending order.
    fn order(&self, measure: usize) -> Vec<usize> {
        let (means, names) = (&self.found[measure].means, &self.scores.runs);
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| means[b].total_cmp(&means[a]).then_with(|| topic_order(&names[a], &names[b])));
        order
    }

    fn means(&self) -> Sheet {
        let names = &self.scores.runs;
        let order = if self.found.is_empty() { (0..names.len()).collect() } else { self.order(0) };
        let labels: Vec<String> = labels(&order);
        let is_all = self.comparison.against == Against::EachOther;
        let mut columns = vec![Heading::words("run")];
        if is_all {
            columns.insert(0, Heading::words(""));
        }
        columns.extend(self.scores.metrics.iter().map(|metric| Heading::numbers(&metric.to_string())));
        let decimals: Vec<Decimals> = (0..self.found.len()).map(|at| self.decimals(at)).collect();
        let best: Vec<Vec<usize>> = self.found.iter().map(|found| best_of(&found.means)).collect();
        let marks: Vec<Vec<String>> =
            self.found.iter().map(|found| self.marks(found, &order, &labels)).collect();
        let row = |&run: &usize| {
            let baseline = self.comparison.against == Against::Run(&names[run]);
            let name = if baseline { format!("{} (baseline)", names[run]) } else { names[run].clone() };
            let mut row: Vec<Cell> = vec![name.into()];
            if is_all {
                row.insert(0, labels[run].clone().into());
            }
            row.extend(self.found.iter().enumerate().map(|(at, found)| Cell {
                text: rounded(found.means[run], decimals[at]),
                is_best: best[at].contains(&run),
                mark: marks[at][run].clone(),
            }));
            row
        };
        let rows = order.iter().map(row).collect();
        let about = format!(
            "Means over {} are rounded where their standard error has two digits.",
            counted(self.topics, "topic")
        );
        Sheet { columns, rows, notes: vec![self.about_marks(), about], ..Sheet::default() }
    }

    /// Returns the mark of each run: stars against the baseline, or the labels of the runs that it is better than.
    fn marks(&self, found: &OfMeasure, order: &[usize], labels: &[String]) -> Vec<String> {
        let mut marks = vec![String::new(); order.len()];
        if let Against::Run(_) = self.comparison.against {
            for (&(run, _), p) in self.pairs.iter().zip(&found.p) {
                let stars = STARS.iter().find(|(level, _)| p < level);
                marks[run] = stars.map_or(String::new(), |(_, stars)| (*stars).to_owned());
            }
            return marks;
        }
        let mut is_better = vec![vec![false; order.len()]; order.len()];
        for (&(x, y), p) in self.pairs.iter().zip(&found.p) {
            is_better[x][y] = *p < LEVEL && found.means[y] < found.means[x];
            is_better[y][x] = *p < LEVEL && found.means[x] < found.means[y];
        }
        for (mark, is_better) in marks.iter_mut().zip(is_better) {
            let worse = order.iter().filter(|run| is_better[**run]).map(|run| labels[*run].as_str());
            *mark = worse.collect::<Vec<_>>().join(if order.len() <= LETTERS { "" } else { "," });
        }
        marks
    }

    fn about_marks(&self) -> String {
        let pairs = format!("{} of a measure", counted(self.pairs.len(), "pair"));
        let by = self.comparison.correction.described(self.comparison.test, &pairs);
        match self.comparison.against {
            Against::Run(baseline) => {
                format!("*, **, ***: different from {baseline}, p below 0.05, 0.01, 0.001 ({by}).")
            }
            Against::EachOther if self.scores.runs.len() <= LETTERS => {
                format!("Letters: the runs that are worse, with p below 0.05 ({by}).")
            }
            Against::EachOther => {
                format!("Raised numbers: the runs that are worse, with p below 0.05 ({by}).")
            }
        }
    }

    fn differences(&self) -> Sheet {
        let is_all = self.comparison.against == Against::EachOther;
        let mut columns = vec![Heading::words("measure"), Heading::words("run"), Heading::words("baseline")];
        columns.extend(["difference", "low", "high", "p", "p adjusted"].map(Heading::numbers));
        let mut rows = Vec::new();
        for (at, metric) in self.scores.metrics.iter().enumerate() {
            let (found, order) = (&self.found[at], self.order(at));
            let place = |run: usize| order.iter().position(|&of| of == run);
            let half = |pair: usize| found.half_widths[pair];
            // An interval of 95% is four standard errors wide.
            let decimals = Decimals::of_errors((0..self.pairs.len()).filter_map(half).map(|half| half / 2.0));
            let mut pairs: Vec<(usize, usize, usize, f64)> = Vec::new();
            for (pair, &(x, y)) in self.pairs.iter().enumerate() {
                // Of two runs the better one comes first, unless the other is the baseline.
                let turns = is_all && place(x) > place(y);
                let (x, y) = if turns { (y, x) } else { (x, y) };
                pairs.push((x, y, pair, found.difference((x, y))));
            }
            pairs.sort_by_key(|&(x, y, ..)| (place(x), place(y)));
            for (x, y, pair, difference) in pairs {
                let end = |sign: f64| {
                    half(pair).map_or(String::new(), |half| rounded(difference + sign * half, decimals))
                };
                let (p, adjusted) = (found.results[pair].p, found.p[pair]);
                let texts = [
                    metric.to_string(),
                    self.scores.runs[x].clone(),
                    self.scores.runs[y].clone(),
                    rounded(difference, decimals),
                    end(-1.0),
                    end(1.0),
                    p_value(p),
                    p_value(adjusted),
                ];
                rows.push(texts.into_iter().map(Cell::from).collect());
            }
        }
        let correction = self.comparison.correction;
        let hold = match correction.is_of_all_runs() {
            true => "95% intervals, which hold for all pairs of a measure together.",
            false => "Student's 95% interval of each difference by itself.",
        };
        Sheet {
            title: "Differences of means.".to_owned(),
            columns,
            rows,
            notes: vec![format!("{hold} Numbers are rounded.")],
            ..Sheet::default()
        }
    }

    /// Returns the decimals of the means of a measure.
    fn decimals(&self, measure: usize) -> Decimals {
        let runs = 0..self.scores.runs.len();
        Decimals::of_means(runs.map(|run| self.scores.of_run(run, measure)))
    }
}

/// The largest number of runs that are labelled with letters; more are numbered.
const LETTERS: usize = 26;

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
