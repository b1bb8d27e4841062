//! Names of measures in the texts of the five papers: each is understood, or answered with a reason.

use rejudge_eval::{Preset, Wanted};
use rejudge_metrics::{Metric, answer};

use crate::snapshots::shown;

/// Every name that the papers print of a measure, and the papers that print it. Cutoffs are an example of theirs.
const PRINTED: &[(&str, &str)] = &[
    ("AP", "sakai-bias, sakai-ncu, sakai-ntcir"),
    ("AP'", "sakai-bias"),
    ("average precision", "sakai-bias, sakai-ncu, sakai-late-arrival, bompada-incomplete, sakai-ntcir"),
    ("AveP", "sakai-late-arrival"),
    ("MAP", "sakai-ncu, bompada-incomplete"),
    ("11-point Average Precision", "sakai-bias, sakai-ntcir"),
    ("Interpolated Precision", "sakai-ntcir"),
    ("RP curves", "sakai-ntcir"),
    ("rigid AP", "sakai-ntcir"),
    ("relaxed AP", "sakai-ntcir"),
    ("passage-level AP", "sakai-ntcir"),
    ("utterance-based AP", "sakai-ntcir"),
    ("pointwise AP", "sakai-ntcir"),
    ("fractional AP", "sakai-ntcir"),
    ("Induced AP", "sakai-bias"),
    ("Inferred AP", "sakai-bias"),
    ("infAP", "bompada-incomplete"),
    ("InfAP", "bompada-incomplete"),
    ("inferred average precision", "bompada-incomplete"),
    ("generalised AP", "sakai-ntcir"),
    ("generalised Average Precision", "sakai-late-arrival, sakai-ntcir"),
    ("genAveP", "sakai-late-arrival"),
    ("Graded Average Precision", "sakai-ntcir"),
    ("Q", "sakai-bias, sakai-ncu, sakai-late-arrival, sakai-ntcir"),
    ("Q'", "sakai-bias"),
    ("Q-measure", "sakai-bias, sakai-ncu, sakai-late-arrival, sakai-ntcir"),
    ("Q@10", "sakai-ntcir"),
    ("nDCG", "sakai-bias, sakai-ncu, sakai-late-arrival, sakai-ntcir"),
    ("nDCG'", "sakai-bias"),
    ("NDCG", "bompada-incomplete"),
    (
        "normalised Discounted Cumulative Gain",
        "sakai-bias, sakai-ncu, sakai-late-arrival, bompada-incomplete, sakai-ntcir",
    ),
    ("Microsoft nDCG", "sakai-ntcir"),
    ("MSnDCG", "sakai-ntcir"),
    ("Average nDCG", "sakai-late-arrival"),
    ("Average n(D)CG", "sakai-late-arrival"),
    ("DCG", "sakai-late-arrival, bompada-incomplete, sakai-ntcir"),
    (
        "Discounted Cumulative Gain",
        "sakai-bias, sakai-ncu, sakai-late-arrival, bompada-incomplete, sakai-ntcir",
    ),
    ("IDCG", "bompada-incomplete"),
    ("nCG", "sakai-ncu, sakai-late-arrival, sakai-ntcir"),
    ("normalised cumulative gain", "sakai-ncu, sakai-late-arrival"),
    ("CG", "sakai-late-arrival, sakai-ntcir"),
    ("cumulative gain", "sakai-bias, sakai-ncu, sakai-late-arrival, bompada-incomplete, sakai-ntcir"),
    ("NSR", "sakai-ntcir"),
    ("normalised sliding ratio", "sakai-ntcir"),
    ("sliding ratio", "sakai-late-arrival, sakai-ntcir"),
    ("nG@1", "sakai-ntcir"),
    ("RBP", "sakai-bias, sakai-ncu"),
    ("RBP'", "sakai-bias"),
    ("rank-biased precision", "sakai-bias, sakai-ncu"),
    ("bpref", "sakai-bias, bompada-incomplete, sakai-ntcir"),
    ("Bpref", "sakai-bias, bompada-incomplete, sakai-ntcir"),
    ("binary preference", "sakai-bias"),
    ("bpref-R", "sakai-bias"),
    ("bpref-N", "sakai-bias"),
    ("RankEff", "sakai-bias"),
    ("precision", "sakai-bias, sakai-ncu, sakai-late-arrival, bompada-incomplete, sakai-ntcir"),
    ("precision at 10", "sakai-ncu"),
    ("precision at document cut-off 20", "sakai-bias"),
    ("precision-at-ten", "sakai-bias"),
    ("generalised precision", "sakai-late-arrival"),
    ("weighted precision", "sakai-late-arrival"),
    ("recall", "sakai-bias, sakai-ncu, sakai-late-arrival, bompada-incomplete, sakai-ntcir"),
    ("R-precision", "sakai-ncu, sakai-ntcir"),
    ("RR", "sakai-ncu, sakai-ntcir"),
    ("reciprocal rank", "sakai-ncu, sakai-late-arrival, sakai-ntcir"),
    ("(W)RR", "sakai-ntcir"),
    ("WRR", "sakai-late-arrival, sakai-ntcir"),
    ("weighted reciprocal rank", "sakai-late-arrival, sakai-ntcir"),
    ("P-measure", "sakai-ncu, sakai-late-arrival"),
    ("P+", "sakai-ncu, sakai-ntcir"),
    ("O-measure", "sakai-ncu, sakai-late-arrival"),
    ("ERR", "sakai-ntcir"),
    ("expected reciprocal rank", "sakai-ntcir"),
    ("nERR", "sakai-ntcir"),
    ("normalised ERR", "sakai-ntcir"),
    ("NCU", "sakai-ncu, sakai-ntcir"),
    ("normalised cumulative utility", "sakai-ncu, sakai-ntcir"),
    ("NCU_u", "sakai-ncu"),
    ("NCU_rb", "sakai-ncu"),
    ("NCU_gu", "sakai-ncu"),
    ("NCU_gu,beta=1", "sakai-ncu"),
    ("NCP", "sakai-ncu"),
    ("Normalised Cumulative Precision", "sakai-ncu"),
    ("NCP_u", "sakai-ncu"),
    ("NCP_1", "sakai-ncu"),
    ("Average Distance Measure", "sakai-late-arrival"),
    ("CRS", "sakai-ntcir"),
    ("Combinational Relevance Score", "sakai-ntcir"),
    ("UCS", "sakai-ntcir"),
    ("User's Character Score", "sakai-ntcir"),
    ("Hit@1", "sakai-ntcir"),
    ("GA-Hit@1", "sakai-ntcir"),
    ("BA-Hit@1", "sakai-ntcir"),
    ("GA-nG@1", "sakai-ntcir"),
    ("GA-nDCG", "sakai-ntcir"),
    ("GA-Q", "sakai-ntcir"),
    ("Accuracy", "bompada-incomplete, sakai-ntcir"),
    ("accuracy", "bompada-incomplete, sakai-ntcir"),
    ("geometric mean", "bompada-incomplete"),
    ("g-mean", "bompada-incomplete"),
    ("I-rec", "sakai-ntcir"),
    ("subtopic recall", "sakai-ntcir"),
    ("D-nDCG", "sakai-ntcir"),
    ("D-Q", "sakai-ntcir"),
    ("D-measure", "sakai-ntcir"),
    ("D♯-measure", "sakai-ntcir"),
    ("D♯-nDCG", "sakai-ntcir"),
    ("DIN-measure", "sakai-ntcir"),
    ("DIN-nDCG", "sakai-ntcir"),
    ("P+Q", "sakai-ntcir"),
    ("α-nDCG", "sakai-ntcir"),
    ("intent-aware measure", "sakai-ntcir"),
    ("intent-aware ERR", "sakai-ntcir"),
    ("H-measure", "sakai-ntcir"),
    ("Hscore", "sakai-ntcir"),
    ("V-score", "sakai-ntcir"),
    ("QU-score", "sakai-ntcir"),
    ("QUscore", "sakai-ntcir"),
    ("sum/average of relevance scores", "sakai-ntcir"),
];

