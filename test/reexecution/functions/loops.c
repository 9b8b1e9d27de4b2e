#include "trial.h"

FUNCTION(int, sum_to, (int n)) {
  int sum = 0;
  for (int i = 1; i <= n; i++) sum += i;
  return sum;
}
TRIAL(sum_to) {
  for (int n = -2; n < 30; n += 3) SHOW("%d", sum_to(n));
}

FUNCTION(unsigned, collatz_steps, (unsigned n)) {
  unsigned steps = 0;
  while (n > 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    steps++;
  }
  return steps;
}
TRIAL(collatz_steps) {
  for (unsigned n = 0; n < 40; n++) SHOW("%u", collatz_steps(n));
}

FUNCTION(int, digits_of, (long n)) {
  int digits = 0;
  do {
    n /= 10;
    digits++;
  } while (n != 0);
  return digits;
}
TRIAL(digits_of) {
  for (long n = -7; n < 10000000000L && n > -10000000000L; n *= -9) SHOW("%d", digits_of(n));
}

FUNCTION(int, sum_array, (const int *values, int count)) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += values[i];
  return sum;
}
TRIAL(sum_array) {
  int values[] = {3, -1, 4, 1, -5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4};
  for (int n = 0; n <= 20; n++) SHOW("%d", sum_array(values, n));
}

FUNCTION(int, index_of_largest, (const int *values, int count)) {
  int best = -1;
  for (int i = 0; i < count; i++)
    if (best < 0 || values[i] > values[best]) best = i;
  return best;
}
TRIAL(index_of_largest) {
  int values[] = {3, -1, 4, 1, -5, 9, 2, 6, 15, 3, 5};
  for (int n = 0; n <= 11; n++) SHOW("%d", index_of_largest(values, n));
}

FUNCTION(void, bubble_sort, (int *values, int count)) {
  for (int end = count - 1; end > 0; end--)
    for (int i = 0; i < end; i++)
      if (values[i] > values[i + 1]) {
        int kept = values[i];
        values[i] = values[i + 1];
        values[i + 1] = kept;
      }
}
TRIAL(bubble_sort) {
  int values[] = {30, -10, 45, 12, -57, 9, 23, 61, 5, 3, 5};
  bubble_sort(values, 11);
  for (int i = 0; i < 11; i++) SHOW("%d", values[i]);
}

FUNCTION(void, insertion_sort, (long *values, size_t count)) {
  for (size_t i = 1; i < count; i++) {
    long value = values[i];
    size_t j = i;
    while (j > 0 && values[j - 1] > value) {
      values[j] = values[j - 1];
      j--;
    }
    values[j] = value;
  }
}
TRIAL(insertion_sort) {
  long values[] = {30, -10, 4500000000L, 12, -57, 9, 23, 61, 5, 3, 5};
  insertion_sort(values, 11);
  for (int i = 0; i < 11; i++) SHOW("%ld", values[i]);
}

FUNCTION(int, binary_search, (const int *sorted, int count, int wanted)) {
  int low = 0, high = count - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (sorted[middle] == wanted) return middle;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return ~low;
}
TRIAL(binary_search) {
  int sorted[] = {-9, -4, 0, 3, 8, 15, 22, 40};
  for (int wanted = -11; wanted < 45; wanted++) SHOW("%d", binary_search(sorted, 8, wanted));
}

FUNCTION(int, count_primes, (int limit)) {
  char composite[200];
  int primes = 0;
  memset(composite, 0, sizeof composite);
  if (limit > 200) limit = 200;
  for (int i = 2; i < limit; i++) {
    if (composite[i]) continue;
    primes++;
    for (int j = i * i; j < limit; j += i) composite[j] = 1;
  }
  return primes;
}
TRIAL(count_primes) {
  for (int n = 0; n < 260; n += 13) SHOW("%d", count_primes(n));
}

