//! The gate of a new run decides, for each measure and each slice of the topics, whether the run is worse than
//! a baseline by more than a budget.

use std::collections::BTreeMap;

use rejudge_collections::TopicGroups;
use rejudge_metrics::Metric;
use rejudge_names::meant;
use rejudge_names::plural::{counted, of_number};
use rejudge_pools::bounds::Bounds;
use rejudge_pools::{MIN_TOPICS, NoVerdict};
use rejudge_stats::{ALPHA, CONFIDENCE, Correction, PairedDifference, mean, percent};
use rejudge_tables::frame::{Cell, Decimals, Frame, Heading, Sheet, Table, rounded};
use serde_json::json;

use super::compare::{check_judged_runs, too_few_common_topics};
use super::measure_names::split_names;
use super::{
    BoundedScores, BoundsOf, EvalError, Input, Preset, PresetRules, RequestedMeasures, Scores, TableMeasure,
};

/// The probability behind the column `resolvable`: with a budget of the size in that column, a run without a loss is
/// found *not worse*, and a run that loses twice the budget is found *worse*, each with this probability.
const POWER: f64 = 0.8;
/// If a measure has no cutoff, we count judged documents down to this rank.
const DEFAULT_TOP_RANK: u32 = 10;

/// The verdict on a new run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GateVerdict {
    /// The run is shown to lose less than the budget.
    NotWorse,
    /// The topics show neither that the run loses less than the budget nor that it loses more.
    CannotTell,
    /// The run is shown to lose more than the budget.
    Worse,
}

impl GateVerdict {
    /// Returns the words that tables and findings print.
    pub fn words(self) -> &'static str {
        match self {
            Self::NotWorse => "not worse",
            Self::CannotTell => "cannot tell",
            Self::Worse => "worse",
        }
    }
}

/// The largest allowed loss of a run by each measure.
#[derive(Clone, Debug)]
pub struct Budgets {
    /// The measures, in the order in which they are named.
    pub measures: RequestedMeasures,
    /// A budget for each measure.
    limits: Vec<f64>,
}

/// A number that is typed for a measure, as in `nDCG@10:.01`, or for all measures, as in `.01`.
#[derive(Clone, Debug)]
pub struct Limit {
    /// The measure's name as typed, and the measure. `None` for all measures.
    pub measure: Option<(String, Metric)>,
    pub number: f64,
}

impl Limit {
    /// Reads numbers with and without measures from the value `text` of `option`.
    ///
    /// # Errors
    /// If `text` is blank, a part of it has no finite number, or the text before a colon does not name exactly one measure.
    pub fn read_all(option: &str, text: &str, preset: Preset) -> Result<Vec<Self>, EvalError> {
        let wrong = |why: String| EvalError::argument(option, text, why);
        let mut limits = Vec::new();
        for part in split_names(text) {
            let (name, number) = match part.rsplit_once(':') {
                Some((name, number)) => (Some(name), number),
                None => (None, part),
            };
            let number = number.parse().ok().filter(|number: &f64| number.is_finite());
            let number = number.ok_or_else(|| wrong(why_no_number(part)))?;
            let measure = match name {
                None => None,
                Some(name) => {
                    let named = RequestedMeasures::read_option((option, text), &[name.to_owned()], preset)?;
                    let [metric] = named.metrics.as_slice() else {
                        let count = counted(named.metrics.len(), "measure");
                        return Err(wrong(format!("`{name}` names {count}, expected one")));
                    };
                    Some((name.to_owned(), metric.clone()))
                }
            };
            limits.push(Self { measure, number });
        }
        if limits.is_empty() {
            return Err(wrong("expected a number, as in nDCG@10:.01".to_owned()));
        }
        Ok(limits)
    }
}

