//! Command lines in the words of other tools, and the commands of ours that run for them.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Command, FromArgMatches};
use rejudge_collections::{has_judgments, has_scores, is_run_pattern};
use rejudge_eval::{Preset, RequestedMeasures};
use rejudge_experiment::grid::{experiment_names, is_yaml};
use rejudge_session::{COLLECTIONS, EXPERIMENTS, Places};
use rejudge_stats::ALPHA;
use rejudge_tables::frame::Format;

use super::args::{Args, Command as Verb};
use super::other_files::{FIGURES, are_options, by_files, is_output};
use super::other_words::{WORDS, verb};
use super::pool::{Build, PoolVerb};

/// A row of the table: verbs of ours, the arguments that users of other tools type after them, and the
/// meaning here.
///
/// Alternative arguments are separated by bars. A word without dashes must directly follow the verb. After an
/// option, `N` is a number, `P` a number between 0 and 1, `A` a significance level that tables mark (.05, .01
/// or .001), `X` any value, `C` coefficients between rankings, `T` such coefficients but not rank-biased
/// overlap, `G` gains with colons between them, `L` names of collections, `W` a word that is not a number, `D`
/// the name of a folder, `H` the name of an HTML page, `F` an existing file or folder whose name is not a measure, `run`, `name` or `input`, `J` a file of
/// judgments, and any other text is the value itself. `A=B` is a word of this form that does not follow an
/// option and is not an existing file, on a line without `--only`. In the meaning, `{}` is replaced by the value,
/// and `{stem}` by the value without its extension.
///
/// A meaning that begins with a verb is a whole command, and `..` in it is replaced by the other words after
/// the typed verb. Any other meaning replaces the argument. An option in brackets is added if you did not
/// type it; but `--format` is not added if you name an output file, and `--intervals` is not added if you ask
/// for a test.
type Line = (&'static str, &'static str, &'static str);

/// A long option with one dash has at least this many letters. Shorter words may be short options in a row.
const LEAST_LONG_OPTION: usize = 3;

/// The table of arguments. Our verbs do not have these arguments. Some have the option, but not with this
/// value: `eval` has `--test`, but not `--test fisher`.
const LINES: &[Line] = &[
    ("eval diff explain agreement rescore", "--json", "--format json"),
    ("eval diff explain agreement rescore", "--jsonl|--ndjson|--json-lines", "--format jsonl"),
    ("eval diff explain agreement rescore", "--csv", "--format csv"),
    ("eval diff explain agreement rescore", "--tsv", "--format tsv"),
    ("eval diff explain agreement rescore", "--markdown|--md", "--format markdown"),
    ("eval diff explain agreement rescore", "--latex|--tex", "--format latex"),
    ("eval diff explain agreement rescore", "--html", "--format html"),
    ("eval diff explain agreement rescore", "-f X|--output-form X|--out-format X", "--format {}"),
    ("eval diff explain agreement rescore", "-o json|--output json", "--format json"),
    (
        "eval diff explain agreement rescore",
        "-o jsonl|--output jsonl|-o ndjson|--output ndjson",
        "--format jsonl",
    ),
    ("eval diff explain agreement rescore", "-o csv|--output csv", "--format csv"),
    ("eval diff explain agreement rescore", "-o tsv|--output tsv", "--format tsv"),
    (
        "eval diff agreement rescore",
        "-o wide|--output wide|-o table|--output table|--format table|--format text|--format txt",
        "--format wide",
    ),
    (
        "eval diff agreement rescore",
        "-o markdown|--output markdown|-o md|--output md|--format md|--format github",
        "--format markdown",
    ),
    (
        "eval diff agreement rescore",
        "-o latex|--output latex|--format tex|--format booktabs",
        "--format latex",
    ),
    ("eval", "--format long|--long|--tidy", "[--format tsv]"),
    ("eval", "--trec|--trec-eval|--trec_eval|--format trec|--format treceval", "--format trec_eval"),
    ("eval", "--provider pytrec_eval|--backend pytrec_eval", "[--preset trec9]"),
    ("eval", "--provider trec_eval|--backend trec_eval", "[--preset trec10]"),
    ("eval", "-a|--all-trec|--all_trec|--all-measures", "-m all_trec"),
    ("eval explain", "--gain X", "--gains {}"),
    ("eval", "-p N|--precision N", "--digits {} [--format wide]"),
    ("eval", "--bootstrap N|--boot N", "--samples {} [--intervals=bootstrap]"),
    (
        "eval",
        "--ci N|--conf N|--confidence-interval N|--confidence-intervals N",
        "--confidence {} [--intervals]",
    ),
    ("eval", "--ci|--confidence-interval|--confidence-intervals|--interval", "--intervals"),
    (
        "eval",
        "--permutations N|--n-permutations N|--num-permutations N|--n-perm N|-B N|--n-bootstrap N|--bootstrap-samples N\
         |--resamples N|--n-resamples N|--iterations N|--trials N|--n-samples N",
        "--samples {}",
    ),
    (
        "eval",
        "--tau C|--coef C|--corr C|--correlation C|--coefficient C|--coefficients C|--method C",
        "[--tau]",
    ),
    (
        "eval",
        "-t W|--method W|--test-type W|--test-method W|--statistical-test W|--stats-test W",
        "--test {}",
    ),
    ("eval", "-b X|--base-run X|--reference X|--vs X|--against X", "--compare {}"),
    (
        "eval",
        "--wins|--losses|--win-loss|--win-tie-loss|--wins-losses|--wtl|--wins-ties-losses|--pvalue|--pvalues|--p-values|--significance\
         |--effect-size|--effect-sizes|--cohens-d|--cohen-d",
        "[--compare all]",
    ),
    ("eval", "--ttest|--t-test|--paired-t|--paired-t-test|--student", "--test paired-t"),
    ("eval", "--wilcoxon", "--test wilcoxon"),
    ("eval", "--sign-test", "--test sign"),
    (
        "eval",
        "--randomization|--randomisation|--randomization-test|--permutation|--permutation-test",
        "--test randomisation",
    ),
    ("eval", "--fail-under N|--fail-below N|--min-score N|--minimum N", "--at-least {}"),
    (
        "eval",
        "--fail-if-worse N|--max-drop N|--max-loss N|--max-regression N|--fail-on-drop N|--tolerance N",
        "--allow {}",
    ),
    ("eval", "--residual|--residuals|--rbp-residual", "--bounds"),
    ("eval", "--rbo", "[--tau]"),
    ("eval", "-g G|--gain-values G", "--gains {}"),
    ("eval", "--no-header|--noheader", "[--format tsv]"),
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
    (
        "eval agreement audit rescore",
        "--rel-level N|--min-grade N|--relevant-from N|--rel-from N",
        "--min-rel {}",
    ),
    ("eval", "--ignore-unlabeled|--ignore-unlabelled|--judged|--only-judged", "--judged-only"),
    (
        "eval",
        "--coef tau|--corr tau|--correlation tau|--coef kendall|--corr kendall|--correlation kendall|--tau-ap|--tauap|--tau-b",
        "[--tau]",
    ),
    ("eval", "--llm J|--labels-of J|--qrels2 J|--other-qrels J", "--judge {}"),
    ("eval", "--list-measures|--list-metrics|--measures-list|--supported-measures", "measures"),
    (
        "audit",
        "--leave-one-out|--leave-one-team-out|--leave-team-out|--loo|--loto|--lou|--reusability|--power .8|--power 0.8|--delta .05\
         |--delta 0.05|--delta .1|--delta 0.1|--corr tau|--corr kendall|--correlation tau|--correlation kendall|--tau|--kendall",
        "",
    ),
    (
        "audit",
        "leave-one-out|leave-one-team-out|loo|loto|lou|reusability|pool|topics|run|judge|judges|all",
        "",
    ),
    (
        "audit agreement",
        "--kappa linear|--kappa quadratic|--kappa weighted|--kappa cohen|--kappa|--cohen|--cohens-kappa|--weighted|--weights linear\
         |--weights quadratic|--weighting linear|--weighting quadratic|--linear|--quadratic|--krippendorff|--alpha krippendorff\
         |--agreement",
        "",
    ),
    (
        "agreement",
        "--metric kappa|--metric cohen|--metric cohen_kappa|--metric cohen-kappa|--metric cohens-kappa|--metric krippendorff\
         |--metric alpha|-m kappa|-m cohen_kappa",
        "",
    ),
    (
        "agreement",
        "--bootstrap N|--boot N|-B N|--n-bootstrap N|--bootstrap-samples N|--resamples N|--n-resamples N|--iterations N",
        "--samples {} [--intervals]",
    ),
    (
        "agreement",
        "--ci N|--conf N|--confidence-interval N|--confidence-intervals N",
        "--confidence {} [--intervals]",
    ),
    (
        "agreement",
        "--ci|--bootstrap|--confidence-interval|--confidence-intervals|--interval",
        "[--intervals]",
    ),
    ("agreement", "--matrix|--crosstab|--contingency", "--confusion"),
    ("rescore", "--corr T|--correlation T|--coef T|--coefficient T|--tau T", ""),
    ("rescore", "--tau|--kendall|--kendall-tau|--rank-correlation|--all-runs", ""),
    ("rescore", "--sample P|--fraction P|--sample-rate P|--sampling-rate P", "--rate {}"),
    (
        "rescore",
        "--leave-out X|--leave-out-team X|--without-team X|--exclude-team X|--drop-team X",
        "rescore .. leave-one-team-out(team={})",
    ),
    ("rescore", "--replicates N|--n-samples N|--samples N|--iterations N", "--draws {}"),
    ("rescore", "--loo|--leave-one-out|--leave-team-out", "--leave-one-team-out"),
    ("rescore", "-t F|--team-table F|--groups F|--group F", "--teams {}"),
    ("pool", "--repeat N|--repeats N|--replicates N|--n-samples N|--samples N|--trials N", "--draws {}"),
    ("audit", "--json", "--format json"),
    ("audit", "--md|--markdown", "--format markdown"),
    (
        "eval audit pool rescore new simulate",
        "--exclude-runs-from F|--exclude-from F|--without-runs F|--skip-runs F",
        "--exclude-runs {}",
    ),
    ("audit", "--corr T|--correlation T|--coef T|--coefficient T|--tau T", ""),
    ("audit", "--group F|--groups F|--team F|--team-file F", "--teams {}"),
    ("audit", "-o H|--output H|--out H|--html H|--report H|--page H", "--output {stem}"),
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
    ("pool", "-t F|--team-table F|--groups F", "--teams {}"),
    ("pool", "-q J", "--qrels {}"),
    ("pool", "-r F", "--runs {}"),
    ("pool", "--order ntcirpool|--sort ntcirpool|--sort-by ntcirpool", "--order preferred"),
    (
        "pool",
        "--sort docno|--sort docid|--sort-by docno|--sort-by docid|--order docno|--order doc",
        "--order docid",
    ),
    (
        "pool",
        "--order votes|--order frequency|--order freq|--order count|--sort votes|--sort frequency|--sort freq|--sort count",
        "--order preferred",
    ),
    ("pool", "--prefer first|--prefer human|--prefer people|--keep first", ""),
    ("pool", "--order shuffle|--shuffle|--random|--random-order", "--order random"),
    (
        "pool",
        "--exclude J|--exclude-judged J|--skip-judged J|--already-judged J|--without J|--minus J|--existing J",
        "--judged {}",
    ),
    ("pool", "--format csv|--format table|--csv|--format tsv|--tsv", "--form table"),
    ("run", "--dry-run|--dryrun|--preview|-n|--just-print|--list-cells|--cells", "plan .."),
    ("run audit", "-j N|--parallel N|--workers N|--cores N", "--jobs {}"),
    (
        "plan",
        "-j N|--jobs N|--parallel N|--workers N|--threads N|--n-jobs N|--cores N|--fail-fast|--keep-scores|--report\
         |--check",
        "",
    ),
    ("explain", "-t X", "--topics {}"),
    ("run plan", "-m X|--measure X|--measures X|--metric X|--metrics X", "--set measures={}"),
    ("run plan", "--collections L|--collection L|--dataset L|--datasets L|--on L", "--set collections={}"),
    ("run", "--report html|--report md|--report markdown|--html|--write-report", "--report"),
    ("run", "--verify|--and-check|--validate", "--check"),
    (
        "run plan explain",
        "-S X|-p X|-P X|-D X|--grid X|--vary X|--sweep X|--param X|--parameter X|--override X|--define X",
        "--set {}",
    ),
    ("run plan", "A=B", "--set {}"),
    ("run", "--resume|--continue|--incremental|--cache-only-missing", ""),
    ("run plan", "--cachedir D|--cache-folder D", "--cache {}"),
    ("plan", "--resolve|--show|--config|--cfg|--print-config|--full", "--resolved"),
    (
        "convert",
        "--depth N|--top N|--cutoff N|--top-k N|--topk N|-k N|--max-docs N|--limit N",
        "--max-rank {}",
    ),
    ("convert", "--from X|--input-format X|-f X|--to X|--output-format X|--format X|-t X", ""),
    ("report", "--output-dir D|--out-dir D|--outdir D", "--results {}"),
    (
        "run plan check accept",
        "-o D|--output D|--out D|--output-dir D|--out-dir D|--outdir D",
        "--results {}",
    ),
    ("run plan check report accept explain new", "--list", "list"),
    ("report", "--html|--md|--markdown|--format html|--format markdown|--format md", ""),
    ("validate", "--max-depth N|--max-documents N|--max N|-M N|--limit N", "--most {}"),
    ("validate", "--strict|--verbose|-v|--all", ""),
    ("list", "--all|-a|--long|-l|-v|--verbose", ""),
    ("list", "--measures|--metrics", "measures"),
    ("list", "--datasets|--data", "data list"),
    ("list", "experiments|papers|all|ls", "list .."),
    ("list", "collections|datasets|data", "data list .."),
    ("list", "measures|metrics", "measures .."),
    ("data", "--list|-l|ls|all", "data list .."),
    ("data", "list list|list ls|list all|list show", "data list .."),
    ("data", "download|fetch|pull|install|add", "data get .."),
    ("data", "check|validate", "data verify .."),
    ("data", "info|show|describe|view|status", "data verify .."),
    ("data", "-o json|--output json|--format json", "--json"),
    ("data", "verify --all", "data verify .."),
    ("data", "list info|list describe|list verify|list status", "data verify .."),
    ("data", "list get|list download|list pull|list fetch", "data get .."),
    ("measures", "--list|-l|--all|-a|list|ls|all", "measures .."),
    ("measures", "show|info|explain|describe|help|-m X|--measure X|--metric X", "measures .. {}"),
    ("new", "--from X|--template X|--base X|--experiment X|--extend X|--paper X", "--extends {}"),
    ("simulate", "--out D|--dir D|--output-dir D|--out-dir D|--outdir D", "--output {}"),
    ("simulate data", "--list", "data list"),
    ("schema", "--kind X|--type X|--for X", "schema .. {}"),
    ("completion", "--shell X", "completion .. {}"),
    ("cache", "--clear|--clean|--purge|rm|remove|delete|wipe", "cache clear .."),
    ("cache", "info|show|size|status|list|ls|dir|path|stats", "cache .."),
];

/// A command line that is refused: the error, the words of the line that caused it, and a remark if we
/// translated the typed words into this line.
pub struct Refused {
    pub error: clap::Error,
    pub words: Vec<OsString>,
    pub remark: Option<String>,
}

/// A command line of ours for a line in another tool's words.
struct Translated {
    /// All words after the program's name.
    words: Vec<OsString>,
    /// The index of the verb in `words`.
    verb: usize,
    /// The verb as you typed it.
    typed_verb: String,
    /// The words of the other tool that were replaced.
    others: Vec<String>,
    /// True if `--scores` was added, because the only file is a table of scores.
    is_of_scores: bool,
    /// A command that you may have meant instead, for the remark.
    alternative: Option<String>,
}

/// Reads the command line. If it is in another tool's words, also returns a remark with the command that
/// runs.
///
/// # Errors
/// If the command line is wrong, and no command of ours does what it means in another tool.
pub fn read(command: &mut Command) -> Result<(Args, Option<String>), Refused> {
    let typed: Vec<OsString> = std::env::args_os().collect();
    let read_typed = |command: &mut Command| match in_own_grammar(command, &typed) {
        Ok(args) => Ok((args, None)),
        Err(error) => Err(Refused { error, words: typed.clone(), remark: None }),
    };
    let Some(line) = translated(command, &typed) else { return read_typed(command) };
    let words: Vec<OsString> = typed[..1].iter().chain(&line.words).cloned().collect();
    match in_own_grammar(command, &words) {
        Ok(args) if line.may_run(command, &args) => Ok((args, Some(line.remark()))),
        Ok(_) => read_typed(command),
        // For clap, `--help` is an error too. We show the help of our command, even if the typed line is
        // valid as well.
        Err(error) if !error.use_stderr() => Err(Refused { error, words, remark: Some(line.remark()) }),
        // The typed line can be parsed too, but has no run, because its only file is a table of scores. The
        // error about the line with `--scores` helps more.
        Err(error) if line.is_of_scores => Err(Refused { error, words, remark: Some(line.remark()) }),
        // Our command needs a value that the other tool does not need. The error about the typed verb has a
        // tip that shows our command with this value.
        Err(error) if error.kind() == ErrorKind::InvalidValue && !line.is_of_typed_verb() => {
            read_typed(command)
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
    let args = args.or_else(|error| pool_of_runs(command, words, &error).unwrap_or(Err(error)));
    args.or_else(|error| eval_of_files(command, words).ok_or(error))
}

impl Translated {
    fn remark(&self) -> String {
        let words: Vec<Cow<'_, str>> = self.words.iter().map(|word| shell_quoted(word)).collect();
        let alternative = self.alternative.as_ref().map(|text| format!("; {text}")).unwrap_or_default();
        format!("note: {}: running `rejudge {}`{alternative}", self.others.join(" "), words.join(" "))
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

    /// Replaces the verb and all words after it. `others` are the words of the other tool that `words`
    /// replace.
    fn replace(&mut self, words: Vec<OsString>, others: impl IntoIterator<Item = String>) {
        self.words.truncate(self.verb);
        self.words.extend(words);
        self.others.extend(others);
    }

    /// Returns true if our command does all that the other tool's words mean. If a replaced word is the name
    /// of an experiment, returns false, because you may mean the experiment.
    fn may_run(&self, command: &Command, args: &Args) -> bool {
        let is_own_verb = command.find_subcommand(&self.typed_verb).is_some();
        let experiments = if is_own_verb { experiment_names(&args.global.experiments) } else { Vec::new() };
        let is_not_verb = |word: &&String| **word != self.typed_verb;
        let is_experiment = self.others.iter().filter(is_not_verb).any(|word| experiments.contains(word));
        // The table drops options of `convert` that name a format. That is right only if the files have these
        // formats.
        let is_done =
            if let Verb::Convert(convert) = &args.command { convert.does(&self.others) } else { true };
        !is_experiment
            && is_done
            && (self.is_of_typed_verb() || does_the_same(&args.command, is_own_verb, &experiments))
    }
}

/// Returns the command that a line in another tool's words means. Returns `None` if no word is of another
/// tool.
fn translated(command: &Command, typed: &[OsString]) -> Option<Translated> {
    let words = typed.get(1..)?.to_vec();
    let verb = words.iter().position(|word| word != "--quiet")?;
    let typed_verb = words[verb].to_str()?.to_owned();
    let is_own_verb = |name: &str| command.find_subcommand(name).is_some();
    let meaning_of =
        |name: &str| WORDS.iter().find(|(words, ..)| words.contains(&name)).map(|(_, meaning, _)| *meaning);
    let mut line = Translated {
        words,
        verb,
        typed_verb: typed_verb.clone(),
        others: Vec::new(),
        is_of_scores: false,
        alternative: None,
    };
    if typed_verb == "help" {
        let other = line.after_verb().first()?.to_str()?.to_owned();
        let meaning = meaning_of(&other).filter(|_| !is_own_verb(&other))??;
        line.replace(vec!["help".into(), meaning.split(' ').next()?.into()], [other]);
        return Some(line);
    }
    // trec_eval has no verbs, so if the first word names a file, it is an argument and not a verb.
    if !is_own_verb(&typed_verb) && Path::new(&typed_verb).is_file() {
        return None;
    }
    // `check` is a verb of ours too, for experiments. So we take it as another tool's verb only if a file that is
    // not YAML follows.
    let is_of_file = |word: &OsString| Path::new(word).is_file() && !is_yaml(Path::new(word));
    let is_own = is_own_verb(&typed_verb);
    if let Some(own_words) = by_files(&typed_verb, line.after_verb()) {
        let has_manipulation = line.after_verb().iter().any(|word| word.to_string_lossy().contains('('));
        line.alternative =
            documents_to_judge(&own_words).filter(|_| typed_verb == "pool" && !has_manipulation);
        line.replace(own_words, [typed_verb]);
    } else if let Some(own_words) = by_words(&typed_verb, line.after_verb(), is_own) {
        // Add the argument to the replaced words, so that `may_run` refuses the name of an experiment.
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
    if let Some((own_words, others)) = with_two_dashes(command, &line) {
        line.replace(own_words, others);
    }
    if let Some((own_words, others)) = with_dashes(command, &line) {
        line.replace(own_words, others);
    }
    // Each round replaces an argument of another tool with one of ours, so this ends.
    while let Some((own_words, others)) = LINES.iter().find_map(|row| in_own_words(command, row, &line)) {
        line.replace(own_words, others);
    }
    if let Some(own_words) = without_bare_compare(command, &line) {
        line.replace(own_words, ["--compare".to_owned()]);
    }
    // Each round joins a key and its value with `=`, so this ends.
    while let Some((own_words, others)) = with_equals(&line) {
        line.replace(own_words, others);
    }
    if let Some(own_words) = with_random_tukey(&line) {
        line.replace(own_words, []);
    }
    if let Some((own_words, figure)) = with_svg(&line) {
        line.replace(own_words, [figure]);
    }
    if let Some((own_words, table)) = of_scores(command, &line) {
        line.replace(own_words, [table]);
        line.is_of_scores = true;
    }
    (!line.others.is_empty()).then_some(line)
}

/// `pool QRELS RUNS.. --depth K` may mean the documents that are still to be judged. If the words from the verb on cut
/// judgments to a pool, returns the command that lists these documents.
fn documents_to_judge(words: &[OsString]) -> Option<String> {
    let [_, qrels, manipulation, ..] = words else { return None };
    let depth = manipulation.to_str()?.strip_prefix("pool-depth(depth=")?.strip_suffix(')')?;
    let qrels = shell_quoted(qrels);
    Some(format!(
        "`rejudge pool build RUNS --depth {depth} --judged {qrels}` lists the unjudged documents instead"
    ))
}

/// If the only file of `eval` is a table of scores, returns the words from the verb on, with `--scores`
/// before the table, and the table's name.
fn of_scores(command: &Command, line: &Translated) -> Option<(Vec<OsString>, String)> {
    let words = &line.words[line.verb..];
    if line.own_verb() != Some("eval") {
        return None;
    }
    // Most lines name judgments and runs. We recognise these lines by their number of files, because parsing
    // them twice would take a millisecond.
    let takes_folder = |word: &OsString| word == "--experiments" || word == "--collections";
    let is_input = |place: usize| {
        let before = &words[place - 1];
        Path::new(&words[place]).exists() && !is_output(before) && !takes_folder(before)
    };
    if (1..words.len()).filter(|place| is_input(*place)).count() != 1 {
        return None;
    }
    let typed: Vec<OsString> = [&["rejudge".into()], &line.words[..]].concat();
    let Verb::Eval(eval) = parsed(&mut command.clone(), &typed).ok()?.command else { return None };
    let [table] = eval.files.as_slice() else { return None };
    let has_other_files = eval.more.qrels.is_some() || !eval.more.runs.is_empty();
    // `--scores` would take the part before `=` as the name of a measure.
    let name = table.to_str().filter(|name| !name.contains('='))?;
    let place = words.iter().position(|word| word == name)?;
    if has_other_files || words[..place].iter().any(|word| word == "--") || !has_scores(table) {
        return None;
    }
    let own_words = [&words[..place], &["--scores".into()], &words[place..]].concat();
    Some((own_words, name.to_owned()))
}

/// Returns the words from the verb on with two dashes before each long option that was typed with one, as in
/// `-compare`, and the words that were changed. Returns `None` if no word was changed. clap would read `-compare` as
/// `-c -o mpare`.
fn with_two_dashes(command: &Command, line: &Translated) -> Option<(Vec<OsString>, Vec<String>)> {
    let verb = command.find_subcommand(line.own_verb()?)?;
    let words = &line.words[line.verb..];
    let options_end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let subverb = words.iter().find_map(|word| verb.find_subcommand(word));
    let is_long = |name: &str| {
        let mut owners = [Some(command), Some(verb), subverb].into_iter().flatten();
        name.len() >= LEAST_LONG_OPTION && owners.any(|owner| has_long(owner, name))
    };
    let option = |word: &OsString| {
        let name = word.to_str()?.strip_prefix('-')?;
        is_long(name.split('=').next()?).then(|| name.to_owned())
    };
    let (options, rest) = words.split_at(options_end);
    let others: Vec<String> =
        options.iter().filter_map(|word| option(word).map(|name| format!("-{name}"))).collect();
    let own_word =
        |word: &OsString| option(word).map_or_else(|| word.clone(), |name| format!("--{name}").into());
    let own_words = options.iter().map(own_word).chain(rest.iter().cloned());
    (!others.is_empty()).then(|| (own_words.collect(), others))
}

/// Returns true if a verb has a long option that has this name or alias.
fn has_long(verb: &Command, name: &str) -> bool {
    verb.get_arguments().any(|argument| {
        argument.get_long() == Some(name)
            || argument.get_all_aliases().is_some_and(|aliases| aliases.contains(&name))
    })
}

/// Returns the words from the verb on with dashes for the underscores in our long options, as in `--output_format`, and
/// the words that were changed. Returns `None` if no word was changed.
fn with_dashes(command: &Command, line: &Translated) -> Option<(Vec<OsString>, Vec<String>)> {
    let verb = command.find_subcommand(line.own_verb()?)?;
    let own = |word: &OsString| {
        let typed = word.to_str()?;
        let (option, value) = typed.split_at(typed.find('=').unwrap_or(typed.len()));
        let own = option.strip_prefix("--").filter(|name| name.contains('_'))?.replace('_', "-");
        (has_long(verb, &own) && !has_long(verb, &option[2..])).then(|| format!("--{own}{value}"))
    };
    let words = &line.words[line.verb..];
    let others: Vec<String> =
        words.iter().filter(|word| own(word).is_some()).map(|word| word.to_string_lossy().into()).collect();
    let own_word = |word: &OsString| own(word).map_or_else(|| word.clone(), OsString::from);
    (!others.is_empty()).then(|| (words.iter().map(own_word).collect(), others))
}

/// Users of other tools type `--compare --baseline RUN`, which are two names of one option of ours. Returns the words from
/// the verb on without the `--compare` that has no value, or `None` if the option is typed only once.
fn without_bare_compare(command: &Command, line: &Translated) -> Option<Vec<OsString>> {
    let verb = command.find_subcommand("eval").filter(|_| line.own_verb() == Some("eval"))?;
    let words = &line.words[line.verb..];
    let options_end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let is_value = |word: &OsString| word == "-" || !word.to_string_lossy().starts_with('-');
    let is_bare = |place: &usize| {
        words[*place] == "--compare="
            || words[*place] == "--compare" && !words.get(place + 1).is_some_and(is_value)
    };
    let place = (0..options_end).find(is_bare)?;
    let rest = [&words[..place], &words[place + 1..]].concat();
    is_typed(verb, "compare", &rest).then_some(rest)
}

/// Only the randomised version of Tukey's HSD test draws samples. Returns the words from the verb on with
/// `randomised-tukey` if we translated another tool's word into `tukey`, and the line has a number of samples.
fn with_random_tukey(line: &Translated) -> Option<Vec<OsString>> {
    let words = &line.words[line.verb..];
    let place = words.windows(2).position(|pair| pair[0] == "--correction" && pair[1] == "tukey")? + 1;
    let has_samples = words.iter().any(|word| word == "--samples");
    let is_translated = line.others.iter().any(|other| other.contains("tukey") || other.contains("hsd"));
    (has_samples && is_translated).then(|| {
        let mut words = words.to_vec();
        words[place] = "randomised-tukey".into();
        words
    })
}

/// Returns the words from the verb on with `-s draws=5` for `-s draws 5`, and the words that were changed.
fn with_equals(line: &Translated) -> Option<(Vec<OsString>, [String; 3])> {
    if !["run", "plan", "explain"].contains(&line.own_verb()?) {
        return None;
    }
    let words = &line.words[line.verb..];
    let texts: Vec<Cow<'_, str>> = words.iter().map(|word| word.to_string_lossy()).collect();
    // The word after a key may be the name of the experiment instead of a value.
    let is_value =
        |word: &str| !word.starts_with('-') && !word.contains('=') && !is_experiment(OsStr::new(word));
    let is_path = |word: &str| word.starts_with(char::is_alphabetic) && !word.contains('=');
    let is_change = |texts: &[Cow<'_, str>]| {
        ["-s", "--set"].contains(&&*texts[0]) && is_path(&texts[1]) && is_value(&texts[2])
    };
    let place = texts.windows(3).position(is_change)?;
    let change = OsString::from(format!("{}={}", texts[place + 1], texts[place + 2]));
    let others = [0, 1, 2].map(|offset| texts[place + offset].to_string());
    Some(([&words[..=place], &[change], &words[place + 3..]].concat(), others))
}

/// We draw figures as SVG. If `eval` or `rescore` has an output file such as `plot.pdf`, returns the words from the
/// verb on with `plot.svg` instead, and the name `plot.pdf`. Returns `None` if `plot.svg` exists already, so that it
/// is not overwritten.
fn with_svg(line: &Translated) -> Option<(Vec<OsString>, String)> {
    let words = &line.words[line.verb..];
    if !["eval", "rescore"].contains(&line.own_verb()?) {
        return None;
    }
    let is_figure = |place: usize| {
        let path = Path::new(&words[place]);
        let is_other = path.extension().is_some_and(|ending| FIGURES.iter().any(|other| ending == *other));
        is_other && (is_output(&words[place - 1]) || words[place - 1] == "--plot")
    };
    let place = (1..words.len()).find(|place| is_figure(*place))?;
    if Path::new(&words[place]).with_extension("svg").exists() {
        return None;
    }
    let figure = words[place].to_string_lossy().into_owned();
    let mut words = words.to_vec();
    words[place] = Path::new(&words[place]).with_extension("svg").into();
    Some((words, figure))
}

/// Options of other tools that print a completion script.
const COMPLETION: &[&str] =
    &["--install-completion", "--show-completion", "--completion", "--completions", "--generate-completion"];

/// Verbs of other tools that run an experiment.
const RUN: &[&str] = &[
    "reproduce",
    "replicate",
    "repeat",
    "sweep",
    "launch",
    "execute",
    "start",
    "resume",
    "rerun",
    "continue",
    "repro",
];

/// The verbs of [`RUN`] that are about papers.
const REPRODUCE: &[&str] = &["reproduce", "replicate", "repro"];

/// Verbs of other tools for the collections that they know.
const CATALOGUES: &[&str] = &["collections", "datasets"];

/// Verbs of other tools that describe something.
const DESCRIBE: &[&str] = &["describe", "info", "stats", "show", "view", "about", "inspect"];

/// Verbs of other tools for settings.
const CONFIG: &[&str] = &["config", "settings", "params"];

/// Verbs of other tools that draw.
const PLOT: &[&str] = &["plot", "draw", "figure", "chart", "graph", "viz"];

/// Returns true if an experiment has this name, or this YAML file exists.
fn is_experiment(name: &OsStr) -> bool {
    let is_named =
        || experiment_names(Path::new(EXPERIMENTS)).iter().any(|experiment| name == experiment.as_str());
    is_yaml(Path::new(name)) && Path::new(name).is_file() || is_named()
}

/// Returns true if a collection has this name.
fn is_collection(name: &OsStr) -> bool {
    let places = Places { experiments: EXPERIMENTS.into(), collections: COLLECTIONS.into() };
    places.catalogue().names().any(|collection| name == collection)
}

fn is_measure(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| RequestedMeasures::read(&[name.to_owned()], Preset::default()).is_ok())
}

/// Returns our command for a verb whose meaning depends on the words after it, as in `describe EXPERIMENT`,
/// and for `version` and `--list`.
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
        [_, ..] if COMPLETION.contains(&verb) => Some([&["completion".into()], words].concat()),
        [name, rest @ ..] if RUN.contains(&verb) && is_experiment(name) => {
            // We add `--report`, because reproducing a paper includes comparing its numbers with ours, and only the
            // report compares them.
            let has = |option: &str| rest.iter().any(|word| word.to_string_lossy().starts_with(option));
            let has_report = REPRODUCE.contains(&verb) && !has("--report") && !has("--shard");
            let report = if has_report { vec!["--report".into()] } else { Vec::new() };
            Some([&["run".into(), name.clone()], rest, &*report].concat())
        }
        [list, rest @ ..] if CATALOGUES.contains(&verb) && (list == "list" || list == "ls") => {
            Some([&["data".into(), "list".into()], rest].concat())
        }
        [name, rest @ ..] if verb == "verify" && is_experiment(name) => {
            Some([&["check".into(), name.clone()], rest].concat())
        }
        [name, ..] if DESCRIBE.contains(&verb) && is_experiment(name) => {
            Some([&["list".into()], words].concat())
        }
        [name, rest @ ..] if DESCRIBE.contains(&verb) && is_collection(name) && are_options(rest) => {
            Some([&["data".into(), "verify".into()], words].concat())
        }
        [get, name, rest @ ..] if CONFIG.contains(&verb) && is_experiment(name) && !is_experiment(get) => {
            Some([&["plan".into(), name.clone(), "--resolved".into()], rest].concat())
        }
        [_, ..] if PLOT.contains(&verb) && words.iter().any(|word| is_output(word)) => {
            // A kind of figure may come first, as in `plot bars QRELS RUN`. We drop the word, because we draw only
            // bars.
            let is_kind = ["bar", "bars", "scores", "means"].iter().any(|kind| words[0] == *kind)
                && !Path::new(&words[0]).exists();
            Some([&["eval".into()], &words[usize::from(is_kind)..]].concat())
        }
        _ => None,
    }
}

/// If an argument after the verb is in this row of the table, returns our words from the verb on, and the
/// other tool's words for the argument.
fn in_own_words(command: &Command, row: &Line, line: &Translated) -> Option<(Vec<OsString>, Vec<String>)> {
    let (verbs, alternatives, meaning) = row;
    let name = line.own_verb()?;
    let verb = command.find_subcommand(name).filter(|_| verbs.split(' ').any(|verb| verb == name))?;
    let words = line.after_verb();
    let options_end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let (place, length, value) = alternatives.split('|').find_map(|alternative| {
        (0..options_end).find_map(|place| {
            // The word after an option may be its value.
            let may_be_value = place > 0 && words[place - 1].to_string_lossy().starts_with('-');
            let has_selectors = || words.iter().any(|word| word == "--only");
            if alternative == "A=B" && (may_be_value || has_selectors()) {
                return None;
            }
            let (length, value) = argument_at(alternative, &words[place..options_end], place == 0)?;
            Some((place, length, value))
        })
    })?;
    let (before, after) = (&words[..place], &words[place + length..]);
    let (always, default) = meaning.trim_end_matches(']').split_once('[').unwrap_or((meaning, ""));
    let is_on_line = |option: &str| is_typed(verb, option, before) || is_typed(verb, option, after);
    if default.starts_with("--compare")
        && !fits_comparison(&words[place..place + length], before, after, &is_on_line)
    {
        return None;
    }
    // Two lists of measures would both be changes of one key, and the last would win.
    let is_list = |word: &OsString| {
        alternatives.split('|').any(|argument| argument.split(' ').next().is_some_and(|name| word == name))
    };
    if *meaning == "--set measures={}" && words.iter().filter(|word| is_list(word)).count() > 1 {
        return None;
    }
    // `--sort run` and `--sort input` do not order by score. We cannot also rank the runs by score, and we have no
    // descending order of names.
    let is_sorted_by_name =
        before.iter().chain(after).any(|word| word == "run" || word == "name" || word == "input");
    if default == "--sort" && is_on_line("sort") && is_sorted_by_name {
        return None;
    }
    // `--expect` compares scores at their printed digits, and has no budget.
    if *meaning == "--allow {}" && is_on_line("expect") {
        return None;
    }
    // A pool of runs has no judgments to take away.
    if name == "pool" && meaning.starts_with("pool .. ") && is_on_line("depth") {
        return None;
    }
    // Another tool's `sample -n 20` draws 20 documents or topics.
    if name == "pool" && *meaning == "--depth {}" && SAMPLE.contains(&line.typed_verb.as_str()) {
        return None;
    }
    // If there is a test, `--samples` is the test's number of samples, and does not ask for intervals.
    let is_of_test = || ["test", "compare", "correction"].into_iter().any(is_on_line);
    let is_missing =
        default.split(' ').next().and_then(|option| option.strip_prefix("--")).is_some_and(|option| {
            let option = option.split('=').next().unwrap_or(option);
            // The file's extension decides the format.
            let has_file = || is_on_line("output") || before.iter().chain(after).any(|word| is_output(word));
            !(is_on_line(option) || option == "intervals" && is_of_test() || option == "format" && has_file())
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

/// Verbs of other tools that sample.
const SAMPLE: &[&str] = &["sample", "subsample"];

/// Options of `eval` for tables other than comparisons.
const OTHER_TABLES: &[&str] =
    &["intervals", "bounds", "tau", "estimate", "reproduces", "expect", "per-topic"];

/// Returns true if a comparison has what `typed` asks for, such as effect sizes or `--alpha .01`. With a baseline, tables
/// mark three levels of significance. With `--compare all` or `--allow`, there is only one level. `before` and
/// `after` are the other words.
fn fits_comparison(
    typed: &[OsString],
    before: &[OsString],
    after: &[OsString],
    is_typed: &impl Fn(&str) -> bool,
) -> bool {
    let words = || before.iter().chain(after);
    let has_other_table =
        words().any(|word| word == "-q") || OTHER_TABLES.iter().any(|table| is_typed(table));
    let value = typed.last().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    let level = value.rsplit('=').next().and_then(|value| value.parse::<f64>().ok());
    let has_baseline = is_typed("compare") && !words().any(|word| word == "all" || word == "--compare=all");
    let has_levels = has_baseline && !is_typed("allow");
    !has_other_table && level.is_none_or(|level| level == ALPHA || has_levels)
}

/// Names of the coefficients between rankings that `eval --tau` prints. Audits and `rescore` print all of them but
/// rank-biased overlap.
const COEFFICIENTS: &[&str] = &[
    "tau",
    "kendall",
    "kendalltau",
    "kendall-tau",
    "tau-b",
    "tau_b",
    "ap",
    "tau-ap",
    "tau_ap",
    "tauap",
    "rbo",
];

/// Returns true if a list with commas or blanks is not empty and all its items pass the test.
fn has_only(list: &OsStr, is_item: impl Fn(&str) -> bool) -> bool {
    let list = list.to_string_lossy().to_lowercase();
    let mut items =
        list.trim_matches(['[', ']']).split([',', ' ']).filter(|item| !item.is_empty()).peekable();
    items.peek().is_some() && items.all(is_item)
}

/// Returns gains as we read them: `1=1,2=3,3=7` for NTCIREVAL's `1:3:7`, the gains of the levels 1, 2 and 3.
fn gains(list: &str) -> String {
    let gain = |(level, gain): (usize, &str)| format!("{}={gain}", level + 1);
    list.split(':').enumerate().map(gain).collect::<Vec<_>>().join(",")
}

/// Puts the value of an argument into a word of its meaning.
fn with_value(word: &str, value: Option<&OsStr>) -> OsString {
    let Some(value) = value else { return word.into() };
    let stem = Path::new(value).with_extension("");
    word.replace("{}", &value.to_string_lossy()).replace("{stem}", &stem.to_string_lossy()).into()
}

/// If `words` begin with the argument `typed` of the table, returns the argument's number of words and its
/// value.
fn argument_at(typed: &str, words: &[OsString], is_first: bool) -> Option<(usize, Option<OsString>)> {
    let (name, pattern) =
        typed.split_once(' ').map_or((typed, None), |(name, pattern)| (name, Some(pattern)));
    let (word, rest) = words.split_first()?;
    let is_bare = !name.starts_with('-');
    if name == "A=B" {
        let assignment = word.to_str().filter(|_| !Path::new(word).exists());
        let key = assignment.and_then(|text| text.split_once('=')).map(|(key, _)| key)?;
        let is_key = key.starts_with(char::is_alphabetic) && !key.contains(['/', ' ']);
        return is_key.then(|| (1, Some(word.clone())));
    }
    let is_name = word == name && !(is_bare && Path::new(word).exists());
    if is_bare && !(is_first && is_name) {
        return None;
    }
    let Some(pattern) = pattern else { return is_name.then_some((1, None)) };
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
        "W" => !is_option && !value.is_empty() && number().is_none(),
        "H" => path.extension().is_some_and(|ending| ending == "html" || ending == "htm"),
        "D" => !is_option && !value.is_empty() && path.extension().is_none_or(|_| path.is_dir()),
        "F" => {
            path.exists()
                && !is_measure(&value)
                && !["run", "name", "input"].contains(&&*value.to_string_lossy())
        }
        "J" => has_judgments(path),
        "T" => has_only(&value, |name| name != "rbo" && COEFFICIENTS.contains(&name)),
        "C" => has_only(&value, |name| COEFFICIENTS.contains(&name)),
        "L" => !path.exists() && has_only(&value, |name| is_collection(OsStr::new(name))),
        "G" => value.to_string_lossy().contains(':'),
        _ => value.eq_ignore_ascii_case(pattern),
    };
    let value = if pattern == "G" { gains(&value.to_string_lossy()).into() } else { value };
    fits.then_some((length, Some(value)))
}

/// Inserts the words that you typed after the verb into a command of [`WORDS`]. `FILE` is the first file of
/// judgments among these words, or else the first word. Returns `None` if the command needs a file, but there
/// is no word or the first word is an option. Also returns `None` if `--` ends the options, because the
/// command may add an option at the end.
fn filled(command: &Command, meaning: &str, typed: &[OsString]) -> Option<Vec<OsString>> {
    if typed.iter().any(|word| word == "--") {
        return None;
    }
    let (always, default) = meaning.trim_end_matches(']').split_once(" [").unwrap_or((meaning, ""));
    let verb = command.find_subcommand(always.split(' ').next()?)?;
    let mut own_words: Vec<&str> = always.split(' ').collect();
    if let Some(option) = default.split(' ').next().and_then(|option| option.strip_prefix("--"))
        && !is_typed(verb, option, typed)
        && !(option == "output" && typed.iter().any(|word| is_output(word)))
        && !(option == "topics" && typed.iter().any(|word| word == "-c" || word == "--complete"))
    {
        own_words.extend(default.split(' '));
    }
    let mut rest = typed.to_vec();
    let mut words = Vec::new();
    for word in own_words {
        match word {
            "FILE" => {
                let place = rest.iter().position(|word| has_judgments(Path::new(word))).unwrap_or(0);
                let file = rest.get(place).filter(|file| !file.to_string_lossy().starts_with('-'))?.clone();
                rest.remove(place);
                words.push(file);
            }
            ".." => words.append(&mut rest),
            _ => words.push(word.into()),
        }
    }
    Some(words)
}

/// Returns true if an option of `verb` is among the typed words, under any of its long names.
pub(super) fn is_typed(verb: &Command, option: &str, typed: &[OsString]) -> bool {
    let argument = verb.get_arguments().find(|argument| argument.get_long() == Some(option));
    let other_names = argument.and_then(Arg::get_all_aliases).unwrap_or_default();
    typed.iter().filter_map(|word| word.to_str()?.strip_prefix("--")).any(|word| {
        let name = word.split('=').next().unwrap_or(word);
        name == option || other_names.contains(&name)
    })
}

/// Returns a word as you would type it in a shell.
fn shell_quoted(word: &OsStr) -> Cow<'_, str> {
    let text = word.to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,:@%+=".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text;
    }
    format!("'{}'", text.replace('\'', r"'\''")).into()
}

/// Returns true if our command does all that the typed verb means in the other tool. If `is_own_verb` is
/// true, the typed verb is also a verb of ours, and `experiments` are the names that it takes.
fn does_the_same(verb: &Verb, is_own_verb: bool, experiments: &[String]) -> bool {
    match verb {
        // By default, only tables for people are sorted by score, so the verbs for rankings add
        // `--format wide`. With an output file, you may want another format.
        Verb::Eval(eval) => {
            let form = &eval.output.table.form;
            let has_only_judgments = eval.files.len() > 1
                && eval.more.runs.is_empty()
                && eval.files.iter().all(|file| has_judgments(file));
            (form.format != Some(Format::Wide) || form.output.is_none()) && !has_only_judgments
        }
        // Verbs that make judgments binary need `--min-rel`. Verbs that count unique documents count them by
        // team, so they need a table of teams.
        Verb::Pool(pool) => {
            let is_reduced = pool.words.iter().any(|word| word.to_string_lossy().contains('('));
            pool.build.is_some() || is_reduced || pool.min_rel.is_some() || pool.input.files.teams.is_some()
        }
        // Our own verb `check` takes names of experiments. So the words must be files that are not
        // experiments.
        Verb::Validate(validate) if is_own_verb => {
            let is_experiment = |run: &Path| experiments.iter().any(|name| Path::new(name) == run);
            validate.run_paths().all(|run| run.is_file() && !is_yaml(run) && !is_experiment(run))
        }
        Verb::Convert(convert) => convert.input().is_some_and(|input| input.is_file() && !is_yaml(input)),
        Verb::Validate(validate) => validate.run_paths().all(|run| run.exists() && !is_yaml(run)),
        _ => true,
    }
}

/// Reads `pool --depth K RUNS..` as `pool build --depth K RUNS..` if there are no judgments. `error` is the error about
/// the typed line. Returns `None` if this is not a pool of runs.
fn pool_of_runs(
    command: &mut Command,
    words: &[OsString],
    error: &clap::Error,
) -> Option<Result<Args, clap::Error>> {
    let verb = words.iter().position(|word| word == "pool")?;
    let path = words[verb + 1..].iter().map(Path::new).find(|path| path.exists())?;
    if has_judgments(path) || words.iter().any(|word| word == "--qrels") {
        return None;
    }
    let mut words = words.to_vec();
    words.insert(verb + 1, "build".into());
    let args = match parsed(command, &words) {
        Ok(args) => args,
        Err(of_build) => {
            let unknown = |error: &clap::Error| {
                let is_unknown = error.kind() == ErrorKind::UnknownArgument;
                error.get(ContextKind::InvalidArg).filter(|_| is_unknown).map(ToString::to_string)
            };
            // If `build` has the argument that `error` is about, but lacks another one, the other one is the mistake.
            let is_about_build = match of_build.kind() {
                ErrorKind::ValueValidation => true,
                ErrorKind::UnknownArgument => {
                    unknown(error).is_some_and(|typed| unknown(&of_build) != Some(typed))
                }
                _ => false,
            };
            return is_about_build.then_some(Err(of_build));
        }
    };
    let Verb::Pool(pool) = &args.command else { return None };
    let Some(PoolVerb::Build(Build { files, .. })) = &pool.build else { return None };
    let mut runs = files.iter().chain(&pool.input.runs).peekable();
    (runs.peek().is_some() && runs.all(|run| run.exists() || is_run_pattern(run))).then_some(Ok(args))
}

/// Reads a command line without a verb as `eval` if its files exist, because trec_eval and ir_measures have
/// no verbs.
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

    /// Returns true if a verb has an option, under any of its names.
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

    /// A row with an argument of ours would hide it, and a meaning with a wrong option would lead to the next
    /// error.
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
                        .is_some_and(|(_, value)| value.len() > 1 || "FJHCGLT".contains(value));
                    assert!(!is_ours || is_one_value, "{name} {typed}");
                }
                let own_verb =
                    meaning.split(' ').next().and_then(|word| command.find_subcommand(word)).unwrap_or(verb);
                for option in meaning.split(['[', ']', ' ']).filter(|word| word.starts_with('-')) {
                    let option = option.split('=').next().expect("a split has a first part");
                    let exists =
                        has(own_verb, option) || own_verb.get_subcommands().any(|verb| has(verb, option));
                    assert!(exists, "{name} {typed}: {option}");
                }
            }
        }
    }
}
