#include "trial.h"

FUNCTION(int, length_of, (const char *text)) {
  const char *end = text;
  while (*end) end++;
  return (int)(end - text);
}
TRIAL(length_of) {
  SHOW("%d %d %d", length_of(""), length_of("a"), length_of("hello, world"));
}

FUNCTION(char *, copy_text, (char *to, const char *from)) {
  char *start = to;
  while ((*to++ = *from++) != 0) {}
  return start;
}
TRIAL(copy_text) {
  char buffer[40];
  memset(buffer, '#', 40);
  SHOW("%s %c", copy_text(buffer, "copied"), buffer[7]);
  SHOW("[%s]", copy_text(buffer, ""));
}

FUNCTION(int, compare_text, (const char *left, const char *right)) {
  while (*left && *left == *right) {
    left++;
    right++;
  }
  return (unsigned char)*left - (unsigned char)*right;
}
TRIAL(compare_text) {
  SHOW("%d %d %d", compare_text("abc", "abd"), compare_text("abc", "abc"), compare_text("abc", "ab"));
  SHOW("%d %d", compare_text("", "\xff"), compare_text("\xff", "a"));
}

FUNCTION(int, is_palindrome, (const char *text)) {
  size_t low = 0, high = strlen(text);
  while (low < high) {
    if (text[low] != text[high - 1]) return 0;
    low++;
    high--;
  }
  return 1;
}
TRIAL(is_palindrome) {
  SHOW("%d %d %d", is_palindrome(""), is_palindrome("racecar"), is_palindrome("abca"));
  SHOW("%d %d", is_palindrome("abba"), is_palindrome("ab"));
}

FUNCTION(void, to_upper_case, (char *text)) {
  for (; *text; text++)
    if (*text >= 'a' && *text <= 'z') *text -= 'a' - 'A';
}
TRIAL(to_upper_case) {
  char text[] = "Mixed case, 123 {z} `a";
  to_upper_case(text);
  SHOW("%s", text);
}

FUNCTION(int, count_words, (const char *text)) {
  int words = 0, inside = 0;
  for (; *text; text++) {
    if (*text == ' ' || *text == '\n' || *text == '\t') inside = 0;
    else if (!inside) {
      inside = 1;
      words++;
    }
  }
  return words;
}
TRIAL(count_words) {
  SHOW("%d %d %d", count_words(""), count_words("  two  words "), count_words("a\nb\tc d"));
}

FUNCTION(long, parse_number, (const char *text)) {
  long value = 0;
  int negative = 0;
  while (*text == ' ') text++;
  if (*text == '-' || *text == '+') negative = *text++ == '-';
  while (*text >= '0' && *text <= '9') value = value * 10 + (*text++ - '0');
  return negative ? -value : value;
}
TRIAL(parse_number) {
  const char *texts[] = {"0", "  42", "-17x", "+9000000000", "", "-", "12 34"};
  for (size_t i = 0; i < COUNT(texts); i++) SHOW("%ld", parse_number(texts[i]));
}

FUNCTION(int, write_hexadecimal, (char *out, unsigned value)) {
  const char *digits = "0123456789abcdef";
  int length = 0;
  for (int shift = 28; shift >= 0; shift -= 4) {
    unsigned digit = value >> shift & 15;
    if (digit != 0 || length > 0 || shift == 0) out[length++] = digits[digit];
  }
  out[length] = 0;
  return length;
}
TRIAL(write_hexadecimal) {
  unsigned values[] = {0, 1, 0xabc, 0x80000000u, 0xffffffffu, 0x10203};
  char out[16];
  for (size_t i = 0; i < COUNT(values); i++) {
    int length = write_hexadecimal(out, values[i]);
    SHOW("%d %s", length, out);
  }
}

FUNCTION(int, find_text, (const char *text, const char *wanted)) {
  for (int at = 0; text[at]; at++) {
    int i = 0;
    while (wanted[i] && text[at + i] == wanted[i]) i++;
    if (!wanted[i]) return at;
  }
  return -1;
}
TRIAL(find_text) {
  SHOW("%d %d", find_text("a needle in hay", "needle"), find_text("aaab", "aab"));
  SHOW("%d %d", find_text("abc", "x"), find_text("", "a"));
}

