//! Other tools' and papers' names for our measures, names for which we have no single measure, and names that
//! mean different measures in different tools.

use std::borrow::Cow;

use crate::levels::Decimal;
use crate::name_reader::Reader;
use crate::registry::Family;
use crate::trec_eval;

/// (their name, our name). `{k}` is a cutoff, `{0k}` a cutoff of four digits with leading zeros, as only
/// NTCIREVAL writes it, and `{x}` a decimal. We translate only whole names, because a part may mean something
/// else in the other tool. For example, NTCIREVAL's `nDCG@0010` is not our `nDCG@10`.
const SYNONYMS: &[(&str, &str)] = &[
    // trec_eval before version 9
    ("old_bpref", "OldBpref"),
    ("bpref_old", "OldBpref"),
    // NTCIREVAL's printed names. Some names, such as `AP`, `P-measure` and `RR`, are the same here. `ERR`,
    // `RBP` and names with a cutoff of four digits without a leading zero (`nDCG@1000`) are not translated,
    // because they are also names of other measures here.
    ("Q-measure", "Q"),
    ("P-plus", "P+"),
    ("NCUgu,P", "NCU(stop='gu', beta=0)"),
    ("NCUgu,BR", "NCU(stop='gu')"),
    ("NCUrb,P", "NCU(stop='rb', gamma=0.95, beta=0)"),
    ("NCUrb,BR", "NCU(stop='rb', gamma=0.95)"),
    ("AP@{0k}", "AP(norm='min')@{0k}"),
    ("nDCG@{0k}", "nDCG(dcg='jk', log=2)@{0k}"),
    ("MSnDCG", "nDCG"),
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
    // Papers. The title of a measure (`average precision`) needs no line, because we look titles up.
    ("AveP", "AP"),
    ("Induced AP", "AP'"),
    ("Inferred AP", "infAP"),
    ("NCP_u", "AP"),
    ("11-point Average Precision", "IAP"),
    ("Interpolated Precision@{x}", "IPrec@{x}"),
    ("precision-at-ten", "P@10"),
    ("precision at {k}", "P@{k}"),
    ("precision at document cut-off {k}", "P@{k}"),
    ("NCP_1", "RR"),
    ("R-precision", "Rprec"),
    ("bpref-R", "Bpref(form='R')"),
    ("bpref-N", "Bpref(form='N')"),
    ("Microsoft nDCG", "nDCG"),
    ("Microsoft nDCG@{k}", "nDCG@{k}"),
    ("nG@1", "nCG@1"),
    ("NSR@{k}", "nCG@{k}"),
    ("normalised sliding ratio@{k}", "nCG@{k}"),
    ("sliding ratio@{k}", "nCG@{k}"),
    ("genAveP", "genAP"),
    ("generalised AP", "genAP"),
    ("normalised ERR", "nERR"),
    ("NCU_u", "NCU"),
    ("NCU_u,beta={x}", "NCU(beta={x})"),
    ("NCU_gu", "NCU(stop='gu')"),
    ("NCU_gu,beta={x}", "NCU(stop='gu', beta={x})"),
    ("GA-Hit@{k}", "Success@{k}"),
    ("GA-nG@1", "nCG@1"),
    ("GA-nDCG", "nDCG"),
    ("GA-Q", "Q"),
    ("intent-aware ERR", "gERR_IA"),
    // ir_measures, where relative precision of the set is a parameter of SetP
    ("SetP(relative=True)", "SetRelP"),
    // ndeval, which has no probabilities of intents. Its `NRBP` and `nNRBP` are our names, too.
    ("alpha-DCG@{k}", "alpha_DCG(weights='ndeval')@{k}"),
    ("alpha-nDCG@{k}", "alpha_nDCG(weights='ndeval')@{k}"),
    ("ERR-IA@{k}", "ERR_IA(weights='ndeval')@{k}"),
    ("nERR-IA@{k}", "nERR_IA(weights='ndeval')@{k}"),
    ("P-IA@{k}", "P_IA(weights='ndeval')@{k}"),
    ("MAP-IA", "AP_IA(weights='ndeval')"),
    ("strec@{k}", "StRecall@{k}"),
    // MTEB, which uses pytrec_eval
    ("ndcg_at_{k}", "nDCG@{k}"),
    ("map_at_{k}", "AP@{k}"),
    ("recall_at_{k}", "R@{k}"),
    ("precision_at_{k}", "P@{k}"),
    ("mrr_at_{k}", "RR@{k}"),
    ("hit_rate_at_{k}", "Success@{k}"),
    // sentence-transformers, which has binary judgments. Each name begins with the similarity function, here
    // `cosine`.
    ("cosine_accuracy@{k}", "Success@{k}"),
    ("cosine_ndcg@{k}", "nDCG@{k}"),
    ("cosine_map@{k}", "AP(norm='min')@{k}"),
    ("cosine_recall@{k}", "R@{k}"),
    ("cosine_precision@{k}", "P@{k}"),
    ("cosine_mrr@{k}", "RR@{k}"),
    // RecBole and other tools for recommender systems
    ("HR@{k}", "Success@{k}"),
];

