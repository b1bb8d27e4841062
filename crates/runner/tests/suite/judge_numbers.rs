//! If a page has a number that was made with labels of a model, the number's section must say if the number
//! is from one pass of the model or from several, and a mean over several passes must have its range. The
//! reason is that the tau-b of two passes of one model can differ by .1.

use std::path::{Path, PathBuf};

/// Words that mean a model that judges, in lower case.
const MODELS: [&str; 6] = ["umbrela", "gpt-4", "gpt4", "llama", "llm judge", "judge's labels"];

/// The folders of the pages, and the end of the pages' names.
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
        let section = sections.last_mut().expect("a section");
        section.push_str(line);
        section.push('\n');
    }
    sections.into_iter()
}

/// Returns true if a section names a model and has a number, but does not mention passes or does not give the range over
/// them.
fn is_bare(section: &str) -> bool {
    let text = section.to_lowercase();
    let names_model = MODELS.iter().any(|model| text.contains(model));
    names_model && has_number(&text) && (!mentions(&text, &["pass", "passes"]) || lacks_range(&text))
}

/// Returns true if a text contains one of these words.
fn mentions(text: &str, words: &[&str]) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
}

/// Returns true if a paragraph, an item of a list or a row of a table has a mean over several passes without
/// its range. A table in a section on several passes has such means in each row, unless its caption, which is
/// the section's heading, names the least and the greatest value. A section may say that its numbers are of
/// one pass. Numbers that describe a range, such as its width, need no range.
fn lacks_range(section: &str) -> bool {
    let is_of_passes = mentions(section, &["passes"]) && !section.contains("one pass");
    let heading = section.lines().next().unwrap_or_default();
    let has_extremes = heading.contains("least") && heading.contains("greatest");
    blocks(section).iter().filter(|block| !block.starts_with('#')).any(|block| {
        let needs_range = if block.starts_with('|') {
            is_of_passes && !has_extremes
        } else {
            mentions(block, &["pass", "passes"]) && !block.contains("one pass")
        };
        needs_range && has_number(block) && !has_range(block) && !mentions(block, &["range"])
    })
}

/// Splits a section into paragraphs, items of lists and rows of tables.
fn blocks(section: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in section.lines() {
        if line.is_empty() || line.starts_with("- ") || line.starts_with('|') {
            blocks.push(String::new());
        }
        let block = blocks.last_mut().expect("there is one");
        block.push_str(line);
        block.push('\n');
    }
    blocks
}

/// Returns true if a text has a range, such as `.784 to .820` or `39.4–40.9`, or a deviation.
fn has_range(text: &str) -> bool {
    let text = text.replace('–', " to ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).parse::<f64>().is_ok();
    text.contains('±')
        || words.windows(3).any(|words| words[1] == "to" && is_number(words[0]) && is_number(words[2]))
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
        ("Two passes of Llama 3.2 give equal labels to 40.0% of the pairs.", true),
        ("Two passes of Llama 3.2 give equal labels to 40.0% (39.0% to 41.2%) of the pairs.", false),
        ("Over the passes of Llama 3.2:\n- tau-b .800 (.784 to .820)\n- kappa of two passes .195", true),
        ("The passes of Llama 3.2:\n| tau-b | .800 (.784–.820) |\n| kappa | .195 |", true),
        ("# kappa over passes of Llama 3.2, the least and the greatest\n| .195 | .190 | .199 |", false),
        ("The passes of Llama 3.2:\n| tau-b | .800 ±.012 |", false),
    ] {
        assert_eq!(is_bare(section), expected, "{section}");
    }
}
