//! Claims that come out differently in print, on simulated collections and on other data.

use crate::table::number;
use rejudge_names::plural::{counted, of_number};

use super::{ClaimOutcome, Held, InPrint, Share};

/// A claim that does not come out the same everywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub name: String,
    /// The places at which it holds and those at which it does not, in words.
    pub says: String,
    /// A sentence for each collection whose simulation gives the opposite verdict: the place of the printed margin among
    /// those of the draws.
    pub margins: Vec<String>,
    /// The reason, if it is known.
    pub why: Option<String>,
}

/// Describes the place of the printed margin among those of the draws of the collection's simulation. Returns `None` if
/// both give the same verdict.
fn among_draws(printed: &InPrint, twin: &ClaimOutcome) -> Option<String> {
    let (Held { holds, margin, .. }, (low, high)) = printed.outcome.zip(twin.margins)?;
    if twin.share()? == if holds { Share::Most } else { Share::Fewer } {
        return None;
    }
    let shown = |margin: f64| number(margin, 4, true);
    let (place, so) = match (low..=high).contains(&margin) {
        true => ("inside", "chance can explain the difference"),
        false => ("outside", "the twin is unlike its original here"),
    };
    Some(format!(
        "the printed margin of {}, {}, is {place} the 95% prediction interval of its twin's draws ({} to {}): {so}",
        printed.collection,
        shown(margin),
        shown(low),
        shown(high)
    ))
}

/// Returns the claims that hold in one place but not in another, or only in half of its draws, among the paper's tables
/// and the collections of `shown`. On draws, a claim holds if it does in more than half of them.
pub fn differences(shown: &[&ClaimOutcome], in_print: &[InPrint]) -> Vec<Difference> {
    let mut names: Vec<&str> = Vec::new();
    for outcome in shown {
        if !names.contains(&outcome.name.as_str()) {
            names.push(&outcome.name);
        }
    }
    let difference = |name: &&str| {
        let of_name = || shown.iter().filter(|outcome| outcome.name == *name);
        let drawn = |wanted: Share| {
            let drawn = of_name().filter(|outcome| outcome.share() == Some(wanted));
            drawn.map(|outcome| outcome.collection.as_str()).collect::<Vec<_>>()
        };
        let part = |word: &str, of: &[&str]| (!of.is_empty()).then(|| format!("{word} {}", listed(of)));
        let places = |holds: bool| {
            let printed = in_print.iter().filter(|p| p.name == *name);
            let printed = printed.filter(|p| p.outcome.is_some_and(|held| held.holds == holds));
            let named = |p: &InPrint| match p.outcome {
                Some(Held { within_rounding: true, .. }) => format!("{} (within rounding)", p.collection),
                _ => p.collection.clone(),
            };
            let printed: Vec<String> = printed.map(named).collect();
            let printed: Vec<&str> = printed.iter().map(String::as_str).collect();
            let drawn = drawn(if holds { Share::Most } else { Share::Fewer });
            let parts = [part("in the paper's tables for", &printed), part("on", &drawn)];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
        };
        let (yes, no) = (places(true), places(false));
        let half = part("holds in half of the draws on", &drawn(Share::Half));
        let whole = match (yes.is_empty(), no.is_empty()) {
            (false, false) => Some(format!("holds {yes}, but not {no}")),
            // Holding in half of the draws only is not a difference between places.
            (true, true) => return None,
            _ if half.is_none() => return None,
            (false, true) => Some(format!("holds {yes}")),
            (true, false) => Some(format!("does not hold {no}")),
        };
        let says = whole.into_iter().chain(half).collect::<Vec<_>>().join("; ");
        let why = of_name().find_map(|outcome| outcome.differs.clone());
        let twin =
            |p: &InPrint| of_name().find(|outcome| outcome.collection == format!("{}-twin", p.collection));
        let of_print = in_print.iter().filter(|p| p.name == *name);
        let margins = of_print.filter_map(|p| among_draws(p, twin(p)?)).collect();
        Some(Difference { name: (*name).to_owned(), says, margins, why })
    };
    names.iter().filter_map(difference).collect()
}

