//! The two batch scripts: readable, and fit to be edited and submitted by hand.

use std::fmt::Write;
use std::path::Path;

use super::commands::{MERGE, SHARDS};
use super::submission::job_name;
use rejudge_exec::shard::Origin;
use rejudge_spec::cluster::{Config, Resources};
use shlex::{QuoteError, try_join, try_quote};

/// Shards that the merging script names on a command line: what a program may be started with ends at two
/// megabytes.
const MOST_NAMED: u32 = 1000;

/// What the scripts are made of.
#[derive(Clone, Debug)]
pub struct Scripts<'a> {
    /// What the cluster is asked for.
    pub config: &'a Config,
    /// The plan.
    pub plan: &'a Origin,
    /// How many shards there are.
    pub shards: u32,
    /// The folder above those of the shards.
    pub shards_folder: &'a Path,
    /// The folder of the submission.
    pub folder: &'a Path,
    /// The folder that commands are run in.
    pub from: &'a Path,
    /// The folder of the collections' files.
    pub data: Option<&'a Path>,
    /// The program.
    pub program: &'a str,
    /// The experiment and what is changed of it, as words.
    pub words: &'a [String],
    /// The same for merging.
    pub merge_words: &'a [String],
    /// The same for checking; `None` where a part of an experiment cannot be checked.
    pub check_words: Option<&'a [String]>,
}

/// The script of the array job, and that of the job that merges.
///
/// # Errors
/// When a word cannot be one of a shell's.
pub fn scripts(of: &Scripts<'_>) -> Result<(String, String), QuoteError> {
    Ok((array(of)?, merge(of)?))
}

/// Words as the shell, and Slurm's reader of options, take them.
fn quoted(words: &[String]) -> Result<String, QuoteError> {
    try_join(words.iter().map(String::as_str))
}

fn array(of: &Scripts<'_>) -> Result<String, QuoteError> {
    let Scripts { config, plan: Origin { experiment, identity, .. }, shards, .. } = of;
    let at_once = config.at_once.map_or(String::new(), |most| format!("%{most}"));
    let mut text = format!(
        "#!/bin/bash\n\
         # {experiment}: a task computes one of {shards} shards of the plan {identity}. Edit it and submit it as you like:\n\
         #   sbatch {}                   all of them\n\
         #   sbatch --array=3,5 {}       only these\n",
        of.path("array.sbatch")?,
        of.path("array.sbatch")?,
    );
    of.head(&mut text, SHARDS, &config.task, "shard-%a-%A.log")?;
    let _ = writeln!(text, "#SBATCH --array=1-{shards}{at_once}");
    let _ = writeln!(
        text,
        "# Told so before its time is up, a shard keeps what it has and ends; submitted again, it goes on."
    );
    let _ = writeln!(text, "#SBATCH --signal=B:USR1@{}", config.stop_before_end);
    of.surroundings(&mut text)?;
    let _ = write!(
        text,
        "exec {} run {} \\\n    --shard \"slice:$SLURM_ARRAY_TASK_ID/{shards}\" --of-plan {identity} --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\"\n",
        of.program()?,
        quoted(of.words)?,
    );
    Ok(text)
}

fn merge(of: &Scripts<'_>) -> Result<String, QuoteError> {
    let Scripts { config, plan: Origin { experiment, .. }, shards, .. } = of;
    let mut text = format!(
        "#!/bin/bash\n\
         # {experiment}: joins the {shards} shards, writes the results and checks them. A shard that is missing is refused by name.\n\
         #   sbatch --dependency=afterany:JOB {}\n",
        of.path("merge.sbatch")?,
    );
    of.head(&mut text, MERGE, &config.merge, "merge-%j.log")?;
    of.surroundings(&mut text)?;
    let shards_folder = of.shards_folder.to_string_lossy();
    let shards_folder = try_quote(&shards_folder)?;
    let _ = writeln!(text, "code=0");
    let (program, words) = (of.program()?, quoted(of.merge_words)?);
    let folders = format!("{shards_folder}/slice-{{1..{shards}}}-of-{shards}");
    let _ = match *shards <= MOST_NAMED {
        true => writeln!(text, "{program} merge {words} \\\n    {folders} || code=$?"),
        // The shell's own printf starts no program, so that its words have no limit.
        false => {
            writeln!(text, "printf '%s\\n' {folders} |\n    {program} merge {words} - || code=$?")
        }
    };
    if let Some(words) = of.check_words {
        let _ = writeln!(text, "if [ \"$code\" = 0 ]; then");
        let _ = writeln!(text, "    {} check {} || code=$?", of.program()?, quoted(words)?);
        let _ = writeln!(text, "    # 4: there was nothing to check.");
        let _ = writeln!(text, "    [ \"$code\" != 4 ] || code=0");
        let _ = writeln!(text, "fi");
    }
    let _ = writeln!(text, "echo \"$code\" > {}/\"merge-$SLURM_JOB_ID.code\"", of.path("")?);
    let _ = writeln!(text, "exit \"$code\"");
    Ok(text)
}

