//! trec_eval's names. Its outputs are compared in the tests of `rejudge eval --format trec_eval`.

use rejudge_metrics::trec_eval;

#[test]
fn names_that_trec_eval_refuses_or_we_lack_are_not_expanded() {
    for text in [
        "",
        "nDCG@10",
        "map.5",
        "P.",
        "P.0",
        "P.5,5",
        "P.-5",
        "P.x",
        "P_10",
        "utility.1,-1,0",
        "set_F.0",
        "rbp.q=0.5",
        "iprec_at_recall.1.5",
        "ndcg.1=3,1=9",
        "ndcg.0=1,1=3",
        "ndcg.1",
        "ndcg_cut.1=3",
        "relstring",
        "num_q",
        "prefs",
    ] {
        assert_eq!(trec_eval::expand(text), None, "{text}");
    }
}

#[test]
fn every_printed_name_is_read_as_the_metric_that_printed_it() {
    let metrics = trec_eval::expand("all_trec").expect("a nickname");
    for metric in &metrics {
        let name = trec_eval::name(metric).expect("a measure of trec_eval");
        assert_eq!(name.parse().as_ref(), Ok(metric), "{name}");
    }
    for ours in
        ["Q", "AP'", "AP(rel=1)", "nDCG(gains={1: 1, 2: 3})", "nDCG(dcg='jk', log=2)", "RBP", "Judged@5"]
    {
        assert_eq!(trec_eval::name(&ours.parse().expect("a name")), None, "{ours}");
    }
}
