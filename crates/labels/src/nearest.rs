//! What was probably meant by a name that nobody knows.

/// The name most like `found`, when it is like enough to be a slip of the finger.
///
/// ```
/// assert_eq!(rejudge_labels::nearest("relevent", ["relevant", "nonrelevant"]), Some("relevant"));
/// assert_eq!(rejudge_labels::nearest("x", ["relevant", "nonrelevant"]), None);
/// ```
pub fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.to_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&found, &name.to_lowercase());
    let (steps, name) = names.into_iter().map(|name| (distance(name), name)).min_by_key(|&(d, _)| d)?;
    // Of a name of one or two characters only the case may be wrong: `A` is not meant by `X`.
    let most = match name.chars().count() {
        0..=2 => 0,
        length => 1 + length / 3,
    };
    (steps <= most).then_some(name)
}

/// ` (did you mean ..?)`, or nothing.
pub(crate) fn meant(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

/// `names` quoted and parted by commas.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
