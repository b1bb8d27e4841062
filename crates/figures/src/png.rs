//! Pixels of an SVG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Why there are no pixels.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// Labels would be missing.
    #[error(
        "this machine has no font to draw the labels of a PNG with: install one (DejaVu Sans, Liberation Sans)"
    )]
    NoFont,
    /// The text is no SVG.
    #[error("not an SVG: {0}")]
    NoSvg(String),
    /// The picture has no pixel, or more than memory.
    #[error("a picture of {0} by {1} pixels cannot be made")]
    Size(f32, f32),
    /// The pixels cannot be written as PNG.
    #[error("cannot write the pixels as PNG: {0}")]
    Encode(String),
}

/// An SVG of [`crate::svg`] as PNG, `scale` pixels a unit. Letters are those of the machine's fonts, so
/// that other machines may give other bytes.
///
/// # Errors
/// [`PngError::NoFont`] on a machine without fonts; the others for text that is no SVG and for a scale that
/// makes no picture.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    // Names of families that are not there fall back to `sans-serif`, which must be one that is there.
    let known =
        |name: &&str| fonts.faces().any(|face| face.families.iter().any(|(family, _)| family == name));
    let sans = ["Helvetica", "Arial", "Liberation Sans", "DejaVu Sans", "Noto Sans"].into_iter().find(known);
    let any = fonts.faces().next().and_then(|face| face.families.first()).map(|(family, _)| family.clone());
    let Some(family) = sans.map(str::to_owned).or(any) else { return Err(PngError::NoFont) };
    fonts.set_sans_serif_family(family);
    let tree = Tree::from_str(svg, &options).map_err(|e| PngError::NoSvg(e.to_string()))?;
    let size = tree.size();
    let (width, height) = (size.width() * scale, size.height() * scale);
    let pixels = Pixmap::new(width.ceil() as u32, height.ceil() as u32);
    let mut pixels = pixels.ok_or(PngError::Size(width, height))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| PngError::Encode(e.to_string()))
}
