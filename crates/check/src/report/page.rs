//! report.html: the reports of an experiment, its figures and its printed cells on one page.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Result;
use rejudge_descriptor::Kind;
use rejudge_figures::{Figure, svg};
use rejudge_page::{Link, Part, Picture, Section, page_of};

use super::cells;
use super::glance::glance;
use crate::Computed;
use crate::verdict::Verdict;
use rejudge_grid::Grid;
use rejudge_printed::Expected;
use rejudge_table::FilledTable;
use rejudge_table::figures::{FIGURES, figures};

/// Most numbers that stand below a figure.
const NUMBERS: usize = 1500;

/// What lies beside an experiment and is no part of its results.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Its own words: the question, what is found and why, what was chosen.
    pub readme: Option<String>,
    /// Its files, as the page reaches them.
    pub links: Vec<Link>,
}

/// The page of an experiment with its report.
///
/// # Errors
/// For a figure that cannot be drawn.
pub fn page(
    grid: &Grid,
    expected: Option<&Expected>,
    computed: &Computed,
    verdict: Option<&Verdict<'_>>,
    report: &str,
    about: &About,
) -> Result<String> {
    let pictures = pictures(grid, expected, &computed.tables)?;
    let glance = verdict
        .zip(expected)
        .and_then(|(verdict, expected)| glance(grid, expected, verdict, computed, &about.links));
    let mut sections: Vec<Section<'_>> = glance.iter().map(Section::Glance).collect();
    // The question and the answer come first: at a glance beside a paper, else in words.
    if let Some(markdown) = &about.readme {
        sections.push(match glance {
            Some(_) => Section::Prose(Part { name: "What is found, and what was chosen", markdown }),
            None => Section::Words(Part { name: "Question and answer", markdown }),
        });
    }
    sections.push(Section::Text(Part { name: "Report", markdown: report }));
    let printed = verdict.zip(expected).map(|(verdict, expected)| cells::write(expected, verdict));
    if let Some(printed) = printed.as_ref().filter(|printed| !printed.is_empty()) {
        sections.push(Section::Folded(Part { name: "Printed cells one by one", markdown: printed }));
    }
    let title = format!("{}: {}", grid.id, grid.title);
    Ok(page_of(&title, &sections, &|address| pictures.get(address).cloned()))
}

/// The figures among `tables` as a page holds them, by the addresses that reports know them by: as on paper, and
/// again as wide as a telephone.
///
/// # Errors
/// For a figure that cannot be drawn.
fn pictures(
    grid: &Grid,
    expected: Option<&Expected>,
    tables: &[FilledTable],
) -> Result<BTreeMap<String, Picture>> {
    drawn_as(grid, expected, tables, [None, Some(NARROW)])
}

/// Width and height of the field of a figure that is as wide as a page, and of one that is as wide as a
/// telephone: letters of the first would be too small there.
const WIDE: (f64, f64) = (860.0, 320.0);
const NARROW: (f64, f64) = (270.0, 230.0);

/// The same, each drawn as wide as the page, and again as wide as a telephone.
///
/// # Errors
/// For a figure that cannot be drawn.
pub fn pictures_of_both_widths(grid: &Grid, tables: &[FilledTable]) -> Result<BTreeMap<String, Picture>> {
    drawn_as(grid, None, tables, [Some(WIDE), Some(NARROW)])
}

/// Pictures with fields of this size, and narrow ones beside them where they have one.
fn drawn_as(
    grid: &Grid,
    expected: Option<&Expected>,
    tables: &[FilledTable],
    [field, narrow]: [Option<(f64, f64)>; 2],
) -> Result<BTreeMap<String, Picture>> {
    let mut pictures = BTreeMap::new();
    for drawn in figures(tables) {
        let narrow = match narrow {
            Some(_) => svg(&Figure { field: narrow, ..drawn.figure.clone() })?,
            None => String::new(),
        };
        let figure = Figure { values: true, field, ..drawn.figure };
        let points: usize =
            figure.panels.iter().flat_map(|panel| &panel.curves).map(|curve| curve.points.len()).sum();
        let mut numbers = String::new();
        if points > NUMBERS {
            let _ = writeln!(
                numbers,
                "{points} points, too many for a page: they stand in `{FIGURES}/{}.csv`.",
                drawn.table.name
            );
        } else {
            // The numbers of a worked example stand in the report itself.
            for kind in drawn.kinds.iter().filter(|kind| **kind != Kind::WorkedExample) {
                super::tables::panels(&mut numbers, grid, expected, drawn.table, *kind);
            }
        }
        pictures.insert(
            format!("{FIGURES}/{}.svg", figure.name),
            Picture { svg: svg(&figure)?, narrow, numbers },
        );
    }
    Ok(pictures)
}
