//! A judge compared with itself: the agreement of its passes over the same documents, and their agreement with people.

use rejudge_pools::View;
use rejudge_stats::{
    Agreement, Decided, Decisions, Ranking, Reject, kendall_tau_b, mean, pairs, significant,
    standard_deviation, student_t_critical, tau_ap_b,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::yaml::Spanned;
use crate::statistics::agreement::labels;
use crate::statistics::discriminative_power::{DISCRIMINATIVE_POWER, power_of};
use crate::statistics::{BaseStatistic, Inputs, Outcome, StatisticEntry, StatisticKind, Versus};

/// Agreement of a judge's passes with each other (over pairs of passes) and with people (over passes, with
/// the prefix `people-`). Each quantity has a mean, a least value (`least-`) and a greatest value
/// (`greatest-`). The quantities are tau-b and tau-AP,b of the runs' rankings, the share of equal labels
/// (`equal`), kappa, and the share of significant pairs of runs that stay significant and are not reversed
/// (`kept`).
///
/// Two ranges say where a further pass would be in 95 of 100 cases: one for its tau-b with people (from
/// `people-low` to `people-high`), and one for its tau-b with the passes (from `ceiling-low` to
/// `ceiling-high`). The ranges need at least 20 dealt draws in addition to the passes. For each document, a
/// dealt draw takes the label of a random pass.
pub(crate) static PASSES: StatisticEntry = StatisticEntry {
    summary: "Agreement of a judge's passes with each other and with people on labels, rankings and significant pairs \
              of runs (mean, least, greatest); the ranges in which a further pass's tau-b is expected.",
    version: 2,
    components: &[
        "tau",
        "least-tau",
        "greatest-tau",
        "tau-ap",
        "least-tau-ap",
        "greatest-tau-ap",
        "equal",
        "least-equal",
        "greatest-equal",
        "kappa",
        "least-kappa",
        "greatest-kappa",
        "kept",
        "least-kept",
        "greatest-kept",
        "people-tau",
        "people-least-tau",
        "people-greatest-tau",
        "people-tau-ap",
        "people-least-tau-ap",
        "people-greatest-tau-ap",
        "people-equal",
        "people-least-equal",
        "people-greatest-equal",
        "people-kappa",
        "people-least-kappa",
        "people-greatest-kappa",
        "people-kept",
        "people-least-kept",
        "people-greatest-kept",
        "people-low",
        "people-high",
        "ceiling-low",
        "ceiling-high",
        "passes",
    ],
    units: &[
        ("passes", "passes"),
        ("tau", "tau-b"),
        ("least-tau", "tau-b"),
        ("greatest-tau", "tau-b"),
        ("people-tau", "tau-b"),
        ("people-least-tau", "tau-b"),
        ("people-greatest-tau", "tau-b"),
        ("tau-ap", "tau-AP,b"),
        ("least-tau-ap", "tau-AP,b"),
        ("greatest-tau-ap", "tau-AP,b"),
        ("people-tau-ap", "tau-AP,b"),
        ("people-least-tau-ap", "tau-AP,b"),
        ("people-greatest-tau-ap", "tau-AP,b"),
        ("equal", "share of the pairs of topic and document"),
        ("least-equal", "share of the pairs of topic and document"),
        ("greatest-equal", "share of the pairs of topic and document"),
        ("people-equal", "share of the pairs of topic and document"),
        ("people-least-equal", "share of the pairs of topic and document"),
        ("people-greatest-equal", "share of the pairs of topic and document"),
        ("kappa", "kappa"),
        ("least-kappa", "kappa"),
        ("greatest-kappa", "kappa"),
        ("people-kappa", "kappa"),
        ("people-least-kappa", "kappa"),
        ("people-greatest-kappa", "kappa"),
        ("people-low", "tau-b"),
        ("people-high", "tau-b"),
        ("ceiling-low", "tau-b"),
        ("ceiling-high", "tau-b"),
        ("", "share of the pairs"),
    ],
    page: "judges.md",
    needs_collection: true,
    ..StatisticEntry::new::<Passes>("passes")
};

/// The names of the mean, least and greatest value of each quantity between passes, in the order of
/// [`PairwiseAgreement::values`].
const BETWEEN_PASSES: [[&str; 3]; 5] = [
    ["tau", "least-tau", "greatest-tau"],
    ["tau-ap", "least-tau-ap", "greatest-tau-ap"],
    ["equal", "least-equal", "greatest-equal"],
    ["kappa", "least-kappa", "greatest-kappa"],
    ["kept", "least-kept", "greatest-kept"],
];

/// The names of the mean, least and greatest value of each quantity between passes and people, in the order
/// of [`PairwiseAgreement::values`].
const WITH_PEOPLE: [[&str; 3]; 5] = [
    ["people-tau", "people-least-tau", "people-greatest-tau"],
    ["people-tau-ap", "people-least-tau-ap", "people-greatest-tau-ap"],
    ["people-equal", "people-least-equal", "people-greatest-equal"],
    ["people-kappa", "people-least-kappa", "people-greatest-kappa"],
    ["people-kept", "people-least-kept", "people-greatest-kept"],
];

/// The smallest number of dealt draws from which a standard deviation is estimated.
const MIN_DEALT_DRAWS: usize = 20;

/// `passes`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Passes {
    /// The `discriminative-power` statistic that decides which pairs differ.
    of: Spanned<String>,
    /// The judgments by people.
    versus: Versus,
}

