//! `rejudge subtopics`: messages about mistakes.

use crate::cases::{case, cases, lines};
use crate::subtopics::{FIRST, HIERARCHY, MINED, MINING, SECOND, UNDERSTANDING, UNDERSTOOD, world};
use crate::world::{BAD_DATA, USAGE};

/// A mistake in a file is reported with file, line and column, and nothing is printed on stdout.
#[test]
fn mistakes_in_files() {
    let (mining, understanding) = (format!("{MINING} mined"), format!("{UNDERSTANDING} understood"));
    let mistakes: [(&str, &str, &str); 17] = [
        (&mining, "mined", "1;0;a;1;1;0;b;1;1\n"),
        (&mining, "mined", "1;0;a;1;1;0;b;1;1;me\n1;0;a;2;1;0;c;2;1;me\n"),
        (&mining, "mined", "1;0;a;1;1;0;b;one;1;me\n"),
        (&mining, "mined", UNDERSTOOD),
        (&mining, "mined", "3;0;a;1;1;0;b;1;1;me\n"),
        (&mining, "f", "1;A;x\n1;B;x\n"),
        (&mining, "f", &FIRST.replace("2;X", "1;X")),
        (&mining, "f", &FIRST.replace("2;X;jaguar car\n", "")),
        (&mining, "s", &SECOND.replace("2;x;jaguar xk\n", "")),
        (&mining, "fp", "1 A 0.25\n1 B 0.7\n"),
        (&mining, "h", "1 a A\n1 b B\n2 x X\n"),
        (&mining, "h", &HIERARCHY.replace("1 c B", "1 c C")),
        (&mining, "h", "1 A a\n"),
        (&understanding, "understood", MINED),
        (&understanding, "understood", "9;0;x;Web;1;1;me\n"),
        (&understanding, "v", "1 i Web 1\n2 k Web 1\n"),
        (&understanding, "v", "1 i Web 1.5\n"),
    ];
    let rows = mistakes.map(|(line, file, text)| case(BAD_DATA, line).write(file, text));
    let missing = case(BAD_DATA, format!("{MINING} nowhere"));
    cases("mistakes_of_subtopics", &world(), rows.into_iter().chain([missing]));
}

#[test]
fn mistakes_of_usage() {
    let refused = [
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
    cases("wrong_arguments_of_subtopics", &world(), lines(USAGE, refused));
}
