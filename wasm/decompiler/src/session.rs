//! One program, opened once, whose functions are decompiled in any order with the same result.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use ghidra_decompiler::address::{Address, Range};
use ghidra_decompiler::architecture::Architecture;
use ghidra_decompiler::arena::ArenaId;
use ghidra_decompiler::database::{Database, ScopeId, SymbolId, SymbolKind};
use ghidra_decompiler::error::{Error, Result};
use ghidra_decompiler::marshal::ElementId;
use ghidra_decompiler::options::OptionDatabase;
use ghidra_decompiler::prettyprint::{Emit, EmitPrettyPrint};
use ghidra_decompiler::space::SpaceRef;
use ghidra_decompiler::types::{TypeId, TypeMetatype};
use ghidra_decompiler::varnode::Varnode;

use crate::declaration::{declare_type, parse_prototype, parse_type};
use crate::feed::{Feed, Function, Label, ReadOnly};
use crate::machine::{Machine, open_architecture};
use crate::memory::{Memory, Region};
use crate::token_sink::{PrintedRef, TokenSink};
use crate::work_limit::WorkMeter;

pub enum OpenError {
    /// There is no decompiler for this kind of program.
    Unsupported(String),
    Decompiler(Error),
}

impl From<Error> for OpenError {
    fn from(error: Error) -> OpenError {
        OpenError::Decompiler(error)
    }
}

pub struct Session {
    pub architecture: Box<Architecture>,
    pub memory: Arc<Memory>,
    pub meter: WorkMeter,
    pub printed: PrintedRef,
    /// Function symbols by address, those of the feed alone.
    pub functions: BTreeMap<u64, SymbolId>,
    /// Slots of imported functions by the address that stands for the function.
    pub slots: BTreeMap<u64, u64>,
    /// Declarations that were not understood, each with the reason.
    pub refused: Vec<String>,
    machine: Machine,
}

/// Enough to see what is wrong with a table of declarations.
const REFUSED_KEPT: usize = 1000;

/// Bytes between the addresses that stand for imported functions.
const IMPORT_SPACING: u64 = 16;

impl Session {
    /// Tells a fresh decompiler everything that is known: types first, since prototypes and labels name them.
    pub fn open(regions: Vec<Region>, feed: Feed) -> std::result::Result<Session, OpenError> {
        let memory = Arc::new(Memory::new(regions));
        let meter = WorkMeter::default();
        let language = feed.machine.language().ok_or_else(|| OpenError::Unsupported(feed.machine.describe()))?;
        let architecture = open_architecture(&feed.machine, &language, memory.clone(), meter.clone())?;
        let mut session = Session {
            architecture,
            memory,
            meter,
            printed: PrintedRef::default(),
            functions: BTreeMap::new(),
            slots: BTreeMap::new(),
            refused: Vec::new(),
            machine: feed.machine,
        };
        session.set_up_printer()?;
        for range in &feed.read_only {
            session.mark_read_only(range)?;
        }
        for declaration in &feed.types {
            let declared = declare_type(&mut session.architecture, &session.machine, declaration);
            session.note_refusal(declaration, declared);
        }
        for function in &feed.functions {
            session.add_function(function)?;
        }
        session.add_imports(&feed.imports)?;
        let mut known = HashMap::new();
        for label in &feed.labels {
            let type_id = session.label_type(&label.type_text, &mut known)?;
            session.add_label(label, type_id)?;
        }
        Ok(session)
    }

    fn set_up_printer(&mut self) -> Result<()> {
        for (option, value) in [("nullprinting", "on"), ("inplaceops", "on")] {
            OptionDatabase::set(&mut self.architecture, ElementId::find(option, 0), value, "", "")?;
        }
        let index = self.architecture.print;
        let printer = self.architecture.printlist.get_mut(index).and_then(Option::as_deref_mut);
        let printer = printer.ok_or_else(|| Error::Lowlevel("no printer".to_string()))?;
        let mut emit = EmitPrettyPrint::new();
        emit.lowlevel = Box::new(TokenSink::new(self.printed.clone()));
        emit.set_max_line_size(printer.base().emit.get_max_line_size())?;
        let base = printer.base_mut();
        base.emit = Box::new(emit);
        // Warnings are handed over apart from the text.
        base.head_comment_type = 0;
        base.instr_comment_type = 0;
        Ok(())
    }

