//! The discount and the divisor of each measure of novelty; the common sum is in `novelty.rs`.

use crate::diversity::measure::*;
use std::fmt::Debug;

/// The discount of a rank.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Decay {
    /// 1/log2(1 + r).
    Log2,
    /// 1/r.
    Reciprocal,
    /// β^(r-1).
    Patience,
}

/// The divisor of S.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Over {
    /// S of a list on which every document is relevant to every intent.
    Perfection,
    /// S of the greedy ideal list.
    Ideal,
    /// 1 / (1 - (1 - α) β).
    Rate,
}

/// Turns the sum S into a measure.
pub(crate) trait Form: Clone + Debug {
    /// The description.
    const ENTRY: Entry;
    /// The discount.
    const DECAY: Decay;
    /// The divisor.
    const OVER: Over;
}

const ALPHA: Parameter = Parameter::new(
    "alpha",
    "what a document for an intent takes from the worth of the next: nothing (0) to all (1)",
    Domain::Share,
    Some("0.5"),
);

const BETA: Parameter = Parameter::new(
    "beta",
    "patience: probability of going on to the next document",
    Domain::Proportion,
    Some("0.5"),
);

/// A form is its entry, its discount and its divisor.
macro_rules! forms {
    ($($form:ident: $name:literal, $title:literal, $over_what:literal, $d:literal, $parameters:expr,
       $cutoff:ident, $source:literal, Decay::$kind:ident, Over::$over:ident;)+) => { $(
        #[derive(Clone, Debug)]
        pub(crate) struct $form;

        impl Form for $form {
            const ENTRY: Entry = Entry {
                name: $name,
                title: $title,
                formula: concat!($over_what, ", S = Σ d(r) Σ Pr(i|q) M_i(r) (1-α)^c_i(r), d(r) = ", $d, "; Pr as in AP_IA"),
                parameters: $parameters,
                cutoff: Cutoff::$cutoff,
                relevance: Relevance::Binary,
                summary: Summary::Mean,
                higher_is_better: true,
                source: $source,
            };
            const DECAY: Decay = Decay::$kind;
            const OVER: Over = Over::$over;
        }
    )+ };
}

forms! {
    AlphaDcg: "alpha_DCG", "novelty-biased discounted cumulative gain",
        "S / Σ d(r) (1-α)^(r-1)", "1/log2(1+r)", &[ALPHA, WEIGHTS], Required,
        "Clarke et al., SIGIR 2008; ndeval, alpha-DCG", Decay::Log2, Over::Perfection;
    AlphaNdcg: "alpha_nDCG", "novelty-biased nDCG",
        "S / S_I", "1/log2(1+r), S_I of the greedy ideal list", &[ALPHA, WEIGHTS], Required,
        "Clarke et al., SIGIR 2008; ndeval, alpha-nDCG", Decay::Log2, Over::Ideal;
    ErrIa: "ERR_IA", "binary intent-aware expected reciprocal rank",
        "S / Σ d(r) (1-α)^(r-1)", "1/r; every relevant document satisfies with probability α", &[ALPHA, WEIGHTS], Required,
        "ndeval, ERR-IA, after Chapelle et al., CIKM 2009", Decay::Reciprocal, Over::Perfection;
    NerrIa: "nERR_IA", "binary intent-aware expected reciprocal rank over that of the ideal list",
        "S / S_I", "1/r, S_I of the greedy ideal list; every relevant document satisfies with probability α",
        &[ALPHA, WEIGHTS], Required, "ndeval, nERR-IA, after Chapelle et al., CIKM 2009", Decay::Reciprocal, Over::Ideal;
    Nrbp: "NRBP", "novelty- and rank-biased precision",
        "(1 - (1-α) β) S", "β^(r-1)", &[ALPHA, BETA, WEIGHTS], Never,
        "Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval, NRBP", Decay::Patience, Over::Rate;
    Nnrbp: "nNRBP", "novelty- and rank-biased precision over that of the ideal list",
        "S / S_I", "β^(r-1), S_I of the greedy ideal list", &[ALPHA, BETA, WEIGHTS], Never,
        "Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval, nNRBP", Decay::Patience, Over::Ideal;
}
