//! Experiments that extend others by their names, copies that should, and paths that are nearly right.

use crate::alone::Empty;
use crate::world::{GOOD, USAGE, changed, repository};

/// By its name an experiment is extended from any folder, one of one's own before one that is brought along.
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
    // What is near a name is told, and what has the name in it.
    for (name, help) in [
        ("sakai-nc", "did you mean `sakai-ncu`?"),
        ("experiments/sakai-ncu", "did you mean `sakai-ncu`? The name alone does"),
        ("sakai-ncu/experiment.yaml", "did you mean `sakai-ncu`? The name alone does"),
        ("nothing-like-any", "`rejudge list` has the names"),
    ] {
        empty.write("own/wrong.yaml", &format!("id: wrong\nextends: {name}\n"));
        let said = empty.line("plan own/wrong.yaml").code(USAGE).stderr;
        assert!(said.starts_with("error: own/wrong.yaml:2:10: there is no file own/"), "{said}");
        assert!(said.contains(help), "{said}");
    }
    // One of one's own, beside the file and by its name.
    empty.write(
        "own/base/experiment.yaml",
        "id: base\nextends: sakai-ncu\naxes: {collection: [trec03-twin]}\n",
    );
    empty.write("own/over/experiment.yaml", "id: over\nextends: base\ndraws: {simulated: 2}\n");
    let over = empty.line("plan own/over").code(GOOD).stdout;
    assert!(over.starts_with("over: ") && over.contains("axis collection: 1\n"), "{over}");
}

/// A copy of the YAML alone lacks the files beside it. One error says so, and what to write instead.
#[test]
fn a_copied_experiment_is_told_to_extend() {
    let empty = Empty::new();
    for name in ["sakai-ncu", "sakai-bias", "sakai-ntcir", "buckley-bpref"] {
        let text = std::fs::read_to_string(repository().join(format!("experiments/{name}/experiment.yaml")))
            .unwrap();
        empty.write("own/copy.yaml", &text);
        let said = empty.line("plan own/copy.yaml").code(USAGE).stderr;
        assert_eq!(said.matches("error: ").count(), 1, "{said}");
        assert!(
            said.contains(&format!("write `extends: {name}` with an `id` of your own, and what differs")),
            "{said}"
        );
        assert!(said.lines().count() <= 6, "{said}");
    }
    // With the files there is nothing to say; and a slip of another kind is told as ever.
    let text = std::fs::read_to_string(repository().join("experiments/sakai-ncu/experiment.yaml")).unwrap();
    let set = std::fs::read_to_string(repository().join("experiments/sakai-ncu/measures.yaml")).unwrap();
    empty.write("own/measures.yaml", &set);
    empty.write("own/copy.yaml", &changed(&text, "kendall-tau", "kendal-tau"));
    let said = empty.line("plan own/copy.yaml").code(USAGE).stderr;
    assert!(said.contains("did you mean `kendall-tau`?") && !said.contains("extends"), "{said}");
}

/// Of a path that is wrong the nearest is told, whole, as it is typed.
#[test]
fn a_wrong_path_is_answered_with_the_nearest() {
    let empty = Empty::new();
    for (path, near) in [
        ("axes.measur", "axes.measure"),
        ("axes.measures", "axes.measure"),
        ("axs.measure", "axes.measure"),
        ("measure", "axes.measure"),
        ("axes.measur+", "axes.measure"),
        ("draw", "draws"),
        ("drawz.open", "draws.open"),
        ("evaluation.max_rank", "evaluation.max-rank"),
    ] {
        let said = empty.line(&format!("plan sakai-bias -s {path}=3")).code(USAGE).stderr;
        assert!(said.contains(&format!("did you mean `{near}`?")), "{path}: {said}");
    }
}
