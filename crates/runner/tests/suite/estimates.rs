//! `rejudge eval --judge --estimate`: NumPy and SciPy compute the same numbers from the same scores. Some inputs are
//! refused.

use crate::cases::{cases, lines};
use crate::world::{BAD_DATA, GOOD, USAGE, World};

/// Creates labels of people and of a model, and two runs of ten documents. Document n is at rank n of `good`
/// and at rank 11 - n of `poor`. The model labels one document relevant on each of eight topics, and people
/// do so on the first four. So RR is 1/rank.
fn world() -> World {
    let world = World::new();
    let judged = |ranks: &[usize]| {
        let lines = (1..).zip(ranks).map(|(topic, rank)| format!("{topic} 0 d{rank} 1\n"));
        lines.collect::<String>()
    };
    world.write("people", judged(&[1, 2, 4, 1]));
    world.write("few", judged(&[1, 2]));
    world.write("model", judged(&[1, 3, 5, 2, 2, 1, 10, 4]));
    let run = |tag: &str, document: fn(usize) -> usize| {
        let ranking = |topic| (topic, (1..=10).map(move |at| format!("d{}", document(at))));
        world.run(tag, tag, (1..=8).map(ranking));
    };
    run("good", |at| at);
    run("poor", |at| 11 - at);
    world
}

const HEADER: &str = "measure\trun\ttopics\tjudge-alone\testimate\tlow\thigh\tweight\tpeople\tpeople-low\t\
                      people-high\tjudge\tpeople-differ";

/// Compares the numbers in the first row with the expected numbers.
#[track_caller]
fn check(world: &World, more: &str, expected: [f64; 9]) {
    let found = world.line(&format!("eval people good poor -m RR --quiet --judge model {more}")).code(GOOD);
    assert_eq!(found.lines()[0], HEADER);
    let cells = &found.cells()[1];
    assert_eq!(cells[..4], ["RR", "good", "4", "4"]);
    for (found, expected) in cells[4..].iter().zip(expected) {
        let found: f64 = found.parse().expect("a number");
        assert!((found - expected).abs() < 1e-9, "{more}: {found}, expected {expected}");
    }
}

#[test]
fn estimates_equal_scipy() {
    let world = world();
    let people = [0.6875, 0.09079131775930482, 1.284208682240695];
    let judge = [0.48541666666666666, 0.17916666666666667];
    let with = |powered: [f64; 4]| -> [f64; 9] {
        let numbers = [&powered[..], &people, &judge].concat();
        numbers.try_into().expect("nine")
    };
    let tuned = [0.6722560660014077, -0.13975015461544615, 1.4842622866182618, 0.33259492360564774];
    check(&world, "--estimate", with(tuned));
    check(&world, "--estimate=tuned", with(tuned));
    let ppi = [0.6416666666666667, -0.0809834345649687, 1.3643167678983021, 1.0];
    check(&world, "--estimate=ppi", with(ppi));
    let differences = [
        0.5375980757154141,
        -0.41578137770164025,
        1.4909775291324685,
        0.14077920858788887,
        0.5740079365079366,
        -0.052304796875168535,
        1.2003206698910418,
        0.25332341269841274,
        0.1913690476190476,
    ];
    check(&world, "--estimate --compare poor", differences);
}

#[test]
fn missing_estimates_have_a_reason() {
    let with = "-m RR --judge model --estimate";
    let refused = [
        "people good -m RR --estimate".to_owned(),
        "people good -m RR --judge model".to_owned(),
        format!("people good {with} --intervals"),
        format!("people good {with} -q"),
        format!("people good {with} --samples 9"),
        "people good -m num_ret --judge model --estimate".to_owned(),
        format!("people good {with} --compare god"),
        format!("people good {with} --no-relevant drop"),
        format!("people - {with}"),
    ];
    let bad = [
        "model good -m RR --judge people --estimate".to_owned(),
        format!("model good {with}"),
        format!("few good {with}"),
    ];
    let rows =
        |code, words: &[String]| lines(code, words.iter().map(|words| format!("eval {words} --quiet")));
    cases("what_has_no_estimate", &world(), [rows(USAGE, &refused), rows(BAD_DATA, &bad)].concat());
}
