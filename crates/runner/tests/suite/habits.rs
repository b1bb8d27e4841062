//! Habits of users of other tools: commands, options, and files that these tools write.

use std::collections::BTreeSet;
use std::path::PathBuf;

use rejudge_tables::frame::{Frame, Values};

use crate::alone::Empty;
use crate::cases::{Case, case, cases, lines};
use crate::world::{BAD_DATA, DIFFERENT, GOOD, RUNS, USAGE, World, repository};

pub const Q: &str = "1 0 a 2\n1 0 b 0\n1 0 c 1\n2 0 d 1\n";
pub const R: &str = "1 Q0 b 1 3 me\n1 Q0 u 2 2 me\n1 Q0 a 3 1 me\n2 Q0 d 1 1 me\n";

fn world() -> World {
    let world = World::new();
    world.write("q", Q);
    world.write("r", R);
    world.write("runs/r", R);
    world.write("runs/s", R.replace("me", "you"));
    // A comparison needs five topics.
    let of_topics =
        |lines: &str| (1..=5).map(|topic| lines.replace('T', &topic.to_string())).collect::<String>();
    world.write("q5", of_topics("T 0 a 2\nT 0 b 0\n"));
    for (run, tag) in [("r", "me"), ("s", "you")] {
        world.write(&format!("runs5/{run}"), of_topics(&format!("T Q0 b 1 3 {tag}\nT Q0 a 3 1 {tag}\n")));
    }
    world
}

/// `-J` keeps trec_eval's names, and `-n` leaves out the summaries.
#[test]
fn flags_of_trec_eval() {
    let world = world();
    let scores = |words: &str| world.line(&format!("eval {words} -m map q r --quiet")).code(GOOD).stdout;
    assert!(scores("-J --format trec_eval").starts_with("map  "));
    assert_eq!(scores("-n -q").lines().count(), 2);
    for (form, all) in [("tsv", "\tall\t"), ("trec_eval", "\tall\t"), ("json", "\"all\": {")] {
        assert!(!scores(&format!("-n -q --format {form}")).contains(all), "{form}");
    }
}

#[test]
fn words_of_other_tools() {
    let world = world();
    world.write("q.txt", Q);
    let refused = [
        "eval q -m AP",
        "pool q --qrels q --runs runs pool-depth(depth=1)",
        "eval -n -m map q r",
        "compare q r",
        "eval q r --all-pairs",
        "pool q --depth 10",
        "eval q r -m map@ten",
        "eval q r --also m=r",
        "pool q depth 5",
        "eval q r -m rbp0.8",
        "eval q r -m nDCG_10",
        "diff q r",
        "audit q r --runs runs",
        "run sakai-bias -s axes.measure=AP,RR",
        "pool q leave-one-team-out A",
        "eval q r --teams t",
        "audit q runs --compare r",
        "plan small --shard 1/2",
        "merge small",
        "eval q r --nothing",
        "eval q r -m AP --compare",
        "unique q r",
        "binarize q",
        "report q runs -o page.html",
        "data list x",
        "eval q r --expected map=.5",
        "eval q r -m nDCG@10(gains=1:1,2:3)",
        "eval q r -m hits@10",
        "eval q r -m accuracy@10",
        "eval q r -m Accuracy@10",
        "eval q r -m Accuracy",
        "eval q r -m accuracy_at_10",
        "eval q r -m recall",
        "eval q r -m rbp.95",
        "eval q r -m rbp@95",
        "eval q r --chart",
        "eval q5 runs5 -m AP --compare --format svg",
        "eval q r --plot r.bmp",
        "eval q r --plot",
        "labels q r",
        "labels majority q r",
        "labels merge q r -o merged",
        "data trec-dl-2019",
        "eval q r --threads 2",
        "eval q r -m AP --test t",
        "man pool",
        "data get tiny-twin -o out",
        "pool q full --team me",
        "--wins",
        "eval q r --wins",
        "eval q r --wims",
        "eval q r --measurs AP",
        "reproduce q r",
        "clean",
        "fuse r",
        "export small",
        "evol q r",
        "eval q r -k 10",
        "eval q r --verbose",
        "eval q r --gain 2",
        "eval q r --digits 3 --format csv",
        "eval q runs --digits 3 --compare me --allow AP:.1",
        "eval q r --digits 3 --expect q",
        "eval q r -o nosuchfolder/x.csv",
        "pool q full -o nosuchfolder/x",
        "eval q r -m HR",
        "eval q r -m PA",
        "eval q r -m F1@10",
        "eval q r -m hole@10",
        "eval q r -m ndcg.1=x",
        "eval q r -m ndcg.0=1,1=2",
    ];
    let mut rows = lines(USAGE, refused);
    rows.extend(lines(USAGE, ["eval trec-dl-2091 r"]));
    rows.extend(lines(BAD_DATA, ["audit q r q", "eval q r nDGC@10"]));
    rows.push(case(USAGE, "eval q r --topics t.1-t.2").write("q", "t.1 0 a 1\nt.2 0 a 1\n"));
    rows.push(case(GOOD, "measures mrr").printed_with("mrr is RR"));
    rows.extend(lines(
        GOOD,
        ["measures accuracy@10", "measures accuracy", "measures recall", "measures rbp.95"],
    ));
    rows.push(case(GOOD, "measures Accuracy").printed_with("Others:  Accuracy is, in ir_measures"));
    rows.push(case(GOOD, "eval q r -m recall.5,10 -m RBP@95 -m Accuracy(rel=1)@10 --quiet"));
    rows.push(
        case(GOOD, "eval q r -m map@10 -m ndcg@10 -m recall@100 -m rbp").said_with("rbp is trec_eval's"),
    );
    rows.push(case(GOOD, "eval q r -m map@10 -m ndcg@10 -m recall@100").said_with(" is read as "));
    cases("words_of_other_tools", &world, rows);
}

