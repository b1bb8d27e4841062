//! Names by which other tools know our measures.

use std::borrow::Cow;

/// (name elsewhere, our name): `{k}` stands for a cutoff. Only whole names are synonyms, so that a name
/// that means another thing elsewhere (`nDCG@10` of NTCIREVAL) is never reinterpreted in part.
pub const SYNONYMS: &[(&str, &str)] = &[
    // trec_eval
    ("map", "AP"),
    ("map_cut_{k}", "AP@{k}"),
    ("P_{k}", "P@{k}"),
    ("recip_rank", "RR"),
    ("Rprec", "Rprec"),
    ("bpref", "Bpref"),
    ("ndcg", "nDCG"),
    ("ndcg_cut_{k}", "nDCG@{k}"),
    ("recall_{k}", "R@{k}"),
    ("success_{k}", "Success@{k}"),
    // ndeval
    ("alpha-DCG@{k}", "alpha_DCG@{k}"),
    ("alpha-nDCG@{k}", "alpha_nDCG@{k}"),
    ("ERR-IA@{k}", "ERR_IA@{k}"),
    ("nERR-IA@{k}", "nERR_IA@{k}"),
    ("P-IA@{k}", "P_IA@{k}"),
    ("MAP-IA", "AP_IA"),
    ("strec@{k}", "StRecall@{k}"),
];

/// (family, spelling in its parentheses elsewhere, ours).
const PARAMETERS: &[(&str, &str, &str)] = &[
    // ir-measures names the exponential gain with the discount.
    ("nDCG", "dcg='exp-log2'", "gains='exponential'"),
];

/// Our name for `name`, which may already be one of ours.
pub(crate) fn translate(name: &str) -> Cow<'_, str> {
    for (family, elsewhere, ours) in PARAMETERS {
        if name.starts_with(family) && name.contains(elsewhere) {
            return Cow::Owned(name.replace(elsewhere, ours));
        }
    }
    SYNONYMS
        .iter()
        .find_map(|(elsewhere, ours)| {
            let Some((before, after)) = elsewhere.split_once("{k}") else {
                return (name == *elsewhere).then_some(Cow::Borrowed(*ours));
            };
            let cutoff = name.strip_prefix(before)?.strip_suffix(after)?;
            // A wrong cutoff is left alone, to be reported in the words of the user.
            let is_cutoff =
                cutoff.bytes().all(|byte| byte.is_ascii_digit()) && cutoff.parse().is_ok_and(|k: u32| k > 0);
            is_cutoff.then(|| Cow::Owned(ours.replace("{k}", cutoff)))
        })
        .unwrap_or(Cow::Borrowed(name))
}
