//! scores.parquet has the scores of each run, and choices.parquet the runs that each draw compares.

use anyhow::Result;

use crate::table::parquet::{ROW_GROUP, write_groups};
use crate::table::{KINDS, kind_word};
use rejudge_experiment::exec::RunReport;
use rejudge_experiment::grid::Grid;
use rejudge_tables::frame::{Frame, Kind};

/// The description of the column for choices of runs and swept rules.
const ABOUT_RUNS: &str = "which runs are compared, and the swept rules";

/// Returns the runs that each draw compares.
pub(super) fn choices(grid: &Grid, report: &RunReport) -> Frame {
    let mut rows = Frame::new([
        ("collection", Kind::Text, "name of the collection"),
        ("kind", Kind::Text, KINDS),
        ("draw", Kind::Whole, "draw of the twin or of the choice of runs, from 1"),
        ("runs", Kind::Text, ABOUT_RUNS),
        ("team", Kind::Text, "team of the run"),
        ("run", Kind::Text, "a run that the draw compares"),
    ]);
    for ((point, draw), roster) in &report.rosters {
        let collection = &grid.collections[point.collection as usize];
        let choice = grid.runs_and_rules(point);
        for row in roster.rows() {
            rows.push([
                (&collection.name).into(),
                kind_word(collection.entry.descriptor.kind).into(),
                (*draw).into(),
                (&choice).into(),
                (&roster.teams[row]).into(),
                (&roster.runs[row]).into(),
            ]);
        }
    }
    rows
}

/// Returns the bytes of scores.parquet. It has the score of each topic at the points for which
/// `Grid::shows_topics` returns true, or, with `every_topic`, at all points. It also has the summary over
/// topics (usually the mean), with `all` as topic.
pub(super) fn scores(
    grid: &Grid,
    report: &RunReport,
    every_topic: bool,
    provenance: &str,
) -> Result<Vec<u8>> {
    let empty = Frame::new([
        ("collection", Kind::Text, "name of the collection"),
        ("kind", Kind::Text, KINDS),
        (
            "draw",
            Kind::Whole,
            "draw of the twin, or of the sampled judgments; null where no draw changes the scores",
        ),
        ("runs", Kind::Text, ABOUT_RUNS),
        ("judgments", Kind::Text, "judgment set"),
        ("measure", Kind::Text, "full name of the measure"),
        ("run", Kind::Text, "name of the run"),
        ("team", Kind::Text, "team of the run"),
        (
            "topic",
            Kind::Text,
            "topic; `all` is the summary over topics (usually the mean), in which a topic without a score counts as 0",
        ),
        (
            "score",
            Kind::Number,
            "the score; null if the topic has none, for example because the judgment set left it no relevant document",
        ),
    ]);
    write_groups(&empty, provenance, |add| {
        let mut rows = empty.clone();
        for ((point, draw), roster, set) in &report.scores {
            let collection = &grid.collections[point.collection as usize];
            let judgments = grid.set_name(point).expect("scores are under judgments");
            let measure = grid.measure(point).expect("every score matrix has a measure");
            let runs = grid.runs_and_rules(point);
            let matrix = set.matrix.as_ref().filter(|_| every_topic || grid.shows_topics(point));
            for (run, &mean) in set.summaries.iter().enumerate() {
                let topics = matrix.map(|matrix| {
                    let names = roster.topics.iter().map(|name| &**name).enumerate();
                    names.map(move |(index, name)| (name, matrix.score(run, index)))
                });
                for (topic, score) in topics.into_iter().flatten().chain([("all", Some(mean))]) {
                    rows.push([
                        (&collection.name).into(),
                        kind_word(collection.entry.descriptor.kind).into(),
                        (*draw).into(),
                        (&runs).into(),
                        judgments.into(),
                        (&measure.name).into(),
                        (&*roster.runs[run]).into(),
                        (&*roster.teams[run]).into(),
                        topic.into(),
                        score.into(),
                    ]);
                    if rows.rows() == ROW_GROUP {
                        add(&std::mem::replace(&mut rows, empty.clone()))?;
                    }
                }
            }
        }
        add(&rows)
    })
}
