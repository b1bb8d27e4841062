//! Is the pool deep enough? For ranking these runs, by shallower pools of them, held against all judgments
//! (Sakai, IPSJ 2009, section 7); for finding what is relevant, by what the last ranks still brought to
//! light (Zobel, SIGIR 1998). Longer than other files: the two answers share one card.

use rejudge_pools::inspect::ByRank;
use rejudge_stats::mean;

use super::super::cards::{Card, Finding, Question, Verdict, pictures};
use super::super::inspection::{FILLED, Inspection, Origin};
use super::by_rank::table;
use super::ground::Ground;
use super::last_ranks::{Exhausted, yields};
use super::shallower_pools::{Enough, agrees_from, at};
use super::{AGREE, Answer, listed, sensitivity, sentence};
use rejudge_eval::plural::{counted, of_number};

const QUESTION: Question = Question::Deep;

pub(super) fn answer(ground: &Ground<'_>, files: &Inspection) -> Answer {
    let (Some(depth), Some(found)) = (files.depth(), files.by_rank()) else {
        let answer = Answer::cannot(QUESTION, &files.without_depth(), &[]);
        let short = answer.short + " So nothing is said of finding what is relevant either.";
        return Answer { short, ..answer };
    };
    let shown = &["found", "depth", "depth-tau-ap", "depths"];
    let table = Some(table(found, files.origin() == Origin::Pool));
    let (exhausted, rest) = rest(files, found, depth, ground.topics);
    let cannot = |why: &str| {
        let answer = Answer::cannot(QUESTION, why, &[]);
        Answer { short: format!("{} {rest}", answer.short), table: table.clone(), ..answer }
    };
    if let Some(why) = ground.without_ranking(0) {
        return cannot(&why);
    }
    if depth < 2 {
        return cannot("a pool of depth 1 cannot be made shallower");
    }
    if let Some(why) = unfilled(files) {
        return cannot(&why);
    }
    let (numbers, whole) = (ground.numbers, f64::from(depth));
    let measures = numbers.measures();
    let curves = |measure: usize| {
        let curve = |statistic| numbers.curve(statistic, "depth", measure).mean(0.0);
        Some((curve("tau"), curve("tau-ap"))).filter(|(tau, _)| !tau.is_empty())
    };
    let Some((tau, top)) = curves(0) else {
        return cannot("the rankings by shallower pools could not be computed");
    };
    let short = match files.origin() {
        Origin::Complete => format!(
            "Does not arise: it seems that all documents of a set were judged, not a pool to a depth. {}{} {rest}",
            pools(files, measures[0], &tau, whole),
            of_top(depth, agrees_from(&top, whole), &format!("{:.3}", at(&top, whole).unwrap_or_default()))
        ),
        origin => {
            let ranking = ranking(ground, files, depth, &tau, &top);
            let made_up = if origin == Origin::Unknown { made_up(files) } else { String::new() };
            format!("{made_up}{ranking}{} {rest}", sensitivity::on_depth(files))
        }
    };
    let line = |measure: usize| {
        if let Some(why) = ground.without_ranking(measure) {
            return Some(format!("{}: cannot be said, {why}", measures[measure]));
        }
        let (tau, top) = curves(measure)?;
        let from = |curve: &[(f64, f64)]| {
            agrees_from(curve, whole).map_or_else(|| "no depth".to_owned(), |from| format!("depth {from}"))
        };
        let average = mean(&tau.iter().map(|(_, tau)| *tau).collect::<Vec<_>>())?;
        Some(format!(
            "{}: {} by tau-b, {} by tau-AP,b; tau-b with all judgments {:.3} at depth {depth}, {average:.3} on average over the \
             depths",
            measures[measure],
            from(&tau),
            from(&top),
            at(&tau, whole)?
        ))
    };
    let figures = ground.told().into_iter().filter_map(line).collect();
    let finding = finding(ground, files, depth, [&tau, &top], exhausted);
    let from = agrees_from(&tau, whole).filter(|_| finding.verdict() != Verdict::No);
    let picture = pictures::curves(&ground.numbers, "depth", "pool depth", &ground.told(), from);
    let card = Card::new(finding, ground.is_thin(), Some(picture));
    Answer { question: QUESTION, card: Some(card), short, figures, table, shown }
}

