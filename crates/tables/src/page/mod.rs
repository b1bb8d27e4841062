//! Writes Markdown tables, and makes a page of HTML from Markdown and figures: a single file that opens offline, with
//! and without script.
//!
//! | file | contents |
//! |---|---|
//! | `templates`, `templates/` | the look of pages: HTML, Markdown, style and script, for designers to edit |
//! | `plain`, `markdown_table` | text and tables as Markdown; a type ensures that all text is escaped |
//! | `markdown` | Markdown to HTML; raw HTML in it becomes text |
//! | `table` | Markdown tables to HTML |
//! | `picture` | SVG inside the page, with ids that no other picture has |
//! | `escape`, `latex_escape` | text and ids, escaped for HTML; text escaped for LaTeX |
//! | `cards` | questions with their verdicts, and the evidence under "Why?" |
//! | `document` | the frame of a page: head, contents, style and script |
//!
//! The module uses neither experiments nor measures and reads no file. The text may come from anywhere: nothing in
//! it becomes an element, a network address or a script. Only pictures are trusted, because `figures` draws them.
//!
//! ```
//! use rejudge_tables::page::{Markdown, Picture, Section, page};
//!
//! let text = "# Audit\n\n## Depth\n\n| | tau |\n|---|--:|\n| `<run>` | .981 |\n\n![Tau](tau.svg)\n";
//! let picture = Picture { svg: "<svg></svg>".to_owned(), ..Picture::default() };
//! let text = Markdown::from(text);
//! let html = page("Audit", &[Section::Text("", &text)], [("tau.svg".to_owned(), picture)].into());
//! assert!(html.contains("<h2 id=\"depth\">Depth</h2>"));
//! assert!(html.contains("<code>&lt;run&gt;</code>"));
//! ```

mod cards;
mod document;
mod escape;
mod latex_escape;
mod markdown;
mod markdown_table;
mod picture;
mod plain;
mod table;
mod templates;

pub use cards::Card;
pub use document::{Section, page, page_from_template};
pub use escape::escape as html;
pub use latex_escape::latex;
pub(crate) use latex_escape::latex_value;
pub use markdown::{Writer, is_local};
pub use markdown_table::MarkdownTable;
pub use picture::Picture;
#[doc(hidden)]
pub use plain::markdown_part;
pub use plain::{Markdown, MarkdownPart, inert, plain};
pub use templates::{fill, fill_markdown};
