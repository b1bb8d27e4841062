//! The counts of `plan`, which add up, and the room that a run takes.

use crate::world::{GOOD, World, counts};

/// Cells that a plan calls cached were computed before, even if draws share cells.
#[test]
fn an_empty_cache_holds_nothing() {
    let world = World::with_files();
    world.change("[tiny-twin]", "[tiny]");
    let [all, cached, to_run] = together(&world);
    assert_eq!((all, cached), (to_run, 0));
    let ended = world.line("run small").code(GOOD);
    assert_eq!(counts(&ended), [to_run, 0, 0]);
    assert_eq!(together(&world), [all, all, 0]);
}

/// The counts of the last sum of a plan: all, cached, to compute. Each sum adds up, and so do the parts.
fn together(world: &World) -> [usize; 3] {
    let ended = world.line("plan small").code(GOOD);
    let sums = ended.lines().into_iter().filter(|line| line.contains(" cached + ")).map(|line| {
        let numbers = line.split(' ').filter_map(|word| word.parse::<usize>().ok()).collect::<Vec<_>>();
        assert_eq!(numbers[0], numbers[1..].iter().sum::<usize>(), "{line}");
        [numbers[1] + numbers[2], numbers[1], numbers[2]]
    });
    let sums: Vec<[usize; 3]> = sums.collect();
    let (last, parts) = sums.split_last().expect("sums");
    assert_eq!(parts.len(), 3);
    assert_eq!(*last, [0, 1, 2].map(|at| parts.iter().map(|part| part[at]).sum::<usize>()));
    *last
}

/// Cells that need data are counted apart, by collection and together.
#[test]
fn what_waits_for_data_is_counted_apart() {
    let world = World::with_files();
    world.change("[tiny-twin]", "[tiny, tiny-twin]");
    let here = together(&world);
    std::fs::remove_dir_all(world.path("data/tiny")).unwrap();
    let plan = world.line("plan small").code(GOOD).stdout;
    let cells = |text: &str, word: &str| {
        let line =
            text.lines().find_map(|line| line.strip_prefix(word)).unwrap_or_else(|| panic!("{word}\n{text}"));
        line.split(' ').next().and_then(|count| count.parse::<usize>().ok()).expect("a count")
    };
    assert!(plan.contains(" cells more, whose data are not available\n"), "{plan}");
    assert_eq!(cells(&plan, "waiting: "), cells(&plan, "  tiny: "));
    assert!(together(&world)[0] < here[0]);
    let json: serde_json::Value =
        serde_json::from_str(&world.line("plan small --json").code(GOOD).stdout).unwrap();
    assert_eq!(json["waiting"], cells(&plan, "waiting: "));
}

/// The place of finished cells, and their size.
#[test]
fn a_run_says_where_its_cache_is() {
    let world = World::new();
    let said = world.line("run small --cache kept").code(GOOD).stderr;
    let line = said.lines().next().unwrap();
    assert!(line.contains("; results in results/small; cache in kept ("), "{said}");
    assert!(line.contains(" kB) ("), "{said}");
    assert_eq!(said.matches("cache in").count(), 1);
}
