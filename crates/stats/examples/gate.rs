//! Measures by simulation how often the verdicts of `rejudge eval --allow` are wrong or undecided.
//! `make gate` writes the tables to docs/dev/gate.md.
//!
//! ```text
//! cargo run --release -p rejudge-stats --example gate [SAMPLES]
//! ```
//!
//! Without a loss, a new run differs from the baseline on a share of the topics, and wins on half of these. A
//! loss adds topics on which the run loses. If no topics are left to add, the run wins on fewer topics
//! instead. The exit code is 1 if verdicts are wrong or undecided more often than docs/dev/gate.md promises.

use std::process::ExitCode;

use rayon::prelude::*;
use rejudge_stats::{Draw, Estimate, PairedDifference, Resamples, bootstrap_t_interval};

const ALPHA: f64 = 0.05;
const POWER: f64 = 0.8;
const SEED: u64 = 20_261_129;
const TOPICS: [usize; 2] = [50, 200];
/// The number of bootstrap samples for an interval.
const RESAMPLES: usize = 399;
/// The simulated budgets. The unit is the standard error of the mean difference on 200 topics, for a run that
/// loses twice the budget.
const BUDGETS: [f64; 3] = [1.75, 2.75, 4.5];
/// The least budgets for which a decision is promised, with 50 and with 200 topics, in standard errors for that number
/// of topics.
const MIN_BUDGETS: [f64; 2] = [2.25, 2.75];

/// The shares of topics that are lost by runs that win no topic.
const LOST_SHARES: [f64; 4] = [0.02, 0.05, 0.1, 0.3];

/// A measure, and the distribution of the score differences between two runs.
struct Setting {
    measure: &'static str,
    /// The sizes of differences, and the weight of each.
    sizes: &'static [(f64, f64)],
    /// The share of topics on which the runs differ if there is no loss.
    changed: f64,
}

const P_AT_1: &[(f64, f64)] = &[(1.0, 1.0)];
/// The first relevant document moves between ranks 1 and 2, 1 and 3, 2 and 3, 2 and not retrieved, 1 and 10.
const RR: &[(f64, f64)] = &[(0.5, 0.4), (2.0 / 3.0, 0.15), (1.0 / 6.0, 0.15), (0.5, 0.15), (0.9, 0.15)];
/// There are many small differences and few large ones.
const NDCG: &[(f64, f64)] = &[(0.02, 0.25), (0.08, 0.2), (0.15, 0.2), (0.25, 0.15), (0.4, 0.12), (0.6, 0.08)];

const fn setting(measure: &'static str, sizes: &'static [(f64, f64)], changed: f64) -> Setting {
    Setting { measure, sizes, changed }
}

const SETTINGS: [Setting; 8] = [
    setting("P@1", P_AT_1, 0.05),
    setting("P@1", P_AT_1, 0.1),
    setting("P@1", P_AT_1, 0.3),
    setting("RR", RR, 0.1),
    setting("RR", RR, 0.3),
    setting("RR", RR, 0.5),
    setting("nDCG@10", NDCG, 0.3),
    setting("nDCG@10", NDCG, 0.8),
];

impl Setting {
    /// Returns the weighted mean of the sizes, each raised to `power`.
    fn moment(&self, power: i32) -> f64 {
        let weights: f64 = self.sizes.iter().map(|(_, weight)| weight).sum();
        self.sizes.iter().map(|(size, weight)| size.powi(power) * weight).sum::<f64>() / weights
    }

    /// Returns the share of lost topics and the share of won topics if the mean loss is `loss`.
    fn shares(&self, loss: f64) -> [f64; 2] {
        let excess = loss / self.moment(1);
        assert!(excess <= 1.0, "{}: a loss of {loss} is impossible", self.measure);
        let changed = (self.changed + excess).min(1.0);
        [0.5 * (changed + excess), 0.5 * (changed - excess)]
    }

