//! What a card of an audit says beside its sentence: by which rule the verdict goes, what is assumed, what would
//! help; and that the verdict does go by that rule.

use std::collections::{BTreeMap, BTreeSet};

use crate::audited::{Judged, Rankings, pool, runs, runs_of, write, write_judged};
use crate::world::{GOOD, World};

/// The verdicts of the audit in `folder`, by question.
fn verdicts(world: &World, folder: &str) -> BTreeMap<String, serde_json::Value> {
    let text = std::fs::read_to_string(world.path(format!("{folder}/verdicts.json"))).unwrap();
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    let answers = found["answers"].as_array().unwrap().iter();
    let with = answers.filter(|answer| !answer["verdict"].is_null());
    with.map(|answer| (answer["question"].as_str().unwrap().to_owned(), answer["verdict"].clone())).collect()
}

fn small_print(verdict: &serde_json::Value) -> Vec<String> {
    let lines = verdict["small-print"].as_array().unwrap();
    lines.iter().map(|line| line.as_str().unwrap().to_owned()).collect()
}

const RATES: [f64; 10] = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/// By place in [`RATES`] and draw: tau-b of the ranking by a sample with that by all judgments.
fn taus(world: &World, folder: &str, measure: &str) -> BTreeMap<(usize, i64), f64> {
    let cells = world.frame(&format!("{folder}/cells.parquet"));
    let column = |name: &str| cells.text(name).unwrap().to_vec();
    let [statistic, set, by] = ["statistic", "judgments", "measure"].map(column);
    let (value, draw) = (cells.number("value").unwrap(), cells.whole("draw").unwrap());
    let wanted =
        |at: &usize| statistic[*at] == "tau" && by[*at] == measure && set[*at].starts_with("sample(");
    let of = |at: usize| {
        let rate: f64 = set[at].trim_end_matches(')').rsplit_once("rate=").unwrap().1.parse().unwrap();
        let place = RATES.iter().position(|known| *known == rate).unwrap();
        // Where all runs score alike there is no tau-b, and no agreement.
        ((place, draw[at].unwrap()), value[at].unwrap_or(-1.0))
    };
    (0..cells.rows()).filter(wanted).map(of).collect()
}

/// The lowest rate from which on `of` the samples' tau-b is above .9 at each rate; `None` where there is none.
fn from_rate(taus: &BTreeMap<(usize, i64), f64>, of: impl Fn(&[f64]) -> f64) -> Option<f64> {
    let at = |rate: usize| {
        let draws: Vec<f64> =
            taus.iter().filter(|((place, _), _)| *place == rate).map(|(_, tau)| *tau).collect();
        of(&draws)
    };
    let agree = (0..RATES.len()).rev().take_while(|&rate| at(rate) > 0.9).last();
    agree.map(|rate| RATES[rate])
}

/// By the worst sample of all measures, counted again here from the correlations; by the mean of the first
/// measure, which the verdict once went by, it is yes where it is not.
#[test]
fn judgments_can_be_cut_where_each_sample_agrees_by_each_measure() {
    const DRAWS: u32 = 6;
    let world = World::new();
    let measures = ["AP", "nDCG@3", "RR"];
    let (mut seen, mut only_on_average) = (BTreeSet::new(), 0);
    for (folder, rankings, options) in [
        ("long", runs_of(10, 30, 120, 60), "-m AP -m nDCG@3 -m RR"),
        ("alone", runs_of(10, 30, 120, 60), "-m AP"),
        ("top", runs_of(10, 30, 120, 60), "-m RR"),
        ("short", runs(12, 30), "-m AP -m nDCG@3 -m RR"),
    ] {
        write(&world, folder, &rankings, 60, &[]);
        let out = format!("{folder}-out");
        let line = format!("audit {folder}/qrels.txt {folder}/runs -o {out} --draws {DRAWS} {options}");
        let printed = world.line(&line).code(GOOD).stdout;
        let asked: Vec<&str> = measures.into_iter().filter(|name| options.contains(name)).collect();
        let least = |draws: &[f64]| draws.iter().copied().fold(1.0, f64::min);
        let mean = |draws: &[f64]| draws.iter().sum::<f64>() / draws.len() as f64;
        let (mut holds, mut fails, mut rate) = (Vec::new(), Vec::new(), 0.0_f64);
        for name in &asked {
            let taus = taus(&world, &out, name);
            assert_eq!(taus.len(), RATES.len() * DRAWS as usize);
            match from_rate(&taus, least) {
                Some(from) => {
                    holds.push(*name);
                    rate = rate.max(from);
                }
                None => {
                    fails.push(*name);
                    only_on_average += usize::from(from_rate(&taus, mean).is_some());
                }
            }
        }
        let cut = verdicts(&world, &out)["cut"].clone();
        let expected = match (holds.is_empty(), fails.is_empty()) {
            (_, true) => "yes",
            (false, false) => "partly",
            (true, _) => "no",
        };
        assert_eq!(cut["is"], expected, "{folder}: {holds:?} {fails:?} {cut}");
        let sentence = cut["sentence"].as_str().unwrap();
        if !holds.is_empty() {
            assert!(sentence.contains(&format!("at a rate of {rate} ")), "{rate}: {sentence}");
        }
        if expected == "partly" {
            assert!(holds.iter().chain(&fails).all(|name| sentence.contains(name)), "{sentence}");
        }
        let [rule] = &small_print(&cut)[..] else { panic!("{cut}") };
        assert!(rule.starts_with("The verdict goes by the worst sample and by every measure"), "{rule}");
        assert!(printed.contains(&format!("\n    {rule}\n")), "{printed}");
        seen.insert(expected);
    }
    assert!(seen.len() >= 2 && only_on_average > 0, "{seen:?}, {only_on_average} on average alone");
}

