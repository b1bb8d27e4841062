//! YAML as a tree in which every value has its file, line and column.
//!
//! Every YAML file of a user is read here. `parse` turns a file into [`Node`]s, `overlay` merges files
//! (`extends` finds the inherited file, `paths` the key that was meant), and `de` reads the tree into typed
//! structs through serde. So an unknown key, a wrong type, and a semantic error that is found much later are
//! all shown at their line. The only exception is the audit. It reads its own sentences, which are built into
//! the program, and single values with serde_yaml, without positions.

mod compact;
mod de;
mod error;
mod extends;
mod node;
mod numbers;
mod overlay;
mod parse;
mod paths;
mod spanned;

pub use compact::{call, choices, from_compact, name_and_parameters, to_compact};
pub(crate) use compact::{from_fields, names_of, typed_node};
pub use de::from_node;
pub use error::YamlError;
pub use extends::experiment_names;
pub use node::{Node, Position, Source, Value};
pub(crate) use numbers::read_scalar;
pub use numbers::{Fraction, WholeNumber};
pub(crate) use overlay::load_with_extends;
pub(crate) use overlay::with_full_path;
pub use overlay::{apply_override, merged};
pub use parse::{parse, read};
pub use paths::steps;
pub(crate) use spanned::relayed;
pub use spanned::{OneOrMany, Shaped, Spanned};