/// Returns the text of an error about a part such as `nDCG@10=.02` or `2%`, which has no number, or none after a colon.
fn why_no_number(part: &str) -> String {
    // We append an exponent to the text, because dividing the parsed number by 100 would round once more.
    let share = |text: &str| {
        let share = format!("{}e-2", text.strip_suffix('%')?).parse::<f64>().ok()?;
        (0.0..=1.0).contains(&share).then(|| share.to_string())
    };
    if let Some(share) = share(part) {
        return format!("`{part}` is not a number{}", meant(Some(&share)));
    }
    if let Some((name, number)) = part.rsplit_once(':') {
        return match share(number) {
            Some(share) => format!("`{number}` is not a number{}", meant(Some(&share))),
            None => format!("`{number}` is not a number, expected one as in {name}:.01"),
        };
    }
    let number = |text: &str| {
        let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
        share(text).or_else(|| is_number.then(|| text.to_owned()))
    };
    let signs = ['=', '<', '>'];
    let name_and_number =
        part.rsplit_once(signs).and_then(|(name, text)| Some((name.trim_end_matches(signs), number(text)?)));
    match name_and_number {
        Some(("", number)) => format!("`{part}` is not a number{}", meant(Some(&number))),
        Some((name, number)) => {
            let hint = meant(Some(&format!("{name}:{number}")));
            format!("`{part}` has no colon between measure and number{hint}")
        }
        None if part.starts_with(char::is_alphabetic) => {
            // A measure's parameters have signs, too, and end with `)` or a cutoff.
            let (name, _) =
                part.rsplit_once(signs).filter(|(name, _)| !name.contains('(')).unwrap_or((part, ""));
            format!("`{part}` has no number, expected one as in {}:.01", name.trim_end_matches(signs))
        }
        None => format!("`{part}` is not a number, expected one as in nDCG@10:.01"),
    }
}

impl Budgets {
    /// Reads measures with their budgets, such as `nDCG@10:.01 AP:.02`.
    ///
    /// ```
    /// use rejudge_eval::{Preset, gate::Budgets};
    /// let budgets = Budgets::read(&["nDCG@10:.01 AP:.02".to_owned()], Preset::default())?;
    /// assert_eq!(budgets.measures.metrics.len(), 2);
    /// assert!(Budgets::read(&["AP".to_owned()], Preset::default()).is_err());
    /// # Ok::<(), rejudge_eval::EvalError>(())
    /// ```
    ///
    /// # Errors
    /// If a measure is unknown or named twice, if a higher score by it is not better, or if a budget is
    /// missing or is not a number of at least 0.
    pub fn read(typed: &[String], preset: Preset) -> Result<Self, EvalError> {
        let (mut names, mut limits) = (Vec::new(), Vec::new());
        for text in typed {
            let wrong = |why: String| EvalError::argument("--allow", text, why);
            for Limit { measure, number } in Limit::read_all("--allow", text, preset)? {
                let (name, metric) = measure.ok_or_else(|| {
                    wrong(format!("`{number}` has no measure, expected one as in nDCG@10:{number}"))
                })?;
                if number < 0.0 {
                    return Err(wrong(format!(
                        "`{number}` is not a budget, expected a number of at least 0, as in {name}:.01"
                    )));
                }
                if !metric.higher_is_better() {
                    return Err(wrong(format!(
                        "{metric} has no loss, because a higher {metric} is not better"
                    )));
                }
                names.push(name);
                limits.push(number);
            }
        }
        let measures = RequestedMeasures::read(&names, preset)?;
        if measures.metrics.len() < names.len() {
            let message = "a measure has two budgets, expected one for each measure";
            return Err(EvalError::argument("--allow", &typed.join(" "), message));
        }
        Ok(Self { measures, limits })
    }
}

/// A gate: the baseline, and how much a new run may lose.
#[derive(Clone, Copy, Debug)]
pub struct RunGate<'a> {
    /// The run with which we compare all others.
    pub baseline: &'a str,
    pub budgets: &'a Budgets,
    /// Groups of topics, each compared on its own in addition to all topics together.
    pub slices: Option<&'a TopicGroups>,
}

/// The comparison of a run and the baseline by one measure on one slice.
struct Comparison {
    run: usize,
    metric: usize,
    /// The name of the slice, such as `language=de`. It is `None` for all topics together.
    slice: Option<String>,
    /// The positions of the slice's topics in the list of topics that count (`Scores::counted`).
    topics: Vec<usize>,
    means: [f64; 2],
    /// The mean difference over these topics. `None` if the slice has fewer than two topics, or if the judged
    /// documents of both runs have the same ranks on all topics.
    difference: Option<PairedDifference>,
    /// The corrected p values for *worse* and *not worse*; `None` if we do not test.
    p: Option<[f64; 2]>,
    /// The shares of judged documents in the top ranks of the run and of the baseline. `None` for condensed lists, because
    /// all their documents are judged.
    judged: Option<[f64; 2]>,
    verdict: GateVerdict,
    /// The reason for a verdict that does not follow from the interval, or for *cannot tell*.
    reason: Option<String>,
}

