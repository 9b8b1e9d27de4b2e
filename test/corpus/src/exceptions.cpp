// Exceptions in all the shapes that decide about flow: cleanups, nested handlers, functions that only throw.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

struct Guard {
  const char *name;
  explicit Guard(const char *text) : name(text) {}
  ~Guard() { std::puts(name); }
};

__attribute__((noinline)) int parse(const std::string &text) {
  Guard guard("parse");
  if (text.empty()) throw std::invalid_argument("empty");
  return std::stoi(text);
}

// The way through the handler is the only one that returns.
__attribute__((noinline)) int always_throws(int code) {
  try {
    throw code;
  } catch (int caught) {
    return caught + 1;
  }
}

[[noreturn]] __attribute__((noinline)) void fail(const char *why) {
  Guard guard(why);
  throw std::runtime_error(why);
}

__attribute__((noinline)) int nested(int argc, char **argv) {
  int total = 0;
  for (int index = 1; index < argc; index++) {
    Guard outer("outer");
    try {
      Guard inner("inner");
      try {
        total += parse(argv[index]);
      } catch (const std::invalid_argument &) {
        total--;
        if (total < -3) throw;
      }
    } catch (const std::out_of_range &wrong) {
      std::puts(wrong.what());
    } catch (...) {
      total = always_throws(total);
    }
  }
  return total;
}

__attribute__((noinline)) int quiet(int value) noexcept {
  if (value == 77) fail("seventy-seven");
  return value * 3;
}

int main(int argc, char **argv) {
  try {
    return quiet(nested(argc, argv));
  } catch (const std::exception &) {
    std::abort();
  }
}
