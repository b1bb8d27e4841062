//! Files of other tools are what their lines of TREC are.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::forms::check(data));
