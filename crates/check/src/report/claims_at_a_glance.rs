//! Claims by collections: a line a claim, and on how many real collections the claims hold.

use std::fmt::Write;

use rejudge_names::plural::{counted, of_number};
use rejudge_page::{Cell, Column, MarkdownTable, plain};

use crate::claims::{ClaimOutcome, Held, InPrint, Share};

/// Returns true if a claim holds on a collection; `None` where it cannot be said.
fn holds(outcome: &ClaimOutcome) -> Option<bool> {
    outcome.share().map(|share| share == Share::Most)
}

/// On how many collections a claim holds, and how many can tell.
fn counts(outcomes: &[&ClaimOutcome], name: &str) -> (usize, usize) {
    let told: Vec<bool> =
        outcomes.iter().filter(|outcome| outcome.name == name).filter_map(|o| holds(o)).collect();
    (told.iter().filter(|holds| **holds).count(), told.len())
}

/// `✓` or `✗`, with the draws in which it holds where they disagree.
fn mark(outcome: &ClaimOutcome) -> String {
    let Some(holds) = holds(outcome) else { return "–".to_owned() };
    let mark = if holds { "✓" } else { "✗" };
    match outcome.holds == 0 || outcome.holds == outcome.draws {
        true => mark.to_owned(),
        false => format!("{mark} {}", outcome.result()),
    }
}

/// `✓` or `✗`, or on how many it holds where they disagree.
fn share((hold, told): (usize, usize)) -> String {
    match (hold, told) {
        (_, 0) => "–".to_owned(),
        (0, _) => "✗".to_owned(),
        (hold, told) if hold == told => "✓".to_owned(),
        (hold, told) => format!("{hold} of {told}"),
    }
}

/// The same of the print, and how many of its verdicts are within rounding.
fn in_print(told: &[Held]) -> String {
    let holds = share((told.iter().filter(|held| held.holds).count(), told.len()));
    match told.iter().filter(|held| held.within_rounding).count() {
        0 => holds,
        all if all == told.len() => format!("{holds} (within rounding)"),
        some => format!("{holds} ({some} within rounding)"),
    }
}

/// Writes the claims of `names`, with what print, `real` collections and `twins` say of each.
pub(super) fn write(
    out: &mut String,
    names: &[&str],
    printed: &[&InPrint],
    real: &[&ClaimOutcome],
    twins: &[&ClaimOutcome],
) {
    let mut collections: Vec<&str> = Vec::new();
    for outcome in real {
        if !collections.contains(&outcome.collection.as_str()) {
            collections.push(&outcome.collection);
        }
    }
    if collections.is_empty() {
        return;
    }
    for sentence in sentences(names, real, twins) {
        let _ = writeln!(out, "**{}**\n", plain(&sentence));
    }
    let columns = [("print", !printed.is_empty())]
        .into_iter()
        .chain(collections.iter().map(|name| (*name, true)))
        .chain([("twins", !twins.is_empty())]);
    let heads = columns.clone().filter(|(_, is_there)| *is_there).map(|(head, _)| Column::words(head));
    let mut table = MarkdownTable::new([Column::words("claim")].into_iter().chain(heads));
    for name in names {
        let told: Vec<Held> = printed.iter().filter(|p| p.name == *name).filter_map(|p| p.outcome).collect();
        let print = in_print(&told);
        let of_real = collections.iter().map(|collection| {
            let outcome = real.iter().find(|o| o.name == *name && o.collection == *collection);
            outcome.map_or("–".to_owned(), |outcome| mark(outcome))
        });
        let cells = [print].into_iter().chain(of_real).chain([share(counts(twins, name))]);
        let cells = cells.zip(columns.clone()).filter(|(_, (_, is_there))| *is_there);
        table.row([Cell::text(name)].into_iter().chain(cells.map(|(text, _)| Cell::text(&text))));
    }
    let _ = writeln!(out, "{table}");
    let _ = writeln!(
        out,
        "✓: holds in more than half of the draws; ✗: in half or fewer; a fraction is given if draws disagree; –: cannot be \
         asked, or is not printed.\n"
    );
}

/// On how many real collections the claims hold, and where twins say otherwise: a sentence each; none without real
/// collections.
pub(super) fn sentences(names: &[&str], real: &[&ClaimOutcome], twins: &[&ClaimOutcome]) -> Vec<String> {
    let asked: Vec<(&str, usize, usize)> = names
        .iter()
        .map(|name| (*name, counts(real, name)))
        .filter(|(_, (_, told))| *told > 0)
        .map(|(name, (hold, told))| (name, hold, told))
        .collect();
    if asked.is_empty() {
        return Vec::new();
    }
    let all = asked.iter().filter(|(_, hold, told)| hold == told).count();
    let none = asked.iter().filter(|(_, hold, _)| *hold == 0).count();
    let some = asked.len() - all - none;
    let counted = format!(
        "{} of {} can be tested on real runs: {all} {} on all collections that can test them, {some} on some, {none} on none.",
        asked.len(),
        counted(names.len(), "claim"),
        of_number(all, "holds", "hold"),
    );
    let disagree = |of_twins: fn(usize, usize) -> bool, of_real: fn(usize, usize) -> bool| {
        let claims = asked.iter().filter(|(name, hold, told)| {
            let (twins, all) = counts(twins, name);
            all > 0 && of_twins(twins, all) && of_real(*hold, *told)
        });
        claims.map(|(name, ..)| *name).collect::<Vec<_>>().join(", ")
    };
    let every: fn(usize, usize) -> bool = |hold, told| hold == told;
    let none: fn(usize, usize) -> bool = |hold, _| hold == 0;
    let differ = [
        ("every twin, but on no real collection", disagree(every, none)),
        ("no twin, but on every real collection", disagree(none, every)),
    ];
    let differ = differ.into_iter().filter(|(_, claims)| !claims.is_empty());
    std::iter::once(counted).chain(differ.map(|(says, claims)| format!("On {says}: {claims}."))).collect()
}
