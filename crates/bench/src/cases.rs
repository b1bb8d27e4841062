//! What can be timed.

use std::error::Error;

use crate::arguments::Arguments;
use crate::kernels::{Kernel, join, load, loto, parse, power, scores, tau};

/// A kernel with its name.
pub struct Case {
    pub name: &'static str,
    pub about: &'static str,
    /// Makes the inputs; what it returns is what is timed.
    pub prepare: fn(&Arguments) -> Result<Kernel, Box<dyn Error>>,
}

pub const CASES: &[Case] = &[
    Case { name: "parse", about: "run files in memory to ranked lists (RunFile)", prepare: parse::prepare },
    Case { name: "load", about: "files to a collection in memory (needs --files)", prepare: load::prepare },
    Case { name: "join", about: "rankings joined with the full judgments", prepare: join::prepare },
    Case { name: "scores", about: "AP, nDCG, bpref, infAP of joined runs", prepare: scores::four },
    Case {
        name: "scores-all-measures",
        about: "every measure by document of joined runs",
        prepare: scores::all,
    },
    Case {
        name: "loto",
        about: "judgment sets without a team each, joins, nine measures",
        prepare: loto::prepare,
    },
    Case { name: "power", about: "the paired bootstrap test of all pairs of runs", prepare: power::prepare },
    Case { name: "tau", about: "Kendall's tau-b of all pairs of rankings", prepare: tau::prepare },
];

pub fn find(name: &str) -> Result<&'static Case, String> {
    let names = || CASES.iter().map(|case| case.name).collect::<Vec<_>>().join(", ");
    CASES
        .iter()
        .find(|case| case.name == name)
        .ok_or_else(|| format!("no case `{name}`; there are {}", names()))
}
