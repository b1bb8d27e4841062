//! `eval --topics`: some topics are scored as if the judgments had no others.

use crate::cases::{case, cases, lines};
use crate::world::{GOOD, USAGE, World, real_data};

const QRELS: &str = "1 0 a 2\n1 0 b 1\n1 0 c 0\n2 0 x 1\n2 0 y 0\n03 0 z 1\n4 0 w 0\n10 0 w 1\nt-1 0 w 3\n";

fn world() -> World {
    let world = World::new();
    world.write("q", QRELS);
    world.write(
        "r",
        "1 Q0 b 2 9 me\n1 Q0 a 3 1 me\n2 Q0 y 1 5 me\n2 Q0 x 2 4 me\n03 Q0 z 1 1 me\n9 Q0 z 1 1 me\n",
    );
    world.write("s", "1 Q0 a 1 3 you\n2 Q0 x 1 2 you\n03 Q0 a 1 2 you\n03 Q0 z 2 1 you\n10 Q0 w 1 1 you\n");
    world.write("t", "1 Q0 c 1 3 they\n2 Q0 y 1 2 they\n2 Q0 x 2 1 they\n03 Q0 z 1 1 they\n");
    world.write("model", "1 0 a 1\n1 0 u 2\n2 0 x 1\n03 0 z 1\n4 0 w 1\n10 0 w 1\n12 0 w 1\n");
    world.write("topics.tsv", "# topics\n1\tsome words\n\n03\n10\n");
    world
}

/// Judgments or a table of the topics that are named.
fn only(text: &str, topics: &[&str]) -> String {
    let is_of = |line: &&str| line.split(' ').next().is_some_and(|topic| topics.contains(&topic));
    text.split_inclusive('\n').filter(is_of).collect()
}

/// Ways to name topics, and the topics they mean.
const CHOICES: [(&str, &[&str]); 8] = [
    ("1-3", &["1", "2", "03"]),
    ("1,2", &["1", "2"]),
    ("03-10,1", &["1", "03", "4", "10"]),
    ("t-1,2", &["2", "t-1"]),
    ("2-2", &["2"]),
    ("@topics.tsv", &["1", "03", "10"]),
    // A topic of the runs that has no judgments.
    ("9,1", &["1"]),
    ("1-1000", &["1", "2", "03", "4", "10"]),
];

#[test]
fn scores_are_those_without_the_other_topics() {
    let world = world();
    world.write("classes", "1 x a\n1 x b\n");
    for (choice, topics) in CHOICES {
        world.write("fewer", only(QRELS, topics));
        world.write("fewer-model", only(&std::fs::read_to_string(world.path("model")).unwrap(), topics));
        let scored = |qrels: &str, more: &str| {
            let line = format!("eval {qrels} r s t -m AP -m nDCG@10 -m ERR --quiet");
            world.rejudge(line.split(' ').chain(more.split_whitespace())).code(GOOD).stdout
        };
        for more in [
            "",
            "-q",
            "--gains exponential -q",
            "--preset trec9",
            "--topics intersection",
            "-c -q",
            "--bounds",
            "-J",
        ] {
            let without = scored("fewer", more);
            let chosen = scored("q", &format!("{more} --topics {choice}"));
            assert_eq!(chosen, without, "{choice} {more}");
        }
        if topics.len() > 1 {
            let more = "--compare all --test randomisation(samples=50)";
            assert_eq!(
                scored("q", &format!("{more} --topics {choice}")),
                scored("fewer", more),
                "{choice} {more}"
            );
        }
        let filled = scored("fewer", "--bounds --judge fewer-model");
        assert_eq!(scored("q", &format!("--bounds --judge model --topics {choice}")), filled, "{choice}");
        if topics.contains(&"1") {
            let more = "--duplicates classes";
            assert_eq!(
                scored("q", &format!("{more} --topics {choice}")),
                scored("fewer", more),
                "{choice} {more}"
            );
        }
        let by_intent = "--by-intent -m I-rec@5";
        assert_eq!(
            scored("q", &format!("{by_intent} --topics {choice}")),
            scored("fewer", by_intent),
            "{choice}"
        );
    }
}

/// Classes of documents of a topic that is not chosen are no mistake.
#[test]
fn tables_may_have_the_other_topics() {
    let world = world();
    world.write("classes", "1 x a\n1 x b\n2 x x\n2 x y\n");
    let scored = |more: &str| world.line(&format!("eval q r -m AP --quiet {more}")).code(GOOD).stdout;
    assert_eq!(scored("--topics 03 --duplicates classes"), scored("--topics 03"));
}

#[test]
fn the_rules_in_force_name_the_topics() {
    let world = world();
    let json = world.line("eval q r -m AP --quiet --format json --topics 1-3 --topics run").code(GOOD).stdout;
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(object["rules"]["only-topics"], "1-3");
    assert_eq!(object["rules"]["topics"], "run");
    assert_eq!(object["runs"][0]["topics-counted"], 3);
    assert!((object["runs"][0]["all"]["AP"].as_f64().unwrap() - (1.0 + 0.5 + 1.0) / 3.0).abs() < 1e-15);
    let all: serde_json::Value =
        serde_json::from_str(&world.line("eval q r -m AP --quiet --format json").code(GOOD).stdout).unwrap();
    assert!(all["rules"].get("only-topics").is_none());
}

#[test]
fn what_is_said_of_a_choice() {
    let said = ["1-3", "9,1", "topics.tsv"].map(|topics| format!("eval q r s -m AP --topics {topics}"));
    let said = lines(GOOD, said);
    let refused = lines(
        USAGE,
        [
            "eval q r -m AP --topics 1,5",
            "eval q r -m AP --topics 1,t1",
            "eval q r -m AP --topics 5-8",
            "eval q r -m AP --topics 3-1",
            "eval q r -m AP --topics ,",
            "eval q r -m AP --topics 9",
            "eval q r -m AP --topics intersecton",
            "eval q r -m AP --topics a,b,c,d,e,f",
            "eval q r -m AP --topics 1 --topics 2",
            "eval q r -m AP -c --topics run",
            "eval q r -m AP --topics qrels --topics run",
        ],
    );
    let missing = case(crate::world::BAD_DATA, "eval q r -m AP --topics @none");
    cases("choices_of_topics", &world(), said.into_iter().chain(refused).chain([missing]));
}

/// Of real judgments and runs, each score of a topic is that of an evaluation of all.
#[test]
fn a_score_does_not_depend_on_other_topics() {
    let Some(folder) = real_data("clef_ehealth_2015") else { return };
    let world = World::new();
    let scored = |more: &[&str]| -> Vec<String> {
        let (qrels, runs) = (folder.join("qrels.txt"), folder.join("runs"));
        let args = [
            "eval",
            qrels.to_str().unwrap(),
            runs.to_str().unwrap(),
            "-m",
            "AP nDCG@10 Bpref",
            "-q",
            "-n",
            "--quiet",
        ];
        let stdout = world.rejudge(args.iter().chain(more)).code(GOOD).stdout;
        stdout.lines().map(str::to_owned).collect()
    };
    let topics = ["qtest.1", "qtest.13", "qtest.60"];
    let all = scored(&[]);
    let is_of = |line: &&String| line.split('\t').nth(1).is_some_and(|topic| topics.contains(&topic));
    let of_three: Vec<String> = all.iter().filter(is_of).cloned().collect();
    assert!(of_three.len() > 9 * 10, "{}", of_three.len());
    assert_eq!(scored(&["--topics", &topics.join(",")]), of_three);
}
