//! Slurm as the executor, with commands that only write down what they are asked: the scripts are run here,
//! by hand. tests/slow/slurm.py does the same on a real Slurm.

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
modules: [apptainer/1.3]
arguments: [--qos=low]
merge: {time: 5, cpus: 2}
";

/// `sbatch` numbers its jobs from 11 and puts each call into `calls`; `squeue` shows the file `queue`;
/// `scancel` is written down.
fn world() -> World {
    let world = World::new();
    world.change("draws: 2", "draws: 4");
    world.write("configs/slurm.yaml", changed(CONFIG, "modules: [apptainer/1.3]\n", ""));
    let command = |name: &str, text: &str| {
        let path = format!("bin/{name}");
        world.write(&path, format!("#!/bin/bash\ncd {}\n{text}\n", world.path("").display()));
        std::fs::set_permissions(world.path(path), std::fs::Permissions::from_mode(0o755)).unwrap();
    };
    command("sbatch", "echo \"sbatch $*\" >> calls; echo $(( 10 + $(grep -c ^sbatch calls) ));");
    command("squeue", "[ ! -e refusing ] || { cat refusing >&2; exit 1; }; cat queue 2> /dev/null || true");
    command("scancel", "echo \"scancel $*\" >> calls");
    command("scontrol", "echo 'MaxArraySize            = 1001'");
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

fn calls(world: &World) -> Vec<String> {
    let text = std::fs::read_to_string(world.path("calls")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Runs a script as Slurm would: its exit code.
#[track_caller]
fn script(world: &World, name: &str, variable: (&str, u32)) -> i32 {
    let mut bash = Command::new("bash");
    bash.arg(format!(".rejudge/slurm/small/{name}")).current_dir(world.path(""));
    let output = bash.env(variable.0, variable.1.to_string()).stdin(Stdio::null()).output().unwrap();
    output.status.code().unwrap()
}

#[track_caller]
fn task(world: &World, number: u32) {
    assert_eq!(script(world, "array.sbatch", ("SLURM_ARRAY_TASK_ID", number)), GOOD, "task {number}");
}

#[test]
fn a_dry_run_prints_scripts_and_writes_nothing() {
    let world = world();
    world.write("configs/slurm.yaml", CONFIG);
    let line = "run small --executor slurm --dry-run -s draws=3 --only measure=AP --fail-fast";
    let text = ended(&mut slurm(&world, line)).code(GOOD).stdout;
    let plan = world.line("plan small -s draws=3 --only measure=AP").code(GOOD).stdout;
    let identity = plan.lines().find_map(|line| line.strip_prefix("identity: ")).unwrap();
    let identity = identity.split(' ').next().unwrap();
    for words in [
        &format!("#SBATCH --job-name=rejudge-small-{}-shards\n", &identity[..8]),
        "#SBATCH --array=1-3%2\n",
        "#SBATCH --time=00:10:00\n",
        "#SBATCH --mem=2G\n",
        "#SBATCH --cpus-per-task=2\n",
        "#SBATCH --partition=short\n",
        "#SBATCH --account=mine\n",
        "#SBATCH --qos=low\n",
        "#SBATCH --no-requeue\n",
        "#SBATCH --signal=B:USR1@60\n",
        "module load apptainer/1.3\n",
        &format!("export REJUDGE_DATA={}\n", world.path("data").display()),
        " run small -s 'draws=3' --only 'measure=AP' --collections collections --fail-fast \\\n",
        &format!("--shard \"slice:$SLURM_ARRAY_TASK_ID/3\" --of-plan {identity} --jobs"),
        " merge small -s 'draws=3' --only 'measure=AP' --collections collections \\\n",
        "/slice-{1..3}-of-3 || code=$?\n",
    ] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    assert!(!text.contains(" check "), "a part of an experiment is not checked\n{text}");
    assert!(!world.path(".rejudge/slurm").exists() && calls(&world).is_empty());
    let container =
        changed(CONFIG, "merge:", "container: [apptainer, exec, my image.sif]\nprogram: rejudge\nmerge:");
    world.write("configs/slurm.yaml", container);
    let text = ended(&mut slurm(&world, "run small --executor slurm --dry-run")).code(GOOD).stdout;
    assert!(text.contains("exec apptainer exec 'my image.sif' rejudge run small "), "{text}");
    assert!(
        text.contains("    apptainer exec 'my image.sif' rejudge check small --results results/small "),
        "{text}"
    );
}

#[test]
fn shards_run_by_hand_are_merged_and_the_lost_ones_submitted_again() {
    let world = world();
    world.line("run small --quiet --cache whole --results r").code(GOOD);
    let submitted = line(&world, "run small --executor slurm --detach").code(GOOD);
    let words = ["small: 11 computes 3 shards, 12 merges them\n", "`scancel 11 12` ends them\n"];
    assert!(words.iter().all(|words| submitted.stderr.contains(words)), "{}", submitted.stderr);
    let folder = ".rejudge/slurm/small";
    assert_eq!(
        calls(&world),
        [
            format!("sbatch --parsable {folder}/array.sbatch"),
            format!("sbatch --parsable --dependency=afterany:11 {folder}/merge.sbatch"),
        ]
    );
    world.write(
        "queue",
        "11|1|RUNNING|n1\n11|2|PENDING|(Resources)\n11|3|PENDING|(Resources)\n12|N/A|PENDING|(Dependency)\n",
    );
    let again = line(&world, "run small --executor slurm").code(USAGE);
    assert!(again.stderr.contains("small is in the queue already, as 11 and 12: "), "{}", again.stderr);
    // Nor where the queue does not say: two runs would write to the same shards.
    world.write("refusing", "slurm_load_jobs error: Unable to contact slurm controller\n");
    let before = calls(&world);
    let unknown = line(&world, "run small --executor slurm --detach").code(BAD_DATA).stderr;
    assert!(unknown.contains("is still in the queue: ") && calls(&world) == before, "{unknown}");
    std::fs::remove_file(world.path("refusing")).unwrap();
    task(&world, 1);
    let status = line(&world, "status small").code(GOOD).stdout;
    let first = status.lines().next().unwrap();
    assert!(first.starts_with("slice:1/3\tdone\t"), "{status}");
    assert!(
        status.contains("slice:2/3\twaiting\t0 of ") && status.contains("\t11_2\t(Resources)\n"),
        "{status}"
    );
    assert!(status.ends_with("merge\twaiting\t\t12\t(Dependency)\n"), "{status}");
    // A task that somebody submitted by hand is seen by its name.
    world.write("queue", "99|2|RUNNING|n4\n11|3|PENDING|(Resources)\n12|N/A|PENDING|(Dependency)\n");
    let status = line(&world, "status small").code(GOOD).stdout;
    assert!(status.contains("slice:2/3\trunning\t0 of ") && status.contains("\t99_2\tn4\n"), "{status}");
    let early = line(&world, "run small --executor slurm --resubmit-failed").code(USAGE);
    assert!(early.stderr.contains("small: no shard has failed or is missing"), "{}", early.stderr);
    // The second is killed, the third was never started: both have left the queue, and merging refuses.
    world.write("queue", "");
    assert_eq!(script(&world, "merge.sbatch", ("SLURM_JOB_ID", 12)), BAD_DATA);
    let status = line(&world, "status small").code(BAD_DATA).stdout;
    assert!(
        status.contains("slice:2/3\tmissing\t0 of ") && status.ends_with("merge\tended with 3\t\t12\n"),
        "{status}"
    );
    assert!(!world.path("results").exists());
    line(&world, "run small --executor slurm --resubmit-failed --detach").code(GOOD);
    assert_eq!(
        calls(&world)[2..],
        [
            format!("sbatch --parsable --array=2,3%2 {folder}/array.sbatch"),
            format!("sbatch --parsable --dependency=afterany:13 {folder}/merge.sbatch"),
        ]
    );
    // The third of them once more, while the second runs: the merging before would find it missing.
    world.write("queue", "13|2|RUNNING|n1\n14|N/A|PENDING|(Dependency)\n");
    line(&world, "run small --executor slurm --resubmit-failed --detach").code(GOOD);
    assert_eq!(
        calls(&world)[4..],
        [
            "scancel 14".to_owned(),
            format!("sbatch --parsable --array=3%2 {folder}/array.sbatch"),
            format!("sbatch --parsable --dependency=afterany:13:15 {folder}/merge.sbatch"),
        ]
    );
    task(&world, 2);
    task(&world, 3);
    world.write("queue", "");
    assert_eq!(script(&world, "merge.sbatch", ("SLURM_JOB_ID", 16)), GOOD);
    assert!(world.results("r") == world.results("results/small"));
    let status = line(&world, "status small").code(GOOD).stdout;
    assert!(status.ends_with("merge\tdone\t\t16\n"), "{status}");
    // What was submitted is not what the experiment is now.
    world.change("draws: 2", "draws: 3");
    let other = line(&world, "run small --executor slurm --resubmit-failed").code(USAGE);
    assert!(other.stderr.contains("small: what was submitted has draws 4, expected 3: "), "{}", other.stderr);
    assert_eq!(script(&world, "array.sbatch", ("SLURM_ARRAY_TASK_ID", 1)), BAD_DATA, "the plan has changed");
}

/// What a limit of tasks at once was edited to in the script holds for those that are submitted again.
#[test]
fn a_script_that_was_edited_is_submitted_as_it_is() {
    let world = world();
    line(&world, "run small --executor slurm --detach").code(GOOD);
    let path = ".rejudge/slurm/small/array.sbatch";
    let text = std::fs::read_to_string(world.path(path)).unwrap();
    for (limit, array) in [("%5", "1,2,3%5"), ("", "1,2,3")] {
        world.write(path, changed(&text, "--array=1-3%2", &format!("--array=1-3{limit}")));
        line(&world, "run small --executor slurm --resubmit-failed --detach").code(GOOD);
        let last = calls(&world).into_iter().rfind(|call| call.contains(" --array=")).unwrap();
        assert_eq!(last, format!("sbatch --parsable --array={array} {path}"));
    }
}

/// A plan that was damaged, or written by anybody.
#[test]
fn a_submission_that_says_anything_is_an_error_or_another_plan() {
    let world = world();
    line(&world, "run small --executor slurm --detach").code(GOOD);
    let path = ".rejudge/slurm/small/plan.json";
    let text = std::fs::read_to_string(world.path(path)).unwrap();
    let plan: serde_json::Value = serde_json::from_str(&text).unwrap();
    let identity = plan["plan"]["identity"].as_str().unwrap();
    for other in ["", "abc", "1234567é", "é"] {
        world.write(path, changed(&text, identity, other));
        assert!(line(&world, "status small").code(BAD_DATA).stdout.starts_with("slice:1/3\tmissing\t"));
        let again = line(&world, "run small --executor slurm --resubmit-failed").code(USAGE);
        assert!(again.stderr.contains("what was submitted is of the plan "), "{}", again.stderr);
    }
    world.write(path, &text[..text.len() / 2]);
    let damaged = line(&world, "status small").code(BAD_DATA);
    assert!(damaged.stderr.contains("plan.json is damaged: "), "{}", damaged.stderr);
}

/// The folder that the scripts are for stands on a line of them.
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
        assert!(ended.stderr.contains("no line of a script can name the folder "), "{}", ended.stderr);
    }
}

/// A task that Slurm takes for running, and that has given no sign of life for long.
#[test]
fn a_silent_task_is_ended_and_submitted_again() {
    let world = world();
    line(&world, "run small --executor slurm --detach").code(GOOD);
    task(&world, 1);
    task(&world, 3);
    let folder = world.path(".rejudge/shards/small/slice-2-of-3");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("alive"), "process 17 on n1\n").unwrap();
    world.write("queue", "11|2|RUNNING|n1\n12|N/A|PENDING|(Dependency)\n");
    let status = line(&world, "status small").code(GOOD).stdout;
    assert!(status.contains("slice:2/3\trunning\t"), "{status}");
    let long_ago = std::time::SystemTime::now() - Duration::from_secs(1000);
    std::fs::File::options().write(true).open(folder.join("alive")).unwrap().set_modified(long_ago).unwrap();
    let status = line(&world, "status small").code(BAD_DATA).stdout;
    assert!(status.contains("slice:2/3\tsilent\t") && status.contains("no sign of life for 100"), "{status}");
    line(&world, "run small --executor slurm --resubmit-failed --detach").code(GOOD);
    assert_eq!(calls(&world)[2], "scancel 11_2 12");
    assert!(calls(&world)[3].starts_with("sbatch --parsable --array=2%2 "), "{:?}", calls(&world));
    // The one in its place has begun and written nothing yet: it is not silent for what the other left.
    world.write("queue", "13|2|RUNNING|n1\n14|N/A|PENDING|(Dependency)\n");
    let status = line(&world, "status small").code(GOOD).stdout;
    assert!(status.contains("slice:2/3\trunning\t"), "{status}");
}

