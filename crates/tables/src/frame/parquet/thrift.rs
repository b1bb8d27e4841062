//! Parses Thrift's compact protocol, as far as parquet uses it for its footer and page headers.
//!
//! polars reads a field by its number without checking the declared type, and allocates lists of any
//! declared length. This parser makes sure that polars is safe: every known field must have the type that
//! polars expects, and a list cannot have more elements than there are bytes left.

/// The deepest allowed nesting, which is deeper than in any real footer.
const MAX_DEPTH: usize = 32;

/// The expected type of a known field. Unknown fields may have any type.
#[derive(Debug)]
pub enum Shape {
    /// `true` or `false`, which is encoded in the type of the field.
    Bool,
    /// One byte.
    Byte,
    /// An integer of 16, 32 or 64 bits.
    Int,
    /// A required integer of 32 bits.
    I32,
    /// A required integer of 64 bits.
    I64,
    /// Bytes or text.
    Bytes,
    /// A list of elements with this shape.
    List(&'static Shape),
    /// A struct (or a union) with the numbers and shapes of its known fields.
    Struct(&'static [(i16, Shape)]),
}

/// A parsed value.
#[derive(Debug)]
pub enum Value<'a> {
    /// An integer, or 0 for false and 1 for true.
    Int(i64),
    Bytes(&'a [u8]),
    List(Vec<Value<'a>>),
    Struct(Vec<(i16, Value<'a>)>),
    /// A value that we skip.
    Other,
}

impl<'a> Value<'a> {
    /// Parses a struct at the beginning of `bytes`. Returns it and its length in bytes, or `None` if the bytes are not
    /// a struct, a known field does not have its shape, or a required field is missing.
    pub fn parse(bytes: &'a [u8], fields: &'static [(i16, Shape)]) -> Option<(Self, usize)> {
        let mut parser = Parser { rest: bytes };
        let value = parser.fields(fields, MAX_DEPTH)?;
        Some((value, bytes.len() - parser.rest.len()))
    }

    /// Returns a field of a struct. If the field occurs several times, the last one counts, as in polars.
    pub fn field(&self, id: i16) -> Option<&Self> {
        let Self::Struct(fields) = self else { return None };
        fields.iter().rev().find(|(field, _)| *field == id).map(|(_, value)| value)
    }

    /// Returns an integer field of a struct.
    pub fn int(&self, id: i16) -> Option<i64> {
        match self.field(id)? {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the elements of a list field of a struct.
    pub fn list(&self, id: i16) -> Option<&[Self]> {
        match self.field(id)? {
            Self::List(values) => Some(values),
            _ => None,
        }
    }

    /// Returns a text field of a struct.
    pub fn text(&self, id: i16) -> Option<&'a str> {
        match self.field(id)? {
            Self::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }
}

struct Parser<'a> {
    rest: &'a [u8],
}

/// The numbers by which the protocol identifies types.
mod declared {
    pub(crate) const TRUE: u8 = 1;
    pub(crate) const FALSE: u8 = 2;
    pub(crate) const BYTE: u8 = 3;
    pub(crate) const I16: u8 = 4;
    pub(crate) const I32: u8 = 5;
    pub(crate) const I64: u8 = 6;
    pub(crate) const DOUBLE: u8 = 7;
    pub(crate) const BYTES: u8 = 8;
    pub(crate) const LIST: u8 = 9;
    pub(crate) const STRUCT: u8 = 12;
}

impl<'a> Parser<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(bytes)
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn int(&mut self) -> Option<i64> {
        let coded = self.varint()?;
        Some((coded >> 1).cast_signed() ^ -(coded & 1).cast_signed())
    }

    fn length(&mut self) -> Option<usize> {
        usize::try_from(self.varint()?).ok()
    }

    fn fields(&mut self, known: &'static [(i16, Shape)], depth: usize) -> Option<Value<'a>> {
        let (mut fields, mut id) = (Vec::new(), 0_i16);
        loop {
            let head = self.byte()?;
            let declared = head & 0x0f;
            if declared == 0 {
                let is_missing = |(wanted, shape): &(i16, Shape)| {
                    matches!(shape, Shape::I32 | Shape::I64) && !fields.iter().any(|(id, _)| id == wanted)
                };
                return (!known.iter().any(is_missing)).then_some(Value::Struct(fields));
            }
            id = match head >> 4 {
                0 => i16::try_from(self.int()?).ok()?,
                step => id.checked_add(step.into())?,
            };
            let shape = known.iter().find(|(field, _)| *field == id).map(|(_, shape)| shape);
            fields.push((id, self.value(shape, declared, depth.checked_sub(1)?, false)?));
        }
    }

    /// Parses a value of the type `declared`. If `shape` is given, `declared` must match it.
    fn value(
        &mut self,
        shape: Option<&'static Shape>,
        declared: u8,
        depth: usize,
        is_element: bool,
    ) -> Option<Value<'a>> {
        use declared::{BYTE, BYTES, DOUBLE, FALSE, I16, I32, I64, LIST, STRUCT, TRUE};
        match (declared, shape) {
            (TRUE | FALSE, None | Some(Shape::Bool)) if !is_element => {
                Some(Value::Int(i64::from(declared == TRUE)))
            }
            (TRUE | FALSE, None | Some(Shape::Bool)) | (BYTE, None | Some(Shape::Byte)) => {
                self.byte().map(|_| Value::Other)
            }
            (I16..=I64, None | Some(Shape::Int)) | (I32, Some(Shape::I32)) | (I64, Some(Shape::I64)) => {
                self.int().map(Value::Int)
            }
            (DOUBLE, None) => self.bytes(8).map(|_| Value::Other),
            (BYTES, None | Some(Shape::Bytes)) => {
                let length = self.length()?;
                self.bytes(length).map(Value::Bytes)
            }
            (LIST, None) => self.list(None, depth),
            (LIST, Some(Shape::List(element))) => self.list(Some(element), depth),
            (STRUCT, None) => self.fields(&[], depth),
            (STRUCT, Some(Shape::Struct(fields))) => self.fields(fields, depth),
            // The declared type is not the expected one, or it is a set, a map or a UUID, which parquet does not use.
            _ => None,
        }
    }

    fn list(&mut self, shape: Option<&'static Shape>, depth: usize) -> Option<Value<'a>> {
        let head = self.byte()?;
        let length = if head >> 4 == 15 { self.length()? } else { usize::from(head >> 4) };
        // Each element takes at least one byte.
        if length > self.rest.len() {
            return None;
        }
        let element = |_| self.value(shape, head & 0x0f, depth.checked_sub(1)?, true);
        (0..length).map(element).collect::<Option<_>>().map(Value::List)
    }
}
