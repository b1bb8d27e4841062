//! `rejudge agreement`: coefficients against other programs, intervals against the binomial distribution, and what users
//! read.

use crate::cases::{Page, case, cases, lines};
use crate::world::{BAD_DATA, GOOD, USAGE, World, close};

/// Six topics with fifteen documents each, whose levels are from 0 to 3. The judge disagrees on a quarter of the documents,
/// does not label every fifth document of even topics, and labels a document that people did not.
fn world() -> World {
    let world = World::new();
    let (mut people, mut judge) = (String::new(), String::new());
    for topic in 1..=6 {
        for doc in 0..15 {
            let level = (doc * doc + 3 * topic) % 7 % 4;
            let other = if (doc + topic) % 4 == 0 { (level + 1 + doc % 2) % 4 } else { level };
            people += &format!("{topic} 0 d{doc} {level}\n");
            if doc % 5 != 4 || topic % 2 != 0 {
                judge += &format!("{topic} 0 d{doc} {other}\n");
            }
        }
        judge += &format!("{topic} 0 other 0\n");
    }
    world.write("q", people);
    world.write("gpt.txt", judge);
    world
}

/// The coefficients are those of scikit-learn 1.9.1 (`cohen_kappa_score`) and krippendorff 0.9.0 (`alpha`, ordinal) for
/// the labels of [`world`].
#[test]
fn coefficients_agree_with_other_programs() {
    let world = world();
    let numbers = |line: &str, name: &[&str]| -> Vec<f64> {
        let output = world.line(format!("agreement q gpt.txt --format tsv {line}").trim()).code(GOOD);
        let cells = output.cells();
        let row = cells.iter().find(|row| row.starts_with(name)).expect("a row");
        row[name.len()..].iter().map(|cell| cell.parse().expect("a number")).collect()
    };
    let kappas = [0.6839835728952772, 0.6748672795545771, 0.6850828729281768];
    let all = [81.0, 15.0, 62.0 / 81.0, kappas[0], kappas[1], kappas[2], 0.7016774241288153];
    let topic =
        [12.0, 4.0, 0.75, 0.6635514018691588, 0.6703296703296703, 0.6451612903225806, 0.6548925735637552];
    let binary = 0.6260387811634349;
    let binary = [81.0, 15.0, 66.0 / 81.0, binary, binary, binary, 0.628289979990765];
    for (line, name, expected) in [
        ("", &["gpt"][..], all),
        ("-q", &["gpt", "all"], all),
        ("-q -n", &["gpt", "2"], topic),
        ("--min-rel 2", &["gpt"], binary),
    ] {
        let found = numbers(line, name);
        assert_eq!(found.len(), expected.len());
        found.into_iter().zip(expected).for_each(|(found, expected)| close(found, expected));
    }
    let matrix = world.line("agreement q gpt.txt --confusion --format csv").code(GOOD);
    let counts: Vec<&str> =
        matrix.stdout.lines().skip(1).map(|line| line.rsplit(',').next().unwrap()).collect();
    assert_eq!(counts.join(" "), "20 1 0 0 0 16 4 3 2 0 18 3 1 5 0 8");
    let both = world.line("agreement q gpt.txt --confusion -q --format json").code(GOOD).json();
    assert_eq!(both["confusion"][6]["pairs"], 4);
    assert_eq!(both["agreement"].as_array().expect("rows").len(), 7);
}

/// On ten of twenty topics all labels are equal, on the others none. Then the observed agreement of a sample is X / 20, and
/// X has a binomial distribution: P(X < 6) is .021 and P(X < 7) is .058, so that the interval is .3 to .7.
#[test]
fn intervals_are_quantiles_over_samples_of_topics() {
    let world = World::new();
    let labels = |differs: bool| -> String {
        let line = |topic| {
            let [a, b] = if differs && topic % 2 == 0 { [0, 1] } else { [1, 0] };
            format!("{topic} 0 a {a}\n{topic} 0 b {b}\n")
        };
        (1..=20).map(line).collect()
    };
    world.write("q", labels(false));
    world.write("gpt", labels(true));
    let intervals = |more: &str| {
        world.line(format!("agreement q gpt --intervals --format json {more}").trim()).code(GOOD).json()
    };
    let observed = |json: &serde_json::Value| {
        let row = &json["intervals"][0];
        ["value", "low", "high"].map(|column| row[column].as_f64().expect("a number"))
    };
    assert_eq!(observed(&intervals("")), [0.5, 0.3, 0.7]);
    // P(X < 5) is .0059, and P(X < 4) is .0013.
    assert_eq!(observed(&intervals("--confidence 99")), [0.5, 0.2, 0.8]);
    assert_eq!(intervals("--seed 7"), intervals("--seed 7"));
    assert_ne!(intervals("--seed 7 --samples 99"), intervals("--seed 8 --samples 99"));
}

