//! `rejudge list`

use std::fmt::Write;

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_experiment::grid::{Grid, Statistic, experiment_names, load, locate};
use rejudge_report::table::base::{Bases, base_sentence};
use rejudge_report::table::kind_word;
use serde_json::{Value, json};

use super::args::Global;
use super::output::{Failure, check_folder, print, print_columns};
use super::{GOOD, completion};

/// `rejudge list`
#[derive(Debug, ClapArgs)]
pub struct List {
    /// Show the collections, measures, statistics, tables, figures and profiles of this experiment
    #[arg(add = ArgValueCompleter::new(completion::experiments))]
    pub experiment: Option<String>,
    /// Print one JSON object
    ///
    /// For all experiments: `experiments`, a list with `id`, `title` and `file`. For one experiment: `id`, `title`,
    /// `file`, and lists of `collections` (`name`, `title`, `kind`, `available`, and `base` if the collection is
    /// repooled), `measures` (`label`, `name`), `statistics` (`name`, `components`), `tables` and `figures`
    /// (`name`, `caption`), `profiles` (`name`, `settings`) and `remarks`.
    #[arg(long)]
    pub json: bool,
}

/// Words that users type after `list`, with a hint that names the right command.
const OTHER_LISTS: [(&str, &str); 3] = [
    ("measures", "`rejudge measures` lists the measures"),
    ("collections", "`rejudge data list` lists the collections"),
    ("data", "`rejudge data list` lists the collections"),
];

pub fn main(global: &Global, args: &List) -> Result<u8, Failure> {
    let catalogue = global.places().catalogue();
    let grid = |name: &str| -> Result<(Grid, String), Failure> {
        let path = locate(name, &global.experiments).map_err(|error| {
            let elsewhere = OTHER_LISTS.iter().find(|(word, _)| *word == name);
            elsewhere.map_or_else(|| error.into(), |(_, hint)| Failure::usage(*hint))
        })?;
        Ok((load(&path, None, &[], &catalogue)?, path.display().to_string()))
    };
    let (object, lines) = match &args.experiment {
        None => {
            check_folder(&global.experiments, "--experiments")?;
            let (mut experiments, mut lines) = (Vec::new(), String::new());
            for name in experiment_names(&global.experiments) {
                let (grid, file) = grid(&name)?;
                let _ = writeln!(lines, "{name}\t{}", grid.title);
                experiments.push(json!({"id": name, "title": grid.title, "file": file}));
            }
            global.remark("note: these are experiments; `rejudge data list` lists the collections");
            (json!({"experiments": experiments}), lines)
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

/// Returns a description of an experiment: as a JSON object, and as lines for people.
fn described(grid: &Grid, file: &str) -> (Value, String) {
    let mut text = String::new();
    let mut collections = Vec::new();
    for collection in &grid.collections {
        let (name, descriptor) = (&collection.name, &collection.entry.descriptor);
        let title = &descriptor.title;
        let available = collection.entry.is_available();
        let note = if available { "" } else { " (data not available)" };
        let _ = writeln!(text, "collection\t{name}\t{title}{note}");
        let kind = kind_word(descriptor.kind);
        let mut object = json!({"name": name, "title": title, "kind": kind, "available": available});
        // To count judgments we would have to read the collections, so the sentence about the base has no counts.
        if let Some(base) = base_sentence(collection, &Bases::new()) {
            let _ = writeln!(text, "base\t{name}\t{base}");
            object["base"] = base.into();
        }
        collections.push(object);
    }
    let mut list = |kind: &str, keys: [&str; 2], rows: Vec<(&String, Value)>| -> Value {
        let mut objects = Vec::new();
        for (name, value) in rows {
            let words = match &value {
                Value::Array(words) => words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
                word => word.as_str().unwrap_or_default().to_owned(),
            };
            let _ = writeln!(text, "{kind}\t{name}\t{words}");
            objects.push(json!({keys[0]: name, keys[1]: value}));
        }
        Value::Array(objects)
    };
    let measures = grid.measures.iter().map(|measure| (&measure.label, measure.name.as_str().into()));
    let measures = list("measure", ["label", "name"], measures.collect());
    let components = |statistic: &Statistic| -> Value { statistic.entry.components.to_vec().into() };
    let statistics = grid.statistics.iter().map(|statistic| (&statistic.name, components(statistic)));
    let statistics = list("statistic", ["name", "components"], statistics.collect());
    let captions = |are_figures: bool| {
        let tables = grid.tables.iter().filter(move |table| table.plot.is_some() == are_figures);
        tables.map(|table| (&table.name, table.caption.as_str().into())).collect()
    };
    let tables = list("table", ["name", "caption"], captions(false));
    let figures = list("figure", ["name", "caption"], captions(true));
    let profiles = grid.profiles.0.iter().map(|(name, settings)| (&name.value, settings.clone().into()));
    let profiles = list("profile", ["name", "settings"], profiles.collect());
    let remarks: Vec<String> = grid.all_remarks(|_| true).collect();
    text.extend(remarks.iter().map(|remark| format!("remark\t{remark}\n")));
    let object = json!({
        "id": grid.id, "title": grid.title, "file": file, "collections": collections, "measures": measures,
        "statistics": statistics, "tables": tables, "figures": figures, "profiles": profiles,
        "remarks": remarks,
    });
    (object, text)
}