/// The verdict with its numbers. It is yes where nothing that is known speaks against it.
fn finding(
    ground: &Ground<'_>,
    files: &Inspection,
    depth: u32,
    [tau, top]: [&[(f64, f64)]; 2],
    exhausted: Exhausted,
) -> Finding {
    let whole = f64::from(depth);
    let measure = ground.numbers.measures()[0].to_owned();
    let tau_there = format!("{:.3}", at(tau, whole).unwrap_or_default());
    match files.origin() {
        Origin::Complete => return Finding::AllJudged {},
        Origin::Unknown => {
            let pool = files.pool_in_words();
            return match files.told_depth() {
                Some(_) => Finding::DepthNotBorneOut { depth, pool, tau: tau_there },
                None => Finding::NoPool { pool, depth, tau: tau_there },
            };
        }
        Origin::Pool | Origin::ToTheEnds => {}
    }
    let of = |curve| Enough::of(curve, whole, files.pool_is_all());
    let from = agrees_from(tau, whole);
    match (of(tau), from) {
        (Enough::No, _) | (_, None) => {
            // The whole pool is all judgments, and agrees with itself: the rank above it tells.
            let by_itself = from.is_some();
            let depth = if by_itself { depth - 1 } else { depth };
            let tau = format!("{:.3}", at(tau, f64::from(depth)).unwrap_or_default());
            Finding::Shallow { depth, tau, measure, by_itself }
        }
        (enough, Some(from)) => {
            let own = !files.made_of_pool_in_words().is_empty();
            let is_top = of(top) == Enough::Yes;
            if enough == Enough::Yes && is_top && !own && exhausted == Exhausted::Yes {
                return Finding::Deep { from: from as u32, depth, measure };
            }
            Finding::DeepInPart {
                from: from as u32,
                depth,
                measure,
                deep_only: enough == Enough::Barely,
                top: of(top) != Enough::No,
                top_from: agrees_from(top, whole)
                    .filter(|_| of(top) == Enough::Barely)
                    .map(|from| from as u32),
                unexhausted: matches!(exhausted, Exhausted::No | Exhausted::Nearly),
                unfound: exhausted == Exhausted::Unsaid,
                own,
            }
        }
    }
}

/// Why nothing can be said of the pool: too little of it is judged.
pub(super) fn unfilled(files: &Inspection) -> Option<String> {
    let share = files.judged_of_pool().filter(|_| !files.pool_is_filled())?;
    Some(format!(
        "of the different documents in {} only {:.1}% are judged, and the limit is {:.0}%",
        files.pool_in_words(),
        100.0 * share,
        100.0 * FILLED
    ))
}

/// That a pool is asked about which nobody made, with a blank behind it.
fn made_up(files: &Inspection) -> String {
    let within = files.judged_of_pool().map_or_else(
        || "which lies within them".to_owned(),
        |share| match share {
            // What rounds to all is not all.
            0.9995..1.0 => "of whose documents all but a few are judged".to_owned(),
            share => format!("of whose documents {:.1}% are judged", 100.0 * share),
        },
    );
    let none = match files.told_depth() {
        Some(told) => format!("which are not the pool of the depth that was told. {told}"),
        None => "which are no pool of these runs to one depth.".to_owned(),
    };
    format!("Cannot be said of these judgments as a whole, {none} For {}, {within}: ", files.pool_in_words())
}

/// What shallower pools say of ranking the runs: from which depth on they agree with all judgments, by all
/// and by the top.
fn ranking(
    ground: &Ground<'_>,
    files: &Inspection,
    depth: u32,
    tau: &[(f64, f64)],
    top: &[(f64, f64)],
) -> String {
    let (whole, half) = (f64::from(depth), (depth / 2).max(1));
    let of = |curve| Enough::of(curve, whole, files.pool_is_all());
    let (enough, enough_for_top) = (of(tau), of(top));
    let at_depth = |curve, place: u32| format!("{:.3}", at(curve, f64::from(place)).unwrap_or_default());
    let pool = if files.origin() == Origin::Pool { "the pool" } else { "that pool" };
    // Held against judgments that are mostly its own, a pool can be found too shallow, and never deep enough.
    let own = files.made_of_pool_in_words();
    let yes = if own.is_empty() { "yes" } else { "it seems so" };
    let verdict = match (enough, enough_for_top) {
        (Enough::Yes, Enough::Yes) => yes,
        (Enough::Yes, Enough::Barely) => {
            &format!("{yes} by tau-b, barely by tau-AP,b, which weighs the best runs more")
        }
        (Enough::Yes, Enough::No) => {
            &format!("{yes} by tau-b, no by tau-AP,b, which weighs the best runs more")
        }
        (Enough::Barely, Enough::No) => "barely by tau-b, no by tau-AP,b, which weighs the best runs more",
        (Enough::Barely, _) => "barely",
        (Enough::No, _) => "no",
    };
    let limits = match enough {
        Enough::No => String::new(),
        Enough::Yes | Enough::Barely => format!(
            " (By this report's limits: yes where tau-b is above {AGREE} from half of the depth on, barely where only from deeper on.)"
        ),
    };
    let verdict =
        format!("To rank these runs by {}: {}{verdict}.{limits}", ground.main(), ground.tentatively());
    let why = match (enough, agrees_from(tau, whole)) {
        (Enough::Yes | Enough::Barely, Some(from)) => {
            format!(
                "From depth {from} of {depth} on {pool} ranks them nearly as all these judgments do: tau-b between the two rankings is \
                 above {AGREE} (at depth {half} {}, at depth {depth} {}).{}",
                at_depth(tau, half),
                at_depth(tau, depth),
                of_top(depth, agrees_from(top, whole), &at_depth(top, depth))
            )
        }
        (_, Some(_)) => format!(
            "Depth {} does not rank them as the whole pool does: tau-b is {} there and {} at depth {half}; the limit is {AGREE}.",
            depth - 1,
            at_depth(tau, depth - 1),
            at_depth(tau, half)
        ),
        (_, None) => format!(
            "To depth {depth} {pool} ranks them at a tau-b of {} with all these judgments ({} at depth {half}; the limit is {AGREE}). So what \
             is judged beyond it changes the ranking.",
            at_depth(tau, depth),
            at_depth(tau, half)
        ),
    };
    format!("{verdict} {why}{}", if enough == Enough::No { "" } else { &own })
}

