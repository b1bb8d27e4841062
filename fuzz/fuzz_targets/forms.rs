//! Fuzzes the conversion of other tools' files to TREC format.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::forms::check(data));
