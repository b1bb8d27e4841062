//! Measures how often confidence intervals contain the true value. `make coverage` writes the tables to
//! docs/dev/coverage.md.
//!
//! ```text
//! cargo run --release -p rejudge-twins --example coverage [SAMPLES]
//! ```
//!
//! We generate one twin with many topics, the population. The means of its runs over the population are the true
//! values. Then we draw samples of topics from the population, compute the intervals from each sample, and count how
//! often they contain the true values.

use std::sync::Arc;

use rayon::prelude::*;
use rejudge_metrics::{Gains, Metric, Verdict};
use rejudge_pools::{JoinedRun, Levels, Scorers, Scoring, TestCollection, View};
use rejudge_stats::{
    Draw, Estimate, JudgedTwice, Matrix, PredictionPowered, Resamples, SignFlips, Standings, Weight,
    bootstrap_t_interval, pairs, student_t_critical,
};
use rejudge_twins::{ByGrade, Relevant, Twin, TwinParameters, TwinTeam, generate};

/// The number of topics in the population.
const POPULATION: usize = 20_000;
/// The numbers of topics in a sample.
const TOPICS: [usize; 3] = [25, 50, 100];
/// The numbers of topics that people judge. The model judges these and others, `MODEL_JUDGED` in all.
const HUMAN_JUDGED: [usize; 2] = [10, 25];
const MODEL_JUDGED: usize = 200;
const MEASURES: [&str; 3] = ["AP", "nDCG@10", "RR"];
/// The number of bootstrap samples, and of assignments of signs, for an interval.
const RESAMPLES: usize = 999;
const ALPHA: f64 = 0.05;
const DEPTH: u32 = 100;
const SEED: u64 = 20_261_122;

/// The shares of a model's labels 0, 1, 2 and 3, with a row for each level that people gave. The model is GPT-4o with
/// UMBRELA's prompt, on the judged passages of TREC Deep Learning 2020.
const CONFUSION: [[f64; 4]; 4] = [
    [0.711, 0.235, 0.040, 0.014],
    [0.235, 0.519, 0.167, 0.079],
    [0.107, 0.388, 0.342, 0.163],
    [0.144, 0.206, 0.252, 0.398],
];

fn main() {
    let samples: u32 =
        std::env::args().nth(1).map_or(10_000, |arg| arg.parse().expect("SAMPLES is a number"));
    let [human, model] = populations();
    println!("{}", heading(samples, human[0].rows()));
    for (name, population) in MEASURES.iter().zip(&human) {
        for topics in TOPICS {
            println!("{}", Coverage::measure(population, topics, samples).row(name, topics, samples));
        }
    }
    println!("\n{}", POWERED_HEADING);
    for ((name, human), model) in MEASURES.iter().zip(&human).zip(&model) {
        for differences in [false, true] {
            for topics in HUMAN_JUDGED {
                println!("{}", powered(human, model, topics, differences, samples, name));
            }
        }
    }
}

/// Returns the scores of the population by people's judgments and by the model's judgments. The collection with its
/// rankings, which take much memory, is dropped here.
fn populations() -> [Vec<Matrix>; 2] {
    let parameters = parameters();
    let twin = Twin { id: "coverage", pool_depth: 20, parameters: &parameters };
    let collection = generate(&twin, SEED, 0);
    let judge = Arc::new(labels(&collection));
    [View::full(&collection), View::by_judge(&collection, &judge)].map(|view| scores(&collection, &view))
}

/// Returns the constants of a twin with ten teams of three runs. They come from the twin of the TREC 2003 robust track.
fn parameters() -> TwinParameters {
    let oddness = [1.055, 0.44, 0.965, 0.71, 0.539, 0.913, 0.604, 0.842, 0.681, 0.656];
    let team =
        |(at, oddness)| TwinTeam { name: format!("team{at}"), runs: 3, oddness, ..TwinTeam::default() };
    TwinParameters {
        topics: POPULATION,
        relevant: Relevant { mean: 33.2, range: [4, 115] },
        grades: ByGrade { s: 6.0, a: 9.6, b: 17.6 },
        quality: 0.63,
        separation: 4.2,
        technology: 0.768,
        relevant_factor: 1.089,
        ranking_length: Some(DEPTH),
        teams: (1..).zip(oddness).map(team).collect(),
        ..TwinParameters::default()
    }
}

