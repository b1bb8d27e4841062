//! What a form of output has to say of itself, and to write.

use super::{Content, ScoreOutput, ScoreRows, Sheet, Shown, SummaryOutput, Table};
use crate::{EvalError, PresetRules};

/// A form of output. One is a file here and a line of the registry in `mod.rs`.
pub trait Form: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// What help says of it.
    fn about(&self) -> &'static str;

    /// How names of such files end, if no other form's do.
    fn ending(&self) -> Option<&'static str> {
        None
    }

    /// Writes scores of any kind.
    ///
    /// # Errors
    /// When the form cannot hold them.
    fn rows(&self, rows: &ScoreRows<'_>, shown: Shown) -> Result<Content, EvalError>;

    /// Writes any other table.
    ///
    /// # Errors
    /// When the form cannot hold it.
    fn table(&self, table: Table, rules: &PresetRules) -> Result<Content, EvalError>;

    /// Writes the scores of measures.
    ///
    /// # Errors
    /// When the form cannot hold them.
    fn scores(&self, written: ScoreOutput<'_>) -> Result<Content, EvalError> {
        self.rows(&ScoreRows::of(written.scores, written.rules, written.shown), written.shown)
    }

    /// Writes summaries of measures.
    ///
    /// # Errors
    /// When the form cannot hold them.
    fn summaries(&self, written: SummaryOutput<'_>) -> Result<Content, EvalError> {
        let shown = Shown { per_topic: false, summary: true };
        self.rows(&ScoreRows::of_summaries(written.summaries, written.rules), shown)
    }

    /// Whether it rounds summaries by how the scores of topics differ.
    fn rounds(&self) -> bool {
        false
    }

    /// Whether it sums topics up in the order of the bytes of their names.
    fn sums_by_bytes(&self) -> bool {
        false
    }

    /// Whether it prints what trec_eval does: `runid`, `num_q` and Z-scores too, and nothing but scores.
    fn is_trec_evals(&self) -> bool {
        false
    }

    /// Whether topics and summary are rows of one table, told apart by the name of the topic.
    fn has_rows(&self) -> bool {
        true
    }
}

/// A form for people: it writes sheets, which are rounded and marked already.
pub trait SheetForm: Sync {
    /// Its name on the command line.
    const NAME: &'static str;

    /// What help says of it.
    const ABOUT: &'static str;

    /// How names of such files end, if no other form's do.
    const ENDING: Option<&'static str>;

    /// Writes sheets.
    fn sheets(sheets: Vec<Sheet>) -> Content;
}

impl<F: SheetForm> Form for F {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn about(&self) -> &'static str {
        F::ABOUT
    }

    fn ending(&self) -> Option<&'static str> {
        F::ENDING
    }

    fn rows(&self, rows: &ScoreRows<'_>, shown: Shown) -> Result<Content, EvalError> {
        Ok(F::sheets(vec![rows.sheet(shown)]))
    }

    fn table(&self, table: Table, _: &PresetRules) -> Result<Content, EvalError> {
        Ok(F::sheets(table.into_sheets()))
    }

    fn rounds(&self) -> bool {
        true
    }
}

/// Whatever went wrong while a text was written.
pub(super) fn failed(error: impl std::fmt::Display) -> EvalError {
    EvalError::Data(error.to_string())
}
