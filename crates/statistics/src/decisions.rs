//! What becomes of decisions about pairs of runs.

use rejudge_stats::{Decided, Decisions};

use crate::significant_pairs::{SignificantPairs, schema};
use crate::{Entry, Inputs, Outcome};

/// Pairs of runs that differ significantly under both judgment sets with the same better run (`agreed`), with
/// another one (`reversed`), under the reference alone (`lost`), or under the other set alone (`new`).
pub(crate) static DECISIONS: Entry = Entry {
    name: "decisions",
    summary: "Pairs of runs that differ significantly: under both judgment sets, in opposite directions, \
              or under one of them alone.",
    version: 1,
    components: &["agreed", "reversed", "lost", "new", "undecided", "new-share"],
    has_measure: true,
    has_judgments: true,
    is_of_compared_runs: true,
    is_of_a_team: false,
    read: |node, names, _| SignificantPairs::read(&DECISIONS, (compute, &[]), node, names),
    schema,
};

fn compute(pairs: &SignificantPairs, inputs: &dyn Inputs) -> Result<Outcome, Outcome> {
    let versus = Some(&pairs.versus);
    let [scores, reference] = inputs.compared(versus)?;
    let [there, here] = pairs.significant(inputs)?;
    let (by_reference, by_other) = (inputs.ranking(&reference, versus), inputs.ranking(&scores, None));
    let decided = Decisions::of(
        Decided { ranking: &by_reference, significant: &there },
        Decided { ranking: &by_other, significant: &here },
    );
    let mut numbers = vec![
        ("agreed", decided.agreed as f64),
        ("reversed", decided.reversed as f64),
        ("lost", decided.lost as f64),
        ("new", decided.new as f64),
        ("undecided", decided.undecided as f64),
    ];
    numbers.extend(decided.confusion().gained_significance().map(|share| ("new-share", share)));
    Ok(Outcome::of(&numbers).over(&scores))
}
