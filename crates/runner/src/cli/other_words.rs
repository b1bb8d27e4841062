//! Words of other tools and what to type instead, for the message about an unknown verb or option.

use std::ffi::OsString;
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, FromArgMatches};
use rejudge_names::nearest;

use super::args::{Args, Command as Verb};
use super::pool::{Build, PoolVerb};

/// The tip about scoring runs.
const SCORES: &str = "`rejudge eval QRELS RUN.. -m AP` scores runs, `rejudge measures` lists the measures";

/// The tip about pools and their depth.
const DEPTH: &str = "`rejudge pool build RUNS --depth K` makes a pool, `rejudge pool QRELS 'pool-depth(depth=K)' --runs RUNS` cuts \
    judgments, and `--pool-depth K` says how deep teams contributed";

/// The tip about comparing judges.
const JUDGES: &str = "`rejudge audit QRELS RUNS --also NAME=LABELS` compares the labels of another judge with the qrels, without RUNS only their \
     agreement (kappa)";

/// The tip about comparing runs.
const COMPARES: &str = "`rejudge eval QRELS RUN.. --compare RUN` compares runs with one of them, `--compare all` all pairs: by a \
    t-test unless `--test` names another, with Holm's correction";

/// The tip about leaving out a team.
const LEAVE_OUT: &str = "`rejudge audit QRELS RUNS --depth K` leaves out every team in turn, `rejudge pool QRELS \
    'leave-one-team-out(team=A)' --runs RUNS --pool-depth K -o FILE` one";

