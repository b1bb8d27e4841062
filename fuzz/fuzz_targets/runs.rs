//! Runs: three readers agree.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: {
        // Files are read by a pool of threads: this one alone, so that nothing is handed over for a few
        // lines.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        pool.build_global().expect("the first pool");
    },
    |data: &[u8]| rejudge_fuzz::runs::check(data)
);
