//! Finds pools that are about as deep as the audited one, with the changes of scores in each when a team is left out. The
//! numbers are the accepted values of the experiment `why-collections-differ`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::audit::tables::Tables;

/// The accepted values of the experiment's tables.
const ACCEPTED: &str =
    include_str!("../../experiments/why-collections-differ/golden/why-collections-differ/tables.csv");

/// The column with the number of judged documents per topic that only one team contributed.
const UNIQUE_COLUMN: &str = "unique documents";

/// A pool is similar if it is at most twice and at least half as deep as the audited pool.
const MAX_DEPTH_RATIO: f64 = 2.0;

/// A collection, repooled to some depth, with the effect of leaving out each team.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeftOut {
    collection: String,
    depth: u32,
    /// The share of teams for which the score by AP' rises by more than the score by AP falls.
    rises_more: f64,
    /// If a team is left out, some documents become unjudged. This is the relevant share of these documents,
    /// averaged over teams.
    relevant_share: f64,
    /// The lower quartile, median and upper quartile of the relative change of AP'.
    condensed: [f64; 3],
    /// The lower quartile, median and upper quartile of the relative change of AP.
    traditional: [f64; 3],
}

/// The pools that are about as deep as the audited one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PoolsLikeIt {
    /// One pool for each collection, with the depth that is nearest to the audited depth. Sorted by
    /// `rises_more`.
    pools: Vec<LeftOut>,
    /// The smallest `rises_more` of the pools.
    least: f64,
    /// The largest `rises_more` of the pools.
    most: f64,
    shallowest: u32,
    deepest: u32,
    /// The relevant share of each team's unique documents in the audited pool, averaged over the teams that
    /// have any.
    relevant_share: f64,
    /// The pool with the most similar `relevant_share`.
    nearest: LeftOut,
    /// True if `nearest` was cut from a deeper pool of the same collection.
    is_nearest_cut: bool,
}

/// Returns the pools that are about as deep as an audited pool of this depth. Pools of the audited collection itself are
/// left out. Returns `None` if there are fewer than two pools, or if no team contributed a unique document to the audited
/// pool.
pub fn pools_like_it(tables: Tables<'_>, depth: u32) -> Option<PoolsLikeIt> {
    let mut pools: Vec<LeftOut> = Vec::new();
    let distance = |pool: &LeftOut| (f64::from(pool.depth) / f64::from(depth)).ln().abs();
    let audited = &tables.column("teams", UNIQUE_COLUMN).next()?.collection;
    let is_like = |pool: &LeftOut| distance(pool) <= MAX_DEPTH_RATIO.ln() && pool.collection != *audited;
    let all = accepted();
    for pool in all.iter().filter(|pool| is_like(pool)).cloned() {
        match pools.iter_mut().find(|nearest| nearest.collection == pool.collection) {
            Some(nearest) if distance(&pool) < distance(nearest) => *nearest = pool,
            Some(_) => {}
            None => pools.push(pool),
        }
    }
    pools.sort_by(|a, b| a.rises_more.total_cmp(&b.rises_more));
    let relevant_share = relevant_share(tables)?;
    let gap = |pool: &&LeftOut| (pool.relevant_share - relevant_share).abs();
    let nearest = pools.iter().min_by(|a, b| gap(a).total_cmp(&gap(b)))?.clone();
    let is_nearest_cut =
        all.iter().any(|pool| pool.collection == nearest.collection && pool.depth > nearest.depth);
    if pools.len() < 2 {
        return None;
    }
    let depths: Vec<u32> = pools.iter().map(|pool| pool.depth).collect();
    Some(PoolsLikeIt {
        least: pools[0].rises_more,
        most: pools[pools.len() - 1].rises_more,
        shallowest: depths.iter().copied().min().unwrap_or_default(),
        deepest: depths.iter().copied().max().unwrap_or_default(),
        relevant_share,
        nearest,
        is_nearest_cut,
        pools,
    })
}

/// Returns the relevant share of each team's unique documents, averaged over the teams that have any.
fn relevant_share(tables: Tables<'_>) -> Option<f64> {
    let by_team = |column| tables.column("teams", column).filter_map(|cell| Some((&cell.row, cell.mean()?)));
    let unique: BTreeMap<&String, f64> = by_team(UNIQUE_COLUMN).collect();
    let shares = by_team("unique relevant documents").filter_map(|(team, relevant)| {
        let unique = unique.get(team).filter(|unique| **unique > 0.0)?;
        Some(relevant / unique)
    });
    rejudge_stats::mean(&shares.collect::<Vec<_>>())
}

