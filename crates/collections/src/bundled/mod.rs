//! The bundled files of a program, which appear as if they were in the working folder.
//!
//! An experiment, a description or a scheme in the working folder overrides the bundled one of the same name,
//! with its whole folder: files of two experiments are never mixed. A description is a file, and its data a
//! folder next to it; each is overridden separately. A program without bundled files sees only the files on
//! disk.

mod overridable;
mod read;
mod registry;

pub use read::{entries, in_place, is_dir, is_file, own_and_other};
pub use registry::{Bundled, Files, bring};
