//! The cases that can be timed.

use std::error::Error;

use crate::arguments::Arguments;
use crate::kernels::{Kernel, bounds, join, load, loto, power, rank_intervals, read, scores, tau};

/// The name and description of a kernel, and the function that makes it.
pub struct Case {
    pub name: &'static str,
    pub description: &'static str,
    /// Prepares the inputs and returns the kernel to time.
    pub prepare: fn(&Arguments) -> Result<Kernel, Box<dyn Error>>,
}

pub const CASES: &[Case] = &[
    Case {
        name: "read",
        description: "reads run files, joins them with judgments, computes AP",
        prepare: read::fast,
    },
    Case {
        name: "read-odd",
        description: "like `read`, with a blank before each line feed",
        prepare: read::slow,
    },
    Case {
        name: "load",
        description: "loads files into a collection in memory (needs --files)",
        prepare: load::prepare,
    },
    Case { name: "join", description: "rankings joined with the full judgments", prepare: join::prepare },
    Case { name: "scores", description: "AP, nDCG, bpref, infAP of joined runs", prepare: scores::four },
    Case {
        name: "scores-all-measures",
        description: "scores of joined runs by one measure of each family that scores by document",
        prepare: scores::all,
    },
    Case {
        name: "bounds-alone",
        description: "scores by the ten measures of `bounds`, without bounds",
        prepare: bounds::scores_only,
    },
    Case {
        name: "bounds",
        description: "scores and bounds of joined runs by ten measures",
        prepare: bounds::runs,
    },
    Case {
        name: "bounds-pairs",
        description: "like `bounds`, and also compares all pairs of runs",
        prepare: bounds::pairs,
    },
    Case {
        name: "loto",
        description: "leaves out each team in turn, scores all runs by nine measures",
        prepare: loto::prepare,
    },
    Case {
        name: "power",
        description: "the paired bootstrap test of all pairs of runs",
        prepare: power::prepare,
    },
    Case {
        name: "rank-intervals",
        description: "simultaneous intervals of the ranks of all runs",
        prepare: rank_intervals::prepare,
    },
    Case { name: "tau", description: "Kendall's tau-b of all pairs of rankings", prepare: tau::prepare },
];

pub fn find(name: &str) -> Result<&'static Case, String> {
    CASES.iter().find(|case| case.name == name).ok_or_else(|| {
        let names: Vec<&str> = CASES.iter().map(|case| case.name).collect();
        format!("unknown case `{name}`, expected one of {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(case: &str, threads: &str) -> Arguments {
        let sizes = "--runs 8 --topics 3 --documents 40 --judged 60 --samples 20 --threads"
            .split(' ')
            .chain([threads]);
        let args: Vec<String> = [case].into_iter().chain(sizes).map(str::to_owned).collect();
        Arguments::read(&args).expect("the arguments are valid")
    }

    #[test]
    fn two_threads_compute_the_same_as_one() {
        for case in CASES.iter().filter(|case| case.name != "load") {
            let computed = |threads| (case.prepare)(&small(case.name, threads)).expect(case.name)();
            assert_eq!(computed("1"), computed("2"), "{}", case.name);
        }
    }

    #[test]
    fn inputs_are_read_from_files() -> Result<(), Box<dyn Error>> {
        let folder = std::env::temp_dir().join(format!("rejudge-bench-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("runs"))?;
        std::fs::write(folder.join("qrels.txt"), "1 0 a 1\n1 0 b 0\n")?;
        std::fs::write(folder.join("teams.tsv"), "r\tus\n")?;
        std::fs::write(folder.join("runs/r.txt"), "1 Q0 c 1 3 r\n1 Q0 a 2 2 r\n")?;
        let args = ["scores", "--files", &folder.to_string_lossy()].map(str::to_owned);
        let line = scores::four(&Arguments::read(&args)?)?().line("scores", 1, &[]);
        std::fs::remove_dir_all(&folder)?;
        assert!(line.contains("\"mean of the first measure\": 0.5"), "{line}");
        Ok(())
    }
}
