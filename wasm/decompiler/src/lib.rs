//! Decompiles the functions of one program inside a WebAssembly instance.
//!
//! The host allocates, writes and hands over memory: `add_region` for each region of the program, then `open` with the
//! feed, then `decompile` for each function. `open` and `decompile` return a status and leave an answer, which stays
//! until the next call. An instance that trapped must not be called again.

mod c_tokens;
mod declaration;
mod feed;
mod function;
mod joined_ranges;
mod machine;
mod memory;
mod panic_message;
mod session;
mod single_results;
mod token_sink;
mod wire;
mod work_limit;

use std::cell::RefCell;

use feed::Feed;
use function::Failure;
use memory::Region;
use session::{OpenError, Session};
use wire::Writer;

/// What a call returns. The answer of `Done` is what was asked for, otherwise a text that says what is wrong.
#[repr(u32)]
enum Status {
    Done = 0,
    WorkLimit = 1,
    NotAFunction = 2,
    DecompilerError = 3,
    UnsupportedProgram = 4,
    /// The host broke the protocol.
    Misused = 5,
}

#[derive(Default)]
struct Module {
    regions: Vec<Region>,
    session: Option<Session>,
    answer: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Memory for `size` bytes that the host fills and hands over with a call that takes it.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(size: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; size].into_boxed_slice()).cast()
}

/// Takes back what `allocate` gave.
fn taken(pointer: *mut u8, size: usize) -> Vec<u8> {
    // SAFETY: the host hands over what `allocate(size)` gave it, once.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, size)) }.into_vec()
}

/// Maps `size` bytes at `address`, the first of them from the memory handed over.
#[unsafe(no_mangle)]
pub extern "C" fn add_region(address: u64, size: u64, pointer: *mut u8, length: usize) {
    let bytes = taken(pointer, length);
    MODULE.with_borrow_mut(|module| module.regions.push(Region { address, size, bytes }));
}

/// Bytes that the description of a processor becomes, and those that a byte of a feed becomes.
const OPENED: usize = 44 << 20;
const OPENED_A_BYTE: usize = 32;

/// Lets the memory grow in one step instead of hundreds, at each of which the host may look for garbage. What is not
/// written to takes no memory of the machine.
fn find_room(size: usize) {
    let mut room = Vec::<u8>::new();
    // Where it cannot grow as far, it grows step by step.
    let _ = room.try_reserve_exact(size);
    std::hint::black_box(&room);
}

/// Opens the program with the feed handed over. The answer lists the declarations that were not understood.
#[unsafe(no_mangle)]
pub extern "C" fn open(pointer: *mut u8, length: usize) -> u32 {
    panic_message::keep_panic_messages();
    let bytes = taken(pointer, length);
    find_room(OPENED + OPENED_A_BYTE * length);
    MODULE.with_borrow_mut(|module| {
        let Ok(feed) = Feed::read(&bytes) else {
            return module.fail(Status::Misused, "the feed is malformed");
        };
        match Session::open(std::mem::take(&mut module.regions), feed) {
            Ok(mut session) => {
                let mut out = Writer::default();
                out.list(&std::mem::take(&mut session.refused), |out, text| out.text(text));
                module.session = Some(session);
                module.finish(out)
            }
            Err(OpenError::Unsupported(what)) => module.fail(Status::UnsupportedProgram, &what),
            Err(OpenError::Decompiler(error)) => module.fail(Status::DecompilerError, error.explain()),
        }
    })
}

/// Decompiles the function at `address` in at most `steps` rewriting steps.
#[unsafe(no_mangle)]
pub extern "C" fn decompile(address: u64, steps: u32) -> u32 {
    MODULE.with_borrow_mut(|module| {
        let Some(session) = &mut module.session else {
            return module.fail(Status::Misused, "no program is open");
        };
        match session.decompile(address, steps) {
            Ok(decompiled) => {
                let mut out = Writer::default();
                decompiled.write(&mut out);
                module.finish(out)
            }
            Err(Failure::WorkLimit(message)) => module.fail(Status::WorkLimit, &message),
            Err(Failure::NotAFunction(message)) => module.fail(Status::NotAFunction, &message),
            Err(Failure::Decompiler(message)) => module.fail(Status::DecompilerError, &message),
        }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn answer_pointer() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    MODULE.with_borrow(|module| module.answer.len())
}

impl Module {
    fn finish(&mut self, out: Writer) -> u32 {
        self.answer = out.into_bytes();
        Status::Done as u32
    }

    fn fail(&mut self, status: Status, message: &str) -> u32 {
        self.answer = message.as_bytes().to_vec();
        status as u32
    }
}
