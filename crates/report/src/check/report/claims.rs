//! The claims of a page. Each claim has a line with its verdicts on the paper's tables, worked examples,
//! real collections and simulated ones, and a section with details.

use std::collections::{BTreeMap, BTreeSet};

use crate::table::base::outside_left_out;
use crate::table::number;
use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::spec::{Excluded, fits_list};
use rejudge_names::plural::{capitalised, counted, of_number, of_share};
use rejudge_stats::{CONFIDENCE, percent};
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, inert, plain};
use serde::Serialize;

use crate::check::claims::{
    CheckedClaim, ClaimOutcome, ClaimVerdict, ConditionOutcome, Ground, Group, InPrint, Resampling, Skew,
    facts_of,
};
use crate::check::verdict::Verdict;

/// The claims of a page.
#[derive(Debug, Serialize)]
pub(super) struct Claims {
    /// A list with the numbers of cases (each a claim on one collection) that hold, and the meaning of the signs.
    pub(super) summary: Markdown,
    /// The headings of the columns after the claim.
    columns: Vec<Heading>,
    /// One line for each claim.
    pub(super) lines: Vec<Line>,
    /// The definition of a margin.
    pub(super) margin: Markdown,
}

const MARGIN: &str = "The *margin* of a claim is its distance from failing or, if negative, from holding: the difference between the \
    numbers that it compares, averaged over the draws. A claim of several parts has the smallest margin of its parts.";

/// The heading of a column.
#[derive(Debug, Serialize)]
struct Heading {
    name: &'static str,
    /// The facts that put the column's collections into their group; may be empty.
    facts: String,
}

/// A claim as a line of the page.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    pub(super) name: String,
    /// The claim in words.
    pub(super) claim: String,
    /// One cell for each column.
    cells: Vec<Cell>,
    /// The margins, intervals and reasons.
    pub(super) details: Markdown,
}

/// The verdicts on a claim in a column.
#[derive(Debug, Default, Serialize)]
struct Cell {
    /// The signs of the verdicts with their numbers. Verdicts that are not counted are in brackets.
    verdicts: String,
    /// The margin. For several collections, the lowest and the highest. May be empty.
    margins: String,
    /// The collections by verdict, as in `holds: trec8; fails: trec8-robust`; may be empty.
    collections: String,
}

impl Claims {
    /// Returns a section with the details of each claim.
    pub(super) fn details(&self) -> Markdown {
        let section = |Line { name, claim, details, .. }: &Line| {
            markdown!("### {}\n\n{}\n\n{}", plain(name), plain(claim), details)
        };
        markdown!("{}\n\n{}", self.margin, Markdown::joined(self.lines.iter().map(section), "\n"))
    }
}

/// The names of the columns that are not groups of real collections.
const PRINTED: &str = "printed";
const EXAMPLE: &str = "worked example";
const SIMULATED: &str = "simulated";

/// A column to the right of the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Printed,
    Example,
    Real(Group),
    Simulated,
}

impl Column {
    /// Returns all columns from left to right.
    fn all() -> impl Iterator<Item = Self> {
        let real = Group::ALL.map(Self::Real);
        [Self::Printed, Self::Example].into_iter().chain(real).chain([Self::Simulated])
    }

    /// Returns the column of an outcome.
    fn new(outcome: &ClaimOutcome) -> Self {
        match (outcome.group, outcome.kind) {
            (Some(group), _) => Self::Real(group),
            (None, Kind::Simulated) => Self::Simulated,
            (None, _) => Self::Example,
        }
    }

    /// Returns the name of the column.
    fn name(self) -> &'static str {
        match self {
            Self::Printed => PRINTED,
            Self::Example => EXAMPLE,
            Self::Simulated => SIMULATED,
            Self::Real(group) => group.heading(),
        }
    }

    /// Returns the heading of the column. For a group of real collections, it includes the facts of the
    /// group. If the group has several collections, the facts of each are only in the list above the table,
    /// because the facts of five collections would make the heading taller than a screen.
    fn heading(self, grounds: &[Ground]) -> Heading {
        let facts = match self {
            Self::Real(group) => {
                facts_of(&grounds.iter().filter(|ground| ground.group == group).collect::<Vec<_>>())
            }
            _ => String::new(),
        };
        Heading { name: self.name(), facts }
    }
}

