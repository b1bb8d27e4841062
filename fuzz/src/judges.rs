//! Labels of another judge for a collection. The readers must give the same levels and counts as a plain implementation
//! of the rules.

use std::collections::BTreeMap;
use std::path::Path;

use rejudge_collections::descriptor::{JudgeFile, LabelKind, Outside, QrelsFormat, Repeated};
use rejudge_collections::{
    DescribedCollection, JudgeCounts, LoadError, Qrels, Reading, decoded, judge_counts, load_described,
};
use rejudge_experiment::spec::Catalogue;
use rejudge_experiment::spec::yaml::Spanned;
use rejudge_metrics::Verdict;

use super::{choice, place, scratch, split_at_separator};

/// The first byte chooses the rules. The judgments are followed by a line `%%` and the labels.
pub fn check(data: &[u8]) {
    let Some((choice, bytes)) = choice(data) else { return };
    let (judgments, labels) = split_at_separator(bytes);
    let format = QrelsFormat::trec();
    let Ok(qrels) = Qrels::parse(Path::new("qrels"), judgments, &format) else { return };
    let rules = rules(choice);
    let described = format!(
        "schema: collection/v1\nid: fuzzed\ntitle: Labels\nkind: own\nfiles:\n  folder: .\n  qrels: qrels\n  judges:\n    \
         j: {{file: labels{}}}\n",
        rules.options().iter().map(|(key, value)| format!(", {key}: {value}")).collect::<String>()
    );
    scratch::with_file("qrels", judgments, |_| ());
    scratch::with_file("described.yaml", described.as_bytes(), |_| ());
    scratch::with_file("labels", labels, |folder| {
        let path = folder.join("labels");
        let file = Spanned { value: folder.join("described.yaml").display().to_string(), at: None };
        let entry = Catalogue::open(folder, None).entry(&file).expect("a good description");
        let root = entry.root.clone().expect("the files are beside it");
        let loaded = load_described(&entry.descriptor, &root, &Reading::default(), &["j".to_owned()]);
        let counted = judge_counts((&folder.join("qrels"), &format), ("j", &rules), folder);
        match (loaded, counted) {
            (Ok(loaded), Ok(counts)) => {
                assert_eq!(loaded.judges, [counts]);
                let text = decoded(&path, labels.to_vec()).expect("read before");
                if let Some(expected) = label_plainly(&text, &qrels, &rules) {
                    assert_eq!(loaded_labels(&loaded), expected);
                }
            }
            (Err(LoadError::Judge { name, error }), Err(LoadError::Judge { error: same, .. })) => {
                assert_eq!((name.as_str(), error.to_string()), ("j", same.to_string()));
                match (*error, decoded(&path, labels.to_vec())) {
                    (LoadError::Format(error), Ok(text)) => place::check_located(&error, &path, &text),
                    (error, _) => place::check_printable(&error.to_string()),
                }
            }
            // A file of judgments may be compressed or have another tool's format, which the reader of bytes does not
            // recognise.
            (Err(error), Err(_)) if error.to_string().contains("(read as ") => {}
            (Err(error), Err(same)) => assert_eq!(error.to_string(), same.to_string()),
            (loaded, counted) => {
                panic!("only one of two readers accepts it: {:?} {:?}", loaded.err(), counted.err())
            }
        }
    });
}

fn rules(choice: usize) -> JudgeFile {
    let repeated = [Repeated::Refuse, Repeated::First, Repeated::Last, Repeated::Mean][choice % 4];
    let outside = [Outside::Refuse, Outside::Clamp, Outside::Drop][choice / 4 % 3];
    let plain = JudgeFile { repeated, outside, ..JudgeFile::new("labels".into()) };
    match choice / 12 % 4 {
        0 => plain,
        1 => JudgeFile { highest: Some(3), ..plain },
        2 => JudgeFile { labels: LabelKind::Gains, ..plain },
        _ => {
            let levels = [("no", 0), ("yes", 1), ("2", 2)];
            let levels = levels.into_iter().map(|(label, level)| (label.to_owned(), level)).collect();
            let outside = if outside == Outside::Clamp { Outside::Drop } else { outside };
            JudgeFile { levels, outside, ..plain }
        }
    }
}

