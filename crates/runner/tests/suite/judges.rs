//! Judges other than the people of the qrels, such as models: errors in their files are reported, and their
//! labels are used.

use crate::cases::{FILE, Page, case, cases, edits};
use crate::world::{BAD_DATA, GOOD, TINY, USAGE, World, changed, counts};

const EXPERIMENT: &str = "\
schema: experiment/v1
id: small
title: People and models
seed: 3
draws: 1
axes:
  collection: [tiny]
  judgments:
    - full
    - full: {judge: {each: all}}
    - leave-one-team-out: {team: {each: all}, fill: good}
    - budget: {share: {each: [0, 0.5, 1]}, fill: good}
  measure: [AP, nDCG@3]
statistics:
  score: {run-scores: {}}
  agreement: {agreement: {}}
  top: {top-runs: {versus: full, top: 2}}
  overlap: {rank-overlap: {versus: full}}
  dp: {discriminative-power: {test: {paired-t: {}}, alpha: 0.05}}
  decisions: {decisions: {of: dp, versus: full}}
  tau: {kendall-tau: {versus: {judgments: full, measure: AP}}}
";

/// The judgments of the people in [`QRELS`](crate::world::QRELS), but `b2` has a level that is lower by one.
const GOOD_LABELS: &str = "\
1 0 a1 2\n1 0 a2 0\n1 0 b1 1\n1 0 x1 1\n2 0 a1 1\n2 0 b2 1\n2 0 x2 0\n3 0 a1 1\n3 0 b3 1\n";

fn world(judge: &str) -> World {
    let world = World::with_files();
    let files = format!("teams: teams.tsv, judges: {{good: good.txt, other: {judge}}}");
    world.write("collections/tiny.yaml", changed(TINY, "teams: teams.tsv", &files));
    world.write("data/tiny/good.txt", GOOD_LABELS);
    world.write(FILE, EXPERIMENT);
    world
}

/// Returns the values of a statistic's component by judgment set.
fn values(world: &World, statistic: &str, component: &str) -> Vec<(String, f64)> {
    let asked = [("statistic", statistic), ("component", component), ("status", "ok")];
    let rows = world.rows("r/cells.parquet").with(&asked);
    rows.texts("judgments").into_iter().map(str::to_owned).zip(rows.numbers("value")).collect()
}

/// Returns the value of a statistic's component under one judgment set.
fn value(world: &World, statistic: &str, component: &str, set: &str) -> f64 {
    let found = values(world, statistic, component);
    found.iter().find(|(name, _)| name == set).map(|(_, value)| *value).expect(component)
}

/// Returns the values of a statistic's component under one judgment set by one measure, for each draw.
fn by_measure(world: &World, statistic: &str, component: &str, set: &str, measure: &str) -> Vec<f64> {
    let asked =
        [("statistic", statistic), ("component", component), ("judgments", set), ("measure", measure)];
    world.rows("r/cells.parquet").with(&asked).with(&[("status", "ok")]).numbers("value")
}

