//! The experiment of an audit, as YAML that a user can go on from.
//!
//! The template beside this file is the experiment itself, with two additions: `{name}` stands for a value, and what stands
//! between `#if name` and `#end` is left out where it cannot be asked of a collection.

use std::fmt::Write;

const TEMPLATE: &str = include_str!("experiment.yaml");

/// Most curves in one figure.
const DRAWN: usize = 8;

/// What is asked of a collection.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Name of the experiment.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Root of every draw.
    pub seed: u64,
    /// How often whatever is random is drawn.
    pub draws: u32,
    /// Canonical names of the measures, the main one first.
    pub measures: Vec<String>,
    /// Rules that differ from the defaults, as YAML: `min-rel: 2`.
    pub rules: Vec<String>,
    /// Depth of the pool that can be made shallower.
    pub depth: Option<u32>,
    /// The teams that pooled.
    pub teams: Vec<String>,
    /// Whether there are runs without a document for any topic, which are not compared.
    pub sets_aside: bool,
    /// Whether there are judgments, and not only scores.
    pub judged: bool,
}

/// The experiment as text.
pub fn experiment(asked: &Asked) -> String {
    // Double quotes hold any name in YAML, with the escapes of JSON.
    let quoted = |name: &String| serde_json::Value::from(name.as_str()).to_string();
    let mut measures = String::new();
    for name in &asked.measures {
        let _ = writeln!(measures, "    - {}", quoted(name));
    }
    let drawn: Vec<String> = asked.measures.iter().take(DRAWN).map(quoted).collect();
    let main = asked.measures.first().map_or("", String::as_str);
    let depth = asked.depth.unwrap_or_default();
    let teams: Vec<String> = asked.teams.iter().map(quoted).collect();
    let values = [
        ("id", asked.id.clone()),
        ("title", quoted(&asked.title)),
        ("seed", asked.seed.to_string()),
        ("draws", asked.draws.to_string()),
        ("evaluation", format!("{{{}}}", asked.rules.join(", "))),
        ("measures", measures.trim_end().to_owned()),
        ("main", main.replace('\\', "\\\\").replace('"', "\\\"")),
        ("main-quoted", quoted(&main.to_owned())),
        ("drawn", drawn.join(", ")),
        ("depths", format!("{{range: {{from: 1, to: {depth}}}}}")),
        ("depth", depth.to_string()),
        ("teams", teams.join(", ")),
    ];
    #[expect(clippy::unreachable, reason = "the template is ours")]
    let holds = |name: &str| match name {
        "teams" => asked.teams.len() > 1,
        "depth" => asked.depth.is_some(),
        "all" => !asked.sets_aside,
        "answering" => asked.sets_aside,
        "judged" => asked.judged,
        other => unreachable!("`#if {other}` in the template"),
    };
    let (mut out, mut kept) = (String::new(), true);
    for line in TEMPLATE.lines() {
        match line.strip_prefix("#if ") {
            Some(name) => kept = holds(name),
            None if line == "#end" => kept = true,
            None if kept => out += &(filled(line, &values) + "\n"),
            None => {}
        }
    }
    out
}

/// A line with its values; braces that name none are YAML's.
fn filled(line: &str, values: &[(&str, String)]) -> String {
    values.iter().fold(line.to_owned(), |line, (name, value)| line.replace(&format!("{{{name}}}"), value))
}
