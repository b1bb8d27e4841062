//! `rejudge eval`

use std::fmt::Write;

use rayon::prelude::*;
use rejudge_collections::{QrelsFormat, Reading, ScoreType, Ties, load_runs_with};
use rejudge_metrics::{Gains, Metric, Scorer, Verdict};
use rejudge_pools::{Buffers, JoinedRun, TestCollection, View};

use super::GOOD;
use super::args::{Eval, NoRelevantArg, QrelsFormatArg, TiesArg};
use super::output::{Failure, print};
use crate::frame::write_whole;
use crate::grid::split_names;

pub fn main(args: &Eval) -> Result<u8, Failure> {
    let metrics = metrics(&args.measures)?;
    let reading = Reading {
        ties: match args.ties {
            TiesArg::DocnoDescending => Ties::DocnoDescending,
            TiesArg::DocnoAscending => Ties::DocnoAscending,
            TiesArg::FileOrder => Ties::FileOrder,
            TiesArg::Rank => Ties::Rank,
        },
        score_type: if args.score32 { ScoreType::F32 } else { ScoreType::F64 },
        max_rank: args.max_rank as usize,
    };
    let format = match args.qrels_format {
        QrelsFormatArg::Trec => QrelsFormat::Trec { grades: Default::default() },
        QrelsFormatArg::Ntcir => QrelsFormat::Ntcir { grades: Default::default() },
    };
    let load = load_runs_with(&args.qrels, &format, &args.runs, &reading);
    let collection = load.map_err(|e| Failure::data(e.to_string()))?;
    let gains = match &args.gains {
        None => Gains::linear(highest_level(&collection)),
        Some(text) => gains(text)?,
    };
    let scorer = Scorer::new(&metrics, &gains, args.min_rel, args.max_rank);
    let scorer = scorer.map_err(|e| Failure::usage(e.to_string()))?;
    if let (Some(map), highest) = (&args.gains, highest_level(&collection))
        && highest > gains.top_level()
    {
        let (found, last) = (highest, gains.top_level());
        let path = args.qrels.display();
        return Err(Failure::data(format!(
            "{path}: a document is of level {found}, but --gains {map} ends at level {last}"
        )));
    }
    let view = View::full(&collection);
    let counts = |&t: &usize| args.no_relevant == NoRelevantArg::Zero || view.relevant(t, args.min_rel) > 0;
    let topics: Vec<usize> = (0..collection.topics().len()).filter(counts).collect();
    if topics.is_empty() {
        let path = args.qrels.display();
        return Err(Failure::data(format!(
            "{path}: no topic has a relevant document, so --no-relevant drop leaves none"
        )));
    }
    for (run, info) in collection.runs().iter().enumerate() {
        if (0..collection.topics().len()).all(|topic| collection.ranking(run, topic).is_empty()) {
            let (name, qrels) = (&info.name, args.qrels.display());
            return Err(Failure::data(format!("run `{name}` has no topic in common with {qrels}")));
        }
    }
    let text = scores(args, &collection, &view, &topics, &metrics, &scorer);
    match &args.output {
        Some(path) => write_whole(path, text.as_bytes())?,
        None => print(&text)?,
    }
    Ok(GOOD)
}

/// Measures of the command line: names separated by blanks; blanks within parentheses belong to a name.
fn metrics(texts: &[String]) -> Result<Vec<Metric>, Failure> {
    let names = texts.iter().flat_map(|text| split_names(text));
    let parsed: Result<Vec<Metric>, Failure> =
        names.map(|name| name.parse().map_err(|e| Failure::usage(format!("{e}")))).collect();
    parsed.and_then(|all| if all.is_empty() { Err(Failure::usage("no measure is named")) } else { Ok(all) })
}

fn gains(text: &str) -> Result<Gains, Failure> {
    let wrong = |part: &str| Failure::usage(format!("--gains: `{part}` is not LEVEL=GAIN"));
    let mut levels = Vec::new();
    for part in text.split(',') {
        let (level, gain) = part.split_once('=').ok_or_else(|| wrong(part))?;
        levels.push((
            level.trim().parse().map_err(|_| wrong(part))?,
            gain.trim().parse().map_err(|_| wrong(part))?,
        ));
    }
    Gains::new(levels).map_err(|e| Failure::usage(format!("--gains: {e}")))
}

fn highest_level(collection: &TestCollection) -> u8 {
    let level = |verdict: &Verdict| match verdict {
        Verdict::Level(level) => *level,
        Verdict::Pooled => 0,
    };
    collection.topics().iter().flat_map(|t| &t.verdicts).map(level).max().unwrap_or(1)
}

/// run <TAB> topic <TAB> measure <TAB> value; topic `all` is the mean.
fn scores(
    args: &Eval,
    collection: &TestCollection,
    view: &View,
    topics: &[usize],
    metrics: &[Metric],
    scorer: &Scorer,
) -> String {
    let of_run = |run: usize| {
        let name = &collection.runs()[run].name;
        let joined = JoinedRun::new(collection, run, args.max_rank as usize);
        let (mut buffers, mut row) = (Buffers::default(), vec![None; metrics.len()]);
        let (mut text, mut sums) = (String::new(), vec![0.0; metrics.len()]);
        for &topic in topics {
            let lists = buffers.lists(collection, view, &joined, topic);
            scorer.score(&lists.raw, &lists.condensed, &mut row);
            for ((metric, score), sum) in metrics.iter().zip(&row).zip(&mut sums) {
                let score = score.unwrap_or(0.0);
                *sum += score;
                if args.per_topic {
                    let _ = writeln!(text, "{name}\t{}\t{metric}\t{score}", collection.topics()[topic].name);
                }
            }
        }
        for (metric, sum) in metrics.iter().zip(&sums) {
            let _ = writeln!(text, "{name}\tall\t{metric}\t{}", sum / topics.len() as f64);
        }
        text
    };
    let texts: Vec<String> = (0..collection.runs().len()).into_par_iter().map(of_run).collect();
    texts.concat()
}
