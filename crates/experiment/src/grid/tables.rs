//! Tables with the names of their dimensions and statistics resolved.

use super::{Dimension, Line, Lines, Measure, Selector, Statistic, Table, find_component, mistakes_in_only};
use crate::spec::yaml::{Position, Spanned, YamlError};
use crate::spec::{Cells, Link, Named, Task, Tasks};

/// Resolves the names in a table. Errors are collected, so that all of them are reported at once.
struct Resolver<'a> {
    statistics: &'a [Statistic],
    errors: &'a mut Vec<YamlError>,
}

/// Resolves the tables of an experiment.
pub(super) fn resolve(
    Named(tables): Named<Spanned<Table>>,
    statistics: &[Statistic],
    errors: &mut Vec<YamlError>,
) -> Vec<Table> {
    let mut out = Vec::new();
    for (name, Spanned { value: mut table, at: position }) in tables {
        let mut resolver = Resolver { statistics, errors };
        resolver.errors.extend(table.over.resolve());
        resolver.cells(table.cell.as_mut());
        let over = table.over.clone();
        for lines in table.lines_mut() {
            resolver.lines(lines, &over, position.as_ref());
        }
        let all_have_cells = |lines: &Lines| matches!(lines, Lines::Listed(lines) if lines.iter().all(|line| line.cell.is_some()));
        if table.cell.is_none() && !all_have_cells(&table.rows) && !all_have_cells(&table.columns) {
            errors.push(
                name.error(format!("`{}` has no `cell:`, which says what its cells contain", name.value)),
            );
        }
        if let Some(show) = &table.show {
            check_show(show, &table, errors);
        }
        table.name = name.value;
        out.push(table);
    }
    out
}

/// Reports mistakes in `show`: a brace that is not closed, a name that is not a quantity of the table's cells, and a
/// format that does not exist.
fn check_show(show: &Spanned<String>, table: &Table, errors: &mut Vec<YamlError>) {
    let quantities: Vec<&str> =
        table.cells().flat_map(|cells| &cells.0).map(|quantity| quantity.name.as_str()).collect();
    for part in show.value.split('{').skip(1) {
        let Some((inside, _)) = part.split_once('}') else {
            errors.push(show.error(format!(
                "`{{{part}` is not closed: expected {{name}}, {{name:2}} or {{name.sd:+1%}}"
            )));
            continue;
        };
        let (name, form) = inside.split_once(':').unwrap_or((inside, ""));
        if !is_form(form) {
            errors.push(show.error(format!(
                "`{{{inside}}}`: `{form}` is not a format; expected the number of digits after the point, `+` before it \
                 to show the sign, `%` after it for a percentage: {{name:2}}, {{name:+1%}}"
            )));
        }
        let name = name.strip_suffix(".sd").unwrap_or(name);
        if !quantities.contains(&name) {
            let error = show.error(format!("`{{{inside}}}` is not a quantity of the cells"));
            errors.push(error.suggesting(name, quantities.iter().copied()));
        }
    }
}

/// Returns true if `form` is the format of a number in `show`: `+1%`, where each part is optional.
fn is_form(form: &str) -> bool {
    let digits = form.strip_prefix('+').unwrap_or(form);
    let digits = digits.strip_suffix('%').unwrap_or(digits);
    digits.is_empty() || (digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse::<u8>().is_ok())
}

