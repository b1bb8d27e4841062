//! Pixels of an SVG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Most pixels of a picture: a quarter of a gigabyte in memory, 3 by 12 metres on paper at 100 dots an inch.
const MOST_PIXELS: f32 = 67_108_864.0;

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
    /// The picture has no pixel, or more than the limit.
    #[error(
        "a picture of {0} by {1} pixels cannot be made: the limit is {MOST_PIXELS} (the SVG has all of it)"
    )]
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
    let is_small = width.ceil() * height.ceil() <= MOST_PIXELS;
    let pixels = is_small.then(|| Pixmap::new(width.ceil() as u32, height.ceil() as u32)).flatten();
    let mut pixels = pixels.ok_or(PngError::Size(width, height))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| PngError::Encode(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Panels stand below each other: of thousands the pixels would fill the memory.
    #[test]
    fn a_picture_has_a_limit() {
        let svg = |height: u32| {
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1000\" height=\"{height}\"></svg>")
        };
        match png(&svg(100), 1.0) {
            // A machine without fonts makes no picture at all.
            Err(PngError::NoFont) => return,
            found => assert!(found.is_ok(), "{found:?}"),
        }
        let error = png(&svg(800_000), 2.0).expect_err("3,200 million pixels").to_string();
        assert!(
            error.starts_with("a picture of 2000 by 1600000 pixels cannot be made: the limit is 67108864"),
            "{error}"
        );
    }
}
