//! Compressed streams, cut and changed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::compressed::check(data));
