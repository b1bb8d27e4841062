//! Files that stay in their folder, whatever their names and whatever links lie there.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result, bail};

use super::folder::Folder;
use super::temporary::clear;

/// A folder and those in it that were looked for.
pub(super) struct HeldFolder {
    path: PathBuf,
    open: BTreeMap<PathBuf, Rc<Folder>>,
}

impl HeldFolder {
    /// The folder at `path`, which is there, cleared of what killed writers left.
    pub fn open(path: &Path) -> io::Result<Self> {
        let home = Folder::open(path)?;
        clear(&home);
        let open = BTreeMap::from([(PathBuf::new(), Rc::new(home))]);
        Ok(Self { path: path.to_owned(), open })
    }

    /// The folder within that `name` names, cleared of what killed writers left; where it is not there,
    /// `makes` has it made.
    pub fn folder(&mut self, name: &Path, makes: bool) -> io::Result<Rc<Folder>> {
        if let Some(folder) = self.open.get(name) {
            return Ok(Rc::clone(folder));
        }
        let (above, last) = (name.parent().unwrap_or(Path::new("")), name.file_name().unwrap_or_default());
        let above = self.folder(above, makes)?;
        let folder = Rc::new(if makes { above.make_within(last)? } else { above.within(last)? });
        clear(&folder);
        self.open.insert(name.to_owned(), Rc::clone(&folder));
        Ok(folder)
    }

    /// The folder and the last part of `name`, a file; where no folder is there and none is to be made, no
    /// file is either.
    pub fn place<'a>(&mut self, name: &'a Path, makes: bool) -> Result<Option<(Rc<Folder>, &'a OsStr)>> {
        let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
        let (true, Some(last), Some(above)) = (is_plain, name.file_name(), name.parent()) else {
            bail!("`{}` is no name of a file in {}", name.display(), self.path.display());
        };
        match self.folder(above, makes) {
            Ok(folder) => Ok(Some((folder, last))),
            Err(error) if error.kind() == ErrorKind::NotFound && !makes => Ok(None),
            Err(error) => {
                Err(error).with_context(|| format!("cannot write to {}", self.path.join(above).display()))
            }
        }
    }

    /// The folders that were looked for, with their names.
    pub fn opened(&self) -> impl Iterator<Item = (PathBuf, &Folder)> {
        self.open.iter().map(|(name, folder)| (self.path.join(name), folder.as_ref()))
    }
}

/// Removes what killed writers left in `home` and in `folders` within it, as far as they are there, and
/// refuses those that are links: what is written there would be written elsewhere.
pub fn check_within(home: &Path, folders: &[&str]) -> Result<()> {
    let Ok(mut home) = HeldFolder::open(home) else { return Ok(()) };
    folders.iter().try_for_each(|folder| home.place(&Path::new(folder).join("any"), false).map(drop))
}