/// The table of verdicts, and the worst verdict.
#[derive(Clone, Debug)]
pub struct GateOutcome {
    pub table: Table,
    /// The worst verdict.
    pub verdict: GateVerdict,
    /// A sentence for each comparison that is *worse* or *cannot tell*.
    pub findings: Vec<(GateVerdict, String)>,
}

impl RunGate<'_> {
    /// Judges the runs of `input`. `scores` must have the measures of the budgets. If a run tests as worse,
    /// but has a smaller share of judged documents than the baseline, we need bounds. For these, `numbered`
    /// loads the input again with a number for each document ([`Input::load_numbered`]). If `numbered`
    /// returns `None`, or if a measure has no bounds, the run is not called worse.
    ///
    /// # Errors
    /// If the baseline is missing or is the only run, the runs differ in their topics, a measure's summary is not the
    /// arithmetic mean, a budget is not below the baseline's mean (unless this is 0), no topic of the slices is
    /// scored, or a run retrieved no judged document down to a measure's cutoff.
    pub fn outcome(
        self,
        input: &Input,
        numbered: &dyn Fn() -> Option<Input>,
        scores: &Scores,
        rules: &PresetRules,
    ) -> Result<GateOutcome, EvalError> {
        let base = scores.run("--compare", self.baseline)?;
        if scores.runs.len() < 2 {
            return Err(EvalError::Usage("a comparison needs two runs, found one".to_owned()));
        }
        for (index, metric) in scores.metrics.iter().enumerate() {
            let (budget, mean) = (self.budgets.limits[index], scores.summary(base, index));
            if mean > 0.0 && budget >= mean {
                return Err(EvalError::argument(
                    "--allow",
                    &format!("{metric}:{budget}"),
                    format!(
                        "{} scores {} by {metric}, so no run can lose more than this budget",
                        self.baseline,
                        format_args!("{mean:.3}")
                    ),
                ));
            }
        }
        let topics = scores.averaged_topics("--compare")?;
        let pairs: Vec<_> =
            (0..scores.runs.len()).filter(|&run| run != base).map(|run| (run, base)).collect();
        check_judged_runs(input, scores, &pairs)?;
        let mut slices = vec![(None, (0..topics.len()).collect::<Vec<_>>())];
        slices.extend(self.slices(scores, topics)?.into_iter().map(|(name, topics)| (Some(name), topics)));
        let judged = Judged::new(input, &self.budgets.measures, rules)?;
        let mut comparisons = Vec::new();
        for pair in pairs {
            let (run, _) = pair;
            let reason = too_few_common_topics(input, scores, pair)?.map(|why| why.to_string());
            for metric in 0..scores.metrics.len() {
                for (slice, topics) in &slices {
                    let [new, old] = [run, base].map(|run| -> Vec<f64> {
                        topics.iter().map(|&topic| scores.of_run(run, metric)[topic]).collect()
                    });
                    comparisons.push(Comparison {
                        run,
                        metric,
                        slice: slice.clone(),
                        topics: topics.clone(),
                        means: [&new, &old].map(|scores| mean(scores).expect("a slice has a topic")),
                        difference: PairedDifference::new(&new, &old),
                        p: None,
                        judged: judged.shares([run, base], &scores.metrics[metric], topics),
                        verdict: GateVerdict::CannotTell,
                        reason: reason.clone(),
                    });
                }
            }
        }
        self.judge(&mut comparisons, input, base);
        self.check_unjudged(&mut comparisons, numbered, scores, base, rules);
        Ok(self.outcome_of(&comparisons, scores, base, rules))
    }

    /// Returns the name of each slice and the positions of its topics, one column of the slices file after another.
    fn slices(&self, scores: &Scores, topics: &[usize]) -> Result<Vec<(String, Vec<usize>)>, EvalError> {
        let Some(groups) = self.slices else { return Ok(Vec::new()) };
        let mut slices = Vec::new();
        for (column, kind) in groups.kinds.iter().enumerate() {
            let mut topics_by_group = BTreeMap::<&str, Vec<usize>>::new();
            for (position, &topic) in topics.iter().enumerate() {
                let cells = groups.by_topic.get(&scores.topics[topic]);
                if let Some(group) = cells.and_then(|cells| cells[column].as_deref()) {
                    topics_by_group.entry(group).or_default().push(position);
                }
            }
            slices.extend(
                topics_by_group.into_iter().map(|(group, topics)| (format!("{kind}={group}"), topics)),
            );
        }
        if slices.is_empty() {
            let first = groups.by_topic.keys().next().map_or("", String::as_str).escape_debug();
            return Err(EvalError::Data(format!(
                "slices: none of the topics in this file is scored; the first one is `{first}`"
            )));
        }
        Ok(slices)
    }

    /// Decides the verdicts by Holm's procedure. Over all runs, measures and slices, the probability of a false *worse*
    /// is at most alpha, and the probability of a false *not worse* is at most alpha too.
    fn judge(&self, comparisons: &mut [Comparison], input: &Input, base: usize) {
        for comparison in comparisons
            .iter_mut()
            .filter(|comparison| input.runs[comparison.run].kept == input.runs[base].kept)
        {
            // If the judged documents have the same ranks, there is no difference to test.
            (comparison.verdict, comparison.difference) = (GateVerdict::NotWorse, None);
            comparison.reason =
                Some("its judged documents have the same ranks as the baseline's on all topics".to_owned());
        }
        let mut tested: Vec<(&mut Comparison, [f64; 2])> = Vec::new();
        for comparison in comparisons
            .iter_mut()
            .filter(|comparison| comparison.verdict == GateVerdict::CannotTell && comparison.reason.is_none())
        {
            let limit = -self.budgets.limits[comparison.metric];
            match comparison.difference.filter(|_| comparison.topics.len() >= MIN_TOPICS) {
                Some(difference) => {
                    tested.push((comparison, [difference.p_below(limit), difference.p_above(limit)]));
                }
                None => comparison.reason = Some(NoVerdict::Topics(comparison.topics.len()).to_string()),
            }
        }
        let adjusted = [0, 1].map(|side: usize| {
            let p: Vec<f64> = tested.iter().map(|(_, p)| p[side]).collect();
            Correction::Holm.adjust_p_values(&p).expect("Holm adjusts p values")
        });
        let [adjusted_worse, adjusted_not_worse] = adjusted;
        let adjusted = adjusted_worse.into_iter().zip(adjusted_not_worse);
        let tests = counted(tested.len(), "comparison");
        for ((comparison, uncorrected), (worse, not_worse)) in tested.into_iter().zip(adjusted) {
            comparison.p = Some([worse, not_worse]);
            comparison.verdict = if worse <= ALPHA {
                GateVerdict::Worse
            } else if not_worse <= ALPHA {
                GateVerdict::NotWorse
            } else {
                GateVerdict::CannotTell
            };
            if comparison.verdict != GateVerdict::CannotTell {
                continue;
            }
            let verdicts = [GateVerdict::Worse, GateVerdict::NotWorse];
            let uncorrected_verdict = verdicts.into_iter().zip(uncorrected).find(|(_, p)| *p <= ALPHA);
            let budget = self.budgets.limits[comparison.metric];
            let resolvable_loss = comparison.resolvable().filter(|resolvable_loss| *resolvable_loss > budget);
            comparison.reason = match (uncorrected_verdict, resolvable_loss) {
                // The interval has no correction, so without this reason it would seem to contradict the
                // verdict.
                (Some((verdict, _)), _) => {
                    Some(format!("{} without Holm's correction for {tests}", verdict.words()))
                }
                (None, Some(resolvable_loss)) => {
                    let topics = counted(comparison.topics.len(), "topic");
                    let resolvable_loss = rounded(resolvable_loss, comparison.decimals());
                    Some(format!(
                        "the budget is too small for {topics}, which can decide only about a budget of {resolvable_loss} \
                         or more"
                    ))
                }
                (None, None) => None,
            };
        }
    }

    /// Withdraws *worse* if the run has a smaller share of judged documents than the baseline. The verdict
    /// stays if the run is worse even with the highest scores that grades of unjudged documents can give the
    /// run, and the lowest scores that they can give the baseline.
    fn check_unjudged(
        &self,
        comparisons: &mut [Comparison],
        numbered: &dyn Fn() -> Option<Input>,
        scores: &Scores,
        base: usize,
        rules: &PresetRules,
    ) {
        let is_less_judged =
            |comparison: &Comparison| comparison.judged.is_some_and(|[new, base]| new + 1e-12 < base);
        let mut run_bounds = None;
        let tests = comparisons.iter().filter(|comparison| comparison.p.is_some()).count() as f64;
        for comparison in comparisons
            .iter_mut()
            .filter(|comparison| comparison.verdict == GateVerdict::Worse && is_less_judged(comparison))
        {
            // Without bounds we cannot tell. They are missing if they cannot be computed, for example because
            // a measure has none, or if standard input would have to be read twice.
            let run_bounds = run_bounds.get_or_insert_with(|| {
                numbered().and_then(|input| RunBounds::new(&input, &self.budgets.measures, rules).ok())
            });
            let best = run_bounds.as_ref().and_then(|run_bounds| {
                let [new, old] =
                    [comparison.run, base].map(|run| run_bounds.get(&scores.runs[run], comparison.metric));
                let at_best =
                    comparison.topics.iter().map(|&topic| Some((new?[topic].upper, old?[topic].lower)));
                let (new, old): (Vec<f64>, Vec<f64>) = at_best.collect::<Option<_>>()?;
                PairedDifference::new(&new, &old)
            });
            // We use Bonferroni's correction, because Holm's would also need the p values of the other comparisons
            // under the grades that favour their runs most.
            let limit = -self.budgets.limits[comparison.metric];
            if best.is_some_and(|best| best.p_below(limit) * tests <= ALPHA) {
                continue;
            }
            comparison.verdict = GateVerdict::CannotTell;
            let [new, old] =
                comparison.judged.expect("`is_less_judged` found shares").map(|share| 100.0 * share);
            let top = deepest_rank_of(&scores.metrics[comparison.metric]);
            let why = match best {
                Some(_) => "its unjudged documents could make up for the loss",
                None => "bounds are not available",
            };
            comparison.reason =
                Some(format!("{new:.1}% of its top {top} are judged, {old:.1}% of the baseline's: {why}"));
        }
    }

    /// Returns the table of all comparisons, and a finding for each comparison that does not pass.
    fn outcome_of(
        &self,
        comparisons: &[Comparison],
        scores: &Scores,
        base: usize,
        rules: &PresetRules,
    ) -> GateOutcome {
        let baseline = &scores.runs[base];
        let mut rows = Frame::default();
        let mut findings = Vec::new();
        for comparison in comparisons {
            let (measure, run) =
                (&scores.metrics[comparison.metric].to_string(), &scores.runs[comparison.run]);
            let [low, high] = comparison.interval().map_or([None, None], |ends| ends.map(Some));
            let [worse, not_worse] = comparison.p.map_or([None, None], |p| p.map(Some));
            let [judged, base_judged] = comparison.judged.map_or([None, None], |shares| shares.map(Some));
            rows.add([
                ("measure", "name of the measure", measure.into()),
                ("run", "name of the new run", run.into()),
                ("baseline", "name of the baseline", baseline.into()),
                ("slice", "slice of the topics; `all` contains every topic", comparison.slice().into()),
                ("topics", "number of topics", comparison.topics.len().into()),
                ("mean", "mean score of the run", comparison.means[0].into()),
                ("baseline-mean", "mean score of the baseline", comparison.means[1].into()),
                (
                    "difference",
                    "mean minus baseline-mean",
                    (comparison.means[0] - comparison.means[1]).into(),
                ),
                ("low", "lower one-sided limit of this difference, without correction", low.into()),
                ("high", "upper one-sided limit of this difference, without correction", high.into()),
                ("budget", "loss that is allowed", self.budgets.limits[comparison.metric].into()),
                (
                    "resolvable",
                    "smallest budget about which these topics can decide in a single comparison",
                    comparison.resolvable().into(),
                ),
                (
                    "p-worse",
                    "p-value of the hypothesis that the loss is within the budget, with Holm's correction",
                    worse.into(),
                ),
                (
                    "p-not-worse",
                    "p-value of the hypothesis that the loss is beyond the budget, with Holm's correction",
                    not_worse.into(),
                ),
                ("judged", "share of judged documents in the run's top ranks", judged.into()),
                (
                    "baseline-judged",
                    "share of judged documents in the baseline's top ranks",
                    base_judged.into(),
                ),
                ("verdict", "worse, not worse, or cannot tell", comparison.verdict.words().into()),
                (
                    "reason",
                    "reason for a verdict that does not follow from the interval, or for cannot tell",
                    comparison.reason.as_deref().unwrap_or("").into(),
                ),
            ]);
            if comparison.verdict != GateVerdict::NotWorse {
                findings.push((comparison.verdict, self.finding(comparison, scores, baseline)));
            }
        }
        let verdict = comparisons
            .iter()
            .map(|comparison| comparison.verdict)
            .max()
            .expect("there is a run besides the baseline");
        let method =
            "; one-sided t intervals, adjusted for runs that differ on only a few topics; correction holm";
        let sheet = self.sheet(comparisons, scores, baseline);
        let mut table = Table { sheets: Some(vec![sheet]), ..rules.table("verdicts", rows, method) };
        let mut object = table.json();
        object["verdict"] = json!(verdict.words());
        table.json = Some(object);
        GateOutcome { table, verdict, findings }
    }

    /// Returns a sentence about a run that is worse, or that may be worse.
    fn finding(&self, comparison: &Comparison, scores: &Scores, baseline: &str) -> String {
        let (metric, run) = (&scores.metrics[comparison.metric], &scores.runs[comparison.run]);
        let [new, old] = comparison.means;
        let on_slice = comparison.slice.as_ref().map_or(String::new(), |slice| format!(" on {slice}"));
        let decimals = comparison.decimals();
        let number = |number: f64| rounded(number, decimals);
        let interval = comparison
            .interval()
            .map_or(String::new(), |[low, high]| format!(" ({} to {})", number(low), number(high)));
        let verdict = comparison.verdict.words();
        let because = comparison.reason.as_ref().map_or(String::new(), |reason| format!("; {reason}"));
        format!(
            "{metric} of {run}{on_slice} is {}, of {baseline} {}: difference {}{interval}, budget {}: {verdict}{because}",
            number(new),
            number(old),
            number(new - old),
            self.budgets.limits[comparison.metric],
        )
    }

    /// Returns the table that people read.
    fn sheet(&self, comparisons: &[Comparison], scores: &Scores, baseline: &str) -> Sheet {
        let mut columns = ["measure", "run", "slice"].map(Heading::words).to_vec();
        let numbers = ["topics", "mean", "baseline", "difference", "low", "high", "budget", "resolvable"];
        columns.extend(numbers.map(Heading::numbers));
        columns.push(Heading::words("verdict"));
        let row = |comparison: &Comparison| {
            let decimals = comparison.decimals();
            let number = |number: Option<f64>| number.map_or_else(String::new, |n| rounded(n, decimals));
            let [low, high] = comparison.interval().map_or([None, None], |ends| ends.map(Some));
            let [new, old] = comparison.means;
            let mut row: Vec<Cell> = vec![
                scores.metrics[comparison.metric].to_string().into(),
                scores.runs[comparison.run].as_str().into(),
                comparison.slice().into(),
                comparison.topics.len().to_string().into(),
            ];
            let shown = [Some(new), Some(old), Some(new - old), low, high];
            row.extend(shown.map(|shown| number(shown).into()));
            row.push(self.budgets.limits[comparison.metric].to_string().into());
            row.push(number(comparison.resolvable()).into());
            row.push(comparison.verdict.words().into());
            row
        };
        let mut notes = vec![format!(
            "Compared with {baseline}. Low and high: one-sided {} limits of each difference, without correction. Resolvable: the \
             smallest budget about which these topics can decide with {} power. Verdicts: with Holm's correction for \
             {}.",
            percent(CONFIDENCE),
            percent(POWER),
            counted(comparisons.iter().filter(|comparison| comparison.p.is_some()).count(), "comparison")
        )];
        let reasons = comparisons.iter().filter_map(|comparison| {
            let reason = comparison.reason.as_ref()?;
            let slice = comparison.slice.as_ref().map_or(String::new(), |slice| format!(" on {slice}"));
            Some(format!(
                "{} of {}{slice}: {reason}.",
                scores.metrics[comparison.metric], scores.runs[comparison.run]
            ))
        });
        notes.extend(reasons);
        Sheet { columns, rows: comparisons.iter().map(row).collect(), notes, ..Sheet::default() }
    }
}

