//! Summaries of streamed runs equal those of runs in memory: bytes, notes and errors.

use std::path::PathBuf;

use proptest::prelude::*;
use rejudge_collections::descriptor::{ExtraColumns, QrelsFormat, RepeatedDocuments};
use rejudge_experiment::spec::RuleChoices;

use super::*;
use crate::{Input, Preset, PresetRules, ScoreOutput, ScoreRows, Scores, Shown, SummaryOutput, notes};
use rejudge_tables::frame::Content;

/// The output and the notes.
type Written = Result<(Content, Vec<String>), String>;

/// Every form holds scores, but a figure of too many measures is refused.
fn written(rows: &ScoreRows<'_>, format: Format) -> Result<Content, EvalError> {
    let written = format.write(rows);
    assert!(written.is_ok() || format!("{format:?}") == "svg", "{written:?}");
    written.map_err(|error| EvalError::Usage(error.to_string()))
}

fn held(files: &Files, wanted: &Wanted, rules: &PresetRules, format: Format) -> Written {
    let of_scores = || {
        let input = Input::load(files, &rules.rules)?;
        input.check(wanted, &rules.rules, format == Format::TREC_EVAL)?;
        let scores = Scores::compute(&input, wanted, &rules.rules)?;
        let notes = notes(&input, wanted, &scores, rules);
        let shown = Shown::SUMMARY;
        let output = ScoreOutput { scores: &scores, wanted, rules, shown, zscores: None };
        Ok((written(&ScoreRows::new(output, format)?, format)?, notes))
    };
    of_scores().map_err(|error: EvalError| error.to_string())
}

fn passed(files: &Files, wanted: &Wanted, rules: &PresetRules, format: Format) -> Written {
    let of_summaries = || {
        let summaries = Summaries::new(files, wanted, &rules.rules, format)?.expect("nothing asks for more");
        let output = SummaryOutput { summaries: &summaries, wanted, rules };
        let rows = ScoreRows::of_summaries(output, format)?;
        Ok((written(&rows, format)?, summaries.notes(wanted, rules)))
    };
    of_summaries().map_err(|error: EvalError| error.to_string())
}

fn files(qrels: PathBuf, runs: Vec<PathBuf>) -> Files {
    let judgments = Judgments::Plain { qrels, format: QrelsFormat::trec(), units: UnitFiles::default() };
    Files {
        judgments,
        runs,
        extra_columns: ExtraColumns::default(),
        repeated: RepeatedDocuments::default(),
        may_share_tags: false,
        topics: None,
    }
}

const MEASURES: [&str; 4] = ["AP nDCG@5 NumRet", "map ndcg bpref gm_map num_ret P.5", "official", "AP@x"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Topics in any order and mixed, runs that lack topics or have others, topics without a relevant document, all
    /// presets, all rules for topics that do not involve other runs, all forms.
    #[test]
    fn what_passes_is_written_as_what_is_held(
        judged in prop::collection::vec(("[0-9]|1[0-2]|q[ab]", "[a-h]", -1_i32..3), 1..30),
        runs in prop::collection::vec(
            prop::collection::vec(("[0-9]|1[0-2]|q[abc]", "[a-k]", 0_i32..6), 1..30),
            1..4,
        ),
        is_mixed in any::<bool>(),
        preset in prop::sample::select(vec![Preset::Trec10, Preset::Trec9, Preset::Ntcir]),
        topics in prop::sample::select(vec![None, Some("qrels"), Some("run")]),
        min_rel in 1_u8..3,
        measures in prop::sample::select(MEASURES.to_vec()),
        format in prop::sample::select(<Format as clap::ValueEnum>::value_variants().to_vec()),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut qrels, mut seen) = (String::new(), std::collections::HashSet::new());
        for (topic, id, grade) in &judged {
            if seen.insert((topic, id)) {
                qrels += &format!("{topic} 0 {id} {grade}\n");
            }
        }
        let path = folder.path().join("qrels");
        std::fs::write(&path, qrels).expect("written");
        let mut paths = Vec::new();
        for (number, lines) in runs.iter().enumerate() {
            let (mut lines, mut text, mut seen) = (lines.clone(), String::new(), std::collections::HashSet::new());
            if !is_mixed {
                lines.sort_by(|a, b| a.0.cmp(&b.0));
            }
            for (topic, id, score) in &lines {
                if seen.insert((topic, id)) {
                    text += &format!("{topic} Q0 {id} 1 {score} run{number}\n");
                }
            }
            paths.push(folder.path().join(number.to_string()));
            std::fs::write(&paths[number], text).expect("written");
        }
        let mut choices = RuleChoices::default();
        choices.choose("min-rel", &min_rel.to_string()).expect("a level");
        if let Some(topics) = topics {
            choices.choose("topics", topics).expect("a rule");
        }
        let rules = PresetRules::new(preset, &choices);
        let Ok(wanted) = Wanted::read(&[measures.to_owned()], preset) else { return Ok(()) };
        let files = files(path, paths);
        prop_assert_eq!(
            passed(&files, &wanted, &rules, format),
            held(&files, &wanted, &rules, format)
        );
    }
}

#[test]
fn what_is_wrong_is_said_in_the_same_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let (good, relevant) = (file("qrels", "1 0 a 1\n2 0 a 0\n"), file("other", "1 0 a 0\n2 0 a 0\n"));
    let (bad, equal) = (file("bad", "1 0 a 1\n1 0 a 0\n"), file("equal", "1 0 a 1\n1 0 a 1\n"));
    let (run, wrong) = (file("run", "2 Q0 a 1 2 t\n"), file("wrong", "1 Q0 a 1 2\n"));
    let stranger = file("stranger", "3 Q0 a 1 2 t\n");
    let missing = folder.path().join("none");
    let (mut messages, rules) = (std::collections::BTreeSet::new(), [Preset::Trec10, Preset::Ntcir]);
    for qrels in [&good, &relevant, &bad, &equal, &run, &missing] {
        for runs in [vec![&run], vec![&run, &wrong], vec![&stranger], vec![&stranger, &run], vec![&missing]] {
            for (measures, preset) in
                ["AP", "infAP", "AP(rel=3)"].iter().flat_map(|at| rules.map(|by| (at, by)))
            {
                let wanted = Wanted::read(&[(*measures).to_owned()], preset).expect("a measure");
                let rules = PresetRules::new(preset, &RuleChoices::default());
                let files = files(qrels.clone(), runs.iter().map(|&run| run.clone()).collect());
                let [passed, held] = [passed, held].map(|by| by(&files, &wanted, &rules, Format::TSV));
                assert_eq!(passed, held);
                messages.extend(held.err());
            }
        }
    }
    assert!(messages.len() > 6, "{messages:#?}");
}
