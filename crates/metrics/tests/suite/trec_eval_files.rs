//! trec_eval's own test: its outputs (commit f4253652, 10.0-rc3) digit for digit, every measure and every topic.
//!
//! The files are test data of trec_eval; `REJUDGE_DATA` names the folder that holds `fixtures/trec_eval`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use rejudge_metrics::{Gains, Judged, JudgedList, Metric, Scorer, Verdict, trec_eval};

/// A file of the folder; `None`, said aloud, where there is none.
pub fn fixture(file: &str) -> Option<String> {
    let Some(data) = std::env::var_os("REJUDGE_DATA") else {
        // The harness keeps what the macros print to itself.
        let _ = writeln!(std::io::stderr(), "SKIPPED: REJUDGE_DATA is not set, so {file} cannot be read");
        return None;
    };
    let path = PathBuf::from(data).join("fixtures").join(file);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

type Grades = BTreeMap<String, BTreeMap<String, i32>>;

pub fn qrels(text: &str) -> Grades {
    let mut grades = Grades::new();
    for line in text.lines() {
        let [topic, _, docno, grade] = fields(line);
        let grade = grade.parse().expect("a grade");
        grades.entry(topic.to_owned()).or_default().insert(docno.to_owned(), grade);
    }
    grades
}

/// Documents by topic, as trec_eval 10 orders them: score descending, then docno descending.
pub fn run(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut scored: BTreeMap<String, Vec<(f64, String)>> = BTreeMap::new();
    for line in text.lines() {
        let [topic, _, docno, _, score] = fields(line);
        let score = score.parse().expect("a score");
        scored.entry(topic.to_owned()).or_default().push((score, docno.to_owned()));
    }
    let ordered = |mut documents: Vec<(f64, String)>| {
        documents.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| b.1.cmp(&a.1)));
        documents.into_iter().map(|(_, docno)| docno).collect()
    };
    scored.into_iter().map(|(topic, documents)| (topic, ordered(documents))).collect()
}

fn fields<const N: usize>(line: &str) -> [&str; N] {
    let fields: Vec<&str> = line.split_ascii_whitespace().take(N).collect();
    fields.try_into().unwrap_or_else(|_| panic!("fewer than {N} fields: {line}"))
}

/// Scores of `metrics` on one topic.
pub fn scores(
    grades: &BTreeMap<String, i32>,
    documents: &[String],
    scorer: &Scorer,
    metrics: usize,
) -> Vec<Option<f64>> {
    let verdict = |&grade: &i32| u8::try_from(grade).map_or(Verdict::Pooled, Verdict::Level);
    let ranking: Vec<Judged> = (1..)
        .zip(documents)
        .filter_map(|(rank, docno)| grades.get(docno).map(|grade| Judged { rank, verdict: verdict(grade) }))
        .collect();
    let mut ideal: Vec<u8> = grades.values().filter_map(|&grade| u8::try_from(grade).ok()).collect();
    let judged = ideal.len();
    ideal.retain(|&level| level > 0);
    ideal.sort_by(|a, b| b.cmp(a));
    let judged_nonrelevant = (judged - ideal.len()) as u32;
    let list = JudgedList {
        ranking: &ranking,
        retrieved: documents.len() as u32,
        ideal: &ideal,
        judged_nonrelevant,
        documents: None,
    };
    let mut scores = vec![None; metrics];
    scorer.score(&list, &list, &mut scores);
    scores
}

/// How trec_eval was called.
struct Call {
    expected: &'static str,
    qrels: &'static str,
    run: &'static str,
    /// `-c`.
    complete: bool,
    /// `-M`.
    max_rank: u32,
    /// `-l`.
    min_rel: u8,
}

const PLAIN: Call = Call {
    expected: "",
    qrels: "qrels.test",
    run: "results.test",
    complete: false,
    max_rank: u32::MAX,
    min_rel: 1,
};

/// What trec_eval prints that is no measure, and gains that decrease with the level, which ours never do.
fn is_measure(name: &str) -> bool {
    !["runid", "num_q", "ndcg_1=3,2=9,4=4.5"].contains(&name) && !name.starts_with("relstring")
}