/// The number of outcomes with each verdict, in the order of [`ClaimVerdict::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts([usize; 3]);

impl Counts {
    fn new(verdicts: impl IntoIterator<Item = ClaimVerdict>) -> Self {
        let mut counts = [0; 3];
        for verdict in verdicts {
            let index = ClaimVerdict::ALL.into_iter().position(|other| other == verdict);
            counts[index.expect("`ALL` lists each verdict")] += 1;
        }
        Self(counts)
    }

    /// Returns the number of all verdicts.
    fn total(self) -> usize {
        self.0.iter().sum()
    }

    /// Returns the counts with their signs, as in `✓ 3, ◐ 1`, or an empty text if all are 0.
    pub(super) fn signs(self) -> String {
        let signs = ClaimVerdict::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0);
        let signs: Vec<String> = signs.map(|(verdict, count)| format!("{} {count}", sign(verdict))).collect();
        signs.join(", ")
    }

    /// Returns a sentence such as `3 of 6 cases hold, 1 is undecided, 2 fail`, without undecided and failed cases if there
    /// are none.
    fn words(self) -> String {
        let [holds, undecided, fails] = self.0;
        let all = self.total();
        let hold = format!("{holds} of {} {}", counted(all, "case"), of_share(holds, all, "holds", "hold"));
        let words = [
            (undecided, of_number(undecided, "is undecided", "are undecided")),
            (fails, of_number(fails, "fails", "fail")),
        ];
        let words = words.iter().filter(|(count, _)| *count > 0);
        let words = words.map(|(count, word)| format!("{count} {word}"));
        [hold].into_iter().chain(words).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the sign of a verdict.
fn sign(verdict: ClaimVerdict) -> &'static str {
    match verdict {
        ClaimVerdict::Holds => "✓",
        ClaimVerdict::Undecided => "◐",
        ClaimVerdict::Fails => "✗",
    }
}

/// Counts the verdicts of the counted outcomes on a group of collections.
pub(super) fn counts_on_group(claims: &[CheckedClaim], group: Group) -> Counts {
    let outcomes = claims.iter().flat_map(|claim| &claim.outcomes);
    let group_outcomes = outcomes.filter(|outcome| outcome.group == Some(group) && outcome.is_counted);
    Counts::new(group_outcomes.filter_map(ClaimOutcome::verdict))
}

/// Returns a claim in words, with the note (`here_at`) of its outcome in the leftmost column.
fn in_words(claim: &CheckedClaim) -> String {
    let place = |outcome: &&ClaimOutcome| Column::all().position(|column| column == Column::new(outcome));
    let first = claim.outcomes.iter().min_by_key(place).expect("claims without outcomes were left out");
    format!("{}{}", claim.claim.claim, first.here_at)
}

/// Returns how many outcomes of a claim in a column have each verdict: first for counted outcomes, then for
/// outcomes that are not counted.
fn counts(claim: &CheckedClaim, column: Column) -> [Counts; 2] {
    if column == Column::Printed {
        let outcomes = claim.in_print.iter().filter_map(|print| print.outcome);
        let verdicts =
            outcomes.map(|outcome| if outcome.holds { ClaimVerdict::Holds } else { ClaimVerdict::Fails });
        let verdicts = Counts::new(verdicts);
        let no_verdicts = Counts::default();
        return if claim.claim.is_counted { [verdicts, no_verdicts] } else { [no_verdicts, verdicts] };
    }
    [true, false].map(|is_counted| {
        let outcomes = claim.outcomes.iter();
        let column_outcomes =
            outcomes.filter(|outcome| Column::new(outcome) == column && outcome.is_counted == is_counted);
        Counts::new(column_outcomes.filter_map(ClaimOutcome::verdict))
    })
}