/// Judgments by people or by one draw of a judge, with the runs' ranking and significant pairs by these judgments.
struct Judged {
    view: View,
    ranking: Ranking,
    significant: Vec<bool>,
}

impl StatisticKind for Passes {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn base_statistic(&self) -> Option<BaseStatistic<'_>> {
        Some(BaseStatistic { name: &self.of, kind: &DISCRIMINATIVE_POWER })
    }

    fn is_over_all_draws(&self) -> bool {
        true
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let collection = inputs.judged_collection()?.collection;
        let names = inputs.judges();
        let judges = collection.judges().iter().filter(|judge| names.contains(&judge.name.as_str()));
        let count = judges.map(|judge| judge.passes().len()).max().unwrap_or(1);
        if count < 2 {
            return Err(Outcome::undefined(
                "the judge has one pass: `repeated: each` makes passes of its repeated labels",
            ));
        }
        let draws = inputs.judgment_draws()? as usize;
        if draws < count {
            return Err(Outcome::undefined(format!(
                "{count} passes need {count} draws, but there are {draws}"
            )));
        }
        let alpha = power_of(inputs)?.alpha.get();
        let by_draw = |draw: usize, versus: Option<&Versus>| -> Result<Judged, Outcome> {
            let inputs = inputs.at_draw(draw as u32);
            let [scores, reference] = inputs.compared_scores(Some(&self.versus))?;
            let view = match versus {
                Some(versus) => inputs.view_by(versus)?,
                None => inputs.judged_collection()?.view,
            };
            let ranking = inputs.ranking(if versus.is_some() { &reference } else { &scores }, versus);
            let significant = significant(&inputs.pairs(versus)?, alpha, Reject::Below);
            Ok(Judged { view, ranking, significant })
        };
        let people = by_draw(1, Some(&self.versus))?;
        let passes: Vec<Judged> = (1..=count).map(|draw| by_draw(draw, None)).collect::<Result<_, _>>()?;
        let dealt: Vec<Judged> =
            (count + 1..=draws).map(|draw| by_draw(draw, None)).collect::<Result<_, _>>()?;
        let topics = collection.topics().len();
        let mut numbers = vec![("passes", Some(count as f64))];
        let pairs = pairs(count).map(|(first, second)| (&passes[first], &passes[second]));
        let between_passes = PairwiseAgreement::new(pairs, topics);
        numbers.extend(between_passes.numbers(BETWEEN_PASSES));
        let with_people = PairwiseAgreement::new(passes.iter().map(|pass| (&people, pass)), topics);
        numbers.extend(with_people.numbers(WITH_PEOPLE));
        let tau = |one: &Judged, other: &Judged| kendall_tau_b(&one.ranking, &other.ranking);
        let with_passes =
            |dealt: &Judged| mean(&passes.iter().filter_map(|pass| tau(pass, dealt)).collect::<Vec<_>>());
        let dealt_with_people: Vec<f64> = dealt.iter().filter_map(|dealt| tau(&people, dealt)).collect();
        let dealt_with_passes: Vec<f64> = dealt.iter().filter_map(with_passes).collect();
        let factor = (count as f64 + 1.0) / (count as f64 - 1.0);
        for (names, taus, dealt, factor) in [
            (["people-low", "people-high"], &with_people.taus, dealt_with_people, factor.sqrt()),
            (["ceiling-low", "ceiling-high"], &between_passes.taus, dealt_with_passes, factor),
        ] {
            let range = further_pass(taus, &dealt, factor);
            numbers.extend(
                names.into_iter().enumerate().map(|(side, name)| (name, range.map(|range| range[side]))),
            );
        }
        Ok(Outcome::from_options(&numbers).over_all(topics, collection))
    }
}

/// The agreement of each pair of judgments.
struct PairwiseAgreement {
    taus: Vec<f64>,
    taus_ap: Vec<f64>,
    equal_shares: Vec<f64>,
    kappas: Vec<f64>,
    kept_shares: Vec<f64>,
}

