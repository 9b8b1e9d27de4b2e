//! The bytes that cross between the host and the module: little-endian integers, and texts with their length before them.

/// Reads what the host wrote. Every read past the end gives `Malformed`, so a wrong host cannot make the module trap.
pub struct Reader<'a> {
    bytes: &'a [u8],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes }
    }

    fn take(&mut self, size: usize) -> Result<&'a [u8], Malformed> {
        let (taken, rest) = self.bytes.split_at_checked(size).ok_or(Malformed)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        self.take(N)?.try_into().map_err(|_| Malformed)
    }

    pub fn flag(&mut self) -> Result<bool, Malformed> {
        Ok(self.array::<1>()? != [0])
    }

    pub fn u32(&mut self) -> Result<u32, Malformed> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub fn u64(&mut self) -> Result<u64, Malformed> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// Bytes that are no UTF-8 become replacement characters.
    pub fn text(&mut self) -> Result<String, Malformed> {
        let size = self.u32()? as usize;
        let bytes = self.take(size)?;
        // Looking for what is wrong takes ten times as long as seeing that nothing is.
        Ok(str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes).into_owned(), str::to_string))
    }

    /// Reads a count and then so many items; stops at the first that is not whole.
    pub fn list<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, Malformed>) -> Result<Vec<T>, Malformed> {
        let count = self.u32()?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(read(self)?);
        }
        Ok(items)
    }
}

/// Writes what the host reads.
#[derive(Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub fn flag(&mut self, value: bool) {
        self.bytes.push(u8::from(value));
    }

    pub fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub fn u64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// The host never asks for texts near the limit: what is longer than 4 GiB does not fit into the memory.
    pub fn text(&mut self, value: &str) {
        self.u32(value.len() as u32);
        self.bytes.extend_from_slice(value.as_bytes());
    }

    pub fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.u32(items.len() as u32);
        for item in items {
            write(self, item);
        }
    }
}
