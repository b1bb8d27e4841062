//! Chooses the judges who give a judgment set its levels: the people, another judge, several judges combined,
//! or any of these with a judge who fills in missing levels.

use std::sync::Arc;

use rejudge_metrics::Verdict;

use super::{ManipulationError, Material};
use crate::{Arguments, Contributions, Domain, Levels, Parameter, View};
use rejudge_names::Mistyped;

/// The judge whose judgments are manipulated. Every manipulation takes this parameter.
pub(super) const JUDGE: Parameter = Parameter::optional(
    "judge",
    "Another judge in place of the people, or several judges combined, with + between their names.",
    Domain::Judges,
);

/// The judge who labels documents that are left unjudged. Every manipulation takes this parameter.
pub(super) const FILL: Parameter = Parameter::optional(
    "fill",
    "The judge who labels unjudged documents, or several judges combined, with + between their names.",
    Domain::Judges,
);

/// The rule that combines several judges. Every manipulation takes this parameter.
pub(super) const BY: Parameter = Parameter::optional(
    "by",
    "Rule that merges the labels of several judges; `majority` by default.",
    Domain::Words(Ensemble::WORDS),
);

/// The rule that combines the labels of several judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ensemble {
    Majority,
    Mean,
    Max,
}

impl Ensemble {
    /// The words for the rules.
    const WORDS: &[(&str, &str)] = &[
        ("majority", "The label that most judges give; the lowest one if several are equally frequent."),
        ("mean", "The mean of the labels, rounded to a level; halves are rounded up."),
        ("max", "The highest label."),
    ];

    /// Returns the rule that the arguments give, by default the majority.
    fn new(arguments: &Arguments) -> Self {
        match arguments.get(BY.name) {
            None | Some("majority") => Self::Majority,
            Some("mean") => Self::Mean,
            Some("max") => Self::Max,
            Some(word) => unreachable!("`{word}` is not a word of `{}`", BY.name),
        }
    }

    /// Returns the label that combines `labels`, which must be sorted, or `None` if there are none.
    fn label(self, labels: &[u8]) -> Option<u8> {
        match self {
            Self::Max => labels.last().copied(),
            Self::Mean => {
                let (sum, count) =
                    (labels.iter().map(|&level| u32::from(level)).sum::<u32>(), labels.len() as u32);
                (count > 0).then(|| ((2 * sum + count) / (2 * count)) as u8)
            }
            Self::Majority => {
                // If several labels are the most frequent, the lowest wins, because labels are sorted.
                let mut best: Option<&[u8]> = None;
                for same in labels.chunk_by(|a, b| a == b) {
                    if best.is_none_or(|best| same.len() > best.len()) {
                        best = Some(same);
                    }
                }
                best.map(|same| same[0])
            }
        }
    }
}

/// Checks that the arguments on judges are compatible.
pub(super) fn check(arguments: &Arguments) -> Result<(), Mistyped> {
    let has_several = [&JUDGE, &FILL]
        .iter()
        .any(|parameter| arguments.get(parameter.name).is_some_and(|j| j.contains('+')));
    if arguments.get(BY.name).is_some() && !has_several {
        return Err(Mistyped::new(
            "`by` combines several judges, but neither `judge` nor `fill` names several with +",
        ));
    }
    if arguments.get(FILL.name).is_some() && arguments.get(FILL.name) == arguments.get(JUDGE.name) {
        return Err(Mistyped::new("`judge` and `fill` are the same: nothing would be filled"));
    }
    Ok(())
}

