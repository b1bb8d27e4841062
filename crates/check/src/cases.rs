//! The checks of an experiment as cases, each of which passed, failed or was skipped: what test reports are
//! made of.
//!
//! A printed table is a case, and so is a relation, a claim on a collection, and a table of accepted
//! numbers. A case that compared nothing with a computed value is skipped and says why: it must not look as
//! if it had been reproduced.

use std::collections::BTreeMap;

use super::verdict::Verdict;
use rejudge_eval::plural::counted;
use rejudge_printed::{CheckSubject, Expected, Failure};
use rejudge_spec::yaml::Position;

/// A check with what became of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is about.
    pub about: CheckSubject,
    /// Where it stands in expected.yaml.
    pub at: Option<Position>,
    /// What became of it.
    pub outcome: CaseOutcome,
    /// What was compared.
    pub says: String,
}

/// What became of a case.
#[derive(Clone, Debug)]
pub enum CaseOutcome {
    /// Something was checked, and it is as it should be.
    Passed,
    /// Nothing could be checked; why.
    Skipped(String),
    /// It is not as it should be.
    Failed(Vec<Failure>),
}

/// Every case of an experiment, in the order of expected.yaml.
pub fn cases(expected: &Expected, verdict: &Verdict<'_>) -> Vec<Case> {
    let mut out = tables(expected, verdict);
    out.extend(relations(verdict));
    out.push(Case {
        about: CheckSubject::Transcription,
        at: None,
        outcome: CaseOutcome::Passed,
        says: counted(expected.rows.len(), "line"),
    });
    out.extend(claims(verdict));
    for (name, &count) in &verdict.golden_of {
        let about = CheckSubject::Golden(name.clone());
        out.push(Case {
            about,
            at: None,
            outcome: CaseOutcome::Passed,
            says: counted(count, "accepted number"),
        });
    }
    let mut failures: BTreeMap<&CheckSubject, Vec<Failure>> = BTreeMap::new();
    for failure in &verdict.failures {
        failures.entry(&failure.about).or_default().push(failure.clone());
    }
    for case in &mut out {
        if let Some(failed) = failures.remove(&case.about) {
            case.at = failed.iter().find_map(|failure| failure.at.clone()).or(case.at.take());
            case.outcome = CaseOutcome::Failed(failed);
        }
    }
    // What fails without a case of its own is one all the same.
    out.extend(failures.into_iter().map(|(about, failed)| Case {
        about: about.clone(),
        at: failed.iter().find_map(|failure| failure.at.clone()),
        outcome: CaseOutcome::Failed(failed),
        says: String::new(),
    }));
    out
}

/// The printed tables, by their cells.
fn tables(expected: &Expected, verdict: &Verdict<'_>) -> Vec<Case> {
    let mut cases: Vec<(Case, bool, BTreeMap<&'static str, usize>)> = Vec::new();
    for (cell, checked) in verdict.all(expected) {
        let about = CheckSubject::Table(cell.address.table.clone());
        let at = match cases.iter().position(|(case, ..)| case.about == about) {
            Some(at) => at,
            None => {
                let outcome = CaseOutcome::Passed;
                let case = Case { about, at: Some(cell.at.clone()), outcome, says: String::new() };
                cases.push((case, false, BTreeMap::new()));
                cases.len() - 1
            }
        };
        let (_, is_compared, counts) = &mut cases[at];
        *is_compared |= checked.compared.outcome.agrees().is_some();
        *counts.entry(checked.compared.outcome.word()).or_default() += 1;
    }
    let done = |(case, is_compared, counts): (Case, bool, BTreeMap<&str, usize>)| {
        let counts: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let says = format!("cells: {}", counts.join(", "));
        let why = format!("no cell is compared with a computed value here ({says})");
        let outcome = if is_compared { case.outcome } else { CaseOutcome::Skipped(why) };
        Case { outcome, says, ..case }
    };
    cases.into_iter().map(done).collect()
}

fn relations(verdict: &Verdict<'_>) -> Vec<Case> {
    let case = |outcome: &rejudge_printed::relations::RelationOutcome<'_>| {
        let errata: Vec<&str> = outcome
            .instances
            .iter()
            .filter_map(|instance| instance.erratum.map(|erratum| erratum.name.value.as_str()))
            .collect();
        let known = match errata.is_empty() {
            true => String::new(),
            false => format!("; fails where errata are known: {}", errata.join(", ")),
        };
        Case {
            about: CheckSubject::Relation(outcome.relation.name.value.clone()),
            at: outcome.relation.name.at.clone(),
            outcome: CaseOutcome::Passed,
            says: format!(
                "{}: applied {}{known}",
                outcome.relation.says,
                counted(outcome.instances.len(), "time")
            ),
        }
    };
    verdict.printed.outcomes.iter().map(case).collect()
}

fn claims(verdict: &Verdict<'_>) -> Vec<Case> {
    let evaluated = verdict.claims.iter().map(|claim| Case {
        about: CheckSubject::Claim(claim.name.clone(), claim.collection.clone()),
        at: None,
        outcome: match (claim.draws, &claim.before) {
            (0, _) => CaseOutcome::Skipped("not evaluable on this collection".to_owned()),
            (_, None) => CaseOutcome::Skipped(format!("nothing is recorded of it; now {}", claim.result())),
            (_, Some(_)) => CaseOutcome::Passed,
        },
        says: format!("{}: holds in {} draws", claim.claim, claim.result()),
    });
    let absent = verdict.claims_without_data.iter().map(|(claim, collection)| Case {
        about: CheckSubject::Claim(claim.clone(), collection.clone()),
        at: None,
        outcome: CaseOutcome::Skipped("there are no results of this collection".to_owned()),
        says: String::new(),
    });
    evaluated.chain(absent).collect()
}
