//! Is the pool deep enough? For ranking these runs, by shallower pools of them (Sakai, IPSJ 2009, section 7); for finding what
//! is relevant, by what the last ranks still brought to light (Zobel, SIGIR 1998).

use rejudge_pools::inspect::{AtRank, ByRank, FEWEST_TOPICS};
use rejudge_stats::mean;

use super::super::inspection::Inspection;
use super::ground::Ground;
use super::{AGREE, Answer, Table};
use rejudge_eval::counted::{counted, of_number};

/// Where more of the documents than this that the last ranks brought are relevant, the pool is not exhausted.
pub const DRY: f64 = 0.05;

/// So many judged documents of the last ranks tell that share, where the deeper half of the ranks has them.
const TOLD_BY: usize = 100;

/// Of fewer no share is told.
const TOLD_AT_ALL: usize = 20;

/// Ranks that are shown one by one; deeper ones in bands that begin behind them.
const SINGLE: usize = 10;
const BANDS: [usize; 7] = [10, 20, 30, 50, 75, 100, 200];

const QUESTION: &str = "Is the pool deep enough?";

pub(super) fn answer(ground: &Ground<'_>, files: &Inspection) -> Answer {
    let (Some(depth), Some(found)) = (files.depth(), files.by_rank()) else {
        return Answer::cannot(QUESTION, &files.without_depth(), &[]);
    };
    let shown = &["found", "depth", "depth-tau-ap", "depths"];
    let table = Some(table(found));
    let yields = if files.holds_relevant_alone() {
        "What share of what the last ranks brought is relevant cannot be told: no judged document is nonrelevant."
            .to_owned()
    } else {
        yields(found, ground.topics)
    };
    let rest = format!("{yields} {}", beyond(files, found, depth));
    let cannot = |why: &str| {
        let short = format!("Cannot be said: {why}. {rest}");
        Answer { question: QUESTION, short, table: table.clone(), ..Answer::default() }
    };
    if let Some(why) = ground.without_ranking(0) {
        return cannot(&why);
    }
    if depth < 2 {
        return cannot("a pool of depth 1 cannot be made shallower");
    }
    let (numbers, whole) = (ground.numbers, f64::from(depth));
    let measures = numbers.measures();
    let knees = |at: usize| {
        let [tau, top] = ["pool-tau", "pool-tau-ap"].map(|statistic| numbers.curve(statistic, "depth", at));
        (!tau.is_empty()).then(|| (tau.knee(whole, AGREE, 0.0), top.knee(whole, AGREE, 0.0), tau.mean(0.0)))
    };
    let Some((from, of_top, curve)) = knees(0) else {
        return cannot("the rankings by shallower pools could not be computed");
    };
    let short =
        format!("{} {}, {} {rest}", ground.opening("For"), measures[0], ranking(depth, from, of_top, &curve));
    let line = |at: usize| {
        if let Some(why) = ground.without_ranking(at) {
            return Some(format!("{}: cannot be said, {why}", measures[at]));
        }
        let (from, by_top, curve) = knees(at)?;
        let average = mean(&curve.iter().map(|(_, tau)| *tau).collect::<Vec<_>>())?;
        Some(format!(
            "{}: depth {from} by tau-b, {by_top} by tau-AP,b; mean tau-b over the depths {average:.3}",
            measures[at]
        ))
    };
    let figures = ground.told().into_iter().filter_map(line).collect();
    Answer { question: QUESTION, short, figures, table, shown }
}

/// What shallower pools say of ranking the runs: from which depth on they agree, by all and by the top.
fn ranking(depth: u32, from: f64, of_top: f64, curve: &[(f64, f64)]) -> String {
    let whole = f64::from(depth);
    let half = curve.iter().rev().find(|(at, _)| *at <= whole / 2.0);
    let at_half = half.map_or_else(String::new, |(at, tau)| format!("; at depth {at} it is {tau:.3}"));
    let agrees = format!(
        "tau-b with the pool of depth {depth} is above {AGREE} from there on{at_half}; tau-AP,b, for which the top counts more, \
         from depth {of_top} on"
    );
    if from <= whole / 2.0 {
        let (word, limit) =
            if of_top <= whole / 2.0 { ("yes", "") } else { ("yes in the main", ", but not its top") };
        format!(
            "to rank these runs {word}: judged to depth {from} of {depth} the pool would rank them alike{limit} ({agrees})."
        )
    } else if from < whole {
        format!(
            "to rank these runs barely: rankings change down to depth {from} of {depth} ({agrees}), so that they may go on \
             changing below."
        )
    } else {
        format!(
            "to rank these runs no: not even depth {} of {depth} ranks them like the whole pool (tau-b {AGREE} or less \
             there{at_half}).",
            depth - 1
        )
    }
}