    fn note_refusal<T>(&mut self, declaration: &str, outcome: Result<T>) -> Option<T> {
        match outcome {
            Ok(value) => Some(value),
            Err(error) => {
                if self.refused.len() < REFUSED_KEPT {
                    let reason = error.explain().lines().next().unwrap_or("");
                    self.refused.push(format!("{declaration}: {reason}"));
                }
                None
            }
        }
    }

    fn mark_read_only(&mut self, range: &ReadOnly) -> Result<()> {
        if range.end <= range.start {
            return Ok(());
        }
        let range = Range::new(self.data_space()?, range.start, range.end - 1);
        let manager = self.architecture.manager.clone();
        self.architecture.symboltab_mut()?.set_property_range(Varnode::READONLY, &range, &manager);
        Ok(())
    }

    /// A second function at the same address is left out.
    fn add_function(&mut self, function: &Function) -> Result<()> {
        if self.functions.contains_key(&function.address) {
            return Ok(());
        }
        let address = Address::new(self.code_space()?, function.address);
        let symbol = self.add_function_at(function, &address)?;
        for jump in &function.tail_calls {
            let jump = Address::new(self.code_space()?, *jump);
            self.architecture
                .with_function(symbol, |data, _| data.get_override().insert_flow_override(&jump, "callreturn"))?;
        }
        self.functions.insert(function.address, symbol);
        Ok(())
    }

    fn add_function_at(&mut self, function: &Function, address: &Address) -> Result<SymbolId> {
        let scope = self.global_scope()?;
        let symbol = Database::scope_add_function(&mut self.architecture, scope, address, &function.name)?;
        if !function.prototype.is_empty() {
            let outcome = self.set_prototype(symbol, &function.prototype);
            self.note_refusal(&function.prototype, outcome);
        }
        if function.no_return {
            self.architecture.with_function(symbol, |data, _| {
                data.get_func_proto_mut().set_no_return(true);
                Ok(())
            })?;
        }
        Ok(symbol)
    }

    fn set_prototype(&mut self, symbol: SymbolId, declaration: &str) -> Result<()> {
        let pieces = parse_prototype(&mut self.architecture, &self.machine, declaration)?;
        self.architecture.with_function(symbol, |data, architecture| {
            let mut prototype = std::mem::take(data.get_func_proto_mut());
            let outcome = prototype.set_pieces(&pieces, architecture);
            *data.get_func_proto_mut() = prototype;
            outcome
        })
    }

    /// An imported function gets an address that nothing maps; its slot refers to it, so that calls through the slot
    /// become calls of the function.
    fn add_imports(&mut self, imports: &[Function]) -> Result<()> {
        let size = IMPORT_SPACING * imports.len() as u64;
        let Some(start) = self.memory.unmapped(size, self.machine.highest_address()) else {
            return Ok(());
        };
        let scope = self.global_scope()?;
        for (index, import) in imports.iter().enumerate() {
            let stand_in = start + IMPORT_SPACING * index as u64;
            let address = Address::new(self.code_space()?, stand_in);
            let slot = Address::new(self.data_space()?, import.address);
            if self.is_taken(scope, &slot)? {
                continue;
            }
            self.add_function_at(import, &address)?;
            Database::scope_add_external_ref(&mut self.architecture, scope, &slot, &address, &import.name)?;
            self.slots.insert(stand_in, import.address);
        }
        Ok(())
    }

