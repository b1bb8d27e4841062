//! Which shard a task of an array job is: `--shard auto`.

use rejudge_exec::shard::Shard;

/// The word that leaves the shard to the array job.
const AUTO: &str = "auto";

/// The shard that is named, or, by the word `auto`, the one that this task of a Slurm array job is.
///
/// # Errors
/// When it is no shard, or `auto` where Slurm does not say which task this is.
pub fn named(text: &str) -> Result<Shard, String> {
    match text {
        AUTO => of_task(|name| std::env::var(name).ok()),
        _ => text.parse().map_err(|error| format!("{error}; `{AUTO}` in a Slurm array job")),
    }
}

/// The K-th of N tasks, whose numbers may begin anywhere, is `slice:K/N`.
fn of_task(variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let number = |name: &str| -> Result<u32, String> {
        let text = variable(name).ok_or_else(|| {
            format!("{name} is not set: `{AUTO}` is for a task of a Slurm array job (sbatch --array=1-8)")
        })?;
        text.parse().map_err(|_| format!("{name} is `{text}`, expected a whole number"))
    };
    let task = number("SLURM_ARRAY_TASK_ID")?;
    let [count, first, last] =
        ["SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX"].map(number);
    let (count, first, last) = (count?, first?, last?);
    if last.checked_sub(first).is_none_or(|steps| steps.checked_add(1) != Some(count)) {
        // Of tasks 3 and 5 alone nobody knows how many shards there are.
        return Err(format!(
            "the array job has {count} tasks between {first} and {last}: `{AUTO}` needs all numbers of a range; name \
             the shard instead (slice:K/N)"
        ));
    }
    let place = task.checked_sub(first).filter(|&place| place < count);
    let place = place.ok_or_else(|| format!("SLURM_ARRAY_TASK_ID is {task}, expected {first} to {last}"))?;
    format!("slice:{}/{count}", place + 1).parse().map_err(|error| format!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(task: &str, count: &str, first: &str, last: &str) -> Result<String, String> {
        let set = [("ID", task), ("COUNT", count), ("MIN", first), ("MAX", last)];
        let variable = |name: &str| {
            let short = name.strip_prefix("SLURM_ARRAY_TASK_")?;
            set.iter()
                .find(|(key, value)| *key == short && !value.is_empty())
                .map(|(_, value)| (*value).to_owned())
        };
        of_task(variable).map(|shard| shard.to_string())
    }

    #[test]
    fn tasks_of_a_range_are_its_slices() {
        assert_eq!(of("1", "3", "1", "3").as_deref(), Ok("slice:1/3"));
        assert_eq!(of("7", "8", "0", "7").as_deref(), Ok("slice:8/8"));
        for (task, count, first, last, says) in [
            ("", "3", "1", "3", "SLURM_ARRAY_TASK_ID is not set"),
            ("x", "3", "1", "3", "is `x`, expected a whole number"),
            ("3", "2", "3", "5", "needs all numbers of a range"),
            ("9", "3", "1", "3", "expected 1 to 3"),
            ("0", "3", "1", "3", "expected 1 to 3"),
            ("0", "0", "0", "4294967295", "needs all numbers of a range"),
            ("1", "1", "3", "1", "needs all numbers of a range"),
        ] {
            let error = of(task, count, first, last).expect_err(says);
            assert!(error.contains(says), "{error}");
        }
    }
}