/// The ranks at the end of a pool: the last tenth, or as many of the deeper half as brought enough judged documents.
fn last(found: &ByRank) -> (usize, AtRank) {
    let depth = found.ranks.len();
    let tenth = depth - (depth / 10).max(1) + 1;
    let enough = |first: &usize| found.sum(*first, depth).judged >= TOLD_BY;
    let first = (depth / 2 + 1..=tenth).rev().find(enough).unwrap_or(depth / 2 + 1);
    (first, found.sum(first, depth))
}

/// What share of new judged documents is relevant.
fn share(at: &AtRank) -> f64 {
    at.relevant as f64 / at.judged.max(1) as f64
}

/// What the last ranks brought, against the first; with a verdict, where there are topics and documents enough.
fn yields(found: &ByRank, topics: usize) -> String {
    let (depth, (first, last)) = (found.ranks.len(), last(found));
    let whole = found.whole();
    if whole.relevant == 0 {
        return "No document of the pool is relevant.".to_owned();
    }
    if depth < 2 {
        return format!("It holds {}.", counted(whole.relevant, "relevant document"));
    }
    let ranks = if first == depth { format!("rank {depth}") } else { format!("ranks {first} to {depth}") };
    if last.new == 0 {
        return format!("Nothing new is brought by {ranks}: all of it stands further up.");
    }
    if last.judged == 0 {
        return format!(
            "Of the {} of {ranks} none is judged, so that nothing tells what is to be found there.",
            counted(last.new, "new document")
        );
    }
    let brought = format!(
        "{ranks} brought {} relevant among {} ({:.1}%), rank 1 {} among {} ({:.1}%)",
        last.relevant,
        counted(last.judged, "new judged document"),
        100.0 * share(&last),
        found.ranks[0].relevant,
        found.ranks[0].judged,
        100.0 * share(&found.ranks[0])
    );
    if topics < FEWEST_TOPICS || last.judged < TOLD_AT_ALL {
        format!("What is relevant, without a verdict on so little: {brought}.")
    } else if share(&last) > DRY {
        format!("To find what is relevant no: {brought}, so that more lies below.")
    } else if last.relevant > 0 {
        format!("Relevant documents have grown rare, and are not at an end: {brought}.")
    } else {
        format!("Relevant documents have come to an end: {brought}.")
    }
}

/// What is judged outside of the pool.
fn beyond(files: &Inspection, found: &ByRank, depth: u32) -> String {
    let beyond = found.beyond;
    if beyond.judged == 0 {
        return format!("Nothing outside of it is judged: what lies below depth {depth} nobody has seen.");
    }
    let so = if files.is_all_judged() {
        " Most runs are judged to their ends, so that nothing hangs on this depth"
    } else if files.is_their_pool() {
        " They were judged on account of other runs, or by other rules: depth cannot be asked of them"
    } else {
        " So the judgments are not a pool of these runs, or not one of this depth"
    };
    format!(
        "Outside of it {} more {} judged, {} of them relevant; {} of these {} below depth {depth} in its runs ({} relevant), \
         the others in none.{so}.",
        counted(beyond.judged, "document"),
        of_number(beyond.judged, "is", "are"),
        beyond.relevant,
        beyond.below,
        of_number(beyond.below, "stands", "stand"),
        beyond.below_relevant
    )
}

