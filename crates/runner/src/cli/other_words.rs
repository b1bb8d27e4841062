//! Understands words of other tools. If a command of ours does exactly what a word means, our command runs.
//! Otherwise the error about the unknown verb or option has a tip that says what to type instead.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use rejudge_names::nearest;

use super::other_lines::is_typed;

/// The tip about scoring runs.
const SCORES: &str = "`rejudge eval QRELS RUN.. -m AP` scores runs, `rejudge measures` lists the measures";

/// The tip about pools and their depth.
const DEPTH: &str = "`rejudge pool build RUNS --depth K` makes a pool, `rejudge pool QRELS 'pool-depth(depth=K)' --runs RUNS` cuts \
    judgments, and `--pool-depth K` says how deep teams contributed";

/// The tip about comparing judges.
const JUDGES: &str = "`rejudge agreement QRELS LABELS` prints the agreement of another judge with the qrels (kappa, `--confusion`), `rejudge audit QRELS \
    RUNS --also NAME=LABELS` also what its labels do to the rankings";

/// The tip about merging labels.
const LABELS: &str = "`rejudge labels consolidate TABLE --scheme SCHEME -o QRELS` merges the labels of several assessors, which are rows of one table \
    (topic, docid, assessor, label), and `rejudge labels schemes` lists the schemes; `rejudge pool QRELS 'full(judge=a+b+c)' --also a=FILE \
    --also b=FILE --also c=FILE -o FILE` takes the label that most files give, and `rejudge agreement QRELS LABELS` compares labels";

/// The tip about comparing runs.
const COMPARES: &str = "`rejudge eval QRELS RUN.. --compare RUN` compares runs with one of them, `--compare all` all pairs: by a \
    t-test unless `--test` names another, with Holm's correction";

/// The tip about leaving out a team.
const LEAVE_OUT: &str = "`rejudge audit QRELS RUNS --depth K` leaves out every team in turn, `rejudge pool QRELS \
    'leave-one-team-out(team=A)' --runs RUNS --pool-depth K -o FILE` one";

/// The tip about teams in `rescore`.
const RESCORED_TEAMS: &str = "'leave-one-team-out(team=A)' in quotes leaves out team A, `--leave-one-team-out` of `rejudge rescore` each team \
    in turn; `--teams FILE` names the teams of the runs";

/// The tip about samples of judgments in `rescore`.
const RESCORED_SAMPLES: &str =
    "`rejudge rescore QRELS RUNS --rate 0.8` keeps a random 80% of the judgments, and so takes 20% away";

/// The tip about samples of judgments, and about lists of a limited number of documents to judge.
const FEWER: &str = "`rejudge pool QRELS 'sample(rate=0.1)' -o FILE` keeps a random tenth of the judgments, `rejudge pool build RUNS --depth K \
    --budget N` lists at most N documents to judge a topic";

/// The tip about lists of documents to judge.
const TO_JUDGE: &str = "`rejudge pool build RUNS --depth K` lists the documents to judge: with `--budget N` at most N a topic, with \
    `--budget-in-all N` at most N in all, with `--judged QRELS` only those that QRELS does not judge";

/// The tip about formats of tables.
const FORMS: &str = "`--format csv`, tsv, json, jsonl, latex, markdown or parquet of `rejudge eval`, or `-o` with a file of that ending, chooses the form";

/// The tip about confidence intervals.
const INTERVALS: &str = "`rejudge eval QRELS RUN.. --intervals` prints confidence intervals of means and ranks, `--confidence .99` \
    changes their level, `--intervals=bootstrap` the method; `--compare RUN --test bootstrap` tests a difference";

/// The tip about rankings of runs by two sets of judgments.
const TAUS: &str = "`rejudge audit QRELS RUNS --also NAME=LABELS` has Kendall's tau between the rankings of the runs by two sets of \
    judgments, `rejudge eval QRELS RUN RUN --compare` compares runs; `rejudge diff` compares folders of results";

/// The tip about the power of tests.
const POWER: &str = "`rejudge audit QRELS RUNS --depth K` says how many topics a test needs to find a difference of .05 with 80% \
    power; `rejudge eval QRELS RUN RUN --compare` prints p-values, and its `--format markdown` marks those below .05, .01 and .001";

/// The tip about ranking runs.
const RANKS: &str = "`rejudge eval QRELS RUN.. -m AP --sort AP --format wide` ranks runs, `--intervals` says which of them may be \
    the best";

/// The tip about the parts of a score.
const EXPLAINS: &str =
    "`rejudge explain QRELS RUN -m nDCG@10 --topics 301` shows how a score came about, document by document";

/// The tip about making an experiment.
const NEW: &str = "`rejudge new NAME --qrels QRELS --runs RUNS` makes an experiment on your collection in the new folder NAME";

/// The tip about converting files.
const CONVERTS: &str = "`rejudge convert RUN -o run.txt` writes a run, or judgments, in TREC format; `-o run.csv`, run.tsv, run.json or \
    run.parquet chooses another format, and `.gz`, .xz or .zst after it compresses. The format of an input is \
    recognised by its content";

