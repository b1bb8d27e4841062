//! scores.parquet and choices.parquet: who was compared, and what each run scored.

use anyhow::Result;

use crate::parquet::{ROW_GROUP, write_groups};
use crate::{KINDS, kind_word};
use rejudge_exec::GroupResult;
use rejudge_frame::{Frame, Shared, Values};
use rejudge_grid::Grid;

/// The column that tells choices of runs and swept rules apart.
const RUNS: &str = "which runs are compared, and the swept rules";

/// The runs that each draw compares.
pub(super) fn choices(grid: &Grid, groups: &[GroupResult]) -> Frame {
    let (mut collection, mut kind, mut draw, mut team, mut run) = (vec![], vec![], vec![], vec![], vec![]);
    let mut runs = Shared::default();
    for group in groups {
        let at = &grid.collections[group.collection as usize];
        for (point, number, roster) in &group.rosters {
            let choice = runs.number(&grid.compared(point));
            for row in roster.rows() {
                collection.push(at.name.clone());
                kind.push(kind_word(at.entry.descriptor.kind).to_owned());
                draw.push(Some(i64::from(*number)));
                runs.push(choice);
                team.push(roster.teams[row].clone());
                run.push(roster.runs[row].clone());
            }
        }
    }
    Frame::default()
        .with("collection", "name of the collection", Values::Text(collection))
        .with("kind", KINDS, Values::Text(kind))
        .with("draw", "draw of the twin or of the choice of runs, from 1", Values::Whole(draw))
        .with("runs", RUNS, Values::Shared(runs))
        .with("team", "team of the run", Values::Text(team))
        .with("run", "a run that the draw compares", Values::Text(run))
}

/// scores.parquet: per topic for the full judgments (or for all, with `every_topic`), and the mean over topics
/// (topic `all`).
pub(super) fn scores(
    grid: &Grid,
    groups: &[GroupResult],
    every_topic: bool,
    provenance: &str,
) -> Result<Vec<u8>> {
    write_groups(&Rows::default().frame(), provenance, |add| {
        let mut rows = Rows::default();
        for group in groups {
            let at = &grid.collections[group.collection as usize];
            for set in &group.scores {
                let own = set.point.of_runs();
                let of_runs = group.rosters.iter().filter(|(point, ..)| *point == own);
                let mut rosters = of_runs.map(|(.., roster)| roster);
                let Some(roster) = rosters.find(|roster| roster.error.is_none()) else { continue };
                let judgments = grid.set_name(&set.point).expect("scores are under judgments");
                let measure = grid.measure(&set.point).expect("scores are by a measure");
                let runs = grid.compared(&set.point);
                let of = [&at.name, kind_word(at.entry.descriptor.kind), &runs, judgments, &measure.name];
                let draw = group.instance.or(set.sample).map(i64::from);
                let matrix = set.matrix.as_ref().filter(|_| every_topic || judgments == "full");
                for (run, &mean) in set.summaries.iter().enumerate() {
                    let topics = matrix.map(|matrix| {
                        roster
                            .topics
                            .iter()
                            .enumerate()
                            .map(move |(at, name)| (&**name, matrix.score(run, at)))
                    });
                    for (topic, score) in topics.into_iter().flatten().chain([("all", Some(mean))]) {
                        let of_row = of.into_iter().chain([&*roster.runs[run], &*roster.teams[run], topic]);
                        for (column, value) in rows.text.iter_mut().zip(of_row) {
                            let number = column.number(value);
                            column.push(number);
                        }
                        rows.draw.push(draw);
                        rows.score.push(score);
                        if rows.score.len() == ROW_GROUP {
                            add(&std::mem::take(&mut rows).frame())?;
                        }
                    }
                }
            }
        }
        add(&rows.frame())
    })
}

/// Some rows of scores.parquet.
#[derive(Default)]
struct Rows {
    text: [Shared; 8],
    draw: Vec<Option<i64>>,
    score: Vec<Option<f64>>,
}

impl Rows {
    fn frame(self) -> Frame {
        let [collection, kind, choice, judgments, measure, run, team, topic] = self.text.map(Values::Shared);
        Frame::default()
            .with("collection", "name of the collection", collection)
            .with("kind", KINDS, kind)
            .with(
                "draw",
                "draw of the twin, or of the sampled judgments; null where no draw changes the scores",
                Values::Whole(self.draw),
            )
            .with("runs", RUNS, choice)
            .with("judgments", "judgment set", judgments)
            .with("measure", "full name of the measure", measure)
            .with("run", "name of the run", run)
            .with("team", "team of the run", team)
            .with("topic", "topic; `all` is the summary over topics (mostly the mean), emptied ones as 0", topic)
            .with(
                "score",
                "the score; null where the judgment set took away what the measure needs of the topic (a relevant document)",
                Values::Number(self.score),
            )
    }
}
