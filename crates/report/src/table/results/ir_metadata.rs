//! Provenance of results, in the format of ir_metadata (Breuer, Keller and Schaer, SIGIR 2022; ir-metadata.org).
//!
//! The person, the machine and the commit of the run are left out, so that the file is the same wherever the results
//! are computed. The fields `kind` of a test collection and `title` of a publication are additions, which the schema
//! permits.

use std::collections::BTreeSet;

use anyhow::Result;
use serde::Serialize;

use crate::table::kind_word;
use rejudge_experiment::grid::{Grid, Statistic};
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_stats::Correction;

/// The file.
pub(crate) const IR_METADATA: &str = "ir-metadata.yml";

#[derive(Serialize)]
struct Metadata<'a> {
    #[serde(rename = "schema version")]
    schema_version: f64,
    platform: Platform,
    #[serde(rename = "research goal")]
    research_goal: Goal<'a>,
    implementation: Implementation,
    data: Data<'a>,
}

#[derive(Serialize)]
struct Platform {
    software: Software,
}

#[derive(Serialize)]
struct Software {
    libraries: Vec<String>,
}

#[derive(Serialize)]
struct Goal<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    venue: Option<Named<'a>>,
    publication: Publication<'a>,
    evaluation: Evaluation<'a>,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
}

#[derive(Serialize)]
struct Publication<'a> {
    title: &'a str,
}

#[derive(Serialize)]
struct Evaluation<'a> {
    #[serde(rename = "reported measures")]
    reported_measures: Vec<&'a str>,
    #[serde(rename = "significance test", skip_serializing_if = "BTreeSet::is_empty")]
    significance_test: BTreeSet<SignificanceTest>,
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct SignificanceTest {
    name: String,
    #[serde(rename = "correction method", skip_serializing_if = "Option::is_none")]
    correction: Option<String>,
}

#[derive(Serialize)]
struct Implementation {
    executable: Executable,
    source: Source,
}

#[derive(Serialize)]
struct Executable {
    cmd: String,
}

#[derive(Serialize)]
struct Source {
    lang: [&'static str; 1],
}

#[derive(Serialize)]
struct Data<'a> {
    #[serde(rename = "test collection")]
    test_collection: Vec<Collection<'a>>,
}

#[derive(Serialize)]
struct Collection<'a> {
    name: &'a str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
}

/// Returns the file in the format of ir_metadata, as far as the experiment and the `only` of its run determine its
/// fields.
pub(crate) fn ir_metadata(grid: &Grid, only: &[String]) -> Result<Vec<u8>> {
    let paper = grid.paper.as_ref().filter(|paper| !paper.title.is_empty());
    // Nothing was computed on a collection without data.
    let here = grid.collections.iter().filter(|of| of.entry.available());
    let metadata = Metadata {
        schema_version: 0.1,
        platform: Platform {
            software: Software { libraries: vec![format!("rejudge {}", env!("CARGO_PKG_VERSION"))] },
        },
        research_goal: Goal {
            venue: grid.paper.as_ref().map(|paper| Named { name: &paper.venue }),
            publication: Publication { title: paper.map_or(&grid.title, |paper| &paper.title) },
            evaluation: Evaluation {
                reported_measures: grid.measures.iter().map(|measure| measure.name.as_str()).collect(),
                significance_test: grid.statistics.iter().filter_map(test).collect(),
            },
        },
        implementation: Implementation {
            executable: Executable { cmd: command(grid, only)? },
            source: Source { lang: ["rust"] },
        },
        data: Data { test_collection: here.map(collection).collect() },
    };
    Ok(serde_yaml::to_string(&metadata)?.into_bytes())
}

fn collection(of: &rejudge_experiment::grid::Collection) -> Collection<'_> {
    let about = &of.entry.descriptor;
    Collection {
        name: &about.title,
        kind: kind_word(about.kind),
        source: about.obtain.as_deref().map(str::trim),
    }
}

fn test(of: &Statistic) -> Option<SignificanceTest> {
    let (test, correction) = of.kind.test()?;
    let correction = (correction != Correction::None).then(|| to_compact(&correction));
    Some(SignificanceTest { name: test.to_string(), correction })
}

/// Returns the command line.
fn command(grid: &Grid, only: &[String]) -> Result<String> {
    let mut words = vec!["rejudge".to_owned(), "run".to_owned(), grid.id.clone()];
    words.extend(grid.overrides.iter().flat_map(|text| ["-s".to_owned(), text.clone()]));
    words.extend(only.iter().flat_map(|text| ["--only".to_owned(), text.clone()]));
    Ok(shlex::try_join(words.iter().map(String::as_str))?)
}
