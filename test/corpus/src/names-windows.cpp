// Names as Microsoft's compiler decorates them: members, operators, tables, static data.
namespace shape {
class Base {
 public:
  virtual ~Base();
  virtual int area() const = 0;
  static int count;
};
class Square : public Base {
 public:
  explicit Square(int side) : side_(side) { count++; }
  int area() const override;
  bool operator==(const Square &other) const { return side_ == other.side_; }

 private:
  int side_;
};
int Base::count = 0;
Base::~Base() { count--; }
int Square::area() const { return side_ * side_; }
}  // namespace shape

template <typename Value>
Value larger(Value left, Value right) {
  return left > right ? left : right;
}

int use(int side) {
  shape::Square square(side);
  return larger(square.area(), side) + (square == shape::Square(3) ? 1 : 0);
}

void operator delete(void *, unsigned long long) {}