impl Comparison {
    fn slice(&self) -> &str {
        self.slice.as_deref().unwrap_or("all")
    }

    fn interval(&self) -> Option<[f64; 2]> {
        self.difference.map(|difference| difference.interval(ALPHA))
    }

    fn resolvable(&self) -> Option<f64> {
        self.difference.map(|difference| difference.resolvable(ALPHA, POWER))
    }

    /// Returns the number of decimals to print. An interval between one-sided 95% limits is about 3.3
    /// standard errors wide.
    fn decimals(&self) -> Decimals {
        Decimals::from_errors(self.interval().map(|[low, high]| (high - low) / 3.3))
    }
}

/// Returns the rank down to which we count judged documents for `metric`: its cutoff, or
/// [`DEFAULT_TOP_RANK`].
fn deepest_rank_of(metric: &Metric) -> u32 {
    metric.cutoff().unwrap_or(DEFAULT_TOP_RANK)
}

/// The shares of judged documents in the top ranks.
struct Judged {
    scores: Scores,
    /// The cutoff of each measure in `scores`.
    top_ranks: Vec<u32>,
}

impl Judged {
    fn new(input: &Input, measures: &RequestedMeasures, rules: &PresetRules) -> Result<Self, EvalError> {
        let mut shares = RequestedMeasures::default();
        let mut top_ranks: Vec<u32> = measures.metrics.iter().map(deepest_rank_of).collect();
        top_ranks.sort_unstable();
        top_ranks.dedup();
        for top in &top_ranks {
            shares.add(format!("Judged@{top}").parse().expect("a family with a cutoff of at least 1"));
        }
        Ok(Self { scores: Scores::compute(input, &shares, &rules.rules)?, top_ranks })
    }

