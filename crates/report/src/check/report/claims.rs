//! The claims: one line each, with the verdicts of the paper's tables and of real and simulated collections, and
//! details.

use crate::table::number;
use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::Grid;
use rejudge_names::plural::{capitalised, counted, of_number};
use rejudge_tables::page::{inert, plain};
use serde::Serialize;

use crate::check::claims::{CheckedClaim, ClaimOutcome, Held, InPrint};
use crate::check::verdict::Verdict;

/// The claims of a page.
#[derive(Debug, Serialize)]
pub(super) struct Claims {
    /// Markdown: a list of the numbers of claims that hold, and of what the signs mean.
    pub(super) says: String,
    /// The headings of the columns after the claim.
    columns: Vec<&'static str>,
    /// A line a claim.
    pub(super) lines: Vec<Line>,
    /// The definition of a margin.
    pub(super) margin: &'static str,
}

const MARGIN: &str = "The *margin* of a claim is its distance from failing or, if negative, from holding: the difference between the \
    numbers that it compares, averaged over the draws. A claim of several parts has the smallest margin of its parts.";

/// A claim.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    pub(super) name: String,
    /// The claim in words.
    pub(super) claim: String,
    /// The text of each column.
    cells: Vec<String>,
    /// Markdown: margins, intervals, reasons.
    pub(super) details: String,
}

impl Claims {
    /// The details of each claim below its name, as Markdown.
    pub(super) fn details(&self) -> String {
        let of_line = |Line { name, claim, details, .. }: &Line| {
            format!("### {}\n\n{}\n\n{details}", plain(name), plain(claim))
        };
        format!("{}\n\n{}", self.margin, self.lines.iter().map(of_line).collect::<Vec<_>>().join("\n"))
    }
}

/// The columns after the claim.
const COLUMNS: [&str; 4] = ["printed", "worked example", "real runs", "simulated"];
const PRINTED: usize = 0;
const EXAMPLE: usize = 1;
const REAL: usize = 2;
const SIMULATED: usize = 3;

/// Returns the column of an outcome.
fn column(outcome: &ClaimOutcome) -> usize {
    match outcome.kind {
        Kind::Simulated => SIMULATED,
        kind if kind.needs_no_data() => EXAMPLE,
        _ => REAL,
    }
}

/// Returns a claim in words.
fn in_words(of: &CheckedClaim) -> String {
    let first = of.outcomes.iter().min_by_key(|on| column(on)).expect("a claim is tested somewhere");
    format!("{}{}", of.claim.claim, first.here_at)
}

/// Returns the number of collections on which a claim holds, and of those on which it can be tested, by the columns.
fn counts(of: &CheckedClaim) -> [(usize, usize); COLUMNS.len()] {
    let printed = of.in_print.iter().filter_map(|of| Some((PRINTED, of.outcome?.holds)));
    let computed = of.outcomes.iter().filter_map(|on| Some((column(on), on.holds_mostly()?)));
    let mut counts = [(0, 0); COLUMNS.len()];
    for (at, holds) in printed.chain(computed) {
        counts[at].0 += usize::from(holds);
        counts[at].1 += 1;
    }
    counts
}

/// Returns the claims of a check, or `None` without any; `glossary` is the address of the glossary, if it is there.
pub(super) fn claims(grid: &Grid, verdict: &Verdict<'_>, glossary: Option<&str>) -> Option<Claims> {
    let tested: Vec<&CheckedClaim> =
        verdict.claims.iter().filter(|claim| !claim.outcomes.is_empty()).collect();
    if tested.is_empty() && verdict.untested.is_empty() {
        return None;
    }
    let is_shown = |at: &usize| match *at {
        PRINTED => tested.iter().any(|of| !of.in_print.is_empty()),
        at => tested.iter().flat_map(|of| &of.outcomes).any(|on| column(on) == at),
    };
    let shown: Vec<usize> = (0..COLUMNS.len()).filter(is_shown).collect();
    let line = |of: &&CheckedClaim| {
        let counts = counts(of);
        let cell = |&at: &usize| if at == SIMULATED { dots(counts[at]) } else { share(counts[at]) };
        Line {
            name: of.claim.name.value.clone(),
            claim: in_words(of),
            cells: shown.iter().map(cell).collect(),
            details: details(of),
        }
    };
    Some(Claims {
        says: says(verdict, &tested, grid.claims.0.len(), glossary),
        columns: shown.iter().map(|&at| COLUMNS[at]).collect(),
        lines: tested.iter().map(line).collect(),
        margin: MARGIN,
    })
}

