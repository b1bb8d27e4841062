//! A judge against itself: how far its passes over the same documents agree, beside its agreement with people.

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
use crate::statistics::{Entry, Inputs, Of, Outcome, Statistic, Versus};

/// Agreement of the passes of a judge with each other, the mean over pairs of passes, and with people (`people-`), the
/// mean over passes: the share of equal labels (`equal`), kappa, tau-b and tau-AP,b of the runs, and the share of
/// significant pairs of runs that stay so with the same better run (`kept`); the least and the greatest tau-b.
///
/// The ranges hold the tau-b of a further pass with people (`people-low`, `people-high`) and with the passes (`ceiling-low`,
/// `ceiling-high`) in 95 of 100 cases. They need 20 draws beyond the passes.
pub(crate) static PASSES: Entry = Entry {
    summary: "A judge against itself: agreement of its passes with each other and with people, by labels, by the ranking of the \
              runs and by their significant pairs; and the range of a further pass.",
    components: &[
        "tau",
        "tau-ap",
        "equal",
        "kappa",
        "kept",
        "least-tau",
        "greatest-tau",
        "people-tau",
        "people-tau-ap",
        "people-equal",
        "people-kappa",
        "people-kept",
        "people-least-tau",
        "people-greatest-tau",
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
        ("people-low", "tau-b"),
        ("people-high", "tau-b"),
        ("ceiling-low", "tau-b"),
        ("ceiling-high", "tau-b"),
        ("tau-ap", "tau-AP,b"),
        ("people-tau-ap", "tau-AP,b"),
        ("kappa", "kappa"),
        ("people-kappa", "kappa"),
        ("equal", "share of the pairs of topic and document"),
        ("people-equal", "share of the pairs of topic and document"),
        ("", "share of the pairs"),
    ],
    page: "judges.md",
    needs_collection: true,
    ..Entry::new::<Passes>("passes")
};

/// The fewest dealt draws whose standard deviation is used.
const LEAST_DEALT: usize = 20;

/// `passes`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Passes {
    /// The discriminative power that says which pairs of runs differ significantly.
    of: Spanned<String>,
    /// The judgments by people.
    versus: Versus,
}

/// The judgments of people or of a draw of a judge, and the runs by them.
struct Judged {
    view: View,
    ranking: Ranking,
    significant: Vec<bool>,
}

impl Statistic for Passes {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn base_statistic(&self) -> Option<Of<'_>> {
        Some(Of { name: &self.of, kind: &DISCRIMINATIVE_POWER })
    }

    fn is_over_all_draws(&self) -> bool {
        true
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let collection = inputs.judged()?.collection;
        let names = inputs.judges();
        let judges = collection.judges().iter().filter(|judge| names.contains(&judge.name.as_str()));
        let count = judges.map(|judge| judge.passes().len()).max().unwrap_or(1);
        if count < 2 {
            return Err(Outcome::undefined(
                "one pass: `repeated: each` of a judge makes passes of its repeated labels",
            ));
        }
        let draws = inputs.draws_of_judgments()? as usize;
        if draws < count {
            return Err(Outcome::undefined(format!(
                "{count} passes need {count} draws, and there are {draws}"
            )));
        }
        let alpha = power_of(inputs)?.alpha.get();
        let by_draw = |draw: usize, versus: Option<&Versus>| -> Result<Judged, Outcome> {
            let inputs = inputs.at_draw(draw as u32);
            let [own, reference] = inputs.compared(Some(&self.versus))?;
            let view = match versus {
                Some(versus) => inputs.judged_by(versus)?,
                None => inputs.judged()?.view,
            };
            let ranking = inputs.ranking(if versus.is_some() { &reference } else { &own }, versus);
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
        let itself = Together::new(pairs, topics);
        numbers.extend(itself.numbers([
            "tau",
            "tau-ap",
            "equal",
            "kappa",
            "kept",
            "least-tau",
            "greatest-tau",
        ]));
        let with_people = Together::new(passes.iter().map(|pass| (&people, pass)), topics);
        numbers.extend(with_people.numbers([
            "people-tau",
            "people-tau-ap",
            "people-equal",
            "people-kappa",
            "people-kept",
            "people-least-tau",
            "people-greatest-tau",
        ]));
        let tau = |one: &Judged, other: &Judged| kendall_tau_b(&one.ranking, &other.ranking);
        let with_passes =
            |dealt: &Judged| mean(&passes.iter().filter_map(|pass| tau(pass, dealt)).collect::<Vec<_>>());
        let dealt_with_people: Vec<f64> = dealt.iter().filter_map(|dealt| tau(&people, dealt)).collect();
        let dealt_with_passes: Vec<f64> = dealt.iter().filter_map(with_passes).collect();
        let factor = (count as f64 + 1.0) / (count as f64 - 1.0);
        for (names, taus, dealt, factor) in [
            (["people-low", "people-high"], &with_people.taus, dealt_with_people, factor.sqrt()),
            (["ceiling-low", "ceiling-high"], &itself.taus, dealt_with_passes, factor),
        ] {
            let range = further_pass(taus, &dealt, factor);
            numbers.extend(
                names.into_iter().enumerate().map(|(end, name)| (name, range.map(|range| range[end]))),
            );
        }
        Ok(Outcome::of_defined(&numbers).over_all(topics, collection))
    }
}

