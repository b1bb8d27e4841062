//! Pairs of runs that differ significantly in a cell, compared with the pairs that differ significantly by a
//! reference, such as other judgments.

use crate::spec::yaml::Spanned;
use rejudge_stats::{Decided, Decisions, DiscriminativePower, Reject, confusion_matrix, significant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::discriminative_power::{DISCRIMINATIVE_POWER, power_of};
use crate::statistics::{BaseStatistic, Inputs, Outcome, StatisticEntry, StatisticKind, Versus};

/// Numbers of run pairs by their significance. A pair that is significant both in the cell and by the
/// reference is `reversed` if the cell and the reference prefer different runs, and `agreed` otherwise. Any
/// other pair is significant only by the reference (`lost`), only in the cell (`new`), or in neither
/// (`undecided`).
/// `new-share` is the share of new pairs among the new and the undecided pairs.
pub(crate) static DECISIONS: StatisticEntry = StatisticEntry {
    summary: "Numbers of run pairs that differ significantly both in the cell and by a reference (in the \
              same direction or in opposite ones), in only one of the two, or in neither.",
    components: &["agreed", "reversed", "lost", "new", "undecided", "new-share"],
    units: &[("new-share", "share of the pairs"), ("", "pairs")],
    version: 2,
    ..StatisticEntry::new::<SignificantPairs<0>>("decisions")
};

/// Numbers of run pairs that are significant only by the reference (`misses`) or only in the cell
/// (`false-alarms`).
pub(crate) static MISSES_AND_FALSE_ALARMS: StatisticEntry = StatisticEntry {
    summary: "Numbers of run pairs that are significant only by a reference (`misses`) or only in the cell \
              (`false-alarms`), and their sum.",
    components: &["misses", "false-alarms", "disagreements"],
    units: &[("", "pairs")],
    sums: &[("disagreements", &[("misses", 1.0), ("false-alarms", 1.0)])],
    version: 2,
    ..StatisticEntry::new::<SignificantPairs<1>>("misses-and-false-alarms")
};

/// The share of significant pairs of runs in the cell, minus the share by the reference. Unlike `decisions`,
/// it compares the numbers of pairs, not the pairs themselves.
pub(crate) static POWER_CHANGE: StatisticEntry = StatisticEntry {
    summary: "Change of discriminative power: the share of significant pairs of runs, minus the share under \
              a reference.",
    components: &["change", "before", "after"],
    units: &[("", "share of the pairs")],
    sums: &[("change", &[("after", 1.0), ("before", -1.0)])],
    version: 2,
    ..StatisticEntry::new::<SignificantPairs<2>>("power-change")
};

type Compare = fn(&dyn Inputs, &Versus, [Vec<bool>; 2]) -> Result<Outcome, Outcome>;

/// The function that computes each kind. Its last argument has the significance of the pairs by the reference,
/// followed by their significance in the cell.
const KINDS: [Compare; 3] = [decisions, misses, power_change];

/// A statistic of pairs that are significant by a reference or in the cell. `KIND` is an index into [`KINDS`].
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(rename = "SignificantPairs")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SignificantPairs<const KIND: usize> {
    /// The `discriminative-power` statistic that decides which pairs differ.
    of: Spanned<String>,
    /// The reference: other judgments, another measure, or both.
    versus: Versus,
}

impl<const KIND: usize> StatisticKind for SignificantPairs<KIND> {
    fn base_statistic(&self) -> Option<BaseStatistic<'_>> {
        Some(BaseStatistic { name: &self.of, kind: &DISCRIMINATIVE_POWER })
    }

    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let alpha = power_of(inputs)?.alpha.get();
        let significant_pairs = |versus| -> Result<Vec<bool>, Outcome> {
            Ok(significant(&inputs.pairs(versus)?, alpha, Reject::Below))
        };
        let by_reference_and_cell = [significant_pairs(self.versus())?, significant_pairs(None)?];
        KINDS[KIND](inputs, &self.versus, by_reference_and_cell)
    }
}

fn decisions(
    inputs: &dyn Inputs,
    versus: &Versus,
    [by_reference, by_cell]: [Vec<bool>; 2],
) -> Result<Outcome, Outcome> {
    let [scores, reference] = inputs.compared_scores(Some(versus))?;
    let (reference_ranking, ranking) =
        (inputs.ranking(&reference, Some(versus)), inputs.ranking(&scores, None));
    let decided = Decisions::new(
        Decided { ranking: &reference_ranking, significant: &by_reference },
        Decided { ranking: &ranking, significant: &by_cell },
    );
    let numbers = [
        ("agreed", Some(decided.agreed as f64)),
        ("reversed", Some(decided.reversed as f64)),
        ("lost", Some(decided.lost as f64)),
        ("new", Some(decided.new as f64)),
        ("undecided", Some(decided.undecided as f64)),
        ("new-share", decided.confusion().gained_significance()),
    ];
    Ok(Outcome::from_options(&numbers).over(&scores))
}

fn misses(_: &dyn Inputs, _: &Versus, [truth, by_cell]: [Vec<bool>; 2]) -> Result<Outcome, Outcome> {
    let matrix = confusion_matrix(&truth, &by_cell);
    let (misses, alarms) = (matrix.c21 as f64, matrix.c12 as f64);
    Ok(Outcome::new(&[("misses", misses), ("false-alarms", alarms), ("disagreements", misses + alarms)]))
}

fn power_change(_: &dyn Inputs, _: &Versus, flags: [Vec<bool>; 2]) -> Result<Outcome, Outcome> {
    let [before, after] = flags.map(|pairs| {
        let significant = pairs.iter().filter(|&&significant| significant).count();
        DiscriminativePower { significant, pairs: pairs.len() }.share()
    });
    let (before, after) =
        before.zip(after).ok_or_else(|| Outcome::undefined("there are no run pairs to compare"))?;
    Ok(Outcome::new(&[("change", after - before), ("before", before), ("after", after)]))
}
