//! Forms that are recognised to be named, and not read.

use super::fault::Fault;
use super::form::{Form, Kind};
use super::trec_lines::TrecLines;

pub(super) struct Unread;

impl Form for Unread {
    fn recognised(&self, _: Kind, text: &str) -> Option<String> {
        let start = text.trim_start();
        let known = [("<", "a file of XML or HTML"), ("%YAML", "YAML")];
        known.into_iter().find(|(begin, _)| start.starts_with(begin)).map(|(_, form)| form.to_owned())
    }

    fn has_lines(&self, _: &str) -> bool {
        false
    }

    fn read(&self, _: &str, _: &mut TrecLines<'_>) -> Result<(), Fault> {
        let what = "expected TREC's columns, or csv, tsv, JSON or JSON lines with named columns";
        Err(Fault::at(1, what))
    }
}
