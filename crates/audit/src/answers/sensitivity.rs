//! What hangs on what was inferred? The verdicts that rest on the pool's depth, its runs and their teams,
//! under what was inferred and under what else could be assumed, one assumption changed at a time.

use super::super::cards::Question;
use super::super::inspection::{Inspection, Origin, TriedAssumption, is_filled};
use super::fairness::{Fairness, verdict_in_short};
use super::ground::{ENOUGH_RUNS, Ground};
use super::shallower_pools::{Enough, agrees_from, at};
use super::which_measure::first_with_and_without_pool;
use super::{Answer, AnswerTable, listed};
use rejudge_eval::plural::of_number;

const QUESTION: Question = Question::Hangs;

/// An assumed pool fits the judgments where it holds this share of those that the inferred pool holds, and
/// enough of it is judged. Of all judgments, where no pool is inferred.
const FITS: f64 = 0.9;

/// No verdict.
const UNSAID: &str = "cannot be said";
const NOT_ASKED: &str = "does not arise";

pub(super) fn answer(ground: &Ground<'_>, files: &Inspection) -> Answer {
    let rows = files.assumed();
    if rows.is_empty() {
        let short = "Nothing else was tried: depth, runs and teams were told, or there is nothing to choose.";
        return Answer { question: QUESTION, short: short.to_owned(), ..Answer::default() };
    }
    if let Some(why) = ground.without_ranking(0) {
        return Answer::cannot(QUESTION, &why, &[]);
    }
    let granted = match files.origin() {
        Origin::Complete => "all documents of a set were judged".to_owned(),
        Origin::Unknown => "the judgments are no pool of these runs to a depth".to_owned(),
        Origin::Pool | Origin::ToTheEnds => format!("{}, and who is of which team", files.pool_in_words()),
    };
    let (fitting, contradicted) = rows[1..].iter().partition::<Vec<_>, _>(|row| fits(files, row));
    // Who is of which team changes no pool.
    let of_pool: Vec<&TriedAssumption> = fitting.iter().copied().filter(|row| !row.changes_teams()).collect();
    let mut short = format!(
        "Taken for granted: {granted}. By {}: {}; {}.",
        ground.numbers.measures()[0],
        said(&rows[0], &of_pool, "deep enough for the ranking as a whole", &|row| deep(files, row)
            .to_owned()),
        said(&rows[0], &fitting, "fair to a new team", &|row| fair(files, row, ground.runs))
    );
    short += &unfitting(files, &fitting, &contradicted);
    if let Some([all, without]) = first_with_and_without_pool(ground) {
        let so = if all == without {
            format!("{all}, with the criteria that rest on the pool or without them")
        } else {
            format!("{all} with the criteria that rest on the pool, {without} without them")
        };
        short += &format!(" First among the measures: {so}.");
    }
    if ground.runs >= ENOUGH_RUNS {
        short += " How far judgments can be cut, and which measure separates the runs, does not depend on depth, pooled runs and teams.";
    }
    short += " Not tried: another level from which documents are relevant (--min-rel), and scores by another order of equal scores (--ties).";
    Answer { question: QUESTION, short, table: Some(table(ground, files)), ..Answer::default() }
}

/// What else was tried that does not fit the judgments, as a sentence with a blank before it.
fn unfitting(files: &Inspection, fitting: &[&TriedAssumption], others: &[&TriedAssumption]) -> String {
    match (files.origin(), fitting, others) {
        (.., []) => String::new(),
        (Origin::Complete | Origin::Unknown, [], _) => {
            " No pool that was tried fits the judgments.".to_owned()
        }
        (_, [], _) => " Nothing else that was tried fits the judgments.".to_owned(),
        _ => {
            let whats: Vec<&str> = others.iter().map(|row| row.what.as_str()).collect();
            format!(" What was tried and does not fit the judgments: {}.", whats.join(", "))
        }
    }
}