/// The command that compares runs.
const COMPARE_ALL: Option<&str> = Some("eval .. [--compare all]");

/// The command that prints the agreement of judges.
const AGREEMENT: Option<&str> = Some("agreement FILE ..");

/// The words that users of other tools type as a verb, or with two dashes as an option; our command that runs
/// for the verb, or `None` if no command has exactly the same meaning; and the tip.
pub(super) type Row = (&'static [&'static str], Option<&'static str>, &'static str);

/// The table of words. In a command, `..` is replaced by the words that you typed after the verb. If the
/// command also has `FILE`, this is replaced by the first file of judgments among these words, or else by the
/// first word, and `..` by the rest. An option in brackets is left out if you typed it.
pub(super) const WORDS: &[Row] = &[
    (
        &[
            "compare",
            "ttest",
            "t-test",
            "significance",
            "all-pairs",
            "pairwise",
            "test",
            "sig",
            "stat-test",
            "pairs",
            "signif",
            "sigtest",
            "significance-test",
            "stats-test",
            "compare-runs",
        ],
        COMPARE_ALL,
        COMPARES,
    ),
    (
        &["wins", "losses", "win-loss", "win-tie-loss", "wins-losses"],
        COMPARE_ALL,
        "`rejudge eval QRELS RUN.. --compare RUN` counts the topics on which each run wins, ties and loses",
    ),
    (&["score", "evaluate", "average", "means", "ir_measures", "ir-measures"], Some("eval .."), SCORES),
    (&["trec_eval", "trec-eval"], Some("eval .. --format trec_eval [--topics run]"), SCORES),
    (&["calc"], None, SCORES),
    (&["measure", "metric", "metrics", "list-measures"], Some("measures .."), SCORES),
    (
        &["completions", "autocomplete", "shell-completion", "generate-completion"],
        Some("completion .."),
        "`rejudge completion bash` prints the script of a shell",
    ),
    (
        &["leave-one-out", "leave-one-team-out", "loo", "loto", "lou", "reusability"],
        Some("audit .."),
        LEAVE_OUT,
    ),
    (&["leave-out", "leave-out-team", "drop-team", "exclude-team", "without-team"], None, LEAVE_OUT),
    (&["intervals", "confidence-interval", "confidence-intervals"], Some("eval .. --intervals"), INTERVALS),
    (&["confidence", "ci", "bootstrap"], None, INTERVALS),
    (&["twin", "generate"], Some("simulate .."), "`rejudge simulate NAME -o DIR` writes a twin"),
    (
        &["download", "fetch", "get", "pull"],
        Some("data get .."),
        "`rejudge data get NAME` fetches public collections",
    ),
    (
        &["merge", "join", "cat", "concat"],
        None,
        "`cat PART.. | rejudge eval QRELS -` scores a run whose topics are in several files; shards share a cache, \
         and `rejudge run EXPERIMENT --cached` writes its results; `rejudge labels consolidate` merges the labels of several assessors",
    ),
    (
        &["plot", "draw", "figure", "chart", "svg"],
        None,
        "`rejudge eval QRELS RUN.. -o FILE.svg` draws scores, with `-q` for each topic; `rejudge audit` and `rejudge run` draw figures \
         for their pages; differences between runs are printed by `rejudge eval QRELS RUN RUN --compare -q`, not drawn",
    ),
    (
        &["sample", "subsample", "qrels", "rate", "sampling-rate", "fraction", "percent"],
        Some("pool .."),
        "`rejudge pool QRELS 'sample(rate=0.1)' --seed 42 -o FILE` keeps a random tenth of the judgments, but at least \
         1 relevant and 10 nonrelevant documents a topic",
    ),
    (
        &[
            "tau",
            "kendall",
            "kendall-tau",
            "correlation",
            "corr",
            "correlate",
            "rank-correlation",
            "compare-rankings",
        ],
        Some("eval .. [--tau]"),
        "`rejudge eval QRELS RUN.. -m 'AP nDCG@10' --tau` prints Kendall's tau between the rankings of the runs by two measures, and \
         with `--judge LABELS` by two judges; `rejudge agreement QRELS LABELS` compares labels without runs",
    ),
    (&["kappa", "cohen", "cohens-kappa", "krippendorff", "compare-judges"], AGREEMENT, JUDGES),
    (&["agree", "judge", "judges", "llm", "alpha-agreement"], None, JUDGES),
    (
        &["reusable", "reuse", "coverage", "judged"],
        None,
        "`rejudge audit QRELS RUNS --new-run RUN` says whether the judgments can score a new run",
    ),
    (
        &["stats", "info", "describe"],
        Some("audit .."),
        "`rejudge audit QRELS RUNS` describes a collection, `rejudge audit QRELS` only counts judgments, `rejudge list EXPERIMENT` \
         describes an experiment",
    ),
    (
        &["reproduce", "replicate", "repeat"],
        None,
        "`rejudge eval QRELS RUN --reproduces ORIGINAL` compares a run with the run that it reproduces; `rejudge run EXPERIMENT --report` \
         repeats a paper's experiment and writes a page, `rejudge list` lists them",
    ),
    (
        &["status"],
        Some("plan .."),
        "`rejudge plan EXPERIMENT` shows which cells are in the cache and which are missing",
    ),
    (
        &["dry-run", "dryrun", "preview"],
        Some("plan .."),
        "`rejudge plan EXPERIMENT` shows what `rejudge run` would compute, and writes nothing",
    ),
    (
        &[
            "clean",
            "clear",
            "purge",
            "prune",
            "rm",
            "no-cache",
            "force",
            "overwrite",
            "clean-cache",
            "clear-cache",
        ],
        None,
        "`rejudge cache clear` removes finished cells, so that `rejudge run EXPERIMENT` computes them again; `rejudge cache` \
         shows their folder",
    ),
    (
        &["resume", "continue", "restart", "rerun"],
        None,
        "start `rejudge run EXPERIMENT` again: it computes only what is missing",
    ),
    (
        &["check", "lint", "verify", "check-run", "check-runs", "check-input", "valid", "sanity-check"],
        Some("validate .."),
        "`rejudge validate RUN..` checks runs; `rejudge data verify NAME` checks a collection's files, `rejudge plan FILE.yaml` an \
         experiment",
    ),
    (
        &["fuse", "fusion", "rrf", "interpolate", "rerank", "search", "index", "retrieve"],
        None,
        "rejudge scores runs, it does not make or fuse them: `rejudge eval QRELS RUN.. -m AP`",
    ),
    (&["to-trec", "to_trec", "transform", "export", "reformat"], Some("convert .."), CONVERTS),
    (&["init", "create", "setup"], Some("new .."), NEW),
    (
        &["ls", "show", "view"],
        None,
        "`rejudge list` lists experiments, `rejudge data list` collections, `rejudge measures` measures",
    ),
    (
        &["html", "page"],
        None,
        "`rejudge audit QRELS RUNS` and `rejudge report EXPERIMENT` write an HTML page",
    ),
    (
        &["cutoff", "cutoffs", "top", "top-k", "topk", "k"],
        None,
        "`-m nDCG@10` has a cutoff, `-M 10` cuts all rankings",
    ),
    (
        &["ndcg", "map", "mrr", "recall", "precision-at"],
        None,
        "`-m 'AP nDCG@10 RR R@100'` names measures, `rejudge measures` lists them",
    ),
    (
        &[
            "csv",
            "tsv",
            "json",
            "jsonl",
            "ndjson",
            "latex",
            "markdown",
            "parquet",
            "f",
            "fmt",
            "output-format",
            "outfmt",
        ],
        None,
        FORMS,
    ),
    (
        &["remove-unjudged", "ignore-unjudged", "skip-unjudged", "drop-unjudged", "condensed-list"],
        None,
        "`-J` (`--judged-only`) of `rejudge eval` removes unjudged documents from the runs; `-m Judged@10` is the share of judged ones",
    ),
    (
        &["holes", "hole", "unjudged-share", "judged-share"],
        None,
        "`rejudge eval QRELS RUN.. -m Judged@10` prints the share of judged documents in the top 10 of each run, `-m Unjudged@10` the \
         share of holes",
    ),
    (
        &["missing-topics", "ignore-missing", "allow-missing", "intersect"],
        None,
        "`--topics run` averages over the topics that each run has, `--topics intersection` over those that all runs have",
    ),
    (
        &["threshold", "relevance-threshold", "rel-threshold", "relevance", "rel"],
        None,
        "`-l LEVEL` (`--min-rel`) sets the lowest level that is relevant; `AP(rel=2)` sets it for one measure",
    ),
    (
        &["alpha", "level", "significance-level", "max-p", "max_p", "sig-level"],
        None,
        "`--compare RUN` prints p-values, and marks p < .05, .01 and .001; `--compare all` marks p < .05; to apply another level, \
         compare it with the column p-adjusted of `--format csv`",
    ),
    (
        &["verbose", "v", "debug"],
        None,
        "REJUDGE_LOG=info in the environment shows what is read; `--version` prints the version",
    ),
    (&["version"], None, "`rejudge --version` prints the version"),
    (&["order", "sort-by", "order-by"], None, "`--sort MEASURE` of `rejudge eval` orders the runs"),
    (&["table", "tabulate", "latex-table"], Some("eval .. [--format wide]"), FORMS),
    (
        &["to-judge", "tojudge", "unjudged", "unjudged-docs"],
        Some("pool build --judged FILE .."),
        "`rejudge pool build RUN --judged QRELS --depth 10` lists the unjudged documents in the top 10 of a run",
    ),
    (
        &["power", "topics-needed", "sample-size", "topic-set-size", "n-topics", "topic-size"],
        Some("audit .."),
        POWER,
    ),
    (&["beta", "min-diff"], None, POWER),
    (
        &["discpower", "discriminate", "discriminative-power", "discrimination", "asl", "asl-curve"],
        Some("eval .. [--test paired-bootstrap --format wide]"),
        "`rejudge eval QRELS RUN.. --compare all --test bootstrap --format wide` prints the share of pairs that differ; `rejudge new NAME --qrels QRELS --runs RUNS \
         --extends sakai-bias` makes an experiment with the discriminative power of measures",
    ),
    (
        &["residual", "residuals", "rbp-residual", "res"],
        None,
        "`--bounds` of `rejudge eval` prints the lowest and the highest possible score: the residual of RBP is their difference",
    ),
    (
        &["max-grade", "max-relevance", "max-rel", "max-level", "highest-level", "g-max", "gmax"],
        None,
        "the highest level is the highest one in the qrels, or the highest one to which `--gains 1=1,2=3,3=7` gives a gain",
    ),
    (
        &["effect-size", "effect-sizes", "cohens-d", "cohen-d"],
        None,
        "`rejudge eval QRELS RUN.. --compare RUN` prints effect sizes: the mean of the differences by topic, divided by their standard deviation",
    ),
    (
        &["no-header", "noheader", "header", "skip-header"],
        None,
        "scores in `--format tsv` have no header line; `--format csv` has one",
    ),
    (
        &["matrix", "pivot", "wide-format", "unstack"],
        None,
        "`-q --format csv` of `rejudge eval` has a row for each run, topic and measure, which pivot_wider of R and pivot of pandas turn into \
         a matrix",
    ),
    (
        &["exclude-topics", "skip-topics", "exclude-topic", "drop-topics", "without-topics"],
        None,
        "`--topics 1-16,18-50` names the topics to score, `--topics FILE` reads their names from a file",
    ),
    (
        &["junit", "junit-xml", "junitxml", "xml"],
        None,
        "`--allow 'nDCG@10:.01'` and `--expect FILE` of `rejudge eval` show by the exit code whether a check failed, and `--github` prints annotations; \
         `--format json` is for other tools",
    ),
    (
        &["installed", "downloaded", "available", "local", "here", "missing"],
        None,
        "`rejudge data list --here` lists the collections that need no download",
    ),
    (
        &["dag", "graph", "tree", "deps"],
        None,
        "`rejudge plan EXPERIMENT` lists what an experiment computes, `rejudge explain EXPERIMENT 'TABLE[ROW, COLUMN]'` traces a number",
    ),
    (&["grid", "sweep", "multirun", "seeds", "vary", "param", "params", "hyperparameters"], None, CHANGES),
    (
        &["strata", "stratified", "xinfap", "stratum"],
        None,
        "samples are not stratified: `rejudge pool QRELS 'sample(rate=0.1)' -o FILE` keeps a random tenth of the judgments",
    ),
    (&["leaderboard", "rank", "ranking", "rankings", "top-runs"], Some("eval .. [--format wide]"), RANKS),
    (&["best", "tied", "ties"], None, RANKS),
    (&["why", "breakdown", "inspect", "trace"], None, EXPLAINS),
    (
        &["unique", "uniques", "unique-relevant", "contribution", "contributions", "contributed"],
        Some("pool FILE full --stats --runs .. [--output /dev/null]"),
        "`rejudge pool QRELS full --runs RUNS --teams TEAMS --stats -o /dev/null` counts the documents that only one team contributed",
    ),
    (
        &[
            "fail-under",
            "fail-below",
            "min-score",
            "gate",
            "assert",
            "ci-check",
            "max-drop",
            "max-loss",
            "fail-if-worse",
            "fail-on-regression",
            "no-regression",
            "fail-on-drop",
        ],
        None,
        "`rejudge eval QRELS RUN -m AP --at-least .55` ends with exit code 1 if the score is below .55, `rejudge eval QRELS RUN BASE \
         --compare BASE --allow 'nDCG@10:.01'` if RUN is shown to be worse than the run BASE by more than .01",
    ),
    (
        &["expected", "expectation", "published", "reported"],
        None,
        "`printf 'run,map\\nRUN,.3013\\n' > expected.csv` writes a table of scores, `rejudge eval QRELS RUN --expect expected.csv` compares \
         scores with it at the printed digits",
    ),
    (
        &["binarize", "binarise", "binary", "to-binary"],
        Some("pool .. full"),
        "`rejudge pool QRELS full -l LEVEL -o FILE` writes binary judgments, `-l LEVEL` (`--min-rel`) of `rejudge eval` scores with \
         LEVEL as the lowest relevant level",
    ),
    (
        &["one-sided", "one-tailed", "tail", "two-sided", "two-tailed", "sided"],
        None,
        "`rejudge eval QRELS RUN.. --compare RUN --alternative greater` tests whether the runs are better than RUN, `less` whether they are worse",
    ),
    (
        &["places", "round", "decimals", "precision", "p"],
        None,
        "`--digits 3` of `rejudge eval` rounds tables for people, `--format json` has all digits",
    ),
    (
        &["threads", "num-threads", "n-jobs", "workers"],
        None,
        "`--jobs N` of `rejudge audit` and `rejudge run` sets the number of threads; other verbs read RAYON_NUM_THREADS=N",
    ),
    (&["run"], None, "`--runs` names files or folders of runs"),
    (
        &["head", "limit", "first", "top-n"],
        None,
        "`--sort MEASURE` orders the runs, and `| head` cuts the list",
    ),
    (
        &["strict", "werror", "fail-on-warning", "exit-code"],
        None,
        "`rejudge validate` ends with exit code 1 if a run is not valid, `rejudge check` if a number differs",
    ),
    (
        &["summary", "summarise", "summarize"],
        None,
        "`rejudge eval QRELS RUN..` prints the mean of each run by each measure, with `-q` also each topic",
    ),
    (&["experiments", "papers"], Some("list .."), LISTS),
    (&["collections", "datasets"], Some("data list .."), "`rejudge data list` lists the collections"),
    (
        &["log", "logs", "log-level"],
        None,
        "REJUDGE_LOG=info in the environment shows what is read and computed",
    ),
    (
        &["config", "settings"],
        None,
        "there is no configuration file: REJUDGE_DATA and REJUDGE_CACHE in the environment name the folders of the data and of the cache, and `rejudge plan EXPERIMENT --resolved` \
         shows an experiment with all its values",
    ),
    (&["silent"], None, "--quiet shows errors only"),
    (&["data-dir", "data-root", "data-folder"], None, DATA),
    (
        &["open", "browser", "browse"],
        None,
        "an audit ends with the path of its page, report.html, which a browser opens offline",
    ),
];