    /// The type that a text names, or that of a byte of which nothing is known. Strings of a length share one.
    fn label_type(&mut self, text: &str, known: &mut HashMap<String, TypeId>) -> Result<TypeId> {
        if let Some(id) = known.get(text) {
            return Ok(*id);
        }
        let parsed = if text.is_empty() {
            None
        } else {
            let outcome = parse_type(&mut self.architecture, &self.machine, text);
            self.note_refusal(text, outcome)
        };
        let id = match parsed {
            Some(id) => id,
            None => self.architecture.types_mut()?.get_base(1, TypeMetatype::Unknown)?,
        };
        known.insert(text.to_string(), id);
        Ok(id)
    }

    /// A label inside another one is left out.
    fn add_label(&mut self, label: &Label, type_id: TypeId) -> Result<()> {
        let address = Address::new(self.data_space()?, label.address);
        let scope = self.global_scope()?;
        if self.is_taken(scope, &address)? {
            return Ok(());
        }
        let outcome = Database::scope_add_symbol_at(
            &mut self.architecture,
            scope,
            &label.name,
            Some(type_id),
            &address,
            &Address::invalid(),
        );
        let Some(entry) = self.note_refusal(&label.name, outcome) else {
            return Ok(());
        };
        let symbol = self.architecture.symboltab_ref()?.entry(entry).get_symbol();
        let locks =
            if self.says_something(type_id)? { Varnode::TYPELOCK | Varnode::NAMELOCK } else { Varnode::NAMELOCK };
        self.lock_symbol(scope, symbol, locks)
    }

    /// A type that is only a size must not keep the decompiler from finding a better one.
    fn says_something(&self, id: TypeId) -> Result<bool> {
        let types = self.architecture.types.as_deref().ok_or_else(|| Error::Lowlevel("no types".to_string()))?;
        let element = match types.get(id).get_metatype() {
            TypeMetatype::Array => types.get(id).get_base(),
            _ => id,
        };
        Ok(types.get(element).get_metatype() != TypeMetatype::Unknown)
    }

    fn lock_symbol(&mut self, scope: ScopeId, symbol: SymbolId, locks: u32) -> Result<()> {
        let types = self.architecture.types.take().ok_or_else(|| Error::Lowlevel("no types".to_string()))?;
        let table = self.architecture.symboltab_mut();
        let outcome = table.map(|table| table.scope_set_attribute(&types, scope, symbol, locks));
        self.architecture.types = Some(types);
        outcome
    }

    fn is_taken(&self, scope: ScopeId, address: &Address) -> Result<bool> {
        let table = self.architecture.symboltab_ref()?;
        Ok(table.scope_query_container(scope, address, 1, &Address::invalid()).is_some())
    }

    /// Removes the globals that came up since `first` was the next symbol: the next function must not see them.
    pub fn forget_globals_since(&mut self, first: SymbolId) -> Result<()> {
        let scope = self.global_scope()?;
        let table = self.architecture.symboltab_mut()?;
        for index in first.index()..table.symbols.next_id().index() {
            let id = SymbolId::from_index(index);
            let is_global = table.symbols.try_get(id).is_some_and(|symbol| symbol.scope == scope);
            if is_global && !matches!(table.symbol(id).kind, SymbolKind::Function { .. }) {
                table.scope_remove_symbol(scope, id);
            }
        }
        Ok(())
    }

    fn global_scope(&self) -> Result<ScopeId> {
        let scope = self.architecture.symboltab_ref()?.get_global_scope();
        scope.ok_or_else(|| Error::Lowlevel("no global scope".to_string()))
    }

    fn code_space(&self) -> Result<SpaceRef> {
        let space = self.architecture.manager.get_default_code_space();
        space.ok_or_else(|| Error::Lowlevel("no code space".to_string()))
    }

    fn data_space(&self) -> Result<SpaceRef> {
        let space = self.architecture.manager.get_default_data_space();
        space.ok_or_else(|| Error::Lowlevel("no data space".to_string()))
    }
}
