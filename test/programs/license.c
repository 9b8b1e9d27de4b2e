/* Calls, pointers, strings, imports and data whose relations the tests of the operations know. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUT __attribute__((noinline, noclone))

int counter;
int limits[4] = {1, 2, 3, 4};
static char scratch[4096];

OUT static int run_shell(const char *line) { counter++; return system(line); }
OUT static int do_start(const char *arg) { return run_shell(arg) + 1; }
OUT static int do_stop(const char *arg) { puts("license expired"); return (int)strlen(arg) + limits[2]; }

struct command { const char *name; int (*run)(const char *); };
static const struct command commands[] = {{"start-service", do_start}, {"stop-service", do_stop}};

OUT static int dispatch(const char *name, const char *arg) {
  for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
    if (strcmp(commands[i].name, name) == 0) return commands[i].run(arg) + 1;
  return -1;
}

OUT static int even(unsigned n);
OUT static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1) + (scratch[n & 7] ? 1 : 0); }
OUT static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1) + (scratch[n & 3] ? 1 : 0); }

OUT int check_license(const char *key) {
  if (key == NULL || strcmp(key, "AKIA-SECRET") != 0) { puts("license expired"); return 0; }
  return even((unsigned)strlen(key));
}

int main(int argc, char **argv) {
  if (!check_license(getenv("LICENSE_KEY"))) return 2;
  memset(scratch, argc, sizeof scratch);
  return argc > 2 ? dispatch(argv[1], argv[2]) : 0;
}
