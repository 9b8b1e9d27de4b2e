#include "trial.h"

FUNCTION(int, days_in, (int month, int year)) {
  switch (month) {
    case 2:
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
      return 30;
    default:
      return month >= 1 && month <= 12 ? 31 : 0;
  }
}
TRIAL(days_in) {
  int years[] = {1900, 2000, 2023, 2024};
  for (int i = 0; i < 4; i++)
    for (int month = 0; month < 14; month++) SHOW("%d", days_in(month, years[i]));
}

FUNCTION(long, calculate, (int operation, long left, long right)) {
  switch (operation) {
    case 0: return left + right;
    case 1: return left - right;
    case 2: return left * right;
    case 3: return right == 0 ? 0 : left / right;
    case 4: return right == 0 ? 0 : left % right;
    case 5: return left & right;
    case 6: return left | right;
    case 7: return left ^ right;
    default: return -1;
  }
}
TRIAL(calculate) {
  for (int operation = -1; operation < 10; operation++)
    SHOW("%ld %ld %ld", calculate(operation, 100, 7), calculate(operation, -100, 7), calculate(operation, 5, 0));
}

FUNCTION(const char *, weekday_name, (int day)) {
  switch (day) {
    case 0: return "Sunday";
    case 1: return "Monday";
    case 2: return "Tuesday";
    case 3: return "Wednesday";
    case 4: return "Thursday";
    case 5: return "Friday";
    case 6: return "Saturday";
    default: return "no day";
  }
}
TRIAL(weekday_name) {
  for (int day = -1; day < 9; day++) SHOW("%s", weekday_name(day));
}

FUNCTION(int, fall_through, (int from)) {
  int sum = 0;
  switch (from) {
    case 5: sum += 50; /* fall through */
    case 4: sum += 40; /* fall through */
    case 3: sum *= 3; /* fall through */
    case 2: sum += 20; /* fall through */
    case 1: sum -= 1; break;
    case 9: sum = 999; break;
  }
  return sum;
}
TRIAL(fall_through) {
  for (int from = -1; from < 11; from++) SHOW("%d", fall_through(from));
}

FUNCTION(int, sparse_switch, (int code)) {
  switch (code) {
    case 3: return 11;
    case 17: return 22;
    case 200: return 33;
    case 4096: return 44;
    case 70000: return 55;
    case -8: return 66;
    case 1000000: return 77;
  }
  return code / 3;
}
TRIAL(sparse_switch) {
  int codes[] = {3, 17, 200, 4096, 70000, -8, 1000000, 0, 4, 16, 201, -1, 99999};
  for (size_t i = 0; i < COUNT(codes); i++) SHOW("%d", sparse_switch(codes[i]));
}

FUNCTION(int, token_class, (char c)) {
  switch (c) {
    case ' ': case '\t': case '\n': return 0;
    case '+': case '-': case '*': case '/': return 1;
    case '(': case ')': return 2;
    case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9': return 3;
    case '"': return 4;
    case '\0': return 5;
    default: return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ? 6 : 7;
  }
}
TRIAL(token_class) {
  for (int c = -20; c < 128; c++) SHOW("%d", token_class((char)c));
}

FUNCTION(int, run_machine, (const unsigned char *program, int size)) {
  int stack[16], depth = 0;
  for (int at = 0; at < size; at++) {
    switch (program[at]) {
      case 0: return depth > 0 ? stack[depth - 1] : -1;
      case 1:
        if (depth == 16 || at + 1 >= size) return -2;
        stack[depth++] = program[++at];
        break;
      case 2:
        if (depth < 2) return -3;
        depth--;
        stack[depth - 1] += stack[depth];
        break;
      case 3:
        if (depth < 2) return -3;
        depth--;
        stack[depth - 1] *= stack[depth];
        break;
      case 4:
        if (depth < 1) return -3;
        stack[depth - 1] = -stack[depth - 1];
        break;
      case 5:
        if (depth < 1 || depth == 16) return -3;
        stack[depth] = stack[depth - 1];
        depth++;
        break;
      default: return -4;
    }
  }
  return -5;
}
TRIAL(run_machine) {
  unsigned char first[] = {1, 7, 5, 3, 1, 2, 2, 4, 0}, second[] = {1, 7, 3, 0}, third[] = {1, 9, 5, 5, 3, 2};
  unsigned char fourth[] = {1, 200, 6, 0};
  SHOW("%d %d", run_machine(first, 9), run_machine(second, 4));
  SHOW("%d %d %d", run_machine(third, 6), run_machine(fourth, 4), run_machine(fourth, 0));
}

