//! Compares the measures of reproduction with repro_eval. With `--nocapture` the test prints the largest difference of
//! each measure.

use rejudge_stats::{
    Improvement, delta_relative_improvement, effect_ratio, kendall_tau_union, rmse, t_test, truncated_rbo,
    unpaired_t_test,
};
use serde_json::Value;

#[test]
fn measures_of_reproduction_agree() {
    let experiments: Vec<Value> = serde_json::from_str(include_str!("reproduction.json")).expect("JSON");
    assert_eq!(experiments.len(), 200);
    let mut largest =
        [("ktu", 0.0_f64), ("rbo", 0.0), ("rmse", 0.0), ("er", 0.0), ("delta-ri", 0.0), ("p", 0.0)];
    let mut compare = |name: &str, found: Option<f64>, expected: &Value| {
        let (found, expected) = (found.expect("a value"), expected.as_f64().expect("a value"));
        let (_, largest) = largest.iter_mut().find(|(known, _)| *known == name).expect("a measure");
        // Ratios of small differences can be large, so we compare relative errors of values above 1.
        *largest = largest.max((found - expected).abs() / expected.abs().max(1.0));
    };
    for experiment in &experiments {
        let [original, reproduced]: [Vec<&str>; 2] = [0, 1].map(|list| {
            let documents = experiment["documents"][list].as_array().expect("a list");
            documents.iter().map(|document| document.as_str().expect("an id")).collect()
        });
        compare("ktu", kendall_tau_union(&original, &reproduced), &experiment["ktu"]);
        compare("rbo", truncated_rbo(&original, &reproduced, 0.95, 1000), &experiment["rbo"]);
        let runs = |name: &str| -> [Vec<f64>; 2] {
            [0, 1].map(|run| {
                let scores = experiment[name][run].as_array().expect("a run");
                scores.iter().map(|score| score.as_f64().expect("a score")).collect()
            })
        };
        let [original, reproduced, replicated] = ["original", "reproduced", "replicated"].map(runs);
        for run in 0..2 {
            compare("rmse", rmse(&original[run], &reproduced[run]), &experiment["rmse"][run]);
            let paired = t_test(&original[run], &reproduced[run]).map(|test| test.p);
            compare("p", paired, &experiment["p"][run]);
            let unpaired = unpaired_t_test(&original[run], &replicated[run]).map(|test| test.p);
            compare("p", unpaired, &experiment["replicated_p"][run]);
        }
        for (other, name) in [(&reproduced, "effects"), (&replicated, "replicated_effects")] {
            let [original, other] =
                [&original, other].map(|[baseline, advanced]| Improvement { baseline, advanced });
            compare("er", effect_ratio(original, other), &experiment[name][0]);
            compare("delta-ri", delta_relative_improvement(original, other), &experiment[name][1]);
        }
    }
    println!("largest differences to repro_eval: {largest:?}");
    assert!(largest.iter().all(|(_, off)| *off < 1e-12), "{largest:?}");
}
