package rea.ghidra;

import ghidra.program.model.address.AddressSpace;
import ghidra.program.model.listing.Data;
import ghidra.program.model.listing.Instruction;
import ghidra.program.model.listing.Listing;
import ghidra.program.model.symbol.FlowType;
import ghidra.program.model.symbol.RefType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the edges of the call graph: every instruction that calls, and jumps to other functions.
 */
final class CallEdges {
  private record Target(AddressSpace space, long offset) {}

  private final Listing listing;
  private final ProgramFunctions functions;
  private final ProgramReferences references;
  private final List<CallEdge> edges = new ArrayList<>();

  private CallEdges(ExtractedProgram program) {
    listing = program.program().getListing();
    functions = program.functions();
    references = program.references();
  }

  /** In order. */
  static List<CallEdge> of(ExtractedProgram program) {
    CallEdges found = new CallEdges(program);
    for (Instruction instruction : found.listing.getInstructions(true)) {
      FlowType flow = instruction.getFlowType();
      if (flow.isCall()) found.call(instruction, flow);
      else if (flow.isJump()) found.jump(instruction, flow);
    }
    Collections.sort(found.edges);
    return found.edges;
  }

  private void call(Instruction instruction, FlowType flow) {
    List<ProgramReference> own = from(instruction);
    Collection<Target> targets = targets(own, RefType::isCall);
    if (targets.isEmpty()) targets = pointees(own);
    if (targets.isEmpty()) targets = Collections.singleton(null);
    for (Target target : targets) edges.add(edge(instruction, flow, target));
  }

  /** Leaves the function that holds it for the entry of another; other jumps are no edges. */
  private void jump(Instruction instruction, FlowType flow) {
    List<ProgramReference> own = from(instruction);
    Collection<Target> targets = targets(own, RefType::isJump);
    if (targets.isEmpty() && flow.isComputed()) targets = pointees(own);
    for (Target target : targets) {
      CallEdge edge = edge(instruction, flow, target);
      if (!edge.isUnresolved() && edge.callee() != edge.caller()) edges.add(edge);
    }
  }

  private List<ProgramReference> from(Instruction instruction) {
    return references.from(
        instruction.getAddress().getAddressSpace(), Addresses.offset(instruction.getAddress()));
  }

  private static Collection<Target> targets(
      List<ProgramReference> own, Predicate<RefType> leadsThere) {
    Set<Target> targets = new LinkedHashSet<>();
    for (ProgramReference reference : own) {
      if (leadsThere.test(reference.type()))
        targets.add(new Target(reference.toSpace(), reference.to()));
    }
    return targets;
  }

  /** The functions that pointers in memory lead to, such as the slots of imports. */
  private Collection<Target> pointees(List<ProgramReference> own) {
    Set<Target> targets = new LinkedHashSet<>();
    for (ProgramReference reference : own) {
      if (!reads(reference.type()) || !isPointer(reference.toSpace(), reference.to())) continue;
      for (ProgramReference pointer : references.from(reference.toSpace(), reference.to())) {
        if (functions.indexAt(pointer.toSpace(), pointer.to()) >= 0)
          targets.add(new Target(pointer.toSpace(), pointer.to()));
      }
    }
    return targets;
  }

  /** The base of a table, which an index is added to, is only named. */
  private static boolean reads(RefType type) {
    return type.isRead() || type.isIndirect();
  }

  private boolean isPointer(AddressSpace space, long offset) {
    if (!space.isMemorySpace()) return false;
    Data data = listing.getDefinedDataAt(space.getAddress(offset));
    return data != null && data.isPointer();
  }

  private CallEdge edge(Instruction instruction, FlowType flow, Target target) {
    AddressSpace space = instruction.getAddress().getAddressSpace();
    long offset = Addresses.offset(instruction.getAddress());
    return new CallEdge(
        functions.indexContaining(space, offset),
        space,
        offset,
        flow.getName(),
        target == null ? -1 : functions.indexAt(target.space(), target.offset()),
        target == null ? null : target.space(),
        target == null ? 0 : target.offset());
  }
}
