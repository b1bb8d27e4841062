//! Tests of the crate through its public face: folders, clones and a web server.

mod near;
mod server;
mod web;