/// Command lines that users of trec_eval, ir_measures, pytrec_eval, ranx, BEIR and Anserini type before they
/// have read the help. Nearly all of them work at once. The rest are refused with a message that says what to
/// type.
#[test]
fn commands_typed_from_habit() {
    let world = world();
    world.write("q.tsv", "query-id\tcorpus-id\tscore\n1\ta\t2\n2\td\t1\n");
    world.write("run.json", "{\"1\": {\"a\": 2.5, \"b\": 1.0}, \"2\": {\"d\": 1.0}}");
    let at_first = [
        "-q -m map -m ndcg_cut.10 q r",
        "q r nDCG@10 P(rel=2)@5 Judged@10",
        "eval -c -M 1000 -m all_trec q r",
        "eval -m official q r",
        "eval -l 2 -m recall.100 -m set_P q r",
        "eval q r -m bpref -m iprec_at_recall_0.10 -m gm_map -m num_rel_ret",
        "eval q r --by_query AP",
        "eval q r -m ndcg_cut_10,map_cut_100,recall_1000",
        "eval --qrels q --run r --metrics nDCG@10 MRR@10",
        "eval q5 runs5 -m ndcg@10,mrr@10,recall@100",
        "eval q5 runs5 -m ndcg@10 --stat-test student",
        "eval q5 runs5 -m map --baseline you --test wilcoxon --correction bonferroni",
        "eval q.tsv run.json -m ndcg_at_10,map_at_100,recall_at_100",
        "eval q r -m map -o results.csv",
        "eval q runs -m ndcg@10 --sort ndcg@10",
        "validate r --qrels q",
        "audit q",
        "compare q5 runs5/r runs5/s",
        "eval q r --places 2 -m AP",
    ];
    let without_data = lines(USAGE, ["eval dl19-passage r -m ndcg_cut.10"]);
    let rows = lines(GOOD, at_first).into_iter().map(Case::unsaid).chain(without_data);
    cases("jobs_from_habit", &world, rows);
}

/// Verbs of other tools run a command if one has exactly their meaning and writes only what was named;
/// otherwise a tip names a command. A misspelt verb never runs.
#[test]
fn verbs_of_other_tools() {
    let world = world();
    world.write("q2", Q);
    world.write("teams", "me\tA\nyou\tB\n");
    world.write("broken", "1 Q0 a 1 x me\n");
    let good = [
        "compare q5 runs5 -m AP",
        "compare q5 runs5 -m AP --baseline=you",
        "trec_eval -q -m map q r",
        "kappa q q2",
        "unique q runs/r runs/s --teams teams",
        "leaderboard q5 'runs5/*' -m 'AP RR'",
        "--quiet score q r",
        "kappa --quiet q q2",
        "binarize -l 2 q",
        "status small",
        "lint r runs",
    ];
    let tips = [
        "correlate q q2",
        "holes q r",
        "plot diff q runs",
        "compare q5",
        "unique q runs",
        "leaderboard q5 runs5 -o ranked.csv",
        "binarize q",
        "reusable q r",
        "compare -- q5 runs5",
        "init study.yaml",
        "comparee q5 runs5",
        "scor q r",
    ];
    let mut rows = lines(GOOD, good);
    rows.extend(lines(USAGE, tips));
    rows.extend(lines(DIFFERENT, ["check broken"]));
    rows.extend(lines(BAD_DATA, ["kappa q r"]));
    cases("verbs_of_other_tools", &world, rows);
}