#[test]
fn files_with_faults_are_refused_or_counted() {
    let described = "collections/tiny.yaml";
    let judge = |rules: &str| format!("{{file: other.txt{rules}}}");
    let base = world(&judge(""));
    let mut page = Page::default();
    for (lines, rules) in [
        ("1 0 a1 2\n1 0 a1 1\n", ""),
        ("1 0 a1 2\n1 0 a1 1\n1 0 b1 1\n", ", repeated: each"),
        ("1 0 a1 3\n", ""),
        ("1 0 a1 -1\n", ""),
        ("1 0 a1 0.5\n", ""),
        ("1 0 a1 yes\n", ""),
        ("1 0 a1 yes\n", ", levels: {no: 0}"),
        ("1 0 a1 -2\n", ", labels: gains"),
        ("1 0 a1\n", ""),
        ("9 0 a1 1\n", ""),
        ("", ""),
        ("1 0 a1 2\n", ", iteration: '0.5'"),
    ] {
        let run = case(BAD_DATA, "run small --results r").said_with("error: ");
        let run = if rules.is_empty() { run } else { run.edit(described, judge(""), judge(rules)) };
        page.case(&base, run.write("data/tiny/other.txt", lines));
    }
    for (lines, rules) in [
        ("1 0 a1 2\n1 0 a1 1\n", ", repeated: first"),
        ("1 0 a1 2\n1 0 a1 1\n", ", repeated: last"),
        ("1 0 a1 2\n1 0 a1 1\n", ", repeated: mean"),
        ("1 0 a1 2\n1 0 a1 1\n", ", repeated: each"),
        ("1 0 a1 7\n", ", outside: clamp"),
        ("1 0 a1 7\n1 0 a2 1\n", ", outside: drop"),
        ("1 0 a1 7\n", ", highest: 9"),
        ("1 0 a1 .25\n1 0 b1 1e3\n", ", labels: gains"),
        ("1 0 a1 no\n1 0 b1 yes\n9 0 z 1\n", ", levels: {no: 0, yes: 2}"),
        // Lines with other iterations are ignored.
        ("1 1 a1 7\n1 0.5 a1 1\n1 1 a1 no\n", ", iteration: '0.5'"),
    ] {
        let world = world(&format!("{{file: other.txt{rules}}}"));
        world.write("data/tiny/other.txt", lines);
        world.line("run small --results r").code(GOOD);
    }
    for rules in [
        "{file: other.txt, labels: gains, highest: 3}",
        "{file: other.txt, outside: clamp, levels: {a: 1}}",
        "{file: other.txt, iteration: ''}",
        "{file: ../other.txt}",
    ] {
        page.case(&base, case(USAGE, "plan small").edit(described, judge(""), rules));
    }
    page.shown("faults_in_labels_of_judges");
}

/// A judge that is one iteration of a file has the same labels as a file with only these lines.
#[test]
fn an_iteration_equals_its_lines() {
    let of = |lines: &str, rules: &str| {
        let world = world(&format!("{{file: other.txt{rules}}}"));
        world.write("data/tiny/other.txt", lines);
        world.line("run small --results r").code(GOOD);
        let scores = values(&world, "score", "score");
        scores.into_iter().filter(|(set, _)| set == "full(judge=other)").collect::<Vec<_>>()
    };
    let first = "1 0.5 a1 2\n2 0.5 x2 1\n3 0.5 b3 1\n";
    let second = "1 1 b1 1\n2 1 a1 1\n3 1 a1 0\n";
    let scores = of(&format!("{second}{first}"), ", iteration: '0.5'");
    assert_eq!(scores, of(first, ""));
    assert_ne!(scores, of(second, ""));
}

#[test]
fn statistics_follow_from_the_labels() {
    let world = world("copy.txt");
    world.write("data/tiny/copy.txt", crate::world::QRELS);
    world.line("run small --results r").code(GOOD);
    // 8 of 9 pairs are equal: (0, 0) twice, (1, 1) five times, (2, 2) once. (2, 1) occurs once.
    let (observed, expected) = (8.0 / 9.0, (2.0 * 2.0 + 5.0 * 6.0 + 2.0) / 81.0);
    let of = |set: &str| value(&world, "agreement", "kappa", set);
    assert!((of("full(judge=good)") - (observed - expected) / (1.0 - expected)).abs() < 1e-12);
    // A copy of the people's file agrees with the people in everything.
    assert_eq!((of("full(judge=other)"), of("full")), (1.0, 1.0));
    // Rankings are compared with people's rankings by AP, whatever the measure.
    let tau = |set: &str, measure: &str| by_measure(&world, "tau", "tau", set, measure);
    assert_eq!(tau("full(judge=other)", "AP"), [1.0]);
    assert_eq!(tau("full(judge=other)", "nDCG@3"), tau("full", "nDCG@3"));
    for (set, kept) in values(&world, "top", "kept") {
        assert!((0.0..=1.0).contains(&kept) && (set != "full(judge=other)" || kept == 1.0), "{set} {kept}");
    }
    // If the budget covers all pairs, the labels are people's judgments. With a budget of 0, they are the
    // judge's.
    let scores = |set: &str| -> Vec<f64> {
        values(&world, "score", "score").into_iter().filter(|(name, _)| name == set).map(|(_, v)| v).collect()
    };
    assert!(!scores("full").is_empty());
    assert_eq!(scores("budget(draw=1,fill=good,share=1)"), scores("full"));
    assert_eq!(scores("budget(draw=1,fill=good,share=0)"), scores("full(judge=good)"));
    // If the team of `b2` is left out, `b2` gets the judge's level, so nDCG has another gain.
    assert_ne!(scores("leave-one-team-out(fill=good,team=B)"), scores("full"));
}

