//! `rejudge pool build`

use rejudge_collections::{Qrels, RunRankings, load_rankings};
use rejudge_eval::EvalError;
use rejudge_eval::pooling::sizes;
use rejudge_metrics::Verdict;
use rejudge_names::plural::{counted, few, of_number};
use rejudge_pools::{Pool as DocumentPool, pooled_runs};

use super::GOOD;
use super::args::Global;
use super::output::{Failure, remark};
use super::pool::{Build, OrderArg, Pool, inputs, show, team_files, write};
use super::pool_remarks::{NAMED, remark_teams, remark_unread};

pub fn build(global: &Global, args: &Pool, wanted: &Build) -> Result<u8, Failure> {
    let mut input = args.input.clone();
    input.runs.extend(wanted.files.iter().cloned());
    let input = &input;
    if input.runs.is_empty() {
        return Err(Failure::usage("a pool is built of runs: rejudge pool build RUNS --depth K"));
    }
    let depth = wanted.depth as usize;
    // Without judgments there is nothing to compare with.
    let judged = wanted.judged.clone().unwrap_or_default();
    let runs = inputs(input, args.output.as_deref(), &judged)?;
    let asks_for_teams = wanted.runs_per_team.is_some();
    let files = team_files(input, asks_for_teams);
    let rankings = load_rankings(&runs, &files, &input.reading(depth)).map_err(EvalError::from)?;
    let collection = &rankings.collection;

    let chosen = pooled_runs(collection, wanted.runs_per_team.map(|most| most as usize));
    let mut pool = DocumentPool::build(collection, &chosen, depth, wanted.preference());
    let counts = |pool: &DocumentPool| -> Vec<usize> {
        (0..collection.topics().len()).map(|topic| pool.topic(topic).len()).collect()
    };
    let whole = counts(&pool);
    if pool.documents() == 0 {
        return Err(Failure::data("no run formed the pool: there is nothing to be judged"));
    }
    if let Some(path) = &wanted.judged {
        let qrels = Qrels::read(path, &input.files.reading.qrels_format.into()).map_err(EvalError::from)?;
        leave_out_judged(&mut pool, &rankings, &qrels);
    }
    let unjudged = counts(&pool);
    if pool.documents() == 0 {
        return Err(Failure::data("every document of the pool is judged already: nothing is written"));
    }
    if let Some(budget) = wanted.budget {
        pool.keep(budget as usize);
    }
    if let Some(budget) = wanted.budget_in_all {
        pool.keep_in_all(budget as usize);
    }
    let listed = counts(&pool);
    match wanted.order {
        OrderArg::Docid => pool.order_by_number(),
        OrderArg::Preferred => {}
        OrderArg::Random => pool.order_randomly(collection, wanted.seed),
    }
    write(args, wanted.form.text(&rankings, &pool).as_bytes())?;
    if !global.quiet {
        remark_unread(input, &judged, asks_for_teams);
        if asks_for_teams || input.files.teams.is_some() {
            remark_teams(collection, rankings.teams);
        }
        remarks(&rankings, wanted, &chosen, [&whole, &unjudged, &listed]);
    }
    if args.stats { show(args, &sizes(&rankings, [&whole, &unjudged, &listed])) } else { Ok(GOOD) }
}

/// Removes documents that have a level. A negative grade is not a level.
fn leave_out_judged(pool: &mut DocumentPool, rankings: &RunRankings, qrels: &Qrels) {
    let topics = rankings.collection.names();
    pool.leave_out(|topic, doc| {
        let verdict = qrels.verdict(&topics[topic], &rankings.documents[topic][doc as usize]);
        matches!(verdict, Some(Verdict::Level(_)))
    });
}

/// Prints the runs, the number of documents, and the topics without documents.
fn remarks(
    rankings: &RunRankings,
    wanted: &Build,
    chosen: &[usize],
    [whole, unjudged, listed]: [&[usize]; 3],
) {
    let collection = &rankings.collection;
    let names = |is_wanted: &dyn Fn(usize) -> bool| -> Vec<&str> {
        let runs = collection.runs().iter().enumerate();
        runs.filter(|&(run, _)| is_wanted(run)).map(|(_, run)| run.name.as_str()).collect()
    };
    if wanted.runs_per_team.is_some() {
        remark(format_args!("runs of the pool: {}", names(&|run| chosen.contains(&run)).join(" ")));
        let out = names(&|run| !chosen.contains(&run));
        remark(format_args!("runs left out: {}", if out.is_empty() { "none".into() } else { out.join(" ") }));
    }
    let sum = |counts: &[usize]| counts.iter().sum::<usize>();
    let (least, most) = (listed.iter().min().unwrap_or(&0), listed.iter().max().unwrap_or(&0));
    let each = if least == most { most.to_string() } else { format!("{least} to {most}") };
    remark(format_args!(
        "{} to judge, {each} per topic on {}",
        counted(sum(listed), "document"),
        counted(listed.len(), "topic"),
    ));
    let judged = match wanted.judged {
        Some(_) => format!(", {} of them judged already", sum(whole) - sum(unjudged)),
        None => String::new(),
    };
    let (depth, runs) = (wanted.depth, counted(chosen.len(), "run"));
    remark(format_args!("the top {depth} of {runs} have {}{judged}", counted(sum(whole), "document")));
    let is_without = |&at: &usize| listed[at] == 0;
    let without: Vec<String> =
        (0..listed.len()).filter(is_without).map(|at| collection.topic(at).name.to_owned()).collect();
    if !without.is_empty() {
        remark(format_args!(
            "{} {} no document to be judged: {}",
            counted(without.len(), "topic"),
            of_number(without.len(), "has", "have"),
            few(&without, NAMED, " ")
        ));
    }
}
