//! Words that people bring along from other tools, and what they are here: what the message says of an
//! unknown verb or option.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Words, and what to type for them.
type Known = (&'static [&'static str], &'static str);

/// Verbs.
const VERBS: &[Known] = &[
    (
        &["compare", "test", "ttest", "t-test", "significance", "sig"],
        "`rejudge eval QRELS RUN.. --compare RUN` compares runs with one of them, `--compare all` each with each",
    ),
    (
        &["score", "evaluate", "trec_eval", "trec-eval", "calc", "measure", "metrics"],
        "`rejudge eval QRELS RUN.. -m AP` scores runs, `rejudge measures` lists the measures",
    ),
    (
        &["loto", "lou", "leave-one-out", "leave-one-team-out", "leave-out"],
        "`rejudge audit QRELS RUNS` leaves out every team in turn, `rejudge pool QRELS leave-one-team-out TEAM` one",
    ),
    (
        &["intervals", "confidence", "ci", "bootstrap"],
        "`rejudge eval QRELS RUN.. --intervals` says how sure means and ranks are",
    ),
    (&["twin", "generate"], "`rejudge simulate` writes a twin"),
    (&["download", "fetch", "get"], "`rejudge data get` fetches public collections"),
];

/// Options.
const OPTIONS: &[Known] = &[
    (&["--baseline", "--base"], "`--compare RUN` compares with a run"),
    (&["--all-pairs", "--pairs", "--pairwise"], "`--compare all` compares each run with each"),
    (&["--by-query", "--by_query", "--per-query", "--perquery"], "`-q` (`--per-topic`) prints each topic"),
    (&["--csv", "--tsv", "--json", "--latex", "--markdown", "--parquet"], "`--format NAME` chooses the form"),
    (
        &["--ci", "--confidence-interval", "--confidence-intervals"],
        "`--intervals` prints confidence intervals",
    ),
    (
        &["--digits", "--places", "--round", "--decimals"],
        "`--format json` has all digits, `--format wide` as many as the topics support",
    ),
    (
        &["--depth", "--pool-depth"],
        "`rejudge pool build --runs RUNS --depth K` makes a pool, `rejudge pool QRELS depth K` cuts judgments",
    ),
    (
        &["--leave-one-team-out", "--loto"],
        "`rejudge pool QRELS --runs RUNS leave-one-team-out TEAM` leaves out a team, `rejudge audit` each in turn",
    ),
    (
        &["-l", "--relevance-level", "--relevance_level", "--level"],
        "`--min-rel` is the level from which a document is relevant",
    ),
    (&["--run"], "`--runs` names files or folders of runs"),
    (&["--measures", "--metric", "--metrics"], "`-m` names a measure"),
];

/// Two options that do not go together, and what does.
const APART: &[([&str; 2], &str)] = &[
    (
        ["--compare", "--intervals"],
        "`--compare` has an interval of each difference already, and takes `--test`, `--correction` and `--estimate`; \
         `--intervals` are of each run by itself: ask for one, then for the other",
    ),
    (
        ["--estimate", "--intervals"],
        "`--estimate` has an interval of each estimate already, and takes `--compare RUN`; `--intervals` go by one \
         set of judgments: ask for one, then for the other",
    ),
];

/// The message with what may stand together, where two options do not.
fn apart(mut error: clap::Error) -> clap::Error {
    let mut words: Vec<&str> = [ContextKind::InvalidArg, ContextKind::PriorArg]
        .into_iter()
        .filter_map(|kind| match error.get(kind) {
            Some(ContextValue::String(word)) => word.split([' ', '=', '[']).next(),
            Some(ContextValue::Strings(words)) => words.first()?.split([' ', '=', '[']).next(),
            _ => None,
        })
        .collect();
    words.sort_unstable();
    if let Some((_, here)) = APART.iter().find(|(pair, _)| *pair == words[..]) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(*here)]));
    }
    error
}

/// The message with what the unknown word is here, where that is known; and without clap's tip to pass an
/// option as a value, which nobody means.
pub fn explained(mut error: clap::Error) -> clap::Error {
    let (kind, known, guess) = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            (ContextKind::InvalidSubcommand, VERBS, ContextKind::SuggestedSubcommand)
        }
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, OPTIONS, ContextKind::SuggestedArg),
        ErrorKind::ArgumentConflict => return apart(error),
        _ => return error,
    };
    let Some(ContextValue::String(word)) = error.get(kind) else { return error };
    let word = word.split('=').next().unwrap_or_default().to_lowercase();
    let here = known.iter().find(|(words, _)| words.contains(&word.as_str())).map(|(_, here)| *here);
    if let Some(ContextValue::StyledStrs(tips)) = error.remove(ContextKind::Suggested) {
        let tips =
            tips.into_iter().filter(|tip| !tip.to_string().starts_with("to pass ")).collect::<Vec<_>>();
        if !tips.is_empty() && here.is_none() {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
        }
    }
    if let Some(here) = here {
        // What is alike by its letters alone leads astray.
        error.remove(guess);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(here)]));
    }
    error
}
