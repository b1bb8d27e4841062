//! Compares twins with an independent implementation of the model, and uses them as collections with known
//! true effects.

mod group_change;
mod prototype;
mod prototype_figures;