/// A judge has two passes: the first has people's labels, and the second the labels of `good`. The scores of
/// its two draws are the scores under people's labels and under the labels of `good`.
#[test]
fn passes_are_draws_and_are_compared() {
    let world = world("twice.txt");
    world.write("data/tiny/twice.txt", format!("{}{GOOD_LABELS}", crate::world::QRELS));
    let text = changed(EXPERIMENT, "draws: 1\n", "draws: 2\nrepeated: {other: each}\n");
    // With three topics, pairs of runs differ only at a high significance level.
    let text = changed(&text, "alpha: 0.05", "alpha: 0.6");
    let more =
        "  passes: {passes: {of: dp, versus: full}}\n  by-ap: {decisions: {of: dp, versus: {measure: AP}}}\n";
    world.write(FILE, text + more);
    world.line("run small --results r").code(GOOD);
    let of = |statistic: &str, component: &str, set: &str| -> Vec<f64> {
        let found = values(&world, statistic, component).into_iter().filter(|(name, _)| name == set);
        found.map(|(_, value)| value).collect()
    };
    let one = |component: &str| value(&world, "passes", component, "full(judge=other)");
    assert_eq!(one("passes"), 2.0);
    let kappa = value(&world, "agreement", "kappa", "full(judge=good)");
    for (component, expected) in [
        ("equal", 8.0 / 9.0),
        ("people-equal", 17.0 / 18.0),
        ("kappa", kappa),
        ("people-kappa", (1.0 + kappa) / 2.0),
    ] {
        assert!((one(component) - expected).abs() < 1e-12, "{component}: {} for {expected}", one(component));
    }
    // The two draws are the two passes, so no range is estimated.
    assert!(values(&world, "passes", "people-low").is_empty());
    let draws = of("score", "score", "full(judge=other)");
    for pass in ["full", "full(judge=good)"] {
        // Other sets also have both draws, with equal scores.
        let scores = of("score", "score", pass);
        assert_eq!(draws.len(), scores.len());
        assert!(scores.iter().all(|score| draws.contains(score)), "{pass}: {scores:?} of {draws:?}");
    }
    // AP agrees with itself on every pair that it distinguishes. For another measure, the pairs that AP
    // distinguishes are agreed, reversed or lost, and the pairs that the other measure distinguishes are
    // agreed, reversed or new.
    let pairs = |statistic: &str, component: &str, measure: &str| {
        by_measure(&world, statistic, component, "full", measure)[0]
    };
    let own = |measure: &str| pairs("decisions", "agreed", measure);
    assert_ne!(own("AP"), own("nDCG@3"));
    let [agreed, reversed, lost, new] =
        ["agreed", "reversed", "lost", "new"].map(|component| pairs("by-ap", component, "AP"));
    assert_eq!([agreed, reversed, lost, new], [own("AP"), 0.0, 0.0, 0.0]);
    let [agreed, reversed, lost, new] =
        ["agreed", "reversed", "lost", "new"].map(|component| pairs("by-ap", component, "nDCG@3"));
    assert_eq!([agreed + reversed + lost, agreed + reversed + new], [own("AP"), own("nDCG@3")]);
    world.write(FILE, changed(EXPERIMENT, "draws: 1\n", "draws: 1\nrepeated: {othr: each}\n"));
    world.line("plan small").code(USAGE).says("no collection has a judge `othr`");
}

/// Some cells look at all draws, so the number of draws is part of their key, and one of several shards
/// computes them.
#[test]
fn statistics_of_passes_use_every_draw() {
    let world = world("twice.txt");
    world.write("data/tiny/twice.txt", format!("{}{GOOD_LABELS}", crate::world::QRELS));
    let write = |draws: u32| {
        let text = changed(EXPERIMENT, "draws: 1\n", &format!("draws: {draws}\nrepeated: {{other: each}}\n"));
        world.write(FILE, text + "  passes: {passes: {of: dp, versus: full}}\n");
    };
    let cells = |folder: &str| std::fs::read(world.path(folder).join("cells.parquet")).unwrap();
    write(3);
    world.line("run small --quiet --results few --cache c").code(GOOD);
    write(24);
    world.line("run small --quiet --results more --cache c").code(GOOD);
    world.line("run small --quiet --results fresh --cache d").code(GOOD);
    assert!(cells("more") == cells("fresh"), "24 draws after a run of 3 draws");
    for shard in 1..=3 {
        world.line(&format!("run small --quiet --shard {shard}/3 --cache e")).code(GOOD);
    }
    world.line("run small --quiet --results whole --cache e --cached").code(GOOD);
    assert!(cells("whole") == cells("fresh"), "three shards give the results of one run");
}

