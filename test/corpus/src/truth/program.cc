// C++ with what makes code hard to read: templates of the standard library, exceptions with landing pads, virtual
// calls, lambdas, static constructors.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual std::string describe() const { return "shape of " + std::to_string(area()); }
};

struct Circle final : Shape {
  explicit Circle(double radius) : radius(radius) {
    if (radius < 0) throw std::invalid_argument("radius below zero");
  }
  double area() const override { return 3.14159 * radius * radius; }
  double radius;
};

struct Square final : Shape {
  explicit Square(double side) : side(side) {}
  double area() const override { return side * side; }
  std::string describe() const override { return "square, " + Shape::describe(); }
  double side;
};

using Value = std::variant<long, double, std::string>;

const std::map<std::string, std::function<Value(const std::vector<Value> &)>> operations = {
    {"count", [](const std::vector<Value> &values) -> Value { return static_cast<long>(values.size()); }},
    {"join",
     [](const std::vector<Value> &values) -> Value {
       std::ostringstream text;
       for (const auto &value : values) std::visit([&](const auto &held) { text << held << ' '; }, value);
       return text.str();
     }},
    {"first",
     [](const std::vector<Value> &values) -> Value {
       if (values.empty()) throw std::out_of_range("no first value");
       return values.front();
     }},
};

std::vector<std::string> split(const std::string &line) {
  static const std::regex words("[A-Za-z_]+|[0-9]+(\\.[0-9]+)?");
  std::vector<std::string> found;
  for (std::sregex_iterator match(line.begin(), line.end(), words), end; match != end; ++match) {
    found.push_back(match->str());
  }
  return found;
}

Value parse(const std::string &word) {
  try {
    if (word.find('.') != std::string::npos) return std::stod(word);
    return std::stol(word);
  } catch (const std::invalid_argument &) {
    return word;
  }
}

template <typename Key> class Counter {
public:
  void add(const Key &key) { ++counts_[key]; }
  std::vector<std::pair<Key, int>> ranked() const {
    std::vector<std::pair<Key, int>> rows(counts_.begin(), counts_.end());
    std::sort(rows.begin(), rows.end(), [](const auto &left, const auto &right) { return left.second > right.second; });
    return rows;
  }

private:
  std::unordered_map<Key, int> counts_;
};

int run(const std::string &line, Counter<std::string> &seen) {
  auto words = split(line);
  if (words.empty()) return 0;
  const auto name = words.front();
  seen.add(name);
  std::vector<Value> values;
  for (auto word = words.begin() + 1; word != words.end(); ++word) values.push_back(parse(*word));
  if (name == "circle" || name == "square") {
    const auto size = std::get<double>(values.at(0));
    std::unique_ptr<Shape> shape;
    if (name == "circle") shape = std::make_unique<Circle>(size);
    else shape = std::make_unique<Square>(size);
    std::cout << shape->describe() << '\n';
    return 1;
  }
  std::visit([](const auto &held) { std::cout << held << '\n'; }, operations.at(name)(values));
  return 1;
}

} // namespace

int main() {
  Counter<std::string> seen;
  Counter<int> lengths;
  std::string line;
  while (std::getline(std::cin, line)) {
    try {
      lengths.add(run(line, seen));
    } catch (const std::exception &error) {
      std::cerr << "error: " << error.what() << '\n';
    }
  }
  for (const auto &[name, count] : seen.ranked()) std::cout << name << ' ' << count << '\n';
  for (const auto &[length, count] : lengths.ranked()) std::cout << length << ' ' << count << '\n';
}