/// Returns (their name, our name) for trec_eval, other tools and papers.
pub fn synonyms() -> impl Iterator<Item = (&'static str, &'static str)> {
    trec_eval::names().chain(SYNONYMS.iter().copied())
}

/// (a family's other name in ir_measures, our name). Parameters and cutoffs are the same for both names.
/// `rejudge eval` also accepts the other name in upper or lower case.
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

/// (names, explanation) for names in papers and tools for which we have no single measure. The explanation
/// completes a sentence that begins with the name, and says which measure to use instead, or why we do not
/// compute this one.
pub const ANSWERS: &[(&[&str], &str)] = &[
    (
        &["UCS", "User's Character Score"],
        "is not computed: the survey of NTCIR names it without a definition (Ohtsuka et al., NTCIR-4, 2004)",
    ),
    (
        &["passage-level AP", "utterance-based AP", "pointwise AP", "fractional AP"],
        "is not computed: it compares passages by where they begin and end, and the survey of NTCIR names it without a \
         definition (Akiba et al., NTCIR-9, 2011)",
    ),
    (
        &["BA-Hit"],
        "is not computed: it needs the best answer that each asker chose (CQA of NTCIR-8), which no collection here \
         has; with such judgments it is `Success@1`",
    ),
    (
        &["RankEff"],
        "is not computed: IPSJ 2009 does not define it, but calls it no more reliable than `Bpref` (Ahlgren and \
         Grönqvist, 2006)",
    ),
    (
        &["Average Distance Measure", "ADM"],
        "is not computed: it compares relevance on a continuous scale with estimates of it, which runs do not have",
    ),
    (
        &["Average nDCG", "Average nCG", "Average n(D)CG"],
        "is not computed: it is the mean of nDCG@k, or nCG@k, over all ranks k; the papers use nDCG at one cutoff",
    ),
    (
        &["H-measure", "Hscore", "V-score", "QU-score", "QUscore"],
        "scores subtopics, not documents: `rejudge subtopics` computes it (mining: Hscore, H-measure; understanding: \
         V-score, QU-score)",
    ),
    (
        &["D-measure", "D#-measure", "DIN-measure"],
        "is a family of measures, such as `D-nDCG`, `D-Q`, `D#-nDCG`, `D#-Q` and `DIN-nDCG`",
    ),
    (
        &["intent-aware measure", "intent-aware measures"],
        "is a family of measures, such as `AP_IA`, `P_IA@10`, `nDCG_IA`, `ERR_IA@10` and `gERR_IA`",
    ),
    (
        &["NCP", "Normalised Cumulative Precision"],
        "is a family of measures: NCP_u is `AP`, NCP_1 is `RR`, and with utilities from gains it is `NCU`",
    ),
    (&["NCU_rb"], "needs its gamma, as in `NCU(stop='rb', gamma=0.9)`"),
    (
        &["RP curves", "recall-precision curves"],
        "are curves of eleven values, `IPrec@0` to `IPrec@1`: trec_eval's `iprec_at_recall` prints them, `IAP` is their \
         mean",
    ),
    (
        &["rigid AP", "relaxed AP"],
        "is `AP` with a relevance threshold: for levels S, A and B (3, 2 and 1), `AP(rel=2)` is rigid and `AP` \
         relaxed",
    ),
    (
        &["(W)RR"],
        "is `RR` with a level from which a document is relevant, as in `RR(rel=2)`: the Web tasks announced `WRR` \
         but used this",
    ),
    (
        &["generalised precision"],
        "is, at rank r, cg(r) divided by r: at rank 10 it is `CG@10` divided by 10, and `genAP` adds up its values at the \
         ranks of relevant documents",
    ),
    (
        &["weighted precision"],
        "is, at rank r, cg(r) divided by the ideal list's cg(r): at rank 10 it is `nCG@10`",
    ),
    (&["IDCG"], "is not a score of a run: it is the `DCG` of the ideal list, by which `nDCG` divides"),
    (
        &["sum of relevance scores", "average of relevance scores", "sum/average of relevance scores"],
        "takes one response per topic: the average is `CG@1`, the sum `CG@1` times the number of topics",
    ),
    (
        &["hits"],
        "is, in ranx, the mean number of relevant documents down to a rank: `P@10` is a tenth of `hits@10`, and `NumRelRet` \
         the number in the whole ranking, added up over topics",
    ),
    (
        &["hole", "holes"],
        "is, in BEIR, the share of documents that are judged for no topic at all: `Judged@10` is the share of documents \
         that are judged for the topic",
    ),
    (
        &["geometric mean", "g-mean"],
        "scores decisions about pairs of runs, not a ranking (Bompada et al., 2007): use the statistic `confusion-matrix`; \
         `GMAP` is the geometric mean of AP over topics",
    ),
];

