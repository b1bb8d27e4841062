//! Singular after one: no output for people contains `1 cells`.

use crate::world::repository;

/// Counted things, as plurals, after `1 ` and perhaps another word.
const COUNTED: &str = "cells errata times documents shards keys groups topics runs teams judgments claims collections \
                       numbers lines rows columns draws failures files judges measures pairs warnings tables \
                       points differences matches";

/// Returns the first text of a page such as `1 known errata`.
fn one_of_several(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_plural = |word: &str| {
        let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        COUNTED.split(' ').any(|counted| counted == word)
    };
    // `0 of 1 cells` counts them all, and a list of numbers ends before its words.
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
