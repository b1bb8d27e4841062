//! Fills the templates of pages, which are files in `templates/`, with minijinja.
//!
//! Text is escaped for the format in the template's name (`.html` or `.md`), unless the template uses `|safe`. A
//! template for Markdown writes Markdown unchanged. A template for HTML converts it with a filter; without a filter it
//! is escaped.

use std::sync::{LazyLock, Mutex};

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Object;
use minijinja::{AutoEscape, Environment, State, UndefinedBehavior, Value};

use crate::page::escape::escape;
use crate::page::markdown::Writer;
use crate::page::plain::{Markdown, plain};

const TEMPLATE_FILES: [(&str, &str); 8] = [
    ("page.html", include_str!("templates/page.html")),
    ("sections.html", include_str!("templates/sections.html")),
    ("table.html", include_str!("templates/table.html")),
    ("picture.html", include_str!("templates/picture.html")),
    ("report.html", include_str!("templates/report.html")),
    ("report.md", include_str!("templates/report.md")),
    ("tables.md", include_str!("templates/tables.md")),
    ("index.html", include_str!("templates/index.html")),
];

/// The writer of the page, which a template has as its value `writer`. Filters call it in the order in which
/// they occur on the page. The filter `heading` adds a heading and returns its id, `id` converts a name to an id,
/// `text`, `folded` and `prose` convert Markdown to HTML, and `sketch` embeds an SVG.
#[derive(Debug)]
pub(crate) struct Shared(pub Mutex<Writer>);

impl Object for Shared {}

fn written(state: &State<'_, '_>, write: impl FnOnce(&mut Writer) -> String) -> Value {
    let writer = state.lookup("writer").expect("a page has a writer");
    let Shared(writer) = writer.downcast_object_ref().expect("the value `writer` is a `Shared`");
    Value::from_safe_string(write(&mut writer.lock().expect("no filter calls another")))
}

/// Returns a value as Markdown. A value that is not [`Markdown`] is text from outside, so it is escaped.
fn markdown_of(value: &Value) -> Markdown {
    value.downcast_object_ref::<Markdown>().cloned().unwrap_or_else(|| plain(&value.to_string()))
}

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    templates.set_syntax(syntax.build().expect("the usual delimiters"));
    templates.set_auto_escape_callback(|name| {
        if name.ends_with(".html") { AutoEscape::Html } else { AutoEscape::Custom("markdown".into()) }
    });
    templates.set_formatter(|out, state, value| {
        let text = value.as_str().filter(|_| !value.is_safe());
        let markdown = value.downcast_object_ref::<Markdown>().map(Markdown::as_str);
        let written = match (text, markdown, state.auto_escape()) {
            (Some(text), _, AutoEscape::Html) | (_, Some(text), AutoEscape::Html) => {
                out.write_str(&escape(text))
            }
            (Some(text), ..) => out.write_str(plain(text).as_str()),
            (_, Some(markdown), _) => out.write_str(markdown),
            (None, None, _) => write!(out, "{value}"),
        };
        written.map_err(minijinja::Error::from)
    });
    templates.add_filter("heading", |state: &State<'_, '_>, text: String, level: usize| {
        written(state, |writer| writer.heading(level, &text))
    });
    templates.add_filter("id", |state: &State<'_, '_>, text: String| {
        written(state, |writer| writer.ids.unique(&text))
    });
    templates.add_filter("text", |state: &State<'_, '_>, text: Value, down: usize| {
        written(state, |writer| writer.below(&markdown_of(&text), down))
    });
    templates.add_filter("folded", |state: &State<'_, '_>, text: Value, above: Option<String>| {
        written(state, |writer| {
            writer.above = above.unwrap_or_default();
            writer.folded(&markdown_of(&text), 1)
        })
    });
    templates.add_filter("prose", |state: &State<'_, '_>, text: Value| {
        written(state, |writer| writer.prose(&markdown_of(&text)))
    });
    templates.add_filter("sketch", |state: &State<'_, '_>, svg: String| {
        written(state, |writer| writer.embedded(&svg))
    });
    for (name, text) in TEMPLATE_FILES {
        templates.add_template(name, text).expect("the templates are parsed in tests");
    }
    templates
});

/// Fills the template `name` with these values.
///
/// # Panics
/// If there is no template of this name, or `with` does not have a value that the template uses.
pub fn fill(name: &str, with: impl Into<Value>) -> String {
    let template = TEMPLATES.get_template(name).expect("a template has this name");
    template.render(with).expect("the caller gives every value that the template uses")
}

/// Fills the Markdown template `name` with these values.
///
/// # Panics
/// If the template is for HTML or does not exist, or `with` does not have a value that the template uses.
pub fn fill_markdown(name: &str, with: impl Into<Value>) -> Markdown {
    assert!(name.ends_with(".md"), "{name} is not a template for Markdown");
    Markdown::written(fill(name, with))
}