/// Draws the model's label for each judged document.
fn labels(collection: &TestCollection) -> Levels {
    let mut draw = Draw::new(SEED, &["judge"]);
    let mut label = |verdict: &Verdict| {
        let Verdict::Level(level) = verdict else { return *verdict };
        let mut remaining = draw.unit();
        let label = CONFUSION[usize::from(*level)].iter().position(|share| {
            remaining -= share;
            remaining < 0.0
        });
        Verdict::Level(label.unwrap_or(3) as u8)
    };
    Levels::new(
        collection.topics().map(|topic| topic.verdicts.iter().map(&mut label).collect::<Vec<_>>()),
        None,
    )
}

/// Returns a score matrix, runs by topics, for each measure.
fn scores(collection: &TestCollection, view: &View) -> Vec<Matrix> {
    let metrics: Vec<Metric> =
        MEASURES.iter().map(|name| name.parse().expect("the measure is known")).collect();
    let scorers = Scorers::new(&metrics, &Gains::linear(3), 1, Some(DEPTH)).expect("gains");
    let scoring = Scoring::new(&scorers, collection, view, None).expect("measures by document");
    let topics: Vec<usize> = (0..POPULATION).collect();
    let of_run = |run: usize| scoring.scores([&JoinedRun::new(collection, run, DEPTH as usize)], &topics);
    let by_run: Vec<_> = (0..collection.runs().len()).into_par_iter().map(of_run).collect();
    (0..metrics.len())
        .map(|measure| {
            let data = by_run.iter().flat_map(|scores| scores[measure].of_run(0)).copied().collect();
            Matrix::new(by_run.len(), POPULATION, data).expect("finite scores")
        })
        .collect()
}

/// Draws topics of the population with replacement.
fn draw_topics(topics: usize, draw: &mut Draw) -> Vec<usize> {
    (0..topics).map(|_| draw.below(POPULATION as u32) as usize).collect()
}

/// The number of samples in which an interval contains the true value, and the sum of the widths. `averaged` divides
/// both to get means.
#[derive(Clone, Copy, Default)]
struct Tally {
    hits: f64,
    width: f64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.hits += other.hits;
        self.width += other.width;
    }

    fn from_interval([low, high]: [f64; 2], truth: f64) -> Self {
        Self { hits: f64::from(u8::from(low <= truth && truth <= high)), width: high - low }
    }

    fn averaged(self, count: f64) -> Self {
        Self { hits: self.hits / count, width: self.width / count }
    }

    fn cells(self, digits: usize) -> String {
        format!("{:.2} | {:.digits$}", 100.0 * self.hits, self.width)
    }
}

/// The results for one measure and one number of topics, averaged over samples. Intervals of means, and the
/// lengths of intervals of ranks, are also averaged over runs.
struct Coverage {
    student: Tally,
    bootstrap: Tally,
    ranks: Tally,
    best: Tally,
    separated: f64,
    /// The share of samples in which all intervals of differences contain the true differences.
    differences: f64,
}

impl Coverage {
    fn measure(population: &Matrix, topics: usize, samples: u32) -> Self {
        let truth = Truth::new(population);
        let runs = truth.means.len();
        let t = student_t_critical(ALPHA, topics as f64 - 1.0);
        let all: Vec<SampleCoverage> = (0..samples)
            .into_par_iter()
            .map(|sample| SampleCoverage::new(population, &truth, topics, t, sample))
            .collect();
        let count = f64::from(samples);
        let mut by_run = vec![[Tally::default(); 2]; runs];
        let (mut ranks, mut best, mut separated, mut differences) =
            (Tally::default(), Tally::default(), 0.0, 0.0);
        for found in &all {
            for (sum, found) in by_run.iter_mut().zip(&found.by_run) {
                sum.iter_mut().zip(found).for_each(|(sum, found)| sum.add(*found));
            }
            ranks.add(found.ranks);
            best.add(found.best);
            separated += found.separated;
            differences += found.differences;
        }
        let mean = |kind: usize| {
            let mut sum = Tally::default();
            by_run.iter().for_each(|kinds| sum.add(kinds[kind]));
            sum.averaged(count * runs as f64)
        };
        Self {
            student: mean(0),
            bootstrap: mean(1),
            ranks: ranks.averaged(count),
            best: best.averaged(count),
            separated: separated / count,
            differences: differences / count,
        }
    }

