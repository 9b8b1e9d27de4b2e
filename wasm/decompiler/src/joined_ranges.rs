//! A comparison that was split over a sum and the number in it becomes one again.
//!
//! Code that compares `x - 10` with 6 and branches on "above" asks for "less" and for "equal". The second of the two is
//! rewritten into one about `x`, and what belongs together is no longer seen: the bound of a switch would be lost.

use ghidra_decompiler::action::{ActionGroupList, Rule, RuleBase};
use ghidra_decompiler::architecture::Architecture;
use ghidra_decompiler::error::Result;
use ghidra_decompiler::funcdata::Funcdata;
use ghidra_decompiler::op::OpId;
use ghidra_decompiler::opcodes::OpCode;
use ghidra_decompiler::rangeutil::CircleRange;
use ghidra_decompiler::varnode::VarnodeId;

use crate::machine::RULE_GROUP;

/// `x + c < n || x == n - c` becomes `x + c <= n`, and alike for every pair of ranges that make one.
pub struct JoinedRanges {
    base: RuleBase,
}

impl JoinedRanges {
    pub fn new() -> JoinedRanges {
        JoinedRanges { base: RuleBase::new(RULE_GROUP, 0, "joinedranges") }
    }
}

impl Rule for JoinedRanges {
    fn base(&self) -> &RuleBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut RuleBase {
        &mut self.base
    }

    fn clone_rule(&self, groups: &ActionGroupList) -> Option<Box<dyn Rule>> {
        groups.contains(RULE_GROUP).then(|| Box::new(JoinedRanges::new()) as Box<dyn Rule>)
    }

    fn get_op_list(&self, operations: &mut Vec<OpCode>) {
        operations.extend([OpCode::BoolOr, OpCode::BoolAnd]);
    }

    fn apply_op(&mut self, op: OpId, data: &mut Funcdata, architecture: &mut Architecture) -> Result<i32> {
        let [left, right] = [0, 1].map(|slot| Condition::of(data.op(op).get_in(slot), data));
        let (Some(left), Some(right)) = (left, right) else {
            return Ok(0);
        };
        let Some((sum, mut range, other)) = on_one_sum(left, right, data) else {
            return Ok(0);
        };
        let is_and = data.op(op).code() == OpCode::BoolAnd;
        let undefined = if is_and { range.intersect(&other) } else { range.circle_union(&other) };
        let (mut code, mut constant, mut slot) = (OpCode::Copy, 0, 0);
        if undefined != 0 || range.translate2_op(&mut code, &mut constant, &mut slot) != 0 {
            return Ok(0);
        }
        let constant = data.new_constant(data.vn(sum).get_size(), constant, architecture);
        data.op_set_opcode(op, code, architecture);
        data.op_set_input(op, sum, 1 - slot)?;
        data.op_set_input(op, constant, slot)?;
        Ok(1)
    }
}

/// What a comparison with a constant says: the value is in the range.
struct Condition {
    value: VarnodeId,
    range: CircleRange,
}

impl Condition {
    fn of(outcome: VarnodeId, data: &Funcdata) -> Option<Condition> {
        let mut range = CircleRange::new_bool(true);
        let mut op = data.vn(outcome).get_def()?;
        if data.op(op).code() == OpCode::BoolNegate {
            let negated = range.pull_back(op, None, false, data)?;
            op = data.vn(negated).get_def()?;
        }
        if !data.op(op).is_bool_output() {
            return None;
        }
        let value = range.pull_back(op, None, false, data)?;
        data.vn(value).is_heritage_known().then_some(Condition { value, range })
    }

    /// The range in which `sum` is when this holds, where it is this value and a constant.
    fn of_sum(mut self, sum: VarnodeId, data: &Funcdata) -> Option<CircleRange> {
        let op = data.op(data.vn(sum).get_def()?);
        if op.code() != OpCode::IntAdd || op.get_in(0) != self.value {
            return None;
        }
        let added = data.vn(op.get_in(1));
        let (size, negative) = (added.get_size(), added.get_offset().wrapping_neg());
        let shifts = added.is_constant() && self.range.pull_back_binary(OpCode::IntAdd, negative, 0, size, size);
        shifts.then_some(self.range)
    }
}

/// Both ranges for the one of the two values that is the other one and a constant.
fn on_one_sum(left: Condition, right: Condition, data: &Funcdata) -> Option<(VarnodeId, CircleRange, CircleRange)> {
    let (left_value, right_value) = (left.value, right.value);
    let (left_range, right_range) = (left.range.clone(), right.range.clone());
    if let Some(range) = right.of_sum(left_value, data) {
        return Some((left_value, left_range, range));
    }
    let range = left.of_sum(right_value, data)?;
    Some((right_value, right_range, range))
}
