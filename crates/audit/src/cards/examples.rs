//! Findings of every kind, which tests render.

use super::{Finding, Shallower};

/// Every finding, and those again whose sentences ask for something.
pub fn examples() -> Vec<Finding> {
    let text = |text: &str| text.to_owned();
    let (ap, size) = (|| text("AP"), || text("3.2%"));
    let in_part = |flags: [bool; 5], top_from| Finding::DeepInPart {
        from: 4,
        depth: 10,
        measure: text("AP"),
        deep_only: flags[0],
        top: !flags[1],
        top_from,
        unexhausted: flags[2],
        unfound: flags[3],
        own: flags[4],
    };
    let (unfair, teams) = (3, 11);
    let (best, share, worst, worst_share) =
        (|| text("nDCG"), || text("75.9%"), || text("RR"), || text("61.3%"));
    let mut out = vec![
        Finding::CannotSay { why: text("3 topics are too few (no verdict is given on fewer than 5)") },
        Finding::AllJudged {},
        Finding::NoPool { pool: text("the pool of depth 10 of all 37 runs"), depth: 10, tau: text("0.966") },
        Finding::DepthNotBorneOut {
            depth: 10,
            pool: text("the pool of depth 10 of all 46 runs"),
            tau: text("0.789"),
        },
        Finding::Deep { from: 4, depth: 10, measure: ap() },
        in_part([true, false, false, true, false], Some(8)),
        in_part([false, true, true, false, true], None),
        Finding::Shallow { depth: 10, tau: text("0.812"), measure: ap(), by_itself: false },
        Finding::Shallow { depth: 9, tau: text("0.812"), measure: ap(), by_itself: true },
        Finding::NobodysPool {},
        Finding::ForWhomUnknown { size: size(), measure: ap() },
        Finding::Fair { size: text("0.3%"), measure: ap() },
        Finding::NearlyFair { size: size(), measure: ap() },
        Finding::UnfairToSome {
            unfair,
            teams,
            change: text("5%"),
            places: text("4 places"),
            size: size(),
            worst: text("LIMSI"),
            measure: ap(),
        },
        Finding::Unfair {
            unfair: 8,
            teams,
            change: text("5%"),
            places: text("1 place"),
            size: size(),
            worst: text("LIMSI"),
            measure: ap(),
        },
        Finding::Separates { best: best(), share: share(), worst: worst(), worst_share: worst_share() },
        Finding::SeparateAlike {
            best: text("nDCG and Q"),
            share: share(),
            worst: worst(),
            worst_share: worst_share(),
        },
        Finding::NoneSeparates { best: best(), share: share() },
        Finding::OneMeasure { measure: ap(), share: share(), pairs: 2278 },
        Finding::Leads { measure: text("nDCG'"), rank: text("1.8"), criteria: 6, of: 11 },
        Finding::LeadTogether { measures: text("nDCG' and Q'"), rank: text("1.8"), criteria: 6, of: 11 },
        Finding::NoneLeads { measure: text("nDCG'"), rank: text("1.8"), criteria: 6 },
    ];
    let (width, pairs) = (|| text("0.120"), 2278);
    let (range, other_share) = (|| text("0.391"), || Some(text("98.2%")));
    out.extend([
        Finding::Holds { measure: ap(), pairs, width: width() },
        Finding::HoldsInPart { measure: ap(), pairs, ordered: text("61.0%"), flips: 12, width: width() },
        Finding::HoldsNot { measure: ap(), pairs, width: width() },
    ]);
    for (other, other_share) in [(None, None), (Some(text("P@10")), other_share())] {
        let width = text("0.482");
        out.push(Finding::BoundsSayNothing { measure: ap(), width, range: range(), other, other_share });
    }
    for shallower in [None, Some(Shallower { topics: 160, depth: 3, least: text("0.031") })] {
        let (topics, least, needed) = (66, || text("0.047"), || text("91 topics"));
        let others = || (least(), ap(), shallower.clone());
        let (least, measure, shallower) = others();
        out.push(Finding::EnoughTopics { topics, least, measure, shallower });
        let (least, measure, shallower) = others();
        out.push(Finding::TopicsForLarge { topics, needed: needed(), least, measure, shallower });
        let (least, measure, shallower) = others();
        out.push(Finding::TooFewTopics { topics, needed: needed(), least, measure, shallower });
    }
    let ten = || text("each of 10 samples");
    out.extend([
        Finding::Cut { rate: 0.5, left: text("49.7%"), by: text("each of 12 measures"), samples: ten() },
        Finding::CutInPart {
            rate: 0.8,
            left: text("79.6%"),
            holds: text("AP and Q"),
            fails: text("RR"),
            samples: ten(),
            most: 0.9,
        },
        Finding::Uncut { tau: text("0.880"), by: ap(), measure: ap(), most: 0.9 },
    ]);
    for (several, judges, of_topics) in
        [(false, 1, None), (true, 27, None), (false, 1, Some("9 of the 43 topics"))]
    {
        let (best, tau, of_topics) = (|| text("model"), || text("0.931"), || of_topics.map(text));
        let (whole, kept) = (12, 2);
        out.extend([
            Finding::StandsIn { judges, several, best: best(), tau: tau(), of_topics: of_topics() },
            Finding::StandsInPartly {
                judges,
                several,
                whole,
                kept,
                best: best(),
                tau: tau(),
                of_topics: of_topics(),
            },
            Finding::StandsNotIn { judges, several, best: best(), tau: tau(), of_topics: of_topics() },
        ]);
    }
    out
}
