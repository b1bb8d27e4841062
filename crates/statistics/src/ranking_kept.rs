//! Whether the ranking of the runs under a reference stays, whatever the topics.

use std::num::NonZeroU32;
use std::sync::Arc;

use rejudge_spec::yaml::{Spanned, Whole, YamlError};
use rejudge_stats::{
    Decided, Decisions, Draw, Matrix, PairedTest, Reject, Resamples, kendall_tau_b, significant, top_kept,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::asl_curve::NO_POWER;
use crate::discriminative_power::{Power, PowerTest};
use crate::entry::written;
use crate::{Entry, Inputs, Outcome, Statistic, Versus};

/// Resamples of the topics where no number is given.
const SAMPLES: u32 = 100;
const MOST_SAMPLES: u32 = 100_000;

/// The share of resamples of the topics in which the ranking of the runs stays as it is by a reference on the
/// same topics: tau-b above `tau`, all of the best runs among the best, and at most the share `new` of the
/// pairs that do not differ significantly by the reference differing here.
pub(crate) static RANKING_KEPT: Entry = Entry {
    name: "ranking-kept",
    summary: "In what share of resamples of the topics the ranking of the runs agrees with a reference: \
              by tau-b, by the best runs, and with few new significant pairs.",
    version: 1,
    components: &["kept", "tau", "best", "new"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, names, errors| {
        let Written { of, versus, top, tau, new, samples } = written(node)?;
        let (at, power) = names.statistic(&of, "discriminative-power", NO_POWER)?;
        // Its errors are told where it stands itself.
        let power = Power::read(power, &mut Vec::new())?;
        if power.test != PowerTest::StudentT {
            let message = format!(
                "`{}` is not by the t test, which alone is computed anew in each resample of the topics",
                of.value
            );
            errors.push(of.error(message).with_help("expected one by `paired-t: {}`"));
        }
        let samples = samples.map_or(SAMPLES, Whole::get);
        Ok(Arc::new(RankingKept {
            of: at,
            power,
            versus: Versus::by_judgments(versus.value),
            top: top.map_or(10, |top| top.value.get()) as usize,
            tau: threshold(tau, "0.9", errors),
            new: threshold(new, "0.05", errors),
            samples,
        }))
    },
    schema: |generator| generator.subschema_for::<Written>(),
};

/// `ranking-kept`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "RankingKept")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The discriminative power, by a t test, that says which pairs differ significantly.
    of: Spanned<String>,
    /// The judgments taken as the reference.
    versus: Spanned<String>,
    /// How many runs are the best, 10 where nothing is said. Runs level with the last of them count too.
    top: Option<Spanned<NonZeroU32>>,
    /// tau-b must be above this; .9 where nothing is said.
    tau: Option<Spanned<String>>,
    /// At most this share of the pairs that do not differ by the reference may differ here; .05 where nothing
    /// is said.
    new: Option<Spanned<String>>,
    /// Number of resamples of the topics, 100 where nothing is said.
    samples: Option<Whole<1, MOST_SAMPLES>>,
}

/// A number from 0 to 1, as written.
fn threshold(written: Option<Spanned<String>>, absent: &str, errors: &mut Vec<YamlError>) -> Threshold {
    let text = written.as_ref().map_or(absent, |text| &text.value);
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    if let (None, Some(written)) = (number, &written) {
        errors.push(written.error(format!("found `{text}`, expected a number from 0 to 1")));
    }
    Threshold { number: number.unwrap_or_default(), text: text.to_owned() }
}

/// A number with its text, for keys.
#[derive(Debug)]
struct Threshold {
    number: f64,
    text: String,
}

#[derive(Debug)]
struct RankingKept {
    of: usize,
    power: Power,
    versus: Versus,
    top: usize,
    tau: Threshold,
    new: Threshold,
    samples: u32,
}

impl Statistic for RankingKept {
    fn entry(&self) -> &'static Entry {
        &RANKING_KEPT
    }

    fn parameters(&self, versus: Option<&str>, of: Option<&str>) -> String {
        let Self { top, tau, new, samples, .. } = self;
        let (of, versus) = (of.unwrap_or_default(), versus.unwrap_or_default());
        format!("new={},of={of},samples={samples},tau={},top={top},versus={versus}", new.text, tau.text)
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn of(&self) -> Option<usize> {
        Some(self.of)
    }

    fn draws(&self) -> Option<&'static str> {
        Some("bootstrap samples of the topics")
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, reference] = inputs.compared(Some(&self.versus))?;
        if scores.rows() < 2 || scores.cols() < 2 {
            return Err(Outcome::undefined("the test needs two runs and two topics"));
        }
        let (seed, key, draw) = inputs.draw();
        let mut draw = Draw::new(seed, &["bootstrap", key, &draw.to_string()]);
        let resamples = Resamples::draw(self.samples as usize, scores.cols(), &mut draw);
        let mut kept = [0_u32; 4];
        for sample in 0..resamples.samples() {
            let counts = resamples.counts(sample);
            let stays = self.stays(inputs, &resampled(&reference, counts)?, &resampled(&scores, counts)?)?;
            let all = stays.iter().all(|&stays| stays);
            for (count, stays) in kept.iter_mut().zip([all].into_iter().chain(stays)) {
                *count += u32::from(stays);
            }
        }
        let [all, tau, best, new] = kept.map(|count| f64::from(count) / f64::from(self.samples));
        Ok(Outcome::of(&[("kept", all), ("tau", tau), ("best", best), ("new", new)]).over(&scores))
    }
}

impl RankingKept {
    /// Whether rankings agree, the best runs stay, and few pairs are new. Runs that are all equal by one of
    /// the two agree with no ranking.
    fn stays(&self, inputs: &dyn Inputs, there: &Matrix, here: &Matrix) -> Result<[bool; 3], Outcome> {
        let of = |scores: &Matrix, versus| -> Result<_, Outcome> {
            let pairs =
                significant(&self.power.by(PairedTest::StudentT, scores)?, self.power.alpha, Reject::Below);
            Ok((inputs.ranking(scores, versus), pairs))
        };
        let (reference, told) = of(there, Some(&self.versus))?;
        let (ranking, found) = of(here, None)?;
        let decided = Decisions::of(
            Decided { ranking: &reference, significant: &told },
            Decided { ranking: &ranking, significant: &found },
        );
        let new = decided.confusion().gained_significance();
        Ok([
            kendall_tau_b(&reference, &ranking).is_some_and(|tau| tau > self.tau.number),
            top_kept(&reference, &ranking, self.top).is_whole(),
            new.is_none_or(|share| share <= self.new.number),
        ])
    }
}

/// The columns as often as `counts` says.
fn resampled(scores: &Matrix, counts: &[u32]) -> Result<Matrix, Outcome> {
    let repeated = |(&score, &count): (&f64, &u32)| std::iter::repeat_n(score, count as usize);
    let rows = (0..scores.rows()).flat_map(|row| scores.row(row).iter().zip(counts).flat_map(repeated));
    Matrix::new(scores.rows(), scores.cols(), rows.collect())
        .map_err(|error| Outcome::failed(error.to_string()))
}
