//! Where a finding comes out one way in print, on a twin or on other data, and another way elsewhere.

use super::{FindingOutcome, InPrint};

/// A finding that does not come out alike everywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Its name.
    pub finding: String,
    /// Where it holds and where it does not, in words.
    pub says: String,
    /// Why, where that is known.
    pub why: Option<String>,
}

/// Whether a finding holds in more than half of the draws; `None` where it cannot be said.
fn mostly(outcome: &FindingOutcome) -> Option<bool> {
    let fails = outcome.draws - outcome.holds;
    (outcome.holds != fails).then_some(outcome.holds > fails)
}

/// The findings that hold in one place and do not in another, of print and of the collections of `shown`; on
/// draws a finding holds where it does in more than half of them.
pub fn differences(shown: &[&FindingOutcome], in_print: &[InPrint]) -> Vec<Difference> {
    let mut names: Vec<&str> = Vec::new();
    for outcome in shown {
        if !names.contains(&outcome.finding.as_str()) {
            names.push(&outcome.finding);
        }
    }
    let difference = |name: &&str| {
        let of_name = || shown.iter().filter(|outcome| outcome.finding == *name);
        let places = |holds: bool| {
            let printed = in_print.iter().filter(|p| p.finding == *name);
            let printed = printed.filter(|p| p.outcome.is_some_and(|(held, _)| held == holds));
            let printed: Vec<&str> = printed.map(|p| p.collection.as_str()).collect();
            let drawn = of_name().filter(|outcome| mostly(outcome) == Some(holds));
            let drawn: Vec<&str> = drawn.map(|outcome| outcome.collection.as_str()).collect();
            let part = |word: &str, of: &[&str]| (!of.is_empty()).then(|| format!("{word} {}", listed(of)));
            let parts = [part("in print of", &printed), part("on", &drawn)];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
        };
        let (yes, no) = (places(true), places(false));
        if yes.is_empty() || no.is_empty() {
            return None;
        }
        let why = of_name().find_map(|outcome| outcome.differs.clone());
        Some(Difference { finding: (*name).to_owned(), says: format!("holds {yes}, but not {no}"), why })
    };
    names.iter().filter_map(difference).collect()
}

/// `a, b and c`
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