/// Arguments of other tools are accepted if a command has exactly their meaning. A note shows this command.
#[test]
fn arguments_of_other_tools() {
    let world = world();
    world.write("q2", Q);
    world.write("q6", (1..=5).map(|topic| format!("{topic} 0 a 1\n{topic} 0 b 1\n")).collect::<String>());
    let good = [
        "eval q r --json",
        "eval q r --csv",
        "eval q5 runs5 -m AP -f markdown",
        "eval q5 runs5 -m AP --ci",
        "eval q5 runs5 -m AP --ci 0.9",
        "eval q r -m AP -p 3",
        "eval q5 runs5 -m AP --sort",
        "eval --sort q5 runs5 -m AP",
        "eval q5 runs5 -m AP --sort desc",
        "eval q5 runs5 --compare me -m AP --test tukey",
        "eval q5 runs5 -m AP --stat-test fisher --max-p 0.05",
        "eval --compare q5 runs5/r runs5/s -m AP",
        "eval q5 runs5 -m AP --compare --baseline you",
        "eval --list-measures",
        "eval help",
        "help compare",
        "compare --help",
        "metrics",
        "explain nDCG",
        "list measures",
        "measures show nDCG",
        "version",
        "completions bash",
        "diff q5 runs5/r runs5/s -m AP --test t",
        "diff q q2",
        "audit q q2",
        "audit q runs --leave-one-out --delta .05 --id own",
        "validate q",
        "validate q r --json",
        "pool --runs runs --depth 1",
        "pool r --depth 1 --format qrels",
        "pool runs -n 1",
        "pool q --sample .5",
        "pool q --runs runs --leave-out me",
        "pool q full -l 2 --labels levels --stats -o /dev/null",
        "run small --dry-run",
        "run small -o out",
        "eval q5 runs5 -m AP -t wilcoxon -b you",
        "eval q5 runs5 -m AP --wins-losses",
        "eval q r -o json",
        "eval q r -m 'judged.10 Judged.5 nDCG@10(gain=exp)'",
        "check q r",
        "eval q r -m nDCG --gains 1:1,2:3",
        "tau q5 runs5 -m 'AP RR'",
        "tau q5 runs5 --corr rbo",
        "correlate q5 q6 runs5 -m AP --tau-ap",
        "compare --qrels q5 --qrels q6 runs5 -m AP",
        "table q r -m AP",
        "test q5 runs5 -m AP --method wilcoxon",
        "judge kappa q q2 --weights linear",
        "agreement --gold q --pred q2 --kappa",
        "to-judge q runs/r --depth 2",
        "pool q --depth 1 --runs runs",
        "pool q --depth 2 --runs runs",
        "pool runs --depth 2 --exclude q",
        "pool q --runs runs 'depth(1)'",
        "sample q --rate .5 --seed 3",
        "fill q q2 -o filled",
        "loto q runs --depth 1 --id left-out",
        "validate r --max-depth 10 --strict",
        "datasets list",
        "run small draws=1",
        "run small --resume",
        "run small -n --jobs 2",
        "reproduce small",
        "config show small",
        "--install-completion bash",
        "plot bars q r -m AP -o scores.svg",
        "stats q runs --id described",
        "collections list",
        "sample -q q -r runs --rate .5 --seed 3",
        "run small -s draws 1",
        "plan small -s measures=ndcg@10,map",
        "measures q r -m AP",
    ];
    let usage = [
        "pool runs/r runs/s",
        "pool --depth -5 runs",
        "pool runs --depth 1 --sample 10",
        "pool runs --depth 1 --sample .1",
        "pool runs --budget 500",
        "eval q r --alpha 5",
        "eval q r --tolerance .001 --expect q",
        "check small --tolerance .001",
        "run small --no-cache",
        "measures teams.txt r",
        "eval q5 runs5 --compare me -m AP --test tukeys --csv",
        "eval q5 runs5 -m AP --compare me --baseline=you",
        "eval q5 runs5 -m AP -l 1 --min-rel 2",
        "diff r runs/s",
        "simulate --topics 50",
        "compare q5 runs5 -m AP --power .8",
        "pool q full --labels gains -l 2",
        "run .",
        "run smalls2004",
        "audit q runs --dry-run",
        "-q eval q r",
        "audit q runs --depth 1,2",
        "audit q runs --fraction .1",
        "pool runs --depth 1,2",
        "discpower q r",
        "run small --collection tiny-twin",
        "schema",
        "completion",
        "new mine q runs",
    ];
    let data = [
        ("c3", "1 a 2.5\n"),
        ("q3", "1 a 2\n"),
        ("cut", "1 Q0 a 1 2 me\n1 Q0 b 2"),
        ("comma", "1 Q0 a 1 2,5 me\n"),
    ];
    let file = |(name, text)| {
        let line = if name == "q3" { "eval q3 r".to_owned() } else { format!("eval q {name}") };
        case(BAD_DATA, line).write(name, text)
    };
    let rows = lines(GOOD, good).into_iter().chain(lines(USAGE, usage));
    let rows = rows.chain(lines(BAD_DATA, ["report small --results nix", "validate none --json"]));
    cases("arguments_of_other_tools", &world, rows.chain(data.map(file)));
}

/// Typing errors, swapped files, and wrong names and values. Every mistake causes a message, and no message misleads.
/// Mistakes in YAML are in `misconfigured`.
#[test]
fn mistakes_of_many_kinds() {
    let world = world();
    world.write("q.parquet", Q);
    let usage = [
        "eval q r -m ndgc@10",
        "eval q r -m nDCG@0",
        "eval q r -m nDCG@-1",
        "eval q r -m P@5.5",
        "eval q r -m nDCG@ten",
        "eval q r -m",
        "eval q5 runs5 --compare mee -m AP",
        "eval q5 runs5 --compare runs5/t -m AP",
        "eval q5 runs5 --compare -m AP --test wilcoxen",
        "eval q5 runs5 --compare me -m AP --correction holms",
        "eval q5 runs5 --compare me -m AP --correction tukey --test sign",
        "eval q5 runs5 -m AP --alternative greater",
        "eval q r --compare -m AP",
        "eval q r --min-rel -1",
        "eval q r --max-rank 0",
        "eval q r --gains exp",
        "eval q r --gains E=3,S=1",
        "eval q r --topics 100-200 -m AP",
        "eval q r --topics topics.txt -m AP",
        "eval q r --format xlsx",
        "eval q r -o out.xlsx",
        "eval q r -o nowhere/x.csv",
        "eval q r -o r",
        "eval q r --preset trec8",
        "eval q r --ties random",
        "eval q r --digits 20 --format wide",
        "eval q r -n",
        "eval q r -z",
        "eval q r --expect q",
        "eval q r --allow AP:.01",
        "eval q r --sort nDCG@5",
        "eval qq r",
        "eval beir/scifact/test r -m AP",
        "eval trec-dl-2091 r",
        "audit q runs --depth ten",
        "audit runs q",
        "audit q --json",
        "audit q --depth 10",
        "pool q --runs runs pool-depht(depth=5)",
        "pool q --runs runs pool-depth(dept=5)",
        "pool q --runs runs pool-depth(depth=5",
        "pool q --runs runs pool-depth",
        "pool q sample(rate=10)",
        "pool q sample(rate=10%)",
        "pool q --runs runs leave-one-team-out(team=mee) --pool-depth 1",
        "pool build runs",
        "pool build runs --depth 0",
        "run nosuch",
        "run sakai-bais",
        "plan small.yml",
        "data get trec-dl-2091",
        "data get",
        "measures ndgc",
        "labels q",
        "simulate --like q",
        "diff q r",
        "new mine --qrels q",
        "eval q r --qrels q",
        "audit q runs --qrels q",
        "audit q --also q -o out",
        "diff q r r",
        "diff a b c",
        "diff --qrels q --runs r",
        "simulate --power 0.8 q runs",
        "eval q r --max-p 0.01",
    ];
    let data = [
        "eval --scores q.parquet",
        "eval r q -m AP",
        "eval q r q -m AP",
        "eval q nofile",
        "eval q runs/r.txt",
        "eval q runz",
        "eval q r --min-rel 9 -m AP",
        "eval q r --gains 1=1",
        "eval q r --expect README.md",
        "eval q r --judge r --bounds",
        "audit q runs --teams q",
        "validate r --qrels r",
        "new mine --qrels r --runs runs --extends small",
        "new mine --qrels q --runs q --extends small",
        "pool build runs --depth 1 --judged r",
        "pool q full -l 9",
        "simulate q runs -o mine",
    ];
    let rows = lines(USAGE, usage).into_iter().chain(lines(BAD_DATA, data));
    cases("mistakes_of_many_kinds", &world, rows);
}

