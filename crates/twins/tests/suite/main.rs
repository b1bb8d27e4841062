//! Compares twins with an independent implementation of the model, and uses them as collections whose true effects are
//! known.

mod group_change;
mod prototype;
mod prototype_figures;