/// Returns a sentence on how many claims the printed tables support, each asked of each printed collection. Returns
/// `None` if the printed tables decide none.
pub(crate) fn in_print_sentence(in_print: &[InPrint]) -> Option<String> {
    let outcomes: Vec<Held> = in_print.iter().filter_map(|printed| printed.outcome).collect();
    let hold = outcomes.iter().filter(|held| held.holds).count();
    let rounded = match outcomes.iter().filter(|held| held.within_rounding).count() {
        0 => String::new(),
        rounded => {
            format!("; {rounded} of these verdicts {} within rounding", of_number(rounded, "is", "are"))
        }
    };
    (!outcomes.is_empty()).then(|| {
        let cases = counted(outcomes.len(), "case");
        format!("tested on each printed collection, the claims hold in {hold} of {cases}{rounded}")
    })
}

/// `a, b and c`
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(collection: &str, holds: usize, draws: usize) -> ClaimOutcome {
        ClaimOutcome {
            name: "claim".to_owned(),
            claim: "a claim".to_owned(),
            section: None,
            collection: collection.to_owned(),
            holds,
            draws,
            margin: None,
            margins: None,
            unit: "ranks".to_owned(),
            before: None,
            differs: None,
        }
    }

    fn printed(holds: Option<bool>) -> InPrint {
        let (name, collection) = ("claim".to_owned(), "real".to_owned());
        InPrint {
            name,
            collection,
            outcome: holds.map(|holds| Held { holds, margin: 0.0, within_rounding: false }),
        }
    }

    fn says(outcomes: &[ClaimOutcome], in_print: &[InPrint]) -> Vec<String> {
        let shown: Vec<&ClaimOutcome> = outcomes.iter().collect();
        differences(&shown, in_print).into_iter().map(|difference| difference.says).collect()
    }

    #[test]
    fn half_of_the_draws_is_named_beside_the_others() {
        let (most, half, few) = (drawn("m", 5, 8), drawn("h", 4, 8), drawn("f", 3, 8));
        let all = [most.clone(), half.clone(), few.clone()];
        assert_eq!(says(&all, &[]), ["holds on m, but not on f; holds in half of the draws on h"]);
        assert_eq!(
            says(std::slice::from_ref(&half), &[printed(Some(true))]),
            ["holds in the paper's tables for real; holds in half of the draws on h"]
        );
        assert_eq!(
            says(&[half.clone(), few], &[printed(Some(false))]),
            ["does not hold in the paper's tables for real and on f; holds in half of the draws on h"]
        );
        // The same everywhere, or nowhere else to compare with.
        assert_eq!(says(&[most], &[printed(Some(true))]), Vec::<String>::new());
        assert_eq!(says(&[half], &[printed(None)]), Vec::<String>::new());
        assert_eq!(says(&[drawn("n", 0, 0)], &[printed(Some(true))]), Vec::<String>::new());
    }

    #[test]
    fn a_margin_in_print_has_its_place_among_the_draws() {
        let sentence = |margin: f64| {
            let twin = ClaimOutcome { margins: Some((-0.5, 0.25)), ..drawn("real-twin", 2, 8) };
            let held = Held { holds: true, margin, within_rounding: false };
            let printed = InPrint { outcome: Some(held), ..printed(Some(true)) };
            let mut found = differences(&[&twin], &[printed]);
            found.remove(0).margins.remove(0)
        };
        assert_eq!(
            sentence(0.125),
            "the printed margin of real, +0.1250, is inside the 95% prediction interval of its twin's draws (-0.5000 to +0.2500): \
             chance can explain the difference"
        );
        assert!(sentence(0.5).contains("is outside"), "{}", sentence(0.5));
        // A simulated collection with the same verdict needs no sentence.
        let (twin, other) = (drawn("real-twin", 8, 8), drawn("other", 0, 8));
        assert_eq!(differences(&[&twin, &other], &[printed(Some(true))])[0].margins, Vec::<String>::new());
    }

    #[test]
    fn print_is_counted_by_collection() {
        let all = [printed(Some(true)), printed(Some(false)), printed(None), printed(Some(true))];
        assert_eq!(
            in_print_sentence(&all).as_deref(),
            Some("tested on each printed collection, the claims hold in 2 of 3 cases")
        );
        assert_eq!(in_print_sentence(&[printed(None)]), None);
        let held = Held { holds: false, margin: 0.0, within_rounding: true };
        let rounded = InPrint { outcome: Some(held), ..printed(None) };
        assert_eq!(
            in_print_sentence(&[printed(Some(true)), rounded.clone()]).as_deref(),
            Some(
                "tested on each printed collection, the claims hold in 1 of 2 cases; 1 of these verdicts is within rounding"
            )
        );
        assert_eq!(
            says(&[drawn("m", 8, 8)], &[rounded]),
            ["holds on m, but not in the paper's tables for real (within rounding)"]
        );
    }
}
