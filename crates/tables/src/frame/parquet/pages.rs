//! Checks of a parquet file before polars decodes it: its footer and the headers of its pages must agree with each
//! other and with the file.
//!
//! polars trusts both. It gives a column as many values as its pages announce, even if the other columns have fewer,
//! and allocates the memory that a header asks for.

use std::io::{self, Read};
use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::bufread::MultiGzDecoder;

use super::thrift::Shape::{Bool, Byte, Bytes, I32, I64, Int, List, Struct};
use super::thrift::{Shape, Value};
use crate::frame::growth::{RATIO, exceeds_ratio};

const MAGIC: &[u8] = b"PAR1";

/// The deepest nesting of columns that is read: polars recurses once per level.
const DEPTH: usize = 64;

type Fields = &'static [(i16, Shape)];

const EMPTY: Shape = Struct(&[]);
const TIME: Shape = Struct(&[(1, Bool), (2, Struct(&[(1, EMPTY), (2, EMPTY), (3, EMPTY)]))]);
const LOGICAL_TYPE: Fields = &[
    (1, EMPTY),
    (2, EMPTY),
    (3, EMPTY),
    (4, EMPTY),
    (5, Struct(&[(1, I32), (2, I32)])),
    (6, EMPTY),
    (7, TIME),
    (8, TIME),
    (10, Struct(&[(1, Byte), (2, Bool)])),
    (11, EMPTY),
    (12, EMPTY),
    (13, EMPTY),
    (14, EMPTY),
    (15, EMPTY),
];
const SCHEMA_ELEMENT: Fields = &[
    (element::TYPE, Int),
    (element::LENGTH, Int),
    (3, Int),
    (element::NAME, Bytes),
    (element::CHILDREN, Int),
    (element::CONVERTED, Int),
    (7, Int),
    (8, Int),
    (9, Int),
    (element::LOGICAL, Struct(LOGICAL_TYPE)),
];
const STATISTICS: Fields =
    &[(1, Bytes), (2, Bytes), (3, Int), (4, Int), (5, Bytes), (6, Bytes), (7, Bool), (8, Bool)];
const CHUNK_META_DATA: Fields = &[
    (1, I32),
    (2, List(&Int)),
    (3, List(&Bytes)),
    (chunk::CODEC, I32),
    (chunk::VALUES, I64),
    (6, I64),
    (chunk::SIZE, I64),
    (8, List(&Struct(KEY_VALUE))),
    (chunk::DATA_PAGES, I64),
    (10, Int),
    (chunk::DICTIONARY_PAGE, Int),
    (12, Struct(STATISTICS)),
    (13, List(&Struct(&[(1, I32), (2, I32), (3, I32)]))),
    (14, Int),
    (15, Int),
    (16, Struct(&[(1, Int), (2, List(&Int)), (3, List(&Int))])),
];
const CHUNK: Fields = &[
    (1, Bytes),
    (2, I64),
    (chunk::META_DATA, Struct(CHUNK_META_DATA)),
    (4, Int),
    (5, Int),
    (6, Int),
    (7, Int),
];
const ROW_GROUP: Fields = &[
    (group::CHUNKS, List(&Struct(CHUNK))),
    (2, I64),
    (group::ROWS, I64),
    (4, List(&Struct(&[(1, I32), (2, Bool), (3, Bool)]))),
    (5, Int),
    (6, Int),
    (7, Int),
];
const KEY_VALUE: Fields = &[(1, Bytes), (2, Bytes)];
const FOOTER: Fields = &[
    (1, I32),
    (footer::SCHEMA, List(&Struct(SCHEMA_ELEMENT))),
    (footer::ROWS, I64),
    (footer::GROUPS, List(&Struct(ROW_GROUP))),
    (footer::KEYS, List(&Struct(KEY_VALUE))),
    (6, Bytes),
    (7, List(&Struct(&[(1, EMPTY), (2, EMPTY)]))),
];
const PAGE: Fields = &[
    (page::TYPE, I32),
    (page::DECOMPRESSED, I32),
    (page::COMPRESSED, I32),
    (page::CRC, Int),
    (page::DATA, Struct(&[(1, I32), (2, I32), (3, I32), (4, I32), (5, Struct(STATISTICS))])),
    (6, EMPTY),
    (page::DICTIONARY, Struct(&[(1, I32), (2, I32), (3, Bool)])),
    (
        page::DATA_V2,
        Struct(&[
            (1, I32),
            (2, I32),
            (3, I32),
            (4, I32),
            (5, I32),
            (6, I32),
            (7, Bool),
            (8, Struct(STATISTICS)),
        ]),
    ),
];

