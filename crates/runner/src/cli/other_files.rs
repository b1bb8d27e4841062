//! Command lines of other tools that mean different things for different files: `compare A B` compares two
//! runs, two judges, or two folders of results.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use rejudge_collections::{has_judgments, is_run_pattern};
use rejudge_report::table::results::Results;
use rejudge_tables::frame::Format;

/// Verbs for the agreement of judges.
const AGREEMENT: &[&str] = &[
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

/// Words for ranking the runs with fewer judgments. They are verbs, or follow a verb of [`TRIES`].
const REDUCED: &[&str] = &[
    "pool",
    "pools",
    "pool-depth",
    "depth",
    "depths",
    "shallow",
    "sample",
    "samples",
    "subsample",
    "sampling",
    "loto",
    "leave-one-out",
    "leave-one-team-out",
];

/// Verbs that people type before or instead of a word of [`REDUCED`].
const TRIES: &[&str] = &[
    "audit",
    "plot",
    "sweep",
    "reduce",
    "robustness",
    "degrade",
    "simulate-pool",
    "rejudge",
    "stability",
    "rescore",
];

/// Options of other tools whose value is a list of depths or of rates, and our option with the same meaning.
const LISTS: &[(&[&str], &str)] = &[
    (&["--depth", "--depths", "--pool-depth", "--pool-depths", "-d", "-k", "--k"], "--depth"),
    (
        &[
            "--rate",
            "--rates",
            "--fraction",
            "--fractions",
            "--sample",
            "--sample-rate",
            "--sampling-rate",
            "--percent",
        ],
        "--rate",
    ),
];

/// File extensions of figures that other tools write.
pub const FIGURES: &[&str] = &["pdf", "png", "eps", "jpg", "jpeg"];

/// Options for measures.
const MEASURES: &[&str] = &["-m", "--measure", "--measures", "--metric", "--metrics"];

/// Options for a number of samples.
const REPEATS: &[&str] =
    &["--repeat", "--repeats", "--trials", "--draws", "--replicates", "--n-trials", "--n-samples"];

/// Verbs for judgments that a shallower pool would have given.
const SHALLOW: &[&str] = &["pool", "qrels", "shallow", "reduce", "truncate", "pool-depth"];

/// Verbs for qrels that are completed with another judge's labels.
const FILL: &[&str] = &["fill", "fill-holes"];

/// Options of other tools whose value is a file: judgments, another judge's labels, or a run.
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
];

/// Options of other tools for people's judgments.
const PEOPLE_OPTIONS: &[&str] = &["--qrels", "--gold", "--truth", "--reference", "--human", "--people"];