/// A verdict, and the others that there would be with what else was tried and fits.
fn said(
    first: &TriedAssumption,
    fitting: &[&TriedAssumption],
    name: &str,
    verdict: &dyn Fn(&TriedAssumption) -> String,
) -> String {
    let first = verdict(first);
    if fitting.is_empty() {
        return format!("{name}: {first}");
    }
    let mut others: Vec<(String, Vec<String>)> = Vec::new();
    for row in fitting.iter().filter(|row| verdict(row) != first) {
        match others.iter_mut().find(|(known, _)| *known == verdict(row)) {
            Some((_, whats)) => whats.push(row.what.clone()),
            None => others.push((verdict(row), vec![row.what.clone()])),
        }
    }
    if others.is_empty() {
        let whats: Vec<String> = fitting.iter().map(|row| row.what.clone()).collect();
        let fit = of_number(whats.len(), "which fits", "which all fit");
        return format!("{name}: {first}, and so {}, {fit} the judgments too", with(&whats));
    }
    let others = others.iter().map(|(verdict, whats)| format!("{verdict} {}", with(whats)));
    format!("{name}: {first}; {}", others.collect::<Vec<_>>().join("; "))
}

/// Several assumptions, of which each is tried alone: `with all runs pooled and with a pool of depth 5`.
fn with(whats: &[String]) -> String {
    listed(&whats.iter().map(|what| format!("with {what}")).collect::<Vec<_>>())
}

/// Whether the judgments may be those of the assumed pool, as far as the shares tell that are beside it in
/// the table: enough of it is judged, and it holds enough of the judgments.
fn fits(files: &Inspection, row: &TriedAssumption) -> bool {
    let all = match files.origin() {
        Origin::Pool | Origin::ToTheEnds => files.assumed().first().map_or(0, |inferred| inferred.judged),
        Origin::Complete | Origin::Unknown => files.judged().0,
    };
    is_filled(row.judged, row.documents) && row.judged as f64 >= FITS * all as f64
}

/// Whether the pool is deep enough, if this is assumed.
fn deep(files: &Inspection, row: &TriedAssumption) -> &'static str {
    match files.origin() {
        Origin::Complete if row.is_inferred() => NOT_ASKED,
        Origin::Unknown if row.is_inferred() => UNSAID,
        _ => deep_if_a_pool(files, row),
    }
}

/// The same, as of a pool that somebody made.
fn deep_if_a_pool(files: &Inspection, row: &TriedAssumption) -> &'static str {
    let Some(depth) = row.depth.filter(|depth| *depth > 1) else { return UNSAID };
    if !is_filled(row.judged, row.documents) {
        return UNSAID;
    }
    match Enough::of(&row.curve, f64::from(depth), row.judged == files.judged().0) {
        // Judgments that are mostly the pool's own cannot tell that it is deep enough.
        Enough::Yes if files.is_most(row.judged) => "it seems so",
        enough => enough.verdict(),
    }
}

/// Whether a new team would be treated fairly, if this is assumed.
fn fair(files: &Inspection, row: &TriedAssumption, runs: usize) -> String {
    let unsaid = match files.origin() {
        Origin::Complete if row.is_inferred() => Some(NOT_ASKED),
        Origin::Unknown if row.is_inferred() => Some(UNSAID),
        // Of a pool that is judged in part nobody knows what a team brought.
        _ if row.depth.is_some() && !is_filled(row.judged, row.documents) => Some(UNSAID),
        _ if row.teams.is_empty() => Some(UNSAID),
        _ => None,
    };
    let teams = row.teams.iter().map(|team| (team.name.as_str(), Fairness::of(team, runs)));
    unsaid.map_or_else(|| verdict_in_short(&teams.collect::<Vec<_>>()), str::to_owned)
}

