//! The uncertainty of numbers over topics: laws, and values computed by other tools.

mod laws;
mod oracle;
mod standings;
