//! The small pictures of cards, from what the cells say.

use rejudge_figures::SketchForm;

use crate::answers::AGREE;
use crate::numbers::Numbers;

/// Most teams and judges that a small picture names.
const NAMED: usize = 9;

/// The correlations by the main measure over a parameter of the judgments, those of the others faint behind
/// it, with the line that they are held against; the answer lies `at` a place. Of several draws the least is
/// drawn, which the verdicts go by.
pub fn curves(
    numbers: &Numbers<'_>,
    parameter: &str,
    axis: &str,
    told: &[usize],
    at: Option<f64>,
) -> SketchForm {
    let curve = |measure: usize| numbers.curve("tau", parameter, measure).least();
    let others = told.iter().filter(|measure| **measure != 0).map(|measure| curve(*measure));
    SketchForm::Curves {
        main: curve(0),
        others: others.filter(|curve| !curve.is_empty()).collect(),
        line: Some(AGREE),
        at,
        axes: [axis.to_owned(), "tau-b".to_owned()],
        y: None,
    }
}

/// A row of a picture of shares.
pub struct Share {
    /// Of what.
    pub name: String,
    /// The share.
    pub share: f64,
    /// A mark behind it; may be empty.
    pub mark: String,
}

/// A bar a row of what has a name and a share, the largest first; of many the first ones.
pub fn shares(mut rows: Vec<Share>, lines: Vec<(f64, String)>, what: &str) -> SketchForm {
    // Stable: equal ones stay in their order.
    rows.sort_by(|a, b| b.share.total_cmp(&a.share));
    // A row that says how many more there are may as well name the last ones.
    let shown = if rows.len() > NAMED + 3 { NAMED } else { rows.len() };
    let below = match rows.len() - shown {
        0 => String::new(),
        more => match rows[shown..].iter().filter(|row| !row.mark.is_empty()).count() {
            0 => format!("and {more} more {what}, none above these"),
            marked => format!("and {more} more {what}, {marked} of them marked"),
        },
    };
    rows.truncate(shown);
    let bar = |Share { name, share, mark }: Share| (name, share, format!("{:.1}%{mark}", 100.0 * share));
    SketchForm::Bars { bars: rows.into_iter().map(bar).collect(), lines, below }
}

/// Ranks of measures (rows) by criteria (columns), the first the darkest.
pub fn ranks(columns: Vec<String>, rows: Vec<(String, Vec<Option<f64>>)>) -> SketchForm {
    let worst = rows.len().max(2) as f64;
    let cell = |rank: f64| ((worst - rank) / (worst - 1.0), format!("{rank}"));
    let row = |(name, ranks): (String, Vec<Option<f64>>)| {
        (name, ranks.into_iter().map(|rank| rank.map(cell)).collect())
    };
    SketchForm::HeatMap { columns, rows: rows.into_iter().map(row).collect() }
}

/// A bar a row of what has a name and a correlation, the largest first, with the line that they are held
/// against.
pub fn correlations(mut rows: Vec<(String, f64)>, what: &str) -> SketchForm {
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    let more = rows.len().saturating_sub(NAMED);
    let below = if more > 0 { format!("and {more} more {what}, none above these") } else { String::new() };
    rows.truncate(NAMED);
    let bar = |(name, tau): (String, f64)| (name, tau.max(0.0), format!("{tau:.3}"));
    let line = (AGREE, "dashed: .9, where rankings agree".to_owned());
    SketchForm::Bars { bars: rows.into_iter().map(bar).collect(), lines: vec![line], below }
}
