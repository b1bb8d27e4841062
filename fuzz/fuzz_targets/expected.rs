//! Fuzzes the reader of a paper's values.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::expected::check(data));
