//! The manual pages: one a verb, with its options.

use std::collections::BTreeSet;

use crate::snapshots::verbs;
use crate::world::{GOOD, World, has};

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