/// Options for the number of threads.
const OTHER_THREADS: &[&str] = &["-j", "--jobs", "-t", "--threads", "--num-threads", "--n-jobs", "--workers"];

/// Options for the format of a file.
const OTHER_FORMATS: &[&str] = &[
    "--from",
    "--to",
    "-f",
    "-t",
    "--format",
    "--input-format",
    "--output-format",
    "--trec",
    "--csv",
    "--tsv",
    "--json",
    "--parquet",
    "--gzip",
    "--gz",
];

/// The tip about the number of threads.
const THREADS: &str = "`RAYON_NUM_THREADS=N` in the environment sets the number of threads";

/// The tip about the folder of the collections.
const DATA: &str = "REJUDGE_DATA in the environment names the folder of the collections' files";

/// The tip about the folder of the results.
const RESULTS: &str =
    "`--results DIR` of `rejudge run`, `rejudge check` and `rejudge report` names the folder of the results";

/// The tip about listing experiments.
const LISTS: &str = "`rejudge list` lists the experiments";

/// The tip about changing an experiment.
const CHANGES: &str = "`-s PATH=VALUE` changes an experiment, as in `-s draws=5`; `rejudge plan EXPERIMENT --resolved` lists the paths";

/// Tips for options and words that are refused with the typed verb: verb, options, tip. Another verb may have the
/// option, or the option was typed before the verb, as in `rejudge -q eval`.
const OF_VERB: &[(&str, &[&str], &str)] = &[
    ("eval", &["--depth"], "`-M 10` (`--max-rank`) scores the top 10 of each run"),
    ("eval", OTHER_THREADS, THREADS),
    ("pool", OTHER_THREADS, THREADS),
    ("validate", OTHER_THREADS, THREADS),
    ("eval", &["-q"], "--quiet shows errors only, `rejudge eval QRELS RUN.. -q` the scores of each topic"),
    ("eval", &["--explain", "--why"], EXPLAINS),
    ("convert", OTHER_FORMATS, CONVERTS),
    (
        "run",
        &["--qrels", "--runs", "--judgments"],
        "`rejudge new NAME --qrels QRELS --runs RUNS --extends EXPERIMENT` makes the experiment for your own files",
    ),
    ("data", &["-o", "--output", "--out", "--dir"], DATA),
    ("data", &["--json", "--csv", "--format"], "`rejudge data list` prints columns with tabs between them"),
    ("data", &["--all"], "`rejudge data list` lists the names: `rejudge data get NAME NAME` takes several"),
    ("run", &["-o", "--output", "--out", "--output-dir", "--out-dir"], RESULTS),
    ("check", &["-o", "--output", "--out", "--output-dir", "--out-dir"], RESULTS),
    (
        "check",
        &["--tolerance", "--tol", "--epsilon"],
        "`rejudge check` compares a paper's values at their printed digits; `rejudge diff A B --tolerance .001` compares two folders of results",
    ),
    (
        "eval",
        &["--tolerance", "--tol", "--epsilon"],
        "`--expect FILE` compares scores at the digits of the table, so a table with fewer digits is more tolerant; \
         `--compare RUN --allow 'nDCG@10:.01'` allows a loss",
    ),
    (
        "run",
        &["--no-cache", "--fresh", "--force", "--recompute"],
        "`rejudge run EXPERIMENT --cache DIR` with a new folder DIR computes every cell; `rejudge cache clear` empties the usual cache",
    ),
    ("report", &["--output-dir", "--out-dir"], RESULTS),
    (
        "report",
        &["--open", "--pdf", "--browser"],
        "`rejudge report EXPERIMENT` prints the path of report.html, which a browser opens offline and prints",
    ),
    (
        "schema",
        &["-o", "--output", "--out", "--json"],
        "`rejudge schema experiment > FILE` writes the schema to a file",
    ),
    ("schema", &["--list", "--all"], SCHEMAS),
    (
        "measures",
        &["--json", "--csv", "--format"],
        "`rejudge measures` prints text only; `rejudge measures NAME` explains one measure",
    ),
    (
        "new",
        &["--collection", "--data", "--dataset"],
        "`rejudge new NAME --qrels QRELS --runs RUNS` takes your files; `rejudge audit COLLECTION` audits a collection of \
         `rejudge data list`",
    ),
    (
        "audit",
        &["--dry-run", "--plan", "-n"],
        "`rejudge audit QRELS RUNS --emit-yaml` writes the experiment and computes nothing; `rejudge plan` shows what it would compute",
    ),
    ("audit", &["--list"], "`rejudge data list` lists the collections"),
    (
        "audit",
        &[
            "--sample",
            "--samples",
            "--drop",
            "--rate",
            "--fraction",
            "--fractions",
            "--repeat",
            "--repeats",
            "--n-topics",
            "--n-trials",
            "--trials",
            "--depths",
        ],
        "an audit tries shallower pools, left-out teams and fewer topics by itself; `rejudge rescore QRELS RUNS --depth 5,10` and \
         `rejudge rescore QRELS RUNS --rate .1,.5` try what you choose",
    ),
    (
        "audit",
        &["--confusion", "--confusion-matrix", "--confusion_matrix", "--per-topic"],
        "`rejudge agreement QRELS LABELS --confusion` prints the confusion matrix of the labels, and so does the page of an audit with --also",
    ),
    (
        "audit",
        &["--only", "--question", "--questions", "--skip"],
        "an audit answers all its questions; `rejudge rescore QRELS RUNS --leave-one-team-out` asks one",
    ),
    (
        "audit",
        &["--strict", "--exit-code", "--fail-on", "--check"],
        "verdicts.json in the folder of `-o DIR` has the verdict of each question, for a script to test",
    ),
    (
        "run",
        &["--collection", "--collections", "--dataset", "--on"],
        "`rejudge run EXPERIMENT -s collection=trec8` runs an experiment on other collections of `rejudge data list`, `rejudge run \
         EXPERIMENT --only collection=trec8` on one of its own",
    ),
    ("audit", &["--team", "--leave-out"], LEAVE_OUT),
    ("pool", &["--team", "--leave-out"], LEAVE_OUT),
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
    (
        "rescore",
        &["--leave-out", "--leave-out-team", "--without-team", "--exclude-team", "--drop-team", "--team"],
        RESCORED_TEAMS,
    ),
    (
        "rescore",
        &[
            "--drop",
            "--drop-rate",
            "--remove",
            "--keep",
            "--sample",
            "--subsample",
            "--sample-rate",
            "--sampling-rate",
            "--fraction",
            "--percent",
        ],
        RESCORED_SAMPLES,
    ),
    ("pool", &["--drop", "--remove", "--keep", "--sample", "--subsample", "--sample-size"], FEWER),
    (
        "pool",
        &[
            "--budget",
            "--budget-in-all",
            "--judged",
            "--runs-per-team",
            "--prefer",
            "--persistence",
            "--order",
            "--form",
        ],
        TO_JUDGE,
    ),
    ("pool", &["-k", "-d", "--depth", "--pool-depth"], DEPTH),
    ("diff", &["--qrels", "--runs", "-m", "--corr", "--also"], TAUS),
    ("simulate", &["--delta", "--power"], POWER),
    (
        "simulate",
        &["--topics"],
        "`rejudge audit QRELS RUNS --depth K` says how many topics a test needs; `rejudge simulate --like QRELS RUNS -o DIR` simulates \
         a collection with as many topics as yours",
    ),
    ("simulate", &["-n", "--queries", "--runs", "--docs", "--documents"], SIMULATES),
    ("eval", &["--delta", "--power"], POWER),
    ("audit", &["--delta", "--power"], POWER),
    (
        "audit",
        &["--csv", "--tsv", "--latex", "--parquet", "-f", "--html"],
        "`--format json` and markdown of `rejudge audit` print its verdicts and its report; an audit writes its page (report.html and report.md), its verdicts (verdicts.json) and its tables (csv, tex and \
         parquet) to the folder of `-o DIR`",
    ),
    (
        "simulate",
        &["--depth"],
        "`rejudge simulate --like QRELS RUNS --pool-depth K` says how deep that collection was pooled",
    ),
    ("plan", &["--depth"], CHANGES),
    ("run", &["--depth"], CHANGES),
    ("labels", &["merge", "join", "cat", "concat", "mean", "means", "average"], LABELS),
];

