//! Collections, label schemes, tasks, measure sets.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::descriptions::check(data));
