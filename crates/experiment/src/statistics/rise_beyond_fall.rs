//! The rise of a team's run by one measure compared with its fall by another. Condensed-list measures
//! overestimate a new team, and traditional measures underestimate it (Sakai, IPSJ 2009).

use std::collections::BTreeMap;

use crate::spec::yaml::Spanned;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::changes::{Team, team_runs};
use crate::statistics::{Inputs, Outcome, StatisticEntry, StatisticKind, Versus, versus_judgments};

/// The sum of a run's relative changes by two measures. It is above 0 if the run rises by one measure more
/// than it falls by the other.
pub(crate) static RISE_BEYOND_FALL: StatisticEntry = StatisticEntry {
    summary: "Relative change of a team's run by one measure plus its relative change by another: above 0 if \
              the run rises by the first measure more than it falls by the second. If the team has several \
              runs, the first by name is used. Undefined if neither score changes.",
    components: &["excess"],
    needs_team: true,
    resamples_topics: true,
    units: &[("excess", "share of the score")],
    ..StatisticEntry::new::<RiseBeyondFall>("rise-beyond-fall")
};

/// `rise-beyond-fall`.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct RiseBeyondFall {
    /// The judgments to compare with.
    #[serde(deserialize_with = "versus_judgments")]
    #[schemars(with = "String")]
    versus: Versus,
    /// The team whose run is compared.
    of: Team,
    /// For each measure by which the run should rise, the measure by which it should fall, both by full name. The
    /// statistic is undefined for all other measures.
    fall: BTreeMap<String, Spanned<String>>,
}

impl StatisticKind for RiseBeyondFall {
    fn versus(&self) -> Option<&Versus> {
        Some(&self.versus)
    }

    fn other_measure(&self, measure: &str) -> Option<&Spanned<String>> {
        self.fall.get(measure)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let metric = inputs.metric()?.to_string();
        let fall_measure = self
            .other_measure(&metric)
            .ok_or_else(|| Outcome::undefined("`fall` has no entry for this measure"))?;
        if !inputs.has_measure(&fall_measure.value) {
            return Err(Outcome::undefined(format!("`{}` is not on the axis `measure`", fall_measure.value)));
        }
        let run = team_runs(inputs)?[0];
        let [after, before] = inputs.compared_scores(Some(&self.versus))?;
        let after_by_other = Versus { measure: Some(fall_measure.clone()), ..Versus::default() };
        let before_by_other = Versus { judgments: self.versus.judgments.clone(), ..after_by_other.clone() };
        let [_, other_after] = inputs.compared_scores(Some(&after_by_other))?;
        let [_, other_before] = inputs.compared_scores(Some(&before_by_other))?;
        let change = |before: f64, after: f64| (before != 0.0).then(|| (after - before) / before);
        let score = |scores, versus| inputs.run_scores(scores, versus)[run];
        let rise = change(score(&before, None), score(&after, None));
        let fall =
            change(score(&other_before, Some(&before_by_other)), score(&other_after, Some(&after_by_other)));
        match rise.zip(fall) {
            None => Err(Outcome::undefined("a score of 0 has no relative change")),
            Some((0.0, 0.0)) => Err(Outcome::undefined("neither score of the team's run changes")),
            Some((rise, fall)) => Ok(Outcome::new(&[("excess", rise + fall)]).over(&after)),
        }
    }
}
