//! scores.parquet and choices.parquet: who was compared, and what each run scored.

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

/// Scores: per topic for the full judgments (or for all, with `every_topic`), and the mean over topics
/// (topic `all`).
pub(super) fn scores(grid: &Grid, groups: &[GroupResult], every_topic: bool) -> Frame {
    // Millions of rows of few different names: a name is looked up once a matrix, a row holds its number.
    let mut text: [Shared; 8] = Default::default();
    let (mut draw, mut score) = (Vec::new(), Vec::new());
    for group in groups {
        let at = &grid.collections[group.collection as usize];
        for set in &group.scores {
            let own = set.point.of_runs();
            let roster = group.rosters.iter().filter(|(point, ..)| *point == own).map(|(.., roster)| roster);
            let Some(roster) = roster.into_iter().find(|roster| roster.error.is_none()) else { continue };
            let judgments = grid.set_name(&set.point).expect("scores are under judgments");
            let measure = grid.measure(&set.point).expect("scores are by a measure");
            let [collection, kind, choice, of, by, runs, teams, topics] = &mut text;
            let numbers = [
                collection.number(&at.name),
                kind.number(kind_word(at.entry.descriptor.kind)),
                choice.number(&grid.compared(&set.point)),
                of.number(judgments),
                by.number(&measure.name),
            ];
            let runs: Vec<u32> = roster.runs.iter().map(|name| runs.number(name)).collect();
            let teams: Vec<u32> = roster.teams.iter().map(|name| teams.number(name)).collect();
            let (all, of_topic) = (topics.number("all"), roster.topics.iter());
            let of_topic: Vec<u32> = of_topic.map(|name| topics.number(name)).collect();
            let mut push = |row: usize, topic: u32, value: Option<f64>| {
                let row = numbers.into_iter().chain([runs[row], teams[row], topic]);
                text.iter_mut().zip(row).for_each(|(column, number)| column.push(number));
                draw.push(group.instance.or(set.sample).map(i64::from));
                score.push(value);
            };
            let matrix = set.matrix.as_ref().filter(|_| every_topic || judgments == "full");
            for (row, &mean) in set.summaries.iter().enumerate() {
                if let Some(matrix) = matrix {
                    let scores =
                        of_topic.iter().enumerate().map(|(at, &topic)| (topic, matrix.score(row, at)));
                    scores.for_each(|(topic, value)| push(row, topic, value));
                }
                push(row, all, Some(mean));
            }
        }
    }
    let [collection, kind, choice, judgments, measure, run, team, topic] = text.map(Values::Shared);
    Frame::default()
        .with("collection", "name of the collection", collection)
        .with("kind", KINDS, kind)
        .with(
            "draw",
            "draw of the twin, or of the sampled judgments; null where no draw changes the scores",
            Values::Whole(draw),
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
            Values::Number(score),
        )
}
