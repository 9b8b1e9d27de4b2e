#include "trial.h"

FUNCTION(double, mean_of, (const double *values, int count)) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += values[i];
  return count ? sum / count : 0;
}
TRIAL(mean_of) {
  double values[] = {1.5, 2.25, -8, 100.125, 3};
  for (int n = 0; n <= 5; n++) SHOW("%.12g", mean_of(values, n));
}

FUNCTION(double, polynomial, (double x)) {
  return ((2.5 * x - 1.25) * x + 3) * x - 7;
}
TRIAL(polynomial) {
  for (double x = -2; x < 2; x += 0.375) SHOW("%.12g", polynomial(x));
}

FUNCTION(double, square_root, (double x)) {
  double guess = x > 1 ? x : 1;
  for (int i = 0; i < 40; i++) guess = (guess + x / guess) * 0.5;
  return guess;
}
TRIAL(square_root) {
  SHOW("%.9g %.9g %.9g", square_root(2), square_root(144), square_root(0.0625));
}

FUNCTION(float, celsius, (float fahrenheit)) {
  return (fahrenheit - 32.0f) * 5.0f / 9.0f;
}
TRIAL(celsius) {
  for (float f = -40; f < 220; f += 31.5f) SHOW("%.6g", celsius(f));
}

FUNCTION(float, clamp, (float x, float low, float high)) {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}
TRIAL(clamp) {
  SHOW("%g %g %g", clamp(3, 0, 1), clamp(-3, 0, 1), clamp(0.25f, 0, 1));
}

FUNCTION(int, rounded, (double x)) {
  return (int)(x < 0 ? x - 0.5 : x + 0.5);
}
TRIAL(rounded) {
  for (double x = -3; x < 3; x += 0.3) SHOW("%d", rounded(x));
}

FUNCTION(double, length_of_vector, (const float *v)) {
  double sum = (double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2];
  return sum;
}
TRIAL(length_of_vector) {
  float v[] = {1.5f, -2.5f, 10};
  SHOW("%.12g", length_of_vector(v));
}

FUNCTION(void, scale, (double *values, int count, double by)) {
  for (int i = 0; i < count; i++) values[i] *= by;
}
TRIAL(scale) {
  double values[] = {1, -2, 3.5, 4, 0.125};
  scale(values, 5, -1.5);
  for (int i = 0; i < 5; i++) SHOW("%g", values[i]);
}

FUNCTION(int, compare_doubles, (double a, double b)) {
  return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
}
TRIAL(compare_doubles) {
  double nan = strtod("nan", NULL);
  SHOW("%d %d %d %d", compare_doubles(1, 2), compare_doubles(2, 1), compare_doubles(2, 2), compare_doubles(nan, 1));
}

FUNCTION(double, interest, (double amount, double rate, int years)) {
  while (years-- > 0) amount += amount * rate / 100;
  return amount;
}
TRIAL(interest) {
  for (int years = 0; years < 12; years += 3) SHOW("%.8f", interest(1000, 4.5, years));
}

FUNCTION(double, integral, (double from, double to, int steps)) {
  double step = (to - from) / steps, sum = 0;
  for (int i = 0; i < steps; i++) {
    double x = from + (i + 0.5) * step;
    sum += x * x * step;
  }
  return sum;
}
TRIAL(integral) {
  SHOW("%.9g %.9g", integral(0, 3, 50), integral(-1, 1, 7));
}

FUNCTION(unsigned, to_fixed, (double x)) {
  if (x <= 0) return 0;
  if (x >= 255) return 0xffff;
  return (unsigned)(x * 256.0);
}
TRIAL(to_fixed) {
  SHOW("%u %u %u %u", to_fixed(-1), to_fixed(1.5), to_fixed(254.999), to_fixed(1e9));
}

FUNCTION(double, ratio, (long a, long b)) {
  return b == 0 ? -1.0 : (double)a / (double)b;
}
TRIAL(ratio) {
  SHOW("%.9g %.9g %.9g", ratio(1, 3), ratio(-7, 2), ratio(5, 0));
}

FUNCTION(float, largest_float, (const float *values, int count)) {
  float best = values[0];
  for (int i = 1; i < count; i++)
    if (values[i] > best) best = values[i];
  return best;
}
TRIAL(largest_float) {
  float values[] = {1.5f, -3, 8.25f, 8, 0};
  SHOW("%g %g", largest_float(values, 5), largest_float(values, 2));
}

FUNCTION(double, exponential, (double x)) {
  double term = 1, sum = 1;
  for (int n = 1; n < 25; n++) {
    term *= x / n;
    sum += term;
  }
  return sum;
}
TRIAL(exponential) {
  SHOW("%.9g %.9g %.9g", exponential(0), exponential(1), exponential(-2.5));
}

FUNCTION(double, absolute, (double x)) {
  return x < 0 ? -x : x;
}
TRIAL(absolute) {
  SHOW("%g %g %g", absolute(-3.5), absolute(2), absolute(0));
}

FUNCTION(int, sign_and_size, (float x, int *size)) {
  *size = 0;
  if (x == 0) return 0;
  float rest = x < 0 ? -x : x;
  while (rest >= 10.0f) {
    rest /= 10.0f;
    ++*size;
  }
  return x < 0 ? -1 : 1;
}
TRIAL(sign_and_size) {
  float values[] = {0, 5, -12345.5f, 1e7f};
  for (int i = 0; i < 4; i++) {
    int size, sign = sign_and_size(values[i], &size);
    SHOW("%d %d", sign, size);
  }
}

FUNCTION(double, mixed_sum, (int a, float b, long c, double d)) {
  return a + b * 2 + (double)c - d;
}
TRIAL(mixed_sum) {
  SHOW("%.9g %.9g", mixed_sum(1, 2.5f, 300, 4.125), mixed_sum(-1, 0.5f, -90000000000L, 1e10));
}

FUNCTION(unsigned, bits_of_float, (float x)) {
  unsigned bits;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 23 & 0xff;
}
TRIAL(bits_of_float) {
  SHOW("%u %u %u", bits_of_float(1), bits_of_float(-0.125f), bits_of_float(1e20f));
}
