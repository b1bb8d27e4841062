//! What a shard leaves beside its packs: of which plan it is, which keys are its own, what came of them.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use serde::{Deserialize, Serialize};

use super::name::Shard;
use super::origin::Origin;
use rejudge_store::atomic::write_whole;
use rejudge_store::cache::Key;
use rejudge_store::ordinary_file;

/// Its file in the shard's folder.
pub const RECORD: &str = "shard.json";

/// The version of its form.
const SCHEMA: &str = "shard/v1";

/// How far a shard has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It computes; or it was killed, and could not say so.
    Started,
    /// A signal stopped it, or its first failing cell.
    Stopped,
    /// It has tried every cell.
    Finished,
}

/// A cell that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedCell {
    /// Its address.
    pub cell: String,
    /// Why.
    pub reason: String,
}

/// A shard's record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Record {
    schema: String,
    /// Of which plan it is.
    pub plan: Origin,
    /// Which of its shards this is.
    pub shard: Shard,
    /// Versions of rejudge that computed cells which this one found in its packs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_versions: Vec<String>,
    /// How far it has come.
    pub state: State,
    /// Its (collection, draw)s.
    pub groups: Vec<String>,
    /// Cells that failed.
    pub failed: Vec<FailedCell>,
    /// Keys of its own that its packs do not hold.
    #[serde(with = "as_text")]
    pub missing: Vec<Key>,
    /// Its own keys, in the order of the plan.
    #[serde(with = "as_text")]
    pub keys: Vec<Key>,
}

impl Record {
    /// The record of a shard that begins.
    pub fn new(plan: Origin, shard: Shard, groups: Vec<String>, keys: Vec<Key>, missing: Vec<Key>) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            plan,
            shard,
            earlier_versions: Vec::new(),
            state: State::Started,
            groups,
            failed: Vec::new(),
            missing,
            keys,
        }
    }

    /// Reads that of the shard in `folder`.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join(RECORD);
        let text = ordinary_file::read_to_string(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => {
                anyhow!("{} is no folder of a shard (no {RECORD} in it)", folder.display())
            }
            _ => anyhow!("cannot read {}: {error}", path.display()),
        })?;
        let record: Self =
            serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))?;
        let found = &record.schema;
        ensure!(found == SCHEMA, "{}: found the schema `{found}`, expected `{SCHEMA}`", path.display());
        Ok(record)
    }

    /// The versions of rejudge, but for this one, that computed what lies in `folder`: whatever form the
    /// record there has.
    pub fn earlier_versions_in(folder: &Path) -> Vec<String> {
        let text = ordinary_file::read_to_string(&folder.join(RECORD)).unwrap_or_default();
        let record: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let before = record["earlier-versions"].as_array().into_iter().flatten();
        let versions = before.chain([&record["plan"]["version"]]).filter_map(|version| version.as_str());
        let others: BTreeSet<String> =
            versions.filter(|version| *version != env!("CARGO_PKG_VERSION")).map(str::to_owned).collect();
        others.into_iter().collect()
    }

    /// Writes it.
    pub fn write(&self, folder: &Path) -> Result<()> {
        write_whole(&folder.join(RECORD), (serde_json::to_string_pretty(self)? + "\n").as_bytes())
    }
}

/// Keys as people see them elsewhere.
mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use rejudge_store::cache::Key;

    pub fn serialize<S: Serializer>(keys: &[Key], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(keys.iter().map(Key::to_string))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Key>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}
