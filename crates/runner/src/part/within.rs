//! Files that stay in their folder, whatever their names and whatever links lie there.

use std::path::{Component, Path};

use anyhow::{Context, Result, bail};

use super::replace;

/// As [`replace`], for names within `home`; none of them may lead out of it, by itself or by a link.
pub fn replace_within<B: AsRef<[u8]>>(home: &Path, files: &[(String, B)], gone: &[String]) -> Result<()> {
    let names = files.iter().map(|(name, _)| name).chain(gone);
    names.clone().try_for_each(|name| stays(home, Path::new(name)))?;
    let files: Vec<_> = files.iter().map(|(name, bytes)| (home.join(name), bytes)).collect();
    let gone: Vec<_> = gone.iter().map(|name| home.join(name)).collect();
    replace(&files, &gone)
}

/// Refuses a `name` within `home` that leads out of it.
pub fn stays(home: &Path, name: &Path) -> Result<()> {
    let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_plain || name == Path::new("") {
        bail!("`{}` is no name of a file in {}", name.display(), home.display());
    }
    // What is not there yet leads nowhere else. A link in place of the file itself is replaced, not followed.
    let Ok(real) = home.canonicalize() else { return Ok(()) };
    for folder in name.ancestors().skip(1).filter(|folder| *folder != Path::new("")) {
        let folder = home.join(folder);
        match folder.canonicalize() {
            Ok(there) if !there.starts_with(&real) => {
                bail!("{} leads out of {}, to {}", folder.display(), home.display(), there.display())
            }
            Ok(_) => {}
            Err(error) if folder.symlink_metadata().is_ok() => {
                return Err(error).with_context(|| format!("{} leads nowhere", folder.display()));
            }
            Err(_) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::read_dir;

    use super::*;

    fn text(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn nothing_is_written_outside() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let link = |name: &str, to: &Path| std::os::unix::fs::symlink(to, folder.path().join(name)).unwrap();
        link("out", other.path());
        link("nowhere", Path::new("/none/at/all"));
        std::fs::create_dir(folder.path().join("in")).unwrap();
        link("within", &folder.path().join("in"));
        let write = |name: &str| replace_within(folder.path(), &[(name.to_owned(), "x")], &[]);
        for name in ["../x", "/tmp/x", "in/../../x", "", ".", "out/x", "out/deep/x", "nowhere/x"] {
            let error = format!("{:#}", write(name).unwrap_err());
            let why = ["is no name of a file in", "leads out of", "leads nowhere"];
            assert!(why.iter().any(|why| error.contains(why)), "{name}: {error}");
            assert!(replace_within(folder.path(), &[("y".to_owned(), "x")], &[name.to_owned()]).is_err());
        }
        assert_eq!(read_dir(other.path()).unwrap().count(), 0);
        assert!(!folder.path().join("y").exists(), "names are looked at before anything is written");
        // A link within is no way out, and one in place of the file gives way to the file.
        std::fs::write(other.path().join("theirs"), "theirs").unwrap();
        link("in/file", &other.path().join("theirs"));
        for name in ["in/x", "within/x", "new/x", "in/file"] {
            write(name).unwrap();
            assert_eq!(text(&folder.path().join(name)), "x");
        }
        assert_eq!(text(&other.path().join("theirs")), "theirs");
    }
}
