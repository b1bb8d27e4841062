use std::io::Write;

use rejudge_tables::frame::growth::RATIO_FROM;

use super::*;

const TEXT: &[u8] = b"1 Q0 d1 1 9.5 tag\n1 Q0 d2 2 8.5 tag\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).expect("into memory");
    encoder.finish().expect("into memory")
}

fn packed() -> Vec<(&'static str, Vec<u8>)> {
    let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    bz.write_all(TEXT).expect("into memory");
    let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 6);
    xz.write_all(TEXT).expect("into memory");
    vec![
        ("gzip", gzip(TEXT)),
        ("bzip2", bz.finish().expect("into memory")),
        ("xz", xz.finish().expect("into memory")),
        ("zstd", zstd::encode_all(TEXT, 3).expect("into memory")),
    ]
}

#[test]
fn every_container_is_recognised_by_content() {
    for (name, bytes) in packed() {
        assert_eq!(Container::detect(&bytes).map(Container::name), Some(name));
        assert_eq!(decoded(Path::new("a.txt"), bytes).expect(name), TEXT);
    }
    assert_eq!(decoded(Path::new("misnamed.gz"), TEXT.to_vec()).expect("plain"), TEXT);
    assert_eq!(Container::detect(b"BZh1 Q0 d 1 1 t"), None);
}

#[test]
fn members_that_follow_one_another_are_one_file() {
    for (name, bytes) in packed() {
        let twice = [bytes.clone(), bytes].concat();
        assert_eq!(decoded(Path::new("a"), twice).expect(name), [TEXT, TEXT].concat());
    }
}

#[test]
fn cut_at_any_byte_is_an_error() {
    for (name, bytes) in packed() {
        // Below eight bytes the content cannot announce a container.
        for length in 8..bytes.len() {
            let error = decoded(Path::new("a"), bytes[..length].to_vec());
            let error = error.expect_err("cut").to_string();
            assert!(error.starts_with("a: truncated or corrupt "), "{name} cut to {length}: {error}");
        }
    }
}

#[test]
fn a_flipped_byte_in_gzip_is_an_error() {
    let mut bytes = gzip(TEXT);
    let last = bytes.len() - 6;
    bytes[last] ^= 1;
    let error = decoded(Path::new("a"), bytes).expect_err("flipped").to_string();
    assert!(error.starts_with("a: truncated or corrupt gzip"), "{error}");
}

#[test]
fn limits_hold_on_what_the_decoder_gives() {
    let zeros = vec![b'\n'; RATIO_FROM + 2 * CHUNK];
    let bomb = zstd::encode_all(zeros.as_slice(), 3).expect("into memory");
    let error = decoded(Path::new("bomb"), bomb.clone()).expect_err("a bomb").to_string();
    assert!(error.contains("more than 500 times"), "{error}");
    let mut out = Vec::new();
    let error = decompress(Path::new("bomb"), Container::Zstd, &bomb, &mut out, 3 * CHUNK);
    let error = error.expect_err("too large").to_string();
    assert!(error.ends_with("the limit for one file after decompression"), "{error}");
    assert!(out.len() <= 4 * CHUNK, "decoding stopped at the limit");
}

#[test]
fn zeros_without_end_are_no_file() {
    let (mut bytes, io) = (Vec::new(), |cause| ReadError::io(Path::new("zero"), &cause));
    let endless = TEXT.chain(io::repeat(0));
    let error = fill(Path::new("zero"), endless, &mut bytes, (0, LIMIT), io).expect_err("zeros").to_string();
    assert!(error.starts_with("zero:3:1: a line of more than"), "{error}");
    assert!(bytes.len() <= 4 * CHUNK, "reading stopped");
}

#[test]
fn files_are_read_into_a_buffer_again_and_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut buffer = vec![7; 100];
    for (name, bytes) in packed() {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        read_into(&path, &mut buffer).expect(name);
        assert_eq!(buffer, TEXT);
    }
    let missing = read(&folder.path().join("none")).expect_err("no such file");
    assert!(missing.to_string().contains("cannot be read"), "{missing}");
    assert!(missing.is_missing && !read(folder.path()).expect_err("a folder is no file").is_missing);
}
