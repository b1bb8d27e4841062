//! A damaged parquet file is an error: no length that it states reserves memory or moves rows.
#![expect(unsafe_code, reason = "an allocator that looks at sizes has no safe form")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use rejudge_tables::frame::parquet::{read, write};
use rejudge_tables::frame::{Frame, Values};

/// The largest allocation since it was last set to 0. Polars allocates in threads of its own.
static LARGEST: AtomicUsize = AtomicUsize::new(0);

struct Watched;

// SAFETY: every call goes to the system's allocator as it came.
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

/// The memory that a file of some kilobytes may use.
const MOST: usize = 64 << 20;

fn run() -> Frame {
    let names = |of: &str, count: usize| (0..12).map(|at| format!("{of}{}", at % count)).collect::<Values>();
    Frame::default()
        .with("topic", "topic", names("topic", 3))
        .with("docid", "document", names("d", 12))
        .with("rank", "rank", Values::Whole((0..12).map(|at| (at % 5 != 4).then_some(at)).collect()))
        .with("score", "score", Values::Number((0..12).map(|at| Some(1.0 / f64::from(at + 1))).collect()))
}

/// Each byte is changed to three other values.
#[test]
fn a_changed_byte_anywhere_reserves_no_memory_and_moves_no_rows() {
    let sound = write(&run(), "{}").expect("a frame is written");
    let rows = read(&sound).expect("it is sound").rows();
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
                largest <= MOST,
                "byte {at} changed by {change:#04x}: {largest} bytes are reserved at once"
            );
        }
    }
    assert!(refused > read_anyway, "{refused} of {} damaged files are refused", refused + read_anyway);
}
