//! Output of `trec_eval -q` for runs that were scored without their own teams' unique documents. Each value is compared.

use sha2::{Digest, Sha256};

use crate::cases::FILE;
use crate::world::{DIFFERENT, GOOD, USAGE, World, changed, gzip, has};

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: Each run without its own team
expected: expected.yaml
seed: 1
evaluation: {gains: linear, no-relevant: zero}
repooled: {tiny: {depth: 3, unjudged: pooled}}
axes:
  collection: [tiny]
  runs: [all]
  judgments: [full, leave-own-team-out]
  measure: [AP, GMAP, NumRel, infAP]
statistics:
  score: {run-scores: {}}
tables:
  scores: {caption: Means, where: {judgments: leave-own-team-out}, rows: run, columns: measure, cell: score}
";

/// The judgments without each team, worked by hand. `zz` is not judged, and is in every pool except the pool without C.
const WITHOUT: [(&str, &[&str], &str); 3] = [
    (
        "A",
        &["alpha", "alpha2"],
        "1 0 b1 1\n1 0 x1 1\n1 0 zz -1\n2 0 a1 1\n2 0 b2 2\n2 0 x2 0\n2 0 zz -1\n3 0 b3 1\n3 0 zz -1\n",
    ),
    (
        "B",
        &["beta"],
        "1 0 a1 2\n1 0 a2 0\n1 0 b1 1\n1 0 x1 1\n1 0 zz -1\n2 0 a1 1\n2 0 x2 0\n2 0 zz -1\n3 0 a1 1\n3 0 b3 1\n3 0 zz -1\n",
    ),
    (
        "C",
        &["gamma"],
        "1 0 a1 2\n1 0 a2 0\n1 0 b1 1\n1 0 x1 1\n2 0 a1 1\n2 0 b2 2\n2 0 x2 0\n3 0 a1 1\n3 0 b3 1\n",
    ),
];

/// Creates the world with the output for each run under these judgments.
fn world() -> World {
    world_with(EXPERIMENT, "-m map -m gm_map -m num_rel -m infAP", 56)
}

/// Creates a world with this experiment. trec_eval's output has these `measures`, and `numbers` values are
/// expected.
fn world_with(experiment: &str, measures: &str, numbers: usize) -> World {
    let world = World::with_files();
    world.write(FILE, experiment);
    let mut list = String::new();
    for (team, runs, qrels) in WITHOUT {
        world.write("q.txt", qrels);
        for run in runs {
            let scored = format!(
                "eval q.txt data/tiny/runs/{run}.txt -m runid -m num_q {measures} -q --format trec_eval"
            );
            let output = world.line(&scored).code(GOOD).stdout;
            assert!(output.contains("num_q"), "without {team}: {output}");
            // trec_eval also prints lines with words instead of numbers.
            let output = format!("{output}relstring             \t1\t'01'\n");
            world.write(&format!("data/tiny/loo/eval.{run}"), &output);
            list += &format!("{:x}  eval.{run}\n", Sha256::digest(&output));
        }
    }
    let expected = format!(
        "schema: expected/v1\nexperiment: small\nofficial:\n  trec-eval/tiny/leave-own-team-out:\n    file: loo/eval.*\n\
         \x20   sha256: {:x}\n    numbers: {numbers}\n",
        Sha256::digest(&list)
    );
    world.write("experiments/small/expected.yaml", expected);
    world
}

fn run(world: &World) {
    world.line("run small --results r").code(GOOD);
}

#[test]
fn every_value_is_compared_and_counted() {
    let world = world();
    run(&world);
    world
        .line("check small --results r")
        .code(GOOD)
        .prints("small: 56 printed numbers of real runs recomputed, 0 off");
    world.line("report small --results r").code(GOOD);
    let report = world.read("r/report.md");
    has(&report, "56 printed numbers of real runs recomputed, 0 off");
    std::fs::remove_dir_all(world.path("data/tiny/loo")).unwrap();
    world.line("check small --results r").prints("0 printed numbers of real runs recomputed, 0 off (56 more");
}