/// A caption says whether labels are from one pass of each judge, are means over the passes, or are from
/// several passes and from draws that take each label from a random pass. A part of people's own judgments is
/// not a pass, and neither are their later judgments.
#[test]
fn captions_say_whose_labels_draws_have() {
    let judges = "twice.txt, half: {file: qrels.txt, iteration: '0'}, later: {file: twice.txt, repeated: last, people: true}, \
                  mean: {file: twice.txt, repeated: mean}";
    let world = world(judges);
    world.write("data/tiny/twice.txt", format!("{}{GOOD_LABELS}", crate::world::QRELS));
    let text = changed(EXPERIMENT, "draws: 1\n", "draws: 3\nrepeated: {other: each}\n");
    let table = |name: &str, sets: &str| {
        format!(
            "  {name}: {{caption: Scores, where: {{judgments: {sets}, measure: AP}}, rows: judgments, columns: collection, cell: tau}}\n"
        )
    };
    let tables = [
        ("once", "full(judge=good)", "Scores (tau-b) (one pass of each judge)"),
        ("half", "full(judge=half)", "Scores (tau-b)"),
        ("later", "full(judge=later)", "Scores (tau-b)"),
        (
            "several",
            "full(judge=other)",
            "Scores (tau-b) (draws are passes of other, further draws are dealt from these passes)",
        ),
        ("averaged", "full(judge=mean)", "Scores (tau-b) (mean labels of each judge)"),
        (
            "all",
            "'full(judge=*)'",
            "Scores (tau-b) (draws are passes of other, further draws are dealt from these passes, mean labels of mean, one pass of each other judge)",
        ),
    ];
    let all: String = tables.iter().map(|(name, sets, _)| table(name, sets)).collect();
    world.write(FILE, format!("{text}tables:\n{all}"));
    let report = world.reported();
    for (name, _, caption) in tables {
        let heading = format!("### {name}: {caption}");
        assert!(report.lines().any(|line| line == heading), "{heading}\n{report}");
    }
    assert!(report.contains("passes of judges or labels dealt from them"), "{report}");
}

/// Rows may be the values of one parameter of judgments, and columns the values of another.
#[test]
fn rows_and_columns_may_be_parameters() {
    let world = world("good.txt");
    let text = changed(
        EXPERIMENT,
        "share: {each: [0, 0.5, 1]}",
        "share: {each: [0, 0.5, 1]}, order: {each: [pool, topics]}",
    );
    let table = "tables:\n  both:\n    caption: Shares by orders\n    where: {judgments: \"budget(*)\", measure: AP}\n    \
                 rows: judgments.share\n    columns: judgments.order\n    cell: tau\n";
    world.write(FILE, text + table);
    world.line("run small --results r").code(GOOD);
    let rows = world.rows("r/tables/both.parquet");
    assert_eq!(rows.texts("row"), ["0", "0", "0.5", "0.5", "1", "1"]);
    assert_eq!(rows.texts("column"), ["pool", "topics"].repeat(3));
    assert_eq!(rows.texts("note"), [""; 6]);
}

#[test]
fn a_changed_label_recomputes_only_the_sets_of_its_judge() {
    let world = world("copy.txt");
    world.write("data/tiny/copy.txt", crate::world::QRELS);
    world.line("run small --results r").code(GOOD);
    world.write("data/tiny/copy.txt", changed(crate::world::QRELS, "2 0 b2 2", "2 0 b2 0"));
    let before = values(&world, "score", "score");
    let ended = world.line("run small --results r").code(GOOD);
    assert!(counts(&ended)[0] > 0);
    let after = values(&world, "score", "score");
    let of = |all: &[(String, f64)], is_other: bool| -> Vec<(String, f64)> {
        all.iter().filter(|(set, _)| set.contains("other") == is_other).cloned().collect()
    };
    assert_eq!(of(&before, false), of(&after, false));
    assert_ne!(of(&before, true), of(&after, true));
}

