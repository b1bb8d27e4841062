//! YAML as a tree in which every value knows its file, line and column.
//!
//! Every YAML file of a user is read here. A file becomes [`Node`]s (`parse`), files are merged (`overlay`; `extends` finds
//! the file below, `paths` the key that was meant), and the tree is read into typed structs through serde (`de`), so that
//! an unknown key, a wrong type or a semantic error found much later can all point at their line. Only YAML that is built
//! into the program, such as the sentences of an audit, is read without places, by serde_yaml.

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

pub use compact::{call, choices, from_compact, named, to_compact};
pub(crate) use compact::{from_fields, names_of};
pub use de::from_node;
pub use error::YamlError;
pub use extends::names;
pub use node::{Node, Position, Source, Value};
pub(crate) use numbers::read_scalar;
pub use numbers::{Fraction, Whole};
pub(crate) use overlay::load_with_extends;
pub use overlay::{apply_override, merged};
pub use parse::{parse, read};
pub use paths::steps;
pub(crate) use spanned::relayed;
pub use spanned::{OneOrMany, Shaped, Spanned};
