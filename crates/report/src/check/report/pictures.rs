//! The figures and tables of a page. A figure has one picture for each group of kinds of collections
//! (licensed, open, own, and all other kinds), so that no picture mixes real and simulated collections.

use std::collections::BTreeMap;

use crate::table::plotted_tables::{FIGURES, figures};
use crate::table::{FilledTable, kind_word};
use anyhow::Result;
use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::PARTS;
use rejudge_names::plural::capitalised;
use rejudge_tables::figures::{Figure, Spread, svg};
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, Picture, inert, plain};
use serde::Serialize;

use super::names::title;
use super::views::class_and_description;

/// The numbers of a figure are in a table below it if there are at most this many.
const MAX_NUMBERS: usize = 1500;

/// The width and height of the plot area for telephones. On a telephone, the text of a wider figure would be too small.
const TELEPHONE_PLOT_AREA: (f64, f64) = (270.0, 230.0);

/// A figure of a page.
#[derive(Debug, Serialize)]
pub(super) struct FigureView {
    /// The title, such as `Figure 2`.
    pub(super) title: String,
    caption: String,
    pub(super) pictures: Vec<PictureView>,
}

/// One picture of a figure. It shows collections of some kinds.
#[derive(Debug, Serialize)]
pub(super) struct PictureView {
    kind: &'static str,
    label: String,
    /// The picture, followed by an explanation of its bands and error bars if it has any.
    pub(super) text: Markdown,
}

/// Returns a figure with its pictures, or `None` if it has none.
pub(super) fn view(table: &FilledTable) -> Option<FigureView> {
    let picture = |(kinds, suffix): (&'static [Kind], &str)| {
        let kinds = kinds.iter().filter(|kind| !table.panels(&[**kind]).is_empty()).copied();
        let kinds: Vec<Kind> = kinds.collect();
        let labels: Vec<&str> = kinds.iter().map(|kind| class_and_description(*kind).1).collect();
        Some(PictureView {
            kind: class_and_description(*kinds.first()?).0,
            label: capitalised(&labels.join(" and ")),
            text: picture(table, suffix, &kinds),
        })
    };
    let pictures: Vec<PictureView> = PARTS.into_iter().filter_map(picture).collect();
    let caption = table.caption.clone();
    (!pictures.is_empty()).then(|| FigureView { title: title(&table.name), caption, pictures })
}

/// Writes a figure's heading and its pictures.
pub fn figure(out: &mut Markdown, table: &FilledTable) {
    if let Some(FigureView { title, caption, pictures }) = view(table) {
        let texts = Markdown::joined(pictures.into_iter().map(|picture| picture.text), "\n\n");
        *out += markdown!("### {}: {}\n\n{}\n\n", plain(&title), inert(&caption), texts);
    }
}

fn picture(table: &FilledTable, suffix: &str, kinds: &[Kind]) -> Markdown {
    let mut shown_cells = table.cells.iter().filter(|cell| kinds.contains(&cell.kind));
    let deviates = shown_cells.any(|cell| cell.sd().is_some_and(|sd| sd > 0.0));
    let is_shown = table.plot.as_ref().is_some_and(|plot| plot.axes().spread != Spread::Hidden);
    let address = format!("{FIGURES}/{}{suffix}.svg", table.name);
    let picture = Markdown::picture(&table.caption, &address);
    if deviates && is_shown {
        markdown!("{}\n\nBands and error bars are standard deviations over the draws.", picture)
    } else {
        picture
    }
}

/// Returns the pictures of the figures among `tables`, by the addresses that reports use for them.
/// `plot_area` is the width and height of a plot area if the panels are in one column. If it is `None`, or
/// there are more columns, plot areas have the sizes for paper. Each figure is also drawn for telephones.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn pictures(tables: &[FilledTable], plot_area: Option<(f64, f64)>) -> Result<BTreeMap<String, Picture>> {
    let mut pictures = BTreeMap::new();
    for drawn in figures(tables) {
        let narrow = svg(&Figure { plot_area: Some(TELEPHONE_PLOT_AREA), ..drawn.figure.clone() })?;
        let figure = Figure { has_titles: true, plot_area, ..drawn.figure };
        let points: usize =
            figure.panels.iter().flat_map(|panel| &panel.curves).map(|curve| curve.points.len()).sum();
        let mut numbers = Markdown::default();
        if points > MAX_NUMBERS {
            let file = Markdown::code(&format!("{FIGURES}/{}.csv", drawn.table.name));
            numbers += markdown!("{} points, too many for a page: see {}.\n", points, file);
        } else {
            drawn.kinds.iter().for_each(|kind| panels(&mut numbers, drawn.table, *kind));
        }
        let address = format!("{FIGURES}/{}.svg", figure.name);
        pictures.insert(address, Picture { svg: svg(&figure)?, narrow, numbers });
    }
    Ok(pictures)
}

/// Writes each panel of `table` that shows collections of `kind`, with the name of the panel above it.
fn panels(out: &mut Markdown, table: &FilledTable, kind: Kind) {
    for panel in table.panels(&[kind]) {
        if !panel.is_empty() {
            *out += markdown!("**{}** ({})\n\n", plain(panel), kind_word(kind));
        }
        let panel_table = crate::table::markdown(table, panel, &|cell| cell.kind == kind, &|_| None);
        *out += markdown!("{}\n", panel_table);
    }
}

/// Writes the panels of a table, for one kind of collection after another.
pub fn table(out: &mut Markdown, table: &FilledTable) {
    if !table.cells.is_empty() {
        *out += markdown!("### {}: {}\n\n", plain(&title(&table.name)), inert(&table.caption));
        PARTS.iter().flat_map(|(kinds, _)| *kinds).for_each(|kind| panels(out, table, *kind));
    }
}
