//! Pages as a browser's parser sees them: elements, ids and links, not substrings alone.

#![expect(clippy::unwrap_used, reason = "tests say what must be by unwrapping it")]

mod document;
mod hostile;
mod sample;
mod tables;
