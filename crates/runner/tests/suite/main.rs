//! The binary as its users meet it: each test makes a small world of collections and experiments in a
//! temporary folder, runs `rejudge` there, and looks at what it says, writes and returns.

mod eval;
mod files;
mod incremental;
mod misconfigured;
mod world;
