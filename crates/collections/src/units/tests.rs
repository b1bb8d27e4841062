use super::*;

const QRELS: &[u8] = b"1 0 a 2\n1 0 b 1\n1 0 c 0\n1 0 d -1\n2 0 a 0\n2 0 e 1\n";

fn parse(duplicates: Option<&[u8]>, groups: Option<&[u8]>) -> Result<Vec<TopicUnits>, Located> {
    let format = QrelsFormat::trec();
    let qrels = Qrels::parse(Path::new("q"), QRELS, &format).expect("valid");
    let named = |name, bytes: Option<_>| bytes.map(|bytes| (Path::new(name), bytes));
    parse_units(&qrels, &format, named("c", duplicates), named("g", groups))
}

#[test]
fn names_belong_to_their_topic_and_lines_may_be_mixed() {
    let classes = "\u{feff}2\tx\te\r\n# c\n1 x c\n1  y\tb \n1 x a\n";
    let groups = "1 x d 2\n2 x a 1\n1 y c 1\n1 x b 2\n2 x e 1";
    let units = parse(Some(classes.as_bytes()), Some(groups.as_bytes())).expect("valid");
    assert_eq!(units[0].classes, [vec![2, 0], vec![1]]);
    assert_eq!(units[1].classes, [[1]]);
    let group = |members: &[DocIx], level| Group { members: members.to_vec(), level };
    assert_eq!(units[0].groups, [group(&[3, 1], 2), group(&[2], 1)]);
    assert_eq!(units[1].groups, [group(&[0, 1], 1)]);
    assert_eq!(parse(None, None).expect("nothing"), [TopicUnits::default(), TopicUnits::default()]);
}

#[test]
fn each_bad_line_is_named() {
    let classes = |text: &str| parse(Some(text.as_bytes()), None).expect_err(text).to_string();
    assert_eq!(classes("1 x\n"), "c:1:1: 2 columns, expected 3 (topic, class, document)");
    assert_eq!(
        classes("\n"),
        "c:1:1: the file is empty: expected lines of 3 columns (topic, class, document)"
    );
    assert_eq!(classes("1 x a\n3 x a\n"), "c:2:1: topic `3` is not in the judgments");
    assert_eq!(classes("1 x f\n"), "c:1:5: document `f` is not in the judgments of topic `1`");
    assert_eq!(
        classes("1 x e\n"),
        "c:1:5: document `e` is not in the judgments of topic `1`, but in those of topic `2`"
    );
    assert_eq!(
        classes("1 x a\n2 x a\n1 y a\n"),
        "c:3:5: document `a` is already in class `x` of topic `1` (line 1)"
    );
    let groups =
        |text: &str| parse(Some(b"1 x a\n1 x b\n"), Some(text.as_bytes())).expect_err(text).to_string();
    assert_eq!(groups("1 x a\n"), "g:1:1: 3 columns, expected 4 (topic, group, document, level)");
    assert_eq!(
        groups("#\n"),
        "g:1:1: the file holds no rows: expected lines of 4 columns (topic, group, document, level)"
    );
    assert_eq!(groups("1 x f 1\n"), "g:1:5: document `f` is not in the judgments of topic `1`");
    assert_eq!(groups("1 x a B\n"), "g:1:7: grade `B` is not an integer");
    assert_eq!(groups("1 x a 128\n"), "g:1:7: grade 128 is above 127, the highest relevance level");
    for grade in ["0", "-1"] {
        let message =
            format!("g:1:7: a group of grade `{grade}`: what is relevant together has level 1 or above");
        assert_eq!(groups(&format!("1 x a {grade}\n")), message);
    }
    assert_eq!(
        groups("1 x a 1\n2 x a 2\n1 x c 2\n"),
        "g:3:7: group `x` of topic `1`: level 2 here and 1 on line 1"
    );
    assert_eq!(
        groups("1 x c 1\n1 y c 1\n1 x c 1\n"),
        "g:3:5: group `x` of topic `1` has document `c` already as `c` (line 1)"
    );
    assert_eq!(
        groups("1 x c 1\n1 x a 1\n1 x b 1\n"),
        "g:3:5: group `x` of topic `1` has document `b` already as `a` (line 2)"
    );
}

#[test]
fn levels_are_written_as_in_the_judgments() {
    let format = QrelsFormat::ntcir();
    let qrels = Qrels::parse(Path::new("q"), b"1 a A\n1 b C\n1 c C\n", &format).expect("valid");
    let groups = |text: &'static [u8]| parse_units(&qrels, &format, None, Some((Path::new("g"), text)));
    assert_eq!(groups(b"1 p b B\n1 p c B\n").expect("valid")[0].groups[0].level, 1);
    // Two labels of one level agree.
    assert_eq!(groups(b"1 p b S\n1 p c L3\n").expect("valid")[0].groups[0].level, 3);
    let message = "g:1:7: a group of grade `C`: what is relevant together has level 1 or above";
    assert_eq!(groups(b"1 p b C\n").expect_err("nonrelevant").to_string(), message);
    assert!(
        groups(b"1 p b 1\n")
            .expect_err("no label")
            .to_string()
            .starts_with("g:1:7: unknown relevance label `1`")
    );
}
