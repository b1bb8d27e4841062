//! `rejudge check`

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::bundled::bundled_file;
use rejudge_experiment::grid::{experiment_names, is_yaml};
use rejudge_experiment::printed::{CheckFailure, CheckOutcome, Tally};
use rejudge_names::plural::{counted, of_number, of_share};
use rejudge_report::check::claims::ConditionOutcome;
use rejudge_report::check::github::{Summarised, annotation, append_summary, notice, summary};
use rejudge_report::check::golden::{GoldenNumbers, is_accepted};
use rejudge_report::check::verdict::Verdict;
use rejudge_report::table::results::MANIFEST;
use rejudge_store::atomic::replace_within;
use serde_json::json;

use super::args::Global;
use super::output::{Failure, print, remark};
use super::subject::open_results;
use super::{BAD_DATA, CHECK_FAILED, GOOD, NOTHING_CHECKED, USAGE, completion};
use rejudge_session::{ExperimentResults, UsualFolder};

/// `rejudge check`
#[derive(Debug, ClapArgs)]
pub struct Check {
    /// Names of experiments, or paths of YAML files
    #[arg(value_name = "EXPERIMENT", add = ArgValueCompleter::new(completion::experiments))]
    pub names: Vec<String>,
    /// All experiments of your own, and the built-in ones that have results
    #[arg(long)]
    pub all: bool,
    /// Folder of the results [default: results/<id>]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
    /// Print failures as GitHub annotations, on the line of the printed cell or recorded outcome if there is one
    ///
    /// Also writes a job summary if GITHUB_STEP_SUMMARY names a file. Paths are relative to GITHUB_WORKSPACE if it
    /// is set, and to the working folder otherwise.
    #[arg(long, conflicts_with = "json")]
    pub github: bool,
    /// Print one JSON object
    ///
    /// `code` is the exit code (0: good, 1: a check failed, 3: results of other data or of an earlier version of the
    /// experiment, 4: nothing could be checked, or results are missing). `experiments` is a list with `experiment`, `code`,
    /// `headline` (the outcome in one line), `golden-same` and `claims-as-recorded` (how many accepted numbers and
    /// recorded outcomes are unchanged), and `check` (the content of check.json, or null if there is nothing to compare, or
    /// the results are of other data or of an earlier version of the experiment). With --all there is also a `headline`
    /// about all experiments together.
    #[arg(long)]
    pub json: bool,
}

/// The file with the complete outcome of a check.
const CHECKED: &str = "check.json";

/// The words after a number of comparisons that were left out because the run computed only a part of the experiment.
const LEFT_OUT: &str = "left out by --only";

/// The largest number of an experiment's failures that are printed; check.json contains all failures.
const MAX_SHOWN: usize = 25;

/// The outcome of an experiment's check.
#[derive(Default)]
struct Checked {
    /// The experiment's id. If the experiment has no expected values, claims or accepted numbers, this is the
    /// name or path that was given.
    name: String,
    /// The outcome in one line.
    headline: String,
    /// A line that counts the compared cells by outcome. `None` if none of them was compared with random
    /// draws.
    cells: Option<String>,
    compared: Compared,
    /// The number of accepted numbers that need data which are not available.
    golden_without_data: usize,
    /// True if the experiment was changed on the command line, so its numbers may differ.
    is_changed: bool,
    /// The reasons why the check fails.
    failures: Vec<CheckFailure>,
    /// The exit code.
    code: u8,
    /// The content of check.json, and its path if there are results to write it next to.
    json: Option<(serde_json::Value, Option<PathBuf>)>,
    /// A warning if cells were compared and `draws.licensed` is smaller than in the unchanged experiment.
    few_draws: Option<String>,
}

/// The comparison with accepted numbers and recorded outcomes of claims.
#[derive(Default)]
struct Compared {
    /// The number of accepted numbers that are unchanged, and the number of accepted numbers that were compared.
    golden: (usize, usize),
    /// The number of recorded outcomes of claims that are unchanged, and the number of recorded outcomes that were
    /// compared.
    claims: (usize, usize),
    /// Counts of the accepted numbers and of the recorded outcomes that `--only` left out.
    left_out: (usize, usize),
    /// The outcomes of claims by the printed tables. A claim that these tables do not decide has no outcome
    /// here.
    in_print: Vec<ConditionOutcome>,
}

