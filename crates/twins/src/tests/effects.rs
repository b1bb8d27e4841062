//! Tests that effects change the statistics that their documentation names.

use rejudge_metrics::Verdict;

use super::super::collection_draws::CollectionTraits;
use super::super::*;
use super::small;

fn drawn(effects: Effects, seed: u64) -> TestCollection {
    let teams = (0..6).map(|team| TwinTeam { name: format!("t{team}"), runs: 2, ..TwinTeam::default() });
    let parameters = TwinParameters { topics: 12, teams: teams.collect(), effects, ..small() };
    generate(&Twin { id: "small-twin", pool_depth: 100, parameters: &parameters }, seed, 0)
}

/// Returns, for each run and topic, how many of the run's top `depth` documents are judged relevant.
fn relevant_at_top(collection: &TestCollection, depth: usize) -> Vec<Vec<f64>> {
    let relevant = |run: usize, topic: usize| {
        let verdicts = &collection.topic(topic).verdicts;
        let is_relevant =
            |&&document: &&u32| matches!(verdicts.get(document as usize), Some(Verdict::Level(1..)));
        collection.ranking(run, topic)[..depth].iter().filter(is_relevant).count() as f64
    };
    let topics = collection.topics().len();
    (0..collection.runs().len()).map(|run| (0..topics).map(|topic| relevant(run, topic)).collect()).collect()
}

/// Returns the mean squared residual of a matrix after subtracting the means of its rows and columns.
fn interaction(matrix: &[Vec<f64>]) -> f64 {
    let (rows, columns) = (matrix.len() as f64, matrix[0].len() as f64);
    let row: Vec<f64> = matrix.iter().map(|row| row.iter().sum::<f64>() / columns).collect();
    let column: Vec<f64> =
        (0..matrix[0].len()).map(|c| matrix.iter().map(|row| row[c]).sum::<f64>() / rows).collect();
    let mean = row.iter().sum::<f64>() / rows;
    let square = |(r, c): (usize, usize)| (matrix[r][c] - row[r] - column[c] + mean).powi(2);
    let cells = (0..matrix.len()).flat_map(|r| (0..matrix[0].len()).map(move |c| (r, c)));
    cells.map(square).sum::<f64>() / (rows * columns)
}

/// Returns the sum of squared deviations of the rows' means from their overall mean, or, if `in_pairs`, from
/// the mean of the row's pair: rows 0 and 1, rows 2 and 3, ..
fn deviations(matrix: &[Vec<f64>], in_pairs: bool) -> f64 {
    let means: Vec<f64> = matrix.iter().map(|row| row.iter().sum::<f64>() / row.len() as f64).collect();
    let spread = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| (value - mean).powi(2)).sum::<f64>()
    };
    if in_pairs { means.chunks(2).map(spread).sum() } else { spread(&means) }
}

/// The seeds of the draws. We sum over several, because a single draw may deviate.
const SEEDS: std::ops::Range<u64> = 0..6;

/// Interactions and slopes make runs differ on individual topics. A slope changes the first ten ranks more,
/// relative to the first thousand, than an interaction does, because it trades easy documents, which come first,
/// against hard ones.
#[test]
fn interaction_and_slopes_set_runs_apart_on_topics() {
    let base = Effects { team_topic: 0.0, run_topic: 0.0, ..Effects::default() };
    let interactions = |effects: Effects| {
        let within = |collection: &TestCollection, depth| interaction(&relevant_at_top(collection, depth));
        SEEDS.fold([0.0, 0.0], |[top, all], seed| {
            let collection = drawn(effects, seed);
            [top + within(&collection, 10), all + within(&collection, 1000)]
        })
    };
    let [neither, team_topic, slope] =
        [base, Effects { team_topic: 2.0, ..base }, Effects { team_slope: 4.0, ..base }].map(interactions);
    assert!(
        team_topic[0] > 1.2 * neither[0] && team_topic[1] > 1.2 * neither[1],
        "{team_topic:?} {neither:?}"
    );
    assert!(slope[0] > 1.2 * neither[0], "{slope:?} {neither:?}");
    assert!(slope[0] / slope[1] > team_topic[0] / team_topic[1], "{slope:?} {team_topic:?}");
}

/// A larger `run_quality` makes the runs of a team differ in their means over topics.
#[test]
fn quality_of_runs_sets_a_teams_runs_apart() {
    let within = |run_quality| -> f64 {
        let effects = Effects { run_quality, ..Effects::default() };
        SEEDS.map(|seed| deviations(&relevant_at_top(&drawn(effects, seed), 100), true)).sum()
    };
    assert!(within(1.5) > 2.0 * within(0.0));
}

/// If quality matters more for easy documents, runs differ more in the first ten ranks; if it matters more for hard
/// documents, they differ more in the first thousand.
#[test]
fn quality_by_easiness_moves_shallow_against_deep() {
    let shallow_to_deep = |quality_by_easiness| -> f64 {
        SEEDS
            .map(|seed| {
                let effects = Effects { quality_by_easiness, team_topic: 0.1, ..Effects::default() };
                let collection = drawn(effects, seed);
                deviations(&relevant_at_top(&collection, 10), false)
                    / deviations(&relevant_at_top(&collection, 1000), false)
            })
            .sum()
    };
    let [easy, hard] = [0.9, -0.9].map(shallow_to_deep);
    assert!(easy > hard, "{easy} {hard}");
}

/// With a heavier tail a few bad teams are far behind, so the better half of the teams is closer together, compared
/// with the spread of all teams.
#[test]
fn a_heavier_tail_gathers_good_teams() {
    let teams: Vec<_> =
        (0..20).map(|team| TwinTeam { name: format!("t{team}"), ..TwinTeam::default() }).collect();
    let spread = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| (value - mean).powi(2)).sum::<f64>().sqrt()
    };
    let better_half = |tail_power| {
        let effects = Effects { left_tail: 1.0, tail_power, run_quality: 0.0, ..Effects::default() };
        let parameters = TwinParameters { teams: teams.clone(), effects, ..small() };
        let traits = CollectionTraits::draw(&parameters, &mut Draw::new(1, &["traits"]));
        let mut quality: Vec<f64> = traits.runs.iter().map(|run| run.quality).collect();
        quality.sort_by(f64::total_cmp);
        spread(&quality[10..]) / spread(&quality)
    };
    let [light, plain, heavy] = [0.5, 1.0, 2.0].map(better_half);
    assert!(light > 1.5 * plain && plain > 1.5 * heavy, "{light} {plain} {heavy}");
}
