//! Fuzzes the readers and the writer of relevance judgments.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::qrels::check(data));
