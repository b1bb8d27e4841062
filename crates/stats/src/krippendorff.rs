//! Krippendorff's alpha: the agreement of several judges. A judge need not label all items.
//!
//! K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011.

use crate::Agreement;

/// The coincidence matrix, which counts for each pair of labels how often an item has both.
///
/// ```text
/// o(c, k) = sum over items of (pairs of labels c and k there, in both orders) / (m - 1)
/// ```
///
/// where m is the number of labels that the item has. An item with one label says nothing about agreement, so
/// we leave it out and count it in [`left_out`](Self::left_out). For n distinct labels the matrix takes 8 n^2
/// bytes.
///
/// ```
/// use rejudge_stats::{Coincidences, Distance};
/// // Krippendorff's example C: four observers, twelve units, labels missing.
/// let judge = |labels: &str| -> Vec<Option<f64>> {
///     labels.chars().map(|label| label.to_digit(10).map(f64::from)).collect()
/// };
/// let judges = ["123321412...", "1233224125.3", ".333234225 1.", "1233244125 1."];
/// let judges = judges.map(|labels| judge(&labels.replace(' ', "")));
/// let coincidences = Coincidences::new(&judges.each_ref().map(Vec::as_slice));
/// assert_eq!((coincidences.labels(), coincidences.left_out()), (40, 1));
/// let alpha = |distance| (1000.0 * coincidences.alpha(distance).unwrap()).round() / 1000.0;
/// assert_eq!(alpha(Distance::Nominal), 0.743);
/// assert_eq!(alpha(Distance::Ordinal), 0.815);
/// assert_eq!(alpha(Distance::Interval), 0.849);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Coincidences {
    /// The distinct labels, in order.
    values: Vec<f64>,
    /// `o(c, k)`, row by row.
    counts: Vec<f64>,
    /// `n(c)`: how often each label occurs in items with at least two labels.
    frequencies: Vec<u64>,
    /// The number of items with only one label.
    left_out: u64,
}

/// The distance between two labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// All different labels are equally far from each other.
    Nominal,
    /// The number of labels between the two, including half of the labels equal to either.
    Ordinal,
    /// The difference of the labels.
    Interval,
}

impl Coincidences {
    /// Counts the labels of several judges. Each list contains a judge's labels for all items, with `None` for a
    /// missing label.
    ///
    /// # Panics
    /// If the lists have different lengths, or a label of an item with at least two labels is not finite.
    pub fn new(judges: &[&[Option<f64>]]) -> Self {
        let items = judges.first().map_or(0, |labels| labels.len());
        assert!(
            judges.iter().all(|labels| labels.len() == items),
            "the judges have different numbers of items"
        );
        let labels = |item: usize| judges.iter().filter_map(move |labels| labels[item]);
        let sizes: Vec<usize> = (0..items).map(|item| labels(item).count()).collect();
        let is_pairable = |&item: &usize| sizes[item] > 1;
        let mut values: Vec<f64> = (0..items).filter(is_pairable).flat_map(labels).collect();
        assert!(values.iter().all(|label| label.is_finite()), "a label is not finite");
        values.sort_by(f64::total_cmp);
        // 0 and -0 are the same label.
        values.dedup_by(|a, b| a == b);
        let distinct = values.len();

        let (mut counts, mut frequencies) = (vec![0.0; distinct * distinct], vec![0; distinct]);
        // We count items with the same number of labels together, as integers, so that the result does not depend on
        // the order of the items.
        let mut pairs = vec![0_u64; distinct * distinct];
        let mut indices = Vec::with_capacity(judges.len());
        for size in 2..=judges.len() {
            pairs.fill(0);
            for item in (0..items).filter(|&item| sizes[item] == size) {
                indices.clear();
                indices.extend(labels(item).map(|label| values.partition_point(|value| *value < label)));
                for (count_before, &label) in indices.iter().enumerate() {
                    frequencies[label] += 1;
                    for &earlier in &indices[..count_before] {
                        pairs[label * distinct + earlier] += 1;
                        pairs[earlier * distinct + label] += 1;
                    }
                }
            }
            let shares = pairs.iter().map(|&pairs| pairs as f64 / (size - 1) as f64);
            counts.iter_mut().zip(shares).for_each(|(count, share)| *count += share);
        }
        let left_out = sizes.iter().filter(|&&size| size == 1).count() as u64;
        Self { values, counts, frequencies, left_out }
    }

