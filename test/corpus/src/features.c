/* One of each thing that control-flow recovery must get right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int (*handler)(int);

static int handle_add(int value) { return value + 1; }
static int handle_double(int value) { return value * 2; }
static int handle_negate(int value) { return -value; }
static int handle_square(int value) { return value * value; }

/* Reached only through this table of pointers. */
static const handler handlers[] = {handle_add, handle_double, handle_negate, handle_square};

static jmp_buf recovery;
static int log_lines;

__attribute__((noreturn, noinline)) static void fatal(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  abort();
}

/* Never returns, and nothing but its body says so. */
__attribute__((noinline)) static void leave(int status) {
  fflush(stdout);
  _exit(status & 0x7f);
}

__attribute__((constructor)) static void before_main(void) { log_lines = 1; }
__attribute__((destructor)) static void after_main(void) { log_lines = 0; }

/* A dense switch: compiled to a jump table. */
__attribute__((noinline)) const char *name_of(int code) {
  switch (code) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    case 5: return "five";
    case 6: log_lines++; return "six";
    case 7: return "seven";
    case 9: return "nine";
    case 12: return "a dozen";
    default: return "many";
  }
}

/* A second switch whose cases do work. */
__attribute__((noinline)) int evaluate(int operation, int left, int right) {
  switch (operation) {
    case '+': return left + right;
    case '-': return left - right;
    case '*': return left * right;
    case '/': if (right == 0) fatal("division of %d by zero\n", left); return left / right;
    case '%': if (right == 0) fatal("remainder of %d by zero\n", left); return left % right;
    case '&': return left & right;
    case '|': return left | right;
    case '^': return left ^ right;
    default: leave(operation); return 0;
  }
}

/* Threaded code: labels as values. */
__attribute__((noinline)) int interpret(const unsigned char *program) {
  static void *const labels[] = {&&stop, &&increment, &&decrement, &&twice};
  int accumulator = 0;
  goto *labels[*program++ & 3];
increment:
  accumulator++;
  goto *labels[*program++ & 3];
decrement:
  accumulator--;
  goto *labels[*program++ & 3];
twice:
  accumulator *= 2;
  goto *labels[*program++ & 3];
stop:
  return accumulator;
}

__attribute__((noinline)) static int is_even(unsigned value);
__attribute__((noinline)) static int is_odd(unsigned value) { return value == 0 ? 0 : is_even(value - 1); }
__attribute__((noinline)) static int is_even(unsigned value) { return value == 0 ? 1 : is_odd(value - 1); }

/* Ends in a jump to an import. */
__attribute__((noinline)) int say(const char *text) { return puts(text); }

/* A cold path that the compiler moves away. */
__attribute__((noinline)) int checked(int value) {
  if (__builtin_expect(value < 0, 0)) {
    fprintf(stderr, "negative value %d\n", value);
    if (value < -100) fatal("value %d is out of range\n", value);
    longjmp(recovery, value);
  }
  return value + 7;
}

int dispatch(unsigned which, int value) {
  if (which >= sizeof handlers / sizeof *handlers) fatal("no handler %u\n", which);
  return handlers[which](value);
}

int main(int argc, char **argv) {
  static const unsigned char program[] = {1, 1, 3, 2, 0};
  int total = 0;
  if (setjmp(recovery) != 0) return 9;
  for (int index = 1; index < argc; index++) {
    int value = atoi(argv[index]);
    total += checked(dispatch((unsigned)value & 3, value));
    say(name_of(value));
    total += evaluate(argv[index][0], total, value) + is_odd((unsigned)value);
  }
  return total + interpret(program);
}
