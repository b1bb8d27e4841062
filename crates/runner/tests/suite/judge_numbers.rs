//! If a number on a page was made with labels of a model, its section must say whether it is from one pass of the model or
//! from several. Two passes of one model differ by a tau-b of .1.

use std::path::{Path, PathBuf};

/// Words that mean a model that judges, in lower case.
const MODELS: [&str; 6] = ["umbrela", "gpt-4", "gpt4", "llama", "llm judge", "judge's labels"];

/// Files in these folders with these extensions are read.
const PAGES: [(&str, &str); 4] =
    [("docs", ".md"), ("docs/dev", ".md"), ("experiments", "README.md"), ("results", "report.md")];

#[test]
fn numbers_of_models_name_their_passes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    for (folder, end) in PAGES {
        pages.extend(files(&root.join(folder), end));
    }
    assert!(pages.len() > 50, "{} pages", pages.len());
    let mut bare: Vec<String> = Vec::new();
    for page in &pages {
        let text = std::fs::read_to_string(page).expect("a page");
        for section in sections(&text).filter(|section| is_bare(section)) {
            let heading = section.lines().next().unwrap_or_default();
            bare.push(format!("{}: {heading}", page.strip_prefix(&root).unwrap_or(page).display()));
        }
    }
    assert!(bare.is_empty(), "say `one pass` or the range over passes in\n{}", bare.join("\n"));
}

/// Returns the files in a folder and in its subfolders whose names end with `end`.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let inner =
            std::fs::read_dir(&entry).into_iter().flatten().map(|entry| entry.expect("an entry").path());
        out.extend(std::iter::once(entry).chain(inner).filter(|path| path.to_string_lossy().ends_with(end)));
    }
    out.sort();
    out.dedup();
    out
}

/// Splits Markdown before each heading.
fn sections(text: &str) -> impl Iterator<Item = String> {
    let mut sections = vec![String::new()];
    for line in text.lines() {
        if line.starts_with('#') {
            sections.push(String::new());
        }
        let section = sections.last_mut().expect("there is one");
        section.push_str(line);
        section.push('\n');
    }
    sections.into_iter()
}

/// Returns true if a section names a model, has a number, and does not mention passes.
fn is_bare(section: &str) -> bool {
    let text = section.to_lowercase();
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let speaks_of_passes = words.any(|word| ["pass", "passes"].contains(&word));
    MODELS.iter().any(|model| text.contains(model)) && has_number(&text) && !speaks_of_passes
}

/// Returns true if a text has a number with at least two decimals, or a percentage. `Llama 3.2` is a name.
fn has_number(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    (0..bytes.len()).any(|at| match bytes[at] {
        b'.' => is_digit(at + 1) && is_digit(at + 2),
        b'%' => at > 0 && is_digit(at - 1),
        _ => false,
    })
}

#[test]
fn a_number_without_passes_is_found() {
    for (section, expected) in [
        ("GPT-4o has a tau-b of .946.", true),
        ("GPT-4o has a tau-b of .946 in one pass.", false),
        ("Llama 3.2 labels passages; 58% differ", true),
        ("Llama 3.2 labels passages", false),
        ("People have a tau-b of .946.", false),
        ("| umbrela_gpt4 | 0.947 |", true),
    ] {
        assert_eq!(is_bare(section), expected, "{section}");
    }
}
