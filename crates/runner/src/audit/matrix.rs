//! Score matrices in parquet, as the CSV that an experiment reads.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::files;
use crate::frame::{Frame, Values};

/// What every parquet file begins with.
const MAGIC: &[u8] = b"PAR1";

/// The CSV of a matrix that is in parquet, written into `home` as `scores-<at>.csv`; any other file stays as it is.
///
/// # Errors
/// When the file cannot be read, or is no matrix of topics by runs.
pub fn as_csv(file: &Path, home: &Path, at: usize) -> Result<PathBuf> {
    let bytes = std::fs::read(file).with_context(|| format!("{}: cannot be read", file.display()))?;
    if !bytes.starts_with(MAGIC) {
        return Ok(file.to_owned());
    }
    let frame = Frame::from_parquet(&bytes).with_context(|| file.display().to_string())?;
    let name = format!("scores-{at}.csv");
    files::write(home, &name, &csv(&frame).with_context(|| file.display().to_string())?)?;
    Ok(home.join(name))
}

/// A column of text, or a first column `topic` of whole numbers, names the topics; the others are runs.
fn csv(frame: &Frame) -> Result<String> {
    let is_text = |values: &Values| matches!(values, Values::Text(_));
    let texts: Vec<usize> =
        (0..frame.columns.len()).filter(|&at| is_text(&frame.columns[at].values)).collect();
    let topics = match texts[..] {
        [one] => one,
        [] if frame.columns[0].name == "topic" => 0,
        _ => bail!("expected one column of text, with the topics, and a column of scores for each run"),
    };
    let names: Vec<String> = match &frame.columns[topics].values {
        Values::Text(names) => names.clone(),
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
        let text = |names: [&str; 2]| Values::Text(names.map(str::to_owned).to_vec());
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
        assert!(csv(&numbers).unwrap_err().to_string().contains("one column of text"));
        let hole = Frame::default().with("t", "", Values::Text(vec!["1".to_owned()])).with(
            "r",
            "",
            Values::Number(vec![None]),
        );
        assert_eq!(csv(&hole).unwrap_err().to_string(), "topic `1` has no score of run `r`");
    }
}
