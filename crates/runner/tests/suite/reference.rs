//! docs/yaml.md (with docs/statistics.md) and docs/descriptions.md have every key of the schemas of
//! experiments and collections, and `rejudge` can plan the examples of yaml.md and descriptions.md.
//! docs/README.md has a row for every page. The lists of rules and defaults in the docs equal the code.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use rejudge::schemas::{FileKind, schema_of};
use rejudge_eval::Preset;
use rejudge_experiment::spec::Rules;
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_stats::{ALPHA, SAMPLES};
use serde_json::Value;

use crate::world::{GOOD, World, changed, ended, repository};

fn page(name: &str) -> String {
    let path = repository().join("docs").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Adds the names of all properties in a schema, at any depth.
fn keys(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::Object(properties)) = map.get("properties") {
                found.extend(properties.keys().cloned());
            }
            map.values().for_each(|value| keys(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

/// Returns the words in the code of a page, in lines and in blocks.
fn words_of_code(page: &str) -> BTreeSet<&str> {
    // Backticks split the text into parts, and every second part is code. The three backticks of a block make two empty
    // parts.
    let code = page.split('`').skip(1).step_by(2);
    code.flat_map(|part| part.split(|c: char| !c.is_ascii_alphanumeric() && c != '-')).collect()
}

/// Returns the YAML blocks of a page.
fn examples(page: &str) -> Vec<&str> {
    page.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// Plans a file of `world` with the bundled files.
#[track_caller]
fn plans(world: &World, file: &str, example: &str) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("rejudge"));
    command.args(["plan", file]).current_dir(world.path("")).stdin(Stdio::null());
    command.env_remove("REJUDGE_DATA").env_remove("REJUDGE_LOG").env_remove("REJUDGE_CACHE");
    let done = ended(&mut command);
    assert_eq!(done.code, GOOD, "{example}\n{}", done.stderr);
    let lacks_data = done.stdout.contains("`rejudge data ");
    assert!(
        lacks_data || !done.stdout.contains("\ncells: 0 "),
        "nothing is asked for:\n{example}\n{}",
        done.stdout
    );
}

#[test]
fn every_key_is_on_its_page() {
    let experiment = page("yaml.md") + &page("statistics.md");
    for (kind, name, text) in [
        (FileKind::Experiment, "yaml.md", experiment),
        (FileKind::Collection, "descriptions.md", page("descriptions.md")),
    ] {
        let mut known = BTreeSet::new();
        keys(&schema_of(kind), &mut known);
        assert!(known.len() > 60, "{known:?}");
        let named = words_of_code(&text);
        let lacking: Vec<&String> = known.iter().filter(|key| !named.contains(key.as_str())).collect();
        assert!(lacking.is_empty(), "docs/{name} does not name {lacking:?}");
    }
    assert!(!words_of_code("a `b: {c-d: 1}` e\n```yaml\nf: g\n```\nh").contains("h"));
    assert!(words_of_code("a `b: {c-d: 1}` e\n```yaml\nf: g\n```\nh").is_superset(&["c-d", "f"].into()));
}

#[test]
fn examples_of_experiments_are_planned() {
    let (world, page) = (World::new(), page("yaml.md"));
    let blocks = examples(&page);
    assert!(blocks.len() > 15);
    world.write("first.yaml", blocks[0]);
    plans(&world, "first.yaml", blocks[0]);
    for (number, block) in blocks.iter().enumerate().skip(1) {
        let file = format!("example-{number}.yaml");
        world.write(&file, format!("id: example-{number}\nextends: first.yaml\n{block}"));
        plans(&world, &file, block);
    }
}

#[test]
fn examples_of_collections_are_planned() {
    let (world, first, page) = (World::new(), page("yaml.md"), page("descriptions.md"));
    // Every description has scores under all judgments. The first table of the example would need teams.
    let (first, _) = examples(&first)[0].split_once("statistics:").unwrap();
    let first = changed(first, "[graded-3]", "[described/collection.yaml]");
    let first = changed(&first, "    - take-one-team: {team: {each: all}}\n", "");
    let asked = "statistics: {mean: {mean-score: {}}}\n\
        tables: {t: {caption: Means, rows: collection, columns: measure, cell: mean}}\n";
    world.write("first.yaml", format!("{first}{asked}"));
    let blocks = examples(&page);
    assert!(blocks.len() >= 3);
    // The files of a user's own collection must exist.
    for file in [
        "qrels.txt",
        "people.txt",
        "runs/r",
        "later/r",
        "teams.tsv",
        "pooled.tsv",
        "groups.tsv",
        "model.txt",
        "nuggets.txt",
        "binary.txt",
        "ap.csv",
        "ndcg.csv",
    ] {
        world.write(&format!("described/{file}"), "");
    }
    for block in blocks {
        world.write("described/collection.yaml", block);
        plans(&world, "first.yaml", block);
    }
}

#[test]
fn every_page_has_its_row() {
    let rows = page("README.md");
    let mut pages = Vec::new();
    for folder in ["", "dev/"] {
        for entry in std::fs::read_dir(repository().join("docs").join(folder)).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                pages.push(format!("{folder}{}", entry.file_name().into_string().unwrap()));
            }
        }
    }
    assert!(pages.len() > 20, "{pages:?}");
    let lacking: Vec<&String> =
        pages.iter().filter(|page| *page != "README.md" && !rows.contains(&format!("]({page})"))).collect();
    assert!(lacking.is_empty(), "docs/README.md does not link {lacking:?}");
}

