//! Command lines in the words of other tools, and the commands that they run.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Arg, Command, FromArgMatches};
use rejudge_collections::{has_judgments, is_run_pattern};
use rejudge_eval::{Preset, RequestedMeasures};
use rejudge_experiment::grid::{experiment_names, is_yaml};
use rejudge_report::table::results::Results;
use rejudge_tables::frame::Format;

use super::args::{Args, Command as Verb};
use super::other_words::{WORDS, verb};
use super::pool::{Build, PoolVerb};

/// Verbs of ours, arguments that they have in other tools, and the meaning here.
///
/// Alternatives are separated by bars. A word without dashes must follow the verb. After an option, `N` is a number, `P` a
/// number between 0 and 1, `A` a significance level that tables mark (.05, .01 or .001), `X` any value, `D` the name of a
/// folder, `F` an existing file or folder that is not the name of a measure, `J` a file of judgments, and any other word is
/// itself. In the meaning, `{}` is replaced by that value.
///
/// If a meaning contains `..`, it is a whole command, in which `..` stands for the other words after the verb. Otherwise it replaces the argument.
/// An option in brackets is added if you did not type it.
type Line = (&'static str, &'static str, &'static str);

/// The table of arguments. No argument is one of ours, except with the value that is listed.
const LINES: &[Line] = &[
    ("eval diff", "--json", "--format json"),
    ("eval diff", "--csv", "--format csv"),
    ("eval diff", "--tsv", "--format tsv"),
    ("eval diff", "--markdown|--md", "--format markdown"),
    ("eval diff", "--latex|--tex", "--format latex"),
    ("eval diff", "--html", "--format html"),
    ("eval diff", "-f X|--output-form X|--out-format X", "--format {}"),
    ("eval", "--trec|--trec-eval|--trec_eval", "--format trec_eval"),
    ("eval", "-a|--all-trec|--all_trec|--all-measures", "-m all_trec"),
    ("eval", "--gain X", "--gains {}"),
    ("eval", "-p N|--precision N", "--digits {} [--format wide]"),
    (
        "eval",
        "--ci N|--conf N|--confidence-interval N|--confidence-intervals N",
        "--confidence {} [--intervals]",
    ),
    ("eval", "--ci|--confidence-interval|--confidence-intervals|--interval", "--intervals"),
    ("eval", "--ttest|--t-test|--paired-t|--paired-t-test|--student", "--test paired-t"),
    ("eval", "--wilcoxon", "--test wilcoxon"),
    ("eval", "--sign-test", "--test sign"),
    (
        "eval",
        "--randomization|--randomisation|--randomization-test|--permutation|--permutation-test",
        "--test randomisation",
    ),
    ("eval", "--test fisher|--stat-test fisher|--stat_test fisher", "--test randomisation"),
    (
        "eval",
        "--test tukey|--stat-test tukey|--stat_test tukey|--test hsd|--test tukey-hsd|--tukey|--hsd",
        "--correction tukey",
    ),
    ("eval", "--holm", "--correction holm"),
    ("eval", "--bonferroni", "--correction bonferroni"),
    (
        "eval",
        "--bh|--fdr|--correction fdr|--correction fdr_bh|--correction benjamini-hochberg",
        "--correction bh",
    ),
    (
        "eval",
        "--alpha A|--max-p A|--max_p A|--p-value A|--significance-level A|--sig-level A",
        "[--compare all]",
    ),
    ("eval", "--pairwise|--all-pairs|--pairs", "[--compare all]"),
    ("eval", "--sort F", "--sort= {}"),
    ("eval", "--sort desc|--sort descending|--sort score|--sort-by score", "--sort="),
    ("eval", "--compare J|--baseline J", "--compare= {}"),
    ("eval", "--rank|--ranking|--leaderboard|--descending|--desc", "[--sort]"),
    ("eval", "--list-measures|--list-metrics|--measures-list|--supported-measures", "measures"),
    (
        "audit",
        "--leave-one-out|--leave-one-team-out|--leave-team-out|--loo|--loto|--lou|--reusability|--power .8|--power 0.8|--delta .05\
         |--delta 0.05|--delta .1|--delta 0.1",
        "",
    ),
    ("pool", "--top-k N|--topk N|--top N|-n N|--k N|--cutoff N|--pool-size N", "--depth {}"),
    (
        "pool",
        "--sample P|--sample-rate P|--sampling-rate P|--rate P|--subsample P",
        "pool .. sample(rate={})",
    ),
    (
        "pool",
        "--leave-out X|--leave-team-out X|--without-team X|--exclude-team X|--drop-team X",
        "pool .. leave-one-team-out(team={})",
    ),
    ("pool", "--format qrels|--format trec|--output-format trec|-f trec|-f qrels", "--form qrels"),
    ("pool", "--count|--counts|--summary", "[--stats]"),
    ("run", "--dry-run|--dryrun|--preview", "plan .."),
    ("run audit", "-j N|--parallel N|--workers N", "--jobs {}"),
    (
        "run plan check report accept",
        "-o D|--output D|--out D|--output-dir D|--out-dir D|--outdir D",
        "--results {}",
    ),
    ("run plan check report accept explain new", "--list", "list"),
    ("report", "--html|--md|--markdown|--format html|--format markdown|--format md", ""),
    ("list", "--all|-a|--long|-l|-v|--verbose", ""),
    ("list", "--measures|--metrics", "measures"),
    ("list", "--datasets|--data", "data list"),
    ("list", "experiments|papers|all|ls", "list .."),
    ("list", "collections|datasets|data", "data list .."),
    ("list", "measures|metrics", "measures .."),
    ("data", "--list|-l|ls|all", "data list .."),
    ("data", "download|fetch|pull|install|add", "data get .."),
    ("data", "check|validate", "data verify .."),
    ("data", "info|show|describe|view|status", "data verify .."),
    ("data", "verify --all", "data verify .."),
    ("measures", "--list|-l|--all|-a|list|ls|all", "measures .."),
    ("measures", "show|info|explain|describe|help|-m X|--measure X|--metric X", "measures .. {}"),
    ("new", "--from X|--template X|--base X|--experiment X|--extend X|--paper X", "--extends {}"),
    ("simulate", "--out D|--dir D|--output-dir D|--out-dir D|--outdir D", "--output {}"),
    ("simulate data", "--list", "data list"),
    ("schema", "--kind X|--type X|--for X", "schema .. {}"),
    ("completion", "--shell X", "completion .. {}"),
];

/// A command line that is refused: the error, the words that it is about, and a remark if these are not the typed ones.
pub struct Refused {
    pub error: clap::Error,
    pub words: Vec<OsString>,
    pub remark: Option<String>,
}

/// A command line of ours for a line in another tool's words.
struct Translated {
    /// All words after the program's name.
    words: Vec<OsString>,
    /// The place of the verb.
    verb: usize,
    /// The verb as you typed it.
    typed_verb: String,
    /// The words of the other tool.
    others: Vec<String>,
}

/// Reads the command line. If it is in another tool's words, also returns a remark with the command that runs.
///
/// # Errors
/// If the command line is wrong, and no command of ours does what it means in another tool.
pub fn read(command: &mut Command) -> Result<(Args, Option<String>), Refused> {
    let typed: Vec<OsString> = std::env::args_os().collect();
    let as_typed = |command: &mut Command| match in_own_grammar(command, &typed) {
        Ok(args) => Ok((args, None)),
        Err(error) => Err(Refused { error, words: typed.clone(), remark: None }),
    };
    let Some(line) = translated(command, &typed) else { return as_typed(command) };
    let words: Vec<OsString> = typed[..1].iter().chain(&line.words).cloned().collect();
    match in_own_grammar(command, &words) {
        Ok(args) if line.may_run(command, &args) => Ok((args, Some(line.remark()))),
        Ok(_) => as_typed(command),
        // The words may be ours after all, but help was asked for.
        Err(error) if !error.use_stderr() => Err(Refused { error, words, remark: Some(line.remark()) }),
        // If the command needs more than the other tool, the tip about its verb says what.
        Err(error) if error.kind() == ErrorKind::InvalidValue && !line.is_of_typed_verb() => {
            as_typed(command)
        }
        Err(error) => match parsed(command, &typed) {
            Ok(args) => Ok((args, None)),
            Err(_) => Err(Refused { error, words, remark: Some(line.remark()) }),
        },
    }
}

/// Reads a command line in our words.
fn in_own_grammar(command: &mut Command, words: &[OsString]) -> Result<Args, clap::Error> {
    let args = parsed(command, words);
    let args = args.or_else(|error| pool_of_runs(command, words).unwrap_or(Err(error)));
    args.or_else(|error| eval_of_files(command, words).ok_or(error))
}

impl Translated {
    fn remark(&self) -> String {
        let words: Vec<Cow<'_, str>> = self.words.iter().map(|word| as_typed(word)).collect();
        format!("note: {}: running `rejudge {}`", self.others.join(" "), words.join(" "))
    }

    fn after_verb(&self) -> &[OsString] {
        &self.words[self.verb + 1..]
    }

    fn own_verb(&self) -> Option<&str> {
        self.words.get(self.verb)?.to_str()
    }

    fn is_of_typed_verb(&self) -> bool {
        self.own_verb() == Some(self.typed_verb.as_str())
    }

    /// Replaces the verb and all words after it. `others` are the words of the other tool that `words` replace.
    fn replace(&mut self, words: Vec<OsString>, others: impl IntoIterator<Item = String>) {
        self.words.truncate(self.verb);
        self.words.extend(words);
        self.others.extend(others);
    }

    /// Returns true if the command does all that the other tool's words mean, and writes only files that you named.
    fn may_run(&self, command: &Command, args: &Args) -> bool {
        let is_own_verb = command.find_subcommand(&self.typed_verb).is_some();
        let experiments = if is_own_verb { experiment_names(&args.global.experiments) } else { Vec::new() };
        let is_experiment = self.others.iter().any(|word| experiments.contains(word));
        !is_experiment && (self.is_of_typed_verb() || may_run(&args.command, is_own_verb, &experiments))
    }
}

/// Returns the command that a line in another tool's words means. Returns `None` if no word is of another tool.
fn translated(command: &Command, typed: &[OsString]) -> Option<Translated> {
    let words = typed.get(1..)?.to_vec();
    let verb = words.iter().position(|word| word != "--quiet")?;
    let typed_verb = words[verb].to_str()?.to_owned();
    let is_own_verb = |name: &str| command.find_subcommand(name).is_some();
    let meaning_of =
        |name: &str| WORDS.iter().find(|(words, ..)| words.contains(&name)).map(|(_, meaning, _)| *meaning);
    let mut line = Translated { words, verb, typed_verb: typed_verb.clone(), others: Vec::new() };
    if typed_verb == "help" {
        let other = line.after_verb().first()?.to_str()?.to_owned();
        let meaning = meaning_of(&other).filter(|_| !is_own_verb(&other))??;
        line.replace(vec!["help".into(), meaning.split(' ').next()?.into()], [other]);
        return Some(line);
    }
    // trec_eval has no verbs, so a file of this name is its first argument.
    if !is_own_verb(&typed_verb) && Path::new(&typed_verb).is_file() {
        return None;
    }
    // `check` is also ours, for experiments.
    let is_of_file = |word: &OsString| Path::new(word).is_file() && !is_yaml(Path::new(word));
    let is_own = is_own_verb(&typed_verb);
    if let Some(own_words) = by_files(&typed_verb, line.after_verb()) {
        line.replace(own_words, [typed_verb]);
    } else if let Some(own_words) = by_words(&typed_verb, line.after_verb(), is_own) {
        // The argument must not be an experiment of this name.
        let argument = line.after_verb().first().filter(|_| is_own);
        let argument = argument.map(|word| word.to_string_lossy().into_owned());
        line.replace(own_words, std::iter::once(typed_verb).chain(argument));
    } else if let Some(meaning) = meaning_of(&typed_verb) {
        match meaning {
            Some(meaning) if !is_own || line.after_verb().iter().any(is_of_file) => {
                line.replace(filled(command, meaning, line.after_verb())?, [typed_verb]);
            }
            None if !is_own => return None,
            _ => {}
        }
    }
    // Each round replaces an argument of another tool by one of ours, so this ends.
    while let Some((own_words, others)) = LINES.iter().find_map(|row| in_own_words(command, row, &line)) {
        line.replace(own_words, others);
    }
    (!line.others.is_empty()).then_some(line)
}

/// Returns the command for a verb and files that mean something else than the verb's own arguments.
fn by_files(verb: &str, words: &[OsString]) -> Option<Vec<OsString>> {
    let line = |parts: &[&[OsString]]| Some(parts.concat());
    let word = |text: &str| [OsString::from(text)];
    let is_file = |word: &OsString| Path::new(word).is_file();
    let is_of_judgments = |word: &OsString| has_judgments(Path::new(word));
    let are_options =
        |rest: &[OsString]| rest.first().is_none_or(|word| word.to_string_lossy().starts_with('-'));
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

fn is_measure(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| RequestedMeasures::read(&[name.to_owned()], Preset::default()).is_ok())
}

/// Returns the command for a verb whose first argument means something else than the verb's own argument.
fn by_words(verb: &str, words: &[OsString], is_own_verb: bool) -> Option<Vec<OsString>> {
    match words {
        _ if verb == "version" => Some(vec!["--version".into()]),
        _ if verb == "--list" => Some(vec!["help".into()]),
        [help, ..] if is_own_verb && help == "help" && !Path::new(help).exists() => {
            Some(vec!["help".into(), verb.into()])
        }
        [name, rest @ ..] if verb == "explain" && is_measure(name) && !Path::new(name).exists() => {
            Some([&["measures".into(), name.clone()], rest].concat())
        }
        _ => None,
    }
}

/// Returns the words from the verb on, if an argument after it is in a row of the table, and the words of that argument.
fn in_own_words(command: &Command, row: &Line, line: &Translated) -> Option<(Vec<OsString>, Vec<String>)> {
    let (verbs, typed, meaning) = row;
    let name = line.own_verb()?;
    let verb = command.find_subcommand(name).filter(|_| verbs.split(' ').any(|verb| verb == name))?;
    let words = line.after_verb();
    let options_end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let (place, length, value) = typed.split('|').find_map(|typed| {
        (0..options_end).find_map(|place| {
            let (length, value) = argument_at(typed, &words[place..options_end], place == 0)?;
            Some((place, length, value))
        })
    })?;
    let (before, after) = (&words[..place], &words[place + length..]);
    let (always, default) = meaning.trim_end_matches(']').split_once('[').unwrap_or((meaning, ""));
    let is_missing = default.split(' ').next().is_some_and(|option| {
        option
            .strip_prefix("--")
            .is_some_and(|option| !is_typed(verb, option, before) && !is_typed(verb, option, after))
    });
    let text = if is_missing { format!("{always} {default}") } else { always.to_owned() };
    let mut own_words: Vec<OsString> = Vec::new();
    for word in text.split_whitespace() {
        match word {
            ".." => own_words.extend(before.iter().chain(after).cloned()),
            "{}" => own_words.extend(value.clone()),
            _ => own_words.push(with_value(word, value.as_deref())),
        }
    }
    let is_command = own_words.first().is_some_and(|word| command.find_subcommand(word).is_some());
    if !is_command {
        own_words = std::iter::once(OsString::from(name))
            .chain(before.iter().cloned())
            .chain(own_words)
            .chain(after.iter().cloned())
            .collect();
    }
    let others =
        words[place..place + length].iter().map(|word| word.to_string_lossy().into_owned()).collect();
    Some((own_words, others))
}

/// Puts the value of an argument into a word of its meaning.
fn with_value(word: &str, value: Option<&OsStr>) -> OsString {
    match value.filter(|_| word.contains("{}")) {
        Some(value) => word.replace("{}", &value.to_string_lossy()).into(),
        None => word.into(),
    }
}

/// Returns the number of words of an argument at the beginning of `words`, and its value, if it is the argument `typed` of the
/// table.
fn argument_at(typed: &str, words: &[OsString], is_first: bool) -> Option<(usize, Option<OsString>)> {
    let (name, pattern) =
        typed.split_once(' ').map_or((typed, None), |(name, pattern)| (name, Some(pattern)));
    let (word, rest) = words.split_first()?;
    let is_bare = !name.starts_with('-');
    if is_bare && (!is_first || Path::new(word).exists()) {
        return None;
    }
    let Some(pattern) = pattern else { return (word == name).then_some((1, None)) };
    let text = word.to_str()?;
    let (length, value) = match text.strip_prefix(name)? {
        "" => (2, rest.first()?.clone()),
        value if name.starts_with("--") => (1, value.strip_prefix('=')?.into()),
        _ => return None,
    };
    let path = Path::new(&value);
    let number = || value.to_str().and_then(|text| text.parse::<f64>().ok());
    let is_option = value.to_string_lossy().starts_with('-');
    let fits = match pattern {
        "N" => number().is_some(),
        "P" => number().is_some_and(|number| number > 0.0 && number < 1.0),
        "A" => number().is_some_and(|number| [0.05, 0.01, 0.001].contains(&number)),
        "X" => !is_option && !value.is_empty(),
        "D" => !is_option && !value.is_empty() && path.extension().is_none_or(|_| path.is_dir()),
        "F" => {
            path.exists()
                && !is_measure(&value)
                && !["run", "name", "input"].contains(&&*value.to_string_lossy())
        }
        "J" => has_judgments(path),
        _ => value.eq_ignore_ascii_case(pattern),
    };
    fits.then_some((length, Some(value)))
}

/// Fills the words that you typed after the verb into a command of the table. Returns `None` if the command needs a file,
/// but the first of these words is an option. Also returns `None` if `--` ends the options, because the command may add an
/// option at the end.
fn filled(command: &Command, meaning: &str, typed: &[OsString]) -> Option<Vec<OsString>> {
    if typed.iter().any(|word| word == "--") {
        return None;
    }
    let (always, default) = meaning.trim_end_matches(']').split_once(" [").unwrap_or((meaning, ""));
    let verb = command.find_subcommand(always.split(' ').next()?)?;
    let mut own_words: Vec<&str> = always.split(' ').collect();
    if let Some(option) = default.split(' ').next().and_then(|option| option.strip_prefix("--"))
        && !is_typed(verb, option, typed)
    {
        own_words.extend(default.split(' '));
    }
    let mut rest = typed;
    let mut words = Vec::new();
    for word in own_words {
        match word {
            "FILE" => {
                let (file, others) = rest.split_first()?;
                if file.to_string_lossy().starts_with('-') {
                    return None;
                }
                words.push(file.clone());
                rest = others;
            }
            ".." => words.extend_from_slice(rest),
            _ => words.push(word.into()),
        }
    }
    Some(words)
}

/// Returns true if an option of `verb` is among the typed words, by any of its names.
fn is_typed(verb: &Command, option: &str, typed: &[OsString]) -> bool {
    let argument = verb.get_arguments().find(|argument| argument.get_long() == Some(option));
    let other_names = argument.and_then(Arg::get_all_aliases).unwrap_or_default();
    typed.iter().filter_map(|word| word.to_str()?.strip_prefix("--")).any(|word| {
        let name = word.split('=').next().unwrap_or(word);
        name == option || other_names.contains(&name)
    })
}

/// Returns a word as you would type it in a shell.
fn as_typed(word: &OsStr) -> Cow<'_, str> {
    let text = word.to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,:@%+=".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text;
    }
    format!("'{}'", text.replace('\'', r"'\''")).into()
}

