//! Suggestions of valid names for unknown ones.

/// Returns the name at the smallest edit distance from `found`, letter case aside, if it is near at all: at
/// most one edit in three letters of the longer word, or a single one. Of names that are equally near it is
/// the first.
///
/// ```
/// use rejudge_names::nearest;
/// assert_eq!(nearest("relevent", ["relevant", "nonrelevant"]), Some("relevant"));
/// assert_eq!(nearest("ndgc", ["AP", "nDCG"]), Some("nDCG"));
/// // A word of a name, its initials, or its first words.
/// let near = |found| nearest(found, ["kendall-tau", "dual-power", "trec-dl-2019"]);
/// assert_eq!(["tau", "dp", "trec-dl"].map(near), [Some("kendall-tau"), Some("dual-power"), Some("trec-dl-2019")]);
/// // Of a name of one letter only the case may be wrong.
/// assert_eq!(["a", "x"].map(|found| nearest(found, ["A", "B"])), [Some("A"), None]);
/// ```
pub fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.to_lowercase();
    let edits = |name: &str| strsim::damerau_levenshtein(&found, &name.to_lowercase());
    let near = |name: &str, edits: usize| {
        let longer = found.chars().count().max(name.chars().count());
        edits * 3 <= longer || (edits == 1 && longer > 1)
    };
    let names: Vec<&str> = names.into_iter().collect();
    let by_edits = names.iter().map(|name| (edits(name), *name)).filter(|&(edits, name)| near(name, edits));
    let initials = |name: &str| name.split('-').filter_map(|word| word.chars().next()).collect::<String>();
    let begins = |name: &str| name.strip_prefix(&found).is_some_and(|rest| rest.starts_with('-'));
    let has = |name: &&&str| {
        name.contains('-') && (name.split('-').any(|w| w == found) || initials(name) == found || begins(name))
    };
    by_edits.min_by_key(|&(edits, _)| edits).map(|(_, name)| name).or_else(|| names.iter().find(has).copied())
}

/// Returns ` (did you mean ..?)`, or nothing if no name is near.
///
/// ```
/// use rejudge_names::{meant, nearest};
/// assert_eq!(meant(nearest("RPB", ["AP", "RBP"])), " (did you mean `RBP`?)");
/// assert_eq!(meant(nearest("x", ["AP", "RBP"])), "");
/// ```
pub fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}
