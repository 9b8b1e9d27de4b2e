//! Ends the work on a function that takes too many steps or too much memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use ghidra_decompiler::action::{ActionGroupList, Rule, RuleBase};
use ghidra_decompiler::architecture::Architecture;
use ghidra_decompiler::error::{Error, Result};
use ghidra_decompiler::funcdata::Funcdata;
use ghidra_decompiler::op::OpId;
use ghidra_decompiler::opcodes::OpCode;

use crate::machine::RULE_GROUP;

/// How much more a function may do.
#[derive(Clone, Default)]
pub struct WorkMeter {
    steps: Arc<AtomicU32>,
    steps_left: Arc<AtomicU32>,
    exhausted: Arc<AtomicU32>,
}

impl WorkMeter {
    /// Starts the count for a function.
    pub fn restart(&self, steps: u32) {
        self.steps.store(steps, Ordering::Relaxed);
        self.steps_left.store(steps, Ordering::Relaxed);
        self.exhausted.store(0, Ordering::Relaxed);
    }

    /// Whether as much can be done again as was done.
    pub fn has_half_left(&self) -> bool {
        self.steps_left.load(Ordering::Relaxed) >= self.steps.load(Ordering::Relaxed) / 2
    }

    /// Whether the error of a function is the limit's.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted.load(Ordering::Relaxed) != 0
    }

    fn step(&self) -> Result<()> {
        let left = self.steps_left.load(Ordering::Relaxed);
        if left == 0 {
            return self.exhaust("too many rewriting steps");
        }
        self.steps_left.store(left - 1, Ordering::Relaxed);
        if left.is_multiple_of(MEMORY_CHECK_INTERVAL) && memory_pages() > MEMORY_LIMIT_PAGES {
            return self.exhaust("too much memory");
        }
        Ok(())
    }

    fn exhaust(&self, what: &str) -> Result<()> {
        self.exhausted.store(1, Ordering::Relaxed);
        Err(Error::Lowlevel(what.to_string()))
    }
}

/// Steps between two looks at the size of the memory.
const MEMORY_CHECK_INTERVAL: u32 = 4096;

/// 1.5 GiB; a page has 64 KiB.
const MEMORY_LIMIT_PAGES: usize = 24 * 1024;

#[cfg(target_arch = "wasm32")]
fn memory_pages() -> usize {
    core::arch::wasm32::memory_size(0)
}

#[cfg(not(target_arch = "wasm32"))]
fn memory_pages() -> usize {
    0
}

/// A rewriting rule that rewrites nothing: the decompiler offers it an operation at each step of its main loop.
pub struct WorkLimit {
    base: RuleBase,
    meter: WorkMeter,
}

impl WorkLimit {
    pub fn new(meter: WorkMeter) -> WorkLimit {
        WorkLimit { base: RuleBase::new(RULE_GROUP, 0, "worklimit"), meter }
    }
}

impl Rule for WorkLimit {
    fn base(&self) -> &RuleBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut RuleBase {
        &mut self.base
    }

    fn clone_rule(&self, groups: &ActionGroupList) -> Option<Box<dyn Rule>> {
        groups.contains(RULE_GROUP).then(|| Box::new(WorkLimit::new(self.meter.clone())) as Box<dyn Rule>)
    }

    /// The operations that every function has; others come from these.
    fn get_op_list(&self, operations: &mut Vec<OpCode>) {
        operations.extend([
            OpCode::Copy,
            OpCode::Load,
            OpCode::Store,
            OpCode::Call,
            OpCode::Callind,
            OpCode::Cbranch,
            OpCode::IntAdd,
            OpCode::IntEqual,
            OpCode::Multiequal,
            OpCode::Indirect,
            OpCode::Piece,
            OpCode::Subpiece,
            OpCode::Ptradd,
            OpCode::Ptrsub,
        ]);
    }

    fn apply_op(&mut self, _op: OpId, _data: &mut Funcdata, _architecture: &mut Architecture) -> Result<i32> {
        self.meter.step()?;
        Ok(0)
    }
}