/// How the verdict on depth hangs on depth and runs, as a sentence with a blank before it; nothing where
/// nothing else gives a verdict.
pub fn on_depth(files: &Inspection) -> String {
    let Some((first, others)) = files.assumed().split_first() else { return String::new() };
    // A shallower pool of the same runs is a part of the same curve, and tells nothing more.
    let is_other =
        |row: &TriedAssumption| row.depth > first.depth || row.pooled != first.pooled || row.is_reordered();
    let is_told = |row: &&TriedAssumption| {
        !row.changes_teams() && is_other(row) && fits(files, row) && deep_if_a_pool(files, row) != UNSAID
    };
    let others: Vec<&TriedAssumption> = others.iter().filter(is_told).collect();
    if others.is_empty() {
        return String::new();
    }
    let verdict = deep_if_a_pool(files, first);
    let differing: Vec<String> = others
        .iter()
        .filter(|row| deep_if_a_pool(files, row) != verdict)
        .map(|row| format!("{}, with {}", deep_if_a_pool(files, row), row.what))
        .collect();
    let tried: Vec<String> = others.iter().map(|row| row.what.clone()).collect();
    if differing.is_empty() {
        return format!(" The verdict would be the same {}.", with(&tried));
    }
    format!(
        " This hangs on what was inferred. The verdict on the ranking as a whole would be: {}.",
        listed(&differing)
    )
}

/// Whether it fits, in a word; of what was inferred nobody asks.
fn fitting(files: &Inspection, row: &TriedAssumption) -> &'static str {
    match () {
        () if row.is_inferred() => "-",
        () if fits(files, row) => "yes",
        () => "no",
    }
}

/// All that was tried.
fn table(ground: &Ground<'_>, files: &Inspection) -> AnswerTable {
    let (judged, _) = files.judged();
    let percent = |part: usize, whole: usize| match whole {
        0 => "-".to_owned(),
        whole => format!("{:.1}%", 100.0 * part as f64 / whole as f64),
    };
    let row = |row: &TriedAssumption| {
        let whole = row.depth.map(f64::from);
        let tau = whole.and_then(|whole| at(&row.curve, whole));
        let from = whole.map(|whole| agrees_from(&row.curve, whole));
        let count = |treated: Fairness| {
            row.teams.iter().filter(|team| Fairness::of(team, ground.runs) == treated).count()
        };
        vec![
            row.what.clone(),
            row.depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string()),
            row.pooled.to_string(),
            row.depth.map_or_else(|| "-".to_owned(), |_| row.teams.len().to_string()),
            percent(row.judged, row.documents),
            row.depth.map_or_else(|| "-".to_owned(), |_| percent(row.judged, judged)),
            tau.map_or_else(|| "-".to_owned(), |tau| format!("{tau:.3}")),
            from.map_or_else(
                || "-".to_owned(),
                |from| from.map_or_else(|| "none".to_owned(), |from| from.to_string()),
            ),
            deep(files, row).to_owned(),
            fair(files, row, ground.runs),
            row.depth.map_or_else(
                || "-".to_owned(),
                |_| {
                    let counts = [Fairness::Fairly, Fairness::Nearly, Fairness::Unfairly].map(count);
                    counts.map(|count| count.to_string()).join(", ")
                },
            ),
            fitting(files, row).to_owned(),
        ]
    };
    AnswerTable {
        caption: format!(
            "The verdicts by {} under other assumptions (rankings at some 20 depths where there are more; tau-b with the \
             ranking by all judgments; no verdict where less than {:.0}% of a pool are judged; a pool fits the judgments where \
             that share is judged, and it holds as large a part of the judgments that the inferred pool holds, or else of all)",
            ground.numbers.measures()[0],
            100.0 * FITS
        ),
        header: vec![
            "assumed",
            "depth",
            "pooled runs",
            "teams left out",
            "of its documents judged",
            "of the judgments",
            "tau-b at this depth",
            "above .9 from depth (of those tried)",
            "deep enough",
            "fair",
            "teams treated fairly, nearly so, not",
            "fits the judgments",
        ],
        rows: files.assumed().iter().map(row).collect(),
    }
}
