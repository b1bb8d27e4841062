//! Labels of people that are gains, such as means of ratings: each different label becomes a level, whose gain it is.

use std::collections::BTreeMap;
use std::path::Path;

use crate::descriptor::{HIGHEST_LEVEL, Labels};
use crate::error::LoadError;
use crate::file_text::FileText;
use crate::forms::{Kind, as_trec};
use crate::grades::TREC;
use crate::text::{parse_double, read_stored};

/// Returns the level of each label of a file of judgments, for [`QrelsFormat::grades`](crate::descriptor::QrelsFormat), and
/// the gain of each level from 1: the label itself. A label of 0 is level 0, and negative ones mark withheld judgments.
///
/// ```
/// let file = tempfile::NamedTempFile::new()?;
/// std::fs::write(file.path(), "1 0 a 0.5\n1 0 b 2\n1 0 c .50\n1 0 d 0\n1 0 e -1\n")?;
/// let (levels, gains) = rejudge_collections::gains_of_labels(file.path())?;
/// assert_eq!(levels, [("0", 0), (".50", 1), ("0.5", 1), ("2", 2)].map(|(label, level)| (label.to_owned(), level)).into());
/// assert_eq!(gains, [(1, 0.5), (2, 2.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a label is not a number, or there are more different ones than levels.
pub fn gains_of_labels(path: &Path) -> Result<(Labels, Vec<(u8, f64)>), LoadError> {
    let bytes = read_stored(path)?;
    let bytes = as_trec(Kind::Labels, false, path, &bytes)?.unwrap_or(bytes);
    let source = FileText::new(path, &bytes)?;
    let mut by_label: BTreeMap<&str, f64> = BTreeMap::new();
    for line in source.lines() {
        let [.., label] = source.fields::<4>(line, TREC)?;
        let text = source.get(label);
        if text.starts_with('-') || by_label.contains_key(text) {
            continue;
        }
        let gain = parse_double(text.as_bytes()).filter(|gain| gain.is_finite());
        let wrong = || source.error(label, format!("label `{}` is not a number", text.escape_debug()));
        by_label.insert(text, gain.ok_or_else(wrong)?);
    }
    let mut gains: Vec<f64> = by_label.values().copied().filter(|&gain| gain > 0.0).collect();
    gains.sort_by(f64::total_cmp);
    gains.dedup();
    if gains.len() > usize::from(HIGHEST_LEVEL) {
        let (count, place) = (gains.len(), source.lines().next().unwrap_or_default());
        let what = format!("{count} different labels above 0, the limit is {HIGHEST_LEVEL}: round them");
        return Err(source.error(place, what).into());
    }
    let level = |gain: f64| gains.partition_point(|&other| other < gain) as u8 + u8::from(gain > 0.0);
    let labels = by_label.iter().map(|(label, &gain)| ((*label).to_owned(), level(gain))).collect();
    Ok((labels, (1..).zip(gains.iter().copied()).collect()))
}
