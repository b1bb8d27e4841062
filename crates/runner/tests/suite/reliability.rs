//! docs/dev/reliability.md: every test in its tables of faults and claims exists.

use std::path::{Path, PathBuf};

use crate::world::repository;

/// Returns the tests that a cell of the table names, as kind and name.
fn named(cell: &str) -> Vec<(String, String)> {
    let mut kind = String::new();
    let mut tests = Vec::new();
    for test in cell.split(", ") {
        let words: Vec<&str> = test.split_whitespace().collect();
        let (kinds, name) = words.split_at(words.len() - 1);
        if !kinds.is_empty() {
            kind = kinds.join(" ");
        }
        tests.push((kind.clone(), name[0].to_owned()));
    }
    tests
}

fn file_contains(path: PathBuf, text: &str) -> bool {
    std::fs::read_to_string(path).is_ok_and(|found| found.contains(text))
}

/// Returns true if a test exists. It is a function in the suite, in a module or in a file of tests, or a line
/// in the list of slow tests. The function of a property test has arguments.
fn exists(repository: &Path, kind: &str, name: &str) -> bool {
    let function = |name: &str| format!("#[test]\nfn {name}(");
    let is_in = |path: PathBuf, name: &str| {
        let text = std::fs::read_to_string(path).unwrap_or_default().replace("    ", "");
        text.contains(&function(name))
    };
    let (module, last) = name.rsplit_once("::").unwrap_or(("", name));
    match kind.split_once(' ').unwrap_or((kind, "")) {
        ("slow", _) => file_contains(repository.join("tests/slow/suite.py"), &format!("    \"{name}\": ")),
        ("suite", _) => is_in(repository.join(format!("crates/runner/tests/suite/{module}.rs")), last),
        ("unit", of) => {
            let folder = repository.join("crates").join(of);
            let file = module.trim_end_matches("::tests").replace("::", "/");
            let places = ["src/{}.rs", "src/{}/tests.rs", "tests/{}.rs", "tests/suite/{}.rs"];
            let places = places.map(|place| folder.join(place.replace("{}", &file)));
            places.into_iter().any(|path| is_in(path, last))
        }
        _ => false,
    }
}

#[test]
fn every_test_of_the_table_exists() {
    let repository = repository();
    let text = std::fs::read_to_string(repository.join("docs/dev/reliability.md")).unwrap();
    let (mut faults, mut claims, mut columns, mut is_fault) = (0, 0, 0, false);
    for line in text.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        match cells.as_slice() {
            [first, .., "test"] => {
                is_fault = first.starts_with("fault");
                assert!(is_fault || *first == "claim", "a table of neither faults nor claims: {line}");
                columns = cells.len();
            }
            [first, ..] if first.starts_with("---") => {}
            [.., tests] if cells.len() == columns && line.starts_with('|') => {
                for (kind, name) in named(tests) {
                    assert!(exists(&repository, &kind, &name), "there is no test `{kind} {name}`: {line}");
                }
                match is_fault {
                    true => faults += 1,
                    false => claims += 1,
                }
            }
            _ if line.starts_with('|') && columns > 0 => panic!("a row of {} columns: {line}", cells.len()),
            _ => columns = 0,
        }
    }
    assert!(faults >= 30, "{faults} faults");
    assert!(claims >= 5, "{claims} claims");
}