/// Results from people's judgments do not depend on other judges.
#[test]
fn other_judges_change_no_number_of_people() {
    let text = |judges: &str| {
        let text = changed(EXPERIMENT, "measure: [AP, nDCG@3]", "measure: [AP, \"gRBP(p=0.8)\", \"ERR@3\"]");
        changed(&text, "    - full: {judge: {each: all}}\n", judges)
    };
    let world = world("{file: wide.txt, highest: 4}");
    // The judge also labels documents that no one else labels, on a longer scale.
    world.write("data/tiny/wide.txt", "1 0 a1 4\n1 0 zz 4\n1 0 z1 3\n2 0 zz 1\n");
    world.write(FILE, text("    - full: {judge: other}\n"));
    world.line("run small --results r --cache one").code(GOOD);
    let of_full = |statistic: &str, component: &str| -> Vec<(String, f64)> {
        values(&world, statistic, component).into_iter().filter(|(set, _)| set == "full").collect()
    };
    let beside = of_full("score", "score");
    assert_eq!(of_full("agreement", "by-one-alone"), [("full".to_owned(), 0.0)]);
    world.write(FILE, text(""));
    world.line("run small --results r --cache two").code(GOOD);
    assert_eq!(of_full("score", "score"), beside);
}

#[test]
fn gains_have_no_levels() {
    let world = world("{file: other.txt, labels: gains}");
    world.write("data/tiny/other.txt", "1 0 a1 .25\n1 0 b1 2\n2 0 b2 .5\n3 0 a1 1\n");
    let text = changed(EXPERIMENT, "measure: [AP, nDCG@3]", "measure: [AP, \"AP(rel=2)\"]");
    world.write(FILE, text);
    let run = case(BAD_DATA, "run small --results r").said_with("error: ");
    cases("gains_have_no_levels", &world, [run]);
    let pairs = values(&world, "agreement", "pairs");
    assert!(pairs.contains(&("full(judge=other)".to_owned(), 4.0)), "{pairs:?}");
    assert!(values(&world, "agreement", "kappa").iter().all(|(set, _)| set != "full(judge=other)"));
}

#[test]
fn impossible_sets_of_judges_are_refused() {
    let rows = [
        ("fill: good}\n    - budget", "fill: god}\n    - budget"),
        ("- full: {judge: {each: all}}", "- full(judge=god)"),
        ("- full: {judge: {each: all}}", "- full: {judge: []}"),
        ("- full: {judge: {each: all}}", "- full: {judge: good, by: mean}"),
    ];
    let without = case(USAGE, "plan small")
        .write("collections/tiny.yaml", TINY)
        .edit(FILE, "    - leave-one-team-out: {team: {each: all}, fill: good}\n", "")
        .edit(FILE, "    - budget: {share: {each: [0, 0.5, 1]}, fill: good}\n", "");
    let rows = edits(USAGE, "plan small", FILE, &rows).into_iter().chain([without]);
    cases("sets_that_no_judge_can_make", &world("good.txt"), rows);
}

#[test]
fn gains_cannot_be_averaged_with_levels() {
    let world = world("{file: other.txt, labels: gains}");
    world.write("data/tiny/other.txt", "1 0 a1 .25\n");
    let row = ("- budget: {share: {each: [0, 0.5, 1]}, fill: good}", "- full(by=mean,judge=good+other)");
    cases("gains_beside_levels", &world, edits(BAD_DATA, "run small --results r --quiet", FILE, &[row]));
}

/// Returns the experiment with only AP, with these judgments besides `full`, and with these statistics.
fn experiment_of(judgments: &str, statistics: &str) -> String {
    let head = EXPERIMENT.split_once("  judgments:").expect("the axis").0;
    format!("{head}  judgments:\n    - full\n{judgments}  measure: [AP]\nstatistics:\n{statistics}")
}