/// Words that users of other tools type as a verb, or with two dashes as an option, and the tip for each.
const WORDS: &[(&[&str], &str)] = &[
    (&["compare", "test", "ttest", "t-test", "significance", "sig", "stat-test"], COMPARES),
    (&["all-pairs", "pairs", "pairwise"], COMPARES),
    (
        &["wins", "losses", "win-loss", "win-tie-loss", "wins-losses"],
        "`rejudge eval QRELS RUN.. --compare RUN` counts the topics on which each run wins, ties and loses",
    ),
    (&["score", "evaluate", "trec_eval", "trec-eval", "calc", "measure", "metrics"], SCORES),
    (&["loo", "loto", "lou", "leave-one-out", "leave-one-team-out", "leave-out"], LEAVE_OUT),
    (&["leave-out-team", "drop-team", "exclude-team", "without-team"], LEAVE_OUT),
    (
        &["intervals", "confidence", "ci", "bootstrap", "confidence-interval", "confidence-intervals"],
        "`rejudge eval QRELS RUN.. --intervals` prints confidence intervals of means and ranks, `--intervals=bootstrap` by a \
         bootstrap; `--compare RUN --test bootstrap` tests a difference",
    ),
    (&["twin", "generate"], "`rejudge simulate` writes a twin"),
    (&["download", "fetch", "get"], "`rejudge data get` fetches public collections"),
    (
        &["merge", "join", "cat", "concat"],
        "`cat PART.. | rejudge eval QRELS -` scores a run whose topics are in several files; shards share a cache, \
         and `rejudge run EXPERIMENT --cached` writes its results",
    ),
    (
        &["plot", "draw", "figure", "chart", "svg"],
        "`rejudge eval QRELS RUN.. -o FILE.svg` draws scores; `rejudge audit` and `rejudge run` draw figures for their pages",
    ),
    (
        &["sample", "subsample", "qrels", "rate", "sampling-rate"],
        "`rejudge pool QRELS 'sample(rate=0.1)' --seed 42 -o FILE` keeps a random tenth of the judgments, but at least \
         1 relevant and 10 nonrelevant documents a topic",
    ),
    (
        &["tau", "kendall", "kendall-tau", "correlation", "corr", "correlate"],
        "the report of `rejudge audit QRELS RUNS -m 'AP nDCG@10'` has Kendall's tau between the rankings of the runs by the \
         first measure and by each other one, and with `--also NAME=QRELS` by other judgments",
    ),
    (&["agreement", "agree", "kappa", "judge", "judges", "llm", "compare-judges"], JUDGES),
    (
        &["reusability", "reusable", "reuse", "coverage", "judged", "unjudged"],
        "`rejudge audit QRELS RUNS --new-run RUN` says whether the judgments can score a new run",
    ),
    (
        &["stats", "info", "describe"],
        "`rejudge audit QRELS RUNS` describes a collection, `rejudge pool QRELS full --stats -o /dev/null` only counts judgments",
    ),
    (
        &["reproduce", "replicate", "repeat"],
        "`rejudge eval QRELS RUN --reproduces ORIGINAL` compares a run with the run that it reproduces; `rejudge run EXPERIMENT` \
         repeats a paper's experiment, `rejudge list` lists them",
    ),
    (&["status"], "`rejudge plan EXPERIMENT` shows which cells are in the cache and which are missing"),
    (
        &["dry-run", "dryrun", "preview"],
        "`rejudge plan EXPERIMENT` shows what `rejudge run` would compute, and writes nothing",
    ),
    (
        &["clean", "clear", "purge", "prune", "rm", "cache", "no-cache", "force", "overwrite"],
        "finished cells are in the folder .rejudge/cache, or in the one that REJUDGE_CACHE names: remove it, or name another \
         one with `rejudge run EXPERIMENT --cache DIR`, to compute them again",
    ),
    (
        &["resume", "continue", "restart", "rerun"],
        "start `rejudge run EXPERIMENT` again: it computes only what is missing",
    ),
    (
        &["lint", "verify", "check-run", "check-input", "valid", "sanity-check"],
        "`rejudge validate RUN..` checks runs; `rejudge data verify NAME` checks a collection's files, `rejudge plan FILE.yaml` an \
         experiment",
    ),
    (
        &["fuse", "fusion", "rrf", "interpolate", "rerank", "search", "index", "retrieve"],
        "rejudge scores runs, it does not make or fuse them: `rejudge eval QRELS RUN.. -m AP`",
    ),
    (
        &["convert", "transform", "to-trec", "export"],
        "files of other tools are read as they are; `rejudge pool QRELS full -o FILE` writes judgments in TREC format",
    ),
    (
        &["init", "create", "setup"],
        "`rejudge new NAME --qrels QRELS --runs RUNS` makes an experiment on your collection",
    ),
    (
        &["ls", "show", "view"],
        "`rejudge list` lists experiments, `rejudge data list` collections, `rejudge measures` measures",
    ),
    (&["html", "page"], "`rejudge audit QRELS RUNS` and `rejudge report EXPERIMENT` write an HTML page"),
    (
        &["cutoff", "cutoffs", "top", "top-k", "topk", "k"],
        "`-m nDCG@10` has a cutoff, `-M 10` cuts all rankings",
    ),
    (
        &["ndcg", "map", "mrr", "recall", "precision-at"],
        "`-m 'AP nDCG@10 RR R@100'` names measures, `rejudge measures` lists them",
    ),
    (
        &["csv", "tsv", "json", "latex", "markdown", "parquet", "f", "fmt", "output-format", "outfmt"],
        "`--format csv`, tsv, json, latex, markdown or parquet of `rejudge eval`, or `-o` with a file of that ending, chooses the form",
    ),
    (
        &["remove-unjudged", "ignore-unjudged", "skip-unjudged", "drop-unjudged", "condensed-list", "holes"],
        "`-J` (`--judged-only`) of `rejudge eval` removes unjudged documents from the runs; `-m Judged@10` is their share",
    ),
    (
        &["missing-topics", "ignore-missing", "allow-missing", "intersect"],
        "`--topics run` averages over the topics that each run has, `--topics intersection` over those that all runs have",
    ),
    (
        &["threshold", "relevance-threshold", "rel-threshold", "relevance", "rel"],
        "`-l LEVEL` (`--min-rel`) names the lowest level that is relevant, for one measure `AP(rel=2)`",
    ),
    (
        &["alpha", "level", "significance-level"],
        "`--compare` prints p-values, and marks p < .05, .01 and .001",
    ),
    (
        &["verbose", "v", "debug"],
        "REJUDGE_LOG=info in the environment shows what is read; `--version` prints the version",
    ),
    (&["version"], "`rejudge --version` prints the version"),
    (&["order", "sort-by", "order-by"], "`--sort MEASURE` of `rejudge eval` orders the runs"),
    (
        &["leaderboard", "rank", "ranking", "rankings", "best", "top-runs", "tied", "ties"],
        "`rejudge eval QRELS RUN.. -m AP --sort AP --format wide` ranks runs, `--intervals` says which of them may be the best",
    ),
    (
        &["unique", "uniques", "unique-relevant", "contribution", "contributions", "contributed"],
        "`rejudge pool QRELS full --runs RUNS --teams TEAMS --stats -o /dev/null` counts the documents that only one team contributed",
    ),
    (
        &["fail-under", "fail-below", "min-score", "gate", "assert", "ci-check"],
        "`rejudge eval QRELS RUN BASE --compare BASE --allow 'nDCG@10:.01'` ends with 4 if a run is worse than BASE by more than .01",
    ),
    (
        &["expected", "expectation", "published", "reported"],
        "`rejudge eval QRELS RUN.. --expect FILE` compares scores with a table of them: a column `run` and one for each measure",
    ),
    (
        &["binarize", "binarise", "binary", "to-binary"],
        "rejudge does not write binary judgments: `-l LEVEL` (`--min-rel`) of `rejudge eval` scores with a lowest relevant level, and awk \
         '{ $4 = ($4 >= 2) } 1' QRELS writes them",
    ),
    (
        &["one-sided", "one-tailed", "tail", "two-sided", "two-tailed", "sided"],
        "`rejudge eval QRELS RUN.. --compare RUN --alternative greater` tests whether the runs are better than RUN, `less` whether they are worse",
    ),
    (
        &["places", "round", "decimals", "precision", "p"],
        "`--digits 3` of `rejudge eval` rounds tables for people, `--format json` has all digits",
    ),
    (
        &["threads", "num-threads", "n-jobs", "workers"],
        "`--jobs N` of `rejudge audit` and `rejudge run` sets the number of threads; other verbs read RAYON_NUM_THREADS=N",
    ),
    (&["adjust", "adjustment"], "`--correction NAME` adjusts p-values for the number of pairs"),
    (&["run"], "`--runs` names files or folders of runs"),
    (
        &["summary", "summarise", "summarize", "average", "means"],
        "`rejudge eval QRELS RUN..` prints the mean of each run by each measure, with `-q` also each topic",
    ),
    (&["experiments", "papers"], "`rejudge list` lists the experiments"),
    (&["cohen", "cohens-kappa", "krippendorff", "alpha-agreement"], JUDGES),
    (&["log", "logs", "log-level"], "REJUDGE_LOG=info in the environment shows what is read and computed"),
    (
        &["config", "settings"],
        "there is no configuration: REJUDGE_DATA and REJUDGE_CACHE in the environment name the folders, and `rejudge plan EXPERIMENT --resolved` \
         shows an experiment with all its values",
    ),
    (&["silent"], "--quiet shows errors only"),
    (
        &["open", "browser", "browse"],
        "an audit ends with the path of its page, report.html, which a browser opens offline",
    ),
];

