//! How sure numbers over topics are: laws, and values computed by other tools.

mod laws;
mod oracle;
mod standings;