/// Compares every line of the output; how many there were.
fn compare(call: &Call) -> Option<usize> {
    let file = |name: &str| fixture(&format!("trec_eval/{name}"));
    let (grades, run) = (qrels(&file(call.qrels)?), run(&file(call.run)?));
    let expected = file(call.expected)?;
    let lines: Vec<[&str; 3]> =
        expected.lines().map(fields::<3>).filter(|[name, ..]| is_measure(name)).collect();

    let metrics: Vec<Metric> =
        lines.iter().map(|[name, ..]| name.parse().unwrap_or_else(|e| panic!("{e}"))).collect();
    let scorer =
        Scorer::new(&metrics, &Gains::linear(4), call.min_rel, call.max_rank).expect("good settings");
    let of_topic = |topic: &String| {
        let documents = run.get(topic).map_or(&[][..], Vec::as_slice);
        scores(&grades[topic], documents, &scorer, metrics.len())
    };
    let topics = grades.keys().filter(|topic| call.complete || run.contains_key(*topic));
    let by_topic: BTreeMap<&str, Vec<Option<f64>>> =
        topics.map(|topic| (topic.as_str(), of_topic(topic))).collect();

    for (place, ([name, topic, value], metric)) in lines.iter().zip(&metrics).enumerate() {
        let ours = match *topic {
            "all" => metric.summary().of(by_topic.values().map(|scores| scores[place].unwrap_or(0.0))),
            topic => by_topic[topic][place].unwrap_or(0.0),
        };
        let ours = format!("{ours:.*}", trec_eval::digits(metric));
        assert_eq!(ours, *value, "{}: {name} of {topic}", call.expected);
    }
    Some(lines.len())
}

#[test]
fn every_digit_of_trec_eval() {
    for (call, lines) in [
        (Call { expected: "out.test", ..PLAIN }, 28),
        (Call { expected: "out.test.a", ..PLAIN }, 97),
        (Call { expected: "out.test.aq", ..PLAIN }, 382),
        (Call { expected: "out.test.aqc", run: "results.trunc", complete: true, ..PLAIN }, 382),
        (
            Call { expected: "out.test.aqcM", run: "results.trunc", complete: true, max_rank: 100, ..PLAIN },
            382,
        ),
        (Call { expected: "out.test.aql", qrels: "qrels.rel_level", min_rel: 2, ..PLAIN }, 382),
        (Call { expected: "out.test.meas_params", ..PLAIN }, 84),
    ] {
        if let Some(compared) = compare(&call) {
            assert_eq!(compared, lines, "lines of {}", call.expected);
        }
    }
}

/// Names of the summary lines of an output, without those that are no measures.
fn printed(file: &str) -> Option<Vec<String>> {
    let text = fixture(&format!("trec_eval/{file}"))?;
    let lines = text.lines().map(fields::<3>).filter(|[name, topic, _]| is_measure(name) && *topic == "all");
    Some(lines.map(|[name, ..]| name.to_owned()).collect())
}

fn expanded(text: &str) -> Vec<String> {
    let metrics = trec_eval::expand(text).unwrap_or_else(|| panic!("{text} is refused"));
    metrics
        .iter()
        .map(|metric| trec_eval::name(metric).unwrap_or_else(|| panic!("{metric} has no name")))
        .collect()
}

#[test]
fn measures_stand_in_the_order_and_by_the_names_of_trec_eval() {
    for (file, nickname) in [("out.test", "official"), ("out.test.a", "all_trec")] {
        if let Some(printed) = printed(file) {
            assert_eq!(expanded(nickname), printed);
        }
    }
    // The arguments of out.test.meas_params, in the order of the measures, not of the command.
    let arguments = [
        "iprec_at_recall..10,.20,.25,.75,.50",
        "P.5,7,3",
        "recall.20,2000",
        "Rprec_mult.5.0,0.2,0.35",
        "utility.2,-1,0,0",
        "11pt_avg..25,.5,.75",
        "ndcg_cut.10,20,23.4",
        "success.2,5,20",
    ];
    if let Some(printed) = printed("out.test.meas_params") {
        let ours: Vec<String> = arguments.iter().flat_map(|text| expanded(text)).collect();
        // trec_eval prints these values as typed.
        let as_typed = |name: &String| name.replace("11pt_avg_0.25,0.5,0.75", "11pt_avg_.25,.5,.75");
        assert_eq!(ours.iter().map(as_typed).collect::<Vec<_>>(), printed);
    }
}

#[test]
fn what_trec_eval_refuses_or_we_lack_is_not_expanded() {
    for text in [
        "",
        "nDCG@10",
        "map.5",
        "P.",
        "P.0",
        "P.5,5",
        "P.-5",
        "P.x",
        "P_10",
        "utility.1,-1,0",
        "set_F.0",
        "rbp.q=0.5",
        "iprec_at_recall.1.5",
        "ndcg.1=3,2=9,4=4.5",
        "relstring",
        "num_q",
        "prefs",
    ] {
        assert_eq!(trec_eval::expand(text), None, "{text}");
    }
}

#[test]
fn every_printed_name_is_read_as_the_metric_that_printed_it() {
    let metrics = trec_eval::expand("all_trec").expect("a nickname");
    for metric in &metrics {
        let name = trec_eval::name(metric).expect("a measure of trec_eval");
        assert_eq!(name.parse().as_ref(), Ok(metric), "{name}");
    }
    for ours in
        ["Q", "AP'", "AP(rel=1)", "nDCG(gains={1: 1, 2: 3})", "nDCG(dcg='jk', log=2)", "RBP", "Judged@5"]
    {
        assert_eq!(trec_eval::name(&ours.parse().expect("a name")), None, "{ours}");
    }
}
