//! Fuzzes the reader of another judge's labels, with all its rules.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::judges::check(data));
