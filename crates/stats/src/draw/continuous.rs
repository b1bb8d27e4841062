//! Continuous distributions: normal, exponential, gamma, Dirichlet; and normal scores in random order.
//!
//! Transcendental functions come from `libm`, so that every platform draws the same numbers.

use crate::draw::{
    Draw, quantile,
    ziggurat::{EXPONENTIAL, EXPONENTIAL_TAIL, NORMAL, NORMAL_TAIL},
};

/// 2^-53.
const STEP: f64 = 1.0 / (1_u64 << 53) as f64;

impl Draw {
    /// Draws a standard normal number (Ziggurat, 256 layers, exact tail). In 98.5 % of the cases this takes
    /// only 64 random bits.
    ///
    /// ```
    /// let mut draw = rejudge_stats::Draw::new(1, &["normal"]);
    /// let mean = (0..10_000).map(|_| draw.normal()).sum::<f64>() / 10_000.0;
    /// assert!(mean.abs() < 0.03);
    /// ```
    #[inline]
    pub fn normal(&mut self) -> f64 {
        let layers = &*NORMAL;
        loop {
            let bits = self.bits();
            // The abscissa is the layer's edge times an odd multiple of 2^-53, so it is never 0 and its
            // distribution is symmetric about 0. The layer comes from bits that the abscissa does not use.
            let layer = (bits & 0xff) as usize;
            let x = ((bits as i64 >> 10) | 1) as f64 * STEP * layers.edge[layer];
            if x.abs() < layers.edge[layer + 1] {
                return x;
            }
            if let Some(x) = self.normal_at_edge(layer, x) {
                return x;
            }
        }
    }

    /// Accepts or rejects an abscissa outside the part of its layer that is wholly under the density, or
    /// draws from the tail for layer 0. Returns `None` if the abscissa is rejected.
    #[cold]
    fn normal_at_edge(&mut self, layer: usize, x: f64) -> Option<f64> {
        if layer == 0 {
            return Some(self.normal_tail().copysign(x));
        }
        let (low, high) = (NORMAL.height[layer], NORMAL.height[layer + 1]);
        (low + (high - low) * self.unit() < libm::exp(-0.5 * x * x)).then_some(x)
    }

    /// Draws a normal number above [`NORMAL_TAIL`] (G. Marsaglia, Generating a variable from the tail of the
    /// normal distribution, Technometrics 6, 1964).
    fn normal_tail(&mut self) -> f64 {
        loop {
            let beyond = self.exponential() / NORMAL_TAIL;
            if 2.0 * self.exponential() > beyond * beyond {
                return NORMAL_TAIL + beyond;
            }
        }
    }

    /// Draws an exponential number of mean 1 (Ziggurat, 256 layers; the tail is the same distribution, shifted).
    ///
    /// ```
    /// let mut draw = rejudge_stats::Draw::new(1, &["exponential"]);
    /// let mean = (0..10_000).map(|_| draw.exponential()).sum::<f64>() / 10_000.0;
    /// assert!((mean - 1.0).abs() < 0.03);
    /// ```
    #[inline]
    pub fn exponential(&mut self) -> f64 {
        let layers = &*EXPONENTIAL;
        loop {
            let bits = self.bits();
            let layer = (bits & 0xff) as usize;
            let x = ((bits >> 11) | 1) as f64 * STEP * layers.edge[layer];
            if x < layers.edge[layer + 1] {
                return x;
            }
            if let Some(x) = self.exponential_at_edge(layer, x) {
                return x;
            }
        }
    }

    /// Accepts or rejects an abscissa outside the part of its layer that is wholly under the density, or
    /// draws from the tail for layer 0. Returns `None` if the abscissa is rejected.
    #[cold]
    fn exponential_at_edge(&mut self, layer: usize, x: f64) -> Option<f64> {
        if layer == 0 {
            return Some(EXPONENTIAL_TAIL + self.exponential());
        }
        let (low, high) = (EXPONENTIAL.height[layer], EXPONENTIAL.height[layer + 1]);
        (low + (high - low) * self.unit() < libm::exp(-x)).then_some(x)
    }

