//! The share of resamples of the topics in which the ranking of the runs under a reference stays.

use std::num::NonZeroU32;

use crate::spec::yaml::{Fraction, Spanned, Whole, YamlError};
use rejudge_stats::{Decided, Decisions, Matrix, Reject, Test, kendall_tau_b, significant, top_kept};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::discriminative_power::{DISCRIMINATIVE_POWER, DiscriminativePower, power_of};
use crate::statistics::{Entry, Inputs, Of, Outcome, Statistic, Versus};

/// The share of resamples of the topics in which the ranking of the runs stays as it is by a reference on the
/// same topics: tau-b above `tau`, all of the best runs among the best, and at most the share `new` of the
/// pairs that do not differ significantly by the reference differing here.
pub(crate) static RANKING_KEPT: Entry = Entry {
    summary: "Share of resamples of the topics in which the ranking of the runs agrees with a reference: by \
              tau-b, by the best runs, and with few new significant pairs.",
    components: &["kept", "tau", "best", "new"],
    ..Entry::new::<RankingKept>("ranking-kept")
};

/// `ranking-kept`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RankingKept {
    /// The discriminative power, by a t test, that says which pairs differ significantly.
    of: Spanned<String>,
    /// The reference: other judgments, another measure, or both.
    versus: Versus,
    /// The number of best runs. Runs level with the last of them count too.
    #[serde(default = "crate::statistics::top_runs::ten")]
    top: NonZeroU32,
    /// tau-b must be above this.
    #[serde(default = "most_of_tau")]
    tau: Fraction<false>,
    /// At most this share of the pairs that do not differ by the reference may differ here.
    #[serde(default = "few_pairs")]
    new: Fraction<false>,
    /// Number of resamples of the topics.
    #[serde(default = "samples")]
    samples: Whole<1, 100_000>,
}

fn most_of_tau() -> Fraction<false> {
    Fraction::new(0.9)
}

fn few_pairs() -> Fraction<false> {
    Fraction::new(0.05)
}

fn samples() -> Whole<1, 100_000> {
    Whole::new(100)
}

impl Statistic for RankingKept {
    fn check(&mut self, of: Option<&dyn Statistic>, errors: &mut Vec<YamlError>) {
        if let Some((test, correction)) = of.and_then(|of| of.test())
            && (test != Test::PairedT || correction.samples().is_some())
        {
            let message = format!(
                "`{}` draws samples or is not a t test: only t tests are recomputed in each resample of the topics",
                self.of.value
            );
            let help = "expected one by `paired-t` with a correction that draws no samples, or without one";
            errors.push(self.of.error(message).with_help(help));
        }
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn base_statistic(&self) -> Option<Of<'_>> {
        Some(Of { name: &self.of, kind: &DISCRIMINATIVE_POWER })
    }

    fn draws(&self) -> Option<&'static str> {
        Some("bootstrap samples of the topics")
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, reference] = inputs.compared(self.versus())?;
        if scores.rows() < 2 || scores.cols() < 2 {
            return Err(Outcome::undefined("the test needs two runs and two topics"));
        }
        let power = power_of(inputs)?;
        let resamples = inputs.resamples(self.samples.get(), scores.cols())?;
        let mut kept = [0_u32; 4];
        for sample in 0..resamples.samples() {
            let counts = resamples.counts(sample);
            let stays =
                self.stays(inputs, power, &resampled(&reference, counts)?, &resampled(&scores, counts)?)?;
            let all = stays.iter().all(|&stays| stays);
            for (count, stays) in kept.iter_mut().zip([all].into_iter().chain(stays)) {
                *count += u32::from(stays);
            }
        }
        let [all, tau, best, new] = kept.map(|count| f64::from(count) / f64::from(self.samples.get()));
        Ok(Outcome::new(&[("kept", all), ("tau", tau), ("best", best), ("new", new)]).over(&scores))
    }
}

impl RankingKept {
    /// Returns if rankings agree, if the best runs stay, and if few pairs are new. Runs that are all equal by one of
    /// the two agree with no ranking.
    fn stays(
        &self,
        inputs: &dyn Inputs,
        power: &DiscriminativePower,
        there: &Matrix,
        here: &Matrix,
    ) -> Result<[bool; 3], Outcome> {
        let of = |scores: &Matrix, versus| -> Result<_, Outcome> {
            let pairs = significant(&power.p_values(inputs, scores)?, power.alpha.get(), Reject::Below);
            Ok((inputs.ranking(scores, versus), pairs))
        };
        let (reference, significant) = of(there, self.versus())?;
        let (ranking, found) = of(here, None)?;
        let decided = Decisions::new(
            Decided { ranking: &reference, significant: &significant },
            Decided { ranking: &ranking, significant: &found },
        );
        let new = decided.confusion().gained_significance();
        Ok([
            kendall_tau_b(&reference, &ranking).is_some_and(|tau| tau > self.tau.get()),
            top_kept(&reference, &ranking, self.top.get() as usize).is_whole(),
            new.is_none_or(|share| share <= self.new.get()),
        ])
    }
}

/// Returns the columns repeated by `counts`.
fn resampled(scores: &Matrix, counts: &[u32]) -> Result<Matrix, Outcome> {
    let repeated = |(&score, &count): (&f64, &u32)| std::iter::repeat_n(score, count as usize);
    let rows = (0..scores.rows()).flat_map(|row| scores.row(row).iter().zip(counts).flat_map(repeated));
    Matrix::new(scores.rows(), scores.cols(), rows.collect())
        .map_err(|error| Outcome::failed(error.to_string()))
}
