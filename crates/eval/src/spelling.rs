//! Finds the measures that a name in another spelling may mean: a name in upper or lower case, or as another
//! tool spells it. The caller accepts the name only if it means a single measure. If it could mean several,
//! the caller's error names all of them.

use std::collections::BTreeMap;

use rejudge_metrics::{FAMILIES, Family, Metric, synonyms};

/// The names that ranx and people give to families, in lower case, with our name for each. Other names of families are
/// in [`FAMILIES`], and full names of other tools, such as `map_cut_10`, are in [`synonyms`].
const OTHER_FAMILY_NAMES: &[(&str, &str)] = &[
    ("f1", "SetF"),
    ("hit_rate", "Success"),
    ("hitrate", "Success"),
    ("r-precision", "Rprec"),
    ("r_precision", "Rprec"),
    ("ndcg_cut", "nDCG"),
    ("ndcg_burges", "nDCG(gains='exponential')"),
];

/// Returns a name with its parts in the order of our names: `nDCG@10(gain=exp)` becomes `nDCG(gains='exponential')@10`, and
/// `judged.10` becomes `judged@10`.
fn in_our_order(name: &str) -> String {
    let split = name.split_once('@').and_then(|(head, rest)| Some((head, rest.split_once('(')?)));
    let name = match split {
        Some((head, (cutoff, parameters))) if !head.contains('(') && parameters.ends_with(')') => {
            format!("{head}({parameters}@{cutoff}")
        }
        _ => name.to_owned(),
    };
    let name = ["gain=exp", "gains=exp", "gain=exponential", "gain='exp'", "gains='exp'"]
        .into_iter()
        .fold(name, |name, theirs| name.replace(&format!("{theirs})"), "gains='exponential')"));
    match name.rsplit_once('.') {
        Some((head, cutoff)) if head.chars().all(char::is_alphabetic) && is_whole(cutoff) => {
            format!("{head}@{cutoff}")
        }
        _ => name,
    }
}

fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the measures that a name in another spelling may mean, by their canonical names.
pub(crate) fn possible_measures(name: &str) -> BTreeMap<String, Metric> {
    let mut measures = BTreeMap::new();
    let mut try_name = |text: &str| {
        if let Ok(metric) = text.parse::<Metric>() {
            measures.insert(metric.to_string(), metric);
        }
    };
    let name = in_our_order(name);
    let lower = name.to_lowercase();
    let end = lower.find(['@', '(', '\'']).unwrap_or(lower.len());
    // A text can have another length in lower case. This never happens for a measure's name.
    let (Some(head), Some(rest)) = (lower.get(..end), name.get(end..)) else { return measures };
    let families =
        Family::ALL.iter().map(|family| family.entry().name).map(|name| (name.to_lowercase(), name));
    let other_names = FAMILIES.iter().chain(OTHER_FAMILY_NAMES);
    let other_names = other_names.map(|(theirs, ours)| (theirs.to_lowercase(), *ours));
    for (_, ours) in families.chain(other_names).filter(|(theirs, _)| theirs == head) {
        try_name(&format!("{ours}{rest}"));
    }
    for (theirs, _) in synonyms() {
        // Some synonyms contain a cutoff, as in `map_cut_{k}`.
        let (before, after) = theirs.split_once("{k}").unwrap_or((theirs, ""));
        let number = lower.strip_prefix(&before.to_lowercase()).and_then(|rest| rest.strip_suffix(after));
        match number {
            Some("") if !theirs.contains('{') => try_name(theirs),
            Some(k) if theirs.contains("{k}") && is_whole(k) => {
                try_name(&theirs.replace("{k}", k));
            }
            _ => {}
        }
    }
    measures
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
            ("judged.10", "Judged@10"),
            ("nDCG@10(gain=exp)", "nDCG(gains='exponential')@10"),
            ("ap@10(rel=2)", "AP(rel=2)@10"),
            // These are not measures.
            ("nonsense", ""),
            ("ndcg@ten", ""),
            ("map@0", ""),
            ("ndgc@10", ""),
            ("\u{130}ap", ""),
        ] {
            let ours: Vec<String> = ours.parse::<Metric>().iter().map(ToString::to_string).collect();
            assert_eq!(possible_measures(name).into_keys().collect::<Vec<_>>(), ours, "{name}");
        }
    }
}
