/*
 * The program whose functions are decompiled: `host TRIALS COMMANDS TEXTS`. Runs trials of the library TRIALS on its own
 * functions, or on those that the library TEXTS has of them.
 */
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **arguments) {
  void *trials = count > 2 ? dlopen(arguments[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
  if (trials == NULL) return 2;
  int (*run)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(trials, "run_trials");
  return run == NULL ? 2 : run(arguments[2], count > 3 ? arguments[3] : NULL);
}