/// Returns a list: the numbers of claims that hold, the signs, and the place of the terms. `claims` is the number of all
/// claims, with those that were not tested.
fn says(verdict: &Verdict<'_>, all: &[&CheckedClaim], claims: usize, glossary: Option<&str>) -> String {
    let mut out: Vec<String> = Vec::new();
    out.extend(
        in_print_sentence(&verdict.held_in_print()).map(|sentence| format!("{}.", capitalised(&sentence))),
    );
    out.extend(on_real_collections(all, claims));
    out.push(
        "✓: the claim holds on every collection on which it can be tested; ✗: on none; 4 of 6: on some; –: it cannot be tested; \
         ●: the claim holds on one simulated collection; ○: it does not. If there are several draws, it must hold in more than \
         half of them."
            .to_owned(),
    );
    out.extend(glossary.map(|address| format!("Terms are in the [glossary]({address}).")));
    for untested in &verdict.untested {
        out.push(format!("Not tested: **{}**, because {}.", plain(&untested.name), inert(&untested.why)));
    }
    out.iter().map(|line| format!("- {line}\n")).collect()
}

/// Returns a sentence on how many claims the printed tables support, each asked of each printed collection. Returns
/// `None` if the printed tables decide none.
fn in_print_sentence(outcomes: &[Held]) -> Option<String> {
    let hold = outcomes.iter().filter(|held| held.holds).count();
    let rounded = match outcomes.iter().filter(|held| held.within_rounding).count() {
        0 => String::new(),
        rounded => format!("; {rounded} of these verdicts could be reversed by rounding"),
    };
    (!outcomes.is_empty()).then(|| {
        let cases = counted(outcomes.len(), "case");
        format!("by the paper's own numbers, its claims hold in {hold} of {cases}, each a claim on one collection{rounded}")
    })
}

/// Returns the number of real collections on which the claims (`claims` in all) hold, and those for which simulated
/// collections disagree.
fn on_real_collections(all: &[&CheckedClaim], claims: usize) -> Vec<String> {
    let tested = all.iter().map(|of| (in_words(of), counts(of)));
    let tested: Vec<_> = tested.filter(|(_, counts)| counts[REAL].1 > 0).collect();
    if tested.is_empty() {
        return Vec::new();
    }
    let every = tested.iter().filter(|(_, counts)| counts[REAL].0 == counts[REAL].1).count();
    let none = tested.iter().filter(|(_, counts)| counts[REAL].0 == 0).count();
    let some = tested.len() - every - none;
    let sentence = format!(
        "On real runs {} of {} can be tested: {every} {} on every collection on which they can be tested, {some} on some, {none} on none.",
        tested.len(),
        counted(claims, "claim"),
        of_number(every, "holds", "hold"),
    );
    // The names of the claims that hold on every collection of one column, and on none of another.
    let differ = |holds: usize, fails: usize| {
        let is_split = |counts: &[(usize, usize)]| {
            let ((hold, all), (none, others)) = (counts[holds], counts[fails]);
            all > 0 && hold == all && others > 0 && none == 0
        };
        let names = tested.iter().filter(|(_, counts)| is_split(counts));
        names.map(|(claim, _)| format!("“{}”", plain(in_short(claim)))).collect::<Vec<_>>().join(", ")
    };
    let differ = [
        ("every simulated collection but on no real one", differ(SIMULATED, REAL)),
        ("no simulated collection but on every real one", differ(REAL, SIMULATED)),
    ];
    let differ = differ.into_iter().filter(|(_, names)| !names.is_empty());
    std::iter::once(sentence)
        .chain(differ.map(|(on, names)| format!("Claims that hold on {on}: {names}.")))
        .collect()
}

/// Returns a claim without the condition in brackets at its end.
fn in_short(claim: &str) -> &str {
    let mut open = 0;
    let begin = claim.rfind(|c| {
        open += i32::from(c == ')') - i32::from(c == '(');
        open <= 0
    });
    match begin {
        Some(at) if claim.ends_with(')') => claim[..at].trim_end(),
        _ => claim,
    }
}

/// Returns `✓`, `✗` or `2 of 4`; `–` if it can be tested nowhere.
fn share((hold, outcomes): (usize, usize)) -> String {
    match (hold, outcomes) {
        (_, 0) => "–".to_owned(),
        (0, outcomes) => format!("✗ 0 of {outcomes}"),
        (hold, outcomes) if hold == outcomes => format!("✓ {outcomes} of {outcomes}"),
        (hold, outcomes) => format!("{hold} of {outcomes}"),
    }
}

/// Returns `●●●○`: a dot for each collection, filled if the claim holds.
fn dots((hold, outcomes): (usize, usize)) -> String {
    if outcomes == 0 { "–".to_owned() } else { "●".repeat(hold) + &"○".repeat(outcomes - hold) }
}

