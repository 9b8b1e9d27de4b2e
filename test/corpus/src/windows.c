/* What only Windows programs have: imports by ordinal, delayed ones, a callback of the loader, other conventions. */
typedef unsigned long DWORD;

__declspec(dllimport) void __stdcall ExitProcess(unsigned code);
__declspec(dllimport) void *__stdcall GetStdHandle(DWORD which);
__declspec(dllimport) int __stdcall WriteFile(void *file, const void *data, DWORD size, DWORD *written, void *overlapped);
__declspec(dllimport) int __stdcall WSAStartup(unsigned short version, void *data);
__declspec(dllimport) int __stdcall MessageBoxA(void *owner, const char *text, const char *title, unsigned type);

static const char greeting[] = "hello from a small Windows program\r\n";
static volatile int started;

static void __stdcall on_start(void *module, DWORD reason, void *reserved) {
  (void)module;
  (void)reserved;
  if (reason == 1) started = 1;
}

/* The linker makes the directory of thread-local storage from this record; the loader calls what its table holds. */
typedef void(__stdcall *callback)(void *, DWORD, void *);
static const callback callbacks[] = {on_start, 0};
static DWORD tls_index;
static char tls_data[4];
const struct {
  void *start, *end;
  DWORD *index;
  const callback *callbacks;
  DWORD zero_fill, characteristics;
} _tls_used = {tls_data, tls_data + 4, &tls_index, callbacks, 0, 0};

__attribute__((noinline)) int __stdcall twice(int value, int unused) { return value * 2 + unused; }
__attribute__((noinline)) int __fastcall thrice(int value, int unused) { return value * 3 - unused; }

/* Dense enough for a jump table. */
__attribute__((noinline)) const char *day(int number) {
  switch (number) {
    case 0: return "Monday";
    case 1: return "Tuesday";
    case 2: return "Wednesday";
    case 3: return "Thursday";
    case 4: return "Friday";
    case 5: return "Saturday";
    case 6: return "Sunday";
    default: return "no day";
  }
}

/* What the stub of a delayed import calls first; a real one would load the library. */
void *__stdcall __delayLoadHelper2(const void *descriptor, void **slot) {
  (void)descriptor;
  return *slot;
}

static void print(const char *text) {
  DWORD size = 0;
  DWORD written;
  while (text[size] != 0) size++;
  WriteFile(GetStdHandle((DWORD)-11), text, size, &written, 0);
}

void start(void) {
  char data[512];
  print(greeting);
  print(day(twice(started, 1) + thrice(started, 0)));
  if (WSAStartup(0x202, data) != 0) MessageBoxA(0, "no network", "windows", 0);
  ExitProcess(0);
}
