//! The command line for a case.

use std::path::PathBuf;

/// The arguments of a case, including the sizes of random inputs.
#[derive(Clone, Debug)]
pub struct Arguments {
    pub case: String,
    pub repetitions: usize,
    pub threads: usize,
    /// The folder of the workload; if `None`, inputs are random.
    pub files: Option<PathBuf>,
    pub runs: usize,
    pub topics: usize,
    pub documents: usize,
    pub judged: usize,
    /// The number of judgment sets of `loto`. If `None`, there is one for each team, and one with all judgments.
    pub sets: Option<usize>,
    pub samples: usize,
}

impl Arguments {
    /// Reads `CASE [--name value]..`.
    pub fn read(args: &[String]) -> Result<Self, String> {
        let [case, options @ ..] = args else {
            return Err("the case is missing; `rejudge-bench cases` lists the cases".into());
        };
        let mut arguments = Self {
            case: case.clone(),
            repetitions: 1,
            threads: 1,
            files: None,
            runs: 100,
            topics: 50,
            documents: 1000,
            judged: 1500,
            sets: None,
            samples: 1000,
        };
        for option in options.chunks(2) {
            let [name, value] = option else { return Err(format!("{} lacks a value", option[0])) };
            let number = || match value.parse::<usize>() {
                Ok(number) if number > 0 => Ok(number),
                _ => Err(format!("{name}: `{value}` is not a whole number of at least 1")),
            };
            match name.as_str() {
                "--files" => arguments.files = Some(PathBuf::from(value)),
                "--repetitions" => arguments.repetitions = number()?,
                "--threads" => arguments.threads = number()?,
                "--runs" => arguments.runs = number()?,
                "--topics" => arguments.topics = number()?,
                "--documents" => arguments.documents = number()?,
                "--judged" => arguments.judged = number()?,
                "--sets" => arguments.sets = Some(number()?),
                "--samples" => arguments.samples = number()?,
                _ => return Err(format!("unknown option `{name}`")),
            }
        }
        Ok(arguments)
    }
}