/// From which depth on the best runs are in place, as a sentence with a blank before it.
fn of_top(depth: u32, from: Option<f64>, whole: &str) -> String {
    match from {
        Some(from) => {
            format!(" By tau-AP,b, which weighs the best runs more, this is so from depth {from} on.")
        }
        None => format!(
            " By tau-AP,b, which weighs the best runs more, it is so at no depth: it is {whole} at depth {depth}."
        ),
    }
}

/// What pools of runs would tell where all was judged.
fn pools(files: &Inspection, measure: &str, tau: &[(f64, f64)], whole: f64) -> String {
    let pool = files.pool_in_words();
    match agrees_from(tau, whole) {
        Some(from) => format!(
            "A pool of these runs would rank them by {measure} nearly as all judgments do from depth {from} on (tau-b above {AGREE})."
        ),
        None => format!(
            "Of pools of these runs none to depth {whole} would rank them by {measure} nearly as all judgments do (tau-b {:.3} for {pool}).",
            at(tau, whole).unwrap_or_default()
        ),
    }
}

/// What the pool found, and what is judged outside of it.
fn rest(files: &Inspection, found: &ByRank, depth: u32, topics: usize) -> (Exhausted, String) {
    let beyond = beyond(files, found, depth);
    if files.origin() != Origin::Pool {
        let (_, relevant) = files.judged();
        let found = found.whole().relevant;
        let said = format!(
            "To find what is relevant: {}. {} holds {found} of the {relevant} known relevant documents. {beyond}",
            unfound(files.origin(), relevant - found),
            sentence(&files.pool_in_words())
        );
        return (Exhausted::Unsaid, said);
    }
    if files.holds_relevant_alone() {
        let yields = "To find what is relevant: cannot be said. What share of what the last ranks brought is relevant cannot be told: no judged document is nonrelevant.";
        return (Exhausted::Unsaid, format!("{yields} {beyond}"));
    }
    let (exhausted, said) = yields(found, topics);
    (exhausted, format!("{said} {beyond}"))
}

/// Whether judgments that are no pool of these runs to a depth find what is relevant; so many relevant
/// documents are known outside of the pool that is asked about.
fn unfound(origin: Origin, outside: usize) -> &'static str {
    match origin {
        Origin::Complete => "does not arise, as all of a set was judged, it seems",
        _ if outside > 0 => "that pool is not deep enough. Of these judgments as a whole it cannot be said",
        _ => "cannot be said",
    }
}

/// What is judged outside of the pool.
fn beyond(files: &Inspection, found: &ByRank, depth: u32) -> String {
    let beyond = found.beyond;
    if beyond.judged == 0 {
        return format!(
            "Nothing outside of the pool is judged: a document that no pooled run has in its top {depth} has no judgment."
        );
    }
    let nowhere = beyond.judged - beyond.below - beyond.elsewhere;
    let nowhere_relevant = beyond.relevant - beyond.below_relevant - beyond.elsewhere_relevant;
    let places = [
        (beyond.below, beyond.below_relevant, format!("below depth {depth} in its runs")),
        (beyond.elsewhere, beyond.elsewhere_relevant, "in other stored runs alone".to_owned()),
        (nowhere, nowhere_relevant, "in no stored run".to_owned()),
    ];
    let found: Vec<_> = places.iter().filter(|(judged, ..)| *judged > 0).collect();
    let places = match found[..] {
        [(_, _, place)] => format!("{}{place}", if beyond.judged > 1 { "all " } else { "" }),
        _ => listed(
            &found
                .iter()
                .map(|(judged, relevant, place)| format!("{judged} {place} ({relevant} relevant)"))
                .collect::<Vec<_>>(),
        ),
    };
    let so = match files.origin() {
        Origin::Pool if 2 * beyond.below > beyond.judged => &format!(
            " More than half of them stand deeper in the runs of the pool: those were chosen in another way{}.",
            files.or_for_others(beyond.judged)
        ),
        Origin::Pool => " They were judged on account of other runs, or in another way.",
        _ => "",
    };
    format!(
        "Outside of it {} more {} judged, {} of them relevant: {places}.{so}",
        counted(beyond.judged, "document"),
        of_number(beyond.judged, "is", "are"),
        beyond.relevant
    )
}
