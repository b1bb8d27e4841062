//! Every form of the grammar, and texts that match none of them.

use super::*;

fn read(text: &str) -> Printed {
    Printed::parse(text, Reading::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn decimal(units: i64, digits: u32) -> PrintedDecimal {
    PrintedDecimal { units, digits }
}

#[test]
fn every_form() {
    let plain = |units, digits| Printed::Decimal { number: decimal(units, digits), percent: false };
    let percent = |units, digits| Printed::Decimal { number: decimal(units, digits), percent: true };
    for (text, value) in [
        (".981", plain(981, 3)),
        ("0.90", plain(90, 2)),
        ("-0.5", plain(-5, 1)),
        ("−0.5", plain(-5, 1)),
        ("29.8%", percent(298, 1)),
        ("+1.93%", percent(193, 2)),
        ("-0.27%", percent(-27, 2)),
        ("40%", percent(40, 0)),
        ("129", Printed::Integer(129)),
        ("858,400", Printed::Integer(858_400)),
        ("approx. 528,000", Printed::Approximate(528_000)),
        ("[292, 2050]", Printed::Range { low: 292, high: 2050 }),
        ("10(12)", Printed::OfAll { used: 10, all: 12 }),
        ("77/120", Printed::Fraction { part: 77, whole: 120, percent: None }),
        ("77/120 =64.2%", Printed::Fraction { part: 77, whole: 120, percent: Some(decimal(642, 1)) }),
        ("26/45=57.8", Printed::Fraction { part: 26, whole: 45, percent: Some(decimal(578, 1)) }),
        ("<.001", Printed::Below(decimal(1, 3))),
        (">.99", Printed::Above(decimal(99, 2))),
        ("6↓8", Printed::Ranks { before: 6, after: 8 }),
        ("10→10", Printed::Ranks { before: 10, after: 10 }),
        ("6↑5", Printed::Ranks { before: 6, after: 5 }),
        ("", Printed::Blank),
        ("-", Printed::Blank),
        ("--", Printed::Blank),
        ("—", Printed::Blank),
    ] {
        assert_eq!(read(text), value, "{text}");
    }
}

#[test]
fn what_is_no_printed_value() {
    for text in [
        "1.", ".", "+", "1.2.3", "1,2", "1234,567", ",123", "12a", "77/0", "77/", "/120", "[1]", "[1, 2",
        "4x→4", "0→1", "→", "10(", "approx.", "<", "%", "1 2", "NaN", "1e3", "64.2%%",
    ] {
        let error = Printed::parse(text, Reading::default()).expect_err(text);
        assert!(error.contains("is not a printed value"), "{text}: {error}");
    }
}

#[test]
fn one_means_one_point_zero_zero_zero_where_the_table_says_so() {
    let three = Reading { decimals: Some(3), percent: false, workings: false };
    assert_eq!(Printed::parse("1", three), Printed::parse("1.000", three));
    assert_eq!(read("1"), Printed::Integer(1));
    let error = Printed::parse(".95", three).expect_err("two digits");
    assert_eq!(error, "`.95` has 2 digits after the point, `decimals` says 3");
}

#[test]
fn a_lost_percent_sign_is_restored_by_the_table() {
    let percent = Reading { decimals: None, percent: true, workings: false };
    assert_eq!(Printed::parse("64.4", percent), Printed::parse("64.4%", Reading::default()));
    assert_eq!(Printed::parse("77/120=64.2%", percent), Ok(read("77/120=64.2%")));
}

#[test]
fn digits_are_kept() {
    assert_ne!(read(".90"), read(".9"));
    assert_eq!(read("26/45=57.8"), read("26/45=57.8%"));
    assert_eq!(read("—"), read("-"));
    assert_eq!(read("858,400"), read("858400"));
}

#[test]
fn decimals_are_shown_with_their_digits() {
    for (units, digits, text) in
        [(90, 2, "0.90"), (-27, 2, "-0.27"), (1000, 3, "1.000"), (64, 0, "64"), (5, 3, "0.005")]
    {
        assert_eq!(decimal(units, digits).to_string(), text);
    }
}

#[test]
fn digits_have_a_limit() {
    let with = |decimals| Printed::parse("12", Reading { decimals: Some(decimals), ..Reading::default() });
    let most = PrintedDecimal { units: 12_000_000_000, digits: 9 };
    assert_eq!(with(9), Ok(Printed::Decimal { number: most, percent: false }));
    for decimals in [10, 99] {
        assert_eq!(with(decimals), Err(format!("`decimals` says {decimals}, expected at most 9")));
    }
}
