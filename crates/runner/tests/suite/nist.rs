//! `rejudge data get` of runs behind a password. A local host takes the place of NIST.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::data_get::sum;
use crate::server::{Deed, Server};
use crate::snapshots::shown;
use crate::world::{BAD_DATA, Ended, GOOD, QRELS, RUNS, TEAMS, USAGE, World, ended, gzip, paths};

const PASSWORD: &str = "dark:s3cret";
const LOGIN: &str = "me:dark:s3cret";
/// The login as it is in the header of a request.
const HEADER: &str = "Basic bWU6ZGFyazpzM2NyZXQ=";

/// A run without the third topic. Its mean over two topics is .4167, and over three topics .2778.
const DELTA: &str = "1 Q0 a1 1 3 delta\n2 Q0 a1 1 9 delta\n";

/// For each of five runs, the path of its file in one of the forms that NIST's addresses have, and its MAP, worked by hand.
const LISTED: [(&str, &str, &str); 5] = [
    ("alpha", "/results/trec8/trec8.results.input/adhoc/input.alpha.gz", "0.5185"),
    ("alpha2", "/results/trec10/web/input.alpha2.gz", "0.4722"),
    ("beta", "/results/trec12/robust/inputs/input.beta.gz", "0.7222"),
    ("delta", "/results/trec13/robust/input.delta.gz", "0.2778"),
    ("gamma", "/results/trec14/enterprise/input.gamma.gz", "0.1111"),
];

/// Returns the file at each path.
fn hosted_files() -> BTreeMap<String, Vec<u8>> {
    let text = |run: &str| RUNS.iter().find(|(name, _)| *name == run).map_or(DELTA, |(_, text)| *text);
    LISTED.iter().map(|(run, path, _)| ((*path).to_owned(), gzip(text(run)))).collect()
}

/// A world with a description of runs on a host, and clones of the repository that lists the runs.
struct Nist {
    world: World,
    server: Server,
}

impl Nist {
    fn new(deeds: Vec<Deed>) -> Self {
        Self::of(Server::with_login(hosted_files(), deeds, HEADER))
    }

    fn of(server: Server) -> Self {
        let nist = Self { world: World::new(), server };
        nist.describe("play", |page| page);
        nist
    }

    /// Writes the description of a collection, and its sources. `change` changes the page that lists the
    /// runs.
    fn describe(&self, id: &str, change: impl FnOnce(String) -> String) {
        let host = self.server.url.trim_start_matches("http://");
        let teams: BTreeMap<&str, &str> = TEAMS.lines().filter_map(|line| line.split_once('\t')).collect();
        let (mut runs, mut results) = ("# Runs\n\n".to_owned(), "# Results\n\n".to_owned());
        for (run, path, map) in LISTED {
            let team = teams.get(run).unwrap_or(&"D");
            runs += &format!(
                "#### {run} \n[**`Results`**](./results.md#{run}) | [**`Input`**](http://{host}{path}) | [**`Appendix`**](x) \n\n\
                 - :x: **Run ID:** {run} \n- :x: **Participant:** {team} \n\n---\n"
            );
            results += &format!(
                "#### {run} \n??? example \"summary (trec_eval)\"\n\t```\n\tmap\t\tall\t{map}\n\t```\n---\n"
            );
        }
        let runs = change(runs);
        let commit = "c0ffee0000000000000000000000000000000000";
        let mut description = format!(
            "schema: collection/v1\nid: {id}\ntitle: Played\nkind: licensed\nlicence: for those who have a password\nobtain: ask\n\
             files: {{folder: {id}, qrels: qrels.txt, runs: runs/*, teams: teams.tsv}}\n\
             counts: {{topics: 3, runs: 5, teams: 4}}\n\
             published: {{printed: a paper that errs, relevant: {{mean: 9.9}}}}\n\
             origin:\n  cite: A Paper\n  repositories:\n    all: {{name: team/files, commit: {commit}, \
             url: \"https://example.org/\", licence: none}}\n  layout:\n"
        );
        for (make, name, text) in [
            ("verbatim", "qrels.txt", QRELS),
            ("{trec-browser-teams: {}}", "teams.tsv", &*runs),
            (
                "{trec-browser-scores: {runs-of: teams.tsv, summaries: {trec_eval: [map]}}}",
                "official.tsv",
                &*results,
            ),
        ] {
            self.world.write(&format!("clones/team/files/{commit}/{id}/{name}.md"), text);
            description += &format!(
                "    - {{from: all, make: {make}, files: {{{name}: {{path: {id}/{name}.md, sha256: {}, bytes: {}}}}}}}\n",
                sum(text.as_bytes()),
                text.len()
            );
        }
        description += &format!(
            "  runs: {{of: teams.tsv, host: \"{host}\", scores: official.tsv, judgments: qrels.txt, access: Ask NIST.}}\n"
        );
        self.world.write(&format!("collections/{id}.yaml"), description);
    }

