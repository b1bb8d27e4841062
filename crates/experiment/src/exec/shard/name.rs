//! The name of a shard: `2/8`, the second of eight.

use std::fmt;
use std::str::FromStr;

/// One of several shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u32,
    /// The number of shards.
    pub of: u32,
}

/// Text that is not the name of a shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found `{0}`, expected K/N with K from 1 to N, such as 2/8")]
pub struct ShardNameError(String);

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardNameError;

    fn from_str(text: &str) -> Result<Self, ShardNameError> {
        let parse = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&number).then_some(Self { number, of })
        };
        parse().ok_or_else(|| ShardNameError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_others_are_refused() {
        for text in ["1/1", "2/8", "8/8", "1/4294967295"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "2", "2/", "/8", "0/8", "9/8", "1/0", "a/8", "1/4294967296", "slice:1/8"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardNameError(text.to_owned())));
        }
    }
}