    /// Draws a gamma number of this shape and scale 1 (G. Marsaglia and W. W. Tsang, A simple method for generating
    /// gamma variables, ACM TOMS 26(3), 2000). If the shape is below 1, we multiply gamma(shape + 1) by `U^(1 /
    /// shape)`, with U uniform; the product may round to 0 if the shape is very small.
    ///
    /// # Panics
    /// If `shape` is not positive and finite.
    ///
    /// ```
    /// let mut draw = rejudge_stats::Draw::new(1, &["gamma"]);
    /// let mean = (0..10_000).map(|_| draw.gamma(2.5)).sum::<f64>() / 10_000.0;
    /// assert!((mean - 2.5).abs() < 0.05);
    /// ```
    pub fn gamma(&mut self, shape: f64) -> f64 {
        let (value, log_factor) = self.gamma_parts(shape);
        if log_factor == 0.0 { value } else { value * libm::exp(log_factor) }
    }

    /// Draws a gamma number as a product: returns a value and the logarithm of a factor in (0, 1]. Only the factor can
    /// be tiny.
    fn gamma_parts(&mut self, shape: f64) -> (f64, f64) {
        assert!(shape > 0.0 && shape.is_finite(), "the shape is {shape}, expected a positive number");
        if shape < 1.0 {
            // U^(1 / shape) = exp(-E / shape) with E exponential.
            let log_factor = -self.exponential() / shape;
            return (self.gamma_from_one(shape + 1.0), log_factor);
        }
        (self.gamma_from_one(shape), 0.0)
    }

    /// Draws a gamma number of shape 1 or more.
    fn gamma_from_one(&mut self, shape: f64) -> f64 {
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let root = 1.0 + c * x;
            if root <= 0.0 {
                continue;
            }
            let v = root * root * root;
            // The first condition accepts most numbers without a logarithm. 1 - unit() is never 0, so its logarithm is
            // finite.
            let u = 1.0 - self.unit();
            let square = x * x;
            if u < 1.0 - 0.0331 * square * square
                || libm::log(u) < 0.5 * square + d * (1.0 - v + libm::log(v))
            {
                return d * v;
            }
        }
    }

    /// Draws shares that sum to 1 from the Dirichlet distribution with these weights. A weight of 0 gives a share of 0
    /// and uses no random number. We normalise the shares as logarithms, because with small weights all of them could
    /// round to 0.
    ///
    /// # Panics
    /// If a weight is negative or not finite, or no weight is positive.
    ///
    /// ```
    /// let shares = rejudge_stats::Draw::new(1, &["grades"]).dirichlet(&[3.0, 1.0, 0.0]);
    /// assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    /// assert_eq!(shares[2], 0.0);
    /// ```
    pub fn dirichlet(&mut self, weights: &[f64]) -> Vec<f64> {
        let mut logs = Vec::with_capacity(weights.len());
        for &weight in weights {
            logs.push(if weight == 0.0 {
                f64::NEG_INFINITY
            } else {
                let (value, log_factor) = self.gamma_parts(weight);
                libm::log(value) + log_factor
            });
        }
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert!(largest > f64::NEG_INFINITY, "no weight is positive");
        let mut shares: Vec<f64> = logs.iter().map(|log| libm::exp(log - largest)).collect();
        let sum: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum);
        shares
    }

    /// Returns the `n` normal scores `Phi^-1((i + 1/2) / n)`, i = 0..n, in random order. No other n numbers
    /// have a smaller Kolmogorov-Smirnov distance from the normal distribution.
    ///
    /// ```
    /// let scores = rejudge_stats::Draw::new(1, &["topics"]).stratified_normals(3);
    /// assert!(scores.contains(&0.0) && scores.iter().sum::<f64>().abs() < 1e-15);
    /// ```
    pub fn stratified_normals(&mut self, n: usize) -> Vec<f64> {
        let mut scores: Vec<f64> =
            (0..n).map(|i| quantile::normal_quantile((i as f64 + 0.5) / n as f64)).collect();
        self.shuffle(&mut scores);
        scores
    }
}