/// trec_eval 9 rounds recall levels in another way than trec_eval 10, but prints the same name.
#[test]
fn a_measure_of_an_earlier_trec_eval_is_found_by_its_label() {
    let printed = "-m iprec_at_recall..40 --preset trec9 --complete";
    let measures = |metric: &str| {
        let experiment = changed(EXPERIMENT, "[AP, GMAP, NumRel, infAP]", "{set: measures.yaml}");
        let world = world_with(&experiment, printed, 20);
        let set =
            format!("schema: measures/v1\ntitle: t\nmeasures: {{iprec_at_recall_0.40: \"{metric}\"}}\n");
        world.write("experiments/small/measures.yaml", set);
        run(&world);
        world.line("check small --results r")
    };
    measures("IPrec(rounding='trec9')@0.4")
        .code(GOOD)
        .prints("20 printed numbers of real runs recomputed, 0 off");
    measures("IPrec@0.4").code(DIFFERENT);
}

/// `a1` is the only document of topic 3 that only A contributed. If C also retrieves it, it stays judged.
#[test]
fn a_document_of_another_team_fails_with_the_name_of_the_set() {
    let world = world();
    let gamma = world.read("data/tiny/runs/gamma.txt");
    world.write("data/tiny/runs/gamma.txt", changed(&gamma, "3 Q0 zz", "3 Q0 a1"));
    run(&world);
    let checked = world.line("check small --results r").code(DIFFERENT);
    let output = format!("{}{}", checked.stdout, checked.stderr);
    has(&output, "num_rel on 3 under leave-one-team-out(team=A) is printed 1, computed 2");
}

/// Names of files may have the extension of a compression. If two measures have one name in the output, the
/// check is refused.
#[test]
fn names_belong_to_one_run_and_one_measure() {
    let world = world();
    run(&world);
    let output = world.read("data/tiny/loo/eval.beta");
    std::fs::remove_file(world.path("data/tiny/loo/eval.beta")).unwrap();
    world.write("data/tiny/loo/eval.beta.gz", gzip(&output));
    let good = "small: 56 printed numbers of real runs recomputed, 0 off";
    world.line("check small --results r").code(GOOD).prints(good);
    world.write(FILE, changed(EXPERIMENT, "NumRel, infAP]", "NumRel, infAP, IPrec@0.1, IPrec@0.101]"));
    run(&world);
    world.line("check small --results r").code(USAGE).says(
        "expected.yaml:5:11: loo/eval.*: `iprec_at_recall_0.10` is the name of two measures of the experiment, IPrec@0.1 and \
         IPrec@0.101: leave one out",
    );
}

#[test]
fn output_of_other_runs_and_a_changed_value_fail() {
    let world = world();
    run(&world);
    let beta = world.read("data/tiny/loo/eval.beta");
    let line = beta.lines().find(|line| line.starts_with("map ")).expect("a value").to_owned();
    world.write("data/tiny/loo/eval.beta", changed(&beta, &line, "map                   \t1\t0.9999"));
    let checked = world.line("check small --results r").code(DIFFERENT);
    let output = format!("{}{}", checked.stdout, checked.stderr);
    has(&output, "map on 1 under leave-one-team-out(team=B) is printed 0.9999, computed");
    has(&output, "the sha256 of loo/eval.* is ");
    world.write("data/tiny/loo/eval.beta", "map 0.5\n");
    let checked = world.line("check small --results r");
    has(
        &format!("{}{}", checked.stdout, checked.stderr),
        "eval.beta:1:1: expected a measure, a topic and a value",
    );
}

#[test]
fn a_value_of_a_measure_that_the_experiment_lacks_is_not_computed() {
    let world = world();
    let expected = world.read("experiments/small/expected.yaml");
    world.write("experiments/small/expected.yaml", expected + "gate: {fail-on: [not-computed]}\n");
    run(&world);
    let beta = world.read("data/tiny/loo/eval.beta");
    let line = beta.lines().find(|line| line.starts_with("map ")).expect("a value").to_owned();
    world.write("data/tiny/loo/eval.beta", changed(&beta, &line, "Rprec                 \t1\t0.5"));
    let checked = world.line("check small --results r").code(DIFFERENT);
    let output = format!("{}{}", checked.stdout, checked.stderr);
    has(&output, "Rprec on 1 under leave-one-team-out(team=B) is printed 0.5, but was not computed");
}
