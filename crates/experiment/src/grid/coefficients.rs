//! Tables and figures name their rank correlation coefficients, because tau-a is not tau-b.

use super::{Lines, Quantity, Statistic, Table};

/// Adds the names of coefficients that neither caption nor labels contain to the caption, and to the vertical
/// axis of a figure.
pub(super) fn name(table: &mut Table, statistics: &[Statistic]) {
    let found = found(table, statistics);
    let Some(&(_, first)) = found.first() else { return };
    let is_one = found.iter().all(|(_, coefficient)| *coefficient == first);
    let mut missing: Vec<String> = Vec::new();
    for (place, coefficient) in &found {
        if says(&table.caption, coefficient) || says(place, coefficient) {
            continue;
        }
        let said = match place.as_str() {
            place if is_one || place.is_empty() => (*coefficient).to_owned(),
            place => format!("{place}: {coefficient}"),
        };
        if !missing.contains(&said) {
            missing.push(said);
        }
    }
    if !missing.is_empty() {
        table.caption = format!("{} ({})", table.caption, missing.join(", "));
    }
    if let Some(plot) = table.plot.as_mut().filter(|plot| is_one && !says(&plot.y.label, first)) {
        plot.y.label = format!("{} ({first})", plot.y.label);
    }
}

/// Returns the coefficients of a table, each with the names of line and quantity that distinguish its cells.
fn found(table: &Table, statistics: &[Statistic]) -> Vec<(String, &'static str)> {
    let mut out = Vec::new();
    let mut add = |line: &str, cells: &[Quantity]| {
        for of in cells {
            let place = [line, of.name.as_str()].into_iter().filter(|name| !name.is_empty());
            let coefficient = statistics[of.statistic].kind.coefficient();
            out.extend(coefficient.map(|name| (place.collect::<Vec<_>>().join(", "), name)));
        }
    };
    add("", table.common.cells.as_deref().unwrap_or_default());
    for line in table.lines().flat_map(Lines::listed) {
        let label = [line.label.as_str(), line.quantity.as_str()].join(" ");
        add(label.trim(), line.selection.cells.as_deref().unwrap_or_default());
    }
    out
}

/// Returns true if `text` names the coefficient: `tau-AP,b` does not name `tau-AP`.
fn says(text: &str, coefficient: &str) -> bool {
    text.match_indices(coefficient).any(|(at, found)| {
        let after = &text[at + found.len()..];
        !after.starts_with(",b") && !after.starts_with(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_not_a_part_of_another() {
        for (text, coefficient, expected) in [
            ("Kendall's tau-a by depth", "tau-a", true),
            ("Kendall's tau by depth", "tau-a", false),
            ("tau-b, and tau-AP,b in parentheses", "tau-b", true),
            ("tau-b, and tau-AP,b in parentheses", "tau-AP,b", true),
            ("tau-AP,b alone", "tau-AP", false),
            ("tau-AP,b and tau-AP", "tau-AP", true),
            ("tau-bar", "tau-b", false),
        ] {
            assert_eq!(says(text, coefficient), expected, "{text}: {coefficient}");
        }
    }
}