/// The line before a generated block.
const MARK: &str =
    "<!-- generated by crates/runner/tests/suite/reference.rs; INSTA_UPDATE=always writes it -->";

/// Compares the block after [`MARK`] on a page with `block`. `INSTA_UPDATE=always` writes it.
fn assert_block(name: &str, block: &str) {
    let (path, page) = (repository().join("docs").join(name), page(name));
    let (before, rest) = page.split_once(MARK).unwrap_or_else(|| panic!("docs/{name} has no `{MARK}`"));
    let rest = rest.trim_start();
    let (_, after) = rest.split_once("\n\n").unwrap_or((rest, ""));
    let made = format!("{before}{MARK}\n\n{block}\n{after}");
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, &made).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert_eq!(written, made, "docs/{name}");
}

#[test]
fn the_listed_rules_equal_the_code() {
    use std::fmt::Write;
    let mut list = String::new();
    for rule in Rules::descriptions() {
        let default = Rules::default().value(&rule.name);
        let is_named = rule.values.iter().any(|(name, _)| *name == default);
        let default_of_no_name = if is_named { String::new() } else { format!(" (`{default}`)") };
        write!(list, "- `{}`{default_of_no_name}: {}", rule.name, rule.about.replace('\n', " ")).unwrap();
        for (name, about) in &rule.values {
            let is_default = if *name == default { " (default)" } else { "" };
            write!(list, "\n  - `{name}`{is_default}: {about}").unwrap();
        }
        list.push('\n');
    }
    assert_block("yaml.md", &list);
}

#[test]
fn the_listed_defaults_equal_the_code() {
    let (usual, code) = (Rules::default(), |text: &str| format!("`{text}`"));
    let rows = [
        ("rules of an evaluation", code(&to_compact(&Preset::default())), "`--preset`, `preset=`"),
        (
            "rules of an experiment and of an audit",
            "`trec10` down to rank ".to_owned() + &usual.value("max-rank"),
            "`evaluation`, options of `audit`",
        ),
        ("gains of the levels", code(&usual.value("gains")), "`--gains`, `gains=`, `evaluation.gains`"),
        (
            "level from which a document is relevant",
            usual.value("min-rel"),
            "`--min-rel`, `min_rel=`, `evaluation.min-rel`",
        ),
        ("level of significance", ALPHA.to_string(), "`alpha` of statistics, `alpha=`"),
        (
            "samples of random tests, corrections and intervals",
            SAMPLES.to_string(),
            "`--samples`, `samples=`, `randomisation(samples=..)`",
        ),
    ];
    let list = rows.map(|(of, value, by)| format!("- {of}: {value} ({by})\n")).concat();
    assert_block("scoring.md", &list);
}
