//! The lengths that a parquet file states, checked against its bytes before polars reserves memory for them.
//!
//! One changed byte makes a footer list 2^31 columns, a row group hold 2^58 rows or a page 2^31 values. Polars
//! reserves memory for as many, and an allocation that fails ends the process, which no caller can catch. The
//! footer and the headers of pages are structs of Thrift's compact protocol; of these the lengths alone are
//! read here. Formats: <https://github.com/apache/parquet-format>, and
//! <https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>.

use anyhow::{Context, Result, bail, ensure};

const MAGIC: &[u8] = b"PAR1";

/// The length of the footer and the magic.
const TAIL: usize = 4 + MAGIC.len();

/// Structs within structs; a footer has six.
const MOST_NESTED: usize = 32;

/// Bytes up to which decompressed pages may be larger than their column says: some writers do not count the
/// headers, and so little harms nobody.
const HARMLESS: i64 = 64 << 20;

/// Refuses a file that states a length which its bytes contradict.
pub(super) fn check(bytes: &[u8]) -> Result<()> {
    let footer_end = bytes.len().checked_sub(TAIL).context("it is too short")?;
    let (before, tail) = bytes.split_at(footer_end);
    let (length, magic) = tail.split_at(4);
    ensure!(magic == MAGIC, "it does not end as parquet files do");
    let length = u32::from_le_bytes(length.try_into().expect("four bytes were split off")) as usize;
    let footer_start = footer_end.checked_sub(length).context("its footer is longer than the file")?;
    let (pages, footer) = before.split_at(footer_start);
    let footer = Thrift(footer).fields(0).context("its footer")?;
    let leaves = footer.list(2)?.iter().filter(|element| element.fields().is_ok_and(Fields::is_leaf)).count();
    let mut rows = 0_i64;
    for group in footer.list(4)? {
        let group = group.fields()?;
        let columns = group.list(1)?;
        ensure!(columns.len() == leaves, "a row group has {} columns, expected {leaves}", columns.len());
        let of_group = group.length(3)?;
        rows = rows.checked_add(of_group).context("it has too many rows")?;
        for column in columns {
            check_column(pages, column.fields()?.inner(3)?, of_group)?;
        }
    }
    ensure!(rows == footer.length(3)?, "its row groups have {rows} rows, expected {}", footer.length(3)?);
    Ok(())
}

/// Checks the pages of a column of a row group.
fn check_column(pages: &[u8], column: &Fields, rows: i64) -> Result<()> {
    // A column of lists or structs has as many values as its rows hold. Such columns are not read.
    if column.list(3)?.len() != 1 {
        return Ok(());
    }
    let values = column.length(5)?;
    ensure!(values == rows, "a column has {values} values, expected {rows}");
    let start = if column.has(11) { column.length(11)? } else { column.length(9)? };
    let end = start.checked_add(column.length(7)?).context("a column is too long")?;
    let chunk = pages.get(start as usize..end as usize).context("a column is longer than the file")?;
    let (mut rest, mut seen, mut size) = (Thrift(chunk), 0, 0_i64);
    while seen < values {
        let header = rest.fields(0).context("the header of a page")?;
        let (plain, stored) = (header.length(2)?, header.length(3)?);
        rest.take(stored as u64).context("a page is longer than its column")?;
        size = size.saturating_add(plain);
        match header.length(1)? {
            0 => seen += header.inner(5)?.length(1)?,
            2 => {
                let entries = header.inner(7)?.length(1)?;
                ensure!(entries <= plain, "a dictionary has {entries} entries in {plain} bytes");
            }
            3 => {
                let page = header.inner(8)?;
                let levels = page.length(5)?.saturating_add(page.length(6)?);
                ensure!(levels <= plain.min(stored), "the levels of a page are longer than the page");
                seen += page.length(1)?;
            }
            other => bail!("there is no page of type {other}"),
        }
        ensure!(seen <= values, "the pages of a column have {seen} values or more, expected {values}");
    }
    let stated = column.length(6)?;
    ensure!(size <= stated.max(HARMLESS), "the pages of a column have {size} bytes, expected {stated}");
    Ok(())
}

/// A value, as far as it is looked at.
enum Value {
    Integer(i64),
    List(Vec<Value>),
    Struct(Fields),
    /// Text, a flag, a fraction, a set or a map.
    Other,
}