impl Compared {
    /// Returns a line such as `golden 12 of 12; claims 46 of 46 unchanged; 12 of 17 hold in the printed tables (2 within
    /// rounding)`. Claims and printed tables are omitted if there are none. `without_data` is the number of accepted numbers
    /// that need missing data.
    fn line(&self, without_data: usize) -> String {
        let Self { golden: (same, accepted), claims: (unchanged, recorded), left_out, in_print } = self;
        let note = |notes: &[(usize, &str)]| -> String {
            let notes = notes.iter().filter(|(count, _)| *count > 0);
            let notes: Vec<String> = notes.map(|(count, words)| format!("{count} {words}")).collect();
            if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) }
        };
        let need = of_number(without_data, "more needs data", "more need data");
        let golden_notes = note(&[(without_data, need), (left_out.0, LEFT_OUT)]);
        let mut line = format!("golden {same} of {accepted}{golden_notes}");
        if recorded + left_out.1 > 0 {
            line +=
                &format!("; claims {unchanged} of {recorded} unchanged{}", note(&[(left_out.1, LEFT_OUT)]));
        }
        line + &held_in_print(in_print)
    }
}

impl Checked {
    /// Checks an experiment. If it has expected values, claims or accepted numbers, and its results are
    /// current or missing, adds the outcome to `total`. If there are also results whose data are available,
    /// writes check.json and checks.parquet next to them.
    fn run(global: &Global, args: &Check, experiment: &str, total: &mut Tally) -> Result<Self, Failure> {
        let subject = open_results(global, experiment, args.results.as_ref())?;
        if !subject.has_expectations() && !is_accepted(&subject.grid)? {
            subject.check_files()?;
            return Ok(Self {
                name: experiment.to_owned(),
                headline: bare(experiment),
                code: NOTHING_CHECKED,
                ..Self::default()
            });
        }
        let computed = subject.computed()?;
        // Without this test, numbers of an earlier version, or of other data, would be checked as this experiment's numbers.
        if let Some(Err(why)) = computed.as_ref().map(|computed| computed.current(&subject.grid.id)) {
            let (outcome, message) = (CheckOutcome::NotComputed, why.to_string());
            return Ok(Self {
                name: subject.grid.id.clone(),
                headline: format!("{}: not checked", subject.grid.id),
                failures: vec![CheckFailure { outcome, about: None, at: None, message }],
                code: BAD_DATA,
                ..Self::default()
            });
        }
        let mut verdict = Verdict::new(&subject.grid, &subject.expected, computed.as_ref(), true)?;
        if computed.is_none() {
            for failure in verdict.failures.iter_mut().filter(|failure| failure.about.is_none()) {
                failure.message = subject.without_results(experiment);
            }
        }
        let (folder, mut json) = (&subject.results.folder, verdict.json());
        // True if there is nothing to compare the results with. For example, an experiment that extends another one may have
        // claims, but no recorded outcomes.
        let is_bare = verdict.failures.is_empty()
            && !verdict.nothing_checked
            && subject.grid.overrides.is_empty()
            && subject.expected.is_empty()
            && !is_accepted(&subject.grid)?;
        // Accepted numbers and recorded outcomes belong to the unchanged experiment, so a changed one is not compared with
        // them.
        let is_changed = !subject.grid.overrides.is_empty();
        let compares_nothing = is_changed
            && verdict.failures.is_empty()
            && !verdict.outcomes().iter().any(|(outcome, _)| outcome.is_compared());
        if is_bare || compares_nothing {
            json["verdict"] = "nothing-checked".into();
        }
        // If the data of the results are no longer available, the earlier check.json stays.
        let path = (computed.is_some() && folder.join(MANIFEST).exists()).then(|| folder.join(CHECKED));
        if path.is_some() {
            let provenance = format!("{{\"experiment\":\"{}\"}}", subject.grid.id);
            let frame = rejudge_report::table::parquet::write(&verdict.frame(), &provenance)?;
            let written = (format!("{json:#}") + "\n").into_bytes();
            let files = [("checks.parquet".to_owned(), frame), (CHECKED.to_owned(), written)];
            replace_within(folder, &files, &[])?;
        }
        total.add(&verdict.tally);
        let GoldenNumbers { compared, moved, without_data, left_out } = &verdict.golden;
        let same = compared - moved.iter().filter(|number| number.old.is_some()).count();
        let outcomes = || verdict.claims.iter().flat_map(|claim| &claim.outcomes);
        let recorded = || outcomes().filter(|outcome| outcome.before.is_some());
        let (unchanged, recorded) =
            (recorded().filter(|outcome| !outcome.changed()).count(), recorded().count());
        let in_print = verdict.held_in_print();
        let code = match exit_code(&verdict, computed.is_some()) {
            GOOD if is_bare || compares_nothing => NOTHING_CHECKED,
            code => code,
        };
        let headline = if is_bare { bare(&subject.grid.id) } else { verdict.headline };
        Ok(Self {
            name: subject.grid.id.clone(),
            headline,
            cells: verdict.compared,
            compared: Compared {
                golden: (same, *compared),
                claims: (unchanged, recorded),
                left_out: (*left_out, verdict.claims_left_out),
                in_print,
            },
            golden_without_data: *without_data,
            is_changed,
            failures: verdict.failures,
            code,
            json: Some((json, path)),
            few_draws: few_draws(&subject, verdict.tally.draws),
        })
    }

