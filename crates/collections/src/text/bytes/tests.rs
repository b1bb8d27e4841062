use rejudge_tables::frame::growth::RATIO_FROM;

use super::*;

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
