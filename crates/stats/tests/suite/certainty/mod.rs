//! The uncertainty of numbers over topics: laws. Values computed by other tools: `oracle`.

mod laws;
mod standings;
