//! The share of resamples of the topics in which the runs' ranking agrees with the ranking by a reference.

use std::num::NonZeroU32;

use crate::spec::yaml::{Fraction, Spanned, WholeNumber, YamlError};
use rejudge_stats::{Decided, Decisions, Matrix, Reject, Test, kendall_tau_b, significant, top_kept};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::discriminative_power::{DISCRIMINATIVE_POWER, DiscriminativePower, power_of};
use crate::statistics::{BaseStatistic, Inputs, Outcome, StatisticEntry, StatisticKind, Versus};

/// The share of resamples of the topics in which the runs' ranking agrees with a reference on the same topics. It
/// agrees if tau-b is above `tau`, if all of the best runs stay among the best, and if few pairs become significant: at
/// most the share `new` of the pairs that do not differ significantly by the reference.
pub(crate) static RANKING_KEPT: StatisticEntry = StatisticEntry {
    summary: "Share of resamples of the topics in which the runs' ranking agrees with the ranking by a \
              reference: tau-b is high, the best runs stay among the best, and few pairs become significant.",
    components: &["kept", "tau", "best", "new"],
    ..StatisticEntry::new::<RankingKept>("ranking-kept")
};

/// `ranking-kept`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RankingKept {
    /// The `discriminative-power` statistic, with a t test, that decides which pairs differ significantly.
    of: Spanned<String>,
    /// The reference: other judgments, another measure, or both.
    versus: Versus,
    /// The number of best runs. Runs that tie with the last one count too.
    #[serde(default = "crate::statistics::top_runs::default_top")]
    top: NonZeroU32,
    /// tau-b must be above this.
    #[serde(default = "default_tau")]
    tau: Fraction<false>,
    /// The largest share of pairs that may become significant, among the pairs that do not differ significantly by the
    /// reference.
    #[serde(default = "default_new")]
    new: Fraction<false>,
    /// The number of resamples of the topics.
    #[serde(default = "default_samples")]
    samples: WholeNumber<1, 100_000>,
}

fn default_tau() -> Fraction<false> {
    Fraction::new(0.9)
}

fn default_new() -> Fraction<false> {
    Fraction::new(0.05)
}

fn default_samples() -> WholeNumber<1, 100_000> {
    WholeNumber::new(100)
}

impl StatisticKind for RankingKept {
    fn check(&mut self, base: Option<&dyn StatisticKind>, errors: &mut Vec<YamlError>) {
        if let Some((test, correction)) = base.and_then(|base| base.test())
            && (test != Test::PairedT || correction.samples().is_some())
        {
            let message = format!(
                "`{}` draws samples or is not a t test: only t tests are recomputed in each resample of the topics",
                self.of.value
            );
            let help = "expected `test: paired-t`, without a correction or with one that draws no samples";
            errors.push(self.of.error(message).with_help(help));
        }
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn base_statistic(&self) -> Option<BaseStatistic<'_>> {
        Some(BaseStatistic { name: &self.of, kind: &DISCRIMINATIVE_POWER })
    }

    fn draws(&self) -> Option<&'static str> {
        Some("bootstrap samples of the topics")
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let [scores, reference] = inputs.compared_scores(self.versus())?;
        if scores.rows() < 2 || scores.cols() < 2 {
            return Err(Outcome::undefined("the test needs two runs and two topics"));
        }
        let power = power_of(inputs)?;
        let resamples = inputs.resamples(self.samples.get(), scores.cols())?;
        let mut agreeing = [0_u32; 4];
        for sample in 0..resamples.samples() {
            let counts = resamples.counts(sample);
            let (reference, scores) = (resampled(&reference, counts)?, resampled(&scores, counts)?);
            let agrees = self.agrees(inputs, power, &reference, &scores)?;
            let agrees_in_all = agrees.iter().all(|&agrees| agrees);
            for (count, agrees) in agreeing.iter_mut().zip([agrees_in_all].into_iter().chain(agrees)) {
                *count += u32::from(agrees);
            }
        }
        let [kept, tau, best, new] = agreeing.map(|count| f64::from(count) / f64::from(self.samples.get()));
        Ok(Outcome::new(&[("kept", kept), ("tau", tau), ("best", best), ("new", new)]).over(&scores))
    }
}

impl RankingKept {
    /// Returns whether tau-b is above `tau`, whether the best runs stay, and whether few pairs become significant. If a
    /// ranking ties all runs, tau-b is undefined, and the rankings do not agree.
    fn agrees(
        &self,
        inputs: &dyn Inputs,
        power: &DiscriminativePower,
        reference: &Matrix,
        scores: &Matrix,
    ) -> Result<[bool; 3], Outcome> {
        let decide = |scores: &Matrix, versus| -> Result<_, Outcome> {
            let pairs = significant(&power.p_values(inputs, scores)?, power.alpha.get(), Reject::Below);
            Ok((inputs.ranking(scores, versus), pairs))
        };
        let (reference, reference_pairs) = decide(reference, self.versus())?;
        let (ranking, pairs) = decide(scores, None)?;
        let decided = Decisions::new(
            Decided { ranking: &reference, significant: &reference_pairs },
            Decided { ranking: &ranking, significant: &pairs },
        );
        let new = decided.confusion().gained_significance();
        Ok([
            kendall_tau_b(&reference, &ranking).is_some_and(|tau| tau > self.tau.get()),
            top_kept(&reference, &ranking, self.top.get() as usize).is_whole(),
            new.is_none_or(|share| share <= self.new.get()),
        ])
    }
}

/// Returns the scores with each column repeated as often as it was drawn.
fn resampled(scores: &Matrix, counts: &[u32]) -> Result<Matrix, Outcome> {
    let repeated = |(&score, &count): (&f64, &u32)| std::iter::repeat_n(score, count as usize);
    let rows = (0..scores.rows()).flat_map(|row| scores.row(row).iter().zip(counts).flat_map(repeated));
    Matrix::new(scores.rows(), scores.cols(), rows.collect())
        .map_err(|error| Outcome::failed(error.to_string()))
}
