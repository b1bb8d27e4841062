//! `eval --expect`: a printed table is recomputed, and conventions that would explain it are named.

use crate::cases::{case, cases};
use crate::world::World;

/// The good table of the world.
const TABLE: &str = "run,measure,value\na,P@2,0.50\na,AP,.576\nb,P@2,0.62\nb,map,0.625\n";

/// The same scores in the form of `rejudge eval -o own.json`.
const OWN: &str = r#"{
  "rules": {"preset": "trec10"},
  "runs": [
    {"run": "a", "topics-counted": 4, "all": {"P@2": 0.5, "AP": 0.5763888888888888}},
    {"run": "b", "topics-counted": 4, "all": {"P@2": 0.625, "AP": 0.625}}
  ]
}
"#;

/// A table in a block of code, and one under a second heading of the same name.
const TWO_OTHERS: &str = "```\n| run | P@2 |\n|---|---|\n| a | 0.9 |\n```\n\n## Others\n\n\
                          | run | P@2 |\n|---|---|\n| a | 0.5 |\n";

/// Two runs, topics that `b` lacks, and a README.
fn world() -> World {
    let world = World::new();
    world.write("q", "1 0 d1 2\n1 0 d2 1\n1 0 d3 1\n2 0 d1 1\n2 0 d4 0\n3 0 d5 2\n3 0 d6 1\n4 0 d7 1\n");
    let run = |name: &str, lists: &[(&str, &[&str])]| {
        world.run(&format!("runs/{name}.txt"), name, lists.iter().copied())
    };
    run("a", &[("1", &["d1", "d9", "d2"]), ("2", &["d4", "d1"]), ("3", &["d8", "d5"]), ("4", &["d7"])]);
    run("b", &[("1", &["d1", "d2", "d3"]), ("2", &["d4", "d1"]), ("3", &["d5", "d6"])]);
    world.write("table.csv", TABLE);
    let readme = "# Mine\n\n## Main results (dev)\n\nText.\n\n| system | **P@2** | `AP` |\n|:--|--:|--:|\n\
                  | [a](a.html) | 0.50 | 0.5208 |\n| **b** | **0.62** | -- |\n\n## Others\n\nNone.\n";
    world.write("README.md", readme);
    world
}

#[test]
fn tables_are_compared() {
    let eval = |table: &str| format!("eval q runs --expect {table}");
    let json = "[\n  {\"run\": \"a\", \"P@2\": 0.5, \"AP\": null},\n  {\"run\": \"b\", \"P@2\": 0.70}\n]\n";
    cases(
        "expected_tables",
        &world(),
        [
            case(0, eval("table.csv")).printed(),
            case(1, eval("README.md#main-results-dev")).printed(),
            case(1, format!("{} --quiet", eval("README.md#main-results-dev"))).printed(),
            case(1, format!("{} --format wide", eval("README.md#main-results-dev"))).printed(),
            case(1, format!("{} --format json", eval("README.md#main-results-dev"))).printed(),
            case(1, eval("t.json")).write("t.json", json).printed(),
            case(0, eval("t.tsv"))
                .write("t.tsv", "run\tmeasure\ttopic\tvalue\na.txt\tP_2\tall\t0.50000000001\n")
                .printed(),
            case(1, eval("t.csv")).write("t.csv", "system,P@2\na,0.50\nb,0.83\n").printed(),
            case(0, eval("own.json")).write("own.json", OWN).printed(),
            case(0, eval("t.csv")).write("t.csv", "run,notes,P@2\na,as it is,0.50\n").printed(),
            case(0, eval("README.md#others-1")).edit("README.md", "None.", TWO_OTHERS).printed(),
        ],
    );
}

#[test]
fn conventions_are_named_with_the_columns_that_they_change() {
    let table = |text: &str| case(1, "eval q runs --expect t.csv").write("t.csv", text).printed();
    let json = |text: &str| {
        case(1, "eval q runs --expect t.csv --format json --quiet").write("t.csv", text).printed()
    };
    let deeper = "run,P@2,AP\na,0.4167,.576\nb,0.50,0.625\n";
    cases(
        "expected_conventions",
        &world(),
        [
            // `cutoff k + 1` and `cutoff 3` are one, and AP is right.
            table(deeper),
            json(deeper),
            // Plain AP, which no gains explain.
            table("run,AP(rel=2)\na,.576\nb,0.625\n"),
            table("run,P@2,AP\na,50.0,57.6\nb,62.5,62.5\n"),
            table("run,P@2,AP\na,0.50,0.57\nb,0.62,0.62\n"),
        ],
    );
}

#[test]
fn mistakes_have_a_place() {
    let wrong = |text: &str| case(2, "eval q runs --expect t.csv").write("t.csv", text);
    let markdown =
        |from: &str, to: &str| case(2, "eval q runs --expect README.md#others").edit("README.md", from, to);
    cases(
        "expected_tables_refused",
        &world(),
        [
            wrong("run,measure,value\na,nDGC@10,0.5\n"),
            wrong("run,P@2,nDCG@x\na,0.5,0.5\n"),
            wrong("run,measure,value\naa,P@2,0.5\n"),
            wrong("run,measure,value\na,P@2,0.5\na,P_2,0.5\n"),
            wrong("run,measure,value\na,P@2,high\n"),
            wrong("run,measure,value\na,P@2,\"[1, 2]\"\n"),
            wrong("run,measure,value\na,P@2,<0.9\n"),
            wrong("run,measure,value\na,P@2,0(12)\n"),
            wrong("run,measure,value\na,P@2,approx. 1\n"),
            wrong("run,P@2\na,0.50*\n"),
            wrong("run,nDGC@10\na,0.5\n"),
            wrong("run,measure,value\na,P@2\n"),
            wrong("run,measure,value\n\"a,P@2,0.5\n"),
            wrong("run,measure,topic,value\na,P@2,1,0.5\n"),
            wrong("run,P\na,0.5\n"),
            wrong("run,measure,value\n"),
            wrong(""),
            case(2, "eval q runs --expect t.json").write("t.json", "[{\"run\": \"a\", \"P@2\": [1]}]"),
            case(2, "eval q runs --expect t.json").write("t.json", "{\"a\": 1}"),
            case(2, "eval q runs --expect t.json").write("t.json", "{\"runs\": [{\"run\": \"a\"}]}"),
            case(2, "eval q runs --expect table.txt"),
            case(2, "eval q runs --expect other.csv"),
            case(2, "eval q runs --expect README.md"),
            case(2, "eval q runs --expect README.md#result"),
            markdown("None.", "None."),
            markdown("None.", "| run | P@2 |\n|---|---|\n| a | 0.5 | 1 |\n"),
            markdown("None.", "| run | P@2 |\n|---|---|\n|\n"),
            markdown("None.", "| run | P@2 |\n|---|---|\n| a | **0.50*** |\n"),
            markdown("None.", TWO_OTHERS),
            case(2, "eval q runs --expect table.csv -m AP"),
            case(2, "eval q runs AP --expect table.csv"),
            case(2, "eval q - --expect table.csv"),
            case(2, "eval q runs --expect table.csv --format trec_eval"),
            case(2, "eval q runs --expect table.csv -o table.csv"),
        ],
    );
}
