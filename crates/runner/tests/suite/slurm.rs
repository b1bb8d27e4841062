//! Slurm as the executor, with an `sbatch` that only keeps the jobs that it is given: they are run here, by hand.
//! tests/slow/slurm.py does the same on a real Slurm.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use crate::snapshots::shown;
use crate::world::{BAD_DATA, Ended, GOOD, USAGE, World, changed, ended};

const CONFIG: &str = "\
schema: slurm/v1
shards: 3
at-once: 2
time: \"00:10:00\"
memory: 2G
cpus: 2
partition: short
account: mine
arguments: [--qos=low]
results: {time: 5, cpus: 2}
";

/// `sbatch` numbers its jobs from 11, keeps each as `job-11`, and its words in `calls`.
fn world() -> World {
    let world = World::new();
    world.change("draws: 2", "draws: 4");
    world.write("configs/slurm.yaml", CONFIG);
    let sbatch = format!(
        "#!/bin/bash\ncd {}\necho \"$*\" >> calls\njob=$(( 10 + $(wc -l < calls) ))\n[ $job != \"$REFUSED\" ] || {{ echo \
         'sbatch: error: invalid partition' >&2; exit 1; }}\ncat > job-$job\necho \"$job;cluster\"\n",
        world.path("").display()
    );
    world.write("bin/sbatch", sbatch);
    std::fs::set_permissions(world.path("bin/sbatch"), PermissionsExt::from_mode(0o755)).unwrap();
    world
}

fn slurm(world: &World, words: &str) -> Command {
    let mut command = world.command(words.split(' '));
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", world.path("bin").display()));
    command
}

#[track_caller]
fn line(world: &World, words: &str) -> Ended {
    ended(&mut slurm(world, words))
}

/// Runs a job as Slurm would.
fn job(world: &World, number: u32, task: u32) -> Ended {
    let mut bash = Command::new("bash");
    bash.arg(format!("job-{number}")).current_dir(world.path("")).stdin(Stdio::null());
    ended(bash.env("SLURM_ARRAY_TASK_ID", task.to_string()))
}

/// The text of a script without parts that differ between worlds.
fn plain(world: &World, text: &str) -> String {
    let plan = text.split_once(" of the plan ").unwrap().1.split(' ').next().unwrap();
    let program = assert_cmd::cargo::cargo_bin!("rejudge").display().to_string();
    let here = world.path("").canonicalize().unwrap().display().to_string();
    let text = text.replace(&world.path("").display().to_string(), "HERE/").replace(&program, "REJUDGE");
    text.replace(plan, "IDENTITY").replace(&here, "HERE")
}

#[test]
fn a_dry_run_prints_the_script_and_writes_nothing() {
    let world = world();
    let text = line(&world, "run small --executor slurm --dry-run").code(GOOD).stdout;
    shown("slurm_script", &plain(&world, &text));
    let identity = world.line("plan small").code(GOOD).stdout;
    let identity = identity.lines().find_map(|line| line.strip_prefix("identity: ")).unwrap();
    let identity = identity.split(' ').next().unwrap();
    assert!(text.contains(&format!(" --of-plan {identity} ")), "{text}");
    let container = changed(
        CONFIG,
        "results:",
        "modules: [apptainer/1.3]\ncontainer: [apptainer, exec, my image.sif]\nprogram: rejudge\nresults:",
    );
    world.write("configs/slurm.yaml", container);
    let words = "run small --executor slurm --dry-run -s draws=3 --only measure=AP --fail-fast --keep-scores --results r";
    let text = ended(slurm(&world, words).env("REJUDGE_CACHE", "shared")).code(GOOD).stdout;
    shown("slurm_script_of_a_part", &plain(&world, &text));
    assert!(!world.path(".rejudge/slurm").exists() && !world.path("calls").exists());
}

#[test]
fn jobs_run_by_hand_are_the_whole_and_lost_ones_are_computed_again() {
    let world = world();
    world.line("run small --quiet --cache whole --results w").code(GOOD);
    let submitted = line(&world, "run small --executor slurm").code(GOOD).stderr;
    let says = "small: job 11 computes 3 shards, job 12 writes the results; scancel 11 12 ends them\n";
    assert!(submitted.starts_with(says), "{submitted}");
    let calls = world.read("calls");
    assert_eq!(calls, "--parsable\n--parsable --dependency=afterany:11\n");
    // One is lost: the results are refused, and it is named.
    for task in [1, 3] {
        job(&world, 11, task).code(GOOD);
    }
    job(&world, 12, 1).code(BAD_DATA).says("are not in the cache .rejudge/cache: tiny-twin draw 2 (");
    assert!(!world.path("results/small").exists());
    // If it is submitted again by hand, existing cells are not computed again.
    let again = Command::new("bash")
        .args([".rejudge/slurm/small/submit.sh"])
        .current_dir(world.path(""))
        .env("PATH", format!("{}:{}", world.path("bin").display(), std::env::var("PATH").unwrap()))
        .status();
    assert!(again.unwrap().success());
    for task in 1..=3 {
        let run = job(&world, 13, task).code(GOOD);
        assert_eq!(crate::world::counts(&run)[0] > 0, task == 2, "{}", run.stderr);
    }
    job(&world, 14, 1).code(GOOD);
    assert!(world.results("results/small") == world.results("w"));
    // A change of the experiment in between.
    world.change("draws: 2", "draws: 3");
    job(&world, 13, 1).code(BAD_DATA).says(": its settings differ from those of this run");
}

#[test]
fn what_slurm_cannot_do_is_said() {
    let world = world();
    let nowhere = ended(world.command(["run", "small", "--executor", "slurm"]).env("PATH", "/usr/bin:/bin"));
    let words = "error: small: .rejudge/slurm/small/submit.sh could not submit the jobs: ";
    assert!(nowhere.code == USAGE && nowhere.stderr.starts_with(words), "{}", nowhere.stderr);
    for (job, says) in [("11", "sbatch: error: invalid partition\n"), ("12", "scancel 11 ends them\n")] {
        let _ = std::fs::remove_file(world.path("calls"));
        let refused = ended(slurm(&world, "run small --executor slurm").env("REFUSED", job)).code(USAGE);
        assert!(refused.stderr.starts_with(words) && refused.stderr.ends_with(says), "{}", refused.stderr);
    }
    let jobs = line(&world, "run small --executor slurm --jobs 2").code(USAGE);
    jobs.says("--jobs is for this machine; configs/slurm.yaml says `cpus` for a cluster");
    line(&world, "run small --executor slurm --slurm-config none.yaml")
        .code(USAGE)
        .says("cannot read none.yaml: ");
}

/// A line of the script names the folder.
#[test]
fn a_folder_that_no_line_can_name_is_refused() {
    let world = world();
    for name in ["a\ntouch owned #", "a\rb", "a\u{1b}b", "100%a", "a\\b"] {
        world.write(&format!("{name}/configs/slurm.yaml"), CONFIG);
        for folder in ["collections", "experiments"] {
            std::os::unix::fs::symlink(world.path(folder), world.path(name).join(folder)).unwrap();
        }
        let mut command = slurm(&world, "run small --executor slurm --dry-run");
        let ended = ended(command.current_dir(world.path(name)));
        assert!(ended.code == USAGE && ended.stdout.is_empty(), "{}{}", ended.stdout, ended.stderr);
        ended.says("no line of a script can name the folder ");
    }
}
