//! Choices of runs. The choices that draw nothing are compared with choices that the test makes from the
//! rankings. Other tests count the computations that a choice needs, and make invalid choices.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::audited::Noise;
use crate::cases::{FILE, Page, case, cases};
use crate::world::{BAD_DATA, GOOD, Rows, TINY, USAGE, World, changed, close, counts};

const TOPICS: usize = 5;
const RUNS: usize = 40;
const TEAMS: usize = 7;

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Choices
seed: 5
draws: 3
evaluation: {max-rank: 30}
axes:
  collection: [many]
  runs:
    - all
    - complete: {share: 0.8}
    - top: {runs: 30, by: AP}
    - best-of-each-team: {by: AP}
    - random: {runs: 16}
    - one-per-team: {}
  measure: [AP, P@10]
statistics:
  mean: {mean-score: {}}
  scores: {run-scores: {}}
";

/// Rankings by run and topic, and the relevant documents of each topic.
struct Many {
    rankings: Vec<Vec<Vec<usize>>>,
    relevant: Vec<BTreeSet<usize>>,
}

impl Many {
    fn new() -> Self {
        let mut noise = Noise(12_345);
        let mut below = |bound: usize| noise.below(bound);
        let mut rankings: Vec<Vec<Vec<usize>>> = Vec::new();
        for run in 0..RUNS {
            // Runs 8, 18, 28 and 38 retrieve the same documents as run 3, so their scores are equal.
            if run % 10 == 8 {
                rankings.push(rankings[3].clone());
                continue;
            }
            let mut ranking = |_| {
                let mut documents: Vec<usize> = (0..60).collect();
                (1..60).rev().for_each(|last| documents.swap(last, below(last + 1)));
                documents.truncate(20 + below(20));
                documents
            };
            rankings.push((0..TOPICS).map(&mut ranking).collect());
        }
        let relevant = (0..TOPICS).map(|_| (0..60).filter(|_| below(4) == 0).collect()).collect();
        Self { rankings, relevant }
    }

    fn team(run: usize) -> usize {
        run * run % TEAMS
    }

    fn write(&self, world: &World) {
        let (mut qrels, mut teams) = (String::new(), String::new());
        for (topic, relevant) in self.relevant.iter().enumerate() {
            for document in 0..50 {
                let _ = writeln!(qrels, "{topic} 0 d{document} {}", u8::from(relevant.contains(&document)));
            }
        }
        for (run, rankings) in self.rankings.iter().enumerate() {
            let _ = writeln!(teams, "run{run:02}\tteam{}", Self::team(run));
            let name = format!("run{run:02}");
            let topics = rankings.iter().map(|topic| topic.iter().map(|document| format!("d{document}")));
            world.run(&format!("data/many/runs/{name}"), &name, topics.enumerate());
        }
        world.write("data/many/qrels.txt", qrels);
        world.write("data/many/teams.tsv", teams);
        world.write("collections/many.yaml", TINY.replace("tiny", "many").replace("depth: 3", "depth: 10"));
        world.write(FILE, EXPERIMENT);
    }

    /// Returns mean average precision down to rank 30, computed by its definition.
    fn map(&self, run: usize) -> f64 {
        let of_topic = |topic: usize| {
            let judged = |document: &usize| *document < 50 && self.relevant[topic].contains(document);
            let of_all = (0..50).filter(judged).count() as f64;
            let ranking = &self.rankings[run][topic];
            let at = |rank: usize| ranking[..rank].iter().filter(|d| judged(d)).count() as f64 / rank as f64;
            let hits = (1..=ranking.len().min(30)).filter(|&rank| judged(&ranking[rank - 1]));
            hits.map(at).sum::<f64>() / of_all
        };
        (0..TOPICS).map(of_topic).sum::<f64>() / TOPICS as f64
    }

    /// Returns all runs from the best to the worst. Runs with equal scores are sorted by name.
    fn best_first(&self) -> Vec<usize> {
        let scores: Vec<f64> = (0..RUNS).map(|run| self.map(run)).collect();
        let mut order: Vec<usize> = (0..RUNS).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
        order
    }
}

fn names(runs: impl IntoIterator<Item = usize>) -> BTreeSet<String> {
    runs.into_iter().map(|run| format!("run{run:02}")).collect()
}

/// Returns the runs in the rows of a choice and a draw. For draw 0, returns the runs in the rows without a
/// draw.
fn runs_of(rows: &Rows, choice: &str, draw: i64) -> BTreeSet<String> {
    let draw = if draw == 0 { String::new() } else { draw.to_string() };
    rows.with(&[("runs", choice), ("draw", &draw)]).texts("run").into_iter().map(str::to_owned).collect()
}

/// Returns a world in which the experiment was run.
fn after_a_run() -> (Many, World) {
    let (many, world) = (Many::new(), World::new());
    many.write(&world);
    let ended = world.line("run small --results r --cache c").code(GOOD);
    assert_eq!(counts(&ended)[1..], [0, 0], "{}", ended.stderr);
    (many, world)
}

