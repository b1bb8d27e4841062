//! Simulated test collections ("twins"), drawn from a model that is fitted to the statistics of a real collection.
//!
//! The model draws the score of each document in each run. A score is a sum of effects: some are shared by
//! all runs, others belong to the team's retrieval technology, to the team or to the run. The score of a
//! relevant document also depends on how easy it is to find, on its grade and on the quality of the run. A
//! run ranks the documents with the highest scores, at most 1000. The pool is the union of the pooled runs'
//! top documents. Documents in the pool get their true grades as judgments.
//!
//! [`model`] contains the constants that all twins share, and [`TwinParameters`] the constants of one collection.
//! `collection_draws` draws values once for a collection, and `topic` draws one topic. [`fit`] fits the
//! constants of a twin to an existing collection.

#![forbid(unsafe_code)]

use rayon::prelude::*;
use rejudge_pools::{RankedTopic, Run, Team, TestCollection};
use rejudge_stats::Draw;

mod collection_draws;
mod effects;
pub mod fit;
pub mod model;
mod parameters;
#[cfg(test)]
mod tests;
mod topic;
mod weights;

pub use effects::Effects;
pub use parameters::{ByGrade, FieldError, Relevant, Twin, TwinParameters, TwinTeam};

use collection_draws::CollectionTraits;
use topic::Workspace;

/// Draws a collection. It depends only on the twin, the root seed and the number of the draw. The collection and each
/// topic have their own streams of random numbers, so that topics can be drawn in parallel, with the same result for
/// any number of threads.
///
/// ```
/// use rejudge_twins::{ByGrade, Relevant, Twin, TwinParameters, TwinTeam, generate};
/// let team = |name: &str| TwinTeam { name: name.into(), runs: 2, ..TwinTeam::default() };
/// let parameters = TwinParameters {
///     topics: 3,
///     relevant: Relevant { mean: 20.0, range: [5, 60] },
///     grades: ByGrade { s: 5.0, a: 0.0, b: 15.0 },
///     teams: vec![team("one"), team("two"), team("three")],
///     ..TwinParameters::default()
/// };
/// let twin = Twin { id: "small-twin", pool_depth: 10, parameters: &parameters };
/// let collection = generate(&twin, 1, 0);
/// assert_eq!((collection.topics().len(), collection.runs().len()), (3, 6));
/// assert_eq!(collection.ranking(0, 0).len(), 1000);
/// assert_eq!(collection.ranking(5, 2), generate(&twin, 1, 0).ranking(5, 2));
/// assert_ne!(collection.ranking(5, 2), generate(&twin, 1, 1).ranking(5, 2));
/// ```
pub fn generate(twin: &Twin<'_>, root_seed: u64, draw: u32) -> TestCollection {
    let (traits, topics) = draw_topics(twin, root_seed, draw);
    let (runs, teams) = runs_and_teams(twin.parameters, &traits);
    TestCollection::from_ranked_topics(topics, runs, teams)
}

fn draw_topics(twin: &Twin<'_>, root_seed: u64, draw: u32) -> (CollectionTraits, Vec<RankedTopic>) {
    let number = draw.to_string();
    let traits = CollectionTraits::draw(
        twin.parameters,
        &mut Draw::new(root_seed, &["twin", twin.id, &number, "collection"]),
    );
    let draw_topic = |workspace: &mut Workspace, topic: usize| {
        let topic_number = topic.to_string();
        let stream = |parts: &[&str]| {
            Draw::new(root_seed, &[&["twin", twin.id, &number, "topic", &topic_number], parts].concat())
        };
        workspace.draw(twin, &traits, topic, [&mut stream(&[]), &mut stream(&["slopes"])])
    };
    let topics = (0..twin.parameters.topics).into_par_iter().map_init(Workspace::default, draw_topic);
    let topics = topics.collect();
    (traits, topics)
}

fn runs_and_teams(parameters: &TwinParameters, traits: &CollectionTraits) -> (Vec<Run>, Vec<Team>) {
    let mut rest = traits.runs.as_slice();
    let (mut runs, mut teams) = (Vec::new(), Vec::new());
    for (index, team) in parameters.teams.iter().enumerate() {
        let (team_runs, other_teams) = rest.split_at(team.runs);
        rest = other_teams;
        for (number, run) in (1..).zip(team_runs) {
            let name = format!("{}-{number:02}", team.name);
            runs.push(Run { name, team: index, pooled: run.pooled, eligible: !run.cross_lingual });
        }
        let analysed = team_runs.iter().any(|run| run.pooled && !run.cross_lingual);
        teams.push(Team { name: team.name.clone(), analysed });
    }
    (runs, teams)
}