/// The tip about the kinds of YAML files.
const SCHEMAS: &str = "`rejudge schema experiment` prints one schema; the other kinds are `expected`, `collection`, `measures`, `labels` and `tasks`";

/// The tip about simulated collections.
const SIMULATES: &str = "`rejudge simulate trec03-twin -o DIR` writes a simulated collection, `rejudge simulate --like QRELS RUNS -o DIR` \
    one like your own";

/// The tip about `--judge` without an option that uses the labels.
const JUDGE: &str = "`rejudge eval LABELS RUN..` scores by the labels of a judge alone, `rejudge audit QRELS RUNS --also NAME=LABELS` \
    compares them with people's judgments, and `rejudge eval` with `--judge LABELS` and `--tau` or `--estimate` uses both";

/// The tip about `--confidence` with a comparison.
const LEVEL: &str = "`--confidence` sets the level of the intervals of `--intervals` and `--estimate`; the intervals of `--compare` are \
    95% intervals; to apply another significance level, compare it with the column p-adjusted of `--format csv`";

/// Tips if arguments are missing: verb, tip.
const MISSING: &[(&str, &str)] = &[
    (
        "eval",
        "`rejudge eval QRELS RUN.. -m 'AP nDCG@10'` scores your runs, `rejudge eval COLLECTION` those of a collection of \
         `rejudge data list`",
    ),
    ("validate", "`rejudge validate RUN..` checks runs, `rejudge validate QRELS` judgments"),
    ("convert", CONVERTS),
    (
        "audit",
        "`rejudge audit QRELS RUNS` audits your files, `rejudge audit COLLECTION` a collection of `rejudge data list`",
    ),
    (
        "diff",
        "`rejudge diff A B` compares two folders of results, `rejudge eval QRELS RUN RUN --compare` compares runs",
    ),
    ("plan", LISTS),
    ("run", LISTS),
    ("accept", LISTS),
    (
        "explain",
        "`rejudge explain QRELS RUN -m nDCG@10 --topics 301` explains a score; `rejudge explain EXPERIMENT` lists the tables of an \
         experiment, whose numbers it explains too; `rejudge list` lists the experiments",
    ),
    ("new", NEW),
    ("simulate", SIMULATES),
    ("schema", SCHEMAS),
    ("completion", "`rejudge completion bash`; the other shells are elvish, fish, powershell and zsh"),
    ("data", "`rejudge data list` lists the collections"),
];

