use super::*;

fn timing(collection: &str, seconds: f64) -> Timing {
    Timing {
        experiment: "small".to_owned(),
        collection: collection.to_owned(),
        draw: Some(1),
        computed: 3,
        elapsed: seconds,
        seconds,
        guessed_seconds: 1.0,
        bytes: 10.0,
        guessed_bytes: 5.0,
    }
}

#[test]
fn lines_are_added_joined_once_and_passed_over_where_they_are_damaged() {
    let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    add(a.path(), &[timing("one", 2.0)]).unwrap();
    add(a.path(), &[timing("one", 4.0), timing("two", 9.0)]).unwrap();
    join(a.path(), b.path()).unwrap();
    join(a.path(), b.path()).unwrap();
    assert_eq!(lines(a.path()), lines(b.path()));
    append(b.path(), &["{\"half".to_owned()]).unwrap();
    let rates = Rates::read(b.path());
    assert_eq!(rates.groups, 3);
    assert_eq!((rates.all.took.seconds, rates.by_collection["one"].took.seconds), (15.0, 6.0));
}

#[test]
fn a_long_file_forgets_its_older_half() {
    let folder = tempfile::tempdir().unwrap();
    let many: Vec<Timing> = (0..8000).map(|at| timing("one", f64::from(at))).collect();
    add(folder.path(), &many).unwrap();
    assert!(folder.path().join(TIMINGS).metadata().unwrap().len() > MOST);
    add(folder.path(), &[timing("two", 1.0)]).unwrap();
    let left = lines(folder.path());
    assert_eq!(left.len(), 4001);
    assert_eq!(serde_json::from_str::<Timing>(&left[0]).unwrap(), many[4000]);
}

#[test]
fn a_file_with_a_second_name_is_not_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for theirs in ["a thesis\n", ""] {
        std::fs::write(at("thesis"), theirs).unwrap();
        std::fs::hard_link(at("thesis"), at(TIMINGS)).unwrap();
        add(folder.path(), &[timing("one", 1.0)]).unwrap();
        assert_eq!(std::fs::read_to_string(at("thesis")).unwrap(), theirs);
        assert_eq!(Rates::read(folder.path()).groups, 1);
        std::fs::remove_file(at(TIMINGS)).unwrap();
    }
}

#[test]
fn a_process_has_had_some_time() {
    let since = Instant::now();
    let before = processor_seconds().unwrap();
    while since.elapsed().as_millis() < 60 {
        std::hint::spin_loop();
    }
    assert!(processor_seconds().unwrap() > before);
}
