use super::pack::{KIND, MAGIC};
use super::*;
use std::sync::atomic::Ordering;

fn keys(n: u8) -> Vec<(Key, Vec<f64>)> {
    (0..n).map(|i| (Key::of(&[i]), vec![f64::from(i); 3])).collect()
}

fn only_pack(folder: &Path) -> PathBuf {
    let mut packs = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    packs.find(|p| p.extension().is_some_and(|e| e == PACK)).unwrap()
}

#[test]
fn what_is_stored_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    Cache::open(folder.path()).unwrap().store(&keys(5)).unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    for (key, value) in keys(5) {
        assert_eq!(cache.load::<Vec<f64>>(&key), Some(value));
    }
    assert!(!cache.has(&Key::of(b"another")));
}

#[test]
fn more_packs_than_are_kept_open_are_read_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    let all = keys((OPEN - 1) as u8);
    for cells in all.chunks(1) {
        cache.store(cells).unwrap();
    }
    cache.store(&[(Key::of(b"last but one"), vec![0.5])]).unwrap();
    cache.store(&[(Key::of(b"last"), vec![1.5])]).unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    assert!(all.iter().all(|(key, value)| cache.load::<Vec<f64>>(key).as_ref() == Some(value)));
    assert_eq!(cache.load::<Vec<f64>>(&Key::of(b"last")), Some(vec![1.5]));
    let packs = cache.packs.lock().unwrap();
    assert_eq!(
        (packs.len(), packs.iter().flatten().filter(|(_, file)| file.is_some()).count()),
        (OPEN + 1, OPEN)
    );
}

#[test]
fn a_changed_byte_costs_one_cell() {
    let folder = tempfile::tempdir().unwrap();
    Cache::open(folder.path()).unwrap().store(&keys(5)).unwrap();
    let path = only_pack(folder.path());
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[MAGIC.len() + 1] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    let found: Vec<bool> = keys(5).iter().map(|(key, _)| cache.load::<Vec<f64>>(key).is_some()).collect();
    assert_eq!(found, [false, true, true, true, true]);
    assert!(!cache.has(&keys(1)[0].0), "a damaged cell is no longer there");
    // Computed again, it is met sound by the next; the damage is not met twice.
    cache.store(&keys(1)).unwrap();
    assert!(!path.exists() && path.with_extension(ASIDE).exists());
    let cache = Cache::open(folder.path()).unwrap();
    assert!(keys(5).iter().all(|(key, value)| cache.load::<Vec<f64>>(key).as_ref() == Some(value)));
    assert!(path.with_extension(ASIDE).exists() && cache.packs.lock().unwrap().len() == 2);
}

#[test]
fn threads_that_find_one_damage_mend_it_once() {
    let folder = tempfile::tempdir().unwrap();
    Cache::open(folder.path()).unwrap().store(&keys(100)).unwrap();
    let path = only_pack(folder.path());
    let mut bytes = std::fs::read(&path).unwrap();
    // Two of the hundred.
    bytes[MAGIC.len() + 30] ^= 1;
    bytes[MAGIC.len() + 1000] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for (key, value) in keys(100) {
                    let found = cache.load::<Vec<f64>>(&key);
                    assert!(found.is_none_or(|found| found == value));
                }
            });
        }
    });
    let sound = keys(100).iter().filter(|(key, _)| cache.load::<Vec<f64>>(key).is_some()).count();
    assert_eq!(sound, 98);
}

#[test]
fn another_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    Cache::open(folder.path()).unwrap().store(&keys(5)).unwrap();
    let path = only_pack(folder.path());
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[KIND] = b'2';
    std::fs::write(&path, &bytes).unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    assert!(keys(5).iter().all(|(key, _)| !cache.has(key)));
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "it may be another's who shares the cache");
}

#[test]
fn a_pack_that_ends_early_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    Cache::open(folder.path()).unwrap().store(&keys(5)).unwrap();
    let path = only_pack(folder.path());
    let bytes = std::fs::read(&path).unwrap();
    for length in [0, 10, MAGIC.len(), bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        assert!(keys(5).iter().all(|(key, _)| !cache.has(key)), "{length} bytes");
        assert!(!path.exists(), "it is set aside");
    }
}

/// Locks of another machine may not be seen here: what looks like the remains of a killed writer may be the
/// file that a living one is about to rename.
#[test]
fn a_cache_of_another_keeps_what_is_on_its_way() {
    let folder = tempfile::tempdir().unwrap();
    Cache::open(folder.path()).unwrap().store(&keys(2)).unwrap();
    let (part, cut) = (folder.path().join(".rejudge-1-0.part"), folder.path().join("cut.pack"));
    std::fs::write(&part, b"half").unwrap();
    std::fs::write(&cut, b"half").unwrap();
    let cache = Cache::of_another(folder.path()).unwrap();
    assert!(keys(2).iter().all(|(key, _)| cache.has(key)));
    assert!(part.exists() && cut.exists(), "nothing is removed or set aside");
    Cache::open(folder.path()).unwrap();
    assert!(!part.exists() && !cut.exists(), "its own it clears");
}

/// An entry of megabytes takes a while to read and hash; who looks up others need not wait for that.
#[test]
fn others_look_up_while_one_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::open(folder.path()).unwrap();
    let key = Key::of(b"large");
    cache.store(&[(key, vec![1_u8; 16 << 20])]).unwrap();
    let reading = std::sync::atomic::AtomicBool::new(true);
    let (mut free, mut tries) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            (0..3).for_each(|_| assert!(cache.load::<Vec<u8>>(&key).is_some()));
            reading.store(false, Ordering::Relaxed);
        });
        while reading.load(Ordering::Relaxed) {
            free += usize::from(cache.packs.try_lock().is_ok());
            tries += 1;
            std::thread::sleep(std::time::Duration::from_micros(100));
        }
    });
    assert!(free * 2 > tries, "{free} of {tries}");
}
