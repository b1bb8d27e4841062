//! Suggestions of valid names for unknown ones.

/// Returns the name at the smallest edit distance from `found`, letter case aside, if it is near at all: at
/// most one edit in three letters of the longer word. Of names that are equally near it is the first.
///
/// ```
/// use rejudge_names::nearest;
/// assert_eq!(nearest("relevent", ["relevant", "nonrelevant"]), Some("relevant"));
/// assert_eq!(nearest("ndgc", ["AP", "nDCG"]), Some("nDCG"));
/// // A word of a name, its initials, or its first words.
/// let near = |found| nearest(found, ["kendall-tau", "dual-power", "trec-dl-2019"]);
/// assert_eq!(["tau", "dp", "trec-dl"].map(near), [Some("kendall-tau"), Some("dual-power"), Some("trec-dl-2019")]);
/// // In a name of one or two letters only the case may be wrong: `HR` is not `RR`.
/// assert_eq!(["a", "x", "HR"].map(|found| nearest(found, ["A", "B", "RR"])), [Some("A"), None, None]);
/// ```
pub fn nearest<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.to_lowercase();
    let edits = |name: &str| strsim::damerau_levenshtein(&found, &name.to_lowercase());
    let near = |name: &str, edits: usize| edits * 3 <= found.chars().count().max(name.chars().count());
    let names: Vec<&str> = names.into_iter().collect();
    let by_edits = names.iter().map(|name| (edits(name), *name)).filter(|&(edits, name)| near(name, edits));
    let initials = |name: &str| name.split('-').filter_map(|word| word.chars().next()).collect::<String>();
    let begins = |name: &str| name.strip_prefix(&found).is_some_and(|rest| rest.starts_with('-'));
    let has = |name: &&&str| {
        name.contains('-') && (name.split('-').any(|w| w == found) || initials(name) == found || begins(name))
    };
    by_edits.min_by_key(|&(edits, _)| edits).map(|(_, name)| name).or_else(|| names.iter().find(has).copied())
}

/// Returns the [`nearest`] name, or the one that has the most words of `found`, if it has more than half of them. Words
/// are runs of letters or of digits, and a number may be the end of another one.
///
/// ```
/// use rejudge_names::nearest_by_words;
/// let names = ["buckley-bpref", "trec-dl-2019", "trec-dl-2020", "voorhees-buckley"];
/// let near = |found| nearest_by_words(found, names);
/// assert_eq!(near("dl20-passage"), Some("trec-dl-2020"));
/// assert_eq!(near("trec_dl_2019_passage"), Some("trec-dl-2019"));
/// assert_eq!(near("buckley_voorhees_2004"), Some("voorhees-buckley"));
/// assert_eq!(near("qrels-2020"), None);
/// ```
pub fn nearest_by_words<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let names: Vec<&str> = names.into_iter().collect();
    let wanted = words(found);
    let shared = |name: &str| {
        let words = words(name);
        wanted.iter().filter(|wanted| words.iter().any(|word| is_word_of(wanted, word))).count()
    };
    // `max_by_key` would return the last of several.
    let most = || names.iter().copied().min_by_key(|name| std::cmp::Reverse(shared(name)));
    let by_words = || most().filter(|name| shared(name) * 2 > wanted.len());
    nearest(found, names.iter().copied()).or_else(by_words)
}

/// Returns the words and numbers of a name, in lower case: `nDCG@10` gives `ndcg` and `10`.
fn words(name: &str) -> Vec<String> {
    let (mut words, mut last) = (Vec::<String>::new(), None);
    for c in name.to_lowercase().chars() {
        let kind = c.is_alphanumeric().then(|| c.is_ascii_digit());
        if kind.is_some() && kind != last {
            words.push(String::new());
        }
        if kind.is_some()
            && let Some(word) = words.last_mut()
        {
            word.push(c);
        }
        last = kind;
    }
    words
}

/// Returns true if the words are the same, or numbers and `found` is the end of `word`, as 19 is of 2019.
fn is_word_of(found: &str, word: &str) -> bool {
    let is_number =
        found.len() > 1 && [found, word].iter().all(|word| word.bytes().all(|b| b.is_ascii_digit()));
    found == word || (is_number && word.ends_with(found))
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