FUNCTION(void, caesar, (char *text, int by)) {
  for (int i = 0; text[i]; i++) {
    char c = text[i];
    if (c >= 'a' && c <= 'z') text[i] = (char)('a' + (c - 'a' + by) % 26);
    else if (c >= 'A' && c <= 'Z') text[i] = (char)('A' + (c - 'A' + by) % 26);
  }
}
TRIAL(caesar) {
  char text[] = "Hello, Xyz!";
  caesar(text, 3);
  SHOW("%s", text);
  caesar(text, 23);
  SHOW("%s", text);
}

FUNCTION(int, trim, (char *text)) {
  int start = 0, end = (int)strlen(text);
  while (text[start] == ' ') start++;
  while (end > start && text[end - 1] == ' ') end--;
  memmove(text, text + start, (size_t)(end - start));
  text[end - start] = 0;
  return end - start;
}
TRIAL(trim) {
  char first[] = "  both sides ", second[] = "    ", third[] = "none";
  int a = trim(first), b = trim(second), c = trim(third);
  SHOW("%d[%s] %d[%s] %d[%s]", a, first, b, second, c, third);
}

FUNCTION(int, matches, (const char *pattern, const char *text)) {
  const char *star = 0, *kept = 0;
  while (*text) {
    if (*pattern == '*') {
      star = pattern++;
      kept = text;
    } else if (*pattern == '?' || *pattern == *text) {
      pattern++;
      text++;
    } else if (star) {
      pattern = star + 1;
      text = ++kept;
    } else return 0;
  }
  while (*pattern == '*') pattern++;
  return *pattern == 0;
}
TRIAL(matches) {
  const char *cases[][2] = {{"*.c", "main.c"}, {"m??n", "main"}, {"m??n", "moon!"}, {"*a*b", "xxaxxbxb"},
                            {"", ""}, {"", "a"}, {"***", "abc"}, {"a*c", "ab"}};
  for (size_t i = 0; i < COUNT(cases); i++) SHOW("%d", matches(cases[i][0], cases[i][1]));
}

FUNCTION(unsigned, vowels_in, (const char *text)) {
  unsigned vowels = 0;
  for (size_t i = 0; i < strlen(text); i++)
    if (strchr("aeiou", text[i])) vowels++;
  return vowels;
}
TRIAL(vowels_in) {
  SHOW("%u %u", vowels_in("an example of text"), vowels_in("xyz"));
}

FUNCTION(int, greet, (char *out, const char *name, int times)) {
  if (name == NULL || *name == 0) name = "stranger";
  return sprintf(out, "Hello, %s! (%d)", name, times);
}
TRIAL(greet) {
  char out[64];
  int length = greet(out, "Ada", 3);
  SHOW("%d %s", length, out);
  length = greet(out, "", -1);
  SHOW("%d %s", length, out);
}

FUNCTION(int, split_fields, (char *line, char **fields, int most)) {
  int count = 0;
  char *field = strtok(line, ",");
  while (field != NULL && count < most) {
    fields[count++] = field;
    field = strtok(NULL, ",");
  }
  return count;
}
TRIAL(split_fields) {
  char line[] = "one,two,,three,four";
  char *fields[3];
  int count = split_fields(line, fields, 3);
  for (int i = 0; i < count; i++) SHOW("%s", fields[i]);
}

FUNCTION(int, compress_runs, (char *out, const char *text)) {
  int length = 0;
  while (*text) {
    int run = 1;
    while (text[run] == *text && run < 9) run++;
    out[length++] = *text;
    if (run > 1) out[length++] = (char)('0' + run);
    text += run;
  }
  out[length] = '\0';
  return length;
}
TRIAL(compress_runs) {
  char out[64];
  int length = compress_runs(out, "aaabccccccccccccd");
  SHOW("%d %s", length, out);
}

FUNCTION(const char *, base_name, (const char *path)) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}
TRIAL(base_name) {
  SHOW("%s %s [%s]", base_name("/usr/lib/libc.so"), base_name("plain"), base_name("ends/"));
}

FUNCTION(char *, joined, (const char *left, const char *right)) {
  size_t size = strlen(left), rest = strlen(right);
  char *text = malloc(size + rest + 2);
  if (text == NULL) return NULL;
  memcpy(text, left, size);
  text[size] = '-';
  memcpy(text + size + 1, right, rest + 1);
  return text;
}
TRIAL(joined) {
  char *text = joined("left", "right");
  SHOW("%s", text);
  free(text);
}