/// Tips for an unknown word after a verb: verb, tip.
const AFTER: &[(&str, &str)] = &[
    (
        "data",
        "`rejudge data get NAME` downloads a collection, `rejudge data verify NAME` checks its files, `rejudge data list` lists them all",
    ),
    ("labels", LABELS),
    ("new", NEW),
    (
        "measures",
        "`rejudge measures NAME` explains one measure, `rejudge measures` lists all, `rejudge eval QRELS RUN.. -m NAME` scores runs",
    ),
    ("simulate", "`rejudge simulate --like QRELS RUNS -o DIR` simulates a collection like your own"),
    (
        "diff",
        "`rejudge diff A B` compares two folders of results, `rejudge eval QRELS RUN RUN --compare` compares runs",
    ),
    (
        "report",
        "`rejudge audit QRELS RUNS -o DIR` writes a page about your own files, `rejudge eval QRELS RUN..` prints scores, `rejudge report \
         EXPERIMENT` writes the page of an experiment",
    ),
];

/// Tips for two options that cannot be used together.
const TOGETHER: &[([&str; 2], &str)] = &[
    (
        ["--compare", "--intervals"],
        "without --intervals, `--compare` also prints an interval of each difference (columns low and high); without --compare, \
         `--intervals` prints those of means and ranks",
    ),
    (
        ["--compare", "--bounds"],
        "`--bounds=pairs` bounds the difference of each pair of runs; without --bounds, `--compare` tests it",
    ),
    (
        ["--compare", "--expect"],
        "`--compare` tests differences of runs, `--expect` compares scores with a table: run them one after the other",
    ),
    (
        ["--compare", "--tau"],
        "`--compare` tests differences of runs, `--tau` compares rankings: run them one after the other",
    ),
];

