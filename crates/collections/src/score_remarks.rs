//! Remarks on tables of scores that probably have a mistake: percentages, a summary among the topics, topics in place of
//! runs, or the same file for two measures.

use std::path::PathBuf;

use indexmap::IndexSet;
use rejudge_metrics::Metric;
use rejudge_names::plural::{few, of_number};

use crate::score_table::ScoreTable;

/// A remark lists at most this many names.
const MAX_LISTED: usize = 3;

/// A score may be this much above 1 without a remark, because programs round.
const ROUNDING: f64 = 1e-6;

/// The lowest number of other topics with which we look for their mean. With fewer topics, a score is often the mean of
/// the others by chance.
const MIN_OTHER_TOPICS: usize = 4;

/// Words before the numbers of topics, in lower case. An empty word means that the topics are called `401`, `402`.
const TOPIC_WORDS: [&str; 6] = ["", "q", "t", "qid", "query", "topic"];

/// Words before the numbers of runs, in lower case.
const RUN_WORDS: [&str; 4] = ["run", "sys", "system", "model"];

/// Returns remarks on tables that probably have a mistake: scores above 1 by a measure that is at most 1, a last topic
/// with the mean of the other topics, or runs that are named like topics. Each table comes with its measure and its file.
/// A remark begins with the file, and does not end with a full stop.
pub fn remarks_on_scores(tables: &[(String, ScoreTable, PathBuf)]) -> Vec<String> {
    // The tables of one file can have the same remark.
    let mut remarks = IndexSet::new();
    for (measure, table, file) in tables {
        let remarks_on_table = [above_one(measure, table), mean_as_topic(table), topics_as_runs(table)];
        let file = file.display();
        remarks.extend(remarks_on_table.into_iter().flatten().map(|remark| format!("{file}: {remark}")));
    }
    remarks.into_iter().collect()
}

/// Returns a remark for each measure that has the same scores as an earlier measure. A table in which all scores are equal
/// does not count. A remark does not end with a full stop.
pub fn remarks_on_equal_scores(tables: &[(String, ScoreTable, PathBuf)]) -> Vec<String> {
    let mut remarks = Vec::new();
    for (place, (measure, table, file)) in tables.iter().enumerate() {
        let earlier = tables[..place].iter().find(|(_, earlier, _)| earlier == table);
        let Some((first_measure, _, first_file)) = earlier.filter(|_| has_different_scores(table)) else {
            continue;
        };
        let files = if file == first_file {
            format!("both from {}", file.display())
        } else {
            format!("from {} and {}", first_file.display(), file.display())
        };
        remarks.push(format!(
            "{first_measure} and {measure} have the same scores, {files}: if this is a mistake, name another file for one of \
             them"
        ));
    }
    remarks
}

fn has_different_scores(table: &ScoreTable) -> bool {
    let mut scores = table.scores.iter().flatten();
    let first = scores.next();
    scores.any(|score| Some(score) != first)
}

/// Returns a remark if runs have scores above 1 by a measure that is at most 1.
fn above_one(measure: &str, table: &ScoreTable) -> Option<String> {
    let metric: Metric = measure.parse().ok()?;
    if !metric.family().is_at_most_one() {
        return None;
    }
    let highest = |run: usize| table.scores.iter().map(|scores| scores[run]).fold(0.0, f64::max);
    let runs: Vec<usize> = (0..table.runs.len()).filter(|&run| highest(run) > 1.0 + ROUNDING).collect();
    let names: Vec<&str> = runs.iter().map(|&run| table.runs[run].as_str()).collect();
    let maximum = runs.iter().map(|&run| highest(run)).reduce(f64::max)?;
    let [noun, have] = [("run", "runs"), ("has", "have")].map(|(one, many)| of_number(runs.len(), one, many));
    Some(format!(
        "{measure} is at most 1, but {noun} {} {have} scores up to {maximum}: divide percentages by 100, or name the measure of \
         these scores",
        few(&names, MAX_LISTED, ", ")
    ))
}

