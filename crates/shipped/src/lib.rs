//! Files that a program brings along, seen where they would lie in the working folder.
//!
//! An experiment, a description or a scheme that the working folder has itself goes before the one of the
//! same name that is brought along, with all that lies in its folder: files of two experiments are never
//! mixed. A description is a file, and its data a folder beside it, each by itself. A program that brings
//! nothing along has the files of the disk alone.

#![forbid(unsafe_code)]

mod brought;
mod read;
mod shelf;

pub use brought::{Brought, Files, bring};
pub use read::{entries, in_place, is_dir, is_file, own_and_other};