/// Returns the experiment's repooled collections, sorted by name and depth.
fn accepted() -> Vec<LeftOut> {
    let mut rows = csv::Reader::from_reader(ACCEPTED.as_bytes());
    let values: BTreeMap<String, f64> = rows
        .deserialize::<(String, String, Option<f64>)>()
        .filter_map(|row| row.ok().and_then(|(cell, _, value)| Some((cell, value?))))
        .collect();
    let names = values.keys().filter_map(|cell| {
        let (collection, depth) =
            cell.strip_prefix("relevant-by-depth[")?.strip_suffix(", mean]")?.split_once(", ")?;
        Some((collection.to_owned(), depth.parse().ok()?))
    });
    let pool = |(collection, depth): (String, u32)| {
        let share = |table: &str| values.get(&format!("{table}[{collection}, {depth}, mean]")).copied();
        let quartiles = |measure: &str| {
            let quartile = |name: &str| {
                values.get(&format!("spread/{collection}[{depth}, {name}, {measure}, mean]")).copied()
            };
            Some([quartile("lower quartile")?, quartile("median")?, quartile("upper quartile")?])
        };
        Some(LeftOut {
            rises_more: share("depth")?,
            relevant_share: share("relevant-by-depth")?,
            condensed: quartiles("AP'")?,
            traditional: quartiles("AP")?,
            collection,
            depth,
        })
    };
    let mut pools: Vec<LeftOut> = names.filter_map(pool).collect();
    pools.sort_by(|a, b| (&a.collection, a.depth).cmp(&(&b.collection, b.depth)));
    pools
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use rejudge_report::table::{FilledCell, FilledTable};

    use super::*;

    #[test]
    fn every_pool_of_the_experiment_is_read() {
        let mut text = String::new();
        for LeftOut { collection, depth, rises_more, relevant_share, condensed, traditional } in accepted() {
            let [condensed, traditional] =
                [condensed, traditional].map(|quartiles| quartiles.map(|x| format!("{:+.1}", 100.0 * x)));
            let _ = writeln!(
                text,
                "{collection} {depth}: {rises_more:.2} {relevant_share:.3} {} | {}",
                condensed.join(" "),
                traditional.join(" ")
            );
        }
        insta::assert_snapshot!(text);
    }

    #[test]
    fn similar_pools_have_about_the_same_depth() {
        let cell = |collection: &str, column: &str, value: f64| FilledCell {
            collection: collection.to_owned(),
            row: "A".to_owned(),
            column: column.to_owned(),
            draws: [(1, value)].into(),
            ..FilledCell::default()
        };
        let pools_like = |collection: &str, depth: u32, relevant: f64| {
            let columns = [(UNIQUE_COLUMN, 2.0), ("unique relevant documents", relevant)];
            let cells = columns.map(|(column, value)| cell(collection, column, value)).into();
            let table = FilledTable {
                name: "teams".to_owned(),
                caption: String::new(),
                show: None,
                plot: None,
                cells,
            };
            pools_like_it(Tables(&[table]), depth)
        };
        let like_own = |depth: u32, relevant: f64| pools_like("own", depth, relevant);
        let ten = like_own(10, 0.2).expect("pools");
        assert_eq!((ten.pools.len(), ten.shallowest, ten.deepest, ten.relevant_share), (9, 7, 10, 0.1));
        assert!(ten.least < 0.2 && ten.most > 0.5, "{ten:?}");
        // If more unique documents are relevant, fewer teams gain more by AP' than they lose by AP.
        assert!(ten.nearest.rises_more > like_own(10, 0.8).expect("pools").nearest.rises_more);
        assert_eq!(like_own(100, 0.2).expect("pools").pools.len(), 4);
        assert_eq!((like_own(1, 0.2), like_own(300, 0.2)), (None, None));
        assert!(ten.is_nearest_cut, "{ten:?}");
        // The audited collection itself must be left out.
        let nearest = &ten.nearest.collection;
        let without_itself = pools_like(nearest, 10, 0.2).expect("pools");
        assert_eq!(without_itself.pools.len(), 8);
        assert!(
            without_itself
                .pools
                .iter()
                .chain([&without_itself.nearest])
                .all(|pool| pool.collection != *nearest)
        );
    }
}
