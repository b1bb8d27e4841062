//! P-values adjusted for the number of pairs, and how far differences may be off.

use rayon::prelude::*;
use rejudge_stats::{
    Draw, Matrix, RandomisedTukey, TestResult, TukeyHsd, bonferroni, holm, standard_deviation,
    student_t_critical,
};

use super::{Comparison, Correction};

/// One less the confidence of intervals of differences.
const ALPHA: f64 = 0.05;

/// Of each pair.
#[derive(Clone, Debug)]
pub(super) struct Adjusted {
    /// The p-values.
    pub p: Vec<f64>,
    /// Half the width of the interval of a difference; `None` where one topic says nothing of others.
    pub half_widths: Vec<Option<f64>>,
}

impl Correction {
    /// Whether intervals hold for all pairs at once, and not each by itself.
    pub(super) fn is_of_all(self) -> bool {
        matches!(self, Self::Tukey | Self::RandomisedTukey)
    }
}

impl Comparison<'_> {
    /// Adjusts the results of pairs.
    ///
    /// # Errors
    /// When there is one topic, for corrections that are tests.
    pub(super) fn adjusted(
        &self,
        scores: &Matrix,
        pairs: &[(usize, usize)],
        results: &[TestResult],
    ) -> Result<Adjusted, &'static str> {
        let means = scores.row_means();
        let difference = |&(x, y): &(usize, usize)| means[x] - means[y];
        let plain: Vec<f64> = results.iter().map(|result| result.p).collect();
        let p = match self.correction {
            Correction::Holm => holm(&plain),
            Correction::Bonferroni => bonferroni(&plain),
            Correction::None => plain,
            Correction::Tukey => {
                let tukey = TukeyHsd::of(scores).ok_or("Tukey's HSD needs at least 2 topics")?;
                // Many pairs take seconds.
                let p = pairs.par_iter().map(|pair| tukey.p(difference(pair))).collect();
                let half = tukey.half_width(ALPHA);
                return Ok(Adjusted { p, half_widths: vec![Some(half); pairs.len()] });
            }
            Correction::RandomisedTukey => {
                let mut draw = Draw::new(self.seed, &["eval", "randomised-tukey"]);
                let tukey = RandomisedTukey::draw(scores, self.samples as usize, &mut draw);
                let p = pairs.iter().map(|pair| tukey.p(difference(pair))).collect();
                let half = tukey.half_width(ALPHA);
                return Ok(Adjusted { p, half_widths: vec![Some(half); pairs.len()] });
            }
        };
        let half_widths = pairs.iter().map(|&(x, y)| student(scores.row(x), scores.row(y))).collect();
        Ok(Adjusted { p, half_widths })
    }
}

/// Half of Student's interval of the mean difference of two runs: `t sd(z) / sqrt n` of n - 1 degrees of
/// freedom (Student, Biometrika 6(1), 1908).
fn student(x: &[f64], y: &[f64]) -> Option<f64> {
    let z: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
    let n = z.len() as f64;
    Some(student_t_critical(ALPHA, (n - 1.0).max(1.0)) * standard_deviation(&z)? / n.sqrt())
}
