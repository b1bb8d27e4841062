//! Verdicts on claims on real runs: draws of runs and topics, the paper's own collections, and pools that are too shallow.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::interrupts::{INTERRUPTED, STOPPING, interrupt};
use crate::world::{EXPERIMENT, GOOD, TINY, USAGE, World, changed, has};
use rejudge_report::check::claims::ClaimVerdict;
use serde_json::Value;

const FILE: &str = "experiments/small/experiment.yaml";

/// Creates a world whose experiment has only the collection of files, all of its runs, and these claims.
fn world(claims: &str, more: &str) -> World {
    let world = World::with_files();
    let text = changed(EXPERIMENT, "[tiny-twin]", "[tiny]");
    let text = changed(&text, "one-per-team: {}", "all");
    world.write(FILE, changed(&text, "profiles:", &format!("claims:\n{claims}{more}profiles:")));
    world
}

/// Changes the experiment's file.
fn edit(world: &World, from: &str, to: &str) {
    world.write(FILE, changed(&world.read(FILE), from, to));
}

/// Returns the outcome of a claim from check.json.
fn outcome(world: &World, claim: &str) -> Value {
    world.line("run small --results r --cache c").code(GOOD);
    world.line("check small --results r");
    let json = world.json("r/check.json");
    let all = json["claims"].as_array().unwrap().clone();
    all.into_iter().find(|on| on["claim"] == claim).unwrap_or_else(|| panic!("no {claim} in {json}"))
}

/// Returns the mean AP over all runs for each topic.
fn by_topic(world: &World) -> Vec<f64> {
    world.line("run small --results r --cache c").code(GOOD);
    let wanted = [("judgments", "full"), ("measure", "AP")];
    let scores = world.rows("r/scores.parquet").with(&wanted);
    let mean = |topic| {
        let scores = scores.with(&[("topic", topic)]).numbers("score");
        scores.iter().sum::<f64>() / scores.len() as f64
    };
    ["1", "2", "3"].map(mean).to_vec()
}

/// All samples of three topics are equally likely, so we know the expected share of draws.
#[test]
fn the_share_of_draws_is_near_the_share_of_all_samples() {
    let claims = |low: f64| {
        format!(
            "  high: {{claim: AP is high, holds: {{between: {{of: {{of: mean, measure: AP, judgments: full}}, low: {low}}}}}}}\n"
        )
    };
    let topics = by_topic(&world(&claims(0.5), ""));
    let all = topics.iter().flat_map(|a| topics.iter().map(move |b| a + b));
    let mut means: Vec<f64> = all.flat_map(|two| topics.iter().map(move |c| (two + c) / 3.0)).collect();
    means.sort_by(f64::total_cmp);
    // The threshold is between two means, so rounding cannot decide.
    for at in [2, 13, 25] {
        let low = (means[at - 1] + means[at]) / 2.0;
        let above = means.iter().filter(|mean| **mean >= low).count();
        let expected = above as f64 / 27.0;
        let world = world(&claims(low), "");
        let high = outcome(&world, "high");
        let (verdict, share) = high["holds"].as_str().unwrap().split_once(' ').unwrap();
        let (holds, draws) = share.split_once('/').unwrap();
        let [holds, draws]: [f64; 2] = [holds, draws].map(|number| number.parse().unwrap());
        assert_eq!(draws, 200.0);
        let error = (expected * (1.0 - expected) / draws).sqrt();
        assert!((holds / draws - expected).abs() < 4.0 * error, "{holds} of {draws}, expected {expected}");
        let word = ClaimVerdict::from_draws(holds as usize, 200).unwrap().word();
        assert_eq!((verdict, high["verdict"].as_str()), (word, Some(word)));
        assert_eq!((high["choices"].as_u64(), high["resampled"].as_bool()), (Some(1), Some(true)));
    }
}