    /// Returns the standard error of the mean difference.
    fn error(&self, loss: f64, topics: usize) -> f64 {
        let [lost, won] = self.shares(loss);
        (((lost + won) * self.moment(2) - loss * loss) / topics as f64).sqrt()
    }

    /// Returns the budget that equals `errors` standard errors on 200 topics. The standard error is for a run
    /// that loses twice the budget, so it depends on the budget, and we iterate.
    fn budget(&self, errors: f64) -> f64 {
        (0..100).fold(0.0, |budget, _| errors * self.error(2.0 * budget, TOPICS[1]))
    }

    /// Draws the differences on `topics` topics. Their expectation is `-loss`.
    fn differences(&self, loss: f64, topics: usize, draw: &mut Draw) -> Vec<f64> {
        let [lost, won] = self.shares(loss);
        let weights: f64 = self.sizes.iter().map(|(_, weight)| weight).sum();
        let mut difference = || {
            let place = draw.unit();
            if place >= lost + won {
                return 0.0;
            }
            let mut remaining = draw.unit() * weights;
            let size = self.sizes.iter().find(|(_, weight)| {
                remaining -= weight;
                remaining < 0.0
            });
            let (size, _) = size.unwrap_or(&self.sizes[0]);
            if place < lost { -size } else { *size }
        };
        (0..topics).map(|_| difference()).collect()
    }
}

/// A function that returns the ends of two one-sided intervals for a mean.
type Interval = fn(&[f64], &mut Draw) -> [f64; 2];

/// The intervals that are compared. The gate uses the first.
const INTERVALS: [(&str, Interval); 3] = [
    ("adjusted t", |z, _| PairedDifference::new(z, &vec![0.0; z.len()]).expect("topics").interval(ALPHA)),
    ("t", |z, _| Estimate::new(z).expect("topics").interval(2.0 * ALPHA)),
    ("bootstrap-t", |z, draw| {
        let resamples = Resamples::draw(RESAMPLES, z.len(), draw);
        bootstrap_t_interval(z, &resamples, 2.0 * ALPHA).expect("topics")
    }),
];

/// The shares of samples with each verdict, in percent.
#[derive(Clone, Copy, Default)]
struct Shares {
    not_worse: f64,
    worse: f64,
    /// The share of samples for which the gate warns that the topics are too few for the budget.
    too_small: f64,
}

impl Shares {
    fn cannot_tell(self) -> f64 {
        100.0 - self.not_worse - self.worse
    }
}

/// Returns the shares of verdicts for each of the first `kinds` intervals.
fn verdicts(
    setting: &Setting,
    (budget, loss): (f64, f64),
    topics: usize,
    samples: u32,
    kinds: usize,
) -> Vec<Shares> {
    // The smallest budget that the topics can resolve is a constant multiple of the interval's width, so we compute the
    // factor once.
    let any = PairedDifference::new(&vec![0.0; topics], &vec![0.0; topics]).expect("topics");
    let [low, high] = any.interval(ALPHA);
    let resolved = any.resolvable(ALPHA, POWER) / (high - low);
    let sample = |number: u32| {
        let key = [setting.measure, &setting.changed.to_string(), &topics.to_string(), &number.to_string()];
        let mut draw = Draw::new(SEED, &["gate", &key.join(" ")]);
        let z = setting.differences(loss, topics, &mut draw);
        let verdict = |(_, interval): &(&str, Interval)| {
            let [low, high] = interval(&z, &mut draw);
            [low > -budget, high < -budget, resolved * (high - low) > budget]
        };
        INTERVALS[..kinds].iter().map(verdict).collect::<Vec<_>>()
    };
    let sampled: Vec<_> = (0..samples).into_par_iter().map(sample).collect();
    let share = |kind: usize, verdict: usize| {
        100.0 * sampled.iter().filter(|verdicts| verdicts[kind][verdict]).count() as f64 / f64::from(samples)
    };
    let shares =
        |kind| Shares { not_worse: share(kind, 0), worse: share(kind, 1), too_small: share(kind, 2) };
    (0..kinds).map(shares).collect()
}

