//! The gate of a new run: is it worse than a base by more than a budget, by each measure and on each slice of the topics?

use std::collections::BTreeMap;

use rejudge_collections::TopicGroups;
use rejudge_metrics::Metric;
use rejudge_names::plural::{counted, of_number};
use rejudge_pools::bounds::Bounds;
use rejudge_pools::{LEAST_TOPICS, NoVerdict};
use rejudge_stats::{ALPHA, CONFIDENCE, Correction, PairedDifference, mean, percent};
use rejudge_tables::frame::{Cell, Decimals, Frame, Heading, Sheet, Table, rounded};
use serde_json::json;

use super::compare::{check_judged_runs, in_common};
use super::measure_names::split_names;
use super::{BoundedScores, BoundsOf, EvalError, Input, Measure, Preset, PresetRules, Scores, Wanted};

/// The power for which the smallest loss is given that the topics resolve.
const POWER: f64 = 0.8;
/// The ranks that are looked at for judgments if the measure has no cutoff.
const TOP: u32 = 10;

/// The verdict on a new run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It is shown to lose less than the budget.
    NotWorse,
    /// Neither is shown.
    CannotTell,
    /// It is shown to lose more than the budget.
    Worse,
}

impl Verdict {
    /// Its words.
    pub fn words(self) -> &'static str {
        match self {
            Self::NotWorse => "not worse",
            Self::CannotTell => "cannot tell",
            Self::Worse => "worse",
        }
    }
}

/// The loss that is allowed by each measure.
#[derive(Clone, Debug)]
pub struct Budgets {
    /// The measures, in the order in which they are named.
    pub wanted: Wanted,
    /// The budget of each.
    limits: Vec<f64>,
}

impl Budgets {
    /// Reads measures with their budgets, such as `nDCG@10:.01 AP:.02`.
    ///
    /// ```
    /// use rejudge_eval::{Preset, gate::Budgets};
    /// let budgets = Budgets::read(&["nDCG@10:.01 AP:.02".to_owned()], Preset::default())?;
    /// assert_eq!(budgets.wanted.metrics.len(), 2);
    /// assert!(Budgets::read(&["AP".to_owned()], Preset::default()).is_err());
    /// # Ok::<(), rejudge_eval::EvalError>(())
    /// ```
    ///
    /// # Errors
    /// If a measure is unknown, named twice, not a mean or not better if higher, or a budget is missing or not a number from 0.
    pub fn read(typed: &[String], preset: Preset) -> Result<Self, EvalError> {
        let (mut names, mut limits) = (Vec::new(), Vec::new());
        for text in typed {
            for part in split_names(text) {
                let wrong = |why: String| EvalError::argument("--allow", text, why);
                let Some((name, budget)) = part.rsplit_once(':') else {
                    return Err(wrong(format!("`{part}` has no budget, expected one as in {part}:.01")));
                };
                let limit = budget.parse().ok().filter(|limit: &f64| limit.is_finite() && *limit >= 0.0);
                let limit = limit.ok_or_else(|| {
                    wrong(format!("`{budget}` is not a budget, expected a number from 0, as in {name}:.01"))
                })?;
                let one = Wanted::read_of(("--allow", text), &[name.to_owned()], preset)?;
                let [metric] = one.metrics.as_slice() else {
                    let found = counted(one.metrics.len(), "measure");
                    return Err(wrong(format!("`{name}` names {found}, expected one")));
                };
                if !metric.higher_is_better() {
                    return Err(wrong(format!("{metric} is not better if it is higher, so it has no loss")));
                }
                names.push(name.to_owned());
                limits.push(limit);
            }
        }
        let wanted = Wanted::read(&names, preset)?;
        if wanted.metrics.len() < names.len() {
            let message = "a measure has two budgets, expected one for each measure";
            return Err(EvalError::argument("--allow", &typed.join(" "), message));
        }
        Ok(Self { wanted, limits })
    }
}

/// A gate as asked for.
#[derive(Clone, Copy, Debug)]
pub struct Gate<'a> {
    /// The run that the others are compared with.
    pub baseline: &'a str,
    pub budgets: &'a Budgets,
    /// Groups of the topics. Each group is compared like all topics together.
    pub slices: Option<&'a TopicGroups>,
}

