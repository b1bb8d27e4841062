//! The arguments of `plan` and `run` that choose an experiment and change it.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_eval::{Preset, RequestedMeasures};
use rejudge_metrics::Metric;
use rejudge_session::RunRequest;

use super::Global;
use crate::cli::completion;

/// An experiment, and changes to it.
#[derive(Debug, ClapArgs)]
pub struct ExperimentArgs {
    /// Name of an experiment, or the path of a YAML file
    #[arg(add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: String,
    /// Change a value of the experiment: path=value, or path+=value to add to a list
    #[arg(short = 's', long = "set", value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Number of random draws, as -s draws=N
    #[arg(hide_short_help = true, long, value_name = "N")]
    pub draws: Option<NonZeroU32>,
    /// Root seed, as -s seed=N
    #[arg(hide_short_help = true, long, value_name = "N")]
    pub seed: Option<u64>,
    /// Apply a profile of the experiment
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Compute only part of the grid: axis=pattern,.. May be repeated
    #[arg(long, value_name = "SELECTOR")]
    pub only: Vec<String>,
    /// Cache folder, which processes and machines can share [default: $REJUDGE_CACHE, or .rejudge/cache]
    #[arg(hide_short_help = true, long, alias = "cache-dir", value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Folder of the results [default: results/<id>, or a folder under results/<id>/variants for a run with -s,
    /// --draws, --seed, --profile or --only]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
}

/// Returns a change of the measures in our spelling, as in `measures=[nDCG@10]` for `measures=ndcg@10`, and prints remarks on
/// the spelling. Returns `None` for other changes, if a name is not a measure, and if experiments can read all of the names
/// as typed.
fn with_respelled_measures(global: &Global, change: &str) -> Option<String> {
    let (path, names) = change.split_once('=')?;
    let names = names.trim().trim_start_matches('[').trim_end_matches(']');
    // `measures+=AP` adds one item, and a map combines measure sets.
    if !["measures", "measure", "axes.measure"].contains(&path) || names.starts_with('{') {
        return None;
    }
    let requested = RequestedMeasures::read(&[names.to_owned()], Preset::default()).ok()?;
    let all_can_be_read = requested.named().all(|(_, name)| name.parse::<Metric>().is_ok());
    let is_named = |metric: &Metric| requested.named().any(|(named, _)| named == metric);
    if all_can_be_read && requested.metrics.iter().all(is_named) {
        return None;
    }
    global.remarks(requested.notes);
    let items: Vec<String> = requested.metrics.iter().map(list_item).collect();
    Some(format!("{path}=[{}]", items.join(",")))
}

/// Returns the measure's name as an item of a YAML list.
fn list_item(metric: &Metric) -> String {
    let name = metric.to_string();
    if name.contains(',') { format!("\"{name}\"") } else { name }
}

impl ExperimentArgs {
    /// Returns the request to plan or run this experiment.
    pub fn request(&self, global: &Global) -> RunRequest {
        let Self { experiment, set, draws, seed, profile, only, cache, results } = self;
        let respelled =
            |change: &String| with_respelled_measures(global, change).unwrap_or_else(|| change.clone());
        RunRequest {
            places: global.places(),
            experiment: experiment.clone(),
            set: set.iter().map(respelled).collect(),
            draws: *draws,
            seed: *seed,
            profile: profile.clone(),
            only: only.clone(),
            cache: cache.clone(),
            results: results.clone(),
            ..RunRequest::default()
        }
    }
}
