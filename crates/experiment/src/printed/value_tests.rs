//! Tests of every form in the grammar, and of texts that match none.

use super::*;

fn read(text: &str) -> Printed {
    Printed::parse(text, Reading::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn decimal(units: i64, digits: u32) -> PrintedDecimal {
    PrintedDecimal { units, digits }
}

#[test]
fn every_form_is_read() {
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
        ("[292, 2050]", Printed::Pair(Pair::Range, [292, 2050])),
        ("10(12)", Printed::Pair(Pair::OfAll, [10, 12])),
        ("77/120", Printed::Fraction { part: 77, whole: 120 }),
        ("77/120 =64.2%", Printed::Fraction { part: 77, whole: 120 }),
        ("26/45=57.8", Printed::Fraction { part: 26, whole: 45 }),
        ("<.001", Printed::Below(decimal(1, 3))),
        (">.99", Printed::Above(decimal(99, 2))),
        ("6↓8", Printed::Pair(Pair::Ranks, [6, 8])),
        ("10→10", Printed::Pair(Pair::Ranks, [10, 10])),
        ("6↑5", Printed::Pair(Pair::Ranks, [6, 5])),
        ("", Printed::Blank),
        ("-", Printed::Blank),
        ("--", Printed::Blank),
        ("—", Printed::Blank),
    ] {
        assert_eq!(read(text), value, "{text}");
    }
}

#[test]
fn other_texts_are_not_printed_values() {
    for text in [
        "1.", ".", "+", "1.2.3", "1,2", "1234,567", ",123", "12a", "77/0", "77/", "/120", "[1]", "[1, 2",
        "4x→4", "0→1", "→", "10(", "approx.", "<", "%", "1 2", "NaN", "1e3", "64.2%%",
    ] {
        let error = Printed::parse(text, Reading::default()).expect_err(text);
        assert!(error.contains("is not a printed value"), "{text}: {error}");
    }
}

#[test]
fn a_table_of_three_decimals_reads_1_as_1_000() {
    let three = Reading { decimals: Some(3), percent: false, workings: false };
    assert_eq!(Printed::parse("1", three), Printed::parse("1.000", three));
    assert_eq!(read("1"), Printed::Integer(1));
    let error = Printed::parse(".95", three).expect_err("two digits");
    assert_eq!(error, "`.95` has 2 digits after the point, but `decimals` is 3");
}

#[test]
fn a_lost_percent_sign_is_restored_by_the_table() {
    let percent = Reading { decimals: None, percent: true, workings: false };
    assert_eq!(Printed::parse("64.4", percent), Printed::parse("64.4%", Reading::default()));
    assert_eq!(Printed::parse("64", percent), Printed::parse("64%", Reading::default()));
    assert_eq!(Printed::parse("77/120=64.2%", percent), Ok(read("77/120=64.2%")));
}

#[test]
fn the_number_of_digits_is_limited() {
    let with = |decimals| Printed::parse("12", Reading { decimals: Some(decimals), ..Reading::default() });
    let largest = PrintedDecimal { units: 12_000_000_000, digits: 9 };
    assert_eq!(with(9), Ok(Printed::Decimal { number: largest, percent: false }));
    for decimals in [10, 99] {
        assert_eq!(with(decimals), Err(format!("`decimals` is {decimals}, expected at most 9")));
    }
}

#[test]
fn a_number_agrees_within_half_of_the_last_digit_both_ways() {
    // 1.005 is stored as 1.00499999999999989.., but its shortest decimal is exactly halfway.
    for (text, equal, others) in [
        (
            ".981",
            &[0.981, 0.9805, 0.9815, 0.980_500_000_000_001][..],
            &[0.980_499_999, 0.981_500_000_1, -0.981, f64::NAN, f64::INFINITY][..],
        ),
        (".980", &[0.9805], &[0.980_500_000_000_001]),
        (".982", &[0.9815], &[]),
        ("1.00", &[0.995, 1.004_999, 1.005], &[]),
        ("1.01", &[1.005], &[]),
        ("0.00", &[-0.004, 0.0], &[0.0051]),
        ("-0.27%", &[-0.002_714_16], &[0.0027]),
        ("29.8%", &[0.2975], &[29.8, 0.2974]),
        ("29.7%", &[0.2975], &[]),
        ("100.0%", &[1.0], &[]),
        (".5", &[0.45], &[]),
        (".4", &[0.45], &[]),
        (".3", &[0.1 + 0.2], &[]),
        ("0.0%", &[1e-300], &[]),
        ("1.0", &[], &[1e20]),
        ("0.1", &[], &[1e300]),
        ("129", &[129.0], &[129.000_001]),
        ("77/120=64.2%", &[77.0 / 120.0], &[0.642]),
        ("approx. 528,000", &[528_500.0], &[528_501.0]),
        ("<.001", &[0.000_999], &[0.001]),
        (">.99", &[0.991], &[0.99]),
        ("[292, 2050]", &[], &[1.0]),
        ("6↓8", &[], &[1.0]),
        ("—", &[], &[1.0]),
    ] {
        for (numbers, expected) in [(equal, true), (others, false)] {
            for computed in numbers {
                assert_eq!(read(text).agrees(*computed), expected, "{text} {computed}");
            }
        }
    }
}

#[test]
fn each_number_of_a_cell_has_the_name_of_its_part() {
    for (text, numbers) in [
        (".981", vec![("", 0.981)]),
        ("-0.27%", vec![("", -0.0027)]),
        ("77/120=64.2%", vec![("", 77.0 / 120.0)]),
        ("[292, 2050]", vec![("low", 292.0), ("high", 2050.0)]),
        ("10(12)", vec![("used", 10.0), ("all", 12.0)]),
        ("6↓8", vec![("before", 6.0), ("after", 8.0)]),
        ("approx. 528,000", vec![("", 528_000.0)]),
        ("<.001", vec![("", 0.001)]),
        ("—", vec![]),
    ] {
        let parts = read(text).parts().into_iter();
        let parts = parts.map(|(name, part)| (name, part.number().expect("the part is a number")));
        assert_eq!(parts.collect::<Vec<_>>(), numbers, "{text}");
        // A bound is not a measured number.
        assert_eq!(read(text).is_bound(), text.starts_with('<'), "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn a_number_agrees_with_its_own_rounding(x in -1000.0_f64..1000.0, digits in 0_usize..6) {
        let text = format!("{x:.digits$}");
        let number = PrintedDecimal::parse(&text).expect("formatted digits are a decimal");
        proptest::prop_assert!(rounds_to(x, number, 0), "{x} {text}");
        let beyond = PrintedDecimal { units: number.units + 2, ..number };
        proptest::prop_assert!(!rounds_to(x, beyond, 0));
    }
}

#[test]
fn a_quotient_of_sums_is_read_with_its_result() {
    let quotient = |numerator, denominator, result| Some(Printed::Working { numerator, denominator, result });
    for (text, working) in [
        ("(1+3)/(2+6)=.5000", quotient(decimal(4, 0), decimal(8, 0), decimal(5000, 4))),
        (".2401/3.2392=.0741", quotient(decimal(2401, 4), decimal(32392, 4), decimal(741, 4))),
        ("3/19 = .1579", quotient(decimal(3, 0), decimal(19, 0), decimal(1579, 4))),
        ("(1+.5)/2=.75", quotient(decimal(15, 1), decimal(2, 0), decimal(75, 2))),
    ] {
        assert_eq!(Printed::working(text), working, "{text}");
    }
}

#[test]
fn other_texts_are_not_quotients() {
    for text in [".5", "1/2", "1/0=.5", "(1+)/2=.5", "1/2=", "(1+2/3=1", "a/b=.5"] {
        assert_eq!(Printed::working(text), None, "{text}");
    }
    let large = ["999999999.999999999"; 12].join("+");
    assert_eq!(Printed::working(&format!("({large})/2=.5")), None, "a sum beyond 64 bits");
}
