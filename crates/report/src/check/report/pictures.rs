//! Figures: the pictures of the run, with real and simulated collections side by side.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::table::plotted_tables::{FIGURES, figures};
use crate::table::{FilledTable, kind_word, markdown};
use anyhow::Result;
use rejudge_collections::descriptor::Kind;
use rejudge_experiment::grid::PARTS;
use rejudge_names::plural::capitalised;
use rejudge_tables::figures::{Figure, Spread, svg};
use rejudge_tables::page::{Picture, inert, plain};
use serde::Serialize;

use super::names::title;
use super::views::whose;

/// Most numbers below a figure.
const NUMBERS: usize = 1500;

/// Width and height of the field of a figure that is as wide as a telephone, where the letters of others would be too
/// small.
const NARROW: (f64, f64) = (270.0, 230.0);

/// A figure of a page.
#[derive(Debug, Serialize)]
pub(super) struct FigureView {
    /// `Figure 2`.
    pub(super) title: String,
    caption: String,
    pub(super) pictures: Vec<PictureView>,
}

/// A picture of a figure, of collections of some kinds.
#[derive(Debug, Serialize)]
pub(super) struct PictureView {
    kind: &'static str,
    label: String,
    /// The picture as Markdown, with a description of its bands.
    pub(super) text: String,
}

/// Returns a figure with its pictures, or `None` without any.
pub(super) fn view(table: &FilledTable) -> Option<FigureView> {
    let picture = |(kinds, suffix): (&'static [Kind], &str)| {
        let kinds = kinds.iter().filter(|kind| !table.panels(&[**kind]).is_empty()).copied();
        let kinds: Vec<Kind> = kinds.collect();
        let labels: Vec<&str> = kinds.iter().map(|kind| whose(*kind).1).collect();
        Some(PictureView {
            kind: whose(*kinds.first()?).0,
            label: capitalised(&labels.join(" and ")),
            text: picture(table, suffix, &kinds),
        })
    };
    let pictures: Vec<PictureView> = PARTS.into_iter().filter_map(picture).collect();
    let caption = table.caption.clone();
    (!pictures.is_empty()).then(|| FigureView { title: title(&table.name), caption, pictures })
}

/// Writes the pictures of a figure below its heading.
pub fn figure(out: &mut String, table: &FilledTable) {
    if let Some(FigureView { title, caption, pictures }) = view(table) {
        let texts: Vec<String> = pictures.into_iter().map(|picture| picture.text).collect();
        let _ = writeln!(out, "### {title}: {}\n\n{}\n", inert(&caption), texts.join("\n\n"));
    }
}

fn picture(table: &FilledTable, suffix: &str, kinds: &[Kind]) -> String {
    let mut of_kinds = table.cells.iter().filter(|cell| kinds.contains(&cell.kind));
    let deviates = of_kinds.any(|cell| cell.sd().is_some_and(|sd| sd > 0.0));
    let is_shown = table.plot.as_ref().is_some_and(|plot| plot.axes().spread != Spread::Hidden);
    let picture = format!("![{}]({FIGURES}/{}{suffix}.svg)", alternative(&table.caption), table.name);
    match deviates && is_shown {
        true => format!("{picture}\n\nBands and error bars are standard deviations over the draws."),
        false => picture,
    }
}

/// Escapes a caption for the brackets of a picture, which it cannot close.
fn alternative(caption: &str) -> String {
    plain(caption).replace('[', "\\[").replace(']', "\\]")
}

/// The figures among `tables` as a page holds them, by the addresses that reports know them by: with a `field` of this
/// width and height, or as on paper, and again as wide as a telephone.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn pictures(tables: &[FilledTable], field: Option<(f64, f64)>) -> Result<BTreeMap<String, Picture>> {
    let mut pictures = BTreeMap::new();
    for drawn in figures(tables) {
        let narrow = svg(&Figure { field: Some(NARROW), ..drawn.figure.clone() })?;
        let figure = Figure { values: true, field, ..drawn.figure };
        let points: usize =
            figure.panels.iter().flat_map(|panel| &panel.curves).map(|curve| curve.points.len()).sum();
        let mut numbers = String::new();
        if points > NUMBERS {
            let name = &drawn.table.name;
            let _ = writeln!(numbers, "{points} points, too many for a page: see `{FIGURES}/{name}.csv`.");
        } else {
            drawn.kinds.iter().for_each(|kind| panels(&mut numbers, drawn.table, *kind));
        }
        let address = format!("{FIGURES}/{}.svg", figure.name);
        pictures.insert(address, Picture { svg: svg(&figure)?, narrow, numbers });
    }
    Ok(pictures)
}

/// Writes the panels of a table that are of `kind`, each with its name.
fn panels(out: &mut String, table: &FilledTable, kind: Kind) {
    for panel in table.panels(&[kind]) {
        if !panel.is_empty() {
            let _ = writeln!(out, "**{}** ({})\n", plain(panel), kind_word(kind));
        }
        let _ = writeln!(out, "{}", markdown(table, panel, &|cell| cell.kind == kind, &|_| None));
    }
}

/// Writes a table, one kind of collection after another.
pub fn table(out: &mut String, table: &FilledTable) {
    if !table.cells.is_empty() {
        let _ = writeln!(out, "### {}: {}\n", title(&table.name), inert(&table.caption));
        PARTS.iter().flat_map(|(kinds, _)| *kinds).for_each(|kind| panels(out, table, *kind));
    }
}

#[cfg(test)]
mod tests {
    use super::alternative;

    #[test]
    fn a_caption_does_not_close_the_brackets_of_its_picture() {
        let caption = "a\\](http://evil/x.png) <script>alert(1)</script> ![b](http://evil/y.png)";
        assert_eq!(
            alternative(caption),
            "a\\\\\\]\\(http://evil/x.png) \\<script>alert(1)\\</script> \\!\\[b\\]\\(http://evil/y.png)"
        );
    }
}