/// A collection is scored with its own runs or with other runs. If a file has the collection's name, the file is used.
#[test]
fn a_collection_by_name() {
    let empty = Empty::new();
    for (file, text) in [("q", Q), ("r", R)] {
        empty.write(file, text);
    }
    let printed = |line: &str| empty.line(&format!("eval {line} -m AP --quiet")).code(GOOD);
    let one = repository().join("configs/collections/graded/runs/ant1.txt");
    assert_eq!(printed("graded-6-duplicates").lines().len(), 6);
    assert_eq!(printed(&format!("graded-6-duplicates {}", one.display())).lines().len(), 1);
    empty.write("graded-6-duplicates", Q);
    assert_eq!(printed("graded-6-duplicates r").stdout, printed("q r").stdout);

    // The description says how the collection's files are read: grades, duplicates and intents.
    let graded = repository().join("configs/collections/graded");
    let text = |file: &str| std::fs::read_to_string(graded.join(file)).expect("a file of the collection");
    for (collection, qrels, levels, more, options) in [
        ("graded-6-duplicates", "qrels.txt", "0122334455", "duplicates.txt", "-m nDCG --duplicates more"),
        (
            "graded-3-intents",
            "intents-qrels.txt",
            "0111122222",
            "intents.txt",
            "-m nERR_IA@10 -m D-nDCG@10 --by-intent --intent-probabilities more",
        ),
    ] {
        let empty = Empty::new();
        let level = |line: &str| {
            let (rest, grade) = line.rsplit_once(' ').expect("a grade");
            let grade: usize = grade.parse().expect("a digit");
            format!("{rest} {}\n", &levels[grade..=grade])
        };
        empty.write("levels", &text(qrels).lines().map(level).collect::<String>());
        empty.write("more", &text(more));
        let printed = |line: &str| empty.line(&format!("eval {line} --quiet")).code(GOOD).stdout;
        let measures = options.split(" --").next().expect("measures");
        let by_files = printed(&format!("levels {}/runs {options}", graded.display()));
        assert_eq!(printed(&format!("{collection} {measures}")), by_files);
    }

    let world = World::with_files();
    world.write("own", "1 Q0 a1 1 3 own\n");
    let mut rows = lines(USAGE, ["eval tiny --by-intent", "eval tiny-twin"]);
    rows.extend(["eval tiny own -m AP", "eval tiny all own -m AP"].map(|line| case(GOOD, line).printed()));
    world.write("collections/far.yaml", world.read("collections/tiny.yaml").replace("tiny", "far"));
    rows.extend(lines(BAD_DATA, ["eval far", "audit far", "data verify far"]));
    rows.extend(lines(USAGE, ["audit tinny", "data verify tinny", "eval tiny nope"]));
    let broken =
        world.read("collections/tiny.yaml").replace("tiny", "broken").replace("kind: open", "kind: opn");
    world.write("collections/broken.yaml", broken);
    rows.extend(lines(USAGE, ["eval broken"]));
    cases("collections_by_name", &world, rows);

    // Runs are named as the description says, including later runs.
    let named = world.read("collections/tiny.yaml");
    let named = named.replace(" runs:", " run-names: file-stems, later-runs: \"late/*\", runs:");
    world.write("collections/tiny.yaml", named);
    world.write("data/tiny/late/new__x.txt", "1 Q0 d1 1 1 tag\n");
    let names = |line: &str| {
        let scores = world.line(format!("eval tiny -m AP --quiet {line}").trim_end()).code(GOOD);
        scores.cells().iter().map(|row| row[0].to_owned()).collect::<BTreeSet<String>>()
    };
    let files =
        world.path("data/tiny/runs").read_dir().expect("a folder").map(|file| file.expect("a file").path());
    let stem = |path: PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let expected: BTreeSet<String> = files.map(stem).chain(["new__x".to_owned()]).collect();
    assert_eq!(names(""), expected);
    assert!(names("--bounds").is_superset(&expected), "{:?}", names("--bounds"));
}