/// People and the judge use level 1 on one of five topics only. A sample without this topic has no kappa, which has the
/// probability (4/5)^5 = .328.
#[test]
fn samples_without_a_kappa_are_counted() {
    let world = World::new();
    let labels: String = (1..=5).map(|topic| format!("{topic} 0 a {}\n{topic} 0 b 0\n", topic / 5)).collect();
    world.write("q", &labels);
    world.write("gpt", labels);
    let ended = world.line("agreement q gpt --intervals --format csv").code(GOOD);
    let undefined = |row: &str| -> f64 {
        let line = ended.stdout.lines().find(|line| line.starts_with(row)).expect("a row");
        line.rsplit(',').next().unwrap().parse().expect("a number")
    };
    assert_eq!(undefined("gpt,observed"), 0.0);
    assert!((undefined("gpt,kappa") - 3277.0).abs() < 200.0, "{}", ended.stdout);
    ended.says("gpt: kappa is undefined in ");
}

#[test]
fn tables_for_people() {
    let world = world();
    let labels = world.read("q");
    world.write("some", labels.lines().filter(|line| !line.starts_with('6')).collect::<Vec<_>>().join("\n"));
    world.write("few", "1 0 d1 1\n1 0 d2 0\n1 0 other 1\n9 0 d1 1\n");
    let rows = [
        "agreement q few --format wide",
        "agreement q gpt.txt second=some --format wide",
        "agreement q gpt.txt -q -n --digits 2 --format wide",
        "agreement q gpt.txt --confusion",
        "agreement q m=gpt.txt --confusion --format markdown",
        "agreement q gpt.txt --min-rel 2 --confusion --format json",
        "agreement --qrels q gpt.txt,highest=3 -o agreement.csv",
        "agreement q from1,outside=clamp --format wide",
        "agreement from1 q --format wide",
    ];
    world.write("from1", counted_from_1(&labels));
    cases("agreement_of_judges", &world, rows.map(|row| case(GOOD, row).printed()));
    assert!(world.read("agreement.csv").starts_with("judge,pairs,by-one,observed,kappa"));
}

/// Returns labels with levels that are higher by 1.
fn counted_from_1(labels: &str) -> String {
    let mut text = String::new();
    for line in labels.lines() {
        let (pair, level) = line.rsplit_once(' ').expect("a line with a level");
        text += &format!("{pair} {}\n", level.parse::<u8>().expect("a level") + 1);
    }
    text
}

#[test]
fn labels_that_cannot_be_compared() {
    let world = world();
    world.write("from1", counted_from_1(&world.read("q")));
    world.write("probabilities", "1 0 d1 0.25\n1 0 d2 1\n");
    world.write("means", "1 0 d1 2.5\n1 0 d2 1\n");
    world.write("wide.csv", "topic,doc,ann,bob\n1,d1,2,3\n1,d2,0,1\n");
    world.write("wide.tsv", "# by two\ndoc\ttopic\tnote\tann\tbob\nd1\t1\tx\t2\t3\n");
    world.write("all", "all 0 a 1\n");
    world.write("foreign", "1 0 x 1\n9 0 a 1\n");
    world.write("run", "1 Q0 d1 1 2.5 run\n");
    world.write("twice", "1 0 d1 1\n1 0 d1 2\n");
    world.write("zeros", "1 0 d1 0\n");
    world.write("tens", "1 0 d1 8\n1 0 d2 10\n1 0 d3 0\n");
    world.write("binary", "1 0 d1 1\n1 0 d2 0\n");
    let mut page = Page::default();
    let usage = [
        "q",
        "gpt.txt --qrels nosuch",
        "q gpt.txt gpt.txt",
        "q gpt.txt,repeatd=last",
        "q gpt.txt,levels=0.82=3",
        "collections gpt.txt",
        "q gpt.txt --min-rel 0",
        "q gpt.txt --samples 5",
        "q gpt.txt --seed 5",
        "q gpt.txt --intervals --confidence 200",
        "q gpt.txt --intervals --samples 5",
        "q gpt.txt --intervals -q",
        "q gpt.txt --confusion --intervals --format tsv",
        "q gpt.txt --confusion -q --format csv",
        "q gpt.txt --format trec_eval",
        "q gpt.txt -o x.svg",
        "q gpt.txt -o gpt.txt",
        "- gpt=-",
        "nosuch-collection gpt.txt",
        "q gpt.txt --digits 3 --format csv",
    ];
    let data = [
        "q nosuch",
        "q gtp.txt",
        "q run",
        "q a=b=c=gpt.txt",
        "q twice",
        "q foreign",
        "q collections",
        "q gpt.txt --min-rel 9",
        "q zeros --intervals",
        "all x=all -q",
        "q gpt.txt --labels gains",
        "q gpt.txt,labels=gains",
        "q tens",
        "binary q",
        "q from1",
        "q probabilities",
        "q probabilities,labels=gains",
        "q means",
        "wide.csv",
        "q wide.csv",
        "wide.tsv q",
    ];
    for (code, rows) in [(USAGE, &usage[..]), (BAD_DATA, &data)] {
        for row in lines(code, rows.iter().map(|row| format!("agreement {row}"))) {
            page.case(&world, row);
        }
    }
    page.case(&world, case(USAGE, "audit q --also gpt.txt"));
    page.shown("labels_that_cannot_be_compared");
}