#[test]
fn a_verdict_needs_nine_tenths_of_the_draws() {
    use ClaimVerdict::{Fails, Holds, Undecided};
    let verdicts = [(0, 10), (1, 10), (2, 10), (8, 10), (9, 10), (10, 10), (1, 1), (0, 1)]
        .map(|(holds, draws)| ClaimVerdict::from_draws(holds, draws));
    let expected = [Fails, Fails, Undecided, Undecided, Holds, Holds, Holds, Fails].map(Some);
    assert_eq!(verdicts, expected);
    assert_eq!(ClaimVerdict::from_draws(0, 0), None);
}

/// Only the file of verdicts depends on resampled topics, and the number of threads does not matter.
#[test]
fn only_verdicts_resample_topics() {
    let claims = "  high: {claim: AP is high, holds: {between: {of: {of: mean, measure: AP, judgments: full}, low: 0.5}}}\n  \
        agree: {claim: one team agrees, holds: {between: {of: {of: tau, judgments: \"take-one-team(*)\"}, low: 0.5}}}\n";
    let world = world(claims, "");
    edit(&world, "draws: 2", "draws: {open: 2}");
    world.line("run small --results r --cache c --jobs 1").code(GOOD);
    world.line("run small --results s --cache d --jobs 4").code(GOOD);
    let [one, four] =
        ["r", "s"].map(|folder| std::fs::read(world.path(folder).join("claims.parquet")).unwrap());
    assert_eq!(one, four);
    world.line("run small --results t --cache c -s draws.verdicts=10").code(GOOD);
    assert_eq!(world.rows("t/claims.parquet").numbers("draws"), [10.0, 10.0]);
    let [before, after] =
        ["r", "t"].map(|folder| world.rows(&format!("{folder}/cells.parquet")).numbers("value"));
    let values = |numbers: Vec<f64>| numbers.into_iter().map(f64::to_bits).collect::<Vec<_>>();
    assert_eq!(values(before), values(after));
}

/// All cells are cached. Only the draws of the verdicts, which would take minutes, can be interrupted.
#[test]
fn verdicts_can_be_interrupted() {
    let claims = "  high: {claim: AP is high, holds: {between: {of: {of: mean, measure: AP, judgments: full}, low: 0.5}}}\n";
    let world = world(claims, "");
    edit(&world, "draws: 2", "draws: {open: 2}");
    world.line("run small --results r --cache c -s draws.verdicts=1").code(GOOD);
    let complete = world.results("r");
    let mut command = world.command("run small --results r --cache c -s draws.verdicts=2000000".split(' '));
    command.env("REJUDGE_LOG", "info").stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(stderr.any(|line| line.contains("evaluating claims")));
    interrupt(&child);
    assert_eq!(stderr.next().as_deref(), Some(STOPPING));
    stderr.for_each(drop);
    assert_eq!(child.wait().unwrap().code(), Some(INTERRUPTED));
    assert!(world.results("r") == complete);
}

/// For claims about significance tests, only runs are drawn. Here there is only one choice of runs.
#[test]
fn tests_of_pairs_are_not_resampled() {
    let claims = "  power: {claim: some pairs differ, holds: {at-least: {left: {of: dp.power, judgments: full}, right: {of: dp.power, judgments: full}}}}\n";
    let world = world(claims, "");
    let power = outcome(&world, "power");
    assert_eq!((power["holds"].as_str(), power["resampled"].as_bool()), (Some("holds"), Some(false)));
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    has(&report, "holds for the only choice of runs; the topics are not drawn");
    has(
        &report,
        "1 of these verdicts comes from 1 choice of runs (2 draws), and does not resample the topics.",
    );
}

