//! `eval --expect`: recomputes a printed table, and names conventions that would explain the differences.

use crate::cases::{case, cases};
use crate::snapshots::shown;
use crate::world::{USAGE, World};

/// A table that agrees with the scores.
const TABLE: &str = "run,measure,value\na,P@2,0.50\na,AP,.576\nb,P@2,0.62\nb,map,0.625\n";

/// The same scores in the form that `rejudge eval -o own.json` writes.
const OWN: &str = r#"{
  "rules": {"preset": "trec10"},
  "runs": [
    {"run": "a", "topics-counted": 4, "all": {"P@2": 0.5, "AP": 0.5763888888888888}},
    {"run": "b", "topics-counted": 4, "all": {"P@2": 0.625, "AP": 0.625}}
  ]
}
"#;

/// A table in a block of code, and a table under a second heading with the same name.
const TWO_OTHERS: &str = "```\n| run | P@2 |\n|---|---|\n| a | 0.9 |\n```\n\n## Others\n\n\
                          | run | P@2 |\n|---|---|\n| a | 0.5 |\n";

/// Creates a world with two runs and a README. The run `b` lacks topic 4.
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
            case(1, format!("{} -m map", eval("README.md#main-results-dev"))).printed(),
            case(0, format!("{} -m P_2", eval("README.md#main-results-dev"))).printed(),
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
            // `cutoff k + 1` and `cutoff 3` are the same here, and AP agrees without a change.
            table(deeper),
            json(deeper),
            // These are values of plain AP. Gains cannot explain them.
            table("run,AP(rel=2)\na,.576\nb,0.625\n"),
            table("run,P@2,AP\na,50.0,57.6\nb,62.5,62.5\n"),
            table("run,P@2,AP\na,0.50,0.57\nb,0.62,0.62\n"),
        ],
    );
}

/// Tables as people write them: with marks, arrows, emphasis, deviations, measures as rows, decimal commas, other names, or
/// rows of other papers, and the output of trec_eval.
#[test]
fn tables_are_read_as_people_write_them() {
    let table = |name: &str, text: &str| {
        case(0, format!("eval q runs --expect {name}")).write(name.split('#').next().unwrap(), text).printed()
    };
    let markdown = |rows: &str| table("T.md#t", &format!("# T\n\n{rows}"));
    let named = "| model | P@2 |\n|---|---|\n| BM25 | 0.50 |\n| SPLADE (theirs) | 0.90 |\n";
    cases(
        "tables_as_people_write_them",
        &world(),
        [
            markdown("| run | P@2 ↑ | AP (↑) |\n|---|---|---|\n| `a`† | **0.50**\\* | 0.576‡ |\n| b | __0.62__ | 0.625 ± 0.02 |\n"),
            markdown("| metric | a | b |\n|---|---|---|\n| P@2 | 0.50 | 0.62 |\n| AP | 0.576 | 0.625 |\n"),
            markdown("| P@2 | a | b |\n|---|---|---|\n| [DL19](https://dl) | 0.50 | 0.62 |\n\n| AP | a | b |\n|---|---|---|\n| DL19 | 0.576 | 0.625 |\n"),
            table("t.csv", "run;P@2\na;0,50\nb;0,62\n"),
            table("t.csv", "run,P@2\na,0.50 (± 0.01)\nb,0.62 +/- 0.01\n"),
            case(0, "eval q runs/a.txt --expect a.out")
                .write("a.out", "P_2                   \t1\t0.5000\nnum_q                 \tall\t4\nP_2                   \tall\t0.5000\nmap                   \tall\t0.5764\n")
                .printed(),
            case(0, "eval q runs --expect T.md#t --names BM25=runs/a.txt --quiet")
                .write("T.md", format!("# T\n\n{named}"))
                .printed(),
            table("t.csv", "model,file,P@2\nOurs,runs/b.txt,0.62\n"),
            case(1, "eval q runs --expect t.csv --quiet --format tsv").write("t.csv", "run,P@2\na,0.4167\nb,0.50\n").printed(),
            case(2, "eval q runs --expect t.csv").write("t.csv", "run,P@2\nBM25,0.50\n"),
            case(2, "eval q runs --expect t.csv").write("t.csv", "run,P@2\na,\"0,50\"\n"),
            case(2, "eval q runs --expect table.csv --names BM25"),
        ],
    );
}