    fn row(&self, name: &str, topics: usize, samples: u32) -> String {
        let two_errors = 200.0 * (ALPHA * (1.0 - ALPHA) / f64::from(samples)).sqrt();
        let mut fails = Vec::new();
        for (column, tally) in [("t", self.student), ("bootstrap", self.bootstrap)] {
            if !(94.0..=96.0).contains(&(100.0 * tally.hits)) {
                fails.push(column);
            }
        }
        for (column, hits) in
            [("differences", self.differences), ("ranks", self.ranks.hits), ("best", self.best.hits)]
        {
            if 100.0 * hits < 95.0 - two_errors {
                fails.push(column);
            }
        }
        format!(
            "| {name} | {topics} | {} | {:.2} | {:.2} | {} | {:.1} | {} | {} |",
            self.student.cells(4),
            100.0 * self.bootstrap.hits,
            100.0 * self.differences,
            self.ranks.cells(1),
            self.separated,
            self.best.cells(1),
            if fails.is_empty() { "-".to_owned() } else { fails.join(", ") },
        )
    }
}

/// The true means and ranks of the runs.
struct Truth {
    means: Vec<f64>,
    ranks: Vec<usize>,
}

impl Truth {
    fn new(population: &Matrix) -> Self {
        let means = population.row_means();
        let ranks = means.iter().map(|own| 1 + means.iter().filter(|other| *other > own).count()).collect();
        Self { means, ranks }
    }
}

/// The results for one sample of topics.
struct SampleCoverage {
    /// For each run, Student's interval and the bootstrap interval of its mean.
    by_run: Vec<[Tally; 2]>,
    ranks: Tally,
    best: Tally,
    separated: f64,
    /// 1 if all intervals of differences contain the true differences, else 0.
    differences: f64,
}

impl SampleCoverage {
    /// Draws a sample. `t` is the critical value of Student's distribution.
    fn new(population: &Matrix, truth: &Truth, topics: usize, t: f64, sample: u32) -> Self {
        let runs = truth.means.len();
        let mut draw = Draw::new(SEED, &["sample", &topics.to_string(), &sample.to_string()]);
        let columns = draw_topics(topics, &mut draw);
        let resamples = Resamples::draw(RESAMPLES, topics, &mut draw);
        let data = (0..runs).flat_map(|run| columns.iter().map(move |&topic| population.row(run)[topic]));
        let scores = Matrix::new(runs, topics, data.collect()).expect("finite scores");
        let flips = SignFlips::draw(RESAMPLES, topics, &mut draw);
        let standings = Standings::new(&scores, &flips, ALPHA).expect("standings");
        // Intervals of ranks are derived from the intervals of all differences. So we also check these
        // intervals of differences.
        let all_hold = pairs(runs).all(|(first, second)| {
            let z: Vec<f64> = scores.row(first).iter().zip(scores.row(second)).map(|(x, y)| x - y).collect();
            let estimate = Estimate::new(&z).expect("topics");
            let deviation = (estimate.mean - truth.means[first] + truth.means[second]).abs();
            deviation <= standings.critical * estimate.error
        });
        let ranks = Tally {
            hits: f64::from(u8::from(
                standings
                    .ranks
                    .iter()
                    .zip(&truth.ranks)
                    .all(|([first, last], rank)| (first..=last).contains(&rank)),
            )),
            width: standings.ranks.iter().map(|[first, last]| (last - first + 1) as f64).sum::<f64>()
                / runs as f64,
        };
        let best = Tally {
            hits: f64::from(u8::from(
                (0..runs).any(|run| truth.ranks[run] == 1 && standings.may_be_best[run]),
            )),
            width: standings.may_be_best.iter().filter(|&&may_be| may_be).count() as f64,
        };
        let mut by_run = Vec::with_capacity(runs);
        for (run, &mean) in truth.means.iter().enumerate() {
            let student = Estimate::new(scores.row(run)).expect("topics").interval_at(t);
            let bootstrap = bootstrap_t_interval(scores.row(run), &resamples, ALPHA).expect("samples");
            let tally = |interval| Tally::from_interval(interval, mean);
            by_run.push([tally(student), tally(bootstrap)]);
        }
        let (separated, differences) = (standings.separated as f64, f64::from(u8::from(all_hold)));
        Self { by_run, ranks, best, separated, differences }
    }
}