/// (names, explanation) for names that mean different measures in different tools. `rejudge eval` refuses
/// such a name and prints the explanation. `{k}` matches digits. The explanation follows the name, as in
/// [`ANSWERS`]. A name that is also ours, such as `Accuracy`, is valid in experiments and is printed in
/// tables; its explanation contains an unambiguous form of our name, `Accuracy(rel=1)`.
pub const AMBIGUOUS: &[(&[&str], &str)] = &[
    (
        &["F1@{k}"],
        "is `SetF` of runs that are cut at rank {k}: the command takes `-M {k} -m SetF`, Python `max_rank={k}`",
    ),
    (
        &["Accuracy@{k}", "accuracy_at_{k}"],
        "is `Success@{k}` in sentence-transformers, MTEB and BEIR; in ir_measures it is the share of pairs of documents in \
         the right order down to a rank, which is `Accuracy(rel=1)@{k}`",
    ),
    (
        &["Accuracy"],
        "is, in ir_measures, the share of pairs of documents in the right order, which is `Accuracy(rel=1)`. At a rank it is \
         `Success@k` in sentence-transformers, MTEB and BEIR. In the survey of NTCIR (STC Japanese) it is a binary measure of \
         the retrieved set, without a definition; in Bompada et al. (2007) it scores decisions about pairs of runs, not a \
         ranking: use the statistic `confusion-matrix`",
    ),
    (
        &["recall"],
        "is `SetR` in ranx, the recall of the whole ranking; in trec_eval it is nine measures, which are \
         `recall.5,10,15,20,30,100,200,500,1000`",
    ),
    (
        &["rbp.{k}"],
        "adds levels up in ranx: it is `gRBP(p=0.{k})` times the highest level; with binary judgments it is \
         `RBP(p=0.{k})`",
    ),
    (
        &["rbp@{k}"],
        "has a persistence of 0.{k} in ranx, and adds levels up: it is `gRBP(p=0.{k})` times the highest level; RBP \
         to rank {k} with a persistence of 0.8 is `RBP@{k}`",
    ),
];

/// Returns the explanation of a name in [`AMBIGUOUS`] or [`ANSWERS`], or `None` if the name is in neither.
/// A name in [`ANSWERS`] matches in upper or lower case, and with or without a cutoff.
pub fn answer(name: &str) -> Option<Cow<'static, str>> {
    let name = with_ascii_signs(name);
    if let Some(answer) = ambiguous(&name) {
        return Some(answer.into());
    }
    let name = match name.split_once('@') {
        Some((name, cutoff)) if cutoff.parse::<u32>().is_ok_and(|cutoff| cutoff > 0) => name,
        Some(_) => return None,
        None => &name,
    };
    let (_, answer) =
        ANSWERS.iter().find(|(names, _)| names.iter().any(|entry| entry.eq_ignore_ascii_case(name)))?;
    Some((*answer).into())
}

/// Returns the explanation of a name in [`AMBIGUOUS`]. Case does not matter, unless the name is one of ours:
/// `rbp@95` is ambiguous, `RBP@95` is not.
///
/// ```
/// use rejudge_metrics::ambiguous;
/// assert!(ambiguous("accuracy@10").is_some_and(|explanation| explanation.starts_with("is `Success@10` in")));
/// assert_eq!((ambiguous("RBP@95"), ambiguous("recall@10"), ambiguous("Accuracy(rel=1)@10")), (None, None, None));
/// ```
pub fn ambiguous(name: &str) -> Option<String> {
    let find = |name: &str, in_case: fn(&str) -> String| {
        AMBIGUOUS.iter().find_map(|(names, explanation)| {
            let digits = names.iter().find_map(|pattern| matched_digits(&in_case(pattern), name))?;
            Some(explanation.replace("{k}", &digits))
        })
    };
    match find(name, str::to_owned) {
        None if !Reader::is_name(name) => find(&name.to_lowercase(), str::to_lowercase),
        explanation => explanation,
    }
}

/// Returns the digits at `{k}` if `name` matches `pattern`, or an empty text if it matches a `pattern` without
/// `{k}`.
fn matched_digits(pattern: &str, name: &str) -> Option<String> {
    let (before, after) = pattern.split_once("{k}").unwrap_or((pattern, ""));
    let digits = name.strip_prefix(before)?.strip_suffix(after)?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_number == pattern.contains("{k}") && (is_number || digits.is_empty())).then(|| digits.to_owned())
}

