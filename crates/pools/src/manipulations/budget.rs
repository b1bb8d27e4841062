//! A share of the judgments that people make first: the judgments under a budget, in an order.

use std::collections::BTreeMap;
use std::sync::Arc;

use rejudge_metrics::Verdict;
use rejudge_stats::Draw;

use super::judges::{BY, FILL, JUDGE};
use super::{FULL, Manipulation, ManipulationError, Material, judged_by_id};
use crate::{Arguments, DocIx, Domain, Levels, Mask, Parameter, Rate, Rounding, TopicIx};

/// The judgments that come first in an order, until the share of all is reached. Unjudged documents stay in
/// the pool.
///
/// `random`: pairs of topic and document, drawn over all topics. `pool`: by the best rank that a pooled run
/// gives the document; documents that no pooled run retrieved come last. `topics`: topic after topic, drawn; the last may be judged in
/// part. `disagreement`: by the variance of the other judges' labels, as shares of their highest level; the
/// largest first. In each draw a judge of several passes has the labels of that draw. If an order leaves pairs equal, they
/// are drawn.
pub(super) static BUDGET: Manipulation = Manipulation {
    name: "budget",
    summary: "A share of the judgments: those that come first in a given order.",
    parameters: &[
        Parameter::required("share", "Share of the judgments.", Domain::Rate),
        Parameter::with_default(
            "order",
            "Documents to judge first.",
            Domain::Words(&[
                ("random", "Any pair of topic and document."),
                ("pool", "The documents that a run ranks highest."),
                ("topics", "Topic after topic."),
                ("disagreement", "The pairs that the other judges disagree on most."),
            ]),
            "random",
        ),
        Parameter::with_default("draw", "Draws of the order.", Domain::Draw, "1"),
        JUDGE,
        FILL,
        BY,
    ],
    is_drawn: |_| true,
    is_of_runs: |arguments| arguments.text("order") == "pool",
    withholds: true,
    apply: |arguments, material| {
        let judges = material.collection.judges().len();
        if arguments.text("order") == "disagreement" && judges < 2 {
            let fault = "an order by disagreement takes two other judges or more, and there are";
            return Err(ManipulationError(format!("{fault} {judges}")));
        }
        let kept = first(arguments, material);
        Ok(material.base.withheld(material.collection, |topic| kept[topic].clone()))
    },
    ..FULL
};

/// By topic: the documents that are judged first.
fn first(arguments: &Arguments, material: &Material<'_>) -> Vec<Mask> {
    let Material { collection, base, seed, key, draw, .. } = *material;
    let again = arguments.text("draw");
    let order = arguments.text("order");
    let mut pairs: Vec<(TopicIx, DocIx)> = Vec::new();
    for topic in 0..collection.topics().len() {
        pairs.extend(judged_by_id(collection, base, topic).into_iter().map(|doc| (topic, doc)));
    }
    Draw::new(seed, &["budget", key, &draw.to_string(), again]).shuffle(&mut pairs);
    match order {
        "pool" => {
            let ranks: Vec<BTreeMap<DocIx, usize>> =
                (0..collection.topics().len()).map(|t| best_ranks(material, t)).collect();
            pairs.sort_by_key(|(topic, doc)| {
                let rank = ranks[*topic].get(doc);
                (rank.is_none(), rank)
            });
        }
        "topics" => {
            let mut seen = vec![None; collection.topics().len()];
            for (at, &(topic, _)) in pairs.iter().enumerate() {
                seen[topic].get_or_insert(at);
            }
            pairs.sort_by_key(|&(topic, _)| seen[topic]);
        }
        "disagreement" => {
            let judges = collection.judges().iter().map(|judge| judge.draw(material));
            let scaled = judges.map(|levels| (label(&levels, levels.highest()), levels));
            let scales: Vec<(f64, Arc<Levels>)> = scaled.filter(|(highest, _)| *highest > 0.0).collect();
            let by_most = |&(topic, doc): &(TopicIx, DocIx)| variance(&scales, topic, doc);
            let mut keyed: Vec<(f64, (TopicIx, DocIx))> =
                pairs.iter().map(|pair| (by_most(pair), *pair)).collect();
            keyed.sort_by(|(a, _), (b, _)| b.total_cmp(a));
            pairs = keyed.into_iter().map(|(_, pair)| pair).collect();
        }
        _ => {}
    }
    let count = arguments.parsed::<Rate>("share").count(pairs.len(), Rounding::Floor);
    let mut kept: Vec<Mask> = collection.topics().map(|topic| Mask::none(topic.verdicts.len())).collect();
    pairs.iter().take(count).for_each(|&(topic, doc)| kept[topic].insert(doc));
    kept
}

/// Returns the best rank of each judged document in a pooled run.
fn best_ranks(material: &Material<'_>, topic: TopicIx) -> BTreeMap<DocIx, usize> {
    let (collection, mask) = (material.collection, material.base.mask(topic));
    let mut ranks = BTreeMap::new();
    for (run, _) in collection.runs().iter().enumerate().filter(|(_, run)| run.pooled) {
        for (rank, &doc) in
            collection.ranking(run, topic).iter().enumerate().filter(|(_, doc)| mask.contains(**doc))
        {
            let best = ranks.entry(doc).or_insert(rank);
            *best = rank.min(*best);
        }
    }
    ranks
}

/// Returns the variance of the judges' labels, as shares of each judge's highest one; 0 if fewer than two label it.
fn variance(scales: &[(f64, Arc<Levels>)], topic: TopicIx, doc: DocIx) -> f64 {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (highest, levels) in scales {
        if let Verdict::Level(level) = levels.verdicts(topic)[doc as usize] {
            let share = label(levels, level) / highest;
            (count, sum, squares) = (count + 1.0, sum + share, squares + share * share);
        }
    }
    if count < 2.0 { 0.0 } else { squares / count - (sum / count) * (sum / count) }
}

/// Returns the label of a level.
fn label(levels: &Levels, level: u8) -> f64 {
    levels.gains().map_or(f64::from(level), |gains| gains.gain(level))
}