#[test]
fn a_mistake_in_a_table_is_marked_on_its_line() {
    let world = world();
    world.write("t.csv", "run,P@2\na,high\n");
    let output = world.line("eval q runs --expect t.csv --github").code(USAGE);
    shown("a_mistake_in_a_table_on_github", &output.stdout);
}

/// The test scores twelve runs by the formulas of other tools. `eval` names the rule of each table.
#[test]
fn rules_of_todays_tools_are_named() {
    let world = World::new();
    let grade = |topic: usize, document: usize| (document * 7 + topic * 5 + document * document * topic) % 11;
    // Levels 1 to 3 are rare, and some topics have few relevant documents.
    let grade = |topic: usize, document: usize| [0, 3, 0, 1, 0, 2, 0, 0, 1, 0, 0][grade(topic, document)];
    let topics: Vec<usize> = (1..=15).collect();
    let judged = |topic: usize| (0..24).map(move |document| grade(topic, document));
    let line = |topic: usize, document: usize| format!("{topic} 0 d{document} {}\n", grade(topic, document));
    let qrels = topics.iter().flat_map(|&topic| (0..24).map(move |document| line(topic, document)));
    world.write("q", qrels.collect::<String>());
    // Rankings have 3 to 14 documents.
    let list = |run: usize, topic: usize| -> Vec<usize> {
        let step = [5, 7, 11, 13, 17, 19][run % 6];
        let length = 3 + (run * 5 + topic * 7) % 12;
        (0..length).map(|at| (run + topic * 3 + at * step) % 24).collect()
    };
    for run in 0..12 {
        let name = format!("s{run:02}");
        let lists = topics.iter().map(|&topic| {
            (topic, list(run, topic).into_iter().map(|document| format!("d{document}")).collect::<Vec<_>>())
        });
        world.run(&format!("runs/{name}.txt"), &name, lists);
    }
    let dcg = |gains: &[f64], k: usize| -> f64 {
        gains.iter().take(k).enumerate().map(|(at, gain)| gain / ((at + 2) as f64).log2()).sum()
    };
    let ndcg = |run: usize, topic: usize, gain: &dyn Fn(usize) -> f64, is_cut: bool| {
        let found: Vec<f64> = list(run, topic).iter().map(|&document| gain(grade(topic, document))).collect();
        let mut ideal: Vec<f64> = judged(topic).map(gain).collect();
        ideal.sort_by(|x, y| y.total_cmp(x));
        dcg(&found, 10) / dcg(&ideal, if is_cut { found.len().min(10) } else { 10 })
    };
    let ap = |run: usize, topic: usize, is_of_retrieved: bool| {
        let found: Vec<bool> = list(run, topic).iter().map(|&document| grade(topic, document) > 0).collect();
        let hits = |to: usize| found[..to].iter().filter(|hit| **hit).count() as f64;
        let sum: f64 = (1..=found.len()).filter(|to| found[to - 1]).map(|to| hits(to) / to as f64).sum();
        let all = judged(topic).filter(|grade| *grade > 0).count() as f64;
        let divisor = if is_of_retrieved { hits(found.len()) } else { all };
        if divisor > 0.0 { sum / divisor } else { 0.0 }
    };
    let linear = |grade: usize| grade as f64;
    let exponential = |grade: usize| f64::from(2_u32.pow(grade as u32)) - 1.0;
    let binary = |grade: usize| f64::from(u8::from(grade > 0));
    type Score<'a> = &'a dyn Fn(usize, usize) -> f64;
    let tables: [(&[&str], &str, Score<'_>, f64); 7] = [
        (&["ideal list of retrieved"], "nDCG@10", &|run, topic| ndcg(run, topic, &linear, true), 15.0),
        (
            &["--gains exponential", "ideal list of retrieved"],
            "nDCG@10",
            &|run, topic| ndcg(run, topic, &exponential, true),
            15.0,
        ),
        (&["AP over retrieved relevant"], "AP", &|run, topic| ap(run, topic, true), 15.0),
        (&["binary gains"], "nDCG@10", &|run, topic| ndcg(run, topic, &binary, false), 15.0),
        (&["constant number of topics"], "AP", &|run, topic| ap(run, topic, false), 50.0),
        (
            &["AP over retrieved relevant", "constant number of topics"],
            "AP",
            &|run, topic| ap(run, topic, true),
            43.0,
        ),
        (
            &["AP over retrieved relevant", "values x 100"],
            "AP",
            &|run, topic| 100.0 * ap(run, topic, true),
            15.0,
        ),
    ];
    for (rules, measure, score, count) in tables {
        let value = |run| topics.iter().map(|&topic| score(run, topic)).sum::<f64>() / count;
        let rows: String = (0..12).map(|run| format!("s{run:02},{:.6}\n", value(run))).collect();
        world.write("t.csv", format!("run,{measure}\n{rows}"));
        let output = world.line("eval q runs --expect t.csv --format json --quiet").code(1).json();
        let explained = &output["explained"];
        let named = |by: &serde_json::Value| -> Vec<String> {
            let names = by.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned());
            names.collect()
        };
        let all: Vec<Vec<String>> = explained["by"].as_array().unwrap().iter().map(named).collect();
        assert_eq!(all, [rules], "{measure}: {explained}");
        assert_eq!(explained["can-tell"], true, "{explained}");
    }
}

