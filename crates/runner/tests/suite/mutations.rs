//! Experiments with typing errors: each is either a valid experiment or gives an error at an existing place. Nothing
//! panics and nothing hangs.

use proptest::prelude::*;
use rejudge_experiment::grid::{load, parse_selector};
use rejudge_experiment::spec::Catalogue;
use rejudge_experiment::spec::glob;
use rejudge_experiment::spec::yaml::{Source, YamlError, apply_override, parse};

use crate::world::{EXPERIMENT, World};

/// An error is shown in full, and points into the text that it names.
fn check(errors: &[YamlError]) {
    assert!(!errors.is_empty());
    for error in errors {
        assert!(!error.message.is_empty());
        let shown = error.located().map_or_else(|| error.to_string(), |error| error.render(false));
        let first = shown.lines().next().unwrap_or_default();
        assert!(first.starts_with("error: ") || error.at.is_none(), "{shown}");
        let Some(at) = &error.at else { continue };
        let line = at.source.text.split('\n').nth(at.line - 1);
        let columns = line.map(|line| line.chars().count() + 1);
        // The parser's own errors may point one line or column beyond the end.
        assert!(columns.is_none_or(|columns| at.column <= columns + 1), "{shown}");
        assert!(at.line <= at.source.text.split('\n').count() + 1, "{shown}");
    }
}

fn resolve(world: &World, text: &str) {
    world.write("experiments/small/experiment.yaml", text);
    let catalogue = Catalogue::open(&world.path("collections"), Some(world.path("data")));
    for profile in [None, Some("smoke".to_owned())] {
        match load(&world.path("experiments/small/experiment.yaml"), profile.as_deref(), &[], &catalogue) {
            Ok(grid) => drop(grid.all_points()),
            Err(errors) => check(&errors),
        }
    }
}

/// An experiment with every construct of the grammar.
fn everything() -> String {
    let more = "\
linked:
  - {axes: [collection, min-rel], rows: [[tiny-twin, 2], [tiny, 1]]}
exclude:
  - {collection: tiny, measure: \"n*\", reason: none}
include:
  - {collection: tiny, measure: RR}
tables:
  one: {caption: One, where: {judgments: \"pool-depth(*)\"}, panels: collection, rows: {axis: judgments.depth}, columns: measure, cell: tau, decimals: 3}
  two: {caption: Two, where: {judgments: \"take-one-team(*)\"}, panels: collection, columns: measure, rows: [{label: a, cell: dp.power, over: judgments.team, only: {relevant-for: 0.5}}]}
";
    let text = EXPERIMENT.replace("full\n", "full\n    - sample: {rate: {each: [0.1, 0.5]}, draws: 2}\n    - pool-depth: {depth: {range: {from: 2, to: 8, step: 2}}}\n");
    format!("{text}{more}")
}

/// Bits of YAML that slip in.
const BITS: [&str; 26] = [
    "[", "]", "{", "}", ":", ": ", ",", "\n", "  ", "- ", "\t", "\"", "'", "*", "&a ", "*a", "|", "#", "? ",
    "!!", "null", "0", "-1", "1e9", "é漢", "\u{feff}",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn slips_of_the_finger(edits in prop::collection::vec((0.0..1.0_f64, 0..4_usize, prop::sample::select(BITS.to_vec())), 1..4)) {
        let world = World::with_files();
        let mut text: Vec<char> = everything().chars().collect();
        for (place, gone, bit) in edits {
            let at = (place * text.len() as f64) as usize;
            let end = (at + gone).min(text.len());
            text.splice(at..end, bit.chars());
        }
        resolve(&world, &text.into_iter().collect::<String>());
    }

    #[test]
    fn any_text_parses_or_tells_where_it_does_not(text in "[ -~\n\té\u{feff}]{0,60}") {
        let source = |text: &str| Source { name: "x.yaml".into(), folder: Default::default(), text: text.into() };
        if let Err(error) = parse(source(&text)) {
            check(&[error]);
        }
        // As an override, a selector and a pattern.
        if let Ok(mut root) = parse(source(EXPERIMENT)) {
            let _ = apply_override(&mut root, &text);
            let _ = apply_override(&mut root, &format!("axes.measure={text}"));
            let _ = apply_override(&mut root, &format!("axes.measure+={text}"));
        }
        let _ = parse_selector(&text);
        let _ = glob(&text, EXPERIMENT);
    }

    /// Patterns against an oracle that tries all splits.
    #[test]
    fn patterns(pattern in "[ab*]{0,6}", text in "[ab]{0,8}") {
        fn slow(pattern: &[u8], text: &[u8]) -> bool {
            match pattern.split_first() {
                None => text.is_empty(),
                Some((b'*', rest)) => (0..=text.len()).any(|at| slow(rest, &text[at..])),
                Some((c, rest)) => text.first() == Some(c) && slow(rest, &text[1..]),
            }
        }
        prop_assert_eq!(glob(&pattern, &text), slow(pattern.as_bytes(), text.as_bytes()), "{} {}", pattern, text);
    }
}

#[test]
fn the_text_that_is_changed_is_fine_itself() {
    let world = World::with_files();
    world.write("experiments/small/experiment.yaml", everything());
    world.line("plan small").code(crate::world::GOOD);
}
