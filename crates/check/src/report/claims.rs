//! The section "Claims": on what the paper prints of a collection, and in how many draws, each claim holds.

use std::fmt::Write;

use rejudge_descriptor::Kind;

use super::claims_at_a_glance;
use crate::claims::{ClaimOutcome, Difference, Held, InPrint, NotAsked, Share, differences};
use crate::verdict::Verdict;
use rejudge_grid::Grid;
use rejudge_page::{Cell, Column, MarkdownTable, inert, plain};
use rejudge_table::number;

/// The claims of a check: their names, and the outcomes apart by kinds of collections.
struct Sorted<'v> {
    names: Vec<&'v str>,
    /// Of collections of files.
    real: Vec<&'v ClaimOutcome>,
    /// Of simulated collections.
    twins: Vec<&'v ClaimOutcome>,
    /// Of all but simulated collections.
    others: Vec<&'v ClaimOutcome>,
}

impl<'v> Sorted<'v> {
    fn of(grid: &Grid, verdict: &'v Verdict<'_>) -> Self {
        let kind =
            |name: &str| grid.collections.iter().find(|c| c.name == name).map(|c| c.entry.descriptor.kind);
        let mut names: Vec<&str> = Vec::new();
        for outcome in &verdict.claims {
            if !names.contains(&outcome.name.as_str()) {
                names.push(&outcome.name);
            }
        }
        let is_twin = |outcome: &&ClaimOutcome| kind(&outcome.collection) == Some(Kind::Simulated);
        let (twins, others): (Vec<&ClaimOutcome>, Vec<_>) = verdict.claims.iter().partition(is_twin);
        let is_real =
            |outcome: &&ClaimOutcome| kind(&outcome.collection).is_some_and(|kind| !kind.needs_no_data());
        Self { names, real: others.iter().copied().filter(is_real).collect(), twins, others }
    }
}

/// On how many real collections the claims hold, in sentences.
pub(super) fn on_real_collections(grid: &Grid, verdict: &Verdict<'_>) -> Vec<String> {
    let Sorted { names, real, twins, .. } = Sorted::of(grid, verdict);
    claims_at_a_glance::sentences(&names, &real, &twins)
}

/// Writes the section.
pub(super) fn write(out: &mut String, grid: &Grid, verdict: &Verdict<'_>) {
    let Sorted { names, real, twins, others } = Sorted::of(grid, verdict);
    if names.is_empty() && verdict.not_asked.is_empty() {
        return;
    }
    let shown: Vec<&ClaimOutcome> = verdict.claims.iter().collect();
    let printed: Vec<&InPrint> =
        verdict.in_print.iter().filter(|p| names.contains(&p.name.as_str())).collect();
    let _ = writeln!(out, "## Claims\n");
    claims_at_a_glance::write(out, &names, &printed, &real, &twins);
    let differences = differences_of(&shown, &printed);
    let is_drawn = shown.iter().any(|outcome| outcome.draws > 1);
    explain(out, [!printed.is_empty(), is_drawn, !differences.is_empty()]);
    // Real runs come before simulated ones.
    let columns = [
        ("print", !printed.is_empty()),
        (
            if real.len() == others.len() { "real collections" } else { "other collections" },
            !others.is_empty(),
        ),
        ("twins", !twins.is_empty()),
    ];
    let heads = columns.iter().filter(|(_, is_there)| *is_there).map(|(head, _)| *head);
    let heads = heads.chain((!differences.is_empty()).then_some("why they differ"));
    let heads: Vec<&str> = ["claim"].into_iter().chain(heads).collect();
    for (group, members) in groups(&names, &shown) {
        if !group.is_empty() {
            let _ = writeln!(out, "**{}**\n", plain(&group));
        }
        let mut table = MarkdownTable::new(heads.iter().copied().map(Column::words));
        for name in members {
            let of_name = |of: &[&ClaimOutcome]| {
                let of: Vec<_> = of.iter().copied().filter(|outcome| outcome.name == *name).collect();
                cell(holds_on(&of).into_iter().chain(of.iter().map(|o| drawn(o))).collect())
            };
            let first = first_of(&shown, name);
            let claim = Cell::markdown(&format!("**{name}**: {} (margin in {})", first.claim, first.unit));
            let printed: Vec<&InPrint> = printed.iter().copied().filter(|p| p.name == *name).collect();
            let cells = [cell(self::in_print(&printed)), of_name(&others), of_name(&twins)];
            let cells = cells.into_iter().zip(columns).filter(|(_, (_, is_there))| *is_there);
            let why = (!differences.is_empty()).then(|| why(&differences, name));
            table.row([claim].into_iter().chain(cells.map(|(cell, _)| cell)).chain(why));
        }
        let _ = writeln!(out, "{table}");
    }
    for NotAsked { name, why } in &verdict.not_asked {
        let _ = writeln!(out, "Not asked: **{}**, since {}.\n", plain(name), inert(why));
    }
}

