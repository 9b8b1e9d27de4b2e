#include "trial.h"

struct tree { int key; struct tree *left, *right; };

FUNCTION(unsigned long, factorial, (unsigned n)) {
  return n < 2 ? 1 : n * factorial(n - 1);
}
TRIAL(factorial) {
  for (unsigned n = 0; n < 20; n += 3) SHOW("%lu", factorial(n));
}

FUNCTION(int, fibonacci_twice, (int n)) {
  if (n < 2) return n;
  return fibonacci_twice(n - 1) + fibonacci_twice(n - 2);
}
TRIAL(fibonacci_twice) {
  for (int n = 0; n < 15; n++) SHOW("%d", fibonacci_twice(n));
}

FUNCTION(unsigned, greatest_divisor, (unsigned a, unsigned b)) {
  return b == 0 ? a : greatest_divisor(b, a % b);
}
TRIAL(greatest_divisor) {
  SHOW("%u %u %u", greatest_divisor(48, 36), greatest_divisor(17, 5), greatest_divisor(0, 9));
}

FUNCTION(int, ackermann, (int m, int n)) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
TRIAL(ackermann) {
  SHOW("%d %d %d", ackermann(0, 5), ackermann(2, 3), ackermann(3, 3));
}

FUNCTION(int, tree_depth, (const struct tree *tree)) {
  if (!tree) return 0;
  int left = tree_depth(tree->left), right = tree_depth(tree->right);
  return 1 + (left > right ? left : right);
}
TRIAL(tree_depth) {
  struct tree a = {1, 0, 0}, b = {2, &a, 0}, c = {3, 0, 0}, d = {4, &b, &c};
  SHOW("%d %d %d", tree_depth(0), tree_depth(&c), tree_depth(&d));
}

FUNCTION(int, tree_sum, (const struct tree *tree)) {
  return tree ? tree->key + tree_sum(tree->left) + tree_sum(tree->right) : 0;
}
TRIAL(tree_sum) {
  struct tree a = {1, 0, 0}, b = {20, &a, 0}, c = {-300, 0, 0}, d = {4000, &b, &c};
  SHOW("%d %d", tree_sum(&b), tree_sum(&d));
}

FUNCTION(struct tree *, tree_insert, (struct tree *tree, struct tree *added)) {
  if (!tree) return added;
  if (added->key < tree->key) tree->left = tree_insert(tree->left, added);
  else tree->right = tree_insert(tree->right, added);
  return tree;
}
TRIAL(tree_insert) {
  struct tree nodes[] = {{5, 0, 0}, {2, 0, 0}, {8, 0, 0}, {3, 0, 0}}, *root = NULL;
  for (int i = 0; i < 4; i++) root = tree_insert(root, &nodes[i]);
  SHOW("%d %d %d %d", root->key, root->left->key, root->right->key, root->left->right->key);
}

FUNCTION(int, hanoi_moves, (int discs, int from, int to)) {
  if (discs == 0) return 0;
  int other = 6 - from - to;
  return hanoi_moves(discs - 1, from, other) + 1 + hanoi_moves(discs - 1, other, to);
}
TRIAL(hanoi_moves) {
  for (int discs = 0; discs < 9; discs++) SHOW("%d", hanoi_moves(discs, 1, 3));
}

FUNCTION(void, quick_sort, (int *values, int low, int high)) {
  if (low >= high) return;
  int pivot = values[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (values[i] < pivot) i++;
    while (values[j] > pivot) j--;
    if (i <= j) {
      int kept = values[i];
      values[i++] = values[j];
      values[j--] = kept;
    }
  }
  quick_sort(values, low, j);
  quick_sort(values, i, high);
}
TRIAL(quick_sort) {
  int values[] = {5, -3, 12, 8, 8, 0, 99, -41, 6, 1, 7};
  quick_sort(values, 0, 10);
  for (int i = 0; i < 11; i++) SHOW("%d", values[i]);
}

FUNCTION(unsigned, power_modulo, (unsigned base, unsigned exponent, unsigned modulus)) {
  if (exponent == 0) return 1 % modulus;
  unsigned half = power_modulo(base, exponent / 2, modulus);
  half = (unsigned)((unsigned long)half * half % modulus);
  return exponent & 1 ? (unsigned)((unsigned long)half * base % modulus) : half;
}
TRIAL(power_modulo) {
  SHOW("%u %u %u", power_modulo(3, 200, 1000007), power_modulo(2, 31, 4000000007u), power_modulo(7, 0, 1));
}

FUNCTION(int, flood_fill, (char grid[6][6], int row, int column)) {
  if (row < 0 || column < 0 || row >= 6 || column >= 6 || grid[row][column] != '.') return 0;
  grid[row][column] = '#';
  return 1 + flood_fill(grid, row - 1, column) + flood_fill(grid, row + 1, column) +
         flood_fill(grid, row, column - 1) + flood_fill(grid, row, column + 1);
}
TRIAL(flood_fill) {
  char grid[6][6];
  for (int i = 0; i < 36; i++) grid[i / 6][i % 6] = i % 5 == 3 ? 'x' : '.';
  SHOW("%d %d", flood_fill(grid, 0, 0), flood_fill(grid, 0, 3));
  for (int i = 0; i < 6; i++) SHOW("%.6s", grid[i]);
}

FUNCTION(int, binomial, (int n, int k)) {
  if (k < 0 || k > n) return 0;
  if (k == 0 || k == n) return 1;
  return binomial(n - 1, k - 1) + binomial(n - 1, k);
}
TRIAL(binomial) {
  for (int k = -1; k < 10; k++) SHOW("%d", binomial(8, k));
}

FUNCTION(void, print_digits, (unsigned n)) {
  if (n >= 10) print_digits(n / 10);
  putchar((int)('0' + n % 10));
}
TRIAL(print_digits) {
  print_digits(9070605);
  print_digits(0);
  SHOW("");
}

FUNCTION(int, count_subsets, (const int *values, int count, int sum)) {
  if (count == 0) return sum == 0;
  return count_subsets(values + 1, count - 1, sum) + count_subsets(values + 1, count - 1, sum - *values);
}
TRIAL(count_subsets) {
  int values[] = {1, 2, 3, 4, 5, 6};
  for (int sum = 0; sum < 22; sum += 2) SHOW("%d", count_subsets(values, 6, sum));
}
