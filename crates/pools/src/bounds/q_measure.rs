//! Bounds of Q-measure, and of normalised cumulative utility with uniform stopping, which is the same
//! measure.

use rejudge_metrics::{Family, Gains, Metric};

use crate::bounds::interval::{Bounds, Kind};
use crate::bounds::open_list::{OpenList, RankedLevel};
use crate::bounds::rule::{Resolved, Rule, Setting, number, word};

/// Q = (1/R) Σ I(r) BR(r) with BR(r) = (C(r) + β cg(r)) / (r + β cg_I(r)). Raising the level of a hole at
/// or above r raises the numerator of BR(r) by at least as much as its denominator, and BR ≤ 1, so BR(r)
/// does not fall. Raising the level of a hole below r raises only cg_I(r), so BR(r) does not rise.
///
/// *Highest.* So BR(r) is at most B(r), its value if every hole down to r has the highest level H and every
/// hole below has level 0. With t holes and q judged documents down to r, cg_I(r) is then t gain(H) plus the
/// gains of the ideal list's first q documents. If the holes S are relevant, Q is at most (Σ B over judged
/// relevant documents + Σ_S B) / (R + |S|). The best S contains every hole with a B greater than the
/// quotient, which we find from below (Dinkelbach). If the divisor is min(k, R), we also try all holes.
///
/// *Lowest.* BR(r) is at least its value with only judged documents in the numerator, and with cg_I(r) as
/// if all M holes had the highest level. For a relevant hole, the numerator of this value also counts the
/// hole itself, at the lowest level that has a gain. If the holes outside the list and the holes S of the
/// list are relevant, Q is at least (Σ over judged documents + Σ_S) / (R + holes outside + |S|). The worst
/// S contains the holes with terms less than the quotient.
///
/// The bounds are outer, because a single filling need not make every BR(r) greatest (or least).
#[derive(Debug)]
struct QMeasure {
    gains: Gains,
    /// The weight of C(r): 1, or 0 if β is infinite.
    count_weight: f64,
    /// The weight of cg(r): β, or 1 if β is infinite.
    gain_weight: f64,
    last_rank: u32,
    divisor_limit: u32,
}

pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Resolved {
    let is_uniform = metric.family() == Family::QMeasure || word(metric, "stop") == "u";
    let Some(beta) = number(metric, "beta").filter(|_| is_uniform) else { return Ok(None) };
    let (count_weight, gain_weight) = if beta.is_infinite() { (0.0, 1.0) } else { (1.0, beta) };
    let divisor_limit = match (word(metric, "norm"), metric.cutoff()) {
        ("min", Some(cutoff)) => cutoff,
        _ => u32::MAX,
    };
    Ok(Some(Box::new(QMeasure {
        gains: metric.gains_over(setting.gains)?,
        count_weight,
        gain_weight,
        last_rank: setting.last_rank(metric),
        divisor_limit,
    })))
}

/// Adds up the gains of the ideal list's first documents. Each call of `sum_to` must go at least as far down
/// as the call before.
struct IdealGains<'a> {
    gains: &'a Gains,
    levels: &'a [u8],
    /// The rank down to which `sum` adds up gains.
    last_rank: u32,
    sum: f64,
}

impl IdealGains<'_> {
    /// Returns the sum of the gains down to `rank`.
    fn sum_to(&mut self, rank: u32) -> f64 {
        while self.last_rank < rank {
            let Some(&level) = self.levels.get(self.last_rank as usize) else { return self.sum };
            self.sum += self.gains.gain(level);
            self.last_rank += 1;
        }
        self.sum
    }
}

/// The number of judged documents so far that have a gain, and the sum of their gains.
#[derive(Clone, Copy, Default)]
struct Gained {
    count: f64,
    gain: f64,
}

impl QMeasure {
    fn ideal<'a>(&'a self, list: &OpenList<'a>) -> IdealGains<'a> {
        IdealGains { gains: &self.gains, levels: list.ideal, last_rank: 0, sum: 0.0 }
    }

    fn blend(&self, count: f64, gain: f64) -> f64 {
        self.count_weight * count + self.gain_weight * gain
    }

    /// Returns Σ B over judged documents with a gain, and adds each hole's B to `holes`.
    fn add_upper_ratios(&self, list: &OpenList<'_>, holes: &mut Vec<f64>) -> f64 {
        let (mut gained, mut sum, mut ideal) = (Gained::default(), 0.0, self.ideal(list));
        let top = self.gains.gain(list.top_level);
        // A hole adds this to the numerator and to the denominator.
        let hole = self.blend(1.0, top);
        let mut denominator = |judged: u32| self.blend(f64::from(judged), ideal.sum_to(judged));
        let mut judged = list.judged_to(self.last_rank, self.gains.relevant_from()).peekable();
        let mut filled = 0;
        let mut see = |gained: &mut Gained, hit: RankedLevel, filled: u32, denominator: f64| {
            gained.count += 1.0;
            gained.gain += self.gains.gain(hit.level);
            let hole_part = hole * f64::from(filled);
            sum += (self.blend(gained.count, gained.gain) + hole_part) / (denominator + hole_part);
        };
        for gap in list.gaps_to(self.last_rank) {
            while let Some(hit) = judged.next_if(|hit| hit.rank < gap.first) {
                see(&mut gained, hit, filled, denominator(hit.rank - filled));
            }
            let numerator = self.blend(gained.count, gained.gain);
            let denominator = denominator(gap.first - 1 - gap.above);
            holes.extend((gap.above + 1..=gap.above + gap.holes()).map(|filled| {
                let hole_part = hole * f64::from(filled);
                (numerator + hole_part) / (denominator + hole_part)
            }));
            filled = gap.above + gap.holes();
        }
        for hit in judged {
            see(&mut gained, hit, filled, denominator(hit.rank - filled));
        }
        sum
    }

