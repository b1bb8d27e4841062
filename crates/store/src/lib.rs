//! Files that are written whole or not at all, a cache of finished cells, locks, and the reading of ordinary files. This
//! crate knows nothing about retrieval.

#![forbid(unsafe_code)]

pub mod atomic;
pub mod cache;
mod cell_file;
pub mod lock;
pub mod ordinary_file;
