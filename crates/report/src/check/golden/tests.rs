use super::*;

fn golden(value: f64) -> Golden {
    [("t[a, mean]".to_owned(), ("twin".to_owned(), Some(value)))].into()
}

#[test]
fn a_number_may_move_by_rounding_only() {
    let here = |_: &str| true;
    assert!(compare(&golden(0.3), &golden(0.1 + 0.2), &here).is_empty());
    assert_eq!(compare(&golden(0.3), &golden(0.3 + 1e-9), &here).len(), 1);
}

#[test]
fn what_is_new_or_gone_is_told() {
    let here = |_: &str| true;
    let none = Golden::new();
    assert_eq!(compare(&none, &golden(0.3), &here)[0].old, None);
    assert_eq!(compare(&golden(0.3), &none, &here)[0].new, None);
    assert!(compare(&golden(0.3), &none, &|_| false).is_empty(), "no data, nothing to compare");
}

#[test]
fn a_file_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.csv");
    let mut written = golden(0.1 + 0.2);
    written.insert("t[b, \"x, y\"]".into(), ("twin".into(), None));
    std::fs::write(&path, bytes(&written).unwrap()).unwrap();
    assert_eq!(read(&path).unwrap(), written);
}
