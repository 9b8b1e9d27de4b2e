//! Decompiles one function and collects what its text is made of.

use std::collections::{BTreeMap, HashMap};

use ghidra_decompiler::address::Address;
use ghidra_decompiler::architecture::Architecture;
use ghidra_decompiler::arena::Arena;
use ghidra_decompiler::comment::Comment;
use ghidra_decompiler::database::SymbolId;
use ghidra_decompiler::error::{Error, Result};
use ghidra_decompiler::funcdata::Funcdata;
use ghidra_decompiler::op::PcodeOpBank;
use ghidra_decompiler::space::SpaceType;
use ghidra_decompiler::types::TypeId;
use ghidra_decompiler::varnode::VarnodeBank;

use crate::session::Session;
use crate::token_sink::{Printed, take_printed};
use crate::wire::Writer;

pub enum Failure {
    WorkLimit(String),
    NotAFunction(String),
    Decompiler(String),
}

/// A function's text with everything around it.
pub struct Decompiled {
    text: String,
    printed: Printed,
    /// Address of each operation that a token may show.
    operations: HashMap<u32, u64>,
    signature: Signature,
    locals: Vec<Variable>,
    /// Names of called functions by address.
    callees: BTreeMap<u64, String>,
    /// Messages with the address of the instruction, or of the function for the whole of it.
    warnings: Vec<(u64, String)>,
}

struct Signature {
    name: String,
    return_type: String,
    parameters: Vec<Variable>,
    variadic: bool,
    no_return: bool,
    convention: String,
}

struct Variable {
    name: String,
    type_text: String,
    storage: String,
    size: u32,
}

impl Session {
    /// Decompiles the function that starts at `address` in at most `steps` rewriting steps.
    pub fn decompile(&mut self, address: u64, steps: u32) -> std::result::Result<Decompiled, Failure> {
        let Some(symbol) = self.functions.get(&address).copied() else {
            return Err(Failure::NotAFunction(format!("no function starts at {address:#x}")));
        };
        if !self.memory.is_filled(address) {
            return Err(Failure::NotAFunction(format!("the file has no code for {address:#x}")));
        }
        self.meter.restart(steps);
        take_printed(&self.printed);
        self.decompile_symbol(symbol).map_err(|error| {
            let message = error.explain().to_string();
            if self.meter.is_exhausted() { Failure::WorkLimit(message) } else { Failure::Decompiler(message) }
        })
    }

    fn decompile_symbol(&mut self, symbol: SymbolId) -> Result<Decompiled> {
        let first_new = self.architecture.symboltab_ref()?.symbols.next_id();
        let (printed, meter) = (self.printed.clone(), self.meter.clone());
        let outcome = self.architecture.with_function(symbol, |data, architecture| {
            let is_known = data.get_func_proto_mut().is_input_locked(architecture);
            let outcome = analyse_or_drop_overrides(data, architecture)
                .and_then(|()| {
                    let again = !is_known && meter.has_half_left() && calls_itself_otherwise(data, architecture);
                    if again { analyse_with_own_parameters(data, architecture) } else { Ok(()) }
                })
                .and_then(|()| print(data, architecture))
                .and_then(|text| collect(text, take_printed(&printed), data, architecture));
            if !is_known {
                forget_parameters(data, architecture);
            }
            architecture.clear_analysis(data);
            release_memory(data, architecture);
            outcome
        });
        self.forget_globals_since(first_new)?;
        let mut decompiled = outcome?;
        let (slots, called) = (&self.slots, decompiled.callees);
        decompiled.callees =
            called.into_iter().map(|(address, name)| (slots.get(&address).copied().unwrap_or(address), name)).collect();
        Ok(decompiled)
    }
}

/// The host may see a jump where the decompiler sees none: then what it said about jumps counts for nothing.
fn analyse_or_drop_overrides(data: &mut Funcdata, architecture: &mut Architecture) -> Result<()> {
    let outcome = analyse(data, architecture);
    let is_override = |error: &Error| error.explain().contains("override");
    if !data.get_override().has_pcode_override() || !outcome.as_ref().is_err_and(is_override) {
        return outcome;
    }
    data.get_override().clear();
    analyse(data, architecture)
}