/// The tip about the number of threads.
const THREADS: &str = "`RAYON_NUM_THREADS=N` in the environment sets the number of threads";

/// The tip about listing experiments.
const LISTS: &str = "`rejudge list` lists the experiments";

/// The tip about changing an experiment.
const CHANGES: &str = "`-s PATH=VALUE` changes an experiment, as in `-s draws=5`; `rejudge plan EXPERIMENT --resolved` lists the paths";

/// Tips for options that the typed verb does not have, although another verb may have them: verb, options, tip.
const OF_VERB: &[(&str, &[&str], &str)] = &[
    ("eval", &["--depth"], "`-M 10` (`--max-rank`) scores the top 10 of each run"),
    ("eval", &["-j", "--jobs"], THREADS),
    ("pool", &["-j", "--jobs"], THREADS),
    ("validate", &["-j", "--jobs"], THREADS),
    ("run", &["--list"], LISTS),
    ("check", &["--list"], LISTS),
    ("plan", &["--list"], LISTS),
    ("report", &["--list"], LISTS),
    (
        "eval",
        &["--collection"],
        "`rejudge eval COLLECTION RUN..` takes a name of `rejudge data list` instead of a qrels file",
    ),
    (
        "eval",
        &["--also"],
        "`--judge FILE` names the labels of another judge, for `--bounds` and `--estimate`",
    ),
    (
        "diff",
        &["--stat", "--name-only"],
        "`rejudge diff A B` counts the numbers that differ by statistic; `--format tsv` lists them",
    ),
    (
        "report",
        &["-s", "--set", "--profile", "--only"],
        "`--results DIR` names the results of a changed run, as the last line of its `rejudge run` does",
    ),
    ("pool", &["-k", "-d", "--depth", "--pool-depth"], DEPTH),
    ("audit", &["--pool-depth"], DEPTH),
    (
        "audit",
        &["--json", "--csv", "--tsv", "--latex", "--markdown", "--parquet", "--format", "-f", "--html"],
        "an audit writes its page (report.html and report.md), its verdicts (verdicts.json) and its tables (csv, tex and \
         parquet) to the folder of `-o DIR`",
    ),
    (
        "simulate",
        &["--depth"],
        "`rejudge simulate --like QRELS RUNS --pool-depth K` says how deep that collection was pooled",
    ),
    ("plan", &["--depth"], CHANGES),
    ("run", &["--depth"], CHANGES),
    (
        "run",
        &["-n"],
        "`rejudge plan EXPERIMENT` shows what `rejudge run` would compute; `-s draws=5` sets the draws",
    ),
];

