// Virtual calls, templates, exceptions and mangled names.
#include <cstdio>
#include <stdexcept>
#include <string>

namespace shop {

class Item {
 public:
  virtual ~Item() = default;
  virtual int price() const = 0;
};

class Book final : public Item {
 public:
  explicit Book(int pages) : pages_(pages) {}
  int price() const override { return pages_ / 10; }

 private:
  int pages_;
};

class Lamp final : public Item {
 public:
  int price() const override { return 42; }
};

template <typename T>
__attribute__((noinline)) T largest(T left, T right) {
  return left < right ? right : left;
}

__attribute__((noinline)) int total(const Item &first, const Item &second) {
  if (first.price() < 0) throw std::invalid_argument("an item has a negative price");
  return first.price() + second.price();
}

}  // namespace shop

int main(int argc, char **) {
  shop::Book book(argc * 100);
  shop::Lamp lamp;
  try {
    std::printf("%d %d\n", shop::total(book, lamp), shop::largest(argc, 3));
  } catch (const std::exception &problem) {
    std::puts(problem.what());
    return 1;
  }
  return 0;
}
