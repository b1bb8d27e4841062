//! Tests of judgments by intent, and of the errors for invalid files.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use rejudge_collections::descriptor::{QrelsFormat, Verticals};
use rejudge_collections::{JudgmentFiles, KeptDocuments, Reading, VerticalProbabilities};
use rejudge_metrics::{Gains, IntentScorer, IntentScratch, Metric, Verdict};
use rejudge_pools::{IntentBuffers, IntentJudgments, JoinedRun, TestCollection, View};

/// Files in a temporary folder.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn put(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).expect("written");
        path
    }

    /// Returns judgments by intent without files of probabilities, types or verticals.
    fn qrels(&self, text: &str) -> JudgmentFiles {
        let qrels = self.put("qrels", text);
        JudgmentFiles { by_intent: true, ..JudgmentFiles::plain(qrels, QrelsFormat::trec()) }
    }

    /// Returns the judgments, and the run joined with them.
    fn load(
        &self,
        files: &JudgmentFiles,
        run: &str,
    ) -> Result<(TestCollection, IntentJudgments, JoinedRun), String> {
        let run = self.put("run", run);
        let folder = format!("{}/", self.0.path().display());
        let joined = files
            .join_runs(&[run], &Reading::default(), None, KeptDocuments::Judged)
            .map_err(|error| error.to_string().replace(&folder, ""))?;
        let [run] = joined.runs.try_into().expect("one run");
        Ok((joined.judgments, joined.intents.expect("by intent"), run.kept))
    }
}

const RUN: &str = "1 Q0 d2 1 9 me\n1 Q0 x 2 8 me\n1 Q0 d1 3 7 me\n";
const QRELS: &str = "1 1 d1 2\n1 2 d1 0\n1 2 d2 1\n1 1 d3 -2\n2 1 d1 1\n";

/// Returns the scores of a run on the first topic.
fn scores(
    (collection, judgments, run): &(TestCollection, IntentJudgments, JoinedRun),
    names: &[&str],
) -> Vec<Option<f64>> {
    let metrics: Vec<Metric> = names.iter().map(|name| name.parse().expect("a name")).collect();
    let scorer = IntentScorer::new(&metrics, &Gains::linear(2), 1, Some(1000)).expect("settings are good");
    let view = View::full(collection);
    let mut buffers = IntentBuffers::default();
    let [raw, condensed] = buffers.lists(&view, run, 0);
    let mut scores = vec![None; metrics.len()];
    let prepared = judgments.prepare(&scorer, &view, 0);
    prepared.score(raw, condensed, &mut IntentScratch::default(), &mut scores);
    scores
}

#[test]
fn documents_have_their_highest_level_and_intents_equal_probabilities() {
    let folder = Folder::new();
    let loaded = folder.load(&folder.qrels(QRELS), RUN).expect("good files");
    let (collection, judgments, _) = &loaded;
    let verdicts = [Verdict::Level(2), Verdict::Level(1), Verdict::Pooled];
    assert_eq!(collection.topic(0).verdicts, verdicts);
    assert_eq!(judgments.names(0), ["1", "2"]);
    let topic = judgments.topic(0);
    assert_eq!(topic.levels, [2, 0, 0, 1, 0, 0]);
    assert_eq!(topic.intents.iter().map(|intent| intent.probability).collect::<Vec<_>>(), [0.5, 0.5]);
    assert_eq!((topic.factors, topic.id_order), (&[][..], &[0, 1, 2][..]));
    assert_eq!((judgments.names(1).len(), judgments.topic(1).intents[0].probability), (1, 1.0));
    let expected = [Some(0.5), Some(1.0), Some(1.0)];
    assert_eq!(scores(&loaded, &["I-rec@2", "I-rec'@2", "StRecall"]), expected);
}

#[test]
fn probabilities_and_types_come_from_their_files() {
    let folder = Folder::new();
    let mut files = folder.qrels(QRELS);
    files.probabilities = Some(folder.put("Iprob", "1 3 0.5 nav\n1 2 0.2 inf\n1 1 0.3 nav\n"));
    files.intent_types = Some(folder.put("types", "1 2 nav\n1 1 Informational\n"));
    let loaded = folder.load(&files, RUN).expect("good files");
    let (_, judgments, _) = &loaded;
    // Intent 3 has a probability, so it counts even without a judgment. Intents are sorted by name, while both files
    // have another order.
    assert_eq!(judgments.names(0), ["1", "2", "3"]);
    let topic = judgments.topic(0);
    assert_eq!(topic.levels, [2, 0, 0, 0, 1, 0, 0, 0, 0]);
    let intents: Vec<_> =
        topic.intents.iter().map(|intent| (intent.probability, intent.navigational)).collect();
    assert_eq!(intents, [(0.3, false), (0.2, true), (0.5, true)]);
    assert_eq!(scores(&loaded, &["I-rec", "StRecall"]), [Some(2.0 / 3.0), Some(1.0)]);
    // The file of probabilities has no topic 2.
    assert_eq!(judgments.topic(1).intents[0].probability, 1.0);
}