/// Tips for an unknown word after a verb: verb, tip.
const AFTER: &[(&str, &str)] = &[
    (
        "data",
        "`rejudge data get NAME` downloads a collection, `rejudge data verify NAME` describes one, `rejudge data list` lists them all",
    ),
    ("labels", JUDGES),
    (
        "report",
        "`rejudge audit QRELS RUNS -o DIR` writes a page about your own files, `rejudge report EXPERIMENT` the page of an experiment",
    ),
];

/// Returns the first typed word that is a verb.
fn verb(command: &Command, typed: impl Iterator<Item = OsString>) -> Option<&str> {
    let mut words = typed.skip(1);
    words.find_map(|word| command.find_subcommand(word)).map(Command::get_name)
}

/// Returns a sentence that names the verbs with this option, if there are any.
fn verbs_with(command: &Command, option: &str) -> Option<String> {
    let name = option.strip_prefix("--")?;
    let has = |verb: &&Command| {
        let mut names = verb.get_arguments().filter_map(|argument| argument.get_long_and_visible_aliases());
        !verb.is_hide_set() && names.any(|names| names.contains(&name))
    };
    let verbs: Vec<String> =
        command.get_subcommands().filter(has).map(|verb| format!("`rejudge {}`", verb.get_name())).collect();
    let (last, first) = verbs.split_last()?;
    let verbs = if first.is_empty() { last.clone() } else { format!("{} and {last}", first.join(", ")) };
    Some(format!("`{option}` is an option of {verbs}"))
}

/// Reads `pool --depth K RUNS..` as `pool build --depth K RUNS..` if the arguments are several files, or folders, because
/// `pool` without `build` takes one file of judgments.
pub fn pool_of_runs(command: &mut Command) -> Option<Args> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let verb = words.iter().position(|word| word == "pool")?;
    words.insert(verb + 1, "build".into());
    let args = parsed(command, words).ok()?;
    let Verb::Pool(pool) = &args.command else { return None };
    let Some(PoolVerb::Build(Build { files, .. })) = &pool.build else { return None };
    let are_files = files.len() > 1 && files.iter().all(|file| file.is_file());
    let are_folders = !files.is_empty() && files.iter().all(|file| file.is_dir());
    (are_files || are_folders).then_some(args)
}

/// Reads a command line without a verb as `eval` if its files exist, because trec_eval and ir_measures have no verbs.
pub fn eval_of_files(command: &mut Command) -> Option<Args> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    if verb(command, words.iter().cloned()).is_some() {
        return None;
    }
    words.insert(1, "eval".into());
    let args = parsed(command, words).ok()?;
    let Verb::Eval(eval) = &args.command else { return None };
    // Measures may follow the files.
    let [qrels, run, ..] = eval.files.as_slice() else { return None };
    (qrels.is_file() && run.exists()).then_some(args)
}

/// Reads the command line.
pub fn parsed(command: &mut Command, words: impl IntoIterator<Item = OsString>) -> Result<Args, clap::Error> {
    let args = command.try_get_matches_from_mut(words).and_then(|matches| Args::from_arg_matches(&matches));
    args.map_err(|error| error.format(command))
}

