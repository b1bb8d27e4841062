//! Checks a parquet file before it is decoded: the footer and the headers of the pages must be consistent with each
//! other and with the file.
//!
//! polars trusts the footer and the headers. It decodes as many values of a column as the headers say, even if other
//! columns have fewer, and it allocates as much memory as a header says.

use std::io::{self, Read};
use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::bufread::MultiGzDecoder;

use super::thrift::Shape::{Bool, Byte, Bytes, I32, I64, Int, List, Struct};
use super::thrift::{Shape, Value};
use crate::frame::growth::{RATIO, exceeds_ratio};

const MAGIC: &[u8] = b"PAR1";

/// The deepest allowed nesting of columns. polars calls itself once per level, so a deeper nesting could overflow the
/// stack.
const MAX_DEPTH: usize = 64;

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
    /// The meaning of the values, for example a date, in parquet's old form (`CONVERTED`) and new form (`LOGICAL`).
    /// Plain numbers have neither.
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
    /// The number of values. It is field 1 of `DATA`, `DICTIONARY` and `DATA_V2`.
    pub(crate) const VALUES: i16 = 1;
    /// Fields of `DATA_V2`: the sizes in bytes of the definition levels and of the repetition levels, which precede
    /// the values and are not compressed.
    pub(crate) const LEVELS: [i16; 2] = [5, 6];
    /// A field of `DATA_V2`: false if the values are not compressed.
    pub(crate) const IS_COMPRESSED: i16 = 7;
}

/// The number of the codec gzip, which adds a checksum to each page.
const GZIP: i64 = 2;

/// The physical types of integers of 32 and 64 bits.
const INTEGERS: [i64; 2] = [1, 2];

/// The physical type of texts. The types with smaller numbers are Booleans, integers and floats, and the only type
/// with a larger number is bytes of a fixed length.
const BYTE_ARRAY: i64 = 6;
const FIXED_BYTES: i64 = 7;

/// The contents of a file according to its footer and page headers.
#[derive(Debug)]
pub struct Announced {
    /// The number of rows in all row groups.
    pub rows: usize,
    /// The names of the wanted columns, including groups of columns.
    pub columns: Vec<String>,
    /// The names of the wanted columns that contain plain integers.
    pub integers: Vec<String>,
    /// The number of bytes that the wanted columns take when they are decoded: the size of the decompressed pages, plus
    /// eight bytes for each number and sixteen for each text. Groups of columns are not counted.
    bytes: u64,
    /// The number of bytes of the file.
    file: usize,
}

impl Announced {
    /// Returns an error if the decoded columns are too large for a file of this size (see [`exceeds_ratio`]).
    /// `texts` is the number of bytes that copies of texts take in addition.
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

/// Checks the footer, and the wanted columns in each row group: a column must have one value per row, its pages must
/// be within the file, and their checksums must be correct. Groups of columns are not checked.
///
/// # Errors
/// If the file is damaged, or its columns are nested deeper than `MAX_DEPTH`.
pub fn check(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> Result<Announced> {
    let (footer, data) = footer(bytes).context("the parquet file is damaged: its footer cannot be read")?;
    let columns = columns(&footer)
        .filter(|_| is_arrow_schema_sound(&footer))
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
            let chunk_bytes =
                check_chunk(chunk, rows, &bytes[..data], column.min_bytes).with_context(damaged)?;
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

/// Returns the footer, and the position where it begins.
fn footer(bytes: &[u8]) -> Option<(Value<'_>, usize)> {
    let (rest, length) = bytes.strip_suffix(MAGIC)?.split_last_chunk()?;
    let data = rest.len().checked_sub(u32::from_le_bytes(*length) as usize)?;
    let (footer, _) = Value::parse(&rest[data..], FOOTER)?;
    bytes[..data].starts_with(MAGIC).then_some((footer, data))
}

/// Returns true if the file has no Arrow schema, or if its Arrow schema is valid base64 and is not cut off.
/// Arrow's writers add it to the metadata. polars ignores a schema that it cannot read, so it would not
/// notice the damage.
fn is_arrow_schema_sound(footer: &Value<'_>) -> bool {
    let keys = footer.list(footer::KEYS).unwrap_or_default();
    let Some(schema) = keys.iter().find(|key| key.text(1) == Some("ARROW:schema")) else { return true };
    let message = schema.text(2).and_then(|text| BASE64_STANDARD.decode(text).ok());
    // A message consists of a marker, which old versions of Arrow do not write, the number of bytes that follow, and
    // these bytes.
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
    /// The least number of bytes that a value takes in a dictionary.
    min_bytes: usize,
    /// The index of the column's chunk in a row group, or `None` for a group of columns, which has no chunk.
    chunk: Option<usize>,
}

/// Returns the top-level columns and groups of columns. In the schema, a group is followed by the columns that belong
/// to it.
fn columns<'a>(footer: &Value<'a>) -> Option<Vec<Column<'a>>> {
    let (root, elements) = footer.list(footer::SCHEMA)?.split_first()?;
    let children = |element: &Value<'_>| size(Some(element.int(element::CHILDREN).unwrap_or(0)));
    let (mut columns, mut chunk) = (Vec::new(), 0);
    // For each level of nesting, the number of elements that are still to come.
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
                    // A number takes at least four bytes, and so does a text, because it begins with its length.
                    let bytes = size(element.int(element::LENGTH)).unwrap_or(0).max(1);
                    let min_bytes = if kind == FIXED_BYTES { bytes } else { 4 };
                    let name = element.text(element::NAME)?;
                    let has_meaning =
                        [element::CONVERTED, element::LOGICAL].iter().any(|&id| element.field(id).is_some());
                    let is_integer = INTEGERS.contains(&kind) && !has_meaning;
                    columns.push(Column {
                        name,
                        is_text: kind >= BYTE_ARRAY,
                        is_integer,
                        min_bytes,
                        chunk: Some(chunk),
                    });
                }
                chunk += 1;
            }
            child_count => {
                if !is_nested {
                    let name = element.text(element::NAME)?;
                    let (is_text, is_integer) = (false, false);
                    columns.push(Column { name, is_text, is_integer, min_bytes: 0, chunk: None });
                }
                levels.push(child_count);
            }
        }
        if levels.len() > MAX_DEPTH {
            return None;
        }
    }
    levels.iter().all(|&left| left == 0).then_some(columns)
}

