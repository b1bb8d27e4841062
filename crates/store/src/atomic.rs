//! Files on their way: written under a name that ends in `.part`, then renamed.
//!
//! A writer that was killed leaves its file behind, and the next writer to the folder clears it away. A
//! writer that lives holds a lock on its file, so that two at once do not clear away each other's (`way`).
//! `before` takes back what was done until an error. Folders are held open while they are written to
//! (`folder`), and no link in them is followed, so that nothing is written outside of them (`within`).

mod before;
mod folder;
mod temporary;
mod within;

use std::ffi::OsStr;
use std::fs::create_dir_all;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result};
use rustix::fs::OFlags;

use before::Before;
use folder::Folder;
use temporary::Part;
use within::HeldFolder;
pub use within::check_within;

/// Flags for who opens a file at its place: a link is not followed, and a pipe not waited for.
pub const NO_LINK: i32 = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).bits().cast_signed();

/// Writes `bytes` to `path` whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let name = Path::new(path.file_name().unwrap_or_default());
    replace_within(path.parent().unwrap_or(Path::new("")), &[(name, bytes)], &[])
}

/// Writes files by their names within `home` whole, in this order, and removes those that are `gone` before
/// the last is there: all of it or, after an error such as a full disk, nothing. A kill between two renames
/// leaves some old and some new, which is why the file with the checksums comes last.
///
/// # Errors
/// Also when a name leads out of `home`, by itself or by a link.
pub fn replace_within<N: AsRef<Path>, B: AsRef<[u8]>>(
    home: &Path,
    files: &[(N, B)],
    gone: &[String],
) -> Result<()> {
    let path = |name: &Path| home.join(name);
    let first = files.first().map_or(home.to_owned(), |(name, _)| path(name.as_ref()));
    let opened = make_folder(home).and_then(|()| HeldFolder::open(home));
    let mut home = opened.with_context(|| format!("cannot write {}", first.display()))?;
    // All names are looked at before anything is written.
    let mut going = Vec::new();
    for name in gone {
        let place = home.place(Path::new(name), false)?;
        going.extend(place.map(|(folder, last)| Step {
            path: path(Path::new(name)),
            folder,
            last,
            part: None,
        }));
    }
    let places = files.iter().map(|(name, _)| home.place(name.as_ref(), true)).collect::<Result<Vec<_>>>()?;
    let mut steps = Vec::with_capacity(files.len() + gone.len());
    for ((name, bytes), (folder, last)) in files.iter().zip(places.into_iter().flatten()) {
        let path = path(name.as_ref());
        let part = Part::filled(&folder, bytes.as_ref());
        let part = part.with_context(|| format!("cannot write {}", path.display()))?;
        steps.push(Step { path, folder, last, part: Some(part) });
    }
    let end = steps.len().saturating_sub(1);
    steps.splice(end..end, going);
    take(steps)?;
    home.opened().try_for_each(|(path, folder)| {
        folder.sync().with_context(|| format!("cannot write to {}", path.display()))
    })
}

/// A file that takes its place, or one that goes.
struct Step<'a> {
    path: PathBuf,
    folder: Rc<Folder>,
    last: &'a OsStr,
    part: Option<Part>,
}

/// Takes all steps or none.
fn take(steps: Vec<Step<'_>>) -> Result<()> {
    let alone = steps.len() == 1;
    let mut done: Vec<(Rc<Folder>, &OsStr, Before)> = Vec::with_capacity(steps.len());
    for Step { path, folder, last, part } in steps {
        // What is renamed alone needs no way back.
        let before = if alone { Before::Lost } else { Before::of(&folder, last) };
        let verb = if part.is_some() { "write" } else { "remove" };
        let step = match part {
            Some(part) => part.persist(last),
            None => folder.remove(last),
        };
        if let Err(error) = step {
            // From the last to the first, so that of two with one name the older is there in the end.
            done.into_iter().rev().for_each(|(folder, name, before)| before.again(&folder, name));
            return Err(error).with_context(|| format!("cannot {verb} {}", path.display()));
        }
        done.push((folder, last, before));
    }
    Ok(())
}

/// Makes a folder and those above it that are not there, and sees to it that they stay.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let missing: Vec<&Path> =
        folder.ancestors().take_while(|folder| *folder != Path::new("") && !folder.is_dir()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    create_dir_all(folder)?;
    missing.into_iter().try_for_each(|made| Folder::open(made.parent().unwrap_or(made))?.sync())
}

/// Refuses a folder that no file can be made in.
pub fn check_writable(folder: &Path) -> io::Result<()> {
    make_folder(folder)?;
    Part::new(&Rc::new(Folder::open(folder)?)).map(drop)
}

/// Removes what killed writers left in `folder`. What cannot be removed does no harm.
pub fn clear(folder: &Path) {
    Folder::open(folder).iter().for_each(temporary::clear);
}

#[cfg(test)]
mod tests {
    use std::fs::read_dir;

    use super::*;

    /// The folder, held.
    fn held(path: &Path) -> Rc<Folder> {
        Rc::new(Folder::open(path).unwrap())
    }

    fn text(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn remains_are_cleared_and_what_is_being_written_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let held = held(folder.path());
        let living = Part::new(&held).unwrap();
        for name in [".rejudge-dead.part", "cells.parquet", "somebody's film.part"] {
            std::fs::write(folder.path().join(name), "half").unwrap();
        }
        let kept = Before::of(&held, OsStr::new("cells.parquet"));
        let Before::Kept(kept) = kept else { panic!("a file has a second name") };
        clear(folder.path());
        let mut left: Vec<_> = read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        left.sort();
        let mut expected: Vec<_> =
            [living.name(), kept.name()].map(|name| folder.path().join(name.unwrap())).into();
        expected.extend(["cells.parquet", "somebody's film.part"].map(|name| folder.path().join(name)));
        expected.sort();
        assert_eq!(left, expected);
        // Whoever writes to a folder clears it first.
        std::fs::write(folder.path().join(".rejudge-dead.part"), "half").unwrap();
        write_whole(&folder.path().join("cells.parquet"), b"whole").unwrap();
        assert!(!folder.path().join(".rejudge-dead.part").exists());
    }

