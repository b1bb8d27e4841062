//! Fuzzes the reader of compressed files, with streams that are cut or changed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| rejudge_fuzz::compressed::check(data));
