//! Krippendorff's alpha: how far any number of judges agree, each of whom labelled some of the items.
//!
//! K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011.

use crate::Agreement;

/// The coincidence matrix: the number of times that two labels are given to the same item.
///
/// ```text
/// o(c, k) = sum over items of (pairs of labels c and k there, in both orders) / (m - 1)
/// ```
///
/// where m is the number of labels of the item. An item with one label has no information on agreement, so
/// its label is left out and counted. The matrix takes 8 bytes per pair of distinct labels.
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
    /// The labels that are given, each once, in order.
    values: Vec<f64>,
    /// `o(c, k)`, row by row.
    counts: Vec<f64>,
    /// The number of times that each label is given to items that have another label too.
    given: Vec<u64>,
    /// The number of labels that are the only one of their item.
    left_out: u64,
}

/// The distance of two labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// All that differ are equally far.
    Nominal,
    /// The number of labels between them, including half of their own.
    Ordinal,
    /// By their difference.
    Interval,
}

impl Coincidences {
    /// Counts the labels of several judges, one list per judge, all of the same items; `None` is a missing label.
    ///
    /// # Panics
    /// If the lists are of different numbers of items, or a label is not finite.
    pub fn new(judges: &[&[Option<f64>]]) -> Self {
        let items = judges.first().map_or(0, |labels| labels.len());
        assert!(judges.iter().all(|labels| labels.len() == items), "labels of different items");
        let labels = |item: usize| judges.iter().filter_map(move |labels| labels[item]);
        let sizes: Vec<usize> = (0..items).map(|item| labels(item).count()).collect();
        let pairable = |&item: &usize| sizes[item] > 1;
        let mut values: Vec<f64> = (0..items).filter(pairable).flat_map(labels).collect();
        assert!(values.iter().all(|label| label.is_finite()), "labels that are not finite");
        values.sort_by(f64::total_cmp);
        // 0 and -0 are one label.
        values.dedup_by(|a, b| a == b);
        let kinds = values.len();
        let place = |label: f64| values.partition_point(|value| *value < label);

        let (mut counts, mut given) = (vec![0.0; kinds * kinds], vec![0; kinds]);
        // Items with as many labels are counted in whole numbers first, so that their order moves no bit.
        let mut pairs = vec![0_u64; kinds * kinds];
        let mut places = Vec::with_capacity(judges.len());
        for size in 2..=judges.len() {
            pairs.fill(0);
            for item in (0..items).filter(|&item| sizes[item] == size) {
                places.clear();
                places.extend(labels(item).map(place));
                for (before, &one) in places.iter().enumerate() {
                    given[one] += 1;
                    for &other in &places[..before] {
                        pairs[one * kinds + other] += 1;
                        pairs[other * kinds + one] += 1;
                    }
                }
            }
            let shares = pairs.iter().map(|&pairs| pairs as f64 / (size - 1) as f64);
            counts.iter_mut().zip(shares).for_each(|(count, share)| *count += share);
        }
        let left_out = sizes.iter().filter(|&&size| size == 1).count() as u64;
        Self { values, counts, given, left_out }
    }

    /// Returns the number of labels that are compared, `n`.
    pub fn labels(&self) -> u64 {
        self.given.iter().sum()
    }

    /// Returns the number of labels that are the only one of their item.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Krippendorff's alpha, with d the distance and n(c) how often c is given:
    ///
    /// ```text
    /// alpha = 1 - D_o / D_e = 1 - (n - 1) sum_{c<k} o(c, k) d(c, k)^2 / sum_{c<k} n(c) n(k) d(c, k)^2
    /// ```
    ///
    /// D_o is the mean squared distance within items, D_e that of all pairs of labels, whatever their judge
    /// and item. Returns `None` if D_e is 0: there is one distinct label, or none to compare.
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
        let kinds = self.values.len();
        // The position of a label is the middle of its own occurrences among all labels.
        let mut before = 0;
        let middle = |&given: &u64| {
            before += given;
            (2 * before - given) as f64 / 2.0
        };
        let places: Vec<f64> = match distance {
            Distance::Ordinal => self.given.iter().map(middle).collect(),
            Distance::Nominal | Distance::Interval => self.values.clone(),
        };
        let (mut seen, mut chance) = (0.0, 0.0);
        for high in 0..kinds {
            for low in 0..high {
                let apart = if distance == Distance::Nominal { 1.0 } else { places[high] - places[low] };
                seen += apart * apart * self.counts[low * kinds + high];
                chance += apart * apart * (self.given[low] as f64 * self.given[high] as f64);
            }
        }
        (chance > 0.0).then(|| 1.0 - (self.labels() - 1) as f64 * seen / chance)
    }
}

/// Two judges' levels, as numbers.
impl From<&Agreement> for Coincidences {
    fn from(agreement: &Agreement) -> Self {
        let levels = 0..agreement.levels();
        let given = |level| {
            let (one, other) = agreement.given(level);
            one + other
        };
        let both = |one, other| (agreement.count(one, other) + agreement.count(other, one)) as f64;
        Self {
            values: levels.clone().map(|level| level as f64).collect(),
            counts: levels
                .clone()
                .flat_map(|one| levels.clone().map(move |other| both(one, other)))
                .collect(),
            given: levels.clone().map(given).collect(),
            left_out: 0,
        }
    }
}
