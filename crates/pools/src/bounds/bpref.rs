//! Bounds of bpref and its forms.

use rejudge_metrics::Metric;

use crate::bounds::interval::{Bounds, Kind};
use crate::bounds::open_list::OpenList;
use crate::bounds::rule::{Resolved, Rule, Setting, word};

/// Bpref (1/R) Σ I(r) max(0, 1 - n(r)/D), where n(r) is the number of nonrelevant documents above rank r and
/// D the divisor of the form: min(R, N), R, N or R + 10. (With D = min(R, N), a rank with n ≥ R has N ≥ R and
/// so adds 0, as with min(R, n).) Once every retrieved document is judged, holes count: as relevant
/// documents, or above others as nonrelevant ones. If a of the M holes are relevant, R grows by a and N by
/// M - a.
///
/// *Highest.* No document adds more than max(0, 1 - n/D) with n the judged nonrelevant documents above it
/// alone and D the greatest over all a. For holes that falls from the top, so that no j of them add more
/// than the first j; and R grows by j at least. Within a gap the score so bounded rises or falls throughout:
/// the ends of gaps are looked at.
///
/// *Lowest.* A judged relevant document adds at least max(0, 1 - n/D) with every hole above it nonrelevant.
/// As D and R move with a, its numbers are cut into 0, 1 to 2, 3 to 6, ..: each part has the greatest R and
/// the least D of its own, and the lowest part counts. (D is least at one end: min(R, N) rises, then falls.)
///
/// Outer, because no filling has the n, the D and the R that are best (worst) for every document. No bounds
/// are derived for bpref_relative, whose divisor differs from document to document.
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

/// R, N and M of a topic.
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
    fn greatest(self, topic: Topic) -> u32 {
        // The number of relevant holes at which R and N are equal, or closest.
        let meet = (topic.nonrelevant + topic.holes).saturating_sub(topic.relevant) / 2;
        let meet = meet.min(topic.holes);
        let at = [0, meet, (meet + 1).min(topic.holes), topic.holes];
        at.into_iter().map(|filled| self.divisor(topic, filled)).max().unwrap_or(0)
    }
}

/// Returns the term of a relevant document with `above` nonrelevant ones above it.
fn preference(above: u32, divisor: u32) -> f64 {
    match above {
        0 => 1.0,
        _ if above >= divisor => 0.0,
        _ => 1.0 - f64::from(above) / f64::from(divisor),
    }
}

impl Bpref {
    fn upper(&self, list: &OpenList<'_>, topic: Topic) -> f64 {
        let divisor = self.form.greatest(topic);
        let judged = list.judged_to(self.last_rank, self.rel);
        let (mut sum, mut holes, mut gaps) = (0.0, 0, list.gaps_to(self.last_rank).peekable());
        for (found, known) in (0..).zip(judged.clone()) {
            while let Some(gap) = gaps.next_if(|gap| gap.first < known.rank) {
                holes = gap.above + gap.holes();
            }
            sum += preference(known.rank - 1 - found - holes, divisor);
        }
        // Compared as fractions: a division a gap would cost more than all else.
        let (mut most, mut over) = (sum, f64::from(topic.relevant));
        if topic.relevant == 0 {
            (most, over) = (0.0, 1.0);
        }
        let (mut found, mut judged) = (0, judged.peekable());
        for gap in list.gaps_to(self.last_rank) {
            while judged.next_if(|known| known.rank < gap.first).is_some() {
                found += 1;
            }
            sum += f64::from(gap.holes()) * preference(gap.first - 1 - found - gap.above, divisor);
            let relevant = f64::from(topic.relevant + gap.above + gap.holes());
            if sum * over > most * relevant {
                (most, over) = (sum, relevant);
            }
        }
        most / over
    }

    fn lower(&self, list: &OpenList<'_>, topic: Topic, room: &mut Vec<f64>) -> f64 {
        let (mut from, mut lowest) = (0_u32, f64::INFINITY);
        // n of each judged relevant document, every hole being nonrelevant, which does not fall; and the sums
        // of the first of them.
        room.clear();
        let judged = (0..).zip(list.judged_to(self.last_rank, self.rel));
        room.extend(judged.map(|(found, known)| f64::from(known.rank - 1 - found)));
        let count = room.len();
        let mut sum = 0.0;
        for at in 0..count {
            room.push(sum);
            sum += room[at];
        }
        room.push(sum);
        let (above, sums) = room.split_at(count);
        let alone = above.partition_point(|&above| above == 0.0);
        while from <= topic.holes && lowest > 0.0 {
            let to = from.saturating_mul(2).min(topic.holes);
            let divisor = self.form.divisor(topic, from).min(self.form.divisor(topic, to));
            // Σ (1 - n/D) of those with n < D, or n = 0.
            let below = above.partition_point(|&above| above < f64::from(divisor)).max(alone);
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
        let (relevant, levels) = (list.relevant(self.rel), list.ideal.len() as u32);
        let nonrelevant = list.judged_nonrelevant + levels - relevant;
        let topic = Topic { relevant, nonrelevant, holes: list.holes() };
        let lower = if relevant == 0 { 0.0 } else { self.lower(list, topic, room) };
        Bounds { lower, upper: self.upper(list, topic).min(1.0) }
    }
}