impl Value {
    fn fields(&self) -> Result<&Fields> {
        match self {
            Self::Struct(fields) => Ok(fields),
            _ => bail!("a value is no struct"),
        }
    }
}

/// The fields of a struct, by number.
struct Fields(Vec<(i64, Value)>);

impl Fields {
    fn get(&self, number: i64) -> Result<&Value> {
        let found = self.0.iter().find(|(of, _)| *of == number);
        found.map(|(_, value)| value).with_context(|| format!("field {number} is missing"))
    }

    fn has(&self, number: i64) -> bool {
        self.get(number).is_ok()
    }

    /// A number of things, or a place.
    fn length(&self, number: i64) -> Result<i64> {
        match self.get(number)? {
            Value::Integer(length @ 0..) => Ok(*length),
            _ => bail!("field {number} is no length"),
        }
    }

    fn list(&self, number: i64) -> Result<&[Value]> {
        match self.get(number)? {
            Value::List(values) => Ok(values),
            _ => bail!("field {number} is no list"),
        }
    }

    fn inner(&self, number: i64) -> Result<&Self> {
        self.get(number)?.fields()
    }

    /// Returns true if this element of a schema is a column, and no group of columns.
    fn is_leaf(&self) -> bool {
        !matches!(self.get(5), Ok(Value::Integer(1..)))
    }
}

/// What is left to read of Thrift's compact protocol.
struct Thrift<'a>(&'a [u8]);

impl<'a> Thrift<'a> {
    fn take(&mut self, length: u64) -> Result<&'a [u8]> {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let (taken, rest) = self.0.split_at_checked(length).context("it ends too early")?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    /// A number of seven bits a byte, the lowest first.
    fn unsigned(&mut self) -> Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        bail!("a number is too long")
    }

    /// The same with the sign in the lowest bit.
    fn signed(&mut self) -> Result<i64> {
        let number = self.unsigned()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn fields(&mut self, depth: usize) -> Result<Fields> {
        ensure!(depth < MOST_NESTED, "structs are nested more than {MOST_NESTED} deep");
        let (mut fields, mut number) = (Vec::new(), 0_i64);
        loop {
            let head = self.byte()?;
            let kind = head & 0xf;
            if kind == 0 {
                return Ok(Fields(fields));
            }
            // The high bits are how much greater the number is than the last, or 0 if it is written out.
            number = match head >> 4 {
                0 => self.signed()?,
                more => number.saturating_add(more.into()),
            };
            // The kind of a flag is its value.
            let value = if kind <= 2 { Value::Other } else { self.value(kind, depth)? };
            fields.push((number, value));
        }
    }

    fn value(&mut self, kind: u8, depth: usize) -> Result<Value> {
        Ok(match kind {
            1..=3 => {
                self.byte()?;
                Value::Other
            }
            4..=6 => Value::Integer(self.signed()?),
            7 => self.skip(8)?,
            8 => {
                let length = self.unsigned()?;
                self.skip(length)?
            }
            9 | 10 => {
                let head = self.byte()?;
                let length = if head >> 4 == 0xf { self.unsigned()? } else { u64::from(head >> 4) };
                Value::List(self.values(head & 0xf, length, depth)?)
            }
            11 => {
                let length = self.unsigned()?;
                let kinds = if length == 0 { 0 } else { self.byte()? };
                for _ in 0..length {
                    self.value(kinds >> 4, depth + 1)?;
                    self.value(kinds & 0xf, depth + 1)?;
                }
                Value::Other
            }
            12 => Value::Struct(self.fields(depth + 1)?),
            13 => self.skip(16)?,
            other => bail!("there is no type {other}"),
        })
    }

    fn skip(&mut self, length: u64) -> Result<Value> {
        self.take(length)?;
        Ok(Value::Other)
    }

    /// The values of a list, each of which takes a byte at least.
    fn values(&mut self, kind: u8, length: u64, depth: usize) -> Result<Vec<Value>> {
        ensure!(depth < MOST_NESTED, "lists are nested more than {MOST_NESTED} deep");
        let left = self.0.len();
        ensure!(length <= left as u64, "a list has {length} values in {left} bytes");
        (0..length).map(|_| self.value(kind, depth + 1)).collect()
    }
}
