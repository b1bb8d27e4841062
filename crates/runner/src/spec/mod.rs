//! What the YAML files say, as typed structs: the wire format and nothing else.
//!
//! `experiment` mirrors experiments/*/experiment.yaml, `measures` a measure set, `catalogue` finds
//! the collections. Meaning (which values an axis has, what a name refers to) is `grid`'s.

mod catalogue;
mod evaluation;
mod experiment;
mod measures;
mod shape;

pub use catalogue::{Catalogue, Entry};
pub use evaluation::{EmptiedTopics, Evaluation, EvaluationWire, NoRelevant, TopicRule};
pub use experiment::{
    AxesWire, DrawsWire, ExperimentWire, IncludeWire, JudgmentsWire, LinkedWire, Named, OnCellError,
    OnePerTeamWire, PaperWire, RunWire, RunsWire, StatisticWire, TauTies, TestWire,
};
pub use measures::{MeasureWire, read_set};
pub use shape::{CellsWire, LineWire, LinesWire, OnlyWire, Sweep, TableWire, Where};
