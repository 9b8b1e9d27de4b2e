/* A program for macOS that needs no headers: calls through stubs, a jump table, data pointers, strings. */
typedef unsigned long size_t;
int printf(const char *format, ...);
int puts(const char *text);
void *malloc(size_t size);
void free(void *block);
int strcmp(const char *left, const char *right);
size_t strlen(const char *text);
void exit(int status) __attribute__((noreturn));
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
char *getenv(const char *name);
extern void *__stdoutp;
int fputs(const char *text, void *stream);
int missing(int value) __attribute__((weak_import));

struct command {
  const char *name;
  int (*run)(int argument);
};

__attribute__((noinline)) static int square(int value) { return value * value; }
__attribute__((noinline)) static int halve(int value) { return value / 2; }
__attribute__((noinline)) static int refuse(int value) {
  puts("refused to go on");
  exit(value);
}
int scale(int value) { return value * 3 + 1; }

const struct command COMMANDS[] = {{"square", square}, {"halve", halve}, {"refuse", refuse}, {"scale", scale}};
static int order(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }
int counters[16] = {1, 2, 3};
_Thread_local int depth = 3;
static int zeroed[64];

__attribute__((noinline)) const char *weekday(int day) {
  switch (day) {
    case 0: puts("first"); return "Sunday";
    case 1: return "Monday";
    case 2: puts("third"); return "Tuesday";
    case 3: return "Wednesday";
    case 4: puts("fifth"); return "Thursday";
    case 5: return "Friday";
    case 6: puts("last"); return "Saturday";
    default: return "no such day";
  }
}

__attribute__((noinline)) int dispatch(const char *name, int argument) {
  for (size_t index = 0; index < sizeof COMMANDS / sizeof *COMMANDS; index++) {
    if (strcmp(COMMANDS[index].name, name) == 0) return COMMANDS[index].run(argument);
  }
  fputs("unknown command\n", __stdoutp);
  return -1;
}

__attribute__((noinline)) int fill(char *text, int seed) {
  char buffer[64];
  size_t length = strlen(text);
  for (size_t at = 0; at < length && at < sizeof buffer; at++) buffer[at] = text[at] ^ seed;
  zeroed[seed & 63] = buffer[seed & 63];
  return buffer[length & 63];
}

__attribute__((constructor)) static void prepare(void) { counters[3] = 4; }

int main(int argc, char **argv) {
  int *values = malloc(16 * sizeof *values);
  for (int at = 0; at < 16; at++) values[at] = (at * 7919) % 31;
  qsort(values, 16, sizeof *values, order);
  printf("%s is day %d of %s\n", weekday(argc), values[3] + depth, getenv("HOME"));
  if (missing) missing(3);
  int result = argc > 1 ? dispatch(argv[1], argc) : fill(argv[0], argc);
  free(values);
  return result;
}
