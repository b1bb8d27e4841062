//! `rejudge explain`

use std::fmt::Write;

use super::GOOD;
use super::args::{Explain, Global};
use super::output::{Failure, print};
use rejudge_descriptor::Kind;
use rejudge_grid::cache_key::{Ingredients, Parts};
use rejudge_grid::{Grid, Overrides, Point, load, locate};
use rejudge_metrics::nearest;
use rejudge_spec::top_level_split;
use rejudge_store::cache::Cache;
use rejudge_table::results::{Results, settings};

pub fn main(global: &Global, args: &Explain) -> Result<u8, Failure> {
    let Some((experiment, _)) = args.cell.split_once('/') else {
        let message = format!("`{}` is no address, expected experiment/statistic[axis=value,..]", args.cell);
        return Err(Failure::usage(message));
    };
    let path = locate(experiment, &global.experiments)?;
    let overrides = Overrides { profile: None, set: args.set.clone() };
    let grid = load(&path, &overrides, &global.places().catalogue())?;
    let (statistic, point) = find(&grid, &args.cell)?;
    let draws = grid.draws_at(point.collection as usize, point.runs);
    if !(1..=draws).contains(&args.draw) {
        return Err(Failure::usage(format!("there is no draw {}, only 1 to {draws}", args.draw)));
    }
    let cache = Cache::open(&args.cache)?;
    let ingredients = Ingredients::new(&grid);
    let parts = |ingredients: &Ingredients| parts(&grid, ingredients, statistic, &point, args.draw);
    let now = parts(&ingredients);
    let key = now.hash();
    let mut text = String::new();
    let _ = writeln!(text, "{}", args.cell);
    let state = if cache.has(&key) { "cached" } else { "to run" };
    let _ = writeln!(text, "key {key} ({state})");
    for (name, value) in now.iter() {
        let _ = writeln!(text, "  {name}: {value}");
    }
    let results = Results::new(args.results.clone().unwrap_or_else(|| format!("results/{}", grid.id).into()));
    match results.manifest() {
        Err(_) => text.push_str("no earlier run to compare with\n"),
        Ok(manifest) => {
            let before = parts(&manifest.ingredients);
            let mut changed = 0;
            for ((name, new), (_, old)) in now.iter().zip(before.iter()).filter(|(new, old)| new != old) {
                changed += 1;
                let _ = writeln!(text, "changed {name}: {old} -> {new}");
            }
            let matters = settings_of(&grid, statistic, &point, &now);
            let here = settings(&grid);
            for (name, new) in here.iter().filter(|(name, _)| matters.contains(name)) {
                match manifest.settings.get(name) {
                    Some(old) if old == new => continue,
                    Some(old) => drop(writeln!(text, "changed {name}: {old} -> {new}")),
                    None => drop(writeln!(text, "changed {name}: (none) -> {new}")),
                }
                changed += 1;
            }
            if changed == 0 {
                text.push_str("nothing changed since the last run\n");
            }
        }
    }
    print(&text)?;
    Ok(GOOD)
}

/// Names of the settings that the key of a cell depends on.
fn settings_of(grid: &Grid, statistic: usize, point: &Point, parts: &Parts) -> Vec<String> {
    let swept = &grid.evaluations[point.evaluation as usize].swept;
    let swept: Vec<String> = swept.iter().map(|(rule, value)| format!("{rule}={value}")).collect();
    let about = &grid.statistics[statistic];
    let mut names = vec![format!("evaluation[{}]", swept.join(",")), format!("statistic {}", about.name)];
    if let Some(of) = about.kind.of() {
        names.push(format!("statistic {}", grid.statistics[of].name));
    }
    let drawn = |(name, value): (&str, &str)| name == "drawn" || value.contains(", drawn ");
    if parts.iter().any(drawn) {
        names.push("seed".to_owned());
    }
    names
}

fn find(grid: &Grid, address: &str) -> Result<(usize, Point), Failure> {
    let mut known = Vec::new();
    for point in grid.all_points() {
        for (statistic, about) in grid.statistics.iter().enumerate() {
            let own = about.own_point(&point);
            let text = grid.address(&about.name, &own);
            if text == address {
                return Ok((statistic, own));
            }
            known.push(text);
        }
    }
    Err(Failure::usage(format!("there is no cell `{address}`{}", meant(address, &known))))
}

/// The cell that an address of none may have meant. One that lacks an axis is like the cells that have all
/// of its parts, and not like the shorter addresses of other statistics.
fn meant(address: &str, known: &[String]) -> String {
    let parts = |address: &str| {
        let (head, rest) = address.split_once('[')?;
        let rest = rest.strip_suffix(']').unwrap_or(rest);
        Some((head.to_owned(), top_level_split(rest).into_iter().map(str::to_owned).collect::<Vec<_>>()))
    };
    let asked = parts(address);
    let is_of_it = |cell: &&String| match (&asked, parts(cell)) {
        (Some((head, asked)), Some((of, parts))) => {
            *head == of && asked.iter().all(|part| parts.contains(part))
        }
        _ => false,
    };
    if let Some(longer) = known.iter().find(is_of_it) {
        return format!(": an address names every axis, as in `{longer}`");
    }
    rejudge_metrics::meant(nearest(address, known.iter().map(String::as_str)))
}

fn parts(grid: &Grid, ingredients: &Ingredients, statistic: usize, point: &Point, draw: u32) -> Parts {
    let kind = grid.collections[point.collection as usize].entry.descriptor.kind;
    let instance = (kind == Kind::Simulated).then_some(draw);
    ingredients.cell(grid, statistic, point, instance, draw)
}