FUNCTION(int, saddle_point, (int grid[4][4])) {
  for (int row = 0; row < 4; row++)
    for (int column = 0; column < 4; column++) {
      int least = 1, most = 1;
      for (int i = 0; i < 4; i++) {
        if (grid[row][i] < grid[row][column]) least = 0;
        if (grid[i][column] > grid[row][column]) most = 0;
      }
      if (least && most) goto found;
      continue;
    found:
      return row * 4 + column;
    }
  return -1;
}
TRIAL(saddle_point) {
  int grid[4][4];
  for (int seed = 1; seed < 30; seed++) {
    for (int i = 0; i < 16; i++) grid[i / 4][i % 4] = (i * seed * 7 + seed) % 23;
    SHOW("%d", saddle_point(grid));
  }
}

FUNCTION(long, dot_product, (const int *left, const int *right, int count)) {
  long sum = 0;
  for (int i = 0; i < count; i++) sum += (long)left[i] * right[i];
  return sum;
}
TRIAL(dot_product) {
  int left[] = {1, -2, 300000, 400000, 5}, right[] = {9, 8, 70000, -600000, 5};
  for (int n = 0; n <= 5; n++) SHOW("%ld", dot_product(left, right, n));
}

FUNCTION(void, matrix_multiply, (int out[3][3], int left[3][3], int right[3][3])) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int sum = 0;
      for (int k = 0; k < 3; k++) sum += left[i][k] * right[k][j];
      out[i][j] = sum;
    }
}
TRIAL(matrix_multiply) {
  int left[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}, right[3][3] = {{-1, 0, 2}, {3, 3, 1}, {0, 5, -4}}, out[3][3];
  matrix_multiply(out, left, right);
  for (int i = 0; i < 9; i++) SHOW("%d", out[i / 3][i % 3]);
}

FUNCTION(void, reverse_words, (unsigned *values, unsigned count)) {
  unsigned *low = values, *high = values + count;
  while (low < high) {
    unsigned kept = *low;
    *low++ = *--high;
    *high = kept;
  }
}
TRIAL(reverse_words) {
  unsigned values[] = {1, 2, 3, 4, 5, 6, 7};
  reverse_words(values, 7);
  reverse_words(values, 4);
  for (int i = 0; i < 7; i++) SHOW("%u", values[i]);
}

FUNCTION(int, runs_in, (const short *values, int count)) {
  if (count == 0) return 0;
  int runs = 1;
  for (int i = 1; i < count; i++)
    if (values[i] != values[i - 1]) runs++;
  return runs;
}
TRIAL(runs_in) {
  short values[] = {1, 1, -2, -2, -2, 3, 1, 1, 0, 0, 7, 7, 7, 7, 8};
  for (int n = 0; n <= 15; n++) SHOW("%d", runs_in(values, n));
}

FUNCTION(unsigned long, fibonacci, (int n)) {
  unsigned long previous = 0, current = 1;
  for (; n > 0; n--) {
    unsigned long next = previous + current;
    previous = current;
    current = next;
  }
  return previous;
}
TRIAL(fibonacci) {
  for (int n = -1; n < 90; n += 7) SHOW("%lu", fibonacci(n));
}

FUNCTION(void, prefix_sums, (int *values, int count)) {
  for (int i = 1; i < count; i++) values[i] += values[i - 1];
}
TRIAL(prefix_sums) {
  int values[] = {4, -3, 8, 8, 1, 0, -20, 9};
  prefix_sums(values, 8);
  for (int i = 0; i < 8; i++) SHOW("%d", values[i]);
}

FUNCTION(int, pairs_with_sum, (const int *values, int count, int sum)) {
  int pairs = 0;
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++)
      if (values[i] + values[j] == sum) pairs++;
  return pairs;
}
TRIAL(pairs_with_sum) {
  int values[] = {1, 5, 3, 7, 9, 2, 8, 4, 6, 0, 5};
  for (int sum = 0; sum < 18; sum++) SHOW("%d", pairs_with_sum(values, 11, sum));
}