/// Returns true if a command of another verb than the typed one does all that this verb means, and writes only files that you named.
/// `is_own_verb` means that the word is a verb of ours too, which takes the names of `experiments`.
fn may_run(verb: &Verb, is_own_verb: bool, experiments: &[String]) -> bool {
    match verb {
        Verb::Audit(audit) => audit.output.is_some() || audit.only_judgments().is_some(),
        // A ranking is a table for people, because other formats keep the order of the files.
        Verb::Eval(eval) => {
            let form = &eval.output.table.form;
            form.format != Some(Format::Wide) || form.output.is_none()
        }
        // Binary judgments need `--min-rel`. Unique documents are counted by team, so they need a table of teams.
        Verb::Pool(pool) => pool.min_rel.is_some() || pool.input.files.teams.is_some(),
        // Our own verb `check` takes names of experiments. So the word must be one file that is not an experiment.
        Verb::Validate(validate) if is_own_verb => {
            let runs: Vec<&PathBuf> = validate.run_paths().collect();
            let is_experiment = |run: &Path| experiments.iter().any(|name| Path::new(name) == run);
            matches!(runs.as_slice(), [run] if run.is_file() && !is_yaml(run) && !is_experiment(run))
        }
        Verb::Validate(validate) => validate.run_paths().all(|run| run.exists() && !is_yaml(run)),
        _ => true,
    }
}

