//! Assigns levels to labels that are gains, such as means of ratings. Each distinct label above 0 gets its
//! own level, and the label is the gain of this level.

use rejudge_metrics::Gains;

/// The distinct labels above 0, in ascending order. The first has level 1.
///
/// ```
/// use rejudge_collections::GainScale;
/// let scale = GainScale::new([2.0, 0.5, 0.0, 0.5].into_iter())?;
/// assert_eq!([0.0, 0.5, 2.0].map(|label| scale.level(label)), [0, 1, 2]);
/// assert_eq!(scale.gains()?.map(|gains| gains.gain(2)), Some(2.0));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct GainScale(Vec<f64>);

impl GainScale {
    /// The largest number of levels above 0. It is 255, because a level is a byte.
    pub(crate) const MAX_LEVELS: usize = u8::MAX as usize;

    /// Creates the scale of these labels, which must be 0 or above. They may be repeated, and come in any
    /// order.
    ///
    /// # Errors
    /// If there are more than 255 distinct labels above 0.
    pub fn new(labels: impl Iterator<Item = f64>) -> Result<Self, String> {
        let mut gains: Vec<f64> = labels.filter(|&label| label > 0.0).collect();
        gains.sort_unstable_by(f64::total_cmp);
        gains.dedup();
        let count = gains.len();
        if count > Self::MAX_LEVELS {
            return Err(format!(
                "{count} different labels above 0, the limit is {}: round them",
                Self::MAX_LEVELS
            ));
        }
        Ok(Self(gains))
    }

    /// Returns the level of a label of the scale. The label 0 has level 0.
    pub fn level(&self, label: f64) -> u8 {
        self.0.partition_point(|&gain| gain < label) as u8 + u8::from(label > 0.0)
    }

    /// Returns the gains of the levels, or `None` if no label is above 0.
    ///
    /// # Errors
    /// If [`Gains::new`] refuses a gain, for example because it is above 1e100.
    pub fn gains(&self) -> Result<Option<Gains>, String> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let gains = Gains::new((1..=u8::MAX).zip(self.0.iter().copied()));
        gains.map(Some).map_err(|error| error.to_string())
    }
}
