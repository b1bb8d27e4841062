//! `rejudge eval --compare BASE --allow MEASURE:BUDGET`: verdicts, exit codes and reasons.

use crate::cases::{case, cases, lines};
use crate::snapshots::shown;
use crate::world::{BAD_DATA, DIFFERENT, GOOD, NOTHING_CHECKED, USAGE, World, close, ended};

const TOPICS: usize = 60;

/// Creates a world with sixty topics, each with a relevant document `r` and eleven judged nonrelevant
/// documents. `r` is at rank 1 in the baseline.
fn world() -> World {
    let world = World::new();
    let topics = 1..=TOPICS;
    let judged = |topic| -> String {
        let others: String = (2..=12).map(|at| format!("{topic} 0 x{at} 0\n")).collect();
        format!("{topic} 0 r 1\n{others}")
    };
    world.write("q", topics.clone().map(judged).collect::<String>());
    let groups: String =
        topics.clone().map(|t| format!("{t}\t{}\t-\n", if t % 3 == 0 { "de" } else { "en" })).collect();
    world.write("slices.tsv", format!("topic\tlanguage\tintent\n{groups}"));
    let run = |tag: &str, rank: &dyn Fn(usize) -> usize, other: &str| {
        let list = |topic| {
            let rank = rank(topic);
            let of = |at| if at == rank { "r".to_owned() } else { format!("{other}{}", at + 1) };
            (topic, (1..=10).map(of).collect::<Vec<_>>())
        };
        world.run(tag, tag, topics.clone().map(list));
    };
    run("base", &|_| 1, "x");
    run("same", &|_| 1, "x");
    run("worse", &|topic| 1 + usize::from(topic % 2 == 0), "x");
    run("one", &|topic| 1 + usize::from(topic == 7), "x");
    run("german", &|topic| if topic % 3 == 0 { 2 } else { 1 }, "x");
    run("new-documents", &|topic| 1 + usize::from(topic % 2 == 0), "u");
    world
}

#[test]
fn each_verdict_has_an_exit_code() {
    let world = world();
    let gate = |run: &str, more: &str| format!("eval q {run} base --compare base {more}");
    let rows = [
        case(GOOD, gate("same", "--allow RR:.01")).printed(),
        case(DIFFERENT, gate("worse", "--allow RR:.01")).printed(),
        // One topic causes a loss of .0083. The budget is smaller than what 60 topics can resolve.
        case(NOTHING_CHECKED, gate("one", "--allow RR:.01")).printed(),
        case(GOOD, gate("one", "--allow RR:.05")).printed(),
        // Some documents are unjudged. RR is .5 on half of the topics unless these documents are relevant.
        case(NOTHING_CHECKED, gate("new-documents", "--allow RR:.01")).printed(),
        case(DIFFERENT, gate("german", "--allow RR:.05 --slices slices.tsv --format markdown")).printed(),
        // If `one` were the only new run, its verdict would be `not worse`.
        case(DIFFERENT, gate("one worse", "--allow RR:.034")).printed(),
    ];
    cases("verdicts_of_the_gate", &world, rows);
}

/// The interval is worked by hand. 30 of 60 topics lose .5. The method adds two topics: one wins .5, and one loses .5.
#[test]
fn intervals_of_the_gate_are_as_worked_by_hand() {
    let world = world();
    let output =
        world.line("eval q worse base --compare base --allow RR:.01 --format json --quiet").code(DIFFERENT);
    let json = output.json();
    assert_eq!(json["verdict"], "worse");
    let row = &json["verdicts"][0];
    let number = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key}: {row}"));
    close(number("difference"), -0.25);
    let (n, sum, squares) = (62.0, -15.0, 32.0 * 0.25);
    let mean: f64 = sum / n;
    let error = ((squares - n * mean * mean) / (n - 1.0) / n).sqrt();
    // The 95% quantile of Student's distribution with 59 degrees of freedom.
    let t = 1.671093032100393;
    assert!(
        (number("low") - (mean - t * error)).abs() < 1e-9
            && (number("high") - (mean + t * error)).abs() < 1e-9
    );
    assert_eq!((number("judged"), number("budget")), (1.0, 0.01));
    assert!(number("p-worse") < 1e-6 && number("p-not-worse") > 0.99);
}

#[test]
fn gates_that_are_refused() {
    let world = world();
    world.write("header.tsv", "1\tde\n");
    world.write("strange.tsv", "topic\tlanguage\na\tde\n");
    world.write("twice.tsv", "topic\tlanguage\n1\tde\n1\ten\n");
    let refused = [
        "--allow RR",
        "--allow RR:x",
        "--allow RR:-1",
        "--allow nDGC@10:.1",
        "--allow RR:.1,RR:.2",
        "--allow official:.1",
        "--allow NumRet:.1",
        "--allow RR:.1 --test wilcoxon",
        "--allow RR:.1 --sort run",
        "--allow RR:.1 -m AP",
        "--allow RR=.02 -m AP",
        "--allow 2% -m AP",
        "--allow '.1 .2' -m AP",
    ];
    let refused = refused.map(|more| format!("eval q worse base --compare base {more}"));
    let others = [
        "eval q worse base --allow RR:.1",
        "eval q worse base --compare all --allow RR:.1",
        "eval q worse base --compare base --slices slices.tsv",
        "eval q base --compare base --allow RR:.1",
    ];
    let slices = ["header", "strange", "twice", "absent"]
        .map(|name| format!("eval q worse base --compare base --allow RR:.1 --slices {name}.tsv"));
    let rows = lines(USAGE, refused).into_iter().chain(lines(USAGE, others)).chain(lines(BAD_DATA, slices));
    cases("gates_that_are_refused", &world, rows);
}

#[test]
fn the_gate_writes_annotations_and_a_summary() {
    let world = world();
    let args = "eval q worse one base --compare base --allow RR:.01 --github --quiet";
    let mut command = world.command(args.split(' '));
    let output = ended(command.env("GITHUB_STEP_SUMMARY", world.path("summary.md"))).code(DIFFERENT);
    shown("the_gate_on_github", &format!("{}\n{}", output.stdout, world.read("summary.md")));
}
