//! Typed structs for the contents of the YAML files, as they are written.
//!
//! `experiment` has the structure of experiments/*/experiment.yaml, with its `axes`, `draws` and `rules`.
//! `measures` is a measure set, `tasks` the tasks of a survey, and `catalogue` finds collections. `schema`
//! makes JSON Schemas of all these files for editors. The module `grid` resolves the meaning of the files:
//! the values of an axis, and the things that names refer to.

mod axes;
mod catalogue;
mod claim;
mod condition;
mod draws;
mod experiment;
mod gains;
mod glob;
mod measures;
mod rules;
mod schema;
mod sweep;
mod table;
mod take;
mod tasks;
mod versus;
pub mod yaml;

pub use axes::{Axes, Axis, Excluded, Included, Linked, Selector};
pub use catalogue::{Catalogue, CatalogueEntry};
pub use claim::{ClaimWire, OperandWire};
pub use condition::{Condition, ConditionOutcome, JUDGMENTS, Numbers, ParameterValue, RoundedNumber};
pub use draws::Draws;
pub use experiment::{Experiment, Named, OnCellError, Paper, Repooled, RunSettings};
pub use gains::GainRule;
pub use glob::{fits, fits_list};
pub use measures::{MeasureAxis, read_set};
pub use rules::{EmptiedTopics, NoRelevant, RuleChoices, RuleDescription, Rules, TopicRule};
pub use schema::{experiment_schema, measures_schema, root as schema_root};
pub use sweep::Sweep;
pub use table::{Cells, Dimension, Line, Lines, Over, Plot, PlotAxes, Quantity, Table};
pub use take::{AggregatedCell, Only, Take};
pub use tasks::{Link, Task, Tasks};
pub use versus::Versus;
pub(crate) use versus::versus_judgments;
