/* What only debugging information tells of a program: types, names and places of variables, noreturn, arrays of text. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

struct entry {
  long number;
  char name[12];
  char words[2][8];
};
struct entry entries[2] = {{1, "first name", {"alpha", "beta"}}, {2, "second name", {"gamma", "delta"}}};

/* Bytes that are no US-ASCII; numbers that are no characters, one that stands for such, and one beyond 16 bits. */
char broken[] = "two \xff bad";
wchar_t beyond[] = L"beyond \x110000 all";
wchar_t half[] = L"half \xd800 pair";
wchar_t replaced[] = L"replaced \xfffd well";
wchar_t whole[] = L"whole \U0001F600 pair";

char shared[] = "text with many readers";
const char *const readers[20] = {shared, shared, shared, shared, shared, shared, shared, shared, shared, shared,
                                 shared, shared, shared, shared, shared, shared, shared, shared, shared, shared};

__attribute__((noinline)) long plain(long value) { return puts(broken) + value; }
long alias(long) __attribute__((alias("plain")));

__attribute__((noinline)) long long mix(short first, const char *second, double third, long long fourth) {
  char local[24];
  snprintf(local, sizeof local, "%d %s %f %lld", first, second, third, fourth);
  return atoll(local);
}

__attribute__((noinline)) long total(long count, ...) {
  va_list values;
  va_start(values, count);
  long sum = 0;
  while (count-- > 0) sum += va_arg(values, long);
  va_end(values);
  return sum;
}

__attribute__((noreturn, noinline)) void stop(short code) { exit(code); }

int main(int argc, char **argv) {
  if (argc > 9) stop(argc);
  wprintf(L"%ls%ls%ls%ls%s%s", beyond, half, replaced, whole, entries[argc].name, readers[argc]);
  return plain(argc) + total(2, 1l, 2l) + mix(1, argv[0], 2.0, 3);
}
