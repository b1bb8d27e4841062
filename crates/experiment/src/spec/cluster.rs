//! The settings for jobs on a cluster: `configs/slurm.yaml`, read and checked.

use std::num::{NonZeroU16, NonZeroU32};
use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::spec::schema_root;
use crate::spec::yaml::{Spanned, YamlError, from_node, read};

/// Resources that `rejudge run X --executor slurm` requests from a cluster.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Wire {
    /// slurm/v1
    #[schemars(extend("const" = SCHEMA))]
    schema: Spanned<String>,
    /// Tasks of the array job; never more than there are draws of collections to share
    shards: NonZeroU32,
    /// The number of them that run at the same time; absent: no limit
    at_once: Option<NonZeroU32>,
    /// Time of a task, such as 01:30:00, 2-00:00:00 or minutes
    time: Spanned<String>,
    /// Memory of a task, such as 4G or 500M
    memory: Option<Spanned<String>>,
    /// Threads of a task; 1 when left out
    cpus: Option<NonZeroU16>,
    /// The partition
    partition: Option<Spanned<String>>,
    /// The account that pays
    account: Option<Spanned<String>>,
    /// Environment modules that are loaded first
    #[serde(default)]
    modules: Vec<Spanned<String>>,
    /// Words before the program, such as apptainer, exec and an image
    #[serde(default)]
    container: Vec<Spanned<String>>,
    /// The program; left out: the binary that submits, by its path
    program: Option<Spanned<String>>,
    /// Seconds before the end of its time limit at which a shard is asked to write what it has; 60 by default
    stop_before_end: Option<u32>,
    /// Further options of sbatch, for all jobs, such as --constraint=avx2
    #[serde(default)]
    arguments: Vec<Spanned<String>>,
    /// The job that writes the results and checks them
    results: ResultsWire,
}

/// The job that writes the results and checks them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ResultsWire {
    /// Its time, such as 00:30:00
    time: Spanned<String>,
    /// Its memory, such as 8G
    memory: Option<Spanned<String>>,
    /// Its threads; 1 when left out
    cpus: Option<NonZeroU16>,
}

/// The version of the file's form.
const SCHEMA: &str = "slurm/v1";

/// Returns the schema of the file for editors.
pub fn schema() -> Value {
    schema_root::<Wire>()
}

/// The resources of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Time, as Slurm writes it.
    pub time: String,
    /// Memory, as Slurm writes it.
    pub memory: Option<String>,
    /// Threads.
    pub cpus: u16,
}

/// The settings for jobs on a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The number of shards.
    pub shards: u32,
    /// The number of shards that may run at the same time.
    pub at_once: Option<u32>,
    /// The resources of a shard.
    pub task: Resources,
    /// The resources of the job that combines the results.
    pub results: Resources,
    /// The partition.
    pub partition: Option<String>,
    /// The account.
    pub account: Option<String>,
    /// Environment modules.
    pub modules: Vec<String>,
    /// Words before the program.
    pub container: Vec<String>,
    /// The program, if it is not the one that submits.
    pub program: Option<String>,
    /// The number of seconds before the end of its time at which a shard is notified.
    pub stop_before_end: u32,
    /// Further options of sbatch.
    pub arguments: Vec<String>,
}

/// Options that the script sets itself: another value would part the shards from their plan.
const OURS: [(&str, &str); 7] = [
    ("--array", "-a"),
    ("--chdir", "-D"),
    ("--dependency", "-d"),
    ("--job-name", "-J"),
    ("--output", "-o"),
    ("--signal", ""),
    ("--wait", "-W"),
];

/// Returns the one of [`OURS`] that an option is, in short, with its value behind it, or as the beginning of
/// a name, as sbatch takes them.
fn ours(option: &str) -> Option<&'static str> {
    let name = option.split(['=', ' ']).next().unwrap_or_default();
    let is = |(long, short): &&(&str, &str)| match name.strip_prefix("--") {
        Some(begun) => !begun.is_empty() && long.starts_with(name),
        None => !short.is_empty() && name.starts_with(short),
    };
    OURS.iter().find(is).map(|(long, _)| *long)
}

impl Config {
    /// Reads and checks a file.
    pub fn read(path: &Path) -> Result<Self, YamlError> {
        let wire: Wire = from_node(&read(path)?)?;
        if wire.schema.value != SCHEMA {
            let message = format!("the schema is `{}`, expected `{SCHEMA}`", wire.schema.value);
            return Err(wire.schema.error(message));
        }
        for option in &wire.arguments {
            if !option.value.starts_with('-') {
                let message =
                    format!("found `{}`, expected an option of sbatch such as --qos=low", option.value);
                return Err(option.error(message));
            }
            if let Some(ours) = ours(&option.value) {
                return Err(option.error(format!("{ours} is set by the script itself")));
            }
        }
        let resources =
            |time: &Spanned<String>, memory: &Option<Spanned<String>>, cpus: Option<NonZeroU16>| {
                let memory = memory.as_ref().map(|memory| matching(memory, is_memory, "such as 4G or 500M"));
                Ok::<_, YamlError>(Resources {
                    time: matching(time, is_time, "such as 01:30:00, 2-00:00:00 or minutes")?,
                    memory: memory.transpose()?,
                    cpus: cpus.map_or(1, NonZeroU16::get),
                })
            };
        Ok(Self {
            shards: wire.shards.get(),
            at_once: wire.at_once.map(NonZeroU32::get),
            task: resources(&wire.time, &wire.memory, wire.cpus)?,
            results: resources(&wire.results.time, &wire.results.memory, wire.results.cpus)?,
            partition: wire.partition.as_ref().map(word).transpose()?,
            account: wire.account.as_ref().map(word).transpose()?,
            modules: wire.modules.iter().map(word).collect::<Result<_, _>>()?,
            container: wire.container.iter().map(line).collect::<Result<_, _>>()?,
            program: wire.program.as_ref().map(line).transpose()?,
            stop_before_end: wire.stop_before_end.unwrap_or(60),
            arguments: wire.arguments.iter().map(line).collect::<Result<_, _>>()?,
        })
    }
}