    /// Returns `n`, the number of labels in items with at least two labels.
    pub fn labels(&self) -> u64 {
        self.frequencies.iter().sum()
    }

    /// Returns the number of items with only one label.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Returns Krippendorff's alpha, where d is the distance and n(c) the number of times that label c occurs:
    ///
    /// ```text
    /// alpha = 1 - D_o / D_e = 1 - (n - 1) sum_{c<k} o(c, k) d(c, k)^2 / sum_{c<k} n(c) n(k) d(c, k)^2
    /// ```
    ///
    /// D_o is the mean squared distance between labels of the same item, and D_e is the mean squared distance
    /// over all pairs of labels. Returns `None` if D_e is 0, because there are fewer than two distinct
    /// labels.
    ///
    /// ```
    /// use rejudge_stats::{Coincidences, Distance};
    /// let one = [0.0, 1.0, 2.0, 3.0, 3.0].map(Some);
    /// let other = [0.0, 1.0, 2.0, 3.0, 2.0].map(Some);
    /// let coincidences = Coincidences::new(&[&one, &other]);
    /// // o(2, 3) = 1; n = 2 2 3 3: 1 - 9 * 1 / (4+6+6+6+6+9).
    /// assert_eq!(coincidences.alpha(Distance::Nominal), Some(1.0 - 9.0 / 37.0));
    /// assert_eq!(Coincidences::new(&[&[Some(1.0)], &[Some(1.0)]]).alpha(Distance::Ordinal), None);
    /// assert_eq!(Coincidences::new(&[&one]).alpha(Distance::Nominal), None);
    /// ```
    pub fn alpha(&self, distance: Distance) -> Option<f64> {
        let distinct = self.values.len();
        // The position of an ordinal label is the middle of its occurrences in the sorted list of all labels.
        let mut positions = self.values.clone();
        if distance == Distance::Ordinal {
            let mut below = 0;
            for (position, frequency) in positions.iter_mut().zip(&self.frequencies) {
                *position = (2 * below + frequency) as f64 / 2.0;
                below += frequency;
            }
        }
        let (mut observed, mut expected) = (0.0, 0.0);
        for high in 0..distinct {
            for low in 0..high {
                let difference =
                    if distance == Distance::Nominal { 1.0 } else { positions[high] - positions[low] };
                let squared = difference * difference;
                observed += squared * self.counts[low * distinct + high];
                expected += squared * (self.frequencies[low] as f64 * self.frequencies[high] as f64);
            }
        }
        (expected > 0.0).then(|| 1.0 - (self.labels() - 1) as f64 * observed / expected)
    }
}

/// Converts the levels of two judges to a coincidence matrix with the level numbers as labels. `left_out` is
/// 0, because an [`Agreement`] does not distinguish items with one label from items without labels.
impl From<&Agreement> for Coincidences {
    fn from(agreement: &Agreement) -> Self {
        let levels = agreement.levels();
        let mut coincidences = Self {
            values: (0..levels).map(|level| level as f64).collect(),
            counts: Vec::with_capacity(levels * levels),
            frequencies: Vec::with_capacity(levels),
            left_out: 0,
        };
        for level in 0..levels {
            let (by_first, by_second) = agreement.label_counts(level);
            coincidences.frequencies.push(by_first + by_second);
            for other in 0..levels {
                let count = agreement.count(level, other) + agreement.count(other, level);
                coincidences.counts.push(count as f64);
            }
        }
        coincidences
    }
}
