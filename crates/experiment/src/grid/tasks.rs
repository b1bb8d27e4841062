//! Expands a file of tasks into measures of an axis and lines of a table.

use super::{Line, Measure, Selection, Selector};
use crate::spec::yaml::YamlError;
use crate::spec::{Link, Task, Tasks};

/// Returns the measures of all tasks, each once however many tasks use it.
pub(super) fn measures(tasks: &Tasks, errors: &mut Vec<YamlError>) -> Vec<Measure> {
    let mut out: Vec<Measure> = Vec::new();
    for (_, _, metric) in tasks.all().flat_map(|(_, task)| task.metrics()) {
        match metric {
            Ok(metric) => {
                let name = metric.to_string();
                if out.iter().all(|known| known.name != name) {
                    out.push(Measure { label: name.clone(), metric, name });
                }
            }
            Err(error) => errors.push(error),
        }
    }
    out
}

/// One line a measure of each task, on each of the collections that the task is scored on.
pub(super) fn lines(tasks: &Tasks, errors: &mut Vec<YamlError>) -> Vec<Line> {
    let mut lines = Vec::new();
    for (_, task) in tasks.all() {
        for (link, _, metric) in task.metrics() {
            match metric {
                Ok(metric) => {
                    let name = metric.to_string();
                    lines.extend(task.collections(link).iter().map(|on| line(task, link, &on.value, &name)));
                }
                // The axis `measure` may have reported the same file.
                Err(error) if errors.contains(&error) => {}
                Err(error) => errors.push(error),
            }
        }
    }
    lines
}

fn line(task: &Task, link: &Link, on: &str, name: &str) -> Line {
    let part = |axis: &str, value: &str| (axis.to_owned(), vec![value.to_owned()]);
    let parts = vec![part("collection", on), part("measure", name)];
    let selection = Selection { selector: Selector { parts }, ..Selection::default() };
    // If a task is scored on several collections, the line names its collections.
    let several = task.on.0.len() > 1 || link.on.is_some();
    let scale = if several { format!(" ({on})") } else { String::new() };
    let quantity = format!("{}: {name}{scale}", link.printed.value);
    Line { label: task.id.value.clone(), quantity, selection, ..Line::default() }
}