/// Adds a tip to the error about an unknown verb or option: what to type instead, or the verbs that have this option.
/// `typed` is the command line.
///
/// We remove clap's tip to pass an option as a value, because users never mean it. We also remove clap's guesses that are not
/// [`nearest`]: for example, clap would suggest `--gains` for `--wins`.
pub fn explained(
    mut error: clap::Error,
    command: &Command,
    typed: impl Iterator<Item = OsString>,
) -> clap::Error {
    let (kind, guess) = match error.kind() {
        ErrorKind::InvalidSubcommand => (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        _ => return error,
    };
    let Some(ContextValue::String(word)) = error.get(kind) else { return error };
    // trec_eval and ir_measures have no verbs.
    let is_without_verb = word == "-m" || word == "-q" || Path::new(word).is_file();
    let word = word.split('=').next().unwrap_or_default().to_lowercase();
    let verb = verb(command, typed);
    let is_option = error.kind() == ErrorKind::UnknownArgument;
    let is_guessed = is_option || error.get(guess).is_some();
    let bare = if is_option { word.trim_start_matches('-') } else { &word };
    let is_after_verb = !is_guessed || is_option && !word.starts_with('-');
    let of_verb = OF_VERB.iter().find(|(name, words, _)| verb == Some(*name) && words.contains(&&*word));
    let of_any_verb = || WORDS.iter().find(|(words, _)| words.contains(&bare)).map(|(_, tip)| *tip);
    let after_verb =
        || AFTER.iter().find(|(name, _)| is_after_verb && verb == Some(*name)).map(|(_, tip)| *tip);
    let without_verb = || (verb.is_none() && is_without_verb).then_some(SCORES);
    let tip = of_verb.map(|(.., tip)| (*tip).to_owned());
    let tip = tip.or_else(|| of_any_verb().map(str::to_owned));
    let tip = tip.or_else(|| is_option.then(|| verbs_with(command, &word)).flatten());
    let tip = tip.or_else(|| after_verb().or_else(without_verb).map(str::to_owned));
    let is_near = |name: &str| nearest(bare, [name.trim_start_matches('-')]).is_some();
    // In clap's tip about another verb, the option is the last word in quotes: `'eval --gains' exists`.
    let is_near_tip = |tip: &StyledStr| {
        let tip = tip.to_string();
        let name = tip.split('\'').nth(1).and_then(|quoted| quoted.split(' ').next_back());
        !tip.starts_with("to pass ") && name.is_some_and(is_near)
    };
    let mut tips = match error.remove(ContextKind::Suggested) {
        Some(ContextValue::StyledStrs(tips)) => tips.into_iter().filter(is_near_tip).collect(),
        _ => Vec::new(),
    };
    let guesses = match error.remove(guess) {
        Some(ContextValue::String(name)) => vec![name],
        Some(ContextValue::Strings(names)) => names,
        _ => Vec::new(),
    };
    let guesses: Vec<String> = guesses.into_iter().filter(|name| is_near(name)).collect();
    if let Some(tip) = tip {
        // The tip answers the question, so guesses by spelling would only distract.
        tips = vec![StyledStr::from(tip)];
    } else if !guesses.is_empty() {
        error.insert(guess, ContextValue::Strings(guesses));
    }
    if !tips.is_empty() {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args;

    /// Returns the verb that a text in backquotes names, such as `pool build` or `eval`.
    fn verb_in<'c>(command: &'c Command, text: &str) -> Option<&'c Command> {
        let mut words = text.split_whitespace().skip_while(|word| *word != "rejudge").skip(1);
        let verb = command.find_subcommand(words.next()?)?;
        Some(words.next().and_then(|word| verb.find_subcommand(word)).unwrap_or(verb))
    }

    fn has_option(verb: &Command, option: &str) -> bool {
        let name = option.split('=').next().expect("a split has a first part");
        verb.get_arguments().any(|argument| match name.strip_prefix("--") {
            Some(long) => argument.get_long() == Some(long),
            None => argument.get_short() == name.chars().nth(1),
        })
    }

    /// A tip with a wrong command or option would lead to the next error.
    #[test]
    fn commands_and_options_of_tips_exist() {
        let command = args::command();
        let tips = WORDS.iter().map(|(_, tip)| *tip).chain(OF_VERB.iter().map(|(.., tip)| *tip));
        for tip in tips.chain(AFTER.iter().map(|(_, tip)| *tip)).chain([SCORES]) {
            let quoted: Vec<&str> = tip.split('`').skip(1).step_by(2).collect();
            let verbs: Vec<&Command> = quoted.iter().filter_map(|text| verb_in(&command, text)).collect();
            let eval = command.find_subcommand("eval").expect("a verb");
            for text in &quoted {
                let is_command = text.contains("rejudge");
                let verb = verb_in(&command, text);
                assert!(!is_command || verb.is_some() || *text == "rejudge --version", "{tip}");
                for option in text.split_whitespace().filter(|word| word.starts_with('-') && word.len() > 1) {
                    let exists = match verb {
                        Some(verb) => has_option(verb, option),
                        None => has_option(eval, option) || verbs.iter().any(|verb| has_option(verb, option)),
                    };
                    assert!(exists || option == "--version", "`{option}`: {tip}");
                }
            }
        }
    }
}