    /// Returns the lines for people: the headline, and without `--all` also lines about printed cells,
    /// accepted numbers and claims. If the check ended early, so that `json` is `None`, there is only
    /// the headline.
    fn text(&self, all: bool) -> String {
        let Self { name, headline, compared, .. } = self;
        if all || self.json.is_none() {
            return format!("{headline}\n");
        }
        let compared = match (self.is_changed, self.golden_without_data) {
            // The numbers of a changed experiment are supposed to differ.
            (true, _) => {
                let in_print = held_in_print(&compared.in_print);
                format!("golden and claims not compared (a changed run){in_print}")
            }
            (false, without_data) => compared.line(without_data),
        };
        let cells = self.cells.as_ref().map_or_else(String::new, |cells| format!("{name}: {cells}\n"));
        format!("{headline}\n{cells}{name}: {compared}\n")
    }

    /// Returns the result as JSON.
    fn object(&self) -> serde_json::Value {
        json!({
            "experiment": self.name,
            "code": self.code,
            "headline": self.headline,
            "golden-same": self.compared.golden.0,
            "claims-as-recorded": self.compared.claims.0,
            "check": self.json.as_ref().map(|(json, _)| json),
        })
    }

    /// Returns true if nothing could be checked and nothing failed.
    fn is_neutral(&self) -> bool {
        self.code == NOTHING_CHECKED && self.failures.is_empty()
    }

    /// Prints at most [`MAX_SHOWN`] failures on stderr, or as annotations for GitHub on stdout.
    fn print_failures(&self, github: bool) -> Result<(), Failure> {
        let root = github_root();
        if github && self.is_neutral() {
            print(&notice(&self.headline))?;
        }
        for failure in self.failures.iter().take(MAX_SHOWN) {
            if github {
                print(&annotation(failure, &root))?;
            } else {
                remark(format_args!("error: {}", failure.message));
            }
        }
        if self.failures.len() > MAX_SHOWN {
            let path = self.json.as_ref().and_then(|(_, path)| path.as_ref());
            let file = path.map_or(String::new(), |path| format!(", all in {}", path.display()));
            remark(format_args!("error: and {} more{file}", self.failures.len() - MAX_SHOWN));
        }
        Ok(())
    }
}

/// Returns the headline of an experiment that has nothing to compare its numbers with.
fn bare(experiment: &str) -> String {
    format!(
        "{experiment}: nothing to check (no expected values, no accepted numbers; `rejudge accept` records the numbers of the results)"
    )
}

/// Returns the exit code of a check.
fn exit_code(verdict: &Verdict<'_>, has_results: bool) -> u8 {
    let failures = &verdict.failures;
    if failures.is_empty() {
        return if verdict.nothing_checked { NOTHING_CHECKED } else { GOOD };
    }
    // The paper's values can be compared with each other without results, and a failed comparison still counts.
    let is_only_missing = failures.iter().all(|failure| failure.outcome == CheckOutcome::NotComputed);
    if is_only_missing && !has_results { NOTHING_CHECKED } else { CHECK_FAILED }
}

/// Returns a warning if printed numbers were compared and `draws.licensed` is smaller than in the unchanged
/// experiment. `compared` counts the cells inside and outside the central 99% of the draws.
fn few_draws(subject: &ExperimentResults, compared: [usize; 2]) -> Option<String> {
    let (draws, all_draws) = (subject.grid.draws.licensed, subject.draws_as_written);
    let cells: usize = compared.iter().sum();
    (cells > 0 && draws < all_draws).then(|| {
        format!(
            "warning: {} {} compared with {} of the experiment's {all_draws}",
            counted(cells, "cell"),
            of_number(cells, "is", "are"),
            counted(draws as usize, "draw"),
        )
    })
}

/// Returns the repository's folder, to which file names in GitHub's annotations are relative. Outside of GitHub, this is
/// the working folder.
pub(super) fn github_root() -> PathBuf {
    std::env::var_os("GITHUB_WORKSPACE").map_or_else(|| PathBuf::from("."), PathBuf::from)
}

/// Returns `; 12 of 17 hold in the printed tables (2 within rounding)`, or an empty text if there are no claims.
fn held_in_print(claims: &[ConditionOutcome]) -> String {
    let holding = claims.iter().filter(|claim| claim.holds).count();
    let within_rounding = claims.iter().filter(|claim| claim.within_rounding).count();
    let rounding =
        if within_rounding > 0 { format!(" ({within_rounding} within rounding)") } else { String::new() };
    match claims.len() {
        0 => String::new(),
        claims => {
            let hold = of_share(holding, claims, "holds", "hold");
            format!("; {holding} of {claims} {hold} in the printed tables{rounding}")
        }
    }
}

