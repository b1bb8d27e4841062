//! The numbers of draws of an experiment, as written.

use std::fmt;
use std::num::NonZeroU32;

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};

/// Number of draws: one for all kinds of collection, or one a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawsWire {
    /// Draws of a twin.
    pub simulated: u32,
    /// Draws of the choice of runs of an open collection.
    pub open: u32,
    /// The same of a licensed one.
    pub licensed: u32,
    /// The same of a user's own; where it is not said, as of an open one.
    pub own: u32,
}

/// The keys of `draws`; an enum, so that a wrong key is reported at its own position.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "kebab-case")]
enum KindKey {
    Simulated,
    Open,
    Licensed,
    Own,
}

impl Default for DrawsWire {
    fn default() -> Self {
        Self { simulated: 1, open: 1, licensed: 1, own: 1 }
    }
}

impl<'de> Deserialize<'de> for DrawsWire {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shape;
        impl<'de> Visitor<'de> for Shape {
            type Value = DrawsWire;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of draws, or one for each of simulated, open, licensed, own")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<DrawsWire, E> {
                let n = text.parse().ok().filter(|&n: &u32| n > 0);
                let n =
                    n.ok_or_else(|| E::custom(format!("found `{text}`, expected a number of draws from 1")))?;
                Ok(DrawsWire { simulated: n, open: n, licensed: n, own: n })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<DrawsWire, A::Error> {
                let (mut draws, mut own) = (DrawsWire::default(), None);
                while let Some(key) = map.next_key()? {
                    let times = map.next_value::<NonZeroU32>()?.get();
                    match key {
                        KindKey::Simulated => draws.simulated = times,
                        KindKey::Open => draws.open = times,
                        KindKey::Licensed => draws.licensed = times,
                        KindKey::Own => own = Some(times),
                    }
                }
                Ok(DrawsWire { own: own.unwrap_or(draws.open), ..draws })
            }
        }
        deserializer.deserialize_any(Shape)
    }
}
