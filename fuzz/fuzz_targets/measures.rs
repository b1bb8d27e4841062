//! Fuzzes the parser of measure names.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::measures::check(data));
