//! Suggestions of valid names for unknown ones.

/// Returns the name with the fewest edits from `typed`, ignoring case. A name counts only if there is at
/// most one edit for every three letters of the name or of `typed`, whichever is longer. If several names
/// have the fewest edits, returns the first of them.
///
/// If no name is that near, returns the first name with a hyphen that has `typed`, in lower case, as one of
/// its words or as its initials, or that begins with `typed` and a hyphen.
///
/// ```
/// use rejudge_names::nearest;
/// assert_eq!(nearest("relevent", ["relevant", "nonrelevant"]), Some("relevant"));
/// assert_eq!(nearest("ndgc", ["AP", "nDCG"]), Some("nDCG"));
/// let near = |typed| nearest(typed, ["kendall-tau", "dual-power", "trec-dl-2019"]);
/// assert_eq!(["tau", "dp", "trec-dl"].map(near), [Some("kendall-tau"), Some("dual-power"), Some("trec-dl-2019")]);
/// // If the name and the typed text have at most two letters, only the case may differ: `HR` is not `RR`.
/// assert_eq!(["a", "x", "HR"].map(|typed| nearest(typed, ["A", "B", "RR"])), [Some("A"), None, None]);
/// ```
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let names: Vec<&str> = names.into_iter().collect();
    let edits = names.iter().map(|name| (strsim::damerau_levenshtein(&typed, &name.to_lowercase()), *name));
    let is_near =
        |(edits, name): &(usize, &str)| edits * 3 <= typed.chars().count().max(name.chars().count());
    if let Some((_, name)) = edits.filter(is_near).min_by_key(|(edits, _)| *edits) {
        return Some(name);
    }
    let initials = |name: &str| name.split('-').filter_map(|word| word.chars().next()).collect::<String>();
    let begins_with_typed = |name: &str| name.strip_prefix(&typed).is_some_and(|rest| rest.starts_with('-'));
    names.into_iter().find(|name| {
        let has_word = || name.split('-').any(|word| word == typed);
        name.contains('-') && (has_word() || initials(name) == typed || begins_with_typed(name))
    })
}

/// Returns the [`nearest`] name, or else the name that has the most words of `typed`, if it has more than
/// half of them. A word is a sequence of letters or of digits. A number of two or more digits in `typed` also
/// matches a longer number that ends with it: `19` matches `2019`.
///
/// If `typed` begins with a word of at least five letters, such as an author's name, a single shared word is
/// enough, unless the name contains a number: `buckley2004` gives `buckley-bpref`.
///
/// ```
/// use rejudge_names::nearest_by_words;
/// let names = ["buckley-bpref", "trec-dl-2019", "trec-dl-2020", "voorhees-buckley"];
/// let near = |typed| nearest_by_words(typed, names);
/// assert_eq!(near("dl20-passage"), Some("trec-dl-2020"));
/// assert_eq!(near("trec_dl_2019_passage"), Some("trec-dl-2019"));
/// assert_eq!(near("buckley_voorhees_2004"), Some("voorhees-buckley"));
/// assert_eq!(near("qrels-2020"), None);
/// assert_eq!(near("buckley2004"), Some("buckley-bpref"));
/// ```
pub fn nearest_by_words<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let names: Vec<&str> = names.into_iter().collect();
    if let Some(name) = nearest(typed, names.iter().copied()) {
        return Some(name);
    }
    let typed_words = words(typed);
    let shared_words = |name: &str| {
        let words = words(name);
        typed_words.iter().filter(|typed| words.iter().any(|word| matches_word(typed, word))).count()
    };
    // If several names share the most words with `typed`, this finds the first of them. `max_by_key` would
    // find the last.
    let best = names.into_iter().min_by_key(|name| std::cmp::Reverse(shared_words(name)))?;
    if shared_words(best) * 2 > typed_words.len() {
        return Some(best);
    }
    // `typed` may be an author and a year. If the name contains a number, this is probably a different year.
    let is_author =
        |word: &String| word.chars().count() >= MIN_AUTHOR && word.chars().all(char::is_alphabetic);
    let has_number = words(best).iter().any(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    (shared_words(best) > 0 && typed_words.first().is_some_and(is_author) && !has_number).then_some(best)
}

/// The fewest letters of a first word that may be an author's name.
const MIN_AUTHOR: usize = 5;

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

/// Returns true if the words are equal, or if both are numbers and `typed`, which has two or more digits, is
/// the end of `word`, as in 19 and 2019.
fn matches_word(typed: &str, word: &str) -> bool {
    let are_numbers =
        typed.len() > 1 && [typed, word].iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    typed == word || (are_numbers && word.ends_with(typed))
}

/// Returns ` (did you mean ..?)`, or an empty text if no name is near.
///
/// ```
/// use rejudge_names::{meant, nearest};
/// assert_eq!(meant(nearest("RPB", ["AP", "RBP"])), " (did you mean `RBP`?)");
/// assert_eq!(meant(nearest("x", ["AP", "RBP"])), "");
/// ```
pub fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}
