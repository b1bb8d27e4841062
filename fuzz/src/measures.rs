//! Names of measures. The name that a measure prints must be parsed to the same measure.

use rejudge_metrics::{Metric, trec_eval};

use super::place;

/// Parses a name of rejudge or of trec_eval.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Metric>() {
        Ok(metric) => check_name(&metric),
        Err(error) => {
            place::check_printable(&error.to_string());
            assert!(error.offset <= error.name.len() && error.name == text, "{error}");
        }
    }
    for metric in trec_eval::expand(text).into_iter().flatten() {
        check_name(&metric);
    }
}

fn check_name(metric: &Metric) {
    let name = metric.to_string();
    let again: Metric = name.parse().unwrap_or_else(|error| panic!("{error} in the printed name"));
    assert_eq!((&again, again.to_string()), (metric, name.clone()));
    if let Some(printed) = trec_eval::name(metric) {
        let theirs: Metric =
            printed.parse().unwrap_or_else(|error| panic!("{error} in trec_eval's name for {name}"));
        // The measure may differ, because trec_eval prints recall levels with two decimals. But its name must be the
        // same.
        assert_eq!(trec_eval::name(&theirs), Some(printed));
    }
}
