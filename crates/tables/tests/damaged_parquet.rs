//! A damaged parquet file gives an error or the right number of rows, and never a huge allocation.
#![expect(unsafe_code, reason = "an allocator that looks at sizes has no safe form")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use rejudge_tables::frame::parquet::{read, write_groups};
use rejudge_tables::frame::{Frame, Values};

/// The largest allocation since this was set to 0. It is shared by all threads, because polars allocates in its own
/// threads.
static LARGEST: AtomicUsize = AtomicUsize::new(0);

struct Watched;

// SAFETY: every call is passed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LARGEST.fetch_max(size, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;

/// The largest allocation that is allowed for a file of some kilobytes.
const MAX_ALLOCATION: usize = 64 << 20;

/// Returns the rows of a run for a topic.
fn run(topic: &str) -> Frame {
    let documents: Values = (0..4).map(|at| format!("d{at}")).collect();
    Frame::default()
        .with("topic", "topic", [topic; 4].into_iter().collect())
        .with("docid", "document", documents)
        .with("rank", "rank", Values::Whole((0..4).map(|at| (at != 2).then_some(at)).collect()))
        .with("score", "score", Values::Number((0..4).map(|at| Some(1.0 / f64::from(at + 1))).collect()))
}

/// Changes each byte of a file with three row groups to three other values. An unchecked decoder may give a column more
/// values in one group and fewer in another. The slow test `damaged-parquet-as-pyarrow-reads-it` compares the values
/// with the values that pyarrow reads from such files.
#[test]
fn a_changed_byte_anywhere_reserves_no_memory_and_moves_no_rows() {
    let groups = ["1", "2", "3"].map(run);
    let sound = write_groups(&groups[0], "{}", |add| groups.iter().try_for_each(add)).expect("it is written");
    let rows = read(&sound).expect("it is sound").rows();
    assert_eq!(rows, 12);
    let (mut refused, mut read_anyway) = (0, 0);
    for at in 0..sound.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut damaged = sound.clone();
            damaged[at] ^= change;
            LARGEST.store(0, Ordering::Relaxed);
            match read(&damaged) {
                Err(_) => refused += 1,
                Ok(frame) => {
                    read_anyway += 1;
                    let lengths = frame.columns.iter().map(|column| column.values.len());
                    assert!(lengths.into_iter().all(|length| length == rows), "{at}");
                }
            }
            let largest = LARGEST.load(Ordering::Relaxed);
            assert!(
                largest <= MAX_ALLOCATION,
                "byte {at} changed by {change:#04x}: {largest} bytes are reserved at once"
            );
        }
    }
    let all = refused + read_anyway;
    assert!(refused > all / 3, "{refused} of {all} damaged files are refused");
    assert!(read(&sound[..sound.len() / 2]).is_err() && read(b"").is_err(), "bytes are cut off");
}
