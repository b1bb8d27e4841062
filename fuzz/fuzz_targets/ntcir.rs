//! Fuzzes the readers of NTCIR's judgments by intent and runs of subtopics.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::ntcir::check(data));
