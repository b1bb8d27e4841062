//! Measures in order, over the random draws.

use std::collections::BTreeMap;

use rejudge_stats::{Ranking, mean};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::audit::tables::Tables;

/// The criterion by which measures are sorted: a column of a table whose rows are measures.
#[derive(Clone, Debug, Deserialize)]
pub struct Criterion(String, String, #[serde(default)] bool);

/// Returns the mean over some rows, by column of a table; `None` if the table has none of the rows.
pub fn means(tables: Tables<'_>, table: &str, rows: &[String]) -> Option<BTreeMap<String, f64>> {
    let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for cell in tables.named(table).into_iter().flat_map(|table| &table.cells) {
        if rows.contains(&cell.row) {
            values.entry(cell.column.clone()).or_default().extend(cell.mean());
        }
    }
    let means = values.into_iter().filter_map(|(column, values)| Some((column, mean(&values)?)));
    Some(means.collect()).filter(|means: &BTreeMap<_, _>| !means.is_empty())
}

/// The measures by which the score of each of these runs changed by at most `limit` when its team was left out.
pub fn steady(tables: Tables<'_>, named: &[String], runs: &[String], limit: f64) -> Vec<String> {
    let is_steady = |measure: &&String| {
        let mut cells =
            tables.column("left-out-change", measure).filter(|cell| runs.contains(&cell.row)).peekable();
        cells.peek().is_some() && cells.all(|cell| cell.mean().is_some_and(|change| change.abs() <= limit))
    };
    named.iter().filter(is_steady).cloned().collect()
}

/// The share of a run's top that must become unjudged without its team, so that its growth is not a ratio of two small numbers.
const LEAST_LOST: f64 = 0.02;

/// The share of further teams whose runs grow by no more than the rate.
const HELD: f64 = 0.9;

/// The growth of the scores of left-out runs when their team comes back.
#[derive(Debug, Serialize)]
pub struct Growth {
    /// The number of teams with such runs.
    teams: usize,
    /// The growth, relative to the score without the team, for all of the top that is judged.
    rate: f64,
    /// The smallest share of the top of one of the runs that is judged without its team.
    least_judged: f64,
}

/// Returns by how much the score of a run grows if documents of its top are judged, from the runs of `teams` (run -> team)
/// with their team left out; `None` if no run loses documents and keeps a score.
///
/// If a team's documents are `lost` of a run's top, and the score grows by `grown` when they are judged again, the rate is
/// `grown / lost`. Other documents of the top may be unjudged in any case, because the pool is shallower than the top;
/// runs of such pools would seem to change little if `grown` itself were compared. Of each team the largest rate counts,
/// and of n teams the k-th smallest, where k is .9 (n + 1) rounded up: a further team's is not above it in 9 of 10 cases.
pub fn growth(tables: Tables<'_>, measure: &str, teams: &BTreeMap<String, String>) -> Option<Growth> {
    let by_run = |table: &str, column: &str| -> BTreeMap<String, f64> {
        let cells = tables.column(table, column);
        cells.filter_map(|cell| Some((cell.row.clone(), cell.mean()?))).collect()
    };
    let judged = by_run("new-runs", "judged");
    let judged_without_team = by_run("left-out-judged", "judged");
    let changes = by_run("left-out-change", measure);
    let mut rates: BTreeMap<&str, f64> = BTreeMap::new();
    let mut least_judged = f64::INFINITY;
    for (run, team) in teams {
        let found = (judged.get(run), judged_without_team.get(run), changes.get(run));
        let (Some(judged), Some(without_team), Some(change)) = found else { continue };
        let (lost, left) = (judged - without_team, 1.0 + change);
        if lost >= LEAST_LOST && left > 0.0 {
            let rate = rates.entry(team).or_insert(f64::NEG_INFINITY);
            *rate = rate.max((1.0 / left - 1.0) / lost);
            least_judged = least_judged.min(*without_team);
        }
    }
    let mut sorted: Vec<f64> = rates.into_values().collect();
    sorted.sort_by(f64::total_cmp);
    // .9 of 10 is 9, and not a little more.
    let place = (HELD * (sorted.len() + 1) as f64 - 1e-9).ceil() as usize;
    let rate = *sorted.get(place.min(sorted.len()).checked_sub(1)?)?;
    Some(Growth { teams: sorted.len(), rate, least_judged })
}

/// Returns the order of the measures by a column, or `None` if it has no number: the numbers of draws and measures, the
/// measures that the best one does not beat in every draw, the worst one, the numbers of both, and whether every draw
/// separates them. With fewer draws than `enough`, no measure is above another.
pub fn order(tables: Tables<'_>, table: &str, column: &str, enough: usize) -> Option<Value> {
    let mut all: Vec<(String, Vec<f64>)> =
        tables.column(table, column).map(|cell| (cell.row.clone(), cell.values())).collect();
    let average = |draws: &[f64]| mean(draws).unwrap_or(0.0);
    // Stable: equal ones stay in the order of the axis.
    all.sort_by(|(_, a), (_, b)| average(b).total_cmp(&average(a)));
    let ((_, best), (last, worst)) = (all.first()?, all.last()?);
    let is_above =
        |other: &[f64]| best.len() >= enough && best.iter().zip(other).all(|(best, other)| best > other);
    let is_best = |(_, draws): &&(String, Vec<f64>)| !is_above(draws);
    Some(json!({
        "draws": best.len(),
        "measures": all.len(),
        "best": all.iter().filter(is_best).map(|(name, _)| name).collect::<Vec<_>>(),
        "worst": last,
        "highest": average(best),
        "lowest": average(worst),
        "is_separated": is_above(worst),
    }))
}

/// Returns which of the measures `named` lead by the mean of their ranks over the criteria: they come first, alone or tied,
/// in at least the share `leads` of the draws, if there are `enough` draws. Returns also the numbers of draws, criteria and
/// measures, and the measure with the best mean rank; `None` if no criterion distinguishes them.
pub fn leading(
    tables: Tables<'_>,
    named: &[String],
    criteria: &[Criterion],
    leads: f64,
    enough: usize,
) -> Option<Value> {
    let by_measure = |Criterion(table, column, is_small): &Criterion| {
        let sign = if *is_small { -1.0 } else { 1.0 };
        let draws = |name: &String| tables.draws(table, name, column).into_iter().map(|value| sign * value);
        named.iter().map(|name| draws(name).collect()).collect::<Vec<Vec<f64>>>()
    };
    let ranking = |values: Vec<Option<f64>>| {
        Ranking::new(&values.into_iter().map(|value| value.unwrap_or(f64::NEG_INFINITY)).collect::<Vec<_>>())
    };
    let whole = |draws: &[Vec<f64>]| ranking(draws.iter().map(|draws| mean(draws)).collect());
    let mut all: Vec<Vec<Vec<f64>>> = criteria.iter().map(by_measure).collect();
    all.retain(|draws| !whole(draws).is_all_tied());
    let count = all.iter().flatten().map(Vec::len).max().filter(|_| named.len() > 1)?;
    let rank = |at: usize, of: &dyn Fn(&[Vec<f64>]) -> Ranking| {
        all.iter().map(|draws| of(draws).mean_rank(at)).sum::<f64>() / all.len() as f64
    };
    let ranks: Vec<f64> = (0..named.len()).map(|at| rank(at, &whole)).collect();
    let mut firsts = vec![0; named.len()];
    for draw in 0..count {
        // A criterion without draws of its own is the same in all draws.
        let of_draw = |draws: &[Vec<f64>]| match draws.iter().map(Vec::len).max() {
            Some(1) => whole(draws),
            _ => ranking(draws.iter().map(|draws| draws.get(draw).copied()).collect()),
        };
        let ranks: Vec<f64> = (0..named.len()).map(|at| rank(at, &of_draw)).collect();
        let least = ranks.iter().copied().fold(f64::INFINITY, f64::min);
        firsts.iter_mut().zip(&ranks).for_each(|(count, rank)| *count += usize::from(*rank == least));
    }
    let needed = (leads * count as f64).ceil() as usize;
    let leads = |at: &usize| count >= enough && firsts[*at] >= needed;
    let best = (0..named.len()).min_by(|a, b| ranks[*a].total_cmp(&ranks[*b]))?;
    Some(json!({
        "draws": count,
        "criteria": all.len(),
        "measures": named.len(),
        "leaders": (0..named.len()).filter(leads).map(|at| &named[at]).collect::<Vec<_>>(),
        "best": named[best],
        "mean_rank": ranks[best],
    }))
}

#[cfg(test)]
mod tests {
    use rejudge_report::table::{FilledCell, FilledTable};

    use super::*;

    fn table(rows: &[(&str, &[f64])]) -> FilledTable {
        let cell = |(name, draws): &(&str, &[f64])| FilledCell {
            row: (*name).to_owned(),
            column: "power".to_owned(),
            draws: (1..).zip(draws.iter().copied()).collect(),
            ..FilledCell::default()
        };
        let cells = rows.iter().map(cell).collect();
        FilledTable { name: "separation".to_owned(), caption: String::new(), show: None, plot: None, cells }
    }

    #[test]
    fn measures_are_separated_if_every_draw_separates_them() {
        let of =
            |rows: &[(&str, &[f64])]| order(Tables(&[table(rows)]), "separation", "power", 5).expect("rows");
        let named =
            of(&[("RR", &[0.1; 5]), ("AP", &[0.6, 0.5, 0.6, 0.5, 0.6]), ("Q", &[0.5, 0.6, 0.4, 0.4, 0.4])]);
        let [best, worst, is_separated] = ["best", "worst", "is_separated"].map(|name| named[name].clone());
        assert_eq!((best, worst, is_separated), (json!(["AP", "Q"]), "RR".into(), true.into()));
        let few = of(&[("AP", &[0.6; 4]), ("RR", &[0.1; 4])]);
        assert_eq!(few["is_separated"], false, "four draws are too few");
    }

    #[test]
    fn one_that_comes_first_in_nine_of_ten_draws_leads() {
        let criterion = [Criterion("separation".to_owned(), "power".to_owned(), false)];
        let leaders = |ahead: usize, draws: usize| {
            let draws: Vec<f64> = (0..draws).map(|at| if at < ahead { 0.9 } else { 0.1 }).collect();
            let rows = [table(&[("AP", &draws), ("RR", &vec![0.5; draws.len()])])];
            leading(Tables(&rows), &["AP".to_owned(), "RR".to_owned()], &criterion, 0.9, 5)
                .expect("a criterion")["leaders"]
                .clone()
        };
        assert_eq!([leaders(9, 10), leaders(8, 10), leaders(4, 4)], [json!(["AP"]), json!([]), json!([])]);
    }
}
