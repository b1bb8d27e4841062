//! Relevance judgments of TREC and NTCIR, and groups of documents that count as one.

use std::path::Path;

use rejudge_collections::descriptor::{Labels, QrelsFormat};
use rejudge_collections::{Qrels, QrelsLines, parse_units};
use rejudge_metrics::Verdict;
use rejudge_pools::{TestCollection, Topic, Units, View};

use super::{choice, place, split_at_separator};

/// The first byte chooses the format. The judgments may be followed by classes of duplicates and by groups, separated
/// by lines `%%`.
pub fn check(data: &[u8]) {
    let Some((choice, bytes)) = choice(data) else { return };
    let format = format(choice);
    let (bytes, units) = split_at_separator(bytes);
    let path = Path::new("qrels");
    let qrels = match Qrels::parse(path, bytes, &format) {
        Ok(qrels) => qrels,
        Err(error) => {
            place::check_load_error(&error, path, bytes);
            let lines = QrelsLines::parse(path, bytes.to_vec(), &format).map(|_| ());
            assert!(lines.is_err(), "QrelsLines accepts judgments that Qrels refuses: {error}");
            return;
        }
    };
    assert!(qrels.topics().len() > 0 && qrels.topics().all(|topic| topic.judgments().len() > 0));
    let rows = rows(&qrels);
    for &(topic, document, verdict) in &rows {
        assert_eq!(qrels.verdict(topic, document), Some(verdict), "{topic} {document}");
    }
    let line = |&(topic, document, verdict): &(&str, &str, Verdict)| {
        format.line(topic, document, verdict).expect("a label that was read") + "\n"
    };
    let written: String = rows.iter().map(line).collect();
    let again = Qrels::parse(path, written.as_bytes(), &format);
    let again = again.unwrap_or_else(|error| panic!("{error} in the text that was written:\n{written}"));
    assert_eq!(self::rows(&again), rows, "written as:\n{written}");

    let collection = collection(&qrels);
    match QrelsLines::parse(path, bytes.to_vec(), &format) {
        Ok(lines) => {
            assert_eq!(self::rows(lines.qrels()), rows);
            let kept = lines.only_judgments_of(&View::full(&collection)).expect("nothing is withheld");
            if kept != bytes {
                let again =
                    Qrels::parse(path, &kept, &format).expect("lines of TREC instead of another form");
                assert_eq!(self::rows(&again), rows);
            }
        }
        Err(error) => place::check_load_error(&error, path, bytes),
    }
    check_units(&qrels, &format, &collection, units);
}

fn check_units(qrels: &Qrels, format: &QrelsFormat, collection: &TestCollection, units: &[u8]) {
    let (classes, groups) = split_at_separator(units);
    let (classes_path, groups_path) = (Path::new("classes"), Path::new("groups"));
    let files = [(classes_path, classes), (groups_path, groups)]
        .map(|file| Some(file).filter(|(_, bytes)| !bytes.is_empty()));
    let stated = parse_units(qrels, format, files[0], files[1]);
    match stated {
        // The collection must accept all units that the reader accepts.
        Ok((stated, _)) => drop(Units::new(collection, &stated)),
        Err(error) if Path::new(&error.name) == classes_path => {
            place::check_located(&error, classes_path, classes)
        }
        Err(error) => place::check_located(&error, groups_path, groups),
    }
}

fn format(choice: usize) -> QrelsFormat {
    let labels = |labels: &[(&str, u8)]| -> Labels {
        labels.iter().map(|&(label, level)| (label.to_owned(), level)).collect()
    };
    match choice % 4 {
        0 => QrelsFormat::trec(),
        1 => QrelsFormat::ntcir(),
        2 => {
            QrelsFormat { grades: labels(&[("0", 0), ("1", 1), ("2", 3), ("x", 127)]), ..QrelsFormat::trec() }
        }
        _ => {
            QrelsFormat { grades: labels(&[("H.REL", 2), ("REL", 1), ("NONREL", 0)]), ..QrelsFormat::ntcir() }
        }
    }
}

fn rows(qrels: &Qrels) -> Vec<(&str, &str, Verdict)> {
    let of_topic = qrels.topics().flat_map(|topic| {
        topic.judgments().map(|(document, verdict)| (topic.name(), document, verdict)).collect::<Vec<_>>()
    });
    of_topic.collect()
}

fn collection(qrels: &Qrels) -> TestCollection {
    let topic = |topic: rejudge_collections::JudgedTopic<'_>| {
        let verdicts = topic.verdicts().to_vec();
        Topic { name: topic.name().to_owned(), documents: verdicts.len() as u32, verdicts }
    };
    TestCollection::new(qrels.topics().map(topic).collect(), vec![], vec![], vec![])
}