const PAPER: &str = "\
schema: collection/v1
id: paper-tiny
title: The collection of a paper
kind: licensed
files: {folder: paper-tiny, qrels: qrels.txt, runs: \"runs/*\", teams: teams.tsv}
counts: {runs: 78, teams: 3}
licence: none
obtain: nowhere
pool-depth: 3
";

/// A claim about one collection counts on this collection, and on the open collection that `own` names for
/// it. On other collections the claim is shown but not counted.
#[test]
fn claims_are_counted_on_the_collections_that_they_are_about() {
    let claims = "  of-it: {claim: AP is above 0, of: paper-tiny, holds: {positive: {of: mean, measure: AP}}}\n  \
        of-other: {claim: nDCG is above 0, of: [tiny-twin-2], holds: {positive: {of: mean, measure: nDCG@10}}}\n  \
        of-ours: {claim: our stronger reading, counted: false, holds: {positive: {of: mean, measure: AP}}}\n";
    let own = "own: {paper-tiny: tiny}\n";
    let world = world(claims, own);
    world.write("collections/paper-tiny.yaml", PAPER);
    world.write("collections/tiny.yaml", format!("{TINY}counts: {{runs: 4, teams: 3}}\n"));
    world
        .line("run small --results r --cache c")
        .code(USAGE)
        .says("`tiny-twin-2` is not a collection of this experiment");
    edit(&world, "of: [tiny-twin-2]", "of: [paper-tiny-2]");
    world.write("collections/paper-tiny-2.yaml", changed(PAPER, "id: paper-tiny", "id: paper-tiny-2"));
    edit(&world, "own: {paper-tiny: tiny}", "own: {paper-tiny: tiny, paper-tiny-2: tiny}");
    world.line("plan small").code(USAGE).says("`tiny` is already the open collection for `paper-tiny`");
    edit(&world, ", paper-tiny-2: tiny}", "}");
    edit(&world, "[tiny]", "[tiny, paper-tiny-2]");
    for (counts, group) in
        [("runs: 78, teams: 3", "own"), ("runs: 8, teams: 9", "own"), ("runs: 9, teams: 4", "part")]
    {
        world.write("collections/paper-tiny.yaml", changed(PAPER, "runs: 78, teams: 3", counts));
        let [of_it, of_other, of_ours] = ["of-it", "of-other", "of-ours"].map(|claim| outcome(&world, claim));
        assert_eq!(
            (of_ours["holds"].as_str(), of_ours["counted"].as_bool()),
            (Some("holds 200/200"), Some(false))
        );
        assert_eq!(
            (of_it["group"].as_str(), of_it["counted"].as_bool()),
            (Some(group), Some(true)),
            "{counts}"
        );
        assert_eq!((of_other["group"].as_str(), of_other["counted"].as_bool()), (Some(group), Some(false)));
    }
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    has(&report, "| claim | a part of the paper's own: tiny, 4 of 9 runs |");
    has(&report, "| AP is above 0 | ✓ 1 <br>*+");
    has(&report, "| nDCG is above 0 | (✓ 1) <br>*+");
    has(
        &report,
        "In brackets: not counted, because the paper makes no such claim about these collections, or because the claim is an alternative reading of ours, an identity, an example of the paper's own choice of runs, or a fact of its data.",
    );
    has(&report, "| our stronger reading | (✓ 1) <br>*+");
    has(
        &report,
        "A part of the paper's own, tiny (paper-tiny, 4 of 9 runs, 3 of 4 teams, pool depth 3, 0.833 judged): 1 of 1 case holds.",
    );
}

/// A licensed collection is the paper's own if the paper prints numbers of it. Otherwise its pool decides its group.
#[test]
fn a_licensed_collection_is_the_papers_own_if_the_paper_prints_it() {
    let claims = "  high: {claim: AP is above 0, holds: {positive: {of: mean, measure: AP}}}\n";
    let world = world(
        claims,
        "expected: expected.yaml\ntables: {t: {caption: tau, where: {judgments: \"pool-depth(*)\"}, panels: collection, rows: {axis: judgments.depth}, columns: measure, cell: tau}}\n",
    );
    let expected = |panel: &str| {
        format!(
            "schema: expected/v1\nexperiment: small\ntables:\n  t/{panel}:\n    kind: needs-licensed-data\n    then: within-draws\n    cells: |\n      depth | AP\n      1 | .900\n"
        )
    };
    world.write("experiments/small/expected.yaml", expected("tiny-2"));
    edit(&world, "[tiny]", "[tiny, tiny-2]");
    world.write("collections/tiny-2.yaml", changed(PAPER, "id: paper-tiny", "id: tiny-2"));
    world.write("collections/tiny.yaml", changed(TINY, "kind: open", "kind: licensed"));
    assert_eq!(outcome(&world, "high")["group"], "shallow");
    world.write("experiments/small/expected.yaml", expected("tiny"));
    assert_eq!(outcome(&world, "high")["group"], "own");
    world.write("experiments/small/expected.yaml", expected("tiny-2"));
    world.write("collections/tiny.yaml", changed(TINY, "pool-depth: 3\n", ""));
    assert_eq!(outcome(&world, "high")["group"], "unknown");
    world.line("report small --results r").code(GOOD);
    has(&world.read("r/report.md"), "| claim | of unknown pool depth: tiny, pool depth unknown |");
}

#[test]
fn a_claim_about_a_deeper_pool_is_not_tested() {
    let claims = "  deep: {claim: depth 5 agrees, holds: {positive: {of: tau, judgments: pool-depth(depth=5)}}}\n  \
        each: {claim: each agrees, holds: {at-each: {over: judgments.depth, holds: {positive: {of: tau, judgments: \"pool-depth(*)\"}}}}}\n";
    let world = world(claims, "");
    assert_eq!(outcome(&world, "deep")["holds"], "not-evaluable");
    assert_eq!(outcome(&world, "each")["only-at"], "depth 1");
    world.line("report small --results r").code(GOOD);
    has(&world.read("r/report.md"), "cannot be tested: it needs a pool of depth 5, and this one has depth 3");
}

/// On `tiny-2` the pool is too shallow, so the claim is not tested there.
#[test]
fn claims_that_fail_on_every_collection_may_be_untested_on_some() {
    let claims = "  many: {claim: there are many topics, holds: {between: {of: {of: facts.topics, judgments: pool-depth(depth=2)}, low: 5}}}\n";
    let world = world(claims, "");
    let shallow = changed(TINY, "id: tiny", "id: tiny-2");
    world.write("collections/tiny-2.yaml", changed(&shallow, "pool-depth: 3", "pool-depth: 1"));
    edit(&world, "[5, 1]", "[2, 1]");
    for (before, collections, where_tested) in
        [("[tiny]", "[tiny, tiny-twin]", ""), ("[tiny,", "[tiny-2, tiny,", ", where tested,")]
    {
        edit(&world, before, collections);
        world.line("run small --results r --cache c").code(GOOD);
        world.line("report small --results r").code(GOOD);
        let sentence = format!(
            "Claims that{where_tested} hold on every simulated collection and fail on every collection that is shallow or has holes: \
             “there are many topics”."
        );
        has(&world.read("r/report.md"), &sentence);
    }
}

#[test]
fn judgments_outside_the_pool_stay_in_sets_without_a_depth() {
    let claims =
        "  high: {claim: AP is above 0, holds: {positive: {of: mean, measure: AP, judgments: full}}}\n";
    let world = world(claims, "");
    let unretrieved = ["1", "2", "3"].map(|topic| format!("{topic} 0 z1 0\n{topic} 0 z2 0\n"));
    world.write("data/tiny/qrels.txt", world.read("data/tiny/qrels.txt") + &unretrieved.concat());
    let says = || {
        world.line("run small --results r --cache c").code(GOOD);
        world.line("report small --results r").code(GOOD);
        let report = world.read("r/report.md");
        ["stay judged if a team is left out.", "Judgment sets with a `depth` leave these documents out"]
            .map(|sentence| report.contains(sentence))
    };
    assert_eq!(says(), [true, false]);
    let without_depth = "    - take-one-team: {team: {each: all}}\n";
    let with_depth = "    - leave-one-team-out: {team: {each: all}, depth: 1}\n";
    edit(&world, without_depth, &(without_depth.to_owned() + with_depth));
    assert_eq!(says(), [true, true]);
    edit(&world, without_depth, "");
    assert_eq!(says(), [false, false]);
}
