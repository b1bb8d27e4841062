//! The names of tables, figures and sections as readers know them, such as Table 3 for `table-3`.

/// Returns the paper's name of a table, figure or section. A name that is not from a paper stays as it is.
///
/// For example, `table-2a` becomes `Table 2a`, `figure-2-accuracy` becomes `Figure 2, accuracy`, and
/// `section-4-6-taskmine` becomes `Section 4.6, taskmine`.
pub(super) fn title(name: &str) -> String {
    for (prefix, word, joint) in
        [("table-", "Table", ""), ("figure-", "Figure", ""), ("section-", "Section", ".")]
    {
        let Some(rest) = name.strip_prefix(prefix) else { continue };
        let mut parts = rest.split('-').peekable();
        let Some(first) = parts.next().filter(|part| part.starts_with(|c: char| c.is_ascii_digit())) else {
            continue;
        };
        let mut number = first.to_owned();
        let is_number = |part: &&str| !joint.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        while let Some(part) = parts.next_if(|part| is_number(part)) {
            number = format!("{number}{joint}{part}");
        }
        let more: Vec<&str> = parts.collect();
        let more = if more.is_empty() { String::new() } else { format!(", {}", more.join(" ")) };
        return format!("{word} {number}{more}");
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn titles_are_the_names_in_the_paper() {
        for (name, expected) in [
            ("table-3", "Table 3"),
            ("table-2a", "Table 2a"),
            ("figure-2-accuracy", "Figure 2, accuracy"),
            ("section-4-6-taskmine", "Section 4.6, taskmine"),
            ("section-3-1", "Section 3.1"),
            ("table-of-teams", "table-of-teams"),
            ("rates", "rates"),
        ] {
            assert_eq!(title(name), expected);
        }
    }
}