/// The shares of verdicts for a setting, a budget and a number of topics.
struct Case {
    /// The budget, in standard errors for a run that loses twice the budget.
    errors: f64,
    topics: usize,
    no_loss: Shares,
    twice: Shares,
    /// The shares of verdicts by each interval, for a run that loses exactly the budget.
    exact: Vec<Shares>,
}

impl Case {
    fn new(setting: &Setting, errors: f64, topics: usize, samples: u32) -> Self {
        let budget = setting.budget(errors);
        let verdicts_on = |loss, kinds| verdicts(setting, (budget, loss), topics, samples, kinds);
        Self {
            errors: budget / setting.error(2.0 * budget, topics),
            topics,
            no_loss: verdicts_on(0.0, 1)[0],
            twice: verdicts_on(2.0 * budget, 1)[0],
            exact: verdicts_on(budget, INTERVALS.len()),
        }
    }

    fn decides(&self) -> bool {
        match self.topics {
            50 => self.no_loss.cannot_tell() <= 50.0 && self.twice.cannot_tell() <= 50.0,
            _ => self.twice.worse >= 80.0,
        }
    }

    /// Returns true if verdicts are wrong more often than docs/dev/gate.md promises.
    fn is_wrong(&self, slack: f64) -> bool {
        self.no_loss.worse > 5.0 || self.exact[0].not_worse.max(self.exact[0].worse) > 5.5 + slack
    }
}

/// Formats the lowest and the highest share of some cases.
fn range(cases: &[&Case], share: impl Fn(&Case) -> f64) -> String {
    let shares = || cases.iter().map(|case| share(case));
    format!("{:.1}–{:.1}", shares().fold(f64::INFINITY, f64::min), shares().fold(0.0, f64::max))
}

/// Formats, for each measure, the highest share of *not worse* for runs that win no topic and lose exactly the budget.
fn no_wins(samples: u32) -> String {
    let highest = |(measure, sizes)| {
        // The run differs only on topics that it loses, because without a loss it would differ on none.
        let setting = setting(measure, sizes, 0.0);
        let cases =
            LOST_SHARES.iter().flat_map(|lost| TOPICS.map(|topics| (lost * setting.moment(1), topics)));
        let not_worse = cases
            .map(|(budget, topics)| verdicts(&setting, (budget, budget), topics, samples, 1)[0].not_worse);
        format!("{:.1}% by {measure}", not_worse.fold(0.0, f64::max))
    };
    [("P@1", P_AT_1), ("RR", RR), ("nDCG@10", NDCG)].map(highest).join(", ")
}

