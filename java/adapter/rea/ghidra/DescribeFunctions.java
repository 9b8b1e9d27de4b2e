package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import ghidra.program.model.address.AddressRange;
import ghidra.program.model.lang.PrototypeModel;
import ghidra.program.model.listing.Function;
import ghidra.program.model.listing.Parameter;
import ghidra.program.model.listing.StackFrame;
import ghidra.program.model.listing.Variable;
import ghidra.program.model.listing.VariableStorage;
import ghidra.program.model.symbol.Symbol;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** What Ghidra knows about each function of a program, a record each. */
final class DescribeFunctions {
  private static final Comparator<Variable> BY_STORAGE =
      Comparator.comparing(Variable::getVariableStorage)
          .thenComparing(Variable::getFirstUseOffset)
          .thenComparing(Variable::getName, Addresses.BYTEWISE);

  private static final Comparator<Symbol> BY_NAME =
      Comparator.comparing((Symbol symbol) -> symbol.getName(true), Addresses.BYTEWISE)
          .thenComparing(Symbol::getID);

  private DescribeFunctions() {}

  static void write(ExtractedProgram program, ExtractFile file) throws IOException {
    for (Function function : program.functions().all()) file.record(json -> item(json, function));
  }

  private static void item(JsonWriter json, Function function) throws IOException {
    json.beginObject();
    ProgramFunctions.writeObject(json.name("function"), function);
    json.name("signature").value(signature(function));
    json.name("signature_source").value(function.getSignatureSource().name());
    json.name("calling_convention").value(callingConvention(function));
    returns(json, function.getReturn());
    parameters(json, function.getParameters());
    locals(json, function.getLocalVariables());
    body(json, function);
    thunk(json, function);
    alternateSymbols(json, function);
    frame(json, function.getStackFrame());
    json.name("stack_purge");
    if (function.isStackPurgeSizeValid()) json.value(function.getStackPurgeSize());
    else json.nullValue();
    flags(json, function);
    json.endObject();
  }

  /** Names the calling convention where it is not the one that the compiler always uses. */
  private static String signature(Function function) {
    PrototypeModel usual = function.getProgram().getCompilerSpec().getDefaultCallingConvention();
    boolean isUsual = usual != null && usual.getName().equals(function.getCallingConventionName());
    return function.getPrototypeString(false, !isUsual);
  }

  private static String callingConvention(Function function) {
    String name = function.getCallingConventionName();
    return Function.UNKNOWN_CALLING_CONVENTION_STRING.equals(name) ? null : name;
  }

  private static void returns(JsonWriter json, Parameter value) throws IOException {
    json.name("returns").beginObject();
    typeAndStorage(json, value);
    json.endObject();
  }

  private static void parameters(JsonWriter json, Parameter[] parameters) throws IOException {
    json.name("parameters").beginArray();
    for (Parameter parameter : parameters) {
      json.beginObject();
      json.name("ordinal").value(parameter.getOrdinal());
      json.name("name").value(parameter.getName());
      typeAndStorage(json, parameter);
      json.name("is_automatic").value(parameter.isAutoParameter());
      json.endObject();
    }
    json.endArray();
  }

  private static void locals(JsonWriter json, Variable[] locals) throws IOException {
    Arrays.sort(locals, BY_STORAGE);
    json.name("locals").beginArray();
    for (Variable local : locals) {
      json.beginObject();
      json.name("name").value(local.getName());
      typeAndStorage(json, local);
      json.name("first_use_offset").value(local.getFirstUseOffset());
      json.endObject();
    }
    json.endArray();
  }

  private static void typeAndStorage(JsonWriter json, Variable variable) throws IOException {
    VariableStorage storage = variable.getVariableStorage();
    json.name("type").value(variable.getDataType().getDisplayName());
    json.name("storage").value(hasPlace(storage) ? storage.toString() : null);
  }

  private static boolean hasPlace(VariableStorage storage) {
    return !storage.isBadStorage() && !storage.isUnassignedStorage() && !storage.isVoidStorage();
  }

  private static void body(JsonWriter json, Function function) throws IOException {
    json.name("body").beginArray();
    for (AddressRange range : function.getBody()) {
      json.beginObject();
      Addresses.write(json.name("start"), range.getMinAddress());
      Addresses.write(json.name("end"), range.getMaxAddress());
      json.endObject();
    }
    json.endArray();
  }

  private static void thunk(JsonWriter json, Function function) throws IOException {
    json.name("thunk").beginObject();
    json.name("is_thunk").value(function.isThunk());
    ProgramFunctions.writeObject(json.name("target"), function.getThunkedFunction(false));
    ProgramFunctions.writeObject(json.name("resolved"), function.getThunkedFunction(true));
    json.endObject();
  }

  private static void alternateSymbols(JsonWriter json, Function function) throws IOException {
    long own = function.getSymbol().getID();
    List<Symbol> others =
        Arrays.stream(function.getProgram().getSymbolTable().getSymbols(function.getEntryPoint()))
            .filter(symbol -> symbol.getID() != own)
            .sorted(BY_NAME)
            .toList();
    json.name("alternate_symbols").beginArray();
    for (Symbol symbol : others) {
      json.beginObject();
      json.name("name").value(symbol.getName(false));
      json.name("qualified_name").value(symbol.getName(true));
      json.name("source").value(symbol.getSource().name());
      json.endObject();
    }
    json.endArray();
  }

  private static void frame(JsonWriter json, StackFrame frame) throws IOException {
    json.name("frame").beginObject();
    json.name("size").value(frame.getFrameSize());
    json.name("local_size").value(frame.getLocalSize());
    json.name("parameter_size").value(frame.getParameterSize());
    json.endObject();
  }

  private static void flags(JsonWriter json, Function function) throws IOException {
    json.name("flags").beginObject();
    json.name("is_external").value(function.isExternal());
    json.name("is_inline").value(function.isInline());
    json.name("is_no_return").value(function.hasNoReturn());
    json.name("has_variable_arguments").value(function.hasVarArgs());
    json.name("has_custom_storage").value(function.hasCustomVariableStorage());
    json.endObject();
  }
}
