//! The names of measures in the five papers. Each name is either understood or answered with an explanation.

use rejudge_eval::{Preset, RequestedMeasures};
use rejudge_metrics::{Metric, answer};

use crate::snapshots::shown;

/// Each row has some of the papers, and every name that exactly these papers print. Cutoffs are examples.
const PRINTED: &[(&str, &str)] = &[
    ("sakai-bias, sakai-ncu, sakai-ntcir", "AP"),
    (
        "sakai-bias",
        "AP'; Induced AP; Inferred AP; Q'; nDCG'; RBP'; binary preference; bpref-R; bpref-N; \
         RankEff; precision at document cut-off 20; precision-at-ten",
    ),
    (
        "sakai-bias, sakai-ncu, sakai-late-arrival, bompada-incomplete, sakai-ntcir",
        "average precision; normalised Discounted Cumulative Gain; Discounted Cumulative Gain; \
         cumulative gain; precision; recall",
    ),
    (
        "sakai-late-arrival",
        "AveP; genAveP; Average nDCG; Average n(D)CG; generalised precision; weighted precision; \
         Average Distance Measure",
    ),
    ("sakai-ncu, bompada-incomplete", "MAP"),
    ("sakai-bias, sakai-ntcir", "11-point Average Precision"),
    (
        "sakai-ntcir",
        "Interpolated Precision; RP curves; rigid AP; relaxed AP; passage-level AP; \
         utterance-based AP; pointwise AP; fractional AP; generalised AP; Graded Average Precision; \
         Q@10; Microsoft nDCG; MSnDCG; NSR; normalised sliding ratio; nG@1; (W)RR; ERR; \
         expected reciprocal rank; nERR; normalised ERR; CRS; Combinational Relevance Score; UCS; \
         User's Character Score; Hit@1; GA-Hit@1; BA-Hit@1; GA-nG@1; GA-nDCG; GA-Q; I-rec; \
         subtopic recall; D-nDCG; D-Q; D-measure; D♯-measure; D♯-nDCG; DIN-measure; DIN-nDCG; P+Q; \
         α-nDCG; intent-aware measure; intent-aware ERR; H-measure; Hscore; V-score; QU-score; \
         QUscore; sum/average of relevance scores",
    ),
    ("bompada-incomplete", "infAP; InfAP; inferred average precision; NDCG; IDCG; geometric mean; g-mean"),
    (
        "sakai-late-arrival, sakai-ntcir",
        "generalised Average Precision; CG; sliding ratio; WRR; weighted reciprocal rank",
    ),
    ("sakai-bias, sakai-ncu, sakai-late-arrival, sakai-ntcir", "Q; Q-measure; nDCG"),
    ("sakai-late-arrival, bompada-incomplete, sakai-ntcir", "DCG"),
    ("sakai-ncu, sakai-late-arrival, sakai-ntcir", "nCG; reciprocal rank"),
    ("sakai-ncu, sakai-late-arrival", "normalised cumulative gain; P-measure; O-measure"),
    ("sakai-bias, sakai-ncu", "RBP; rank-biased precision"),
    ("sakai-bias, bompada-incomplete, sakai-ntcir", "bpref; Bpref"),
    (
        "sakai-ncu",
        "precision at 10; NCU_u; NCU_rb; NCU_gu; NCU_gu,beta=1; NCP; \
         Normalised Cumulative Precision; NCP_u; NCP_1",
    ),
    ("sakai-ncu, sakai-ntcir", "R-precision; RR; P+; NCU; normalised cumulative utility"),
    ("bompada-incomplete, sakai-ntcir", "Accuracy; accuracy"),
];

/// Returns the measure that the command reads from a name. If the name needs a cutoff or a recall level,
/// returns the measure with an example of one.
fn understood(name: &str) -> Option<String> {
    let read = |name: &str| {
        let wanted = RequestedMeasures::read(&[name.to_owned()], Preset::Trec10).ok()?;
        let [metric] = &wanted.metrics[..] else { return None };
        Some(metric.to_string())
    };
    read(name).or_else(|| ["10", "0.1"].iter().find_map(|cutoff| read(&format!("{name}@{cutoff}"))))
}

#[test]
fn every_name_in_the_papers_is_understood_or_answered() {
    let (mut text, mut counts, mut neither) = (String::new(), [0, 0], Vec::new());
    let named = PRINTED.iter().flat_map(|(papers, names)| names.split("; ").map(move |name| (name, papers)));
    for (name, papers) in named {
        let says = match (understood(name), answer(name)) {
            (Some(metric), answer) => {
                counts[0] += 1;
                answer.map_or(metric.clone(), |answer| format!("{metric}; {name} {answer}"))
            }
            (None, Some(answer)) => {
                counts[1] += 1;
                format!("{name} {answer}")
            }
            (None, None) => {
                neither.push(name);
                continue;
            }
        };
        text += &format!("{name} [{papers}]\n    {says}\n");
    }
    let [understood, answered] = counts;
    shown(
        "names_of_measures_in_the_papers",
        &format!("{understood} understood, {answered} answered\n\n{text}"),
    );
    assert!(neither.is_empty(), "neither understood nor answered: {neither:?}");
}

/// A wrong name has the same answer in an experiment and on the command line.
#[test]
fn an_explanation_is_not_a_measure() {
    for (names, answer) in rejudge_metrics::ANSWERS {
        for name in *names {
            let error = name.parse::<Metric>().expect_err(name);
            assert_eq!(error.to_string(), format!("measure `{name}`: `{name}` {answer}"));
            let wanted = RequestedMeasures::read(&[(*name).to_owned()], Preset::Trec10).expect_err(name);
            assert!(wanted.to_string().contains(answer), "{name}: {wanted}");
        }
    }
}