/// Returns the tip about the two options that an error says cannot be used together.
fn together(error: &clap::Error) -> Option<&'static str> {
    let named =
        [ContextKind::InvalidArg, ContextKind::PriorArg].map(|kind| error.get(kind).map(ToString::to_string));
    let is_named = |option: &str| {
        named.iter().flatten().flat_map(|names| names.split([' ', ',', '[', '='])).any(|name| name == option)
    };
    TOGETHER.iter().find(|(options, _)| options.iter().all(|option| is_named(option))).map(|(_, tip)| *tip)
}

/// If an error says that an option cannot be used multiple times, and you typed it under several of its names, as in
/// `--compare a --baseline b`, returns a tip with these names.
fn names_of_one_option(
    error: &clap::Error,
    command: &Command,
    typed: impl Iterator<Item = OsString>,
) -> Option<String> {
    let option = error.get(ContextKind::InvalidArg)?;
    let option = (error.get(ContextKind::PriorArg) == Some(option)).then(|| option.to_string())?;
    let long = option.strip_prefix("--")?.split([' ', '[', '=']).next()?;
    let words: Vec<OsString> = typed.collect();
    let own_verb = command.find_subcommand(verb(command, words.iter().cloned())?)?;
    let subverb = words.iter().find_map(|word| own_verb.find_subcommand(word));
    let mut arguments = std::iter::once(own_verb).chain(subverb).flat_map(|verb| verb.get_arguments());
    let argument = arguments.find(|argument| argument.get_long() == Some(long))?;
    let aliases = argument.get_all_aliases().unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    for word in words.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str()) {
        let name = match (word.strip_prefix("--"), argument.get_short()) {
            (Some(name), _) => {
                let name = name.split('=').next().unwrap_or_default();
                (name == long || aliases.contains(&name)).then(|| format!("`--{name}`"))
            }
            (None, Some(short)) => word.starts_with(&format!("-{short}")).then(|| format!("`-{short}`")),
            (None, None) => None,
        };
        if let Some(name) = name.filter(|name| !names.contains(name)) {
            names.push(name);
        }
    }
    (names.len() > 1)
        .then(|| format!("{} are names of the same option: type only one of them", names.join(" and ")))
}

