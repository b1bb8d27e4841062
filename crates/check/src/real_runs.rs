//! Numbers that makers of collections printed of their real runs, against computed ones.

use super::computed::{CellOutcome, compare};
use super::differs::differs;
use super::verdict::CheckedCell;
use rejudge_printed::gate::FailOn;
use rejudge_printed::{CheckSubject, Class, Expected, Failure, PrintedCell, RealRuns};
use rejudge_table::FilledTable;

/// Checks the numbers that makers of collections printed.
pub(super) fn official(
    expected: &Expected,
    tables: &[FilledTable],
    here: &dyn Fn(&str) -> bool,
    failures: &mut Vec<Failure>,
) -> Vec<Vec<CheckedCell>> {
    let mut all = Vec::new();
    for official in &expected.official {
        if let Some((at, message)) = &official.wrong {
            let (kind, about) = (FailOn::TranscriptionDiffers, CheckSubject::Transcription);
            failures.push(Failure { kind, about, at: Some(at.clone()), message: message.clone() });
        }
        let check = |cell: &PrintedCell| {
            let compared = compare(cell, tables, here);
            failures.extend(differs(cell, &compared));
            let class = match compared.outcome {
                CellOutcome::Match => Class::Recomputed,
                CellOutcome::Mismatch => Class::Contradicted,
                _ => Class::Unchecked,
            };
            CheckedCell { class, compared }
        };
        all.push(official.cells.iter().map(check).collect());
    }
    all
}

/// What became of the numbers of real runs, each counted once.
pub(super) fn real_runs(expected: &Expected, checked: &[Vec<CheckedCell>]) -> RealRuns {
    let mut total = RealRuns::default();
    for (official, checked) in expected.official.iter().zip(checked) {
        let (mut equal, mut off) = (0, 0);
        let mut waiting = if official.is_here { 0 } else { official.counted() };
        let counted = official.cells.iter().zip(checked).filter(|(cell, _)| official.counts(cell));
        for (_, checked) in counted {
            match checked.compared.outcome {
                CellOutcome::Match => equal += 1,
                CellOutcome::SkippedData => waiting += 1,
                _ => off += 1,
            }
        }
        total.count(official, equal, off, waiting);
    }
    total
}