impl Resolver<'_> {
    fn dimension(&mut self, dimension: Option<&mut Dimension>, fits: fn(&Dimension) -> bool) {
        self.errors.extend(dimension.and_then(|dimension| dimension.resolve(fits).err()));
    }

    fn cells(&mut self, cells: Option<&mut Cells>) {
        for quantity in cells.into_iter().flat_map(|cells| &mut cells.0) {
            match find_component(self.statistics, &quantity.written) {
                Ok(component) => (quantity.statistic, quantity.component) = component,
                Err(error) => self.errors.push(error),
            }
        }
    }

    /// Resolves the lines of a table that is averaged over the dimensions `over`.
    fn lines(&mut self, lines: &mut Lines, over: &[Dimension], table: Option<&Position>) {
        match lines {
            Lines::Axis(dimension) => self.dimension(Some(dimension), Dimension::has_lines),
            Lines::Tasks(file) => {
                *lines = Lines::Listed(match Tasks::load(file) {
                    Ok(tasks) => lines_of_tasks(&tasks, self.errors),
                    Err(error) => {
                        self.errors.push(error);
                        Vec::new()
                    }
                });
            }
            Lines::Listed(lines) => {
                for (index, line) in lines.iter_mut().enumerate() {
                    line.index_in_file = index;
                    self.dimension(line.each.as_mut().map(|each| &mut each.value), Dimension::is_along_axis);
                    self.errors.extend(line.over.resolve());
                    self.cells(line.cell.as_mut());
                    self.check(line, over, table);
                }
            }
        }
    }

    /// Reports settings of a line that are incompatible with each other, or with its table.
    fn check(&mut self, line: &Line, over: &[Dimension], table: Option<&Position>) {
        let mistakes = mistakes_in_only(self.statistics, line.only).into_iter();
        self.errors.extend(mistakes.map(|message| YamlError::new(table.cloned(), message)));
        if let Some(take) = &line.take {
            // A line without `over` is averaged over the dimensions of the table.
            let over = if line.over.is_empty() { over } else { &line.over };
            let message = match (over, take.value.curve()) {
                ([], _) => Some("`take` reduces the cells that `over` ranges over: give `over:` too"),
                // The unknown name has been reported already.
                ([Dimension::Unresolved(_)], _) => None,
                ([Dimension::Parameter(axis, name)], Some((allowed, _)))
                    if allowed.contains(&format!("{}.{name}", axis.name()).as_str()) =>
                {
                    None
                }
                (_, Some((_, message))) => Some(message),
                (_, None) => None,
            };
            self.errors.extend(message.map(|message| take.error(message)));
        }
        if let Some(each) = &line.each
            && !line.label.contains(Line::PLACEHOLDER)
            && !line.quantity.contains(Line::PLACEHOLDER)
        {
            self.errors.push(each.error(format!(
                "all lines would be called `{}`: write `{{}}` where each line's value goes",
                line.label
            )));
        }
    }
}

/// Returns the measures of all tasks. A measure that several tasks use is returned once.
pub(super) fn measures_of_tasks(tasks: &Tasks, errors: &mut Vec<YamlError>) -> Vec<Measure> {
    let mut out: Vec<Measure> = Vec::new();
    for (_, _, metric) in tasks.iter().flat_map(|(_, task)| task.metrics()) {
        match metric {
            Ok(metric) => {
                let name = metric.to_string();
                if out.iter().all(|measure| measure.name != name) {
                    out.push(Measure { label: name.clone(), metric, name });
                }
            }
            Err(error) => errors.push(error),
        }
    }
    out
}

/// Returns a line for each measure of each task, on each collection on which the task scores the measure.
fn lines_of_tasks(tasks: &Tasks, errors: &mut Vec<YamlError>) -> Vec<Line> {
    let mut lines = Vec::new();
    for (_, task) in tasks.iter() {
        for (link, _, metric) in task.metrics() {
            match metric {
                Ok(metric) => {
                    let name = metric.to_string();
                    lines.extend(
                        task.collections(link)
                            .iter()
                            .map(|collection| line_of_task(task, link, &collection.value, &name)),
                    );
                }
                // The axis `measure` may have read the same file and reported this error already.
                Err(error) if errors.contains(&error) => {}
                Err(error) => errors.push(error),
            }
        }
    }
    lines
}

