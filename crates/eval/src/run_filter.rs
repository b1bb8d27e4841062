//! A choice of runs by name: runs that are left out, or the only runs that are read.

use std::path::{Path, PathBuf};

use rejudge_collections::forms::Role;
use rejudge_collections::{
    LoadError, Reading, RunFile, has_file_name, pattern_of_files, read, run_files, run_names,
};
use rejudge_names::plural::{counted, few, of_share};
use rejudge_names::{glob, visible};

use crate::notes::MAX_LISTED;
use crate::own_files::check_read_again;
use crate::scores::no_run;
use crate::topic_choice::names_in_file;
use crate::{EvalError, Scores};

const EXCLUDE: &str = "--exclude-runs";
const ONLY: &str = "--only-runs";

/// Options that choose among the named runs. The other runs do not count, as if you had not named them.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Input")]
pub struct RunFilter {
    /// Leave out these runs: names as in the output, quoted patterns ('bm25*'), or a FILE with a name at the
    /// start of each line. Separated by commas, or repeated
    #[arg(
        long,
        aliases = ["exclude", "exclude-run", "without-runs", "skip-runs"],
        global = true,
        value_name = "RUN"
    )]
    pub exclude_runs: Vec<String>,
    /// Read only these runs, written as for --exclude-runs
    #[arg(hide_short_help = true, long, alias = "run-names", global = true, value_name = "RUN")]
    pub only_runs: Vec<String>,
}

/// Run files after a choice.
#[derive(Clone, Debug, Default)]
pub struct ChosenRuns {
    /// The files of the chosen runs, in the order in which they were named.
    pub files: Vec<PathBuf>,
    /// The other runs.
    pub left_out: Vec<RunFile>,
}

/// A value of an option, for errors.
#[derive(Clone, Copy)]
struct OptionValue<'a> {
    option: &'a str,
    value: &'a str,
}

impl OptionValue<'_> {
    fn error(self, why: impl Into<String>) -> EvalError {
        EvalError::argument(self.option, self.value, why)
    }
}

impl RunFilter {
    /// Returns the option that was typed, or `--exclude-runs` if both were. Returns `None` if neither was.
    pub fn option(&self) -> Option<&'static str> {
        match (self.exclude_runs.is_empty(), self.only_runs.is_empty()) {
            (false, _) => Some(EXCLUDE),
            (true, false) => Some(ONLY),
            (true, true) => None,
        }
    }

    /// Returns the existing files among the values of the options. Usually these files list names of runs.
    pub fn lists(&self) -> impl Iterator<Item = PathBuf> {
        let values = self.exclude_runs.iter().chain(&self.only_runs);
        let files = values.flat_map(|value| std::iter::once(value.as_str()).chain(value.split(',')));
        files.map(|file| PathBuf::from(file.strip_prefix('@').unwrap_or(file))).filter(|file| file.is_file())
    }

    /// Chooses among run files. We read only the names of the runs, for which the start of a file in TREC
    /// format is enough. Without options, nothing is read and all files are chosen.
    ///
    /// # Errors
    /// If an option names an unknown run, a list of names cannot be read, no run is left, or a run file can
    /// be read only once.
    pub fn choose(&self, files: Vec<PathBuf>, reading: &Reading) -> Result<ChosenRuns, EvalError> {
        if self.option().is_none() {
            return Ok(ChosenRuns { files, left_out: Vec::new() });
        }
        check_read_again(files.iter().map(PathBuf::as_path))?;
        // A missing file gets a name too, so the filter could leave it out without an error.
        if let Some(missing) = files.iter().find(|file| !file.exists()) {
            read(missing).map_err(LoadError::from)?;
        }
        let runs = run_names(&files, reading);
        let is_chosen = self.chosen(&runs)?;
        let (chosen, left_out): (Vec<_>, Vec<_>) =
            runs.into_iter().zip(is_chosen).partition(|(_, is_chosen)| *is_chosen);
        Ok(ChosenRuns {
            files: chosen.into_iter().map(|(run, _)| run.path).collect(),
            left_out: left_out.into_iter().map(|(run, _)| run).collect(),
        })
    }

    /// Chooses among the run files that a path or a pattern names. Returns a path or a pattern of the chosen
    /// files, and the other runs.
    ///
    /// # Errors
    /// If `runs` names no files, [`Self::choose`] returns an error, or no pattern names exactly the chosen
    /// files.
    pub fn choose_pattern(
        &self,
        runs: &Path,
        reading: &Reading,
    ) -> Result<(PathBuf, Vec<RunFile>), EvalError> {
        let Some(option) = self.option() else { return Ok((runs.to_owned(), Vec::new())) };
        let ChosenRuns { files, left_out } = self.choose(run_files(&[runs.to_owned()])?, reading)?;
        if left_out.is_empty() {
            return Ok((runs.to_owned(), left_out));
        }
        let pattern = pattern_of_files(&files).ok_or_else(|| {
            EvalError::Usage(format!(
                "{option}: no pattern names only the {} that are left, because there are over 1,000, or a name has `,`, `{{`, `}}` \
                 or `*`: copy these files to a folder, and name it",
                counted(files.len(), "run")
            ))
        })?;
        Ok((pattern, left_out))
    }

    /// Leaves runs out of scores that are already computed. Returns the names of the runs that are left out.
    ///
    /// # Errors
    /// If an option names an unknown run, or no run is left.
    pub fn choose_scores<M>(&self, scores: &mut Scores<M>) -> Result<Vec<String>, EvalError> {
        // Runs in a table have no files, so a name or a pattern of files fits none of them.
        let run = |name: &String| RunFile { name: name.clone(), path: PathBuf::new() };
        let runs: Vec<RunFile> = scores.runs.iter().map(run).collect();
        let is_chosen = self.chosen(&runs)?;
        let order: Vec<usize> = (0..runs.len()).filter(|&run| is_chosen[run]).collect();
        scores.reorder(&order);
        let left_out = runs.into_iter().zip(is_chosen).filter(|(_, is_chosen)| !is_chosen);
        Ok(left_out.map(|(run, _)| run.name).collect())
    }

    /// Returns, for each run, true if it is chosen.
    fn chosen(&self, runs: &[RunFile]) -> Result<Vec<bool>, EvalError> {
        let only = named(ONLY, &self.only_runs, runs)?;
        let excluded = named(EXCLUDE, &self.exclude_runs, runs)?;
        let is_chosen = |run: usize| (self.only_runs.is_empty() || only[run]) && !excluded[run];
        let chosen: Vec<bool> = (0..runs.len()).map(is_chosen).collect();
        // Without options, there may be no runs at all.
        match self.option() {
            Some(option) if !chosen.contains(&true) => {
                let all = counted(runs.len(), "run");
                Err(EvalError::Usage(format!("{option} leaves none of {all}: name fewer of them")))
            }
            _ => Ok(chosen),
        }
    }
}

