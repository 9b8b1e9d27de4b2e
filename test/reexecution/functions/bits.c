#include "trial.h"

static const unsigned SAMPLES[] = {0, 1, 2, 0x80000000u, 0xffffffffu, 0x12345678u, 0xf0f0u, 0x00800001u, 77, 1023};
#define EACH(value) for (size_t i = 0; i < COUNT(SAMPLES); i++) for (unsigned value = SAMPLES[i], once = 1; once; once = 0)

FUNCTION(int, bits_set, (unsigned x)) {
  int count = 0;
  while (x) {
    x &= x - 1;
    count++;
  }
  return count;
}
TRIAL(bits_set) { EACH(x) SHOW("%d", bits_set(x)); }

FUNCTION(unsigned, bits_set_at_once, (unsigned x)) {
  x -= x >> 1 & 0x55555555;
  x = (x & 0x33333333) + (x >> 2 & 0x33333333);
  return ((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}
TRIAL(bits_set_at_once) { EACH(x) SHOW("%u", bits_set_at_once(x)); }

FUNCTION(unsigned, reversed_bits, (unsigned x)) {
  unsigned out = 0;
  for (int i = 0; i < 32; i++) {
    out = out << 1 | (x & 1);
    x >>= 1;
  }
  return out;
}
TRIAL(reversed_bits) { EACH(x) SHOW("%08x", reversed_bits(x)); }

FUNCTION(unsigned, swapped_bytes, (unsigned x)) {
  return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}
TRIAL(swapped_bytes) { EACH(x) SHOW("%08x", swapped_bytes(x)); }

FUNCTION(unsigned, rotated_left, (unsigned x, int by)) {
  by &= 31;
  return by ? x << by | x >> (32 - by) : x;
}
TRIAL(rotated_left) { EACH(x) SHOW("%08x %08x", rotated_left(x, 5), rotated_left(x, 32)); }

FUNCTION(unsigned, next_power, (unsigned x)) {
  x--;
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  return x + 1;
}
TRIAL(next_power) { EACH(x) SHOW("%u", next_power(x)); }

FUNCTION(int, is_power, (unsigned x)) {
  return x != 0 && (x & (x - 1)) == 0;
}
TRIAL(is_power) { EACH(x) SHOW("%d", is_power(x)); }

FUNCTION(int, absolute_of, (int x)) {
  int mask = x >> 31;
  return (x ^ mask) - mask;
}
TRIAL(absolute_of) { EACH(x) SHOW("%d", absolute_of((int)x)); }

FUNCTION(unsigned, crc_of, (const unsigned char *bytes, size_t size)) {
  unsigned crc = 0xffffffffu;
  for (size_t i = 0; i < size; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return ~crc;
}
TRIAL(crc_of) { SHOW("%08x %08x", crc_of((const unsigned char *)"123456789", 9), crc_of(NULL, 0)); }

FUNCTION(unsigned, adler, (const unsigned char *bytes, int size)) {
  unsigned a = 1, b = 0;
  for (int i = 0; i < size; i++) {
    a = (a + bytes[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}
TRIAL(adler) { SHOW("%08x", adler((const unsigned char *)"Wikipedia", 9)); }

FUNCTION(unsigned, text_hash, (const char *text)) {
  unsigned hash = 2166136261u;
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 16777619u;
  return hash;
}
TRIAL(text_hash) { SHOW("%08x %08x", text_hash("hello"), text_hash("")); }

FUNCTION(unsigned long, shuffled, (unsigned long x)) {
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return x;
}
TRIAL(shuffled) {
  unsigned long x = 88172645463325252UL;
  for (int i = 0; i < 6; i++) SHOW("%lx", x = shuffled(x));
}

FUNCTION(int, highest_bit, (unsigned x)) {
  int bit = -1;
  while (x) {
    bit++;
    x >>= 1;
  }
  return bit;
}
TRIAL(highest_bit) { EACH(x) SHOW("%d", highest_bit(x)); }

FUNCTION(unsigned, gray_code, (unsigned x)) {
  return x ^ x >> 1;
}
TRIAL(gray_code) { EACH(x) SHOW("%08x", gray_code(x)); }

FUNCTION(int, sign_extended, (unsigned x, int width)) {
  unsigned sign = 1u << (width - 1);
  x &= (sign << 1) - 1;
  return (int)((x ^ sign) - sign);
}
TRIAL(sign_extended) { EACH(x) SHOW("%d %d", sign_extended(x, 8), sign_extended(x, 13)); }

FUNCTION(unsigned short, packed_colour, (unsigned char red, unsigned char green, unsigned char blue)) {
  return (unsigned short)((red >> 3) << 11 | (green >> 2) << 5 | blue >> 3);
}
TRIAL(packed_colour) { SHOW("%04x %04x", packed_colour(255, 0, 128), packed_colour(17, 99, 200)); }

FUNCTION(int, divided_by_seven, (int x)) {
  return x / 7 + x % 10;
}
TRIAL(divided_by_seven) { EACH(x) SHOW("%d", divided_by_seven((int)x)); }

FUNCTION(unsigned, divided_unsigned, (unsigned x)) {
  return x / 10 * 3 + x % 1000;
}
TRIAL(divided_unsigned) { EACH(x) SHOW("%u", divided_unsigned(x)); }

FUNCTION(int, bounded_sum, (signed char a, signed char b)) {
  int sum = a + b;
  return sum > 127 ? 127 : sum < -128 ? -128 : sum;
}
TRIAL(bounded_sum) { SHOW("%d %d %d", bounded_sum(100, 100), bounded_sum(-100, -100), bounded_sum(-3, 5)); }

FUNCTION(unsigned long, interleaved, (unsigned short x, unsigned short y)) {
  unsigned long out = 0;
  for (int i = 0; i < 16; i++) out |= (unsigned long)(x >> i & 1) << (2 * i) | (unsigned long)(y >> i & 1) << (2 * i + 1);
  return out;
}
TRIAL(interleaved) { SHOW("%lx %lx", interleaved(0xffff, 0), interleaved(0x1234, 0xabcd)); }

FUNCTION(int, adding_overflows, (int a, int b)) {
  unsigned sum = (unsigned)a + (unsigned)b;
  return (int)((~((unsigned)a ^ (unsigned)b) & ((unsigned)a ^ sum)) >> 31);
}
TRIAL(adding_overflows) {
  SHOW("%d %d %d", adding_overflows(0x7fffffff, 1), adding_overflows(-5, 3), adding_overflows(-2147483647, -9));
}
