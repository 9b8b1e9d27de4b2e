/*
 * Each file of this folder is compiled twice. As part of the program that is decompiled, FUNCTION defines functions and
 * TRIAL vanishes. With -DTRIALS, FUNCTION declares a pointer that the host sets to the function under trial (the
 * original or what was made of its text), and TRIAL is what calls it and shows what came back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct trial {
  const char *name;
  void **function;
  void (*run)(void);
};

#ifdef TRIALS
#define FUNCTION(type, name, parameters) \
  static type(*name) parameters; \
  static __attribute__((unused)) type name##_body parameters
#define TRIAL(name) \
  static void name##_run(void); \
  static const struct trial name##_trial __attribute__((used, section("trials"), aligned(8))) = { \
    #name, (void **)&name, name##_run}; \
  static void name##_run(void)
#else
#define FUNCTION(type, name, parameters) type name parameters
#define TRIAL(name) static inline void name##_run(void)
#endif

/* Prints values, so that all of a function's results make one transcript. */
#define SHOW(...) (printf(__VA_ARGS__), putchar('\n'))
#define COUNT(array) (sizeof(array) / sizeof *(array))