#[test]
fn each_choice_is_the_one_made_by_hand() {
    let (many, world) = after_a_run();
    let choices = world.rows("r/choices.parquet");
    let best = many.best_first();
    let top = names(best[..30].iter().copied());
    let of_team = |team| best.iter().copied().find(|&run| Many::team(run) == team);
    let best_of_each = names((0..TEAMS).filter_map(of_team));
    assert_eq!(best_of_each.len(), 4, "squares modulo 7");
    let retrieved = |run: usize| many.rankings[run].iter().map(|r| r.len().min(30)).sum::<usize>();
    let most = (0..RUNS).map(retrieved).max().unwrap();
    let complete = names((0..RUNS).filter(|&run| retrieved(run) * 10 >= most * 8));
    assert!(complete.len() > 5 && complete.len() < RUNS, "{complete:?}");
    for draw in 1..=3 {
        assert_eq!(runs_of(&choices, "all", draw).len(), RUNS);
        assert_eq!(runs_of(&choices, "top(by=AP,runs=30)", draw), top);
        assert_eq!(runs_of(&choices, "best-of-each-team(by=AP)", draw), best_of_each);
        assert_eq!(runs_of(&choices, "complete(share=0.8)", draw), complete);
        assert_eq!(runs_of(&choices, "random(runs=16)", draw).len(), 16);
    }
    let random: BTreeSet<_> = (1..=3).map(|draw| runs_of(&choices, "random(runs=16)", draw)).collect();
    assert_eq!(random.len(), 3, "each draw chooses other runs");

    // The file has the scores of the chosen runs. If other draws choose other runs, it has the scores of all runs.
    let scores = world.rows("r/scores.parquet");
    assert_eq!(runs_of(&scores, "top(by=AP,runs=30)", 0), top);
    assert_eq!(runs_of(&scores, "best-of-each-team(by=AP)", 0), best_of_each);
    assert_eq!(runs_of(&scores, "complete(share=0.8)", 0), complete);
    for choice in ["all", "random(runs=16)", "one-per-team"] {
        assert_eq!(runs_of(&scores, choice, 0).len(), RUNS);
    }

    // The address of a cell names its choice, and the cell has the number of chosen runs.
    let cells =
        world.rows("r/cells.parquet").with(&[("statistic", "mean"), ("measure", "AP"), ("draw", "1")]);
    let of = |choice, column| cells.with(&[("runs", choice)]).number(column);
    let mean = best[..30].iter().map(|&run| many.map(run)).sum::<f64>() / 30.0;
    close(of("top(by=AP,runs=30)", "value"), mean);
    assert_eq!(["top(by=AP,runs=30)", "random(runs=16)"].map(|choice| of(choice, "n_runs")), [30.0, 16.0]);
}

/// A team's score on a topic is the mean of its runs' scores. A team has no ranking.
#[test]
fn runs_of_a_team_are_averaged() {
    let (many, world) = (Many::new(), World::new());
    many.write(&world);
    let of_all = ("    - one-per-team: {}\n", "    - mean-of-each-team: {}\n");
    let text = changed(EXPERIMENT, of_all.0, of_all.1);
    world.write(FILE, changed(&text, "  scores: {run-scores: {}}", "  judged: {judged-share: {}}"));
    world.line("run small --results r").code(GOOD);
    let scores = world.rows("r/scores.parquet");
    for measure in ["AP", "P@10"] {
        for topic in 0..TOPICS {
            let of = [("measure", measure), ("topic", &topic.to_string())];
            let of = scores.with(&of);
            let score = |choice, run: &str| of.with(&[("runs", choice), ("run", run)]).number("score");
            for team in [0, 1, 2, 4] {
                let runs = names((0..RUNS).filter(|&run| Many::team(run) == team));
                let sum: f64 = runs.iter().map(|run| score("all", run)).sum();
                close(score("mean-of-each-team", &format!("team{team}")), sum / runs.len() as f64);
            }
        }
    }
    let cells = world.rows("r/cells.parquet").with(&[("runs", "mean-of-each-team"), ("draw", "1")]);
    let mean = cells.with(&[("statistic", "mean"), ("measure", "AP")]);
    assert_eq!(mean.number("n_runs"), 4.0);
    for reason in cells.with(&[("statistic", "judged")]).texts("error") {
        assert_eq!(
            reason,
            "the statistic needs the runs themselves, and `mean-of-each-team` has only mean scores"
        );
    }
}

