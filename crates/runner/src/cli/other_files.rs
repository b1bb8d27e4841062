//! Command lines of other tools that mean different things for different files: `compare A B` compares two
//! runs, two judges, or two folders of results.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use rejudge_collections::has_judgments;
use rejudge_report::table::results::Results;

/// Verbs for the agreement of judges.
const AGREEMENT: &[&str] = &[
    "agreement",
    "agree",
    "kappa",
    "cohen",
    "cohens-kappa",
    "krippendorff",
    "judge",
    "judges",
    "judging",
    "llm-judge",
    "compare-judges",
    "irr",
    "iaa",
];

/// Verbs for the correlation of two rankings of the runs.
const CORRELATION: &[&str] = &[
    "tau",
    "kendall",
    "kendall-tau",
    "correlation",
    "correlate",
    "corr",
    "rank-correlation",
    "compare-rankings",
];

/// Verbs for judgments that a shallower pool would have given.
const SHALLOW: &[&str] = &["pool", "qrels", "shallow", "reduce", "truncate", "pool-depth"];

/// Verbs for qrels that are completed with another judge's labels.
const FILL: &[&str] = &["merge", "combine", "fill", "fill-holes", "union"];

/// Options of other tools whose value is one of the files: of judgments, of another judge's labels, or of runs.
const FILE_OPTIONS: &[&str] = &[
    "--qrels",
    "--gold",
    "--truth",
    "--reference",
    "--human",
    "--people",
    "--pred",
    "--predicted",
    "--llm",
    "--model",
    "--judge",
    "--labels",
    "--other",
    "--also",
    "--run",
    "--runs",
    "-q",
];

/// The words after a verb, by what they name.
#[derive(Default)]
struct Sorted {
    judgments: Vec<OsString>,
    runs: Vec<OsString>,
    /// The other words, in their order.
    rest: Vec<OsString>,
}

impl Sorted {
    /// Sorts the words. A path after an option is the option's value and belongs to `rest`, unless the option is one of
    /// [`FILE_OPTIONS`] or a flag of `flags`.
    fn new(words: &[OsString], flags: &[&str]) -> Self {
        let mut sorted = Self::default();
        let mut option: Option<&OsString> = None;
        for word in words {
            let is_option = word.to_string_lossy().starts_with('-');
            let is_file_option = |option: &&OsString| FILE_OPTIONS.iter().any(|name| *option == name);
            let is_value = option.is_some_and(|option| !is_file_option(&option));
            if is_option || is_value || !Path::new(word).exists() {
                sorted.rest.push(word.clone());
            } else {
                // Drop the option before the file, such as `--runs`. Several files may follow one option.
                if option.is_some() {
                    sorted.rest.pop();
                }
                let files =
                    if has_judgments(Path::new(word)) { &mut sorted.judgments } else { &mut sorted.runs };
                files.push(word.clone());
            }
            option = Some(word).filter(|word| is_option && !flags.iter().any(|flag| *word == flag));
        }
        sorted
    }
}

