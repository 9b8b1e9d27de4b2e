//! What the host knows about the program, as it crosses into the module.

use crate::machine::Machine;
use crate::wire::{Malformed, Reader};

pub struct Feed {
    pub machine: Machine,
    pub functions: Vec<Function>,
    pub imports: Vec<Function>,
    pub labels: Vec<Label>,
    pub read_only: Vec<ReadOnly>,
    pub types: Vec<String>,
}

/// A function at its start, or an imported one at the slot that holds its address.
pub struct Function {
    pub address: u64,
    pub name: String,
    pub no_return: bool,
    /// Unconditional jumps of it that lead to other functions.
    pub tail_calls: Vec<u64>,
    /// C declaration; empty when none is known.
    pub prototype: String,
}

pub struct Label {
    pub address: u64,
    pub name: String,
    /// C type; empty when none is known.
    pub type_text: String,
}

/// Without the byte at `end`.
pub struct ReadOnly {
    pub start: u64,
    pub end: u64,
}

impl Feed {
    pub fn read(bytes: &[u8]) -> Result<Feed, Malformed> {
        let mut reader = Reader::new(bytes);
        Ok(Feed {
            machine: Machine::read(&mut reader)?,
            functions: reader.list(Function::read)?,
            imports: reader.list(Function::read)?,
            labels: reader.list(Label::read)?,
            read_only: reader.list(ReadOnly::read)?,
            types: reader.list(Reader::text)?,
        })
    }
}

impl Function {
    fn read(reader: &mut Reader<'_>) -> Result<Function, Malformed> {
        let address = reader.u64()?;
        Ok(Function {
            address,
            name: legal_name(reader.text()?, "func", address),
            no_return: reader.flag()?,
            tail_calls: reader.list(Reader::u64)?,
            prototype: reader.text()?,
        })
    }
}

impl Label {
    fn read(reader: &mut Reader<'_>) -> Result<Label, Malformed> {
        let address = reader.u64()?;
        Ok(Label { address, name: legal_name(reader.text()?, "data", address), type_text: reader.text()? })
    }
}

impl ReadOnly {
    fn read(reader: &mut Reader<'_>) -> Result<ReadOnly, Malformed> {
        Ok(ReadOnly { start: reader.u64()?, end: reader.u64()? })
    }
}

/// In bytes. Printing breaks lines at names, so a long one costs more than its size.
const LONGEST_NAME: usize = 512;

/// The host gives C identifiers; whatever else arrives must not become part of the text.
fn legal_name(name: String, kind: &str, address: u64) -> String {
    let starts_well = name.starts_with(|character: char| character.is_ascii_alphabetic() || character == '_');
    let goes_on_well = name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    if starts_well && goes_on_well && name.len() <= LONGEST_NAME { name } else { format!("{kind}_{address:x}") }
}
