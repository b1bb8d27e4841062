//! Reads the corpus of the fuzz targets (fuzz/corpus): every seed, and every input that once caused a fault. Also reads
//! changed copies of these inputs. The copies are the same in every run of the tests.

use std::path::{Path, PathBuf};

use rejudge_stats::Draw;

#[path = "../../../../fuzz/src/lib.rs"]
mod fuzzed;

/// The number of changed copies of each input.
const CHANGED: usize = 5;

/// Bytes that have a special meaning in some format.
const SPECIAL: &[u8] = b"\n\r\t \"'#%,;:-.0129[]{}&*|@=()\0\x1a\x7f\x80\xc3\xff";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let listed = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = listed
        .map(|file| {
            let path = file.unwrap().path();
            (path.display().to_string(), std::fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// Reads an input. If that panics, the message has the name of the file, or of the file that the copy was
/// made from.
fn read(check: fn(&[u8]), name: &str, input: &[u8]) {
    let result = std::panic::catch_unwind(|| check(input));
    assert!(result.is_ok(), "from {name}: {}", input.escape_ascii());
}

fn changed(input: &[u8], draw: &mut Draw) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..1 + draw.below(3) {
        let at = draw.below(bytes.len() as u32 + 1) as usize;
        let special = SPECIAL[draw.below(SPECIAL.len() as u32) as usize];
        match draw.below(4) {
            0 => bytes.insert(at, special),
            1 if at < bytes.len() => bytes[at] = special,
            2 => bytes.truncate(at),
            _ => {
                let end = (at + draw.below(12) as usize).min(bytes.len());
                let part = bytes[at..end].to_vec();
                bytes.extend(part);
            }
        }
    }
    bytes
}

fn replay(target: &str) {
    let (name, check) = *fuzzed::TARGETS.iter().find(|(name, _)| *name == target).expect("a target");
    let inputs = files(&root().join("fuzz/corpus").join(name));
    assert!(inputs.len() >= 3, "{name} has no seeds");
    for (file, input) in &inputs {
        read(check, file, input);
        let mut draw = Draw::new(1, &["corpus", name]);
        for _ in 0..CHANGED {
            let input = changed(input, &mut draw);
            read(check, &format!("{file}, changed"), &input);
        }
    }
}

#[test]
fn targets_and_their_files() {
    let folder = root().join("fuzz/fuzz_targets");
    let stem = |(path, _): &(String, _)| Path::new(path).file_stem().unwrap().to_str().unwrap().to_owned();
    let stems: Vec<String> = files(&folder).iter().map(stem).collect();
    assert_eq!(stems, fuzzed::TARGETS.map(|(name, _)| name));
    let manifest = std::fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
    for name in stems {
        assert!(manifest.contains(&format!("[[bin]]\nname = \"{name}\"\n")), "{name} is not built");
    }
}

macro_rules! targets {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            replay(stringify!($name));
        }
    )*};
}

targets! { compressed descriptions experiment forms judges measures ntcir qrels runs tables }

#[test]
fn expected() {
    replay("expected");
    for paper in ["sakai-bias", "sakai-ncu", "sakai-ntcir", "bompada-incomplete", "sakai-late-arrival"] {
        let path = root().join("experiments").join(paper).join("expected.yaml");
        fuzzed::expected::check(&std::fs::read(path).unwrap());
    }
}
