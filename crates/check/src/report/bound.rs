//! Below a table: what its printed cells say of each other, in the words of the relations.

use std::fmt::Write;

use crate::verdict::Verdict;
use rejudge_eval::plural::counted;
use rejudge_page::plain;
use rejudge_printed::{Expected, PrintedCell};

/// How often something was done, in words.
fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { counted(count, "time") }
}

/// Writes each relation of cells of `table`, with how often it was asked.
pub(super) fn write(out: &mut String, expected: &Expected, verdict: &Verdict<'_>, table: &str) {
    let mut lines = String::new();
    for outcome in &verdict.printed.outcomes {
        let binds = outcome.instances.iter().filter(|instance| {
            let of_table = |cell: &&PrintedCell| cell.address.table == table && expected.is_own(cell);
            // An order, or what a mark stands for, is of the table and leaves its numbers free.
            instance.site.table == table || instance.bound.iter().any(of_table)
        });
        let (mut asked, mut failed, mut errata) = (0, 0, Vec::new());
        for instance in binds {
            asked += 1;
            failed += usize::from(instance.verdict.is_err());
            let known = instance.erratum.map(|erratum| erratum.name.value.as_str());
            if let Some(known) = known.filter(|name| !errata.contains(name)) {
                errata.push(known);
            }
        }
        let told = match (asked, failed) {
            (0, _) => continue,
            (1, 0) => "asked once, it holds".to_owned(),
            (asked, 0) => format!("asked {asked} times, it always holds"),
            (asked, failed) => {
                let [asked, failed] = [asked, failed].map(times);
                let known = if errata.is_empty() { "" } else { ", where an erratum is known: " };
                format!("asked {asked}, it fails {failed}{known}{}", errata.join(", "))
            }
        };
        let _ = writeln!(lines, "- {} ({told})", plain(&outcome.relation.says));
    }
    if !lines.is_empty() {
        let _ = writeln!(out, "What its printed cells say of each other:\n\n{lines}");
    }
}
