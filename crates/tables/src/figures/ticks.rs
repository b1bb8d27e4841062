//! The ticks of an axis and their labels.

use crate::figures::figure_data::Scale;

#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The number that the tick marks.
    pub value: f64,
    /// The label. Minor ticks have an empty label.
    pub label: String,
}

/// Returns the smallest number, not below `min_step`, that is 1, 2 or 5 times a power of ten.
fn nice_step(min_step: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(min_step)));
    let steps = [1.0, 2.0, 5.0, 10.0];
    let step = steps.into_iter().find(|step| step * power >= min_step * (1.0 - 1e-9));
    step.unwrap_or(10.0) * power
}

/// Returns about `count` ticks from `low` to `high`. They are at round numbers with equally many decimals, or
/// at integers if `integers` is true. On a logarithmic scale `count` and `integers` are ignored.
pub(crate) fn ticks(scale: Scale, (low, high): (f64, f64), count: f64, integers: bool) -> Vec<Tick> {
    match scale {
        Scale::Log => log(low, high),
        Scale::Linear | Scale::Categories => linear(low, high, count, integers),
    }
}

fn linear(low: f64, high: f64, count: f64, integers: bool) -> Vec<Tick> {
    let mut step = nice_step((high - low) / count.max(1.0));
    if integers {
        step = step.max(1.0);
    }
    // The ends of the axis are equal, or their distance is infinite.
    if !step.is_normal() {
        return Vec::new();
    }
    let (first, last) = (libm::ceil(low / step - 1e-9), libm::floor(high / step + 1e-9));
    let decimals = (-libm::floor(libm::log10(step) + 1e-9)).max(0.0) as usize;
    let steps = (last - first).max(0.0) as usize;
    let tick = |i: usize| {
        let value = (first + i as f64) * step;
        // We replace -0.0, which would be printed with its sign.
        let value = if value == 0.0 { 0.0 } else { value };
        Tick { value, label: format!("{value:.decimals$}") }
    };
    // The last tick of an axis that ends at the largest number may be beyond it.
    (0..=steps).map(tick).filter(|tick| tick.value.is_finite()).collect()
}

/// Returns the ticks of a logarithmic axis. Powers of ten have labels: with 8 decades or more only every second
/// power, with 16 or more only every third, and so on. If the range is at most two decades, 2 and 5 times a
/// power of ten have labels too.
fn log(low: f64, high: f64) -> Vec<Tick> {
    let (first, last) = (libm::floor(libm::log10(low)) as i32, libm::ceil(libm::log10(high)) as i32);
    let every = ((last - first) / 8 + 1) as usize;
    let is_short = libm::log10(high / low) <= 2.0;
    let mut out = Vec::new();
    for exponent in first..=last {
        for factor in 1..=9 {
            // We parse the text 3e-5, because the product 3.0 * 1e-5 may differ in the last bit.
            let value: f64 = format!("{factor}e{exponent}").parse().unwrap_or(f64::NAN);
            let has_label = match factor {
                1 => ((exponent - first) as usize).is_multiple_of(every),
                2 | 5 => is_short,
                _ => false,
            };
            let is_on_axis = value >= low * (1.0 - 1e-9) && value <= high * (1.0 + 1e-9) && value.is_finite();
            if is_on_axis && (has_label || every == 1) {
                out.push(Tick { value, label: if has_label { format!("{value}") } else { String::new() } });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, range: (f64, f64)) -> Vec<String> {
        let ticks = ticks(scale, range, 5.0, false).into_iter();
        ticks.filter(|tick| !tick.label.is_empty()).map(|tick| tick.label).collect()
    }

    #[test]
    fn linear_ticks_are_round_and_have_equally_many_decimals() {
        assert_eq!(labels(Scale::Linear, (0.0, 1.0)), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(Scale::Linear, (0.0, 0.05)), ["0.00", "0.01", "0.02", "0.03", "0.04", "0.05"]);
        assert_eq!(labels(Scale::Linear, (-0.1, 0.1)), ["-0.10", "-0.05", "0.00", "0.05", "0.10"]);
        assert_eq!(labels(Scale::Linear, (1.0, 3003.0)), ["1000", "2000", "3000"]);
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten() {
        assert_eq!(labels(Scale::Log, (0.1, 1000.0)), ["0.1", "1", "10", "100", "1000"]);
        assert_eq!(labels(Scale::Log, (0.01, 1.0)), ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"]);
    }

    #[test]
    fn steps_are_one_two_or_five() {
        let steps = [0.003, 0.2, 0.21, 7.0, 51.0].map(nice_step).map(|step| format!("{step:.3}"));
        assert_eq!(steps, ["0.005", "0.200", "0.500", "10.000", "100.000"]);
    }
}
