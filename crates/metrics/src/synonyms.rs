//! Names by which other tools know our measures.

use std::borrow::Cow;

use crate::trec_eval;
use rejudge_levels::Decimal;

/// (name elsewhere, our name): `{k}` stands for a cutoff, `{0k}` for one of four digits with a zero before
/// it, which marks a name of NTCIREVAL, `{x}` for a decimal. Only whole names are synonyms, so that a name
/// that means another thing elsewhere (`nDCG@10` of NTCIREVAL) is never reinterpreted in part.
pub const SYNONYMS: &[(&str, &str)] = &[
    // trec_eval
    ("map", "AP"),
    ("map_cut_{k}", "AP@{k}"),
    ("P_{k}", "P@{k}"),
    ("recip_rank", "RR"),
    ("Rprec", "Rprec"),
    ("bpref", "Bpref"),
    ("old_bpref", "OldBpref"),
    ("bpref_old", "OldBpref"),
    ("ndcg", "nDCG"),
    ("ndcg_cut_{k}", "nDCG@{k}"),
    ("recall_{k}", "R@{k}"),
    ("success_{k}", "Success@{k}"),
    ("num_ret", "NumRet"),
    ("num_rel", "NumRel"),
    ("num_rel_ret", "NumRelRet"),
    ("num_nonrel_judged_ret", "NumNonrelRet"),
    ("gm_map", "GMAP"),
    ("gm_bpref", "GMBpref"),
    ("iprec_at_recall_{x}", "IPrec@{x}"),
    ("Rprec_mult_{x}", "RprecMult(mult={x})"),
    ("utility", "Utility"),
    ("11pt_avg", "IAP"),
    ("ndcg_rel", "nDCGrel"),
    ("Rndcg", "RnDCG"),
    ("relative_P_{k}", "RelP@{k}"),
    ("set_P", "SetP"),
    ("set_relative_P", "SetRelP"),
    ("set_recall", "SetR"),
    ("set_map", "SetAP"),
    ("set_F", "SetF"),
    ("rbp", "TopicRBP"),
    ("rbp_resid", "RBPresidual"),
    ("unj_{k}", "Unjudged@{k}"),
    // NTCIREVAL, as it prints them. Its `AP`, `P-measure`, `RR` and the like are ours too. `ERR`, `RBP` and
    // cutoffs of four digits without a zero (`nDCG@1000`) are names of ours that mean another thing, and
    // stay ours.
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
    ("bpref_10", "Bpref(form='10')"),
    ("rpref_N", "Rpref(form='N')"),
    ("rpref_relative", "Rpref(form='relative')"),
    ("rpref_relative2", "Rpref(form='relative2')"),
    // Names in papers.
    ("nG@1", "nCG@1"),
    ("NSR@{k}", "nCG@{k}"),
    ("genAveP", "genAP"),
    // ir_measures, for a relative SetP
    ("SetP(relative=True)", "SetRelP"),
    // ndeval, which knows no probabilities of intents. Its `NRBP` and `nNRBP` are names of ours.
    ("alpha-DCG@{k}", "alpha_DCG(weights='ndeval')@{k}"),
    ("alpha-nDCG@{k}", "alpha_nDCG(weights='ndeval')@{k}"),
    ("ERR-IA@{k}", "ERR_IA(weights='ndeval')@{k}"),
    ("nERR-IA@{k}", "nERR_IA(weights='ndeval')@{k}"),
    ("P-IA@{k}", "P_IA(weights='ndeval')@{k}"),
    ("MAP-IA", "AP_IA(weights='ndeval')"),
    ("strec@{k}", "StRecall@{k}"),
];

/// (name of a family that ir-measures accepts too, ours): with parameters and cutoff as for ours. `eval` takes them in any
/// case.
pub const FAMILIES: &[(&str, &str)] = &[
    ("BPref", "Bpref"),
    ("MAP", "AP"),
    ("MAP_IA", "AP_IA"),
    ("MRR", "RR"),
    ("NDCG", "nDCG"),
    ("Precision", "P"),
    ("Recall", "R"),
    ("RPrec", "Rprec"),
];

/// Our name for a family, which may already be one of ours.
pub(crate) fn family(name: &str) -> &str {
    FAMILIES.iter().find(|(elsewhere, _)| *elsewhere == name).map_or(name, |(_, ours)| ours)
}

/// (family, spelling in its parentheses elsewhere, ours).
const PARAMETERS: &[(&str, &str, &str)] = &[
    // ir-measures names the exponential gain with the discount.
    ("nDCG", "dcg='exp-log2'", "gains='exponential'"),
    ("NDCG", "dcg='exp-log2'", "gains='exponential'"),
];

/// Our name for `name`, which may already be one of ours.
pub(crate) fn translate(name: &str) -> Cow<'_, str> {
    for (family, elsewhere, ours) in PARAMETERS {
        if name.starts_with(family) && name.contains(elsewhere) {
            return Cow::Owned(name.replace(elsewhere, ours));
        }
    }
    // A wrong number is left alone, to be reported in the words of the user.
    let is_cutoff =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse().is_ok_and(|k: u32| k > 0);
    let is_padded = |text: &str| text.len() == 4 && text.starts_with('0') && is_cutoff(text);
    let is_decimal = |text: &str| Decimal::parse(text).is_some_and(|decimal| decimal.value().is_finite());
    let with_number = |elsewhere: &str, ours: &str, mark, is_number: &dyn Fn(&str) -> bool| {
        let (before, after) = elsewhere.split_once(mark)?;
        let number = name.strip_prefix(before)?.strip_suffix(after)?;
        is_number(number).then(|| Cow::Owned(ours.replace(mark, number)))
    };
    SYNONYMS
        .iter()
        .find_map(|(elsewhere, ours)| {
            if name == *elsewhere {
                return Some(Cow::Borrowed(*ours));
            }
            with_number(elsewhere, ours, "{k}", &is_cutoff)
                .or_else(|| with_number(elsewhere, ours, "{0k}", &is_padded))
                .or_else(|| with_number(elsewhere, ours, "{x}", &is_decimal))
        })
        .or_else(|| trec_eval::translate(name).map(Cow::Owned))
        .unwrap_or(Cow::Borrowed(name))
}