FUNCTION(int, traffic_light, (int state, int event)) {
  switch (state) {
    case 0: return event == 1 ? 1 : 0;
    case 1:
      switch (event) {
        case 1: return 2;
        case 2: return 0;
      }
      return 1;
    case 2: return event == 3 ? 3 : 2;
    case 3: return event >= 2 ? 0 : 3;
  }
  return -1;
}
TRIAL(traffic_light) {
  for (int state = -1; state < 5; state++)
    for (int event = 0; event < 5; event++) SHOW("%d", traffic_light(state, event));
}

FUNCTION(unsigned, scaled_by_unit, (unsigned value, char unit)) {
  switch (unit) {
    case 'k': value *= 1000; break;
    case 'K': value <<= 10; break;
    case 'm': value *= 1000000; break;
    case 'M': value <<= 20; break;
    case 'd': value *= 10; break;
    case 'h': value *= 100; break;
    case 'x': value = ~value; break;
  }
  return value;
}
TRIAL(scaled_by_unit) {
  for (char unit = 'A'; unit <= 'z'; unit++) SHOW("%u", scaled_by_unit(37, unit));
}

FUNCTION(int, opcode_length, (unsigned char opcode)) {
  switch (opcode >> 4) {
    case 0: return 1;
    case 1: return 2;
    case 2: return (opcode & 1) + 2;
    case 3: return 5;
    case 4: return opcode & 7;
    case 5: return 3;
    case 6: return 9;
    case 7: return opcode & 8 ? 4 : 6;
    case 8: return 10;
    case 15: return 0;
    default: return -1;
  }
}
TRIAL(opcode_length) {
  for (int opcode = 0; opcode < 256; opcode += 3) SHOW("%d", opcode_length((unsigned char)opcode));
}

FUNCTION(int, roman_value, (const char *text)) {
  int total = 0, last = 0;
  for (; *text; text++) {
    int value;
    switch (*text) {
      case 'I': value = 1; break;
      case 'V': value = 5; break;
      case 'X': value = 10; break;
      case 'L': value = 50; break;
      case 'C': value = 100; break;
      case 'D': value = 500; break;
      case 'M': value = 1000; break;
      default: return -1;
    }
    total += value > last ? value - 2 * last : value;
    last = value;
  }
  return total;
}
TRIAL(roman_value) {
  const char *texts[] = {"MCMXCIV", "III", "XL", "", "DCCCXC", "IQ", "MMXXVI"};
  for (size_t i = 0; i < COUNT(texts); i++) SHOW("%d", roman_value(texts[i]));
}

FUNCTION(int, enumerated_cost, (int kind, int weight)) {
  int cost = 5;
  switch (kind) {
    case 10: cost += weight; break;
    case 11: cost += 2 * weight; break;
    case 12: cost -= weight; break;
    case 13: cost = weight > 10 ? 10 : weight; break;
    case 14: cost *= weight; break;
    case 15: return 0;
    case 16: cost <<= weight & 7; break;
  }
  return cost + 1;
}
TRIAL(enumerated_cost) {
  for (int kind = 8; kind < 19; kind++) SHOW("%d %d", enumerated_cost(kind, 3), enumerated_cost(kind, 27));
}