fn heading(samples: u32, runs: usize) -> String {
    let two_errors = 200.0 * (ALPHA * (1.0 - ALPHA) / f64::from(samples)).sqrt();
    format!(
        "# Coverage of intervals\n\n\
         Intervals of 95% contain the true value in about 95% of samples. The column *fails* marks the exceptions, most of \
         them with 25 topics or for RR. Intervals of ranks err on the safe side. Intervals from a model's labels alone are far too \
         short. [certainty.md](../certainty.md) explains the intervals; `make coverage` writes this page.\n\n\
         The tables count how often (%) intervals contain the true mean of {runs} runs of a simulated collection over {POPULATION} \
         topics, from which {samples} samples are drawn. Two Monte Carlo errors of 95% are {two_errors:.2} points.\n\n\
         ## Means, ranks, the best\n\n\
         - *t*, *bootstrap-t*: interval of a mean, averaged over runs; the width is that of *t*.\n\
         - *differences*: the intervals of all differences between two runs at once, from which ranks are derived.\n\
         - *ranks*: all true ranks at once; *ranks of a run*: mean length of an interval; *pairs apart*: how many of {} pairs \
         are distinguished.\n\
         - *best*: the best run is among those that could be the best; *runs*: their mean number.\n\
         - *fails*: a mean outside 94 to 96%; differences, ranks or best below 95% less two Monte Carlo errors.\n\n\
         | measure | topics | t % | width | bootstrap-t % | differences % | ranks % | ranks of a run | pairs apart | \
         best % | runs | fails |\n|---|---|---|---|---|---|---|---|---|---|---|---|",
        runs * (runs - 1) / 2
    )
}

const POWERED_HEADING: &str = "## Few human, many model judgments\n\n\
    A model judges 200 topics, with the errors by level of GPT-4o on TREC Deep Learning 2020; people judge a random few of \
    them. *people*: Student's interval from the human-judged topics alone; *weight 1*: prediction-powered; *tuned*: with a \
    tuned weight (PPI++); *model*: Student's interval from the model's scores of all 200 topics. *differences* are of each \
    run and the next.\n\n\
    | measure | of | topics by people | people % | width | weight 1 % | width | tuned % | width | model % |\n\
    |---|---|---|---|---|---|---|---|---|---|";

/// Returns a row of the second table: how often prediction-powered intervals, and Student's intervals from
/// the labels of people or of the model alone, contain the true means of runs, or the true differences
/// between each run and the next.
fn powered(
    human: &Matrix,
    model: &Matrix,
    topics: usize,
    differences: bool,
    samples: u32,
    name: &str,
) -> String {
    let rows = if differences { human.rows() - 1 } else { human.rows() };
    let value = |scores: &Matrix, row: usize, topic: usize| {
        let own = scores.row(row)[topic];
        if differences { own - scores.row(row + 1)[topic] } else { own }
    };
    let means = human.row_means();
    let truth = |row: usize| if differences { means[row] - means[row + 1] } else { means[row] };
    let critical = |freedom: usize| student_t_critical(ALPHA, freedom as f64);
    let (t, t_tuned, t_model) = (critical(topics - 1), critical(topics - 2), critical(MODEL_JUDGED - 1));
    let check_sample = |sample: u32| {
        let mut draw = Draw::new(SEED, &["powered", &topics.to_string(), &sample.to_string()]);
        let columns = draw_topics(MODEL_JUDGED, &mut draw);
        let mut sums = [Tally::default(); 4];
        for row in 0..rows {
            let values = |scores: &Matrix, columns: &[usize]| -> Vec<f64> {
                columns.iter().map(|&topic| value(scores, row, topic)).collect()
            };
            let (by_people, by_model) = (values(human, &columns[..topics]), values(model, &columns));
            let scores = JudgedTwice {
                human: &by_people,
                model: &by_model[..topics],
                model_only: &by_model[topics..],
            };
            let by_weight = |weight| PredictionPowered::new(&scores, weight).expect("topics").estimate;
            let intervals = [
                Estimate::new(&by_people).expect("topics").interval_at(t),
                by_weight(Weight::One).interval_at(t),
                by_weight(Weight::Tuned).interval_at(t_tuned),
                Estimate::new(&by_model).expect("topics").interval_at(t_model),
            ];
            for (sum, interval) in sums.iter_mut().zip(intervals) {
                sum.add(Tally::from_interval(interval, truth(row)));
            }
        }
        sums
    };
    let all: Vec<_> = (0..samples).into_par_iter().map(check_sample).collect();
    let mut sums = [Tally::default(); 4];
    all.iter().for_each(|found| sums.iter_mut().zip(found).for_each(|(sum, found)| sum.add(*found)));
    let count = f64::from(samples) * rows as f64;
    let [people, weight_one, tuned, model] = sums.map(|sum| sum.averaged(count));
    format!(
        "| {name} | {} | {topics} | {} | {} | {} | {:.2} |",
        if differences { "differences" } else { "means" },
        people.cells(4),
        weight_one.cells(4),
        tuned.cells(4),
        100.0 * model.hits,
    )
}
