//! Numbers that the makers of a collection or a paper printed for real runs and labels, against computed ones.

use rejudge_names::plural::{counted, of_number};
use std::collections::BTreeMap;

use super::Computed;
use super::checked_cell::CheckedCell;
use super::computed::{against, compare};
use super::outcome::CellOutcome;
use rejudge_experiment::printed::{
    CellKind, Expected, Explained, FailOn, Failure, Official, PrintedCell, RealNumbers,
};

/// Checks the numbers that makers of collections printed.
pub(super) fn official<'e>(
    expected: &'e Expected,
    computed: Option<&'e Computed>,
    here: &dyn Fn(&str) -> bool,
    failures: &mut Vec<Failure>,
) -> anyhow::Result<Vec<Vec<CheckedCell<'e>>>> {
    let tables: &'e [_] = computed.map_or(&[], |computed| computed.tables.as_slice());
    let mut all = Vec::new();
    for official in &expected.official {
        failures.extend(official.wrong.clone());
        let by_topic = match (&official.measure, computed.filter(|_| here(&official.collection))) {
            (Some(measure), Some(computed)) if official.is_here => {
                Some(computed.topic_scores(&official.collection, measure)?)
            }
            _ => None,
        };
        let mut check = |cell: &'e PrintedCell| {
            let checked = match &by_topic {
                Some(scores) => {
                    let score = scores.get(&(cell.address.row.clone(), cell.address.column.clone()));
                    explained(official, against(cell, &[score.copied().into_iter().collect()]))
                }
                None => compare(cell, tables, None, here),
            };
            failures.extend(checked.failure());
            checked
        };
        let checked: Vec<CheckedCell<'_>> = official.cells.iter().map(&mut check).collect();
        if by_topic.is_some() {
            failures
                .extend(official.wire.explained.iter().filter_map(|of| wrong_count(official, of, &checked)));
        }
        all.push(checked);
    }
    Ok(all)
}

/// Returns the comparison of a score by topic, whose difference may have a known reason.
fn explained<'e>(official: &Official, checked: CheckedCell<'e>) -> CheckedCell<'e> {
    match official.explained(checked.cell) {
        Some(_) if checked.outcome == CellOutcome::Mismatch => {
            CheckedCell { outcome: CellOutcome::KnownDifference, ..checked }
        }
        _ => checked,
    }
}

/// A failure if not as many scores of a topic differ as are explained.
fn wrong_count(official: &Official, of: &Explained, checked: &[CheckedCell<'_>]) -> Option<Failure> {
    let differs = |checked: &&CheckedCell<'_>| {
        checked.cell.address.row == of.topic && checked.outcome == CellOutcome::KnownDifference
    };
    let found = checked.iter().filter(differs).count();
    (found != of.numbers).then(|| {
        let name = &official.wire.file.value;
        let (scores, differ) = (counted(found, "score"), of_number(found, "differs", "differ"));
        let message = format!("{name}: {scores} of topic {} {differ}, expected {}", of.topic, of.numbers);
        Failure::new(FailOn::Mismatch, &official.table, official.wire.file.at.as_ref(), &message)
    })
}

/// Returns the outcome of the numbers of real runs and labels, each counted once.
pub(super) fn real_numbers(
    expected: &Expected,
    checked: &[Vec<CheckedCell<'_>>],
    cells: &[CheckedCell<'_>],
) -> RealNumbers {
    let mut total = RealNumbers::default();
    for (official, checked) in expected.official.iter().zip(checked) {
        let mut counts = [0, 0, 0, if official.is_here { 0 } else { official.counted() }];
        let counted = checked.iter().filter(|checked| official.counts(checked.cell));
        counted.for_each(|checked| counts[place(checked)] += 1);
        let of = (CellKind::RealRuns, official.collection.as_str());
        total.count(official.wire.sha256.value.clone(), of, counts);
    }
    let mut of_tables: BTreeMap<(&str, CellKind, &str), [usize; 4]> = BTreeMap::new();
    for checked in cells.iter().filter(|checked| checked.cell.kind.real().is_some()) {
        let PrintedCell { address, kind, .. } = checked.cell;
        let counts = of_tables.entry((&address.table, *kind, address.collection())).or_default();
        counts[place(checked)] += 1;
    }
    for ((table, kind, collection), counts) in of_tables {
        total.count(format!("{}/{table}/{collection}", expected.experiment), (kind, collection), counts);
    }
    total
}

/// Returns the count that a cell belongs to: equal, different, explained by a known erratum, or waiting for data.
fn place(checked: &CheckedCell<'_>) -> usize {
    match checked.outcome {
        CellOutcome::Match => 0,
        CellOutcome::KnownDifference => 2,
        CellOutcome::SkippedData => 3,
        // A number of real runs is compared with one value, not with draws; blank cells are not included.
        _ => 1,
    }
}
