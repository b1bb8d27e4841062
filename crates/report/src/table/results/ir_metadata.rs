//! Provenance of results, in the format of ir_metadata (Breuer, Keller and Schaer, SIGIR 2022; ir-metadata.org).
//!
//! We leave out the person, the machine and the commit, so that the file is the same wherever the results are computed.
//! `kind` of a test collection and `title` of a publication are additions that the schema permits.

use std::collections::BTreeSet;

use anyhow::Result;
use serde_json::{Value, json};

use crate::table::kind_word;
use rejudge_experiment::grid::{Collection, Grid, Statistic};
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_stats::Correction;

/// The name of the file.
pub(crate) const IR_METADATA: &str = "ir-metadata.yml";

/// Returns the bytes of the file. It has the fields that follow from the experiment and from the run's `only`.
pub(crate) fn ir_metadata(grid: &Grid, only: &[String]) -> Result<Vec<u8>> {
    let paper = grid.paper.as_ref();
    let title = paper.map(|paper| &paper.title).filter(|title| !title.is_empty()).unwrap_or(&grid.title);
    let measures: Vec<&str> = grid.measures.iter().map(|measure| measure.name.as_str()).collect();
    let mut evaluation = json!({ "reported measures": measures });
    let tests: BTreeSet<(String, Option<String>)> = grid.statistics.iter().filter_map(test).collect();
    if !tests.is_empty() {
        let test = |(name, correction): &(String, Option<String>)| match correction {
            Some(correction) => json!({ "name": name, "correction method": correction }),
            None => json!({ "name": name }),
        };
        evaluation["significance test"] = tests.iter().map(test).collect();
    }
    let mut goal = json!({});
    if let Some(paper) = paper {
        goal["venue"] = json!({ "name": paper.venue });
    }
    goal["publication"] = json!({ "title": title });
    goal["evaluation"] = evaluation;
    // Collections without data are left out, because nothing was computed on them.
    let available = grid.collections.iter().filter(|collection| collection.entry.is_available());
    let metadata = json!({
        "schema version": 0.1,
        "platform": { "software": { "libraries": [format!("rejudge {}", env!("CARGO_PKG_VERSION"))] } },
        "research goal": goal,
        "implementation": { "executable": { "cmd": run_command(&grid.id, grid, only) }, "source": { "lang": ["rust"] } },
        "data": { "test collection": available.map(described).collect::<Vec<_>>() },
    });
    Ok(serde_yaml::to_string(&metadata)?.into_bytes())
}

fn described(collection: &Collection) -> Value {
    let descriptor = &collection.entry.descriptor;
    let mut out = json!({ "name": descriptor.title, "kind": kind_word(descriptor.kind) });
    if let Some(source) = &descriptor.obtain {
        out["source"] = source.trim().into();
    }
    out
}

/// Returns the names of a statistic's significance test and correction, or `None` if the statistic is not a test.
fn test(statistic: &Statistic) -> Option<(String, Option<String>)> {
    let (test, correction) = statistic.kind.test()?;
    Some((test.to_string(), (correction != Correction::None).then(|| to_compact(&correction))))
}

/// Returns the command line of a run of `experiment`.
pub(crate) fn run_command(experiment: &str, grid: &Grid, only: &[String]) -> String {
    let mut words = vec!["rejudge", "run", experiment];
    words.extend(grid.overrides.iter().flat_map(|text| ["-s", text]));
    words.extend(only.iter().flat_map(|text| ["--only", text]));
    // Quoting fails only for a text with a NUL byte, which a command line argument cannot have.
    shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" "))
}
