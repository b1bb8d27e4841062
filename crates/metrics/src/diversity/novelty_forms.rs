//! Which discount and which divisor make which measure of novelty of the one sum in `novelty.rs`.

use std::fmt::Debug;

use crate::registry::{Cutoff, Domain, Entry, Parameter, Relevance, Summary};

/// What a rank is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Decay {
    /// 1/log2(1 + r).
    Log2,
    /// 1/r.
    Reciprocal,
    /// β^(r-1).
    Patience,
}

/// By what S is divided.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Over {
    /// S of a list on which every document is relevant to every intent.
    Perfection,
    /// S of the greedy ideal list.
    Ideal,
    /// 1 / (1 - (1 - α) β).
    Rate,
}

/// What makes a measure of the sum S.
pub(crate) trait Form: Clone + Debug {
    /// The description.
    const ENTRY: Entry;
    /// The discount.
    const DECAY: Decay;
    /// The divisor.
    const OVER: Over;
}

const ALPHA: Parameter = Parameter {
    name: "alpha",
    meaning: "what a document for an intent takes from the worth of the next: nothing (0) to all (1)",
    domain: Domain::Share,
    default: Some("0.5"),
    only_with: None,
};

const BETA: Parameter = Parameter {
    name: "beta",
    meaning: "patience: probability of going on to the next document",
    domain: Domain::Proportion,
    default: Some("0.5"),
    only_with: None,
};

/// The description of a measure at a cutoff.
const fn at_cutoff(
    name: &'static str,
    title: &'static str,
    formula: &'static str,
    source: &'static str,
) -> Entry {
    let (parameters, cutoff) = (&[ALPHA], Cutoff::Required);
    let (relevance, summary) = (Relevance::Binary, Summary::Mean);
    Entry { name, title, formula, parameters, cutoff, relevance, summary, source }
}

#[derive(Clone, Debug)]
pub(crate) struct AlphaDcg;

impl Form for AlphaDcg {
    const ENTRY: Entry = at_cutoff(
        "alpha_DCG",
        "novelty-biased discounted cumulative gain",
        "S / Σ d(r) (1-α)^(r-1), S = Σ d(r) Σ Pr(i|q) M_i(r) (1-α)^c_i(r), d(r) = 1/log2(1+r)",
        "Clarke et al., SIGIR 2008; ndeval, alpha-DCG",
    );
    const DECAY: Decay = Decay::Log2;
    const OVER: Over = Over::Perfection;
}

#[derive(Clone, Debug)]
pub(crate) struct AlphaNdcg;

impl Form for AlphaNdcg {
    const ENTRY: Entry = at_cutoff(
        "alpha_nDCG",
        "novelty-biased nDCG",
        "S / S_I, S = Σ d(r) Σ Pr(i|q) M_i(r) (1-α)^c_i(r), d(r) = 1/log2(1+r), S_I of the greedy ideal list",
        "Clarke et al., SIGIR 2008; ndeval, alpha-nDCG",
    );
    const DECAY: Decay = Decay::Log2;
    const OVER: Over = Over::Ideal;
}

#[derive(Clone, Debug)]
pub(crate) struct ErrIa;

impl Form for ErrIa {
    const ENTRY: Entry = at_cutoff(
        "ERR_IA",
        "intent-aware expected reciprocal rank",
        "S / Σ d(r) (1-α)^(r-1), S = Σ d(r) Σ Pr(i|q) M_i(r) (1-α)^c_i(r), d(r) = 1/r",
        "Chapelle et al., CIKM 2009; ndeval, ERR-IA",
    );
    const DECAY: Decay = Decay::Reciprocal;
    const OVER: Over = Over::Perfection;
}

#[derive(Clone, Debug)]
pub(crate) struct NerrIa;

impl Form for NerrIa {
    const ENTRY: Entry = at_cutoff(
        "nERR_IA",
        "intent-aware expected reciprocal rank over that of the ideal list",
        "S / S_I, S = Σ d(r) Σ Pr(i|q) M_i(r) (1-α)^c_i(r), d(r) = 1/r, S_I of the greedy ideal list",
        "Chapelle et al., CIKM 2009; ndeval, nERR-IA",
    );
    const DECAY: Decay = Decay::Reciprocal;
    const OVER: Over = Over::Ideal;
}

#[derive(Clone, Debug)]
pub(crate) struct Nrbp;

impl Form for Nrbp {
    const ENTRY: Entry = Entry {
        name: "NRBP",
        title: "novelty- and rank-biased precision",
        formula: "(1 - (1-α) β) S, S = Σ d(r) Σ Pr(i|q) M_i(r) (1-α)^c_i(r), d(r) = β^(r-1)",
        parameters: &[ALPHA, BETA],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval, NRBP",
    };
    const DECAY: Decay = Decay::Patience;
    const OVER: Over = Over::Rate;
}

#[derive(Clone, Debug)]
pub(crate) struct Nnrbp;

impl Form for Nnrbp {
    const ENTRY: Entry = Entry {
        name: "nNRBP",
        title: "novelty- and rank-biased precision over that of the ideal list",
        formula: "S / S_I, S = Σ d(r) Σ Pr(i|q) M_i(r) (1-α)^c_i(r), d(r) = β^(r-1), S_I of the greedy ideal list",
        parameters: &[ALPHA, BETA],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        source: "Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval, nNRBP",
    };
    const DECAY: Decay = Decay::Patience;
    const OVER: Over = Over::Ideal;
}
