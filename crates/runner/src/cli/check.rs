//! `rejudge check`, `rejudge accept`: what compares results.

use std::path::PathBuf;

use super::args::{Accept, Check, Global};
use super::output::{Failure, print, remark};
use super::plan::{catalogue, expected_of};
use super::{CHECK_FAILED, GOOD, NOTHING_CHECKED, USAGE};
use crate::check::golden::goldens;
use crate::check::verdict::Verdict;
use crate::check::{Computed, Expected, Total, golden, lock};
use crate::grid::{Grid, Overrides, load, locate, names};
use crate::part::write_whole;
use crate::results::Results;

/// Failures that are printed; check.json has all.
const SHOWN: usize = 25;

/// An experiment with its results.
pub struct Subject {
    pub grid: Grid,
    pub expected: Option<Expected>,
    pub results: Results,
}

impl Subject {
    /// The overrides are those the results were made with, so that a variant is read as what it is.
    pub fn open(global: &Global, experiment: &str, results: Option<&PathBuf>) -> Result<Self, Failure> {
        let path = locate(experiment, &global.experiments)?;
        let catalogue = catalogue(global);
        let plain = load(&path, &Overrides::default(), &catalogue)?;
        let results =
            Results::new(results.cloned().unwrap_or_else(|| PathBuf::from("results").join(&plain.id)));
        let overrides = results.manifest().map(|manifest| manifest.overrides).unwrap_or_default();
        let grid = if overrides.is_empty() {
            plain
        } else {
            load(&path, &Overrides { profile: None, set: overrides }, &catalogue)?
        };
        let expected = expected_of(&grid)?;
        Ok(Self { grid, expected, results })
    }

    /// The results; `None` where there are none, or none with a cell.
    pub fn computed(&self) -> Result<Option<Computed>, Failure> {
        if !self.results.folder.join("manifest.json").exists() {
            return Ok(None);
        }
        let computed = Computed::read(&self.grid, &self.results)?;
        Ok((!computed.book.is_empty()).then_some(computed))
    }
}

/// `rejudge check`
pub fn check(global: &Global, args: &Check) -> Result<u8, Failure> {
    let all = if args.all { names(&global.experiments) } else { args.names.clone() };
    if all.is_empty() {
        return Err(Failure::usage("name an experiment, or --all"));
    }
    let (mut codes, mut total) = (Vec::new(), Total::default());
    let (mut golden, mut findings) = ((0, 0), (0, 0));
    for experiment in &all {
        let subject = Subject::open(global, experiment, args.results.as_ref())?;
        let Some(expected) = &subject.expected else {
            print(&format!("{experiment}: nothing to check (no expected values)\n"))?;
            codes.push(NOTHING_CHECKED);
            continue;
        };
        let computed = subject.computed()?;
        let verdict = Verdict::of(&subject.grid, expected, computed.as_ref())?;
        let provenance = format!("{{\"experiment\":\"{}\"}}", subject.grid.id);
        let frame = verdict.frame(expected).to_parquet(&provenance)?;
        write_whole(&subject.results.folder.join("checks.parquet"), &frame)?;
        write_whole(&subject.results.folder.join("check.json"), verdict.json(expected).as_bytes())?;
        total.add(&verdict.printed.tally, &verdict.licensed);
        let same = verdict.golden - verdict.moved.iter().filter(|m| m.known).count();
        golden = (golden.0 + same, golden.1 + verdict.golden);
        let recorded = verdict.findings.iter().filter(|f| f.before.is_some() && !f.changed()).count();
        findings = (findings.0 + recorded, findings.1 + verdict.findings.len());
        let accepted = match subject.grid.overrides.is_empty() {
            true => format!("{same} of {}", verdict.golden),
            // Its numbers are others: that is what it was changed for.
            false => "not compared (a changed run)".to_owned(),
        };
        let id = &subject.grid.id;
        let found = format!("findings {} ({recorded} as recorded)", verdict.findings.len());
        // Of all experiments each has one line; theirs together stand in the last two.
        match args.all {
            true => print(&format!("{}\n", verdict.headline))?,
            false => print(&format!("{}\n{id}: golden {accepted}, {found}\n", verdict.headline))?,
        }
        for failure in verdict.failures.iter().take(SHOWN) {
            remark(format_args!("error: {}", failure.message));
        }
        if verdict.failures.len() > SHOWN {
            let more = verdict.failures.len() - SHOWN;
            remark(format_args!(
                "error: and {more} more, all in {}",
                subject.results.folder.join("check.json").display()
            ));
        }
        // Without results only the printed cells could be checked, and they must hold all the same.
        let only_missing = computed.is_none() && verdict.failures.len() == 1;
        codes.push(match (verdict.failures.is_empty(), only_missing) {
            (true, _) if verdict.skipped => NOTHING_CHECKED,
            (true, _) => GOOD,
            (false, true) => NOTHING_CHECKED,
            (false, false) => CHECK_FAILED,
        });
    }
    if args.all {
        let ((same, accepted), (recorded, found)) = (golden, findings);
        let compared = format!("golden {same} of {accepted}, findings {found} ({recorded} as recorded)");
        print(&format!("all: {}\nall: {compared}\n", total.line()))?;
    }
    let worst = [CHECK_FAILED, USAGE].into_iter().find(|code| codes.contains(code));
    let nothing = codes.iter().all(|code| *code == NOTHING_CHECKED);
    Ok(worst.unwrap_or(if nothing { NOTHING_CHECKED } else { GOOD }))
}

/// `rejudge accept`
pub fn accept(global: &Global, args: &Accept) -> Result<u8, Failure> {
    let subject = Subject::open(global, &args.experiment, args.results.as_ref())?;
    let folder = &subject.grid.folder;
    if args.transcription {
        let Some(expected) = &subject.expected else {
            return Err(Failure::usage(format!("{} has no expected values", subject.grid.id)));
        };
        lock::write(expected, &folder.join("expected.lock"))?;
        return Ok(GOOD);
    }
    if !subject.grid.overrides.is_empty() {
        return Err(Failure::usage(
            "these results are of a changed experiment: only the experiment itself is accepted",
        ));
    }
    let Some(computed) = subject.computed()? else {
        return Err(Failure::data("there are no results to accept: run the experiment first"));
    };
    let mut text = String::new();
    for (file, now) in goldens(&subject.grid, &computed)? {
        let path = folder.join("golden").join(file);
        let accepted = golden::read(&path)?;
        let here = |name: &str| now.values().any(|(collection, _)| collection == name);
        let moved = golden::compare(&accepted, &now, &here);
        for m in moved.iter().filter(|m| m.known) {
            let show = |value: Option<f64>| value.map_or("none".to_owned(), |v| v.to_string());
            let relative = m.old.zip(m.new).map(|(old, new)| (new - old) / old.abs().max(new.abs()));
            let change = relative.map_or(String::new(), |r| format!(" ({:+.2e})", r));
            text += &format!("~ {}: {} -> {}{change}\n", m.cell, show(m.old), show(m.new));
        }
        text += &format!(
            "{file}: {} moved, {} new\n",
            moved.iter().filter(|m| m.known).count(),
            moved.iter().filter(|m| !m.known).count()
        );
        // Numbers of collections that are not here stay as they were accepted.
        let mut merged = accepted;
        merged.retain(|_, (collection, _)| !here(collection));
        merged.extend(now.clone());
        if !args.dry_run {
            golden::write(&path, &merged)?;
        }
    }
    print(&text)?;
    Ok(GOOD)
}
