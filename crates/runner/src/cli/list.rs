//! `rejudge list`

use std::fmt::Write;

use super::args::{Global, List};
use super::output::{Failure, print};
use super::{GOOD, plan::catalogue};
use crate::grid::{Overrides, load, locate, names};

pub fn main(global: &Global, args: &List) -> Result<u8, Failure> {
    let catalogue = catalogue(global);
    let mut text = String::new();
    match &args.experiment {
        None => {
            if !global.experiments.is_dir() {
                let folder = global.experiments.display();
                return Err(Failure::usage(format!("there is no folder {folder} here (--experiments)")));
            }
            for name in names(&global.experiments) {
                let path = locate(&name, &global.experiments)?;
                let grid = load(&path, &Overrides::default(), &catalogue)?;
                let _ = writeln!(text, "{name}\t{}", grid.title);
            }
        }
        Some(name) => {
            let grid = load(&locate(name, &global.experiments)?, &Overrides::default(), &catalogue)?;
            let _ = writeln!(text, "{}\t{}", grid.id, grid.title);
            for collection in &grid.collections {
                let there = if collection.entry.available() { "" } else { " (data not here)" };
                let _ = writeln!(
                    text,
                    "collection\t{}\t{}{there}",
                    collection.name, collection.entry.descriptor.title
                );
            }
            for measure in &grid.measures {
                let _ = writeln!(text, "measure\t{}\t{}", measure.label, measure.name);
            }
            for statistic in &grid.statistics {
                let _ = writeln!(
                    text,
                    "statistic\t{}\t{}",
                    statistic.name,
                    statistic.kind.components().join(" ")
                );
            }
            for table in &grid.tables {
                let what = if table.plot.is_some() { "figure" } else { "table" };
                let _ = writeln!(text, "{what}\t{}\t{}", table.name, table.caption);
            }
            for (profile, settings) in &grid.profiles.0 {
                let _ = writeln!(text, "profile\t{}\t{}", profile.value, settings.join(" "));
            }
        }
    }
    print(&text)?;
    Ok(GOOD)
}