mod footer {
    pub(crate) const SCHEMA: i16 = 2;
    pub const ROWS: i16 = 3;
    pub const GROUPS: i16 = 4;
    pub(crate) const KEYS: i16 = 5;
}
mod element {
    pub(crate) const TYPE: i16 = 1;
    pub const LENGTH: i16 = 2;
    pub const NAME: i16 = 4;
    pub(crate) const CHILDREN: i16 = 5;
    /// The meaning of the values, which plain numbers lack; in two forms.
    pub(crate) const CONVERTED: i16 = 6;
    pub(crate) const LOGICAL: i16 = 10;
}
mod group {
    pub(crate) const CHUNKS: i16 = 1;
    pub const ROWS: i16 = 3;
}
mod chunk {
    pub(crate) const META_DATA: i16 = 3;
    pub(crate) const CODEC: i16 = 4;
    pub(crate) const VALUES: i16 = 5;
    pub const SIZE: i16 = 7;
    pub(crate) const DATA_PAGES: i16 = 9;
    pub(crate) const DICTIONARY_PAGE: i16 = 11;
}
mod page {
    pub(crate) const TYPE: i16 = 1;
    pub(crate) const DECOMPRESSED: i16 = 2;
    pub(crate) const COMPRESSED: i16 = 3;
    pub(crate) const CRC: i16 = 4;
    pub(crate) const DATA: i16 = 5;
    pub(crate) const DICTIONARY: i16 = 7;
    pub(crate) const DATA_V2: i16 = 8;
    /// The number of values, in each of the three.
    pub(crate) const VALUES: i16 = 1;
    /// The bytes of levels before the values, and whether the values are compressed, in the last.
    pub(crate) const LEVELS: [i16; 2] = [5, 6];
    pub(crate) const IS_COMPRESSED: i16 = 7;
}

/// The codec whose pages have a checksum of their own.
const GZIP: i64 = 2;

/// The physical types of integers.
const INTEGERS: [i64; 2] = [1, 2];

/// The physical type of texts. The next type is bytes of a fixed length; all types of numbers come before.
const BYTE_ARRAY: i64 = 6;
const FIXED_BYTES: i64 = 7;

/// The contents of a file, counted before it is decoded.
#[derive(Debug)]
pub struct Announced {
    /// Rows of all row groups.
    pub rows: usize,
    /// The names of the wanted columns, groups of columns among them.
    pub columns: Vec<String>,
    /// The names of those that hold integers, which cannot be wrong.
    pub integers: Vec<String>,
    /// Bytes that the wanted columns take once they are decoded: their pages, eight a number and sixteen a
    /// text.
    bytes: u64,
    /// Bytes of the file.
    file: usize,
}

impl Announced {
    /// Refuses a file whose columns, with the `texts` that they share out, take more than [`RATIO`] times
    /// the bytes of the file.
    pub(crate) fn within_ratio(&self, texts: u64) -> Result<()> {
        let decoded = usize::try_from(self.bytes.saturating_add(texts)).unwrap_or(usize::MAX);
        ensure!(
            !exceeds_ratio(decoded, self.file),
            "{} bytes of parquet decompress to more than {RATIO} times their size, the limit for one file",
            self.file
        );
        Ok(())
    }
}

