//! Text forms of a pool to be judged: a list for assessors, judgments that are all withheld, or a table of the runs'
//! ranks.

use std::fmt::Write;

use rejudge_collections::RunRankings;
use rejudge_pools::Pool;

/// The format of a pool to be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// topic docid, and nothing that could influence an assessor
    Docs,
    /// topic 0 docid -1: qrels with all judgments withheld, which other tools can read
    Qrels,
    /// A table with a header: topic, docid, runs with it, sum of its ranks, best rank. For organisers
    Table,
}

impl Form {
    /// The documents of `pool`, in its order.
    pub fn text(self, rankings: &RunRankings, pool: &Pool) -> String {
        let mut text = String::new();
        if self == Self::Table {
            text += "topic\tdocid\truns\trank sum\tbest rank\n";
        }
        for (at, topic) in rankings.collection.topics().enumerate() {
            for pooled in pool.topic(at) {
                let (topic, doc) = (topic.name, &rankings.documents[at][pooled.doc as usize]);
                // Writing to a string cannot fail.
                let _ = match self {
                    Self::Docs => writeln!(text, "{topic} {doc}"),
                    Self::Qrels => writeln!(text, "{topic} 0 {doc} -1"),
                    Self::Table => {
                        let (runs, sum, best) = (pooled.runs, pooled.rank_sum, pooled.best_rank);
                        writeln!(text, "{topic}\t{doc}\t{runs}\t{sum}\t{best}")
                    }
                };
            }
        }
        text
    }
}

/// Returns a table of the number of documents per topic: in the pool, already judged among these, and in the list.
pub fn sizes(rankings: &RunRankings, [pool, unjudged, listed]: [&[usize]; 3]) -> String {
    let mut text = "topic\tin the pool\tjudged\tlisted\n".to_owned();
    let mut row = |name: &str, [pool, unjudged, listed]: [usize; 3]| {
        let _ = writeln!(text, "{name}\t{pool}\t{}\t{listed}", pool - unjudged);
    };
    for (at, topic) in rankings.collection.topics().enumerate() {
        row(topic.name, [pool[at], unjudged[at], listed[at]]);
    }
    row("all", [pool, unjudged, listed].map(|counts| counts.iter().sum()));
    text
}
