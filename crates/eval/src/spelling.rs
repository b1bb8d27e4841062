//! Names of measures in other spellings: in any case, and as in other tools. A name is accepted if it can mean one
//! measure only; if it could mean two, the error names both.

use std::collections::BTreeMap;

use rejudge_metrics::{FAMILIES, Family, Metric, synonyms};

/// (name of a family elsewhere, in lower case; name here): names of ranx, and colloquial ones. Names that mean a family
/// in any case are [`FAMILIES`]; full names of other tools are [`synonyms`].
const ELSEWHERE: &[(&str, &str)] = &[
    ("f1", "SetF"),
    ("hit_rate", "Success"),
    ("hitrate", "Success"),
    ("r-precision", "Rprec"),
    ("r_precision", "Rprec"),
    ("ndcg_cut", "nDCG"),
    ("ndcg_burges", "nDCG(gains='exponential')"),
];

/// Returns the measures that a name may mean which is not a canonical one, by their names.
pub(crate) fn meant(name: &str) -> BTreeMap<String, Metric> {
    let mut found = BTreeMap::new();
    let mut try_name = |text: &str| {
        if let Ok(metric) = text.parse::<Metric>() {
            found.insert(metric.to_string(), metric);
        }
    };
    let lower = name.to_lowercase();
    let end = lower.find(['@', '(', '\'']).unwrap_or(lower.len());
    // Lower-casing may change the length of a text; then it is not a known name.
    let (Some(head), Some(rest)) = (lower.get(..end), name.get(end..)) else { return found };
    let families =
        Family::ALL.iter().map(|family| family.entry().name).map(|name| (name.to_lowercase(), name));
    let elsewhere = FAMILIES.iter().chain(ELSEWHERE).map(|(theirs, ours)| (theirs.to_lowercase(), *ours));
    for (_, ours) in families.chain(elsewhere).filter(|(theirs, _)| theirs == head) {
        try_name(&format!("{ours}{rest}"));
    }
    for (theirs, _) in synonyms() {
        // A name with a number in it, or a whole one.
        let (before, after) = theirs.split_once("{k}").unwrap_or((theirs, ""));
        let number = lower.strip_prefix(&before.to_lowercase()).and_then(|rest| rest.strip_suffix(after));
        match number {
            Some("") if !theirs.contains('{') => try_name(theirs),
            Some(k) if theirs.contains("{k}") && k.bytes().all(|byte| byte.is_ascii_digit()) => {
                try_name(&theirs.replace("{k}", k));
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_other_tools_mean_measures() {
        for (name, ours) in [
            ("map@100", "AP@100"),
            ("Map", "AP"),
            ("MAP_CUT_10", "AP@10"),
            ("recall@100", "R@100"),
            ("RECALL@100", "R@100"),
            ("ndcg@10", "nDCG@10"),
            ("NDCG_cut_10", "nDCG@10"),
            ("ndcg_cut@10", "nDCG@10"),
            ("p@10", "P@10"),
            ("p_10", "P@10"),
            ("precision@5", "P@5"),
            ("mrr", "RR"),
            ("mrr@10", "RR@10"),
            ("f1", "SetF"),
            ("hit_rate@10", "Success@10"),
            ("success@5", "Success@5"),
            ("rprec", "Rprec"),
            ("r-precision", "Rprec"),
            ("BPREF", "Bpref"),
            ("rbp(p=0.9)", "RBP(p=0.9)"),
            ("err@20", "ERR@20"),
            ("ndcg_burges@10", "nDCG(gains='exponential')@10"),
            ("NDCG_at_10", "nDCG@10"),
            ("hr@10", "Success@10"),
            // No measures.
            ("nonsense", ""),
            ("ndcg@ten", ""),
            ("map@0", ""),
            ("ndgc@10", ""),
            ("\u{130}ap", ""),
        ] {
            let ours: Vec<String> = ours.parse::<Metric>().iter().map(ToString::to_string).collect();
            assert_eq!(meant(name).into_keys().collect::<Vec<_>>(), ours, "{name}");
        }
    }
}