/// Returns a message if `name` is another tool's name without the `@` and the cutoff or recall level that it
/// needs.
pub(crate) fn incomplete(name: &str) -> Option<String> {
    let name = with_ascii_signs(name);
    synonyms().find_map(|(theirs, _)| match theirs.rsplit_once('@')? {
        (family, "{k}") if family == name => Some(lacks_cutoff(family)),
        (family, "{x}") if family == name => Some(lacks_recall(family)),
        _ => None,
    })
}

pub(crate) fn lacks_cutoff(family: &str) -> String {
    format!("{family} needs a cutoff, as in `{family}@10`")
}

pub(crate) fn lacks_recall(family: &str) -> String {
    format!("{family} needs a recall level, as in `{family}@0.1`")
}

/// Replaces signs that you cannot type easily: papers print `α-nDCG` and `D♯-nDCG`.
fn with_ascii_signs(name: &str) -> Cow<'_, str> {
    const SIGNS: [(char, &str); 4] = [('α', "alpha"), ('β', "beta"), ('♯', "#"), ('’', "'")];
    if name.is_ascii() {
        return Cow::Borrowed(name);
    }
    Cow::Owned(SIGNS.iter().fold(name.to_owned(), |name, (sign, letters)| name.replace(*sign, letters)))
}

/// Returns our name for a measure's title. The title may be in upper or lower case, in British or American
/// spelling, and with or without a cutoff. We do not accept titles of one word, because they may be typing
/// errors (`precision@10`).
fn from_title(name: &str) -> Option<String> {
    if !name.contains(' ') {
        return None;
    }
    let (title, cutoff) = name.split_at(name.find('@').unwrap_or(name.len()));
    let title = title.to_lowercase().replace("alized", "alised");
    let family = Family::ALL.iter().find(|family| family.entry().title.to_lowercase() == title)?;
    Some(format!("{}{cutoff}", family.entry().name))
}

/// Returns our name for a family that has another name in ir_measures, or `name` itself.
pub(crate) fn family(name: &str) -> &str {
    FAMILIES.iter().find(|(elsewhere, _)| *elsewhere == name).map_or(name, |(_, ours)| ours)
}

/// (family, another tool's spelling of parameters, our spelling).
const PARAMETERS: &[(&str, &str, &str)] = &[
    // In ir-measures the name of the discount includes the exponential gain.
    ("nDCG", "dcg='exp-log2'", "gains='exponential'"),
    ("NDCG", "dcg='exp-log2'", "gains='exponential'"),
];

/// Returns our name for `name`, or `name` itself if we have no translation.
pub(crate) fn translate(name: &str) -> Cow<'_, str> {
    match with_ascii_signs(name) {
        Cow::Borrowed(name) => translate_ascii(name),
        Cow::Owned(name) => Cow::Owned(translate_ascii(&name).into_owned()),
    }
}

fn translate_ascii(name: &str) -> Cow<'_, str> {
    for (family, elsewhere, ours) in PARAMETERS {
        let name = name.replace('"', "'");
        if name.starts_with(family) && name.contains(elsewhere) {
            return Cow::Owned(name.replace(elsewhere, ours));
        }
    }
    // We do not translate a name with a wrong number, so that the error quotes what the user typed.
    let is_cutoff =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse().is_ok_and(|k: u32| k > 0);
    let is_padded = |text: &str| text.len() == 4 && text.starts_with('0') && is_cutoff(text);
    let is_decimal = |text: &str| Decimal::parse(text).is_some_and(|decimal| decimal.value().is_finite());
    let with_number = |elsewhere: &str, ours: &str, mark, is_number: &dyn Fn(&str) -> bool| {
        let (before, after) = elsewhere.split_once(mark)?;
        let number = name.strip_prefix(before)?.strip_suffix(after)?;
        is_number(number).then(|| Cow::Owned(ours.replace(mark, number)))
    };
    synonyms()
        .find_map(|(elsewhere, ours)| {
            if name == elsewhere {
                return Some(Cow::Borrowed(ours));
            }
            with_number(elsewhere, ours, "{k}", &is_cutoff)
                .or_else(|| with_number(elsewhere, ours, "{0k}", &is_padded))
                .or_else(|| with_number(elsewhere, ours, "{x}", &is_decimal))
        })
        .or_else(|| trec_eval::translate(name).map(Cow::Owned))
        .or_else(|| from_title(name).map(Cow::Owned))
        .unwrap_or(Cow::Borrowed(name))
}
