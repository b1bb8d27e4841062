//! Fuzzes the readers of runs.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: {
        // Files are read by a pool of threads. We use only this thread, because handing over a few lines to another
        // would take longer than reading them.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        pool.build_global().expect("the first pool");
    },
    |data: &[u8]| rejudge_fuzz::runs::check(data)
);
