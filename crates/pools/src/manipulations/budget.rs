//! Keeps the judgments that assessors would make first in a given order, until a budget is spent.

use std::collections::BTreeMap;
use std::sync::Arc;

use rejudge_metrics::Verdict;
use rejudge_stats::Draw;

use super::judges::{BY, FILL, JUDGE};
use super::{FULL, Manipulation, ManipulationError, Material, judged_by_id};
use crate::{Arguments, DocIx, Domain, Levels, Mask, Parameter, Rate, Rounding, TopicIx};

/// Keeps the judgments that come first in an order, up to a share of all. The other documents stay in the pool,
/// unjudged.
///
/// `random`: pairs of topic and document in random order over all topics. `pool`: by the best rank that a
/// pooled run gives the document; documents that no pooled run retrieved come last. `topics`: one topic after
/// the other, in random order; the last topic may be judged in part. `disagreement`: by the variance of the
/// labels of the judges other than people, the largest first. Each label is divided by its judge's highest label. If
/// a judge has several passes, each draw of the judgment set uses different labels of this judge (`Judge::draw`); the
/// parameter `draw` does not change them. Ties are broken at random.
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
                ("pool", "The documents that a pooled run ranks highest."),
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
    depends_on_runs: |arguments| arguments.text("order") == "pool",
    withholds: true,
    apply: |arguments, material| {
        let judges = material.collection.judges().len();
        if arguments.text("order") == "disagreement" && judges < 2 {
            return Err(ManipulationError(format!(
                "an order by disagreement needs at least two judges besides people, found {judges}"
            )));
        }
        let judged_first = judged_first(arguments, material);
        Ok(material.base.withheld(material.collection, |topic| judged_first[topic].clone()))
    },
    ..FULL
};

/// Returns the documents of each topic that are judged first.
fn judged_first(arguments: &Arguments, material: &Material<'_>) -> Vec<Mask> {
    let Material { collection, base, seed, key, draw, .. } = *material;
    let order_draw = arguments.text("draw");
    let order = arguments.text("order");
    let mut pairs: Vec<(TopicIx, DocIx)> = Vec::new();
    for topic in 0..collection.topics().len() {
        pairs.extend(judged_by_id(collection, base, topic).into_iter().map(|doc| (topic, doc)));
    }
    Draw::new(seed, &["budget", key, &draw.to_string(), order_draw]).shuffle(&mut pairs);
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
            let mut first_index = vec![None; collection.topics().len()];
            for (index, &(topic, _)) in pairs.iter().enumerate() {
                first_index[topic].get_or_insert(index);
            }
            pairs.sort_by_key(|&(topic, _)| first_index[topic]);
        }
        "disagreement" => {
            let judges = collection.judges().iter().map(|judge| judge.draw(material));
            let scaled = judges.map(|levels| (label_value(&levels, levels.highest()), levels));
            let scales: Vec<(f64, Arc<Levels>)> = scaled.filter(|(highest, _)| *highest > 0.0).collect();
            let with_variance =
                |&(topic, doc): &(TopicIx, DocIx)| (variance(&scales, topic, doc), (topic, doc));
            let mut keyed: Vec<(f64, (TopicIx, DocIx))> = pairs.iter().map(with_variance).collect();
            keyed.sort_by(|(a, _), (b, _)| b.total_cmp(a));
            pairs = keyed.into_iter().map(|(_, pair)| pair).collect();
        }
        _ => {}
    }
    let count = arguments.parsed::<Rate>("share").count(pairs.len(), Rounding::Floor);
    let mut judged_first: Vec<Mask> =
        collection.topics().map(|topic| Mask::none(topic.verdicts.len())).collect();
    pairs.iter().take(count).for_each(|&(topic, doc)| judged_first[topic].insert(doc));
    judged_first
}

/// Returns the best rank, from 0, of each judged document in the pooled runs. Documents that none of these
/// runs retrieved are left out.
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

/// Returns the variance of the judges' labels for a document. Each label is divided by the judge's highest label.
/// Returns 0 if fewer than two judges label the document.
fn variance(scales: &[(f64, Arc<Levels>)], topic: TopicIx, doc: DocIx) -> f64 {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (highest, levels) in scales {
        if let Verdict::Level(level) = levels.verdicts(topic)[doc as usize] {
            let share = label_value(levels, level) / highest;
            (count, sum, squares) = (count + 1.0, sum + share, squares + share * share);
        }
    }
    if count < 2.0 { 0.0 } else { squares / count - (sum / count) * (sum / count) }
}

/// Returns the number that a level means: its gain if labels are gains, else the level itself.
fn label_value(levels: &Levels, level: u8) -> f64 {
    levels.gains().map_or(f64::from(level), |gains| gains.gain(level))
}