/// Returns the cell of a claim in a column.
fn cell(claim: &CheckedClaim, column: Column) -> Cell {
    let [counted, others] = counts(claim, column).map(Counts::signs);
    let verdicts = match (counted.is_empty(), others.is_empty()) {
        (true, true) => return Cell { verdicts: "–".to_owned(), ..Cell::default() },
        (false, true) => counted,
        (true, false) => format!("({others})"),
        (false, false) => format!("{counted} ({others})"),
    };
    if column == Column::Printed {
        let margins = claim.in_print.iter().filter_map(|print| Some(print.outcome?.margin));
        return Cell { verdicts, margins: range_of(margins), collections: String::new() };
    }
    let outcomes = claim.outcomes.iter().filter(|outcome| Column::new(outcome) == column);
    let margins =
        outcomes.clone().filter_map(|outcome| outcome.margin.filter(|_| outcome.verdict().is_some()));
    let names_of = |verdict: ClaimVerdict| {
        let with_verdict = outcomes.clone().filter(|outcome| outcome.verdict() == Some(verdict));
        let names: Vec<&str> = with_verdict.map(|outcome| outcome.collection.as_str()).collect();
        (!names.is_empty()).then(|| format!("{}: {}", verdict.word(), names.join(", ")))
    };
    let collections: Vec<String> = ClaimVerdict::ALL.into_iter().filter_map(names_of).collect();
    Cell { verdicts, margins: range_of(margins), collections: collections.join("; ") }
}

/// Returns the margin as `+0.0025`, or the lowest and highest of several as `-0.0100 to +0.0490`.
fn range_of(margins: impl Iterator<Item = f64> + Clone) -> String {
    let ends = [margins.clone().reduce(f64::min), margins.reduce(f64::max)];
    let mut texts: Vec<String> = ends.into_iter().flatten().map(|end| number(end, 4, true)).collect();
    texts.dedup();
    texts.join(" to ")
}

/// Returns the claims of a check, or `None` if there are none. `glossary` is the address of the glossary, if the page can
/// link to it.
pub(super) fn claims(grid: &Grid, verdict: &Verdict<'_>, glossary: Option<&str>) -> Option<Claims> {
    let tested: Vec<&CheckedClaim> =
        verdict.claims.iter().filter(|claim| !claim.outcomes.is_empty()).collect();
    if tested.is_empty() && verdict.untested.is_empty() {
        return None;
    }
    let is_shown = |column: &Column| match *column {
        Column::Printed => tested.iter().any(|claim| !claim.in_print.is_empty()),
        column => {
            tested.iter().flat_map(|claim| &claim.outcomes).any(|outcome| Column::new(outcome) == column)
        }
    };
    let columns: Vec<Column> = Column::all().filter(is_shown).collect();
    let line = |claim: &&CheckedClaim| Line {
        name: claim.claim.name.value.clone(),
        claim: in_words(claim),
        cells: columns.iter().map(|column| cell(claim, *column)).collect(),
        details: details(claim),
    };
    Some(Claims {
        summary: summary(grid, verdict, &tested, &columns, glossary),
        columns: columns.iter().map(|column| column.heading(&verdict.grounds)).collect(),
        lines: tested.iter().map(line).collect(),
        margin: MARGIN.into(),
    })
}