/// Returns a remark if the last topic has the mean of the other topics for every run, as far as its decimals show. For at
/// least two runs this must be unlikely by chance: their scores differ by much more than the last decimal, and no other
/// topic has the same score as the last one.
fn mean_as_topic(table: &ScoreTable) -> Option<String> {
    let (last, others) = table.scores.split_last()?;
    let decimals = last.iter().map(|&score| decimals(score)).max()?.min(9);
    if others.len() < MIN_OTHER_TOPICS || decimals == 0 {
        return None;
    }
    // The mean is rounded, and the scores too. The additional hundredth allows for errors of floats.
    let tolerance = 1.01 * 10_f64.powi(-(decimals as i32));
    let mut unlikely_runs = 0;
    for (run, &score) in last.iter().enumerate() {
        let scores: Vec<f64> = others.iter().map(|scores| scores[run]).collect();
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        if (score - mean).abs() > tolerance {
            return None;
        }
        let lowest = scores.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_unique = scores.iter().all(|other| (other - score).abs() > tolerance);
        unlikely_runs += usize::from(is_unique && highest - lowest >= 200.0 * tolerance);
    }
    let topic = table.topics.last()?.escape_debug();
    (unlikely_runs >= 2).then(|| {
        format!(
            "the last topic, `{topic}`, has the mean of the other topics for every run: if it is their summary, leave it out"
        )
    })
}

