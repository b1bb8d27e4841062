//! Tests measures of documents and counts of units. A measure of documents counts each document once, even if it
//! completes several units, and the number of units found stays within bounds.

use proptest::prelude::*;
use rejudge_metrics::Verdict;
use rejudge_pools::DocIx;

use crate::unit_cases::{LINEAR, case, scored};

proptest! {
    #[test]
    fn measures_of_documents_count_documents(case in case(), k in 1_u32..20) {
        let verdict = |&doc: &DocIx| case.verdicts().get(doc as usize);
        let is_judged = |doc: &DocIx| matches!(verdict(doc), Some(Verdict::Level(_)));
        let ranking = case.ranking();
        let judged_to = |rank: usize| ranking.iter().take(rank).filter(|doc| is_judged(doc)).count() as f64;
        let (retrieved, depth) = (ranking.len(), ranking.len().min(k as usize));
        let judged = judged_to(retrieved);
        case.score(|lists| {
            let list = &lists.raw;
            let of = |measure: &str| scored(list, measure, LINEAR).expect("it is defined for any list");
            let share = if depth == 0 { 0.0 } else { judged_to(depth) / depth as f64 };
            prop_assert_eq!(of(&format!("Judged@{k}")), share);
            prop_assert_eq!(of(&format!("Unjudged@{k}")), (depth as f64 - judged_to(depth)) / f64::from(k));
            let condensed = scored(&lists.condensed, "Judged", LINEAR);
            prop_assert_eq!(condensed, Some(if judged > 0.0 { 1.0 } else { 0.0 }));
            prop_assert_eq!((list.retrieved, lists.condensed.retrieved), (retrieved as u32, judged as u32));

            let p: f64 = 0.9;
            let open = ranking.iter().zip(0..).filter(|(doc, _)| !is_judged(doc)).map(|(_, above)| p.powi(above));
            let open: f64 = open.sum();
            let behind = if open > 0.0 { p.powi(retrieved as i32) } else { 0.0 };
            prop_assert!((of("RBPresidual") - behind - (1.0 - p) * open).abs() < 1e-12);

            for rel in 1..4 {
                let (found, missed) = (of(&format!("NumRelRet(rel={rel})")), of(&format!("NumNonrelRet(rel={rel})")));
                prop_assert!(found <= f64::from(list.retrieved) && found <= f64::from(list.relevant(rel)));
                prop_assert!(missed <= judged);
                if case.units.groups.is_empty() {
                    prop_assert_eq!(found + missed, judged);
                }
            }
            Ok(())
        })?;
    }
}
