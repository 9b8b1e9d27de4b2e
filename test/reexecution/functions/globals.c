#include "trial.h"

int counter = 100;
unsigned random_state = 12345;
double total_weight = 1.5;
long history[8];
int history_size;
char last_name[16] = "nobody";
static int calls;
const unsigned short TABLE[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
const char *const WORDS[] = {"zero", "one", "two", "three", "four"};
const double WEIGHTS[] = {0.5, 1.25, 2, 4.75};
struct setting { const char *name; int value; } SETTINGS[] = {{"depth", 4}, {"width", 80}, {"tabs", 8}};
struct item { int used; int key; long value; } ITEMS[10];

FUNCTION(int, count_up, (int by)) {
  counter += by;
  return counter;
}
TRIAL(count_up) { SHOW("%d", count_up(5)); SHOW("%d", count_up(-50)); }

FUNCTION(unsigned, next_random, (void)) {
  random_state = random_state * 1103515245u + 12345u;
  return random_state >> 16 & 0x7fff;
}
TRIAL(next_random) { for (int i = 0; i < 5; i++) SHOW("%u", next_random()); }

FUNCTION(double, add_weight, (double weight)) {
  total_weight += weight;
  return total_weight;
}
TRIAL(add_weight) { SHOW("%g", add_weight(2.25)); SHOW("%g", add_weight(-10)); }

FUNCTION(long, remember, (long value)) {
  history[history_size++ & 7] = value;
  long sum = 0;
  for (int i = 0; i < 8; i++) sum += history[i];
  return sum;
}
TRIAL(remember) { for (long i = 1; i < 13; i++) SHOW("%ld", remember(i * i)); }

FUNCTION(const char *, rename_last, (const char *name)) {
  static char previous[16];
  strcpy(previous, last_name);
  strncpy(last_name, name, 15);
  return previous;
}
TRIAL(rename_last) { SHOW("%s", rename_last("first")); SHOW("%s", rename_last("second")); }

FUNCTION(int, from_table, (int index)) {
  return TABLE[index & 15] * 10;
}
TRIAL(from_table) { for (int i = -3; i < 20; i++) SHOW("%d", from_table(i)); }

FUNCTION(const char *, word_for, (int number)) {
  return number >= 0 && number < 5 ? WORDS[number] : "many";
}
TRIAL(word_for) { for (int i = -1; i < 7; i++) SHOW("%s", word_for(i)); }

FUNCTION(double, weighted, (const int *values)) {
  double sum = 0;
  for (int i = 0; i < 4; i++) sum += WEIGHTS[i] * values[i];
  return sum;
}
TRIAL(weighted) { int values[] = {3, -1, 8, 2}; SHOW("%g", weighted(values)); }

FUNCTION(int, setting, (const char *name, int otherwise)) {
  for (size_t i = 0; i < COUNT(SETTINGS); i++)
    if (strcmp(SETTINGS[i].name, name) == 0) return SETTINGS[i].value;
  return otherwise;
}
TRIAL(setting) { SHOW("%d %d %d", setting("width", 1), setting("tabs", 2), setting("none", 3)); }

FUNCTION(int, put_item, (int key, long value)) {
  unsigned at = (unsigned)key % 10;
  for (int tries = 0; tries < 10; tries++) {
    struct item *item = &ITEMS[(at + (unsigned)tries) % 10];
    if (item->used && item->key != key) continue;
    item->used = 1;
    item->key = key;
    item->value = value;
    return tries;
  }
  return -1;
}
TRIAL(put_item) { for (int i = 0; i < 13; i++) SHOW("%d", put_item(i * 5, i)); }

FUNCTION(int, number_of_call, (void)) {
  return ++calls;
}
TRIAL(number_of_call) { for (int i = 0; i < 3; i++) SHOW("%d", number_of_call()); }

FUNCTION(int, uses_callees, (int a, int b)) {
  return count_up(a) * 2 + from_table(b);
}
TRIAL(uses_callees) { SHOW("%d", uses_callees(3, 5)); SHOW("%d", uses_callees(-7, 12)); }

FUNCTION(void, print_settings, (void)) {
  for (size_t i = 0; i < COUNT(SETTINGS); i++) printf("%s=%d\n", SETTINGS[i].name, SETTINGS[i].value);
}
TRIAL(print_settings) { print_settings(); }
