//! The memory of the program as the host mapped it.

use std::sync::OnceLock;

use ghidra_decompiler::address::Address;
use ghidra_decompiler::error::{Error, Result};
use ghidra_decompiler::loadimage::LoadImage;
use ghidra_decompiler::space::SpaceRef;

/// A run of mapped memory. Past `bytes` it reads as zero up to `size`.
pub struct Region {
    pub address: u64,
    pub size: u64,
    pub bytes: Vec<u8>,
}

impl Region {
    /// Offset of `address` in this region, when it lies in it.
    fn offset_of(&self, address: u64) -> Option<u64> {
        address.checked_sub(self.address).filter(|offset| *offset < self.size)
    }
}

pub struct Memory {
    /// Ascending; regions that overlap the one before are left out.
    regions: Vec<Region>,
    /// The address space of code and data, known once the processor is.
    space: OnceLock<SpaceRef>,
}

impl Memory {
    pub fn new(mut regions: Vec<Region>) -> Memory {
        regions.sort_by_key(|region| region.address);
        let mut end = 0;
        regions.retain(|region| {
            let fits = region.size > 0 && region.address >= end;
            if fits {
                end = region.address.saturating_add(region.size);
            }
            fits
        });
        Memory { regions, space: OnceLock::new() }
    }

    pub fn attach_to_space(&self, space: SpaceRef) {
        // A second call would name the same space.
        let _ = self.space.set(space);
    }

    /// Whether the file gives bytes for `address`.
    pub fn is_filled(&self, address: u64) -> bool {
        self.region_at(address).is_some_and(|(region, offset)| offset < region.bytes.len() as u64)
    }

    /// Start of `size` bytes that no region touches, as high as possible within `limit`, on a 16-byte boundary.
    pub fn unmapped(&self, size: u64, limit: u64) -> Option<u64> {
        let mut top = limit;
        for region in self.regions.iter().rev() {
            let end = region.address.saturating_add(region.size);
            if let Some(start) = fitting(end, top, size) {
                return Some(start);
            }
            top = top.min(region.address);
        }
        fitting(0, top, size)
    }

    fn region_at(&self, address: u64) -> Option<(&Region, u64)> {
        let after = self.regions.partition_point(|region| region.address <= address);
        let region = self.regions.get(after.checked_sub(1)?)?;
        Some((region, region.offset_of(address)?))
    }

    fn read_byte(&self, address: u64) -> Option<u8> {
        let (region, offset) = self.region_at(address)?;
        Some(region.bytes.get(offset as usize).copied().unwrap_or(0))
    }

    fn read(&self, address: u64, into: &mut [u8]) -> bool {
        let Some((region, offset)) = self.region_at(address) else {
            return false;
        };
        let offset = offset as usize;
        if let Some(bytes) = region.bytes.get(offset..offset.saturating_add(into.len())) {
            into.copy_from_slice(bytes);
            return true;
        }
        // At an end of the filled bytes or of the region; what no region maps reads as zero behind mapped memory.
        for (index, byte) in into.iter_mut().enumerate() {
            *byte = self.read_byte(address.wrapping_add(index as u64)).unwrap_or(0);
        }
        true
    }
}

/// The highest aligned start in `low..top` with room for `size`.
fn fitting(low: u64, top: u64, size: u64) -> Option<u64> {
    let start = top.checked_sub(size)? & !0xf;
    (start >= low).then_some(start)
}

/// How many bytes the decompiler reads to decode an instruction; no other read has this size.
const INSTRUCTION_WINDOW: usize = 16;

impl LoadImage for Memory {
    fn get_file_name(&self) -> &str {
        "program"
    }

    fn load_fill(&self, into: &mut [u8], address: &Address) -> Result<()> {
        let asked = address.get_space().map(|space| space.get_index());
        let mapped = self.space.get().map(|space| space.get_index());
        if asked == mapped && self.read(address.get_offset(), into) {
            return Ok(());
        }
        let message = format!("nothing is mapped at {:#x}", address.get_offset());
        // Flow that leaves the program ends there, like flow into bytes that are no instruction.
        Err(if into.len() == INSTRUCTION_WINDOW { Error::BadData(message) } else { Error::DataUnavail(message) })
    }

    fn get_arch_type(&self) -> String {
        String::new()
    }

    /// The host gives final addresses.
    fn adjust_vma(&mut self, _adjust: i64) {}
}
