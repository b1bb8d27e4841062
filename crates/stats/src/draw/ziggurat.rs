//! Tables for the Ziggurat method, which covers a decreasing density with 256 layers of equal area.
//!
//! G. Marsaglia and W. W. Tsang, The Ziggurat method for generating random variables, Journal of Statistical Software
//! 5(8), 2000. The original takes the layer and the abscissa from overlapping bits, which makes them dependent. We take
//! different bits, as in J. A. Doornik, An improved Ziggurat method, 2005.

use std::sync::LazyLock;

/// The number of layers. A layer is drawn with 8 bits.
const LAYERS: usize = 256;

/// The start of the tail of the standard normal density (256 layers).
pub(crate) const NORMAL_TAIL: f64 = 3.654_152_885_361_009;
/// The start of the tail of the exponential density (256 layers).
pub(crate) const EXPONENTIAL_TAIL: f64 = 7.697_117_470_131_05;

/// The layers of a decreasing density with `density(0) = 1`.
#[derive(Debug)]
pub(crate) struct Layers {
    /// The right edge of each layer, from the widest down to 0. Layer 0 includes the tail, so its edge is the
    /// edge of a rectangle with the height and the area of layer 0.
    pub(crate) edge: [f64; LAYERS + 1],
    /// The density at each edge, except for layer 0, which has 0 here.
    pub(crate) height: [f64; LAYERS + 1],
}

impl Layers {
    /// Builds the table from the widest layer, which ends at `tail`, to the narrowest. Each layer has the same `area`.
    fn stack(tail: f64, area: f64, density: fn(f64) -> f64, inverse: fn(f64) -> f64) -> Self {
        let (mut edge, mut height) = ([0.0; LAYERS + 1], [1.0; LAYERS + 1]);
        (edge[0], height[0]) = (area / density(tail), 0.0);
        (edge[1], height[1]) = (tail, density(tail));
        for layer in 2..LAYERS {
            edge[layer] = inverse(height[layer - 1] + area / edge[layer - 1]);
            height[layer] = density(edge[layer]);
        }
        Self { edge, height }
    }
}

/// The layers of exp(-x^2 / 2), the normal density for positive x without its constant factor.
pub(crate) static NORMAL: LazyLock<Layers> = LazyLock::new(|| {
    let density = |x: f64| libm::exp(-0.5 * x * x);
    let beyond = libm::sqrt(std::f64::consts::FRAC_PI_2) * libm::erfc(NORMAL_TAIL / std::f64::consts::SQRT_2);
    let area = NORMAL_TAIL * density(NORMAL_TAIL) + beyond;
    Layers::stack(NORMAL_TAIL, area, density, |y| (-2.0 * libm::log(y)).sqrt())
});

/// The layers of exp(-x).
pub(crate) static EXPONENTIAL: LazyLock<Layers> = LazyLock::new(|| {
    let density = |x: f64| libm::exp(-x);
    let area = (EXPONENTIAL_TAIL + 1.0) * density(EXPONENTIAL_TAIL);
    Layers::stack(EXPONENTIAL_TAIL, area, density, |y| -libm::log(y))
});