/// Returns the command that a verb means together with the files in `words`. Returns `None` if they suggest
/// no command.
pub fn by_files(verb: &str, words: &[OsString]) -> Option<Vec<OsString>> {
    let word = |text: &str| [OsString::from(text)];
    let bare = |places: usize| words.get(places).is_some_and(|word| !word.to_string_lossy().starts_with('-'));
    if AGREEMENT.contains(&verb) {
        // `judge kappa A B`
        let is_subverb = bare(0) && !Path::new(&words[0]).exists();
        let sorted = Sorted::new(
            &words[usize::from(is_subverb)..],
            &["--kappa", "--cohen", "--weighted", "--confusion"],
        );
        let (people, others) = sorted.judgments.split_first().filter(|(_, others)| !others.is_empty())?;
        let people = [people.clone()];
        let mut rest = sorted.rest.clone();
        // Without runs all coefficients are printed, so `--metric kappa` chooses nothing.
        let is_metric = |word: &OsString| ["--metric", "--metrics", "-m"].iter().any(|name| word == name);
        if let Some(place) = rest.iter().position(is_metric).filter(|_| sorted.runs.is_empty()) {
            rest.drain(place..rest.len().min(place + 2));
        }
        return Some([&word("audit"), &people, &*sorted.runs, &*rest, &word("--also"), others].concat());
    }
    let qrels_options = words.iter().filter(|word| *word == "--qrels").count();
    if CORRELATION.contains(&verb) || (["compare", "eval"].contains(&verb) && qrels_options == 2) {
        let sorted = Sorted::new(words, &["--tau", "--tau-ap", "--kendall"]);
        if let ([people, judge], [_, ..]) = (sorted.judgments.as_slice(), sorted.runs.as_slice()) {
            let (people, judge) = ([people.clone()], [word("--judge"), [judge.clone()]].concat());
            let rest: Vec<OsString> = sorted.rest.into_iter().filter(|word| word != "--tau").collect();
            return Some([&word("eval"), &people, &*sorted.runs, &*rest, &*judge, &word("--tau")].concat());
        }
    }
    if SHALLOW.contains(&verb)
        && !words.iter().any(|word| word == "build" || word.to_string_lossy().contains('('))
    {
        return shallow_pool(words);
    }
    if verb == "pool" {
        let named: Vec<OsString> =
            words.iter().map(|word| with_parameter(word).unwrap_or_else(|| word.clone())).collect();
        if named != words {
            return Some([&word("pool"), &*named].concat());
        }
    }
    if FILL.contains(&verb) {
        let sorted = Sorted::new(words, &[]);
        let ([people, judge], []) = (sorted.judgments.as_slice(), sorted.runs.as_slice()) else {
            return None;
        };
        let also = OsString::from(format!("labels={}", Path::new(judge).display()));
        let (people, also) = ([people.clone()], [word("--also"), [also]].concat());
        return Some([&word("pool"), &people, &word("full(fill=labels)"), &*sorted.rest, &*also].concat());
    }
    by_places(verb, words)
}

/// Returns true if the words begin with an option, or there are none.
pub fn are_options(words: &[OsString]) -> bool {
    words.first().is_none_or(|word| word.to_string_lossy().starts_with('-'))
}

/// Returns `pool QRELS 'pool-depth(depth=K)' --runs RUNS..` for judgments, runs and a depth.
fn shallow_pool(words: &[OsString]) -> Option<Vec<OsString>> {
    let mut sorted = Sorted::new(words, &["--stats"]);
    let [qrels] = sorted.judgments.as_slice() else { return None };
    let is_depth = |word: &OsString| {
        ["--depth", "-d", "-k", "--k", "--top", "--top-k", "--cutoff"].iter().any(|name| word == name)
    };
    let place = sorted.rest.iter().position(is_depth)?;
    let depth: u32 = sorted.rest.get(place + 1)?.to_str()?.parse().ok()?;
    sorted.rest.drain(place..place + 2);
    if sorted.runs.is_empty() {
        return None;
    }
    let head = ["pool".into(), qrels.clone(), format!("pool-depth(depth={depth})").into()];
    Some([&head, &*sorted.rest, &["--runs".into()], &*sorted.runs].concat())
}

