//! NTCIR's formats: judgments by intent with their tables, and subtopics: gold standards, hierarchies of
//! intents, and runs.

use std::path::Path;

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::{
    IntentQrels, IntentTable, VerticalProbabilities, judgments_by_intent, parse_document_verticals,
    parse_intent_types,
};
use rejudge_experiment::labels::{IntentHierarchy, SubtopicGold, SubtopicRun};

use super::{choice, place, split_at_separator};

/// The first byte chooses the format. Gold subtopics may be followed by a line `%%` and the probabilities of their
/// intents.
pub fn check(data: &[u8]) {
    let Some((choice, bytes)) = choice(data) else { return };
    let path = Path::new("file");
    let (bytes, probabilities) = if choice % 10 == 8 { split_at_separator(bytes) } else { (bytes, &[][..]) };
    let read = match choice % 10 {
        0 => check_judgments(path, bytes, &QrelsFormat::trec()),
        1 => check_judgments(path, bytes, &QrelsFormat::ntcir()),
        2 => IntentTable::parse(path, bytes).map(|_| ()),
        3 => parse_intent_types(path, bytes).map(|_| ()),
        4 => VerticalProbabilities::parse(path, bytes).map(|_| ()),
        5 => parse_document_verticals(path, bytes).map(|_| ()),
        6 => check_mined_run(path, bytes),
        7 => check_understood_run(path, bytes),
        8 => check_gold(path, bytes, probabilities),
        _ => IntentHierarchy::parse(path, bytes).map(|_| ()),
    };
    if let Err(error) = read {
        place::check_located(&error, path, bytes);
    }
}

type ReadResult = Result<(), rejudge_collections::Located>;

fn check_judgments(path: &Path, bytes: &[u8], format: &QrelsFormat) -> ReadResult {
    let lines = IntentQrels::parse(path, bytes, format)?;
    let (union, topics) = judgments_by_intent(lines, None).expect("equal probabilities");
    for (topic, union) in topics.iter().zip(union.topics()) {
        let names: std::collections::BTreeSet<_> = topic.names.iter().collect();
        assert!(names.len() == topic.names.len(), "an intent twice in {}", union.name());
        assert_eq!(topic.levels.len(), names.len() * union.verdicts().len());
    }
    Ok(())
}

fn check_mined_run(path: &Path, bytes: &[u8]) -> ReadResult {
    let run = SubtopicRun::parse_mined(path, bytes)?;
    let mut text = String::new();
    for topic in &run.topics {
        for (rank, (own, above)) in topic.subtopics.iter().enumerate() {
            let first = 1 + topic.first.iter().position(|name| name == above).expect("listed");
            text += &format!("{};0;{above};{first};1;0;{own};{rank};1;{}\n", topic.name, run.tag);
        }
    }
    let again = SubtopicRun::parse_mined(path, text.as_bytes());
    assert_eq!(
        again.unwrap_or_else(|error| panic!("{error} in the text that was written:\n{text}")),
        run,
        "{text}"
    );
    Ok(())
}

fn check_understood_run(path: &Path, bytes: &[u8]) -> ReadResult {
    let run = SubtopicRun::parse_understood(path, bytes)?;
    let mut text = String::new();
    for topic in &run.topics {
        for (rank, (subtopic, vertical)) in topic.subtopics.iter().enumerate() {
            text += &format!("{};0;{subtopic};{vertical};{rank};1;{}\n", topic.name, run.tag);
        }
    }
    let again = SubtopicRun::parse_understood(path, text.as_bytes());
    assert_eq!(
        again.unwrap_or_else(|error| panic!("{error} in the text that was written:\n{text}")),
        run,
        "{text}"
    );
    Ok(())
}

fn check_gold(path: &Path, bytes: &[u8], probabilities: &[u8]) -> ReadResult {
    let table = IntentTable::parse(Path::new("table"), probabilities).ok();
    let gold = SubtopicGold::parse(path, bytes, table.as_ref())?;
    for name in gold.topics() {
        let topic = gold.topic(name).expect("a topic of the file");
        let judgments = topic.judgments();
        assert_eq!(judgments.levels.len(), topic.rows() as usize * judgments.intents.len());
        // Every subtopic belongs to exactly one intent.
        for row in judgments.levels.chunks(judgments.intents.len()) {
            assert_eq!(row.iter().map(|&level| u32::from(level)).sum::<u32>(), 1);
        }
    }
    Ok(())
}
