//! Labels of another judge are what the rules make of them.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::judges::check(data));