/// Returns a list: the numbers of cases that hold, the claims with opposite verdicts on real and simulated
/// collections, the meaning of the signs, a link to the glossary, and what was not computed or tested.
fn summary(
    grid: &Grid,
    verdict: &Verdict<'_>,
    all: &[&CheckedClaim],
    columns: &[Column],
    glossary: Option<&str>,
) -> Markdown {
    let mut out: Vec<Markdown> = vec!["A case is a claim on one collection.".into()];
    out.extend(
        in_print_sentence(&verdict.held_in_print())
            .map(|sentence| markdown!("{}.", inert(&capitalised(&sentence)))),
    );
    out.extend(columns.iter().filter_map(|column| group_sentence(verdict, *column)));
    out.extend(disagreements(all, columns));
    let has_uncounted = all.iter().flat_map(|claim| &claim.outcomes).any(|outcome| !outcome.is_counted);
    let brackets = if has_uncounted {
        " In brackets: not counted, because the paper makes no such claim about these collections, or because the claim is an alternative reading \
         of ours, an identity, an example of the paper's own choice of runs, or a fact of its data."
    } else {
        ""
    };
    out.push(markdown!(
        "✓: the number of collections on which the claim holds (it is true in at least nine tenths of the draws); ✗: on which it fails (in \
         at most one tenth); ◐: on which it is undecided; –: the claim cannot be tested.{}{}{}",
        draws_of_verdicts(grid, all),
        brackets,
        " Below the signs: the margin, or, for several collections, the lowest and the highest margin."
    ));
    if verdict.grounds.iter().any(|ground| ground.outside_share.is_some()) {
        out.push(markdown!(
            "Some collections have many judged documents outside the pool. These stay judged if a team is left out. So the changes on such \
             collections are smaller than for a team that was never judged.{}",
            outside_left_out(grid)
        ));
    }
    out.extend(
        glossary.map(|address| markdown!("Terms are in the {}.", Markdown::link("glossary", address))),
    );
    let collections: Vec<[&str; 1]> =
        verdict.grounds.iter().map(|ground| [ground.collection.as_str()]).collect();
    let is_shown = |(axis, patterns): &(String, Vec<String>)| {
        axis != "collection" || collections.iter().any(|names| fits_list(patterns, names))
    };
    // Exclusions that only concern simulated collections, or real ones without results, are not shown.
    let excluded = grid.excluded.iter().filter(|excluded| excluded.selector.parts.iter().all(is_shown));
    for Excluded { selector, reason } in excluded {
        let part = |(axis, patterns): &(String, Vec<String>)| format!("{axis} {}", patterns.join(", "));
        let parts: Vec<String> = selector.parts.iter().map(part).collect();
        let parts = parts.join("; ");
        out.extend(
            reason.as_deref().map(|why| markdown!("Not computed for {}: {}.", plain(&parts), plain(why))),
        );
    }
    for untested in &verdict.untested {
        out.push(markdown!("Not tested: **{}**, because {}.", plain(&untested.name), inert(&untested.why)));
    }
    out.iter().map(|line| markdown!("- {}\n", line)).collect()
}

/// Returns a sentence with the number of claims that the paper's tables support. Each claim counts once for each collection.
/// Returns `None` if the tables decide no claim.
fn in_print_sentence(outcomes: &[ConditionOutcome]) -> Option<String> {
    let hold = outcomes.iter().filter(|outcome| outcome.holds).count();
    let rounded = match outcomes.iter().filter(|outcome| outcome.within_rounding).count() {
        0 => String::new(),
        rounded => format!("; {rounded} of these verdicts could be reversed by rounding"),
    };
    (!outcomes.is_empty()).then(|| {
        let cases = counted(outcomes.len(), "case");
        format!("by the paper's own numbers, its claims hold in {hold} of {cases}{rounded}")
    })
}

/// Returns a sentence about the verdicts on one group of collections with real runs, or `None` if the column
/// is not a group.
fn group_sentence(verdict: &Verdict<'_>, column: Column) -> Option<Markdown> {
    let Column::Real(group) = column else { return None };
    let counts = counts_on_group(&verdict.claims, group);
    let names = verdict.grounds.iter().filter(|ground| ground.group == group);
    let names: Vec<String> = names.map(ToString::to_string).collect();
    let (heading, names) = (inert(&capitalised(group.heading())), plain(&names.join("; ")));
    let outcomes = verdict.claims.iter().flat_map(|claim| &claim.outcomes);
    let outcomes: Vec<&ClaimOutcome> = outcomes.filter(|outcome| outcome.group == Some(group)).collect();
    let mut sentences = Vec::new();
    if counts.total() > 0 {
        sentences.push(markdown!("{}.{}", inert(&counts.words()), without_topics(&outcomes)));
    }
    sentences.extend(untestable(&outcomes, counts.total() == 0));
    if sentences.is_empty() {
        sentences.push("no case is counted.".into());
    }
    Some(markdown!("{}, {}: {}", heading, names, Markdown::joined(sentences, " ")))
}

