//! The numbers of draws of an experiment, as written.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::spec::yaml::Shaped;

/// Number of draws: one for all kinds of collection, or one a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(from = "Shaped<NonZeroU32, NonZeroU32, ByKind>")]
pub struct Draws {
    pub simulated: u32,
    pub open: u32,
    pub licensed: u32,
    pub own: u32,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "DrawsByKind")]
#[serde(deny_unknown_fields)]
struct ByKind {
    /// Draws of each twin
    #[serde(default = "one")]
    simulated: NonZeroU32,
    /// Number of random draws for an open collection
    #[serde(default = "one")]
    open: NonZeroU32,
    /// The same for a licensed one
    #[serde(default = "one")]
    licensed: NonZeroU32,
    /// The same for your own; absent: as for an open one
    own: Option<NonZeroU32>,
}

fn one() -> NonZeroU32 {
    NonZeroU32::MIN
}

impl Default for Draws {
    fn default() -> Self {
        Shaped::Scalar(one()).into()
    }
}

impl From<Shaped<NonZeroU32, NonZeroU32, ByKind>> for Draws {
    fn from(written: Shaped<NonZeroU32, NonZeroU32, ByKind>) -> Self {
        let ByKind { simulated, open, licensed, own } = match written {
            Shaped::Scalar(n) | Shaped::List(n) => ByKind { simulated: n, open: n, licensed: n, own: None },
            Shaped::Map(by_kind) => by_kind,
        };
        let [simulated, open, licensed, own] =
            [simulated, open, licensed, own.unwrap_or(open)].map(NonZeroU32::get);
        Self { simulated, open, licensed, own }
    }
}
