//! Control characters of ASCII, which are invalid in a text except for tabs and line ends.
//!
//! In an id they would garble terminals and tables, and a NUL ends it for tools written in C: trec_eval
//! crashes on one. They are not escaped in output, because an id must be read back as it was written.

/// The number of bytes that are checked together: few files have any, and most of those have them at every line end.
const BLOCK: usize = 256;

/// Returns the position of the first invalid control character: any below the blank, and DEL, except tabs,
/// line feeds, and carriage returns before a line feed or at the end.
pub(crate) fn first_control(text: &[u8]) -> Option<usize> {
    let mut start = 0;
    for block in text.chunks(BLOCK) {
        // Without a branch for each byte, so that many are looked at in one instruction.
        if block.iter().fold(false, |any, &byte| any | is_suspect(byte)) {
            let found = (start..start + block.len()).find(|&at| {
                let ends_line = text[at] == b'\r' && matches!(text.get(at + 1), None | Some(b'\n'));
                is_suspect(text[at]) && !ends_line
            });
            if found.is_some() {
                return found;
            }
        }
        start += block.len();
    }
    None
}

#[inline]
fn is_suspect(byte: u8) -> bool {
    (byte < b' ' && byte != b'\t' && byte != b'\n') | (byte == 0x7f)
}