    /// Returns the command that gets a collection, without any login of the user who runs the tests.
    fn command(&self, words: &str) -> Command {
        let mut command = self.world.command(words.split(' '));
        command.env_remove("REJUDGE_OFFLINE").env_remove("REJUDGE_NIST").env("HOME", self.world.path("home"));
        command
    }

    fn get(&self) -> Ended {
        ended(self.command("data get play --from clones --at-once 1").env("REJUDGE_NIST", LOGIN))
    }

    /// Returns the pinned runs.
    fn pinned(&self) -> Vec<String> {
        let table = std::fs::read_to_string(self.world.path("data/pinned.tsv")).unwrap_or_default();
        table.lines().skip(1).map(|line| line.split('\t').next().unwrap().to_owned()).collect()
    }

    fn words(&self, text: &str) -> String {
        text.replace(&self.server.url, "http://HOST")
            .replace(self.server.url.trim_start_matches("http://"), "HOST")
            .replace(&self.world.path("").display().to_string(), "[world]/")
    }

    #[track_caller]
    fn check_downloads(&self) {
        for (run, path, _) in LISTED {
            let stored = std::fs::read(self.world.path(format!("data/play/runs/{run}.gz"))).unwrap();
            assert_eq!(stored, hosted_files()[path], "{run}");
        }
        assert_eq!(self.pinned().len(), 5);
        let left = paths(&self.world.path("data/.rejudge-get"));
        assert!(left.iter().all(|path| path.is_dir() || path.ends_with(".lock")), "{left:?}");
    }
}

#[test]
fn runs_come_with_a_password() {
    let nist = Nist::new(vec![]);
    let got = nist.get().code(GOOD);
    nist.check_downloads();
    let verified = nist.world.line("data verify play");
    verified.prints("as first downloaded\t5 files");
    let listed = nist.world.line("data list").code(GOOD);
    let again = nist.get().code(GOOD);
    let text = [got.stderr, got.stdout, again.stdout].concat();
    shown("runs_behind_a_password", &nist.words(&text));
    listed.prints("play");
    // Each address is requested once, with the login.
    assert_eq!(nist.server.seen(), LISTED.map(|(_, path, _)| path));
}

#[test]
fn a_password_is_in_netrc() {
    let nist = Nist::new(vec![]);
    let get = |netrc: &str| {
        nist.world.write("home/.netrc", netrc);
        ended(&mut nist.command("data get play --from clones"))
    };
    get("machine a.org login a password b").code(USAGE).says("no password for 127.0.0.1:");
    get("machine 127.0.0.1 login me").code(BAD_DATA).says("expected `login` and `password`");
    get("machine 127.0.0.1 login me password wrong")
        .code(BAD_DATA)
        .says("the host answers 401")
        .says("Ask NIST.");
    assert!(!nist.world.path("data/play").exists() && nist.pinned().is_empty());
    get(&format!("machine 127.0.0.1\n  login me password {PASSWORD}\n")).code(GOOD);
    nist.check_downloads();
}

#[test]
fn without_a_password_its_source_is_named() {
    let nist = Nist::new(vec![Deed::Answers(403, String::new())]);
    let without = ended(&mut nist.command("data get play --from clones")).code(USAGE);
    let malformed =
        ended(nist.command("data get play --from clones").env("REJUDGE_NIST", "s3cret")).code(USAGE);
    let forbidden = nist.get().code(BAD_DATA);
    assert!(!malformed.stderr.contains("s3cret"));
    let text = [without.stderr, malformed.stderr, forbidden.stderr].concat();
    shown("no_password_for_runs", &nist.words(&text));
}