/// Text that fits on a line of a script.
fn line(text: &Spanned<String>) -> Result<String, YamlError> {
    matching(text, |text| !text.is_empty() && !text.contains(char::is_control), "one line")
}

/// Text without blanks.
fn word(text: &Spanned<String>) -> Result<String, YamlError> {
    let is_word =
        |text: &str| !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    matching(text, is_word, "a name without blanks")
}

fn matching(text: &Spanned<String>, is: impl Fn(&str) -> bool, expected: &str) -> Result<String, YamlError> {
    if is(&text.value) {
        return Ok(text.value.clone());
    }
    Err(text.error(format!("found `{}`, expected {expected}", text.value.escape_debug())))
}

fn is_time(text: &str) -> bool {
    let (days, rest) = text.split_once('-').map_or((None, text), |(days, rest)| (Some(days), rest));
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    days.is_none_or(number) && rest.split(':').count() <= 3 && rest.split(':').all(number)
}

fn is_memory(text: &str) -> bool {
    let digits = text.strip_suffix(['K', 'M', 'G', 'T']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
schema: slurm/v1
shards: 8
time: 30
results: {time: 1-00:00:00}
";

    fn read(text: &str) -> Result<Config, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("slurm.yaml");
        std::fs::write(&path, text).unwrap();
        Config::read(&path).map_err(|error| error.to_string().replace(&*path.to_string_lossy(), "slurm.yaml"))
    }

    #[test]
    fn the_bundled_file_is_good_and_what_is_left_out_has_a_default() {
        let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/slurm.yaml");
        assert_eq!(Config::read(&bundled).unwrap().shards, 64);
        let config = read(GOOD).unwrap();
        assert_eq!((config.task.cpus, config.at_once, config.stop_before_end), (1, None, 60));
        assert_eq!((config.task.time.as_str(), config.results.time.as_str()), ("30", "1-00:00:00"));
    }

    #[test]
    fn options_of_the_script_are_refused_however_they_are_written() {
        for (option, ours) in [
            ("--array 1-9", "--array"),
            ("-a 1-9", "--array"),
            ("-a1-9", "--array"),
            ("--arr=1-9", "--array"),
            ("-D /tmp", "--chdir"),
            ("-J mine", "--job-name"),
            ("--job-name=mine", "--job-name"),
            ("-o log", "--output"),
            ("--wait", "--wait"),
        ] {
            let error = read(&GOOD.replacen("time: 30", &format!("time: 30\narguments: [{option}]"), 1));
            assert_eq!(error.unwrap_err(), format!("slurm.yaml:4:13: {ours} is set by the script itself"));
        }
        for option in ["--wait-all-nodes=1", "-A mine", "--qos=low", "-p short", "--"] {
            read(&GOOD.replacen("time: 30", &format!("time: 30\narguments: [\"{option}\"]"), 1)).unwrap();
        }
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        for (from, to, message) in [
            ("slurm/v1", "slurm/v2", "slurm.yaml:1:9: the schema is `slurm/v2`, expected `slurm/v1`"),
            ("shards: 8", "shards: 0", "slurm.yaml:2:9: found `0`, expected a whole number from 1"),
            (
                "time: 30",
                "time: soon",
                "slurm.yaml:3:7: found `soon`, expected such as 01:30:00, 2-00:00:00 or minutes",
            ),
            (
                "time: 30",
                "time: 30\nmemory: much",
                "slurm.yaml:4:9: found `much`, expected such as 4G or 500M",
            ),
            (
                "time: 30",
                "time: 30\nmodules: [\"a b\"]",
                "slurm.yaml:4:11: found `a b`, expected a name without blanks",
            ),
            (
                "time: 30",
                "time: 30\narguments: [--array=1-9]",
                "slurm.yaml:4:13: --array is set by the script itself",
            ),
            (
                "time: 30",
                "time: 30\narguments: [qos]",
                "slurm.yaml:4:13: found `qos`, expected an option of sbatch such as --qos=low",
            ),
            ("time: 30", "time: 30\nprogram: \"a\\nb\"", "slurm.yaml:4:10: found `a\\nb`, expected one line"),
        ] {
            assert_eq!(read(&GOOD.replacen(from, to, 1)).unwrap_err(), message);
        }
    }
}
