//! The survey's labels and tasks. Labels are identified by their content. Each bundled task has its scale,
//! and schemes of labels that exist.

use rejudge_experiment::spec::yaml::Spanned;
use rejudge_experiment::spec::{Catalogue, Tasks};

use crate::world::{BAD_DATA, GOOD, USAGE, World, counts, repository};

/// A consolidation is identified by the content of its files, wherever the files are.
#[test]
fn labels_are_known_by_their_content() {
    let scheme = "schema: labels/v1\nid: two\nassessors: 2\nlabels: {yes: 1, no: 0}\ncombine: sum\n";
    let labels = "topic\tdocid\tassessor\tlabel\n1\tx\ta\tyes\n1\tx\tb\tyes\n1\ty\ta\tno\n";
    let world = World::new();
    let write = |folder: &str, labels: &str| {
        world.write(&format!("experiments/small/{folder}/two.yaml"), scheme);
        world.write(&format!("experiments/small/{folder}/labels.tsv"), labels);
        let statistic = format!(
            "mean: {{consolidated-labels: {{scheme: {folder}/two.yaml, labels: {folder}/labels.tsv}}}}"
        );
        world.change("mean: {mean-score: {}}", &statistic);
        counts(&world.line("run small").code(GOOD))
    };
    let [computed, ..] = write("here", labels);
    assert!(computed > 0);
    // `y` has one assessor instead of two, so it has no numbers.
    let cells = world.rows("results/small/cells.parquet").with(&[("statistic", "mean")]);
    // These are the number of levels, the number of items, and the gain and level of x, in two draws.
    assert_eq!(cells.texts("value"), ["3", "2", "2", "2"].repeat(2));
    assert_eq!(write("there", labels)[0], 0, "moved");
    assert_eq!(write("there", &labels.replace("x\ta\tyes", "x\ta\tno"))[0], 2, "changed, in two draws");
    world.write("experiments/small/there/labels.tsv", labels.replace("yes", "maybe"));
    world.line("run small").code(BAD_DATA).says("unknown label `maybe`, expected one of `yes`, `no`");
    world.change(
        "mean: {mean-score: {}}",
        "mean: {consolidated-labels: {scheme: gone.yaml, labels: there/labels.tsv}}",
    );
    world.line("plan small").code(USAGE).says("cannot read experiments/small/gone.yaml");
}

/// The made-up collections graded-3, graded-4 and so on have scales of that many levels: grade g of 0 to 9 means level
/// ceil(k g / 9), where k is the highest level. Every scale of a task has such a collection.
#[test]
fn every_task_has_its_scale_and_its_schemes() {
    let folder = repository().join("experiments/sakai-ntcir");
    let file = Spanned { value: folder.join("tasks.yaml").display().to_string(), at: None };
    let tasks = Tasks::load(&file).unwrap();
    let catalogue = Catalogue::open(&repository().join("configs/collections"), None);
    let named = |value: &str| Spanned { value: value.to_owned(), at: None };
    for levels in [3, 4, 5, 6, 7, 9, 10] {
        let entry = catalogue.entry(&named(&format!("graded-{levels}"))).unwrap();
        let grades = entry.descriptor.files.unwrap().grades;
        let rule: Vec<(String, u8)> =
            (0..10_u8).map(|g| (g.to_string(), (g * (levels - 1)).div_ceil(9))).collect();
        assert_eq!(grades.into_iter().collect::<Vec<_>>(), rule, "graded-{levels}");
    }
    for levels in [3, 5] {
        let grades = |id: &str| catalogue.entry(&named(id)).unwrap().descriptor.files.unwrap().grades;
        assert_eq!(grades(&format!("graded-{levels}-intents")), grades(&format!("graded-{levels}")));
    }
    // On these scales, two labels have the same gain, so there is one level less.
    let coarser = ["patent-3", "patent-6-japanese", "math-10", "imine-dr-11"];
    for (_, task) in tasks.iter() {
        let id = task.id.value.as_str();
        let of_task: Vec<String> = task.levels.0.iter().map(|n| format!("graded-{n}")).collect();
        let mut used: Vec<&str> = task
            .measures
            .iter()
            .flat_map(|link| task.collections(link))
            .map(|on| on.value.as_str())
            .collect();
        used.sort_unstable();
        used.dedup();
        assert!(used.iter().all(|on| catalogue.entry(&named(on)).is_ok()), "{id}: {used:?}");
        if !coarser.contains(&id) {
            let known = |on: &&str| of_task.iter().any(|name| on.starts_with(name.as_str()));
            assert!(used.iter().all(known), "{id}: {used:?} of {of_task:?}");
        }
        for scheme in task.labels.iter().flat_map(|labels| &labels.0) {
            let path = repository().join("configs/labels").join(format!("{}.yaml", scheme.value));
            assert!(path.is_file(), "{id}: {}", path.display());
        }
        for (_, name, metric) in task.metrics() {
            metric.unwrap_or_else(|error| panic!("{id}: {}: {error}", name.value));
        }
    }
}
