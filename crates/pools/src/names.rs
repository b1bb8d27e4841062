//! Stores names end to end, so that a million topics share one string.

use std::ops::Index;

/// Names by number, in one string.
///
/// ```
/// use rejudge_pools::Names;
/// let names: Names = ["301", "302"].into_iter().collect();
/// assert_eq!((names.len(), &names[1]), (2, "302"));
/// assert_eq!(names.iter().collect::<Vec<_>>(), ["301", "302"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    text: String,
    /// The end of each name.
    ends: Vec<u32>,
}

impl Names {
    /// Adds a name.
    ///
    /// # Panics
    /// If all names together are 4 GiB or longer.
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(u32::try_from(self.text.len()).expect("names of less than 4 GiB"));
    }

    /// Returns the number of names.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no names.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the names by number.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.len()).map(|number| &self[number])
    }
}

impl Index<usize> for Names {
    type Output = str;

    fn index(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[number] as usize]
    }
}

impl<N: AsRef<str>> FromIterator<N> for Names {
    fn from_iter<I: IntoIterator<Item = N>>(names: I) -> Self {
        let mut joined = Self::default();
        for name in names {
            joined.push(name.as_ref());
        }
        joined
    }
}
