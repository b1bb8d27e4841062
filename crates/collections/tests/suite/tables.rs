//! Tests of the small tables beside judgments and runs: teams, marks, units of relevance, printed scores. (Fuzz targets
//! read such tables with arbitrary bytes.)

use std::collections::BTreeMap;
use std::path::Path;

use rejudge_collections::descriptor::{Descriptor, QrelsFormat};
use rejudge_collections::{
    Qrels, TopicGroups, parse_chosen_runs, parse_marks, parse_teams, parse_units, printed_scores, run_files,
};
use rejudge_pools::{DocIx, Group, TopicUnits};
use sha2::{Digest, Sha256};

#[test]
fn tables_of_teams_may_be_written_by_hand() {
    let expected = [("a", "x y"), ("b", "z"), ("run", "t")];
    let expected = BTreeMap::from(expected.map(|(run, team)| (run.to_owned(), team.to_owned())));
    for text in [
        "run\tteam\na\tx y\nb\tz\nrun\tt",
        "run\tteam\ttype\na\tx y\tautomatic\nb\tz\tmanual\nrun\tt\tmanual\n",
        "\u{feff}run\tteam\r\n a \t\t x y \r\n\r\n# c\r\nb z\r\nrun t\r\n",
    ] {
        assert_eq!(parse_teams(Path::new("t"), text.as_bytes()).expect(text), expected);
    }
}

/// A quoted cell keeps its tabs and line ends, and is unquoted once. An empty cell counts as a cell.
#[test]
fn cells_of_csv_are_read_whole() {
    let read = |text: &str| TopicGroups::parse(Path::new("t.csv"), text.as_bytes());
    let rows =
        "topic,language,\"a, note\"\n\\#1,\"a\tb\",\"two\nlines\"\n2,,\"\"\"quoted\"\"\"\n\"#3\",-, x \n";
    let groups = read(rows).expect("valid");
    assert_eq!(groups.kinds, ["language", "a, note"]);
    let expected = [
        ("#1", [Some("a\tb"), Some("two\nlines")]),
        ("#3", [None, Some("x")]),
        ("2", [None, Some("\"quoted\"")]),
    ];
    let found = groups.by_topic.iter().map(|(topic, groups)| (topic.as_str(), groups.as_slice()));
    let expected: Vec<(&str, Vec<Option<String>>)> =
        expected.map(|(topic, groups)| (topic, groups.map(|group| group.map(str::to_owned)).into())).into();
    assert!(found.eq(expected.iter().map(|(topic, groups)| (*topic, groups.as_slice()))), "{groups:?}");
    let twice = read(&format!("{rows}2,de,-\n")).expect_err("topic 2 twice");
    assert_eq!(twice.to_string(), "t.csv:6:1: topic `2` is already listed (line 4)");
}

#[test]
fn a_column_of_groups_has_a_name_of_its_own() {
    for (header, column, message) in [
        ("topic\tlanguage\ttopic", 16, "duplicate column `topic`"),
        ("Topic,TOPIC", 7, "duplicate column `TOPIC`"),
        ("topic,language,language", 16, "duplicate column `language`"),
        ("topic,language,", 16, "column 3 has no name"),
    ] {
        let error = TopicGroups::parse(Path::new("t"), header.as_bytes()).expect_err(header);
        assert_eq!(error.to_string(), format!("t:1:{column}: {message}"), "{header}");
    }
}

/// A run may have a name with blanks, so that only tabs end it.
#[test]
fn a_run_is_chosen_once() {
    let read =
        |text: &str| parse_chosen_runs(Path::new("t"), text.as_bytes()).map_err(|error| error.to_string());
    for text in ["a b\nc", "run\tteam\na b\tA\n\n# d\nc\tB\tx\n", "\"a b\",A\nc,B\n"] {
        let path = if text.contains(',') { "t.csv" } else { "t" };
        let runs = parse_chosen_runs(Path::new(path), text.as_bytes()).expect(text);
        assert_eq!(runs.into_iter().map(|(run, _)| run).collect::<Vec<_>>(), ["a b", "c"], "{text}");
    }
    assert_eq!(read("a\tA\nb\na\tB\n"), Err("t:3:1: run `a` is already listed (line 1)".to_owned()));
    assert_eq!(
        read("run\tteam\n"),
        Err("t:1:1: the file holds no rows: expected a line for each run".to_owned())
    );
}

