//! What `rejudge audit` says of measures: which of them are one, and which one leads.

use crate::audited::{DEEP, REPORT, SEPARATES, answer, audit, runs, write};
use crate::world::{World, changed};

#[test]
fn measures_that_are_alike_are_called_so() {
    // Binary judgments: gains change nothing.
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &[]);
    let printed = audit(&world, "mine", "-m RBP(p=0.9) -m gRBP(p=0.9) --draws 5");
    assert!(answer(&printed, SEPARATES).starts_with("None more than another: all tell "), "{printed}");
    assert_eq!(answer(&printed, REPORT), "Cannot be said: by every criterion the measures are alike.");
    // Beside a measure that is worse they lead together.
    let printed = audit(&world, "mine", "-m RBP(p=0.9) -m P@1 -m gRBP(p=0.9) --draws 5");
    let report = answer(&printed, REPORT);
    assert!(report.contains(": RBP(p=0.9) (") && report.contains(") and gRBP(p=0.9) ("), "{report}");
    assert!(report.contains("which are level, first in 5 of 5 draws. Other weights"), "{report}");
    let written = std::fs::read_to_string(world.path("mine-out/report.md")).unwrap();
    assert!(written.contains("; first in 5 of 5 draws, always with others)"), "{written}");
    assert!(
        written
            .contains("One leads that comes first, alone or level with others, in at least 90% of the draws"),
        "{written}"
    );
}

/// Lines of a table of the audit.
fn table(world: &World, name: &str) -> String {
    std::fs::read_to_string(world.path(format!("mine-out/tables/{name}.csv"))).unwrap()
}

#[test]
fn infap_is_no_second_measure_where_it_is_ap() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &["u1"]);
    let printed = audit(&world, "mine", "-m AP -m infAP -m nDCG --depth 4 --draws 5");
    for question in [SEPARATES, DEEP] {
        assert!(!answer(&printed, question).contains("infAP"), "{printed}");
    }
    let left_out = " infAP is left out: no document is marked as pooled and not judged, so that it is AP.";
    assert!(answer(&printed, REPORT).contains(left_out), "{printed}");
    let report = std::fs::read_to_string(world.path("mine-out/report.md")).unwrap();
    let told = "infAP is told beside AP only where judgments are sampled.";
    assert!(report.contains(told), "{report}");
    for name in ["scores", "separation", "left-out", "rankings", "base", "depths"] {
        let text = table(&world, name);
        assert!(text.contains(",AP,") && !text.contains("infAP"), "{name}: {text}");
    }
    assert!(table(&world, "rates").contains("infAP"));
    // Outside of the sampling only the sentences name it that say why.
    let named = |section: &str| section.contains("- infAP") || section.contains("| infAP");
    let sections: Vec<&str> = report.split("\n## ").filter(|section| named(section)).collect();
    assert!(
        matches!(sections[..], [one] if one.starts_with("How far can judgments be cut?")),
        "{sections:?}"
    );
    let alone = audit(&world, "mine", "-m AP -m infAP");
    assert_eq!(answer(&alone, REPORT), format!("Cannot be said: AP alone was asked for.{left_out}"));
    // Where a judgment is withheld it is a measure of its own.
    let qrels = std::fs::read_to_string(world.path("mine/qrels.txt")).unwrap();
    world.write("mine/qrels.txt", changed(&qrels, "0 0 u1 1\n", "0 0 u1 -1\n"));
    let printed = audit(&world, "mine", "-m AP -m infAP -m nDCG --depth 4 --draws 5");
    assert!(table(&world, "scores").contains("infAP") && !answer(&printed, REPORT).contains("left out:"));
}

#[test]
fn a_measure_is_named_where_it_comes_first_in_nearly_all_draws() {
    let world = World::new();
    write(&world, "mine", &runs(8, 30), 4, &[]);
    for seed in 1..=3 {
        let printed = audit(&world, "mine", &format!("-m AP -m RBP -m ERR --draws 10 --seed {seed}"));
        let report = answer(&printed, REPORT);
        // Each measure has its own count, in which it shares places with others.
        let written = std::fs::read_to_string(world.path("mine-out/report.md")).unwrap();
        let of = |measure: &str| -> u32 {
            let line =
                written.lines().find(|line| line.starts_with(&format!("- {measure} (mean rank"))).unwrap();
            let (_, rest) = line.split_once("; first in ").unwrap();
            rest.split(' ').next().unwrap().parse().unwrap()
        };
        let counts = ["AP", "RBP", "ERR"].map(|measure| (measure, of(measure)));
        assert!(counts.iter().map(|(_, count)| count).sum::<u32>() >= 10, "{counts:?}");
        let (lead, _) = report.split_once(", first in ").unwrap_or_default();
        for (measure, count) in counts {
            let is_named = lead.contains(&format!(" {measure} ("));
            assert_eq!(is_named, count >= 9, "{counts:?} {report}");
        }
        let none = report.starts_with("Cannot be said: no measure comes first in 9 of 10 draws.");
        assert_eq!(none, counts.iter().all(|(_, count)| *count < 9), "{counts:?} {report}");
    }
}
