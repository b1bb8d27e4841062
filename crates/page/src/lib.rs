//! Tables of Markdown as they are written, and one page of HTML from Markdown and its figures: a single file
//! that opens offline, with and without script.
//!
//! | file | what |
//! |---|---|
//! | `plain`, `markdown_table` | text and tables as Markdown, in one place |
//! | `markdown` | Markdown to HTML; raw HTML in it becomes text |
//! | `fold` | paragraphs, and what is folded away of them |
//! | `table` | tables, as they can be scrolled, sorted and filtered |
//! | `picture` | SVG inside the page, with ids of its own |
//! | `escape` | text and ids as HTML may hold them |
//! | `cards` | questions with their verdicts, and what they rest on behind "Why?" |
//! | `glance` | what stands on top of a page: sentences, links, a bar for each table |
//! | `index_card` | a page's card in an index |
//! | `dots` | dots that count |
//! | `document` | what stands around: head, contents, style and script |
//! | `cards.css` | how cards look |
//! | `page.css` | how it looks in light, dark, on phones and on paper |
//! | `page.js` | sorting, filtering, numbers of marks |
//!
//! The crate knows neither experiments nor measures and reads no file. The text may come from anywhere:
//! nothing in it becomes an element, an address of the network or a script. Pictures are trusted, as those
//! of `rejudge-figures` are.
//!
//! ```
//! use rejudge_page::{Part, Picture, page};
//!
//! let text = "# Audit\n\n## Depth\n\n| | tau |\n|---|--:|\n| `<run>` | .981 |\n\n![Tau](tau.svg)\n";
//! let tau = |name: &str| (name == "tau.svg").then(|| Picture::from("<svg></svg>".to_owned()));
//! let html = page("Audit", &[Part::whole(text)], &tau);
//! assert!(html.contains("<h2 id=\"depth\">Depth</h2>"));
//! assert!(html.contains("<code>&lt;run&gt;</code>"));
//! ```

#![forbid(unsafe_code)]

mod cards;
mod document;
mod dots;
mod escape;
mod fold;
mod glance;
mod index_card;
mod latex;
mod markdown;
mod markdown_table;
mod picture;
mod plain;
mod table;

pub use cards::Card;
pub use document::{Part, Section, page, page_of};
pub use escape::escape as html;
pub use glance::{Bar, Glance, Link, Share, Sketch};
pub use index_card::IndexCard;
pub use latex::{latex, latex_value};
pub use markdown_table::{Cell, Column, MarkdownTable};
pub use picture::Picture;
pub use plain::{inert, plain};
