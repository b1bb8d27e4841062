//! Names by which other tools know our measures.

use std::borrow::Cow;

/// (name elsewhere, our name): `{k}` stands for a cutoff, `{0k}` for one of four digits with a zero before it, which
/// marks a name of NTCIREVAL. Only whole names are synonyms, so that a name
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
    // NTCIR: what NTCIREVAL prints. Its `AP`, `P-measure`, `RR` and the like are ours too. `ERR`, `RBP` and cutoffs of
    // four digits without a zero (`nDCG@1000`) are names of ours that mean another thing, and stay ours.
    ("Q-measure", "Q"),
    ("P-plus", "P+"),
    ("NCUgu,P", "NCU(stop='gu', beta=0)"),
    ("NCUgu,BR", "NCU(stop='gu')"),
    ("NCUrb,P", "NCU(stop='rb', gamma=0.95, beta=0)"),
    ("NCUrb,BR", "NCU(stop='rb', gamma=0.95)"),
    ("AP@{0k}", "AP(norm='min')@{0k}"),
    ("nDCG@{0k}", "nDCG(dcg='jk', log=2)@{0k}"),
    ("MSnDCG@{k}", "nDCG@{k}"),
    ("ERR@{0k}", "ERR(stop='gain')@{0k}"),
    ("nERR@{0k}", "nERR(stop='gain')@{0k}"),
    ("RBP@{0k}", "gRBP@{0k}"),
    ("Hit@{k}", "Success@{k}"),
    ("bpref_R", "Bpref(form='R')"),
    ("bpref_N", "Bpref(form='N')"),
    ("bpref_relative", "Bpref(form='relative')"),
    ("bpref_old", "Bpref(form='R')"),
    ("bpref_10", "Bpref(form='10')"),
    ("rpref_N", "Rpref(form='N')"),
    ("rpref_relative", "Rpref(form='relative')"),
    ("rpref_relative2", "Rpref(form='relative2')"),
    // Names in papers.
    ("nG@1", "nCG@1"),
    ("NSR@{k}", "nCG@{k}"),
    ("genAveP", "genAP"),
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
            let place = ["{k}", "{0k}"].into_iter().find(|place| elsewhere.contains(place));
            let Some((place, (before, after))) =
                place.and_then(|place| Some((place, elsewhere.split_once(place)?)))
            else {
                return (name == *elsewhere).then_some(Cow::Borrowed(*ours));
            };
            let cutoff = name.strip_prefix(before)?.strip_suffix(after)?;
            // A wrong cutoff is left alone, to be reported in the words of the user.
            let is_cutoff =
                cutoff.bytes().all(|byte| byte.is_ascii_digit()) && cutoff.parse().is_ok_and(|k: u32| k > 0);
            let is_meant = place == "{k}" || (cutoff.len() == 4 && cutoff.starts_with('0'));
            (is_cutoff && is_meant).then(|| Cow::Owned(ours.replace(place, cutoff)))
        })
        .unwrap_or(Cow::Borrowed(name))
}
