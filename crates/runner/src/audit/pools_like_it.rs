//! The pools of the experiment `why-collections-differ` that are about as deep as the audited one: what happened to their
//! teams when they were left out. The numbers are the experiment's accepted values, which `rejudge accept` writes and
//! `rejudge check` compares.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::audit::tables::Tables;

/// The accepted values of the experiment's tables.
const ACCEPTED: &str =
    include_str!("../../experiments/why-collections-differ/golden/why-collections-differ/tables.csv");

/// The column with the number of documents that only one team contributed.
const UNIQUE: &str = "unique documents";

/// A pool is like another one if it is at most so many times as deep, or as shallow.
const FACTOR: f64 = 2.0;

/// A pool of a collection, repooled to a depth: shares of its teams, or changes of their scores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeftOut {
    collection: String,
    depth: u32,
    /// The share of the teams whose run rises by AP' by more than it falls by AP.
    rises_more: f64,
    /// The relevant share of the documents that are unjudged without the team, mean over the teams.
    relevant_share: f64,
    /// Lower quartile, median and upper quartile of the relative changes by AP'.
    condensed: [f64; 3],
    /// The same by AP.
    traditional: [f64; 3],
}

/// The pools that are like an audited one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PoolsLikeIt {
    /// Of each collection the one whose depth is nearest, by increasing share of the teams whose run rises more.
    pools: Vec<LeftOut>,
    least: f64,
    most: f64,
    shallowest: u32,
    deepest: u32,
    /// The relevant share of the audited pool's documents that only one team contributed, mean over the teams.
    relevant_share: f64,
    /// The pool with the nearest relevant share.
    nearest: LeftOut,
}

/// Returns the pools that are like an audited pool of this depth, without the pools of the audited collection itself; `None`
/// if there are fewer than two, or no team of the audited pool contributed a document that no other did.
pub fn pools_like_it(tables: Tables<'_>, depth: u32) -> Option<PoolsLikeIt> {
    let mut pools: Vec<LeftOut> = Vec::new();
    let distance = |pool: &LeftOut| (f64::from(pool.depth) / f64::from(depth)).ln().abs();
    let audited = &tables.column("teams", UNIQUE).next()?.collection;
    let is_like = |pool: &LeftOut| distance(pool) <= FACTOR.ln() && pool.collection != *audited;
    for pool in accepted().into_iter().filter(is_like) {
        match pools.iter_mut().find(|other| other.collection == pool.collection) {
            Some(other) if distance(&pool) < distance(other) => *other = pool,
            Some(_) => {}
            None => pools.push(pool),
        }
    }
    pools.sort_by(|a, b| a.rises_more.total_cmp(&b.rises_more));
    let relevant_share = relevant_share(tables)?;
    let gap = |pool: &&LeftOut| (pool.relevant_share - relevant_share).abs();
    let nearest = pools.iter().min_by(|a, b| gap(a).total_cmp(&gap(b)))?.clone();
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
        pools,
    })
}

/// Returns the relevant share of the documents that only one team contributed, mean over the teams that have any.
fn relevant_share(tables: Tables<'_>) -> Option<f64> {
    let of = |column| tables.column("teams", column).filter_map(|cell| Some((&cell.row, cell.mean()?)));
    let unique: BTreeMap<&String, f64> = of(UNIQUE).collect();
    let shares = of("unique relevant documents").filter_map(|(team, relevant)| {
        let all = unique.get(team).filter(|all| **all > 0.0)?;
        Some(relevant / all)
    });
    rejudge_stats::mean(&shares.collect::<Vec<_>>())
}

/// Returns the repooled collections of the experiment, in the order of their names and depths.
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
                [condensed, traditional].map(|of| of.map(|x| format!("{:+.1}", 100.0 * x)));
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
    fn pools_are_like_one_of_about_their_depth() {
        let cell = |collection: &str, column: &str, value: f64| FilledCell {
            collection: collection.to_owned(),
            row: "A".to_owned(),
            column: column.to_owned(),
            draws: [(1, value)].into(),
            ..FilledCell::default()
        };
        let like_of = |collection: &str, depth: u32, relevant: f64| {
            let columns = [(UNIQUE, 2.0), ("unique relevant documents", relevant)];
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
        let like = |depth: u32, relevant: f64| like_of("own", depth, relevant);
        let ten = like(10, 0.2).expect("pools");
        assert_eq!((ten.pools.len(), ten.shallowest, ten.deepest, ten.relevant_share), (9, 7, 10, 0.1));
        assert!(ten.least < 0.2 && ten.most > 0.5, "{ten:?}");
        // The more of its documents are relevant, the fewer teams gain more than they lose.
        assert!(ten.nearest.rises_more > like(10, 0.8).expect("pools").nearest.rises_more);
        assert_eq!(like(100, 0.2).expect("pools").pools.len(), 4);
        assert_eq!((like(1, 0.2), like(300, 0.2)), (None, None));
        // A collection of the experiment is not like itself.
        let nearest = &ten.nearest.collection;
        let others = like_of(nearest, 10, 0.2).expect("pools");
        assert_eq!(others.pools.len(), 8);
        assert!(others.pools.iter().chain([&others.nearest]).all(|pool| pool.collection != *nearest));
    }
}