fn analyse(data: &mut Funcdata, architecture: &mut Architecture) -> Result<()> {
    if data.is_proc_started() {
        architecture.clear_analysis(data);
    }
    architecture.with_current_action(|action, architecture| {
        action.reset(data, architecture);
        action.perform(data, architecture).map(|_| ())
    })
}

/// Whether a call of the function by itself has another number of arguments than the function has parameters: those that
/// it passes on untouched are not seen.
fn calls_itself_otherwise(data: &Funcdata, architecture: &Architecture) -> bool {
    let parameters = data.get_func_proto().num_params(architecture);
    let own_calls = (0..data.num_calls())
        .map(|index| data.call_spec(data.get_call_specs(index)))
        .filter(|call| call.get_entry_address() == data.get_address());
    parameters > 0 && own_calls.map(|call| data.op(call.get_op()).num_input() - 1).any(|given| given != parameters)
}

/// Once more, with the parameters that were found as those of its calls of itself.
fn analyse_with_own_parameters(data: &mut Funcdata, architecture: &mut Architecture) -> Result<()> {
    data.get_func_proto_mut().set_input_lock(true, architecture);
    analyse(data, architecture)
}

/// What was found about a function must not change the texts of those that call it.
fn forget_parameters(data: &mut Funcdata, architecture: &mut Architecture) {
    let prototype = data.get_func_proto_mut();
    prototype.set_input_lock(false, architecture);
    prototype.set_model_lock(false);
}

fn print(data: &mut Funcdata, architecture: &mut Architecture) -> Result<String> {
    let printed = architecture.with_printer(Some(data), |printer, context| printer.doc_function(context))?;
    Ok(printed.1)
}

/// The decompiler keeps the slots of everything it ever made for a function: tens of megabytes for a large one.
fn release_memory(data: &mut Funcdata, architecture: &Architecture) {
    if let Some(translate) = architecture.translate.as_deref() {
        data.vbank = VarnodeBank::new(&architecture.manager, translate);
    }
    data.obank = PcodeOpBank::new();
    data.highs = Arena::new();
    data.groups = Arena::new();
    data.callspecs = Arena::new();
    data.jumptables = Arena::new();
}

fn collect(text: String, printed: Printed, data: &mut Funcdata, architecture: &mut Architecture) -> Result<Decompiled> {
    let operations = data
        .obank
        .alive_ops()
        .into_iter()
        .map(|id| (data.op(id).get_time(), data.op(id).get_addr().get_offset()))
        .collect();
    Ok(Decompiled {
        text,
        operations,
        signature: signature_of(data, architecture),
        locals: locals_of(&printed.declared, architecture)?,
        callees: callees_of(data),
        warnings: warnings_of(data, architecture),
        printed,
    })
}

fn signature_of(data: &mut Funcdata, architecture: &Architecture) -> Signature {
    let name = data.get_display_name().to_string();
    let prototype = data.get_func_proto_mut();
    let count = prototype.num_params(architecture);
    let parameters = (0..count).filter_map(|index| {
        let parameter = prototype.get_param(index, architecture)?;
        let type_id = parameter.get_type(architecture);
        let name = parameter.get_name(architecture).to_string();
        Some(variable(name, type_id, &parameter.get_address(architecture), architecture))
    });
    Signature {
        name,
        parameters: parameters.collect(),
        return_type: type_text(prototype.get_output_type(architecture), architecture),
        variadic: prototype.is_dotdotdot(),
        no_return: prototype.is_no_return(),
        convention: prototype.get_model_name(architecture).to_string(),
    }
}

/// Symbols of parameters are in the signature already.
const PARAMETER_CATEGORY: i16 = 0;

fn locals_of(declared: &[SymbolId], architecture: &Architecture) -> Result<Vec<Variable>> {
    let table = architecture.symboltab_ref()?;
    let mut locals = Vec::new();
    for id in declared {
        let Some(symbol) = table.symbols.try_get(*id) else {
            continue;
        };
        if symbol.get_category() == PARAMETER_CATEGORY || symbol.num_entries() == 0 {
            continue;
        }
        let entry = table.entry(symbol.get_map_entry_index(0));
        let address = if entry.is_dynamic() { Address::invalid() } else { entry.get_addr().clone() };
        if let Some(type_id) = symbol.get_type() {
            locals.push(variable(symbol.get_display_name().to_string(), type_id, &address, architecture));
        }
    }
    Ok(locals)
}

