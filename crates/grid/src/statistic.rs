//! What is asked of the scores, with references resolved.

use std::sync::Arc;

use rejudge_spec::StatisticWire;
use rejudge_spec::yaml::{Node, Spanned, YamlError};
use rejudge_statistics::{NamedMeasure, Names, OfTopicSets, STATISTICS, read};

use super::{Grid, Measure, Point};

/// A named statistic.
#[derive(Clone, Debug)]
pub struct Statistic {
    /// Its name in addresses and tables.
    pub name: String,
    /// What it is.
    pub kind: Arc<dyn rejudge_statistics::Statistic>,
}

/// The statistics of an experiment.
pub(super) struct Statistics {
    /// Those that could be read, in the order in which they are written.
    pub read: Vec<Statistic>,
    /// Names of the others: what names them is no second mistake.
    pub unread: Vec<String>,
}

impl Statistic {
    /// The point of a cell: without the axes that its statistic does not have. `None` if another point of the
    /// axis `topic-sets` is the cell's: pairs of sets are no set that scores are taken on.
    pub fn own_point(&self, point: &Point, grid: &Grid) -> Option<Point> {
        let entry = self.kind.entry();
        let is_one = |at: u32| grid.topic_sets[at as usize].is_one();
        let topic_sets = match (self.kind.of_topic_sets(), point.topic_sets) {
            (OfTopicSets::Pairs, Some(at)) if is_one(at) => return None,
            (OfTopicSets::Pairs, at) => at,
            (OfTopicSets::One, Some(at)) if is_one(at) => Some(at),
            (OfTopicSets::One, Some(_)) if grid.has_topic_subsets() => return None,
            (OfTopicSets::One | OfTopicSets::Never, _) => None,
        };
        Some(Point {
            measure: point.measure.filter(|_| entry.has_measure),
            judgments: point.judgments.filter(|_| entry.has_judgments),
            topic_sets,
            ..*point
        })
    }
}

/// The schema of an experiment, whole or over another.
pub fn experiment_schema() -> serde_json::Value {
    let of = STATISTICS.iter().map(|entry| (entry.name, entry.summary, entry.schema));
    rejudge_spec::experiment_schema(of)
}

/// Resolves the statistics of an experiment.
pub(super) fn resolve(
    wires: &[(Spanned<String>, Spanned<StatisticWire>)],
    measures: &[Measure],
    has_measure_axis: bool,
    errors: &mut Vec<YamlError>,
) -> Statistics {
    let measures: Vec<NamedMeasure> =
        measures.iter().map(|m| NamedMeasure { label: m.label.clone(), name: m.name.clone() }).collect();
    let written = |(name, wire): &(Spanned<String>, Spanned<StatisticWire>)| {
        (name.clone(), wire.value.kind.clone(), wire.value.parameters.clone())
    };
    let statistics: Vec<(Spanned<String>, Spanned<String>, Node)> = wires.iter().map(written).collect();
    let names = Names { measures: &measures, statistics: &statistics };
    let mut out = Statistics { read: Vec::new(), unread: Vec::new() };
    for (name, kind, parameters) in &statistics {
        match read(kind, parameters, &names, errors) {
            // A mistake in the axis is told there.
            Ok(read) if read.entry().has_measure && measures.is_empty() && !has_measure_axis => {
                let message =
                    format!("`{}` is of a measure, and the experiment has no axis `measure`", kind.value);
                errors.push(kind.error(message));
                // Known all the same: what names it is no second mistake.
                out.read.push(Statistic { name: name.value.clone(), kind: read });
            }
            Ok(kind) => out.read.push(Statistic { name: name.value.clone(), kind }),
            Err(error) => {
                errors.push(error);
                out.unread.push(name.value.clone());
            }
        }
    }
    out
}
