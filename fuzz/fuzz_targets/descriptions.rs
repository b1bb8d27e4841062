//! Fuzzes the readers of collections, label schemes, tasks and measure sets.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::descriptions::check(data));
