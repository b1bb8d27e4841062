//! `rejudge check`

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::bundled::in_place;
use rejudge_experiment::grid::names;
use rejudge_experiment::printed::{CheckOutcome, Failure as CheckFailure, Tally};
use rejudge_names::plural::{counted, of_number};
use rejudge_report::check::claims::Held;
use rejudge_report::check::github::{Summarised, annotation, append_summary, notice, summary};
use rejudge_report::check::golden::{GoldenNumbers, is_accepted};
use rejudge_report::check::report::typed;
use rejudge_report::check::verdict::Verdict;
use rejudge_report::table::results::MANIFEST;
use rejudge_store::atomic::replace_within;
use serde_json::json;

use super::args::Global;
use super::output::{Failure, print, remark};
use super::subject::opened;
use super::{BAD_DATA, CHECK_FAILED, GOOD, NOTHING_CHECKED, USAGE, completion};
use rejudge_session::{ExperimentResults, UsualFolder};

/// `rejudge check`
#[derive(Debug, ClapArgs)]
pub struct Check {
    /// Names of experiments, or paths of YAML files
    #[arg(value_name = "EXPERIMENT", add = ArgValueCompleter::new(completion::experiments))]
    pub names: Vec<String>,
    /// All experiments
    #[arg(long)]
    pub all: bool,
    /// Folder of the results [default: results/<id>]
    #[arg(long, value_name = "DIR")]
    pub results: Option<PathBuf>,
    /// Print failures as GitHub annotations, on the line of the printed cell
    ///
    /// Also writes a job summary if GITHUB_STEP_SUMMARY names a file. Paths are relative to GITHUB_WORKSPACE if it
    /// is set, and to the working folder otherwise.
    #[arg(long, conflicts_with = "json")]
    pub github: bool,
    /// Print one JSON object
    ///
    /// `code`, the exit code (0: good, 1: a check failed, 3: results of other data or of an earlier experiment, 4:
    /// nothing could be checked, or results are not there), and `experiments`, a list with `experiment`, its own
    /// `code`, its one line (`headline`), `golden-same` of the accepted numbers, `claims-as-recorded`, and `check`,
    /// which is the content of check.json (null where an experiment has no expected values). With --all also
    /// `headline`.
    #[arg(long)]
    pub json: bool,
}

/// The file with everything that a check found.
const CHECKED: &str = "check.json";

/// The most failures that are printed; check.json has all.
const SHOWN: usize = 25;

/// The outcome of the check of an experiment.
#[derive(Default)]
struct Checked {
    /// Its name, as given.
    name: String,
    /// The one line.
    headline: String,
    /// The line on the cells that were compared, if any was compared with draws.
    cells: Option<String>,
    compared: Compared,
    /// Accepted numbers of collections that are not available.
    golden_without_data: usize,
    /// True if the experiment was changed on the command line, so that its numbers may differ.
    is_changed: bool,
    /// The failures of the gate.
    failures: Vec<CheckFailure>,
    /// Its exit code.
    code: u8,
    /// The content of check.json, and its path if there are results that it is written beside.
    json: Option<(serde_json::Value, Option<PathBuf>)>,
    /// A warning about comparisons with fewer draws than the experiment has.
    few_draws: Option<String>,
}

/// The comparison with earlier results.
#[derive(Default)]
struct Compared {
    /// Accepted numbers that are unchanged, and all of them.
    golden: (usize, usize),
    /// Claims with the recorded outcome, and all of them.
    claims: (usize, usize),
    /// The claims in the printed tables.
    in_print: Vec<Held>,
}

impl Compared {
    /// `golden 12 of 12; claims 46 of 46 unchanged; 12 of 17 hold in the printed tables (2 within rounding)`, without the
    /// parts of which there is nothing; `more` is added to the first.
    fn line(&self, more: &str) -> String {
        let Self { golden: (same, accepted), claims: (unchanged, recorded), in_print } = self;
        let mut line = format!("golden {same} of {accepted}{more}");
        if *recorded > 0 {
            line += &format!("; claims {unchanged} of {recorded} unchanged");
        }
        line + &held_in_print(in_print)
    }
}

