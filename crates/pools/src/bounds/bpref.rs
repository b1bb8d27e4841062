//! Bounds of bpref and its forms.

use rejudge_metrics::Metric;

use crate::bounds::interval::{Bounds, Kind};
use crate::bounds::open_list::OpenList;
use crate::bounds::rule::{Resolved, Rule, Setting, word};

/// Bpref is (1/R) Σ I(r) max(0, 1 - n(r)/D), where n(r) is the number of nonrelevant documents above rank r
/// and D depends on the form: min(R, N), R, N or R + 10. (The definition with D = min(R, N) has min(R, n) in
/// place of n. The result is the same: if n ≥ R, then N ≥ R, so D = R and the rank adds 0.) A filling
/// judges every retrieved document. So each hole is either relevant or nonrelevant. If `a` of the M holes are
/// relevant, R grows by `a` and N by M - `a`.
///
/// *Highest.* No document adds more than max(0, 1 - n/D) where n counts only the judged nonrelevant documents
/// above it and D is the greatest over all `a`. This limit never increases down the list, so the limits of
/// any j holes add up to no more than the limits of the first j holes. If j holes down to the last rank are
/// relevant, R grows by j, or by more if holes elsewhere are relevant too. Within a gap (holes at
/// consecutive ranks), the bound is monotone in j, so we evaluate it only at the ends of gaps.
///
/// *Lowest.* A judged relevant document adds at least max(0, 1 - n/D) where n counts every hole above it as
/// nonrelevant. D and R depend on `a`, so we split the range of `a` into 0, 1 to 2, 3 to 6, .. For each part
/// we use its greatest R and its least D, and the bound is the lowest result of any part. (Within a part, D
/// is least at one of the ends, because min(R, N) rises, then falls.)
///
/// The bounds are outer, because a single filling need not have the best (or worst) n, D and R for every
/// document. The form `relative` has no bounds, because its divisor differs from document to document.
#[derive(Debug)]
struct Bpref {
    rel: u8,
    last_rank: u32,
    form: Form,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Min,
    R,
    N,
    Ten,
}

pub(crate) fn resolve(metric: &Metric, setting: &Setting<'_>) -> Resolved {
    let form = match word(metric, "form") {
        "min" | "" => Form::Min,
        "R" => Form::R,
        "N" => Form::N,
        "10" => Form::Ten,
        _ => return Ok(None),
    };
    Ok(Some(Box::new(Bpref { rel: setting.rel(metric), last_rank: setting.last_rank(metric), form })))
}

/// R, N and M (the number of holes) of a topic.
#[derive(Clone, Copy)]
struct Topic {
    relevant: u32,
    nonrelevant: u32,
    holes: u32,
}

impl Form {
    /// Returns D if `filled` holes are relevant.
    fn divisor(self, topic: Topic, filled: u32) -> u32 {
        let (relevant, nonrelevant) = (topic.relevant + filled, topic.nonrelevant + topic.holes - filled);
        match self {
            Self::Min => relevant.min(nonrelevant),
            Self::R => relevant,
            Self::N => nonrelevant,
            Self::Ten => relevant + 10,
        }
    }

    /// Returns the greatest D over all fillings.
    fn greatest_divisor(self, topic: Topic) -> u32 {
        // If this many holes are relevant, R and N are as close to each other as they can be.
        let balanced = (topic.nonrelevant + topic.holes).saturating_sub(topic.relevant) / 2;
        let balanced = balanced.min(topic.holes);
        let candidates = [0, balanced, (balanced + 1).min(topic.holes), topic.holes];
        candidates.into_iter().map(|filled| self.divisor(topic, filled)).max().unwrap_or(0)
    }
}

/// Returns the amount that a relevant document adds to the sum if `above` nonrelevant documents are above it.
fn preference(above: u32, divisor: u32) -> f64 {
    match above {
        0 => 1.0,
        _ if above >= divisor => 0.0,
        _ => 1.0 - f64::from(above) / f64::from(divisor),
    }
}

impl Bpref {
    fn upper(&self, list: &OpenList<'_>, topic: Topic) -> f64 {
        let divisor = self.form.greatest_divisor(topic);
        let judged = list.judged_to(self.last_rank, self.rel);
        let (mut sum, mut holes, mut gaps) = (0.0, 0, list.gaps_to(self.last_rank).peekable());
        for (hits, hit) in (0..).zip(judged.clone()) {
            while let Some(gap) = gaps.next_if(|gap| gap.first < hit.rank) {
                holes = gap.above + gap.holes();
            }
            sum += preference(hit.rank - 1 - hits - holes, divisor);
        }
        // We compare fractions by multiplying, which saves a division per gap.
        let (mut numerator, mut denominator) = (sum, f64::from(topic.relevant));
        if topic.relevant == 0 {
            (numerator, denominator) = (0.0, 1.0);
        }
        let (mut hits, mut judged) = (0, judged.peekable());
        for gap in list.gaps_to(self.last_rank) {
            while judged.next_if(|hit| hit.rank < gap.first).is_some() {
                hits += 1;
            }
            sum += f64::from(gap.holes()) * preference(gap.first - 1 - hits - gap.above, divisor);
            let relevant = f64::from(topic.relevant + gap.above + gap.holes());
            if sum * denominator > numerator * relevant {
                (numerator, denominator) = (sum, relevant);
            }
        }
        numerator / denominator
    }

    fn lower(&self, list: &OpenList<'_>, topic: Topic, room: &mut Vec<f64>) -> f64 {
        let (mut from, mut lowest) = (0_u32, f64::INFINITY);
        // We first push n for each judged relevant document, with every hole counted as nonrelevant; n never
        // decreases down the list. Then we push the prefix sums of these values, starting with 0.
        room.clear();
        let judged = (0..).zip(list.judged_to(self.last_rank, self.rel));
        room.extend(judged.map(|(hits, hit)| f64::from(hit.rank - 1 - hits)));
        let count = room.len();
        let mut sum = 0.0;
        for document in 0..count {
            room.push(sum);
            sum += room[document];
        }
        room.push(sum);
        let (above, sums) = room.split_at(count);
        let without_above = above.partition_point(|&above| above == 0.0);
        while from <= topic.holes && lowest > 0.0 {
            let to = from.saturating_mul(2).min(topic.holes);
            let divisor = self.form.divisor(topic, from).min(self.form.divisor(topic, to));
            // `sum` is Σ (1 - n/D) over the documents with n < D or n = 0.
            let below = above.partition_point(|&above| above < f64::from(divisor)).max(without_above);
            let sum = below as f64 - if divisor == 0 { 0.0 } else { sums[below] / f64::from(divisor) };
            lowest = lowest.min(sum / f64::from(topic.relevant + to));
            from = to + 1;
        }
        lowest
    }
}

impl Rule for Bpref {
    fn kind(&self) -> Kind {
        Kind::Outer
    }

    fn bounds(&self, list: &OpenList<'_>, room: &mut Vec<f64>) -> Bounds {
        let relevant = list.relevant(self.rel);
        let nonrelevant = list.judged_nonrelevant + list.ideal.len() as u32 - relevant;
        let topic = Topic { relevant, nonrelevant, holes: list.holes() };
        let lower = if relevant == 0 { 0.0 } else { self.lower(list, topic, room) };
        Bounds { lower, upper: self.upper(list, topic).min(1.0) }
    }
}