/// Reads `pool --depth K RUNS..` as `pool build --depth K RUNS..` if there are no judgments. Returns `None` if this is not a
/// pool of runs.
fn pool_of_runs(command: &mut Command, words: &[OsString]) -> Option<Result<Args, clap::Error>> {
    let verb = words.iter().position(|word| word == "pool")?;
    let path = words[verb + 1..].iter().map(Path::new).find(|path| path.exists())?;
    if has_judgments(path) || words.iter().any(|word| word == "--qrels") {
        return None;
    }
    let mut words = words.to_vec();
    words.insert(verb + 1, "build".into());
    let args = match parsed(command, &words) {
        Ok(args) => args,
        Err(error) => return (error.kind() == ErrorKind::ValueValidation).then_some(Err(error)),
    };
    let Verb::Pool(pool) = &args.command else { return None };
    let Some(PoolVerb::Build(Build { files, .. })) = &pool.build else { return None };
    let mut runs = files.iter().chain(&pool.input.runs).peekable();
    (runs.peek().is_some() && runs.all(|run| run.exists() || is_run_pattern(run))).then_some(Ok(args))
}

/// Reads a command line without a verb as `eval` if its files exist, because trec_eval and ir_measures have no verbs.
fn eval_of_files(command: &mut Command, words: &[OsString]) -> Option<Args> {
    if verb(command, words.iter().cloned()).is_some() {
        return None;
    }
    let words: Vec<OsString> = [&words[..1], &["eval".into()], &words[1..]].concat();
    let args = parsed(command, &words).ok()?;
    let Verb::Eval(eval) = &args.command else { return None };
    // Measures may follow the files.
    let [qrels, run, ..] = eval.files.as_slice() else { return None };
    (qrels.is_file() && run.exists()).then_some(args)
}

