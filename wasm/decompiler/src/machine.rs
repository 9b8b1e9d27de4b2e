//! The processor and the calling conventions of a program, and the decompiler made for them.

use std::sync::Arc;

use ghidra_decompiler::architecture::Architecture;
use ghidra_decompiler::error::Result;
use ghidra_decompiler::sleigh_arch::{SleighArchitecture, SleighArchitectureHooks};
use ghidra_decompiler::types::TypeFactory;
use ghidra_decompiler::xml::DocumentStorage;

use crate::joined_ranges::JoinedRanges;
use crate::memory::Memory;
use crate::single_results::expect_single_results;
use crate::wire::{Malformed, Reader};
use crate::work_limit::{WorkLimit, WorkMeter};

/// The group of rewriting rules that every kind of decompilation runs.
pub const RULE_GROUP: &str = "base";

/// What the host says about the program, in the words of its loaders.
pub struct Machine {
    format: String,
    architecture: String,
    /// Whose calling conventions they are: `go`, `c` where no other language takes part in the platform's, or empty.
    conventions: String,
    bits: u32,
    big_endian: bool,
}

impl Machine {
    pub fn read(reader: &mut Reader<'_>) -> std::result::Result<Machine, Malformed> {
        Ok(Machine {
            format: reader.text()?,
            architecture: reader.text()?,
            conventions: reader.text()?,
            bits: reader.u32()?,
            big_endian: reader.flag()?,
        })
    }

    pub fn describe(&self) -> String {
        format!("{} for {}, {} bits", self.format, self.architecture, self.bits)
    }

    pub fn is_windows(&self) -> bool {
        self.format == "pe"
    }

    /// Sizes of C's `long` and of addresses, in bytes.
    pub fn long_size(&self) -> u32 {
        if self.is_windows() || self.bits == 32 { 4 } else { 8 }
    }

    pub fn highest_address(&self) -> u64 {
        if self.bits == 32 { u64::from(u32::MAX) } else { u64::MAX }
    }

    /// Identifier of the language and compiler specification; `None` when there is none for the program.
    pub fn language(&self) -> Option<String> {
        let endian = if self.big_endian { "BE" } else { "LE" };
        let compiler = |unix: &str| match self.conventions.as_str() {
            "go" => "golang".to_string(),
            _ if self.is_windows() => "windows".to_string(),
            _ => unix.to_string(),
        };
        Some(match (self.architecture.as_str(), self.bits) {
            ("x86_64", 64) => format!("x86:LE:64:default:{}", compiler("gcc")),
            ("x86_64", 32) => "x86:LE:64:compat32:gcc".to_string(),
            ("x86", _) => format!("x86:LE:32:default:{}", compiler("gcc")),
            ("arm64", 64) if self.format == "macho" => "AARCH64:LE:64:AppleSilicon:default".to_string(),
            ("arm64", 64) => format!("AARCH64:{endian}:64:v8A:{}", compiler("default")),
            ("arm64", _) => format!("AARCH64:{endian}:32:ilp32:default"),
            ("arm", _) => format!("ARM:{endian}:32:v8:{}", compiler("default")),
            ("mips", _) => format!("MIPS:{endian}:32:default:default"),
            ("mips64", _) => format!("MIPS:{endian}:64:default:default"),
            ("powerpc", _) => format!("PowerPC:{endian}:32:default:default"),
            ("powerpc64", _) => format!("PowerPC:{endian}:64:default:default"),
            ("riscv32", _) => "RISCV:LE:32:default:gcc".to_string(),
            ("riscv64", _) => "RISCV:LE:64:default:gcc".to_string(),
            _ => return None,
        })
    }

    /// The name here of a character type of C11 that has a size in its name.
    pub fn character_type(&self, name: &str) -> Option<&'static str> {
        let (two_bytes, four_bytes) = self.wide_characters();
        match name {
            "char16_t" => Some(two_bytes),
            "char32_t" => Some(four_bytes),
            _ => None,
        }
    }

    /// Names of the characters of two bytes and of four: one of them is C's `wchar_t`.
    fn wide_characters(&self) -> (&'static str, &'static str) {
        if self.is_windows() { ("wchar_t", "char32_t") } else { ("char16_t", "wchar_t") }
    }

    /// Names of the basic types: what the decompiler calls them and what C programmers read.
    fn type_names(&self) -> [(&'static str, &'static str); 17] {
        let (wide, unsigned_wide) = if self.long_size() == 8 { ("long", "ulong") } else { ("longlong", "ulonglong") };
        let (wchar2, wchar4) = self.wide_characters();
        [
            ("uint1", "byte"),
            ("uint2", "ushort"),
            ("uint4", "uint"),
            ("uint8", unsigned_wide),
            ("int1", "sbyte"),
            ("int2", "short"),
            ("int4", "int"),
            ("int8", wide),
            ("float4", "float"),
            ("float8", "double"),
            ("float10", "longdouble"),
            ("xunknown1", "undefined1"),
            ("xunknown2", "undefined2"),
            ("xunknown4", "undefined4"),
            ("xunknown8", "undefined8"),
            ("wchar2", wchar2),
            ("wchar4", wchar4),
        ]
    }
}

/// Makes the decompiler for `language` on `memory`; its work is counted by `meter`.
pub fn open_architecture(
    machine: &Machine,
    language: &str,
    memory: Arc<Memory>,
    meter: WorkMeter,
) -> Result<Box<Architecture>> {
    let mut architecture = Box::new(Architecture::new());
    let sleigh = SleighArchitecture::new("program", language, None);
    architecture.builder = Some(Arc::new(MappedProgram { sleigh, memory }));
    architecture.extra_pool_rules.push(Box::new(WorkLimit::new(meter)));
    architecture.extra_pool_rules.push(Box::new(JoinedRanges::new()));
    let mut specifications = DocumentStorage::new();
    architecture.init(&mut specifications)?;
    if machine.conventions == "c" {
        expect_single_results(&mut architecture, &specifications)?;
    }
    architecture.readonlypropagate = true;
    rename_types(architecture.types_mut()?, machine)?;
    Ok(architecture)
}

fn rename_types(types: &mut TypeFactory, machine: &Machine) -> Result<()> {
    for (from, to) in machine.type_names() {
        if let Some(id) = types.find_by_name(from) {
            types.set_name(id, to)?;
        }
    }
    Ok(())
}

/// Tells the decompiler to read the host's memory, and no file.
struct MappedProgram {
    sleigh: SleighArchitecture,
    memory: Arc<Memory>,
}

impl SleighArchitectureHooks for MappedProgram {
    fn sleigh(&self) -> &SleighArchitecture {
        &self.sleigh
    }

    fn build_loader(&self, architecture: &mut Architecture, _store: &mut DocumentStorage) -> Result<()> {
        architecture.loader = Some(self.memory.clone());
        Ok(())
    }

    fn post_spec_file(&self, architecture: &mut Architecture) -> Result<()> {
        architecture.post_spec_file_base()?;
        if let Some(space) = architecture.manager.get_default_code_space() {
            self.memory.attach_to_space(space);
        }
        Ok(())
    }
}