/// Runs of ten teams, and judgments of all that they hold: no pool of depth 3.
fn judged_to_the_end(world: &World) -> (Rankings, Judged) {
    let rankings = runs_of(10, 30, 200, 60);
    let judged: Judged = (0..30).map(|topic| pool(rankings.values(), topic, 60)).collect();
    write_judged(world, "mine", &rankings, &judged);
    (rankings, judged)
}

#[test]
fn a_told_depth_that_the_judgments_do_not_bear_out_gives_no_firm_verdict() {
    let world = World::new();
    let (rankings, mut judged) = judged_to_the_end(&world);
    // One document of the pool is not judged.
    let missing = rankings["T00__r00"][0][0].clone();
    judged[0].remove(&missing);
    write_judged(&world, "mine", &rankings, &judged);
    world.line("audit mine/qrels.txt mine/runs -o out --draws 1 -m AP --depth 3").code(GOOD);
    let of_pool: usize = (0..30).map(|topic| pool(rankings.values(), topic, 3).len()).sum();
    let all: usize = judged.iter().map(BTreeSet::len).sum();
    let share = 100.0 * (of_pool - 1) as f64 / all as f64;
    assert!(share < 50.0, "{share}");
    let found = verdicts(&world, "out");
    let said = format!(
        "Assumes depth 3 (--depth): {share:.1}% of the judgments are in that pool, and 1 of its {of_pool} documents is not judged."
    );
    for question in ["deep", "fair"] {
        let verdict = &found[question];
        assert_eq!(verdict["is"], "cannot-say", "{verdict}");
        let lines = small_print(verdict);
        assert!(lines[0].starts_with(&said), "{said} {lines:?}");
        assert!(lines[0].contains("less than 90% are judged, or which holds less than 50%"), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains("another --depth")), "{lines:?}");
    }
    let report = std::fs::read_to_string(world.path("out/report.md")).unwrap();
    assert!(report.contains("are not the pool of depth 3 that was told."), "{report}");
    // A depth that they do bear out is assumed in the same words, and the verdict is firm.
    write(&world, "pool", &rankings, 3, &[]);
    world.line("audit pool/qrels.txt pool/runs -o pool-out --draws 1 -m AP --depth 3").code(GOOD);
    let found = verdicts(&world, "pool-out");
    let said = format!(
        "Assumes depth 3 (--depth): 100.0% of the judgments are in that pool, and 0 of its {of_pool} documents are not judged."
    );
    for question in ["deep", "fair"] {
        assert_ne!(found[question]["is"], "cannot-say", "{found:?}");
        assert_eq!(small_print(&found[question])[0], said);
    }
    assert!(found.iter().all(|(name, of)| {
        ["deep", "fair"].contains(&name.as_str())
            || !small_print(of).iter().any(|line| line.contains("Assumes"))
    }));
}

#[test]
fn what_cannot_be_said_says_what_would_help() {
    let world = World::new();
    let (rankings, _) = judged_to_the_end(&world);
    write(&world, "one", &runs(1, 3), 4, &[]);
    write(&world, "few", &runs(5, 30), 4, &[]);
    write(&world, "pool", &rankings, 5, &[]);
    let sampled: Judged =
        (0..30).map(|topic| pool(rankings.values(), topic, 60).into_iter().step_by(4).collect()).collect();
    write_judged(&world, "sampled", &rankings, &sampled);
    world.write(
        "none.tsv",
        rankings.keys().fold("run\tpooled\n".to_owned(), |all, run| {
            format!("{all}{}\t0\n", run.split_once("__").unwrap().1)
        }),
    );
    let mut unsaid = BTreeSet::new();
    for (at, options) in [
        "one/qrels.txt one/runs --draws 1",
        "few/qrels.txt few/runs --draws 5 -m AP -m RR",
        "pool/qrels.txt pool/runs --draws 2 -m AP -m nDCG",
        "pool/qrels.txt pool/runs --draws 2 -m AP --min-rel 2",
        "pool/qrels.txt pool/runs --draws 2 -m AP --pooled none.tsv",
        "pool/qrels.txt pool/runs --draws 2 -m AP --depth 1",
        "mine/qrels.txt mine/runs --draws 2 -m AP --depth 3",
        "sampled/qrels.txt sampled/runs --draws 2 -m AP -m AP'",
    ]
    .into_iter()
    .enumerate()
    {
        let printed = world.line(&format!("audit {options} -o out{at}")).code(GOOD).stdout;
        let page = std::fs::read_to_string(world.path(format!("out{at}/report.html"))).unwrap();
        for (question, verdict) in verdicts(&world, &format!("out{at}")) {
            let lines = small_print(&verdict);
            let helps: Vec<&String> = lines.iter().filter(|line| line.starts_with("Would help: ")).collect();
            assert_eq!(verdict["is"] == "cannot-say", !helps.is_empty(), "{options} {question}: {verdict}");
            for line in &lines {
                assert!(printed.contains(&format!("\n    {line}\n")), "{line}: {printed}");
                let line = line.replace('&', "&amp;").replace('<', "&lt;");
                assert!(page.contains(&format!("<li>{line}</li>")), "{line}");
            }
            if !helps.is_empty() {
                unsaid.insert(question);
            }
        }
    }
    let asked = ["cut", "deep", "fair", "hidden", "report", "separates", "topics"];
    assert_eq!(unsaid, BTreeSet::from(asked.map(str::to_owned)));
}
