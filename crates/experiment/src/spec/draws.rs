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
    /// Draws of a verdict on a claim.
    pub verdicts: u32,
}

/// The draws of a verdict: the share of 200 has a standard error of .02 at the limits .1 and .9.
const VERDICTS: NonZeroU32 = NonZeroU32::new(200).expect("it is not 0");

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
    /// Draws of a verdict on a claim on real runs, each a choice of runs and a bootstrap sample of the topics
    #[serde(default = "verdicts")]
    verdicts: NonZeroU32,
}

fn verdicts() -> NonZeroU32 {
    VERDICTS
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
        let ByKind { simulated, open, licensed, own, verdicts } = match written {
            Shaped::Scalar(n) | Shaped::List(n) => {
                ByKind { simulated: n, open: n, licensed: n, own: None, verdicts: VERDICTS }
            }
            Shaped::Map(by_kind) => by_kind,
        };
        let [simulated, open, licensed, own, verdicts] =
            [simulated, open, licensed, own.unwrap_or(open), verdicts].map(NonZeroU32::get);
        Self { simulated, open, licensed, own, verdicts }
    }
}