/// Checks that the password is in no file of the world except .netrc, in no output and in no log.
#[track_caller]
fn check_secret(world: &World, outputs: &[&str], logs: &[String]) {
    let secrets = ["s3cret", "bWU6ZGFyazpzM2NyZXQ"];
    for path in paths(&world.path("")).iter().filter(|path| path.is_file() && !path.ends_with(".netrc")) {
        let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        assert!(!secrets.iter().any(|secret| text.contains(secret)), "{}", path.display());
    }
    let outputs = outputs.iter().map(|text| (*text).to_owned()).chain(logs.iter().cloned());
    for text in outputs {
        assert!(!secrets.iter().any(|secret| text.contains(secret)), "{text}");
    }
}

/// Returns the command lines of all running processes.
fn command_lines() -> Vec<String> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let words = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    words.map(|words| String::from_utf8_lossy(&words).into_owned()).collect()
}

#[test]
fn the_password_does_not_leak_after_a_redirect() {
    let other = Server::new(hosted_files(), vec![]);
    let target = format!("{}/results/trec8/input.alpha.gz", other.url);
    for (deeds, code) in [
        (vec![], GOOD),
        (vec![Deed::LeadsTo(target.clone())], BAD_DATA),
        (vec![Deed::LeadsTo("https://trec.nist.gov.example.org/x".to_owned())], BAD_DATA),
        (vec![Deed::Answers(503, String::new())], GOOD),
    ] {
        let nist = Nist::new(deeds.clone());
        // `data get` asks git for the commit of a clone. This fake git writes its environment to a file.
        nist.world.write("bin/git", "#!/bin/sh\nenv >> \"$HOME/git-env\"\nexit 1\n");
        nist.world.write("home/none", "");
        std::fs::set_permissions(nist.world.path("bin/git"), PermissionsExt::from_mode(0o755)).unwrap();
        std::fs::create_dir_all(nist.world.path("asked/files.git")).unwrap();
        let path = format!("{}:{}", nist.world.path("bin").display(), std::env::var("PATH").unwrap());
        let mut command = nist.command("data get play --from asked --from clones --at-once 1");
        command.env("REJUDGE_NIST", LOGIN).env("REJUDGE_LOG", "trace").env("PATH", path);
        let got = ended(&mut command).code(code);
        assert!(nist.world.read("home/git-env").contains("HOME="));
        check_secret(&nist.world, &[&got.stdout, &got.stderr], &other.log());
        // The host itself gets the password in the one header that is meant for it.
        let log = nist.server.log();
        let others: Vec<String> =
            log.iter().filter(|line| !line.to_lowercase().starts_with("authorization:")).cloned().collect();
        check_secret(&nist.world, &[], &others);
        assert!(other.seen().is_empty(), "{deeds:?}");
    }
}

#[test]
fn the_password_is_in_no_list_of_processes() {
    let nist = Nist::new(vec![Deed::Drips(10); 5]);
    nist.world.write("home/.netrc", format!("machine 127.0.0.1 login me password {PASSWORD}"));
    let mut command = nist.command("data get play --from clones --at-once 1");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        assert!(!command_lines().iter().any(|words| words.contains("s3cret")));
        let environment = std::fs::read(format!("/proc/{}/environ", child.id())).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&environment).contains("s3cret"));
        std::thread::sleep(Duration::from_millis(20));
    }
    let got = crate::world::awaited(child).code(GOOD);
    check_secret(&nist.world, &[&got.stderr], &[]);
    nist.check_downloads();
}

#[test]
fn wrong_files_of_a_host_are_refused() {
    let beta = LISTED[2].1.to_owned();
    let page = b"<html>please log in</html>".to_vec();
    let mut files = hosted_files();
    files.insert("/login".to_owned(), page);
    let mut messages = String::new();
    for (deed, expected) in [
        (Deed::Swaps(beta), "beta"),
        (Deed::Swaps("/login".to_owned()), "expected a gzip file"),
        (Deed::Answers(404, String::new()), "404"),
        (Deed::LeadsTo("/nowhere".to_owned()), "404"),
    ] {
        // The request for the first run is answered correctly, and the request for the second run is not.
        let nist = Nist::of(Server::with_login(files.clone(), vec![Deed::Gives, deed], HEADER));
        let failed = nist.get().code(BAD_DATA);
        failed.says(expected);
        messages += &nist.words(&failed.stderr);
        assert_eq!(nist.pinned(), ["play/runs/alpha.gz"]);
        assert!(!nist.world.path("data/play").exists());
        // The download continues with the second run.
        nist.get().code(GOOD);
        nist.check_downloads();
        assert_eq!(nist.server.seen().iter().filter(|path| path.ends_with("alpha.gz")).count(), 1);
    }
    shown("a_wrong_run", &messages);
    for deed in [
        Deed::HangsUpAfter(30),
        Deed::Answers(429, String::new()),
        Deed::Drips(1),
        Deed::LeadsTo(LISTED[0].1.to_owned()),
    ] {
        let nist = Nist::new(vec![deed]);
        nist.get().code(GOOD);
        nist.check_downloads();
    }
}

