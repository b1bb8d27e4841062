use super::*;
use crate::check::beside::of_table;

fn near(found: Option<f64>, wanted: f64) {
    let found = found.expect("a number");
    assert!((found - wanted).abs() < 1e-12, "{found}, not {wanted}");
}

fn beside(quantity: &str, printed: f64, mean: f64, sd: f64, ends: (f64, f64)) -> Beside {
    let (quantity, twin) = (quantity.to_owned(), "tiny-twin".to_owned());
    let used = if sd > 0.0 { Use::HeldOut } else { Use::Given };
    Beside { quantity, twin, printed, used, half_step: 0.05, mean, sd, ends, ..of_table("t") }
}

/// One inside; one above the upper end by .2, .05 of which the printed digit explains; one constant.
fn numbers() -> Vec<Beside> {
    vec![
        beside("power", 0.5, 0.6, 0.1, (0.4, 0.8)),
        beside("power", 0.9, 0.5, 0.2, (0.3, 0.7)),
        beside("topics", 50.0, 50.0, 0.0, (50.0, 50.0)),
    ]
}

#[test]
fn a_table_by_hand() {
    let fit = TwinFit { numbers: numbers() };
    let power = fit.by(&[By::Quantity])[0].fit;
    assert_eq!((power.numbers, power.inside, power.with_z), (2, 1, 2));
    near(power.difference, (0.1 - 0.4) / 2.0);
    // z is 1 and -2: their mean is -1/2, their deviation 3 over the root of 2.
    near(power.mean_z, -0.5);
    near(power.sd_z, 3.0 / 2.0_f64.sqrt());
    near(power.interval_score, (0.4 + 0.4 + 40.0 * 0.15) / 2.0);
    let total = fit.total().expect("three numbers");
    assert_eq!((total.numbers, total.inside, total.with_z), (3, 2, 2));
    // Powers and topics have no common unit.
    assert_eq!((total.difference, total.interval_score), (None, None));
    near(total.mean_z, -0.5);
    let uses = fit.by(&[By::Use]);
    let uses: Vec<_> = uses.iter().map(|row| (row.of[3].as_str(), row.fit.numbers)).collect();
    assert_eq!(uses, [("given", 1), ("held out", 2)]);
    assert_eq!(
        fit.sentence().expect("three numbers"),
        "of 2 numbers in printed cells (a cell may hold several) 1 is in the 95% prediction interval of the \
         twin's draws, 1 is not; 1 more was given to the twins"
    );
    let summary = fit.summary();
    let names: Vec<_> = summary.iter().map(|row| row.of.each_ref().map(String::as_str)).collect();
    let wanted = [
        ["", "", "", ""],
        ["", "", "", "given"],
        ["", "", "", "held out"],
        ["t", "", "", ""],
        ["", "power", "", ""],
        ["", "topics", "", ""],
        ["", "", "tiny-twin", ""],
    ];
    assert_eq!(names, wanted);
}

#[test]
fn without_numbers_nothing_is_said() {
    let none = TwinFit::default();
    assert_eq!((none.total(), none.sentence(), none.summary().len()), (None, None, 0));
}