/// Parses a command line.
fn parsed(command: &mut Command, words: &[OsString]) -> Result<Args, clap::Error> {
    let args =
        command.try_get_matches_from_mut(words.to_vec()).and_then(|matches| Args::from_arg_matches(&matches));
    args.map_err(|error| error.format(command))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args;

    /// Returns true if a verb has an option, by any of its names.
    fn has(verb: &Command, option: &str) -> bool {
        verb.get_arguments().any(|argument| match option.strip_prefix("--") {
            Some(long) => {
                argument.get_long() == Some(long)
                    || argument.get_all_aliases().unwrap_or_default().contains(&long)
            }
            None => argument.get_short() == option.chars().nth(1),
        })
    }

    /// A command with a mistake would never run, and a word that is also a verb of ours would hide that verb.
    #[test]
    fn commands_of_words_exist() {
        let command = args::command();
        let typed = [OsString::from("a"), OsString::from("b")];
        for (words, meaning, _) in WORDS {
            let Some(meaning) = meaning else { continue };
            let filled = filled(&command, meaning, &typed).expect(meaning);
            let filled: Vec<&str> = filled.iter().filter_map(|word| word.to_str()).collect();
            let verb = command.find_subcommand(filled[0]).expect(meaning);
            let verb = filled.get(1).and_then(|word| verb.find_subcommand(word)).unwrap_or(verb);
            for option in filled.iter().filter(|word| word.starts_with('-')) {
                assert!(has(verb, option), "{meaning}");
            }
            let verbs: Vec<_> = words.iter().filter(|word| command.find_subcommand(word).is_some()).collect();
            assert!(verbs.is_empty() || verbs == [&"check"], "{verbs:?}");
        }
    }

    /// Otherwise a row of the table would hide an argument of ours, or lead to the next error.
    #[test]
    fn arguments_of_other_tools_are_not_ours() {
        let command = args::command();
        for (verbs, typed, meaning) in LINES {
            for name in verbs.split(' ') {
                let verb = command.find_subcommand(name).expect(name);
                for typed in typed.split('|') {
                    let is_ours =
                        typed.starts_with('-') && has(verb, typed.split(' ').next().expect("a name"));
                    let is_one_value = typed
                        .split_once(' ')
                        .is_some_and(|(_, value)| value.len() > 1 || "FJ".contains(value));
                    assert!(!is_ours || is_one_value, "{name} {typed}");
                }
                let own_verb =
                    meaning.split(' ').next().and_then(|word| command.find_subcommand(word)).unwrap_or(verb);
                for option in meaning.split(['[', ']', ' ']).filter(|word| word.starts_with('-')) {
                    let option = option.trim_end_matches('=');
                    let exists =
                        has(own_verb, option) || own_verb.get_subcommands().any(|verb| has(verb, option));
                    assert!(exists, "{name} {typed}: {option}");
                }
            }
        }
    }
}