    /// Returns the mean share of each run over `topics`, or `None` if the measure uses condensed lists.
    fn shares(&self, runs: [usize; 2], metric: &Metric, topics: &[usize]) -> Option<[f64; 2]> {
        if metric.is_condensed() {
            return None;
        }
        let judged = self
            .top_ranks
            .iter()
            .position(|top| *top == deepest_rank_of(metric))
            .expect("`new` adds each cutoff");
        let sum = |run| topics.iter().map(|&topic| self.scores.of_run(run, judged)[topic]).sum::<f64>();
        Some(runs.map(|run| sum(run) / topics.len() as f64))
    }
}

/// The lowest and highest score that each run can have on each topic, over all grades of unjudged documents.
struct RunBounds {
    runs: Vec<String>,
    /// For each run and each measure, the bounds on each topic.
    bounds: Vec<Vec<Vec<Bounds>>>,
}

impl RunBounds {
    fn new(input: &Input, measures: &RequestedMeasures, rules: &PresetRules) -> Result<Self, EvalError> {
        let scores = Scores::compute(input, measures, &rules.rules)?;
        let bounded = BoundedScores::new(input, measures, rules, &scores, BoundsOf::Runs)?;
        let metrics = 0..measures.metrics.len();
        let bounds_of = |run| metrics.clone().map(|metric| bounded.of_run(run, metric).to_vec()).collect();
        Ok(Self { bounds: (0..scores.runs.len()).map(bounds_of).collect(), runs: scores.runs.clone() })
    }

