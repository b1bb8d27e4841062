//! `rejudge list`

use std::fmt::Write;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_experiment::grid::{Grid, load, locate, names};
use rejudge_report::table::base::{Bases, base_sentence};
use rejudge_report::table::kind_word;
use serde_json::{Value, json};

use super::args::Global;
use super::output::{Failure, check_folder, print, print_columns};
use super::{GOOD, completion};

/// `rejudge list`
#[derive(Debug, ClapArgs)]
pub struct List {
    /// Show the statistics, tables and measures of this experiment
    #[arg(add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: Option<String>,
    /// Print one JSON object
    ///
    /// Of all experiments: `experiments`, a list with `id`, `title` and `file`. Of one: `id`, `title`,
    /// `file`, and lists of `collections` (`name`, `title`, `kind`, `available`), `measures` (`label`,
    /// `name`), `statistics` (`name`, `components`), `tables` and `figures` (`name`, `caption`), `profiles`
    /// (`name`, `settings`) and `remarks`.
    #[arg(long)]
    pub json: bool,
}

/// Words that other verbs list.
const ELSEWHERE: [(&str, &str); 3] = [
    ("measures", "`rejudge measures` lists the measures"),
    ("collections", "`rejudge data list` lists the collections"),
    ("data", "`rejudge data list` lists the collections"),
];

pub fn main(global: &Global, args: &List) -> Result<u8, Failure> {
    let catalogue = global.places().catalogue();
    let grid = |name: &str| -> Result<(Grid, String), Failure> {
        let path = locate(name, &global.experiments).map_err(|error| {
            let other = ELSEWHERE.iter().find(|(word, _)| *word == name);
            other.map_or_else(|| error.into(), |(_, here)| Failure::usage(*here))
        })?;
        Ok((load(&path, None, &[], &catalogue)?, path.display().to_string()))
    };
    let (object, lines) = match &args.experiment {
        None => {
            check_folder(&global.experiments, "--experiments")?;
            let (mut all, mut lines) = (Vec::new(), String::new());
            for name in names(&global.experiments) {
                let (grid, file) = grid(&name)?;
                let _ = writeln!(lines, "{name}\t{}", grid.title);
                all.push(json!({"id": name, "title": grid.title, "file": file}));
            }
            (json!({"experiments": all}), lines)
        }
        Some(name) => {
            let (grid, file) = grid(name)?;
            if !args.json {
                print_columns(&format!("{}\t{}\n", grid.id, grid.title), "\t")?;
            }
            described(&grid, &file)
        }
    };
    if args.json {
        print(&format!("{object:#}\n"))?
    } else {
        print_columns(&lines, "\t")?
    }
    Ok(GOOD)
}

/// An experiment as one object, and as lines for people.
fn described(grid: &Grid, file: &str) -> (Value, String) {
    let mut text = String::new();
    let mut collections = Vec::new();
    for collection in &grid.collections {
        let (name, about) = (&collection.name, &collection.entry.descriptor);
        let available = collection.entry.available();
        let there = if available { "" } else { " (data not available)" };
        let _ = writeln!(text, "collection\t{name}\t{}{there}", about.title);
        let kind = kind_word(about.kind);
        let mut object = json!({"name": name, "title": about.title, "kind": kind, "available": available});
        // The judgments are not counted, which would take as long as reading the collections.
        if let Some(base) = base_sentence(collection, &Bases::new()) {
            let _ = writeln!(text, "base\t{name}\t{base}");
            object["base"] = base.into();
        }
        collections.push(object);
    }
    let mut list = |what: &str, keys: [&str; 2], rows: Vec<(&String, Value)>| -> Value {
        let row = |(name, value): (&String, Value)| {
            let shown = match &value {
                Value::Array(words) => words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
                word => word.as_str().unwrap_or_default().to_owned(),
            };
            let _ = writeln!(text, "{what}\t{name}\t{shown}");
            json!({keys[0]: name, keys[1]: value})
        };
        rows.into_iter().map(row).collect()
    };
    let measures = grid.measures.iter().map(|of| (&of.label, of.name.as_str().into())).collect();
    let measures = list("measure", ["label", "name"], measures);
    let statistics = grid.statistics.iter().map(|of| (&of.name, of.entry.components.to_vec().into()));
    let statistics = list("statistic", ["name", "components"], statistics.collect());
    let tables = |drawn: bool| {
        let tables = grid.tables.iter().filter(move |table| table.plot.is_some() == drawn);
        tables.map(|table| (&table.name, table.caption.as_str().into())).collect()
    };
    let of_tables = list("table", ["name", "caption"], tables(false));
    let figures = list("figure", ["name", "caption"], tables(true));
    let profiles = grid.profiles.0.iter().map(|(name, settings)| (&name.value, settings.clone().into()));
    let profiles = list("profile", ["name", "settings"], profiles.collect());
    let remarks: Vec<String> = grid.all_remarks().collect();
    text.extend(remarks.iter().map(|remark| format!("remark\t{remark}\n")));
    let object = json!({
        "id": grid.id, "title": grid.title, "file": file, "collections": collections, "measures": measures,
        "statistics": statistics, "tables": of_tables, "figures": figures, "profiles": profiles,
        "remarks": remarks,
    });
    (object, text)
}