#[test]
fn two_ways_to_type_one_command() {
    let world = world();
    world.write("topics.txt", "2 a query\n");
    world.write("q2", Q);
    world.write("teams", "me\tA\nyou\tB\n");
    world.write("r.qrels", Q);
    world.write("twice", "1 Q0 a 1 3 me\n1 Q0 b 2 2 me\n1 Q0 a 3 1 me\n2 Q0 d 1 1 me\n");
    world.write("once", "1 Q0 a 1 3 me\n1 Q0 b 2 2 me\n2 Q0 d 1 1 me\n");
    // By rank, the document with the worst score may come first.
    world.write("ranked.csv", "qid,docno,score,rank\n1,b,3,3\n1,u,2,2\n1,a,1,1\n2,d,1,1\n");
    world.write("ranked", "1 Q0 b 3 3 ranked\n1 Q0 u 2 2 ranked\n1 Q0 a 1 1 ranked\n2 Q0 d 1 1 ranked\n");
    // A table may have PyTerrier's index numbers (`docid`) next to the ids, and the columns of a run next to
    // the judgments.
    let both =
        "qid,docid,docno,label,score,rank,run\n1,0,a,2,9,1,x\n1,1,b,0,8,2,x\n1,2,c,1,7,3,x\n2,3,d,1,6,1,x\n";
    world.write("both.csv", both);
    let same = [
        ("eval --qrels q --runs r -m AP", "eval q r -m AP"),
        ("eval --qrels q --run r -m AP", "eval q r -m AP"),
        ("eval q --runs r -m AP", "eval q r -m AP"),
        ("eval r --qrels q -m AP", "eval q r -m AP"),
        ("eval q runs -m AP", "eval q runs/r runs/s -m AP"),
        ("eval --qrels q --runs runs -m AP", "eval q runs/r runs/s -m AP"),
        ("eval q runs/* -m AP", "eval q runs/r runs/s -m AP"),
        ("eval q r nDCG@10 map", "eval q r -m nDCG@10 -m map"),
        ("eval both.csv r -m AP", "eval q r -m AP"),
        ("pool --qrels q --runs runs pool-depth(depth=1)", "pool q --runs runs pool-depth(depth=1)"),
        ("eval -q -c -m map q r", "eval q r -q -m AP --topics qrels"),
        ("eval -l 2 -m map q r", "eval q r -m AP --min-rel 2"),
        ("eval -M 1 -m map q r", "eval q r -m AP --max-rank 1"),
        ("eval -J -m map q r", "eval q r -m AP'"),
        ("eval q5 runs5 -m AP --compare runs5/s", "eval q5 runs5 -m AP --compare you"),
        (
            "eval q5 runs5 -m AP --compare you --test t-test",
            "eval q5 runs5 -m AP --compare you --test paired-t",
        ),
        ("eval q twice --repeated first -m AP -m nDCG -m NumRet", "eval q once -m AP -m nDCG -m NumRet"),
        // Bounds and pools also leave out repeated documents.
        ("eval q twice --repeated first -m AP --bounds", "eval q once -m AP --bounds"),
        (
            "pool q --runs twice --repeated first pool-depth(depth=2)",
            "pool q --runs once pool-depth(depth=2)",
        ),
        // If a run is named twice with one path, it is read once.
        ("pool build --runs runs/s --runs runs/s --depth 1", "pool build --runs runs/s --depth 1"),
        ("eval q ranked.csv -m AP --ties rank", "eval q ranked -m AP --ties rank"),
        ("eval q5 runs5 -m AP --compare", "eval q5 runs5 -m AP --compare me"),
        ("eval q5 runs5 --compare all --correction Holm", "eval q5 runs5 --compare all --correction holm"),
        ("eval q5 runs5 --test ttest --correction holm", "eval q5 runs5 --compare all"),
        ("eval q5 runs5 --test bootstrap --seed 3", "eval q5 runs5 --compare all --test bootstrap --seed 3"),
        ("eval q5 runs5 --correction none", "eval q5 runs5 --compare all --correction none"),
        ("eval q r -m AP --by-topic", "eval q r -m AP -q"),
        ("eval q r --topics topics.txt", "eval q r --topics 2"),
        ("pool build runs --depth 1", "pool build --runs runs --depth 1"),
        ("pool build runs/r runs/s --depth 1", "pool build --runs runs --depth 1"),
        ("pool runs --depth 1", "pool build runs --depth 1"),
        ("pool --depth 1 runs/r runs/s", "pool build runs/r runs/s --depth 1"),
        ("eval q5 runs5 --metrics AP --baseline you", "eval q5 runs5 -m AP --compare you"),
        ("eval q r -m AP --per-query --queries 1", "eval q r -m AP -q --topics 1"),
        ("eval q r -m AP --relevance-level 2 --condensed", "eval q r -m AP -l 2 -J"),
        ("eval q r -m nDCG(dcg=\"exp-log2\")@10", "eval q r -m nDCG(dcg='exp-log2')@10"),
        ("pool q --judge r.qrels full(judge=r)", "pool q --also r=r.qrels full(judge=r)"),
        ("eval q runs -m AP --plot -", "eval q runs -m AP -o -"),
        ("eval q r -m ndcg_at_10 -m map_at_10", "eval q r -m nDCG@10 -m AP@10"),
        ("eval q r -m recall_at_100 -m mrr_at_10 -m precision_at_5", "eval q r -m R@100 -m RR@10 -m P@5"),
        ("eval q r -m HR@10 -m hit_rate_at_5", "eval q r -m Success@10 -m Success@5"),
        ("eval q r -m cosine_map@100", "eval q r -m AP(norm='min')@100"),
        ("eval q5 runs5 --compare --test permutation", "eval q5 runs5 --compare --test randomisation"),
        ("plan small --draws 1 --seed 7", "plan small -s draws=1 -s seed=7"),
        ("plan small -s draws 1 -s seed 7", "plan small -s draws=1 -s seed=7"),
        ("plan small -s measures=ndcg@10,mrr", "plan small -s measures=nDCG@10,RR"),
        ("sample -q q -r runs --rate .5 --seed 3", "pool q sample(rate=.5) --seed 3 --runs runs"),
        ("measures q r -m AP", "eval q r -m AP"),
        ("collections list", "data list"),
        ("compare q5 runs5 -m AP", "eval q5 runs5 -m AP --compare all"),
        ("compare q5 runs5 -m AP --baseline you", "eval q5 runs5 -m AP --compare you"),
        ("significance q5 runs5 -m AP --test sign", "eval q5 runs5 -m AP --compare all --test sign"),
        ("score q r -m AP", "eval q r -m AP"),
        (
            "trec_eval --query_eval_wanted --level_for_rel 2 -m map q r",
            "eval q r -q -l 2 -m map --format trec_eval --topics run",
        ),
        ("trec_eval -c -m map q r", "eval q r -c -m map --format trec_eval"),
        ("leaderboard q5 runs5 -m AP", "eval q5 runs5 -m AP --format wide"),
        ("intervals q5 runs5 -m AP", "eval q5 runs5 -m AP --intervals"),
        ("kappa q q2", "agreement q q2"),
        (
            "judge kappa --gold q --pred q2 --weights quadratic --confusion-matrix",
            "agreement q q2 --confusion",
        ),
        ("pools q5 runs5 --depths 1 2 -m map", "rescore q5 runs5 --depth 1,2 -m AP"),
        (
            "audit sample q5 runs5 --rate 10 50 --repeats 3 -m AP",
            "rescore q5 runs5 --rate 0.1,0.5 --draws 3 -m AP",
        ),
        ("eval q5 runs5 -m AP,RR --tau kendall,ap,rbo", "eval q5 runs5 -m AP,RR --tau"),
        (
            "compare q5 runs5 --test tukey-hsd -B 50",
            "eval q5 runs5 --correction randomised-tukey --samples 50",
        ),
        ("eval q5 runs5 -g 1:3:7 -m nDCG", "eval q5 runs5 --gains 1=1,2=3,3=7 -m nDCG"),
        ("eval q5 runs5 --output_format csv", "eval q5 runs5 --format csv"),
        ("discpower q5 runs5 -B 50", "eval q5 runs5 --test paired-bootstrap --samples 50 --format wide"),
        ("stats q", "audit q"),
        (
            "unique q runs/r runs/s --teams teams",
            "pool q full --runs runs --teams teams --stats -o /dev/null",
        ),
        ("binarize --threshold 2 q", "pool q full -l 2"),
        ("convert q", "pool q full"),
        ("convert r --to trec --run-id x", "convert r --tag x"),
        ("to-trec r", "convert r"),
        ("lint r", "validate r"),
        ("check r", "validate r"),
        ("validate --runs r --qrels q", "validate r --qrels q"),
        ("status small", "plan small"),
        ("experiments", "list"),
        ("pool runs -k 10", "pool build runs --depth 10"),
        ("rescore q5 runs5 --leave-out me -m AP", "rescore q5 runs5 leave-one-team-out(team=me) -m AP"),
        ("pool q --runs runs/r runs/s full", "pool q full --runs runs"),
        ("eval q r -m AP --remove-unjudged", "eval q r -m AP -J"),
        ("eval q5 runs5 --adjust none", "eval q5 runs5 --correction none"),
        ("eval q runs -m AP --sort-by AP --output-format csv", "eval q runs -m AP --sort AP --format csv"),
        ("eval q r -m AP --per_query --nosummary", "eval q r -m AP -q -n"),
    ];
    for (typed, known) in same {
        let printed = |line: &str| world.line(&format!("{line} --quiet")).code(GOOD).stdout;
        assert!(!printed(known).is_empty(), "{known}");
        assert_eq!(printed(typed), printed(known), "{typed}");
    }
}

