/* Runs each trial in a child of its own, with bounds on what it may use, and frames what it prints. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "trial.h"

extern const struct trial __start_trials[], __stop_trials[];

static void bound(int what, rlim_t value) {
  struct rlimit limit = {value, value};
  setrlimit(what, &limit);
}

static void run(const struct trial *trial) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    bound(RLIMIT_CPU, 2);
    bound(RLIMIT_CORE, 0);
    bound(RLIMIT_FSIZE, 1 << 20);
    // Emulated processes cannot be interrupted by their own clock while they spin in a handler-free loop: use wall time too.
    alarm(10);
    trial->run();
    fflush(stdout);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) abort();
  if (WIFSIGNALED(status)) SHOW("\nended by signal %d", WTERMSIG(status));
}

/* `commands` is a file of lines "name address": the functions to try, where the original of each lies. */
int run_trials(const char *commands, const char *texts) {
  void *library = texts == NULL ? NULL : dlopen(texts, RTLD_NOW);
  FILE *file = fopen(commands, "r");
  char name[64], symbol[80];
  unsigned long address;
  if (file == NULL || (texts != NULL && library == NULL)) {
    if (texts != NULL) fprintf(stderr, "%s\n", dlerror());
    return 3;
  }
  while (fscanf(file, "%63s %lx", name, &address) == 2) {
    snprintf(symbol, sizeof symbol, "text_of_%s", name);
    for (const struct trial *trial = __start_trials; trial < __stop_trials; trial++) {
      if (strcmp(trial->name, name) != 0) continue;
      *trial->function = library == NULL ? (void *)address : dlsym(library, symbol);
      if (*trial->function == NULL) continue;
      SHOW("== %s", name);
      run(trial);
    }
  }
  fclose(file);
  return 0;
}