/// Returns `37 cases cannot be tested: REASON.` for each reason. For the experiment's own collections, these reasons are in
/// the details of the claims, and are given here only if no verdict is counted (`has_no_verdict`). For users' collections
/// they are always given, because users can do something about them.
fn untestable(outcomes: &[&ClaimOutcome], has_no_verdict: bool) -> Vec<Markdown> {
    let mut cases_by_reason = BTreeMap::<&str, usize>::new();
    let untested = outcomes.iter().filter(|outcome| outcome.is_counted && outcome.verdict().is_none());
    for outcome in untested.filter(|outcome| has_no_verdict || outcome.kind == Kind::Own) {
        *cases_by_reason.entry(outcome.why_not.as_deref().unwrap_or_default()).or_default() += 1;
    }
    let sentence = |(why, cases): (&str, usize)| {
        let cases = inert(&counted(cases, "case"));
        match why {
            "" => markdown!("{} cannot be tested.", cases),
            why => markdown!("{} cannot be tested: {}.", cases, plain(why)),
        }
    };
    cases_by_reason.into_iter().map(sentence).collect()
}

/// Returns true for a counted verdict on real runs that comes only from choices of runs or samples of
/// judgments, without resampling the topics.
fn keeps_topics(outcome: &ClaimOutcome) -> bool {
    outcome.group.is_some()
        && outcome.is_counted
        && outcome.verdict().is_some()
        && outcome.resampling.is_none()
}

/// Returns ` 18 of these verdicts come from at most 3 choices of runs or samples of judgments, and do not resample the
/// topics.` Returns an empty text if all verdicts resample the topics.
fn without_topics(outcomes: &[&ClaimOutcome]) -> Markdown {
    let with_all_topics = || outcomes.iter().filter(|outcome| keeps_topics(outcome));
    let Some(choices) = with_all_topics().map(|outcome| outcome.choices).max() else {
        return Markdown::default();
    };
    let draws = with_all_topics().map(|outcome| outcome.draws).max().unwrap_or_default();
    let source = match (choices, draws) {
        (1, 1) => "1 choice of runs".to_owned(),
        (1, draws) => format!("1 choice of runs ({draws} draws)"),
        _ => format!("at most {choices} choices of runs or samples of judgments"),
    };
    let verdicts = with_all_topics().count();
    markdown!(
        " {} of these verdicts {} from {}, and {} not resample the topics.",
        verdicts,
        of_number(verdicts, "comes", "come"),
        inert(&source),
        of_number(verdicts, "does", "do"),
    )
}

/// Returns a sentence that describes the draws of the verdicts, or an empty text if there are no real runs.
fn draws_of_verdicts(grid: &Grid, claims: &[&CheckedClaim]) -> Markdown {
    let real = || claims.iter().flat_map(|claim| &claim.outcomes).filter(|outcome| outcome.group.is_some());
    let resamples_topics = real().any(|outcome| outcome.resampling.is_some());
    let both = markdown!(
        "{}, each a choice of runs and a bootstrap sample of the topics",
        inert(&counted(grid.draws.verdicts as usize, "draw"))
    );
    let runs_only = "choices of runs or samples of judgments, with all topics";
    let variance =
        "a statistic of the claim itself allows for the variance of topics (power, misses, differences)";
    match (resamples_topics, real().any(keeps_topics)) {
        (true, true) => {
            markdown!(" On real runs there are {}. If {}, the draws are only {}.", both, variance, runs_only)
        }
        (true, false) => markdown!(" On real runs there are {}.", both),
        (false, true) => {
            markdown!(" On real runs the draws are {}: topics are not drawn if {}.", runs_only, variance)
        }
        (false, false) => Markdown::default(),
    }
}