#[test]
fn errors_are_correlated_over_the_pairs_that_all_label() {
    let world = world("off.txt");
    // `good` is wrong by -1 at b2. `other` is wrong by -2 at b2 and by 1 at a2. `other` does not label x1,
    // and people did not judge z.
    world.write(
        "data/tiny/off.txt",
        "1 0 a1 2\n1 0 a2 1\n1 0 b1 1\n2 0 a1 1\n2 0 b2 0\n2 0 x2 0\n3 0 a1 1\n3 0 b3 1\n3 0 z 2\n",
    );
    let sets = "    - full: {judge: {each: all}}\n    - full: {judge: [good, other], by: mean}\n";
    let errors = "  signed: {error-correlation: {}}\n  absolute: {error-correlation: {error: absolute}}\n  \
                  wrong: {error-correlation: {error: wrong}}\n  relevance: {error-correlation: {cut: 2}}\n";
    world.write(FILE, experiment_of(sets, errors));
    world.line("run small --results r").code(GOOD);
    let of = |statistic: &str, component: &str| -> Vec<(String, f64)> {
        let mut found = values(&world, statistic, component);
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    };
    let set = "full(by=mean,judge=good+other)";
    let both = |statistic: &str, component: &str| value(&world, statistic, component, set);
    // Over eight pairs, the sums of the errors are -1 and -1, the sums of squares are 1 and 5, and the sum of
    // products is 2.
    let signed = (2.0 - 1.0 / 8.0) / f64::sqrt((1.0 - 1.0 / 8.0) * (5.0 - 1.0 / 8.0));
    // The sums of the absolute errors are 1 and 3, of their squares 1 and 5, and of their products 2.
    let absolute = (2.0 - 3.0 / 8.0) / f64::sqrt((1.0 - 1.0 / 8.0) * (5.0 - 9.0 / 8.0));
    // A wrong label counts 1. The sums are 1 and 2, the sums of squares too, and the sum of products is 1.
    let wrong = (1.0 - 2.0 / 8.0) / f64::sqrt((1.0 - 1.0 / 8.0) * (2.0 - 4.0 / 8.0));
    // If documents are relevant from level 2 (`cut: 2`), both judges are wrong only about b2.
    for (statistic, expected) in
        [("signed", signed), ("absolute", absolute), ("wrong", wrong), ("relevance", 1.0)]
    {
        let found = both(statistic, "correlation");
        assert!((found - expected).abs() < 1e-12, "{statistic}: {found} for {expected}");
        assert_eq!((both(statistic, "lowest"), both(statistic, "highest")), (found, found));
        assert_eq!(both(statistic, "effective-judges"), 2.0 / (1.0 + found));
        assert_eq!((both(statistic, "judges"), both(statistic, "pairs")), (2.0, 8.0));
    }
    // A set with one judge has one effective judge and no correlation. The set `full`, of people's judgments,
    // has no number at all.
    let alone = ["full(judge=good)", "full(judge=other)"].map(|set| (set.to_owned(), 1.0));
    assert_eq!(of("signed", "effective-judges")[1..], alone);
    assert_eq!([of("signed", "correlation").len(), of("signed", "pairs").len()], [1, 3]);
}

#[test]
fn judges_on_another_scale_have_no_errors() {
    let world = world("{file: other.txt, labels: gains}");
    world.write("data/tiny/other.txt", "1 0 a1 .25\n1 0 b1 2\n2 0 b2 .5\n3 0 a1 1\n");
    let sets = "    - full: {judge: {each: all}}\n";
    world.write(FILE, experiment_of(sets, "  errors: {error-correlation: {cut: 1}}\n"));
    world.line("run small --results r").code(GOOD);
    assert_eq!(values(&world, "errors", "judges"), [("full(judge=good)".to_owned(), 1.0)]);
    cases("a_cut_at_nothing", &world, [case(USAGE, "plan small").edit(FILE, "cut: 1", "cut: 0")]);
}

