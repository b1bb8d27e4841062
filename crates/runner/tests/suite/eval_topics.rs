//! `eval --topics`: the chosen topics are scored as if the judgments had no other topics.

use crate::cases::{case, cases, lines};
use crate::world::{GOOD, USAGE, World};

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

/// Returns the lines of judgments or a table that are about these topics.
fn lines_of_topics(text: &str, topics: &[&str]) -> String {
    let is_of = |line: &&str| line.split(' ').next().is_some_and(|topic| topics.contains(&topic));
    text.split_inclusive('\n').filter(is_of).collect()
}

/// Arguments of `--topics`, and the topics that they choose.
const CHOICES: [(&str, &[&str]); 6] = [
    ("1-3", &["1", "2", "03"]),
    ("03-10,1", &["1", "03", "4", "10"]),
    ("t-1,2", &["2", "t-1"]),
    ("@topics.tsv", &["1", "03", "10"]),
    // The runs have topic 9, but the judgments do not.
    ("9,1", &["1"]),
    ("1-1000", &["1", "2", "03", "4", "10"]),
];

#[test]
fn scores_ignore_the_other_topics() {
    let world = world();
    world.write("classes", "1 x a\n1 x b\n");
    for (choice, topics) in CHOICES {
        world.write("fewer", lines_of_topics(QRELS, topics));
        world.write("fewer-model", lines_of_topics(&world.read("model"), topics));
        let scored = |qrels: &str, more: &str| {
            let line = format!("eval {qrels} r s t -m AP -m nDCG@10 -m ERR --quiet");
            world.rejudge(line.split(' ').chain(more.split_whitespace())).code(GOOD).stdout
        };
        let everywhere = "|-q|--gains exponential -q|--preset trec9|--topics intersection|-c -q|--bounds|-J|--by-intent -m I-rec@5";
        let of_classes = Some("--duplicates classes").filter(|_| topics.contains(&"1"));
        for more in everywhere.split('|').chain(of_classes) {
            let chosen = scored("q", &format!("{more} --topics {choice}"));
            assert_eq!(chosen, scored("fewer", more), "{choice} {more}");
        }
        let filled = scored("fewer", "--bounds --judge fewer-model");
        assert_eq!(scored("q", &format!("--bounds --judge model --topics {choice}")), filled, "{choice}");
    }
}

/// Tables may have classes of documents for topics that are not chosen.
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
    let object =
        world.line("eval q r -m AP --quiet --format json --topics 1-3 --topics run").code(GOOD).json();
    assert_eq!(object["rules"]["only-topics"], "1-3");
    assert_eq!(object["rules"]["topics"], "run");
    assert_eq!(object["runs"][0]["topics-counted"], 3);
    assert!((object["runs"][0]["all"]["AP"].as_f64().unwrap() - (1.0 + 0.5 + 1.0) / 3.0).abs() < 1e-15);
    let all = world.line("eval q r -m AP --quiet --format json").code(GOOD).json();
    assert!(all["rules"].get("only-topics").is_none());
}

#[test]
fn choices_of_topics_cause_remarks_or_errors() {
    let commands = ["1-3", "9,1", "topics.tsv"].map(|topics| format!("eval q r s -m AP --topics {topics}"));
    let commands = lines(GOOD, commands);
    let refused = "1,5|1,t1|5-8|3-1|,|9|intersecton|a,b,c,d,e,f|1..3|1:3,9|500..600|1 --topics 2|run -c|qrels --topics run";
    let refused = lines(USAGE, refused.split('|').map(|topics| format!("eval q r -m AP --topics {topics}")));
    let missing = case(crate::world::BAD_DATA, "eval q r -m AP --topics @none");
    cases("choices_of_topics", &world(), commands.into_iter().chain(refused).chain([missing]));
}