/// Returns a remark on the names of the runs that are `left_out`, or `None` if there are none. `chosen` is
/// the number of chosen runs.
pub fn left_out_remark<'a>(left_out: impl IntoIterator<Item = &'a str>, chosen: usize) -> Option<String> {
    let names: Vec<String> = left_out.into_iter().map(visible::one_line).collect();
    let (count, all) = (names.len(), chosen + names.len());
    let (runs, are) = (counted(all, "run"), of_share(count, all, "is", "are"));
    (count > 0).then(|| format!("{count} of {runs} {are} left out ({})", few(&names, MAX_LISTED, ", ")))
}

/// Returns, for each run, true if a value of `option` names it.
fn named(option: &str, values: &[String], runs: &[RunFile]) -> Result<Vec<bool>, EvalError> {
    let mut is_named = vec![false; runs.len()];
    for value in values {
        let typed = OptionValue { option, value };
        // A comma may be a part of a name.
        let file = Path::new(value.strip_prefix('@').unwrap_or(value));
        let is_one = file.is_file() || !runs_named(value, runs).is_empty();
        let parts: Vec<&str> = if is_one { vec![value] } else { value.split(',').map(str::trim).collect() };
        if parts.iter().all(|part| part.is_empty()) {
            return Err(typed.error("expected names of runs, as in bm25,dense"));
        }
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            if !mark(&runs_named(part, runs), &mut is_named)
                && !mark_listed(part, typed, runs, &mut is_named)?
                && !mark(&runs_in_files(part, runs), &mut is_named)
            {
                return Err(typed.error(unknown(part, runs)));
            }
        }
    }
    Ok(is_named)
}

/// Marks runs. Returns false if there are none.
fn mark(runs: &[usize], is_named: &mut [bool]) -> bool {
    runs.iter().for_each(|&run| is_named[run] = true);
    !runs.is_empty()
}

/// Marks the runs that a file lists. `text` names the file, as `FILE` or `@FILE`. If the file is itself one of
/// the runs, marks this run. Returns false if `text` does not begin with `@` and is not a file.
fn mark_listed(
    text: &str,
    typed: OptionValue<'_>,
    runs: &[RunFile],
    is_named: &mut [bool],
) -> Result<bool, EvalError> {
    let file = text.strip_prefix('@').map(Path::new);
    // A pipe is also a list: --exclude-runs <(grep manual types.tsv).
    let is_list = |path: &&Path| path.exists() && !path.is_dir();
    let Some(path) = file.or_else(|| Some(Path::new(text)).filter(is_list)) else { return Ok(false) };
    let real = path.canonicalize().ok();
    let is_same = |run: &usize| real.is_some() && runs[*run].path.canonicalize().ok() == real;
    if mark(&(0..runs.len()).filter(is_same).collect::<Vec<_>>(), is_named) {
        return Ok(true);
    }
    let names = names_in_file(typed.option, typed.value, path, Role::Run)?;
    if names.is_empty() {
        return Err(typed.error(format!("no name of a run is in {}", path.display())));
    }
    for (line, name) in &names {
        if !mark(&runs_named(name, runs), is_named) && !mark(&runs_in_files(name, runs), is_named) {
            return Err(typed.error(format!("{}:{line}: {}", path.display(), unknown(name, runs))));
        }
    }
    Ok(true)
}

/// Returns the runs whose names match a name or a pattern.
fn runs_named(pattern: &str, runs: &[RunFile]) -> Vec<usize> {
    (0..runs.len()).filter(|&run| glob(pattern, &runs[run].name)).collect()
}

/// Returns the runs whose files match a name, with or without extensions, or a pattern.
fn runs_in_files(pattern: &str, runs: &[RunFile]) -> Vec<usize> {
    let matches = |path: &Path| has_file_name(path, pattern) || glob(pattern, &path.to_string_lossy());
    (0..runs.len()).filter(|&run| matches(&runs[run].path)).collect()
}

/// Returns a message about a name that no run has.
fn unknown(name: &str, runs: &[RunFile]) -> String {
    let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
    let name = &visible::one_line(name);
    if name.contains('*') {
        return format!("no run matches `{name}`; the runs are {}", few(&names, MAX_LISTED, ", "));
    }
    let message = no_run(name, &names);
    if Path::new(name).is_dir() {
        return message + ", and a folder is not a list of names";
    }
    // A name with `/` or `.` was probably meant as the path of a file.
    if name.contains(['/', '.']) { message + "; there is no file with this name either" } else { message }
}