/// Checks that the pages of a chunk have one value per row, and that a dictionary has at least `min_bytes` bytes for
/// each of its values. Returns the decompressed size of the pages.
fn check_chunk(chunk: &Value<'_>, rows: usize, data: &[u8], min_bytes: usize) -> Result<u64> {
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
    let (mut values, mut decompressed, mut is_first) = (0, 0, true);
    while values < rows {
        let page = Page::parse(rest).context("a page header cannot be read")?;
        let (content, after) = page.content(rest).context("a page is cut off, or its checksum is wrong")?;
        ensure!(codec != Some(GZIP) || page.is_sound_gzip(content), "the gzip data of a page is wrong");
        rest = after;
        ensure!(is_compressed || page.compressed == page.decompressed, "the size of a page is wrong");
        match page.kind {
            Kind::Data(count) => values = count.checked_add(values).context("too many values")?,
            Kind::Dictionary(count) if is_first && count <= page.decompressed / min_bytes => {}
            Kind::Dictionary(_) => bail!("its dictionary is wrong"),
        }
        decompressed += page.decompressed as u64;
        is_first = false;
    }
    has_rows(values)?;
    Ok(decompressed)
}

struct Page {
    kind: Kind,
    header: usize,
    compressed: usize,
    decompressed: usize,
    crc: Option<u32>,
    /// The number of bytes at the start of the content that are not compressed.
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
        // All sizes and numbers of values are integers of 32 bits.
        let size = |fields: &Value<'_>, id| {
            fields.int(id).and_then(|value| i32::try_from(value).ok()?.try_into().ok())
        };
        let values = |field: i16| size(header.field(field)?, page::VALUES);
        let kind = match header.int(page::TYPE)? {
            0 => Kind::Data(values(page::DATA)?),
            2 => Kind::Dictionary(values(page::DICTIONARY)?),
            3 => Kind::Data(values(page::DATA_V2)?),
            _ => return None,
        };
        let compressed = size(&header, page::COMPRESSED)?;
        let plain = match header.field(page::DATA_V2) {
            None => 0,
            Some(data) if data.int(page::IS_COMPRESSED) == Some(0) => compressed,
            Some(data) => page::LEVELS.iter().filter_map(|&id| size(data, id)).sum(),
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

    /// Returns the content of the page and the bytes after it. Returns `None` if the page is cut off, or the content
    /// does not have the checksum in the header.
    fn content<'a>(&self, bytes: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
        let (content, after) = bytes[self.header..].split_at_checked(self.compressed)?;
        let mut checksum = flate2::Crc::new();
        if self.crc.is_some() {
            checksum.update(content);
        }
        self.crc.is_none_or(|crc| crc == checksum.sum()).then_some((content, after))
    }

    /// Returns true if the content decompresses to at most the expected size and has the checksum that gzip stored.
    /// polars does not check this checksum.
    fn is_sound_gzip(&self, content: &[u8]) -> bool {
        let Some(packed) = content.get(self.plain..) else { return false };
        // The decoder checks the checksum only when it reaches the end, so we try to read one byte more than expected.
        let max_bytes = (self.decompressed - self.decompressed.min(self.plain)) as u64 + 1;
        let mut unpacked = MultiGzDecoder::new(packed).take(max_bytes);
        packed.is_empty() || io::copy(&mut unpacked, &mut io::sink()).is_ok_and(|bytes| bytes < max_bytes)
    }
}