    fn get(&self, run: &str, metric: usize) -> Option<&[Bounds]> {
        let position = self.runs.iter().position(|name| name == run)?;
        Some(&self.bounds[position][metric])
    }
}

/// Returns a sentence with the worst verdict and, unless this is *not worse*, the number of comparisons that
/// have it.
pub fn headline(outcome: &GateOutcome) -> String {
    let of_worst_verdict = outcome.findings.iter().filter(|(verdict, _)| *verdict == outcome.verdict).count();
    match outcome.verdict {
        GateVerdict::NotWorse => "not worse than the baseline".to_owned(),
        GateVerdict::CannotTell => {
            format!(
                "cannot tell: {} {} open",
                counted(of_worst_verdict, "comparison"),
                of_number(of_worst_verdict, "is", "are")
            )
        }
        GateVerdict::Worse => {
            format!("worse than the baseline in {}", counted(of_worst_verdict, "comparison"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If a number is recognisable, the message shows how to write it.
    #[test]
    fn messages_show_the_number_that_is_meant() {
        let meanings = [
            ("2%", "0.02"),
            ("AP:2%", "0.02"),
            ("AP=0.02", "AP:0.02"),
            ("AP(rel=2)=.02", "AP(rel=2):.02"),
            ("nDCG@10>=60%", "nDCG@10:0.6"),
            (">.6", ".6"),
        ];
        for (typed, meaning) in meanings {
            let message = why_no_number(typed);
            assert!(message.ends_with(&meant(Some(meaning))), "{message}");
        }
        for typed in ["AP", "AP(rel=2)", ">", "%", "AP:x", "AP=high"] {
            let message = why_no_number(typed);
            assert!(message.contains("expected one as in"), "{message}");
        }
    }
}
