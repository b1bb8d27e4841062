//! Files piece by piece, decompressed: no more is in memory than the reader asks for, and the compressed
//! bytes.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::text::bytes::LIMIT;
use crate::text::compression::Container;

/// The number of bytes by which a compression is recognised.
const HEAD: u64 = 8;

/// The bytes of a file, decompressed on demand. The limits of [`read`](crate::text::read()) apply; reading the
/// whole file gives better errors.
pub struct DecodedStream<'a> {
    decoder: Box<dyn Read + 'a>,
    given: usize,
    is_compressed: bool,
}

impl<'a> DecodedStream<'a> {
    /// Opens a file, whose compressed bytes go to `raw`.
    pub fn open(path: &Path, raw: &'a mut Vec<u8>) -> io::Result<Self> {
        if let Some(bundled) = crate::bundled::in_place(path) {
            // Bundled files are small, and not compressed.
            return Ok(Self { decoder: Box::new(bundled), given: 0, is_compressed: false });
        }
        let mut file = File::open(path)?;
        raw.clear();
        file.by_ref().take(HEAD).read_to_end(raw)?;
        let Some(container) = Container::detect(raw) else {
            let decoder = Box::new(raw.as_slice().chain(file));
            return Ok(Self { decoder, given: 0, is_compressed: false });
        };
        file.take(LIMIT as u64).read_to_end(raw)?;
        Ok(Self { decoder: Box::new(container.decoder(raw)?), given: 0, is_compressed: true })
    }

    /// Returns true if the file was compressed.
    pub fn is_compressed(&self) -> bool {
        self.is_compressed
    }
}

impl Read for DecodedStream<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let got = self.decoder.read(room)?;
        self.given += got;
        if self.given > LIMIT {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(got)
    }
}
