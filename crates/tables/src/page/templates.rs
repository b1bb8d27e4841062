//! Templates of minijinja, one file each in `templates/`: the look of pages, for designers to edit.
//!
//! Text is escaped for the format in the template's name (`.html`, `.md`), unless the template says `|safe`.

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};

use crate::page::escape::escape;
use crate::page::plain::plain;

const ALL: [(&str, &str); 8] = [
    ("page.html", include_str!("templates/page.html")),
    ("section.html", include_str!("templates/section.html")),
    ("table.html", include_str!("templates/table.html")),
    ("picture.html", include_str!("templates/picture.html")),
    ("cards.html", include_str!("templates/cards.html")),
    ("report.html", include_str!("templates/report.html")),
    ("report.md", include_str!("templates/report.md")),
    ("index.html", include_str!("templates/index.html")),
];

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    templates.set_syntax(syntax.build().expect("the usual delimiters"));
    templates.set_auto_escape_callback(|name| match name.ends_with(".html") {
        true => AutoEscape::Html,
        false => AutoEscape::Custom("markdown".into()),
    });
    templates.set_formatter(|out, state, value| {
        let text = value.as_str().filter(|_| !value.is_safe());
        let written = match (text, state.auto_escape()) {
            (Some(text), AutoEscape::Html) => out.write_str(&escape(text)),
            (Some(text), _) => out.write_str(&plain(text)),
            (None, _) => write!(out, "{value}"),
        };
        written.map_err(minijinja::Error::from)
    });
    for (name, text) in ALL {
        templates.add_template(name, text).expect("the templates are parsed in tests");
    }
    templates
});

/// Returns the template called `name`, filled.
///
/// # Panics
/// If the template refers to a value that `with` does not have.
pub fn fill(name: &str, with: impl Into<Value>) -> String {
    let template = TEMPLATES.get_template(name).expect("the template is one of ours");
    template.render(with).expect("the template asks for what it is given")
}