/// How many tasks at once the script of an array job asks for, which a person may have edited.
pub fn at_once(script: &str) -> Option<u32> {
    let option = script.lines().find_map(|line| line.strip_prefix("#SBATCH --array="))?;
    option.split_once('%')?.1.trim().parse().ok()
}

impl Scripts<'_> {
    /// A file of the submission's folder, as a word.
    fn path(&self, name: &str) -> Result<String, QuoteError> {
        let path = self.folder.join(name);
        Ok(try_quote(path.to_string_lossy().trim_end_matches('/'))?.into_owned())
    }

    /// What Slurm reads.
    fn head(
        &self,
        text: &mut String,
        what: &str,
        resources: &Resources,
        log: &str,
    ) -> Result<(), QuoteError> {
        let config = self.config;
        let mut option = |name: &str, value: &str| {
            let _ = writeln!(text, "#SBATCH --{name}={}", try_quote(value)?);
            Ok::<_, QuoteError>(())
        };
        option("job-name", &format!("{}{what}", job_name(self.plan)))?;
        option("chdir", &self.from.to_string_lossy())?;
        option("output", &self.folder.join(log).to_string_lossy())?;
        option("time", &resources.time)?;
        if let Some(memory) = &resources.memory {
            option("mem", memory)?;
        }
        option("cpus-per-task", &resources.cpus.to_string())?;
        for (name, value) in [("partition", &config.partition), ("account", &config.account)] {
            if let Some(value) = value {
                option(name, value)?;
            }
        }
        for argument in &config.arguments {
            let _ = writeln!(text, "#SBATCH {argument}");
        }
        let _ = writeln!(
            text,
            "# A task that is put back into the queue waits for minutes: submit it again instead."
        );
        let _ = writeln!(text, "#SBATCH --no-requeue");
        Ok(())
    }

    /// What the program needs around it.
    fn surroundings(&self, text: &mut String) -> Result<(), QuoteError> {
        text.push('\n');
        for module in &self.config.modules {
            let _ = writeln!(text, "module load {}", try_quote(module)?);
        }
        if let Some(data) = self.data {
            let _ = writeln!(text, "export REJUDGE_DATA={}", try_quote(&data.to_string_lossy())?);
        }
        Ok(())
    }

    /// The program, in its container.
    fn program(&self) -> Result<String, QuoteError> {
        try_join(self.config.container.iter().map(String::as_str).chain([self.program]))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    use super::*;

    /// What a program may be started with ends at two megabytes of words.
    #[test]
    fn thirty_thousand_shards_are_merged_by_a_script_that_starts() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        std::fs::write(&program, "#!/bin/sh\ncat > \"$0.stdin\"\n").unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        let config = folder.path().join("slurm.yaml");
        let text = "schema: slurm/v1\nshards: 30000\ntime: 01:00:00\nmerge: {time: 01:00:00}\n";
        std::fs::write(&config, text).unwrap();
        let plan = Origin {
            experiment: "small".to_owned(),
            seed: 1,
            identity: "0123456789abcdef".to_owned(),
            ..Origin::default()
        };
        let shards_folder = folder.path().join("a-folder-of-shards".repeat(8));
        let (_, script) = scripts(&Scripts {
            config: &Config::read(&config).unwrap(),
            plan: &plan,
            shards: 30_000,
            shards_folder: &shards_folder,
            folder: folder.path(),
            from: folder.path(),
            data: None,
            program: &program.to_string_lossy(),
            words: &[],
            merge_words: &["small".to_owned()],
            check_words: None,
        })
        .unwrap();
        let file = folder.path().join("merge.sbatch");
        std::fs::write(&file, script).unwrap();
        let mut bash = Command::new("bash");
        let ended = bash.arg(&file).env("SLURM_JOB_ID", "1").output().unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        let named = std::fs::read_to_string(folder.path().join("program.stdin")).unwrap();
        assert_eq!(named.lines().count(), 30_000);
        assert_eq!(named.lines().last(), shards_folder.join("slice-30000-of-30000").to_str());
    }
}