/// Agreement of pairs of judgments.
struct Together {
    taus: Vec<f64>,
    taus_ap: Vec<f64>,
    equal: Vec<f64>,
    kappas: Vec<f64>,
    kept: Vec<f64>,
}

impl Together {
    fn new<'a>(pairs: impl Iterator<Item = (&'a Judged, &'a Judged)>, topics: usize) -> Self {
        let mut out = Self {
            taus: Vec::new(),
            taus_ap: Vec::new(),
            equal: Vec::new(),
            kappas: Vec::new(),
            kept: Vec::new(),
        };
        for (one, other) in pairs {
            out.taus.extend(kendall_tau_b(&one.ranking, &other.ranking));
            out.taus_ap.extend(tau_ap_b(&one.ranking, &other.ranking));
            // Labels on a scale of their own are no levels that could agree.
            if one.view.gains().is_none() && other.view.gains().is_none() {
                let mut agreement = Agreement::default();
                for topic in 0..topics {
                    agreement += &Agreement::new(&labels(&one.view, topic), &labels(&other.view, topic));
                }
                out.equal.extend(agreement.observed());
                out.kappas.extend(agreement.kappa());
            }
            let [first, second] =
                [one, other].map(|of| Decided { ranking: &of.ranking, significant: &of.significant });
            let decisions = Decisions::new(first, second);
            let agreed = decisions.agreed as f64;
            let both = agreed + decisions.reversed as f64;
            // Both in turn are the reference.
            let shares = [both + decisions.lost as f64, both + decisions.new as f64].map(|all| agreed / all);
            out.kept.extend(mean(&shares).filter(|share| share.is_finite()));
        }
        out
    }

    /// Returns the means, by these names, and the least and greatest tau-b.
    fn numbers<'n>(&self, names: [&'n str; 7]) -> impl Iterator<Item = (&'n str, Option<f64>)> + use<'n> {
        let ends =
            [f64::min as fn(f64, f64) -> f64, f64::max].map(|end| self.taus.iter().copied().reduce(end));
        let means = [&self.taus, &self.taus_ap, &self.equal, &self.kappas, &self.kept].map(|all| mean(all));
        names.into_iter().zip(means.into_iter().chain(ends))
    }
}

/// Returns the range of the tau-b of a further pass, with a confidence of 95%, from those of the passes and of dealt draws,
/// whose standard deviation is to be taken `factor` times; `None` if fewer than [`LEAST_DEALT`] are dealt.
///
/// Three or four passes hardly show their own standard deviation, so that it is estimated from dealt draws, which take the
/// label of a random pass for each document. Of n passes the variance of dealt labels is (n - 1) / n of that of labels,
/// and the mean of the passes has an error too: with people, the variance of a further pass's distance from it is
/// (n + 1) / (n - 1) of theirs. With the passes themselves it is about the square of that, because a dealt draw has the labels of each
/// pass for one document in n (tests/slow/passes_cover.py: without the square 88 of 100 ranges hold).
fn further_pass(taus: &[f64], dealt: &[f64], factor: f64) -> Option<[f64; 2]> {
    if dealt.len() < LEAST_DEALT {
        return None;
    }
    let critical = student_t_critical(0.05, dealt.len() as f64 - 1.0);
    let width = critical * standard_deviation(dealt)? * factor;
    let centre = mean(taus)?;
    Some([(centre - width).max(-1.0), (centre + width).min(1.0)])
}

#[cfg(test)]
mod tests {
    use super::further_pass;

    #[test]
    fn a_range_needs_dealt_draws() {
        let dealt: Vec<f64> = (0..20).map(|at| if at % 2 == 0 { 0.5 } else { 0.7 }).collect();
        assert_eq!(further_pass(&[0.6, 0.8], &dealt[..19], 2.0), None);
        let [low, high] = further_pass(&[0.6, 0.8], &dealt, 2.0).expect("a range");
        // The standard deviation is .1 sqrt(20 / 19), the quantile of Student's t with 19 degrees of freedom 2.0930.
        let width = 2.093_024 * 0.1 * (20.0_f64 / 19.0).sqrt() * 2.0;
        assert!((low - (0.7 - width)).abs() < 1e-6 && high == 1.0, "{low} {high}");
    }
}