#[test]
fn an_interrupt_leaves_the_jobs_and_says_how_to_end_them() {
    let world = world();
    world.write("queue", "11|1|RUNNING|n1\n12|N/A|PENDING|(Dependency)\n");
    let mut command = slurm(&world, "run small --executor slurm");
    let child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let since = Instant::now();
    while calls(&world).len() < 2 {
        assert!(since.elapsed() < Duration::from_secs(60), "nothing is submitted");
        std::thread::sleep(Duration::from_millis(20));
    }
    // It says how to go on before it begins to wait.
    std::thread::sleep(Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.ends_with("small: the jobs go on: `scancel 11 12` ends them\n"), "{stderr}");
    assert!(!calls(&world).iter().any(|call| call.starts_with("scancel")));
}

#[test]
fn it_waits_for_the_merging_and_ends_as_it_did() {
    for (code, words) in [
        (0, "small: merged; results in results/small\n"),
        (3, "error: small: the merging ended with 3: see "),
    ] {
        let world = world();
        world.write("queue", "12|N/A|RUNNING|n1\n");
        let mut command = slurm(&world, "run small --executor slurm");
        let child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let since = Instant::now();
        while calls(&world).len() < 2 {
            assert!(since.elapsed() < Duration::from_secs(60), "nothing is submitted");
            std::thread::sleep(Duration::from_millis(20));
        }
        // A controller that is away is asked again.
        world.write("refusing", "slurm_load_jobs error: Unable to contact slurm controller\n");
        std::thread::sleep(Duration::from_millis(1500));
        world.write(".rejudge/slurm/small/merge-12.code", format!("{code}\n"));
        world.write("queue", "");
        std::fs::remove_file(world.path("refusing")).unwrap();
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{stderr}");
        assert!(stderr.contains(words), "{stderr}");
        assert!(stderr.contains("Unable to contact slurm controller; it is asked again"), "{stderr}");
        assert_eq!(stderr.contains("--resubmit-failed` computes what is missing"), code != 0, "{stderr}");
    }
}