/// The details of a claim: its source, the outcome on each collection, and the reason for a difference if it is known.
fn details(of: &CheckedClaim) -> String {
    let claim = &of.claim;
    let section =
        claim.section.as_ref().map_or(String::new(), |section| format!(", section {}", plain(section)));
    let mut out =
        format!("Claim `{}`{section}. Unit of the margins: {}.\n\n", claim.name.value, plain(&of.unit));
    let mut unsaid = Vec::new();
    for InPrint { collection, outcome } in &of.in_print {
        let Some(Held { holds, margin, within_rounding }) = *outcome else {
            unsaid.push(plain(collection));
            continue;
        };
        let rounding = if within_rounding { " (within rounding)" } else { "" };
        let (holds, margin) = (verb(holds), number(margin, 4, true));
        out += &format!("- printed, {}: {holds}{rounding}, margin {margin}\n", plain(collection));
    }
    if !unsaid.is_empty() {
        out += &format!("- printed, {}: the paper does not print the numbers\n", unsaid.join(", "));
    }
    let mut outcomes: Vec<&ClaimOutcome> = of.outcomes.iter().collect();
    outcomes.sort_by_key(|on| column(on));
    for on in outcomes {
        out += &format!("- {}, {}: {}\n", COLUMNS[column(on)], plain(&on.collection), drawn(on));
    }
    let counts = counts(of);
    let is_alike = counts.iter().all(|(hold, all)| hold == all) || counts.iter().all(|(hold, _)| *hold == 0);
    if let Some(why) = claim.differs.as_ref().filter(|_| !is_alike) {
        out += &format!("\nWhy they differ: {}.\n", capitalised(why));
    }
    out
}

fn verb(holds: bool) -> &'static str {
    if holds { "holds" } else { "does not hold" }
}

/// `holds in 3 of 4 draws (95% interval .19 to .99), margin +0.1 (95% prediction interval -0.2 to +0.4)`
fn drawn(outcome: &ClaimOutcome) -> String {
    let signed = |margin: f64| number(margin, 4, true);
    let mut margin = outcome.margin.map_or(String::new(), |margin| format!(", margin {}", signed(margin)));
    if let Some((low, high)) = outcome.margins.filter(|(low, high)| low < high) {
        margin += &format!(" (95% prediction interval {} to {})", signed(low), signed(high));
    }
    if let Some(at) = &outcome.only_at {
        margin += &format!("; tested at {at} alone");
    }
    match (outcome.draws, outcome.interval()) {
        (0, _) => match &outcome.why_not {
            Some(why) => format!("cannot be evaluated: {}", plain(why)),
            None => "cannot be evaluated".to_owned(),
        },
        // An interval of one draw has no meaning.
        (draws, Some((low, high))) if draws > 1 => {
            let interval = format!("{} to {}", number(low, 2, false), number(high, 2, false));
            format!("holds in {} of {draws} draws (95% interval {interval}){margin}", outcome.holds)
        }
        _ => format!("{}{margin}", verb(outcome.holds > 0)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Held, dots, in_print_sentence, in_short, share};

    #[test]
    fn a_sign_is_of_all_or_none_that_can_tell() {
        let shown = [(0, 0), (1, 1), (0, 1), (4, 4), (0, 4), (3, 4)].map(share);
        assert_eq!(shown, ["–", "✓ 1 of 1", "✗ 0 of 1", "✓ 4 of 4", "✗ 0 of 4", "3 of 4"]);
        assert_eq!([(3, 4), (0, 2), (0, 0)].map(dots), ["●●●○", "○○", "–"]);
        let shown = ["ranks (of two) go up (mean rise of (all) five)", "it holds", "(1) holds"].map(in_short);
        assert_eq!(shown, ["ranks (of two) go up", "it holds", "(1) holds"]);
    }

    #[test]
    fn print_is_counted_by_collection() {
        let sentence = |outcomes: &[(bool, bool)]| {
            let held =
                |&(holds, within_rounding): &(bool, bool)| Held { holds, margin: 0.0, within_rounding };
            in_print_sentence(&outcomes.iter().map(held).collect::<Vec<_>>())
        };
        let (yes, no) = ((true, false), (false, false));
        let hold = "by the paper's own numbers, its claims hold in";
        let one = "each a claim on one collection";
        assert_eq!(sentence(&[yes, no, yes]), Some(format!("{hold} 2 of 3 cases, {one}")));
        assert_eq!(sentence(&[]), None);
        let rounded =
            format!("{hold} 1 of 2 cases, {one}; 1 of these verdicts could be reversed by rounding");
        assert_eq!(sentence(&[yes, (false, true)]), Some(rounded));
    }
}
