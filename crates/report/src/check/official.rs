//! Compares the scores that a collection's makers published for real runs with computed ones.

use rejudge_names::plural::{counted, of_number};

use super::Computed;
use super::check_row::CheckRow;
use super::computed::{compare, compare_with_draws};
use super::left_out::LeftOut;
use super::trec_eval_output::output;
use rejudge_experiment::grid::Grid;
use rejudge_experiment::printed::{CheckFailure, CheckOutcome, Counts, Expected, Explained, Official};

/// The numbers of one section of `expected.official`.
#[derive(Clone, Debug, Default)]
pub struct CheckedOfficial<'a> {
    /// The numbers that have a row of their own.
    pub rows: Vec<CheckRow<'a>>,
    /// The outcomes of the numbers that are counted, but not listed.
    pub counts: Counts,
}

/// Checks the scores that a collection's makers published.
pub(super) fn official<'e>(
    grid: &Grid,
    expected: &'e Expected,
    computed: Option<&'e Computed>,
    has_results: &dyn Fn(&str) -> bool,
    left_out: &LeftOut<'_>,
    failures: &mut Vec<CheckFailure>,
) -> anyhow::Result<Vec<CheckedOfficial<'e>>> {
    let tables: &'e [_] = computed.map_or(&[], |computed| computed.tables.as_slice());
    let mut checked = Vec::new();
    for official in &expected.official {
        failures.extend(official.failure.clone());
        if !has_results(&official.collection) && left_out.has_named(&official.collection) {
            checked.push(CheckedOfficial::default());
            continue;
        }
        if let Some(judgments) = official.judgments.as_ref().filter(|_| official.is_available) {
            let computed = computed.filter(|_| has_results(&official.collection));
            let counts = output(grid, official, judgments, (computed, left_out), failures)?;
            checked.push(CheckedOfficial { rows: Vec::new(), counts });
            continue;
        }
        let by_topic = match (&official.measure, computed.filter(|_| has_results(&official.collection))) {
            (Some(measure), Some(computed)) if official.is_available => {
                Some(computed.topic_scores(&official.collection, measure)?)
            }
            _ => None,
        };
        let mut rows = Vec::new();
        for cell in &official.cells {
            let mut row = match &by_topic {
                Some(scores) => {
                    let score = scores.get(&(cell.address.row.clone(), cell.address.column.clone()));
                    let mut row = compare_with_draws(cell, &[score.copied().into_iter().collect()]);
                    if row.outcome == CheckOutcome::Mismatch && official.explained(cell).is_some() {
                        row.outcome = CheckOutcome::KnownDifference;
                    }
                    row
                }
                None => compare(cell, tables, None, has_results),
            };
            let measure = official.measure.as_ref().unwrap_or(&cell.address.column);
            if row.outcome == CheckOutcome::NotComputed && left_out.has_measure(&official.collection, measure)
            {
                row.outcome = CheckOutcome::LeftOut;
            }
            failures.extend(row.failure());
            rows.push(row);
        }
        let is_left_out = rows.iter().any(|row| row.outcome == CheckOutcome::LeftOut);
        if by_topic.is_some() && !is_left_out {
            failures.extend(
                official
                    .wire
                    .explained
                    .iter()
                    .filter_map(|explained| wrong_count(official, explained, &rows)),
            );
        }
        checked.push(CheckedOfficial { rows, counts: Counts::default() });
    }
    Ok(checked)
}

/// Returns a failure if the number of differing scores of a topic is not the number that `explained` gives.
fn wrong_count(official: &Official, explained: &Explained, rows: &[CheckRow<'_>]) -> Option<CheckFailure> {
    let differs = |row: &&CheckRow<'_>| {
        row.cell.address.row == explained.topic && row.outcome == CheckOutcome::KnownDifference
    };
    let differing = rows.iter().filter(differs).count();
    (differing != explained.numbers).then(|| {
        let name = &official.wire.file.value;
        let (scores, differ) = (counted(differing, "score"), of_number(differing, "differs", "differ"));
        let Explained { topic, numbers, .. } = explained;
        let message = format!("{name}: {scores} of topic {topic} {differ}, expected {numbers}");
        CheckFailure::new(CheckOutcome::Mismatch, &official.table, official.wire.file.at.as_ref(), &message)
    })
}