    #[test]
    fn files_that_cannot_all_be_written_leave_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let replace = |files: &[(&str, &str)]| replace_within(folder.path(), files, &[]);
        replace(&[("cells", "old"), ("tables/one", "old")]).unwrap();
        std::fs::write(at("file"), "no folder").unwrap();
        let error = replace(&[("cells", "new"), ("tables/one", "new"), ("file/two", "new")]);
        assert!(format!("{:#}", error.unwrap_err()).starts_with("cannot write "));
        assert_eq!((text(&at("cells")), text(&at("tables/one"))), ("old".into(), "old".into()));
        assert_eq!(read_dir(folder.path()).unwrap().count(), 3, "no .part is left");
    }

    #[test]
    fn a_rename_that_fails_takes_back_those_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let gone = ["stale", "never", "no/folder"].map(str::to_owned);
        let replace = |files: &[(&str, &str)], gone: &[String]| replace_within(folder.path(), files, gone);
        replace(&[("cells", "old"), ("stale", "old")], &[]).unwrap();
        // No file takes the place of a folder.
        std::fs::create_dir(at("manifest")).unwrap();
        let files = [("cells", "new"), ("added", "new"), ("manifest", "new")];
        let error = replace(&files, &gone).unwrap_err();
        assert!(format!("{error:#}").starts_with("cannot write "), "{error:#}");
        assert_eq!((text(&at("cells")), text(&at("stale"))), ("old".into(), "old".into()));
        assert!(!at("added").exists());
        assert_eq!(read_dir(folder.path()).unwrap().count(), 3, "no .part is left");
        std::fs::remove_dir(at("manifest")).unwrap();
        replace(&files, &gone).unwrap();
        assert_eq!((text(&at("cells")), text(&at("manifest"))), ("new".into(), "new".into()));
        assert!(!at("stale").exists());
        assert_eq!(read_dir(folder.path()).unwrap().count(), 3, "no second name is left");
    }

    #[test]
    fn writers_and_a_clearer_do_not_disturb_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        std::thread::scope(|scope| {
            let writer = |name: usize| {
                move || {
                    let (held, name) = (held(at), name.to_string());
                    (0..100).for_each(|_| Part::new(&held).unwrap().persist(name.as_ref()).unwrap());
                }
            };
            (0..3).for_each(|name| drop(scope.spawn(writer(name))));
            (0..300).for_each(|_| clear(at));
        });
        assert_eq!(read_dir(at).unwrap().count(), 3);
    }

    #[test]
    fn nothing_is_written_outside() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let link = |name: &str, to: &Path| std::os::unix::fs::symlink(to, folder.path().join(name)).unwrap();
        link("out", other.path());
        link("nowhere", Path::new("/none/at/all"));
        std::fs::create_dir(folder.path().join("in")).unwrap();
        link("within", &folder.path().join("in"));
        let write = |name: &str| replace_within(folder.path(), &[(name, "x")], &[]);
        for name in [
            "../x",
            "/tmp/x",
            "in/../../x",
            "",
            ".",
            "out/x",
            "out/deep/x",
            "nowhere/x",
            "within/x",
            "in/../within/x",
        ] {
            let error = format!("{:#}", write(name).unwrap_err());
            let why = ["is no name of a file in", "expected a folder"];
            assert!(why.iter().any(|why| error.contains(why)), "{name}: {error}");
            assert!(replace_within(folder.path(), &[("y", "x")], &[name.to_owned()]).is_err());
        }
        assert_eq!(read_dir(other.path()).unwrap().count(), 0);
        assert!(!folder.path().join("y").exists(), "names are looked at before anything is written");
        // A link in place of the file itself gives way to the file.
        std::fs::write(other.path().join("theirs"), "theirs").unwrap();
        link("in/file", &other.path().join("theirs"));
        for name in ["in/x", "new/deep/x", "in/file"] {
            write(name).unwrap();
            assert_eq!(text(&folder.path().join(name)), "x");
        }
        assert_eq!(text(&other.path().join("theirs")), "theirs");
    }

    /// Somebody swaps a folder and a link to a folder of somebody else, again and again, while it is
    /// written to.
    #[test]
    fn a_folder_that_is_swapped_for_a_link_leads_nowhere() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (tables, aside) = (folder.path().join("tables"), folder.path().join("aside"));
        std::fs::create_dir(&tables).unwrap();
        std::fs::write(other.path().join(".rejudge-1-1.part"), "theirs").unwrap();
        let ended = std::sync::atomic::AtomicBool::new(false);
        let mut seen = 0;
        let write = || replace_within(folder.path(), &[("tables/one", "x"), ("two", "x")], &[]);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !ended.load(std::sync::atomic::Ordering::Relaxed) {
                    let _ = std::fs::rename(&tables, &aside);
                    let _ = std::os::unix::fs::symlink(other.path(), &tables);
                    let _ = std::fs::remove_file(&tables);
                    let _ = std::fs::rename(&aside, &tables);
                }
            });
            for _ in 0..2000 {
                // Whether it succeeds hangs on the moment.
                let _ = write();
                seen += read_dir(other.path()).unwrap().count();
            }
            ended.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        assert_eq!(seen, 2000, "neither written to nor cleared");
        write().unwrap();
        assert_eq!(text(&tables.join("one")), "x");
    }
}
