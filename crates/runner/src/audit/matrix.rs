//! Score matrices in parquet, as the CSV that an experiment reads.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use rejudge_report::table::parquet;
use rejudge_tables::frame::{Frame, Values};

/// The first bytes of every parquet file.
const MAGIC: &[u8] = b"PAR1";

/// Converts a matrix in parquet to CSV. Returns `None` if `bytes` are another format.
///
/// # Errors
/// If it is not a matrix of topics by runs, or a score is not a finite number.
pub fn as_csv(file: &Path, bytes: &[u8]) -> Result<Option<String>> {
    if !bytes.starts_with(MAGIC) {
        return Ok(None);
    }
    let text = parquet::read(bytes).and_then(|frame| csv(&frame));
    text.map(Some).with_context(|| file.display().to_string())
}

/// A column of text, or a first column `topic` of whole numbers, names the topics; the others are runs.
fn csv(frame: &Frame) -> Result<String> {
    let is_text = |values: &Values| matches!(values, Values::Text(_));
    let texts: Vec<usize> =
        (0..frame.columns.len()).filter(|&at| is_text(&frame.columns[at].values)).collect();
    let topics = match texts[..] {
        [one] => one,
        [] if frame.columns.first().is_some_and(|column| column.name == "topic") => 0,
        _ => bail!("expected one column of text, with the topics, and a column of scores for each run"),
    };
    let names: Vec<String> = match &frame.columns[topics].values {
        Values::Text(names) => names.iter().map(str::to_owned).collect(),
        Values::Whole(names) => names.iter().map(|n| n.map_or_else(String::new, |n| n.to_string())).collect(),
        _ => bail!("the column `topic` is neither of text nor of whole numbers"),
    };
    let runs: Vec<_> =
        frame.columns.iter().enumerate().filter(|(at, _)| *at != topics).map(|(_, c)| c).collect();
    ensure!(!runs.is_empty(), "there is no column of scores");
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(std::iter::once("topic").chain(runs.iter().map(|run| run.name.as_str())))?;
    for (row, topic) in names.iter().enumerate() {
        let mut record = vec![topic.clone()];
        for run in &runs {
            let score = match &run.values {
                Values::Number(scores) => scores[row],
                Values::Whole(scores) => scores[row].map(|score| score as f64),
                _ => bail!("the column `{}` holds no numbers", run.name),
            };
            let score =
                score.with_context(|| format!("topic `{topic}` has no score of run `{}`", run.name))?;
            ensure!(score.is_finite(), "topic `{topic}`: the score of run `{}` is {score}", run.name);
            record.push(score.to_string());
        }
        writer.write_record(&record)?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_comes_through_whichever_column_names_the_topics() {
        let text = |names: [&str; 2]| Values::from_iter(names);
        let runs = |frame: Frame| frame.with("a, b", "", Values::Number(vec![Some(0.1 + 0.2), Some(0.0)]));
        let first = runs(Frame::default().with("t", "", text(["1", "2"])));
        let last = runs(Frame::default()).with("__index_level_0__", "", text(["1", "2"]));
        let numbered = runs(Frame::default().with("topic", "", Values::Whole(vec![Some(1), Some(2)])));
        for frame in [first, last, numbered] {
            assert_eq!(csv(&frame).expect("a matrix"), "topic,\"a, b\"\n1,0.30000000000000004\n2,0\n");
        }
    }

    #[test]
    fn what_is_no_matrix_is_told() {
        let numbers = Frame::default().with("r", "", Values::Number(vec![Some(0.5)]));
        assert!(csv(&Frame::default()).unwrap_err().to_string().contains("one column of text"));
        assert!(csv(&numbers).unwrap_err().to_string().contains("one column of text"));
        let hole = Frame::default().with("t", "", Values::from_iter(["1"])).with(
            "r",
            "",
            Values::Number(vec![None]),
        );
        assert_eq!(csv(&hole).unwrap_err().to_string(), "topic `1` has no score of run `r`");
    }
}
