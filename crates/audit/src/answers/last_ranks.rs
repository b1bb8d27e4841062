//! What the last ranks of a pool still brought, against the first: whether it found what is relevant
//! (Zobel, SIGIR 1998).

use rejudge_pools::inspect::{AtRank, ByRank, FEWEST_TOPICS};

use super::by_rank::share;
use super::sentence;
use rejudge_eval::plural::counted;

/// Where more of the documents than this that the last ranks brought are relevant, the pool is not exhausted.
pub const DRY: f64 = 0.05;

/// So many judged documents of the last ranks tell that share, where the deeper half of the ranks has them.
const TOLD_BY: usize = 100;

/// Of fewer no share is told.
const TOLD_AT_ALL: usize = 20;

/// The ranks at the end of a pool: the last tenth, or as many of the deeper half as brought enough judged
/// documents.
fn last(found: &ByRank) -> (usize, AtRank) {
    let depth = found.ranks.len();
    let tenth = depth - (depth / 10).max(1) + 1;
    let enough = |first: &usize| found.sum(*first, depth).judged >= TOLD_BY;
    let first = (depth / 2 + 1..=tenth).rev().find(enough).unwrap_or(depth / 2 + 1);
    (first, found.sum(first, depth))
}

/// Whether the last ranks of a pool still brought anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// Nothing.
    Yes,
    /// Little.
    Nearly,
    /// So much that more probably lies below.
    No,
    /// Nobody can tell.
    Unsaid,
}

/// What the last ranks brought, against the first; with a verdict, where there are topics and documents
/// enough.
pub fn yields(found: &ByRank, topics: usize) -> (Exhausted, String) {
    use Exhausted::{Nearly, No, Unsaid, Yes};
    let (depth, (first, last)) = (found.ranks.len(), last(found));
    let whole = found.whole();
    if whole.relevant == 0 {
        return (
            Unsaid,
            "To find what is relevant: cannot be said, as no document of the pool is.".to_owned(),
        );
    }
    if depth < 2 {
        let why = format!(
            "To find what is relevant: cannot be said of a pool of depth 1. It holds {}.",
            counted(whole.relevant, "relevant document")
        );
        return (Unsaid, why);
    }
    let ranks = if first == depth { format!("rank {depth}") } else { format!("ranks {first} to {depth}") };
    if last.new == 0 {
        let why = format!(
            "To find what is relevant: cannot be said. Nothing new is brought by {ranks}: all of it stands further up."
        );
        return (Unsaid, why);
    }
    if last.judged == 0 {
        let why = format!(
            "To find what is relevant: cannot be said. Of the {} of {ranks} none is judged.",
            counted(last.new, "new document")
        );
        return (Unsaid, why);
    }
    let brought = format!(
        "{ranks} brought {} relevant among {} ({:.1}%); rank 1 brought {} among {} ({:.1}%).",
        last.relevant,
        counted(last.judged, "new judged document"),
        100.0 * share(&last),
        found.ranks[0].relevant,
        found.ranks[0].judged,
        100.0 * share(&found.ranks[0])
    );
    if topics < FEWEST_TOPICS || last.judged < TOLD_AT_ALL {
        (
            Unsaid,
            format!("To find what is relevant: cannot be said of so few documents. {}", sentence(&brought)),
        )
    } else if share(&last) > DRY {
        (No, format!("To find what is relevant: no. {} So more probably lies below.", sentence(&brought)))
    } else if last.relevant > 0 {
        let said = format!(
            "To find what is relevant: nearly. {} So relevant documents have grown rare, but have not come to an end.",
            sentence(&brought)
        );
        (Nearly, said)
    } else {
        let so = if last.judged >= TOLD_BY { "yes" } else { "it seems so" };
        // Of few documents it is not certain.
        let exhausted = if so == "yes" { Yes } else { Nearly };
        (exhausted, format!("To find what is relevant: {so}. {}", sentence(&brought)))
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
        let said =
            |relevant: &[usize], judged: usize, topics: usize| yields(&pool(relevant, judged), topics).1;
        assert!(
            said(&[60, 40, 21], 400, 50)
                .starts_with("To find what is relevant: no. Rank 3 brought 21 relevant")
        );
        assert!(said(&[60, 40, 20], 400, 50).starts_with("To find what is relevant: nearly."));
        assert!(said(&[60, 40, 0], 400, 50).starts_with("To find what is relevant: yes."));
        assert!(said(&[0, 0], 400, 50).ends_with("cannot be said, as no document of the pool is."));
        // Few topics, few documents: the counts alone.
        for words in [said(&[60, 40, 21], 400, 4), said(&[6, 4, 2], 9, 50)] {
            assert!(words.starts_with("To find what is relevant: cannot be said"), "{words}");
        }
        assert!(said(&[60, 0], 0, 50).contains("cannot be said. Nothing new is brought by rank 2"));
        let mut unjudged = pool(&[60, 0], 400);
        unjudged.ranks[1].judged = 0;
        assert!(yields(&unjudged, 50).1.contains("Of the 400 new documents of rank 2 none is judged"));
    }
}