/// A run compared with the base by a measure on a slice.
struct Compared {
    run: usize,
    metric: usize,
    /// The name of the slice, such as `language=de`; all topics have none.
    slice: Option<String>,
    /// The positions of its topics among those of the scores.
    topics: Vec<usize>,
    means: [f64; 2],
    /// The difference; `None` if there is less than 2 topics, or nothing to test.
    difference: Option<PairedDifference>,
    /// The corrected p values of *worse* and *not worse*; `None` if nothing is tested.
    p: Option<[f64; 2]>,
    /// Shares of judged documents in the top ranks of the run and the base; `None` if the list has judged ones only.
    judged: Option<[f64; 2]>,
    verdict: Verdict,
    /// The reason for a verdict that the interval does not give, or for *cannot tell*.
    reason: Option<String>,
}

/// The verdicts.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub table: Table,
    /// The worst verdict.
    pub verdict: Verdict,
    /// A sentence for each *worse* and *cannot tell*.
    pub findings: Vec<(Verdict, String)>,
}

impl Gate<'_> {
    /// Judges the runs of `input`, whose `scores` are by the measures of the budgets. If a run is less judged than the base,
    /// `numbered` returns the same input with a number for each document ([`Input::load_numbered`]), for bounds. Without it, or
    /// if a measure has no bounds, such a run is not called worse.
    ///
    /// # Errors
    /// If there is no such run or only one, the runs differ in their topics, a measure is not a mean, or no topic has a slice; if
    /// nothing that a run retrieved is judged.
    pub fn outcome(
        self,
        input: &Input,
        numbered: &dyn Fn() -> Option<Input>,
        scores: &Scores,
        rules: &PresetRules,
    ) -> Result<Outcome, EvalError> {
        let base = scores.run("--compare", self.baseline)?;
        if scores.runs.len() < 2 {
            return Err(EvalError::Usage("a comparison needs two runs, found one".to_owned()));
        }
        let topics = scores.averaged("--compare")?;
        let pairs: Vec<_> =
            (0..scores.runs.len()).filter(|&run| run != base).map(|run| (run, base)).collect();
        check_judged_runs(input, scores, &pairs)?;
        let mut slices = vec![(None, (0..topics.len()).collect::<Vec<_>>())];
        slices.extend(self.slices(scores, topics)?.into_iter().map(|(name, topics)| (Some(name), topics)));
        let judged = Judged::new(input, &self.budgets.wanted, rules)?;
        let mut all = Vec::new();
        for pair in pairs {
            let (run, _) = pair;
            let reason = in_common(input, scores, pair)?.map(|why| why.to_string());
            for metric in 0..scores.metrics.len() {
                for (slice, topics) in &slices {
                    let of = |run: usize| -> Vec<f64> {
                        topics.iter().map(|&at| scores.of_run(run, metric)[at]).collect()
                    };
                    let (new, old) = (of(run), of(base));
                    let z: Vec<f64> = new.iter().zip(&old).map(|(new, old)| new - old).collect();
                    let mean = |scores: &[f64]| mean(scores).expect("a slice has a topic");
                    all.push(Compared {
                        run,
                        metric,
                        slice: slice.clone(),
                        topics: topics.clone(),
                        means: [mean(&new), mean(&old)],
                        difference: PairedDifference::new(&z),
                        p: None,
                        judged: judged.shares([run, base], &scores.metrics[metric], topics),
                        verdict: Verdict::CannotTell,
                        reason: reason.clone(),
                    });
                }
            }
        }
        self.judge(&mut all, input, base);
        self.check_unjudged(&mut all, numbered, scores, base, rules);
        Ok(self.written(&all, scores, base, rules))
    }

    /// Returns the slices and the positions of their topics, kind by kind.
    fn slices(&self, scores: &Scores, topics: &[usize]) -> Result<Vec<(String, Vec<usize>)>, EvalError> {
        let Some(groups) = self.slices else { return Ok(Vec::new()) };
        let mut slices = Vec::new();
        for (at, kind) in groups.kinds.iter().enumerate() {
            let mut of_kind = BTreeMap::<&str, Vec<usize>>::new();
            for (place, &topic) in topics.iter().enumerate() {
                let cells = groups.by_topic.get(&scores.topics[topic]);
                if let Some(group) = cells.and_then(|cells| cells[at].as_deref()) {
                    of_kind.entry(group).or_default().push(place);
                }
            }
            slices.extend(of_kind.into_iter().map(|(group, topics)| (format!("{kind}={group}"), topics)));
        }
        if slices.is_empty() {
            let first = groups.by_topic.keys().next().map_or("", String::as_str).escape_debug();
            return Err(EvalError::Data(format!(
                "slices: no topic of the table is scored; its first topic is `{first}`"
            )));
        }
        Ok(slices)
    }

    /// Gives verdicts by Holm's procedure: over all runs, measures and slices, a false *worse* has a probability of at most
    /// alpha, and so has a false *not worse*.
    fn judge(&self, all: &mut [Compared], input: &Input, base: usize) {
        for one in all.iter_mut().filter(|one| input.runs[one.run].kept == input.runs[base].kept) {
            // A test would ask what other topics could show. Here is nothing to test.
            (one.verdict, one.difference) = (Verdict::NotWorse, None);
            one.reason = Some("the rankings of judged documents are the base's on all topics".to_owned());
        }
        let mut tested: Vec<(&mut Compared, [f64; 2])> = Vec::new();
        for one in all.iter_mut().filter(|one| one.verdict == Verdict::CannotTell && one.reason.is_none()) {
            let limit = -self.budgets.limits[one.metric];
            match one.difference.filter(|_| one.topics.len() >= LEAST_TOPICS) {
                Some(difference) => {
                    tested.push((one, [difference.p_below(limit), difference.p_above(limit)]));
                }
                None => one.reason = Some(NoVerdict::Topics(one.topics.len()).to_string()),
            }
        }
        let adjusted = [0, 1].map(|side: usize| {
            let p: Vec<f64> = tested.iter().map(|(_, p)| p[side]).collect();
            Correction::Holm.of_p_values(&p).expect("Holm adjusts p values")
        });
        for (at, (one, _)) in tested.into_iter().enumerate() {
            let [worse, not_worse] = [adjusted[0][at], adjusted[1][at]];
            one.p = Some([worse, not_worse]);
            one.verdict = if worse <= ALPHA {
                Verdict::Worse
            } else if not_worse <= ALPHA {
                Verdict::NotWorse
            } else {
                Verdict::CannotTell
            };
            let budget = self.budgets.limits[one.metric];
            let least =
                one.resolvable().filter(|least| one.verdict == Verdict::CannotTell && *least > budget);
            one.reason = least.map(|least| {
                let (topics, least) = (counted(one.topics.len(), "topic"), rounded(least, one.decimals()));
                format!("the budget is too small: {topics} resolve {least}")
            });
        }
    }

    /// Takes *worse* back for a run that is less judged than the base, unless the run is worse even if its unjudged documents
    /// have the grades that are best for it.
    fn check_unjudged(
        &self,
        all: &mut [Compared],
        numbered: &dyn Fn() -> Option<Input>,
        scores: &Scores,
        base: usize,
        rules: &PresetRules,
    ) {
        let is_less_judged = |one: &Compared| one.judged.is_some_and(|[new, base]| new + 1e-12 < base);
        let mut fillings = None;
        let tests = all.iter().filter(|one| one.p.is_some()).count() as f64;
        for one in all.iter_mut().filter(|one| one.verdict == Verdict::Worse && is_less_judged(one)) {
            // A measure without bounds, or a file that cannot be read twice, leaves the question open.
            let fillings = fillings.get_or_insert_with(|| {
                numbered().and_then(|input| Fillings::new(&input, &self.budgets.wanted, rules).ok())
            });
            let best = fillings.as_ref().and_then(|fillings| {
                let [new, old] = [one.run, base].map(|run| fillings.of(&scores.runs[run], one.metric));
                let z = one.topics.iter().map(|&at| Some(new?[at].upper - old?[at].lower));
                PairedDifference::new(&z.collect::<Option<Vec<f64>>>()?)
            });
            // Bonferroni's bound, because the other p values are not computed again.
            let limit = -self.budgets.limits[one.metric];
            if best.is_some_and(|best| best.p_below(limit) * tests <= ALPHA) {
                continue;
            }
            one.verdict = Verdict::CannotTell;
            let [new, old] = one.judged.expect("it is less judged").map(|share| 100.0 * share);
            let top = top_of(&scores.metrics[one.metric]);
            let why = match best {
                Some(_) => "its unjudged documents could make up for the loss",
                None => "bounds are not available",
            };
            one.reason =
                Some(format!("{new:.1}% of its top {top} are judged, and {old:.1}% of the base's: {why}"));
        }
    }

    fn written(&self, all: &[Compared], scores: &Scores, base: usize, rules: &PresetRules) -> Outcome {
        let baseline = &scores.runs[base];
        let mut rows = Frame::default();
        let mut findings = Vec::new();
        for one in all {
            let (measure, run) = (&scores.metrics[one.metric].to_string(), &scores.runs[one.run]);
            let [low, high] = one.interval().map_or([None, None], |ends| ends.map(Some));
            let [worse, not_worse] = one.p.map_or([None, None], |p| p.map(Some));
            let [judged, base_judged] = one.judged.map_or([None, None], |shares| shares.map(Some));
            rows.add([
                ("measure", "name of the measure", measure.into()),
                ("run", "name of the new run", run.into()),
                ("baseline", "the run it is compared with", baseline.into()),
                ("slice", "the slice of the topics; all: all of them", one.slice().into()),
                ("topics", "number of topics", one.topics.len().into()),
                ("mean", "mean score of the run", one.means[0].into()),
                ("baseline-mean", "mean score of the baseline", one.means[1].into()),
                ("difference", "mean less baseline-mean", (one.means[0] - one.means[1]).into()),
                ("low", "lower one-sided limit of the difference, by itself", low.into()),
                ("high", "upper one-sided limit of the difference, by itself", high.into()),
                ("budget", "the loss that is allowed", self.budgets.limits[one.metric].into()),
                (
                    "resolvable",
                    "the least budget that these topics resolve, for one comparison",
                    one.resolvable().into(),
                ),
                ("p-worse", "p-value of a loss within the budget, with Holm's correction", worse.into()),
                ("p-not-worse", "p-value of a loss beyond it, with Holm's correction", not_worse.into()),
                ("judged", "share of judged documents in the run's top ranks", judged.into()),
                ("baseline-judged", "the same of the baseline", base_judged.into()),
                ("verdict", "worse, not worse, or cannot tell", one.verdict.words().into()),
                (
                    "reason",
                    "the reason for a verdict that the interval does not give, or for cannot tell",
                    one.reason.as_deref().unwrap_or("").into(),
                ),
            ]);
            if one.verdict != Verdict::NotWorse {
                findings.push((one.verdict, self.finding(one, scores, baseline)));
            }
        }
        let verdict = all.iter().map(|one| one.verdict).max().expect("there is a run beside the base");
        let about = "; one-sided t intervals adjusted for few differences; correction holm";
        let sheet = self.sheet(all, scores, baseline);
        let mut table = Table { sheets: Some(vec![sheet]), ..rules.table("verdicts", rows, about) };
        let mut object = table.json();
        object["verdict"] = json!(verdict.words());
        table.json = Some(object);
        Outcome { table, verdict, findings }
    }

    /// A sentence on a run that is worse, or may be.
    fn finding(&self, one: &Compared, scores: &Scores, baseline: &str) -> String {
        let (metric, run) = (&scores.metrics[one.metric], &scores.runs[one.run]);
        let [new, old] = one.means;
        let on = one.slice.as_ref().map_or(String::new(), |slice| format!(" on {slice}"));
        let decimals = one.decimals();
        let number = |number: f64| rounded(number, decimals);
        let interval = one
            .interval()
            .map_or(String::new(), |[low, high]| format!(" ({} to {})", number(low), number(high)));
        let verdict = one.verdict.words();
        let more = one.reason.as_ref().map_or(String::new(), |reason| format!("; {reason}"));
        format!(
            "{metric} of {run}{on} is {}, of {baseline} {}: difference {}{interval}, budget {}: {verdict}{more}",
            number(new),
            number(old),
            number(new - old),
            self.budgets.limits[one.metric],
        )
    }

    /// The table that people read.
    fn sheet(&self, all: &[Compared], scores: &Scores, baseline: &str) -> Sheet {
        let mut columns = ["measure", "run", "slice"].map(Heading::words).to_vec();
        let numbers = ["topics", "mean", "baseline", "difference", "low", "high", "budget", "resolvable"];
        columns.extend(numbers.map(Heading::numbers));
        columns.push(Heading::words("verdict"));
        let row = |one: &Compared| {
            let decimals = one.decimals();
            let number = |number: Option<f64>| number.map_or_else(String::new, |n| rounded(n, decimals));
            let [low, high] = one.interval().map_or([None, None], |ends| ends.map(Some));
            let [new, old] = one.means;
            let mut row: Vec<Cell> = vec![
                scores.metrics[one.metric].to_string().into(),
                scores.runs[one.run].as_str().into(),
                one.slice().into(),
                one.topics.len().to_string().into(),
            ];
            let shown = [Some(new), Some(old), Some(new - old), low, high];
            row.extend(shown.map(|shown| number(shown).into()));
            row.push(self.budgets.limits[one.metric].to_string().into());
            row.push(number(one.resolvable()).into());
            row.push(one.verdict.words().into());
            row
        };
        let mut notes = vec![format!(
            "Compared with {baseline}. Low and high: one-sided {} limits of the difference, each by itself. Resolvable: the \
             least budget that so many topics resolve with {} power. Verdicts with Holm's correction for {}.",
            percent(CONFIDENCE),
            percent(POWER),
            counted(all.iter().filter(|one| one.p.is_some()).count(), "comparison")
        )];
        let reasons = all.iter().filter_map(|one| {
            let reason = one.reason.as_ref()?;
            let slice = one.slice.as_ref().map_or(String::new(), |slice| format!(" on {slice}"));
            Some(format!("{} of {}{slice}: {reason}.", scores.metrics[one.metric], scores.runs[one.run]))
        });
        notes.extend(reasons);
        Sheet { columns, rows: all.iter().map(row).collect(), notes, ..Sheet::default() }
    }
}

