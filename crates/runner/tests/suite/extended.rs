//! Experiments that extend others by their names, copies that should, and paths that are nearly right.

use crate::alone::Empty;
use crate::cases::{Page, case, cases, lines};
use crate::world::{GOOD, USAGE, repository};

/// An experiment is extended by its name from any folder; the user's own comes before a bundled one.
#[test]
fn an_experiment_is_extended_by_its_name() {
    let empty = Empty::new();
    empty.write(
        "own/mine.yaml",
        "id: mine\nextends: sakai-ncu\naxes: {collection: [trec03-twin]}\ndraws: {simulated: 2}\n",
    );
    let plan = empty.line("plan own/mine.yaml").code(GOOD).stdout;
    assert!(plan.starts_with("mine: ") && plan.contains("axis collection: 1\n"), "{plan}");
    let by_path = "id: mine\nextends: ../experiments/sakai-ncu/experiment.yaml\naxes: {collection: [trec03-twin]}\ndraws: {simulated: 2}\n";
    empty.write("own/by-path.yaml", by_path);
    assert_eq!(empty.line("plan own/by-path.yaml").code(GOOD).stdout, plan);
    // The message suggests similar names, and names that contain the given one.
    let wrong = ["sakai-nc", "experiments/sakai-ncu", "sakai-ncu/experiment.yaml", "nothing-like-any"];
    let row = |name: &str| {
        let text = format!("id: wrong\nextends: {name}\n");
        case(USAGE, "plan own/wrong.yaml").write("own/wrong.yaml", text)
    };
    cases("names_to_extend", &empty, wrong.map(row));
    // The user's own experiment, next to the file and by its name.
    empty.write(
        "own/base/experiment.yaml",
        "id: base\nextends: sakai-ncu\naxes: {collection: [trec03-twin]}\n",
    );
    empty.write("own/over/experiment.yaml", "id: over\nextends: base\ndraws: {simulated: 2}\n");
    let over = empty.line("plan own/over").code(GOOD).stdout;
    assert!(over.starts_with("over: ") && over.contains("axis collection: 1\n"), "{over}");
}

/// A copy of the YAML alone lacks the files next to it. One error says so, and gives the line to write instead.
#[test]
fn a_copied_experiment_is_told_to_extend() {
    let empty = Empty::new();
    let mut page = Page::default();
    for name in ["sakai-ncu", "sakai-bias", "sakai-ntcir", "buckley-bpref"] {
        empty.write("own/copy.yaml", &experiment(name, "experiment.yaml"));
        page.case(&empty, case(USAGE, "plan own/copy.yaml"));
    }
    // With the files next to it, a mistake is reported like in any experiment.
    empty.write("own/measures.yaml", &experiment("sakai-ncu", "measures.yaml"));
    empty.write("own/copy.yaml", &experiment("sakai-ncu", "experiment.yaml"));
    page.case(&empty, case(USAGE, "plan own/copy.yaml").edit("own/copy.yaml", "kendall-tau", "kendal-tau"));
    page.shown("copied_experiments");
}

fn experiment(name: &str, file: &str) -> String {
    std::fs::read_to_string(repository().join("experiments").join(name).join(file)).unwrap()
}

#[test]
fn wrong_paths_of_settings() {
    let paths = [
        "axes.measur",
        "axes.measures",
        "axs.measure",
        "measure",
        "axes.measur+",
        "draw",
        "drawz.open",
        "evaluation.max_rank",
    ];
    let rows = paths.map(|path| format!("plan sakai-bias -s {path}=3"));
    cases("wrong_paths_of_settings", &Empty::new(), lines(USAGE, rows));
}
