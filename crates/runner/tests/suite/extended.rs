//! Experiments that extend others by name, and change what they inherit.

use crate::alone::Empty;
use crate::cases::{Place, case, cases};
use crate::world::{BAD_DATA, GOOD, USAGE};

/// A bundled experiment is extended by its name from any folder. The user's own experiment is extended by its
/// name from a folder next to the experiment's folder.
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
    // The message suggests similar names, and names that contain the word.
    let wrong = ["sakai-nc", "experiments/sakai-ncu", "sakai-ncu/experiment.yaml", "nothing-like-any"];
    let row = |name: &str| {
        let text = format!("id: wrong\nextends: {name}\n");
        case(USAGE, "plan own/wrong.yaml").write("own/wrong.yaml", text)
    };
    cases("names_to_extend", &empty, wrong.map(row));
    // The user's own experiment is found by its name if its folder is next to the folder of the extending
    // experiment.
    empty.write(
        "own/base/experiment.yaml",
        "id: base\nextends: sakai-ncu\naxes: {collection: [trec03-twin]}\n",
    );
    empty.write("own/over/experiment.yaml", "id: over\nextends: base\ndraws: {simulated: 2}\n");
    let over = empty.line("plan own/over").code(GOOD).stdout;
    assert!(over.starts_with("over: ") && over.contains("axis collection: 1\n"), "{over}");
}

/// Items of an inherited list are changed by their names.
#[test]
fn items_of_an_inherited_list_are_dropped_and_removed() {
    let empty = Empty::new();
    let plan = |changes: &str| {
        let head = "id: mine\nextends: sakai-bias\ndraws: 1\n";
        empty.write("own/mine.yaml", &format!("{head}{changes}"));
        let plan = empty.line("plan own/mine.yaml --resolved").code(GOOD).stdout;
        let judgments = plan.lines().filter(|line| line.starts_with("axes.judgments."));
        judgments.map(|line| format!("{}\n", line.split("  #").next().unwrap())).collect::<String>()
    };
    let dropped = plan(
        "axes: {collection: [trec03-twin]}\ndrop: [axes.judgments.pool-depth, axes.judgments.take-teams]\n",
    );
    assert!(!dropped.contains("pool-depth") && dropped.contains("take-one-team"), "{dropped}");
    let removed = plan("axes: {collection: [trec03-twin], judgments: {remove: [pool-depth, take-teams]}}\n");
    assert_eq!(removed, dropped);
    let append = "append: [pool-depth: {depth: 7}], remove: [take-teams, pool-depth]";
    let both = plan(&format!("axes: {{collection: [trec03-twin], judgments: {{{append}}}}}\n"));
    assert!(both.contains("depth: '7'") && !both.contains("take-teams") && !both.contains("50"), "{both}");
}

/// A claim is shown with the depths at which it was evaluated, because its text names other depths.
#[test]
fn a_claim_of_a_sweep_names_its_depths() {
    let empty = Empty::new();
    let depths = "judgments: [full, {pool-depth: {depth: {each: [10, 5]}}}]";
    let axes = format!("axes: {{collection: [trec03-twin], {depths}}}");
    empty.write("own/mine.yaml", &format!("id: mine\nextends: sakai-bias\ndraws: 1\n{axes}\n"));
    // Tables about other judgments stay empty.
    empty.line("run own/mine.yaml --quiet").code(BAD_DATA);
    empty.line("report own/mine.yaml").code(GOOD);
    let report = std::fs::read_to_string(empty.at("results/mine/report.md")).unwrap();
    assert!(report.contains("at depths 50, 10 and 1) [here at depth 5, 10] |"), "{report}");
    assert!(!report.contains("glossary"), "a link would lead nowhere: {report}");
    assert!(report.starts_with("# mine: ") && report.contains("Sakai, T.: *On the Robustness"), "{report}");
}

#[test]
fn mistakes_in_changes_are_refused() {
    let replaced = "id: mine\nextends: sakai-bias\nstatistics: {tau: {tau-ap: {versus: full}}}\n";
    let lines = [
        case(USAGE, "plan own/mine.yaml").write("own/mine.yaml", replaced),
        case(USAGE, "plan sakai-bias -s axes.judgments.pool-depth.depth=[5,5]"),
        case(USAGE, "plan sakai-bias -s axes.runs+=one-per-team"),
        case(USAGE, "plan own/mine.yaml")
            .write("own/mine.yaml", "id: mine\nextends: sakai-bias\ndrop: [claim]\n"),
        case(USAGE, "plan own/mien.yaml").write("own/mine.yaml", "id: mine\nextends: sakai-bias\n"),
    ];
    cases("mistakes_of_changes", &Empty::new(), lines);
}