impl Compared {
    fn slice(&self) -> &str {
        self.slice.as_deref().unwrap_or("all")
    }

    fn interval(&self) -> Option<[f64; 2]> {
        self.difference.map(|difference| difference.interval(ALPHA))
    }

    fn resolvable(&self) -> Option<f64> {
        self.difference.map(|difference| difference.resolvable(ALPHA, POWER))
    }

    /// The digits of its numbers: an interval is about three standard errors wide.
    fn decimals(&self) -> Decimals {
        Decimals::of_errors(self.interval().map(|[low, high]| (high - low) / 3.3))
    }
}

/// The ranks of a measure that are looked at for judgments.
fn top_of(metric: &Metric) -> u32 {
    metric.cutoff().unwrap_or(TOP)
}

/// Shares of judged documents in the top ranks.
struct Judged {
    scores: Scores,
    /// The rank down to which each measure of `scores` looks.
    tops: Vec<u32>,
}

impl Judged {
    fn new(input: &Input, wanted: &Wanted, rules: &PresetRules) -> Result<Self, EvalError> {
        let mut shares = Wanted::default();
        let mut tops: Vec<u32> = wanted.metrics.iter().map(top_of).collect();
        tops.sort_unstable();
        tops.dedup();
        for top in &tops {
            shares.add(format!("Judged@{top}").parse().expect("a family with a cutoff of at least 1"));
        }
        Ok(Self { scores: Scores::compute(input, &shares, &rules.rules)?, tops })
    }

