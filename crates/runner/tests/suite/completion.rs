//! Shell completions: bash with its generated script, and the answers for other shells.

use std::collections::BTreeSet;
use std::process::Command;

use crate::world::{GOOD, TABLE, USAGE, World, ended};

/// Returns bash's completions at the end of `line`, with the script that `rejudge completion bash` prints. The line is split
/// into words as bash splits it.
#[track_caller]
fn completions(world: &World, line: &str) -> BTreeSet<String> {
    let script = world.line("completion bash").code(GOOD).stdout;
    world.write("complete.bash", script);
    // The option makes the binary read the world's collections.
    let option = "--collections collections ";
    let line = if line.contains(option) {
        line.to_owned()
    } else {
        line.replacen("rejudge ", &format!("rejudge {option}"), 1)
    };
    let mut words: Vec<String> = Vec::new();
    for word in line.split(' ') {
        let mut rest = word;
        while let Some(at) = rest.find(['=', ':']) {
            words.extend(
                [&rest[..at], &rest[at..=at]].into_iter().filter(|w| !w.is_empty()).map(str::to_owned),
            );
            rest = &rest[at + 1..];
        }
        if !rest.is_empty() || word.is_empty() {
            words.push(rest.to_owned());
        }
    }
    let quoted = |word: &String| format!("'{}'", word.replace('\'', r"'\''"));
    let asked = format!(
        "source complete.bash; COMP_WORDS=({}); COMP_CWORD={}; COMP_TYPE=9; _rejudge rejudge; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.iter().map(quoted).collect::<Vec<_>>().join(" "),
        words.len() - 1,
    );
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_rejudge")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut bash = Command::new("bash");
    let output = bash.args(["-c", &asked]).current_dir(world.path("")).env("PATH", path).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn set<const N: usize>(words: [&str; N]) -> BTreeSet<String> {
    words.map(str::to_owned).into()
}

#[test]
fn verbs_and_existing_names_are_completed() {
    let world = World::with_files();
    let completions = |line: &str| completions(&world, line);
    assert_eq!(completions("rejudge me"), set(["measures"]));
    assert_eq!(completions("rejudge run sm"), set(["small"]));
    assert!(completions("rejudge check ").contains("small"));
    assert_eq!(completions("rejudge data verify tiny-"), set(["tiny-twin"]));
    assert_eq!(completions("rejudge simulate tiny-t"), set(["tiny-twin"]));
    assert_eq!(completions("rejudge measures RB"), set(["RBP", "RBPresidual"]));
}

#[test]
fn explain_completes_tables() {
    let world = World::new();
    world.change("profiles:", TABLE);
    let completions = |line: &str| completions(&world, line);
    assert_eq!(completions("rejudge explain sm"), set(["small/"]));
    assert_eq!(completions("rejudge explain small/"), set([r"small/x\["]));
    assert_eq!(completions("rejudge explain small x"), set([r"x\["]));
    assert_eq!(completions("rejudge explain small --collections collections x"), set([r"x\["]));
}

/// In a list of measures, the last measure is completed, here as zsh asks for it.
#[test]
fn measures_are_completed_one_by_one() {
    let world = World::new();
    let words = ["--", "rejudge", "eval", "qrels", "run", "-m", "AP RB"];
    let mut asked = world.command(words);
    let answer =
        ended(asked.env("REJUDGE_COMPLETE", "zsh").env("_CLAP_COMPLETE_INDEX", "5")).code(GOOD).stdout;
    let completions: Vec<&str> = answer.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(completions, ["AP RBP", "AP RBPresidual"], "{answer}");
}

/// If a file cannot be read, there are no completions, and nothing is printed into the command line.
#[test]
fn a_broken_experiment_has_no_completions() {
    let world = World::new();
    world.write("experiments/small/experiment.yaml", "seed: [");
    assert_eq!(completions(&world, "rejudge explain small/"), set([""]));
}

#[test]
fn every_shell_has_a_script() {
    let world = World::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = world.line(&format!("completion {shell}")).code(GOOD).stdout;
        assert!(script.contains("REJUDGE_COMPLETE") && script.contains("rejudge"), "{shell}: {script}");
    }
    let refused = world.line("completion tcsh").code(USAGE);
    assert!(refused.stderr.contains("bash, elvish, fish"), "{}", refused.stderr);
}

/// REJUDGE_COMPLETE, which a completion script sets, may be left over or have the value of another program.
/// Verbs still work.
#[test]
fn a_leftover_variable_does_not_matter() {
    let world = World::with_files();
    let plain = world.line("list").code(GOOD).stdout;
    for shell in ["x", "/bin/zsh", ""] {
        let with = |words: &str| ended(world.command(words.split(' ')).env("REJUDGE_COMPLETE", shell));
        assert_eq!(with("list").code(GOOD).stdout, plain, "{shell}");
        with("run nothing").code(USAGE).says("nothing");
    }
}
