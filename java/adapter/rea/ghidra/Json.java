package rea.ghidra;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;

/** Something that writes itself as one JSON value. */
@FunctionalInterface
interface Json {
  void write(JsonWriter json) throws IOException;
}
