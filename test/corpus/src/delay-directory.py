"""Names the delay import descriptor in the directory of a PE file, as other linkers do: delay-directory.py FILE NM"""
import struct
import subprocess
import sys

path, nm = sys.argv[1:]
names = subprocess.run([nm, path], capture_output=True, text=True, check=True).stdout.splitlines()
address = min(int(line.split()[0], 16) for line in names if "DELAY_IMPORT_DESCRIPTOR" in line)
with open(path, "r+b") as file:
    data = bytearray(file.read())
    optional = struct.unpack_from("<I", data, 0x3C)[0] + 24
    wide = struct.unpack_from("<H", data, optional)[0] == 0x20B
    base = struct.unpack_from("<Q" if wide else "<I", data, optional + (24 if wide else 28))[0]
    struct.pack_into("<II", data, optional + (112 if wide else 96) + 13 * 8, address - base, 64)
    file.seek(0)
    file.write(data)
