//! The ASL curve (Sakai, SIGIR 2006).

use std::sync::Arc;

use rejudge_spec::yaml::Spanned;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::entry::written;
use crate::{Entry, Inputs, Number, Outcome, Statistic, Subject};

/// The achieved significance levels of the run pairs, from the smallest.
pub(crate) static ASL_CURVE: Entry = Entry {
    name: "asl-curve",
    summary: "The achieved significance levels of the run pairs, from the smallest.",
    version: 1,
    components: &["asl"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, names, errors| {
        let Written { of, points } = written(node)?;
        let (of, _) = names.statistic(&of, "discriminative-power", NO_POWER)?;
        if let Some(points) = points.as_ref().filter(|points| points.value < 2) {
            errors.push(points.error(format!("found {}, expected 2 points or more", points.value)));
        }
        Ok(Arc::new(AslCurve { of, points: points.map(|points| points.value) }))
    },
    schema: |generator| generator.subschema_for::<Written>(),
};

/// Why another statistic will not do.
pub(crate) const NO_POWER: &str = "no discriminative power, so it has no pairs";

/// `asl-curve`.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "AslCurve")]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    /// The discriminative power that they belong to.
    of: Spanned<String>,
    /// At most so many points, evenly over the ranks, the first and the last among them. Absent: one a pair
    /// of runs, of which hundreds of runs have tens of thousands.
    #[schemars(range(min = 2))]
    points: Option<Spanned<u32>>,
}

#[derive(Debug)]
struct AslCurve {
    of: usize,
    points: Option<u32>,
}

impl AslCurve {
    /// The ranks that are told of `pairs`, from 1.
    fn ranks(&self, pairs: usize) -> impl Iterator<Item = usize> {
        let points = self.points.map_or(pairs, |points| pairs.min(points as usize));
        // Steps of at least one: no rank comes twice.
        (0..points).map(move |point| 1 + point * (pairs - 1) / (points - 1).max(1))
    }
}

impl Statistic for AslCurve {
    fn entry(&self) -> &'static Entry {
        &ASL_CURVE
    }

    fn parameters(&self, _versus: Option<&str>, of: Option<&str>) -> String {
        let points = self.points.map(|points| format!(",points={points}")).unwrap_or_default();
        format!("of={}{points}", of.unwrap_or_default())
    }

    fn of(&self) -> Option<usize> {
        Some(self.of)
    }

    fn compute(&self, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
        let mut asl = inputs.vector(self.of, None, "asl")?;
        asl.sort_by(f64::total_cmp);
        let number = |rank: usize| Number {
            component: "asl".to_owned(),
            of: Subject::Rank(rank as u32),
            value: asl[rank - 1],
        };
        Ok(Outcome { numbers: self.ranks(asl.len()).map(number).collect(), ..Outcome::of(&[]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_spread_from_the_first_to_the_last() {
        let ranks = |points, pairs| AslCurve { of: 0, points }.ranks(pairs).collect::<Vec<_>>();
        assert_eq!(ranks(None, 3), [1, 2, 3]);
        assert_eq!(ranks(Some(9), 3), [1, 2, 3]);
        assert_eq!(ranks(Some(3), 9), [1, 5, 9]);
        assert_eq!(ranks(Some(2), 1), [1]);
        assert_eq!(ranks(Some(4), 0), [0; 0]);
        for pairs in 1..60 {
            for points in 2..60 {
                let ranks = ranks(Some(points), pairs);
                assert_eq!((ranks[0], ranks.last()), (1, Some(&pairs)));
                assert_eq!(ranks.len(), pairs.min(points as usize));
                let steps: Vec<usize> = ranks.windows(2).map(|pair| pair[1] - pair[0]).collect();
                let (least, most) = (steps.iter().min(), steps.iter().max());
                assert!(least.zip(most).is_none_or(|(least, most)| *least > 0 && most - least <= 1));
            }
        }
    }
}
