//! Names of measures are read as they are printed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::measures::check(data));