/// What each rank brought.
fn table(found: &ByRank) -> Table {
    let depth = found.ranks.len();
    let mut bands: Vec<(usize, usize)> = (1..=depth.min(SINGLE)).map(|rank| (rank, rank)).collect();
    let ends = BANDS.windows(2).map(|ends| (ends[0] + 1, ends[1]));
    let deeper = (BANDS[BANDS.len() - 1] + 1, usize::MAX);
    bands.extend(ends.chain([deeper]).filter(|(first, _)| *first <= depth).map(|(a, b)| (a, b.min(depth))));
    let whole = found.whole().relevant.max(1) as f64;
    let mut so_far = 0;
    let row = |(first, last): (usize, usize)| {
        let sum = found.sum(first, last);
        so_far += sum.relevant;
        let ranks = if first == last { first.to_string() } else { format!("{first} to {last}") };
        let of_judged = if sum.judged == 0 { "-".to_owned() } else { format!("{:.1}%", 100.0 * share(&sum)) };
        let counts = [sum.new, sum.judged, sum.relevant].map(|count| count.to_string());
        let so_far = format!("{:.1}%", 100.0 * so_far as f64 / whole);
        std::iter::once(ranks).chain(counts).chain([of_judged, so_far]).collect()
    };
    Table {
        caption: "What each rank of the pooled runs brought to the pool, all topics together".to_owned(),
        header: vec![
            "rank",
            "new documents",
            "judged",
            "relevant",
            "relevant of the judged",
            "relevant so far, of the pool's",
        ],
        rows: bands.into_iter().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(relevant: &[usize], judged: usize) -> ByRank {
        let at =
            |(rank, relevant): (usize, &usize)| AtRank { rank, new: judged, judged, relevant: *relevant };
        ByRank { ranks: (1..).zip(relevant).map(at).collect(), ..ByRank::default() }
    }

    #[test]
    fn the_last_ranks_are_as_many_as_tell_something() {
        let many = last(&pool(&[50, 40, 30, 20], 120));
        assert_eq!((many.0, many.1.relevant), (4, 20));
        // A tenth, however many documents the last rank has.
        assert_eq!(last(&pool(&[1; 100], 900)).0, 91);
        assert_eq!(last(&pool(&[1; 10], 900)).0, 10);
        // 30 a rank: never more than the deeper half.
        let few = last(&pool(&[9, 8, 7, 6, 5, 4, 3, 2], 30));
        assert_eq!((few.0, few.1.relevant, few.1.judged), (5, 14, 120));
        let fewer = last(&pool(&[9, 8, 7, 6, 5], 3));
        assert_eq!((fewer.0, fewer.1.judged), (3, 9));
    }

    #[test]
    fn a_pool_whose_last_rank_still_finds_is_not_exhausted() {
        let said = |relevant: &[usize], judged: usize, topics: usize| yields(&pool(relevant, judged), topics);
        assert!(
            said(&[60, 40, 21], 400, 50)
                .starts_with("To find what is relevant no: rank 3 brought 21 relevant")
        );
        assert!(said(&[60, 40, 20], 400, 50).starts_with("Relevant documents have grown rare"));
        assert!(said(&[60, 40, 0], 400, 50).starts_with("Relevant documents have come to an end"));
        assert!(said(&[0, 0], 400, 50).starts_with("No document"));
        // Few topics, few documents: the counts alone.
        for words in [said(&[60, 40, 21], 400, 4), said(&[6, 4, 2], 9, 50)] {
            assert!(words.starts_with("What is relevant, without a verdict"), "{words}");
        }
        assert!(said(&[60, 0], 0, 50).starts_with("Nothing new is brought by rank 2"));
        let mut unjudged = pool(&[60, 0], 400);
        unjudged.ranks[1].judged = 0;
        assert!(yields(&unjudged, 50).starts_with("Of the 400 new documents of rank 2 none is judged"));
    }

    #[test]
    fn bands_cover_every_rank_once() {
        for depth in [1, 9, 10, 11, 64, 100, 257] {
            let rows = table(&pool(&vec![1; depth], 5)).rows;
            let relevant: usize = rows.iter().map(|row| row[3].parse::<usize>().expect("a number")).sum();
            assert_eq!(relevant, depth);
            assert_eq!(rows.last().expect("rows")[5], "100.0%");
        }
    }
}