impl Checked {
    /// Checks `experiment`, writes check.json and checks.parquet, and adds it to the `total`.
    fn run(global: &Global, args: &Check, experiment: &str, total: &mut Tally) -> Result<Self, Failure> {
        let subject = opened(global, experiment, args.results.as_ref())?;
        if !subject.has_expectations() && !is_accepted(&subject.grid)? {
            subject.check_files()?;
            return Ok(Self {
                name: experiment.to_owned(),
                headline: format!("{experiment}: nothing to check (no expected values, no accepted numbers)"),
                code: NOTHING_CHECKED,
                ..Self::default()
            });
        }
        let computed = subject.computed()?;
        // Numbers of an earlier version, or of other data, would be checked as those of this experiment.
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
                failure.message = subject.without_results(typed(&subject.grid));
            }
        }
        let (folder, json) = (&subject.results.folder, verdict.json());
        // Of results whose data are gone, the earlier check stays.
        let path = (computed.is_some() && folder.join(MANIFEST).exists()).then(|| folder.join(CHECKED));
        if path.is_some() {
            let provenance = format!("{{\"experiment\":\"{}\"}}", subject.grid.id);
            let frame = rejudge_report::table::parquet::write(&verdict.frame(), &provenance)?;
            let written = (format!("{json:#}") + "\n").into_bytes();
            let files = [("checks.parquet".to_owned(), frame), (CHECKED.to_owned(), written)];
            replace_within(folder, &files, &[])?;
        }
        total.add(&verdict.tally);
        let GoldenNumbers { compared, moved, without_data } = &verdict.golden;
        let same = compared - moved.iter().filter(|m| m.old.is_some()).count();
        let outcomes = || verdict.claims.iter().flat_map(|claim| &claim.outcomes);
        let recorded = || outcomes().filter(|outcome| outcome.before.is_some());
        let (unchanged, recorded) =
            (recorded().filter(|outcome| !outcome.changed()).count(), recorded().count());
        let in_print = verdict.held_in_print();
        let code = exit_code(&verdict, computed.is_some());
        Ok(Self {
            name: subject.grid.id.clone(),
            headline: verdict.headline,
            cells: verdict.compared,
            compared: Compared { golden: (same, *compared), claims: (unchanged, recorded), in_print },
            golden_without_data: *without_data,
            is_changed: !subject.grid.overrides.is_empty(),
            failures: verdict.failures,
            code,
            json: Some((json, path)),
            few_draws: few_draws(&subject, verdict.tally.draws),
        })
    }

    /// The lines for people: one with `--all`, whose last two lines are the totals; otherwise two, or three if cells are
    /// compared with draws.
    fn text(&self, all: bool) -> String {
        let Self { name, headline, compared, .. } = self;
        if all || self.json.is_none() {
            return format!("{headline}\n");
        }
        let compared = match (self.is_changed, self.golden_without_data) {
            // The numbers of a changed experiment are meant to differ.
            (true, _) => {
                let held = held_in_print(&compared.in_print);
                format!("golden and claims not compared (a changed run){held}")
            }
            (false, 0) => compared.line(""),
            (false, more) => compared.line(&format!(" ({more} more need data)")),
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

    /// Prints the failures on stderr, or as annotations for GitHub.
    fn say_failures(&self, github: bool) -> Result<(), Failure> {
        let root = github_root();
        if github && self.is_neutral() {
            print(&notice(&self.headline))?;
        }
        for failure in self.failures.iter().take(SHOWN) {
            match github {
                true => print(&annotation(failure, &root))?,
                false => remark(format_args!("error: {}", failure.message)),
            }
        }
        if self.failures.len() > SHOWN {
            let path = self.json.as_ref().and_then(|(_, path)| path.as_ref());
            let all = path.map_or(String::new(), |path| format!(", all in {}", path.display()));
            remark(format_args!("error: and {} more{all}", self.failures.len() - SHOWN));
        }
        Ok(())
    }
}

/// Returns the exit code for the failures that the gate counts.
fn exit_code(verdict: &Verdict<'_>, has_results: bool) -> u8 {
    let failures = &verdict.failures;
    if failures.is_empty() {
        return if verdict.nothing_checked { NOTHING_CHECKED } else { GOOD };
    }
    // Without results only the printed cells could be checked, and they still must agree.
    let is_only_missing = failures.iter().all(|failure| failure.outcome == CheckOutcome::NotComputed);
    if is_only_missing && !has_results { NOTHING_CHECKED } else { CHECK_FAILED }
}

/// Returns a warning if printed numbers were compared with fewer draws than the unchanged experiment has; `compared` are
/// the cells that are inside and outside of the draws.
fn few_draws(subject: &ExperimentResults, compared: [usize; 2]) -> Option<String> {
    let (now, all) = (subject.grid.draws.licensed, subject.draws_as_written);
    let cells: usize = compared.iter().sum();
    (cells > 0 && now < all).then(|| {
        format!(
            "warning: {} {} compared with {} of the experiment's {all}",
            counted(cells, "cell"),
            of_number(cells, "is", "are"),
            counted(now as usize, "draw"),
        )
    })
}

/// The folder of the repository, from which GitHub names files.
pub(super) fn github_root() -> PathBuf {
    std::env::var_os("GITHUB_WORKSPACE").map_or_else(|| PathBuf::from("."), PathBuf::from)
}

/// Writes `; 12 of 17 hold in the printed tables (2 within rounding)`, or an empty text if the printed tables decide no
/// claim.
fn held_in_print(all: &[Held]) -> String {
    let of = |is: fn(&&Held) -> bool| all.iter().filter(is).count();
    let (hold, close) = (of(|held| held.holds), of(|held| held.within_rounding));
    let close = if close > 0 { format!(" ({close} within rounding)") } else { String::new() };
    match all.len() {
        0 => String::new(),
        all => format!("; {hold} of {all} hold in the printed tables{close}"),
    }
}

/// Returns the experiments of `--all`: all of this folder, and built-in ones that have results here.
///
/// # Errors
/// If there are none.
pub fn all_names(global: &Global) -> Result<Vec<String>, Failure> {
    let listed = names(&global.experiments);
    if listed.is_empty() {
        let folder = global.experiments.display();
        return Err(Failure::usage(format!("there are no experiments in {folder} (--experiments)")));
    }
    let mut all = Vec::new();
    for name in listed {
        let is_own = in_place(&global.experiments.join(&name).join("experiment.yaml")).is_none();
        let has_results = || -> Result<bool, Failure> {
            let places = global.places();
            let usual = UsualFolder::of_experiment(&places, &places.grid(&name, None, &[])?)?;
            Ok(usual.to_read().join(MANIFEST).exists())
        };
        if is_own || has_results()? {
            all.push(name);
        }
    }
    match all.is_empty() {
        true => Err(Failure::data("no experiment has results here: run one first")),
        false => Ok(all),
    }
}

/// `rejudge check`
pub fn main(global: &Global, args: &Check) -> Result<u8, Failure> {
    if let [qrels, run] = args.names.as_slice()
        && [qrels, run].map(Path::new).iter().all(|path| path.is_file())
        && Path::new(qrels).extension().is_some_and(|ending| ending != "yaml" && ending != "yml")
    {
        return Err(Failure::usage(format!(
            "{qrels} is not an experiment; `rejudge audit {qrels} RUNS --new-run {run}` says whether the judgments can score \
             a run"
        )));
    }
    let all = if args.all { all_names(global)? } else { args.names.clone() };
    if all.is_empty() {
        return Err(Failure::usage("name an experiment, or --all"));
    }
    let (mut checked, mut total) = (Vec::new(), Tally::default());
    for experiment in &all {
        let one = Checked::run(global, args, experiment, &mut total)?;
        if !args.json {
            print(&one.text(args.all))?;
        }
        one.say_failures(args.github)?;
        one.few_draws.iter().for_each(remark);
        checked.push(one);
    }
    if args.github {
        let summarised = checked.iter().map(|of| Summarised {
            name: &of.name,
            headline: &of.headline,
            failures: (!of.is_neutral()).then_some(&of.failures),
        });
        append_summary(&summary(&summarised.collect::<Vec<_>>()))?;
    }
    let worst =
        [CHECK_FAILED, USAGE, BAD_DATA].into_iter().find(|code| checked.iter().any(|one| one.code == *code));
    let unchecked = |one: &&Checked| one.code == NOTHING_CHECKED;
    let nothing = checked.iter().filter(unchecked).count() == checked.len();
    // An experiment without results is an error even if others have some; one without data is not.
    let missing = checked.iter().filter(unchecked).any(|one| !one.failures.is_empty());
    let code = worst.unwrap_or(if nothing || missing { NOTHING_CHECKED } else { GOOD });
    if args.json {
        let experiments: Vec<_> = checked.iter().map(Checked::object).collect();
        let mut object = json!({"code": code, "experiments": experiments});
        if args.all {
            object["headline"] = total.to_string().into();
        }
        print(&format!("{object:#}\n"))?;
    } else if args.all {
        let mut all = Compared::default();
        for Compared { golden, claims, in_print } in checked.into_iter().map(|one| one.compared) {
            all.golden = (all.golden.0 + golden.0, all.golden.1 + golden.1);
            all.claims = (all.claims.0 + claims.0, all.claims.1 + claims.1);
            all.in_print.extend(in_print);
        }
        print(&format!("all: {total}\nall: {}\n", all.line("")))?;
    }
    Ok(code)
}