fn line_of_task(task: &Task, link: &Link, collection: &str, measure: &str) -> Line {
    let part = |axis: &str, value: &str| (axis.to_owned(), vec![value.to_owned()]);
    let parts = vec![part("collection", collection), part("measure", measure)];
    // If a task is scored on several collections, or a measure has its own `on`, the line names its collection.
    let names_collection = task.on.0.len() > 1 || link.on.is_some();
    let suffix = if names_collection { format!(" ({collection})") } else { String::new() };
    let quantity = format!("{}: {measure}{suffix}", link.printed.value);
    Line { label: task.id.value.clone(), quantity, r#where: Selector { parts }, ..Line::default() }
}

/// Adds the names of rank correlation coefficients, because tau-a differs from tau-b. The caption gets the names that
/// neither the caption nor the labels contain. The vertical axis of a figure gets the name if there is only one.
pub(super) fn name_coefficients(table: &mut Table, statistics: &[Statistic]) {
    let coefficients = coefficients_of(table, statistics);
    let Some(&(_, first)) = coefficients.first() else { return };
    let is_only = coefficients.iter().all(|(_, coefficient)| *coefficient == first);
    let mut missing: Vec<String> = Vec::new();
    for (labels, coefficient) in &coefficients {
        if names_coefficient(&table.caption, coefficient) || names_coefficient(labels, coefficient) {
            continue;
        }
        let name = match labels.as_str() {
            labels if is_only || labels.is_empty() => (*coefficient).to_owned(),
            labels => format!("{labels}: {coefficient}"),
        };
        if !missing.contains(&name) {
            missing.push(name);
        }
    }
    if !missing.is_empty() {
        table.caption = format!("{} ({})", table.caption, missing.join(", "));
    }
    let axes = table.plot.as_mut().map(|plot| plot.value.axes_mut());
    if let Some(axes) = axes.filter(|axes| is_only && !names_coefficient(&axes.y.label, first)) {
        axes.y.label = format!("{} ({first})", axes.y.label);
    }
}

/// Returns the coefficients of a table, each with the labels of the line and the quantity that it belongs to.
fn coefficients_of(table: &Table, statistics: &[Statistic]) -> Vec<(String, &'static str)> {
    let mut out = Vec::new();
    let mut add = |line: &str, settings: &Line| {
        for quantity in settings.quantities() {
            let labels = [line, quantity.name.as_str()].into_iter().filter(|label| !label.is_empty());
            let coefficient = statistics[quantity.statistic].kind.coefficient();
            out.extend(coefficient.map(|name| (labels.collect::<Vec<_>>().join(", "), name)));
        }
    };
    add("", &table.common());
    for line in table.lines().flat_map(Lines::listed) {
        let label = [line.label.as_str(), line.quantity.as_str()].join(" ");
        add(label.trim(), line);
    }
    out
}

/// Returns true if `text` names the coefficient: `tau-AP,b` does not name `tau-AP`.
fn names_coefficient(text: &str, coefficient: &str) -> bool {
    text.match_indices(coefficient).any(|(start, _)| {
        let after = &text[start + coefficient.len()..];
        !after.starts_with(",b") && !after.starts_with(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coefficient_is_not_found_within_another_name() {
        for (text, coefficient, expected) in [
            ("Kendall's tau-a by depth", "tau-a", true),
            ("Kendall's tau by depth", "tau-a", false),
            ("tau-b, and tau-AP,b in parentheses", "tau-b", true),
            ("tau-b, and tau-AP,b in parentheses", "tau-AP,b", true),
            ("tau-AP,b alone", "tau-AP", false),
            ("tau-AP,b and tau-AP", "tau-AP", true),
            ("tau-bar", "tau-b", false),
        ] {
            assert_eq!(names_coefficient(text, coefficient), expected, "{text}: {coefficient}");
        }
    }

    #[test]
    fn a_form_is_a_sign_digits_and_a_percent_sign() {
        for form in ["", "+", "%", "2", "+2%"] {
            assert!(is_form(form), "{form}");
        }
        // A `u8` can be parsed from `+1`, so parsing without another check would accept `++1`.
        for form in ["2+", "%2", "++1", "-1"] {
            assert!(!is_form(form), "{form}");
        }
    }
}