#[test]
fn mistakes_in_tables_are_refused_at_their_place() {
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
            wrong("run,P@2\na,0.50a\n"),
            wrong("run,nDGC@10\na,0.5\n"),
            wrong("run,measure,value\na,P@2\n"),
            wrong("run,measure,value\n\"a,P@2,0.5\n"),
            wrong("run,measure,topic,value\na,P@2,1,0.5\n"),
            wrong("topic,run,P@2\n1,a,0.5\n"),
            wrong("run,topic,notes,P@2\na,1,none,0.5\n"),
            wrong("run,P\na,0.5\n"),
            wrong("run,measure,value\n"),
            wrong(""),
            case(2, "eval q runs --expect t.json").write("t.json", "[{\"run\": \"a\", \"P@2\": [1]}]"),
            case(2, "eval q runs --expect t.json").write("t.json", "{\"a\": 1}"),
            case(2, "eval q runs --expect t.json").write("t.json", "{\"runs\": [{\"run\": \"a\"}]}"),
            case(3, "eval q runs --expect table.txt"),
            case(3, "eval q runs --expect other.csv"),
            case(2, "eval q runs --expect README.md"),
            case(2, "eval q runs --expect README.md#result"),
            markdown("None.", "None."),
            markdown("None.", "| run | P@2 |\n|---|---|\n| a | 0.5 | 1 |\n"),
            markdown("None.", "| run | P@2 |\n|---|---|\n|\n"),
            markdown("None.", "| run | P@2 |\n|---|---|\n| a | **0.50a** |\n"),
            markdown("None.", TWO_OTHERS),
            case(2, "eval q runs --expect table.csv -m RR"),
            case(2, "eval q runs RR --expect table.csv"),
            case(2, "eval q runs --expect table.csv --compare a"),
            case(2, "eval q runs --expect table.csv -m num_q"),
            case(2, "eval q runs --expect t.csv -m P@2").write("t.csv", "run,AP,P@2\na,.576,\n"),
            case(2, "eval q - --expect table.csv"),
            case(2, "eval q runs --expect table.csv --format trec_eval"),
            case(2, "eval q runs --expect table.csv -o table.csv"),
        ],
    );
}