/// Returns the command for a verb and files whose places say what they are.
fn by_places(verb: &str, words: &[OsString]) -> Option<Vec<OsString>> {
    let line = |parts: &[&[OsString]]| Some(parts.concat());
    let word = |text: &str| [OsString::from(text)];
    let is_file = |word: &OsString| Path::new(word).is_file();
    let is_of_judgments = |word: &OsString| has_judgments(Path::new(word));
    match (verb, words) {
        ("compare" | "diff", [people, judge, rest @ ..])
            if is_of_judgments(people) && is_of_judgments(judge) && are_options(rest) =>
        {
            line(&[&word("audit"), &words[..1], &word("--also"), &words[1..]])
        }
        ("compare", [before, after, rest @ ..])
            if [before, after].iter().all(|path| Results::new(path).manifest().is_ok())
                && are_options(rest) =>
        {
            line(&[&word("diff"), words])
        }
        ("diff", _) => {
            let is_value = |place: usize| {
                let option = place.checked_sub(1).and_then(|place| words[place].to_str()).unwrap_or_default();
                option.starts_with('-') && !["--qrels", "--runs", "--run"].contains(&option)
            };
            let paths = words.iter().enumerate();
            let paths = paths.filter(|(place, word)| Path::new(word).exists() && !is_value(*place));
            let (judgments, runs): (Vec<&OsString>, Vec<&OsString>) =
                paths.map(|(_, path)| path).partition(|path| is_of_judgments(path));
            let is_compared = words.iter().any(|word| word == "--compare" || word == "--baseline");
            match (judgments.as_slice(), runs.as_slice()) {
                ([_], [_, ..]) if is_compared => line(&[&word("eval"), words]),
                ([_], [one, other]) if is_file(one) && is_file(other) => {
                    line(&[&word("eval"), words, &word("--compare")])
                }
                ([_], [_, ..]) => line(&[&word("eval"), words, &word("--compare"), &word("all")]),
                _ => None,
            }
        }
        ("audit", [people, judge, rest @ ..]) if is_of_judgments(people) && is_of_judgments(judge) => {
            line(&[&word("audit"), &words[..1], rest, &word("--also"), &words[1..2]])
        }
        ("new", [name, qrels, runs, rest @ ..])
            if !Path::new(name).exists() && is_file(qrels) && Path::new(runs).exists() =>
        {
            line(&[
                &word("new"),
                &words[..1],
                &word("--qrels"),
                &words[1..2],
                &word("--runs"),
                &words[2..3],
                rest,
            ])
        }
        ("simulate", [qrels, runs, ..]) if is_file(qrels) && Path::new(runs).exists() => {
            line(&[&word("simulate"), &word("--like"), words])
        }
        _ => None,
    }
}

/// Manipulations by names that people guess, and the parameter that they leave out: theirs, ours, parameter.
const UNNAMED: &[(&str, &str, &str)] = &[
    ("depth", "pool-depth", "depth"),
    ("pool-depth", "pool-depth", "depth"),
    ("top", "pool-depth", "depth"),
    ("sample", "sample", "rate"),
    ("random", "sample", "rate"),
    ("leave-one-team-out", "leave-one-team-out", "team"),
    ("leave-out", "leave-one-team-out", "team"),
    ("loto", "leave-one-team-out", "team"),
    ("take-one-team", "take-one-team", "team"),
];

/// Adds the name of the parameter: returns `pool-depth(depth=5)` for `depth(5)`, and `sample(rate=0.1)` for
/// `sample(10%)`. Returns `None` if the word is not a manipulation of [`UNNAMED`] with one value, or needs no
/// change.
fn with_parameter(word: &OsStr) -> Option<OsString> {
    let (name, value) = word.to_str()?.strip_suffix(')')?.split_once('(')?;
    let (_, ours, parameter) = UNNAMED.iter().find(|(theirs, ..)| *theirs == name)?;
    // `depth(depth=5)` has the parameter.
    let value = if value.contains('=') { value.strip_prefix(parameter)?.strip_prefix('=')? } else { value };
    if value.is_empty() || value.contains([',', '(', '=']) || (name == *ours && word.to_str()?.contains('='))
    {
        return None;
    }
    // `10%` is .1: the exponent is exact, a division is not.
    let value = match value.strip_suffix('%') {
        Some(percent) => format!("{percent}e-2").parse::<f64>().ok()?.to_string(),
        None => value.to_owned(),
    };
    Some(format!("{ours}({parameter}={value})").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_without_a_name_gets_one() {
        for (typed, meant) in [
            ("depth(5)", Some("pool-depth(depth=5)")),
            ("depth(depth=5)", Some("pool-depth(depth=5)")),
            ("sample(10%)", Some("sample(rate=0.1)")),
            ("sample(0.1)", Some("sample(rate=0.1)")),
            ("loto(A b)", Some("leave-one-team-out(team=A b)")),
            ("sample(rate=0.1)", None),
            ("depth()", None),
            ("depth(1,2)", None),
            ("sample(ten%)", None),
            ("full", None),
            ("nothing(5)", None),
        ] {
            assert_eq!(with_parameter(typed.as_ref()), meant.map(OsString::from), "{typed}");
        }
    }
}
