//! Writes Markdown, and HTML pages from Markdown and figures. A page is a single file that works offline, even if
//! scripts are disabled.
//!
//! | file | contents |
//! |---|---|
//! | `templates`, `templates/` | the templates of pages: HTML, Markdown, style and script |
//! | `plain`, `markdown_table` | text and tables as Markdown, with a type that ensures that all text is escaped |
//! | `markdown` | converts Markdown to HTML; raw HTML becomes text |
//! | `table` | converts Markdown tables to HTML |
//! | `picture` | SVG inside a page, with unique ids |
//! | `escape`, `latex_escape` | escapes text for HTML and for LaTeX, and makes ids unique |
//! | `cards` | questions with their verdicts and the evidence |
//! | `document` | the frame of a page: head, table of contents, style and script |
//!
//! The module knows nothing about experiments and measures, and reads no files. Text may come from any source: raw HTML
//! in it becomes text, except for line breaks, and links to network addresses or scripts are removed. Only pictures
//! are not escaped, because `figures` draws them.
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
