//! What a shard is called: `hash:2/8`, the second of eight.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a plan is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Division {
    /// By a hash of collection and draw: what a shard has it keeps when the grid grows.
    Hash,
    /// By the place in the plan, so that all shards cost about the same.
    Slice,
}

/// One of several shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// How the plan is divided.
    pub division: Division,
    /// Which of them, from 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

/// Text that names no shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found `{0}`, expected hash:K/N or slice:K/N with K from 1 to N, such as hash:2/8")]
pub struct ShardNameError(String);

impl Shard {
    /// All shards of a division.
    pub fn all(division: Division, of: u32) -> impl Iterator<Item = Self> {
        (1..=of).map(move |number| Self { division, number, of })
    }

    /// Its name as that of a folder: `hash-2-of-8`.
    pub fn folder(&self) -> String {
        format!("{}-{}-of-{}", self.division, self.number, self.of)
    }
}

impl fmt::Display for Division {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hash => "hash",
            Self::Slice => "slice",
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}/{}", self.division, self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardNameError;

    fn from_str(text: &str) -> Result<Self, ShardNameError> {
        let parse = || {
            let (division, place) = text.split_once(':')?;
            let division = match division {
                "hash" => Division::Hash,
                "slice" => Division::Slice,
                _ => return None,
            };
            let (number, of) = place.split_once('/')?;
            let (number, of) = (whole(number)?, whole(of)?);
            (1..=of).contains(&number).then_some(Self { division, number, of })
        };
        parse().ok_or_else(|| ShardNameError(text.to_owned()))
    }
}

/// A whole number as it is printed: a shard has one name.
fn whole(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardNameError;

    fn try_from(text: String) -> Result<Self, ShardNameError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_others_are_refused() {
        for shard in Shard::all(Division::Hash, 3).chain(Shard::all(Division::Slice, 1)) {
            assert_eq!(shard.to_string().parse(), Ok(shard));
        }
        for text in [
            "",
            "hash",
            "hash:",
            "2/8",
            "hash:0/8",
            "hash:9/8",
            "hash:1/0",
            "hash:+1/8",
            "hash:01/8",
            "part:1/8",
        ] {
            assert_eq!(text.parse::<Shard>(), Err(ShardNameError(text.to_owned())));
        }
    }
}