fn main() -> ExitCode {
    let samples: u32 =
        std::env::args().nth(1).map_or(10_000, |typed| typed.parse().expect("a number of samples"));
    // Three Monte Carlo errors of a share of 5%, in percentage points.
    let slack = 300.0 * (ALPHA * (1.0 - ALPHA) / f64::from(samples)).sqrt();
    let no_wins = no_wins(samples);
    println!("{}", HEADING.replace("SAMPLES", &samples.to_string()).replace("NO_WINS", &no_wins));
    let (mut cases, mut is_met) = (Vec::new(), true);
    for (topics, min_budget) in TOPICS.into_iter().zip(MIN_BUDGETS) {
        for errors in BUDGETS {
            let first = cases.len();
            cases.extend(SETTINGS.iter().map(|setting| Case::new(setting, errors, topics, samples)));
            let row: Vec<&Case> = cases[first..].iter().collect();
            let is_wrong = row.iter().any(|case| case.is_wrong(slack));
            let decides = row.iter().all(|case| case.decides());
            let size = row[0].errors;
            is_met &= !is_wrong && (decides || size < min_budget - 1e-9);
            let outcome = match (is_wrong, decides) {
                (true, _) => "wrong",
                (false, true) => "decides",
                (false, false) => "-",
            };
            println!(
                "| {size:.2} | {topics} | {} | {} | {} | {} | {} | {outcome} |",
                range(&row, |case| case.no_loss.worse),
                range(&row, |case| case.no_loss.cannot_tell()),
                range(&row, |case| case.twice.worse),
                range(&row, |case| case.twice.cannot_tell()),
                range(&row, |case| case.twice.too_small),
            );
        }
    }
    println!("\n{BUDGETS_HEADING}");
    for setting in &SETTINGS {
        // A budget of 4.5 standard errors on 200 topics is 2.25 standard errors on 50 topics.
        let [_, on_200, on_50] = BUDGETS.map(|errors| setting.budget(errors));
        println!("| {} | {} | {on_50:.3} | {on_200:.3} |", setting.measure, setting.changed);
    }
    println!("\n{}", INTERVALS_HEADING.replace("SLACK", &format!("{slack:.2}")));
    let cases: Vec<&Case> = cases.iter().collect();
    for (kind, (name, _)) in INTERVALS.iter().enumerate() {
        let not_worse = range(&cases, |case| case.exact[kind].not_worse);
        println!("| {name} | {not_worse} | {} |", range(&cases, |case| case.exact[kind].worse));
    }
    if is_met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

const HEADING: &str = "# Error rates of the gate\n\n\
    `rejudge eval --allow` calls a run *worse* if it is shown to lose more than the budget, and *not worse* if it is shown to lose less \
    ([scoring.md](../scoring.md#is-a-new-run-worse)). `make gate` simulates topics and writes this page.\n\n\
    - **A run that loses nothing is called *worse* in at most 5%** of samples, whatever the budget.\n\
    - **A run that loses twice the budget is called *worse* in at least 80%** with 200 topics, if the budget is at least 2.75 standard \
    errors of the mean difference.\n\
    - ***Cannot tell* comes in at most half** of the samples with 50 topics, without a loss and at twice the budget, if the budget is at \
    least 2.25 standard errors. The same budget is 4.5 standard errors on 200 topics.\n\
    - The gate warns if a budget is smaller than what the topics resolve, about 2.5 standard errors: *cannot tell* then has a probability \
    above 20%, without a loss or at twice the budget.\n\
    - A run that wins no topic and loses exactly the budget on few is called *not worse* in up to NO_WINS of samples, not 5%: no \
    interval sees the lost topics that a sample lacks.\n\n\
    ## Verdicts\n\n\
    Verdicts (%) in SAMPLES samples, from the lowest to the highest of eight settings. A setting is a measure and the share of topics on which \
    the runs differ if nothing is lost, half of them won; a loss adds topics that are lost. *Errors*: the budget in standard errors of \
    a run that loses twice the budget. *Too small*: the gate warns, at twice the budget. *Decides*: the demand above is met.\n\n\
    | errors | topics | no loss: worse | cannot tell | twice the budget: worse | cannot tell | too small | |\n\
    |---|---|---|---|---|---|---|---|";

const BUDGETS_HEADING: &str = "The least budgets for which these demands are made:\n\n\
    | measure | topics that differ | 50 topics | 200 topics |\n\
    |---|---|---|---|";

const INTERVALS_HEADING: &str = "## The choice of the interval\n\n\
    Verdicts (%) if the true loss is exactly the budget: each should be at most 5, and the gate's are at most 5.5 and three Monte Carlo \
    errors (SLACK points). Student's t and the bootstrap-t interval too often call a run *not worse* if few topics differ, because they see \
    only the topics that were drawn. The gate's interval, the adjusted t, adds a topic that is lost and one that is won (after Agresti and Min, 2005).\n\n\
    | interval | not worse | worse |\n\
    |---|---|---|";
