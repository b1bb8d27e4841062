//! The numbers of draws of an experiment.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::spec::yaml::Shaped;

/// The number of draws: one number for all kinds of collections, or a map with a number for each kind and for
/// verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(from = "Shaped<NonZeroU32, NonZeroU32, ByKind>")]
pub struct Draws {
    pub simulated: u32,
    pub open: u32,
    pub licensed: u32,
    pub own: u32,
    /// The number of draws for a verdict on a claim.
    pub verdicts: u32,
}

/// The default for verdicts. With 200 draws, a share of .1 or .9, at which a verdict changes, has a standard
/// error of .02.
const VERDICTS: NonZeroU32 = NonZeroU32::new(200).expect("200 is not 0");

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "DrawsByKind")]
#[serde(deny_unknown_fields)]
struct ByKind {
    /// The number of draws of each twin
    #[serde(default = "one")]
    simulated: NonZeroU32,
    /// The number of random draws for an open collection
    #[serde(default = "one")]
    open: NonZeroU32,
    /// The number of random draws for a licensed collection
    #[serde(default = "one")]
    licensed: NonZeroU32,
    /// The number of random draws for your own collection. By default it is the number for an open collection
    own: Option<NonZeroU32>,
    /// The number of draws for a verdict on real runs. Each draw is a choice of runs with a bootstrap sample
    /// of the topics. The number has no effect on claims about statistics that cannot be computed on such a sample
    #[serde(default = "default_verdicts")]
    verdicts: NonZeroU32,
}

fn default_verdicts() -> NonZeroU32 {
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
            Shaped::Scalar(draws) | Shaped::List(draws) => {
                ByKind { simulated: draws, open: draws, licensed: draws, own: None, verdicts: VERDICTS }
            }
            Shaped::Map(by_kind) => by_kind,
        };
        let [simulated, open, licensed, own, verdicts] =
            [simulated, open, licensed, own.unwrap_or(open), verdicts].map(NonZeroU32::get);
        Self { simulated, open, licensed, own, verdicts }
    }
}