/// The first outcome of a claim.
fn first_of<'o>(shown: &[&'o ClaimOutcome], name: &str) -> &'o ClaimOutcome {
    shown.iter().find(|outcome| outcome.name == name).expect("the names are those of outcomes that are shown")
}

/// The claims in the groups that the paper has: its sections, and the numbered claims within.
fn groups<'n>(names: &[&'n str], shown: &[&ClaimOutcome]) -> Vec<(String, Vec<&'n str>)> {
    let mut out: Vec<(String, Vec<&str>)> = Vec::new();
    for name in names {
        let first = first_of(shown, name);
        let section = first.section.as_ref().map(|section| format!("Section {section}"));
        let parts: Vec<String> = section.into_iter().chain(numbered(&first.claim)).collect();
        let group = parts.join(", ");
        match out.iter_mut().find(|(known, _)| *known == group) {
            Some((_, members)) => members.push(name),
            None => out.push((group, vec![name])),
        }
    }
    out
}

/// The number that a claim begins with: `finding (1)`, `observation (iv)`, `(2)`.
fn numbered(claim: &str) -> Option<String> {
    let (before, rest) = claim.split_once('(')?;
    let (number, _) = rest.split_once(')')?;
    let is_number = (1..=4).contains(&number.len()) && number.chars().all(|c| "0123456789iv".contains(c));
    let is_word = matches!(before.trim(), "" | "finding" | "observation");
    (is_number && is_word).then(|| format!("{before}({number})"))
}

/// Why a claim does not come out alike everywhere: the reason, and what chance can explain.
fn why(differences: &[Difference], name: &str) -> Cell {
    let Some(difference) = differences.iter().find(|difference| difference.name == name) else {
        return Cell::NOTHING;
    };
    // Without a reason it is said at least where it holds and where it does not.
    let told = difference.why.clone().unwrap_or_else(|| plain(&difference.says));
    let margins = difference.margins.iter().map(|margin| plain(margin));
    let told: Vec<String> =
        std::iter::once(told).chain(margins).map(|text| super::capitalised(&text)).collect();
    Cell::markdown(&format!("{}.", told.join(". ")))
}

/// Where a claim does not come out alike.
fn differences_of(shown: &[&ClaimOutcome], printed: &[&InPrint]) -> Vec<Difference> {
    let in_print: Vec<InPrint> = printed.iter().map(|p| (*p).clone()).collect();
    differences(shown, &in_print)
}

/// What the columns hold: of print, of draws, and of why claims do not come out alike.
fn explain(out: &mut String, [has_print, is_drawn, differ]: [bool; 3]) {
    let mut said = Vec::new();
    if has_print {
        said.push(
            "*Print*: the same condition on the cells that the paper prints of its own collection, at their printed \
             digits. It says *within rounding* if numbers that round to the same digits can say the opposite, and \
             *not printed* if a cell that it needs is not printed.",
        );
    }
    if is_drawn {
        said.push(
            "●●●○ 3/4: the claim holds in 3 of 4 draws. Of more than ten draws there are ten dots. The 95% interval of \
             Clopper and Pearson for the share of all draws is in brackets. A claim *holds on* a collection if it \
             holds in more than half of its draws.",
        );
    }
    said.push(
        "The last number is the margin (the mean over the draws): how far the claim is from failing or, if negative, \
         from holding. Its unit follows the claim.",
    );
    if differ {
        said.push(
            "*Why they differ*: the reason, where print, twins and other data disagree. They do if the claim holds in \
             more than half of the draws of one and not of another.",
        );
    }
    let _ = writeln!(out, "{}\n", said.join(" "));
}