fn units(format: &QrelsFormat, classes: &str, groups: &str) -> Result<Vec<TopicUnits>, String> {
    let text: &[u8] = match *format == QrelsFormat::ntcir() {
        true => b"1 a A\n1 b C\n1 c C\n",
        false => b"1 0 a 2\n1 0 b 1\n1 0 c 0\n1 0 d -1\n2 0 a 0\n2 0 e 1\n",
    };
    let qrels = Qrels::parse(Path::new("q"), text, format).expect("valid");
    let [classes, groups] = [classes, groups].map(|text| {
        // An empty text means that there is no file.
        Some((Path::new("t"), text.as_bytes())).filter(|_| !text.is_empty())
    });
    parse_units(&qrels, format, classes, groups).map(|(units, _)| units).map_err(|error| error.to_string())
}

#[test]
fn names_of_units_belong_to_their_topic_and_lines_may_be_mixed() {
    let classes = "\u{feff}2\tx\te\r\n# c\n1 x c\n1  y\tb \n1 x a\n";
    let groups = "1 x d 2\n2 x a 1\n1 y c 1\n1 x b 2\n2 x e 1";
    let units = units(&QrelsFormat::trec(), classes, groups).expect("valid");
    assert_eq!(units[0].classes, [vec![2, 0], vec![1]]);
    assert_eq!(units[1].classes, [[1]]);
    let group = |members: &[DocIx], level| Group { members: members.to_vec(), level };
    assert_eq!(units[0].groups, [group(&[3, 1], 2), group(&[2], 1)]);
    assert_eq!(units[1].groups, [group(&[0, 1], 1)]);
    // Levels are written as in the judgments, and two labels of the same level do not contradict each other.
    let of_labels = self::units(&QrelsFormat::ntcir(), "", "1 p b S\n1 p c L3\n").expect("valid");
    assert_eq!(of_labels[0].groups, [group(&[1, 2], 3)]);
}

#[test]
fn invalid_lines_are_refused() {
    type Read = fn(&str) -> Option<String>;
    let teams: Read =
        |text| parse_teams(Path::new("t"), text.as_bytes()).err().map(|error| error.to_string());
    let marks: Read =
        |text| parse_marks(Path::new("t"), text.as_bytes(), "pooled").err().map(|error| error.to_string());
    let classes: Read = |text| units(&QrelsFormat::trec(), text, "").err();
    let groups: Read = |text| units(&QrelsFormat::trec(), "1 x a\n1 x b\n", text).err();
    let labels: Read = |text| units(&QrelsFormat::ntcir(), "", text).err();
    for (read, text, message) in [
        (teams, "run\tteam\ttype\na\tx\n", "2:1: 2 columns, expected 3 (run, team, type)"),
        (teams, "a x z\n", "1:1: 3 columns, expected 2 (run, team)"),
        (teams, "\\#a\tx\n\\#a\ty\n", "2:1: run `#a` is already listed (line 1)"),
        (
            teams,
            "x\ta\nx\tb\ny\tc\n",
            "2:1: run `x` is already listed (line 1) (are the columns swapped? A line has a run, then its team)",
        ),
        (teams, "team\trun\n", "1:1: the columns are team and run, expected run and team: swap them"),
        (marks, "a\t1\n", "1:1: expected the header `run<TAB>pooled`, found `a\\t1`"),
        (marks, "run\tpooled\nrun\tyes\n", "2:5: mark `yes` is neither 0 nor 1"),
        (classes, "1 x\n", "1:1: 2 columns, expected 3 (topic, class, document)"),
        (classes, "\n", "1:1: the file is empty: expected lines of 3 columns (topic, class, document)"),
        (classes, "1 x a\n3 x a\n", "2:1: topic `3` is not in the judgments"),
        (classes, "1 x f\n", "1:5: document `f` is not in the judgments of topic `1`"),
        (
            classes,
            "1 x a\n1 x f\n1 x b\n",
            "2:5: document `f` is not in the judgments of topic `1` (if several documents of a class are judged, all must be; \
             if only one is judged, the others are its copies)",
        ),
        (
            classes,
            "1 x e\n",
            "1:5: document `e` is not in the judgments of topic `1`, but it is in those of topic `2`",
        ),
        (classes, "1 x a\n2 x a\n1 y a\n", "3:5: document `a` is already in class `x` of topic `1` (line 1)"),
        (groups, "1 x a B\n", "1:7: grade `B` is not an integer"),
        (
            groups,
            "1 x a 0\n",
            "1:7: a group has grade `0`, expected level 1 or above, because its documents are relevant together",
        ),
        (
            groups,
            "1 x a -1\n",
            "1:7: a group has grade `-1`, expected level 1 or above, because its documents are relevant together",
        ),
        (
            labels,
            "1 p b C\n",
            "1:7: a group has grade `C`, expected level 1 or above, because its documents are relevant together",
        ),
        (groups, "1 x a 1\n2 x a 2\n1 x c 2\n", "3:7: group `x` of topic `1`: level 2 here and 1 on line 1"),
        (
            groups,
            "1 x c 1\n1 y c 1\n1 x c 1\n",
            "3:5: group `x` of topic `1` already has document `c` (line 1)",
        ),
        (
            groups,
            "1 x c 1\n1 x a 1\n1 x b 1\n",
            "3:5: group `x` of topic `1` already has document `a` (line 2), a duplicate of `b`",
        ),
    ] {
        assert_eq!(read(text).as_deref().and_then(|error| error.strip_prefix("t:")), Some(message), "{text}");
    }
}

