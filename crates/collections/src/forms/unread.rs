//! Forms that are recognised to be named, and not read.

use super::form::{File, Form, Kind, wrong};

pub(super) fn recognised(_: Kind, file: File<'_>) -> Option<Form<'_>> {
    let start = file.text.trim_start();
    let known = [("<", "a file of XML or HTML"), ("%YAML", "YAML")];
    let (_, words) = known.into_iter().find(|(begin, _)| start.starts_with(begin))?;
    Form::without_lines(words, |_| {
        let what = "expected TREC's columns, or csv, tsv, JSON or JSON lines with named columns";
        Err(wrong(1, what))
    })
}
