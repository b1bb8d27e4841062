//! The texts that people read, word by word: help pages, plans and reports here, messages in the tables of
//! [`cases`](crate::cases). Each is a file in `snapshots`; `INSTA_UPDATE=always` writes them, and you read the
//! difference before you commit it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::world::{GOOD, World};

/// Holds a text against the snapshot of this name.
#[track_caller]
pub fn shown(name: &str, text: &str) {
    insta::with_settings!({prepend_module_to_snapshot => false, omit_expression => true}, {
        insta::assert_snapshot!(name, text);
    });
}

/// The headings above verbs in a help page: the program's own groups, and those of verbs with subcommands.
const HEADINGS: [&str; 6] =
    ["Your files:", "Judgments and labels:", "Experiments:", "Maintainers:", "Shell:", "Commands:"];

/// The verbs that a help page lists.
pub fn verbs(help: &str) -> Vec<String> {
    let mut of_verbs = false;
    let mut names = Vec::new();
    for line in help.lines() {
        if !line.starts_with(' ') && !line.is_empty() {
            of_verbs = HEADINGS.contains(&line);
        } else if of_verbs && line.starts_with("  ") && !line.starts_with("   ") {
            names.extend(line.split_whitespace().next().filter(|verb| *verb != "help").map(str::to_owned));
        }
    }
    names
}

/// Every verb, and verbs of verbs, with its help page, the long one or (`-h`) the short one.
fn pages(world: &World, verb: &str, option: &str) -> Vec<(String, String)> {
    let help = world.line(format!("{verb} {option}").trim()).code(GOOD).stdout;
    let below: Vec<_> = verbs(&help)
        .iter()
        .flat_map(|below| pages(world, format!("{verb} {below}").trim(), option))
        .collect();
    [(verb.to_owned(), help)].into_iter().chain(below).collect()
}

fn help_name(verb: &str) -> String {
    format!("help_{verb}").trim_end_matches('_').replace(' ', "_")
}

#[test]
fn help_pages() {
    let world = World::new();
    for (verb, help) in pages(&world, "", "--help") {
        shown(&help_name(&verb), &help);
    }
    let short = pages(&world, "", "-h");
    let text: Vec<String> = short.iter().map(|(verb, help)| format!("$ rejudge {verb} -h\n{help}")).collect();
    shown("short_help", &text.join("\n").replace("rejudge  -h", "rejudge -h"));
}

/// A short page is for a screen: none is longer than the long one, and options that few need are left out.
#[test]
fn short_help_is_short() {
    let world = World::new();
    let lines = |words: &str| world.line(words).code(GOOD).stdout.lines().count();
    for verb in verbs(&world.line("--help").code(GOOD).stdout) {
        let (short, long) = (lines(&format!("{verb} -h")), lines(&format!("{verb} --help")));
        assert!(short <= 70 && short <= long, "{verb}: {short} lines, {long} in the long help");
    }
}

#[test]
fn plan_and_report_of_a_small_experiment() {
    let world = World::new();
    let table = "tables: {x: {caption: A table, rows: measure, columns: judgments, cell: tau}}\nprofiles:";
    world.change("profiles:", table);
    let plan = world.line("plan small").code(GOOD).stdout;
    shown("plan", plan.trim_end());
    world.line("run small --quiet").code(GOOD);
    world.line("report small --quiet").code(GOOD);
    shown("report", &world.read("results/small/report.md"));
}

/// A snapshot without a test would never be compared.
#[test]
fn every_snapshot_is_of_a_test() {
    let suite = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let files = |folder: PathBuf| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let sources: String = files(suite.clone())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .flat_map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    let help: BTreeSet<String> =
        pages(&World::new(), "", "--help").iter().map(|(verb, _)| help_name(verb)).collect();
    for path in files(suite.join("snapshots")) {
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let name = file.strip_suffix(".snap").unwrap_or_else(|| panic!("{file} is no accepted snapshot"));
        let is_named = help.contains(name) || sources.contains(&format!("(\"{name}\""));
        assert!(is_named, "no test names the snapshot {file}");
    }
}