#[test]
fn labels_of_ntcir_are_read() {
    let folder = Folder::new();
    let mut files = folder.qrels("0101 1 d1 L2\n0101 2 d1 L4\n0101 0 d2 L0\n");
    files.format = QrelsFormat::ntcir();
    let loaded = folder.load(&files, "0101 Q0 d1 1 1 me\n").expect("good files");
    let (collection, judgments, _) = &loaded;
    assert_eq!(collection.topic(0).verdicts, [Verdict::Level(4), Verdict::Level(0)]);
    assert_eq!(
        (judgments.names(0), judgments.topic(0).levels),
        (&["1".to_owned(), "2".to_owned()][..], &[2, 4, 0, 0][..])
    );
}

/// In NTCIR-12 IMine-2 VI, a document has the gain Pr(v|i) g_i for an intent, and documents from verticals
/// other than the Web are highly relevant for every intent.
#[test]
fn verticals_weigh_the_gains() {
    let folder = Folder::new();
    let mut files = folder.qrels("1 1 d1 1\n1 2 d1 2\n1 1 image 1\n");
    let probabilities = folder.put("vprob", "1 1 Web 0.25\n1 1 Image 0.75\n1 2 Web 0.5\n1 2 News 0.5\n");
    let documents = folder.put("documents", "1 image Image\n1 news News\n1 d1 Web\n");
    let verticals = Verticals { probabilities, documents: Some(documents), level: Some(2) };
    files.verticals = Some(verticals.clone());
    let loaded = folder.load(&files, "1 Q0 news 1 3 me\n1 Q0 d1 2 2 me\n").expect("good files");
    let (collection, judgments, _) = &loaded;
    assert_eq!(collection.topic(0).verdicts, [Verdict::Level(2); 3]);
    let topic = judgments.topic(0);
    // Each of d1, image and news has a level for each of the two intents. The document news has no line in
    // the qrels. It has level 2 because of its vertical.
    assert_eq!(topic.levels, [1, 2, 2, 2, 2, 2]);
    assert_eq!(topic.factors, [0.25, 0.5, 0.75, 0.0, 0.0, 0.5]);
    assert_eq!(topic.id_order, [0, 1, 2]);
    // Global gains: d1 (0.25 + 1) / 2, image 1.5 / 2, news 1 / 2.
    let expected = (0.5 + 0.625 / 3.0_f64.log2()) / (0.75 + 0.625 / 3.0_f64.log2());
    let score = scores(&loaded, &["D-nDCG@2"])[0].expect("relevant documents");
    assert!((score - expected).abs() < 1e-15, "{score} {expected}");

    files.verticals = Some(Verticals { level: None, ..verticals });
    let loaded = folder.load(&files, "1 Q0 news 1 3 me\n").expect("good files");
    let (collection, judgments, _) = &loaded;
    assert_eq!((judgments.topic(0).levels, collection.topic(0).documents), (&[1, 2, 1, 0][..], 2));
    let probabilities = folder.put("vprob", "1 1 Web 1\n");
    files.verticals = Some(Verticals { probabilities, documents: None, level: None });
    let error = folder.load(&files, RUN).expect_err("intent 2 has no verticals");
    assert_eq!(error, "qrels:2:3: intent `2` of topic `1` is not in vprob");
}

