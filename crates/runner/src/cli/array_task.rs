//! The shard of a task of an array job: `--shard auto`.

use rejudge_experiment::exec::shard::Shard;

/// The word that leaves the shard to the array job.
const AUTO: &str = "auto";

/// Returns the named shard, or, for the word `auto`, the shard of this task of an array job.
///
/// # Errors
/// If the text is not a shard, or if neither Slurm nor AWS Batch sets the number of this task.
pub fn named(text: &str) -> Result<Shard, String> {
    match text {
        AUTO => of_task(|name| std::env::var(name).ok()),
        _ => text.parse().map_err(|error| format!("{error}; `{AUTO}` in a task of an array job")),
    }
}

/// The K-th of N tasks is the shard K/N. Slurm's numbers may begin anywhere, those of AWS Batch begin at 0.
fn of_task(variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let number = |name: &str| -> Result<u32, String> {
        let text = variable(name).ok_or_else(|| format!("{name} is not set"))?;
        text.parse().map_err(|_| format!("{name} is `{text}`, expected a whole number"))
    };
    const SLURM: &str = "SLURM_ARRAY_TASK_ID";
    const AWS: &str = "AWS_BATCH_JOB_ARRAY_INDEX";
    let (name, first, count) = if variable(SLURM).is_some() {
        let [count, first, last] =
            ["SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX"].map(number);
        let (count, first, last) = (count?, first?, last?);
        if last.checked_sub(first).is_none_or(|steps| steps.checked_add(1) != Some(count)) {
            // If only tasks 3 and 5 are started, the number of shards is unknown.
            return Err(format!(
                "the array job has {count} tasks between {first} and {last}: `{AUTO}` needs all numbers of a range; \
                 name the shard instead (K/N)"
            ));
        }
        (SLURM, first, count)
    } else if variable(AWS).is_some() {
        (AWS, 0, number("AWS_BATCH_JOB_ARRAY_SIZE")?)
    } else {
        return Err(format!(
            "neither {SLURM} nor {AWS} is set: `{AUTO}` is for a task of an array job (sbatch --array=1-8)"
        ));
    };
    let task = number(name)?;
    match task.checked_sub(first).filter(|place| *place < count) {
        Some(place) => Ok(Shard { number: place + 1, of: count }),
        None => Err(format!("{name} is {task}, and the array job has {count} tasks from {first}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard_of(set: &[(&str, &str)]) -> Result<String, String> {
        let variable =
            |name: &str| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        of_task(variable).map(|shard| shard.to_string())
    }

    fn slurm(task: &str, count: &str, first: &str, last: &str) -> Result<String, String> {
        shard_of(&[
            ("SLURM_ARRAY_TASK_ID", task),
            ("SLURM_ARRAY_TASK_COUNT", count),
            ("SLURM_ARRAY_TASK_MIN", first),
            ("SLURM_ARRAY_TASK_MAX", last),
        ])
    }

    fn aws(task: &str, count: &str) -> Result<String, String> {
        shard_of(&[("AWS_BATCH_JOB_ARRAY_INDEX", task), ("AWS_BATCH_JOB_ARRAY_SIZE", count)])
    }

    #[test]
    fn tasks_of_a_range_are_its_shards() {
        assert_eq!(slurm("1", "3", "1", "3").as_deref(), Ok("1/3"));
        assert_eq!(slurm("7", "8", "0", "7").as_deref(), Ok("8/8"));
        assert_eq!(aws("0", "3").as_deref(), Ok("1/3"));
        for (found, says) in [
            (shard_of(&[]), "neither SLURM_ARRAY_TASK_ID nor AWS_BATCH_JOB_ARRAY_INDEX is set"),
            (slurm("x", "3", "1", "3"), "is `x`, expected a whole number"),
            (slurm("3", "2", "3", "5"), "needs all numbers of a range"),
            (slurm("9", "3", "1", "3"), "SLURM_ARRAY_TASK_ID is 9, and the array job has 3 tasks from 1"),
            (slurm("0", "3", "1", "3"), "SLURM_ARRAY_TASK_ID is 0"),
            (slurm("0", "0", "0", "4294967295"), "needs all numbers of a range"),
            (slurm("1", "1", "3", "1"), "needs all numbers of a range"),
            (shard_of(&[("AWS_BATCH_JOB_ARRAY_INDEX", "1")]), "AWS_BATCH_JOB_ARRAY_SIZE is not set"),
            (aws("3", "3"), "AWS_BATCH_JOB_ARRAY_INDEX is 3, and the array job has 3 tasks from 0"),
        ] {
            let error = found.expect_err(says);
            assert!(error.contains(says), "{error}");
        }
    }
}
