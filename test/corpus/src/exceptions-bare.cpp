// Exceptions for systems whose headers are not at hand: catch blocks and clean-up of C++, and scopes of Visual C++.
extern "C" void step(int);
#ifdef _MSC_VER
extern "C" int filter(unsigned long);

extern "C" int guarded(int *place) {
  __try {
    step(1);
    return *place;
  } __except (filter(_exception_code())) {
    step(2);
    return -1;
  }
}

extern "C" int always(int *place) {
  int value = 0;
  __try {
    value = *place;
    step(3);
  } __except (1) {
    value = 5;
  }
  return value;
}

extern "C" void cleaned(int *place) {
  __try {
    step(*place);
  } __finally {
    step(4);
  }
}

#endif

struct Guard {
  int name;
  ~Guard();
};

extern "C" int caught(int value) {
  Guard outer{value};
  try {
    Guard inner{value + 1};
    step(value);
    if (value > 5) throw value;
  } catch (int number) {
    step(number);
    return 2;
  } catch (...) {
    step(6);
  }
  step(7);
  return 3;
}