/// A judge's levels for each topic, sorted, and the counts that [`rule_counts`] selects.
type Labelled = (BTreeMap<String, Vec<u8>>, [usize; 6]);

fn rule_counts(counts: &JudgeCounts) -> [usize; 6] {
    let JudgeCounts { lines, pairs, other_topics, repeated, differing, outside, .. } = *counts;
    [lines, pairs, other_topics, repeated, differing, outside]
}

fn loaded_labels(loaded: &DescribedCollection) -> Labelled {
    let levels = loaded.collection.judges()[0].levels();
    let of_topic = |(at, topic): (usize, rejudge_pools::TopicRef<'_>)| {
        let found = levels.verdicts(at).iter().filter_map(|verdict| match verdict {
            Verdict::Level(level) => Some(*level),
            _ => None,
        });
        let mut found: Vec<u8> = found.collect();
        found.sort_unstable();
        (topic.name.to_owned(), found)
    };
    let topics = loaded.collection.topics().enumerate().map(of_topic);
    (topics.filter(|(_, found)| !found.is_empty()).collect(), rule_counts(&loaded.judges[0]))
}

/// A plain implementation of the rules, for valid files. Returns `None` if a label cannot be parsed as a number.
fn label_plainly(text: &[u8], qrels: &Qrels, rules: &JudgeFile) -> Option<Labelled> {
    let text = std::str::from_utf8(text).expect("read before");
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let verdicts = qrels.topics().flat_map(|topic| topic.judgments().map(|(_, verdict)| verdict));
    let level = |verdict| if let Verdict::Level(level) = verdict { level } else { 0 };
    let highest = f64::from(rules.highest.unwrap_or(verdicts.map(level).max().unwrap_or(0)));
    let [mut lines, mut other_topics, mut outside] = [0; 3];
    let mut labels: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let words: Vec<&str> = line.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        if line.starts_with('#') || words.is_empty() {
            continue;
        }
        lines += 1;
        let (topic, document, label) = (words[0], words[2], words[3]);
        if qrels.topics().all(|known| known.name() != topic) {
            other_topics += 1;
            continue;
        }
        if label.starts_with('-') && qrels.verdict(topic, document) == Some(Verdict::Pooled) {
            continue;
        }
        let (number, is_inside) = match rules.levels.get(label) {
            Some(&level) => (f64::from(level), true),
            None if !rules.levels.is_empty() => (0.0, false),
            None => {
                let number: f64 = label.parse().ok()?;
                (number, number >= 0.0 && (rules.labels == LabelKind::Gains || number <= highest))
            }
        };
        outside += usize::from(!is_inside);
        let number = match (is_inside, rules.outside) {
            (true, _) => number + 0.0,
            (false, Outside::Clamp) => number.clamp(0.0, highest),
            (false, _) => continue,
        };
        labels.entry((topic, document)).or_default().push(number);
    }
    let differs = |labels: &&Vec<f64>| labels.iter().any(|label| *label != labels[0]);
    let one = |labels: &Vec<f64>| match rules.repeated {
        Repeated::Last => labels[labels.len() - 1],
        Repeated::Mean if differs(&labels) => labels.iter().sum::<f64>() / labels.len() as f64,
        _ => labels[0],
    };
    let mut gains: Vec<f64> = labels.values().map(one).filter(|gain| *gain > 0.0).collect();
    gains.sort_by(f64::total_cmp);
    gains.dedup();
    let mut levels: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for ((topic, _), labels) in &labels {
        let label = one(labels);
        let level = match rules.labels {
            LabelKind::Gains => gains.iter().filter(|gain| **gain <= label).count() as u8,
            LabelKind::Levels => (label + 0.5).floor() as u8,
        };
        levels.entry((*topic).to_owned()).or_default().push(level);
    }
    levels.values_mut().for_each(|levels| levels.sort_unstable());
    let repeated = labels.values().map(|labels| labels.len() - 1).sum();
    let differing = labels.values().filter(differs).count();
    Some((levels, [lines, labels.len(), other_topics, repeated, differing, outside]))
}
