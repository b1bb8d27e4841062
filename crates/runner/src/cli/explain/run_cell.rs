//! Explains a computed cell, given by its address: experiment/statistic[axis=value,..].

use std::collections::BTreeMap;
use std::fmt::Write;

use rejudge_experiment::exec::{Outcome, Subject};
use rejudge_experiment::grid::Point;
use rejudge_experiment::grid::cache_key::key_of;
use rejudge_names::plural::of_number;
use rejudge_names::{arguments, meant, nearest};
use rejudge_report::table::subjects;
use rejudge_tables::frame::Frame;

use super::source::Source;
use super::{key_lines, origin_lines, over_draws, short};
use crate::cli::Failure;

/// At most this many numbers of a cell are shown.
const MAX_SHOWN: usize = 12;

/// The draws of each number, with its value in each. The key is the number's component and subject.
type Numbers = BTreeMap<(String, Subject), Vec<(u32, f64)>>;

pub(super) fn explain(source: &Source, number: &str) -> Result<String, Failure> {
    let grid = &source.grid;
    let address = format!("{}/{number}", grid.id);
    let (statistic, point) = find(source, &address)?;
    source.check_draw(&point)?;
    let mut text = format!("{address}\n");
    let entry = grid.statistics[statistic].entry;
    let main = entry.components.first().copied().unwrap_or_default();
    text += &value_lines(source, statistic, &point, &address)?;
    text += &origin_lines(source, statistic, main, &point);
    text += &key_lines(source, statistic, &point);
    Ok(text)
}

/// Returns lines with the numbers of a cell. The numbers come from the results. If there are no results, they
/// come from the cache, which may have the requested draw.
fn value_lines(source: &Source, statistic: usize, point: &Point, address: &str) -> Result<String, Failure> {
    let (mut numbers, mut note) = (Numbers::new(), String::new());
    match &source.snapshot {
        Some(snapshot) => {
            let frame = snapshot.read_where("cells.parquet", &[("address", address)])?;
            numbers = numbers_of_frame(&frame)?;
            note = frame.text("error")?.iter().next().unwrap_or_default().to_owned();
        }
        None => {
            let key = key_of(&source.parts(&source.cache_inputs, statistic, point));
            let outcome = source.cache.load::<Outcome>(&key);
            for number in outcome.into_iter().flat_map(|outcome| outcome.numbers) {
                numbers.entry((number.component, number.of)).or_default().push((source.draw, number.value));
            }
        }
    }
    let mut text = String::new();
    let components = source.grid.statistics[statistic].entry.components;
    let place = |component: &str| components.iter().position(|name| *name == component);
    let mut numbers: Vec<_> = numbers.into_iter().collect();
    numbers.sort_by_key(|((component, _), _)| place(component));
    for ((component, subject), draws) in numbers.iter().take(MAX_SHOWN) {
        let _ = writeln!(text, "  {component}{subject} = {}", over_draws(draws, source.draw, &short));
    }
    if numbers.len() > MAX_SHOWN {
        let hidden = numbers.len() - MAX_SHOWN;
        let _ = writeln!(text, "  and {hidden} more {}", of_number(hidden, "number", "numbers"));
    }
    if numbers.is_empty() {
        source.check_data(&format!("`{address}`"), [&source.grid.collections[point.collection as usize]])?;
        let why = if note.is_empty() { source.no_results() } else { format!("no number: {note}") };
        let _ = writeln!(text, "  {why}");
    }
    Ok(text)
}

fn numbers_of_frame(frame: &Frame) -> Result<Numbers, Failure> {
    let (component, subjects) = (frame.text("component")?, subjects(frame)?);
    let (draw, value) = (frame.whole("draw")?, frame.number("value")?);
    let mut numbers = Numbers::new();
    for row in 0..frame.rows() {
        if let Some(value) = value[row] {
            let draw = draw[row].unwrap_or(0) as u32;
            let key = (component[row].to_owned(), subjects.subject(row));
            numbers.entry(key).or_default().push((draw, value));
        }
    }
    Ok(numbers)
}

/// Returns the statistic and the point that an address means.
fn find(source: &Source, address: &str) -> Result<(usize, Point), Failure> {
    let grid = &source.grid;
    let mut addresses = Vec::new();
    for point in grid.all_points() {
        for (index, statistic) in grid.statistics.iter().enumerate() {
            // A statistic may ignore some axes. Its cells are at points without these axes.
            let Some(point) = statistic.own_point(&point, grid) else { continue };
            let cell = grid.address(&statistic.name, &point);
            if cell == address {
                return Ok((index, point));
            }
            addresses.push(cell);
        }
    }
    // If a collection's data are missing, some of its judgment sets are unknown, so the address may be right.
    let labels = address.split_once('[').map_or("", |(_, labels)| labels.trim_end_matches(']'));
    let collection_name =
        arguments(labels).into_iter().find_map(|label| label.trim().strip_prefix("collection="));
    let collection =
        grid.collections.iter().find(|collection| Some(collection.name.as_str()) == collection_name);
    source.check_data(&format!("`{address}`"), collection)?;
    let hint = meant(nearest(address, addresses.iter().map(String::as_str)));
    Err(Failure::usage(format!("there is no cell `{address}`{hint}")))
}
