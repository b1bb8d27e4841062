//! `rejudge diff`

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use super::GOOD;
use super::args::{Diff, Global};
use super::output::{Failure, print};
use rejudge_exec::Subject;
use rejudge_table::results::Results;

/// (address, component, subject, draw) -> value.
type Cells = BTreeMap<(String, String, Subject, i64), Option<f64>>;

pub fn main(_: &Global, args: &Diff) -> Result<u8, Failure> {
    let (before, after) = (cells(&args.before)?, cells(&args.after)?);
    let (mut text, mut same, mut moved) = (String::new(), 0, 0);
    let name = |(address, component, of, draw): &(String, String, Subject, i64)| {
        format!("{address} {component}{of} draw {draw}")
    };
    for (key, old) in &before {
        match after.get(key) {
            None => drop(writeln!(text, "- {}", name(key))),
            Some(new) if equal(*old, *new, args.tolerance) => same += 1,
            Some(new) => {
                moved += 1;
                let show = |value: &Option<f64>| value.map_or("none".to_owned(), |v| v.to_string());
                let _ = writeln!(text, "~ {}: {} -> {}", name(key), show(old), show(new));
            }
        }
    }
    let added: Vec<_> = after.keys().filter(|key| !before.contains_key(*key)).collect();
    for key in &added {
        let _ = writeln!(text, "+ {}", name(key));
    }
    let gone = before.len() - same - moved;
    let _ = writeln!(text, "{same} equal, {moved} moved, {gone} gone, {} new", added.len());
    print(&text)?;
    Ok(if moved + gone + added.len() == 0 { GOOD } else { 1 })
}

fn equal(a: Option<f64>, b: Option<f64>, tolerance: f64) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b || (a - b).abs() <= tolerance * a.abs().max(b.abs()),
        (a, b) => a == b,
    }
}

const COLUMNS: [&str; 8] = ["address", "component", "team", "run", "item", "rank", "draw", "value"];

fn cells(folder: &Path) -> Result<Cells, Failure> {
    let frame = Results::new(folder).snapshot()?.read_columns("cells.parquet", &COLUMNS)?;
    let (address, component, of) =
        (frame.text("address")?, frame.text("component")?, rejudge_table::subjects(&frame)?);
    let (draw, value) = (frame.whole("draw")?, frame.number("value")?);
    let key = |row: usize| {
        let draw = draw[row].unwrap_or(0);
        ((address[row].to_owned(), component[row].to_owned(), of[row].clone(), draw), value[row])
    };
    Ok((0..frame.rows()).map(key).collect())
}
