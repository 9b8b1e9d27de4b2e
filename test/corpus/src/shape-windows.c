/* A library with exports of every form; shape-windows.def says which. */
const char version_text[] = "shape library 2.1";

int area(int width, int height) { return width * height; }
int perimeter(int width, int height) { return 2 * (width + height); }
int hidden(int value) { return value - 1; }
int __stdcall entry(void *module, unsigned long reason, void *reserved) {
  (void)module;
  (void)reserved;
  return reason <= 3;
}
