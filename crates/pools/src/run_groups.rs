//! Groups of runs: by family, by model, or by any other column of a table.

use std::collections::{BTreeMap, BTreeSet};

/// Groups of runs, of several kinds. A run may be of no group of a kind, or not be there at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunGroups {
    kinds: Vec<String>,
    /// Run -> its group of each kind.
    of: BTreeMap<String, Vec<Option<String>>>,
}

impl RunGroups {
    /// Groups of these kinds; every run has a group of each kind, or `None`.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use rejudge_pools::RunGroups;
    /// let of = BTreeMap::from([("a1".to_owned(), vec![Some("neural".to_owned()), None])]);
    /// let groups = RunGroups::new(vec!["family".into(), "model".into()], of);
    /// let family = groups.kind("family").expect("a column");
    /// assert_eq!((groups.group("a1", family), groups.group("b1", family)), (Some("neural"), None));
    /// assert!(groups.names(family).into_iter().eq(["neural"]));
    /// ```
    ///
    /// # Panics
    /// If a run has not as many groups as there are kinds.
    pub fn new(kinds: Vec<String>, of: BTreeMap<String, Vec<Option<String>>>) -> Self {
        assert!(of.values().all(|groups| groups.len() == kinds.len()), "a group of each kind");
        Self { kinds, of }
    }

    /// Returns the kinds of groups, in the order of the table.
    pub fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// Returns the place of a kind.
    pub fn kind(&self, name: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind == name)
    }

    /// Returns the group of a run, of the kind at this place.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn group(&self, run: &str, kind: usize) -> Option<&str> {
        self.of.get(run)?[kind].as_deref()
    }

    /// Returns the groups of a kind, each once.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn names(&self, kind: usize) -> BTreeSet<&str> {
        self.of.values().filter_map(|groups| groups[kind].as_deref()).collect()
    }
}
