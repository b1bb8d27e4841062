//! `rejudge eval --scores`: a table of topic, run and score can be compared in the same way as judged runs.

use std::fmt::Write;

use crate::cases::{case, cases, lines};
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

/// A table with a column for each measure has the same scores as one table for each measure.
#[test]
fn a_table_may_have_a_column_for_each_measure() {
    let world = world();
    let printed = |words: &str| world.line(&format!("eval {} --quiet", words.trim_end())).code(GOOD).stdout;
    let scores = printed("q.txt runs -m AP -m P@3 -q -n --format tsv");
    let mut rows = std::collections::BTreeMap::<(&str, &str), Vec<&str>>::new();
    for line in scores.lines() {
        let [run, topic, _, value] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        rows.entry((topic, run)).or_default().push(value);
    }
    let mut table = "topic,run,AP,P@3\n".to_owned();
    for ((topic, run), values) in rows {
        let _ = writeln!(table, "{topic},{run},{}", values.join(","));
    }
    world.write("both.csv", table);
    for rest in ["", "-q -n", "--compare B", "--compare all --correction tukey"] {
        assert_eq!(
            printed(&format!("--scores both.csv {rest}")),
            printed(&format!("q.txt runs -m AP -m P@3 {rest}")),
            "{rest}"
        );
    }
    assert_eq!(printed("both.csv -m P@3 --compare B"), printed("q.txt runs -m P@3 --compare B"));
    let wrong = [
        case(BAD_DATA, "eval --scores w.csv").write("w.csv", "topic,run,AP,RR\n1,a,.5\n"),
        case(BAD_DATA, "eval --scores w.csv").write("w.csv", "topic,run,AP,RR\n1,a,.5,x\n"),
        case(BAD_DATA, "eval --scores w.csv").write("w.csv", "topic,run,AP,RR\n1,a,.5,1\n1,a,.25,1\n"),
        case(BAD_DATA, "eval --scores w.csv").write("w.csv", "topic,run,AP,RR\n"),
    ];
    cases("tables_with_a_column_for_each_measure", &world, wrong);
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
        "--compare B -q",
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

/// Measures are chosen by the names of the table or by other spellings. A table may be the only file.
#[test]
fn measures_of_a_table_are_chosen() {
    let world = world();
    let printed = |line: &str| world.line(&format!("eval {line} --format tsv --quiet")).code(GOOD).stdout;
    for file in ["own.csv", "own.parquet"] {
        world.line(&format!("eval q.txt runs -m RR,AP,nDCG@3,nDCG@5 -q -o {file} --quiet")).code(GOOD);
    }
    for (chosen, measures) in [
        ("AP", "AP"),
        ("map", "AP"),
        ("Map,mrr", "AP,RR"),
        ("nDCG@3,RR", "nDCG@3,RR"),
        ("ndcg_cut.3,5 -m AP", "nDCG@3,nDCG@5,AP"),
        ("AP,AP,map", "AP"),
    ] {
        for asked in ["", " --compare B", " --compare all --test sign", " --intervals", " -q"] {
            let judged = printed(&format!("q.txt runs -m {measures}{asked}"));
            for table in ["--scores own.csv", "own.csv", "own.parquet"] {
                assert_eq!(
                    printed(&format!("{table} -m {chosen}{asked}")),
                    judged,
                    "{table} {chosen} {asked}"
                );
            }
        }
    }
    // Names that only the table knows, and a table that names no measure.
    world.write("mine.csv", "run,topic,measure,score\na,1,My Score,.5\na,1,NDCG@10,.25\n");
    let by_name = world.rejudge(["eval", "mine.csv", "-m", "My Score", "--format", "tsv"]).code(GOOD);
    assert_eq!(by_name.stdout, "a\tall\tMy Score\t0.5\n");
    assert_eq!(printed("mine.csv -m ndcg_cut_10"), "a\tall\tNDCG@10\t0.25\n");
    world.write("unnamed.csv", "topic,a\n1,.5\n");
    assert_eq!(printed("unnamed.csv -m AP"), printed("--scores AP=unnamed.csv"));
}

#[test]
fn scores_that_cannot_be_compared() {
    let world = world();
    world.write("own.csv", "run,topic,measure,value\na,1,AP,.5\na,1,RR,.5\na,all,AP,.5\n");
    world.write("summaries.csv", "run,topic,measure,value\na,all,AP,.5\n");
    world.write("model.csv", "model,query,score\na,1,.5\n");
    world.write("systems.csv", "qid,system,AP\n1,a,.5\n");
    world.write("measures.csv", "topic,AP,P@5\n1,.5,.25\n");
    world.write("few.csv", "topic,run,score\n1,a,.5\n1,b,.25\n2,a,.5\n2,b,.75\n");
    world.write("holes.csv", "topic,run,score\n1,a,.5\n1,b,.25\n2,a,.5\n");
    world.write("means.csv", "topic,run,score\n1,a,.5\n1,b,.25\nall,a,.5\nall,b,.25\n");
    world.write("others.csv", "topic,run,score\n1,a,.5\n1,c,.25\n2,a,.5\n2,c,1\n");
    world.write("mean.csv", "topic,a,b\n1,.5,.25\n2,.25,1\nmean,.375,.625\n");
    world.write("turned.csv", "system,401,402\nbm25,.5,.25\nrm3,.75,1\n");
    let data = [
        "--scores few.csv --compare a",
        "--scores holes.csv",
        "--scores means.csv",
        "--scores AP=mean.csv",
        "--scores AP=turned.csv",
        "--scores x=few.csv y=others.csv",
        "--scores q.txt",
        "--scores model.csv",
        "--scores systems.csv",
        "--scores measures.csv",
        "--scores nDCG=own.csv",
        "--scores summaries.csv",
    ];
    let usage = [
        "--scores few.csv few.csv",
        "--scores own.csv AP=own.csv",
        "--scores - AP=-",
        "--scores few.csv --compare c",
        "--scores =few.csv",
        "--scores few.csv -m AP,RR",
        "--scores own.csv -m P@5",
        "--scores own.csv -m 'AP RP'",
        "--scores own.csv -m official",
        "--scores own.csv -m ','",
        "--scores few.csv -l 2",
        "--scores few.csv --format trec_eval",
    ];
    let all = |code, asked: &[&str]| lines(code, asked.iter().map(|asked| format!("eval {asked}")));
    // These tables probably have a mistake.
    let summary = "topic,a,b\n1,.5,.25\n2,.75,.1253\n3,.25,0\n4,.1,.5\nMW,.4,.2188\n";
    let doubtful = [
        case(GOOD, "eval --scores AP=summary.csv").write("summary.csv", summary),
        case(GOOD, "eval --scores AP=percent.csv").write("percent.csv", "topic,a,b\n1,.5,39.5\n2,1,65\n"),
        case(GOOD, "eval --scores AP=rows.csv").write("rows.csv", "topic,401,402\nbm25,.5,.25\nrm3,.75,1\n"),
        case(GOOD, "eval --scores AP=few.csv RR=few.csv"),
    ];
    let named = ["eval --scores few.csv -m MyScore", "eval own.csv -m Map --format csv"];
    let named = named.map(|line| case(GOOD, line).printed());
    // Only a table of scores may be the only file.
    world.write("judged.csv", "topic,docid,label\n1,17,2\n");
    let asked = [
        lines(
            GOOD,
            ["eval --scores few.csv --format wide", "eval --scores few.csv", "eval --scores RR=measures.csv"],
        ),
        named.into(),
        doubtful.into(),
        lines(USAGE, ["eval q.txt -m AP", "eval judged.csv", "eval runs/A.txt", "eval own.csv --bounds"]),
        lines(BAD_DATA, ["eval holes.csv -m AP"]),
        all(BAD_DATA, &data),
        all(USAGE, &usage),
    ];
    cases("scores_of_eval", &world, asked.concat());
}
