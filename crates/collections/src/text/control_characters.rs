//! Finds ASCII control characters, which are invalid in a text, except for tabs and line ends.
//!
//! In an id they would garble terminals and tables. In tools written in C, a NUL ends the id, and trec_eval crashes.
//! We cannot escape them when we write ids, because other tools must read the same ids.

/// The number of bytes that are checked together. Most files have no control character, or one at every line end.
const BLOCK: usize = 256;

/// Returns the position of the first invalid control character: any character below the space, and DEL, except tabs,
/// line feeds, and carriage returns before a line feed or at the end.
pub(crate) fn first_control(text: &[u8]) -> Option<usize> {
    let mut start = 0;
    for block in text.chunks(BLOCK) {
        // We use `|` instead of `any`. Without a branch for each byte, the compiler checks many bytes in one
        // instruction.
        if block.iter().fold(false, |any, &byte| any | is_suspect(byte)) {
            let control = (start..start + block.len()).find(|&place| {
                let ends_line = text[place] == b'\r' && matches!(text.get(place + 1), None | Some(b'\n'));
                is_suspect(text[place]) && !ends_line
            });
            if control.is_some() {
                return control;
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
