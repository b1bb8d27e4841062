//! The identity of a plan: five texts that name the computation, its program, its settings and its data.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::grid::Grid;
use crate::grid::cache_key::CacheInputs;
use crate::grid::plan::Plan;
use crate::spec::yaml::{Node, Value};

/// Keys of an experiment that do not affect numbers. Tables choose cells, which are in the plan.
const OF_THE_PAGE: [&str; 9] =
    ["schema", "id", "title", "paper", "expected", "figures", "profiles", "run", "tables"];

/// The properties shared by all processes that compute one plan: `version-settings-absent-data-keys`, all but the first
/// as hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Version of rejudge.
    pub version: String,
    /// Hash of the experiment's values after merging, with its measures, and of `--only`.
    pub settings: String,
    /// Hash of the collections without data.
    pub absent: String,
    /// Hash of the files and models of the others.
    pub data: String,
    /// Hash of every key, in order.
    pub keys: String,
}

impl Identity {
    /// The identity of a plan; `only` are the selectors of `--only`.
    pub fn new(grid: &Grid, plan: &Plan, only: &[String]) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let absent = short(plan.without_data(grid).join("\n").as_bytes());
        Self { version, settings: settings(grid, only), absent, data: data(plan), keys: keys(plan) }
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, settings, absent, data, keys } = self;
        write!(f, "{version}-{settings}-{absent}-{data}-{keys}")
    }
}

impl FromStr for Identity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // A version may have a hyphen: 1.0.0-rc.1.
        let mut parts = text.rsplitn(5, '-').map(str::to_owned);
        let mut part = || parts.next().filter(|part| !part.is_empty());
        let (keys, data, absent, settings, version) = (part(), part(), part(), part(), part());
        let all = || {
            Some(Self { version: version?, settings: settings?, absent: absent?, data: data?, keys: keys? })
        };
        all().ok_or_else(|| format!("found `{text}`, expected the identity that `rejudge plan` prints"))
    }
}

fn settings(grid: &Grid, only: &[String]) -> String {
    let mut text = String::new();
    if let Value::Map(entries) = &grid.resolved.value {
        let mut entries: Vec<&(Node, Node)> = entries.iter().collect();
        entries.retain(|(key, _)| !OF_THE_PAGE.contains(&key.text().unwrap_or_default()));
        entries.sort_by_key(|(key, _)| key.text().unwrap_or_default());
        entries.into_iter().for_each(|(key, value)| {
            let _ = write!(text, "{}: ", key.text().unwrap_or_default());
            write_value(value, &mut text);
        });
    }
    // Measures may come from another file.
    let measures: Vec<&str> = grid.measures.iter().map(|measure| measure.name.as_str()).collect();
    let _ = write!(text, "{measures:?} {only:?}");
    short(text.as_bytes())
}

/// A value without the places that it comes from.
fn write_value(node: &Node, text: &mut String) {
    let _ = match &node.value {
        Value::Scalar { text: value, .. } => write!(text, "{value:?} "),
        Value::List(items) => {
            text.push('[');
            items.iter().for_each(|item| write_value(item, text));
            write!(text, "] ")
        }
        Value::Map(entries) => {
            text.push('{');
            for (key, value) in entries {
                write_value(key, text);
                write_value(value, text);
            }
            write!(text, "}} ")
        }
    };
}

fn data(plan: &Plan) -> String {
    let CacheInputs { content, judges, runs, .. } = &plan.cache_inputs;
    short(format!("{content:?} {judges:?} {runs:?}").as_bytes())
}

fn keys(plan: &Plan) -> String {
    let mut bytes = Vec::new();
    for group in &plan.groups {
        group.all_keys().for_each(|key| bytes.extend(key.bytes()));
    }
    short(&bytes)
}

fn short(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..8].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_reads_back() {
        for text in
            ["0.2.0-0123abcd-1123abcd-2123abcd-3123abcd", "1.0.0-rc.1-0123abcd-1123abcd-2123abcd-3123abcd"]
        {
            assert_eq!(text.parse::<Identity>().unwrap().to_string(), text);
        }
        for text in ["", "0123456789abcdef", "0.2.0-a-b-c-", "a-b-c-d"] {
            assert!(text.parse::<Identity>().is_err(), "{text}");
        }
    }
}
