//! The contents of the YAML files as typed structs, as they are written.
//!
//! `experiment` mirrors experiments/*/experiment.yaml with its `axes`, `draws` and the `rule`s on them, `measures` a
//! measure set, `tasks` the tasks of a survey, `catalogue` finds the collections; `schema` makes the schemas of all
//! these files for editors. `grid` resolves the meaning: the values of an axis, and the things that names
//! refer to.

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
pub use catalogue::{Catalogue, Entry};
pub use claim::{ClaimWire, OperandWire};
pub use condition::{At, Condition, Held, JUDGMENTS, Known, Numbers};
pub use draws::Draws;
pub use experiment::{Experiment, Named, OnCellError, Paper, Repooled, RunSettings};
pub use gains::GainRule;
pub use glob::{fits, fits_list, glob};
pub use measures::{MeasureAxis, read_set};
pub use rules::{EmptiedTopics, NoRelevant, RuleChoices, RuleDescription, Rules, TopicRule};
pub use schema::{experiment_schema, measures_schema, root as schema_root};
pub use sweep::Sweep;
pub use table::{Cells, Dimension, Line, Lines, Over, Plot, PlotAxes, Quantity, Table};
pub use take::{AggregatedCell, Only, Take};
pub use tasks::{Link, Task, Tasks};
pub use versus::Versus;
pub(crate) use versus::versus_judgments;
