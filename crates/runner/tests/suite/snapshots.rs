//! The texts that people read, word by word. Help pages, plans and reports are tested here, and messages in the tables of
//! [`cases`](crate::cases). Each text is a file in `snapshots`. `INSTA_UPDATE=always` writes it; read the diff before you
//! commit it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::world::{GOOD, TABLE, World, has, repository};

/// Compares a text with the snapshot of this name.
#[track_caller]
pub fn shown(name: &str, text: &str) {
    insta::with_settings!({prepend_module_to_snapshot => false, omit_expression => true}, {
        insta::assert_snapshot!(name, text);
    });
}

/// The headings above verbs on help pages: the groups of the program, and the heading for subcommands.
const HEADINGS: [&str; 6] =
    ["Your files:", "Judgments and labels:", "Experiments:", "Maintainers:", "Shell:", "Commands:"];

/// Returns the verbs that a help page lists.
fn verbs(help: &str) -> Vec<String> {
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

/// Returns every verb and subcommand with its help page. `option` decides between the long page and the short one (`-h`).
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
fn help_pages_are_unchanged() {
    let world = World::new();
    for (verb, help) in pages(&world, "", "--help") {
        shown(&help_name(&verb), &help);
    }
    let short = pages(&world, "", "-h");
    let text: Vec<String> = short.iter().map(|(verb, help)| format!("$ rejudge {verb} -h\n{help}")).collect();
    shown("short_help", &text.join("\n").replace("rejudge  -h", "rejudge -h"));
}

#[test]
fn the_plan_and_report_of_a_small_experiment_are_unchanged() {
    let world = World::new();
    world.change("profiles:", TABLE);
    let plan = world.line("plan small").code(GOOD).stdout;
    shown("plan", plan.trim_end());
    world.line("run small --quiet").code(GOOD);
    world.line("report small --quiet").code(GOOD);
    shown("report", &world.read("results/small/report.md"));
}

/// A snapshot without a test would never be compared.
#[test]
fn every_snapshot_has_a_test() {
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

/// The manual has a page for each verb, and the page has the verb's options.
#[test]
fn every_verb_has_a_page() {
    let world = World::new();
    world.line("man pages").code(GOOD);
    let listed = std::fs::read_dir(world.path("pages")).unwrap();
    let names: BTreeSet<String> =
        listed.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let help = world.line("--help").code(GOOD).stdout;
    let expected = verbs(&help);
    assert!(expected.len() > 15, "{expected:?}");
    for verb in &expected {
        assert!(names.contains(&format!("rejudge-{verb}.1")), "{verb}: {names:?}");
    }
    for name in ["rejudge.1", "rejudge-pool-build.1", "rejudge-data-verify.1"] {
        assert!(names.contains(name), "{name}: {names:?}");
    }
    for (page, word) in
        [("rejudge-run.1", "--shard"), ("rejudge-run.1", "PATH=VALUE"), ("rejudge.1", "Exit codes")]
    {
        has(&world.read(format!("pages/{page}")).replace("\\-", "-"), word);
    }
}

/// Plurals that must not follow `1`, even with another word in between.
const COUNTED: &str = "cells errata times documents shards keys groups topics runs teams judgments claims collections \
                       numbers lines rows columns draws failures files judges measures pairs warnings tables \
                       points differences matches";

/// Returns the first text on a page that has a plural after 1, such as `1 known errata`.
fn one_of_several(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_plural = |word: &str| {
        let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        COUNTED.split(' ').any(|counted| counted == word)
    };
    // After a comma, 1 ends a list of numbers, and the plural belongs to the list.
    let is_one = |at: usize| words[at].trim_start_matches('(') == "1" && !words[at - 1].ends_with(',');
    let of = |at: usize| {
        let next = words.get(at + 1..words.len().min(at + 3))?;
        let place = next.iter().position(|word| is_plural(word))?;
        let is_adjective =
            next[..place].iter().all(|word| ["known", "more", "printed", "unexpected"].contains(word));
        is_adjective.then(|| words[at..=at + 1 + place].join(" "))
    };
    (1..words.len()).filter(|&at| is_one(at)).find_map(of)
}

#[test]
fn one_thing_is_in_the_singular() {
    assert_eq!(one_of_several("small: 1 known errata, 2").as_deref(), Some("1 known errata,"));
    assert_eq!(one_of_several("x 1 cell, 21 cells, 1 beside 3 cells"), None);
    let folder = repository().join("crates/runner/tests/suite/snapshots");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let found = text.lines().filter_map(one_of_several);
        wrong.extend(found.map(|found| format!("{}: {found}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