    /// Returns the sum of the least BR of judged documents with a gain, and adds to `holes` the least BR that
    /// each hole can have if it is relevant.
    fn add_lower_ratios(&self, list: &OpenList<'_>, holes: &mut Vec<f64>) -> f64 {
        let (mut gained, mut sum, mut ideal) = (Gained::default(), 0.0, self.ideal(list));
        let (top, holes_of_list) = (self.gains.gain(list.top_level), list.holes());
        let lowest = self.gains.gain(self.gains.relevant_from());
        let mut denominator = |rank: u32| {
            let filled = rank.min(holes_of_list);
            self.blend(f64::from(rank), f64::from(filled) * top + ideal.sum_to(rank - filled))
        };
        let mut judged = list.judged_to(self.last_rank, self.gains.relevant_from()).peekable();
        let mut see = |gained: &mut Gained, hit: RankedLevel, denominator: f64| {
            gained.count += 1.0;
            gained.gain += self.gains.gain(hit.level);
            sum += self.blend(gained.count, gained.gain) / denominator;
        };
        for gap in list.gaps_to(self.last_rank) {
            while let Some(hit) = judged.next_if(|hit| hit.rank < gap.first) {
                see(&mut gained, hit, denominator(hit.rank));
            }
            let numerator = self.blend(gained.count + 1.0, gained.gain + lowest);
            holes.extend((gap.first..=gap.last).map(|rank| numerator / denominator(rank)));
        }
        for hit in judged {
            see(&mut gained, hit, denominator(hit.rank));
        }
        sum
    }

    fn upper(&self, list: &OpenList<'_>, relevant: u32, room: &mut Vec<f64>) -> f64 {
        room.clear();
        let judged = self.add_upper_ratios(list, room);
        let all_ratios = judged + added(room, |_| true).0;
        let most_relevant = relevant + room.len() as u32;
        if most_relevant == 0 {
            return 0.0;
        }
        let to_limit = all_ratios / f64::from(most_relevant.min(self.divisor_limit));
        let mut quotient = all_ratios / f64::from(most_relevant);
        loop {
            let (sum, count) = added(room, |part| part > quotient);
            let (sum, count) = (judged + sum, relevant + count);
            let next = if count == 0 { quotient } else { sum / f64::from(count) };
            if next <= quotient {
                return quotient.max(to_limit).min(1.0);
            }
            quotient = next;
        }
    }

    fn lower(&self, list: &OpenList<'_>, relevant: u32, room: &mut Vec<f64>) -> f64 {
        room.clear();
        let judged = self.add_lower_ratios(list, room);
        let relevant = relevant + list.holes_beyond(self.last_rank);
        let mut quotient = judged / f64::from(relevant);
        loop {
            let (sum, count) = added(room, |part| part < quotient);
            let (sum, count) = (judged + sum, relevant + count);
            let next = sum / f64::from(count);
            if next >= quotient {
                // The divisor is at most its limit, so the score is at least `judged` divided by this limit.
                return quotient.max(judged / f64::from(self.divisor_limit));
            }
            quotient = next;
        }
    }
}

/// Returns the sum and the number of the chosen parts. There is no branch, because the processor could not predict
/// it, and four sums run side by side, because each addition waits for the one before.
fn added(parts: &[f64], is_chosen: impl Fn(f64) -> bool) -> (f64, u32) {
    let part = |part: f64| if is_chosen(part) { (part, 1.0) } else { (0.0, 0.0) };
    let (mut sums, mut counts) = ([0.0; 4], [0.0; 4]);
    let (fours, rest) = parts.as_chunks::<4>();
    for four in fours {
        for lane in 0..4 {
            let (value, one) = part(four[lane]);
            sums[lane] += value;
            counts[lane] += one;
        }
    }
    for (lane, &last) in rest.iter().enumerate() {
        let (value, one) = part(last);
        sums[lane] += value;
        counts[lane] += one;
    }
    (sums.iter().sum(), counts.iter().sum::<f64>() as u32)
}

impl Rule for QMeasure {
    fn kind(&self) -> Kind {
        Kind::Outer
    }

    fn bounds(&self, list: &OpenList<'_>, room: &mut Vec<f64>) -> Bounds {
        let relevant = list.relevant(self.gains.relevant_from());
        let lower = if relevant == 0 { 0.0 } else { self.lower(list, relevant, room) };
        Bounds { lower, upper: self.upper(list, relevant, room) }
    }
}
