//! Twins, compared with an independent implementation of the model, and as collections whose truth is known.

mod group_change;
mod prototype;
mod prototype_figures;
