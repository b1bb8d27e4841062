//! A cell of the run, by its address: experiment/statistic[axis=value,..].

use std::collections::BTreeMap;
use std::fmt::Write;

use rejudge_experiment::exec::{Outcome, Subject};
use rejudge_experiment::grid::cache_key::key_of;
use rejudge_experiment::grid::{Grid, Point};
use rejudge_names::plural::counted;
use rejudge_names::{meant, nearest};
use rejudge_report::table::subjects;
use rejudge_tables::frame::Frame;

use super::source::Source;
use super::{key_lines, origin_lines, over_draws, short};
use crate::cli::Failure;

/// The most numbers of a cell that are shown, and tables that are named.
const SHOWN: usize = 12;

/// Quantity and subject -> the numbers of the draws.
type Numbers = BTreeMap<(String, Subject), Vec<(u32, f64)>>;

pub(super) fn explain(source: &Source, number: &str) -> Result<String, Failure> {
    let grid = &source.grid;
    let address = format!("{}/{number}", grid.id);
    let (statistic, point) = find(grid, &address)?;
    source.check_draw(&point)?;
    let mut text = format!("{address}\n");
    let entry = grid.statistics[statistic].entry;
    let main = entry.components.first().copied().unwrap_or_default();
    text += &values(source, statistic, &point, &address)?;
    text += &origin_lines(source, statistic, main, &point);
    text += &key_lines(source, statistic, &point);
    Ok(text)
}

/// Returns the numbers of the cell: those of the results, or those of this draw computed for other cells.
fn values(source: &Source, statistic: usize, point: &Point, address: &str) -> Result<String, Failure> {
    let (mut numbers, mut note) = (Numbers::new(), String::new());
    match &source.snapshot {
        Some(snapshot) => {
            let frame = snapshot.read_where("cells.parquet", &[("address", address)])?;
            numbers = of_frame(&frame)?;
            note = frame.text("error")?.iter().next().unwrap_or_default().to_owned();
        }
        None => {
            let key = key_of(&source.parts(&source.cache_inputs, statistic, point));
            for number in source.cache.load::<Outcome>(&key).into_iter().flat_map(|found| found.numbers) {
                numbers.entry((number.component, number.of)).or_default().push((source.draw, number.value));
            }
        }
    }
    let mut text = String::new();
    let components = source.grid.statistics[statistic].entry.components;
    let place = |component: &str| components.iter().position(|known| *known == component);
    let mut all: Vec<_> = numbers.into_iter().collect();
    all.sort_by_key(|((component, _), _)| place(component));
    for ((component, of), draws) in all.iter().take(SHOWN) {
        let _ = writeln!(text, "  {component}{of} = {}", over_draws(draws, source.draw, &short));
    }
    if all.len() > SHOWN {
        let _ = writeln!(text, "  and {} more", counted(all.len() - SHOWN, "number"));
    }
    if all.is_empty() {
        let why = if note.is_empty() { source.no_results() } else { format!("no number: {note}") };
        let _ = writeln!(text, "  {why}");
    }
    Ok(text)
}

fn of_frame(frame: &Frame) -> Result<Numbers, Failure> {
    let (component, of) = (frame.text("component")?, subjects(frame)?);
    let (draw, value) = (frame.whole("draw")?, frame.number("value")?);
    let mut numbers = Numbers::new();
    for row in 0..frame.rows() {
        if let Some(value) = value[row] {
            let draw = draw[row].unwrap_or(0) as u32;
            numbers.entry((component[row].to_owned(), of.subject(row))).or_default().push((draw, value));
        }
    }
    Ok(numbers)
}

fn find(grid: &Grid, address: &str) -> Result<(usize, Point), Failure> {
    let mut known = Vec::new();
    for point in grid.all_points() {
        for (statistic, about) in grid.statistics.iter().enumerate() {
            let Some(own) = about.own_point(&point, grid) else { continue };
            let text = grid.address(&about.name, &own);
            if text == address {
                return Ok((statistic, own));
            }
            known.push(text);
        }
    }
    let hint = meant(nearest(address, known.iter().map(String::as_str)));
    Err(Failure::usage(format!("there is no cell `{address}`{hint}")))
}