/// Returns the experiments of `--all`: the experiments in the experiments folder, and built-in experiments that have results
/// here.
///
/// # Errors
/// If there are no experiments, or all of them are built-in and none has results.
pub fn all_names(global: &Global) -> Result<Vec<String>, Failure> {
    let candidates = experiment_names(&global.experiments);
    if candidates.is_empty() {
        let folder = global.experiments.display();
        return Err(Failure::usage(format!("there are no experiments in {folder} (--experiments)")));
    }
    let mut chosen = Vec::new();
    for name in candidates {
        let is_own = bundled_file(&global.experiments.join(&name).join("experiment.yaml")).is_none();
        let has_results = || -> Result<bool, Failure> {
            let places = global.places();
            let usual = UsualFolder::of_experiment(&places, &places.grid(&name, None, &[])?)?;
            Ok(usual.folder_to_read().join(MANIFEST).exists())
        };
        if is_own || has_results()? {
            chosen.push(name);
        }
    }
    if chosen.is_empty() {
        return Err(Failure::data("no experiment has results here: run one first"));
    }
    Ok(chosen)
}

/// Checks the results in a folder.
pub fn one(global: &Global, experiment: &str, results: &Path) -> Result<u8, Failure> {
    let check = Check {
        names: vec![experiment.to_owned()],
        all: false,
        results: Some(results.to_owned()),
        github: false,
        json: false,
    };
    main(global, &check)
}

/// `rejudge check`
pub fn main(global: &Global, args: &Check) -> Result<u8, Failure> {
    if let [file] = args.names.as_slice()
        && Path::new(file).is_file()
        && !is_yaml(Path::new(file))
    {
        return Err(Failure::usage(format!(
            "{file} is not an experiment: expected a name from `rejudge list`, or a .yaml file; `rejudge validate {file}` checks a run"
        )));
    }
    if let [qrels, run] = args.names.as_slice()
        && [qrels, run].map(Path::new).iter().all(|path| path.is_file() && !is_yaml(path))
    {
        return Err(Failure::usage(format!(
            "{qrels} is not an experiment; `rejudge audit {qrels} RUNS --new-run {run}` says whether the judgments can score \
             a run, `rejudge validate {run}` checks it"
        )));
    }
    let experiments = if args.all { all_names(global)? } else { args.names.clone() };
    if experiments.is_empty() {
        return Err(Failure::usage("name an experiment, or --all"));
    }
    let (mut outcomes, mut total) = (Vec::new(), Tally::default());
    for experiment in &experiments {
        let checked = Checked::run(global, args, experiment, &mut total)?;
        if !args.json {
            print(&checked.text(args.all))?;
        }
        checked.print_failures(args.github)?;
        checked.few_draws.iter().for_each(remark);
        outcomes.push(checked);
    }
    if args.github {
        let summarised = outcomes.iter().map(|checked| Summarised {
            name: &checked.name,
            headline: &checked.headline,
            failures: (!checked.is_neutral()).then_some(&checked.failures),
        });
        append_summary(&summary(&summarised.collect::<Vec<_>>()))?;
    }
    let has_code = |code: &u8| outcomes.iter().any(|checked| checked.code == *code);
    let worst = [CHECK_FAILED, USAGE, BAD_DATA].into_iter().find(has_code);
    let unchecked: Vec<&Checked> =
        outcomes.iter().filter(|checked| checked.code == NOTHING_CHECKED).collect();
    // Missing results are an error even if other experiments have results. Missing data are not.
    let lacks_results = unchecked.iter().any(|checked| !checked.failures.is_empty());
    let is_nothing_checked = lacks_results || unchecked.len() == outcomes.len();
    let code = worst.unwrap_or(if is_nothing_checked { NOTHING_CHECKED } else { GOOD });
    if args.json {
        let experiments: Vec<_> = outcomes.iter().map(Checked::object).collect();
        let mut object = json!({"code": code, "experiments": experiments});
        if args.all {
            object["headline"] = total.to_string().into();
        }
        print(&format!("{object:#}\n"))?;
    } else if args.all {
        let mut sums = Compared::default();
        for Compared { golden, claims, left_out, in_print } in
            outcomes.into_iter().map(|checked| checked.compared)
        {
            sums.golden = (sums.golden.0 + golden.0, sums.golden.1 + golden.1);
            sums.claims = (sums.claims.0 + claims.0, sums.claims.1 + claims.1);
            sums.left_out = (sums.left_out.0 + left_out.0, sums.left_out.1 + left_out.1);
            sums.in_print.extend(in_print);
        }
        print(&format!("all: {total}\nall: {}\n", sums.line(0)))?;
    }
    Ok(code)
}