#[test]
fn a_file_that_changed_is_refused_ever_after() {
    let nist = Nist::new(vec![]);
    nist.get().code(GOOD);
    // The pinned hash differs from the hash of the file at this address.
    let other = Nist::of(Server::with_login(hosted_files(), vec![Deed::Gives], HEADER));
    let pins = nist.world.read("data/pinned.tsv").replace(&nist.server.url, &other.server.url);
    other.world.write("data/pinned.tsv", changed_hash(&pins));
    let refused = other.get().code(BAD_DATA);
    let differs = refused.stderr.replace(char::is_numeric, "0");
    assert!(
        differs.contains("as at the first download; to accept the new file, remove the line"),
        "{differs}"
    );
    assert!(!other.world.path("data/play").exists());
    // `verify` finds a stored file that changed.
    nist.world.write("data/play/runs/beta.gz", gzip("1 Q0 a1 1 1 beta\n"));
    nist.world
        .line("data verify play")
        .code(BAD_DATA)
        .prints("play/runs/beta.gz")
        .prints("as at its first download");
}

/// Returns the table of pins with another hash for its first file.
fn changed_hash(pins: &str) -> String {
    let mut lines: Vec<String> = pins.lines().map(str::to_owned).collect();
    let cells: Vec<&str> = lines[1].split('\t').collect();
    lines[1] = [cells[0], cells[1], &"0".repeat(64), cells[3]].join("\t");
    lines.join("\n") + "\n"
}

#[test]
fn existing_runs_are_not_downloaded_again() {
    let nist = Nist::new(vec![]);
    nist.get().code(GOOD);
    let asked = nist.server.seen().len();
    // A second collection has the same runs.
    nist.describe("same", |page| page);
    let same = |command: &mut Command| ended(command.env("REJUDGE_NIST", LOGIN)).code(GOOD);
    same(&mut nist.command("data get same --from clones"));
    assert_eq!(nist.server.seen().len(), asked);
    // Files as `wget -x` stores them need neither network nor password.
    let host = nist.server.url.trim_start_matches("http://").to_owned();
    for (path, bytes) in hosted_files() {
        nist.world.write(&format!("mine/{host}{path}"), bytes);
    }
    for gone in ["data/play", "data/same"] {
        std::fs::remove_dir_all(nist.world.path(gone)).unwrap();
    }
    std::fs::remove_file(nist.world.path("data/pinned.tsv")).unwrap();
    let mut offline = nist.command("data get play --from clones --from mine");
    ended(offline.env("REJUDGE_OFFLINE", "1")).code(GOOD);
    nist.check_downloads();
    assert_eq!(nist.server.seen().len(), asked);
    let mut offline = nist.command("data get same --from clones");
    std::fs::remove_dir_all(nist.world.path("data/play")).unwrap();
    ended(offline.env("REJUDGE_OFFLINE", "1")).code(BAD_DATA).says("has no file 127.0.0.1");
}

#[test]
fn addresses_of_other_hosts_get_no_password() {
    let nist = Nist::new(vec![]);
    let url = nist.server.url.clone();
    nist.describe("play", |page| page.replacen(&url, "http://me@127.0.0.1:1", 1));
    nist.get().code(BAD_DATA).says("the address of `alpha` is not on 127.0.0.1:");
    assert!(nist.server.seen().is_empty());
}

#[test]
fn kills_leave_no_incomplete_runs() {
    let nist = Nist::new(vec![Deed::Drips(4); 8]);
    for _ in 0..6 {
        let mut command = nist.command("data get play --from clones --at-once 2");
        let mut child =
            command.env("REJUDGE_NIST", LOGIN).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(250));
        child.kill().unwrap();
        child.wait().unwrap();
        let whole: PathBuf = nist.world.path("data/play");
        assert!(!whole.exists() || nist.pinned().len() == 5);
    }
    nist.get().code(GOOD);
    assert_eq!(nist.pinned().len(), 5);
}