/// Returns the measure of a name, as the command reads names; an example of one if the name needs a cutoff or a recall
/// level.
fn understood(name: &str) -> Option<String> {
    let read = |name: &str| {
        let wanted = Wanted::read(&[name.to_owned()], Preset::Trec10).ok()?;
        let [metric] = &wanted.metrics[..] else { return None };
        Some(metric.to_string())
    };
    read(name).or_else(|| ["10", "0.1"].iter().find_map(|cutoff| read(&format!("{name}@{cutoff}"))))
}

#[test]
fn every_name_in_the_papers_is_understood_or_answered() {
    let (mut text, mut counts, mut neither) = (String::new(), [0, 0], Vec::new());
    for (name, papers) in PRINTED {
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
                neither.push(*name);
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

/// A wrong name of a measure in an experiment and on the command line has the same answer.
#[test]
fn an_answer_is_no_measure() {
    for (names, answer) in rejudge_metrics::ANSWERS {
        for name in *names {
            // A name of rejudge that papers use with another meaning is still a measure.
            let Err(error) = name.parse::<Metric>() else {
                assert_eq!(*name, "Accuracy");
                continue;
            };
            assert_eq!(error.to_string(), format!("measure `{name}`: `{name}` {answer}"));
            let wanted = Wanted::read(&[(*name).to_owned()], Preset::Trec10).expect_err(name);
            assert!(wanted.to_string().contains(answer), "{name}: {wanted}");
        }
    }
}
