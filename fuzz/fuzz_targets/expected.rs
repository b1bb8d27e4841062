//! Printed tables and what they say of each other.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::expected::check(data));
