//! The manual pages: one a verb, with its options.

use std::collections::BTreeSet;

use crate::snapshots::verbs;
use crate::world::{GOOD, World};

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
}

#[test]
fn a_page_has_what_the_help_has() {
    let world = World::new();
    world.line("man pages").code(GOOD);
    let page = |name: &str| std::fs::read_to_string(world.path(format!("pages/{name}"))).unwrap();
    let run = page("rejudge-run.1").replace("\\-", "-");
    for word in [".TH rejudge-run 1", "--shard", "--executor", "PATH=VALUE"] {
        assert!(run.contains(word), "{word}\n{run}");
    }
    let all = page("rejudge.1");
    for word in ["Exit codes", "REJUDGE_DATA", "NO_COLOR"] {
        assert!(all.contains(word), "{word}\n{all}");
    }
}