/// Words that people type after a verb for judges, as in `judge compare A B`.
const OF_JUDGES: &[&str] =
    &["agreement", "compare", "rank", "bias", "confusion", "eval", "evaluate", "validate", "labels"];

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
            let is_pattern = || is_run_pattern(Path::new(word)) && !word.to_string_lossy().contains('(');
            if is_option || is_value || !(Path::new(word).exists() || is_pattern()) {
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
    if let Some(line) = rescored(verb, words) {
        return Some(line);
    }
    let word = |text: &str| [OsString::from(text)];
    // Of these options, `--qrels` is the only one that names a file for our own verb.
    let is_option = |word: &OsString| word != "--qrels" && FILE_OPTIONS.iter().any(|option| word == option);
    if AGREEMENT.contains(&verb) || verb == "agreement" && words.iter().any(is_option) {
        let is_of_judges = |word: &str| AGREEMENT.contains(&word) || OF_JUDGES.contains(&word);
        let is_subverb = words.first().and_then(|word| word.to_str()).is_some_and(is_of_judges);
        let flags =
            ["--kappa", "--cohen", "--weighted", "--confusion", "--confusion-matrix", "--ci", "--intervals"];
        let sorted = Sorted::new(&words[usize::from(is_subverb && !Path::new(&words[0]).exists())..], &flags);
        // After an option that we do not know, we cannot tell whether a file is its value or a judge.
        if sorted.rest.iter().any(|word| has_judgments(Path::new(word))) {
            return None;
        }
        let is_people = |word: &OsString| PEOPLE_OPTIONS.iter().any(|option| word == option);
        let named = words.windows(2).find(|pair| is_people(&pair[0])).map(|pair| pair[1].clone());
        let people = named.or_else(|| sorted.judgments.first().cloned())?;
        let others: Vec<OsString> =
            sorted.judgments.iter().filter(|file| **file != people).cloned().collect();
        if others.is_empty() {
            return None;
        }
        let (people, others, rest) = ([people], others.as_slice(), &*sorted.rest);
        if !sorted.runs.is_empty() {
            return Some([&word("audit"), &people, &*sorted.runs, rest, &word("--also"), others].concat());
        }
        return Some([&word("agreement"), &people, others, rest].concat());
    }
    let qrels_options = words.iter().filter(|word| *word == "--qrels").count();
    if CORRELATION.contains(&verb) || (["compare", "eval"].contains(&verb) && qrels_options == 2) {
        let sorted = Sorted::new(words, &["--tau", "--tau-ap", "--kendall"]);
        if let ([people, judge], [_, ..]) = (sorted.judgments.as_slice(), sorted.runs.as_slice()) {
            let (people, judge) = ([people.clone()], [word("--judge"), [judge.clone()]].concat());
            // `--tau` may be followed by coefficients.
            let has_tau = sorted.rest.iter().any(|word| word == "--tau");
            let tau = if has_tau { Vec::new() } else { word("--tau").to_vec() };
            return Some([&word("eval"), &people, &*sorted.runs, &*sorted.rest, &*judge, &*tau].concat());
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

/// Returns `rescore QRELS RUNS.. --depth 5,10` for judgments, runs, and a list of depths or rates. One rate is enough if
/// samples are repeated.
fn rescored(verb: &str, words: &[OsString]) -> Option<Vec<OsString>> {
    let is_reduced = |word: &str| REDUCED.contains(&word);
    let has_manipulation = words.iter().any(|word| word == "build" || word.to_string_lossy().contains('('));
    if !(is_reduced(verb) || TRIES.contains(&verb)) || has_manipulation {
        return None;
    }
    let is_subverb = |word: &OsString| word.to_str().is_some_and(is_reduced) && !Path::new(word).exists();
    let first = usize::from(words.first().is_some_and(is_subverb));
    let sorted = Sorted::new(&words[first..], &["--tau", "--kendall", "--json", "--csv"]);
    let [qrels] = sorted.judgments.as_slice() else { return None };
    let is_repeated = sorted.rest.iter().any(|word| REPEATS.iter().any(|name| word == name));
    let (mut rest, mut has_list, mut has_blanks) = (Vec::new(), false, false);
    let mut typed = sorted.rest.iter().peekable();
    while let Some(word) = typed.next() {
        let Some((_, own)) = LISTS.iter().find(|(names, _)| names.iter().any(|name| word == name)) else {
            rest.push(word.clone());
            continue;
        };
        let mut values: Vec<String> = Vec::new();
        while let Some(numbers) = typed.peek().and_then(|word| numbers(word)) {
            has_blanks |= !values.is_empty();
            values.extend(numbers);
            typed.next();
        }
        has_list |= values.len() > 1 || *own == "--rate" && is_repeated;
        // Rates are percentages if the option is `--percent`, if each ends with `%`, or if there are several and each is
        // 1 or more.
        let is_signed = |value: &String| value.ends_with('%');
        let is_large = |value: &String| value.parse::<f64>().is_ok_and(|rate| rate >= 1.0);
        let are_large = values.len() > 1 && values.iter().all(is_large);
        if *own == "--rate" && (word == "--percent" || values.iter().all(is_signed) || are_large) {
            values.iter_mut().for_each(|value| *value = as_share(value));
        }
        rest.extend([OsString::from(*own), values.join(",").into()]);
    }
    // `pool` and `audit` are our own verbs, which write judgments and folders.
    let is_own = first == 0 && (verb == "pool" || verb == "audit");
    // A path without an extension is a folder, and a folder is for judgments.
    if rest.windows(2).any(|pair| is_output(&pair[0]) && Path::new(&pair[1]).extension().is_none()) {
        return None;
    }
    let is_of_measures = || rest.iter().any(|word| MEASURES.iter().any(|name| word == name));
    // An output file such as out.txt or out.tsv may be meant for judgments.
    let writes =
        || rest.windows(2).any(|pair| is_output(&pair[0]) && !is_figure_or_table(Path::new(&pair[1])));
    (has_list
        && !sorted.runs.is_empty()
        && (verb != "rescore" || has_blanks)
        && (!is_own || is_of_measures() && !writes()))
    .then(|| [&["rescore".into(), qrels.clone()], &*sorted.runs, &*rest].concat())
}

/// Returns true if the path's extension is that of a figure, or of a table in a format other than tsv.
fn is_figure_or_table(path: &Path) -> bool {
    let is_figure = path.extension().is_some_and(|ending| FIGURES.iter().any(|figure| ending == *figure));
    is_figure || Format::from_path(path).is_some_and(|format| format != Format::Tsv)
}

/// Returns the numbers of a list such as `5,10,20`, or `None` if the word is not such a list.
fn numbers(word: &OsStr) -> Option<Vec<String>> {
    let numbers: Vec<String> = word.to_str()?.split(',').map(str::to_owned).collect();
    numbers.iter().all(|number| number.trim_end_matches('%').parse::<f64>().is_ok()).then_some(numbers)
}

/// Returns a percentage as a share: `10` and `10%` are `0.1`.
fn as_share(percent: &str) -> String {
    // Parsing the exponent rounds once. A division would round again.
    let share = format!("{}e-2", percent.trim_end_matches('%')).parse::<f64>();
    share.map_or_else(|_| percent.to_owned(), |share| share.to_string())
}

/// Returns true if the word is an option for the output file, as in `-o FILE` or `--output=FILE`.
pub fn is_output(word: &OsStr) -> bool {
    let option = word.to_string_lossy();
    let name = option.split('=').next().unwrap_or_default();
    ["-o", "--output", "--out", "--outfile", "--output-file"].contains(&name)
}

/// Returns true if the words begin with an option, or there are no words.
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

/// Returns the command for a verb and files, if the order of the files shows what they are.
fn by_places(verb: &str, words: &[OsString]) -> Option<Vec<OsString>> {
    let line = |parts: &[&[OsString]]| Some(parts.concat());
    let word = |text: &str| [OsString::from(text)];
    let is_file = |word: &OsString| Path::new(word).is_file();
    let is_of_judgments = |word: &OsString| has_judgments(Path::new(word));
    match (verb, words) {
        ("compare" | "diff", [people, judge, rest @ ..])
            if is_of_judgments(people) && is_of_judgments(judge) && are_options(rest) =>
        {
            line(&[&word("agreement"), words])
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
        ("measures", [qrels, run, ..]) if is_of_judgments(qrels) && Path::new(run).exists() => {
            line(&[&word("eval"), words])
        }
        ("audit", [people, judge, rest @ ..])
            if is_of_judgments(people) && is_of_judgments(judge) && are_options(rest) =>
        {
            line(&[&word("agreement"), &words[..2], rest])
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

/// Names that people guess for a manipulation, our name for it, and the parameter whose name they leave out.
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
    // `depth(depth=5)` already has the name of the parameter.
    let value = if value.contains('=') { value.strip_prefix(parameter)?.strip_prefix('=')? } else { value };
    if value.is_empty() || value.contains([',', '(', '=']) || (name == *ours && word.to_str()?.contains('='))
    {
        return None;
    }
    // `10%` is .1. Parsing the exponent rounds once. A division would round again.
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
