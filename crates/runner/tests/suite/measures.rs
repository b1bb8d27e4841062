//! `rejudge measures`: every family is listed with its form, formula and source, and explained with an
//! example.

use rejudge_metrics::{ANSWERS, Family, Metric};

use crate::world::{GOOD, World};

#[test]
fn every_family_is_listed_by_a_name() {
    let listed = World::new().line("measures").code(GOOD).stdout;
    for family in Family::ALL {
        let entry = family.entry();
        let form = format!("  {}{}", entry.form(), entry.cutoff.mark());
        let line = listed.lines().find(|line| *line == form || line.starts_with(&format!("{form} ")));
        let line = line.unwrap_or_else(|| panic!("{form} is not listed"));
        assert!(line.contains(entry.formula) && line.ends_with(&format!("[{}]", entry.source)), "{line}");
    }
    for (names, answer) in ANSWERS {
        assert!(listed.contains(&format!("\n  {}: {answer}\n", names.join(", "))), "{names:?}");
    }
}

#[test]
fn every_family_is_explained_with_an_example() {
    let world = World::new();
    for family in Family::ALL {
        let entry = family.entry();
        // If a parameter has no default, a value must be given.
        let name = match entry.name {
            "RprecMult" => "RprecMult(mult=0.5)",
            "Rpref" => "Rpref(form='N')",
            name => name,
        };
        let explained = world.rejudge(["measures", name]).code(GOOD).stdout;
        for part in [entry.title, entry.formula, entry.source, "of the list down to here"] {
            assert!(explained.contains(part), "{name}: {part}: {explained}");
        }
        assert!(entry.parameters.iter().all(|parameter| explained.contains(parameter.meaning)), "{name}");
    }
}

/// The example for nDCG, worked by hand. The gains are 3 at rank 2, 2 at rank 4 and 1 at rank 6, and the
/// ideal gains are 3, 3, 2, 2, 1, 1.
#[test]
fn an_explanation_is_as_worked_by_hand() {
    let explained = World::new().line("measures nDCG@0010").code(GOOD).stdout;
    let metric: Metric = "nDCG@0010".parse().unwrap();
    assert_eq!(metric.to_string(), "nDCG(dcg='jk', log=2)@10");
    let (head, table) = explained.split_once("A topic with").unwrap();
    assert!(head.contains("nDCG@0010 is nDCG(dcg='jk', log=2)@10\n"), "{head}");
    let scores: Vec<f64> =
        table.lines().skip(2).filter_map(|line| line.split_whitespace().nth(5)?.parse().ok()).collect();
    let log3 = 3.0_f64.log2();
    let ideal = 3.0 + 3.0 + 2.0 / log3 + 2.0 / 2.0 + 1.0 / 5.0_f64.log2() + 1.0 / 6.0_f64.log2();
    let at = [0.0, 3.0, 3.0, 3.0 + 2.0 / 2.0, 4.0, 4.0 + 1.0 / 6.0_f64.log2()];
    assert_eq!(scores.len(), at.len(), "{table}");
    for (score, gained) in scores.iter().zip(at) {
        assert!((score - gained / ideal).abs() < 5e-5, "{score} {}", gained / ideal);
    }
    let sets = World::new().line("measures success").code(GOOD).stdout;
    assert_eq!(sets, "trec_eval's success: Success@1 Success@5 Success@10\n");
}