#[test]
fn power_changes_with_the_pairs_that_differ() {
    let world = world("flat.txt");
    // Only documents that no run retrieved are relevant, so all runs are equal.
    world.write("data/tiny/flat.txt", "1 0 none 1\n2 0 none 1\n3 0 none 1\n");
    let sets = "    - full: {judge: {each: all}}\n";
    let power = "  dp: {discriminative-power: {test: {paired-t: {}}, alpha: 0.5}}\n  change: {power-change: {of: dp, versus: full}}\n";
    world.write(FILE, experiment_of(sets, power));
    world.line("run small --results r").code(GOOD);
    let of = |statistic: &str, component: &str, set: &str| value(&world, statistic, component, set);
    let (people, flat) = ("full", "full(judge=other)");
    let before = of("dp", "power", people);
    assert!(before > 0.0 && before < 1.0, "{before}");
    assert_eq!(of("dp", "power", flat), 0.0);
    assert_eq!(["change", "before", "after"].map(|name| of("change", name, flat)), [-before, before, 0.0]);
    assert_eq!(["change", "before", "after"].map(|name| of("change", name, people)), [0.0, before, before]);
    let good = "full(judge=good)";
    assert_eq!(of("change", "after", good), of("dp", "power", good));
}

#[test]
fn equal_labels_keep_a_ranking_and_useless_labels_do_not() {
    let world = world("flat.txt");
    world.write("data/tiny/flat.txt", "1 0 none 1\n2 0 none 1\n3 0 none 1\n");
    world.write("data/tiny/good.txt", crate::world::QRELS);
    let sets = "    - full: {judge: {each: all}}\n";
    let kept = "  dp: {discriminative-power: {test: {paired-t: {}}, alpha: 0.5}}\n  kept: {ranking-kept: {of: dp, versus: full, top: 2, new: 0}}\n";
    world.write(FILE, experiment_of(sets, kept));
    world.line("run small --results r").code(GOOD);
    let of = |component: &str, set: &str| value(&world, "kept", component, set);
    // With equal labels, the two rankings of every resample are equal. But a resample may draw one topic
    // three times and distinguish no runs. Then tau-b is undefined, and the rankings do not agree.
    let (same, flat) = ("full(judge=good)", "full(judge=other)");
    assert_eq!([of("best", same), of("new", same)], [1.0, 1.0]);
    assert_eq!(of("kept", same), of("tau", same));
    assert!(of("tau", same) > 0.8, "{}", of("tau", same));
    // If all runs are equal, there is no ranking, and no pair differs.
    assert_eq!(["kept", "tau", "new"].map(|component| of(component, flat)), [0.0, 0.0, 1.0]);
    let rows = [
        ("top: 2", "top: 0"),
        ("new: 0}", "new: 5}"),
        ("new: 0}", "new: 0, samples: 0}"),
        ("paired-t: {}", "paired-bootstrap: {samples: 9}"),
        ("alpha: 0.5", "alpha: 0.5, correction: randomised-tukey"),
        ("of: dp", "of: kept"),
    ];
    cases("mistakes_of_rankings_kept", &world, edits(USAGE, "plan small", FILE, &rows));
}

/// Cells that do not need the damaged file are computed and cached.
#[test]
fn a_damaged_file_fails_only_the_cells_that_need_it() {
    let mut page = Page::default();
    for damage in ["1 0 a1 2\n1 0 a1 1\n", "9 0 a1 1\n", "1 0 a1\n"] {
        let world = world("other.txt");
        page.write(&world, "data/tiny/other.txt", damage);
        let text = changed(EXPERIMENT, "[0, 0.5, 1]}, fill", "[0, 0.5, 1]}, order: disagreement, fill");
        world.write(FILE, text);
        page.case(&world, case(BAD_DATA, "run small --results r").said_with("error: "));
        let sets = |world: &World| -> Vec<String> {
            let mut sets: Vec<String> =
                values(world, "score", "score").into_iter().map(|(set, _)| set).collect();
            sets.sort();
            sets.dedup();
            sets
        };
        // The order by disagreement of all judges also needs the damaged file.
        let sound = ["full", "full(judge=good)", "leave-one-team-out(fill=good,team=A)"];
        assert_eq!(sets(&world)[..3], sound, "{damage}");
        assert!(sets(&world).iter().all(|set| !set.contains("other") && !set.contains("budget")));
        let before = values(&world, "score", "score");

        world.write("data/tiny/other.txt", crate::world::QRELS);
        let ended = world.line("run small --results r").code(GOOD);
        assert!(counts(&ended)[1] > 0);
        let after = values(&world, "score", "score");
        assert!(before.iter().all(|known| after.contains(known)));
        assert!(sets(&world).contains(&"full(judge=other)".to_owned()));
    }
    page.shown("a_damaged_file_of_labels");
}
