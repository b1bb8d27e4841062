//! Runs elinor on the tasks with which rejudge is timed.
//!
//! ```text
//! elinor-peer eval QRELS RUN..          prints the run, the measure and the mean, for AP, nDCG, bpref and RR
//! elinor-peer power SCORES SAMPLES      tests all pairs of rows by the bootstrap, and prints a line of JSON
//! ```

use std::error::Error;
use std::time::Instant;

use elinor::Metric;
use elinor::statistical_tests::bootstrap_test::BootstrapTester;
use elinor::trec::{parse_pred_rels_in_trec, parse_true_rels_in_trec};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["eval", qrels, ref runs @ ..] => eval(qrels, runs),
        ["power", scores, samples] => power(scores, samples.parse()?),
        _ => Err("elinor-peer eval QRELS RUN.. | power SCORES SAMPLES".into()),
    }
}

fn eval(qrels: &str, runs: &[&str]) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(qrels)?;
    let judged = parse_true_rels_in_trec(text.lines())?;
    for path in runs {
        let text = std::fs::read_to_string(path)?;
        let run = parse_pred_rels_in_trec(text.lines())?;
        for (name, metric) in [
            ("AP", Metric::AP { k: 0 }),
            ("nDCG", Metric::NDCG { k: 0 }),
            ("Bpref", Metric::Bpref),
            ("RR", Metric::RR { k: 0 }),
        ] {
            println!("{path}\t{name}\t{:.6}", elinor::evaluate(&judged, &run, metric)?.mean());
        }
    }
    Ok(())
}

fn power(scores: &str, samples: usize) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(scores)?;
    let rows: Vec<Vec<f64>> = text
        .lines()
        .map(|line| line.split('\t').map(str::parse).collect::<Result<Vec<f64>, _>>())
        .collect::<Result<_, _>>()?;
    let tester = BootstrapTester::new().with_n_resamples(samples).with_random_state(1);
    let started = Instant::now();
    let mut sum = 0.0;
    for (number, scores_of_run) in rows.iter().enumerate() {
        for other_scores in &rows[number + 1..] {
            sum += tester.test(scores_of_run.iter().copied().zip(other_scores.iter().copied()))?.p_value();
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{{\"seconds\": [{seconds:.9}], \"figures\": {{\"sum of ASL\": {sum:?}}}}}");
    Ok(())
}
