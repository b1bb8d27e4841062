//! Relevance judgments are written as they were read.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::qrels::check(data));