    /// Returns the means of these runs over topics; `None` if the measure is of the condensed list.
    fn shares(&self, runs: [usize; 2], metric: &Metric, topics: &[usize]) -> Option<[f64; 2]> {
        let at = self.tops.iter().position(|top| *top == top_of(metric)).expect("each measure has its top");
        let share = |run| topics.iter().map(|&topic| self.scores.of_run(run, at)[topic]).sum::<f64>();
        (!metric.is_condensed()).then(|| runs.map(|run| share(run) / topics.len() as f64))
    }
}

/// The lowest and highest scores by topic, whatever grades unjudged documents have.
struct Fillings {
    runs: Vec<String>,
    /// By run and measure.
    bounds: Vec<Vec<Vec<Bounds>>>,
}

impl Fillings {
    fn new(input: &Input, wanted: &Wanted, by: &PresetRules) -> Result<Self, EvalError> {
        let scores = Scores::compute(input, wanted, &by.rules)?;
        let bounded = BoundedScores::new(input, wanted, by, &scores, BoundsOf::Runs)?;
        let of_run = |run| (0..wanted.metrics.len()).map(|at| bounded.of_run(run, at).to_vec()).collect();
        Ok(Self { bounds: (0..scores.runs.len()).map(of_run).collect(), runs: scores.runs.clone() })
    }

    fn of(&self, run: &str, metric: usize) -> Option<&[Bounds]> {
        let at = self.runs.iter().position(|name| name == run)?;
        Some(&self.bounds[at][metric])
    }
}

/// A sentence with the number of verdicts of each kind.
pub fn headline(outcome: &Outcome) -> String {
    let count = |verdict| outcome.findings.iter().filter(|(found, _)| *found == verdict).count();
    let (worse, unclear) = (count(Verdict::Worse), count(Verdict::CannotTell));
    match outcome.verdict {
        Verdict::NotWorse => "not worse than the base".to_owned(),
        Verdict::CannotTell => {
            format!(
                "cannot tell: {} {} open",
                counted(unclear, "comparison"),
                of_number(unclear, "is", "are")
            )
        }
        Verdict::Worse => format!("worse than the base in {}", counted(worse, "comparison")),
    }
}