/// Returns the first typed word that is a verb.
pub(super) fn verb(command: &Command, typed: impl Iterator<Item = OsString>) -> Option<&str> {
    let mut words = typed.skip(1);
    words.find_map(|word| command.find_subcommand(word)).map(Command::get_name)
}

/// Returns our verb for another tool's verb, if a command of ours runs for it. Returns `None` for `check`,
/// because this is also a verb of ours.
pub(super) fn verb_meant(other: &str) -> Option<&'static str> {
    let row = WORDS.iter().find(|(words, ..)| words.contains(&other) && other != "check");
    row.and_then(|(_, meaning, _)| meaning.as_ref()?.split(' ').next())
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

/// Adds a tip to an error about an unknown verb or option, missing arguments, or options that cannot be used
/// together: what to type instead, or the verbs that have this option. `typed` is the command line.
///
/// We remove clap's tip about passing an option as a value, because users never mean it. We also remove clap's
/// guesses that are not [`nearest`]: for example, clap would suggest `--gains` for `--wins`.
pub fn explained(
    mut error: clap::Error,
    command: &Command,
    typed: impl Iterator<Item = OsString>,
) -> clap::Error {
    if error.kind() == ErrorKind::MissingRequiredArgument {
        let typed: Vec<OsString> = typed.collect();
        let verb = verb(command, typed.iter().cloned());
        let missing = match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::Strings(names)) => names.as_slice(),
            _ => &[],
        };
        if missing.iter().any(|name| name.contains("--bounds") && name.contains("--tau")) {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(JUDGE)]));
            return error;
        }
        if missing.iter().any(|name| name.starts_with("<--intervals")) {
            let is_compared = command.find_subcommand("eval").is_some_and(|eval| {
                ["compare", "test", "alternative", "correction"]
                    .iter()
                    .any(|option| is_typed(eval, option, &typed))
            });
            let tip = if is_compared { LEVEL } else { INTERVALS };
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
            return error;
        }
        // An option may also be missing because another option needs it.
        let is_subject = missing
            .iter()
            .any(|name| name.starts_with("--qrels") || name.starts_with('<') && !name.starts_with("<--"));
        if let Some((_, tip)) = MISSING.iter().find(|(name, _)| is_subject && verb == Some(*name)) {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(*tip)]));
        }
        return error;
    }
    if error.kind() == ErrorKind::ArgumentConflict {
        let tip = together(&error).map(str::to_owned).or_else(|| names_of_one_option(&error, command, typed));
        if let Some(tip) = tip {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
        }
        return error;
    }
    let (kind, guess) = match error.kind() {
        ErrorKind::InvalidSubcommand => (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        _ => return error,
    };
    let Some(ContextValue::String(word)) = error.get(kind) else { return error };
    // Users of trec_eval and ir_measures type no verb, because these tools have none.
    let is_without_verb =
        ["-m", "-q", "-c", "-l", "-n"].contains(&word.as_str()) || Path::new(word).is_file();
    let word = word.split('=').next().unwrap_or_default().to_lowercase();
    let verb = verb(command, typed);
    let is_option = error.kind() == ErrorKind::UnknownArgument;
    let is_guessed = is_option || error.get(guess).is_some();
    let bare = if is_option { word.trim_start_matches('-') } else { &word };
    let is_after_verb = !is_guessed || is_option && !word.starts_with('-');
    let of_verb = OF_VERB.iter().find(|(name, words, _)| verb == Some(*name) && words.contains(&&*word));
    let of_any_verb = || WORDS.iter().find(|(words, ..)| words.contains(&bare)).map(|(.., tip)| *tip);
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
        let tips = WORDS.iter().map(|(.., tip)| *tip).chain(OF_VERB.iter().map(|(.., tip)| *tip));
        let tips = tips.chain(MISSING.iter().map(|(_, tip)| *tip));
        for tip in tips.chain(AFTER.iter().map(|(_, tip)| *tip)).chain([SCORES, JUDGE, LEVEL]) {
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
