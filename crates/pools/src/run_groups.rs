//! Groups runs by family, by model, or by any other column of a table.

use std::collections::{BTreeMap, BTreeSet};

/// The groups of runs: for each kind of groups, a run is in one group or in none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunGroups {
    kinds: Vec<String>,
    /// For each run, its group of each kind.
    by_run: BTreeMap<String, Vec<Option<String>>>,
}

impl RunGroups {
    /// Creates the groups from a table of runs. `by_run` contains, for each run, the group of each kind, or
    /// `None`.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use rejudge_pools::RunGroups;
    /// let by_run = BTreeMap::from([("a1".to_owned(), vec![Some("neural".to_owned()), None])]);
    /// let groups = RunGroups::new(vec!["family".into(), "model".into()], by_run);
    /// let family = groups.kind("family").expect("a column");
    /// assert_eq!((groups.group("a1", family), groups.group("b1", family)), (Some("neural"), None));
    /// assert!(groups.names(family).into_iter().eq(["neural"]));
    /// ```
    ///
    /// # Panics
    /// If the number of a run's groups is not the number of kinds.
    pub fn new(kinds: Vec<String>, by_run: BTreeMap<String, Vec<Option<String>>>) -> Self {
        assert!(
            by_run.values().all(|groups| groups.len() == kinds.len()),
            "each run must have an entry for each kind of groups"
        );
        Self { kinds, by_run }
    }

    /// Returns the kinds of groups, in the order of the table.
    pub fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// Returns the index of a kind, or `None` if there is no such kind.
    pub fn kind(&self, name: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind == name)
    }

    /// Returns the run's group of the kind with this index, or `None` if the run is in no group of this kind.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn group(&self, run: &str, kind: usize) -> Option<&str> {
        self.by_run.get(run)?[kind].as_deref()
    }

    /// Returns the groups of a kind, each once.
    ///
    /// # Panics
    /// If there is no such kind.
    pub fn names(&self, kind: usize) -> BTreeSet<&str> {
        self.by_run.values().filter_map(|groups| groups[kind].as_deref()).collect()
    }
}
