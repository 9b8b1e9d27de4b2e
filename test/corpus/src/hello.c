/* The smallest useful program: strings, imports, one helper, one loop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *greeting(const char *who) {
  return who != NULL ? who : "nobody in particular";
}

__attribute__((noinline)) int count_letters(const char *text, char letter) {
  int found = 0;
  for (; *text != '\0'; text++) found += *text == letter;
  return found;
}

int main(int argc, char **argv) {
  const char *home = getenv("HOME");
  printf("hello, %s\n", greeting(argc > 1 ? argv[1] : home));
  if (argc > 2 && strcmp(argv[1], argv[2]) == 0) {
    fputs("the two words are the same\n", stderr);
    exit(3);
  }
  return count_letters(argv[0], 'l');
}