/// Checks that the wanted columns of a file can be decoded: in each row group every column has one value per row, and
/// pages are within the file and have their checksum.
///
/// # Errors
/// If the file is damaged.
pub fn check(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> Result<Announced> {
    let (footer, data) = footer(bytes).context("the parquet file is damaged: its footer cannot be read")?;
    let columns = columns(&footer)
        .filter(|_| has_arrow_schema(&footer))
        .context("the parquet file is damaged: its schema cannot be read")?;
    let groups = footer.list(footer::GROUPS).unwrap_or_default();
    let columns: Vec<Column<'_>> = columns.into_iter().filter(|column| is_wanted(column.name)).collect();
    let names = columns.iter().map(|column| column.name.to_owned()).collect();
    let integers = columns.iter().filter(|column| column.is_integer).map(|column| column.name.to_owned());
    let integers = integers.collect();
    let mut announced = Announced { rows: 0, columns: names, integers, bytes: 0, file: bytes.len() };
    for (at, group) in groups.iter().enumerate() {
        let damaged = || format!("the parquet file is damaged: row group {}", at + 1);
        let rows = size(group.int(group::ROWS)).with_context(damaged)?;
        let chunks = group.list(group::CHUNKS).unwrap_or_default();
        for column in &columns {
            let damaged = || format!("{}, column `{}`", damaged(), column.name.escape_debug());
            let Some(place) = column.chunk else { continue };
            let chunk = chunks.get(place).with_context(damaged)?;
            let chunk_bytes = check_chunk(chunk, rows, &bytes[..data], column.least).with_context(damaged)?;
            let width = if column.is_text { 16 } else { 8 };
            announced.bytes = announced.bytes.saturating_add(chunk_bytes + rows as u64 * width);
        }
        announced.rows = announced.rows.checked_add(rows).with_context(damaged)?;
    }
    let rows = footer.int(footer::ROWS);
    ensure!(
        size(rows) == Some(announced.rows),
        "the parquet file is damaged: its row groups have {} rows, its footer says {}",
        announced.rows,
        rows.unwrap_or_default()
    );
    Ok(announced)
}

fn size(value: Option<i64>) -> Option<usize> {
    value.and_then(|value| usize::try_from(value).ok())
}

/// Returns the footer, and the end of the data before it.
fn footer(bytes: &[u8]) -> Option<(Value<'_>, usize)> {
    let (rest, length) = bytes.strip_suffix(MAGIC)?.split_last_chunk()?;
    let data = rest.len().checked_sub(u32::from_le_bytes(*length) as usize)?;
    let (footer, _) = Value::parse(&rest[data..], FOOTER)?;
    bytes[..data].starts_with(MAGIC).then_some((footer, data))
}

/// Returns true if Arrow's schema, which its writers add to the file, is as long as it says. polars ignores one that it
/// cannot read, so that damage to it would go unnoticed.
fn has_arrow_schema(footer: &Value<'_>) -> bool {
    let keys = footer.list(footer::KEYS).unwrap_or_default();
    let Some(schema) = keys.iter().find(|key| key.text(1) == Some("ARROW:schema")) else { return true };
    let message = schema.text(2).and_then(|text| BASE64_STANDARD.decode(text).ok());
    // A message is a mark, which old versions of Arrow lack, the number of the bytes that follow, and these.
    let length = message.as_deref().and_then(|message| {
        let (length, rest) = message.strip_prefix(&[0xFF; 4]).unwrap_or(message).split_first_chunk()?;
        Some((u32::from_le_bytes(*length) as usize, rest.len()))
    });
    length.is_some_and(|(length, rest)| length <= rest)
}

/// A column, or a group of columns.
struct Column<'a> {
    name: &'a str,
    is_text: bool,
    is_integer: bool,
    /// The least bytes of a value in a dictionary.
    least: usize,
    /// The index of the column chunk in its row group; `None` for the row group itself.
    chunk: Option<usize>,
}

/// Returns the columns of a table. The schema lists nested columns after the group that they belong to.
fn columns<'a>(footer: &Value<'a>) -> Option<Vec<Column<'a>>> {
    let (root, elements) = footer.list(footer::SCHEMA)?.split_first()?;
    let children = |element: &Value<'_>| size(Some(element.int(element::CHILDREN).unwrap_or(0)));
    let (mut columns, mut chunk) = (Vec::new(), 0);
    // The number of elements still to come at each level.
    let mut levels = vec![children(root)?];
    for element in elements {
        while levels.last() == Some(&0) {
            levels.pop();
        }
        let is_nested = levels.len() > 1;
        *levels.last_mut()? -= 1;
        match children(element)? {
            0 => {
                if !is_nested {
                    let kind = element.int(element::TYPE)?;
                    // A number has four bytes or more, and so has the length of a text.
                    let bytes = size(element.int(element::LENGTH)).unwrap_or(0).max(1);
                    let least = if kind == FIXED_BYTES { bytes } else { 4 };
                    let name = element.text(element::NAME)?;
                    let has_meaning =
                        [element::CONVERTED, element::LOGICAL].iter().any(|&id| element.field(id).is_some());
                    let is_integer = INTEGERS.contains(&kind) && !has_meaning;
                    columns.push(Column {
                        name,
                        is_text: kind >= BYTE_ARRAY,
                        is_integer,
                        least,
                        chunk: Some(chunk),
                    });
                }
                chunk += 1;
            }
            within => {
                if !is_nested {
                    let name = element.text(element::NAME)?;
                    let (is_text, is_integer) = (false, false);
                    columns.push(Column { name, is_text, is_integer, least: 0, chunk: None });
                }
                levels.push(within);
            }
        }
        if levels.len() > DEPTH {
            return None;
        }
    }
    levels.iter().all(|&left| left == 0).then_some(columns)
}