/// Returns sentences about the claims that hold on all simulated collections and fail on all real ones of a
/// group, or the reverse.
fn disagreements(all: &[&CheckedClaim], columns: &[Column]) -> Vec<Markdown> {
    let is_all = |claim: &CheckedClaim, column: Column, expected: ClaimVerdict| {
        let [counted, others] = counts(claim, column);
        let has_only = |counts: Counts| Counts::new(std::iter::repeat_n(expected, counts.total())) == counts;
        counted.total() > 0 && has_only(counted) && has_only(others)
    };
    let (holds, fails) = (ClaimVerdict::Holds, ClaimVerdict::Fails);
    let sentence = |group: Group, simulated: ClaimVerdict, real: ClaimVerdict| {
        let differ = all.iter().filter(|claim| {
            is_all(claim, Column::Simulated, simulated) && is_all(claim, Column::Real(group), real)
        });
        let differ: Vec<&&CheckedClaim> = differ.collect();
        let names = differ.iter().map(|claim| markdown!("“{}”", plain(in_short(&in_words(claim)))));
        let names: Vec<Markdown> = names.collect();
        let (on_simulated, on_real) = match simulated {
            ClaimVerdict::Holds => ("hold", "fail"),
            _ => ("fail", "hold"),
        };
        let columns = [Column::Simulated, Column::Real(group)];
        let is_everywhere = |claim: &&&CheckedClaim| {
            columns.iter().all(|column| {
                let verdicts = counts(claim, *column).map(Counts::total);
                verdicts.iter().sum::<usize>() == collections_of(all, *column).len()
            })
        };
        let where_tested = if differ.iter().all(is_everywhere) { "" } else { ", where tested," };
        (!names.is_empty()).then(|| {
            markdown!(
                "Claims that{} {} on every simulated collection and {} on every collection that {}: {}.",
                where_tested,
                on_simulated,
                on_real,
                inert(&group.predicate()),
                Markdown::joined(names, ", "),
            )
        })
    };
    let groups = Group::ALL.into_iter().filter(|group| columns.contains(&Column::Real(*group)));
    let sentences = groups.flat_map(|group| [sentence(group, holds, fails), sentence(group, fails, holds)]);
    sentences.flatten().collect()
}

/// Returns the names of the collections that have outcomes in a column.
fn collections_of<'c>(claims: &[&'c CheckedClaim], column: Column) -> BTreeSet<&'c str> {
    let outcomes = claims.iter().flat_map(|claim| &claim.outcomes);
    outcomes
        .filter(|outcome| Column::new(outcome) == column)
        .map(|outcome| outcome.collection.as_str())
        .collect()
}

/// Removes the condition in brackets from the end of a claim.
fn in_short(claim: &str) -> &str {
    let mut open = 0;
    let end = claim.rfind(|c| {
        open += i32::from(c == ')') - i32::from(c == '(');
        open <= 0
    });
    match end {
        Some(end) if claim.ends_with(')') => claim[..end].trim_end(),
        _ => claim,
    }
}

/// Returns the details of a claim: its section in the paper, the outcome on each collection, and the reason for a
/// difference, if known.
fn details(checked: &CheckedClaim) -> Markdown {
    let claim = &checked.claim;
    let section = claim.section.as_ref().map(|section| markdown!(", section {}", plain(section)));
    let mut out = markdown!(
        "Claim {}{}. Unit of the margins: {}.\n\n",
        Markdown::code(&claim.name.value),
        section.unwrap_or_default(),
        plain(&checked.unit)
    );
    let mut unprinted = Vec::new();
    for InPrint { collection, outcome } in &checked.in_print {
        let Some(ConditionOutcome { holds, margin, within_rounding }) = *outcome else {
            unprinted.push(plain(collection));
            continue;
        };
        let rounding = if within_rounding { " (within rounding)" } else { "" };
        let (holds, margin) = (verb(holds), inert(&number(margin, 4, true)));
        let elsewhere = not_counted(claim.is_counted);
        out += markdown!(
            "- printed, {}{}: {}{}, margin {}\n",
            plain(collection),
            elsewhere,
            holds,
            rounding,
            margin
        );
    }
    if !unprinted.is_empty() {
        let unprinted = Markdown::joined(unprinted, ", ");
        out += markdown!("- printed, {}: the paper does not print the numbers\n", unprinted);
    }
    for column in Column::all() {
        for outcome in checked.outcomes.iter().filter(|outcome| Column::new(outcome) == column) {
            let place = match column {
                Column::Real(group) => group.heading(),
                Column::Simulated => SIMULATED,
                Column::Printed | Column::Example => EXAMPLE,
            };
            let elsewhere = not_counted(outcome.is_counted);
            out += markdown!(
                "- {}, {}{}: {}\n",
                place,
                plain(&outcome.collection),
                elsewhere,
                draws_line(outcome)
            );
            out.extend(outcome.skews.iter().map(skew_line));
        }
    }
    let verdicts = Column::all().flat_map(|column| counts(checked, column)).collect::<Vec<_>>();
    let are_equal = (0..ClaimVerdict::ALL.len())
        .any(|verdict| verdicts.iter().all(|counts| counts.0[verdict] == counts.total()));
    if let Some(why) = claim.differs.as_ref().filter(|_| !are_equal) {
        out += markdown!("\nWhy the verdicts differ: {}.\n", inert(&capitalised(why)));
    }
    out
}

