/* A library for macOS with classes, exceptions and a name that it takes from another. */
struct Shape {
  virtual ~Shape();
  virtual double area() const = 0;
};
Shape::~Shape() {}
struct Square : Shape {
  double side;
  explicit Square(double length) : side(length) {}
  double area() const override;
};
double Square::area() const { return side * side; }
extern "C" double measure(const Shape &shape);
extern "C" void report(const char *text);
extern "C" void report(const char *text) { (void)text; }
struct Guard {
  ~Guard();
};
extern "C" double measure(const Shape &shape) {
  Guard guard;
  double area = shape.area();
  if (area < 0) throw 42;
  return area;
}
template <typename Value> __attribute__((noinline)) Value largest(Value left, Value right) {
  return left < right ? right : left;
}
extern "C" int pick(int left, int right) { return largest(left, right); }
