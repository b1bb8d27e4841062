//! Fuzzes the readers of experiments, overrides and selectors.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::experiment::check(data));
