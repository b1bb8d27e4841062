//! `rejudge subtopics`: what is said of mistakes.

use crate::snapshots::{refusals, shown};
use crate::subtopics::{FIRST, HIERARCHY, MINED, MINING, SECOND, UNDERSTANDING, UNDERSTOOD, world};
use crate::world::{BAD_DATA, USAGE};

/// What is wrong in a file is named with file, line and column, and nothing is printed.
#[test]
fn mistakes_in_files() {
    let (mining, understanding) = (format!("{MINING} mined"), format!("{UNDERSTANDING} understood"));
    let mistakes: [(&str, &str, &str, &str); 17] = [
        (&mining, "mined", "1;0;a;1;1;0;b;1;1\n", "mined:1:1: 9 columns, expected 10 ("),
        (
            &mining,
            "mined",
            "1;0;a;1;1;0;b;1;1;me\n1;0;a;2;1;0;c;2;1;me\n",
            "mined:2:7: subtopic `a` of topic `1` has",
        ),
        (&mining, "mined", "1;0;a;1;1;0;b;one;1;me\n", "mined:1:15: rank `one` is not an integer"),
        (&mining, "mined", UNDERSTOOD, "mined:1:1: 7 columns, expected 10 ("),
        (&mining, "mined", "3;0;a;1;1;0;b;1;1;me\n", "mined: run `me` has no topic in common with f"),
        (&mining, "f", "1;A;x\n1;B;x\n", "f:2:5: subtopic `x` is already in topic `1` (line 1)"),
        (&mining, "f", &FIRST.replace("2;X", "1;X"), "f:4:3: intent `X` of topic `1` is not in fp"),
        (&mining, "f", &FIRST.replace("2;X;jaguar car\n", ""), "s:5:1: topic `2` is not in f"),
        (&mining, "s", &SECOND.replace("2;x;jaguar xk\n", ""), "f:4:1: topic `2` is not in s"),
        (
            &mining,
            "fp",
            "1 A 0.25\n1 B 0.7\n",
            "fp:1:1: topic `1`: the probabilities of the intents sum to 0.95,",
        ),
        (&mining, "h", "1 a A\n1 b B\n2 x X\n", "s:4:3: intent `c` of topic `1` is not in h"),
        (&mining, "h", &HIERARCHY.replace("1 c B", "1 c C"), "h:3:5: intent `C` of topic `1` is not in f"),
        (&mining, "h", "1 A a\n", "s:1:3: intent `a` of topic `1` is not in h"),
        (&understanding, "understood", MINED, "understood:1:1: 10 columns, expected 7 ("),
        (
            &understanding,
            "understood",
            "9;0;x;Web;1;1;me\n",
            "understood: run `me` has no topic in common with g",
        ),
        (&understanding, "v", "1 i Web 1\n2 k Web 1\n", "g:2:3: intent `j` of topic `1` is not in v"),
        (&understanding, "v", "1 i Web 1.5\n", "v:1:9: probability `1.5` is not a number from 0 to 1"),
    ];
    for (command, file, text, message) in mistakes {
        let world = world();
        world.write(file, text);
        let ended = world.line(command).code(BAD_DATA);
        assert!(ended.stderr.starts_with(&format!("error: {message}")), "{message}\n{}", ended.stderr);
        assert_eq!(ended.stdout, "", "{message}");
    }
    let ended = world().line(&format!("{MINING} nowhere")).code(BAD_DATA);
    assert!(ended.stderr.contains("nowhere: cannot be read"), "{}", ended.stderr);
}

#[test]
fn mistakes_of_usage() {
    let world = world();
    let lines = [
        "subtopics mining --first f --second s mined".to_owned(),
        MINING.to_owned(),
        format!("{MINING} mined --alpha 1.5"),
        format!("{MINING} mined --gamma half"),
        format!("{MINING} mined --lambda 0.5"),
        format!("{MINING} mined --cutoff 0"),
        format!("{MINING} mined --format parquet"),
        format!("{MINING} mined --format trec_eval"),
        format!("{MINING} - -"),
        format!("{UNDERSTANDING} understood --lambda 2"),
        format!("{UNDERSTANDING} understood --cutoff 0"),
        "subtopics understanding --gold - --verticals - understood".to_owned(),
    ];
    let said = refusals(&world, "", &lines);
    assert_eq!(said.matches(&format!("exit code {USAGE}\n")).count(), lines.len(), "{said}");
    shown("wrong_arguments_of_subtopics", &said);
}