impl PairwiseAgreement {
    fn new<'a>(pairs: impl Iterator<Item = (&'a Judged, &'a Judged)>, topics: usize) -> Self {
        let mut out = Self {
            taus: Vec::new(),
            taus_ap: Vec::new(),
            equal_shares: Vec::new(),
            kappas: Vec::new(),
            kept_shares: Vec::new(),
        };
        for (one, other) in pairs {
            out.taus.extend(kendall_tau_b(&one.ranking, &other.ranking));
            out.taus_ap.extend(tau_ap_b(&one.ranking, &other.ranking));
            // Labels with their own scale cannot agree with levels.
            if one.view.gains().is_none() && other.view.gains().is_none() {
                let mut agreement = Agreement::default();
                for topic in 0..topics {
                    agreement += &Agreement::new(&labels(&one.view, topic), &labels(&other.view, topic));
                }
                out.equal_shares.extend(agreement.observed());
                out.kappas.extend(agreement.kappa());
            }
            let [first, second] = [one, other]
                .map(|judged| Decided { ranking: &judged.ranking, significant: &judged.significant });
            let decisions = Decisions::new(first, second);
            let agreed = decisions.agreed as f64;
            let in_both = agreed + decisions.reversed as f64;
            // Each of the two judgments is the reference once.
            let shares = [in_both + decisions.lost as f64, in_both + decisions.new as f64]
                .map(|significant| agreed / significant);
            out.kept_shares.extend(mean(&shares).filter(|share| share.is_finite()));
        }
        out
    }

    /// Returns the values of each quantity, one for each pair of judgments for which it is defined.
    fn values(&self) -> [&[f64]; 5] {
        [&self.taus, &self.taus_ap, &self.equal_shares, &self.kappas, &self.kept_shares]
    }

    /// Returns the mean, the least and the greatest value of each quantity under these names.
    fn numbers(&self, names: [[&'static str; 3]; 5]) -> impl Iterator<Item = (&'static str, Option<f64>)> {
        names.into_iter().zip(self.values()).flat_map(|(names, values)| {
            let [least, greatest] = [f64::min as fn(f64, f64) -> f64, f64::max]
                .map(|extreme| values.iter().copied().reduce(extreme));
            names.into_iter().zip([mean(values), least, greatest])
        })
    }
}

/// Returns a range that contains the tau-b of a further pass with a confidence of 95%. Its centre is the
/// mean of `taus`, the passes' tau-b. Half of its width is `factor` times the standard deviation of
/// `dealt`, the dealt draws' tau-b, times the quantile of Student's t. The range is clipped to [-1, 1].
/// Returns `None` if `taus` is empty, or if fewer than [`MIN_DEALT_DRAWS`] dealt draws have a tau-b.
///
/// Three or four passes are too few to estimate a standard deviation. So we estimate it from dealt draws,
/// which take the label of a random pass for each document. With n passes, dealt labels have (n - 1) / n of
/// the variance of a pass's labels, and the mean of the passes has an error too. So, for the tau-b with
/// people, the distance of a further pass from the mean has (n + 1) / (n - 1) times the variance of the
/// dealt draws. For the tau-b with the passes, the factor of the variance is about the square of this one,
/// because a dealt draw takes one label in n from the very pass with which it is compared. We measured this
/// with tests/slow/passes_cover.py: without the square, only 88 of 100 ranges contain the tau-b.
fn further_pass(taus: &[f64], dealt: &[f64], factor: f64) -> Option<[f64; 2]> {
    if dealt.len() < MIN_DEALT_DRAWS {
        return None;
    }
    let critical = student_t_critical(0.05, dealt.len() as f64 - 1.0);
    let half_width = critical * standard_deviation(dealt)? * factor;
    let centre = mean(taus)?;
    Some([(centre - half_width).max(-1.0), (centre + half_width).min(1.0)])
}

#[cfg(test)]
mod tests {
    use super::further_pass;

    #[test]
    fn a_range_needs_enough_dealt_draws() {
        let dealt: Vec<f64> = (0..20).map(|draw| if draw % 2 == 0 { 0.5 } else { 0.7 }).collect();
        assert_eq!(further_pass(&[0.6, 0.8], &dealt[..19], 2.0), None);
        let [low, high] = further_pass(&[0.6, 0.8], &dealt, 2.0).expect("there are enough dealt draws");
        // The standard deviation is .1 sqrt(20 / 19). Student's t with 19 degrees of freedom has the quantile 2.0930.
        let half_width = 2.093_024 * 0.1 * (20.0_f64 / 19.0).sqrt() * 2.0;
        assert!((low - (0.7 - half_width)).abs() < 1e-6 && high == 1.0, "{low} {high}");
    }
}