#[test]
fn what_slurm_cannot_do_is_said() {
    let world = world();
    let nowhere =
        ended(world.command(["run", "small", "--executor", "slurm"]).env("PATH", world.path("data")));
    let words = "sbatch cannot be started: this machine submits no Slurm jobs (--dry-run prints the scripts)";
    assert!(nowhere.code == USAGE && nowhere.stderr.contains(words), "{}", nowhere.stderr);
    world.write(
        "bin/sbatch",
        "#!/bin/bash\necho 'sbatch: error: invalid partition specified: short' >&2\nexit 1\n",
    );
    let refused = line(&world, "run small --executor slurm").code(USAGE);
    assert!(
        refused.stderr.contains("array.sbatch: sbatch: error: invalid partition specified: short"),
        "{}",
        refused.stderr
    );
    let words = "error: small: the scripts are written (.rejudge/slurm/small), nothing was submitted since sbatch failed, \
                 and no shard lies in .rejudge/shards/small\n";
    assert_eq!(line(&world, "status small").code(BAD_DATA).stderr, words);
    for (arguments, words) in [
        ("--jobs 2", "--jobs is for this machine; configs/slurm.yaml says `cpus` for a cluster"),
        ("--slurm-config none.yaml", "cannot read none.yaml: "),
        ("--dry-run --resubmit-failed", "cannot be used with"),
    ] {
        let ended = line(&world, &format!("run small --executor slurm {arguments}")).code(USAGE);
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
    }
    let fresh = World::new();
    fresh.write("configs/slurm.yaml", CONFIG);
    let again = fresh.line("run small --executor slurm --resubmit-failed").code(USAGE);
    assert!(
        again.stderr.contains("nothing was submitted, so there is nothing to submit again"),
        "{}",
        again.stderr
    );
    let status = fresh.line("status small").code(BAD_DATA);
    assert!(
        status.stderr.contains("nothing was submitted, and no shard lies in .rejudge/shards/small"),
        "{}",
        status.stderr
    );
}
