package rea.ghidra;

import ghidra.app.util.bin.ByteProvider;
import ghidra.app.util.bin.ByteProviderWrapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Apple's universal files, {@code mach-o/fat.h}: several programs in one, which no loader of Ghidra
 * takes whole.
 */
final class UniversalBinary {
  private static final int MAGIC = 0xcafebabe;
  private static final int HEADER_SIZE = 8;
  private static final int ENTRY_SIZE = 20;
  private static final int OFFSET_FIELD = 8;
  private static final int SIZE_FIELD = 12;

  /**
   * More than there are kinds of processors; a class file of Java, whose magic is the same, names
   * fewer still.
   */
  private static final int MOST_PROGRAMS = 32;

  private UniversalBinary() {}

  /** The programs that lie inside the file, in its order; none when it is no universal file. */
  static List<ByteProvider> programs(ByteProvider file) throws IOException {
    if (file.length() < HEADER_SIZE) return List.of();
    ByteBuffer header = ByteBuffer.wrap(file.readBytes(0, HEADER_SIZE));
    int count = header.getInt(4);
    if (header.getInt(0) != MAGIC || count < 0 || count > MOST_PROGRAMS) return List.of();
    long tableEnd = HEADER_SIZE + (long) count * ENTRY_SIZE;
    if (tableEnd > file.length()) return List.of();

    ByteBuffer table = ByteBuffer.wrap(file.readBytes(HEADER_SIZE, tableEnd - HEADER_SIZE));
    List<ByteProvider> programs = new ArrayList<>();
    for (int entry = 0; entry < table.capacity(); entry += ENTRY_SIZE) {
      long offset = Integer.toUnsignedLong(table.getInt(entry + OFFSET_FIELD));
      long size = Integer.toUnsignedLong(table.getInt(entry + SIZE_FIELD));
      if (offset + size <= file.length()) programs.add(new ByteProviderWrapper(file, offset, size));
    }
    return programs;
  }
}
