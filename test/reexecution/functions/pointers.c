#include "trial.h"

int twice(int x) { return x * 2; }
int negated(int x) { return -x; }
int squared(int x) { return x * x; }
int plus_nine(int x) { return x + 9; }
int (*const OPERATIONS[])(int) = {twice, negated, squared, plus_nine};
int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

FUNCTION(int, apply, (int (*operation)(int), int x)) {
  return operation(x) + 1;
}
TRIAL(apply) { SHOW("%d %d", apply(twice, 21), apply(squared, -5)); }

FUNCTION(int, apply_by_number, (unsigned number, int x)) {
  return number < 4 ? OPERATIONS[number](x) : x;
}
TRIAL(apply_by_number) {
  for (unsigned number = 0; number < 6; number++) SHOW("%d", apply_by_number(number, 12));
}

FUNCTION(void, map, (int *values, int count, int (*operation)(int))) {
  for (int i = 0; i < count; i++) values[i] = operation(values[i]);
}
TRIAL(map) {
  int values[] = {1, -2, 3, 40};
  map(values, 4, squared);
  for (int i = 0; i < 4; i++) SHOW("%d", values[i]);
}

FUNCTION(int, fold, (const int *values, int count, int start, int (*join)(int, int))) {
  while (count-- > 0) start = join(start, *values++);
  return start;
}
static int larger(int a, int b) { return a > b ? a : b; }
TRIAL(fold) {
  int values[] = {3, 9, -4, 7};
  SHOW("%d %d", fold(values, 4, 0, larger), fold(values, 0, 5, larger));
}

typedef int (*operation)(int);
FUNCTION(operation, operation_named, (const char *name)) {
  if (strcmp(name, "twice") == 0) return twice;
  if (strcmp(name, "negated") == 0) return negated;
  return NULL;
}
TRIAL(operation_named) {
  SHOW("%d %d %d", operation_named("twice")(4), operation_named("negated")(4), operation_named("other") == NULL);
}

FUNCTION(void, sort_numbers, (int *values, size_t count)) {
  qsort(values, count, sizeof *values, ascending);
}
TRIAL(sort_numbers) {
  int values[] = {5, -3, 22, 1};
  sort_numbers(values, 4);
  for (int i = 0; i < 4; i++) SHOW("%d", values[i]);
}

FUNCTION(int, composed, (operation first, operation second, int x)) {
  int y = first(x);
  if (second == NULL) return y;
  return second(y);
}
TRIAL(composed) { SHOW("%d %d", composed(twice, squared, 3), composed(negated, NULL, 8)); }

struct shape { int (*size)(const struct shape *); int a, b; };
FUNCTION(int, total_size, (const struct shape *const *shapes, int count)) {
  int total = 0;
  for (int i = 0; i < count; i++) total += shapes[i]->size(shapes[i]);
  return total;
}
static int square_size(const struct shape *s) { return s->a * s->a; }
static int oblong_size(const struct shape *s) { return s->a * s->b; }
TRIAL(total_size) {
  struct shape a = {square_size, 5, 0}, b = {oblong_size, 3, 7};
  const struct shape *shapes[] = {&a, &b, &a};
  SHOW("%d", total_size(shapes, 3));
}

FUNCTION(long, distance, (const short *from, const short *to)) {
  return to - from;
}
TRIAL(distance) {
  short values[9];
  SHOW("%ld %ld", distance(values, values + 8), distance(values + 3, values));
}

FUNCTION(int, first_difference, (const void *left, const void *right, size_t size)) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < size; i++)
    if (a[i] != b[i]) return (int)i;
  return -1;
}
TRIAL(first_difference) { SHOW("%d %d", first_difference("abcdef", "abcxef", 6), first_difference("abc", "abc", 3)); }

FUNCTION(void, swap_pointers, (const char **a, const char **b)) {
  const char *kept = *a;
  *a = *b;
  *b = kept;
}
TRIAL(swap_pointers) {
  const char *a = "first", *b = "second";
  swap_pointers(&a, &b);
  SHOW("%s %s", a, b);
}

FUNCTION(int, count_arguments, (char **list)) {
  int count = 0;
  while (list[count]) count++;
  return count;
}
TRIAL(count_arguments) {
  char *list[] = {"a", "b", "c", NULL};
  SHOW("%d %d", count_arguments(list), count_arguments(list + 3));
}

FUNCTION(void, minimum_maximum, (const int *values, int count, int *least, int *most)) {
  *least = *most = values[0];
  for (int i = 1; i < count; i++) {
    if (values[i] < *least) *least = values[i];
    if (values[i] > *most) *most = values[i];
  }
}
TRIAL(minimum_maximum) {
  int values[] = {4, -8, 15, 2}, least, most;
  minimum_maximum(values, 4, &least, &most);
  SHOW("%d %d", least, most);
}

FUNCTION(int, element_at, (int *const *rows, int row, int column)) {
  return rows[row][column];
}
TRIAL(element_at) {
  int first[] = {1, 2}, second[] = {30, 40};
  int *rows[] = {first, second};
  SHOW("%d %d", element_at(rows, 0, 1), element_at(rows, 1, 0));
}

FUNCTION(unsigned char *, find_byte, (unsigned char *bytes, int wanted, size_t size)) {
  for (; size > 0; size--, bytes++)
    if (*bytes == (unsigned char)wanted) return bytes;
  return NULL;
}
TRIAL(find_byte) {
  unsigned char bytes[] = {4, 5, 6, 255};
  SHOW("%d %d", (int)(find_byte(bytes, -1, 4) - bytes), find_byte(bytes, 7, 4) == NULL);
}

FUNCTION(int, protected_divide, (int a, int b, jmp_buf *failed)) {
  if (b == 0) longjmp(*failed, 7);
  return a / b;
}
TRIAL(protected_divide) {
  jmp_buf failed;
  int code = setjmp(failed);
  if (code == 0) {
    SHOW("%d", protected_divide(20, 6, &failed));
    SHOW("%d", protected_divide(20, 0, &failed));
  } else SHOW("failed %d", code);
}