#[test]
fn printed_scores_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |text: &str| {
        let sum = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let yaml = format!(
            "{{schema: collection/v1, id: x, title: t, kind: own,
               files: {{folder: ., qrels: q, printed-scores: {{file: o.tsv, sha256: {sum}}}}}}}"
        );
        let descriptor: Descriptor = serde_yaml::from_str(&yaml).expect("valid");
        std::fs::write(folder.path().join("o.tsv"), text).expect("written");
        printed_scores(&descriptor.files.expect("files"), folder.path()).map_err(|error| error.to_string())
    };
    let scores = read("run\tby\tmeasure\tvalue\tof\na\tx\tmap\t0.25\t\nb\t\tmap\t.5\n").expect("scores");
    assert_eq!((scores["map"]["a"], scores["map"]["b"]), (0.25, 0.5));
    for (text, message) in [
        ("\n", "1:1: the file is empty: expected a line with the names of the columns"),
        ("run\tmeasure\n", "1:1: there is no column `value`, found `run`, `measure`"),
        ("run\tmeasure\tvalue\na\tmap\n", "2:1: the cell in the column `value` is empty"),
        ("run\tmeasure\tvalue\n\tmap\t.1\n", "2:1: the cell in the column `run` is empty"),
        ("run\tmeasure\tvalue\na\t\t.1\n", "2:1: the cell in the column `measure` is empty"),
        ("run\tmeasure\tvalue\na\tmap\t.1\t.2\n", "2:1: 4 columns, expected 3, as in the header"),
        ("run\tmeasure\tvalue\na\tmap\tx\n", "2:7: score `x` is not a finite number"),
        ("measure\trun\tvalue\nmap\ta\t.1\nmap\ta\t.2\n", "3:5: run `a` already has a score by `map`"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.ends_with(&format!("o.tsv:{message}")), "{error}");
    }
}

#[test]
fn patterns_of_run_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = ["a", "aa", "ab", "aba", "abab", "b", "ba"];
    names.iter().for_each(|name| std::fs::write(folder.path().join(name), "").expect("written"));
    for (pattern, expected) in [
        ("*", &names[..]),
        ("a*", &["a", "aa", "ab", "aba", "abab"]),
        ("*b", &["ab", "abab", "b"]),
        ("a*a", &["aa", "aba"]),
        ("*b*b*", &["abab"]),
        ("**a*b", &["ab", "abab"]),
        ("*a*a*", &["aa", "aba", "abab"]),
        ("ab*ab", &["abab"]),
    ] {
        let paths = run_files(&[folder.path().join(pattern)]).expect(pattern);
        assert_eq!(
            paths,
            expected.iter().map(|name| folder.path().join(name)).collect::<Vec<_>>(),
            "{pattern}"
        );
    }
    // A pattern with many stars does not take long.
    std::fs::write(folder.path().join("a".repeat(200) + "b"), "").expect("written");
    run_files(&[folder.path().join("*a".repeat(30))]).expect_err("no name matches");
}
