//! The origin of a number: the computation, its measure, its judgments, and its files.

use std::fmt::Write;

use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::Point;
use rejudge_report::check::report::typed;
use rejudge_report::table::kind_word;

use super::source::Source;

pub(super) fn origin_lines(source: &Source, statistic: usize, component: &str, point: &Point) -> String {
    let grid = &source.grid;
    let about = &grid.statistics[statistic];
    let entry = about.entry;
    let mut text = String::new();
    let mut line = |name: &str, what: &str| {
        let _ = writeln!(text, "  {name:<12} {what}");
    };
    let quantity = match entry.components.first() {
        Some(main) if *main != component && !component.is_empty() => format!("{component} of "),
        _ => String::new(),
    };
    line("statistic", &format!("{quantity}{}: {} ({})", about.name, sentence(entry.summary), entry.name));
    if let Some(measure) = grid.measure(point) {
        let about = measure.metric.family().entry();
        let name = if measure.label == measure.name {
            measure.name.clone()
        } else {
            format!("{}, which is {}", measure.label, measure.name)
        };
        let list = if measure.metric.is_condensed() { " on the condensed list" } else { "" };
        line("measure", &format!("{name}: {}{list}", about.title));
        line("formula", about.formula);
    }
    if let (Some(set), Some(name)) = (grid.set(point), grid.set_name(point)) {
        line("judgments", &format!("{name}: {}", sentence(set.rule().summary)));
    }
    line("runs", &grid.compared(point));
    let collection = &grid.collections[point.collection as usize];
    let descriptor = &collection.entry.descriptor;
    line(
        "collection",
        &format!("{} ({}): {}", collection.name, kind_word(descriptor.kind), descriptor.title),
    );
    match (&descriptor.files, &collection.entry.folder) {
        _ if descriptor.kind == Kind::Simulated => {
            line("drawn", &format!("from its constants, seed {}, draw {}", grid.seed, source.draw));
        }
        (Some(files), Some(folder)) => {
            let path = |path: &std::path::Path| folder.join(path).display().to_string();
            let named = [files.qrels.as_deref(), files.runs.as_deref()].into_iter().flatten().map(path);
            let named: Vec<String> = named.collect();
            line("files", &named.join(", "));
            if !collection.entry.available() {
                line("", "which are not available");
            }
        }
        _ => {}
    }
    let address = grid.address(&about.name, point);
    if let Some((_, selector)) = address.split_once('[') {
        let mut words = vec!["rejudge", "run", typed(grid)];
        words.extend(grid.overrides.iter().flat_map(|set| ["-s", set.as_str()]));
        words.extend(["--only", selector.strip_suffix(']').unwrap_or(selector)]);
        let command = shlex::try_join(words).expect("no word of YAML holds a NUL");
        line("repeat", &command);
    }
    text
}

/// Removes the full stop.
fn sentence(text: &str) -> &str {
    text.trim_end_matches('.')
}