/// Returns, for example, `  - AP: over the teams the mean is +0.0210 and the median -0.0012; without reSearch2vec the mean
/// is -0.0005`.
fn skew_line(skew: &Skew) -> Markdown {
    let signed = |value: f64| inert(&number(value, 4, true));
    let mut out = Markdown::from("  - ");
    if !skew.measures.is_empty() {
        out += markdown!("{}: ", plain(&skew.measures));
    }
    out += markdown!(
        "over the teams the mean is {} and the median {}; without {} the mean is {}\n",
        signed(skew.mean),
        signed(skew.median),
        plain(&skew.team),
        signed(skew.without)
    );
    out
}

fn not_counted(is_counted: bool) -> &'static str {
    if is_counted { "" } else { " (not counted)" }
}

fn verb(holds: bool) -> &'static str {
    if holds { "holds" } else { "does not hold" }
}

/// Returns, for example, `undecided: true in 123 of 200 samples of the topics, each with a choice of runs or a sample of
/// judgments, margin +0.0100 (nine tenths of the draws -0.0200 to +0.0400)`.
fn draws_line(outcome: &ClaimOutcome) -> Markdown {
    let Some(verdict) = outcome.verdict() else {
        return match &outcome.why_not {
            Some(why) => markdown!("cannot be tested: {}", plain(why)),
            None => "cannot be tested".into(),
        };
    };
    let mut out = Markdown::from(verdict.word());
    match (outcome.resampling, outcome.share(), outcome.interval()) {
        (Some(_), Some((holds, draws)), _) => {
            let choices = if outcome.choices > 1 {
                ", each with a choice of runs or a sample of judgments"
            } else {
                ""
            };
            out += markdown!(": true in {} of {} samples of the topics{}", holds, draws, choices);
        }
        (None, Some((holds, draws)), interval) if draws > 1 => {
            let unit = if outcome.group.is_some() {
                "choices of runs or samples of judgments, with all topics"
            } else {
                "draws"
            };
            out += markdown!(": true in {} of {} {}", holds, draws, unit);
            out.extend(interval.map(|(low, high)| {
                let [low, high] = [low, high].map(|end| inert(&number(end, 2, false)));
                markdown!(" ({} interval {} to {})", inert(&percent(CONFIDENCE)), low, high)
            }));
        }
        (None, None, _) if outcome.group.is_some() => {
            out += match (outcome.choices, verdict) {
                (1, _) => " for the only choice of runs; the topics are not drawn",
                (_, ClaimVerdict::Undecided) => {
                    ": the only two choices of runs differ; the topics are not drawn"
                }
                _ => " for both choices of runs; the topics are not drawn",
            }
            .into();
        }
        _ => {}
    }
    let signed = |margin: f64| inert(&number(margin, 4, true));
    out.extend(outcome.margin.map(|margin| markdown!(", margin {}", signed(margin))));
    if let Some(Resampling { margins: (low, high), .. }) =
        outcome.resampling.filter(|r| r.margins.0 < r.margins.1)
    {
        out += markdown!(" (nine tenths of the draws {} to {})", signed(low), signed(high));
    } else if let Some(spread) = outcome.margins.filter(|_| outcome.resampling.is_none()) {
        let (low, high) = spread.ends();
        out += markdown!(" ({} {} to {})", inert(&spread.name()), signed(low), signed(high));
    }
    if let Some(at) = &outcome.only_at {
        out += markdown!("; tested at {} only", inert(at));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_counted_by_sign_and_in_words() {
        use ClaimVerdict::{Fails, Holds, Undecided};
        let counts = Counts::new([Holds, Fails, Holds, Undecided]);
        assert_eq!(counts.signs(), "✓ 2, ◐ 1, ✗ 1");
        assert_eq!(counts.words(), "2 of 4 cases hold, 1 is undecided, 1 fails");
        assert_eq!(Counts::new([Fails]).words(), "0 of 1 case holds, 1 fails");
        assert_eq!((Counts::default().signs(), Counts::new([Fails]).signs()), (String::new(), "✗ 1".into()));
        let shortened =
            ["ranks (of two) go up (mean rise of (all) five)", "it holds", "(1) holds"].map(in_short);
        assert_eq!(shortened, ["ranks (of two) go up", "it holds", "(1) holds"]);
    }

    /// Returns the outcome of a claim that holds in all draws.
    fn outcome(&(choices, draws): &(usize, usize)) -> ClaimOutcome {
        ClaimOutcome {
            collection: "c".to_owned(),
            kind: Kind::Open,
            group: Some(Group::Deep),
            is_counted: true,
            holds: draws,
            draws,
            margin: None,
            margins: None,
            choices,
            resampling: None,
            skews: Vec::new(),
            here_at: String::new(),
            only_at: None,
            why_not: None,
            before: None,
        }
    }

    #[test]
    fn a_share_names_its_draws() {
        let of_runs = outcome(&(3, 8));
        let of_twin = ClaimOutcome { group: None, ..outcome(&(3, 8)) };
        let resampling = Some(Resampling { holds: 150, draws: 200, margins: (0.0, 0.0) });
        let [of_topics, of_both] =
            [1, 3].map(|choices| ClaimOutcome { resampling, ..outcome(&(choices, 8)) });
        let lines = [of_runs, of_twin, of_topics, of_both].map(|outcome| String::from(draws_line(&outcome)));
        assert_eq!(
            lines,
            [
                "holds: true in 8 of 8 choices of runs or samples of judgments, with all topics (95% interval 0.63 to 1.00)",
                "holds: true in 8 of 8 draws (95% interval 0.63 to 1.00)",
                "undecided: true in 150 of 200 samples of the topics",
                "undecided: true in 150 of 200 samples of the topics, each with a choice of runs or a sample of judgments",
            ]
        );
    }

    #[test]
    fn verdicts_with_all_topics_name_their_draws() {
        let sentence = |choices_and_draws: &[(usize, usize)]| {
            let outcomes: Vec<ClaimOutcome> = choices_and_draws.iter().map(outcome).collect();
            String::from(without_topics(&outcomes.iter().collect::<Vec<_>>()))
        };
        let sentences = [&[][..], &[(1, 1)], &[(1, 8), (1, 1)], &[(3, 8), (1, 8)]].map(sentence);
        assert_eq!(
            sentences,
            [
                "",
                " 1 of these verdicts comes from 1 choice of runs, and does not resample the topics.",
                " 2 of these verdicts come from 1 choice of runs (8 draws), and do not resample the topics.",
                " 2 of these verdicts come from at most 3 choices of runs or samples of judgments, and do not resample the topics.",
            ]
        );
    }

    #[test]
    fn printed_tables_are_counted_by_collection() {
        let sentence = |outcomes: &[(bool, bool)]| {
            let held = |&(holds, within_rounding): &(bool, bool)| ConditionOutcome {
                holds,
                margin: 0.0,
                within_rounding,
            };
            in_print_sentence(&outcomes.iter().map(held).collect::<Vec<_>>())
        };
        let (yes, no) = ((true, false), (false, false));
        let hold = "by the paper's own numbers, its claims hold in";
        assert_eq!(sentence(&[yes, no, yes]), Some(format!("{hold} 2 of 3 cases")));
        assert_eq!(sentence(&[]), None);
        let rounded = format!("{hold} 1 of 2 cases; 1 of these verdicts could be reversed by rounding");
        assert_eq!(sentence(&[yes, (false, true)]), Some(rounded));
    }
}