#[test]
fn another_draw_computes_only_random_choices() {
    let (_, world) = after_a_run();
    world.write(FILE, changed(EXPERIMENT, "draws: 3", "draws: 4"));
    let ended = world.line("run small --results r --cache c").code(GOOD);
    // Two statistics by two measures, and the list of runs, for the two choices that are random.
    assert_eq!(counts(&ended)[0], 2 * (2 * 2 + 1), "{}", ended.stderr);
    // If a choice sets its own number of draws, its existing draws do not change.
    let own = changed(EXPERIMENT, "random: {runs: 16}", "random: {runs: 16, draws: 5}");
    world.write(FILE, own);
    let ended = world.line("run small --results r --cache c").code(GOOD);
    assert_eq!(counts(&ended)[0], 2 * 2 + 1, "{}", ended.stderr);
    let choices = world.rows("r/choices.parquet");
    assert_eq!(runs_of(&choices, "random(draws=5,runs=16)", 5).len(), 16);
    assert_eq!(runs_of(&choices, "all", 4), BTreeSet::new());
}

#[test]
fn a_choice_is_selected_by_its_name() {
    let (many, world) = (Many::new(), World::new());
    many.write(&world);
    let tables = "\
tables:
  t:
    caption: choices
    panels: collection
    columns: measure
    cell: mean
    rows:
      - {label: top, where: {runs: \"top(*)\"}}
      - {label: random, where: {runs: \"random(*)\"}}
";
    world.write(FILE, format!("{EXPERIMENT}{tables}"));
    let only = world.rejudge(["plan", "small", "--cells", "--only", "runs=top(*)"]).code(GOOD);
    assert!(only.lines().iter().all(|line| line.contains("runs=top(by=AP,runs=30)")), "{}", only.stdout);
    assert!(!only.stdout.is_empty());
    world.line("run small --results r").code(GOOD);
    let table = world.rows("r/tables/t.parquet");
    assert_eq!(table.0.len(), 4);
    let number = |row, column| table.with(&[("row", row), ("column", "AP")]).number(column);
    assert_eq!(number("top", "sd"), 0.0, "the chosen runs are the same in every draw");
    assert!(number("random", "sd") > 0.0 && number("random", "draws") == 3.0);
}

#[test]
fn a_twin_scores_the_runs_that_its_draw_chooses() {
    let world = World::new();
    let choices = "runs: [all, top: {runs: 2, by: nDCG@10}, best-of-each-team: {by: AP}, random: {runs: 3}]";
    world.change("runs: [one-per-team: {}]", choices);
    world.line("run small --results r").code(GOOD);
    let (scores, choices) = (world.rows("r/scores.parquet"), world.rows("r/choices.parquet"));
    for (choice, size) in
        [("top(by=nDCG@10,runs=2)", 2), ("best-of-each-team(by=AP)", 3), ("random(runs=3)", 3), ("all", 5)]
    {
        for draw in 1..=2 {
            assert_eq!(runs_of(&choices, choice, draw).len(), size, "{choice}");
            assert_eq!(runs_of(&scores, choice, draw), runs_of(&choices, choice, draw), "{choice}");
        }
    }
    // The choice has the best runs by the scores of all runs.
    let full = [("runs", "all"), ("measure", "nDCG@10"), ("topic", "all"), ("judgments", "full")];
    for draw in 1..=2 {
        let scores = scores.with(&full).with(&[("draw", &draw.to_string())]);
        let mut means: Vec<_> = scores.numbers("score").into_iter().zip(scores.texts("run")).collect();
        assert_eq!(means.len(), 5);
        means.sort_by(|a, b| b.0.total_cmp(&a.0));
        let best: BTreeSet<String> = means[..2].iter().map(|(_, run)| (*run).to_owned()).collect();
        assert_eq!(runs_of(&choices, "top(by=nDCG@10,runs=2)", draw), best);
    }
}

#[test]
fn choices_of_more_runs_than_exist_fail() {
    let (many, world) = (Many::new(), World::new());
    many.write(&world);
    let mut page = Page::default();
    for (from, to, choice) in [
        ("{runs: 30, by: AP}", "{runs: 41, by: AP}", "top(by=AP,runs=41)"),
        ("random: {runs: 16}", "random: {runs: 50}", "random(runs=50)"),
    ] {
        let run = case(BAD_DATA, "run small --results r2 --cache c").edit(FILE, from, to);
        page.case(&world, run.said_with("error: "));
        for row in world.rows("r2/cells.parquet").0 {
            assert_eq!(row["status"] == "failed", row["runs"] == choice, "{row:?}");
        }
    }
    page.shown("more_runs_than_there_are");
}

#[test]
fn impossible_choices_are_refused() {
    let choices = [
        "complete: {share: 1.5}",
        "complete: {share: -0.1}",
        "complete: {}",
        "top: {runs: 0, by: AP}",
        "top: {runs: 3, by: APP}",
        "top: {runs: 3, by: I-rec@10}",
        "best-of-each-team: {of: AP}",
        "random: {runs: many}",
        "random: {runs: 3, draws: 0}",
        "all, random: {runs: 3}, all",
        "best: {runs: 3}",
        "mean-of-each-team: {by: AP}",
    ];
    let row = |choice| case(USAGE, "plan small").edit(FILE, "[one-per-team: {}]", format!("[{choice}]"));
    cases("choices_that_cannot_be", &World::new(), choices.map(row));
}