/// Withheld judgments stay withheld, and documents that are not in the pool stay out.
#[test]
fn binary_judgments() {
    let world = world();
    world.write("q", format!("{Q}2 0 e -1\n"));
    let grades = |line: &str| -> String {
        let judgments = world.line(&format!("{line} --quiet")).code(GOOD);
        judgments.stdout.replace(" 0 ", "").replace('\n', ";")
    };
    assert_eq!(grades("pool q full -l 2"), "1a 1;1b 0;1c 0;2d 0;2e -1;");
    assert_eq!(grades("pool q full --min-rel 1"), "1a 1;1b 0;1c 1;2d 1;2e -1;");
    assert_eq!(grades("pool q pool-depth(depth=1) --runs r -l 1"), "1b 0;2d 1;");
}

/// There is a bar for each run and measure, or with `-q` for each run and topic.
#[test]
fn scores_are_drawn() {
    let world = world();
    world.line("eval q runs -m AP -m RR --plot means.svg").code(GOOD);
    world.line("eval q runs -m AP -q -o topics.svg").code(GOOD);
    for (file, bars) in [("means.svg", ["me", "you", "AP", "RR"]), ("topics.svg", ["me", "you", "1", "2"])] {
        let svg = world.read(file);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let is_bar = |node: &roxmltree::Node<'_, '_>| node.attribute("class") == Some("bar");
        assert_eq!(document.descendants().filter(is_bar).count(), 4, "{svg}");
        let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
        assert!(bars.iter().all(|bar| texts.contains(bar)), "{svg}");
    }
}

