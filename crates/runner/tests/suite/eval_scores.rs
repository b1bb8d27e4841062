//! `rejudge eval --scores`: a table of topic, run and score can be compared in the same way as judged runs.

use std::fmt::Write;

use crate::cases::{cases, lines};
use crate::world::{BAD_DATA, GOOD, USAGE, World, ended};

/// Creates a world with six topics of ten judged documents, and runs A to D that each retrieve five of them.
fn world() -> World {
    let world = World::new();
    let (mut qrels, documents) = (String::new(), "abcdefghij");
    for topic in 0..6 {
        for (at, document) in documents.chars().enumerate() {
            let _ = writeln!(qrels, "{topic} 0 {document} {}", (at * 7 + topic * 3) % 4 / 2);
        }
    }
    world.write("q.txt", qrels);
    for (at, run) in ["A", "B", "C", "D"].into_iter().enumerate() {
        let ranking = move |topic: usize| {
            let first = (topic * (at + 2) + at * 3) % documents.len();
            documents.chars().cycle().skip(first).step_by(1 + 2 * (at % 2)).take(5)
        };
        world.run(&format!("runs/{run}.txt"), run, (0..6).map(|topic| (topic, ranking(topic))));
    }
    world
}

/// If `eval` prints scores by topic and reads them again, comparisons and intervals are the same as for the runs themselves.
#[test]
fn scores_are_compared_as_judged_runs_are() {
    let world = world();
    let scores = world.line("eval q.txt runs -m AP -q --format tsv --quiet").code(GOOD).stdout;
    let mut long = "score,run,topic\n".to_owned();
    let mut matrix = std::collections::BTreeMap::<String, Vec<(String, String)>>::new();
    for line in scores.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [run, topic, _, value] = cells[..] else { panic!("{line}") };
        if topic != "all" && run != "run" {
            let _ = writeln!(long, "{value},{run},{topic}");
            matrix.entry(topic.to_owned()).or_default().push((run.to_owned(), value.to_owned()));
        }
    }
    world.write("long.csv", long);
    let mut wide = "topic,A,B,C,D\n".to_owned();
    for (topic, mut row) in matrix {
        row.sort();
        let values: Vec<&str> = row.iter().map(|(_, value)| value.as_str()).collect();
        let _ = writeln!(wide, "{topic},{}", values.join(","));
    }
    world.write("wide.csv", wide);
    for asked in [
        "",
        "-q",
        "--compare B",
        "--compare all --test randomisation",
        "--compare all --correction randomised-tukey",
        "--intervals",
        "--intervals=bootstrap --confidence 0.9",
    ] {
        let printed = |input: &str| {
            let line = format!("eval {input} --format tsv --quiet {asked}");
            world.line(line.trim_end()).code(GOOD).stdout
        };
        let judged = printed("q.txt runs -m AP");
        assert_eq!(printed("--scores AP=long.csv"), judged, "{asked}");
        assert_eq!(printed("--scores AP=wide.csv"), judged, "{asked}");
    }
}

/// The output of `eval -q` can be read without changes: all measures or one, from a file or standard input.
#[test]
fn own_scores_are_read_again() {
    let world = world();
    let eval = "eval q.txt runs -m nDCG@3,NumRel -q";
    for file in ["own.csv", "own.parquet", "own.tsv"] {
        world.line(&format!("{eval} -o {file} --quiet")).code(GOOD);
    }
    let table = |line: &str| world.line(&format!("eval {line} --format tsv --quiet")).code(GOOD).stdout;
    // NumRel is summed over topics.
    let judged = table("q.txt runs -m nDCG@3,NumRel");
    let compared = table("q.txt runs -m nDCG@3 --compare B");
    for file in ["own.csv", "own.parquet", "own.tsv"] {
        assert_eq!(table(&format!("--scores {file}")), judged, "{file}");
        assert_eq!(table(&format!("--scores nDCG@3={file} --compare B")), compared, "{file}");
    }
    let input = |file: &str, words: &str| {
        let mut command = world.command(words.split(' '));
        command.stdin(std::fs::File::open(world.path(file)).unwrap());
        ended(&mut command)
    };
    let printed = world.line(&format!("{eval} --format tsv --quiet")).code(GOOD).stdout;
    world.write("printed", printed);
    for file in ["printed", "own.csv"] {
        assert_eq!(input(file, "eval --scores - --format tsv --quiet").code(GOOD).stdout, judged, "{file}");
    }
    let all: String = world
        .read("own.csv")
        .lines()
        .filter(|line| !line.contains(",NumRel,"))
        .fold(String::new(), |text, line| text + line + "\n");
    world.write("one.csv", all);
    assert_eq!(table("--scores one.csv"), table("q.txt runs -m nDCG@3"));
}

#[test]
fn scores_that_cannot_be_compared() {
    let world = world();
    world.write("own.csv", "run,topic,measure,value\na,1,AP,.5\na,1,RR,.5\na,all,AP,.5\n");
    world.write("summaries.csv", "run,topic,measure,value\na,all,AP,.5\n");
    world.write("model.csv", "model,query,score\na,1,.5\n");
    world.write("few.csv", "topic,run,score\n1,a,.5\n1,b,.25\n2,a,.5\n2,b,.75\n");
    world.write("holes.csv", "topic,run,score\n1,a,.5\n1,b,.25\n2,a,.5\n");
    world.write("means.csv", "topic,run,score\n1,a,.5\n1,b,.25\nall,a,.5\nall,b,.25\n");
    world.write("others.csv", "topic,run,score\n1,a,.5\n1,c,.25\n2,a,.5\n2,c,1\n");
    let data = [
        "--scores few.csv --compare a",
        "--scores holes.csv",
        "--scores means.csv",
        "--scores x=few.csv y=others.csv",
        "--scores q.txt",
        "--scores model.csv",
        "--scores nDCG=own.csv",
        "--scores summaries.csv",
    ];
    let usage = [
        "--scores few.csv few.csv",
        "--scores own.csv AP=own.csv",
        "--scores - AP=-",
        "--scores few.csv --compare c",
        "--scores =few.csv",
        "--scores few.csv -m AP",
        "--scores few.csv -l 2",
        "--scores few.csv --format trec_eval",
    ];
    let all = |code, asked: &[&str]| lines(code, asked.iter().map(|asked| format!("eval {asked}")));
    let asked = [
        lines(GOOD, ["eval --scores few.csv --format wide", "eval --scores few.csv"]),
        all(BAD_DATA, &data),
        all(USAGE, &usage),
    ];
    cases("scores_of_eval", &world, asked.concat());
}
