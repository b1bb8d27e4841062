//! Fuzzes the readers of teams, marks, assessors' labels and score matrices.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::tables::check(data));