/// Walks the pages of a chunk, which contain one value per row, each in a dictionary of at least as many bytes. Returns
/// their size when decompressed.
fn check_chunk(chunk: &Value<'_>, rows: usize, data: &[u8], least: usize) -> Result<u64> {
    let meta = chunk.field(chunk::META_DATA).context("no metadata")?;
    let start = meta.int(chunk::DICTIONARY_PAGE).or(meta.int(chunk::DATA_PAGES));
    let range = size(start).zip(size(meta.int(chunk::SIZE)));
    let range = range.and_then(|(start, size)| Some(Range { start, end: start.checked_add(size)? }));
    let mut rest = range.and_then(|range| data.get(range)).context("it is not within the file")?;
    let has_rows = |values: usize| {
        ensure!(values == rows, "{values} values, the row group has {rows} rows");
        Ok(())
    };
    has_rows(size(meta.int(chunk::VALUES)).context("no number of values")?)?;
    let codec = meta.int(chunk::CODEC);
    let is_compressed = codec != Some(0);
    let (mut values, mut given, mut is_first) = (0, 0, true);
    while values < rows {
        let page = Page::parse(rest).context("a page header cannot be read")?;
        let (content, behind) = page.content(rest).context("a page is not within its column")?;
        ensure!(codec != Some(GZIP) || page.is_sound_gzip(content), "a page does not have its checksum");
        rest = behind;
        ensure!(is_compressed || page.compressed == page.decompressed, "the size of a page is wrong");
        match page.kind {
            Kind::Data(of) => values = of.checked_add(values).context("too many values")?,
            Kind::Dictionary(of) if is_first && of <= page.decompressed / least => {}
            Kind::Dictionary(_) => bail!("its dictionary is wrong"),
        }
        given += page.decompressed as u64;
        is_first = false;
    }
    has_rows(values)?;
    Ok(given)
}

struct Page {
    kind: Kind,
    header: usize,
    compressed: usize,
    decompressed: usize,
    crc: Option<u32>,
    /// Bytes at its start that are not compressed; all of them if none is.
    plain: usize,
}

/// The kind of a page, with its number of values.
enum Kind {
    Data(usize),
    Dictionary(usize),
}

impl Page {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let (header, length) = Value::parse(bytes, PAGE)?;
        // All of them are integers of 32 bits.
        let size =
            |of: &Value<'_>, id| of.int(id).and_then(|value| i32::try_from(value).ok()?.try_into().ok());
        let values = |of: i16| size(header.field(of)?, page::VALUES);
        let kind = match header.int(page::TYPE)? {
            0 => Kind::Data(values(page::DATA)?),
            2 => Kind::Dictionary(values(page::DICTIONARY)?),
            3 => Kind::Data(values(page::DATA_V2)?),
            _ => return None,
        };
        let compressed = size(&header, page::COMPRESSED)?;
        let plain = match header.field(page::DATA_V2) {
            None => 0,
            Some(of) if of.int(page::IS_COMPRESSED) == Some(0) => compressed,
            Some(of) => page::LEVELS.iter().filter_map(|&id| size(of, id)).sum(),
        };
        Some(Self {
            kind,
            header: length,
            compressed,
            plain,
            decompressed: size(&header, page::DECOMPRESSED)?,
            crc: header.int(page::CRC).map(|crc| crc as u32),
        })
    }

    /// Returns the content of the page and the bytes after it, or `None` if the page is cut off or is not what its
    /// header says.
    fn content<'a>(&self, bytes: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
        let (content, behind) = bytes[self.header..].split_at_checked(self.compressed)?;
        let mut checksum = flate2::Crc::new();
        if self.crc.is_some() {
            checksum.update(content);
        }
        self.crc.is_none_or(|crc| crc == checksum.sum()).then_some((content, behind))
    }

    /// Returns true if the content has the checksum that gzip stored. polars does not check it.
    fn is_sound_gzip(&self, content: &[u8]) -> bool {
        let Some(packed) = content.get(self.plain..) else { return false };
        // Reading one byte more than announced makes the decoder check the checksum at the end.
        let most = (self.decompressed - self.decompressed.min(self.plain)) as u64 + 1;
        let mut unpacked = MultiGzDecoder::new(packed).take(most);
        packed.is_empty() || io::copy(&mut unpacked, &mut io::sink()).is_ok_and(|bytes| bytes < most)
    }
}