#[test]
fn errors_name_the_invalid_field() {
    let with = |qrels: &str, probabilities: Option<&str>| {
        let folder = Folder::new();
        let mut files = folder.qrels(qrels);
        files.probabilities = probabilities.map(|text| folder.put("Iprob", text));
        folder.load(&files, RUN).expect_err("bad files")
    };
    for (qrels, probabilities, message) in [
        ("1 1 d1\n", None, "qrels:1:1: 3 columns, expected 4 (topic, intent, document, grade)"),
        ("1 1 d1 x\n", None, "qrels:1:8: grade `x` is not an integer"),
        (
            "",
            None,
            "qrels:1:1: the file is empty: expected lines of 4 columns (topic, intent, document, grade)",
        ),
        (
            "1 1 d1 1\n1 2 d1 0\n1 2 d1 1\n",
            None,
            "qrels:3:5: topic `1`, intent `2`, document `d1`: judged level 1 here and level 0 on line 2",
        ),
        (QRELS, Some("1 1 1\n"), "qrels:2:3: intent `2` of topic `1` is not in Iprob"),
        (QRELS, Some("1 1 .5\n1 2 x\n"), "Iprob:2:5: probability `x` is not a number from 0 to 1"),
        (QRELS, Some("1 1 -0.5\n"), "Iprob:1:5: probability `-0.5` is not a number from 0 to 1"),
        (QRELS, Some("1 1 NaN\n"), "Iprob:1:5: probability `NaN` is not a number from 0 to 1"),
        (QRELS, Some("1 1 1 both\n"), "Iprob:1:7: intent type `both` is neither `nav` nor `inf`"),
        (QRELS, Some("1 1\n"), "Iprob:1:1: 2 columns, expected 3 or 4 (topic, intent, probability, type)"),
        (QRELS, Some("1 1 .5\n1 1 .5\n"), "Iprob:2:3: intent `1` is already in topic `1` (line 1)"),
        (
            QRELS,
            Some("2 1 1\n1 1 0.5\n1 2 0.499\n"),
            "Iprob:2:1: topic `1`: the probabilities of the intents sum to 0.999, not to 1",
        ),
        (
            QRELS,
            Some(""),
            "Iprob:1:1: the file is empty: expected lines of 3 or 4 columns (topic, intent, probability, type)",
        ),
    ] {
        assert_eq!(with(qrels, probabilities), message, "{qrels:?} {probabilities:?}");
    }
}

#[test]
fn a_duplicate_vertical_is_refused() {
    let path = std::path::Path::new("f");
    let verticals =
        |text: &str| VerticalProbabilities::parse(path, text.as_bytes()).expect_err(text).to_string();
    assert_eq!(
        verticals("1 a Web 0.5\n1 b Web 0.5\n1 a Web 0.1\n"),
        "f:3:5: vertical `Web` is already in topic `1` (line 1)"
    );
}

proptest! {
    /// A document has the level of its judgment for each intent. The level is 0 if there is no judgment or a
    /// negative grade.
    #[test]
    fn levels_equal_the_judgments(
        grades in prop::collection::btree_map((0_usize..3, 0_usize..4, 0_usize..6), -1_i32..4, 1..40),
        end in prop::sample::select(vec!["\n", "\r\n"]),
    ) {
        let line = |(&(topic, intent, document), grade): (&(usize, usize, usize), &i32)|
            format!("{topic} i{intent} d{document} {grade}{end}");
        let folder = Folder::new();
        let files = folder.qrels(&grades.iter().map(line).collect::<String>());
        let run: String = (0..6).map(|d| format!("0 Q0 d{d} 0 {d} me\n")).collect();
        let loaded = folder.load(&files, &run).expect("good files");
        let (collection, judgments, _) = &loaded;
        let mut judgments_found = 0;
        for (topic_ix, topic) in collection.topics().enumerate() {
            let count = judgments.names(topic_ix).len();
            let name: usize = topic.name.parse().expect("a number");
            let mut documents: Vec<usize> = Vec::new();
            for &(t, _, d) in grades.keys() {
                if t == name && !documents.contains(&d) {
                    documents.push(d);
                }
            }
            for (row, document) in judgments.topic(topic_ix).levels.chunks(count).zip(&documents) {
                for (level, intent) in row.iter().zip(judgments.names(topic_ix)) {
                    let intent: usize = intent[1..].parse().expect("a number");
                    let grade = grades.get(&(name, intent, *document)).copied().unwrap_or(0);
                    prop_assert_eq!(i32::from(*level), grade.max(0));
                    judgments_found += usize::from(grades.contains_key(&(name, intent, *document)));
                }
            }
            let order = judgments.topic(topic_ix).id_order;
            for (a, b) in (1..documents.len()).map(|b| (b - 1, b)) {
                prop_assert_eq!(documents[a] < documents[b], order[a] < order[b]);
            }
        }
        prop_assert_eq!(judgments_found, grades.len());
    }
}