fn callees_of(data: &Funcdata) -> BTreeMap<u64, String> {
    (0..data.num_calls())
        .map(|index| data.call_spec(data.get_call_specs(index)))
        .filter(|call| !call.get_entry_address().is_invalid())
        .map(|call| (call.get_entry_address().get_offset(), call.get_name().to_string()))
        .collect()
}

fn warnings_of(data: &Funcdata, architecture: &Architecture) -> Vec<(u64, String)> {
    let Some(comments) = architecture.commentdb.as_deref() else {
        return Vec::new();
    };
    comments
        .function_comments(data.get_address())
        .into_iter()
        .filter(|comment| comment.get_type() & (Comment::WARNING | Comment::WARNINGHEADER) != 0)
        .map(|comment| {
            let message = comment.get_text().trim_start_matches("WARNING").trim_start_matches([':', ' ']);
            (comment.get_addr().get_offset(), message.to_string())
        })
        .collect()
}

fn variable(name: String, type_id: TypeId, address: &Address, architecture: &Architecture) -> Variable {
    let types = architecture.types.as_deref();
    let size = types.map_or(0, |types| types.get(type_id).get_size());
    Variable {
        name,
        type_text: type_text(type_id, architecture),
        storage: storage_text(address, size, architecture),
        size: u32::try_from(size).unwrap_or(0),
    }
}

fn type_text(type_id: TypeId, architecture: &Architecture) -> String {
    let mut text = String::new();
    if let Some(types) = architecture.types.as_deref() {
        types.get(type_id).print_raw(&mut text, types);
    }
    text
}

fn storage_text(address: &Address, size: i32, architecture: &Architecture) -> String {
    let Some(space) = address.get_space() else {
        return "computed".to_string();
    };
    let offset = address.get_offset();
    if space.get_type() == SpaceType::Spacebase {
        let unused_bits = 64_u32.saturating_sub(8 * space.get_addr_size());
        let signed = ((offset << unused_bits) as i64) >> unused_bits;
        let sign = if signed < 0 { "-" } else { "" };
        return format!("{}[{sign}{:#x}]", space.get_name(), signed.unsigned_abs());
    }
    let register = match architecture.translate.as_deref() {
        Some(translate) if space.get_name() == "register" => translate.get_register_name(space, offset, size),
        _ => String::new(),
    };
    if register.is_empty() { format!("{}:{offset:#x}", space.get_name()) } else { register }
}

/// Marks the lack of an address in the answer.
const NO_ADDRESS: u64 = u64::MAX;

impl Decompiled {
    pub fn write(&self, out: &mut Writer) {
        // The printer begins a function with empty lines.
        let body = self.text.trim_start_matches('\n');
        let skipped = (self.text.len() - body.len()) as u32;
        out.text(body.trim_end_matches('\n'));
        out.list(&self.printed.tokens, |out, token| {
            out.u32(token.start.saturating_sub(skipped));
            out.u32(token.length);
            out.u8(token.kind as u8);
            let address = token.operation.and_then(|time| self.operations.get(&time));
            out.u64(address.copied().unwrap_or(NO_ADDRESS));
        });
        self.signature.write(out);
        out.list(&self.locals, Variable::write);
        out.list(&self.callees.iter().collect::<Vec<_>>(), |out, (address, name)| {
            out.u64(**address);
            out.text(name);
        });
        out.list(&self.printed.strings, |out, text| out.text(text));
        out.list(&self.warnings, |out, (address, message)| {
            out.u64(*address);
            out.text(message);
        });
    }
}

impl Signature {
    fn write(&self, out: &mut Writer) {
        out.text(&self.name);
        out.text(&self.return_type);
        out.text(&self.convention);
        out.flag(self.variadic);
        out.flag(self.no_return);
        out.list(&self.parameters, Variable::write);
    }
}

impl Variable {
    fn write(out: &mut Writer, variable: &Variable) {
        out.text(&variable.name);
        out.text(&variable.type_text);
        out.text(&variable.storage);
        out.u32(variable.size);
    }
}