/// Returns the number of decimals that a score has if it is printed in full.
fn decimals(score: f64) -> usize {
    score.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

/// Returns a remark if the runs are numbered like topics, and the topics have names like runs.
fn topics_as_runs(table: &ScoreTable) -> Option<String> {
    let ScoreTable { topics, runs, .. } = table;
    // A single name does not show how the others would be numbered.
    if runs.len() < 2 || topics.len() < 2 {
        return None;
    }
    let word = word_before_numbers(runs)?;
    // Runs may be called 1, 2 and 3, but topics have larger numbers, or there are many.
    let have_small_numbers = word.is_empty() && runs.iter().all(|run| run.len() < 3);
    let are_like_topics =
        TOPIC_WORDS.contains(&word.as_str()) && (!have_small_numbers || runs.len() > topics.len());
    let are_like_runs = word_before_numbers(topics).is_none_or(|word| RUN_WORDS.contains(&word.as_str()));
    (are_like_topics && are_like_runs).then(|| {
        let [runs, topics] = [runs, topics].map(|names| few(names, MAX_LISTED, ", "));
        format!(
            "the runs {runs} are named like topics, and the topics {topics} like runs: if they are swapped, exchange rows and \
             columns, so that each row is a topic"
        )
    })
}

/// Returns the word with which all names begin, in lower case, if a number follows it: `q` for `Q-1` and `Q-2`.
fn word_before_numbers(names: &[String]) -> Option<String> {
    let word = |name: &String| {
        let word = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        (word.len() < name.len()).then(|| word.trim_end_matches(['-', '_', '.', ' ']).to_lowercase())
    };
    let first = word(names.first()?)?;
    names.iter().all(|name| word(name).as_ref() == Some(&first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Tables = Vec<(String, ScoreTable, PathBuf)>;

    fn tables(files: &[(&str, &str)]) -> Tables {
        let mut tables = Vec::new();
        for (place, (measure, text)) in files.iter().enumerate() {
            let file = PathBuf::from(format!("{place}.csv"));
            let table = ScoreTable::of_measure(&file, text.as_bytes(), measure).expect(text);
            tables.push(((*measure).to_owned(), table, file));
        }
        tables
    }

    #[test]
    fn tables_with_mistakes_have_remarks() {
        for (measure, text, remark) in [
            (
                "AP",
                "topic,a,b\n1,.5,39.5\n2,1,65\n",
                "AP is at most 1, but run b has scores up to 65: divide percentages by 100, or name the measure of these scores",
            ),
            (
                "ndcg_cut_10",
                "topic,a,b\n1,1.5,1\n2,1,1.25\n",
                "ndcg_cut_10 is at most 1, but runs a, b have scores up to 1.5: divide percentages by 100, or name the measure of \
                 these scores",
            ),
            (
                "AP",
                "topic,a,b\n1,.5,.25\n2,.75,.1253\n3,.25,0\n4,.1,.5\nMW,.4,.2188\n",
                "the last topic, `MW`, has the mean of the other topics for every run: if it is their summary, leave it out",
            ),
            (
                "AP",
                "topic,401,402,403,404\nbm25,.5,.25,1,0\nrm3,1,.5,.25,0\n",
                "the runs 401, 402, 403 and 1 more are named like topics, and the topics bm25, rm3 like runs: if they are swapped, \
                 exchange rows and columns, so that each row is a topic",
            ),
            (
                "AP",
                "topic,q1,q2\nrun1,.5,.25\nrun2,1,.5\n",
                "the runs q1, q2 are named like topics, and the topics run1, run2 like runs: if they are swapped, exchange rows \
                 and columns, so that each row is a topic",
            ),
        ] {
            let remarks = remarks_on_scores(&tables(&[(measure, text)]));
            assert_eq!(remarks, [format!("0.csv: {remark}")], "{text}");
        }
    }

    #[test]
    fn good_tables_have_no_remarks() {
        for (measure, text) in [
            ("AP", "topic,a\n1,1.0000001\n2,0\n"),
            ("DCG@10", "topic,a,b\n1,3.5,1\n2,4,1.25\n"),
            ("mine", "topic,a,b\n1,39,1\n2,4,45\n"),
            // Equal by chance: only one run, scores that other topics have, whole numbers, few topics, or a range that is small
            // for the number of decimals.
            ("AP", "topic,a\n1,.5\n2,.75\n3,.25\n4,.1003\n5,.4001\n"),
            ("RR", "topic,a,b\n1,1,0\n2,0,1\n3,.5,.5\n4,.5,.5\n5,.5,.5\n"),
            ("NumRel", "topic,a,b\n1,500,600\n2,100,200\n3,300,200\n4,700,600\n5,400,401\n"),
            ("AP", "topic,a,b\n1,.5125,.25\n2,.7501,.5\n3,.6313,.375\n"),
            ("P@20", "topic,a,b\n1,.5,.25\n2,.75,.5\n3,.25,0\n4,.1,.25\n5,.4,.2\n"),
            // Runs and topics with numbers.
            ("AP", "topic,1,2\n401,.5,.25\n402,1,.5\n"),
            ("AP", "topic,1,2\nMB001,.5,.25\nMB002,1,.5\n"),
            ("AP", "topic,run1,run2\nwine,.5,.25\ncheese,1,.5\n"),
            ("AP", "topic,7\nwine,.5\ncheese,1\n"),
        ] {
            assert_eq!(remarks_on_scores(&tables(&[(measure, text)])), [""; 0], "{text}");
        }
    }

    #[test]
    fn measures_with_equal_scores_have_a_remark() {
        let text = "topic,a\n1,.5\n2,.25\n";
        let equal = tables(&[("AP", text), ("RR", "topic,a\n1,.5\n2,1\n"), ("nDCG@10", text)]);
        let remark = "AP and nDCG@10 have the same scores, from 0.csv and 2.csv: if this is a mistake, name another file for one \
                      of them";
        assert_eq!(remarks_on_equal_scores(&equal), [remark]);
        let zeros = "topic,a,b\n1,0,0\n2,0,0\n";
        assert_eq!(remarks_on_equal_scores(&tables(&[("AP", zeros), ("RR", zeros)])), [""; 0]);
    }
}