/// The lines of a cell.
fn cell(lines: Vec<String>) -> Cell {
    let lines = if lines.is_empty() { vec!["-".to_owned()] } else { lines };
    Cell::markdown(&lines.join(" <br>"))
}

/// What is printed, a line a collection; those that it says nothing of together.
fn in_print(of_name: &[&InPrint]) -> Vec<String> {
    let said = of_name.iter().filter_map(|printed| {
        let Held { holds, margin, within_rounding } = printed.outcome?;
        let word = if holds { "holds" } else { "does not hold" };
        let word = if within_rounding { format!("{word} (within rounding)") } else { word.to_owned() };
        Some(format!("{}: {word}, {}", plain(&printed.collection), number(margin, 4, true)))
    });
    let mut lines: Vec<String> = said.collect();
    let unsaid = of_name.iter().filter(|printed| printed.outcome.is_none());
    let unsaid: Vec<&str> = unsaid.map(|printed| printed.collection.as_str()).collect();
    if !unsaid.is_empty() {
        lines.push(format!("{}: not printed", plain(&unsaid.join(", "))));
    }
    lines
}

/// On how many collections a claim holds, in more than half of the draws of each; `None` for a single one.
fn holds_on(outcomes: &[&ClaimOutcome]) -> Option<String> {
    let evaluable: Vec<_> = outcomes.iter().filter(|outcome| outcome.draws > 0).collect();
    let holds = evaluable.iter().filter(|outcome| outcome.share() == Some(Share::Most)).count();
    (evaluable.len() > 1).then(|| format!("**holds on {holds} of {}**", evaluable.len()))
}

/// What came out on a collection.
fn drawn(outcome: &ClaimOutcome) -> String {
    let margin = outcome.margin.map_or(String::new(), |margin| format!(", {}", number(margin, 4, true)));
    let word = match (outcome.draws, outcome.holds) {
        (0, _) => "not evaluable".to_owned(),
        // A share of one draw says nothing, nor does an interval of it.
        (1, holds) => {
            let word = if holds == 1 { "holds" } else { "does not hold" };
            return format!("{}: {word}{margin}", plain(&outcome.collection));
        }
        (draws, holds) if holds == draws => format!("{} holds {holds}/{draws}", dots(holds, draws)),
        (draws, 0) => format!("{} does not hold 0/{draws}", dots(0, draws)),
        (draws, holds) => format!("{} {holds}/{draws}", dots(holds, draws)),
    };
    let interval = outcome.interval().map_or(String::new(), |(low, high)| {
        format!(" ({} to {})", number(low, 2, false), number(high, 2, false))
    });
    format!("{}: {word}{interval}{margin}", plain(&outcome.collection))
}

/// Most dots, one a draw; of more draws a dot is a tenth.
const DOTS: usize = 10;

/// `●●●○`: all of them filled where it holds in all draws, none where in none.
fn dots(holds: usize, draws: usize) -> String {
    let (all, filled) = match draws > DOTS {
        false => (draws, holds),
        true if holds == 0 || holds == draws => (DOTS, holds * DOTS / draws),
        true => (DOTS, ((holds * DOTS + draws / 2) / draws).clamp(1, DOTS - 1)),
    };
    "●".repeat(filled) + &"○".repeat(all - filled)
}

#[cfg(test)]
mod tests {
    use super::{dots, numbered};

    #[test]
    fn dots_are_full_only_where_all_hold() {
        let shown = [(8, 8), (3, 8), (0, 2), (100, 100), (99, 100), (72, 100), (1, 100), (0, 100)];
        let shown = shown.map(|(holds, draws)| dots(holds, draws).matches('●').count());
        assert_eq!(shown, [8, 3, 0, 10, 9, 7, 1, 0]);
        assert_eq!(dots(3, 4), "●●●○");
    }

    #[test]
    fn the_number_of_a_claim_is_that_of_the_paper() {
        let claims = [
            "finding (1), leave one out: x (y)",
            "observation (iv): x",
            "(2), weaker: x",
            "power (AP) falls",
            "no number",
        ];
        let found = claims.map(|claim| numbered(claim).unwrap_or_default());
        assert_eq!(found, ["finding (1)", "observation (iv)", "(2)", "", ""]);
    }
}
