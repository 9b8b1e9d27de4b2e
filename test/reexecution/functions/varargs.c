#include "trial.h"

FUNCTION(int, sum_of, (int count, ...)) {
  va_list list;
  int sum = 0;
  va_start(list, count);
  while (count-- > 0) sum += va_arg(list, int);
  va_end(list);
  return sum;
}
TRIAL(sum_of) { SHOW("%d %d %d", sum_of(0), sum_of(3, 10, 20, -5), sum_of(9, 1, 2, 3, 4, 5, 6, 7, 8, 9)); }

FUNCTION(double, mean_of_many, (int count, ...)) {
  va_list list;
  double sum = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) sum += va_arg(list, double);
  va_end(list);
  return count > 0 ? sum / count : 0;
}
TRIAL(mean_of_many) { SHOW("%g %g", mean_of_many(2, 1.5, 4.0), mean_of_many(0)); }

FUNCTION(int, format_into, (char *out, size_t size, const char *format, ...)) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(out, size, format, list);
  va_end(list);
  return length;
}
TRIAL(format_into) {
  char out[32];
  int length = format_into(out, sizeof out, "%d-%s-%c", 42, "text", 'z');
  SHOW("%d %s", length, out);
}

FUNCTION(int, describe, (char *out, int a, double b, const char *c)) {
  return sprintf(out, "%d %.2f %s %x %c", a, b, c, a * 3, c[0]);
}
TRIAL(describe) {
  char out[64];
  int length = describe(out, 255, 3.14159, "pi");
  SHOW("%d %s", length, out);
}

FUNCTION(void, report, (const char *name, int value)) {
  if (value < 0) printf("%s is negative: %d\n", name, value);
  else if (value == 0) puts("zero");
  else printf("%s: %d (%#x)\n", name, value, (unsigned)value);
}
TRIAL(report) {
  report("first", -4);
  report("second", 0);
  report("third", 300);
}

FUNCTION(int, scanned_sum, (const char *text)) {
  int a = 0, b = 0;
  char sign = 0;
  if (sscanf(text, "%d %c %d", &a, &sign, &b) != 3) return -1;
  return sign == '-' ? a - b : a + b;
}
TRIAL(scanned_sum) { SHOW("%d %d %d", scanned_sum("30 + 12"), scanned_sum("5 - 9"), scanned_sum("nothing")); }

FUNCTION(void, table_row, (char *out, const char *label, const double *values, int count)) {
  out += sprintf(out, "%-6s|", label);
  for (int i = 0; i < count; i++) out += sprintf(out, "%7.2f", values[i]);
  strcpy(out, "|");
}
TRIAL(table_row) {
  char out[80];
  double values[] = {1.5, -22.125, 300};
  table_row(out, "row", values, 3);
  SHOW("%s", out);
}
