//! Tests of the crate through its public face: folders, clones and a web server.

mod local_source;
mod server;
mod web;
