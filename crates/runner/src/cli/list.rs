//! `rejudge list`

use std::fmt::Write;

use serde::Serialize;

use super::GOOD;
use super::args::{Global, List};
use super::columns::print_columns;
use super::output::{Failure, print};
use rejudge_collections::bundled::is_dir;
use rejudge_experiment::grid::cache_key::{CacheInputs, FileHashes};
use rejudge_experiment::grid::{Grid, Overrides, load, locate, names};
use rejudge_report::table::base::{base_sentence, bases};
use rejudge_report::table::kind_word;

/// All experiments.
#[derive(Serialize)]
struct ExperimentList {
    experiments: Vec<ExperimentRow>,
}

/// One of them.
#[derive(Serialize)]
struct ExperimentRow {
    id: String,
    title: String,
    file: String,
}

#[derive(Serialize)]
struct ListedExperiment<'a> {
    id: &'a str,
    title: &'a str,
    file: String,
    collections: Vec<Collection<'a>>,
    measures: Vec<Measure<'a>>,
    statistics: Vec<Statistic<'a>>,
    tables: Vec<ListedTable<'a>>,
    figures: Vec<ListedTable<'a>>,
    profiles: Vec<Profile<'a>>,
    remarks: Vec<String>,
}

#[derive(Serialize)]
struct Collection<'a> {
    name: &'a str,
    title: &'a str,
    kind: &'static str,
    available: bool,
    /// A description of the judgments, if they are not as judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<String>,
}

#[derive(Serialize)]
struct Measure<'a> {
    label: &'a str,
    name: &'a str,
}

#[derive(Serialize)]
struct Statistic<'a> {
    name: &'a str,
    components: Vec<&'static str>,
}

#[derive(Serialize)]
struct ListedTable<'a> {
    name: &'a str,
    caption: &'a str,
}

#[derive(Serialize)]
struct Profile<'a> {
    name: &'a str,
    settings: &'a [String],
}

pub fn main(global: &Global, args: &List) -> Result<u8, Failure> {
    let catalogue = global.places().catalogue();
    let grid = |name: &str| -> Result<(Grid, String), Failure> {
        let path = locate(name, &global.experiments)?;
        Ok((load(&path, &Overrides::default(), &catalogue)?, path.display().to_string()))
    };
    match &args.experiment {
        None => {
            if !is_dir(&global.experiments) {
                let folder = global.experiments.display();
                return Err(Failure::usage(format!("there is no folder {folder} here (--experiments)")));
            }
            let one = |name: String| {
                let (grid, file) = grid(&name)?;
                Ok(ExperimentRow { id: name, title: grid.title, file })
            };
            let experiments =
                names(&global.experiments).into_iter().map(one).collect::<Result<_, Failure>>()?;
            let all = ExperimentList { experiments };
            if args.json { print(&json(&all))? } else { print_columns(&all.text(), "\t")? }
        }
        Some(name) => {
            let (grid, file) = grid(name)?;
            let shown = ListedExperiment::new(&grid, file);
            if args.json { print(&json(&shown))? } else { shown.print()? }
        }
    }
    Ok(GOOD)
}

fn json(of: &impl Serialize) -> String {
    serde_json::to_string_pretty(of).unwrap_or_default() + "\n"
}

impl ExperimentList {
    fn text(&self) -> String {
        self.experiments.iter().map(|one| format!("{}\t{}\n", one.id, one.title)).collect()
    }
}

impl<'a> ListedExperiment<'a> {
    fn new(grid: &'a Grid, file: String) -> Self {
        let tables = |drawn: bool| {
            let tables = grid.tables.iter().filter(move |table| table.plot.is_some() == drawn);
            tables.map(|table| ListedTable { name: &table.name, caption: &table.caption }).collect()
        };
        let bases = bases(grid, &CacheInputs::new(grid, &FileHashes::unkept()), None);
        let collection = |collection: &'a rejudge_experiment::grid::Collection| Collection {
            name: &collection.name,
            title: &collection.entry.descriptor.title,
            kind: kind_word(collection.entry.descriptor.kind),
            available: collection.entry.available(),
            base: base_sentence(collection, &bases),
        };
        let statistics = grid.statistics.iter();
        Self {
            id: &grid.id,
            title: &grid.title,
            file,
            collections: grid.collections.iter().map(collection).collect(),
            measures: grid.measures.iter().map(|m| Measure { label: &m.label, name: &m.name }).collect(),
            statistics: statistics
                .map(|s| Statistic { name: &s.name, components: s.entry.components.to_vec() })
                .collect(),
            tables: tables(false),
            figures: tables(true),
            profiles: grid
                .profiles
                .0
                .iter()
                .map(|(name, settings)| Profile { name: &name.value, settings })
                .collect(),
            remarks: grid.all_remarks().collect(),
        }
    }

    fn print(&self) -> Result<(), Failure> {
        print_columns(&format!("{}\t{}\n", self.id, self.title), "\t")?;
        print_columns(&self.text(), "\t")
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for Collection { name, title, available, base, .. } in &self.collections {
            let there = if *available { "" } else { " (data not available)" };
            let _ = writeln!(text, "collection\t{name}\t{title}{there}");
            base.iter().for_each(|base| text += &format!("base\t{name}\t{base}\n"));
        }
        for Measure { label, name } in &self.measures {
            let _ = writeln!(text, "measure\t{label}\t{name}");
        }
        for Statistic { name, components } in &self.statistics {
            let _ = writeln!(text, "statistic\t{name}\t{}", components.join(" "));
        }
        for (what, tables) in [("table", &self.tables), ("figure", &self.figures)] {
            for ListedTable { name, caption } in tables {
                let _ = writeln!(text, "{what}\t{name}\t{caption}");
            }
        }
        for Profile { name, settings } in &self.profiles {
            let _ = writeln!(text, "profile\t{name}\t{}", settings.join(" "));
        }
        for remark in &self.remarks {
            let _ = writeln!(text, "remark\t{remark}");
        }
        text
    }
}
