# Links OUT.o into a program with resources, an import by ordinal and a delayed one: sh windows-link.sh ARCH OUT
set -e
tool="$1-w64-mingw32"
sources="$PWD"
work="$(mktemp -d)"
mv "$2.o" "$work/windows.o"
"$tool-windres" windows.rc -O coff -o "$work/resources.o"
cd "$work"
# 32-bit names carry the size of their arguments.
if [ "$1" = i686 ]; then set -- "$1" "$2" -k @8 @16 _start; else set -- "$1" "$2" "" "" "" start; fi
printf 'LIBRARY WS2_32.dll\nEXPORTS\nWSAStartup%s @115 NONAME\n' "$4" > ordinal.def
printf 'LIBRARY USER32.dll\nEXPORTS\nMessageBoxA%s\n' "$5" > delayed.def
"$tool-dlltool" $3 -d ordinal.def -l ordinal.a
"$tool-dlltool" $3 -d delayed.def --output-delaylib delayed.a
"$tool-gcc" -nostdlib -e "$6" -Wl,--no-insert-timestamp -o "$2" windows.o resources.o ordinal.a delayed.a -lkernel32
python3 "$sources/delay-directory.py" "$2" "$tool-nm"
rm -r "$work"