/// Tables as pandas and polars write them. `eval`, `audit` and `pool` read them like TREC's files.
#[test]
fn parquet_is_read_like_any_table() {
    let world = World::with_files();
    let convert = |from: &str, to: &str, [topic, document, value]: [&str; 3], at: usize| {
        let trec = world.read(from);
        let column = |at: usize| trec.lines().map(move |line| line.split_whitespace().nth(at).unwrap());
        let values = match value {
            "score" => Values::Number(column(at).map(|score| score.parse().ok()).collect()),
            _ => Values::Whole(column(at).map(|grade| grade.parse().ok()).collect()),
        };
        let frame = Frame::default()
            .with(topic, "", column(0).collect())
            .with("query", "", column(0).map(|_| "of no use").collect())
            .with(document, "", column(2).collect())
            .with(value, "", values);
        world.write(to, rejudge_report::table::parquet::write(&frame, "").unwrap());
    };
    convert("data/tiny/qrels.txt", "q.parquet", ["query_id", "doc_id", "relevance"], 3);
    // The run in a table is named after the file.
    for (run, _) in RUNS {
        let columns = ["qid", "docno", "score"];
        convert(&format!("data/tiny/runs/{run}.txt"), &format!("runs/{run}.parquet"), columns, 4);
    }
    let printed = |words: &str| world.line(&format!("{words} --quiet")).code(GOOD).stdout;
    let scores = printed("eval data/tiny/qrels.txt data/tiny/runs -m AP -m nDCG@10 -q");
    assert!(scores.lines().count() > 4, "{scores}");
    assert_eq!(printed("eval q.parquet runs -m AP -m nDCG@10 -q"), scores);
    let pool = printed("pool data/tiny/qrels.txt --runs data/tiny/runs pool-depth(depth=2)");
    assert_eq!(printed("pool q.parquet --runs runs pool-depth(depth=2)"), pool);
    // The shell has replaced a pattern with a list of files.
    let listed = RUNS.map(|(run, _)| format!(" data/tiny/runs/{run}.txt")).concat();
    let audited = |words: &str| printed(&format!("audit {words} -o out --id a"));
    let audit = audited("data/tiny/qrels.txt data/tiny/runs");
    for words in ["q.parquet runs", &format!("data/tiny/qrels.txt{listed}")] {
        std::fs::remove_dir_all(world.path("out")).unwrap();
        assert_eq!(audited(words), audit, "{words}");
    }
    // One table lacks a column, and another table is damaged.
    let [qid, docno] = ["1", "d"].map(|cell| Values::from_iter([cell]));
    let frame = Frame::default().with("qid", "", qid).with("docno", "", docno);
    world.write("short.parquet", rejudge_report::table::parquet::write(&frame, "").unwrap());
    let whole = std::fs::read(world.path("q.parquet")).unwrap();
    world.write("half.parquet", &whole[..whole.len() / 2]);
    cases(
        "mistakes_in_parquet",
        &world,
        lines(BAD_DATA, ["eval q.parquet short.parquet", "eval half.parquet runs"]),
    );
}

#[test]
fn mistakes_in_files_of_other_tools() {
    let world = world();
    let other = R.replace("me", "other").replace(" a ", " x ").replace(" b ", " y ").replace(" d ", " z ");
    world.write("twice", "1 Q0 a 1 3 me\n1 Q0 b 2 2 me\n1 Q0 a 3 1 me\n2 Q0 d 1 1 me\n");
    world.write("two/a", "1 Q0 a 1 3 a\n1 Q0 a 3 1 a\n");
    world.write("two/b", "1 Q0 a 1 3 b\n1 Q0 d 2 2 b\n");
    let qrels = |text: &str| case(BAD_DATA, "eval a.csv r -m AP").write("a.csv", text);
    cases(
        "files_of_other_tools",
        &world,
        [
            qrels("qid,docno\n1,a\n"),
            qrels("qid,docno,label\n1,a,1\n\n1,a,2\n"),
            qrels("query\u{7f}\u{1b}[31m-id,docno,label\n1,a,1\n"),
            qrels("PAR1"),
            case(GOOD, "eval d r -m AP").write("d", "1 0 a 0.7\n2 0 d 1\n"),
            case(GOOD, "eval q named -m AP").write("named", other),
            case(GOOD, "eval q r -m AP"),
            case(BAD_DATA, "eval q twice -m AP"),
            case(BAD_DATA, "audit q two --id a --quiet -o refused"),
            case(BAD_DATA, "eval q more -m AP").write("more", R.replace("me\n", "me extra\n")),
            case(BAD_DATA, "eval q r -m map --format trec_eval -Z z")
                .write("z", "map 1 0.5 0.1\n1 0.5 map 0.1\n"),
        ],
    );
}

#[test]
fn an_audit_ignores_repeated_documents() {
    let world = world();
    let text =
        |tag: &str, more: &str| format!("1 Q0 a 1 3 {tag}\n1 Q0 b 2 2 {tag}\n{more}2 Q0 d 1 1 {tag}\n");
    world.write("two/a", text("a", "1 Q0 a 3 1 a\n"));
    world.write("one/a", text("a", ""));
    for folder in ["one", "two"] {
        world.write(&format!("{folder}/b"), text("b", ""));
    }
    let audited = |words: &str| world.line(&format!("audit q {words} --id a --quiet"));
    let of_two = audited("two --repeated first -o of-two").code(GOOD).stdout;
    assert_eq!(of_two.replace("of-two", "of-one"), audited("one -o of-one").code(GOOD).stdout);
    // The experiment that the audit writes also keeps only the first line of a repeated document.
    let description = world.read("of-two/collection.yaml");
    assert!(description.contains("  repeated-documents: first\n"), "{description}");
}

#[test]
fn a_run_is_named_once() {
    let world = world();
    std::fs::create_dir(world.path("runs/old")).unwrap();
    std::fs::copy(world.path("runs/s"), world.path("t")).unwrap();
    // A link in the folder is not a second run of another team, whichever command reads the folder.
    std::fs::create_dir(world.path("linked")).unwrap();
    std::fs::copy(world.path("runs/s"), world.path("linked/a__s")).unwrap();
    std::os::unix::fs::symlink("a__s", world.path("linked/b__s")).unwrap();
    let twice = [
        "eval q r r -m AP",
        "eval q runs runs/s -m AP",
        "eval q r ./r -m AP",
        "eval q runs/s ./runs -m AP",
        "audit q linked -o out",
        "pool q --runs linked pool-depth(depth=1) -o out",
        "pool q --runs runs --runs ./runs/s pool-depth(depth=1) -o out",
        "pool build --runs linked --depth 1 -o out",
        "simulate --like q linked -o out",
        "eval q linked -m AP",
    ];
    // A folder within the folder of runs is not a run. This is reported when the folder is read.
    let folders = ["eval q runs -m AP", "eval q runs/r -m AP", "eval q runs -m AP --quiet"];
    cases("runs_named_twice", &world, lines(USAGE, twice).into_iter().chain(lines(GOOD, folders)));
    world.line("eval q runs/s t -m AP").code(GOOD);
}