/// Returns the judgment set that `apply` makes from the judgments of the judge that the arguments name, by
/// default the people. If the arguments name a judge who fills in labels, that judge labels the documents
/// that are unjudged in this set.
pub(super) fn with_judges(
    arguments: &Arguments,
    material: &Material<'_>,
    apply: impl Fn(&Arguments, &Material<'_>) -> Result<View, ManipulationError>,
) -> Result<View, ManipulationError> {
    let [judge, fill] = [JUDGE, FILL].map(|parameter| arguments.get(parameter.name));
    if (judge.is_some() || fill.is_some()) && material.base.has_units() {
        let fault =
            "other judges cannot be used, because this collection has duplicates or groups of documents";
        return Err(ManipulationError(fault.to_owned()));
    }
    let ensemble = Ensemble::new(arguments);
    let view = match judge {
        None => apply(arguments, material)?,
        Some(names) => {
            let base = labels_within_base(material, &levels_of_judges(names, ensemble, material)?);
            let contributions =
                Contributions::new(material.collection, &base, material.contributions.depth());
            apply(arguments, &Material { base: &base, contributions: &contributions, ..*material })?
        }
    };
    let Some(names) = fill else { return Ok(view) };
    let levels = levels_of_judges(names, ensemble, material)?;
    for (names, gains) in [(names, levels.gains()), (judge.unwrap_or("people"), view.gains())] {
        if gains.is_some() {
            return Err(own_scale_error(names));
        }
    }
    let filling = labels_within_base(material, &levels);
    Ok(view.filled(material.collection, &filling))
}

/// Returns the judge's labels of the documents that the experiment uses. If the base leaves out documents of
/// the people's pool, these documents are left out here too. Documents outside the people's pool stay.
fn labels_within_base(material: &Material<'_>, levels: &Arc<Levels>) -> View {
    let full = View::full(material.collection);
    let by_judge = View::by_judge(material.collection, levels);
    by_judge.restricted(material.collection, |topic| {
        let left_out = full.pool(topic).without(material.base.pool(topic));
        by_judge.pool(topic).without(&left_out)
    })
}

fn own_scale_error(names: &str) -> ManipulationError {
    ManipulationError(format!(
        "`{names}`: the labels are on a scale of their own, and cannot be combined with others' labels: map them to \
         levels"
    ))
}

/// Returns the labels of a judge, or of several with `+` between their names.
fn levels_of_judges(
    names: &str,
    ensemble: Ensemble,
    material: &Material<'_>,
) -> Result<Arc<Levels>, ManipulationError> {
    let judges = material.collection.judges();
    let labels_of = |name: &str| {
        let judge = judges.iter().find(|judge| judge.name == name);
        judge.map(|judge| judge.draw(material)).ok_or_else(|| {
            let known_names: Vec<&str> = judges.iter().map(|judge| judge.name.as_str()).collect();
            let hint = match known_names[..] {
                [] => ": these judgments come without other judges".to_owned(),
                _ => format!(", the judges are `{}`", known_names.join("`, `")),
            };
            ManipulationError(format!("there is no judge `{name}`{hint}"))
        })
    };
    let label_sets: Vec<Arc<Levels>> = names.split('+').map(labels_of).collect::<Result<_, _>>()?;
    if let [one] = label_sets.as_slice() {
        return Ok(Arc::clone(one));
    }
    if label_sets.iter().any(|levels| levels.gains().is_some()) {
        return Err(own_scale_error(names));
    }
    let topics = (0..material.collection.topics().len()).map(|topic| {
        let documents = material.collection.topic(topic).verdicts.len();
        let mut labels = Vec::with_capacity(label_sets.len());
        let combined_labels = (0..documents).map(|doc| {
            labels.clear();
            labels.extend(label_sets.iter().filter_map(|levels| match levels.verdicts(topic)[doc] {
                Verdict::Level(level) => Some(level),
                Verdict::Pooled => None,
            }));
            labels.sort_unstable();
            ensemble.label(&labels).map_or(Verdict::Pooled, Verdict::Level)
        });
        combined_labels.collect::<Vec<_>>()
    });
    Ok(Arc::new(Levels::new(topics, None)))
}

#[cfg(test)]
mod tests {
    use super::Ensemble::{Majority, Max, Mean};

    #[test]
    fn several_labels_become_one() {
        for (labels, majority, mean, max) in
            [(&[0, 0, 1][..], 0, 0, 1), (&[0, 1], 0, 1, 1), (&[0, 3, 3], 3, 2, 3), (&[1, 2, 3], 1, 2, 3)]
        {
            assert_eq!(
                [Majority, Mean, Max].map(|ensemble| ensemble.label(labels)),
                [majority, mean, max].map(Some)
            );
        }
        assert_eq!([Majority, Mean, Max].map(|ensemble| ensemble.label(&[])), [None; 3]);
    }
}