#[test]
fn a_table_without_ranks_is_not_ordered_by_them() {
    let world = world();
    world.write("r.csv", "qid,docno,score\n1,b,3\n1,u,2\n1,a,1\n2,d,1\n");
    world.write("r.json", "{\"1\": {\"b\": 3, \"u\": 2, \"a\": 1}, \"2\": {\"d\": 1}}");
    world.write("gap.csv", "qid,docno,score,rank\n1,b,3,1\n1,u,2,\n");
    let refused = ["r.csv", "r.json", "gap.csv"].map(|file| format!("eval q {file} -m AP --ties rank"));
    cases("tables_without_ranks", &world, lines(BAD_DATA, refused));
}

#[test]
fn ids_that_json_numbers_would_round_are_refused() {
    let world = world();
    let [one, other] = ["20000000000000000000", "20000000000000000001"];
    let record = |id: &str| format!("{{\"qid\": 1, \"docno\": {id}, \"score\": 1}}\n");
    world.write("big.jsonl", record(one) + &record(other));
    world.write("half.jsonl", record("1.5"));
    world.write("rag.jsonl", format!("{{\"topic_id\": 1, \"references\": [{one}, {other}]}}\n"));
    world.write("control.jsonl", "{\"qid\": 1, \"docno\": \"a\\u0000b\", \"score\": 1}\n");
    let refused = ["big", "half", "rag", "control"].map(|file| format!("eval q {file}.jsonl -m AP"));
    cases("ids_of_json", &world, lines(BAD_DATA, refused));
    // Ids of up to 64 bits are kept exactly.
    let [one, other] = ["18446744073709551614", "18446744073709551615"];
    world.write("most.jsonl", record(one) + &record(other));
    world.write("judged", format!("1 0 {one} 0\n1 0 {other} 1\n"));
    let scores = world.line("eval judged most.jsonl -m NumRelRet --quiet").code(GOOD).stdout;
    assert!(scores.ends_with("\t1\n"), "{scores}");
}

#[test]
fn two_columns_for_one_thing_are_refused() {
    let world = world();
    let runs = [
        ("two.csv", "qid,doc_id,docno,score\n1,a,b,1\n"),
        ("same.csv", "qid,docno,docno,score\n1,a,b,1\n"),
        ("topics.csv", "qid,query_id,docno,score\n1,2,b,1\n"),
        ("runs.csv", "qid,docno,score,run,system\n1,b,1,x,y\n"),
        ("f.jsonl", "{\"qid\": 1, \"topic\": 2, \"docno\": \"a\", \"score\": 1}\n"),
    ];
    let runs = runs.map(|(file, text)| case(BAD_DATA, format!("eval q {file} -m AP")).write(file, text));
    let grades = "qid,docno,label,relevance\n1,a,1,0\n";
    let grades = case(BAD_DATA, "eval g.csv r -m AP").write("g.csv", grades);
    cases("two_columns_for_one_thing", &world, runs.into_iter().chain([grades]));
}

#[test]
fn parquet_ids_are_not_converted() {
    let world = world();
    let text = |values: [&str; 1]| Values::from_iter(values);
    let frame = Frame::default()
        .with("qid", "", text(["1"]))
        .with("docno", "", Values::Number(vec![Some(20_000_000_000_000_000_000.0)]))
        .with("score", "", Values::Number(vec![Some(1.0)]));
    world.write("r.parquet", rejudge_report::table::parquet::write(&frame, "").unwrap());
    cases("ids_of_parquet", &world, [case(BAD_DATA, "eval q r.parquet -m AP")]);
}

/// Files of pyarrow and polars. A column of an unsupported type is refused by its name, unless it is not
/// needed.
#[test]
fn types_of_parquet_are_read_or_refused_by_name() {
    let world = world();
    let fixture = |name: &str, bytes: &[u8]| world.write(name, bytes);
    fixture("decimal", include_bytes!("../fixtures/decimal.parquet"));
    fixture("half", include_bytes!("../fixtures/half.parquet"));
    fixture("decimals", include_bytes!("../fixtures/decimal-dictionary.parquet"));
    fixture("halves", include_bytes!("../fixtures/half-dictionary.parquet"));
    let refused = ["decimal", "half", "decimals", "halves"].map(|file| format!("eval q {file} -m AP"));
    cases("types_of_parquet", &world, lines(BAD_DATA, refused));
    // In `categories`, b comes before a among the categories. `beside` has an unused decimal column.
    world.write("plain", "1 Q0 a 2 1 plain\n1 Q0 b 1 2 plain\n");
    let scores = |run: &str| {
        let output = world.line(&format!("eval q {run} -m AP -m NumRet --quiet")).code(GOOD).stdout;
        output.replace(run, "run")
    };
    fixture("categories", include_bytes!("../fixtures/categories.parquet"));
    fixture("beside", include_bytes!("../fixtures/beside-decimal.parquet"));
    for file in ["categories", "beside"] {
        assert_eq!(scores(file), scores("plain"), "{file}");
    }
    fixture("large", include_bytes!("../fixtures/large.parquet"));
    world.write("judged", "1 0 18446744073709551614 0\n1 0 18446744073709551615 1\n");
    let found = world.line("eval judged large -m RR --quiet").code(GOOD).stdout;
    assert!(found.ends_with("\t1\n"), "{found}");
}
